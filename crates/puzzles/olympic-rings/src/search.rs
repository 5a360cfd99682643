//! The search: rings with one empty space decide it, the scarcest ring is branched on.
//!
//! Beside it stand the simpler ones that it is measured against.

mod left_to_right;

use std::ops::ControlFlow;

use puzzle::{Search, Stop, Strategy};

use self::left_to_right::Pruning;
use crate::{Numbers, OlympicRings, Ring, Space};

/// The ways to search, the fastest first: what decides that a filling is worth going on with.
pub(crate) const STRATEGIES: &[Strategy<OlympicRings>] = &[
    Strategy { name: "forced-spaces", search: by_forced_spaces },
    Strategy {
        name: "filled-rings",
        search: |instance, search| left_to_right::search(instance, search, Pruning::FilledRings),
    },
    Strategy {
        name: "complete-fillings",
        search: |instance, search| {
            left_to_right::search(instance, search, Pruning::CompleteFillings)
        },
    },
];

/// Reports every filling of the empty spaces: the rings decide.
pub(crate) fn by_forced_spaces(
    instance: &OlympicRings,
    search: &mut Search<Numbers>,
) -> ControlFlow<Stop> {
    let stock = Stock::new(&instance.numbers);
    Filler { stock, used: Vec::with_capacity(Space::ALL.len()), search }
        .fill(Filling::new(instance), 0)
}

/// A set of spaces, as bits in the order of [`Space::ALL`].
type SpaceSet = u16;

/// The spaces of each ring.
const SPACES: [SpaceSet; 5] = {
    let mut sets = [0; 5];
    let mut ring = 0;
    while ring < sets.len() {
        let spaces = Ring::ALL[ring].spaces();
        let mut place = 0;
        while place < spaces.len() {
            sets[ring] |= 1 << spaces[place] as usize;
            place += 1;
        }
        ring += 1;
    }
    sets
};

/// What stands where, and what the rings still miss.
#[derive(Clone, Copy)]
struct Filling {
    /// The spaces without a number.
    empty: SpaceSet,
    /// What each ring still misses to the sum. Three numbers and a sum of 64 bits fit well.
    missing: [i128; 5],
    /// What was put into the spaces that were empty.
    found: Numbers,
}

impl Filling {
    fn new(instance: &OlympicRings) -> Self {
        let mut filling = Filling {
            empty: (1 << Space::ALL.len()) - 1,
            missing: [i128::from(instance.sum); 5],
            found: Numbers::default(),
        };
        for (space, number) in instance.given.iter() {
            filling.account(space, number);
        }
        filling
    }

    /// Takes note that `space` holds `number`.
    fn account(&mut self, space: Space, number: i64) {
        self.empty &= !(1 << space as usize);
        for (spaces, missing) in SPACES.iter().zip(&mut self.missing) {
            if spaces & 1 << space as usize != 0 {
                *missing -= i128::from(number);
            }
        }
    }

    fn put(&mut self, space: Space, number: i64) {
        self.account(space, number);
        self.found.set(space, number);
    }

    /// The spaces of a ring that are empty.
    fn empty_in(&self, ring: Ring) -> SpaceSet {
        SPACES[ring as usize] & self.empty
    }

    fn missing(&self, ring: Ring) -> i128 {
        self.missing[ring as usize]
    }
}

/// The leftmost space of a set that is not empty.
fn leftmost(spaces: SpaceSet) -> Space {
    Space::ALL[spaces.trailing_zeros() as usize]
}

/// The numbers that are left, each once and with how many there are of it, in ascending order.
struct Stock(Vec<Article>);

#[derive(Clone, Copy)]
struct Article {
    number: i64,
    left: usize,
}

impl Stock {
    fn new(numbers: &[i64]) -> Self {
        let mut stock: Vec<Article> =
            numbers.iter().map(|&number| Article { number, left: 1 }).collect();
        stock.sort_unstable_by_key(|article| article.number);
        stock.dedup_by(|next, article| {
            let equal = next.number == article.number;
            article.left += usize::from(equal);
            equal
        });
        Stock(stock)
    }

    /// Where a number stands, if there is one left.
    fn find(&self, number: i128) -> Option<usize> {
        let number = i64::try_from(number).ok()?;
        let place = self.0.binary_search_by_key(&number, |article| article.number).ok()?;
        (self.0[place].left > 0).then_some(place)
    }

    /// The pairs of places, the smaller number first, whose numbers are left and add up to `sum`.
    fn pairs(&self, sum: i128) -> impl Iterator<Item = (usize, usize)> {
        let (mut low, mut beyond) = (0, self.0.len());
        std::iter::from_fn(move || {
            while low < beyond {
                let high = beyond - 1;
                let (small, large) = (self.0[low], self.0[high]);
                let pair = i128::from(small.number) + i128::from(large.number);
                if pair < sum {
                    low += 1;
                    continue;
                }
                beyond = high;
                let enough =
                    if low == high { small.left > 1 } else { small.left > 0 && large.left > 0 };
                if pair == sum && enough {
                    return Some((low, high));
                }
            }
            None
        })
    }

    /// In how many ways two spaces can be filled so that they add up to `sum`.
    fn ways(&self, sum: i128) -> usize {
        self.pairs(sum).map(|(low, high)| if low == high { 1 } else { 2 }).sum()
    }
}

/// A ring that no way is left for.
struct DeadEnd;

struct Filler<'s, 'r> {
    stock: Stock,
    /// The places in stock of all numbers in use, in the order in which they were taken.
    used: Vec<usize>,
    search: &'s mut Search<'r, Numbers>,
}

impl Filler<'_, '_> {
    /// Reports every way to complete `filling`, which took `depth` branchings. Leaves the stock as it
    /// was.
    fn fill(&mut self, mut filling: Filling, depth: usize) -> ControlFlow<Stop> {
        self.search.visit(depth, || filling.found)?;
        let in_use = self.used.len();
        if self.decide(&mut filling).is_err() {
            self.search.dead_end();
        } else if filling.empty == 0 {
            self.search.solution(filling.found)?;
        } else {
            self.branch(&filling, depth)?;
        }
        self.put_back(in_use);
        ControlFlow::Continue(())
    }

    /// Fills the spaces that are the only empty ones of a ring, until there are none.
    fn decide(&mut self, filling: &mut Filling) -> Result<(), DeadEnd> {
        loop {
            let before = filling.empty;
            for ring in Ring::ALL {
                let empty = filling.empty_in(ring);
                let missing = filling.missing(ring);
                match empty.count_ones() {
                    0 if missing != 0 => return Err(DeadEnd),
                    1 => {
                        let place = self.stock.find(missing).ok_or(DeadEnd)?;
                        self.take(place, leftmost(empty), filling);
                    }
                    _ => {}
                }
            }
            if filling.empty == before {
                return Ok(());
            }
        }
    }

    /// Tries all pairs for the two empty spaces of the ring that has the fewest.
    fn branch(&mut self, filling: &Filling, depth: usize) -> ControlFlow<Stop> {
        let mut scarcest = None;
        for ring in Ring::ALL {
            if filling.empty_in(ring).count_ones() == 2 {
                // A long list takes its time.
                self.search.poll()?;
                let ways = self.stock.ways(filling.missing(ring));
                if scarcest.is_none_or(|(fewest, _)| ways < fewest) {
                    scarcest = Some((ways, ring));
                }
            }
        }
        let (ways, ring) =
            scarcest.expect("the leftmost ring that is not full has two empty spaces");
        if ways == 0 {
            self.search.dead_end();
            return ControlFlow::Continue(());
        }
        let pairs: Vec<_> = self.stock.pairs(filling.missing(ring)).collect();
        for (low, high) in pairs {
            self.try_pair([low, high], ring, filling, depth)?;
            if low != high {
                self.try_pair([high, low], ring, filling, depth)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on with the numbers at two places in stock in the two empty spaces of `ring`.
    fn try_pair(
        &mut self,
        places: [usize; 2],
        ring: Ring,
        filling: &Filling,
        depth: usize,
    ) -> ControlFlow<Stop> {
        let in_use = self.used.len();
        let mut filled = *filling;
        for place in places {
            self.take(place, leftmost(filled.empty_in(ring)), &mut filled);
        }
        self.fill(filled, depth + 1)?;
        self.put_back(in_use);
        ControlFlow::Continue(())
    }

    fn take(&mut self, place: usize, space: Space, filling: &mut Filling) {
        let article = &mut self.stock.0[place];
        article.left -= 1;
        self.used.push(place);
        filling.put(space, article.number);
    }

    /// Puts back all numbers taken since `in_use` were in use.
    fn put_back(&mut self, in_use: usize) {
        for place in self.used.drain(in_use..) {
            self.stock.0[place].left += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_pairs_add_up_and_use_no_number_more_often_than_it_is_there() {
        let mut stock = Stock::new(&[3, 1, 5, 3, 4, 2, -1, 7]);
        assert_eq!(stock.pairs(6).collect::<Vec<_>>(), [(0, 6), (1, 5), (2, 4), (3, 3)]);
        assert_eq!(stock.ways(6), 7);
        stock.0[3].left = 1;
        stock.0[0].left = 0;
        assert_eq!(stock.pairs(6).collect::<Vec<_>>(), [(1, 5), (2, 4)]);
        assert_eq!(stock.pairs(14).count(), 0);
        assert_eq!(Stock::new(&[]).pairs(0).count(), 0);
    }

    #[test]
    fn sets_of_spaces_are_those_of_the_rings() {
        for ring in Ring::ALL {
            let spaces = Space::ALL
                .into_iter()
                .filter(|&space| SPACES[ring as usize] >> space as usize & 1 == 1);
            assert!(spaces.eq(ring.spaces().iter().copied()), "{ring}");
        }
    }
}
