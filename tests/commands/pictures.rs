//! The pictures of the puzzles: the solved boards against snapshots, and the steps of their
//! searches, put together from what they add to the unsolved board.

use picture::Picture;
use serde_json::Value;
use workspace_tests::{root, scratch, solve};

const PUZZLES: [&str; 5] =
    ["tile-and-trouble", "diagonal-latin-square", "olympic-rings", "hooks-7", "die-agony"];

#[test]
fn the_solved_boards_look_as_they_did() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests").join("pictures"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for slug in PUZZLES {
            insta::assert_snapshot!(slug, solve(slug, &["draw"]).ends_with(0).stdout);
        }
    });
}

#[test]
fn a_step_over_the_base_is_the_picture_of_its_board() {
    for slug in PUZZLES {
        let lines = solve(slug, &["trace", "--max-steps", "12"]).ends_with(0).stdout;
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let picture = |value: &Value| serde_json::from_value::<Picture>(value.clone()).unwrap();
        let base = picture(&lines[0]["base"]);
        for line in &lines[1..lines.len() - 1] {
            let board = scratch(&format!("step-of-{slug}.txt"));
            std::fs::write(&board, line["board"].as_str().unwrap()).unwrap();
            let drawn = solve(slug, &["draw", "--board", board.to_str().unwrap()]).ends_with(0);
            let body = picture(&line["picture"]).over(&base).svg_body();
            if line["event"] == "solution" {
                assert!(drawn.stdout.contains(&body), "{slug}: {line:#}");
            }
            // On the way there, the step may show more than the board.
            let (_, drawn) = drawn.stdout.split_once("rx=\"6\"/>\n").expect("there is paper");
            let mut drawn = drawn.trim_end_matches("</svg>\n").lines();
            let is_shown = |part: &str| body.lines().any(|line| line == part);
            assert!(drawn.all(is_shown), "{slug}: {line:#}");
        }
    }
}

#[test]
fn the_unsolved_picture_says_the_rules_and_the_question() {
    let drawn = solve("hooks-7", &["draw", "--empty"]).ends_with(0).stdout;
    let places: Vec<_> =
        ["Hooks #7 (Jane Street", "- The square is cut into hooks", "What is the product"]
            .map(|words| drawn.find(words))
            .into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {drawn}");
    let bare = solve("hooks-7", &["draw", "--empty", "--without-rules"]).ends_with(0).stdout;
    assert!(bare.contains("<rect") && !bare.contains("What is"), "{bare}");
}
