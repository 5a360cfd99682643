//! The viewer as a user meets it: the player in a pseudo-terminal, and files of pixels.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use workspace_tests::{Ran, program_path, root, run, scratch, xtask};

/// A player in a terminal of its own.
struct Watched {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Arc<Mutex<Box<dyn Write + Send>>>,
    master: Box<dyn MasterPty + Send>,
    /// Tells whoever reads the screen to stop.
    is_gone: Arc<AtomicBool>,
    child: Box<dyn Child + Send + Sync>,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn nonzero(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

impl Watched {
    /// Plays the search of a puzzle, very slowly.
    fn start(slug: &str, rows: u16, columns: u16) -> Self {
        let program = program_path(slug);
        let program = program.to_str().unwrap();
        let arguments = ["play", "--title", "The title", "--speed", "0.1", program];
        Self::run("viewer", &arguments, rows, columns)
    }

    /// Runs a program of the workspace.
    fn run(name: &str, arguments: &[&str], rows: u16, columns: u16) -> Self {
        Self::run_with(&[], name, arguments, rows, columns)
    }

    /// Runs a program of the workspace with these variables.
    fn run_with(
        variables: &[(&str, &str)],
        name: &str,
        arguments: &[&str],
        rows: u16,
        columns: u16,
    ) -> Self {
        let pair = native_pty_system().openpty(size(rows, columns)).unwrap();
        let mut command = CommandBuilder::new(program_path(name));
        command.args(arguments);
        command.cwd(root());
        command.env("TERM", "xterm-256color");
        for variable in ["COLORTERM", "COLORFGBG", "NO_COLOR", "PUZZLE_BACKGROUND"] {
            command.env(variable, "");
        }
        command.env("LC_ALL", "C.UTF-8");
        for (variable, value) in variables {
            command.env(variable, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let keys = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
        let answers = Arc::clone(&keys);
        let screen = vt100::Parser::new(nonzero(rows), nonzero(columns), 0);
        let screen = Arc::new(Mutex::new(screen));
        let reader = Arc::clone(&screen);
        let is_gone = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_gone);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                // Asked what it is, it says that it shows black text on white paper.
                if bytes[..count].ends_with(b"\x1b[c") {
                    answers.lock().unwrap().write_all(LIGHT.as_bytes()).unwrap();
                }
                reader.lock().unwrap().process(&bytes[..count]);
            }
        });
        Self { screen, keys, master: pair.master, is_gone, child }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until `text` is on the screen.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            let shown = self.text();
            assert!(start.elapsed() < Duration::from_secs(60), "no {text:?} in\n{shown}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&self, keys: &str) {
        let mut writer = self.keys.lock().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Waits for the end, and asserts that the terminal is as it was.
    fn ends_with(mut self, code: u32) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "it goes on\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.exit_code(), code);
        while self.screen.lock().unwrap().screen().alternate_screen() {
            assert!(start.elapsed() < Duration::from_secs(20), "the terminal is not restored");
            thread::sleep(Duration::from_millis(10));
        }
        assert!(!self.screen.lock().unwrap().screen().hide_cursor());
    }
}

const LIGHT: &str =
    "\u{1b}]10;rgb:0000/0000/0000\u{7}\u{1b}]11;rgb:ffff/ffff/ffff\u{7}\u{1b}[?62;c";
const RIGHT: &str = "\u{1b}[C";
const LEFT: &str = "\u{1b}[D";
const CONTROL_C: &str = "\u{3}";

#[test]
fn the_player_steps_jumps_and_leaves() {
    let watched = Watched::start("die-agony", 32, 80);
    watched.wait_for("The title");
    watched.wait_for("the unsolved board");
    watched.wait_for("704");
    watched.press(RIGHT);
    watched.wait_for("try  depth 0  node 1  step 1");
    watched.press(&RIGHT.repeat(2));
    watched.wait_for("node 3  step 3");
    watched.press(LEFT);
    watched.wait_for("node 2  step 2");
    watched.press("d");
    watched.wait_for("dead end  depth");
    watched.press("s");
    watched.wait_for("solution  depth 31");
    watched.press("g");
    watched.wait_for("the unsolved board");
    watched.press("+");
    watched.wait_for("0.2 per second");
    watched.press("q");
    watched.ends_with(0);
}

#[test]
fn the_steps_of_an_explanation_are_shown_in_full() {
    let program = program_path("hooks-1");
    let program = program.to_str().unwrap();
    let arguments = ["play", "--speed", "0.1", program, "--", "--explain"];
    let watched = Watched::run("viewer", &arguments, 32, 60);
    watched.wait_for("the unsolved board");
    watched.press(RIGHT);
    watched.wait_for("step 1  only place left, cost 2  0.1 per second");
    watched.wait_for("r1c1 is 1: no other place is left for it in the 1s.");
    watched.press(RIGHT);
    watched.wait_for("r2c3 is 3: by the sum 42 of row 2. Rule:");
    watched.wait_for("q quit");
    watched.press("q");
    watched.ends_with(0);
}

#[test]
fn solve_draws_the_board_on_a_terminal_and_says_all_in_the_last_line() {
    let solved = Watched::run("hooks-7", &[], 40, 100);
    solved.wait_for("answer 2200 - proved: the only solution (76 nodes");
    let text = solved.text();
    assert!(text.contains("┏━━━┯━━━┯━━━┯━━━┳━━━┳━━━┯━━━┳━━━┯━━━┓"), "{text}");
    assert!(text.contains("┠───⢠⠤⠤⠤╆═══╅⠤⠤⠤╂"), "regions and hooks are both seen: {text}");
    assert!(text.contains("region sum: 15"), "{text}");
    assert!(!text.contains(". . . 8 8 ."), "{text}");
    solved.ends_with(0);

    let plain = Watched::run("hooks-7", &["--format", "text"], 40, 100);
    plain.wait_for(". . . 8 8 . 8 8 .");
    plain.ends_with(0);
}

#[test]
fn boards_and_tables_are_ascii_where_the_locale_is() {
    let c = [("LC_ALL", "C")];
    let solved = Watched::run_with(&c, "hooks-7", &[], 40, 100);
    solved.wait_for("|   :   :   : 8 | 8 |   : 8 | 8 *   |");
    solved.ends_with(0);

    let program = program_path("hooks-7");
    let arguments = ["play", "--speed", "0.1", program.to_str().unwrap()];
    let watched = Watched::run_with(&c, "viewer", &arguments, 40, 100);
    watched.wait_for("arrows step");
    watched.press(RIGHT);
    watched.wait_for("+---");
    assert!(watched.text().is_ascii(), "{}", watched.text());
    watched.press("q");
    watched.ends_with(0);

    let listed = Watched::run_with(&c, "xtask", &["list"], 200, 100);
    listed.wait_for("twenty-four-seven-2-by-2-2");
    assert!(listed.text().is_ascii(), "{}", listed.text());
    listed.ends_with(0);
}

#[test]
fn hooks_have_their_borders_in_24_lines_of_ascii() {
    let program = program_path("hooks-5");
    let arguments = ["play", "--speed", "0.1", program.to_str().unwrap()];
    let watched = Watched::run_with(&[("LC_ALL", "C")], "viewer", &arguments, 24, 80);
    watched.wait_for("the unsolved board");
    watched.press("s");
    watched.wait_for("solution  depth");
    let text = watched.text();
    let has_line = |line: &str| text.lines().any(|shown| shown.trim() == line);
    assert!(text.is_ascii() && has_line("41    8             14        15"), "{text}");
    assert!(has_line("9        17        15        35") && text.contains("|....|"), "{text}");
    watched.press("q");
    watched.ends_with(0);
    let higher = Watched::run("viewer", &["play", program.to_str().unwrap()], 18, 80);
    higher.wait_for("borders need more room");
    higher.press("q");
    higher.ends_with(0);
}

#[test]
fn a_light_terminal_has_light_boards() {
    let paper = |watched: &Watched| {
        watched.wait_for("answer 2200");
        let parser = watched.screen.lock().unwrap();
        let mut cells = (0..40).flat_map(|row| (0..100).map(move |column| (row, column)));
        // The board may stand below what cargo has said.
        let corner = cells.find_map(|(row, column)| {
            parser.screen().cell(row, column).filter(|cell| cell.contents() == "┏")
        });
        corner.expect("the board has a corner").bgcolor()
    };
    let (white, dark) = (vt100::Color::Idx(231), vt100::Color::Idx(234));
    // Built before anybody waits.
    let _ = xtask(&["solve", "hooks-7"]).ends_with(0);
    let asked = Watched::run("xtask", &["solve", "hooks-7"], 40, 100);
    assert_eq!(paper(&asked), white, "the terminal says so");
    asked.ends_with(0);
    for (variable, value, expected) in [
        ("COLORFGBG", "0;15", white),
        ("COLORFGBG", "15;0", dark),
        ("PUZZLE_BACKGROUND", "light", white),
    ] {
        let solved = Watched::run_with(&[(variable, value)], "hooks-7", &[], 40, 100);
        assert_eq!(paper(&solved), expected, "{variable}={value}");
        solved.ends_with(0);
    }
    let forced = [("PUZZLE_BACKGROUND", "dark")];
    let forced = Watched::run_with(&forced, "xtask", &["solve", "hooks-7"], 40, 100);
    assert_eq!(paper(&forced), dark, "it is not asked");
    forced.ends_with(0);
}

#[test]
fn any_solution_has_its_verdict_on_a_terminal() {
    let solved = Watched::run("diagonal-latin-square", &["--set", "order=5"], 40, 100);
    solved.wait_for("answer a diagonal Latin square of order 5 - solved (");
    solved.ends_with(0);
}

#[test]
fn a_table_is_no_wider_than_the_terminal_and_names_what_to_type() {
    for columns in [100, 60, 40] {
        let listed = Watched::run("xtask", &["list"], 200, columns);
        listed.wait_for("too narrow for: address");
        listed.wait_for("twenty-four-seven-2-by-2-2");
        listed.ends_with(0);
    }
}

#[test]
fn rings_are_drawn_as_rings() {
    let watched = Watched::start("olympic-rings", 24, 80);
    watched.wait_for("each ring adds up to 11");
    watched.press("s");
    watched.wait_for("solution");
    let text = watched.text();
    let dotted = text.chars().filter(|symbol| ('\u{2801}'..='\u{28ff}').contains(symbol));
    assert!(dotted.count() > 100, "{text}");
    watched.press(CONTROL_C);
    watched.ends_with(0);
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let watched = Watched::start("diagonal-latin-square", 24, 80);
    watched.wait_for("┏━━━┯");
    for (rows, columns, expected) in
        [(6, 20, "board is larger"), (3, 10, "too small"), (12, 40, "of 51"), (40, 90, "┏━━━")]
    {
        let mut screen = watched.screen.lock().unwrap();
        screen.screen_mut().set_size(nonzero(rows), nonzero(columns));
        drop(screen);
        watched.master.resize(size(rows, columns)).unwrap();
        watched.wait_for(expected);
    }
    watched.press("q");
    watched.ends_with(0);
}

#[test]
fn a_signal_restores_the_terminal() {
    let watched = Watched::start("die-agony", 30, 80);
    watched.wait_for("704");
    let process = watched.child.process_id().unwrap().to_string();
    let mut kill = Command::new("kill");
    kill.args(["-TERM", &process]);
    let _ = run(kill).ends_with(0);
    watched.ends_with(0);
}

#[test]
fn the_player_ends_when_its_terminal_goes_away() {
    let watched = Watched::start("olympic-rings", 24, 80);
    watched.wait_for("The title");
    watched.is_gone.store(true, Ordering::Relaxed);
    watched.press(RIGHT);
    let Watched { keys, master, mut child, .. } = watched;
    drop((keys, master));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on without a terminal");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn without_a_terminal_the_steps_are_lines() {
    let ran = xtask(&["watch", "olympic-rings"]).ends_with(0);
    assert!(ran.stdout.starts_with("step 1, node 1, depth 0: try\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains(": solution\nrg=2 gk=4 k=6 ky=1 yb=3\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("the whole search\n"), "{}", ran.stdout);
    let ran = xtask(&["watch", "olympic-rings", "--explain"]).ends_with(0);
    assert!(ran.stdout.starts_with("step 1: "), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("0 of them hard: they lead to the solution\n"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_watched_is_said_by_the_puzzle() {
    let ran = xtask(&["watch", "swing-time-1", "--strategy", "guessing"]).ends_with(2);
    assert!(ran.stderr.contains("both-ends") && !ran.stderr.contains("trace"), "{}", ran.stderr);
    let ran = xtask(&["watch", "olympic-rings", "--speed", "0"]).ends_with(2);
    assert!(ran.stderr.contains("from 0.1 to 1000"), "{}", ran.stderr);
}

/// `cargo xtask draw` into a file of its own.
fn draw(name: &str, arguments: &[&str]) -> (Ran, PathBuf) {
    let file = scratch(name);
    let _ = std::fs::remove_file(&file);
    let slug = name.split('.').next().unwrap();
    let out = file.to_str().unwrap();
    (xtask(&[&["draw", slug, "--out", out], arguments].concat()), file)
}

/// Width, height, and the bytes of the pixels, four each.
fn decoded_png(file: &PathBuf) -> (u32, u32, Vec<u8>) {
    let mut reader =
        png::Decoder::new(BufReader::new(File::open(file).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width, info.height, pixels)
}

#[test]
fn a_png_has_the_size_and_the_colours_of_the_board() {
    let (ran, file) = draw("tile-and-trouble.png", &["--width", "525"]);
    let _ = ran.ends_with(0);
    let (width, height, pixels) = decoded_png(&file);
    assert_eq!(width, 525);
    let pixel = |x: u32, y: u32| &pixels[4 * (y * width + x) as usize..][..4];
    assert_eq!(pixel(0, 0), [255, 255, 255, 255], "light paper");
    // The 5-tile at the left, in the palette's fifth colour.
    let pink = pixels.chunks(4).filter(|pixel| *pixel == [0xff, 0xd3, 0xdb, 0xff]).count();
    assert!(pink as f64 > f64::from(width * height) * 0.08, "{pink} of {width} x {height}");
    let (ran, file) = draw("tile-and-trouble.empty.png", &["--empty"]);
    let _ = ran.ends_with(0);
    let (_, _, pixels) = decoded_png(&file);
    assert!(!pixels.chunks(4).any(|pixel| pixel == [0xff, 0xd3, 0xdb, 0xff]));
}

#[test]
fn a_pdf_is_a_page() {
    let (ran, file) = draw("die-agony.pdf", &["--empty"]);
    let _ = ran.ends_with(0);
    let pdf = std::fs::read(&file).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    assert!(String::from_utf8_lossy(&pdf).contains("/MediaBox [0 0 595.28 841.89]"));
}

#[test]
fn animations_are_small_move_and_rest_at_the_end() {
    for slug in
        ["tile-and-trouble", "diagonal-latin-square", "olympic-rings", "hooks-7", "die-agony"]
    {
        let (ran, file) = draw(&format!("{slug}.gif"), &[]);
        let _ = ran.ends_with(0);
        assert!(file.metadata().unwrap().len() < 2_000_000, "{slug}");
        let mut decoder = gif::DecodeOptions::new().read_info(File::open(&file).unwrap()).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        assert!((200..=640).contains(&width.max(height)), "{slug}: {width} x {height}");
        let mut delays = Vec::new();
        let mut first = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            if delays.is_empty() {
                assert_eq!((frame.width, frame.height), (width, height), "{slug}");
                first = frame.buffer.to_vec();
            }
            delays.push(frame.delay);
        }
        let palette = decoder.global_palette().unwrap();
        let corner = &palette[3 * usize::from(first[0])..][..3];
        assert_eq!(corner, [255, 255, 255], "{slug}: light paper");
        let (last, before) = delays.split_last().unwrap();
        assert!(!before.is_empty() && before.iter().all(|delay| delay < last), "{slug}");
        assert!(delays.len() <= 62 && *last >= 300, "{slug}: {delays:?}");
    }
}

#[test]
fn other_endings_are_refused_with_those_that_are_known() {
    for name in ["die-agony.jpg", "die-agony", "die-agony.svg.gz"] {
        let (ran, file) = draw(name, &[]);
        let ran = ran.ends_with(2);
        assert!([".svg", ".png", ".pdf", ".gif"].iter().all(|ending| ran.stderr.contains(ending)));
        assert!(!file.exists());
    }
    for name in ["die-agony.svg", "die-agony.pdf"] {
        let (ran, _) = draw(name, &["--width", "100"]);
        assert!(ran.ends_with(2).stderr.contains("--width applies to .png and .gif only"));
    }
}

#[test]
fn an_unsolvable_instance_draws_no_file() {
    let (ran, file) = draw("olympic-rings.png", &["--set", "sum=12"]);
    assert!(ran.ends_with(1).stderr.contains("no solution to draw"));
    assert!(!file.exists());
}
