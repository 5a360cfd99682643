//! The editor for instances of one's own: its page, its processes, and who may ask its server.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use protocol::Goal;
use serde_json::json;
use tempfile::TempDir;
use workspace_tests::{program_path, root};

use crate::browser::{Browser, DESKTOP, Surroundings};

/// An instance with one solution, which needs every clue.
const UNIQUE: &str = "clues = \"\"\"\n2 . . 1\n. . . .\n1 . . 1\n3 . 2 .\n\"\"\"\n";

const VERDICT: &str = "document.getElementById('verdict').textContent.split(/[:(]/)[0].trim()";
const TEXT: &str = "document.getElementById('instance').value";
const LINE: &str = "document.querySelector('#lines .fault')?.textContent.trim()";
const FAULT: &str = "document.getElementById('fault').textContent";

/// A server with a puzzle's program, which takes its time over what has the word "slow" in it.
struct Served {
    child: Child,
    address: String,
    folder: TempDir,
}

impl Served {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let own = program_path("remote-sudoku");
        let script = format!(
            "#!/bin/sh\nif [ $1 = solve ] && grep -q slow instance.toml; then\n  \
             sleep 300 & echo $! > {}/pid.new; mv {0}/pid.new {0}/pid; wait\nfi\nexec {} \"$@\"\n",
            folder.path().display(),
            own.display()
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Self::with(&[puzzle("remote-sudoku", &program)], folder)
    }

    /// Returns a server with these puzzles.
    fn with(puzzles: &[String], folder: TempDir) -> Self {
        let mut command = Command::new(program_path("viewer"));
        command.args(["editor", "--no-open"]).args(puzzles);
        Self::running(command, folder)
    }

    /// Returns a server with a puzzle's program and its published instance, or another one.
    fn of(slug: &str, goal: Goal, instance: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut path = root().join(format!("crates/puzzles/{slug}/instances/published.toml"));
        if let Some(instance) = instance {
            path = folder.path().join("instance.toml");
            fs::write(&path, instance).unwrap();
        }
        let puzzle = json!({
            "slug": slug, "title": slug, "goal": goal, "program": program_path(slug), "instance": path,
        });
        Self::with(&[format!("--puzzle={puzzle}")], folder)
    }

    /// Starts a server and reads the address that it prints.
    fn running(mut command: Command, folder: TempDir) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://127.0.0.1:"), "{address:?}");
        Self { child, address: address.trim().to_owned(), folder }
    }

    fn open(&self) -> Option<Browser> {
        let browser = Browser::start(DESKTOP)?;
        browser.go(&self.address);
        browser.wait_for(VERDICT, "proved");
        Some(browser)
    }

    /// Returns the process that a slow search has started, once it has.
    fn slow_process(&self) -> String {
        let path = self.folder.path().join("pid");
        wait_until("a slow search starts", || path.exists());
        let pid = fs::read_to_string(&path).unwrap();
        fs::remove_file(path).unwrap();
        pid.trim().to_owned()
    }

    /// Returns the status of the answer to a request, which is sent as it is but for its address.
    fn status(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> u16 {
        let place = self.address.trim_start_matches("http://");
        let (host, rest) = place.split_once('/').unwrap();
        let mut headers = headers.to_vec();
        if headers.iter().all(|(name, _)| *name != "Host") {
            headers.push(("Host", host));
        }
        let length = body.len().to_string();
        headers.push(("Content-Length", &length));
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let path = path.replace("TOKEN", rest.split_once('/').unwrap().0);
        let mut stream = TcpStream::connect(host).unwrap();
        // A server that refuses what comes need not read it all.
        let _ =
            write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n{body}");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let status = answer.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {answer:?}"));
        status.parse().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the viewer of a puzzle whose instance is that of Remote Sudoku.
fn puzzle(slug: &str, program: &Path) -> String {
    let instance = root().join("crates/puzzles/remote-sudoku/instances/published.toml");
    let puzzle = json!({
        "slug": slug, "title": format!("The {slug}"), "published": "2019-04", "goal": "unique",
        "program": program, "instance": instance,
    });
    format!("--puzzle={puzzle}")
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: not yet");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns whether a process does nothing more: it is gone, or waits to be reaped.
fn is_dead(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    state.trim().is_empty() || state.trim().starts_with('Z')
}

fn write(browser: &Browser, instance: &str) {
    let instance = json!(instance);
    browser.run(&format!(
        "const text = document.getElementById('instance'); text.value = {instance};
         text.dispatchEvent(new Event('input'))"
    ));
}

fn count(selector: &str) -> String {
    format!("document.querySelectorAll({selector:?}).length")
}

#[test]
fn a_clue_less_makes_it_ambiguous_and_one_that_clashes_is_told() {
    let served = Served::start();
    let Some(browser) = served.open() else { return };
    write(&browser, UNIQUE);
    browser.wait_for(VERDICT, "proved");
    browser.wait_for("document.getElementById('grade').textContent.split(' ')[0]", "Difficulty:");
    assert_eq!(browser.text(&count("#boards svg")), "1");
    assert_eq!(browser.text("document.getElementById('boards').open"), "false");
    browser.click("[data-id='0']");
    browser.press("\u{e003}");
    browser.wait_for(VERDICT, "ambiguous");
    assert_eq!(browser.text(TEXT), UNIQUE.replace("2 . . 1", ". . . 1"));
    let summary = browser.text("document.querySelector('#boards summary').textContent");
    assert!(summary.starts_with("Two solutions; "), "{summary}");
    let marks = browser.text(&count("#boards svg:first-child .mp-warning-line"));
    assert!(summary.ends_with(&format!("; {marks} cells differ")), "{summary}, {marks} marks");
    browser.click("[data-id='0']");
    browser.press("2");
    browser.wait_for(VERDICT, "proved");
    assert_eq!(browser.text(TEXT), UNIQUE);
    // No digit is 9.
    browser.click("[data-id='1']");
    browser.press("9");
    browser.wait_for(VERDICT, "unsolvable");
    browser.wait_for(&count("#clash button"), "1");
    browser.wait_for(&count(".cells .clashes"), "1");
    browser.click("#clash button");
    let chosen = "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)";
    assert_eq!(browser.text(chosen), "9");
    browser.click("#undo");
    browser.wait_for(VERDICT, "proved");
    assert_eq!(browser.text(TEXT), UNIQUE);
    // Columns stay columns.
    write(&browser, &UNIQUE.replace("2 . . 1", " 2  .  .  1"));
    browser.wait_for(VERDICT, "proved");
    browser.click("[data-id='1']");
    browser.press("12");
    browser.wait_for(VERDICT, "unsolvable");
    assert_eq!(browser.text(TEXT), UNIQUE.replace("2 . . 1", " 2 12  .  1"));
}

#[test]
fn clues_beside_the_board_are_changed_where_they_stand() {
    let instance = "[sums]\ntop = \". .\"\nleft = [5, \".\"]\nright = \". .\"\nbottom = \". 2\"\n";
    let served = Served::of("hooks-5", Goal::Unique, Some(instance));
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.go(&served.address);
    browser.wait_for(&count("#picture .sheet > .cells"), "4");
    browser.click("[aria-label='sums.left'] [role=row]:last-child [data-id]");
    browser.press("8");
    let changed = instance.replace("\".\"]", "\"8\"]");
    browser.wait_for(TEXT, &changed);
    browser.click("[aria-label='sums.bottom'] [data-id]");
    browser.press("3");
    browser.wait_for(TEXT, &changed.replace(". 2", "3 2"));
    // The clues, and the numbers of rows and columns.
    let labels = "[...document.querySelectorAll('#picture text')].map((one) => one.textContent).sort().join(' ')";
    browser.wait_for(labels, "1 1 2 2 2 3 5 8");
}

#[test]
fn each_of_several_tables_of_one_name_has_its_own_clues() {
    let instance =
        fs::read_to_string(root().join("crates/puzzles/a-weird-tour/instances/published.toml"));
    let instance = instance.unwrap();
    let served = Served::of("a-weird-tour", Goal::Unique, None);
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.go(&served.address);
    browser.wait_for(VERDICT, "proved");
    for (key, clue, changed) in [
        ("regions[1].letters", "2", instance.replace("[1, 6, 8]", "[2, 6, 8]")),
        ("regions[2].letters", "7", instance.replace("[8, 9]", "[7, 9]")),
    ] {
        write(&browser, &instance);
        browser.run(&format!(
            "const key = document.getElementById('key'); key.value = {key:?};
             key.dispatchEvent(new Event('change'))"
        ));
        browser.click(&format!("[aria-label='{key}'] [data-id]"));
        browser.press(clue);
        browser.wait_for(TEXT, &changed);
    }
    // No social name has two words.
    write(&browser, &instance.replace("\"social\"\nwords = 1", "\"social\"\nwords = 2"));
    browser.wait_for("document.querySelector('#clash button')?.textContent", "regions[1].words: 2");
    browser.click("#clash button");
    let before = "(({ value, selectionStart }) => value.slice(selectionStart - 24, selectionStart))(document.activeElement)";
    assert_eq!(browser.text(before), "clue = \"social\"\nwords = ");
}

#[test]
fn what_a_puzzle_is_asked_decides_what_is_told_of_it() {
    let make = "document.getElementById('make').hidden";
    let answer = "document.querySelector('#boards p')?.textContent";
    for (slug, goal, verdict, shown, is_made) in [
        ("hooks-5", Goal::Unique, "proved", "Answer: 78125", true),
        ("sum-of-squares", Goal::Best, "proved", "Answer: (205,", false),
        ("pair-dance-1", Goal::Count, "proved", "Answer: 240", false),
        ("expelled", Goal::Value, "exact, confirmed in a second way", "Answer: 416", false),
    ] {
        let served = Served::of(slug, goal, None);
        let Some(browser) = Browser::start(DESKTOP) else { return };
        browser.go(&served.address);
        browser.wait_for(VERDICT, verdict);
        assert_eq!(browser.text(&format!("{answer}.slice(0, {})", shown.len())), shown, "{slug}");
        assert_eq!(browser.text("document.getElementById('boards').open"), "false");
        assert_eq!(browser.text(make), (!is_made).to_string(), "{slug}");
        if goal == Goal::Value {
            browser.click("#explain");
            let told = "document.getElementById('told').textContent";
            browser.wait_for(told, "this puzzle does not state its rules as constraints");
        }
    }
}

#[test]
fn a_fault_is_told_with_its_line() {
    let served = Served::start();
    let Some(browser) = served.open() else { return };
    write(&browser, "clues = \"\"\"\n. .\n. .\n\"\"\"\nclue = 3\n");
    browser.wait_for(LINE, "5");
    let fault = browser.text(FAULT);
    assert!(fault.starts_with("instance.toml, line 5: unknown key `clue`"), "{fault}");
    // Cells of a picture that is older than the fault change nothing.
    let broken = UNIQUE.replace("2 . . 1", "2 . .");
    write(&browser, &broken);
    browser.wait_for(&format!("{FAULT}.includes('row 2, column 4')"), "true");
    assert_eq!(browser.text(LINE), "3");
    browser.click("[data-id='1']");
    browser.press("3");
    assert_eq!(browser.text(TEXT), broken);
    write(&browser, "clues = [\n");
    browser.wait_for(&format!("{FAULT}.includes('parse error')"), "true");
    write(&browser, UNIQUE);
    browser.wait_for(VERDICT, "proved");
    assert_eq!(browser.text("document.getElementById('fault').hidden"), "true");
    assert_eq!(browser.text(&count("#lines .fault")), "0");
}

#[test]
fn the_next_edit_ends_what_is_slow_and_other_tabs_go_on() {
    let served = Served::start();
    let Some(browser) = served.open() else { return };
    let Some(other) = served.open() else { return };
    write(&other, &format!("# slow\n{UNIQUE}"));
    let others = served.slow_process();
    write(&browser, &format!("# slow\n{UNIQUE}"));
    let slow = served.slow_process();
    browser.wait_for("document.getElementById('verdict').textContent", "solving …");
    write(&browser, UNIQUE);
    wait_until("the slow search ends", || is_dead(&slow));
    browser.wait_for(VERDICT, "proved");
    assert!(!is_dead(&others), "the other tab was interrupted");
    write(&browser, &format!("# slow, too\n{UNIQUE}"));
    let slow = served.slow_process();
    browser.click("#stop");
    wait_until("the slow search is stopped", || is_dead(&slow));
    assert_eq!(browser.text(VERDICT), "stopped");
    // A tab that is closed leaves nothing behind, either.
    drop(other);
    wait_until("the closed tab's search ends", || is_dead(&others));
}

#[test]
fn ctrl_c_ends_the_server_and_all_processes() {
    let mut served = Served::start();
    let body = json!({"seconds": 300, "instance": "# slow"}).to_string();
    thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let place = served.address.trim_start_matches("http://");
            let (host, path) = place.split_once('/').unwrap();
            let mut stream = TcpStream::connect(host).unwrap();
            let length = body.len();
            let head =
                format!("POST /{path}/solve HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}");
            write!(stream, "{head}\r\n\r\n{body}").unwrap();
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let slow = served.slow_process();
        let pid = served.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        asking.join().unwrap();
        wait_until("the process ends", || is_dead(&slow));
    });
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn without_a_puzzle_there_is_a_page_to_choose_one() {
    let program = program_path("remote-sudoku");
    let puzzles = ["first", "second"].map(|slug| puzzle(slug, &program));
    let served = Served::with(&puzzles, tempfile::tempdir().unwrap());
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.go(&served.address);
    browser.click("a[href='second']");
    browser.wait_for("document.querySelector('h1').textContent", "The second");
    browser.wait_for(VERDICT, "proved");
    browser.click(".bar nav a");
    browser.wait_for(&count(".choice a"), "2");
}

#[test]
fn a_program_that_does_not_end_in_time_is_ended() {
    let served = Served::start();
    let asked = json!({"seconds": 1, "instance": "# slow"}).to_string();
    assert_eq!(served.status("POST", "/TOKEN/remote-sudoku/solve", &[], &asked), 422);
    let slow = served.slow_process();
    wait_until("it ends", || is_dead(&slow));
}

#[test]
fn a_time_that_is_up_is_told() {
    let served = Served::start();
    let Some(browser) = served.open() else { return };
    browser.run("document.getElementById('seconds').append(new Option('1 s', 1))");
    browser.run("document.getElementById('seconds').value = 1");
    write(&browser, &format!("# slow\n{UNIQUE}"));
    browser.wait_for(FAULT, "the time was up");
}

#[test]
fn no_more_programs_run_at_once_than_there_are_cores() {
    let served = Served::start();
    let most = thread::available_parallelism().map_or(2, usize::from).max(2);
    let asked = json!({"seconds": 1, "instance": "# slow"}).to_string();
    let running = || {
        let children = Command::new("pgrep").args(["-P", &served.child.id().to_string()]).output();
        String::from_utf8(children.unwrap().stdout).unwrap().lines().count()
    };
    thread::scope(|scope| {
        let ask = || served.status("POST", "/TOKEN/remote-sudoku/solve", &[], &asked);
        let asking: Vec<_> = (0..most + 2).map(|_| scope.spawn(ask)).collect();
        wait_until("all cores are taken", || running() == most);
        while asking.iter().any(|one| !one.is_finished()) {
            assert!(running() <= most);
            thread::sleep(Duration::from_millis(50));
        }
        assert!(asking.into_iter().all(|one| one.join().unwrap() == 422));
    });
}

#[test]
fn a_port_that_is_taken_is_told() {
    let served = Served::start();
    let port = served.address.split(['/', ':']).nth(4).unwrap();
    let puzzle = puzzle("remote-sudoku", Path::new("none"));
    let other = Command::new(program_path("viewer"))
        .args(["editor", "--no-open", "--port", port, &puzzle])
        .output()
        .unwrap();
    let said = String::from_utf8(other.stderr).unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(said.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")), "{said}");
}

#[test]
fn a_page_from_elsewhere_gets_nothing_and_starts_nothing() {
    let served = Served::start();
    let page = served.folder.path().join("page.html");
    fs::write(&page, "<title>elsewhere</title>").unwrap();
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.open(&page);
    let asked = json!({"seconds": 9, "instance": "# slow"}).to_string();
    for mode in ["cors", "no-cors"] {
        browser.run(&format!(
            "window.got = 'nothing yet';
             fetch('{}/solve', {{ method: 'POST', mode: '{mode}', body: {asked:?} }})
               .then((response) => response.text().then((text) => (window.got = response.type + text)))
               .catch((error) => (window.got = error.name))",
            served.address
        ));
        let expected = if mode == "cors" { "TypeError" } else { "opaque" };
        browser.wait_for("window.got", expected);
    }
    assert!(!served.folder.path().join("pid").exists(), "a search was started");
}

#[test]
fn idle_connections_keep_nobody_waiting() {
    let served = Served::start();
    let host = served.address.trim_start_matches("http://").split('/').next().unwrap().to_owned();
    let idle: Vec<_> = (0..200).map(|_| TcpStream::connect(&host).unwrap()).collect();
    let start = Instant::now();
    assert_eq!(served.status("GET", "/TOKEN/", &[], ""), 200);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    drop(idle);
}

#[test]
fn pages_are_answered_without_a_body_to_head_and_nothing_else_is_served() {
    let served = Served::start();
    for (method, path, expected) in [
        ("HEAD", "/TOKEN/remote-sudoku", 200),
        ("HEAD", "/TOKEN/fill.html", 200),
        ("HEAD", "/TOKEN/none", 404),
        ("GET", "/TOKEN/../../etc/passwd", 404),
        ("GET", "/TOKEN/%2e%2e/board.js", 404),
        ("GET", "/TOKEN/files/board.js", 404),
        ("POST", "/TOKEN/none/draw", 404),
        ("PUT", "/TOKEN/board.js", 404),
    ] {
        assert_eq!(served.status(method, path, &[], ""), expected, "{method} {path}");
    }
}

/// Returns the address of a page on which a puzzle is filled in.
fn given(slug: &str, arguments: &[&str]) -> Served {
    let puzzle = json!({
        "slug": slug, "title": slug, "goal": Goal::Unique, "program": program_path(slug),
        "instance": root().join(format!("crates/puzzles/{slug}/instances/published.toml")), "given": arguments,
    });
    Served::with(&[format!("--puzzle={puzzle}")], tempfile::tempdir().unwrap())
}

#[test]
fn a_puzzle_of_a_code_is_filled_in_with_all_help() {
    let served = given("remote-sudoku", &["--code=4:1"]);
    assert!(served.address.contains("/fill.html#p="), "{}", served.address);
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.go(&served.address);
    let said = "document.querySelector('.said')?.innerText ?? ''";
    browser.wait_for("!!document.querySelector('.said')", "true");
    let push = |label: &str, begins: &str| {
        browser.run(&format!(
            "[...document.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === '{label}').click()"
        ));
        browser.wait_for(&format!("({said}).startsWith('{begins}')"), "true");
    };
    push("Hint", "Look at ");
    let place = browser.text(said);
    push("Hint", "");
    browser.wait_for(&format!("({said}).length > 9 && ({said}) !== {}", json!(place)), "true");
    push("Hint", "1. ");
    // One wrong digit: the program knows that the rest cannot be right.
    let board = "document.querySelectorAll('.cells [data-id]:not([aria-readonly])').length";
    let open: usize = browser.text(board).parse().unwrap();
    browser.click(".cells [data-id]:not([aria-readonly])");
    let verdicts: Vec<_> = (1..=4)
        .map(|digit| {
            browser.press(&digit.to_string());
            push("Check", "");
            browser.wait_for(&format!("({said}).length > 3"), "true");
            browser.text(said)
        })
        .collect();
    let sound = verdicts.iter().filter(|said| *said == "No mistake so far.").count();
    assert!(sound == 1 || open == 1, "{verdicts:?}");
    browser.click("#explain");
    browser.wait_for("document.getElementById('steps').hidden", "false");
    assert_eq!(browser.text("!!document.querySelector('#steps svg')"), "true");
    browser.click("#edit");
    browser.wait_for(VERDICT, "proved");
    browser.click("#fill");
    browser.wait_for("location.pathname.endsWith('fill.html')", "true");
}

#[test]
fn who_has_no_token_or_comes_from_elsewhere_is_refused() {
    let served = Served::start();
    let asked = json!({"seconds": 9, "instance": UNIQUE}).to_string();
    let draw = "/TOKEN/remote-sudoku/draw";
    assert_eq!(served.status("GET", "/TOKEN/remote-sudoku", &[], ""), 200);
    assert_eq!(served.status("POST", draw, &[], &asked), 200);
    assert_eq!(served.status("GET", "/", &[], ""), 403);
    assert_eq!(served.status("GET", "/0123456789abcdef/remote-sudoku", &[], ""), 403);
    assert_eq!(served.status("POST", "/remote-sudoku/draw", &[], &asked), 403);
    for origin in ["https://example.org", "http://127.0.0.1:1", "null"] {
        assert_eq!(served.status("POST", draw, &[("Origin", origin)], &asked), 403, "{origin}");
    }
    // A name that leads here is not ours.
    assert_eq!(served.status("POST", draw, &[("Host", "example.org")], &asked), 403);
    assert_eq!(served.status("POST", "/TOKEN/remote-sudoku/selfcheck", &[], &asked), 422);
    assert_eq!(served.status("POST", "/TOKEN/hooks-1/draw", &[], &asked), 404);
    assert_eq!(served.status("POST", draw, &[], "{}"), 400);
    let large = asked.replace("clues", &"#".repeat(300 << 10));
    assert_eq!(served.status("POST", draw, &[], &large), 413);
}

#[test]
fn steps_hints_files_and_new_instances_are_had() {
    let served = Served::start();
    let Some(browser) = served.open() else { return };
    browser.click("#hint");
    browser.wait_for("document.getElementById('told').textContent.startsWith('Look at ')", "true");
    browser.click("#explain");
    browser.wait_for("document.getElementById('steps').hidden", "false");
    let why = "document.getElementById('why').textContent";
    let first = browser.text(why);
    browser.run(
        "const step = document.getElementById('step'); step.value = 5; step.dispatchEvent(new Event('input'))",
    );
    assert!(first.starts_with("1 of ") && browser.text(why).starts_with("6 of "), "{first}");
    // What a page saves is caught before the browser does.
    browser.run(
        "window.saved = {};
         let last;
         URL.createObjectURL = (blob) => { last = blob; return ''; };
         HTMLAnchorElement.prototype.click = async function () {
           const [name, blob] = [this.download, last];
           window.saved[name.split('.')[1]] = await blob.text();
         }",
    );
    for (file, ending, beginning) in [
        ("toml", "toml", "# Remote Sudoku"),
        ("svg", "svg", "<svg"),
        ("pdf", "pdf", "%PDF-"),
        ("certificate", "pbp", "pseudo-Boolean proof"),
    ] {
        browser.click(&format!("[data-file={file}]"));
        browser
            .wait_for(&format!("window.saved.{ending}?.slice(0, {})", beginning.len()), beginning);
    }
    browser.write("[name=size]", "4");
    browser.write("[name=seed]", "1");
    browser.run("document.querySelector('[name=grade]').value = 'easy'");
    browser.click("#make button");
    browser.wait_for(
        &format!("{TEXT}.split(';')[0]"),
        "# In the manner of Remote Sudoku: size 4, seed 1",
    );
    assert_eq!(browser.text(&format!("{TEXT}.split('\\n')[0].endsWith(', easy.')")), "true");
    browser.wait_for(VERDICT, "proved");
}

#[test]
fn the_runner_serves_one_puzzle_until_ctrl_c() {
    let mut command = Command::new(program_path("xtask"));
    command.args(["play", "Remote Sudoku", "--no-open"]).current_dir(root());
    let mut served = Served::running(command, tempfile::tempdir().unwrap());
    assert!(served.address.ends_with("/remote-sudoku"), "{}", served.address);
    assert_eq!(served.status("GET", "/TOKEN/remote-sudoku", &[], ""), 200);
    let pid = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(served.child.wait().unwrap().success());
    let surroundings = Surroundings { width: 390, dark: true, ..DESKTOP };
    let served = Served::start();
    let Some(browser) = Browser::start(surroundings) else { return };
    browser.go(&served.address);
    browser.wait_for(VERDICT, "proved");
    assert_eq!(browser.text("document.documentElement.scrollWidth <= innerWidth"), "true");
}
