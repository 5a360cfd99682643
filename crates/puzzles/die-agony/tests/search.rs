//! The search against plain enumeration, on tiny grids of many kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use die_agony::{DieAgony, Journey};
use fastrand::Rng;
use grid_puzzles::Walk;
use grid_utils::{Cell, Direction, Grid};
use puzzle::{Limits, Outcome, Puzzle, Stop};

/// A die whose faces have names from 0 to 5: the ones on top, to the north and to the east. The
/// face opposite to `name` is `5 - name`.
#[derive(Clone, Copy)]
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

/// A path with the die at its end and the faces that came up, as differences and numbers of moves.
struct Path {
    cells: Vec<Cell>,
    die: NamedDie,
    faces: [Option<(i64, i64)>; 6],
}

impl Path {
    fn new(instance: &DieAgony) -> Self {
        Path { cells: vec![instance.start], die: NamedDie::NEW, faces: [None; 6] }
    }

    /// The path with a move more, if that is legal.
    fn moved(&self, instance: &DieAgony, direction: Direction) -> Option<Self> {
        let from = *self.cells.last().unwrap();
        let to = instance.grid.neighbour(from, direction)?;
        let number = i64::try_from(self.cells.len()).unwrap();
        let needed = (instance.grid[to] - instance.grid[from], number);
        let die = self.die.tipped(direction);
        let mut faces = self.faces;
        let face = *faces[die.top].get_or_insert(needed);
        let fits = face.0 * needed.1 == needed.0 * face.1;
        fits.then(|| Path { cells: [&self.cells[..], &[to]].concat(), die, faces })
    }
}

/// All journeys of up to `max_moves` moves, and whether a legal path has more moves; none if that
/// takes too long.
fn all_journeys(instance: &DieAgony) -> Option<(BTreeSet<String>, bool)> {
    let most_moves = usize::try_from(instance.max_moves).unwrap();
    let mut unfinished = vec![Path::new(instance)];
    let (mut found, mut is_cut) = (BTreeSet::new(), false);
    let mut patience = 6_000;
    while let Some(path) = unfinished.pop() {
        patience -= 1;
        if patience == 0 {
            return None;
        }
        let moves = path.cells.len() - 1;
        if moves > most_moves {
            is_cut = true;
        } else if path.cells.last() == Some(&instance.finish) {
            found.insert(Walk(path.cells).to_string());
        } else {
            let moved = Direction::ALL.map(|direction| path.moved(instance, direction));
            unfinished.extend(moved.into_iter().flatten());
        }
    }
    Some((found, is_cut))
}

fn random_cell(random: &mut Rng, grid: &Grid<i64>) -> Cell {
    Cell::new(random.usize(..grid.rows()), random.usize(..grid.columns()))
}

/// A grid of random numbers from a few.
fn random_grid(random: &mut Rng) -> Grid<i64> {
    let shapes = [(1, 3), (1, 7), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (2, 6), (4, 4)];
    let (rows, columns) = shapes[random.usize(..shapes.len())];
    let ranges = [(0, 0), (0, 1), (-1, 1), (1, 2), (-2, 3), (-9, 9), (-99, 99)];
    let (least, most) = ranges[random.usize(..ranges.len())];
    let zeros = random.usize(..5);
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
    DieAgony { grid, start, finish, max_moves: random.i64(4..=14) }
}

/// An instance made by rolling a die with random faces, and the journey that it was made by.
fn rolled_instance(random: &mut Rng) -> (DieAgony, Journey) {
    loop {
        let mut grid = random_grid(random);
        let start = random_cell(random, &grid);
        let faces: Vec<i64> = (0..6).map(|_| random.i64(-2..=4)).collect();
        let divisors: Vec<i64> = (0..6).map(|_| random.i64(1..=3)).collect();
        let mut written = BTreeMap::from([(start, 0)]);
        let (mut die, mut cells) = (NamedDie::NEW, vec![start]);
        for number in 1..=random.i64(3..=14) {
            let from = *cells.last().unwrap();
            let direction = Direction::ALL[random.usize(..4)];
            let Some(to) = grid.neighbour(from, direction) else { break };
            die = die.tipped(direction);
            let (product, divisor) = (number * faces[die.top], divisors[die.top]);
            if product % divisor != 0 {
                break;
            }
            let score = written[&from] + product / divisor;
            if *written.entry(to).or_insert(score) != score {
                break;
            }
            cells.push(to);
        }
        let finish = *cells.last().unwrap();
        if cells.iter().filter(|&&cell| cell == finish).count() == 1 && cells.len() > 1 {
            for (cell, score) in written {
                grid[cell] = score;
            }
            return (DieAgony { grid, start, finish, max_moves: 14 }, Walk(cells));
        }
    }
}

fn show(instance: &DieAgony) -> String {
    let DieAgony { grid, start, finish, max_moves } = instance;
    format!("{grid}\nfrom {start} to {finish} in {max_moves} moves")
}

/// Compares what the search found with all that there is up to `max_moves` moves. Returns whether
/// that could be found out.
fn agree(instance: &DieAgony, outcome: &Outcome<Journey>) -> bool {
    let shown = show(instance);
    for journey in &outcome.boards {
        instance.check(journey).unwrap_or_else(|fault| panic!("{fault}: {journey}\n{shown}"));
    }
    let found: BTreeSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), outcome.boards.len(), "each journey once: {shown}");
    if outcome.stopped == Some(Stop::Endless) {
        assert_longer_by_waiting(instance, outcome);
    }
    let Some((expected, is_cut)) = all_journeys(instance) else { return false };
    match outcome.stopped {
        None => assert_eq!((found, false), (expected, is_cut), "{shown}"),
        Some(Stop::Capacity) => assert_eq!((found, true), (expected, is_cut), "{shown}"),
        Some(Stop::Endless) => {
            let before = &outcome.boards[..outcome.boards.len() - 1];
            assert!(is_cut && before.iter().all(|journey| expected.contains(&journey.to_string())));
        }
        stopped => panic!("{stopped:?}: {shown}"),
    }
    true
}

/// The last journey is the one before with a wait put in, and any longer wait would do, too.
fn assert_longer_by_waiting(instance: &DieAgony, outcome: &Outcome<Journey>) {
    let [.., Walk(short), Walk(long)] = &outcome.boards[..] else {
        panic!("two journeys at least: {}", show(instance))
    };
    let wait = (1..short.len())
        .find(|&wait| short[..wait] == long[..wait] && short[wait..] == long[wait + 2..])
        .unwrap_or_else(|| panic!("{}", show(instance)));
    for rounds in [2, 3, 10] {
        let waiting = long[wait..wait + 2].repeat(rounds);
        let longer = Walk([&short[..wait], &waiting, &short[wait..]].concat());
        instance.check(&longer).unwrap();
    }
}

#[test]
fn random_instances_have_the_journeys_that_plain_enumeration_finds() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut compared = 0;
    let mut kinds: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for _ in 0..2000 {
        let instance = random_instance(&mut random);
        let outcome = puzzle::solve(&instance, &Limits::default());
        compared += usize::from(agree(&instance, &outcome));
        let kind = (format!("{:?}", outcome.stopped), outcome.boards.len().min(2));
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(compared > 1500, "{compared}");
    assert_eq!(kinds.len(), 7, "{kinds:?}");
    assert!(kinds.values().all(|&number| number > 2), "{kinds:?}");
}

#[test]
fn a_journey_that_an_instance_was_made_by_is_found() {
    let mut random = Rng::with_seed(0x2545_F491_4F6C_DD1D);
    let mut compared = 0;
    for _ in 0..400 {
        let (instance, journey) = rolled_instance(&mut random);
        instance.check(&journey).unwrap();
        let outcome = puzzle::solve(&instance, &Limits::default());
        compared += usize::from(agree(&instance, &outcome));
        let endless = outcome.stopped == Some(Stop::Endless);
        assert!(endless || outcome.boards.contains(&journey), "{journey}\n{}", show(&instance));
    }
    assert!(compared > 250, "{compared}");
}

#[test]
fn the_rules_alone_have_the_journeys_that_plain_enumeration_finds() {
    let mut random = Rng::with_seed(5);
    let mut proved = 0;
    for _ in 0..100 {
        let mut rolled = rolled_instance(&mut random).0;
        rolled.max_moves = random.i64(2..=14);
        for instance in [random_instance(&mut random), rolled] {
            let few = all_journeys(&instance).filter(|(journeys, _)| journeys.len() < 100);
            let Some((expected, is_cut)) = few else { continue };
            let limits = Limits { strategy: usize::MAX, ..Limits::default() };
            let outcome = puzzle::solve(&instance, &limits);
            let found: BTreeSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
            assert_eq!((found, !outcome.complete()), (expected, is_cut), "{}", show(&instance));
            proved += u32::from(outcome.complete() && !outcome.boards.is_empty());
        }
    }
    assert!(proved > 50, "{proved}");
}

#[test]
fn a_long_search_finds_every_journey() {
    // A die of ones makes a journey along each shortest way to the finish. Where row 8 demands other
    // sums, 75,000 ways end; the others go down column 0 and then through the rows below.
    let grid = Grid::from_fn(12, 12, |Cell { row, column }| {
        let distance = i64::try_from(row + column).unwrap();
        distance * (distance + 1) / 2 + if row == 8 && column > 0 { 1_000_007 } else { 0 }
    });
    let (start, finish) = (Cell::new(0, 0), Cell::new(11, 11));
    let instance = DieAgony { grid, start, finish, max_moves: 10_000 };
    let outcome = puzzle::solve(&instance, &Limits::default());
    assert!(outcome.complete(), "{:?}", outcome.stopped);
    assert!((10_000..30_000).contains(&outcome.nodes), "{} nodes", outcome.nodes);
    assert_eq!(outcome.boards.len(), 13 * 12 / 2);
}

#[test]
fn a_wait_of_a_definite_length_is_found() {
    // In a row of cells every fifth move shows the same face. The die can wait on the second and
    // third cell until the two faces that are not zero fit when they come up again. A level move may
    // follow.
    for wait_until in (3..=35).step_by(2) {
        for (first, second) in [(1, -1), (1, 2), (2, 3), (-1, 1), (5, 3), (3, -2)] {
            let one = first * wait_until;
            let two = one + second * (wait_until + 1);
            let three = two + first * (wait_until + 4);
            let four = three + second * (wait_until + 5);
            let row = [0, 0, 0, one, two, two, two, three, four, four];
            for cells in [9, 10] {
                let grid = Grid::from_fn(1, cells, |cell| row[cell.column]);
                let (start, finish) = (Cell::new(0, 0), Cell::new(0, cells - 1));
                let instance = DieAgony { grid, start, finish, max_moves: wait_until + 20 };
                let outcome = puzzle::solve(&instance, &Limits::default());
                assert_eq!(outcome.stopped, Some(Stop::Capacity));
                let moves = usize::try_from(wait_until).unwrap() + cells - 4;
                assert!(outcome.boards.iter().any(|journey| journey.0.len() == moves + 1));
                agree(&instance, &outcome);
            }
        }
    }
}

#[test]
fn a_search_that_waits_stops_when_the_time_is_up() {
    let row = [0, 0, 0, 100_001, 50_000, 50_000, 50_000, 150_005, 100_002];
    let grid = Grid::from_fn(1, row.len(), |cell| row[cell.column]);
    let (start, finish) = (Cell::new(0, 0), Cell::new(0, 8));
    let instance = DieAgony { grid, start, finish, max_moves: 1_000_000 };
    let limits = Limits { timeout: Some(Duration::from_millis(10)), ..Limits::default() };
    let outcome = puzzle::solve(&instance, &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout));
    assert!(outcome.seconds < 0.2, "{} seconds", outcome.seconds);
}

#[test]
fn the_published_instance_takes_135_nodes() {
    let outcome = puzzle::solve(&die_agony::published(), &Limits::default());
    assert!(outcome.complete() && outcome.boards.len() == 1);
    assert_eq!(outcome.nodes, 135);
}

#[test]
fn waits_along_a_line_are_not_drawn() {
    let draw = |board: &str| {
        let board: Journey = board.parse().unwrap();
        die_agony::published().picture(Some(&board)).to_svg()
    };
    // As long as all visits of a cell can be told apart, they are.
    let waiting =
        |times: usize| draw(&format!("r0c0 {} r0c3", ["r0c1 r0c2"; 9][..times].join(" ")));
    assert_ne!(waiting(1), waiting(2));
    assert_eq!(waiting(5), waiting(9));
    assert_ne!(draw("r0c0 r0c1 r0c2"), waiting(1));
}
