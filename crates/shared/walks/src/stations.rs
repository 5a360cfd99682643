//! The possible cells of each step of a walk.

use grid_utils::{Adjacency, BitSet, CellSet};

/// The cells on which each step of a walk can stand: its *stations*. The walk has a fixed number of
/// steps and visits no cell twice.
///
/// A search says what it knows: [`keep`](Self::keep) these cells for this step.
/// [`propagate`](Self::propagate) then draws conclusions along the walk, forwards and backwards,
/// until there are no more: a step stands a jump away from a station of the step before and of the
/// step after, and never on a cell that another step has to itself. This is arc consistency
/// (Mackworth, "Consistency in networks of relations", 1977) for the jumps.
///
/// ```
/// use grid_utils::{CellSet, Shape};
/// use walks::{Piece, Stations};
///
/// // On a 3 x 3 board a knight can only go around, so it could be back at its start in step 8.
/// let board = Shape::<1>::new(3, 3).unwrap();
/// let knight = Piece::KNIGHT.jumps(&board);
/// let mut stations = Stations::new(8, board.all());
/// stations.keep(0, CellSet::of(0));
/// stations.propagate(&knight).unwrap();
/// assert_eq!(stations.at(1), CellSet::from_indices([5, 7]));
/// assert_eq!(stations.at(4), CellSet::from_indices([2, 6, 8]), "2 and 6 as if it could go back");
///
/// // With its last cell, there is one walk left.
/// stations.keep(7, CellSet::of(7));
/// stations.propagate(&knight).unwrap();
/// assert_eq!(stations.walk(), Some(vec![0, 5, 6, 1, 8, 3, 2, 7]));
///
/// // It has to visit the cell 8 in step 4.
/// stations.keep(4, board.all().without(8));
/// assert_eq!(stations.propagate(&knight), Err(4));
/// ```
#[derive(Clone)]
pub struct Stations<const WORDS: usize> {
    at: Vec<CellSet<WORDS>>,
    /// The steps whose stations changed without any conclusion drawn from it yet.
    changed: BitSet<WORDS>,
    /// The steps whose stations changed since [`take_news`](Self::take_news).
    news: BitSet<WORDS>,
    /// The steps with a single station that no other step has.
    settled: BitSet<WORDS>,
    /// The stations of these.
    taken: CellSet<WORDS>,
}

impl<const WORDS: usize> Stations<WORDS> {
    /// Creates a walk of this many steps, each of which can stand on any of these cells.
    ///
    /// # Panics
    /// If there are more than `64 * WORDS` steps.
    #[must_use]
    pub fn new(steps: usize, cells: CellSet<WORDS>) -> Self {
        let all = BitSet::below(steps);
        let (settled, taken) = (BitSet::EMPTY, CellSet::EMPTY);
        Stations { at: vec![cells; steps], changed: all, news: all, settled, taken }
    }

    /// Returns the number of steps, the first and the last included.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a walk has a step at least")]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Returns the stations of a step, counted from 0.
    ///
    /// # Panics
    /// If the walk has no such step.
    #[inline]
    #[must_use]
    pub fn at(&self, step: usize) -> CellSet<WORDS> {
        self.at[step]
    }

    /// Returns the stations of all steps, in their order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = CellSet<WORDS>> + Clone {
        self.at.iter().copied()
    }

    /// Takes all other stations from a step.
    ///
    /// # Panics
    /// If the walk has no such step.
    #[inline]
    pub fn keep(&mut self, step: usize, cells: CellSet<WORDS>) {
        let kept = self.at[step] & cells;
        if kept != self.at[step] {
            self.at[step] = kept;
            self.changed.insert(step);
            self.news.insert(step);
        }
    }

    /// Returns the step to try next: the one with the fewest stations (minimum remaining values) of
    /// those that were not known to stand on one cell at the last [`propagate`](Self::propagate);
    /// `None` if all are known.
    #[inline]
    #[must_use]
    pub fn narrowest(&self) -> Option<usize> {
        let open = BitSet::below(self.at.len()) - self.settled;
        open.iter().min_by_key(|&step| self.at[step].len())
    }

    /// Returns the cells of the steps that are known to stand on one.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> CellSet<WORDS> {
        self.taken
    }

    /// Returns the steps whose stations changed since the last call; at first, all steps.
    #[inline]
    pub fn take_news(&mut self) -> BitSet<WORDS> {
        std::mem::take(&mut self.news)
    }

    /// Draws conclusions along the walk until there are no more.
    ///
    /// # Errors
    /// A step that is left without a station.
    #[inline]
    pub fn propagate(&mut self, jumps: &impl Adjacency<WORDS>) -> Result<(), usize> {
        while let Some(step) = self.changed.pop_first() {
            let stations = self.at[step];
            if stations.is_empty() {
                return Err(step);
            }
            if !self.settled.contains(step) && stations.len() == 1 {
                self.settle(step, stations);
            }
            let beside = jumps.neighbours(stations);
            if let Some(before) = step.checked_sub(1) {
                self.keep(before, beside);
            }
            if step + 1 < self.at.len() {
                self.keep(step + 1, beside);
            }
        }
        Ok(())
    }

    /// Takes the station of a step from all others.
    #[inline]
    fn settle(&mut self, settled: usize, station: CellSet<WORDS>) {
        self.settled.insert(settled);
        self.taken |= station;
        for step in 0..self.at.len() {
            if step != settled && self.at[step].intersects(station) {
                self.at[step] -= station;
                self.changed.insert(step);
                self.news.insert(step);
            }
        }
    }

    /// Returns the cells of the walk, if each step has one station left after
    /// [`propagate`](Self::propagate).
    #[must_use]
    pub fn walk(&self) -> Option<Vec<usize>> {
        let is_settled = self.settled.len() == self.at.len();
        is_settled.then(|| self.at.iter().filter_map(CellSet::first).collect())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use grid_utils::{Neighbourhood, Shape};

    use super::*;
    use crate::Piece;

    /// Returns all walks that begin with these cells and have stations for all steps, one after the
    /// other.
    fn all_walks(
        stations: &Stations<1>,
        jumps: &Neighbourhood<1>,
        walk: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        if walk.len() == stations.len() {
            return found.push(walk.clone());
        }
        for cell in stations.at(walk.len()) {
            if !walk.contains(&cell)
                && walk.last().is_none_or(|&last| jumps.of(last).contains(cell))
            {
                walk.push(cell);
                all_walks(stations, jumps, walk, found);
                walk.pop();
            }
        }
    }

    /// Returns all walks, found by trying the narrowest step again and again.
    fn by_propagation(
        mut stations: Stations<1>,
        jumps: &Neighbourhood<1>,
        found: &mut Vec<Vec<usize>>,
    ) {
        if stations.propagate(jumps).is_err() {
            return;
        }
        let Some(step) = stations.narrowest() else {
            return found.extend(stations.walk());
        };
        for cell in stations.at(step) {
            let mut next = stations.clone();
            next.keep(step, CellSet::of(cell));
            by_propagation(next, jumps, found);
        }
    }

    #[test]
    fn no_walk_is_lost_and_none_is_made_up() {
        let mut random = Rng::with_seed(1);
        for _ in 0..300 {
            let board = Shape::<1>::new(random.usize(1..=4), random.usize(1..=4)).unwrap();
            let piece = random.choice([Piece::KNIGHT, Piece::KING, Piece::BISHOP]).unwrap();
            let jumps = piece.jumps(&board);
            let mut stations = Stations::new(random.usize(1..=6), board.all());
            for _ in 0..random.usize(..4) {
                let cells = board.all().into_iter().filter(|_| random.u8(..3) == 0).collect();
                stations.keep(random.usize(..stations.len()), cells);
            }
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            all_walks(&stations, &jumps, &mut Vec::new(), &mut expected);
            let mut narrowed = stations.clone();
            let is_possible = narrowed.propagate(&jumps).is_ok();
            assert!(is_possible || expected.is_empty());
            for walk in &expected {
                assert!(walk.iter().zip(narrowed.iter()).all(|(&cell, at)| at.contains(cell)));
            }
            by_propagation(stations, &jumps, &mut found);
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
        }
    }
}
