//! The rules as the checker tells them, one spoiled board each, and what is refused of an instance.

use std::time::Duration;

use hooks_11::{Board, Hooks};
use puzzle::{Limits, Puzzle, Stop, read, solve};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const SOLUTION: &str = "\
.  .  4U .  4U
.  3Y 3U 5U 4U
3Y 2Y .  5F .
.  2Y 1F 5F .
.  5Y .  5F 4F";

/// The worked example with some changes.
fn example(settings: &[&str]) -> Hooks {
    let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
    read("example.toml", EXAMPLE, &settings).unwrap()
}

fn rows(size: usize) -> String {
    vec![vec!["."; size].join(" "); size].join("\\n")
}

/// An instance without clues and givens.
fn plain(size: usize) -> Hooks {
    let row = vec!["."; size].join(" ");
    let sides = ["top", "bottom", "left", "right"].map(|side| format!("{side} = '{row}'\n"));
    let text = format!("givens = \"{}\"\n[sight]\n{}", rows(size), sides.concat());
    read("plain", &text, &[]).unwrap()
}

fn fault(hooks: &Hooks, board: &str) -> String {
    hooks.check(&board.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn the_worked_example_has_its_one_solution() {
    let hooks = example(&[]);
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards, [SOLUTION.parse::<Board>().unwrap()]);
    hooks.check(&outcome.boards[0]).unwrap();
    assert_eq!(hooks.answer(&outcome.boards[0]), "12");
    let empty_groups = ("empty groups", "3 2 2 1 1 1".to_owned());
    assert_eq!(hooks.remarks(&outcome.boards[0]), [empty_groups]);
}

#[test]
fn the_published_instance_has_one_solution() {
    let hooks = hooks_11::published();
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    hooks.check(&outcome.boards[0]).unwrap();
}

#[test]
fn a_board_of_another_shape_is_refused() {
    assert_eq!(fault(&plain(5), "1I"), "the board has 1 rows and 1 columns; expected 5 of each");
}

#[test]
fn givens_must_be_kept() {
    let given =
        |row: &str| format!("givens=\"{row}\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .\"");
    let changed = example(&[&given(". . 5 . .")]);
    assert_eq!(fault(&changed, SOLUTION), "r0c2 holds 4 instead of the given 5");
    let emptied = example(&[&given("2 . . . .")]);
    assert_eq!(fault(&emptied, SOLUTION), "r0c0 is empty instead of holding the given 2");
}

#[test]
fn each_digit_has_as_many_cells_as_it_says() {
    assert_eq!(
        fault(&plain(5), &SOLUTION.replace("1F", ". ")),
        "the hook of the digit 1 needs 1 cells with it, and the board has 0"
    );
    assert_eq!(
        fault(&plain(5), &SOLUTION.replace("1F", "6F")),
        "r3c2 holds 6, and no hook carries that digit"
    );
}

#[test]
fn digits_that_fit_no_nested_hooks_are_refused() {
    // Two digits have changed places: their pentominoes still add up to 15 and 20.
    let board = SOLUTION.replace("3Y 2Y .", "2Y 3Y .");
    assert_eq!(
        fault(&plain(5), &board),
        "no nested hooks fit the digits: however the larger ones are cut, none of size 3 holds \
         every cell of one digit and no other digit"
    );
}

#[test]
fn filled_cells_that_are_not_connected_are_refused() {
    let board = "\
        .  3Y 3Y 3Y 4Y
        5L .  2Y .  4Z
        5L .  2Z 1Z 4Z
        5L .  4Z .  .
        5L 5L .  .  .";
    assert_eq!(
        fault(&plain(5), board),
        "the filled cells are not connected: no way leads from r0c1 to r1c0"
    );
}

#[test]
fn a_full_block_is_refused() {
    assert_eq!(
        fault(&plain(4), "4L 4L 4L 2L\n1L 3N 4N 2N\n3N 3N . .\n. . . ."),
        "the 2 x 2 block whose top-left cell is r0c0 is full"
    );
}

#[test]
fn a_filled_cell_without_a_pentomino_is_refused() {
    let board = SOLUTION.replace("1F", "1 ");
    assert_eq!(fault(&plain(5), &board), "r3c2 is part of no pentomino");
}

#[test]
fn a_letter_with_another_number_of_cells_is_refused() {
    let board = SOLUTION.replace("1F", "1Y");
    assert_eq!(fault(&plain(5), &board), "4 cells are part of F; expected 5, or none");
}

#[test]
fn two_pentominoes_of_one_type_are_refused() {
    let board = ". 4N . 4N\n. 2N . 3N\n4N 1N 2N 3N\n4N . 3N .";
    assert_eq!(fault(&plain(4), board), "10 cells are part of N; expected 5, or none");
}

#[test]
fn a_letter_for_another_shape_is_refused() {
    let board = SOLUTION.replace('F', "T");
    assert_eq!(fault(&plain(5), &board), "the cells of T have another shape");
}

#[test]
fn digits_that_add_up_to_no_multiple_of_5_are_refused() {
    assert_eq!(
        fault(&plain(4), "3L 4L 4L 4L\n3L . 2Y .\n3Y 4Y 2Y 1Y\n. . . ."),
        "the digits of L add up to 18; expected a multiple of 5"
    );
}

#[test]
fn another_sight_is_refused() {
    for (setting, expected) in [
        ("sight.top='. . . . 3'", "column 4 from the top: 4 is seen first, in r0c4; expected 3"),
        (
            "sight.bottom='5 . . . .'",
            "column 0 from the bottom: 3 is seen first, in r2c0; expected 5",
        ),
        ("sight.left='. . U . .'", "row 2 from the left: Y is seen first, in r2c0; expected U"),
        ("sight.right='. . . X .'", "row 3 from the right: F is seen first, in r3c3; expected X"),
    ] {
        assert_eq!(fault(&example(&[setting]), SOLUTION), expected);
    }
}

#[test]
fn a_clue_at_an_empty_line_is_refused() {
    let outcome = solve(&plain(5), &Limits::default());
    let is_empty = |board: &&Board| board.row(4).all(Option::is_none);
    let board = outcome.boards.iter().find(is_empty).unwrap();
    let given = "givens=\". . . . .\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .\"";
    let hooks = example(&[given, "sight.left='. . . . .'", "sight.right='. . . . 2'"]);
    assert_eq!(
        fault(&hooks, &board.to_string()),
        "row 4 from the right: no cell is filled; expected to see 2"
    );
}

#[test]
fn contradictory_clues_are_unsolvable_and_no_errors() {
    for settings in [
        &["givens=\"1 . . . 1\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .\""][..],
        &["sight.top='P . . . .'"],
        &["sight.top='F I L N T'", "sight.bottom='U V W X Y'"],
        &["sight.top='1 1 . . .'"],
    ] {
        let outcome = solve(&example(settings), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "{settings:?}");
    }
}

#[test]
fn the_search_stops_at_the_limit_and_when_the_time_is_up() {
    let outcome = solve(&plain(5), &Limits::solutions(3));
    assert_eq!((outcome.solutions, outcome.stopped), (3, Some(Stop::Limit)));
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = solve(&plain(9), &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout));
    assert!(outcome.seconds < 1.0, "{} seconds", outcome.seconds);
}

#[test]
fn a_board_reads_back_as_it_was_written() {
    let board: Board = SOLUTION.parse().unwrap();
    assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
    assert_eq!("10U 4 .".parse::<Board>().unwrap().to_string(), "10U 4 .");
    for wrong in ["4U U", "4U 0U", "4U 4u", "4U é"] {
        let error = wrong.parse::<Board>().unwrap_err().to_string();
        let expected =
            "row 0, column 1: expected a digit and the letter of a pentomino, such as 4U";
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn pictures_of_boards_of_any_shape_can_be_drawn() {
    let hooks = example(&[]);
    for board in ["1", "1I 2 3L 4 5 6\n. . . . . .", SOLUTION] {
        assert!(hooks.picture(Some(&board.parse().unwrap())).to_svg().starts_with("<svg "));
    }
    assert!(hooks.picture(None).to_svg().starts_with("<svg "));
}

#[test]
fn bad_instances_are_refused_with_the_place_and_what_was_expected() {
    let clues = |size: usize| vec!["."; size].join(" ");
    let text = |top: &str, rest: &str, givens: &str| {
        format!(
            "givens = \"{givens}\"\n[sight]\ntop = \"{top}\"\nbottom = \"{rest}\"\n\
             left = \"{rest}\"\nright = \"{rest}\""
        )
    };
    for (text, expected) in [
        (
            text(". .", ". . .", ". .\\n. ."),
            "`sight.bottom` has 3 clues (`.` is one, too); expected 2, as `sight.top` has",
        ),
        (
            text(&clues(21), &clues(21), "."),
            "`sight` has clues for 21 rows and columns; expected at most 20",
        ),
        (text(". .", ". .", ". . ."), "`givens` has 1 rows and 3 columns; expected 2 of each"),
        (
            text(". .", ". .", ". .\\n. 3"),
            "`givens`, row 1, column 1: expected a digit from 1 to 2 and found 3",
        ),
        (
            text(". 3", ". .", ". .\\n. ."),
            "`sight.top`, column 1: expected a digit from 1 to 2 or a letter and found 3",
        ),
        (
            text(". A", ". .", ". .\\n. ."),
            "1: expected a digit, the letter of a pentomino (F I L N P T U V W X Y \
             Z) or \".\" and found \"A\"",
        ),
        (text(". é", ". .", ". .\\n. ."), "1: expected a digit, the letter"),
        (text(".\\n.", ". .", ". .\\n. ."), "expected one line of clues and found 2"),
        (
            text(". .", ". .", ". .\\n."),
            "row 1, column 1: expected 2 columns, as in row 0, and found 1",
        ),
        ("givens = \".\"".to_owned(), "missing field `sight`"),
        (text(".", ".", ".").replace("top", "above"), "unknown field `above`"),
        (format!("given = 1\n{}", text(".", ".", ".")), "unknown field `given`"),
    ] {
        let error = read::<Hooks>("bad.toml", &text, &[]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("bad.toml: ") && error.contains(expected), "{error}");
    }
}
