//! Tests of every puzzle, from its data, with named tests for each:
//!
//! - `PUZZLE`: the result of `cargo xtask solve-all` matches the puzzle's snapshot;
//! - `cases::PUZZLE`: its output for the cases in `cases.toml` is as expected, and matches the
//!   snapshot (see [`cases`]);
//! - `looks::PUZZLE`: its boards look right without colours and in ASCII (see [`looks`]);
//! - `terminal::PUZZLE`: they fit into a terminal of 80 columns;
//! - `keys::PUZZLE`: a reader is offered the words that a board may need, and no others;
//! - `partial::PUZZLE`: its solved board can be completed, and has no mistake, if boards can be partial;
//! - `digits::PUZZLE`: the question says how many digits of a rounded answer are asked for;
//! - `largest::PUZZLE`: every command on its largest instances ends in time;
//! - `selfcheck::PUZZLE`: its program finds nothing wrong with itself, on fewer random instances than
//!   in `cargo xtask ci`;
//! - `refusals::PUZZLE`: each of its refusals has a case (see [`refusals`]).
//!
//! And one per snapshot: it belongs to a puzzle. All share one build and one run of `solve-all`.

mod cases;
mod looks;
mod refusals;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::thread;

use insta::Settings;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use workspace_tests::{build_together, program, root, run_with_input, solve, wanted, xtask};

/// The results of all puzzles, found once and only if a test needs them.
static RESULTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let wanted = wanted().iter().map(String::as_str);
    rows(
        &["solve-all", "--format", "json", "--timeout", "240"]
            .into_iter()
            .chain(wanted)
            .collect::<Vec<_>>(),
        &[0, 1],
    )
});

/// The test that looks at all rows.
const ALL_ROWS: &str = "solve_all_prints_one_row_per_puzzle";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let puzzles = rows(&["list", "--format", "json"], &[0]);
    let slugs: BTreeSet<_> = puzzles.iter().map(|row| text(row, "puzzle")).collect();
    let is_needed =
        |slug: &&String| is_selected(&arguments, ALL_ROWS) || is_wanted(&arguments, slug);
    build_together(slugs.iter().filter(is_needed).cloned().collect());
    let mut trials = Vec::new();
    for folder in [answers(), case_snapshots()] {
        for slug in snapshots(&folder).difference(&slugs) {
            let path = folder.join(format!("{slug}.snap"));
            let name = path.strip_prefix(answers()).expect("it is below").with_extension("");
            let name = format!("snapshot_of_{}", name.display());
            trials.push(Trial::test(name, move || Err(orphan(&path))));
        }
    }
    for row in &puzzles {
        let (slug, goal) = (text(row, "puzzle"), text(row, "goal"));
        let folder = root().join(text(row, "folder"));
        trials.push(test(slug.clone(), &slug, is_known));
        trials.push(test(format!("cases::{slug}"), &slug, move |slug| {
            cases_hold(slug, &folder, &goal)
        }));
        trials
            .push(test(format!("looks::{slug}"), &slug, |slug| looks::differ(slug, result(slug))));
        trials.push(test(format!("terminal::{slug}"), &slug, looks::fits_into_terminal));
        trials.push(test(format!("keys::{slug}"), &slug, |slug| {
            looks::keys_are_needed(slug, result(slug))
        }));
        trials.push(test(format!("partial::{slug}"), &slug, a_right_board_can_be_completed));
        trials.push(test(format!("digits::{slug}"), &slug, digits_are_asked_for));
        let folder = root().join(text(row, "folder"));
        trials.push(test(format!("largest::{slug}"), &slug, move |slug| {
            Ok(cases::read(&folder)?.run_largest(slug, &folder)?)
        }));
        trials.push(test(format!("selfcheck::{slug}"), &slug, finds_no_fault_with_itself));
        let folder = root().join(text(row, "folder"));
        trials.push(test(format!("refusals::{slug}"), &slug, move |slug| {
            Ok(refusals::have_cases(&folder, &case_snapshots().join(format!("{slug}.snap")))?)
        }));
    }
    trials.push(Trial::test("refusals_of_shared_crates", || {
        let shared = root().join("crates").join("shared");
        Ok(refusals::of_shared_crates_have_cases(&shared, &case_snapshots())?)
    }));
    trials.push(Trial::test("refusals_out_of_reach", || {
        Ok(refusals::out_of_reach_is_so(&root().join("crates"), &case_snapshots())?)
    }));
    trials.push(Trial::test(ALL_ROWS, move || {
        one_row_per_puzzle(&slugs);
        Ok(())
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Returns whether a test of this puzzle is selected.
fn is_wanted(arguments: &Arguments, slug: &str) -> bool {
    let kinds = [
        "",
        "cases::",
        "looks::",
        "terminal::",
        "keys::",
        "partial::",
        "digits::",
        "largest::",
        "selfcheck::",
    ];
    let mut names = kinds.into_iter().map(|kind| format!("{kind}{slug}"));
    names.any(|name| is_selected(arguments, &name))
}

/// Returns whether the test of this name is selected.
fn is_selected(arguments: &Arguments, name: &str) -> bool {
    let filter = arguments.filter.as_ref();
    filter.is_none_or(|filter| if arguments.exact { name == filter } else { name.contains(filter) })
}

fn test(
    name: String,
    slug: &str,
    run: impl FnOnce(&str) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let slug = slug.to_owned();
    Trial::test(name, move || run(&slug))
}

/// Returns the rows that a command of the runner prints as JSON.
fn rows(arguments: &[&str], exit_codes: &[i32]) -> Vec<Value> {
    let ran = xtask(arguments);
    assert!(ran.code.is_some_and(|code| exit_codes.contains(&code)), "{ran}");
    ran.json().as_array().expect("a list of puzzles").clone()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

/// Returns the folder of the snapshots of answers.
fn answers() -> PathBuf {
    root().join("tests").join("snapshots")
}

/// Returns the folder of the snapshots of cases.
fn case_snapshots() -> PathBuf {
    answers().join("cases")
}

/// Returns the slugs of all snapshots in `folder`.
fn snapshots(folder: &Path) -> BTreeSet<String> {
    let Ok(files) = fs::read_dir(folder) else { return BTreeSet::new() };
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(".snap")?.to_owned())).collect()
}

fn orphan(path: &Path) -> Failed {
    let path = path.strip_prefix(root()).unwrap_or(path).display();
    format!("there is no such puzzle; `git rm {path}` removes its snapshot").into()
}

/// Returns the result of a puzzle.
fn result(slug: &str) -> &'static Value {
    RESULTS.iter().find(|row| row["puzzle"] == slug).expect("every puzzle has a row")
}

/// Compares a result with its snapshot.
fn is_known(slug: &str) -> Result<(), Failed> {
    let row = result(slug);
    let status = text(row, "status");
    let Some(result) = row["snapshot_text"].as_str() else {
        return Err(format!("{slug} is {status}: {}", text(row, "error")).into());
    };
    if status == "unwritten" {
        let how = format!("state its rules or write a search, then `cargo xtask accept {slug}`");
        return Err(format!("{slug} is unwritten: {how}").into());
    }
    is_in_snapshot(slug, result, &answers())
}

/// Checks the solved board as a partial one.
fn a_right_board_can_be_completed(slug: &str) -> Result<(), Failed> {
    const REFUSALS: [&str; 3] = [
        "boards of this puzzle cannot be partial",
        "too large to be partial",
        "does not state its rules",
    ];
    let Some(board) = result(slug)["boards"][0].as_str() else { return Ok(()) };
    let ran = run_with_input(program(slug, &["check", "--partial", "--board", "-"]), board);
    let is_refused = ran.code == Some(2) && REFUSALS.iter().any(|why| ran.stderr.contains(why));
    if ran.code == Some(0) || is_refused { Ok(()) } else { Err(ran.to_string().into()) }
}

/// Checks that the question says to how many digits an answer with a decimal point is rounded; one with
/// an equals sign has the exact number, too.
fn digits_are_asked_for(slug: &str) -> Result<(), Failed> {
    let answer = text(result(slug), "answer");
    let is_rounded = answer.contains('.') && !answer.contains('=');
    let shown = solve(slug, &["show", "--format", "json"]).ends_with(0).json();
    let question = text(&shown, "question");
    if is_rounded && !["decimal", "digit"].iter().any(|word| question.contains(word)) {
        return Err(format!("{question} {answer} is rounded").into());
    }
    Ok(())
}

/// Compares `text` with the snapshot of `slug` in `folder`, by insta.
fn is_in_snapshot(slug: &str, text: &str, folder: &Path) -> Result<(), Failed> {
    let command = format!("`cargo xtask accept {slug}`");
    let updates = env::var_os("INSTA_UPDATE").is_some_and(|how| how != "no");
    if !folder.join(format!("{slug}.snap")).exists() && !updates {
        return Err(format!("{slug} has no snapshot; {command} keeps this:\n\n{text}").into());
    }
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _hint = Hint(format!("if the difference is right, {command} takes it over"));
    settings.bind(|| insta::assert_snapshot!(slug, text));
    Ok(())
}

/// A hint for a failed test.
struct Hint(String);

impl Drop for Hint {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Every row has the fields of a report, whatever the puzzle.
fn one_row_per_puzzle(slugs: &BTreeSet<String>) {
    assert_eq!(&RESULTS.iter().map(|row| text(row, "puzzle")).collect::<BTreeSet<_>>(), slugs);
    for row in RESULTS.iter() {
        assert_eq!(row["status"], "solved", "{row:#}");
        assert_eq!(row["snapshot"], "known", "{row:#}");
        assert!(row["error"].is_null(), "{row:#}");
        for key in ["puzzle", "title", "answer", "goal", "snapshot_text"] {
            assert!(row[key].is_string(), "{key} of {row:#}");
        }
        for key in ["solutions", "nodes", "dead_ends", "seconds"] {
            assert!(row[key].is_number(), "{key} of {row:#}");
        }
        assert!(row["remarks"].is_object() && row["boards"].is_array(), "{row:#}");
        assert!(row["complete"].is_boolean(), "{row:#}");
    }
}

/// Tries the cases of a puzzle, and compares the output with the snapshot.
fn cases_hold(slug: &str, folder: &Path, goal: &str) -> Result<(), Failed> {
    let said = cases::read(folder)?.run(slug, folder, goal)?;
    is_in_snapshot(slug, &said, &case_snapshots())
}

/// The limits of `selfcheck`: a puzzle whose instances take long to check gets fewer of them.
const LIMITS: [&str; 4] = ["--runs", "100", "--budget", "0.5"];

/// The environment variable by which `cargo xtask ci` sets the number of random instances instead.
const RUNS_VARIABLE: &str = "SELFCHECK_RUNS";

fn finds_no_fault_with_itself(slug: &str) -> Result<(), Failed> {
    let runs = env::var(RUNS_VARIABLE).ok();
    let limits = runs.as_ref().map_or(LIMITS.to_vec(), |runs| vec!["--runs", runs]);
    let ran = solve(slug, &[&["selfcheck", "--format", "json"][..], &limits].concat());
    if ran.code == Some(0) {
        Ok(())
    } else {
        Err(format!("{slug} finds a fault with itself\n{ran}").into())
    }
}
