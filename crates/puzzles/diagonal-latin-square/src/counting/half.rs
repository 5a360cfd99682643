//! Half of the symbols: every set of cells that they can take, by joining two lists of unions.
//!
//! Two unions join if they are disjoint, which only a small percentage of pairs are. So unions are
//! tested 64 at a time: a [block](Block) of right unions keeps a word per cell, with a bit for each
//! union that takes the cell; the bitwise or of the words of a left union's cells marks those of
//! the 64 that it intersects.

use std::ops::ControlFlow::{self, Continue};

use puzzle::{Effort, Stop};

use super::cells::{CellSet, Cells};

/// Half of the symbols, split in two: the unions of each part, sorted into groups.
#[derive(Debug)]
pub(crate) struct Half {
    left: Vec<Group<Left>>,
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

/// A union of the left list.
#[derive(Debug)]
struct Left {
    key: u32,
    ways: u32,
    /// Its cells in the body, padded with [`NOWHERE`].
    body: [u8; MOST_LEFT_CELLS],
}

/// The maximum for two symbols: each takes at most six cells of the body of order 8, five of order
/// 9.
const MOST_LEFT_CELLS: usize = 12;

/// A bit that no cell of the body has.
const NOWHERE: u8 = 63;

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
const LARGEST_ORDER: usize = 9;

impl Half {
    /// Takes the placements of each symbol.
    pub(crate) fn new(
        cells: &Cells,
        placements: &[Vec<CellSet>],
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Self> {
        assert!(placements.len() <= LARGEST_HALF && cells.order() <= LARGEST_ORDER);
        let (left, right) = placements.split_at(placements.len() / 2);
        let (mut left, mut right) = (unions(left, effort)?, unions(right, effort)?);
        // The larger groups fill the blocks better.
        let [left_groups, right_groups] =
            [&left, &right].map(|list| groups_of(cells, list).count());
        if left.len() * right_groups > right.len() * left_groups {
            (left, right) = (right, left);
        }
        let left = groups(cells, &left, |unions| {
            unions.iter().map(|union| Left::new(cells, union)).collect()
        });
        effort.poll()?;
        let right = groups(cells, &right, |unions| {
            unions.chunks(BLOCK).map(|unions| Block::new(cells, unions)).collect()
        });
        effort.poll()?;
        Continue(Self { left, right })
    }

    /// Calls `take` with the key and the number of ways of every pair of disjoint left and right
    /// unions that together take the cells `agreed`. The same key may occur many times.
    #[inline]
    pub(crate) fn join(
        &self,
        agreed: CellSet,
        effort: &mut Effort,
        mut take: impl FnMut(u32, u32),
    ) -> ControlFlow<Stop> {
        for left in self.left.iter().filter(|left| left.agreed & !agreed == 0) {
            effort.poll()?;
            let rest = agreed ^ left.agreed;
            let Ok(right) = self.right.binary_search_by_key(&rest, |right| right.agreed) else {
                continue;
            };
            for block in &self.right[right].unions {
                for union in &left.unions {
                    let mut disjoint = block.disjoint(union);
                    while disjoint != 0 {
                        let place = disjoint.trailing_zeros() as usize % BLOCK;
                        disjoint &= disjoint - 1;
                        // At most 7 million: see `LARGEST_HALF`.
                        let ways = union.ways.wrapping_mul(u32::from(block.ways[place]));
                        take(union.key | block.keys[place], ways);
                    }
                }
            }
        }
        Continue(())
    }
}

/// Returns the unions of one or two symbols, in order.
fn unions(symbols: &[Vec<CellSet>], effort: &mut Effort) -> ControlFlow<Stop, Vec<Union>> {
    let mut sets = vec![0];
    for placements in symbols {
        let mut longer = Vec::new();
        for set in sets {
            let disjoint = placements.iter().filter(|&cells| cells & set == 0);
            longer.extend(disjoint.map(|cells| cells | set));
        }
        sets = longer;
    }
    effort.poll()?;
    sets.sort_unstable();
    effort.poll()?;
    let unions = sets.chunk_by(CellSet::eq);
    Continue(
        unions
            .map(|equal| Union {
                cells: equal[0],
                ways: u32::try_from(equal.len()).expect("two symbols have few ways"),
            })
            .collect(),
    )
}

/// Returns the groups of a list of unions, packed.
fn groups<T>(
    cells: &Cells,
    unions: &[Union],
    mut packed: impl FnMut(&[Union]) -> Vec<T>,
) -> Vec<Group<T>> {
    let agreed = |unions: &[Union]| unions[0].cells & !cells.body();
    let group = |unions| Group { agreed: agreed(unions), unions: packed(unions) };
    groups_of(cells, unions).map(group).collect()
}

/// Returns the parts of a list of unions, in order, that take the same of the cells that are agreed
/// on.
fn groups_of<'u>(cells: &Cells, unions: &'u [Union]) -> impl Iterator<Item = &'u [Union]> {
    let body = cells.body();
    unions.chunk_by(move |union, next| union.cells & !body == next.cells & !body)
}

impl Left {
    fn new(cells: &Cells, union: &Union) -> Self {
        let mut body = [NOWHERE; MOST_LEFT_CELLS];
        assert!((union.cells & cells.body()).count_ones() as usize <= body.len());
        for (place, bit) in body.iter_mut().zip(bits(union.cells & cells.body())) {
            *place = bit;
        }
        Self { key: cells.key_of(union.cells), ways: union.ways, body }
    }
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
                block.takers[usize::from(bit)] |= 1 << place;
            }
        }
        block
    }

    /// Returns the places of the unions that have no cell in common with a left union.
    #[inline]
    fn disjoint(&self, union: &Left) -> u64 {
        let meets = |met: u64, &bit: &u8| met | self.takers[usize::from(bit % 64)];
        !union.body.iter().fold(self.vacant, meets)
    }
}

/// Returns the bits of a set of cells, in their order.
fn bits(mut cells: CellSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = u8::try_from(cells.trailing_zeros()).ok()?;
        cells &= cells.checked_sub(1)?;
        Some(bit)
    })
}
