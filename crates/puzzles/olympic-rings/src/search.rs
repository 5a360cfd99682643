//! The search: propagation, then a ring with two empty spaces.

use puzzle::{Flow, Search};

use crate::{Numbers, OlympicRings};

/// Reports every filling of the empty spaces: propagates, then branches on the ring with the fewest
/// pairs.
pub(crate) fn search(instance: &OlympicRings, search: &mut Search) -> Flow {
    complete(instance, Filling::new(instance), &Multiset::new(&instance.numbers), 0, search)
}

/// Reports every completion of a filling that took `depth` branchings.
fn complete(
    instance: &OlympicRings,
    mut filling: Filling,
    numbers: &Multiset,
    depth: usize,
    search: &mut Search,
) -> Flow {
    search.visit(depth, || instance.board(&filling.found))?;
    if filling.propagate(numbers).is_none() {
        search.dead_end_because(|| "a ring cannot come to its sum with the numbers that are left");
        return Flow::Continue(());
    }
    if filling.empty == 0 {
        return search.solution(instance.board(&filling.found));
    }
    let mut fewest: Option<(SpaceSet, Vec<[i64; 2]>)> = None;
    for ring in 0..RINGS {
        let empty = filling.empty_in(ring);
        if empty.count_ones() == 2 {
            // A long list takes its time.
            search.poll()?;
            let pairs = numbers.pairs(filling.missing[ring], &filling.found);
            if fewest.as_ref().is_none_or(|(_, fewest)| pairs.len() < fewest.len()) {
                fewest = Some((empty, pairs));
            }
        }
    }
    let (empty, pairs) = fewest.expect("the leftmost ring that is not full has two empty spaces");
    if pairs.is_empty() {
        search.dead_end_because(|| "no two numbers that are left complete a ring");
    }
    for [first, second] in pairs {
        let mut filled = filling;
        filled.put(leftmost(empty), first);
        filled.put(leftmost(empty & filled.empty), second);
        complete(instance, filled, numbers, depth + 1, search)?;
    }
    Flow::Continue(())
}

/// The rings are numbered from left to right. The space of ring `i` alone is space `2 * i`; those
/// that it shares with its neighbours are beside that.
const RINGS: usize = 5;

/// A set of spaces: a bit for each, from left to right.
type SpaceSet = u16;

/// Returns the first space of a set that is not empty.
fn leftmost(spaces: SpaceSet) -> usize {
    spaces.trailing_zeros() as usize
}

/// A partial filling, and its missing sums.
#[derive(Clone, Copy)]
struct Filling {
    empty: SpaceSet,
    /// The amount that each ring lacks: 128 bits hold a sum and three numbers of 64 bits.
    missing: [i128; RINGS],
    /// The numbers in the spaces that were empty.
    found: Numbers,
}

impl Filling {
    fn new(instance: &OlympicRings) -> Self {
        let missing = [i128::from(instance.sum); RINGS];
        let mut filling = Filling { empty: 0b1_1111_1111, missing, found: [None; 9] };
        for (&space, &number) in &instance.given {
            filling.subtract(space as usize, number);
        }
        filling
    }

    fn subtract(&mut self, space: usize, number: i64) {
        self.empty &= !(1 << space);
        self.missing[space / 2] -= i128::from(number);
        if space % 2 == 1 {
            self.missing[space / 2 + 1] -= i128::from(number);
        }
    }

    fn put(&mut self, space: usize, number: i64) {
        self.subtract(space, number);
        self.found[space] = Some(number);
    }

    /// Returns the empty spaces of a ring.
    fn empty_in(&self, ring: usize) -> SpaceSet {
        self.empty & (0b111 << (2 * ring)) >> 1
    }

    /// Fills the spaces that are the only empty ones of a ring, until there are none. `None` if a
    /// ring cannot have the sum.
    fn propagate(&mut self, numbers: &Multiset) -> Option<()> {
        loop {
            let before = self.empty;
            for ring in 0..RINGS {
                let (empty, missing) = (self.empty_in(ring), self.missing[ring]);
                if empty == 0 && missing != 0 {
                    return None;
                }
                if empty.is_power_of_two() {
                    self.put(leftmost(empty), numbers.find(missing, &self.found)?);
                }
            }
            if self.empty == before {
                return Some(());
            }
        }
    }
}

/// The numbers of the list, each once, in ascending order.
struct Multiset(Vec<Count>);

/// A number and its multiplicity in the list.
struct Count {
    number: i64,
    listed: usize,
}

impl Count {
    /// Returns how often the number can still be used, given its uses in `found`.
    #[inline]
    fn left(&self, found: &Numbers) -> usize {
        self.listed - found.iter().filter(|&&held| held == Some(self.number)).count()
    }
}

impl Multiset {
    fn new(numbers: &[i64]) -> Self {
        let mut counts: Vec<Count> =
            numbers.iter().map(|&number| Count { number, listed: 1 }).collect();
        counts.sort_unstable_by_key(|count| count.number);
        counts.dedup_by(|next, count| {
            let is_equal = next.number == count.number;
            count.listed += usize::from(is_equal);
            is_equal
        });
        Multiset(counts)
    }

    /// Returns the number as it is listed, if any is left.
    fn find(&self, number: i128, found: &Numbers) -> Option<i64> {
        let number = i64::try_from(number).ok()?;
        let place = self.0.binary_search_by_key(&number, |count| count.number).ok()?;
        (self.0[place].left(found) > 0).then_some(number)
    }

    /// Returns the ordered pairs of numbers left that have this sum.
    fn pairs(&self, sum: i128, found: &Numbers) -> Vec<[i64; 2]> {
        let left = self.0.iter().filter(|count| count.left(found) > 0);
        let pair = |first: &Count| {
            let second = self.find(sum - i128::from(first.number), found)?;
            let is_left = second != first.number || first.left(found) > 1;
            is_left.then_some([first.number, second])
        };
        left.filter_map(pair).collect()
    }
}
