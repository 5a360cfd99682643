//! The search on known instances, the rules as the checker tells them, and what is refused.

use std::time::Duration;

use hooks_1::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "1 2 . 4\n. 2 3 .\n3 . 3 4\n4 4 . .";

fn example() -> Hooks {
    read("example.toml", EXAMPLE, &[]).unwrap()
}

fn instance(rows: &str, columns: &str) -> Hooks {
    read("instance", &format!("rows = '{rows}'\ncolumns = '{columns}'"), &[]).unwrap()
}

fn solutions(hooks: &Hooks) -> Vec<String> {
    let outcome = solve(hooks, &Limits::default());
    assert!(outcome.complete());
    outcome.boards.iter().for_each(|board| hooks.check(board).unwrap());
    outcome.boards.iter().map(ToString::to_string).collect()
}

#[test]
fn the_documented_board_is_the_only_solution_of_its_sums() {
    assert_eq!(solutions(&example()), [SOLUTION]);
    assert_eq!(example().answer(&SOLUTION.parse().unwrap()), "13");
}

#[test]
fn the_published_instance_has_one_solution() {
    assert_eq!(solutions(&hooks_1::published()).len(), 1);
}

#[test]
fn the_smallest_square_is_a_one() {
    assert_eq!(solutions(&instance("1", ".")), ["1"]);
    assert!(solutions(&instance("0", "1")).is_empty());
}

#[test]
fn without_sums_every_choice_of_cells_is_a_solution() {
    // Three times 2 of 3 cells, 3 of 5 and 4 of 7.
    assert_eq!(solutions(&instance(". . . .", ". . . .")).len(), 3 * 10 * 35);
}

#[test]
fn sums_that_nothing_makes_are_unsolvable_and_no_errors() {
    assert!(solutions(&instance("4294967295 .", ". .")).is_empty());
    assert!(solutions(&instance("3 3", "3 3")).is_empty());
}

#[test]
fn the_largest_squares_are_searched_and_stop_in_time() {
    let none = [".", "."].join(" ") + &" .".repeat(14);
    let first = solve(&instance(&none, &none), &Limits::solutions(2));
    assert_eq!((first.solutions, first.stopped), (2, Some(Stop::Limit)));
    // The 1 makes this impossible, but that is seen only in the turn of the smallest hook.
    let one = "0 .".to_owned() + &" .".repeat(14);
    let timeout = Some(Duration::from_millis(50));
    let stopped = solve(&instance(&one, &none), &Limits { timeout, ..Limits::default() });
    assert_eq!((stopped.solutions, stopped.stopped), (0, Some(Stop::Timeout)));
    assert!(stopped.seconds < 1.0, "{} s", stopped.seconds);
}

fn fault(hooks: &Hooks, board: &str) -> String {
    hooks.check(&board.parse::<Board>().unwrap()).unwrap_err().to_string()
}

#[test]
fn digits_in_the_wrong_number_or_place_are_refused() {
    let hooks = instance(". . .", ". . .");
    for (spoiled, expected) in [
        ("1", "the board has 1 rows and 1 columns; expected 3 of each"),
        (
            "1 2 .\n. 2 3\n3 . .",
            "the hook of the digit 3 needs 3 cells with it, and the board has 2",
        ),
        ("1 2 4\n. 2 3\n3 . 3", "r0c2 holds 4, and no hook carries that digit"),
        ("1 2 .\n3 2 3\n3 . .", "r1c0 holds 3 and belongs to the hook of size 2"),
    ] {
        assert_eq!(fault(&hooks, spoiled), expected);
    }
}

#[test]
fn wrong_sums_are_refused() {
    assert_eq!(
        fault(&example(), "1 2 . 4\n. 2 3 4\n3 . 3 .\n4 4 . ."),
        "row 1 from the left adds up to 9 instead of 5"
    );
    assert_eq!(
        fault(&example(), "1 2 . 4\n. 2 3 .\n3 . 3 4\n4 . 4 ."),
        "column 1 from the top adds up to 4 instead of 8"
    );
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", SOLUTION] {
        let picture = example().picture(Some(&board.parse().unwrap()));
        assert!(picture.to_svg().starts_with("<svg "));
    }
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let long = vec!["1"; 17].join(" ");
    for (rows, columns, expected) in [
        ("1 2", "1 2 .", "`columns` has 3 clues (`.` is one, too); expected 2, as `rows` has"),
        (&long, &long, "`rows` has 17 clues (`.` is one, too); expected at most 16"),
        ("1 x", "1 2", "row 1: expected a number from 0 to 4294967295 or \".\""),
        ("1 -2", "1 2", "row 1: expected a number from 0 to 4294967295 or \".\""),
        ("1\\n2", "1 2", "expected one line of clues and found 2"),
        ("", "", "for each row and found none"),
        ("1\"\nsum = \"3", "1", "unknown field `sum`"),
        ("1\"\n#", "1", "missing field `columns`"),
    ] {
        let text = format!("rows = \"{rows}\"\ncolumns = \"{columns}\"");
        let text = text.replace("#\"\ncolumns", "#");
        let error = format!("{:#}", read::<Hooks>("bad.toml", &text, &[]).unwrap_err());
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
