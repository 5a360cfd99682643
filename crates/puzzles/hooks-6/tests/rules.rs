//! The rules as the checker tells them, one spoiled board each, and what is refused of an instance.

use std::time::Duration;

use hooks_6::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "4 . . 4\n3 . 1 4\n3 2 2 .\n. . 3 4";

fn example(settings: &[&str]) -> Hooks {
    let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
    read("example.toml", EXAMPLE, &settings).unwrap()
}

/// An instance without clues, as text.
fn plain_text(size: usize) -> String {
    let dots = vec!["."; size].join(" ");
    let sides =
        ["top", "bottom", "left", "right"].map(|side| format!("{side} = '{dots}'\n")).concat();
    format!("[gcd]\n{sides}[product]\n{sides}")
}

fn plain(size: usize) -> Hooks {
    read("plain", &plain_text(size), &[]).unwrap()
}

fn fault(puzzle: &Hooks, board: &str) -> String {
    puzzle.check(&board.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn the_worked_example_has_its_one_solution() {
    let puzzle = example(&[]);
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    let boards: Vec<_> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(boards, [SOLUTION]);
    puzzle.check(&outcome.boards[0]).unwrap();
    assert_eq!(puzzle.answer(&outcome.boards[0]), "6");
    assert_eq!(puzzle.remarks(&outcome.boards[0]), [("empty groups", "3 2 1".to_owned())]);
}

#[test]
fn the_published_instance_has_one_solution() {
    let puzzle = hooks_6::published();
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    puzzle.check(&outcome.boards[0]).unwrap();
}

#[test]
fn the_smallest_grid_is_a_one() {
    let outcome = solve(&plain(1), &Limits::default());
    assert_eq!(outcome.boards, ["1".parse::<Board>().unwrap()]);
    for (setting, solutions) in [
        ("product.left=\"1\"", 1),
        ("product.left=\"2\"", 0),
        ("product.left=\"18446744073709551615\"", 0),
        ("gcd.bottom=\"1\"", 1),
    ] {
        let puzzle: Hooks = read("one", &plain_text(1), &[setting.to_owned()]).unwrap();
        let outcome = solve(&puzzle, &Limits::default());
        assert!(outcome.complete());
        assert_eq!(outcome.boards.len(), solutions, "{setting}");
    }
}

#[test]
fn a_board_of_another_shape_is_refused() {
    assert_eq!(fault(&plain(2), "1"), "the board has 1 rows and 1 columns; expected 2 of each");
}

#[test]
fn too_few_cells_with_a_digit_are_refused() {
    assert_eq!(
        fault(&plain(2), "1 2\n. ."),
        "the hook of the digit 2 needs 2 cells with it, and the board has 1"
    );
}

#[test]
fn digits_that_fit_no_nested_hooks_are_refused() {
    assert_eq!(
        fault(&plain(3), "3 2 .\n. 1 3\n2 3 ."),
        "no nested hooks fit the digits: however the larger ones are cut, none of size 3 holds \
         every 3 and no other digit"
    );
}

#[test]
fn filled_cells_that_are_not_connected_are_refused() {
    assert_eq!(
        fault(&plain(3), "3 . 3\n2 . .\n1 2 3"),
        "the filled cells are not connected: no way leads from r0c0 to r0c2"
    );
}

#[test]
fn a_full_block_is_refused() {
    assert_eq!(
        fault(&plain(3), ". 3 3\n. 2 3\n1 2 ."),
        "the 2 x 2 block whose top-left cell is r0c1 is full"
    );
}

#[test]
fn numbers_with_another_divisor_are_refused() {
    assert_eq!(
        fault(&example(&["gcd.right=\"2 . . .\""]), SOLUTION),
        "row 0 from the right: the greatest common divisor of 4, 4 is 4 instead of 2"
    );
}

#[test]
fn numbers_with_another_product_are_refused() {
    assert_eq!(
        fault(&example(&["product.right=\". 42 . 43\""]), SOLUTION),
        "row 1 from the right: the product of 41, 3 is 123 instead of 42"
    );
    assert_eq!(
        fault(&example(&["product.bottom=\". . 123 .\""]), SOLUTION),
        "column 2 from the bottom: the product of 321 is 321 instead of 123"
    );
}

#[test]
fn impossible_clues_are_unsolvable_and_no_errors() {
    for settings in
        ["gcd.left=\"3 . . .\"", "product.top=\". 3 . .\"", "product.left=\". 42 . 1000000000000\""]
    {
        let outcome = solve(&example(&[settings]), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "{settings}");
    }
}

#[test]
fn the_search_stops_at_the_limit() {
    let outcome = solve(&plain(9), &Limits::solutions(3));
    assert_eq!((outcome.solutions, outcome.stopped), (3, Some(Stop::Limit)));
}

#[test]
fn the_search_stops_when_the_time_is_up() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = solve(&plain(6), &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout));
}

#[test]
fn pictures_show_the_clues_around_boards_of_any_shape() {
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", SOLUTION] {
        let puzzle = example(&["product.right=\"16 123 . 43\""]);
        let svg = puzzle.picture(Some(&board.parse().unwrap())).to_svg();
        for label in ["gcd 4", "gcd 4, 16", "321", "123"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}");
        }
    }
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let unequal = plain_text(2).replacen("left = '. .'", "left = '. . .'", 1);
    let first_table = |size| plain_text(size).split("[product]").next().unwrap().to_owned();
    let products = first_table(2) + &first_table(3).replace("gcd", "product");
    let zero = plain_text(2).replacen("bottom = '. .'", "bottom = '. 0'", 1);
    let alien = plain_text(2).replacen("bottom = '. .'", "bottom = '. x'", 1);
    let misspelt = plain_text(2).replacen("bottom", "below", 1);
    for (text, expected) in [
        (unequal, "`gcd.left` has 3 clues (`.` is one, too); expected 2, as `gcd.top` has"),
        (products, "`product.top` has 3 clues (`.` is one, too); expected 2, as `gcd.top` has"),
        (
            plain_text(10),
            "`gcd.top` has 10 clues (`.` is one, too); expected at most 9, for a cell holds one of \
             the digits 1 to 9",
        ),
        (zero, "`gcd.bottom`: column 1: expected a number from 1 to"),
        (alien, "1: expected a number from 1 to"),
        (misspelt, "unknown field `below`"),
        ("size = 3".to_owned(), "unknown field `size`"),
        ("[gcd]\ntop = '.'\nbottom = '.'\nleft = '.'".to_owned(), "missing field `right`"),
    ] {
        let error = read::<Hooks>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
