//! Explanations and hints, from a user's perspective.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use workspace_tests::{Ran, cargo, program, root, run, run_with_input, scratch, solve};

const SLUGS: [&str; 3] = ["hooks-1", "remote-sudoku", "rather-square-sudoku"];

/// Most words of a step, its rules apart.
const MOST_WORDS: usize = 60;

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// Returns row and column, both from 0, of a cell such as `r1c12`.
fn place(cell: &str) -> (usize, usize) {
    let (row, column) = cell[1..].split_once('c').unwrap();
    (row.parse::<usize>().unwrap() - 1, column.parse::<usize>().unwrap() - 1)
}

#[test]
fn an_explanation_for_programs_has_steps_with_their_grounds() {
    for slug in SLUGS {
        let explanation = solve(slug, &["explain", "--format", "json"]).ends_with(0).json();
        assert_eq!(explanation["puzzle"], slug);
        assert_eq!(explanation["complete"], true);
        let steps = explanation["steps"].as_array().unwrap();
        assert_eq!(explanation["difficulty"]["steps"], steps.len());
        for key in ["hard_steps", "most_groups", "longest_chain"] {
            assert!(explanation["difficulty"][key].is_u64(), "{key}");
        }
        assert!(explanation["difficulty"]["grade"].is_string());
        for step in steps {
            assert!(!strings(&step["cells"]).is_empty(), "{step:#}");
            let facts = strings(&step["facts"]);
            assert!(!facts.is_empty() && facts.iter().all(|fact| fact.contains("= ")), "{step:#}");
            let groups = step["groups"].as_array().unwrap();
            assert!(groups.iter().all(|group| group["rule"].is_string()), "{step:#}");
            assert!(groups.iter().all(|group| group["place"].is_string()), "{step:#}");
            strings(&step["because"]);
            assert!(groups.len() > 1 || strings(&step["chain"]).is_empty(), "{step:#}");
            let text = step["text"].as_str().unwrap();
            assert!(!step["technique"].as_str().unwrap().is_empty() && step["cost"].is_u64());
            let (told, _) = text.split_once(" Rule: ").unwrap_or((text, ""));
            assert!(told.split_whitespace().count() <= MOST_WORDS, "{told}");
        }
        let again = solve(slug, &["explain", "--format", "json"]).ends_with(0).json();
        assert_eq!(explanation, again, "the steps are the same each time");
    }
}

#[test]
fn steps_that_are_kept_are_those_that_a_search_finds() {
    let file = scratch("found.steps");
    let explain = |more: &[&str]| {
        let arguments = [&["explain", "--format", "json"], more].concat();
        solve("hooks-1", &arguments).ends_with(0).json()
    };
    let anew = explain(&["--anew", "--keep", file.to_str().unwrap()]);
    assert_eq!(anew["steps"], explain(&[])["steps"]);
    let kept = root().join("crates/puzzles/hooks-1/instances/published.steps");
    let [found, kept] = [file, kept].map(|path| fs::read_to_string(path).unwrap());
    assert_eq!(found, kept, "`cargo xtask grade --save-docs --anew hooks-1` writes them anew");
    let trace = solve("hooks-1", &["trace", "--explain", "--kept"]).ends_with(0).stdout;
    assert_eq!(Some(trace.lines().count()), anew["steps"].as_array().map(|steps| steps.len() + 2));
    let refused = solve("hooks-1", &["explain", "--keep", "/nowhere/file"]).ends_with(2);
    assert!(refused.stderr.contains("cannot write /nowhere/file"), "{refused:?}");
}

#[test]
fn what_the_steps_find_is_the_solution() {
    let explanation = solve("remote-sudoku", &["explain", "--format", "json"]).ends_with(0).json();
    let report = solve("remote-sudoku", &["--format", "json"]).ends_with(0).json();
    let board: Vec<Vec<&str>> = report["boards"][0]
        .as_str()
        .unwrap()
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    let mut known = BTreeSet::new();
    for step in explanation["steps"].as_array().unwrap() {
        for because in strings(&step["because"]) {
            assert!(known.contains(because) || because.contains("!="), "{because} comes too early");
        }
        for fact in strings(&step["facts"]) {
            let Some((cell, value)) = fact.split_once(" = ") else { continue };
            let (row, column) = place(cell);
            let found = board[row][column];
            assert_eq!(found, value, "{cell}");
            known.insert(fact.to_owned());
        }
    }
    assert_eq!(known.len(), 81);
}

#[test]
fn what_is_read_off_takes_few_facts() {
    let report = solve("hooks-6", &["explain", "--all", "--format", "json"]).ends_with(0).json();
    let all = report["steps"].as_array().unwrap().iter();
    let read_off = all.filter(|step| step["technique"] == "read off");
    let facts: Vec<usize> =
        read_off.map(|step| step["because"].as_array().unwrap().len()).collect();
    assert!(facts.len() > 20 && facts.iter().all(|&facts| facts <= 15), "{facts:?}");
}

#[test]
fn an_explanation_is_told_in_sentences() {
    let told = solve("rather-square-sudoku", &["explain"]).ends_with(0).stdout;
    let (summary, steps) = told.split_once("\nThe rules, by their numbers:\n").unwrap();
    let summary = summary.replace('\n', " ");
    assert!(
        summary.contains("The hardest is step") && summary.contains("Difficulty: "),
        "{summary}"
    );
    assert!(steps.contains("Every row holds each digit once."), "{steps}");
    assert!(steps.contains("Only place left: "), "{steps}");
    assert!(steps.contains(": otherwise ") && steps.contains(" too often."), "{steps}");
    assert!(steps.contains("All 81 cells are known."), "{steps}");
    assert!(told.lines().all(|line| line.len() <= 120), "{told}");
    let all = solve("rather-square-sudoku", &["explain", "--all"]).ends_with(0).stdout;
    assert!(all.lines().count() > told.lines().count());
    assert!(all.contains("   r"), "what is seen at a glance has no number: {all}");
    let first = solve("rather-square-sudoku", &["explain", "--all", "--steps", "2"]).ends_with(0);
    assert!(all.contains(first.stdout.split_once("\n2. ").unwrap().1.lines().next().unwrap()));
    assert!(!first.stdout.contains("\n3. "), "{}", first.stdout);
}

#[test]
fn larger_instances_are_explained_in_full_with_few_conflicts() {
    for (slug, name) in [("masyu", "12-by-12"), ("star-battle", "14-by-14")] {
        let instance = root().join(format!("crates/genres/{slug}/instances/{name}.toml"));
        let instance = ["explain", "--instance", instance.to_str().unwrap(), "--figures"];
        let figures = solve(slug, &[&instance[..], &["--conflicts", "50000"]].concat());
        assert_eq!(figures.ends_with(0).json()["complete"], true, "{slug}");
    }
}

/// The texts are reviewed like prose.
#[test]
fn explanations_read_well() {
    let slugs = [
        "block-party-4",
        "choco-banana",
        "hitori",
        "hooks-1",
        "hooks-7",
        "its-symmetric-2",
        "rather-square-sudoku",
        "slitherlink",
        "star-battle",
        "twenty-four-seven-1",
    ];
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/snapshots/explanations"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for slug in slugs {
        let text = solve(slug, &["explain"]).ends_with(0).stdout;
        settings.bind(|| insta::assert_snapshot!(slug, text));
    }
}

#[test]
fn instances_without_one_solution_are_told_so() {
    let explain = |clues: &str| {
        let arguments = ["explain", "--instance", "-"];
        let instance = format!("clues = \"\"\"\n{clues}\n\"\"\"\n");
        run_with_input(program("remote-sudoku", &arguments), &instance)
    };
    let ambiguous = explain("1 . . .\n. . . .\n. . . .\n. . . .").ends_with(0);
    assert!(ambiguous.stdout.starts_with("The rules have several solutions"), "{ambiguous:?}");
    let wrong = explain("9 . . .\n. . . .\n. . . .\n. . . .").ends_with(1);
    assert_eq!(wrong.stderr, "no solution: there is nothing to explain\n");
    let none = solve("shut-the-box", &["explain"]).ends_with(2);
    assert!(none.stderr.contains("does not state its rules as constraints"), "{none:?}");
}

#[test]
fn clues_that_clash_are_told_with_their_places() {
    let clash = |slug: &str, instance: &str, format: &str| {
        let arguments = ["clash", "--instance", "-", "--format", format];
        run_with_input(program(slug, &arguments), instance)
    };
    let sudoku = |clues: &str| format!("clues = \"\"\"\n{clues}\n\"\"\"\n");
    let instance = sudoku("1 2 . .\n3 . . 9\n. 1 . .\n. . . 9");
    let told = clash("remote-sudoku", &instance, "text").ends_with(0).stdout;
    let beginning = "1 clue clashes with the rules; without it there is a solution:\n";
    assert!(told.starts_with(beginning) && told.ends_with(": 9\n"), "{told}");
    let report = clash("remote-sudoku", &instance, "json").ends_with(0).json();
    assert_eq!((&report["unsolvable"], &report["minimal"]), (&json!(true), &json!(true)));
    let clue = json!({"key": "clues", "line": 3, "place": 3, "clue": "9"});
    assert_eq!(report["clues"], json!([clue]));
    // A text of one line.
    let told =
        clash("hooks-1", "rows = \"46 . . . . . . . 46\"\ncolumns = \". . . . . . . . .\"", "text");
    assert!(told.stdout.ends_with("`rows[8]`: 46\n"), "{told:?}");
    // One of several tables.
    let published = "crates/puzzles/a-weird-tour/instances/published.toml";
    let published = fs::read_to_string(root().join(published)).unwrap();
    let told = clash("a-weird-tour", &published.replacen("words = 1", "words = 2", 1), "text");
    assert_eq!(told.stdout, format!("{beginning}`regions[0].words`: 2\n"));
    // Clues that clash where they are, whatever they say.
    let told = clash("nurikabe", "clues = \"\"\"\n2 3\n. .\n\"\"\"\n", "text").ends_with(0).stdout;
    let beside = "r1c1 of `clues`: 2\nr1c2 of `clues`: 3\n";
    assert!(told.starts_with("2 clues clash where they are") && told.ends_with(beside), "{told}");
    let solvable = clash("remote-sudoku", &sudoku("1 . . .\n. . . .\n. . . .\n. . . ."), "text");
    assert_eq!(solvable.ends_with(1).stdout, "no clash: the instance has a solution\n");
}

/// Returns whether the checker is installed; tests report if it is missing.
fn has_checker() -> bool {
    let has_checker = Command::new("veripb").arg("--version").output().is_ok();
    if !has_checker {
        eprintln!("veripb is not installed: nothing is verified");
    }
    has_checker
}

fn is_verified(opb: &Path, proof: &Path) -> bool {
    let said = Command::new("veripb").args([opb, proof]).output().unwrap();
    String::from_utf8_lossy(&said.stdout).contains("VERIFIED UNSATISFIABLE")
}

#[test]
fn every_step_is_verified() {
    if !has_checker() {
        return;
    }
    for slug in SLUGS {
        let ran = solve(slug, &["explain", "--certify", "--format", "json"]).ends_with(0);
        let told = ran.json()["steps"].as_array().unwrap().len();
        let (verified, rest) = ran.stderr.split_once(' ').unwrap();
        // With those that are seen at a glance.
        assert!(verified.parse::<usize>().unwrap() >= told, "{}", ran.stderr);
        assert!(rest.starts_with("steps verified"), "{}", ran.stderr);
    }
}

/// Returns a `PATH` that begins with a folder where `veripb` is this shell script; alone, with
/// nothing else in it.
#[cfg(unix)]
fn with_checker(name: &str, script: Option<&str>, is_alone: bool) -> std::ffi::OsString {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch(name);
    fs::create_dir_all(&folder).unwrap();
    if let Some(script) = script {
        let checker = folder.join("veripb");
        fs::write(&checker, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&checker, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let others = std::env::var_os("PATH").filter(|_| !is_alone).unwrap_or_default();
    std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others))).unwrap()
}

#[cfg(unix)]
#[test]
fn a_checker_that_fails_or_is_missing_is_exit_code_1_with_its_words() {
    let explain = ["explain", "--certify", "--steps", "1"];
    let failing = with_checker("failing-checker", Some("echo out of order >&2; exit 7"), false);
    let mut certify = cargo(root(), &["xtask", "certify", "remote-sudoku"]);
    let mut explained = program("remote-sudoku", &explain);
    for command in [&mut certify, &mut explained] {
        command.env("PATH", &failing);
    }
    for ran in [certify, explained].map(|command| run(command).ends_with(1)) {
        assert!(ran.stderr.contains("veripb failed: exit status: 7: out of order"), "{ran}");
    }
    let mut missing = program("remote-sudoku", &explain);
    missing.env("PATH", with_checker("no-checker", None, true));
    let ran = run(missing).ends_with(1);
    assert!(ran.stderr.contains("not installed"), "{ran}");
}

#[cfg(unix)]
#[test]
fn a_checker_that_hangs_ends_with_the_program() {
    let pid = scratch("hanging-checker.pid");
    let script = format!("echo $$ > '{}'; exec sleep 600", pid.display());
    let explain = ["explain", "--certify", "--steps", "1", "--timeout", "1"];
    let mut command = program("remote-sudoku", &explain);
    command.env("PATH", with_checker("hanging-checker", Some(&script), false));
    let ran = run(command).ends_with(1);
    assert!(ran.stderr.contains("the time was up"), "{ran}");
    let pid = fs::read_to_string(pid).unwrap();
    let is_running = Command::new("kill").args(["-0", pid.trim()]).output().unwrap();
    assert!(!is_running.status.success(), "it is still running: {pid}");
}

#[test]
fn a_spoiled_step_is_refused() {
    let folder = scratch("explained");
    let _ = fs::remove_dir_all(&folder);
    if !has_checker() {
        return;
    }
    let out = folder.to_str().unwrap();
    let arguments = ["explain", "--certify", "--steps", "9", "--out", out];
    let _ = solve("remote-sudoku", &arguments).ends_with(0);
    let rules = solve("remote-sudoku", &["rules"]).ends_with(0).stdout;
    let rules: BTreeSet<&str> = rules.lines().collect();
    for number in 1..=9 {
        let opb = folder.join(format!("step-{number}.opb"));
        let proof = opb.with_extension("pbp");
        assert!(is_verified(&opb, &proof), "step {number}");
        let text = fs::read_to_string(&opb).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        // The rest are facts, and the negation of the step's conclusions.
        let (denial, others) = lines[1..].split_last().unwrap();
        for line in others {
            let is_fact = line.split(' ').count() == 5 && line.ends_with(" >= 1 ;");
            assert!(rules.contains(line) || is_fact, "step {number}: {line}");
        }
        let spoiled = folder.join("spoiled.opb");
        let refuses = |lines: &[&str]| {
            fs::write(&spoiled, lines.join("\n") + "\n").unwrap();
            !is_verified(&spoiled, &proof)
        };
        let change = |place: usize, line: &str| {
            let mut lines = lines.clone();
            lines[place] = line;
            refuses(&lines)
        };
        // Without its rule, or with other conclusions.
        let first = rules_of(&lines, &rules).filter(|&place| change(place, "1 x1 >= 0 ;")).count();
        assert!(first > 0, "step {number} needs none of its constraints");
        let other = denial.replace("~x", "y").replace('x', "~x").replace('y', "x");
        assert!(change(lines.len() - 1, &other), "step {number}: {other}");
    }
}

/// Returns the indices of lines that occur in the rules.
fn rules_of<'a>(lines: &'a [&str], rules: &'a BTreeSet<&str>) -> impl Iterator<Item = usize> + 'a {
    (1..lines.len()).filter(|&place| rules.contains(lines[place]))
}

#[test]
fn a_hint_tells_as_much_as_it_should() {
    let hint =
        |level: &str| solve("remote-sudoku", &["hint", "--level", level]).ends_with(0).stdout;
    let (place, rule, fact) = (hint("place"), hint("rule"), hint("fact"));
    assert!(place.starts_with("Look at "), "{place}");
    assert!(rule.contains("clue") && !rule.contains("r8c5 is 7"), "{rule}");
    assert!(fact.starts_with("r8c5 is 7: "), "{fact}");
    let data = solve("remote-sudoku", &["hint", "--level", "rule", "--format", "json"]);
    let data = data.ends_with(0).json();
    assert_eq!(data["status"], "hint");
    assert!(!strings(&data["rules"]).is_empty() && data["steps"] == serde_json::json!([]));
}

#[test]
fn hints_lead_to_the_solution() {
    // The second one has kept steps with weaker premises than these boards.
    for slug in ["remote-sudoku", "rather-square-sudoku"] {
        let solution = solution(slug);
        let solved: Vec<&str> = solution.split_whitespace().collect();
        let every_second = solved.iter().enumerate();
        let mut board: Vec<&str> =
            every_second.map(|(place, &digit)| if place % 2 == 0 { digit } else { "." }).collect();
        for _ in 0..5 {
            let hint = ask(slug, &board, &["--format", "json"]).ends_with(0).json();
            let last = hint["steps"].as_array().unwrap().last().unwrap();
            let fact = strings(&last["facts"])[0];
            let (cell, value) = fact.split_once(" = ").unwrap();
            let (row, column) = place(cell);
            let place = row * 9 + column;
            assert_eq!((board[place], solved[place]), (".", value), "{slug}: {fact}");
            board[place] = solved[place];
        }
        assert_eq!(ask(slug, &solved, &[]).ends_with(0).stdout, "The board is solved.\n");
    }
}

/// Returns the solved board of a puzzle.
fn solution(slug: &str) -> String {
    let report = solve(slug, &["--format", "json"]).ends_with(0).json();
    report["boards"][0].as_str().unwrap().to_owned()
}

/// Returns a hint for a board of 9 x 9 cells.
fn ask(slug: &str, board: &[&str], more: &[&str]) -> Ran {
    let rows = board.chunks(9).map(|row| row.join(" ") + "\n");
    let arguments = [&["hint", "--board", "-"], more].concat();
    run_with_input(program(slug, &arguments), &rows.collect::<String>())
}

#[test]
fn a_mistake_is_told_instead_of_a_hint() {
    let solution = solution("remote-sudoku");
    let mut board: Vec<&str> = solution.split_whitespace().collect();
    board[40] = if board[40] == "1" { "2" } else { "1" };
    let told = ask("remote-sudoku", &board, &[]).ends_with(1).stdout;
    assert_eq!(told, "There is a mistake on the board; `--mistake` shows where.\n");
    let told = ask("remote-sudoku", &board, &["--mistake"]).ends_with(1).stdout;
    assert_eq!(told, "There is a mistake on the board: r5c5 is wrong.\n");
    let walk = "r1c1\n";
    let refused =
        run_with_input(program("die-agony", &["hint", "--board", "-"]), walk).ends_with(2);
    assert!(refused.stderr.contains("cannot be partial"), "{refused:?}");
}

/// Asks for a hint on a Hitori board with one number in each cell.
fn ask_hitori(numbers: &str, board: &str, more: &[&str]) -> Ran {
    let numbers = format!("numbers='{}'", numbers.replace(" / ", "\\n"));
    let setting = numbers.replace('\'', "\"");
    let arguments = [&["hint", "--set", &setting, "--board", "-"], more].concat();
    run_with_input(program("hitori", &arguments), &board.replace(" / ", "\n"))
}

#[test]
fn hints_follow_from_the_board_where_an_instance_has_several_solutions() {
    let open = "1 2 2 4 / . . . . / . . . . / . . . .";
    let told = |board: &str, code| ask_hitori(open, board, &["--mistake"]).ends_with(code).stdout;
    let broken = told("# # . . / . . . . / . . . . / . . . .", 1);
    assert_eq!(broken, "There is a mistake on the board: r1c2 is wrong.\n");
    let forced = told("- . . . / # . . . / . . . . / . . . .", 0);
    assert!(forced.starts_with("r2c2 is unshaded: not together with r2c1"), "{forced}");
    let full = told("- # - - / - - - - / - - - - / - - - -", 0);
    assert_eq!(full, "The board is solved.\n");
    // Two solutions that differ in r4c3 and r4c4.
    let two = "4 3 2 1 / 1 1 3 3 / 1 4 1 2 / 3 2 4 4";
    let told = |board: &str| ask_hitori(two, board, &[]).ends_with(0).stdout;
    let forced = told("- - - - / - # - # / # - - - / - - # .");
    assert!(forced.starts_with("r4c4 is unshaded: "), "{forced}");
    let rest = told("- - - - / - # - # / # - - - / - - . .");
    assert_eq!(rest, "All that follows is there: the rest has several solutions.\n");
}

#[test]
fn a_hint_that_takes_too_long_says_so() {
    let late = solve("square-run", &["hint"]).ends_with(1);
    assert!(late.stderr.contains("the time was up; `--timeout SECONDS` changes"), "{late}");
    let late = solve("square-run", &["hint", "--timeout", "1", "--format", "json"]).ends_with(1);
    assert_eq!(late.json()["status"], "stopped");
}

#[test]
fn a_step_is_drawn_and_all_are_played() {
    let svg = solve("hooks-1", &["draw", "--step", "3"]).ends_with(0).stdout;
    assert!(svg.starts_with("<svg") && svg.contains("polygon"), "{svg}");
    let none = solve("hooks-1", &["draw", "--step", "9999"]).ends_with(1);
    assert!(none.stderr.starts_with("there is no step 9999"), "{none:?}");
    let trace = solve("hooks-1", &["trace", "--explain"]).ends_with(0).stdout;
    let lines: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    assert!(first["base"].is_object() && last["complete"] == true, "{last}");
    assert_eq!(last["steps"], lines.len() - 2);
    assert_eq!(lines[lines.len() - 2]["event"], "solution");
    assert!(lines[1]["why"].as_str().unwrap().contains(": "), "{}", lines[1]);
    let trace = solve("hooks-7", &["trace", "--explain"]).ends_with(0).stdout;
    let first: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let report = solve("hooks-7", &["explain", "--format", "json"]).ends_with(0).json();
    assert!(first["given"].is_array() && first["given"] == report["given"], "{first}");
}

#[test]
fn the_picture_of_a_step_shows_its_reason() {
    let trace = solve("hitori", &["trace", "--explain"]).ends_with(0).stdout;
    let lines: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let steps = &lines[1..lines.len() - 1];
    let texts = |step: &Value| -> Vec<String> {
        let legend = step["picture"]["legend"].as_array().unwrap().iter();
        legend.map(|key| key["text"].as_str().unwrap().to_owned()).collect()
    };
    assert!(steps.iter().all(|step| texts(step).iter().any(|text| text == "conclusion")));
    // The parts of a cut belong to white cells, which are connected; black ones lie between them.
    let cut = steps.iter().find(|step| step["told"]["technique"] == "cut").expect("a cut");
    assert!(texts(cut).contains(&"the other part".to_owned()), "{cut}");
    let parts = &cut["told"]["cut"]["parts"];
    let [one, other] = [&parts[0], &parts[1]].map(strings);
    assert!(one.len() <= other.len() && one.iter().all(|cell| !other.contains(cell)), "{parts}");
    assert!(!strings(&cut["told"]["cut"]["border"]).is_empty(), "{cut}");
    let trial = steps.iter().find(|step| step["told"]["technique"] == "trial").expect("a trial");
    let links = trial["told"]["chain_cells"].as_array().unwrap();
    assert!(links.len() > 1 && links.iter().any(|cells| !strings(cells).is_empty()), "{trial}");
    let drawn = solve("hitori", &["draw", "--step", "1"]).ends_with(0).stdout;
    assert!(drawn.contains(">conclusion</text>"), "{drawn}");
}

#[test]
fn what_is_given_is_no_step() {
    let report = solve("block-party-1", &["explain", "--format", "json"]).json();
    for step in report["steps"].as_array().unwrap() {
        let groups = step["groups"].as_array().unwrap();
        assert!(groups.iter().all(|group| group["rule"] != "Given numbers stay."), "{step:#}");
    }
    // Four regions have one cell: their values follow from the form alone.
    let given = report["given"].as_array().unwrap();
    let alone = given.iter().find(|told| strings(&told["facts"]).contains(&"r4c4 = 1"));
    assert_eq!(strings(&alone.unwrap()["facts"]).len(), 4, "{given:#?}");
}

#[test]
fn what_nothing_needs_is_shown_on_request() {
    let arguments = ["explain", "--all", "--format", "json"];
    let report = solve("kakuro", &arguments).ends_with(0).json();
    let (needed, others): (Vec<&Value>, Vec<&Value>) =
        report["steps"].as_array().unwrap().iter().partition(|step| step["is_needed"] != false);
    let known: BTreeSet<&str> = needed.iter().flat_map(|step| strings(&step["facts"])).collect();
    assert!(!others.is_empty());
    for step in others {
        assert!(strings(&step["facts"]).iter().all(|fact| !known.contains(fact)), "{step:#}");
    }
}

#[test]
fn an_instance_is_made_of_a_wished_grade() {
    let make = |wish: &[&str]| {
        let arguments = ["make", "--size", "6", "--seed", "4", "--format", "json"];
        solve("remote-sudoku", &[&arguments, wish].concat())
    };
    let made =
        make(&["--harder-than", "moderate", "--easier-than", "very-hard"]).ends_with(0).json();
    assert_eq!(made["grade"], "hard");
    let again = ["explain", "--instance", "-", "--format", "json"];
    let instance = made["instance"].as_str().unwrap();
    let explained = run_with_input(program("remote-sudoku", &again), instance).ends_with(0).json();
    assert_eq!(explained["difficulty"]["grade"], "hard");
    let none = make(&["--easier-than", "trivial"]).ends_with(2);
    assert!(none.stderr.contains("no grade is as hard and as easy as that"), "{none:?}");
    let unknown = make(&["--easier-than", "so-so"]).ends_with(2);
    assert!(unknown.stderr.contains("trivial, easy, moderate"), "{unknown:?}");
}

#[test]
fn the_page_about_grades_has_a_section_for_their_table() {
    let page = fs::read_to_string(root().join("docs/explanations.md")).unwrap();
    let (_, table) = page.split_once("<!-- grades -->").unwrap();
    assert!(table.contains("<!-- end of grades -->"));
}
