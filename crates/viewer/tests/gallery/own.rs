//! The pages on which puzzles' programs run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use protocol::Goal;
use serde_json::{Value, json};
use tempfile::TempDir;
use workspace_tests::{program_path, root};

use crate::browser::{Browser, DESKTOP, Surroundings};

/// An instance with one solution, which needs every clue.
const UNIQUE: &str = "clues = \"\"\"\n2 . . 1\n. . . .\n1 . . 1\n3 . 2 .\n\"\"\"\n";

pub(crate) const VERDICT: &str =
    "document.getElementById('verdict').textContent.split(/[:(]/)[0].trim()";
const TEXT: &str = "document.getElementById('instance').value";
const LINE: &str = "document.querySelector('#lines .fault')?.textContent.trim()";
const FAULT: &str = "document.getElementById('fault').textContent";
const TOLD: &str = "document.getElementById('told').textContent";

/// The programs of all puzzles, as `cargo xtask bundle --wasm` makes them. Without them the test is
/// skipped, or fails where the environment says that there must be a browser.
fn programs() -> Option<PathBuf> {
    let path = program_path("viewer").parent()?.with_file_name("programs");
    if path.join("names.json").is_file() {
        return Some(path);
    }
    let required = std::env::var("REQUIRE_BROWSER").is_ok_and(|value| value == "1");
    assert!(!required, "there is no {}: cargo xtask bundle --wasm", path.display());
    None
}

/// Pages in a folder of their own.
pub(crate) struct Written {
    first: String,
    _folder: TempDir,
}

impl Written {
    /// Writes the pages of some puzzles, each with its goal and perhaps another instance than the
    /// published one.
    pub(crate) fn of(puzzles: &[(&str, Goal, Option<&str>)], arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = puzzles.iter().map(|&(slug, goal, instance)| {
            let path =
                |folder| root().join(format!("crates/{folder}/{slug}/instances/published.toml"));
            let published = || {
                let found = ["puzzles", "genres"].map(path).into_iter().find(|path| path.is_file());
                fs::read_to_string(found.unwrap()).unwrap()
            };
            let instance = instance.map_or_else(published, ToOwned::to_owned);
            json!({
                "slug": slug, "title": format!("The {slug}"), "published": "2019-04", "goal": goal,
                "instances": [["published", instance], ["other", UNIQUE]],
            })
        });
        let puzzles: Value = puzzles.collect();
        let input = folder.path().join("puzzles.json");
        fs::write(&input, puzzles.to_string()).unwrap();
        let mut command = Command::new(program_path("viewer"));
        command.args(["own", "--no-open", "--out"]).arg(folder.path().join("pages"));
        command.arg("--programs").arg(programs()?).args(arguments);
        command.stdin(fs::File::open(input).unwrap()).stderr(Stdio::inherit());
        let said = command.output().unwrap();
        assert!(said.status.success());
        let first = String::from_utf8(said.stdout).unwrap().trim().to_owned();
        Some(Self { first, _folder: folder })
    }

    /// Returns the folder of the pages.
    pub(crate) fn folder(&self) -> &Path {
        Path::new(self.first.trim_start_matches("file://")).parent().unwrap()
    }

    fn sudoku() -> Option<Self> {
        Self::of(&[("remote-sudoku", Goal::Unique, None)], &[])
    }

    /// Opens the first page.
    fn open(&self) -> Option<Browser> {
        let browser = Browser::start(DESKTOP)?;
        browser.go(&self.first);
        Some(browser)
    }

    /// Opens the first page and waits for the verdict.
    fn judged(&self) -> Option<Browser> {
        let browser = self.open()?;
        browser.wait_for(VERDICT, "proved");
        Some(browser)
    }
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
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
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
    let puzzle = ("hooks-5", Goal::Unique, Some(instance));
    let Some(written) = Written::of(&[puzzle], &[]) else { return };
    let Some(browser) = written.open() else { return };
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
    let puzzle = ("a-weird-tour", Goal::Unique, None);
    let Some(written) = Written::of(&[puzzle], &[]) else { return };
    let Some(browser) = written.judged() else { return };
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
        let Some(written) = Written::of(&[(slug, goal, None)], &[]) else { return };
        let Some(browser) = written.open() else { return };
        browser.wait_for(VERDICT, verdict);
        assert_eq!(browser.text(&format!("{answer}.slice(0, {})", shown.len())), shown, "{slug}");
        assert_eq!(browser.text("document.getElementById('boards').open"), "false");
        assert_eq!(browser.text(make), (!is_made).to_string(), "{slug}");
        if goal == Goal::Value {
            browser.click("#explain");
            browser.wait_for(TOLD, "this puzzle does not state its rules as constraints");
        }
    }
}

#[test]
fn a_fault_is_told_with_its_line() {
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
    write(&browser, "clues = \"\"\"\n. .\n. .\n\"\"\"\nclue = 3\n");
    browser.wait_for(LINE, "5");
    let fault = browser.text(FAULT);
    assert!(fault.starts_with("the instance, line 5: unknown key `clue`"), "{fault}");
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

/// Returns a Slitherlink that takes longer than a test waits: it has very many loops.
fn slow() -> String {
    format!("clues = \"\"\"\n{}\"\"\"\n", format!("{}\n", ". ".repeat(60).trim()).repeat(60))
}

#[test]
fn what_is_slow_ends_with_the_next_edit_with_a_click_and_in_time() {
    let puzzle = ("slitherlink", Goal::Unique, None);
    let Some(written) = Written::of(&[puzzle], &[]) else { return };
    let Some(browser) = written.judged() else { return };
    let small = browser.text(TEXT);
    // The workers that run.
    browser.run(
        "window.running = 0;
         const Plain = Worker;
         window.Worker = class extends Plain {
           constructor(...all) { super(...all); window.running += 1; }
           terminate() { super.terminate(); window.running -= 1; }
         }",
    );
    let says = "document.getElementById('verdict').textContent";
    write(&browser, &slow());
    browser.wait_for(says, "solving …");
    browser.wait_for("window.running", "1");
    write(&browser, &small);
    browser.wait_for(VERDICT, "proved");
    browser.wait_for("window.running", "0");
    write(&browser, &slow());
    browser.wait_for(says, "solving …");
    browser.click("#stop");
    browser.wait_for(says, "stopped");
    browser.wait_for("window.running", "0");
    browser.run("document.getElementById('seconds').append(new Option('1 s', 1))");
    browser.run("document.getElementById('seconds').value = 1");
    write(&browser, &format!("# Again\n{}", slow()));
    browser.wait_for(&format!("{says}.split(';')[0]"), "unproved: stopped: the time was up");
}

#[test]
fn without_a_puzzle_there_is_a_page_to_choose_one() {
    let puzzles = ["remote-sudoku", "hooks-5"].map(|slug| (slug, Goal::Unique, None));
    let Some(written) = Written::of(&puzzles, &[]) else { return };
    let Some(browser) = written.open() else { return };
    browser.click("a[href='hooks-5-edit.html']");
    browser.wait_for("document.querySelector('h1').textContent", "The hooks-5");
    browser.wait_for(VERDICT, "proved");
    browser.click(".bar nav a");
    browser.wait_for(&count(".choice a"), "2");
    browser.assert_quiet();
}

#[test]
fn a_draft_is_kept_until_the_text_is_emptied() {
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
    let published = browser.text(TEXT);
    write(&browser, UNIQUE);
    browser.wait_for(VERDICT, "proved");
    browser.go("about:blank");
    browser.go(&written.first);
    browser.wait_for(TEXT, UNIQUE);
    browser.wait_for(VERDICT, "proved");
    write(&browser, "");
    browser.go("about:blank");
    browser.go(&written.first);
    browser.wait_for(TEXT, &published);
    // Other instances of the crate.
    browser.run(
        "const begin = document.getElementById('begin'); begin.selectedIndex = 2; begin.dispatchEvent(new Event('change'))",
    );
    browser.wait_for(TEXT, UNIQUE);
}

#[test]
fn an_address_is_read_and_written() {
    const ADDRESS: &str = "https://puzz.link/p?slither/4/4/dgdh2c71";
    let puzzle = ("slitherlink", Goal::Unique, None);
    let Some(written) = Written::of(&[puzzle], &["--gallery", "https://example.org/site/"]) else {
        return;
    };
    let Some(browser) = written.judged() else { return };
    write(&browser, ADDRESS);
    browser.wait_for(&format!("{TEXT}.includes('. 2 2 .')"), "true");
    browser.wait_for(VERDICT, "proved");
    browser.run(
        "navigator.clipboard.writeText = async (text) => { window.written = text; return true; }",
    );
    browser.click("#address");
    browser.wait_for("window.written", ADDRESS);
    browser.click("#copy");
    browser.wait_for("window.written", "https://example.org/site/fill.html#u=slither/4/4/dgdh2c71");
    // Another genre.
    write(&browser, "https://puzz.link/p?nurikabe/4/4/g2zzz");
    browser.wait_for(&format!("{FAULT}.includes('nurikabe')"), "true");
    browser.assert_quiet();
}

/// What a page says of an instance that is filled in.
const SAID: &str = "document.querySelector('.said')?.innerText ?? ''";
const TROUBLE: &str = "document.getElementById('trouble').textContent";

fn push(browser: &Browser, label: &str, begins: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === '{label}').click()"
    ));
    browser.wait_for(&format!("({SAID}).startsWith('{begins}')"), "true");
}

#[test]
fn a_puzzle_of_a_code_is_filled_in_with_all_help() {
    let Some(written) = Written::of(
        &[("remote-sudoku", Goal::Unique, None)],
        &["--given", r#"{"code":"remote-sudoku:4:1"}"#],
    ) else {
        return;
    };
    assert!(written.first.ends_with("/fill.html#c=remote-sudoku:4:1"), "{}", written.first);
    let Some(browser) = written.open() else { return };
    browser.wait_for("!!document.querySelector('.said')", "true");
    push(&browser, "Hint", "Look at ");
    let place = browser.text(SAID);
    push(&browser, "Hint", "");
    browser.wait_for(&format!("({SAID}).length > 9 && ({SAID}) !== {}", json!(place)), "true");
    push(&browser, "Hint", "1. ");
    // One wrong digit: the program knows that the rest cannot be right.
    let board = "document.querySelectorAll('.cells [data-id]:not([aria-readonly])').length";
    let open: usize = browser.text(board).parse().unwrap();
    browser.click(".cells [data-id]:not([aria-readonly])");
    let verdicts: Vec<_> = (1..=4)
        .map(|digit| {
            browser.press(&digit.to_string());
            push(&browser, "Check", "");
            browser.wait_for(&format!("({SAID}).length > 3"), "true");
            browser.text(SAID)
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
fn steps_hints_files_and_new_instances_are_had() {
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
    browser.click("#hint");
    browser.wait_for(&format!("{TOLD}.startsWith('Look at ')"), "true");
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
fn an_instance_in_a_link_is_filled_in_and_recognised() {
    let given = json!({"instance": ["remote-sudoku", UNIQUE]}).to_string();
    let puzzle = ("remote-sudoku", Goal::Unique, None);
    let Some(written) = Written::of(&[puzzle], &["--given", &given]) else { return };
    let (page, fragment) = written.first.split_once('#').unwrap();
    assert!(fragment.len() < 150, "{fragment}");
    let Some(browser) = written.open() else { return };
    browser.wait_for("!!document.querySelector('.said')", "true");
    push(&browser, "Check", "Nothing is filled in yet.");
    let solved: Value = {
        let asked = json!({"instance": UNIQUE}).to_string();
        serde_json::from_str(&native("remote-sudoku", "solve", &asked)).unwrap()
    };
    let digits = solved["boards"][0].as_str().unwrap().split_whitespace();
    browser.click("[data-id='0']");
    for (place, digit) in digits.enumerate() {
        browser.click(&format!("[data-id='{place}']"));
        browser.press(digit);
    }
    browser.wait_for(&format!("({SAID}).startsWith('Solved in ')"), "true");
    for (fragment, trouble) in [
        ("s=abc", "The link is damaged"),
        ("u=nonesuch/4/4/1", "no puzzle reads addresses of `nonesuch`"),
        ("c=remote-sudoku:4", "the code remote-sudoku:4: expected PUZZLE:SIZE:SEED"),
        ("c=%3Cimg%20src=x%20onerror=alert(1)%3E", "there is no puzzle"),
    ] {
        browser.go("about:blank");
        browser.go(&format!("{page}#{fragment}"));
        browser.wait_for(&format!("{TROUBLE}.startsWith({})", json!(trouble)), "true");
    }
}

#[test]
fn kept_clues_turn_grey_sides_are_painted_and_other_solutions_shown() {
    const ALT: &str = "\u{e00a}";
    const AROUND: [&str; 6] =
        ["\u{e014}", "\u{e015}", "\u{e015}", "\u{e012}", "\u{e013}", "\u{e013}"];
    let puzzle = ("slitherlink", Goal::Unique, None);
    let given = json!({"address": "slither/4/4/dgdh2c71"}).to_string();
    let Some(written) = Written::of(&[puzzle], &["--given", &given]) else { return };
    let Some(browser) = written.open() else { return };
    browser.wait_for("!!document.querySelector('.said')", "true");
    assert_eq!(browser.text("programs.size"), "1", "a page loads the module of its puzzle");
    browser.click("[data-id='0']");
    for side in AROUND {
        browser.press_with(ALT, side);
    }
    browser.wait_for(&count(".veils rect"), "2");
    push(&browser, "Undo", "");
    browser.wait_for(&count(".veils rect"), "1");
    // Between corners lie the cells.
    let painted = "[...document.querySelectorAll('.grounds polygon')].map((cell) => cell.getAttribute('fill')).join()";
    browser.click(".modes label:has([value=side])");
    browser.click("[data-id='0']");
    assert_eq!(browser.text(painted), "hsl(200 75% 55%)");
    browser.press(" ");
    assert_eq!(browser.text(painted), "hsl(40 75% 55%)");
    let (page, _) = written.first.split_once('#').unwrap();
    browser.go("about:blank");
    browser.go(&format!("{page}#u=slither/3/3/jj"));
    browser.wait_for("!!document.querySelector('.said')", "true");
    push(&browser, "Other solutions", "ambiguous");
    assert_eq!(browser.text(&count(".solutions[open] svg")), "2");
    browser.assert_quiet();
}

/// Returns what a puzzle's own program prints for a page.
fn native(slug: &str, command: &str, asked: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("asked.json");
    fs::write(&input, asked).unwrap();
    let mut program = Command::new(program_path(slug));
    program.args(["page", command, "--timeout=60"]).stdin(fs::File::open(input).unwrap());
    String::from_utf8(program.output().unwrap().stdout).unwrap()
}

/// What is hostile in an instance or a link stays text.
#[test]
fn nothing_that_is_pasted_runs() {
    const HOSTILE: &str =
        "<img src=x onerror='window.attacked=1'><script>window.attacked=1</script>";
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
    let fault = format!("{FAULT}.length > 0");
    for text in [
        format!("clues = '{HOSTILE}'"),
        format!("\"{HOSTILE}\" = 1"),
        format!("https://puzz.link/p?{HOSTILE}"),
        UNIQUE.replace("2 . . 1", "2 . . <svg/onload=window.attacked=1>"),
    ] {
        write(&browser, &text);
        browser.wait_for(&fault, "true");
    }
    // Neither does what is put into the page, nor a text as a script.
    let hostile = json!(HOSTILE);
    browser.run(&format!(
        "document.getElementById('told').innerHTML = {hostile}; setTimeout('window.attacked = 1')"
    ));
    thread::sleep(Duration::from_millis(300));
    assert_eq!(browser.text("window.attacked"), "undefined");
}

/// Slugs of all puzzles and genres.
fn slugs() -> Vec<String> {
    let folders = ["puzzles", "genres"].map(|folder| root().join("crates").join(folder));
    let crates = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut slugs: Vec<_> = crates.map(name).collect();
    slugs.sort();
    slugs
}

/// Returns an answer without its times.
fn timeless(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap_or(json!(answer));
    if let Some(verdict) = answer.get_mut("verdict") {
        let text = verdict.as_str().unwrap_or_default();
        *verdict = json!(text.rsplit_once(", ").map_or(text, |(before, _)| before));
    }
    answer
}

#[test]
fn every_program_says_in_a_page_what_it_says_on_this_machine() {
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = written.judged() else { return };
    let (mut ratios, mut slowest) = (Vec::new(), (0.0, String::new()));
    for slug in slugs() {
        // Building it does not count.
        let _ = program_path(&slug);
        let start = Instant::now();
        let here = native(&slug, "solve", "{}");
        let own = start.elapsed().as_secs_f64();
        let answer = browser.run(&format!(
            "const begun = performance.now();
             return runPrograms(['page', '{slug}', 'solve', '--timeout=60'], '{{}}')
               .then(({{ stdout }}) => stdout, (error) => error.message)
               .then((answer) => [answer, (performance.now() - begun) / 1000])"
        ));
        let (there, seconds) = (answer[0].as_str().unwrap(), answer[1].as_f64().unwrap());
        assert_eq!(timeless(there), timeless(&here), "{slug}");
        let ratio = seconds / own;
        ratios.push(ratio);
        if ratio > slowest.0 {
            slowest = (ratio, slug);
        }
    }
    let mean = ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!(
        "{} programs; time in the page / own: {:.2} (geometric mean), at most {slowest:?}",
        ratios.len(),
        mean.exp()
    );
}

#[test]
fn the_page_fits_a_phone() {
    let Some(written) = Written::sudoku() else { return };
    let Some(browser) = Browser::start(Surroundings { width: 390, dark: true, ..DESKTOP }) else {
        return;
    };
    browser.go(&written.first);
    browser.wait_for(VERDICT, "proved");
    assert_eq!(browser.text("document.documentElement.scrollWidth <= innerWidth"), "true");
}
