//! The checker: it shares nothing with search and rules but the neighbours of cells.

use std::array;
use std::collections::HashSet;

use anyhow::{Result, bail, ensure};
use itertools::Itertools;

use crate::{Field, Lattice, Place};

/// Follows a loop all around: `steps` are, for each cell that it visits, its neighbours on the
/// loop.
///
/// # Errors
/// Names the cell, by `name`, where it is not a loop.
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

/// Returns whether a turn or a reflection maps a closed walk onto itself: in the plane, where a
/// symmetry of the walk keeps the average of its points.
#[must_use]
pub fn is_symmetric<const DIRECTIONS: usize>(
    lattice: &Lattice<DIRECTIONS>,
    walk: &[usize],
) -> bool {
    // Whole coordinates with the same scale in both directions, the second one in units of the
    // height of a row, which is the square root of 3/4 on hexagons.
    let plane = |cell: usize| -> Place {
        let (row, place) = lattice.places[cell];
        if DIRECTIONS == 4 { (place, row) } else { (2 * place - row, row) }
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
    let turn: fn(&Place) -> Place = if DIRECTIONS == 4 {
        |&(x, y)| (-y, x)
    } else {
        // By a sixth of a turn. Both coordinates are even, or both are odd.
        |&(x, y)| ((x - 3 * y) / 2, i32::midpoint(x, y))
    };
    let turns =
        std::iter::successors(Some(about), |points| Some(points.iter().map(turn).collect()));
    turns.take(DIRECTIONS).enumerate().any(|(number, points)| {
        let flipped = points.iter().map(flip).collect_vec();
        number > 0 && edges(&points) == all || edges(&flipped) == all
    })
}

/// Returns whether posts, given by their places in the list, can have fences that use no cell of
/// these, by trying: the post with the fewest ways first. `taken` is left as it was if they cannot.
#[must_use]
pub fn fences_fit<const DIRECTIONS: usize>(
    field: &Field<DIRECTIONS>,
    posts: &[usize],
    taken: &mut [bool],
) -> bool {
    let rooms = |post: usize| -> [usize; DIRECTIONS] {
        let ray = |direction| field.lattice.ray(field.posts[post].cell, direction);
        array::from_fn(|direction| ray(direction).take_while(|&cell| !taken[cell]).count())
    };
    let with_ways = posts.iter().map(|&post| (ways(rooms(post), field.posts[post].number), post));
    let Some((_, post)) = with_ways.min() else { return true };
    let others = posts.iter().copied().filter(|&other| other != post).collect_vec();
    let (rooms, number) = (rooms(post), field.posts[post].number);
    build(field, post, &rooms, number, &mut |taken| fences_fit(field, &others, taken), taken)
}

/// Returns the number of ways to choose lengths that add up to a number, none longer than its room.
fn ways<const DIRECTIONS: usize>(rooms: [usize; DIRECTIONS], number: usize) -> u64 {
    let mut ways = vec![0; number + 1];
    ways[0] = 1;
    for room in rooms {
        let before = ways.clone();
        for (sum, ways) in ways.iter_mut().enumerate() {
            *ways = before[sum.saturating_sub(room)..=sum].iter().sum();
        }
    }
    ways[number]
}

/// Takes the cells of fences of a post whose lengths add up to `number`, in all ways until the
/// others fit, in the last directions, which have these rooms.
fn build<const DIRECTIONS: usize>(
    field: &Field<DIRECTIONS>,
    post: usize,
    rooms: &[usize],
    number: usize,
    others_fit: &mut dyn FnMut(&mut [bool]) -> bool,
    taken: &mut [bool],
) -> bool {
    let Some((&room, rest)) = rooms.split_first() else { return number == 0 && others_fit(taken) };
    let least = number.saturating_sub(rest.iter().sum());
    let ray = field.lattice.ray(field.posts[post].cell, DIRECTIONS - rooms.len());
    let cells = ray.take(room.min(number)).collect_vec();
    let fits = (least..=cells.len()).any(|length| {
        for &cell in &cells[..length] {
            taken[cell] = true;
        }
        build(field, post, rest, number - length, others_fit, taken)
    });
    if !fits {
        for &cell in &cells {
            taken[cell] = false;
        }
    }
    fits
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
