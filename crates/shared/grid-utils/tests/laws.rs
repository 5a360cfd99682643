//! Laws that hold for any grid, any set of cells, any symmetry.

use std::collections::BTreeSet;
use std::iter;

use fastrand::Rng;
use grid_utils::{
    Adjacency, Cell, CellSet, Cells, Direction, Grid, KNIGHT_STEPS, Motion, Neighbourhood, Regions,
    Shape, Step, Symmetry, Token,
};
use itertools::{Itertools, iproduct};
use petgraph::algo::connected_components;
use petgraph::graph::UnGraph;

/// Random numbers for so many runs of a test. Where one fails, the last line names its seed.
fn runs() -> impl Iterator<Item = Rng> {
    (0..200).inspect(|seed| println!("seed {seed}")).map(Rng::with_seed)
}

fn random_grid<T>(random: &mut Rng, mut value: impl FnMut(&mut Rng) -> T) -> Grid<T> {
    let (rows, columns) = (random.usize(1..8), random.usize(1..8));
    Grid::from_fn(rows, columns, |_| value(random))
}

/// Any character that can be a token.
fn token(random: &mut Rng) -> char {
    iter::repeat_with(|| random.char(..)).find(|c| !c.is_whitespace()).expect("most are none")
}

fn word(random: &mut Rng) -> String {
    (0..random.usize(1..6)).map(|_| random.alphanumeric()).collect()
}

/// What may look like cells and grids.
fn text(random: &mut Rng) -> String {
    let characters: Vec<char> = "r0123456789c .\n-".chars().collect();
    (0..random.usize(..31)).map(|_| characters[random.usize(..characters.len())]).collect()
}

fn is_read_back<T: Token + PartialEq + std::fmt::Debug>(grid: &Grid<T>) {
    assert_eq!(&grid.to_string().parse::<Grid<T>>().unwrap(), grid);
    assert_eq!(&format!("\n\n {grid:#}\n \n").parse::<Grid<T>>().unwrap(), grid);
    let json = serde_json::to_string(grid).unwrap();
    assert_eq!(&serde_json::from_str::<Grid<T>>(&json).unwrap(), grid);
}

#[test]
fn a_printed_grid_is_read_back_as_itself() {
    for mut random in runs() {
        let digits = random_grid(&mut random, |random| random.bool().then(|| random.u8(..)));
        let numbers = random_grid(&mut random, |random| random.i64(..));
        let characters = random_grid(&mut random, token);
        let words = random_grid(&mut random, word);
        is_read_back(&digits);
        is_read_back(&numbers);
        is_read_back(&characters);
        is_read_back(&words);
    }
}

#[test]
fn a_printed_cell_is_read_back_as_itself() {
    for mut random in runs() {
        let (row, column) = (random.usize(..), random.usize(..));
        let cell = Cell::new(row, column);
        assert_eq!(cell.to_string().parse(), Ok(cell));
        let json = serde_json::to_string(&cell).unwrap();
        assert_eq!(serde_json::from_str::<Cell>(&json).unwrap(), cell);
    }
}

#[test]
fn no_text_makes_the_parsers_panic() {
    for mut random in runs() {
        let text = text(&mut random);
        let _ = text.parse::<Cell>();
        let _ = text.parse::<Grid<Option<i8>>>();
    }
}

#[test]
fn a_step_back_leads_home() {
    for mut random in runs() {
        let row = random.usize(..9);
        let column = random.usize(..9);
        let cell = Cell::new(row, column);
        for direction in Direction::ALL {
            if let Some(next) = cell.step(direction) {
                assert_eq!(cell.distance(next), 1);
                assert_eq!(next.step(direction.opposite()), Some(cell));
            }
        }
    }
}

#[test]
fn neighbours_in_a_grid_are_those_at_distance_one() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |_| ());
        for cell in grid.cells() {
            let around = |test: fn(usize, usize) -> bool| -> BTreeSet<Cell> {
                grid.cells()
                    .filter(|other| {
                        let (rows, columns) =
                            (cell.row.abs_diff(other.row), cell.column.abs_diff(other.column));
                        test(rows, columns)
                    })
                    .collect()
            };
            assert_eq!(
                grid.neighbours(cell).collect::<BTreeSet<_>>(),
                around(|rows, columns| rows + columns == 1)
            );
            assert_eq!(
                grid.all_neighbours(cell).collect::<BTreeSet<_>>(),
                around(|rows, columns| rows.max(columns) == 1)
            );
        }
    }
}

#[test]
fn steps_and_rays_lead_where_they_say() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |_| ());
        let cells = || grid.cells();
        for cell in cells() {
            let knight =
                |other: &Cell| (cell.row.abs_diff(other.row), cell.column.abs_diff(other.column));
            assert_eq!(
                grid.at_steps(cell, &KNIGHT_STEPS).collect::<BTreeSet<_>>(),
                cells().filter(|other| matches!(knight(other), (1, 2) | (2, 1))).collect()
            );
            for direction in Direction::ALL {
                let step: Step = direction.into();
                assert_eq!(cell.offset(step), cell.step(direction));
                let (mut ray, mut last) = (grid.ray(cell, direction), cell);
                while let Some(next) = grid.neighbour(last, direction) {
                    assert_eq!(ray.next(), Some(next));
                    last = next;
                }
                assert_eq!(ray.next(), None);
            }
            for (rows, columns) in iproduct!([-1, 1], [-1, 1]) {
                let signs = |other: &Cell| {
                    let down = other.row.cast_signed() - cell.row.cast_signed();
                    let right = other.column.cast_signed() - cell.column.cast_signed();
                    down != 0 && down * rows == right * columns && down * rows > 0
                };
                assert_eq!(
                    grid.ray(cell, (rows, columns)).collect::<BTreeSet<_>>(),
                    cells().filter(signs).collect()
                );
            }
        }
    }
}

#[test]
fn rows_columns_cells_and_windows_agree() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |random| random.u8(..));
        let rows = random.usize(1..9);
        let columns = random.usize(1..9);
        let cells = grid.cells();
        assert_eq!(cells.len(), grid.len());
        let pairs = iproduct!(0..grid.rows(), 0..grid.columns());
        assert!(cells.eq(pairs.map(|(row, column)| Cell::new(row, column))));
        for (cell, &value) in &grid {
            assert_eq!(grid.row(cell.row).nth(cell.column), Some(&value));
            assert_eq!(grid.column(cell.column).nth(cell.row), Some(&value));
            assert_eq!(grid.get(cell), Some(&value));
        }
        let windows = grid.windows(rows, columns).collect_vec();
        for top_left in grid.cells() {
            let fits =
                top_left.row + rows <= grid.rows() && top_left.column + columns <= grid.columns();
            assert_eq!(windows.contains(&top_left), fits);
            if fits {
                let inside = |cell: &Cell| {
                    (top_left.row..top_left.row + rows).contains(&cell.row)
                        && (top_left.column..top_left.column + columns).contains(&cell.column)
                };
                assert!(grid.window_cells(top_left, rows, columns).eq(grid.cells().filter(inside)));
            }
        }
    }
}

#[test]
fn the_symmetries_do_what_their_names_say() {
    let square: Grid<char> = "a b\nc d".parse().unwrap();
    let pictures = Symmetry::ALL
        .map(|symmetry| square.transformed(symmetry).to_string().replace(['\n', ' '], ""));
    assert_eq!(pictures, ["abcd", "cadb", "dcba", "bdac", "cdab", "badc", "acbd", "dbca"]);
}

#[test]
fn symmetries_move_values_with_their_cells() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |random| random.u8(..));
        let (rows, columns) = (grid.rows(), grid.columns());
        for symmetry in Symmetry::ALL {
            let picture = grid.transformed(symmetry);
            assert_eq!((picture.rows(), picture.columns()), symmetry.shape_after(rows, columns));
            for (cell, value) in &grid {
                let image = symmetry.apply(cell, rows, columns);
                assert_eq!(&picture[image], value);
                let next = |grid: &Grid<u8>, cell| grid.neighbours(cell).collect::<BTreeSet<_>>();
                let images = |next: BTreeSet<Cell>| {
                    next.into_iter().map(|next| symmetry.apply(next, rows, columns)).collect()
                };
                assert_eq!(next(&picture, image), images(next(&grid, cell)));
            }
        }
    }
}

#[test]
fn motions_are_the_symmetries_of_the_windows_of_a_grid() {
    let grid = Grid::filled(4, 5, ());
    for symmetry in Symmetry::ALL {
        let motions = Motion::all(symmetry, grid.rows(), grid.columns()).collect_vec();
        assert!(motions.iter().array_combinations().all(|[one, other]| one != other));
        let mut is_found = vec![false; motions.len()];
        for (rows, columns) in iproduct!(1..=4, 1..=5) {
            if symmetry.shape_after(rows, columns) != (rows, columns) {
                continue;
            }
            for corner in grid.windows(rows, columns) {
                let place =
                    |Cell { row, column }| Cell::new(corner.row + row, corner.column + column);
                let is_symmetry = |motion: &Motion| {
                    Cells::new(rows, columns).all(|cell| {
                        let image = symmetry.apply(cell, rows, columns);
                        motion.image(place(cell)) == Some(place(image))
                    })
                };
                let found = motions.iter().positions(is_symmetry).collect_vec();
                assert_eq!(found.len(), 1, "{symmetry:?}, {rows} x {columns} at {corner}");
                is_found[found[0]] = true;
            }
        }
        assert!(is_found.iter().all(|&is_found| is_found), "{symmetry:?}");
    }
}

/// The shapes on which sets of so many words are tested: among them full ones, thin ones, and rows
/// as long as a word and longer.
const ONE_WORD: [(usize, usize); 8] =
    [(1, 1), (8, 8), (1, 64), (64, 1), (2, 32), (7, 9), (5, 3), (1, 63)];
const TWO_WORDS: [(usize, usize); 9] =
    [(10, 10), (1, 100), (2, 64), (64, 2), (1, 128), (128, 1), (11, 11), (2, 63), (4, 4)];
const THREE_WORDS: [(usize, usize); 7] =
    [(12, 12), (2, 70), (70, 2), (3, 64), (1, 192), (2, 96), (1, 129)];

/// A shape, and two sets of it, and of what lies beyond it up to the capacity.
type Board = ((usize, usize), Vec<bool>, Vec<bool>);

fn random_board<const WORDS: usize>(random: &mut Rng, shapes: &[(usize, usize)]) -> Board {
    // From a sprinkle to nearly full: both mazes and large lakes.
    let density = random.choice([0.1, 0.4, 0.6, 0.7, 0.95]).expect("there are five");
    let mut bits = || (0..64 * WORDS).map(|_| random.f64() < density).collect();
    let (one, other) = (bits(), bits());
    (shapes[random.usize(..shapes.len())], one, other)
}

fn set_of<const WORDS: usize>(bits: &[bool]) -> CellSet<WORDS> {
    bits.iter().positions(|&bit| bit).collect()
}

/// What a [`Shape`] does, done without bits.
struct Naive {
    grid: Grid<()>,
}

impl Naive {
    fn shift(&self, set: &BTreeSet<Cell>, direction: Direction) -> BTreeSet<Cell> {
        set.iter().filter_map(|&cell| self.grid.neighbour(cell, direction)).collect()
    }

    fn neighbours(&self, set: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        set.iter().flat_map(|&cell| self.grid.neighbours(cell)).collect()
    }

    fn flood(&self, seed: &BTreeSet<Cell>, within: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let mut reached: BTreeSet<Cell> = seed & within;
        let mut stack = reached.iter().copied().collect_vec();
        while let Some(cell) = stack.pop() {
            for next in self.grid.neighbours(cell) {
                if within.contains(&next) && reached.insert(next) {
                    stack.push(next);
                }
            }
        }
        reached
    }

    fn components(&self, set: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
        let mut rest = set.clone();
        let mut components = Vec::new();
        while let Some(&first) = rest.first() {
            let component = self.flood(&BTreeSet::from([first]), &rest);
            rest = &rest - &component;
            components.push(component);
        }
        components
    }
}

fn shape_agrees_with_naive<const WORDS: usize>(&((rows, columns), ref first, ref second): &Board) {
    let shape = Shape::<WORDS>::new(rows, columns).expect("the shape fits");
    let naive = Naive { grid: Grid::filled(rows, columns, ()) };
    let (wild, other) = (set_of::<WORDS>(first), set_of::<WORDS>(second));
    let cells = |set: CellSet<WORDS>| shape.cells_of(set).collect::<BTreeSet<Cell>>();
    let (set, within) = (cells(wild), cells(other));

    assert_eq!((shape.rows(), shape.columns(), shape.len()), (rows, columns, rows * columns));
    assert!(shape.all().iter().eq(0..rows * columns));
    for (index, cell) in Cells::new(rows, columns).enumerate() {
        assert_eq!(shape.index(cell), index);
        assert_eq!(shape.cell(index), cell);
        assert_eq!(set.contains(&cell), wild.contains(index));
    }
    for row in 0..rows {
        assert!(cells(shape.row(row)).into_iter().eq((0..columns).map(|c| Cell::new(row, c))));
    }
    for column in 0..columns {
        assert!(
            cells(shape.column(column)).into_iter().eq((0..rows).map(|r| Cell::new(r, column)))
        );
    }

    let agree = |found: CellSet<WORDS>, expected: &BTreeSet<Cell>| {
        assert!(found.is_subset(shape.all()));
        assert_eq!(&cells(found), expected);
    };
    for direction in Direction::ALL {
        agree(shape.shift(wild, direction), &naive.shift(&set, direction));
    }
    agree(shape.neighbours(wild), &naive.neighbours(&set));
    agree(shape.grow(wild), &(&set | &naive.neighbours(&set)));
    agree(shape.flood(wild, other), &naive.flood(&set, &within));

    let components = naive.components(&set);
    let found = shape.components(wild).collect_vec();
    assert_eq!(found.len(), components.len());
    for (found, expected) in found.iter().zip(&components) {
        agree(*found, expected);
        assert!(shape.is_connected(*found));
    }
    assert_eq!(shape.is_connected(wild), components.len() <= 1);

    let blocks = naive
        .grid
        .windows(2, 2)
        .filter(|&corner| naive.grid.window_cells(corner, 2, 2).all(|cell| set.contains(&cell)));
    agree(shape.full_blocks(wild), &blocks.collect());

    // The same components through petgraph, and from a grid.
    let members = Grid::from_fn(rows, columns, |cell| set.contains(&cell));
    agree(shape.set_of(&members, |&member| member), &set);
    assert_eq!(connected_components(shape.graph(wild)), found.len());
    let regions = Regions::components(&members, |&member| member);
    assert!(
        regions
            .iter()
            .map(|(_, cells)| cells.to_vec())
            .eq(found.iter().map(|&part| shape.cells_of(part).collect_vec()))
    );

    // The same neighbourhood, told cell by cell.
    let told = Neighbourhood::new(shape.len(), |cell| {
        naive.grid.neighbours(shape.cell(cell)).map(|cell| shape.index(cell))
    });
    assert_eq!(told.all(), shape.all());
    assert_eq!(told.neighbours(wild), shape.neighbours(wild));
    assert_eq!(told.between(wild), shape.between(wild));
    assert_eq!(told.flood(wild, other), shape.flood(wild, other));
    assert_eq!(told.is_connected(wild), shape.is_connected(wild));
    assert!(told.components(wild).eq(found));
}

fn sets_agree_with_naive<const WORDS: usize>((_, first, second): &Board) {
    let (a, b) = (set_of::<WORDS>(first), set_of::<WORDS>(second));
    let naive = |set: CellSet<WORDS>| set.iter().collect::<BTreeSet<usize>>();
    let (x, y) = (naive(a), naive(b));

    assert!(a.iter().is_sorted());
    assert!(a.into_iter().eq(first.iter().positions(|&bit| bit)));
    assert_eq!(a.iter().len(), x.len());
    assert_eq!(a.len(), x.len());
    assert_eq!(a.is_empty(), x.is_empty());
    assert_eq!(a.first(), x.first().copied());
    assert_eq!(a.last(), x.last().copied());
    assert!(a.iter().rev().eq(x.iter().rev().copied()));
    assert_eq!(CellSet::from_words(*a.words()), a);
    for by in [0, 1, 63, 64, 65, 130, usize::MAX] {
        let up = x.iter().filter_map(|member| member.checked_add(by));
        let up = up.filter(|&member| member < CellSet::<WORDS>::CAPACITY);
        assert_eq!(naive(a.raised(by)), up.collect());
        let down = x.iter().filter_map(|member| member.checked_sub(by));
        assert_eq!(naive(a.lowered(by)), down.collect());
    }
    assert_eq!(naive(a & b), &x & &y);
    assert_eq!(naive(a | b), &x | &y);
    assert_eq!(naive(a ^ b), &x ^ &y);
    assert_eq!(naive(a - b), &x - &y);
    assert_eq!(a.intersects(b), !x.is_disjoint(&y));
    assert_eq!(a.is_subset(b), x.is_subset(&y));
    assert!((a & b).is_subset(a) && a.is_subset(a | b));

    let (mut and, mut or, mut xor, mut minus, mut extended) = (a, a, a, a, a);
    and &= b;
    or |= b;
    xor ^= b;
    minus -= b;
    extended.extend(b);
    assert_eq!((and, or, xor, minus), (a & b, a | b, a ^ b, a - b));
    assert_eq!(extended, or);

    let mut rest = a;
    assert!(std::iter::from_fn(|| rest.pop_first()).eq(a));
    assert!(rest.is_empty());

    for index in 0..CellSet::<WORDS>::CAPACITY {
        assert_eq!(a.contains(index), x.contains(&index));
        let (mut more, mut less) = (a, a);
        assert_eq!(more.insert(index), !x.contains(&index));
        assert_eq!(less.remove(index), x.contains(&index));
        assert_eq!(more, a | CellSet::of(index));
        assert_eq!(less, a - CellSet::of(index));
        assert_eq!((a.with(index), a.without(index)), (more, less));
    }
    assert!(!a.contains(CellSet::<WORDS>::CAPACITY));
    assert!(!a.contains(usize::MAX));
}

#[test]
fn shapes_of_one_word_agree_with_naive_code() {
    for mut random in runs() {
        let board = random_board::<1>(&mut random, &ONE_WORD);
        shape_agrees_with_naive::<1>(&board);
        sets_agree_with_naive::<1>(&board);
    }
}

#[test]
fn shapes_of_three_words_agree_with_naive_code() {
    for mut random in runs() {
        // Small ones, too, in sets that are larger than they need.
        let shapes = random.choice([&ONE_WORD[..], &TWO_WORDS, &THREE_WORDS, &THREE_WORDS]);
        let board = random_board::<3>(&mut random, shapes.expect("there are four"));
        shape_agrees_with_naive::<3>(&board);
        sets_agree_with_naive::<3>(&board);
    }
}

/// The cells with their edges copied into a graph of petgraph's own.
fn copied<T>(grid: &Grid<T>, joined: impl Fn(Cell, Cell) -> bool) -> UnGraph<Cell, ()> {
    let mut graph = UnGraph::default();
    let nodes = grid.map(|cell, _| graph.add_node(cell));
    for [a, b] in grid.cells().array_combinations() {
        if a.distance(b) == 1 && joined(a, b) {
            graph.add_edge(nodes[a], nodes[b], ());
        }
    }
    graph
}

#[test]
fn connected_regions_are_the_components_of_petgraph() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |random| random.u8(..3));
        let equal = |a, b| grid[a] == grid[b];
        let regions = Regions::connected(&grid);
        assert_eq!(regions.len(), connected_components(&copied(&grid, equal)));
        assert!((0..regions.len()).all(|region| regions.is_connected(region)));
        assert_eq!(regions.areas().sum::<usize>(), grid.len());
        for [a, b] in grid.cells().array_combinations() {
            if a.distance(b) == 1 {
                assert_eq!(regions.region_of(a) == regions.region_of(b), equal(a, b));
            }
        }
    }
}

#[test]
fn included_components_are_those_of_petgraph_without_the_cells_left_out() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |random| random.u8(..4));
        let included = |&value: &u8| value > 0;
        let regions = Regions::components(&grid, included);
        let graph = copied(&grid, |a, b| included(&grid[a]) && included(&grid[b]));
        let left_out = grid.values().filter(|&value| !included(value)).count();
        assert_eq!(regions.len() + left_out, connected_components(&graph));
        for (cell, value) in &grid {
            assert_eq!(regions.region_of(cell).is_some(), included(value));
        }
    }
}

#[test]
fn regions_keep_their_books() {
    for mut random in runs() {
        let grid = random_grid(&mut random, |random| random.bool().then(|| random.u8(..4)));
        let by_label = Regions::from_labels(&grid);
        let by_value = Regions::components(&grid, Option::is_some);
        assert_eq!(by_label.len(), grid.values().unique().count());
        for regions in [&by_label, &by_value, &Regions::connected(&grid)] {
            for (region, cells) in regions.iter() {
                assert_eq!(cells, regions.cells(region));
                assert_eq!(cells.len(), regions.area(region));
                assert!(cells.is_sorted() && !cells.is_empty());
                assert!(cells.iter().all(|&cell| regions.region_of(cell) == Some(region)));
                let naive = Naive { grid: grid.map(|_, _| ()) };
                let parts = naive.components(&cells.iter().copied().collect()).len();
                assert_eq!(regions.is_connected(region), parts == 1);
            }
            assert!(regions.iter().map(|(_, cells)| cells[0]).is_sorted());
            let product = regions.areas().map(|area| area as u128).product::<u128>();
            assert_eq!(regions.product_of_areas(), Some(product));

            let borders = grid
                .cells()
                .array_combinations()
                .filter(|&[a, b]| {
                    a.distance(b) == 1 && regions.region_of(a) != regions.region_of(b)
                })
                .map(|[a, b]| (a, b));
            assert!(regions.borders().sorted().eq(borders.sorted()));
        }
        for [a, b] in grid.cells().array_combinations() {
            assert_eq!(by_label.region_of(a) == by_label.region_of(b), grid[a] == grid[b]);
        }
    }
}

#[test]
fn a_product_of_areas_beyond_u128_is_none() {
    // 129 regions of two cells each.
    let grid = Grid::from_fn(129, 2, |cell| cell.row);
    assert_eq!(Regions::connected(&grid).product_of_areas(), None);
    let grid = Grid::from_fn(127, 2, |cell| cell.row);
    assert_eq!(Regions::connected(&grid).product_of_areas(), Some(1 << 127));
    let none: Grid<u8> = Grid::filled(3, 3, 0);
    assert_eq!(Regions::components(&none, |&value| value > 0).product_of_areas(), Some(1));
}

#[test]
fn shapes_beyond_the_capacity_or_without_cells_are_refused() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (5, 13), (65, 1), (usize::MAX, 2)] {
        assert_eq!(Shape::<1>::new(rows, columns), None, "{rows} x {columns}");
    }
    assert_eq!(Shape::<0>::new(1, 1), None);
    assert_eq!(size_of::<Shape<1>>(), 32);
}

#[test]
fn members_are_folded_from_where_they_were_left() {
    for taken in 0..5 {
        let mut members = CellSet::<3>::from_indices([1, 63, 64, 150]).iter();
        let first: Vec<usize> = members.by_ref().take(taken).collect();
        let rest = members.fold(Vec::new(), |rest, member| [rest, vec![member]].concat());
        assert_eq!([first, rest].concat(), [1, 63, 64, 150]);
    }
}
