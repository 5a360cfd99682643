//! The published instance, the checker, bad instances, the text of a square.

use diagonal_latin_square::{DiagonalLatinSquare, Square};
use grid_utils::{Cell, Grid};
use puzzle::{Limits, Puzzle, Stop, read, solve};

#[test]
fn the_published_instance_is_solved() {
    let instance = diagonal_latin_square::published();
    assert_eq!((instance.order, &instance.givens), (7, &None));
    let outcome = solve(&instance, &Limits::solutions(1));
    assert_eq!(outcome.stopped, Some(Stop::Limit));
    instance.check(&outcome.boards[0]).unwrap();
    assert_eq!(instance.answer(&outcome.boards[0]), "a diagonal Latin square of order 7");
}

#[test]
fn the_partial_instance_has_a_single_completion() {
    let text = include_str!("../instances/partial.toml");
    let instance: DiagonalLatinSquare = read("partial.toml", text, &[]).unwrap();
    let outcome = solve(&instance, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    instance.check(&outcome.boards[0]).unwrap();
}

#[test]
fn a_square_reads_back_as_itself() {
    let square = square("0 1 2\n. 10 .\n2 . 63");
    assert_eq!(square.to_string().parse(), Ok(square.clone()));
    assert_eq!(format!("\n\n{square}\n\n").parse(), Ok(square));
    let error = "0 1\n1 x".parse::<Square>().unwrap_err().to_string();
    assert_eq!(error, r#"row 1, column 1: expected a number from 0 to 255 or "." and found "x""#);
}

#[test]
fn bad_instances_are_refused_with_the_place() {
    for (text, message) in [
        ("order = 0", "`order` is 0 and must be from 1 to 64"),
        ("order = 65", "`order` is 65 and must be from 1 to 64"),
        (
            "order = 3\ngivens = \"\"\"\n0 .\n. 1\n\"\"\"",
            "`givens` has 2 rows and 2 columns; expected 3 of each, as `order` says",
        ),
        (
            "order = 2\ngivens = \"\"\"\n0 . .\n. 1 .\n\"\"\"",
            "`givens` has 2 rows and 3 columns; expected 2 of each, as `order` says",
        ),
        (
            "order = 2\ngivens = \"\"\"\n0 .\n. 2\n\"\"\"",
            "`givens`, row 1, column 1: expected a symbol from 0 to 1 and found 2",
        ),
    ] {
        let error = read::<DiagonalLatinSquare>("test.toml", text, &[]).unwrap_err();
        assert_eq!(format!("{error:#}"), format!("test.toml: {message}"));
    }
    for (text, expected) in [
        ("givens = \". .\\n. .\"", "missing field `order`"),
        ("order = 2\ngiven = \"0 .\\n. .\"", "unknown field `given`"),
        ("order = 2\ngivens = \"0 .\\n. one\"", "row 1, column 1: expected a number"),
        ("order = 2\ngivens = \"0 .\\n.\"", "row 1, column 1: expected 2 columns"),
        ("order = -7", "-7"),
        ("order = 7.5", "7.5"),
    ] {
        let error = read::<DiagonalLatinSquare>("test.toml", text, &[]).unwrap_err();
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn refused(instance: &DiagonalLatinSquare, board: &Square) -> String {
    instance.check(board).unwrap_err().to_string()
}

/// A square of order 4 that keeps all the rules, with 3 given in its first cell.
fn sound() -> (DiagonalLatinSquare, Square) {
    let mut givens = Grid::filled(4, 4, None);
    givens[Cell::new(0, 0)] = Some(3);
    let instance = DiagonalLatinSquare { order: 4, givens: Some(givens) };
    let board = square("3 0 1 2\n1 2 3 0\n2 1 0 3\n0 3 2 1");
    instance.check(&board).unwrap();
    (instance, board)
}

#[test]
fn a_square_of_another_shape_is_refused() {
    let (instance, _) = sound();
    for (text, rows, columns) in [("0", 1, 1), ("3 0 1 2\n1 2 3 0\n2 1 0 3", 3, 4)] {
        assert_eq!(
            refused(&instance, &square(text)),
            format!("the square has {rows} rows and {columns} columns; expected 4 of each")
        );
    }
}

#[test]
fn an_empty_cell_is_refused() {
    let (instance, mut board) = sound();
    board[Cell::new(2, 1)] = None;
    assert_eq!(refused(&instance, &board), "row 2, column 1 is empty");
}

#[test]
fn a_symbol_beyond_the_order_is_refused() {
    let (instance, mut board) = sound();
    board[Cell::new(2, 1)] = Some(4);
    assert_eq!(refused(&instance, &board), "row 2, column 1 holds 4; the symbols are 0 to 3");
}

#[test]
fn a_changed_given_is_refused() {
    let (instance, board) = sound();
    // Renaming the symbols keeps every other rule.
    let renamed = board.map(|_, symbol| symbol.map(|symbol| 3 - symbol));
    assert_eq!(refused(&instance, &renamed), "row 0, column 0 holds 0; 3 is given");
}

#[test]
fn a_symbol_twice_in_a_row_is_refused() {
    let (instance, mut board) = sound();
    // Two symbols of one column change places: the column and the diagonals keep theirs.
    board[Cell::new(1, 0)] = Some(2);
    board[Cell::new(2, 0)] = Some(1);
    assert_eq!(refused(&instance, &board), "row 1 holds 2 twice, in columns 0 and 1");
}

#[test]
fn a_symbol_twice_in_a_column_is_refused() {
    let (instance, mut board) = sound();
    board[Cell::new(0, 1)] = Some(1);
    board[Cell::new(0, 2)] = Some(0);
    assert_eq!(refused(&instance, &board), "column 1 holds 1 twice, in rows 0 and 2");
}

/// The cyclic square of order 5 whose rows move `step` to the right each.
fn cyclic(step: usize) -> (DiagonalLatinSquare, Square) {
    let board = Grid::from_fn(5, 5, |cell| Some(((cell.column + step * cell.row) % 5) as u8));
    (DiagonalLatinSquare { order: 5, givens: None }, board)
}

#[test]
fn a_symbol_twice_in_the_main_diagonal_is_refused() {
    let (instance, board) = cyclic(4);
    assert_eq!(refused(&instance, &board), "the main diagonal holds 0 twice, in rows 0 and 1");
}

#[test]
fn a_symbol_twice_in_the_antidiagonal_is_refused() {
    let (instance, board) = cyclic(1);
    assert_eq!(refused(&instance, &board), "the antidiagonal holds 4 twice, in rows 0 and 1");
    let (instance, board) = cyclic(2);
    instance.check(&board).unwrap();
}

#[test]
fn boards_of_any_shape_can_be_drawn() {
    let (instance, board) = sound();
    let texts =
        |board: Option<&Square>| instance.picture(board).to_svg().matches("</text>").count();
    assert_eq!(texts(None), 1, "the given alone");
    assert_eq!(texts(Some(&board)), 16);
    assert_eq!(texts(Some(&square("9"))), 1);
    assert_eq!(texts(Some(&Grid::filled(9, 2, Some(200)))), 8);
}
