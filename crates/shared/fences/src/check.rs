//! The checker: it shares nothing with search and rules but the neighbours of cells.

use std::collections::HashSet;

use anyhow::{Result, bail, ensure};
use itertools::Itertools;

use crate::{Field, Lattice, Place};

/// Follows a loop all around: `steps` are, for each cell that it visits, its neighbours on the loop.
///
/// # Errors
/// Names the cell where it is no loop, by `name`.
pub fn check_loop(steps: &[Vec<usize>], name: impl Fn(usize) -> String) -> Result<Vec<usize>> {
    let on_loop = (0..steps.len()).filter(|&cell| !steps[cell].is_empty()).collect_vec();
    let Some(&start) = on_loop.first() else { bail!("there is no loop") };
    for &cell in &on_loop {
        let is_mutual = steps[cell].len() == 2
            && steps[cell].iter().all(|&next| next != cell && steps[next].contains(&cell));
        ensure!(is_mutual, "the loop ends at {}", name(cell));
    }
    let mut walk = vec![start];
    let (mut before, mut cell) = (start, steps[start][0]);
    while cell != start {
        walk.push(cell);
        let [one, other] = steps[cell][..] else { bail!("the loop ends at {}", name(cell)) };
        (before, cell) = (cell, if one == before { other } else { one });
    }
    let missed = on_loop.iter().find(|cell| !walk.contains(cell));
    ensure!(missed.is_none(), "the loop at {} is another one", name(missed.copied().unwrap_or(0)));
    Ok(walk)
}

/// Whether a turn or a reflection maps a closed walk onto itself: in the plane, where a symmetry of the
/// walk keeps the average of its points.
#[must_use]
pub fn is_symmetric(lattice: &Lattice, walk: &[usize]) -> bool {
    // Whole coordinates with the same scale in both directions, the second one in units of the height
    // of a row, which is the square root of 3/4 on hexagons.
    let plane = |cell: usize| -> Place {
        let (row, place) = lattice.places[cell];
        if lattice.directions == 4 { (place, row) } else { (2 * place - row, row) }
    };
    let count = i32::try_from(walk.len()).unwrap_or(i32::MAX);
    let points = walk.iter().map(|&cell| plane(cell)).collect_vec();
    let (x, y) = points.iter().fold((0, 0), |(x, y), point| (x + point.0, y + point.1));
    let about = points.iter().map(|point| (count * point.0 - x, count * point.1 - y)).collect_vec();
    let edges = |points: &[Place]| -> HashSet<[Place; 2]> {
        let pairs = points.iter().circular_tuple_windows();
        pairs.map(|(&one, &next)| [one.min(next), one.max(next)]).collect()
    };
    let all = edges(&about);
    let flip = |&(x, y): &Place| (-x, y);
    let turn: fn(&Place) -> Place = if lattice.directions == 4 {
        |&(x, y)| (-y, x)
    } else {
        // By a sixth of a turn. Both coordinates are even, or both are odd.
        |&(x, y)| ((x - 3 * y) / 2, i32::midpoint(x, y))
    };
    let turns =
        std::iter::successors(Some(about), |points| Some(points.iter().map(turn).collect()));
    turns.take(lattice.directions).enumerate().any(|(number, points)| {
        let flipped = points.iter().map(flip).collect_vec();
        number > 0 && edges(&points) == all || edges(&flipped) == all
    })
}

/// Whether posts can have fences that use no cell of these, by trying: the post with the fewest ways
/// first.
#[must_use]
pub fn fences_fit(field: &Field, posts: &[usize], taken: &[bool]) -> bool {
    let ways = |&post: &usize| ways(field, post, taken);
    let Some((post, ways)) =
        posts.iter().map(|post| (*post, ways(post))).min_by_key(|(_, ways)| ways.len())
    else {
        return true;
    };
    let others = posts.iter().copied().filter(|&other| other != post).collect_vec();
    ways.into_iter().any(|cells| {
        let mut taken = taken.to_vec();
        for cell in cells {
            taken[cell] = true;
        }
        fences_fit(field, &others, &taken)
    })
}

/// The sets of cells that the fences of a post can use.
fn ways(field: &Field, post: usize, taken: &[bool]) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    let post = field.posts[post];
    for direction in 0..field.lattice.directions {
        let mut longer = Vec::new();
        for cells in found {
            let mut cells: Vec<usize> = cells;
            longer.push(cells.clone());
            for cell in field.lattice.ray(post.cell, direction) {
                if taken[cell] || cells.len() >= post.number {
                    break;
                }
                cells.push(cell);
                longer.push(cells.clone());
            }
        }
        found = longer;
    }
    found.retain(|cells| cells.len() == post.number);
    found
}

#[cfg(test)]
mod tests {
    use super::check_loop;

    #[test]
    fn a_step_that_leads_back_to_its_cell_is_refused() {
        let said = |steps: &[Vec<usize>]| check_loop(steps, |cell| cell.to_string()).is_ok();
        assert!(said(&[vec![1, 2], vec![0, 2], vec![0, 1]]));
        assert!(!said(&[vec![0, 0]]));
    }
}
