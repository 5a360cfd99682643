//! Laws that hold for any grid, any set of cells, any symmetry.

use std::iter;

use fastrand::Rng;
use grid_utils::{
    Adjacency, BitSet, Cell, CellGraph, CellSet, Cells, Direction, Grid, KNIGHT_STEPS, Motion,
    Neighbourhood, Regions, Shape, Step, Symmetry, Token,
};
use itertools::{Itertools, iproduct};
use petgraph::algo::{connected_components, dijkstra};

/// Returns random generators for the runs of a test. If one fails, the last line names its seed.
fn runs() -> impl Iterator<Item = Rng> {
    (0..200).inspect(|seed| println!("seed {seed}")).map(Rng::with_seed)
}

fn random_grid<T>(random: &mut Rng, mut value: impl FnMut(&mut Rng) -> T) -> Grid<T> {
    let (rows, columns) = (random.usize(1..8), random.usize(1..8));
    Grid::from_fn(rows, columns, |_| value(random))
}

fn random_bytes(random: &mut Rng, end: u8) -> Grid<u8> {
    random_grid(random, |random| random.u8(..end))
}

/// Returns any characters but spaces.
fn word(random: &mut Rng) -> String {
    let characters = iter::repeat_with(|| random.char(..)).filter(|c| !c.is_whitespace());
    characters.take(3).collect()
}

/// Returns texts that may look like cells and grids.
fn text(random: &mut Rng) -> String {
    let characters: Vec<char> = "r0123456789c .\n-".chars().collect();
    (0..random.usize(..31)).map(|_| characters[random.usize(..characters.len())]).collect()
}

fn is_read_back<T: Token + PartialEq + std::fmt::Debug>(grid: &Grid<T>) {
    assert_eq!(&grid.to_string().parse::<Grid<T>>().unwrap(), grid);
    assert_eq!(&format!("\n\n {grid:#}\n \n").parse::<Grid<T>>().unwrap(), grid);
}

#[test]
fn a_printed_grid_is_read_back_as_itself() {
    for mut random in runs() {
        is_read_back(&random_grid(&mut random, |random| random.bool().then(|| random.i64(..))));
        let words = random_grid(&mut random, word);
        is_read_back(&words);
        let json = serde_json::to_string(&words).unwrap();
        assert_eq!(serde_json::from_str::<Grid<String>>(&json).unwrap(), words);
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
fn neighbours_and_rays_lead_where_they_say() {
    for mut random in runs() {
        let grid = random_bytes(&mut random, 2);
        for cell in grid.cells() {
            let is_at = |test: &dyn Fn(usize, usize) -> bool,
                         cells: &mut dyn Iterator<Item = Cell>| {
                let expected = |other: Cell| {
                    test(cell.row.abs_diff(other.row), cell.column.abs_diff(other.column))
                };
                let cells: Vec<Cell> = cells.collect();
                assert!(grid.cells().all(|other| cells.contains(&other) == expected(other)));
                assert!(cells.iter().all_unique());
            };
            is_at(&|rows, columns| rows + columns == 1, &mut grid.neighbours(cell));
            is_at(&|rows, columns| rows.max(columns) == 1, &mut grid.all_neighbours(cell));
            is_at(&|rows, columns| rows * columns == 2, &mut grid.at_steps(cell, &KNIGHT_STEPS));
            let diagonals = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let mut diagonals = diagonals.into_iter().flat_map(|step| grid.ray(cell, step));
            is_at(&|rows, columns| rows == columns && rows > 0, &mut diagonals);

            for direction in Direction::ALL {
                let step: Step = direction.into();
                assert_eq!(cell.offset(step), cell.step(direction));
                if let Some(next) = cell.step(direction) {
                    assert_eq!(
                        (cell.distance(next), next.step(direction.opposite())),
                        (1, Some(cell))
                    );
                }
                let next = |&last: &Cell| grid.neighbour(last, direction);
                let ray = iter::successors(next(&cell), next).collect_vec();
                assert_eq!(grid.ray(cell, step).collect_vec(), ray);
            }
        }
    }
}

#[test]
fn rows_columns_cells_and_windows_agree() {
    for mut random in runs() {
        let grid = random_bytes(&mut random, 255);
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
        let grid = random_bytes(&mut random, 255);
        let (rows, columns) = (grid.rows(), grid.columns());
        for symmetry in Symmetry::ALL {
            let picture = grid.transformed(symmetry);
            assert_eq!((picture.rows(), picture.columns()), symmetry.shape_after(rows, columns));
            for (cell, value) in &grid {
                let image = symmetry.apply(cell, rows, columns);
                assert_eq!(&picture[image], value);
                for next in grid.neighbours(cell) {
                    assert_eq!(image.distance(symmetry.apply(next, rows, columns)), 1);
                }
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

/// The cells that are in a set, for code without bits.
type Mask = Grid<bool>;

fn mask(like: &Mask, test: impl Fn(Cell) -> bool) -> Mask {
    Grid::from_fn(like.rows(), like.columns(), test)
}

fn shifted(set: &Mask, direction: Direction) -> Mask {
    let from = |cell| set.neighbour(cell, direction.opposite());
    mask(set, |cell| from(cell).is_some_and(|from| set[from]))
}

fn grown(set: &Mask, within: &Mask) -> Mask {
    mask(set, |cell| within[cell] && (set[cell] || set.neighbours(cell).any(|next| set[next])))
}

fn flooded(seed: &Mask, within: &Mask) -> Mask {
    let mut reached = mask(seed, |cell| seed[cell] && within[cell]);
    loop {
        let next = grown(&reached, within);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Returns the connected components of equal values.
fn components(values: &Grid<Option<u8>>) -> Vec<Mask> {
    let mut components: Vec<Mask> = Vec::new();
    for (first, &value) in values {
        if value.is_some() && !components.iter().any(|component| component[first]) {
            let seed = values.map(|cell, _| cell == first);
            components.push(flooded(&seed, &values.map(|_, &other| other == value)));
        }
    }
    components
}

/// The shapes on which sets of one and of three words are tested: among them full ones, thin ones,
/// and rows as long as a word and longer.
const ONE_WORD: [(usize, usize); 8] =
    [(1, 1), (8, 8), (1, 64), (64, 1), (2, 32), (7, 9), (5, 3), (1, 63)];
const THREE_WORDS: [(usize, usize); 12] = [
    (12, 12),
    (2, 70),
    (70, 2),
    (3, 64),
    (1, 192),
    (2, 96),
    (1, 129),
    (10, 10),
    (2, 64),
    (128, 1),
    (2, 63),
    (4, 4),
];

/// Returns a sparse to nearly full random set: both mazes and large lakes.
fn random_set<const WORDS: usize>(random: &mut Rng) -> CellSet<WORDS> {
    let density = [0.1, 0.4, 0.6, 0.7, 0.95][random.usize(..5)];
    (0..CellSet::<WORDS>::CAPACITY).filter(|_| random.f64() < density).collect()
}

fn shapes_agree_with_naive_code<const WORDS: usize>(shapes: &[(usize, usize)]) {
    for mut random in runs() {
        let (rows, columns) = shapes[random.usize(..shapes.len())];
        let shape = Shape::<WORDS>::new(rows, columns).expect("the shape fits");
        assert_eq!((shape.rows(), shape.columns(), shape.len()), (rows, columns, rows * columns));
        assert!(Cells::new(rows, columns).eq((0..shape.len()).map(|index| shape.cell(index))));
        let mask_of = |set: CellSet<WORDS>| {
            assert!(set.is_subset(shape.all()));
            Grid::from_fn(rows, columns, |cell| set.contains(shape.index(cell)))
        };
        let (wild, other) = (random_set::<WORDS>(&mut random), random_set(&mut random));
        let (set, within) = (mask_of(wild & shape.all()), mask_of(other & shape.all()));
        assert_eq!(shape.set_of(&set, |&is_in| is_in), wild & shape.all());
        let line = Cell::new(random.usize(..rows), random.usize(..columns));
        let mut found = vec![
            shape.all(),
            shape.row(line.row),
            shape.column(line.column),
            shape.neighbours(wild),
            shape.between(wild),
            shape.grow(wild),
            shape.flood(wild, other),
            shape.full_blocks(wild),
        ];
        found.extend(Direction::ALL.map(|direction| shape.shift(wild, direction)));
        found.extend(shape.components(wild));
        let expected = naive(&set, &within, line);
        assert!(found.into_iter().map(mask_of).eq(expected));
        assert_eq!(shape.is_connected(wild), shape.components(wild).count() <= 1);
    }
}

/// Computes the results of a shape naively, in the order of `shapes_agree_with_naive_code`.
fn naive(set: &Mask, within: &Mask, line: Cell) -> Vec<Mask> {
    let next = |cell| set.neighbours(cell).filter(|&next| set[next]).count();
    let is_block = |cell| {
        let mut block = iproduct!(0..2, 0..2).map(|step| Cell::offset(cell, step));
        block.all(|cell| cell.is_some_and(|cell| set.get(cell) == Some(&true)))
    };
    let everywhere = mask(set, |_| true);
    let mut expected = vec![
        everywhere.clone(),
        mask(set, |cell| cell.row == line.row),
        mask(set, |cell| cell.column == line.column),
        mask(set, |cell| next(cell) > 0),
        mask(set, |cell| next(cell) > 1),
        grown(set, &everywhere),
        flooded(set, within),
        mask(set, is_block),
    ];
    expected.extend(Direction::ALL.map(|direction| shifted(set, direction)));
    expected.extend(components(&set.map(|_, &is_in| is_in.then_some(0))));
    expected
}

#[test]
fn a_table_of_neighbours_agrees_with_a_shape() {
    for mut random in runs() {
        let (rows, columns) = ONE_WORD[random.usize(..ONE_WORD.len())];
        let shape = Shape::<1>::new(rows, columns).expect("the shape fits");
        let grid = Grid::filled(rows, columns, ());
        let table = Neighbourhood::new(shape.len(), |cell| {
            grid.neighbours(shape.cell(cell)).map(|cell| shape.index(cell))
        });
        let (set, within) = (random_set(&mut random), random_set(&mut random));
        assert_eq!(table.neighbours(set), shape.neighbours(set));
        assert_eq!(table.between(set), shape.between(set));
        assert_eq!(table.flood(set, within), shape.flood(set, within));
        assert_eq!(table.is_connected(set), shape.is_connected(set));
        assert_eq!(connected_components(table.graph(set)), shape.components(set).count());
    }
}

#[test]
fn shapes_of_one_word_agree_with_naive_code() {
    shapes_agree_with_naive_code::<1>(&ONE_WORD);
}

#[test]
fn shapes_of_three_words_agree_with_naive_code() {
    // Small ones, too, in sets that are larger than they need.
    shapes_agree_with_naive_code::<3>(&THREE_WORDS);
}

#[test]
fn sets_agree_with_naive_code() {
    type Set = BitSet<2>;
    for mut random in runs() {
        let (a, b): (Set, Set) = (random_set(&mut random), random_set(&mut random));
        let members = (0..Set::CAPACITY).filter(|&index| a.contains(index)).collect_vec();
        assert_eq!(a.iter().collect_vec(), members);
        assert_eq!((a.iter().len(), a.len(), a.is_empty()), (members.len(), members.len(), false));
        assert_eq!((a.first(), a.last()), (members.first().copied(), members.last().copied()));
        assert!(a.iter().rev().eq(members.iter().rev().copied()));
        assert_eq!(Set::from_words(*a.words()), a);
        assert_eq!(a.intersects(b), members.iter().any(|&member| b.contains(member)));
        assert_eq!(a.is_subset(b), members.iter().all(|&member| b.contains(member)));
        assert!((a & b).is_subset(a) && a.is_subset(a | b));

        for by in [0, 1, 63, 64, 65, 127, 130, usize::MAX] {
            let up = |&member: &usize| member.checked_add(by).filter(|&up| up < Set::CAPACITY);
            assert_eq!(a.raised(by), members.iter().filter_map(up).collect());
            let down = |member: &usize| member.checked_sub(by);
            assert_eq!(a.lowered(by), members.iter().filter_map(down).collect());
        }

        let [mut and, mut or, mut xor, mut minus, mut extended, mut rest] = [a; 6];
        and &= b;
        or |= b;
        xor ^= b;
        minus -= b;
        extended.extend(b);
        assert_eq!([and, or, xor, minus, extended], [a & b, a | b, a ^ b, a - b, a | b]);
        for index in 0..Set::CAPACITY {
            let (x, y) = (a.contains(index), b.contains(index));
            let found = [and, or, xor, minus].map(|set| set.contains(index));
            assert_eq!(found, [x && y, x || y, x != y, x && !y]);
            let (mut more, mut less) = (a, a);
            assert_eq!((more.insert(index), less.remove(index)), (!x, x));
            assert_eq!((more, less), (a | Set::of(index), a - Set::of(index)));
        }
        assert!(!a.contains(Set::CAPACITY) && !a.contains(usize::MAX));
        assert_eq!(iter::from_fn(|| rest.pop_first()).collect_vec(), members);
        assert!(rest.is_empty());
    }
}

#[test]
fn regions_agree_with_naive_code() {
    for mut random in runs() {
        let grid = random_bytes(&mut random, 4);
        let cells_of = |mask: &Mask| mask.cells().filter(|&cell| mask[cell]).collect_vec();
        let is = |value| grid.map(|_, &other| other == value);
        let parts = |values| components(&values).iter().map(cells_of).collect_vec();
        let by_label = grid.values().unique().map(|&value| cells_of(&is(value)));
        for (regions, expected) in [
            (Regions::connected(&grid), parts(grid.map(|_, &value| Some(value)))),
            (
                Regions::components(&grid, |&value| value > 0),
                parts(grid.map(|_, &value| (value > 0).then_some(0))),
            ),
            (Regions::from_labels(&grid), by_label.collect()),
        ] {
            assert_eq!(regions.iter().map(|(_, cells)| cells.to_vec()).collect_vec(), expected);
            assert_eq!(regions.areas().collect_vec(), expected.iter().map(Vec::len).collect_vec());
            for (region, cells) in expected.iter().enumerate() {
                assert!(cells.iter().all(|&cell| regions.region_of(cell) == Some(region)));
                let own = grid.map(|cell, _| cells.contains(&cell).then_some(0));
                assert_eq!(regions.is_connected(region), components(&own).len() == 1);
            }
            let inside = |cell: &Cell| regions.region_of(*cell).is_some();
            assert_eq!(grid.cells().filter(inside).count(), expected.concat().len());
            let borders = grid.cells().array_combinations().filter(|&[a, b]| {
                a.distance(b) == 1 && regions.region_of(a) != regions.region_of(b)
            });
            assert!(regions.borders().eq(borders.map(|[a, b]| (a, b))));
        }
    }
}

#[test]
fn distances_in_a_graph_of_cells_are_those_of_a_search_by_layers() {
    for mut random in runs() {
        let grid = random_bytes(&mut random, 2);
        let neighbours = |cell| grid.at_steps(cell, &KNIGHT_STEPS);
        let graph = CellGraph::new(grid.rows(), grid.columns(), neighbours);
        let start = Cell::new(random.usize(..grid.rows()), random.usize(..grid.columns()));
        let distances = dijkstra(graph, start, None, |_| 1);
        let (mut layer, mut reached) = (vec![start], vec![start]);
        for distance in 0.. {
            assert!(layer.iter().all(|cell| distances[cell] == distance));
            layer = layer.iter().flat_map(|&cell| neighbours(cell)).unique().collect();
            layer.retain(|cell| !reached.contains(cell));
            reached.extend(&layer);
            if layer.is_empty() {
                break;
            }
        }
        assert_eq!(distances.len(), reached.len());
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
