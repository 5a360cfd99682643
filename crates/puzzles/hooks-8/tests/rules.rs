//! The rules as the checker tells them, one spoiled board each, and what is refused of an instance.

use std::ops::ControlFlow;
use std::time::Duration;

use hooks_8::{Board, Hooks8};
use puzzle::{Event, Limits, Puzzle, Stop, read, solve, trace};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "5 4 . 4 3\n. 1 2 4 .\n5 2 . 4 .\n. 3 . 3 .\n5 5 . 5 .";

fn example(settings: &[&str]) -> Hooks8 {
    let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
    read("example.toml", EXAMPLE, &settings).unwrap()
}

/// An instance without givens, all of one region.
fn plain(size: usize, region_sum: u64) -> Hooks8 {
    let grid = |token: &str| vec![vec![token; size].join(" "); size].join("\n");
    let text = format!(
        "region_sum = {region_sum}\nregions = '''\n{}'''\ngivens = '''\n{}'''",
        grid("A"),
        grid(".")
    );
    read("plain", &text, &[]).unwrap()
}

fn fault(hooks: &Hooks8, board: &str) -> String {
    hooks.check(&board.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn the_worked_example_has_its_one_solution() {
    let hooks = example(&[]);
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    let boards: Vec<_> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(boards, [SOLUTION]);
    hooks.check(&outcome.boards[0]).unwrap();
    assert_eq!(hooks.answer(&outcome.boards[0]), "12");
    let empty_groups = ("empty groups", "4 3 1 1 1".to_owned());
    assert!(hooks.remarks(&outcome.boards[0]).contains(&empty_groups));
}

#[test]
fn the_published_instance_has_one_solution() {
    let hooks = hooks_8::published();
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    hooks.check(&outcome.boards[0]).unwrap();
}

#[test]
fn the_smallest_grid_is_a_one() {
    let outcome = solve(&plain(1, 1), &Limits::default());
    assert_eq!(outcome.boards, ["1".parse::<Board>().unwrap()]);
    assert_eq!(plain(1, 1).answer(&outcome.boards[0]), "1", "an empty product");
    assert!(solve(&plain(1, 2), &Limits::default()).boards.is_empty());
}

#[test]
fn a_board_of_another_shape_is_refused() {
    assert_eq!(fault(&plain(2, 5), "1"), "the board has 1 rows and 1 columns; expected 2 of each");
}

#[test]
fn too_few_cells_with_a_digit_are_refused() {
    // The region's sum is right for this board.
    assert_eq!(
        fault(&plain(2, 3), "1 2\n. ."),
        "the hook of the digit 2 needs 2 cells with it, and the board has 1"
    );
}

#[test]
fn digits_without_a_hook_are_refused() {
    assert_eq!(fault(&plain(2, 5), "1 2\n. 3"), "r1c1 holds 3, and no hook carries that digit");
}

#[test]
fn digits_that_fit_no_nested_hooks_are_refused() {
    assert_eq!(
        fault(&plain(3, 14), "3 2 .\n. 1 3\n2 3 ."),
        "no nested hooks fit the digits: however the larger ones are cut, none of size 3 holds \
         every cell of one digit and no other digit"
    );
}

#[test]
fn filled_cells_that_are_not_connected_are_refused() {
    assert_eq!(
        fault(&plain(3, 14), "3 . 3\n2 . .\n1 2 3"),
        "the filled cells are not connected: no way leads from r0c0 to r0c2"
    );
}

#[test]
fn a_full_block_is_refused() {
    // The hook of size 3 carries the 2, and that of size 2 the 3.
    assert_eq!(
        fault(&plain(3, 14), "2 2 .\n. 3 3\n. 3 1"),
        "the 2 x 2 block whose top-left cell is r1c1 is full"
    );
}

#[test]
fn a_wrong_sum_of_a_region_is_refused() {
    let regions = "regions=\"A A A B B\\nC C A B D\\nC D D D D\\nC E E E D\\nC D D D D\"";
    let hooks = example(&[regions, "region_sum=11"]);
    assert_eq!(fault(&hooks, SOLUTION), "region D adds up to 16 instead of 11");
}

#[test]
fn givens_must_be_kept() {
    let givens =
        |row: &str| format!("givens=\"{row}\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .\"");
    let changed = example(&[&givens("4 . . . .")]);
    assert_eq!(fault(&changed, SOLUTION), "r0c0 holds 5 instead of the given 4");
    let emptied = example(&[&givens(". . 2 . .")]);
    assert_eq!(fault(&emptied, SOLUTION), "r0c2 is empty instead of holding the given 2");
}

#[test]
fn contradictory_givens_and_impossible_sums_are_unsolvable_and_no_errors() {
    let twice = "givens=\"1 . . . 1\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .\"";
    for settings in [&[twice][..], &["region_sum=0"], &["region_sum=9223372036854775807"]] {
        let outcome = solve(&example(settings), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "{settings:?}");
    }
}

#[test]
fn the_search_stops_at_the_limit() {
    let outcome = solve(&plain(5, 55), &Limits::solutions(3));
    assert_eq!((outcome.solutions, outcome.stopped), (3, Some(Stop::Limit)));
}

#[test]
fn the_search_stops_when_the_time_is_up() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = solve(&plain(12, 650), &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout));
    assert!(outcome.seconds < 1.0, "{} seconds", outcome.seconds);
}

#[test]
fn a_watched_search_shows_the_given_digits_from_the_start() {
    let hooks = hooks_8::published();
    let (outcome, trace) = trace(&hooks, &Limits::default(), 10_000, |_| ControlFlow::Continue(()));
    assert!(outcome.complete());
    let is_given =
        |(cell, given): (_, &Option<u8>), board: &Board| given.is_none() || board[cell] == *given;
    let keeps_givens = |board| hooks.0.givens.iter().all(|given| is_given(given, board));
    assert!(trace.kept.iter().all(|step| keeps_givens(&step.board)));
    let solution = trace.kept.iter().find(|step| step.event == Event::Solution).unwrap();
    hooks.check(&solution.board).unwrap();
}

#[test]
fn a_board_that_two_cuts_fit_is_reported_once() {
    // The largest hook is the top row with the right column and carries the 4, or it is the left
    // column with the bottom row and carries the 3.
    let board = ". 4 4 .\n. 2 . 4\n3 2 1 4\n3 . 3 .";
    let hooks = plain(4, 30);
    hooks.check(&board.parse().unwrap()).unwrap();
    let outcome = solve(&hooks, &Limits::default());
    assert_eq!((outcome.solutions, outcome.boards.len()), (10_536, 10_536));
    let same = outcome.boards.iter().filter(|found| found.to_string() == board);
    assert_eq!(same.count(), 1);
}

#[test]
fn a_board_reads_back_as_it_was_written() {
    let board: Board = format!("\n{SOLUTION}\n\n").parse().unwrap();
    assert_eq!(board.to_string(), SOLUTION);
    let error = "5 . x\n. . .".parse::<Board>().unwrap_err().to_string();
    assert!(error.starts_with("row 0, column 2: expected "), "{error}");
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    let hooks = example(&[]);
    for board in ["1", "1 2 3 4 5 6\n. . . . . .", SOLUTION] {
        assert!(hooks.picture(Some(&board.parse().unwrap())).to_svg().starts_with("<svg "));
    }
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let text = |regions: &str, givens: &str| {
        format!("regions = \"\"\"\n{regions}\n\"\"\"\ngivens = \"\"\"\n{givens}\n\"\"\"")
    };
    let large = vec![vec!["A"; 13].join(" "); 13].join("\n");
    for (text, expected) in [
        (text("A A", ". ."), "`regions` has 1 rows and 2 columns; expected a square"),
        (text(&large, "."), "`regions` has 13 rows and columns; expected at most 12 of each"),
        (
            text("A A\nA A", ". . ."),
            "`givens` has 1 rows and 3 columns; expected 2 of each, as `regions` has",
        ),
        (
            text("A A\nA A", ". .\n. 3"),
            "`givens`, row 1, column 1: expected a digit from 1 to 2 and found 3",
        ),
        (
            text("A A\nA B", ". .\n. ."),
            "`region_sum` is missing, and 2 regions cannot share the sum of all digits, 5, equally",
        ),
        (
            text("A A\nA", ". .\n. ."),
            "row 1, column 1: expected 2 columns, as in row 0, and found 1",
        ),
        (text("A A\nA .", ". .\n. ."), "row 1, column 1: expected the label of a region"),
        (text("A A\nA A", ". .\n. x"), "row 1, column 1: expected "),
        ("regions = \"A\"".to_owned(), "missing field `givens`"),
        ("regions = \"A\"\ngivens = \".\"\nsum = 1".to_owned(), "unknown field `sum`"),
    ] {
        let error = read::<Hooks8>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
