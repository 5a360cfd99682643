//! The search on known instances, the rules as the checker tells them, and what is refused.

use std::time::Duration;

use grid_puzzles::Side;
use hooks_3::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "4 . 3 .\n4 2 2 3\n. 1 . 3\n. 4 . 4";

fn example(settings: &[&str]) -> Hooks {
    let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
    read("example.toml", EXAMPLE, &settings).unwrap()
}

/// An instance from its clues at the top, at the bottom, at the left and at the right.
fn instance(clues: [&str; 4]) -> Hooks {
    let side = |(side, clues): (&Side, _)| format!("{} = '{clues}'", side.key());
    let sides: Vec<String> = Side::ALL.iter().zip(clues).map(side).collect();
    read("instance", &format!("[products]\n{}", sides.join("\n")), &[]).unwrap()
}

fn without_clues(size: usize) -> Hooks {
    instance([&vec!["."; size].join(" "); 4])
}

fn solutions(hooks: &Hooks) -> Vec<String> {
    let outcome = solve(hooks, &Limits::default());
    assert!(outcome.complete());
    outcome.boards.iter().for_each(|board| hooks.check(board).unwrap());
    outcome.boards.iter().map(ToString::to_string).collect()
}

#[test]
fn the_worked_example_has_its_one_solution() {
    let hooks = example(&[]);
    assert_eq!(solutions(&hooks), [SOLUTION]);
    let board: Board = SOLUTION.parse().unwrap();
    assert_eq!(hooks.answer(&board), "4");
    assert_eq!(hooks.remarks(&board), [("empty groups", "2 2 1 1".to_owned())]);
}

#[test]
fn the_published_instance_has_one_solution() {
    assert_eq!(solutions(&hooks_3::published()).len(), 1);
}

#[test]
fn squares_of_size_3_or_less_have_too_few_digits_for_two_in_each_line() {
    for size in 1..=3 {
        assert!(solutions(&without_clues(size)).is_empty());
    }
}

#[test]
fn clues_that_nothing_makes_are_unsolvable_and_no_errors() {
    for clue in [7, 17, 25, u64::MAX] {
        let clues = format!("{clue} . . .");
        assert!(solutions(&instance([&clues, ". . . .", ". . . .", ". . . ."])).is_empty());
    }
}

#[test]
fn the_largest_squares_are_searched_and_stop_in_time() {
    let hooks = without_clues(16);
    let first = solve(&hooks, &Limits::solutions(2));
    assert_eq!((first.solutions, first.stopped), (2, Some(Stop::Limit)));
    hooks.check(&first.boards[0]).unwrap();
    let timeout = Some(Duration::from_millis(50));
    let stopped = solve(&hooks, &Limits { timeout, ..Limits::default() });
    assert_eq!(stopped.stopped, Some(Stop::Timeout));
    assert!(stopped.seconds < 1.0, "{} s", stopped.seconds);
}

#[test]
fn larger_boards_are_found_again_by_their_clues() {
    for size in 6..=12 {
        let board = solve(&without_clues(size), &Limits::solutions(1)).boards.remove(0);
        let clues = Side::ALL.map(|side| {
            let clue = |line| {
                let met = side.cells(size, line).map(|cell| board[cell]);
                met.flatten().map(u64::from).take(2).product::<u64>().to_string()
            };
            (0..size).map(clue).collect::<Vec<_>>().join(" ")
        });
        let found = solve(&instance(clues.each_ref().map(String::as_str)), &Limits::solutions(50));
        assert!(found.stopped.is_some() || found.boards.contains(&board), "{board}");
    }
}

fn fault(hooks: &Hooks, board: &str) -> String {
    hooks.check(&board.parse::<Board>().unwrap()).unwrap_err().to_string()
}

#[test]
fn a_board_of_another_shape_is_refused() {
    assert_eq!(fault(&example(&[]), "1"), "the board has 1 rows and 1 columns; expected 4 of each");
}

#[test]
fn boards_without_clues_that_break_one_rule_are_refused() {
    for (spoiled, expected) in [
        (
            "4 . 3 .\n4 2 2 3\n. 1 . 3\n. 4 . .",
            "the hook of the digit 4 needs 4 cells with it, and the board has 3",
        ),
        ("5 . 3 .\n4 2 2 3\n. 1 . 3\n. 4 . 4", "r0c0 holds 5, and no hook carries that digit"),
        (
            ". . 1 3\n4 . . 4\n3 4 . 3\n. 4 2 2",
            "no nested hooks fit the digits: however the larger ones are cut, none of size 4 holds \
             every 4 and no other digit",
        ),
        (
            "4 . 4 .\n4 2 2 .\n4 . 1 3\n. 3 . 3",
            "the filled cells are not connected: no way leads from r0c0 to r3c1",
        ),
        (
            ". 4 4 .\n. 3 2 1\n4 3 . 2\n4 . . 3",
            "the 2 x 2 block whose top-left cell is r0c1 is full",
        ),
        ("4 2 2 3\n. 1 . 3\n. 3 . .\n4 4 4 .", "row 2 has 1 filled cells; expected 2 or more"),
    ] {
        assert_eq!(fault(&without_clues(4), spoiled), expected);
    }
}

#[test]
fn other_products_than_the_clues_are_refused() {
    for (setting, expected) in [
        (
            "products.top='16 . 9 .'",
            "column 2 from the top: 3 and 2 come first and make 6 instead of 9",
        ),
        (
            "products.right='12 . 9 .'",
            "row 2 from the right: 3 and 1 come first and make 3 instead of 9",
        ),
    ] {
        assert_eq!(fault(&example(&[setting]), SOLUTION), expected);
    }
}

#[test]
fn a_board_reads_back_as_it_was_written() {
    let board: Board = format!("\n{SOLUTION}\n\n").parse().unwrap();
    assert_eq!(board.to_string(), SOLUTION);
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", SOLUTION] {
        let picture = example(&[]).picture(Some(&board.parse().unwrap()));
        assert!(picture.to_svg().starts_with("<svg "));
    }
    assert!(example(&[]).picture(None).to_svg().contains(">16<"));
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let text = |top: &str, bottom: &str, left: &str| {
        format!("[products]\ntop = '{top}'\nbottom = '{bottom}'\nleft = '{left}'\nright = '. .'")
    };
    let large = vec!["."; 17].join(" ");
    let large = Side::ALL.map(|side| format!("{} = '{large}'\n", side.key())).concat();
    for (text, expected) in [
        (
            text(". .", ". . .", ". ."),
            "`products.bottom` has 3 clues (`.` is one, too); expected 2, as `products.top` has",
        ),
        (
            format!("[products]\n{large}"),
            "`products.top` has 17 clues (`.` is one, too); expected at most 16",
        ),
        (
            text(". .", ". .", "4 0"),
            "`products.left`: row 1: expected a number from 1 to 18446744073709551615 or \".\" and found \"0\"",
        ),
        (
            text(". 0", ". .", ". ."),
            "`products.top`: column 1: expected a number from 1 to 18446744073709551615 or \".\" and found \"0\"",
        ),
        (
            text(". .", ". x", ". ."),
            "expected a number from 1 to 18446744073709551615 or \".\" and found \"x\"",
        ),
        (text(". .", ". .", "-1 ."), "0: expected a number"),
        ("[products]\ntop = '. .'".to_owned(), "missing field `bottom`"),
        (text(". .", ". .", ". .") + "\nmiddle = '. .'", "unknown field `middle`"),
        ("givens = '.'".to_owned(), "unknown field `givens`"),
        (String::new(), "missing field `products`"),
    ] {
        let error = read::<Hooks>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
