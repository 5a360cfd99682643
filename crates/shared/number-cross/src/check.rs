//! The contents of a filled crossword, for checkers only, independent of rules and searches.

use std::collections::BTreeMap;

use puzzle::prelude::*;

use crate::{Direction, Name};

/// Returns the numbers in the cells of each entry, in reading order. Black cells hold 0.
#[must_use]
pub fn read(board: &Board) -> BTreeMap<Name, Vec<i64>> {
    let grid = board.grid();
    let number_in = |cell: Option<Cell>| (*grid.get(cell?)?).filter(|&number| number != 0);
    let (mut read, mut number) = (BTreeMap::new(), 1);
    for cell in grid.cells() {
        let mut starts_one = false;
        for (direction, (rows, columns)) in [(Direction::Across, (0, 1)), (Direction::Down, (1, 0))]
        {
            let is_first = number_in(cell.offset((-rows, -columns))).is_none();
            let from_here = (0..).map(|step| cell.offset((step * rows, step * columns)));
            let numbers: Vec<i64> = from_here.map_while(number_in).collect();
            if is_first && numbers.len() > 1 {
                read.insert(Name { direction, number }, numbers);
                starts_one = true;
            }
        }
        number += usize::from(starts_one);
    }
    read
}
