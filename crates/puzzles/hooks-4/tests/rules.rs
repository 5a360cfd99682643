//! The search on known instances, the rules as the checker tells them, and what is refused.

use std::time::Duration;

use hooks_4::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "4 . 4 4\n2 . 3 .\n2 1 3 4\n. 3 . .";

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
fn the_worked_example_has_its_one_solution() {
    assert_eq!(solutions(&example()), [SOLUTION]);
    let board: Board = SOLUTION.parse().unwrap();
    assert_eq!(example().answer(&board), "4");
    assert_eq!(example().remarks(&board), [("empty groups", "2 2 1 1".to_owned())]);
}

#[test]
fn the_published_instance_has_one_solution() {
    assert_eq!(solutions(&hooks_4::published()).len(), 1);
}

#[test]
fn the_smallest_square_is_a_one() {
    assert_eq!(solutions(&instance("1", ".")), ["1"]);
    assert!(solutions(&instance("0", "1")).is_empty());
}

#[test]
fn without_clues_every_filling_of_the_smallest_hooks_is_a_solution() {
    // Four corners, 2 of 3 cells; with the 1, they always hang together.
    assert_eq!(solutions(&instance(". .", ". .")).len(), 4 * 3);
}

#[test]
fn clues_that_nothing_makes_are_unsolvable_and_no_errors() {
    assert!(solutions(&instance("18446744073709551615 .", ". .")).is_empty());
    assert!(solutions(&instance("3 3", "3 3")).is_empty());
    // A run of 20 cells with the digit 4.
    assert!(solutions(&instance("1099511627776 . . .", ". . . .")).is_empty());
    // No line is empty: a hook has not enough cells in one of its lines alone.
    assert!(solutions(&instance("0 . . .", ". . . .")).is_empty());
}

#[test]
fn the_largest_squares_are_searched_and_stop_in_time() {
    let none = [".", "."].join(" ") + &" .".repeat(10);
    let hooks = instance(&none, &none);
    let first = solve(&hooks, &Limits::solutions(2));
    assert_eq!((first.solutions, first.stopped), (2, Some(Stop::Limit)));
    let timeout = Some(Duration::from_millis(50));
    let stopped = solve(&hooks, &Limits { timeout, ..Limits::default() });
    assert_eq!(stopped.stopped, Some(Stop::Timeout));
    assert!(stopped.seconds < 1.0, "{} s", stopped.seconds);
}

#[test]
fn larger_boards_are_found_again_by_their_clues() {
    for size in 6..=12 {
        let none = vec!["."; size].join(" ");
        let board = solve(&instance(&none, &none), &Limits::solutions(1)).boards.remove(0);
        let clue = |line: Vec<Option<u8>>| {
            let runs = line.split(Option::is_none).filter(|run| !run.is_empty());
            let products = runs.map(|run| run.iter().map(|digit| u64::from(digit.unwrap())));
            products.map(Iterator::product::<u64>).sum::<u64>().to_string()
        };
        let rows: Vec<_> = (0..size).map(|row| clue(board.row(row).to_vec())).collect();
        let columns: Vec<_> =
            (0..size).map(|column| clue(board.column(column).copied().collect())).collect();
        let found = solutions(&instance(&rows.join(" "), &columns.join(" ")));
        assert!(found.contains(&board.to_string()), "{board}");
    }
}

fn fault(hooks: &Hooks, board: &str) -> String {
    hooks.check(&board.parse::<Board>().unwrap()).unwrap_err().to_string()
}

#[test]
fn digits_in_wrong_numbers_or_places_or_apart_are_refused() {
    let hooks = instance(". . .", ". . .");
    for (spoiled, expected) in [
        ("1", "the board has 1 rows and 1 columns; expected 3 of each"),
        (
            "1 2 .\n. 2 3\n3 . .",
            "the hook of the digit 3 needs 3 cells with it, and the board has 2",
        ),
        ("1 2 4\n. 2 3\n3 . 3", "r0c2 holds 4, and no hook carries that digit"),
        (
            "3 2 .\n. 1 3\n2 3 .",
            "no nested hooks fit the digits: however the larger ones are cut, none of size 3 holds \
             every 3 and no other digit",
        ),
        (
            "3 . 3\n2 . .\n1 2 3",
            "the filled cells are not connected: no way leads from r0c0 to r0c2",
        ),
    ] {
        assert_eq!(fault(&hooks, spoiled), expected);
    }
}

#[test]
fn runs_that_do_not_make_the_clue_are_refused() {
    assert_eq!(
        fault(&instance("20 6 . 3", "16 3 . 8"), SOLUTION),
        "the runs of row 1 from the left add up to 5 instead of 6"
    );
    assert_eq!(
        fault(&instance("20 5 . 3", "16 3 . 16"), SOLUTION),
        "the runs of column 3 from the top add up to 8 instead of 16"
    );
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", "9 9 9 9\n. . . .\n. . . .\n. . . .", SOLUTION] {
        let picture = example().picture(Some(&board.parse().unwrap()));
        assert!(picture.to_svg().starts_with("<svg "));
    }
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let long = vec!["1"; 13].join(" ");
    for (rows, columns, expected) in [
        ("1 2", "1 2 .", "`columns` has 3 clues (`.` is one, too); expected 2, as `rows` has"),
        (&long, &long, "`rows` has 13 clues (`.` is one, too); expected at most 12"),
        ("1 x", "1 2", "row 1: expected a number from 0 to 18446744073709551615 or \".\""),
        ("1 -2", "1 2", "row 1: expected a number from 0 to 18446744073709551615 or \".\""),
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
