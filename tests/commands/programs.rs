//! Tests of the puzzles' programs from a user's perspective.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use workspace_tests::{Ran, program, root, run_with_input, scratch, solve};

const SLUGS: [&str; 5] =
    ["hooks-7", "die-agony", "tile-and-trouble", "diagonal-latin-square", "olympic-rings"];

const COMMANDS: [&str; 8] =
    ["solve", "check", "count", "improve", "draw", "bench", "trace", "show"];

/// Writes a file for a test and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn example(slug: &str) -> String {
    root()
        .join("crates/puzzles")
        .join(slug)
        .join("instances/example.toml")
        .to_str()
        .unwrap()
        .to_owned()
}

#[test]
fn every_command_has_a_help_text() {
    for slug in SLUGS {
        let help = solve(slug, &["--help"]).ends_with(0).stdout;
        let words = ["--instance", "--set", "--limit", "--strategy"];
        for word in COMMANDS.into_iter().chain(words) {
            assert!(help.contains(word), "{slug}: {word}: {help}");
        }
        for command in COMMANDS {
            let help = solve(slug, &[command, "--help"]).ends_with(0).stdout;
            assert!(help.contains("--instance"), "{help}");
            // Options without an effect are hidden.
            let is_timed = command != "show";
            assert_eq!(help.contains("--timeout"), is_timed, "{help}");
            assert_eq!(help.contains("--format"), command != "rules", "{help}");
        }
    }
}

#[test]
fn solve_needs_no_word_and_prints_one_json_object() {
    for slug in SLUGS {
        let report = solve(slug, &["--format", "json"]).ends_with(0).json();
        assert_eq!(report["puzzle"], slug);
        assert_eq!(report["status"], "solved");
        let with_word = solve(slug, &["solve", "--format", "json"]).ends_with(0).json();
        for key in ["answer", "remarks", "boards", "solutions", "complete", "nodes", "dead_ends"] {
            assert!(!report[key].is_null(), "{slug}: {key}");
            assert_eq!(report[key], with_word[key], "{slug}: {key}: a search is deterministic");
        }
        assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    }
}

#[test]
fn a_solution_passes_check_and_gives_the_same_answer() {
    for slug in SLUGS {
        let report = solve(slug, &["--format", "json"]).ends_with(0).json();
        let board = report["boards"][0].as_str().unwrap();
        let checked = run_with_input(program(slug, &["check", "--board", "-"]), board).ends_with(0);
        let answer = report["answer"].as_str().unwrap();
        assert_eq!(checked.stdout, format!("valid, answer: {answer}\n"), "{slug}");
    }
}

#[test]
fn check_accepts_what_solve_prints() {
    // The last one reports several boards, each better than the previous one.
    for slug in SLUGS.into_iter().chain(["knight-moves-3"]) {
        let report = solve(slug, &["--format", "json"]).ends_with(0);
        let answer = report.json()["answer"].as_str().unwrap().to_owned();
        for printed in [solve(slug, &[]).ends_with(0).stdout, report.stdout] {
            let check = program(slug, &["check", "--board", "-"]);
            let checked = run_with_input(check, &printed).ends_with(0);
            let said = format!("valid, answer: {answer}\n");
            assert_eq!(checked.stdout, said, "{slug}: {printed}");
        }
    }
    let none = run_with_input(program("hooks-7", &["check", "--board", "-"]), "{\"boards\": []}");
    assert!(none.ends_with(2).stderr.contains("the report holds no board"));
}

#[test]
fn the_time_out_bounds_every_command_whatever_is_found() {
    let clues = [". "; 14].concat();
    let empty = file("empty-hooks.toml", &format!("rows = '{clues}'\ncolumns = '{clues}'\n"));
    for command in [
        &["solve", "--limit", "all"][..],
        &["solve", "--limit", "all", "--format", "json"],
        &["count"],
        &["trace", "--limit", "all"],
        &["bench", "--seconds", "60"],
        &["selfcheck", "--runs", "1000000"],
        &["make", "--size", "9", "--harder-than", "1000000000"],
    ] {
        let arguments = [command, &["--instance", &empty, "--timeout", "0.5"]].concat();
        let start = std::time::Instant::now();
        let ran = solve("hooks-2", &arguments);
        let seconds = start.elapsed().as_secs_f64();
        assert!(ran.code.is_some_and(|code| code <= 1), "{command:?}: {}", ran.stderr);
        // Half a second holds on an idle machine; the tests may share theirs.
        assert!(seconds < 10.0, "{command:?}: {seconds} s");
    }
}

#[test]
fn a_report_keeps_a_limited_number_of_boards_and_counts_all() {
    let arguments = ["--set", "order=6", "--limit", "30000", "--format", "json"];
    let report = solve("diagonal-latin-square", &arguments).ends_with(0).json();
    assert_eq!(report["boards"].as_array().unwrap().len(), 10_000);
    assert_eq!(report["solutions"], 30_000);
}

#[test]
fn check_tells_the_first_broken_rule_and_where() {
    let board = "5 . . 3 .\n5 1 2 3 .\n. 2 . 3 4\n5 4 4 . .\n. . 5 4 5\n";
    let board = file("broken-hooks.txt", board);
    let instance = example("hooks-7");
    let arguments = ["check", "--instance", &instance, "--board", &board];
    let ran = solve("hooks-7", &arguments).ends_with(1);
    assert!(ran.stderr.starts_with("not a solution: "), "{}", ran.stderr);
    let json = solve("hooks-7", &[&arguments[..], &["--format", "json"]].concat()).ends_with(1);
    assert_eq!(json.json()["valid"], false);
    assert!(json.json()["broken"].is_string());
}

#[test]
fn a_text_that_is_no_board_is_exit_code_2() {
    for slug in SLUGS {
        let ran = run_with_input(program(slug, &["check", "--board", "-"]), "% &\n").ends_with(2);
        assert!(ran.stderr.contains("standard input is no board"), "{slug}: {}", ran.stderr);
    }
}

#[test]
fn worked_examples_are_solved() {
    for (slug, answer) in [("hooks-7", "16"), ("tile-and-trouble", "8")] {
        let arguments = ["--instance", &example(slug), "--format", "json"];
        let report = solve(slug, &arguments).ends_with(0).json();
        assert_eq!(report["answer"], answer, "{slug}");
    }
}

#[test]
fn text_shows_board_answer_and_what_was_proved() {
    let ran = solve("hooks-7", &["--instance", &example("hooks-7")]).ends_with(0);
    assert!(ran.stdout.starts_with("5 . . 3 .\n5 1 2 3 .\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\nanswer: 16\nproved: the only solution ("), "{}", ran.stdout);
}

#[test]
fn an_instance_may_come_from_standard_input() {
    let text = fs::read_to_string(example("tile-and-trouble")).unwrap();
    let arguments = ["solve", "--instance", "-", "--format", "json"];
    let ran = run_with_input(program("tile-and-trouble", &arguments), &text).ends_with(0);
    assert_eq!(ran.json()["answer"], "8");
    let both = ["check", "--instance", "-", "--board", "-"];
    let ran = run_with_input(program("tile-and-trouble", &both), &text).ends_with(2);
    assert!(ran.stderr.contains("cannot both be standard input"), "{}", ran.stderr);
}

#[test]
fn settings_are_merged_over_the_instance() {
    let order = |order: &str| solve("diagonal-latin-square", &["--set", order, "count"]);
    assert!(order("order=5").ends_with(0).stdout.starts_with("960\n"));
    let rings = ["--set", "given.r=9", "--set", "sum=11", "--format", "json"];
    assert_eq!(solve("olympic-rings", &rings).ends_with(0).json()["status"], "solved");
    let ran = solve("olympic-rings", &["--set", "given.r=1000", "--format", "json"]).ends_with(1);
    assert_eq!(ran.json()["status"], "unsolvable");
    assert!(ran.json()["answer"].is_null());
}

#[test]
fn unusable_input_is_exit_code_2_and_says_where() {
    let misspelt = file("misspelt.toml", "rows = [1]\ncolums = [1]\n");
    let negative = file("negative.toml", "rows = [-1]\ncolumns = [1]\n");
    let no_toml = file("no-toml.toml", "rows = [1\n");
    let ragged = file("ragged.toml", "regions = '''\nA A\nA\n'''\ngivens = '''\n. .\n. .\n'''\n");
    let nested = file("nested.toml", &format!("rows = {}", "[".repeat(100_000)));
    let many = file("many.toml", &format!("rows = [{}1]", "1, ".repeat(1 << 20)));
    let long = file("long.board", &"1 ".repeat(16_500_000));
    let no_text = scratch("no-text.toml");
    fs::write(&no_text, [0xff, 0xfe, 0x00]).unwrap();
    for (slug, arguments, expected) in [
        ("tile-and-trouble", &["--instance", &misspelt][..], &["misspelt.toml", "colums"][..]),
        ("tile-and-trouble", &["--instance", &negative], &["negative.toml", "rows"]),
        ("tile-and-trouble", &["--instance", &no_toml], &["no-toml.toml", "line"]),
        ("tile-and-trouble", &["--instance", "no-such-file"], &["no-such-file", "cannot read"]),
        (
            "tile-and-trouble",
            &["--instance", no_text.to_str().unwrap()],
            &["no-text.toml", "line 1, byte 1"],
        ),
        ("tile-and-trouble", &["--instance", &nested], &["nested.toml", "max recursion depth"]),
        ("tile-and-trouble", &["--instance", &many], &["many.toml is larger than 2 MiB"]),
        ("hooks-7", &["check", "--board", &long], &["16500000 columns; expected 9"]),
        #[cfg(target_os = "linux")]
        (
            "diagonal-latin-square",
            &["count", "--checkpoint", "/dev/full"],
            &["checkpoint /dev/full", "expected a file"],
        ),
        ("hooks-7", &["--instance", &ragged], &["ragged.toml", "regions", "row 2"]),
        ("diagonal-latin-square", &["--set", "order=0"], &["--set order=0", "order"]),
        ("diagonal-latin-square", &["--set", "order"], &["--set order", "KEY=VALUE"]),
        ("diagonal-latin-square", &["--set", "ordr=3"], &["ordr"]),
        ("diagonal-latin-square", &["--limit", "0"], &["--limit", "whole number from 1"]),
        ("diagonal-latin-square", &["--timeout", "-1"], &["--timeout", "above 0"]),
        ("diagonal-latin-square", &["--timeout", "1e30"], &["--timeout", "below 2^64"]),
        ("hooks-7", &["make", "--seed", "-1"], &["--seed", "whole number from 0 to"]),
        ("hooks-7", &["make", "--size", "x"], &["--size", "whole number from 1 to 65535"]),
        ("hooks-7", &["draw", "--step", "0"], &["--step", "whole number from 1 to"]),
        ("diagonal-latin-square", &["draw", "--limit", "3"], &["--limit"]),
        ("diagonal-latin-square", &["--limit", "3", "draw"], &["--limit"]),
        ("diagonal-latin-square", &["check"], &["--board"]),
    ] {
        let ran = solve(slug, arguments).ends_with(2);
        assert!(ran.stdout.is_empty(), "{ran:#?}");
        assert!(ran.stderr.len() < 5000, "{} bytes", ran.stderr.len());
        for words in expected {
            assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_board_that_does_not_end_in_time_is_exit_code_1() {
    let mut command = program("hooks-7", &["check", "--board", "-", "--timeout", "0.1"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let open = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(open);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the time was up, before standard input was read"), "{said}");
}

#[test]
fn impossible_instances_are_unsolvable_and_no_errors() {
    let sums = file("impossible.toml", "rows = [1, 1]\ncolumns = [3, 0]\n");
    let arguments = ["--instance", &sums, "--format", "json"];
    let report = solve("tile-and-trouble", &arguments).ends_with(1).json();
    assert_eq!((&report["status"], &report["complete"]), (&"unsolvable".into(), &true.into()));
}

#[test]
fn orders_2_and_3_say_nothing_and_order_1_is_a_zero() {
    for order in ["order=2", "order=3"] {
        let ran = solve("diagonal-latin-square", &["--set", order]).ends_with(0);
        assert_eq!((&*ran.stdout, &*ran.stderr), ("", ""));
    }
    let ran = solve("diagonal-latin-square", &["--set", "order=1"]).ends_with(0);
    let printed = "0\n\nanswer: a diagonal Latin square of order 1\nsolved";
    assert!(ran.stdout.starts_with(printed), "{ran:#?}");
    let arguments = ["--set", "order=3", "--format", "json"];
    let report = solve("diagonal-latin-square", &arguments).ends_with(0).json();
    assert_eq!((&report["status"], &report["complete"]), (&"unsolvable".into(), &true.into()));
}

#[test]
fn all_squares_are_streamed() {
    let arguments = ["--set", "order=4", "--limit", "all"];
    let ran = solve("diagonal-latin-square", &arguments).ends_with(0);
    assert_eq!(ran.stdout.trim().split("\n\n").count(), 48);
    assert!(ran.stderr.starts_with("solved: 48 solutions, all that there are ("), "{ran}");
    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let report = solve("diagonal-latin-square", &arguments).ends_with(0).json();
    assert_eq!(report["boards"].as_array().unwrap().len(), 48);
    assert_eq!((&report["solutions"], &report["complete"]), (&48.into(), &true.into()));
}

#[test]
fn a_list_of_some_solutions_says_why_it_ends() {
    let some = ["--set", "order=6", "--limit", "7"];
    let ran = solve("diagonal-latin-square", &some).ends_with(0);
    assert!(ran.stderr.starts_with("solved: 7 solutions, perhaps more ("), "{ran}");
    // Two states of one cell, or one of two: the answers differ.
    let numbers = ["--set", "numbers='. .'", "--limit", "all"];
    let ran = solve("its-a-metric-too", &numbers).ends_with(0);
    assert!(ran.stderr.contains(" solutions, all that there are ("), "{ran}");
    let ran = solve("its-a-metric-too", &[&numbers[..], &["--format", "json"]].concat());
    let report = ran.ends_with(0).json();
    assert!(report["solutions"].as_u64() > Some(1) && report["answer"].is_null(), "{report}");
}

#[test]
fn the_best_board_of_a_search_without_solution_is_no_solution() {
    let path = file(
        "one-name.toml",
        "rows = 1\ncolumns = 2\nwrong_letters = 0\nstates = { Bbc = 19 }\n\
         search = { record = 20, seed = 1, coldness = 100 }\n",
    );
    let arguments = ["--instance", &path, "--format", "json"];
    let report = solve("altered-states-1", &arguments).ends_with(1).json();
    assert_eq!((&report["status"], &report["boards"]), (&"unsolvable".into(), &json!([])));
    assert!(report["nearest"].is_string(), "{report}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let arguments = ["--set", "order=8", "--limit", "all"];
    let mut command = program("diagonal-latin-square", &arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.split_whitespace().count(), 8);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked") && !stderr.contains("error"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_search_ends_when_nobody_can_read_its_result() {
    let arguments = ["count", "--set", "order=20", "--timeout", "60"];
    let mut command = program("diagonal-latin-square", &arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    // As the system does with the pipe of a killed reader.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_search_stops_when_its_time_is_up_and_says_so() {
    let arguments = ["count", "--set", "order=20", "--timeout", "0.2"];
    let ran = solve("diagonal-latin-square", &arguments).ends_with(1);
    assert!(ran.stdout.starts_with("at least "), "{}", ran.stdout);
    assert!(ran.stderr.contains("stopped: the time was up"), "{}", ran.stderr);
    let json = solve("diagonal-latin-square", &[&arguments[..], &["--format", "json"]].concat());
    let report = json.ends_with(1).json();
    assert_eq!((&report["status"], &report["complete"]), (&"unproved".into(), &false.into()));
    assert!(report["answer"].is_null());
}

/// One of them polls its time, the other one is left behind.
#[test]
fn json_says_that_an_explanation_or_a_clash_was_stopped() {
    for (slug, command) in [("hooks-9", "explain"), ("altered-states-1", "clash")] {
        let ran = solve(slug, &[command, "--format", "json", "--timeout", "0.1"]).ends_with(1);
        assert_eq!(ran.json()["stopped"], "timeout", "{ran}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_output() {
    for arguments in [&["show"][..], &["solve", "--format", "json", "--timeout", "0.1"]] {
        let mut command = program("altered-states-1", arguments);
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_that_it_is_unproved() {
    let arguments = ["count", "--set", "order=20", "--format", "json", "--timeout", "60"];
    let mut command = program("diagonal-latin-square", &arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Until it has set up its handler, the signal would end it at once.
    std::thread::sleep(Duration::from_secs(1));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["status"], &report["stopped"]), (&"unproved".into(), &"interrupt".into()));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn small_orders_are_counted_exactly() {
    for (order, count) in [(1, 1), (2, 0), (3, 0), (4, 48), (5, 960), (6, 92_160), (7, 862_848_000)]
    {
        let order = format!("order={order}");
        let arguments = ["count", "--set", &order, "--format", "json"];
        let report = solve("diagonal-latin-square", &arguments).ends_with(0).json();
        assert_eq!(report["answer"], count.to_string(), "{order}");
        assert_eq!(report["solutions"], count, "{order}");
    }
}

#[test]
fn shares_of_a_count_add_up_and_damaged_or_missing_ones_are_refused() {
    let count = |arguments: &[&str]| {
        solve("diagonal-latin-square", &[&["count", "--set", "order=6"], arguments].concat())
    };
    let shares: Vec<_> = ["1/3", "2/3", "3/3"]
        .map(|shard| {
            let name = format!("share-{}.json", &shard[..1]);
            file(&name, &count(&["--shard", shard, "--threads", "2"]).ends_with(0).stdout)
        })
        .to_vec();
    let [one, two, three] = [&shares[0], &shares[1], &shares[2]].map(String::as_str);
    let merged = count(&["--merge", three, one, two]).ends_with(0).stdout;
    assert_eq!(merged, count(&[]).ends_with(0).stdout);
    assert!(merged.starts_with("92160\n"), "{merged}");

    let missing = count(&["--merge", one, three]).ends_with(2);
    assert!(missing.stderr.contains("missing shares: 2/3"), "{}", missing.stderr);
    let double = count(&["--merge", one, two, three, one]).ends_with(2);
    assert!(double.stderr.contains("share 1/3 is there already"), "{}", double.stderr);
    let text = fs::read_to_string(two).unwrap();
    let damaged = file("share-damaged.json", &text.replace("\"nodes\":", "\"nodes\":1"));
    let damaged = count(&["--merge", one, &damaged, three]).ends_with(2);
    assert!(damaged.stderr.contains("the share is damaged"), "{}", damaged.stderr);
    let foreign = ["count", "--set", "order=5", "--merge", one, two, three];
    let foreign = solve("diagonal-latin-square", &foreign).ends_with(2);
    assert!(
        foreign.stderr.contains("line 1 is `order = 6`, expected `order = 5`"),
        "{}",
        foreign.stderr
    );
}

#[cfg(unix)]
#[test]
fn a_count_that_is_killed_goes_on_where_it_was() {
    let checkpoint = scratch("killed-count.checkpoint");
    let _ = fs::remove_file(&checkpoint);
    let path = checkpoint.to_str().unwrap();
    let arguments = ["count", "--set", "order=8", "--checkpoint", path];
    let mut child =
        program("diagonal-latin-square", &arguments).stdout(Stdio::null()).spawn().unwrap();
    let tasks_done =
        || fs::read_to_string(&checkpoint).map_or(0, |text| text.matches('\n').count());
    while tasks_done() < 10 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = tasks_done();

    let ran = solve("diagonal-latin-square", &arguments).ends_with(0);
    assert!(ran.stdout.starts_with("300286741708800\n"), "{}", ran.stdout);
    assert!(tasks_done() > kept, "the rest was counted");
    let again = solve("diagonal-latin-square", &arguments).ends_with(0);
    assert!(again.stdout.starts_with("300286741708800\n"), "{}", again.stdout);
    let other = ["count", "--set", "order=7", "--checkpoint", path];
    let other = solve("diagonal-latin-square", &other).ends_with(2);
    assert!(
        other.stderr.contains("in its instance, line 1 is `order = 8`, expected `order = 7`"),
        "{}",
        other.stderr
    );
}

/// A small instance of Altered States, with a record that no grid reaches.
static FEW_NAMES: LazyLock<String> = LazyLock::new(|| {
    let states = "alabama = 7, idaho = 5, iowa = 4, maine = 5, montana = 7, ohio = 4, utah = 4";
    let text = format!(
        "rows = 3\ncolumns = 3\nwrong_letters = 0\nstates = {{ {states} }}\n\
         search = {{ record = 40, seed = 1, coldness = 100 }}\n"
    );
    file("few-names.toml", &text)
});

/// Makes attempts at its record.
fn improve(arguments: &[&str]) -> Ran {
    solve("altered-states-1", &[&["improve", "--instance", &FEW_NAMES], arguments].concat())
}

#[test]
fn shares_of_attempts_combine_by_the_best_board_which_is_checked_again() {
    let seeds = ["--seeds", "5..8", "--format", "json"];
    let whole = improve(&seeds).ends_with(1).json();
    assert_eq!((&whole["status"], &whole["stopped"]), (&"unproved".into(), &"attempts".into()));
    let shares = ["1/3", "2/3", "3/3"].map(|shard| {
        let name = format!("attempts-{}.json", &shard[..1]);
        file(&name, &improve(&["--seeds", "5..8", "--shard", shard]).ends_with(0).stdout)
    });
    let [one, two, three] = shares.each_ref().map(String::as_str);
    let merged = improve(&["--format", "json", "--merge", three, one, two]).ends_with(1).json();
    for key in ["boards", "remarks", "nodes", "solutions"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    let seed: u64 = whole["remarks"]["seed"].as_str().unwrap().parse().unwrap();
    let alone = improve(&["--seeds", &format!("{seed}..{}", seed + 1), "--format", "json"]);
    assert_eq!(alone.ends_with(1).json()["boards"], whole["boards"], "a task alone");

    let others = ["--seeds", "5..10", "--merge", one, two, three];
    let others = improve(&others).ends_with(2);
    assert!(others.stderr.contains("are of the seeds 5..8, expected 5..10"), "{}", others.stderr);
    let text = fs::read_to_string(one).unwrap();
    let score = text.split("\"score\":").nth(1).unwrap().split(',').next().unwrap();
    let text = text.replace(&format!("\"score\":{score}"), "\"score\":1000");
    let unsealed = text.split("\"checksum\"").next().unwrap().to_owned() + "\"checksum\":\"";
    let sum = crc32fast::hash((unsealed.clone() + "\"}").as_bytes());
    let forged = file("attempts-forged.json", &format!("{unsealed}{sum:08x}\"}}\n"));
    let forged = improve(&["--merge", &forged, two, three]).ends_with(2);
    assert!(forged.stderr.contains("not 1000"), "{}", forged.stderr);
}

#[cfg(unix)]
#[test]
fn attempts_that_are_killed_go_on_where_they_were() {
    let checkpoint = scratch("killed-attempts.checkpoint");
    let _ = fs::remove_file(&checkpoint);
    let path = checkpoint.to_str().unwrap();
    let arguments = ["improve", "--instance", &FEW_NAMES, "--seeds", "1..9", "--checkpoint", path];
    let lines = || fs::read_to_string(&checkpoint).map_or(0, |text| text.matches('\n').count());
    let mut child = program("altered-states-1", &[&arguments[..], &["--threads", "1"]].concat())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while lines() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines() < 9, "the kill came in the middle");

    let resumed = solve("altered-states-1", &arguments).ends_with(1).stdout;
    assert_eq!(lines(), 9, "a line for the work, and one for each seed");
    let again = solve("altered-states-1", &arguments).ends_with(1).stdout;
    let whole = solve("altered-states-1", &arguments[..5]).ends_with(1).stdout;
    let board = |text: &str| text.split("unproved").next().unwrap().to_owned();
    assert_eq!(board(&resumed), board(&whole));
    assert_eq!(board(&again), board(&whole));
}

#[test]
fn a_count_that_is_not_split_has_no_shares() {
    let ran = solve("olympic-rings", &["count", "--shard", "1/2"]).ends_with(2);
    assert!(ran.stderr.contains("cannot be split into tasks"), "{}", ran.stderr);
    let ran = solve("diagonal-latin-square", &["count", "--shard", "3/2"]).ends_with(2);
    assert!(ran.stderr.contains("expected I/N"), "{}", ran.stderr);
    let ran = solve("olympic-rings", &["improve", "--seeds", "1..2"]).ends_with(2);
    assert!(ran.stderr.contains("no record that could be improved"), "{}", ran.stderr);
    let ran = solve("altered-states-1", &["improve", "--seeds", "2..1"]).ends_with(2);
    assert!(ran.stderr.contains("expected FIRST..END"), "{}", ran.stderr);
}

#[test]
fn all_commands_run_on_mutated_instances() {
    let arguments = ["selfcheck", "--commands", "1", "--seed", "5", "--format", "json"];
    let report = solve("hooks-7", &arguments).ends_with(0).json();
    assert_eq!(report["mutated"], 1);
    assert!(report["commands"].as_u64().is_some_and(|commands| commands > 25));
    assert!(report["memory"].as_u64().is_some_and(|bytes| bytes > 1 << 20));
    assert_eq!(report["failures"].as_array().unwrap().len(), 0);
}

/// A hundred attempts at such a record take minutes.
#[test]
fn selfcheck_spends_its_budget_on_the_instance_and_goes_on() {
    let limits =
        ["--set", "search.record=200", "--runs", "1", "--budget", "0.2", "--timeout", "60"];
    let arguments = [&["selfcheck", "--format", "json"], &limits[..]].concat();
    let report = solve("altered-states-1", &arguments).ends_with(0).json();
    assert_eq!(report["instances"], 1);
    assert_eq!(report["failures"].as_array().unwrap().len(), 0);
}

#[test]
fn endless_journeys_are_ambiguous() {
    let path =
        file("endless.toml", "grid = '''\n0 0 0\n0 0 0\n'''\nstart = 'r2c1'\nfinish = 'r1c3'\n");
    let arguments = ["--instance", &path, "--format", "json"];
    let report = solve("die-agony", &arguments).ends_with(1).json();
    assert_eq!(report["status"], "ambiguous");
    assert_eq!(report["boards"].as_array().unwrap().len(), 2);
    let counted = solve("die-agony", &["count", "--instance", &path, "--timeout", "1"]);
    assert!(counted.ends_with(1).stdout.starts_with("at least "), "no count of endlessly many");
}

#[test]
fn pictures_are_svg() {
    for slug in SLUGS {
        let solved = solve(slug, &["draw"]).ends_with(0).stdout;
        let empty = solve(slug, &["draw", "--empty"]).ends_with(0).stdout;
        for svg in [&solved, &empty] {
            assert!(
                svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
                "{slug}: {svg}"
            );
        }
        assert_ne!(solved, empty, "{slug}");
        let report = solve(slug, &["--format", "json"]).ends_with(0).json();
        let board = report["boards"][0].as_str().unwrap();
        let command = program(slug, &["draw", "--board", "-"]);
        assert_eq!(run_with_input(command, board).ends_with(0).stdout, solved, "{slug}");
    }
}

#[test]
fn a_board_of_another_shape_or_with_other_words_is_no_board() {
    for slug in ["hooks-7", "tile-and-trouble", "diagonal-latin-square"] {
        for command in ["draw", "check"] {
            let shape = run_with_input(program(slug, &[command, "--board", "-"]), "1 1\n");
            let shape = shape.ends_with(2).stderr;
            assert!(shape.contains("the board has 1 row and 2 columns; expected"), "{shape}");
        }
        let board = solve(slug, &["--format", "json"]).json()["boards"][0].clone();
        let words: Vec<_> = board.as_str().unwrap().lines().map(str::to_owned).collect();
        let (first, rest) = words.split_first().unwrap();
        let wrong = format!("x {}\n{}", first.split_once(' ').unwrap().1, rest.join("\n"));
        let word = run_with_input(program(slug, &["check", "--board", "-"]), &wrong).ends_with(2);
        assert!(word.stderr.contains("row 1, column 1: expected a number"), "{word:#?}");
    }
}

#[test]
fn an_instance_without_a_solution_has_nothing_to_draw() {
    let ran = solve("diagonal-latin-square", &["draw", "--set", "order=2"]).ends_with(1);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("draw --empty"), "{ran:#?}");
}

#[test]
fn bench_prints_its_figures_as_json() {
    for (slug, extra) in [("hooks-7", &[][..]), ("diagonal-latin-square", &["--count"][..])] {
        let arguments = [&["bench", "--seconds", "0.05"], extra].concat();
        let figures = solve(slug, &arguments).ends_with(0).json();
        for key in ["first", "minimum", "median", "runs", "nodes"] {
            assert!(figures[key].as_f64().is_some_and(|figure| figure > 0.0), "{slug}: {key}");
        }
        assert!(figures["minimum"].as_f64() <= figures["median"].as_f64());
    }
}

/// Returns the lines of a trace.
fn trace(slug: &str, arguments: &[&str]) -> Vec<Value> {
    let lines = solve(slug, &[&["trace"], arguments].concat()).ends_with(0).stdout;
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_trace_of_large_pictures_has_fewer_steps() {
    let steps = solve("some-ones-somewhere", &["trace", "--max-steps", "64"]).ends_with(0).stdout;
    let megabytes = steps.len() >> 20;
    assert!((1..4).contains(&megabytes), "{megabytes} MB");
    assert!(steps.contains(r#""event":"solution""#), "the solution stays");
}

#[test]
fn a_trace_tells_every_step() {
    for slug in SLUGS {
        let report = solve(slug, &["--format", "json"]).ends_with(0).json();
        let lines = trace(slug, &[]);
        let [start, steps @ .., end] = lines.as_slice() else { panic!("{slug}") };
        assert_eq!(start["puzzle"], slug);
        assert!(start["instance"].is_string() && start["base"]["marks"].is_array(), "{start}");
        assert_eq!(end["steps"], steps.len(), "{slug}: a short search is kept whole");
        assert_eq!((&end["kept"], &end["complete"]), (&end["steps"], &report["complete"]));
        let events = ["try", "dead-end", "solution"];
        let count = |event| steps.iter().filter(|step| step["event"] == event).count();
        assert_eq!(events.into_iter().map(count).sum::<usize>(), steps.len(), "{slug}");
        assert_eq!(count("solution"), 1, "{slug}");
        let solution = steps.iter().find(|step| step["event"] == "solution").unwrap();
        assert_eq!(solution["board"], report["boards"][0], "{slug}");
        for (number, step) in steps.iter().enumerate() {
            assert_eq!(step["step"], number, "{slug}");
            assert!(step["depth"].is_u64() && step["nodes"].is_u64(), "{step}");
            assert!(step["picture"]["marks"].is_array(), "{step}");
        }
    }
}

#[test]
fn a_trace_shows_every_node_where_the_search_knows_boards() {
    for slug in ["die-agony", "tile-and-trouble", "diagonal-latin-square", "olympic-rings"] {
        let report = solve(slug, &["--format", "json"]).ends_with(0).json();
        let lines = trace(slug, &[]);
        let count = |event| lines.iter().filter(|line| line["event"] == event).count();
        assert_eq!(report["nodes"], count("try"), "{slug}");
        assert_eq!(report["dead_ends"], count("dead-end"), "{slug}");
    }
}

#[test]
fn a_long_trace_is_thinned_evenly() {
    let search = ["--set", "order=5", "--limit", "all"];
    let lines = trace("diagonal-latin-square", &[&search[..], &["--max-steps", "50"]].concat());
    let [_, steps @ .., end] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(end["kept"], steps.len());
    assert!((25..=50).contains(&steps.len()), "{}", steps.len());
    assert!(end["steps"].as_u64().unwrap() > 10_000, "{end}");
    let gaps = steps.windows(2).map(|pair| {
        let number = |step: &Value| step["step"].as_u64().unwrap();
        number(&pair[1]) - number(&pair[0])
    });
    let gaps: Vec<u64> = gaps.collect();
    assert_eq!(gaps.iter().min(), gaps.iter().max(), "{gaps:?}");
}

#[test]
fn a_trace_of_the_beginning_ends_there() {
    let search = ["--set", "order=8", "--limit", "all", "--nodes", "1000"];
    let lines = trace("diagonal-latin-square", &search);
    let last = lines.last().unwrap();
    assert!((1_000..5_000).contains(&last["steps"].as_u64().unwrap()), "{last}");
    assert_eq!(last["complete"], false);
}

#[test]
fn a_trace_that_is_stopped_is_printed_so_far() {
    let arguments = ["trace", "--set", "order=8", "--limit", "all", "--timeout", "0.2"];
    let ran = solve("diagonal-latin-square", &arguments);
    let last: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
    assert!(last["kept"].as_u64().unwrap() > 100 && last["complete"] == false, "{last}");
}

#[test]
fn a_strategy_is_chosen_by_its_name() {
    let nodes = |strategy| {
        let arguments = ["--format", "json", "--strategy", strategy];
        solve("swing-time-1", &arguments).ends_with(0).json()["nodes"].clone()
    };
    assert_eq!(nodes("both-ends"), 126);
    assert_eq!(nodes("forwards"), 176);
    for command in ["solve", "count", "bench", "trace"] {
        for (slug, names) in
            [("swing-time-1", ["both-ends", "forwards"]), ("knight-moves-6", ["default", "rules"])]
        {
            let ran = solve(slug, &[command, "--strategy", "guessing"]).ends_with(2);
            for name in names {
                assert!(ran.stderr.contains(name), "{command}: {}", ran.stderr);
            }
        }
    }
    let ran = solve("arch-madness", &["--strategy", "rules"]).ends_with(2);
    assert!(ran.stderr.contains("solved in one way only"), "{}", ran.stderr);
}

#[test]
fn a_made_instance_has_one_solution_and_no_clue_that_could_go() {
    let make = |arguments: &[&str]| {
        solve("hooks-10", &[&["make", "--size", "5", "--seed", "3"], arguments].concat())
    };
    let made = make(&["--format", "json"]).json();
    let instance = made["instance"].as_str().unwrap();
    let solved = |name: &str, instance: &str| {
        let path = file(name, instance);
        solve("hooks-10", &["--instance", &path, "--format", "json"]).json()
    };
    let report = solved("made.toml", instance);
    assert_eq!((&report["status"], &report["nodes"]), (&"solved".into(), &made["nodes"]));
    let tokens: Vec<&str> = instance.split_inclusive(char::is_whitespace).collect();
    let mut clues = 0;
    for (place, token) in tokens.iter().enumerate() {
        if token.trim().parse::<u32>().is_ok() {
            clues += 1;
            let mut without: Vec<String> = tokens.iter().map(ToString::to_string).collect();
            without[place] = token.replace(token.trim(), ".");
            let report = solved("without.toml", &without.concat());
            assert_eq!(report["status"], "ambiguous", "without {token}: {instance}");
        }
    }
    assert_eq!(made["clues"], clues);

    let text = make(&[]).stdout;
    assert!(
        text.starts_with(
            "# In the manner of Hooks 10: size 5, seed 3; one solution, no clue can go; "
        ),
        "{text}"
    );
    assert!(text.ends_with(instance), "the same seed makes the same instance: {text}");
    let easier = make(&["--easier-than", "20", "--format", "json"]).json();
    assert!(easier["nodes"].as_u64().unwrap() < 20, "{easier}");
    let harder = make(&["--harder-than", "60", "--format", "json"]).json();
    assert!(harder["nodes"].as_u64().unwrap() > 60, "{harder}");
}

#[test]
fn wishes_that_cannot_be_met_are_refused() {
    for (slug, arguments, expected) in [
        ("hooks-10", &["--easier-than", "5", "--harder-than", "9"][..], "no number of nodes is"),
        ("hooks-10", &["--size", "0"], "invalid value '0' for '--size <N|ROWSxCOLUMNS>'"),
        ("number-cross-5", &["--size", "6"], "--size 6: expected 2 to 3"),
        ("hall-of-mirrors-2", &["--size", "6"], "--size 6: expected 5, 9"),
        ("knight-moves-1", &["--set", "end=1"], "--set end=1: unknown key `end`"),
        ("knight-moves-1", &["--set", "last=99"], "`last` is 99, and the board has only 36 cells"),
        ("hooks-10", &["--size", "1", "--set", "clues='.'"], "clues cannot be set"),
        ("diagonal-latin-square", &[], "puzzles that have one solution"),
    ] {
        let ran = solve(slug, &[&["make"], arguments].concat());
        assert_eq!(ran.code, Some(2), "{slug} {arguments:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn a_made_instance_keeps_what_is_set() {
    let arguments = ["make", "--size", "4", "--seed", "1", "--set", "last=8", "--format", "json"];
    let made = solve("knight-moves-1", &arguments).ends_with(0).json();
    assert!(made["instance"].as_str().unwrap().contains("last = 8\n"), "{made}");
}

#[test]
fn make_tells_what_became_of_the_instances_that_it_tried() {
    let arguments = ["--size", "4", "--harder-than", "1000000000", "--timeout", "1"];
    let ran = solve("hooks-10", &[&["make"], &arguments[..]].concat()).ends_with(1);
    for part in ["stopped: the time was up; ", " too easy", "; try a larger --size or a smaller"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn crosswords_of_eight_rows_are_made_in_time() {
    for slug in ["number-cross-1", "number-cross-2", "number-cross-3"] {
        let made = solve(slug, &["make", "--size", "8", "--seed", "1", "--timeout", "30"]);
        assert_eq!(made.code, Some(0), "{slug}: {}", made.stderr);
    }
}

#[test]
fn instances_of_ten_rows_are_made_where_random_boards_have_second_solutions() {
    for slug in ["nurikabe", "yajilin"] {
        let made = solve(slug, &["make", "--size", "10", "--seed", "1", "--timeout", "60"]);
        assert_eq!(made.code, Some(0), "{slug}: {}", made.stderr);
    }
}

/// Runs `check --partial` on a board; returns the exit code and the JSON report.
fn check_partial(slug: &str, board: &str) -> (Option<i32>, Value) {
    let arguments = ["check", "--partial", "--board", "-", "--format", "json"];
    let ran = run_with_input(program(slug, &arguments), board);
    (ran.code, if ran.stdout.is_empty() { ran.stderr.into() } else { ran.json() })
}

#[test]
fn a_partial_board_is_broken_or_dead_or_can_be_completed() {
    let solved = solve("remote-sudoku", &["--format", "json"]).json();
    let board = solved["boards"][0].as_str().unwrap();
    let rows: Vec<Vec<&str>> = board.lines().map(|row| row.split_whitespace().collect()).collect();
    let with = |given: &[(usize, usize, &str)]| {
        let mut open = vec![vec!["."; 9]; 9];
        for &(row, column, digit) in given {
            open[row][column] = digit;
        }
        open.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    };
    let (code, report) = check_partial("remote-sudoku", &with(&[(0, 0, rows[0][0])]));
    assert_eq!((code, &report["completable"]), (Some(0), &true.into()), "{report}");

    let (code, report) = check_partial("remote-sudoku", &with(&[(0, 0, "5"), (0, 4, "5")]));
    assert_eq!((code, &report["completable"]), (Some(1), &false.into()), "{report}");
    assert_eq!(report["broken"], "Row 1 holds each digit once");
    assert_eq!(report["rule"], "Every row holds each digit once.");
    assert_eq!(report["place"], "row 1");
    assert_eq!(report["cells"].as_array().unwrap().len(), 9);

    // A digit that differs from the only solution is a dead end, and no single rule shows it at
    // once.
    let wrong = (1..=9).map(|digit| digit.to_string());
    let reports = wrong.map(|digit| check_partial("remote-sudoku", &with(&[(4, 4, &digit)])));
    let reports: Vec<_> = reports.collect();
    let completable = reports.iter().filter(|(_, report)| report["completable"] == true).count();
    assert_eq!(completable, 1, "the puzzle has one solution: {reports:?}");
    assert!(
        reports
            .iter()
            .any(|(_, report)| { report["completable"] == false && report["broken"].is_null() })
    );
}

#[test]
fn partial_boards_of_every_kind_of_mapping_are_understood() {
    // By the inverse conversion, by trial, by a list that is a set, by the search.
    for slug in ["hooks-11", "the-marshy-mess", "tri-tri-again-2", "shut-the-box", "olympic-rings"]
    {
        let report = solve(slug, &["--format", "json"]).json();
        let board = report["boards"][0].as_str().unwrap();
        assert_eq!(check_partial(slug, board).0, Some(0), "{slug}");
    }
    let one = check_partial("tri-tri-again-2", "0 4 6 -4\n");
    assert_eq!(one.1["completable"], true, "{}", one.1);
    let other = check_partial("tri-tri-again-2", "0 4 6 -5\n");
    assert_eq!((other.0, &other.1["completable"]), (Some(1), &false.into()), "{}", other.1);
    for (slug, why) in [
        ("die-agony", "cannot be partial: they are walks"),
        ("chain-reaction", "cannot be partial: they are lists in a fixed order"),
        ("polymath", "cannot be partial: their names are free"),
        ("some-ones-somewhere", "too large to be partial"),
    ] {
        let report = solve(slug, &["--format", "json"]).json();
        let refused = check_partial(slug, report["boards"][0].as_str().unwrap());
        assert_eq!(refused.0, Some(2), "{slug}");
        assert!(refused.1.as_str().unwrap().contains(why), "{}", refused.1);
    }
}

#[test]
fn fill_tells_how_a_board_is_filled_in_and_what_of_the_rules_is_seen_at_once() {
    let fill = solve("remote-sudoku", &["fill"]).ends_with(0).json();
    let part = &fill["parts"][0];
    assert_eq!(
        (&part["kind"], &part["rows"], &part["most"]),
        (&json!("numbers"), &json!(9), &json!(9))
    );
    let limits = fill["limits"].as_array().expect("a list");
    let differ = limits.iter().filter(|limit| limit["least"].is_null() && limit["most"].is_null());
    let houses =
        differ.filter(|limit| limit["cells"].as_array().is_some_and(|cells| cells.len() == 9));
    assert_eq!(houses.count(), 27, "rows, columns and boxes");
    let fill = solve("hooks-1", &["fill"]).ends_with(0).json();
    let sums = fill["limits"].as_array().expect("a list").iter();
    let sums = sums.filter(|limit| limit["value"].is_null() && limit["most"].is_u64());
    assert_eq!(sums.count(), 18, "clues of rows and columns");
    let fill = solve("die-agony", &["fill"]).ends_with(0).json();
    assert_eq!(fill["parts"][0]["kind"], "walk");
}

#[test]
fn show_prints_board_rules_and_question_and_no_solution() {
    let text = solve("remote-sudoku", &["show"]).ends_with(0).stdout;
    assert!(text.starts_with("Remote Sudoku (Jane Street, 2019-04)\n\n"), "{text}");
    assert!(text.contains("\n- Every row holds each digit once.\n"), "{text}");
    assert!(text.trim_end().ends_with("the cells with clues\nadd up to?"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(!text.contains('\u{1b}'), "colours are for terminals: {text}");
    let shown = solve("remote-sudoku", &["show", "--format", "json"]).ends_with(0).json();
    assert_eq!(shown["rules"][0], "A step goes to the next cell in a row or column.", "a term");
    assert_eq!(shown["rules"][2], "Every row holds each digit once.");
    for key in ["puzzle", "title", "question", "board"] {
        assert!(shown[key].is_string(), "{key}: {shown}");
    }
    let other = "clues = \"2 . . 1\\n. . . .\\n1 . . 1\\n3 . 2 .\"";
    let text = solve("remote-sudoku", &["show", "--set", other]).ends_with(0).stdout;
    assert!(text.starts_with("In the manner of Remote Sudoku (Jane Street, 2019-04)\n"), "{text}");
    // Rules not stated as constraints come from the manifest.
    assert!(solve("arch-madness", &["show"]).stdout.contains("\n- The area of each region"));
}

#[test]
fn a_code_stands_for_the_instance_that_make_makes_of_its_size_and_seed() {
    let arguments = ["make", "--size", "5", "--seed", "3", "--format", "json"];
    let made = solve("hooks-10", &arguments).ends_with(0).json();
    for code in ["hooks-10:5:3", "5:3"] {
        let by_code = ["--code", code, "--strategy", "default", "--format", "json"];
        let report = solve("hooks-10", &by_code).ends_with(0).json();
        assert_eq!(report["nodes"], made["nodes"], "{code}");
    }
    for (code, expected) in [
        ("5", "expected PUZZLE:SIZE:SEED"),
        ("hooks-9:5:3", "this puzzle is hooks-10"),
        ("hooks-10:0:3", "--size 0: expected 1 to"),
    ] {
        let ran = solve("hooks-10", &["--code", code]).ends_with(2);
        assert!(ran.stderr.contains(expected), "{code}: {}", ran.stderr);
    }
}

#[test]
fn genres_read_what_public_editors_write() {
    let table = fs::read_to_string(root().join("crates/shared/pzpr/addresses.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for (number, row) in rows.enumerate() {
        let cells: Vec<&str> = row.split('\t').collect();
        let [genre, text, expected] = cells[..] else { panic!("{row}") };
        let text = text.replace("\\n", "\n");
        let by_option = solve(genre, &["link", "--url", &text]);
        if let Some(fault) = expected.strip_prefix("error: ") {
            let refused = by_option.ends_with(2).stderr;
            assert!(refused.contains(fault), "{row}\n{refused}");
            continue;
        }
        assert_eq!(by_option.ends_with(0).stdout.trim(), expected, "{row}");
        if text.starts_with("http") || text.starts_with("pzprv3") || text.starts_with("<?xml") {
            let file = file(&format!("address-{number}.txt"), &text);
            let by_file = solve(genre, &["link", "--instance", &file]).ends_with(0);
            assert_eq!(by_file.stdout.trim(), expected, "{row}");
        }
        // What is written is read again, and no full stop at the end gets lost.
        let again = solve(genre, &["link", "--url", expected]).ends_with(0);
        assert_eq!(again.stdout.trim(), expected, "{row}");
        assert!(!expected.ends_with('.'), "{row}");
    }
}

#[test]
fn what_an_address_cannot_hold_is_said() {
    let instances: [(&str, &[&str], &str); 5] = [
        ("sudoku", &["diagonals=true"], "an address cannot hold `diagonals`"),
        ("yajilin", &["clues='300^ .'"], "an address cannot hold `300^`"),
        ("kakuro", &["clues='. .'"], "`clues`: in an address, the first row and the first column"),
        ("nonogram", &["rows=[[1, 1]]", "columns=[[1], [1]]"], "a list has at most 1 length"),
        (
            "star-battle",
            &["regions=\"A B A\\nC C C\\nC C C\""],
            "`regions`: in an address, every region is connected",
        ),
    ];
    for (genre, lines, expected) in instances {
        let settings = lines.iter().flat_map(|line| ["--set", line]);
        let arguments: Vec<&str> = ["link"].into_iter().chain(settings).collect();
        let refused = solve(genre, &arguments).ends_with(2).stderr;
        assert!(refused.contains(expected), "{genre}: {refused}");
    }
}

#[test]
fn an_instance_of_an_address_is_checked_like_any_other() {
    let (address, published) = ("https://puzz.link/p?nurikabe/7/7/h3r2i5k4v2h3h3", "nurikabe");
    let read = solve(published, &["--url", address]).ends_with(0);
    assert_eq!(read.stdout.lines().next(), solve(published, &[]).stdout.lines().next());
    let unfit = solve("nurikabe", &["--url", "https://puzz.link/p?nurikabe/2/1/0g"]).ends_with(2);
    assert!(unfit.stderr.contains("the address, line 1: `clues`: row 1, column 1: "), "{unfit}");
    let named = file("numbers.txt", "1\n2\n5 .\n");
    let unfit = solve("slitherlink", &["--instance", &named]).ends_with(2);
    assert!(
        unfit.stderr.contains("numbers.txt: the file, line 3: expected a clue from 0"),
        "{unfit}"
    );
}

#[test]
fn a_board_may_be_an_answer_or_lack_spaces() {
    let numbers = "numbers='1 2 3 4\\n. . . .\\n. . . .\\n. . . .'".replace('\'', "\"");
    for board in [
        "- - - - / - - - - / - - - - / - - - #",
        "----\n----\n----\n---#\n",
        "- - - -\r- - - -\r- - - -\r- - - #\r",
    ] {
        let named = file("answer-as-board.txt", board);
        let arguments = ["check", "--set", &numbers, "--board", &named];
        assert!(
            solve("hitori", &arguments).ends_with(0).stdout.starts_with("valid, answer: "),
            "{board}"
        );
    }
}

#[test]
fn make_takes_rectangles_where_there_can_be_some() {
    let arguments = ["make", "--size", "4x6", "--seed", "1", "--format", "json"];
    let made = solve("hitori", &arguments).ends_with(0).json();
    assert_eq!(made["size"], "4x6");
    let lines: Vec<&str> = made["instance"].as_str().unwrap().lines().collect();
    assert_eq!((lines.len(), lines[1].split(' ').count()), (6, 6), "{lines:?}");
    let square = solve("hitori", &["make", "--size", "4x4", "--seed", "1", "--format", "json"]);
    assert_eq!(square.ends_with(0).json()["size"], 4);
    for (slug, size, expected) in [
        ("star-battle", "4x6", "--size 4x6: the size of this puzzle is one number, 1 to 20"),
        ("hitori", "4x60", "--size 4x60: expected 1 to 20"),
        ("hitori", "4x", "expected a whole number from 1 to 65535"),
    ] {
        let refused = solve(slug, &["make", "--size", size]).ends_with(2).stderr;
        assert!(refused.contains(expected), "{size}: {refused}");
    }
}

#[test]
fn only_genres_have_addresses() {
    for arguments in [&["--url", "x"][..], &["link"]] {
        let ran = solve("hooks-7", arguments).ends_with(2);
        assert!(ran.stderr.contains(arguments[0]), "{ran}");
    }
    let help = solve("hooks-7", &["--help"]).ends_with(0);
    assert!(!help.stdout.contains("--url") && !help.stdout.contains("puzz.link"), "{help}");
}
