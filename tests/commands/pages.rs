//! `page`: what a program tells the page in which it runs.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use workspace_tests::{Ran, program_path, run_with_input};

fn ran(slug: &str, request: &str, asked: &Value) -> Ran {
    let mut command = Command::new(program_path(slug));
    command.args(["page", request, "--message-format=json"]).stdout(Stdio::piped());
    run_with_input(command, &asked.to_string())
}

fn answer(slug: &str, request: &str, asked: &Value) -> Value {
    let ran = ran(slug, request, asked).ends_with(0);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{request}: {error}: {ran:?}"))
}

const SLITHERLINK: &str = "clues = '''\n3 . . .\n3 . . .\n. 2 2 .\n. 2 . 1\n'''\n";
const ADDRESS: &str = "https://puzz.link/p?slither/4/4/dgdh2c71";

#[test]
fn each_request_has_its_answer() {
    let asked = json!({"instance": SLITHERLINK});
    let told = |request| answer("slitherlink", request, &asked);
    let drawn = told("draw");
    assert_eq!((&drawn["rows"], &drawn["columns"]), (&json!(4), &json!(4)));
    assert!(drawn["picture"]["body"].as_str().unwrap().contains("<text"), "{drawn}");
    assert!(drawn["rules"][0].as_str().unwrap().starts_with("One closed loop"), "{drawn}");
    assert!(told("svg")["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(told("address"), json!({"address": ADDRESS}));
    let solved = told("solve");
    assert_eq!((&solved["status"], &solved["differing"]), (&json!("solved"), &json!(0)));
    assert_eq!(solved["pictures"].as_array().unwrap().len(), 1);
    let steps = told("grade")["difficulty"]["steps"].as_u64().unwrap();
    assert!(steps > 20, "{steps}");
    let explained = told("explain");
    assert_eq!(
        (&explained["complete"], explained["steps"].as_array().unwrap().len() as u64),
        (&json!(true), steps)
    );
    assert!(told("certificate")["pbp"].as_str().unwrap().starts_with("pseudo-Boolean proof"));
    let linked = told("link");
    assert_eq!(linked["check"].as_str().unwrap().len(), 16);
    let filled = told("fill");
    assert!(filled.get("check").is_none() && filled["fill"]["parts"].is_array(), "{filled}");
    assert_eq!(told("clash")["unsolvable"], false);
}

#[test]
fn a_board_is_checked_and_hinted_at() {
    let hint = |level: &str| {
        let asked = json!({"instance": SLITHERLINK, "level": level});
        answer("slitherlink", "hint", &asked)["text"].as_str().unwrap().to_owned()
    };
    assert!(hint("place").starts_with("Look at "));
    assert!(hint("fact").starts_with("1. "));
    let board = "- . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n";
    let asked = json!({"instance": SLITHERLINK, "board": board});
    let checked = ran("slitherlink", "check", &asked);
    let checked: Value = serde_json::from_str(&checked.stdout).unwrap();
    assert_eq!(checked["completable"], false);
    // The two clues of the first column have their three sides.
    let board = "ES SW . . .\nNS NS . . .\nNE NW . . .\n. . . . .\n. . . . .\n";
    let asked = json!({"instance": SLITHERLINK, "board": board});
    assert_eq!(answer("slitherlink", "kept", &asked)["kept"], json!([[0, 0, 1], [0, 1, 1]]));
    // A row of two blocks; the columns are not finished.
    let asked = json!({"instance": "rows = [[1, 1], [3]]\ncolumns = [[2], [1], [1, 1]]\n",
        "board": "# - #\n. . .\n"});
    let kept = &answer("nonogram", "kept", &asked)["kept"];
    assert_eq!(*kept, json!([[-1, 0, 2]]));
    let wrong = json!({"instance": SLITHERLINK, "board": "1 2"});
    let ran = ran("slitherlink", "check", &wrong).ends_with(2);
    assert!(ran.stderr.contains("board.txt is no board of this puzzle"), "{ran:?}");
}

#[test]
fn two_solutions_are_marked_where_they_differ() {
    let asked = json!({"instance": SLITHERLINK.replace("2 2", "2 .")});
    let solved = answer("slitherlink", "solve", &asked);
    assert_eq!(solved["status"], "ambiguous");
    assert_eq!(solved["pictures"].as_array().unwrap().len(), 2);
    assert!(solved["differing"].as_u64().unwrap() > 0, "{solved}");
    assert!(solved["pictures"][0]["body"].as_str().unwrap().contains("mp-warning-line"));
}

#[test]
fn an_address_a_code_and_the_published_instance_are_found() {
    let asked = json!({"instance": ADDRESS});
    let read = answer("slitherlink", "instance", &asked);
    assert!(read["instance"].as_str().unwrap().contains(". 2 2 ."), "{read}");
    assert_eq!(answer("slitherlink", "solve", &json!({}))["status"], "solved");
    let of_book = answer("slitherlink", "instance", &json!({"code": "slitherlink:5:3"}));
    let made = answer("slitherlink", "make", &json!({"size": "5", "seed": "3"}));
    let clues =
        |text: &Value| text["instance"].as_str().unwrap().split("'''").nth(1).map(str::to_owned);
    assert_eq!(clues(&of_book), clues(&made));
}

#[test]
fn faults_are_told_with_their_line() {
    for (asked, expected, line) in [
        (json!({"instance": "clue = 3\n"}), "the instance, line 1: unknown key `clue`", json!(1)),
        (
            json!({"code": "slitherlink:5"}),
            "the code slitherlink:5: expected PUZZLE:SIZE:SEED",
            Value::Null,
        ),
        (json!({"sise": "5"}), "standard input: unknown field `sise`", Value::Null),
    ] {
        let ran = ran("slitherlink", "draw", &asked).ends_with(2);
        let told: Value = serde_json::from_str(&ran.stderr).unwrap();
        assert!(told["error"].as_str().unwrap().starts_with(expected), "{told}");
        assert_eq!(told["line"], line, "{told}");
    }
    let asked = json!({"size": "0"});
    let told = ran("slitherlink", "make", &asked);
    assert!(told.stdout.is_empty() && !told.stderr.is_empty(), "{told:?}");
}
