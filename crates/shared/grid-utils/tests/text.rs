//! Errors for bad texts and bad calls.

use grid_utils::{Cell, CellSet, Direction, Grid, Shape, Symmetry};

fn error_of<T: grid_utils::Token + std::fmt::Debug>(text: &str) -> String {
    text.parse::<Grid<T>>().unwrap_err().to_string()
}

#[test]
fn an_alien_token_is_named_with_its_place() {
    assert_eq!(
        error_of::<Option<u8>>("1 .\n. 256"),
        r#"row 2, column 2: expected a number from 0 to 255 or "." and found "256""#
    );
    assert_eq!(
        error_of::<i32>("\n\n 1 -2 x\n"),
        r#"row 1, column 3: expected a number from -2147483648 to 2147483647 and found "x""#
    );
    assert_eq!(
        error_of::<char>("a bc"),
        r#"row 1, column 2: expected a single character and found "bc""#
    );
}

#[test]
fn a_ragged_row_is_named_with_the_column_where_it_goes_wrong() {
    assert_eq!(
        error_of::<u8>("1 2 3\n4 5"),
        "row 2, column 3: expected 3 columns, as in row 1, and found 2"
    );
    assert_eq!(
        error_of::<u8>("1 2\n3 4\n5 6 7"),
        "row 3, column 3: expected 2 columns, as in row 1, and found 3"
    );
    assert_eq!(
        error_of::<u8>("1 2\n\n3 4"),
        "row 2, column 1: expected 2 columns, as in row 1, and found 0"
    );
}

#[test]
fn a_text_without_tokens_is_refused() {
    for text in ["", "\n", "  \n \n"] {
        assert_eq!(error_of::<u8>(text), "expected at least one row and found none");
    }
}

#[test]
fn line_ends_of_other_systems_and_extra_spaces_make_no_difference() {
    let grid: Grid<u8> = "\r\n\t1  2 \r\n 3\t4\r\n\r\n".parse().unwrap();
    assert_eq!(grid.to_string(), "1 2\n3 4");
}

#[test]
fn a_row_of_digits_is_a_number_and_several_rows_may_lack_spaces() {
    assert_eq!(
        error_of::<u8>("256"),
        "row 1, column 1: expected a number from 0 to 255 and found \"256\""
    );
    assert_eq!("255".parse::<Grid<u8>>().unwrap().to_string(), "255");
    assert_eq!("256\n100".parse::<Grid<u8>>().unwrap().to_string(), "2 5 6\n1 0 0");
    assert_eq!("25.".parse::<Grid<Option<u8>>>().unwrap().to_string(), "2 5 .");
}

#[test]
fn serde_reports_the_place_of_an_alien_token() {
    let error = serde_json::from_str::<Grid<u8>>(r#""1 2\n3 x""#).unwrap_err().to_string();
    assert!(
        error.starts_with(r#"row 2, column 2: expected a number from 0 to 255 and found "x""#),
        "{error}"
    );
    let error = serde_json::from_str::<Grid<u8>>("[[1, 2]]").unwrap_err().to_string();
    assert!(
        error.contains("expected a grid as text, a line of space-separated tokens per row"),
        "{error}"
    );
}

#[test]
fn a_cell_in_a_data_file_is_a_name() {
    let cell = |text| serde_json::from_str::<Cell>(text).map_err(|error| error.to_string());
    assert_eq!(cell("\"r3c6\""), Ok(Cell::new(2, 5)));
    assert_eq!(serde_json::to_string(&Cell::new(2, 5)).unwrap(), "\"r3c6\"");
    for (text, expected) in [
        ("[3, 6]", "invalid type: sequence, expected a cell such as r1c1"),
        ("\"r0c6\"", "expected a cell such as r1c1 and found \"r0c6\""),
    ] {
        let error = cell(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn what_is_no_cell_is_quoted() {
    let no_cells = [
        "",
        "r",
        "rc",
        "r1",
        "c1r1",
        "r1c",
        "rc1",
        "r0c1",
        "r1c0",
        "r-1c1",
        "r+1c1",
        "r1c1 ",
        "r1c99999999999999999999",
    ];
    for text in no_cells {
        assert_eq!(
            text.parse::<Cell>().unwrap_err().to_string(),
            format!("expected a cell such as r1c1 and found {text:?}")
        );
    }
    assert_eq!("r007c10".parse(), Ok(Cell::new(6, 9)));
    assert_eq!(format!("[{:>6}]", Cell::new(1, 2)), "[  r2c3]");
}

#[test]
fn the_ends_of_the_number_line_stop_a_step() {
    let last = Cell::new(usize::MAX, usize::MAX);
    assert_eq!(last.step(Direction::South), None);
    assert_eq!(last.step(Direction::East), None);
    assert_eq!(last.distance(Cell::new(0, 0)), usize::MAX);
    assert_eq!(Grid::filled(2, 2, ()).neighbours(last).count(), 0);
}

#[test]
#[should_panic(expected = "r3c1 lies outside a 2 x 3 grid")]
fn a_cell_outside_the_grid_is_named() {
    let grid = Grid::filled(2, 3, 0);
    let _ = grid[Cell::new(2, 0)];
}

#[test]
#[should_panic(expected = "r1c4 lies outside a 2 x 3 grid")]
fn a_column_too_far_is_not_the_next_row() {
    Grid::filled(2, 3, 0)[Cell::new(0, 3)] = 1;
}

#[test]
#[should_panic(expected = "column 4 lies outside a 2 x 3 grid")]
fn a_column_outside_the_grid_is_named() {
    let _ = Grid::filled(2, 3, 0).column(3).count();
}

#[test]
#[should_panic(expected = "the 2 x 2 window at r2c1 reaches beyond a 2 x 3 grid")]
fn a_window_beyond_the_border_is_named() {
    let _ = Grid::filled(2, 3, 0).window_cells(Cell::new(1, 0), 2, 2).count();
}

#[test]
#[should_panic(expected = "the cell lies outside the shape")]
fn a_shape_has_no_index_for_a_column_too_far() {
    let _ = Shape::<1>::new(2, 3).unwrap().index(Cell::new(0, 3));
}

#[test]
#[should_panic(expected = "a 3 x 2 grid does not have the shape 2 x 3")]
fn a_grid_of_another_shape_has_no_set() {
    let _ = Shape::<1>::new(2, 3).unwrap().set_of(&Grid::filled(3, 2, 0), |_| true);
}

#[test]
#[should_panic(expected = "the index is beyond the capacity of the set")]
fn a_member_beyond_the_capacity_is_refused() {
    let _ = CellSet::<1>::EMPTY.with(64);
}

#[test]
#[should_panic(expected = "the cell lies outside the grid")]
fn a_symmetry_does_not_move_cells_outside() {
    let _ = Symmetry::HalfTurn.apply(Cell::new(2, 0), 2, 2);
}
