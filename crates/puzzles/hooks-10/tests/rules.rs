//! The rules as the checker tells them, one spoiled board each, and what is refused of an instance.

use std::time::{Duration, Instant};

use grid_utils::Symmetry;
use hooks_10::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = ". . 4 2 2\n. . . 1 .\n. 3 4 4 4\n5 3 . 3 .\n. 5 5 5 5";

fn example() -> Hooks {
    read("example.toml", EXAMPLE, &[]).unwrap()
}

fn instance(clues: &str) -> Hooks {
    read("an instance", &format!("clues = '''\n{clues}'''"), &[]).unwrap()
}

/// An instance without clues.
fn plain(size: usize) -> Hooks {
    instance(&vec![vec!["."; size].join(" "); size].join("\n"))
}

fn fault(hooks: &Hooks, board: &str) -> String {
    hooks.check(&board.parse().unwrap()).unwrap_err().to_string()
}

/// The boards of a complete search, each of which the checker accepts.
fn solutions(hooks: &Hooks) -> Vec<String> {
    let outcome = solve(hooks, &Limits::default());
    assert!(outcome.complete());
    outcome.boards.iter().for_each(|board| hooks.check(board).unwrap());
    outcome.boards.iter().map(ToString::to_string).collect()
}

#[test]
fn the_worked_example_has_its_one_solution() {
    let hooks = example();
    assert_eq!(solutions(&hooks), [SOLUTION]);
    let board = SOLUTION.parse().unwrap();
    assert_eq!(hooks.answer(&board), "6");
    assert_eq!(hooks.remarks(&board), [("empty groups", "6 1 1 1 1".to_owned())]);
}

#[test]
fn the_published_instance_has_one_solution() {
    let hooks = hooks_10::published();
    assert_eq!(solutions(&hooks).len(), 1);
}

#[test]
fn the_published_instance_turned_and_mirrored_has_its_solution_turned_and_mirrored() {
    let hooks = hooks_10::published();
    let board: Board = solutions(&hooks)[0].parse().unwrap();
    for symmetry in Symmetry::ALL {
        let turned = Hooks { clues: hooks.clues.transformed(symmetry) };
        assert_eq!(solutions(&turned), [board.transformed(symmetry).to_string()]);
    }
}

#[test]
fn the_smallest_grid_is_a_one() {
    let hooks = plain(1);
    assert_eq!(solutions(&hooks), ["1"]);
    assert_eq!(hooks.answer(&"1".parse().unwrap()), "1", "an empty product");
    assert!(solutions(&instance("0")).is_empty(), "a clue's cell stays empty");
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
fn digits_without_a_hook_are_refused() {
    assert_eq!(fault(&plain(2), "1 2\n. 3"), "r1c1 holds 3, and no hook carries that digit");
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
fn a_digit_in_the_cell_of_a_clue_is_refused() {
    // The digits beside it, 3, 5 and 5, do add up.
    let hooks = instance(". . . . .\n. . . . .\n. . . . .\n. 13 . . .\n. . . . .");
    assert_eq!(fault(&hooks, SOLUTION), "r3c1 holds 3, and the cell of a clue stays empty");
}

#[test]
fn a_wrong_sum_beside_a_clue_is_refused() {
    let hooks: Hooks = read("spoiled.toml", &EXAMPLE.replace("15", "14"), &[]).unwrap();
    assert_eq!(
        fault(&hooks, SOLUTION),
        "the digits beside the clue at r3c2 add up to 15 instead of 14"
    );
}

#[test]
fn impossible_clues_are_unsolvable_and_no_errors() {
    let too_much = ". . .\n. . .\n. . 99";
    let far_too_much = ". . .\n. 4294967295 .\n. . .";
    let nothing_left_to_fill = "0 0\n0 0";
    for clues in [too_much, far_too_much, nothing_left_to_fill] {
        assert!(solutions(&instance(clues)).is_empty(), "{clues}");
    }
}

#[test]
fn boards_of_large_grids_are_found_from_their_clues() {
    for size in [7, 9, 12, 16] {
        let outcome = solve(&plain(size), &Limits::solutions(2));
        assert_eq!((outcome.solutions, outcome.stopped), (2, Some(Stop::Limit)), "size {size}");
        for board in &outcome.boards {
            plain(size).check(board).unwrap();
            let clues = board.map(|cell, digit| {
                let digits = board.neighbours(cell).filter_map(|beside| board[beside]);
                digit.is_none().then(|| digits.map(u32::from).sum())
            });
            assert!(solutions(&Hooks { clues }).contains(&board.to_string()), "{board}");
        }
    }
}

#[test]
fn a_time_out_is_honoured() {
    let start = Instant::now();
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = solve(&plain(9), &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn the_search_stops_at_the_limit() {
    let outcome = solve(&plain(5), &Limits::solutions(3));
    assert_eq!((outcome.solutions, outcome.stopped), (3, Some(Stop::Limit)));
}

#[test]
fn a_board_reads_back_as_it_was_written() {
    let board: Board = format!("\n{SOLUTION}\n\n").parse().unwrap();
    assert_eq!(board.to_string(), SOLUTION);
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    let hooks = example();
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", "1 1 1\n1 1 1\n1 1 1", SOLUTION] {
        assert!(hooks.picture(Some(&board.parse().unwrap())).to_svg().starts_with("<svg "));
    }
    assert!(hooks.picture(None).to_svg().contains(">15</text>"), "the clues are shown");
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let text = |clues: &str| format!("clues = \"\"\"\n{clues}\n\"\"\"");
    let large = vec![vec!["."; 17].join(" "); 17].join("\n");
    let number = "a number from 0 to 4294967295 or \".\"";
    for (text, expected) in [
        (text(". ."), "`clues` has 1 rows and 2 columns; expected a square".to_owned()),
        (text(&large), "`clues` has 17 rows and columns; expected at most 16 of each".to_owned()),
        (
            text(". .\n."),
            "row 1, column 1: expected 2 columns, as in row 0, and found 1".to_owned(),
        ),
        (text(". .\n. x"), format!("row 1, column 1: expected {number} and found \"x\"")),
        (text(". -1\n. ."), format!("row 0, column 1: expected {number} and found \"-1\"")),
        (String::new(), "missing field `clues`".to_owned()),
        ("clues = \".\"\nsum = 1".to_owned(), "unknown field `sum`".to_owned()),
    ] {
        let error = read::<Hooks>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(&expected), "{error}");
    }
}
