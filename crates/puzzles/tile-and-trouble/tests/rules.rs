//! The rules, the checker, and what is refused.

use std::time::{Duration, Instant};

use puzzle::{Limits, Puzzle, Stop};
use tile_and_trouble::{Board, TileAndTrouble};

const EXAMPLE: &str = include_str!("../instances/example.toml");

const EXAMPLE_BOARD: &str = "\
1 . 1 2 2 1 1
2 2 . 2 2 . .
2 2 . 4 4 4 4
1 . . 4 4 4 4
3 3 3 4 4 4 4
3 3 3 4 4 4 4
3 3 3 1 . 1 .";

fn read(text: &str) -> TileAndTrouble {
    puzzle::read("test", text, &[]).unwrap()
}

fn puzzle_of(rows: &[i64], columns: &[i64]) -> TileAndTrouble {
    read(&format!("rows = {rows:?}\ncolumns = {columns:?}"))
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn refusal(puzzle: &TileAndTrouble, text: &str) -> String {
    puzzle.check(&board(text)).unwrap_err().to_string()
}

/// All solutions, proved to be all.
fn solutions(puzzle: &TileAndTrouble) -> Vec<String> {
    let outcome = puzzle::solve(puzzle, &Limits::default());
    assert!(outcome.complete());
    for board in &outcome.boards {
        puzzle.check(board).unwrap();
    }
    outcome.boards.iter().map(ToString::to_string).collect()
}

#[test]
fn the_worked_example_has_exactly_its_solution() {
    let example = read(EXAMPLE);
    assert_eq!(solutions(&example), [EXAMPLE_BOARD]);
    assert_eq!(example.answer(&board(EXAMPLE_BOARD)), "8");
    let remarks = example.remarks(&board(EXAMPLE_BOARD));
    assert_eq!(remarks, [("uncovered groups", "4 2 1 1 1".to_owned())]);
}

#[test]
fn the_published_instance_has_a_single_solution_within_150_nodes() {
    let published = tile_and_trouble::published();
    let outcome = puzzle::solve(&published, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.solutions, 1);
    published.check(&outcome.boards[0]).unwrap();
    assert!(outcome.nodes <= 150, "{} nodes", outcome.nodes);
}

#[test]
fn groups_that_touch_at_a_corner_are_two() {
    let puzzle = puzzle_of(&[1, 1], &[1, 1]);
    assert_eq!(solutions(&puzzle).len(), 2);
    assert_eq!(puzzle.answer(&board("1 .\n. 1")), "1", "1 x 1, not 2");
    let puzzle = puzzle_of(&[1, 2, 1], &[1, 2, 1]);
    assert_eq!(puzzle.answer(&board(". 1 .\n1 . 1\n. 1 .")), "1", "1 x 1 x 1 x 1 x 1, not 5");
}

#[test]
fn a_grid_without_an_uncovered_cell_answers_with_the_empty_product() {
    let puzzle = puzzle_of(&[3], &[1, 1, 1]);
    assert_eq!(solutions(&puzzle), ["1 1 1"]);
    assert_eq!(puzzle.answer(&board("1 1 1")), "1");
    assert_eq!(puzzle.remarks(&board("1 1 1")), [("uncovered groups", "none".to_owned())]);
}

#[test]
fn an_answer_beyond_128_bits_is_given_by_its_factors() {
    // 16 rows with ten pairs of uncovered cells each, and full rows between them.
    let (pairs, full) = ([". . 1"; 10].join(" "), ["1"; 30].join(" "));
    let rows: Vec<&str> = (0..31).map(|row| if row % 2 == 0 { &*pairs } else { &full }).collect();
    let answer = puzzle_of(&[0], &[0]).answer(&board(&rows.join("\n")));
    assert_eq!(answer, ["2"; 160].join(" x "));
}

#[test]
fn tiles_of_the_same_side_may_lie_side_by_side() {
    let puzzle = puzzle_of(&[8, 8], &[4, 4, 4, 4]);
    assert_eq!(solutions(&puzzle), ["2 2 2 2\n2 2 2 2"]);
}

#[test]
fn one_tile_may_fill_the_grid() {
    assert_eq!(solutions(&puzzle_of(&[9, 9, 9], &[9, 9, 9])), ["3 3 3\n3 3 3\n3 3 3"]);
    let side = 32;
    let whole = solutions(&puzzle_of(&vec![1024; side], &vec![1024; side]));
    assert_eq!(whole, [[["32"; 32].join(" ").as_str(); 32].join("\n")]);
}

#[test]
fn zero_sums_leave_the_grid_uncovered() {
    assert_eq!(solutions(&puzzle_of(&[0, 0], &[0, 0, 0])), [". . .\n. . ."]);
    assert_eq!(solutions(&puzzle_of(&[0, 1], &[0, 1, 0])), [". . .\n. 1 ."]);
    assert_eq!(solutions(&puzzle_of(&[0], &[0])), ["."]);
}

#[test]
fn sums_that_nothing_makes_are_no_error() {
    for (rows, columns) in [
        (&[1][..], &[2][..]),
        (&[1, 1], &[1]),
        (&[5, 5], &[5, 5]),
        (&[i64::MAX, i64::MAX], &[i64::MAX, i64::MAX]),
        (&[i64::MAX, 0], &[1, 1]),
        // A row of a 2-tile needs another one.
        (&[0, 4, 0], &[0, 2, 2]),
        (&[1, 3], &[2, 2]),
        (&[4, 4, 0, 1], &[4, 4, 0, 0]),
    ] {
        assert_eq!(solutions(&puzzle_of(rows, columns)), [""; 0], "{rows:?}, {columns:?}");
    }
}

#[test]
fn a_board_of_another_shape_is_refused() {
    let example = read(EXAMPLE);
    assert_eq!(
        refusal(&example, "1 2\n. ."),
        "the board has 2 rows and 2 columns; expected 7 and 7"
    );
}

#[test]
fn a_tile_cut_by_the_border_is_refused_though_all_sums_agree() {
    // The last row and the last column of the 3-tile would lie outside.
    let puzzle = puzzle_of(&[1, 6, 6], &[1, 6, 6]);
    assert_eq!(
        refusal(&puzzle, "1 . .\n. 3 3\n. 3 3"),
        "row 1, column 1: expected the top left corner of a 3 x 3 tile, but the border leaves only 2 x 2 cells of it"
    );
    let puzzle = puzzle_of(&[0, 6], &[2, 2, 2]);
    assert_eq!(
        refusal(&puzzle, ". . .\n2 2 2"),
        "row 1, column 0: expected the top left corner of a 2 x 2 tile, but the border leaves only 1 x 2 cells of it"
    );
    assert_eq!(solutions(&puzzle), [""; 0], "the search cuts no tile either");
}

#[test]
fn a_tile_that_is_no_square_is_refused_though_all_sums_agree() {
    let puzzle = puzzle_of(&[4, 2], &[4, 2]);
    assert_eq!(
        refusal(&puzzle, "2 2\n2 ."),
        "row 0, column 0: expected the top left corner of a 2 x 2 tile, but row 1, column 1 is uncovered"
    );
}

#[test]
fn a_wrong_row_is_refused() {
    // In column 2 the 1-tile of row 0 moves to row 1, so that the columns still agree.
    let example = read(EXAMPLE);
    let moved = EXAMPLE_BOARD.replace("1 . 1 2 2 1 1\n2 2 . 2", "1 . . 2 2 1 1\n2 2 1 2");
    assert_eq!(refusal(&example, &moved), "row 0 adds up to 7; expected 8");
}

#[test]
fn a_wrong_column_is_refused() {
    // In row 6 the 1-tile of column 5 moves to column 4, so that the rows still agree.
    let example = read(EXAMPLE);
    let moved = EXAMPLE_BOARD.replace("3 3 3 1 . 1 .", "3 3 3 1 1 . .");
    assert_eq!(refusal(&example, &moved), "column 4 adds up to 21; expected 20");
}

#[test]
fn an_unfinished_board_is_refused() {
    let example = read(EXAMPLE);
    let unfinished = EXAMPLE_BOARD.replace('1', ".");
    assert_eq!(refusal(&example, &unfinished), "row 0 adds up to 4; expected 8");
    let empty = [". . . . . . ."; 7].join("\n");
    assert_eq!(refusal(&example, &empty), "row 0 adds up to 0; expected 8");
}

#[test]
fn a_board_reads_back_from_its_text() {
    assert_eq!(board(EXAMPLE_BOARD).to_string(), EXAMPLE_BOARD);
    assert_eq!(board(&format!("\n\n  {EXAMPLE_BOARD}\n\n")), board(EXAMPLE_BOARD));
    for (text, message) in [
        (
            "2 2\n2 x",
            r#"row 1, column 1: expected the side of a tile, from 1 to 255 or "." and found "x""#,
        ),
        (
            "0",
            r#"row 0, column 0: expected the side of a tile, from 1 to 255 or "." and found "0""#,
        ),
        (
            "1 256",
            r#"row 0, column 1: expected the side of a tile, from 1 to 255 or "." and found "256""#,
        ),
        ("1 1\n1", "row 1, column 1: expected 2 columns, as in row 0, and found 1"),
    ] {
        assert_eq!(text.parse::<Board>().unwrap_err().to_string(), message);
    }
}

#[test]
fn instances_without_meaning_are_refused() {
    let long = format!("rows = {:?}\ncolumns = [1]", [0; 33]);
    for (text, message) in [
        ("rows = []\ncolumns = [1]", "test: `rows` has 0 sums; expected 1 to 32"),
        ("rows = [1]\ncolumns = []", "test: `columns` has 0 sums; expected 1 to 32"),
        (&long, "test: `rows` has 33 sums; expected 1 to 32"),
        (
            "rows = [1, -2]\ncolumns = [1]",
            "test: `rows`, row 1: expected a sum that is not negative and found -2",
        ),
        (
            "rows = [1]\ncolumns = [0, 0, -9]",
            "test: `columns`, column 2: expected a sum that is not negative and found -9",
        ),
    ] {
        let error = puzzle::read::<TileAndTrouble>("test", text, &[]).unwrap_err();
        assert_eq!(format!("{error:#}"), message);
    }
    for (text, part) in [
        ("rows = [1]", "missing field `columns`"),
        ("rows = [1]\ncolumns = [1]\nrow = [1]", "unknown field `row`"),
        ("rows = [1, \"x\"]\ncolumns = [1]", "rows = [1, \"x\"]"),
        ("rows = [1.5]\ncolumns = [1]", "rows = [1.5]"),
    ] {
        let error = puzzle::read::<TileAndTrouble>("test", text, &[]).unwrap_err();
        assert!(format!("{error:#}").contains(part), "{error:#}");
    }
}

#[test]
fn the_search_stops_at_the_limit() {
    let puzzle = puzzle_of(&[2; 14], &[2; 14]);
    let outcome = puzzle::solve(&puzzle, &Limits::solutions(1000));
    assert_eq!((outcome.solutions, outcome.stopped), (1000, Some(Stop::Limit)));
    for board in &outcome.boards {
        puzzle.check(board).unwrap();
    }
}

#[test]
fn the_search_stops_in_time() {
    for (sum, size) in [(2, 14), (37, 14), (3, 20), (57, 20), (61, 32), (16, 32)] {
        let puzzle = puzzle_of(&vec![sum; size], &vec![sum; size]);
        let timeout = Duration::from_millis(100);
        let start = Instant::now();
        let limits = Limits { timeout: Some(timeout), ..Limits::default() };
        let outcome = puzzle::solve_each(&puzzle, &limits, |_| std::ops::ControlFlow::Continue(()));
        assert_eq!(outcome.stopped, Some(Stop::Timeout), "{sum}, {size}");
        assert!(start.elapsed() < 10 * timeout, "{sum}, {size}: {:?}", start.elapsed());
    }
}

#[test]
fn pictures_never_fail() {
    let example = read(EXAMPLE);
    let drawn = |text: &str| example.picture(Some(&board(text))).to_svg();
    let empty = example.picture(None).to_svg();
    assert!(empty.contains(">25</text>"), "the sums are there");
    assert!(!empty.contains(">4</text>"));
    assert!(drawn(EXAMPLE_BOARD).contains(">4</text>"));
    for text in ["4 4\n4 .", ". . .", "255", &[EXAMPLE_BOARD; 3].join("\n")] {
        assert!(drawn(text).contains("<svg"));
    }
}
