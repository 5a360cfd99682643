//! The answer: cells in different rows and columns whose digits have the largest product.

use puzzle::prelude::*;

/// Returns the cells of one optimal choice, by rows, with their digits, in a board that satisfies
/// the rules.
///
/// From the last row upwards, the largest product is found for each set of columns that the rows
/// above may leave: a row takes one column in which it has a digit, or none. Two cells in the same
/// row or column of a hook exclude each other, so there are at most two of each hook: up to size 16
/// the product is below 2^63.
pub(crate) fn best_cells(board: &Board) -> Vec<(Cell, i64)> {
    let size = board.grid().rows();
    let rows = (0..size).map(|row| {
        let digit = |column| Some((column, board[Cell::new(row, column)]?));
        (0..size).filter_map(digit).collect_vec()
    });
    let rows = rows.collect_vec();
    let sets = 1_usize << size;
    // After the last row and for each row before it, from below: the largest product from there on,
    // for each set of columns.
    let mut products = vec![vec![1_i64; sets]];
    for digits in rows.iter().rev() {
        let below = &products[products.len() - 1];
        let largest = |columns: usize| {
            let usable = digits.iter().filter(|(column, _)| columns >> column & 1 == 1);
            let with_cell = usable.map(|(column, digit)| digit * below[columns ^ 1 << column]);
            with_cell.fold(below[columns], i64::max)
        };
        products.push((0..sets).map(largest).collect());
    }
    let (mut cells, mut columns) = (Vec::new(), sets - 1);
    for ((row, digits), (below, here)) in
        rows.iter().enumerate().zip(products.iter().tuple_windows().collect_vec().into_iter().rev())
    {
        let is_best = |&&(column, digit): &&(usize, i64)| {
            columns >> column & 1 == 1 && here[columns] == digit * below[columns ^ 1 << column]
        };
        // Without such a cell it is better to leave the row out.
        if let Some(&(column, digit)) = digits.iter().find(is_best) {
            cells.push((Cell::new(row, column), digit));
            columns ^= 1 << column;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use grid_utils::Grid;
    use puzzle::Rng;

    use super::*;

    /// Tries every choice.
    fn largest_product(board: &Board, row: usize, taken: &mut Vec<usize>) -> i64 {
        let size = board.grid().rows();
        if row == size {
            return 1;
        }
        let mut largest = largest_product(board, row + 1, taken);
        for column in 0..size {
            if let Some(digit) = board[Cell::new(row, column)].filter(|_| !taken.contains(&column))
            {
                taken.push(column);
                largest = largest.max(digit * largest_product(board, row + 1, taken));
                taken.pop();
            }
        }
        largest
    }

    #[test]
    fn no_choice_of_cells_has_a_larger_product() {
        let mut random = Rng::with_seed(2);
        for _ in 0..500 {
            let (size, percent) = (random.usize(1..=5), random.usize(..=100));
            let board = Board::Grid(Grid::from_fn(size, size, |_| {
                (random.usize(..100) < percent).then(|| random.i64(1..=9))
            }));
            let cells = best_cells(&board);
            assert!(cells.iter().all(|&(cell, digit)| board[cell] == Some(digit)));
            assert!(cells.iter().map(|(cell, _)| cell.row).all_unique());
            assert!(cells.iter().map(|(cell, _)| cell.column).all_unique());
            let product: i64 = cells.iter().map(|&(_, digit)| digit).product();
            assert_eq!(product, largest_product(&board, 0, &mut Vec::new()), "{board:?}");
        }
    }
}
