//! The search against a plain enumeration that reads the rules literally: every filling of the
//! hooks and every cut into pentominoes is tried, and what breaks a rule is thrown away.

use std::collections::BTreeSet;

use fastrand::Rng;
use grid_puzzles::Side;
use grid_utils::Grid;
use hooks_11::{Board, Filled, Hooks, Pentomino, Sight};
use nested_hooks::Digits;
use nested_hooks::brute_force::{Filling, for_each_filling};
use puzzle::{Limits, Puzzle, read, solve};

/// A pentomino somewhere.
struct Piece {
    pentomino: Pentomino,
    /// Its cells, as bits in reading order.
    cells: u32,
}

/// Every way in which a pentomino can lie on a square, by its first cell.
fn pieces(size: usize) -> Vec<Vec<Piece>> {
    let mut found = BTreeSet::new();
    for pentomino in Pentomino::ALL {
        let rows = pentomino.drawing().split('/').map(str::chars).enumerate();
        let cells: Vec<(i32, i32)> = rows
            .flat_map(|(row, letters)| {
                let is_cell = |&(_, letter): &(usize, char)| letter == '#';
                letters.enumerate().filter(is_cell).map(move |(column, _)| (row, column))
            })
            .map(|(row, column)| (row as i32, column as i32))
            .collect();
        let turned = |&(row, column): &(i32, i32), turn: u32| match turn {
            0 => (row, column),
            1 => (column, -row),
            2 => (-row, -column),
            _ => (-column, row),
        };
        let span = -(size as i32)..=2 * size as i32;
        for turn in 0..8 {
            let mirrored = cells.iter().map(|&(row, column)| (row, column * [1, -1][turn / 4]));
            let turned: Vec<_> = mirrored.map(|cell| turned(&cell, turn as u32 % 4)).collect();
            for (down, right) in
                span.clone().flat_map(|down| span.clone().map(move |right| (down, right)))
            {
                let is_inside = |at: i32| (0..size as i32).contains(&at);
                let moved = turned.iter().map(|&(row, column)| (row + down, column + right));
                if moved.clone().all(|(row, column)| is_inside(row) && is_inside(column)) {
                    let bits = moved.map(|(row, column)| 1 << (row * size as i32 + column));
                    found.insert((pentomino, bits.sum::<u32>()));
                }
            }
        }
    }
    let mut by_first_cell: Vec<Vec<Piece>> = (0..size * size).map(|_| Vec::new()).collect();
    for (pentomino, cells) in found {
        by_first_cell[cells.trailing_zeros() as usize].push(Piece { pentomino, cells });
    }
    by_first_cell
}

/// Calls `found` with every cut of the cells that are left.
fn cuts<'p>(
    pieces: &'p [Vec<Piece>],
    digits: &[u8],
    left: u32,
    chosen: &mut Vec<&'p Piece>,
    found: &mut impl FnMut(&[&Piece]),
) {
    if left == 0 {
        return found(chosen);
    }
    for piece in &pieces[left.trailing_zeros() as usize] {
        let is_new = chosen.iter().all(|other| other.pentomino != piece.pentomino);
        let sum = || -> u32 {
            let cells = (0..digits.len()).filter(|cell| piece.cells >> cell & 1 == 1);
            cells.map(|cell| u32::from(digits[cell])).sum()
        };
        if piece.cells & !left == 0 && is_new && sum().is_multiple_of(5) {
            chosen.push(piece);
            cuts(pieces, digits, left & !piece.cells, chosen, found);
            chosen.pop();
        }
    }
}

/// The hooks of every partition, as bits of their cells, the smallest first.
fn partitions(size: usize) -> Vec<Vec<u32>> {
    let bit = |row: usize, column: usize| 1_u32 << (row * size + column);
    // The top-left cell of what is left of the square, and the hooks that were cut from it.
    let mut found = vec![((0, 0), Vec::new())];
    for left in (1..=size).rev() {
        let corners: &[(usize, usize)] =
            if left > 1 { &[(0, 0), (0, 1), (1, 0), (1, 1)] } else { &[(0, 0)] };
        let cut = |&((top, first), ref hooks): &((usize, usize), Vec<u32>)| {
            let hooks = hooks.clone();
            corners.iter().map(move |&(is_bottom, is_right)| {
                let hook_row = top + is_bottom * (left - 1);
                let hook_column = first + is_right * (left - 1);
                let row = (first..first + left).map(|column| bit(hook_row, column));
                let rest = (top..top + left).map(|row| bit(row, hook_column));
                let hook = row.chain(rest).fold(0, |hook, bit| hook | bit);
                ((top + 1 - is_bottom, first + 1 - is_right), [&[hook], &hooks[..]].concat())
            })
        };
        found = found.iter().flat_map(cut).collect();
    }
    found.into_iter().map(|(_, hooks)| hooks).collect()
}

/// The digits of every partition in whose hooks the numbers of filled cells are 1 to n.
fn fillings(size: usize, partitions: &[Vec<u32>], filled: u32) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for hooks in partitions {
        let counts: Vec<u32> = hooks.iter().map(|hook| (hook & filled).count_ones()).collect();
        if counts.iter().fold(0, |all, count| all | 1_u32 << count) == (1 << (size + 1)) - 2 {
            let digit = |cell: usize| {
                let hook = hooks.iter().position(|hook| hook >> cell & 1 == 1).unwrap();
                if filled >> cell & 1 == 1 { counts[hook] as u8 } else { 0 }
            };
            found.push((0..size * size).map(digit).collect());
        }
    }
    found
}

/// Whether the filled cells hang together and no block of 2 x 2 is full.
fn keeps_shape(size: usize, filled: u32) -> bool {
    let block = 0b11 | 0b11 << size;
    let has_full_block = (0..size - 1)
        .any(|row| (0..size - 1).any(|column| filled >> (row * size + column) & block == block));
    let first_column = (0..size).fold(0, |column, row| column | 1_u32 << (row * size));
    let last_column = first_column << (size - 1);
    let mut reached = filled & filled.wrapping_neg();
    loop {
        let sideways = (reached & !last_column) << 1 | (reached & !first_column) >> 1;
        let next = (reached | sideways | reached << size | reached >> size) & filled;
        if next == reached {
            return reached == filled && !has_full_block;
        }
        reached = next;
    }
}

/// The next larger number with as many bits.
fn next_choice(filled: u32) -> u32 {
    let lowest = filled & filled.wrapping_neg();
    let carried = filled + lowest;
    carried | ((carried ^ filled) / lowest) >> 2
}

/// A board as what it holds in reading order: 0 and nothing in an empty cell.
type Cells = Vec<(u8, Option<Pentomino>)>;

/// Every board that keeps all rules but those of clues and givens.
fn all_boards(size: usize) -> Vec<Cells> {
    let (pieces, partitions) = (pieces(size), partitions(size));
    let mut boards = BTreeSet::new();
    let mut filled = (1_u32 << (size * (size + 1) / 2)) - 1;
    while filled < 1 << (size * size) {
        if keeps_shape(size, filled) {
            for digits in fillings(size, &partitions, filled) {
                cuts(&pieces, &digits, filled, &mut Vec::new(), &mut |chosen| {
                    boards.insert(cells(&digits, chosen));
                });
            }
        }
        filled = next_choice(filled);
    }
    boards.into_iter().collect()
}

fn cells(digits: &[u8], chosen: &[&Piece]) -> Cells {
    let part_of = |cell: usize| {
        chosen.iter().find(|piece| piece.cells >> cell & 1 == 1).map(|piece| piece.pentomino)
    };
    (0..digits.len()).map(|cell| (digits[cell], part_of(cell))).collect()
}

fn cells_of(board: &Board) -> Cells {
    let cell = |filled: &Option<Filled>| filled.map_or((0, None), |f| (f.digit, f.part_of));
    board.values().map(cell).collect()
}

/// A random instance.
struct Case {
    size: usize,
    /// 0 for a cell that is not given.
    givens: Vec<u8>,
    sights: Vec<(Side, usize, Sight)>,
}

/// The cells of a line in the order in which they are met, numbered in reading order.
fn line(size: usize, side: Side, line: usize) -> Vec<usize> {
    let column = (0..size).map(|row| row * size + line);
    let row = (0..size).map(|column| line * size + column);
    match side {
        Side::Top => column.collect(),
        Side::Bottom => column.rev().collect(),
        Side::Left => row.collect(),
        Side::Right => row.rev().collect(),
    }
}

/// What is seen first of a line.
fn seen(size: usize, cells: &Cells, side: Side, number: usize) -> Option<(u8, Pentomino)> {
    let mut met = line(size, side, number).into_iter().map(|cell| cells[cell]);
    met.find_map(|(digit, part)| Some((digit, part?)))
}

impl Case {
    fn is_kept_by(&self, cells: &Cells) -> bool {
        self.givens.iter().zip(cells).all(|(&given, &(digit, _))| given == 0 || given == digit)
            && self.sights.iter().all(|&(side, line, sight)| {
                seen(self.size, cells, side, line).is_some_and(|(digit, part)| match sight {
                    Sight::Digit(wanted) => digit == wanted,
                    Sight::Part(wanted) => part == wanted,
                })
            })
    }

    fn hooks(&self) -> Hooks {
        let size = self.size;
        let givens = Grid::from_fn(size, size, |cell| {
            Some(self.givens[cell.row * size + cell.column]).filter(|&given| given > 0)
        });
        let clues = |side: Side| {
            let clue = |number| {
                let mut sights = self.sights.iter();
                let sight = sights.find(|&&(at, line, _)| (at, line) == (side, number));
                sight.map_or(".".to_owned(), |(_, _, sight)| sight.to_string())
            };
            format!("{} = '{}'", side.key(), (0..size).map(clue).collect::<Vec<_>>().join(" "))
        };
        let sights = Side::ALL.map(clues).join("\n");
        let text = format!("givens = '''\n{givens}'''\n[sight]\n{sights}");
        read("a random instance", &text, &[]).unwrap()
    }
}

/// Some of what a random board shows; now and then a digit or a clue becomes another.
fn random_case(size: usize, boards: &[Cells], random: &mut Rng) -> Case {
    let cells = &boards[random.usize(..boards.len())];
    let [given, clued] = [(); 2].map(|()| [0, 15, 30, 60][random.usize(..4)]);
    let some_digit = |&(digit, _): &(u8, _)| if random.usize(..100) < given { digit } else { 0 };
    let givens = cells.iter().map(some_digit).collect();
    let mut case = Case { size, givens, sights: Vec::new() };
    for (side, line) in Side::ALL.into_iter().flat_map(|side| (0..size).map(move |at| (side, at))) {
        let Some((digit, part)) = seen(size, cells, side, line) else { continue };
        if random.usize(..100) < clued {
            let sight = if random.bool() { Sight::Digit(digit) } else { Sight::Part(part) };
            case.sights.push((side, line, sight));
        }
    }
    if random.usize(..3) == 0 {
        let another = match random.usize(..2) {
            0 => Sight::Part(Pentomino::ALL[random.usize(..12)]),
            _ => Sight::Digit(1 + random.usize(..size) as u8),
        };
        match case.sights.first_mut() {
            Some((_, _, sight)) => *sight = another,
            None => case.givens[random.usize(..size * size)] = 1 + random.usize(..size) as u8,
        }
    }
    case
}

/// Solves the case; returns the number of solutions.
fn assert_agreement(case: &Case, boards: &[Cells]) -> usize {
    let expected: Vec<&Cells> = boards.iter().filter(|cells| case.is_kept_by(cells)).collect();
    let hooks = case.hooks();
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    let mut found: Vec<Cells> = outcome.boards.iter().map(cells_of).collect();
    found.sort_unstable();
    assert!(
        found.iter().eq(expected.iter().copied()),
        "{hooks:?}: {} boards instead of {}",
        found.len(),
        expected.len()
    );
    // A sample is enough where there are thousands.
    for board in outcome.boards.iter().step_by(1 + outcome.boards.len() / 50) {
        hooks.check(board).unwrap();
    }
    expected.len()
}

fn assert_random_cases_agree(size: usize, expected_boards: usize, cases: usize) {
    let boards = all_boards(size);
    assert_eq!(boards.len(), expected_boards);
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..cases {
        match assert_agreement(&random_case(size, &boards, &mut random), &boards) {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    let least = cases / 20;
    assert!(
        unsolvable > least && unique > least && several > least,
        "{unsolvable} cases without a solution, {unique} with one, {several} with several"
    );
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_cases_agree(4, 592, 2000);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_cases_agree(5, 16_744, 300);
}

/// The enumeration here, which counts the filled cells of hooks, against the family's, which
/// chooses them.
#[test]
fn both_enumerations_have_the_same_boards() {
    let size = 4;
    let pieces = pieces(size);
    let mut boards = BTreeSet::new();
    for_each_filling(size, Digits::Free, |filling: &Filling| {
        if filling.has_full_block() || !filling.is_connected() {
            return;
        }
        let digits: Vec<u8> = filling.digits().collect();
        let filled = (0..digits.len()).filter(|&cell| digits[cell] > 0).map(|cell| 1 << cell).sum();
        cuts(&pieces, &digits, filled, &mut Vec::new(), &mut |chosen| {
            boards.insert(cells(&digits, chosen));
        });
    });
    assert_eq!(all_boards(size), boards.into_iter().collect::<Vec<_>>());
}

#[test]
fn sizes_whose_filled_cells_make_no_pentominoes_are_unsolvable() {
    for size in [1, 2, 3, 6, 7, 8, 11, 14, 20] {
        let case = Case { size, givens: vec![0; size * size], sights: Vec::new() };
        let outcome = solve(&case.hooks(), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "size {size}");
    }
}
