//! The search: what a product says of how its line begins. The rest is [`sight`]'s.

use std::ops::ControlFlow;

use grid_puzzles::Side;
use nested_hooks::Board;
use nested_hooks::sight::{self, Clue, LARGEST_SIZE, Line, Opening, Sight};
use puzzle::{Search, Stop};

use crate::Hooks;

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    sight::search(hooks.products.size(), &sights(hooks), search)
}

/// The clues, and for each line without one that two of its cells must be filled, too.
fn sights(hooks: &Hooks) -> Vec<Sight<FirstTwo>> {
    let products = &hooks.products;
    let mut sights: Vec<_> = products
        .given()
        .map(|(side, line, &product)| Sight { side, line, clue: FirstTwo::of(product.get()) })
        .collect();
    for (side, opposite) in [(Side::Top, Side::Bottom), (Side::Left, Side::Right)] {
        for line in 0..products.size() {
            if products.side(side)[line].or(products.side(opposite)[line]).is_none() {
                sights.push(Sight { side, line, clue: FirstTwo::ANY });
            }
        }
    }
    sights
}

/// The first two digits of a line.
struct FirstTwo {
    /// For each first digit the second ones that may follow it, as bits.
    partners: [u32; LARGEST_SIZE + 1],
}

impl FirstTwo {
    /// Whichever they are.
    const ANY: Self = FirstTwo { partners: [u32::MAX; LARGEST_SIZE + 1] };

    /// Those with a product.
    fn of(product: u64) -> Self {
        let partners = std::array::from_fn(|first| {
            let second = product.checked_div(first as u64).unwrap_or(0);
            let is_pair = first as u64 * second == product && second <= LARGEST_SIZE as u64;
            if is_pair { 1 << second } else { 0 }
        });
        FirstTwo { partners }
    }

    /// The second digits that may follow one of several first ones, all as bits.
    #[inline]
    fn partners_of(&self, mut first: u32) -> u32 {
        let mut partners = 0;
        while first != 0 {
            partners |= self.partners[first.trailing_zeros() as usize];
            first &= first - 1;
        }
        partners
    }
}

impl Clue for FirstTwo {
    /// One opening for each two cells that may be the first ones: all up to the second.
    fn openings(
        &self,
        line: &Line,
        found: &mut impl FnMut(Opening) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in line.next_filled(0) {
            let partners = self.partners_of(line.digits(first));
            for second in line.next_filled(first + 1) {
                if line.digits(second) & partners != 0 {
                    found(Opening { len: second + 1, filled: 1 << first | 1 << second })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
