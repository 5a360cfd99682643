//! The search against plain enumeration, on tiny grids of many kinds.

use std::collections::{BTreeMap, BTreeSet};

use grid_utils::{Cell, Direction, Grid};
use puzzle::{Board, Limits, Rng, Stop};

use crate::DieAgony;
use crate::check::Die;
use crate::random::draft;

/// Returns all journeys within the bound, and whether a legal path is longer; `None` if that takes
/// too long.
fn all_journeys(instance: &DieAgony) -> Option<(BTreeSet<Vec<Cell>>, bool)> {
    let mut unfinished = vec![(vec![instance.start], Die::default())];
    let (mut found, mut is_cut) = (BTreeSet::new(), false);
    for _ in 0..6_000 {
        let Some((path, die)) = unfinished.pop() else { return Some((found, is_cut)) };
        let from = path[path.len() - 1];
        if path.len() > instance.max_moves() + 1 {
            is_cut = true;
        } else if from == instance.finish {
            found.insert(path);
        } else {
            let next =
                Direction::ALL.into_iter().filter_map(|one| instance.grid.neighbour(from, one));
            unfinished.extend(next.filter_map(|to| {
                let die = die.moved(instance, path.len() as i128, [from, to]).ok()?;
                Some(([&path[..], &[to]].concat(), die))
            }));
        }
    }
    None
}

/// Compares the journeys that the search reports with all that exist, if these can be enumerated.
/// Returns why the search stopped, and how many journeys it reported.
fn compare(instance: &DieAgony) -> (Option<Stop>, usize) {
    // Enough for this search; the rules find more and more journeys that wait.
    let limits = Limits { nodes: Some(7_000), ..Limits::default() };
    let (boards, outcome) = puzzle::solve(instance, &limits);
    let shown = || format!("{}\n{} to {}", instance.grid, instance.start, instance.finish);
    for board in &boards {
        puzzle::check(instance, board).unwrap_or_else(|fault| panic!("{fault}: {}", shown()));
    }
    let found: BTreeSet<&[Cell]> = boards.iter().map(Board::walk).collect();
    assert_eq!(found.len(), boards.len(), "each journey once: {}", shown());
    if let Some((expected, is_cut)) = all_journeys(instance) {
        assert_eq!(outcome.stopped.is_some(), is_cut, "{:?}: {}", outcome.stopped, shown());
        assert!(found.iter().all(|&journey| expected.contains(journey)), "{}", shown());
        assert!(is_cut || found.len() == expected.len(), "{}", shown());
    }
    (outcome.stopped, boards.len())
}

#[test]
fn random_instances_have_the_journeys_that_plain_enumeration_finds() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut kinds: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for _ in 0..2000 {
        let shapes = [(1, 3), (1, 7), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 6), (4, 4)];
        let (rows, columns) = shapes[random.usize(..shapes.len())];
        let most = [0, 1, 2, 3, 9, 99][random.usize(..6)];
        let zeros = random.usize(..5);
        let mut grid = Grid::from_fn(rows, columns, |_| {
            if random.usize(..10) < zeros { 0 } else { random.i64(-most..=most) }
        });
        let ends = random.choose_multiple(grid.cells(), 2);
        grid[ends[0]] = 0;
        let draft = draft(&grid, [ends[0], ends[1]], random.i64(4..=14)).to_string();
        let (stopped, journeys) = compare(&puzzle::read("a test", &draft, &[]).unwrap());
        *kinds.entry((format!("{stopped:?}"), journeys.min(2))).or_default() += 1;
    }
    assert_eq!(kinds.len(), 6, "{kinds:?}");
    assert!(kinds.values().all(|&number| number > 2), "{kinds:?}");
}
