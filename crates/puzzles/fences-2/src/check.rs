//! The checker: it follows the loop, whose words have no sharp bends, checks its regions, and tests
//! whether the fences fit.

use fences::{check_loop, fences_fit, is_symmetric};
use puzzle::prelude::*;

use crate::{Fences, NO_CELL, loop_mask};

pub(crate) fn check(fences: &Fences, board: &Board) -> Result<()> {
    let field = fences.field();
    let lattice = &field.lattice;
    let name = |cell: usize| fences.cells()[cell].to_string();
    for cell in fences.cells() {
        ensure!(board[cell] != Some(NO_CELL), "{cell} is a cell of the field");
    }
    let masks = fences.cells().into_iter().map(|cell| loop_mask(board[cell]));
    let steps = masks.enumerate().map(|(cell, mask)| {
        let leaves = (0..6).filter(|to| mask >> to & 1 == 1);
        // A step beyond the border leads back to the cell, so it does not count.
        leaves.map(|to| lattice.next[cell][to].unwrap_or(cell)).collect_vec()
    });
    let walk = check_loop(&steps.collect_vec(), name)?;
    ensure!(is_symmetric(lattice, &walk), "the loop is not symmetric");
    for (region, count) in fences.visits(board) {
        ensure!(count > 0, "the loop does not visit region {region}");
    }
    let mut taken = vec![false; lattice.places.len()];
    for &cell in &walk {
        taken[cell] = true;
    }
    for post in &field.posts {
        if std::mem::replace(&mut taken[post.cell], true) {
            bail!("the loop goes through the post at {}", name(post.cell));
        }
    }
    let posts = (0..field.posts.len()).collect_vec();
    ensure!(fences_fit(&field, &posts, &mut taken), "no fences fit beside the loop");
    Ok(())
}
