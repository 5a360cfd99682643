//! Half of the symbols: every set of cells that they can take, by joining two lists of unions.
//!
//! Two unions join if they are disjoint, which only a small percentage of pairs are. So unions are
//! tested 64 at a time: a [block](Block) of right unions keeps a word per cell, with a bit for each
//! union that takes the cell; the bitwise or of the words of a left union's cells marks those of
//! the 64 that it intersects.

use std::ops::ControlFlow::{self, Continue};

use grid_utils::BitSet;
use itertools::Itertools;
use puzzle::{Effort, Stop};

use super::cells::{CellSet, Cells};

/// Half of the symbols, split in two: the unions of each part, sorted into groups.
#[derive(Debug)]
pub(crate) struct Half {
    /// The cells that it takes of the antidiagonal and the axis row.
    agreed: CellSet,
    left: Vec<Group<Union>>,
    right: Vec<Group<Block>>,
}

/// Unions that take the same cells of the antidiagonal, the axis row and the axis column.
#[derive(Debug)]
struct Group<T> {
    agreed: CellSet,
    unions: Vec<T>,
}

/// A set of cells that some symbols can take together, and the number of ways to do so.
#[derive(Clone, Copy, Debug)]
struct Union {
    cells: CellSet,
    ways: u32,
}

/// Up to 64 unions of the right list, side by side.
#[derive(Debug)]
struct Block {
    /// For each bit of the body, the unions that take its cell.
    takers: [u64; 64],
    /// The places that hold no union.
    vacant: u64,
    keys: [u32; BLOCK],
    ways: [u8; BLOCK],
}

/// The number of unions in a block.
const BLOCK: usize = 64;

/// The largest half for which 32 bits hold the number of ways to take a set of cells, in whatever
/// order they are added up. The first symbol chooses among at most 4 cells in each of 9 rows, the
/// next one among the 3 that are left, and so on: by Bregman's bound for permanents, at most
/// 24^(9/4) * 6^(9/3) * 2^(9/2) ways, fewer than 7 million.
const LARGEST_HALF: usize = 4;

impl Half {
    /// Takes the placements of each symbol, and the cells `agreed` that they take together of the
    /// antidiagonal and the axis row.
    pub(crate) fn new(
        cells: &Cells,
        agreed: CellSet,
        placements: &[Vec<CellSet>],
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Self> {
        assert!(placements.len() <= LARGEST_HALF);
        let (left, right) = placements.split_at(placements.len() / 2);
        let (left, right) = (groups(cells, left, effort)?, groups(cells, right, effort)?);
        let blocks = |Group { agreed, unions }: Group<Union>| {
            let blocks = unions.chunks(BLOCK).map(|unions| Block::new(cells, unions));
            Group { agreed, unions: blocks.collect() }
        };
        let right = right.into_iter().map(blocks).collect();
        effort.poll()?;
        Continue(Self { agreed, left, right })
    }

    /// Calls `take` with the key and the number of ways of every pair of disjoint left and right
    /// unions that together take these cells of the axis column. The same key may occur many times.
    #[inline]
    pub(crate) fn join(
        &self,
        cells: &Cells,
        column: CellSet,
        effort: &mut Effort,
        mut take: impl FnMut(u32, u32),
    ) -> ControlFlow<Stop> {
        let agreed = self.agreed | column;
        for left in self.left.iter().filter(|left| left.agreed & !agreed == 0) {
            effort.poll()?;
            let rest = agreed ^ left.agreed;
            let Ok(right) = self.right.binary_search_by_key(&rest, |right| right.agreed) else {
                continue;
            };
            for block in &self.right[right].unions {
                for union in &left.unions {
                    let key = cells.key_of(union.cells);
                    let mut disjoint = block.disjoint(union.cells & cells.body());
                    while disjoint != 0 {
                        let place = disjoint.trailing_zeros() as usize % BLOCK;
                        disjoint &= disjoint - 1;
                        // At most 7 million: see `LARGEST_HALF`.
                        let ways = union.ways.wrapping_mul(u32::from(block.ways[place]));
                        take(key | block.keys[place], ways);
                    }
                }
            }
        }
        Continue(())
    }
}

/// Returns the unions of one or two symbols, in order.
fn groups(
    cells: &Cells,
    symbols: &[Vec<CellSet>],
    effort: &mut Effort,
) -> ControlFlow<Stop, Vec<Group<Union>>> {
    let mut sets = vec![0];
    for placements in symbols {
        let pairs = sets.iter().cartesian_product(placements);
        sets = pairs
            .filter(|&(set, cells)| set & cells == 0)
            .map(|(set, cells)| set | cells)
            .collect();
    }
    effort.poll()?;
    sets.sort_unstable();
    effort.poll()?;
    let unions = sets.into_iter().dedup_with_count().map(|(ways, cells)| Union {
        cells,
        ways: u32::try_from(ways).expect("two symbols have few ways"),
    });
    let groups = unions.chunk_by(|union| union.cells & !cells.body());
    Continue(
        groups
            .into_iter()
            .map(|(agreed, unions)| Group { agreed, unions: unions.collect() })
            .collect(),
    )
}

impl Block {
    fn new(cells: &Cells, unions: &[Union]) -> Self {
        let mut block =
            Self { takers: [0; 64], vacant: u64::MAX, keys: [0; BLOCK], ways: [0; BLOCK] };
        for (place, union) in unions.iter().enumerate() {
            block.vacant ^= 1 << place;
            block.keys[place] = cells.key_of(union.cells);
            block.ways[place] = u8::try_from(union.ways).expect("two symbols exchange few cycles");
            for bit in bits(union.cells & cells.body()) {
                block.takers[bit] |= 1 << place;
            }
        }
        block
    }

    /// Returns the places of the unions that take none of these cells.
    #[inline]
    fn disjoint(&self, cells: CellSet) -> u64 {
        !bits(cells).fold(self.vacant, |met, bit| met | self.takers[bit])
    }
}

/// Returns the bits of a set of cells, in their order.
fn bits(cells: CellSet) -> impl Iterator<Item = usize> {
    BitSet::<1>::from_words([cells]).iter()
}
