//! The answer: cells in different rows and columns whose digits have the largest product.

use grid_utils::Cell;

use crate::Board;

/// The cells of one best choice, by rows, with their digits, in a board that keeps the rules.
///
/// From the last row upwards, the largest product is found for each set of columns that the rows
/// above may leave: a row takes none of them, or one in which it has a digit. No two cells of a row
/// or column of a hook go together, so there are at most two of each hook: up to size 16 the product
/// is below 2^64.
pub(crate) fn best_cells(board: &Board) -> Vec<(Cell, u8)> {
    let sets = 1_usize << board.columns();
    // After the last row and for each row before it, from below: the largest product from there on,
    // for each set of columns.
    let mut products = vec![vec![1_u64; sets]];
    for row in (0..board.rows()).rev() {
        let below = &products[products.len() - 1];
        let digits: Vec<_> = digits(board, row)
            .map(|(column, digit)| (1_usize << column, u64::from(digit)))
            .collect();
        let largest = |columns: usize| {
            let usable = digits.iter().filter(|(column, _)| columns & column != 0);
            let with_cell = usable.map(|(column, digit)| digit * below[columns ^ column]);
            with_cell.fold(below[columns], u64::max)
        };
        products.push((0..sets).map(largest).collect());
    }
    let mut cells = Vec::new();
    let mut columns = sets - 1;
    for row in 0..board.rows() {
        let (here, below) = (&products[board.rows() - row], &products[board.rows() - row - 1]);
        let best = digits(board, row).find(|&(column, digit)| {
            let bit = 1 << column;
            columns & bit != 0 && here[columns] == u64::from(digit) * below[columns ^ bit]
        });
        // Where there is no such cell the row is better left out.
        if let Some((column, digit)) = best {
            cells.push((Cell::new(row, column), digit));
            columns ^= 1 << column;
        }
    }
    cells
}

/// The digits of a row, with their columns.
fn digits(board: &Board, row: usize) -> impl Iterator<Item = (usize, u8)> {
    (0..board.columns())
        .filter_map(move |column| board[Cell::new(row, column)].map(|digit| (column, digit)))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use grid_utils::Grid;

    use super::*;

    /// Tries every choice.
    fn largest_product(board: &Board, row: usize, taken: &mut Vec<usize>) -> u128 {
        if row == board.rows() {
            return 1;
        }
        let mut largest = largest_product(board, row + 1, taken);
        for column in 0..board.columns() {
            if let Some(digit) = board[Cell::new(row, column)].filter(|_| !taken.contains(&column))
            {
                taken.push(column);
                largest = largest.max(u128::from(digit) * largest_product(board, row + 1, taken));
                taken.pop();
            }
        }
        largest
    }

    #[test]
    fn no_choice_of_cells_has_a_larger_product() {
        let mut random = Rng::with_seed(2);
        for _ in 0..500 {
            let size = random.usize(1..=5);
            let percent = random.usize(..=100);
            let board: Board = Grid::from_fn(size, size, |_| {
                (random.usize(..100) < percent).then(|| random.u8(1..=9))
            });
            let cells = best_cells(&board);
            for (place, (cell, digit)) in cells.iter().enumerate() {
                assert_eq!(board[*cell], Some(*digit));
                let is_apart =
                    |(other, _): &(Cell, u8)| other.row != cell.row && other.column != cell.column;
                assert!(cells[..place].iter().all(is_apart), "{board}\n{cells:?}");
            }
            let product: u128 = cells.iter().map(|&(_, digit)| u128::from(digit)).product();
            assert_eq!(product, largest_product(&board, 0, &mut Vec::new()), "{board}");
        }
    }
}
