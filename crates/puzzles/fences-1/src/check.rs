//! The checker: it follows the loop, finds the posts inside, and measures their fences.

use fences::{check_loop, fences_fit, is_symmetric};
use puzzle::prelude::*;

use crate::{FENCES, Fences, NOTHING, POST, loop_mask};

pub(crate) fn check(fences: &Fences, board: &Board) -> Result<()> {
    let field = fences.field();
    let values = board.grid().values().map(|value| value.unwrap_or(NOTHING)).collect_vec();
    let steps = (0..values.len()).map(|cell| {
        let mask = loop_mask(board[fences.cell(cell)]);
        let leaves = (0..4).filter(|to| mask >> to & 1 == 1);
        // A step beyond the border leads back to the cell, so it does not count.
        leaves.map(|to| field.lattice.next[cell][to].unwrap_or(cell)).collect_vec()
    });
    let walk = check_loop(&steps.collect_vec(), |cell| fences.cell(cell).to_string())?;
    ensure!(is_symmetric(&field.lattice, &walk), "the loop is not symmetric");

    let mut taken = values.iter().map(|&value| value != NOTHING).collect_vec();
    let mut outside = Vec::new();
    for (number, post) in field.posts.iter().enumerate() {
        let cell = fences.cell(post.cell);
        taken[post.cell] = true;
        let is_enclosed = encloses(fences, &walk, post.cell);
        let expected = if is_enclosed { POST } else { NOTHING };
        ensure!(
            values[post.cell] == expected,
            "the post at {cell} is {} the loop",
            if is_enclosed { "inside" } else { "outside" }
        );
        if is_enclosed {
            let sum = fence_lengths(fences, board, post.cell).into_iter().sum::<usize>();
            ensure!(
                sum == post.number,
                "the fences of the post {} at {cell} add up to {sum}",
                post.number
            );
        } else {
            outside.push(number);
        }
    }
    ensure!(outside.len() < field.posts.len(), "the loop encloses no post");
    let is_post = |cell: usize| field.posts.iter().any(|post| post.cell == cell);
    let stray = (0..values.len()).find(|&cell| values[cell] == POST && !is_post(cell));
    ensure!(stray.is_none(), "{} has no post", fences.cell(stray.unwrap_or(0)));
    let drawn = values.iter().filter(|value| FENCES.contains(value)).count();
    let measured = lengths(fences, board).into_iter().sum::<usize>();
    ensure!(
        drawn == measured,
        "there is no post inside for {}",
        puzzle::counted(drawn - measured, "cell of fences")
    );
    ensure!(fences_fit(&field, &outside, &mut taken), "the fences outside do not fit");
    Ok(())
}

/// Returns the lengths of all fences on the board.
pub(crate) fn lengths(fences: &Fences, board: &Board) -> Vec<usize> {
    let posts = fences.posts.iter().filter(|(_, number)| number.is_some()).map(|(cell, _)| cell);
    let shown = posts.filter(|&cell| board[cell] == Some(POST));
    let columns = fences.posts.columns();
    let all = shown.flat_map(|cell| fence_lengths(fences, board, cell.row * columns + cell.column));
    all.collect()
}

/// Returns the lengths of the fences of a post, without those of length 0.
fn fence_lengths(fences: &Fences, board: &Board, post: usize) -> Vec<usize> {
    let lattice = fences.field().lattice;
    let lengths = FENCES.iter().zip(0..).map(|(&fence, direction)| {
        let ray = lattice.ray(post, direction);
        ray.take_while(|&cell| board[fences.cell(cell)] == Some(fence)).count()
    });
    lengths.filter(|&length| length > 0).collect()
}

/// Returns whether the walk encloses a cell that it does not visit: on the left of the cell, it
/// crosses between its row and the next one an odd number of times.
fn encloses(fences: &Fences, walk: &[usize], cell: usize) -> bool {
    let at = fences.cell(cell);
    let steps = walk.iter().circular_tuple_windows().map(|(&one, &next)| {
        let (one, next) = (fences.cell(one), fences.cell(next));
        (one.row.min(next.row), one.row.max(next.row), one.column)
    });
    let crosses = |&(top, bottom, column): &(usize, usize, usize)| {
        top == at.row && bottom == at.row + 1 && column < at.column
    };
    steps.filter(crosses).count() % 2 == 1
}
