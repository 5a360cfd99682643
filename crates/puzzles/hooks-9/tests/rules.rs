//! The rules as the checker tells them, one spoiled board each, and what is refused of an instance.

use std::time::Duration;

use hooks_9::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = ". 4 4 4 .\n5 5 . 5 .\n3 . . 5 4\n1 2 3 . .\n2 . 3 5 .";

fn example(settings: &[&str]) -> Hooks {
    let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
    read("example.toml", EXAMPLE, &settings).unwrap()
}

/// An instance without clues.
fn plain(size: usize) -> Hooks {
    let dots = vec!["."; size].join(" ");
    read("plain", &format!("left = '{dots}'\ntop = '{dots}'"), &[]).unwrap()
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
    assert_eq!(puzzle.answer(&outcome.boards[0]), "18");
    assert_eq!(puzzle.remarks(&outcome.boards[0]), [("empty groups", "3 3 2 1 1".to_owned())]);
}

#[test]
fn the_published_instance_has_one_solution() {
    let puzzle = hooks_9::published();
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    puzzle.check(&outcome.boards[0]).unwrap();
}

#[test]
fn the_smallest_grid_is_a_one() {
    let outcome = solve(&plain(1), &Limits::default());
    assert_eq!(outcome.boards, ["1".parse::<Board>().unwrap()]);
    assert_eq!(plain(1).answer(&outcome.boards[0]), "1", "an empty product");
    for (clue, solutions) in [("1", 1), ("2", 0), ("18446744073709551615", 0)] {
        let puzzle: Hooks = read("one", &format!("left='{clue}'\ntop='.'"), &[]).unwrap();
        let outcome = solve(&puzzle, &Limits::default());
        assert!(outcome.complete());
        assert_eq!(outcome.boards.len(), solutions, "{clue}");
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
         every cell of one digit and no other digit"
    );
}

#[test]
fn the_digits_of_hooks_are_free() {
    plain(3).check(&"2 . 2\n3 3 .\n1 3 .".parse().unwrap()).unwrap_err();
    plain(3).check(&"2 2 .\n3 . .\n3 3 1".parse().unwrap()).unwrap_err();
    plain(3).check(&"2 3 3\n. . 3\n2 . 1".parse().unwrap()).unwrap_err();
    example(&[]).check(&SOLUTION.parse().unwrap()).unwrap();
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
        fault(&example(&["left=\". 5 3 41 1\""]), SOLUTION),
        "row 3 from the left: the greatest common divisor of 123 is 123 instead of 41"
    );
    assert_eq!(
        fault(&example(&["top=\". 1 1 1 4\""]), SOLUTION),
        "column 3 from the top: the greatest common divisor of 455, 5 is 5 instead of 1"
    );
}

#[test]
fn a_line_without_numbers_keeps_no_clue() {
    let puzzle: Hooks = read("test", "left='. . . 1'\ntop='. . . .'", &[]).unwrap();
    assert_eq!(
        fault(&puzzle, "3 4 4 4\n3 . . 2\n3 4 2 1\n. . . ."),
        "row 3 from the left: there are no numbers; their greatest common divisor should be 1"
    );
}

#[test]
fn impossible_clues_are_unsolvable_and_no_errors() {
    for settings in
        ["left=\"7 . . . .\"", "top=\"99999 . . . .\"", "left=\". . 1000000000000 . .\""]
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
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", SOLUTION] {
        let picture = example(&[]).picture(Some(&board.parse().unwrap()));
        assert!(picture.to_svg().contains(">123</text>"));
    }
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let many = ["."; 10].join(" ");
    for (text, expected) in [
        (
            "left = '. 1'\ntop = '.'".to_owned(),
            "`top` has 1 clues (`.` is one, too); expected 2, as `left` has",
        ),
        (
            format!("left = '{many}'\ntop = '{many}'"),
            "`left` has 10 clues (`.` is one, too); expected at most 9, for a cell holds one of the \
             digits 1 to 9",
        ),
        ("left = '1 0'\ntop = '. .'".to_owned(), "`left`: row 1: expected a number from 1 to"),
        ("left = '1 .'\ntop = '0 .'".to_owned(), "`top`: column 0: expected a number from 1 to"),
        ("left = '1 x'\ntop = '. .'".to_owned(), "row 1: expected a number from 1 to"),
        ("left = '1 -5'\ntop = '. .'".to_owned(), "and found \"-5\""),
        ("left = '1\n.'\ntop = '. .'".replace('\'', "'''"), "expected one line of clues"),
        ("left = '1'".to_owned(), "missing field `top`"),
        ("left = '1'\ntop = '.'\nright = '.'".to_owned(), "unknown field `right`"),
    ] {
        let error = read::<Hooks>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
