//! Random grids and regions for instances.

use std::collections::HashMap;

use polyominoes::{Kind, Polyomino};
use puzzle::LOOP_WORDS;
use puzzle::prelude::*;

use crate::Label;

/// Cuts a grid into `count` connected regions at random, or into single cells if it has fewer.
///
/// Each region grows from a cell of its own: repeatedly a random free cell joins an adjacent
/// region.
///
/// ```
/// use grid_puzzles::random_regions;
/// use grid_utils::Regions;
///
/// let regions = random_regions(4, 6, 5, &mut puzzle::Rng::with_seed(1));
/// let cut = Regions::from_labels(&regions);
/// assert_eq!(cut.len(), 5);
/// for (_, cells) in cut.iter() {
///     let connected = Regions::components(&regions, |&label| label == regions[cells[0]]);
///     assert_eq!(connected.len(), 1);
/// }
/// ```
///
/// # Panics
/// If there are no rows, columns or regions.
#[must_use]
pub fn random_regions(rows: usize, columns: usize, count: usize, random: &mut Rng) -> Grid<Label> {
    assert!(count > 0, "a grid has one region at least");
    let mut regions: Grid<Option<Label>> = Grid::filled(rows, columns, None);
    let mut cells: Vec<Cell> = regions.cells().collect();
    random.shuffle(&mut cells);
    for (index, &cell) in cells.iter().take(count).enumerate() {
        regions[cell] = Some(Label::numbered(index));
    }
    grow_regions(regions, random)
}

/// Returns a random square grid with this sign in at most one of `one_in` cells, no two adjacent,
/// and `.` in the others.
///
/// ```
/// let grid = grid_puzzles::scattered('#', (4, 4), 5, &mut puzzle::Rng::with_seed(1));
/// assert!(grid.values().filter(|&&sign| sign == '#').count() <= 3);
/// ```
///
/// # Panics
/// If the size or `one_in` is 0.
#[must_use]
pub fn scattered(
    sign: char,
    (rows, columns): (usize, usize),
    one_in: usize,
    random: &mut Rng,
) -> Grid<char> {
    let mut grid = Grid::filled(rows, columns, '.');
    let mut cells: Vec<Cell> = grid.cells().collect();
    random.shuffle(&mut cells);
    for cell in cells.into_iter().take(rows * columns / one_in) {
        if grid.neighbours(cell).all(|beside| grid[beside] != sign) {
            grid[cell] = sign;
        }
    }
    grid
}

/// Lays pieces of these shapes on a grid, turned and mirrored at random, as long as all pieces
/// together `fit`, and grows a region around each. If none fits, the grid is one region.
///
/// ```
/// use grid_puzzles::{check, random_pieces};
/// use grid_utils::Regions;
/// use polyominoes::{Kind, polyominoes};
///
/// // Dominoes that make no block of 2 x 2 cells.
/// let dominoes = polyominoes(2, Kind::Free);
/// let fit = |pieces: &_| check::blocks(pieces, "full", Option::is_some).is_ok();
/// let regions = random_pieces(2, 4, &dominoes, &mut puzzle::Rng::with_seed(1), fit);
/// assert!((2..=3).contains(&Regions::from_labels(&regions).len()));
/// ```
///
/// # Panics
/// If there are no rows or columns.
pub fn random_pieces(
    rows: usize,
    columns: usize,
    shapes: &[Polyomino],
    random: &mut Rng,
    fit: impl Fn(&Grid<Option<Label>>) -> bool,
) -> Grid<Label> {
    let mut pieces: Grid<Option<Label>> = Grid::filled(rows, columns, None);
    let mut count = 0;
    let ways = shapes.iter().flat_map(|shape| shape.orientations(Kind::Free));
    let mut places: Vec<_> = ways.flat_map(|way| way.places(rows, columns)).collect();
    random.shuffle(&mut places);
    // A piece that does not fit at first may fit next to a later one.
    for place in places.iter().chain(&places) {
        if place.iter().any(|&cell| pieces[cell].is_some()) {
            continue;
        }
        let mut more = pieces.clone();
        for &cell in place {
            more[cell] = Some(Label::numbered(count));
        }
        if fit(&more) {
            pieces = more;
            count += 1;
        }
    }
    if count == 0 {
        pieces[Cell::new(0, 0)] = Some(Label::numbered(0));
    }
    grow_regions(pieces, random)
}

/// Grows regions randomly over a grid, from the cells that already belong to one.
///
/// ```
/// use grid_puzzles::{Label, grow_regions};
/// use grid_utils::Grid;
///
/// let seeds: Grid<Option<Label>> = "A . .\n. . B".parse()?;
/// let regions = grow_regions(seeds, &mut puzzle::Rng::with_seed(1)).to_string();
/// assert!(regions.starts_with('A') && regions.ends_with('B') && !regions.contains('.'));
/// # anyhow::Ok(())
/// ```
///
/// # Panics
/// If no cell belongs to a region.
#[must_use]
pub fn grow_regions(mut regions: Grid<Option<Label>>, random: &mut Rng) -> Grid<Label> {
    loop {
        let grows = |cell: &Cell| {
            regions[*cell].is_none() && regions.neighbours(*cell).any(|one| regions[one].is_some())
        };
        let growing: Vec<Cell> = regions.cells().filter(grows).collect();
        let Some(&cell) = random.choice(&growing) else { break };
        let beside: Vec<Label> = regions.neighbours(cell).filter_map(|one| regions[one]).collect();
        regions[cell] = random.choice(beside);
    }
    regions.map(|_, label| label.expect("every cell was reached by some region"))
}

/// Moves cells to adjacent regions, so that a board stays valid and, as far as possible, the others
/// become invalid. `is_right` returns whether a board is valid for some regions.
///
/// ```
/// use grid_puzzles::{Label, regions_apart};
/// use grid_utils::{Grid, Regions};
/// use puzzle::{Board, Form};
///
/// // One shaded cell in each region.
/// let is_right = |regions: Grid<Label>, board: &Board| {
///     let one = |cells: &[_]| cells.iter().filter(|&&cell| board[cell] == Some(1)).count() == 1;
///     Regions::from_labels(&regions).iter().all(|(_, cells)| one(cells))
/// };
/// let form = Form::shading(1, 4);
/// let (board, other) = (form.read("# - - #")?, form.read("# - # -")?);
/// let regions: Grid<Label> = "A A B B".parse()?;
/// assert_eq!(regions_apart(&regions, &board, &[other], is_right).to_string(), "A A A B");
/// // A cell inside a region takes others along.
/// let (regions, other) = ("A A A B".parse()?, form.read("- # - #")?);
/// assert_eq!(regions_apart(&regions, &board, &[other], is_right).to_string(), "A B B B");
/// # anyhow::Ok(())
/// ```
#[must_use]
pub fn regions_apart(
    regions: &Grid<Label>,
    board: &Board,
    others: &[Board],
    is_right: impl Fn(Grid<Label>, &Board) -> bool,
) -> Grid<Label> {
    let mut regions = regions.clone();
    for (last, other) in others.iter().enumerate() {
        if other == board || !is_right(regions.clone(), other) {
            continue;
        }
        let differs = |cell: &Cell| board[*cell] != other[*cell];
        let is_apart = |moved: &Grid<Label>| {
            let is_wrong = |other: &Board| other == board || !is_right(moved.clone(), other);
            others[..=last].iter().rev().all(is_wrong) && is_right(moved.clone(), board)
        };
        // Cells that the board leaves open are of more use than those that it needs.
        let (open, needed): (Vec<Cell>, Vec<Cell>) =
            board.grid().cells().filter(differs).partition(|&cell| board[cell] == Some(0));
        let mut moves =
            open.into_iter().chain(needed).flat_map(|cell| moved(&regions, board, cell));
        if let Some(apart) = moves.find(is_apart) {
            regions = apart;
        }
    }
    regions
}

/// Returns regions in which a cell belongs to another one, which reaches it by the shortest way
/// through cells that the board leaves open. What this cuts off goes along.
fn moved(regions: &Grid<Label>, board: &Board, cell: Cell) -> Vec<Grid<Label>> {
    let own = regions[cell];
    let mut before: Grid<Option<Cell>> = regions.map(|_, _| None);
    before[cell] = Some(cell);
    let (mut queue, mut place, mut moved) = (vec![cell], 0, Vec::new());
    let mut seen: Vec<Label> = vec![own];
    while let Some(&end) = queue.get(place) {
        place += 1;
        for beside in regions.neighbours(end) {
            let label = regions[beside];
            if label == own {
                if before[beside].is_none() && board[beside] == Some(0) {
                    before[beside] = Some(end);
                    queue.push(beside);
                }
                continue;
            }
            if seen.contains(&label) {
                continue;
            }
            seen.push(label);
            let mut more = regions.clone();
            let mut way = end;
            more[way] = label;
            while way != cell {
                way = before[way].expect("it was reached");
                more[way] = label;
            }
            for (_, part) in Regions::components(&more, |&label| label == own).iter() {
                if part.iter().all(|&one| board[one] == Some(0)) {
                    for &one in part {
                        more[one] = label;
                    }
                }
            }
            let is_whole =
                |label: Label| Regions::components(&more, |&one| one == label).len() == 1;
            if is_whole(own) && is_whole(label) {
                moved.push(more);
            }
        }
    }
    moved
}

/// Leads a [loop](puzzle::Form::loop_through) along the other sides of a 2 x 2 block, whose top left
/// cell is given: a bend becomes a straight line, or the reverse. Returns `None` if the loop would
/// cross itself.
///
/// ```
/// use grid_puzzles::rerouted;
/// use grid_utils::Cell;
/// use puzzle::{Board, Form};
///
/// let form = Form::loop_through(2, 3, []);
/// let board = form.read("ES EW SW\nNE EW NW")?;
/// let shorter = rerouted(board.grid(), Cell::new(0, 1)).expect("it does not cross itself");
/// assert_eq!(form.write(&Board::from(shorter)), "ES SW -\nNE NW -");
/// # anyhow::Ok(())
/// ```
///
/// # Panics
/// If the block reaches beyond the border.
#[must_use]
pub fn rerouted(board: &Grid<Option<i64>>, block: Cell) -> Option<Grid<Option<i64>>> {
    let mut changed = board.clone();
    for (cell, turn) in board.window_cells(block, 2, 2).zip(["ES", "SW", "NE", "NW"]) {
        let word = board[cell].and_then(|value| LOOP_WORDS.get(usize::try_from(value).ok()?));
        let leaves = |side: &char| word.is_some_and(|word| word.contains(*side));
        let sides =
            ['N', 'E', 'S', 'W'].into_iter().filter(|side| leaves(side) != turn.contains(*side));
        let sides: String = sides.collect();
        let word = LOOP_WORDS.iter().position(|&word| word == sides || sides.is_empty())?;
        changed[cell] = i64::try_from(word).ok();
    }
    Some(changed)
}

/// Cuts a grid at random into `count` connected regions of equal weight. Returns `None` if no way
/// is found, which does not prove that there is none.
///
/// Cells at the borders of [random regions](random_regions) move to the adjacent region while this
/// makes the sums more equal; occasionally one moves that does not.
///
/// ```
/// use grid_puzzles::equal_regions;
/// use grid_utils::Regions;
///
/// let weights = "1 2 3\n0 5 1\n4 0 2".parse::<grid_utils::Grid<u64>>().unwrap();
/// let regions = equal_regions(&weights, 2, &mut puzzle::Rng::with_seed(1)).unwrap();
/// for (_, cells) in Regions::from_labels(&regions).iter() {
///     assert_eq!(cells.iter().map(|&cell| weights[cell]).sum::<u64>(), 9);
/// }
/// ```
///
/// # Panics
/// If there are no regions.
pub fn equal_regions(weights: &Grid<u64>, count: usize, random: &mut Rng) -> Option<Grid<Label>> {
    const ATTEMPTS: usize = 16;
    let total: u64 = weights.values().sum();
    let target = total.checked_div(count as u64).filter(|target| target * count as u64 == total)?;
    (0..ATTEMPTS).find_map(|_| equalised(weights, target, count, random))
}

/// Implements one attempt of [`equal_regions`].
fn equalised(
    weights: &Grid<u64>,
    target: u64,
    count: usize,
    random: &mut Rng,
) -> Option<Grid<Label>> {
    let mut regions = random_regions(weights.rows(), weights.columns(), count, random);
    let mut sums: HashMap<Label, u64> = HashMap::new();
    for (cell, &label) in &regions {
        *sums.entry(label).or_default() += weights[cell];
    }
    let moves = 100 * weights.cells().len();
    for _ in 0..moves {
        if sums.values().all_equal() {
            return Some(regions);
        }
        let cell = Cell::new(random.usize(..weights.rows()), random.usize(..weights.columns()));
        let (own, weight) = (regions[cell], weights[cell]);
        let other = random.choice(regions.neighbours(cell).collect::<Vec<_>>())?;
        let other = regions[other];
        let off = |own: u64, other: u64| own.abs_diff(target) + other.abs_diff(target);
        let before = off(sums[&own], sums[&other]);
        let after = off(sums[&own] - weight, sums[&other] + weight);
        if own != other && (after <= before || random.u8(..) < AGAINST_ALL_REASON) {
            regions[cell] = other;
            if Regions::components(&regions, |&label| label == own).len() == 1 {
                sums.entry(own).and_modify(|sum| *sum -= weight);
                sums.entry(other).and_modify(|sum| *sum += weight);
            } else {
                regions[cell] = own;
            }
        }
    }
    None
}

/// Number of unhelpful moves, out of 256, that are made anyway.
const AGAINST_ALL_REASON: u8 = 8;
