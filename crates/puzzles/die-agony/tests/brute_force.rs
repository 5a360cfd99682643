//! The search against plain enumeration, on tiny grids of many kinds.

use std::collections::{BTreeMap, BTreeSet};

use die_agony::{DieAgony, Journey};
use fastrand::Rng;
use grid_utils::{Cell, Direction, Grid};
use puzzle::{Limits, Outcome, Puzzle, Stop};

fn random_cell(random: &mut Rng, grid: &Grid<i64>) -> Cell {
    Cell::new(random.usize(..grid.rows()), random.usize(..grid.columns()))
}

/// A die whose faces have names from 0 to 5: the ones on top, to the north and to the east. The
/// face opposite to `name` is `5 - name`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NamedDie {
    top: usize,
    north: usize,
    east: usize,
}

impl NamedDie {
    const NEW: NamedDie = NamedDie { top: 0, north: 1, east: 2 };

    fn tipped(self, direction: Direction) -> Self {
        let NamedDie { top, north, east } = self;
        match direction {
            Direction::North => NamedDie { top: 5 - north, north: top, east },
            Direction::South => NamedDie { top: north, north: 5 - top, east },
            Direction::East => NamedDie { top: 5 - east, north, east: top },
            Direction::West => NamedDie { top: east, north, east: 5 - top },
        }
    }
}

/// The reduced fraction of a difference and the number of a move.
type Fraction = (i128, i128);

fn fraction(difference: i128, number: i128) -> Fraction {
    let (mut divisor, mut rest) = (number, difference.abs());
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (difference / divisor, number / divisor)
}

/// A cell, the die on it, and the faces by name as far as they are known.
type State = (Cell, NamedDie, [Option<Fraction>; 6]);

/// All states that a legal move with this number leads to.
fn moves(instance: &DieAgony, (cell, die, faces): State, number: i128) -> Vec<State> {
    let mut states = Vec::new();
    for direction in Direction::ALL {
        let Some(to) = instance.grid.neighbour(cell, direction) else { continue };
        let difference = i128::from(instance.grid[to]) - i128::from(instance.grid[cell]);
        let needed = fraction(difference, number);
        let tipped = die.tipped(direction);
        let mut faces = faces;
        if *faces[tipped.top].get_or_insert(needed) == needed {
            states.push((to, tipped, faces));
        }
    }
    states
}

/// All journeys of up to `most_moves` moves, by trying every move; `None` if that takes too long.
fn all_journeys(instance: &DieAgony, most_moves: usize) -> Option<BTreeSet<String>> {
    let start = (instance.start, NamedDie::NEW, [None; 6]);
    let mut unfinished = vec![(vec![instance.start], start)];
    let mut found = BTreeSet::new();
    let mut patience = 30_000;
    while let Some((cells, state)) = unfinished.pop() {
        patience -= 1;
        if patience == 0 {
            return None;
        }
        if state.0 == instance.finish {
            found.insert(Journey(cells).to_string());
        } else if cells.len() <= most_moves {
            for next in moves(instance, state, cells.len() as i128) {
                unfinished.push(([&cells[..], &[next.0]].concat(), next));
            }
        }
    }
    Some(found)
}

/// How many journeys have how many moves, up to `most_moves`, by adding up the ways to each state;
/// shorter if that takes too long.
fn journeys_by_length(instance: &DieAgony, most_moves: usize) -> Vec<u128> {
    let start = (instance.start, NamedDie::NEW, [None; 6]);
    let mut ways: BTreeMap<State, u128> = BTreeMap::from([(start, 1)]);
    let mut journeys = vec![0];
    let mut patience = 10_000;
    while journeys.len() <= most_moves && ways.len() < patience {
        patience -= ways.len();
        let number = journeys.len() as i128;
        let mut arrived = 0;
        let mut next_ways = BTreeMap::new();
        for (state, ways) in ways {
            for next in moves(instance, state, number) {
                if next.0 == instance.finish {
                    arrived += ways;
                } else {
                    *next_ways.entry(next).or_insert(0) += ways;
                }
            }
        }
        journeys.push(arrived);
        ways = next_ways;
    }
    journeys
}

/// A grid of random numbers from a few.
fn random_grid(random: &mut Rng) -> Grid<i64> {
    let shapes = [(1, 3), (1, 7), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (2, 6)];
    let (rows, columns) = shapes[random.usize(..shapes.len())];
    let ranges = [(0, 0), (0, 1), (-1, 1), (-2, 3), (-9, 9)];
    let (least, most) = ranges[random.usize(..ranges.len())];
    let zeros = random.usize(..8);
    Grid::from_fn(rows, columns, |_| {
        if random.usize(..10) < zeros { 0 } else { random.i64(least..=most) }
    })
}

fn random_instance(random: &mut Rng) -> DieAgony {
    let mut grid = random_grid(random);
    let start = random_cell(random, &grid);
    let finish = loop {
        let finish = random_cell(random, &grid);
        if finish != start {
            break finish;
        }
    };
    grid[start] = 0;
    DieAgony { grid, start, finish }
}

/// An instance made by rolling a die with random faces, and the journey that it was made by.
fn rolled_instance(random: &mut Rng) -> (DieAgony, Journey) {
    loop {
        let mut grid = random_grid(random);
        let start = random_cell(random, &grid);
        let faces: Vec<i64> = (0..6).map(|_| random.i64(-2..=4)).collect();
        let mut written = BTreeMap::from([(start, 0)]);
        let (mut die, mut cells) = (NamedDie::NEW, vec![start]);
        for number in 1..=random.i64(3..=14) {
            let from = *cells.last().unwrap();
            let direction = Direction::ALL[random.usize(..4)];
            let tipped = die.tipped(direction);
            let score = written[&from] + number * faces[tipped.top];
            let Some(to) = grid.neighbour(from, direction) else { continue };
            if number != cells.len() as i64 || *written.entry(to).or_insert(score) != score {
                break;
            }
            die = tipped;
            cells.push(to);
        }
        let finish = *cells.last().unwrap();
        if cells.iter().filter(|&&cell| cell == finish).count() == 1 && cells.len() > 1 {
            for (cell, score) in written {
                grid[cell] = score;
            }
            return (DieAgony { grid, start, finish }, Journey(cells));
        }
    }
}

fn show(instance: &DieAgony) -> String {
    format!("{}\nfrom {} to {}", instance.grid, instance.start, instance.finish)
}

/// Compares what the search found with all that there is up to a number of moves. Returns whether
/// there was anything to compare with.
fn agree(instance: &DieAgony, outcome: &Outcome<Journey>) -> bool {
    let shown = show(instance);
    for journey in &outcome.boards {
        instance.check(journey).unwrap_or_else(|fault| panic!("{fault}: {journey}\n{shown}"));
    }
    let texts: BTreeSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), outcome.boards.len(), "each journey once: {shown}");
    let length = |journey: &Journey| journey.0.len() - 1;
    // Where there are endlessly many, the search reports the shorter ones up to the last but one,
    // which is among the shortest that are left, and then one that is longer.
    let all_below = match outcome.stopped {
        None => usize::MAX,
        Some(Stop::Endless) => {
            let [.., last_but_one, last] = &outcome.boards[..] else {
                panic!("two journeys at least: {shown}")
            };
            assert!(length(last) > length(last_but_one), "{shown}");
            length(last_but_one)
        }
        stopped => panic!("{stopped:?}: {shown}"),
    };
    for (moves, &journeys) in journeys_by_length(instance, 60).iter().enumerate() {
        if moves < all_below {
            let found = outcome.boards.iter().filter(|journey| length(journey) == moves).count();
            assert_eq!(found as u128, journeys, "journeys of {moves} moves: {shown}");
        }
    }
    let Some(most_moves) =
        [12, 8, 5].into_iter().find(|&most| all_journeys(instance, most).is_some())
    else {
        return false;
    };
    let expected = all_journeys(instance, most_moves).expect("it was found in time");
    let found = outcome.boards.iter().filter(|journey| length(journey) <= most_moves);
    let found: BTreeSet<String> = found.map(ToString::to_string).collect();
    if all_below > most_moves {
        assert_eq!(found, expected, "{shown}");
    } else {
        assert!(found.is_subset(&expected), "{shown}");
    }
    true
}

#[test]
fn random_instances_have_the_journeys_that_plain_enumeration_finds() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let (mut compared, mut unsolvable, mut unique, mut several, mut endless) = (0, 0, 0, 0, 0);
    for _ in 0..1200 {
        let instance = random_instance(&mut random);
        let outcome = puzzle::solve(&instance, &Limits::default());
        compared += usize::from(agree(&instance, &outcome));
        let kind = match (outcome.stopped, outcome.boards.len()) {
            (Some(_), _) => &mut endless,
            (None, 0) => &mut unsolvable,
            (None, 1) => &mut unique,
            (None, _) => &mut several,
        };
        *kind += 1;
    }
    let kinds = [unsolvable, unique, several, endless];
    assert!(compared > 1000 && kinds.iter().all(|&kind| kind > 5), "{compared}: {kinds:?}");
}

#[test]
fn a_journey_that_an_instance_was_made_by_is_found() {
    let mut random = Rng::with_seed(0x2545_F491_4F6C_DD1D);
    let mut found = 0;
    for _ in 0..500 {
        let (instance, journey) = rolled_instance(&mut random);
        instance.check(&journey).unwrap();
        let outcome = puzzle::solve(&instance, &Limits::default());
        agree(&instance, &outcome);
        assert!(!outcome.boards.is_empty());
        if outcome.complete() {
            assert!(outcome.boards.contains(&journey), "{journey}\n{}", show(&instance));
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_die_that_can_wait_in_a_corner_finds_what_plain_enumeration_finds() {
    let mut random = Rng::with_seed(0xD1B5_4A32_D192_ED03);
    let (mut unsolvable, mut endless) = (0, 0);
    for _ in 0..200 {
        let (rows, columns) = (random.i64(2..=4) as usize, random.i64(4..=6) as usize);
        let most = [1, 2, 5, 60][random.usize(..4)];
        let zeros = random.usize(..6);
        let grid = Grid::from_fn(rows, columns, |cell| {
            if cell.row + cell.column < 3 || random.usize(..10) < zeros {
                0
            } else {
                random.i64(-most..=most)
            }
        });
        let finish = Cell::new(rows - 1, columns - 1);
        let instance = DieAgony { grid, start: Cell::new(0, 0), finish };
        let outcome = puzzle::solve(&instance, &Limits::default());
        agree(&instance, &outcome);
        let kind = match (outcome.stopped, outcome.boards.len()) {
            (None, 0) => &mut unsolvable,
            _ => &mut endless,
        };
        *kind += 1;
    }
    assert!(unsolvable > 10 && endless > 10, "{unsolvable} and {endless}");
}

#[test]
fn a_wait_of_a_definite_length_is_found() {
    // In a row of cells every fifth move shows the same face. The die can wait on the second and third
    // cell until the two faces that are not zero fit when they come up again.
    let mut unique = 0;
    for wait_until in (3..=35).step_by(2) {
        for (first, second) in [(1, -1), (1, 2), (2, 3), (-1, 1), (5, 3), (3, -2)] {
            let one = first * wait_until;
            let two = one + second * (wait_until + 1);
            let three = two + first * (wait_until + 4);
            let four = three + second * (wait_until + 5);
            let grid =
                Grid::from_rows(vec![vec![0, 0, 0, one, two, two, two, three, four]]).unwrap();
            let instance = DieAgony { grid, start: Cell::new(0, 0), finish: Cell::new(0, 8) };
            let outcome = puzzle::solve(&instance, &Limits::default());
            agree(&instance, &outcome);
            if outcome.complete() {
                let moves = (wait_until + 5) as usize;
                assert!(outcome.boards.iter().any(|journey| journey.0.len() == moves + 1));
                unique += usize::from(outcome.boards.len() == 1);
            }
        }
    }
    assert!(unique > 50, "{unique}");
}
