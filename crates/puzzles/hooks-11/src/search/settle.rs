//! What follows from what is decided.

use super::clues::SeenDigit;
use super::placements::Placement;
use super::{Cells, Numbers, Searcher, State};
use crate::Pentomino;

impl Searcher<'_, '_> {
    /// Applies all rules until none says more; false if they contradict each other. The node's
    /// candidates begin at `start`.
    pub(super) fn settle(&mut self, state: &mut State, start: usize) -> bool {
        loop {
            if state.news.is_empty() {
                let Some(cut_off) = state.known.unreachable(&self.shape) else { return false };
                state.clear(cut_off);
                if state.news.is_empty() {
                    return true;
                }
            }
            if !self.settle_cells(state) || !self.sift(state, start, |_| true) {
                return false;
            }
        }
    }

    /// Applies the rules that know nothing of pentominoes.
    pub(super) fn settle_cells(&self, state: &mut State) -> bool {
        while !state.news.is_empty() {
            let news = state.news;
            state.news = Cells::EMPTY;
            if state.known.filled.intersects(state.known.empty) || !self.count(state, news) {
                return false;
            }
            let Some(last) = state.known.forced_empty_by_blocks(&self.shape) else { return false };
            state.clear(last);
            state.fill(state.known.forced_exits(&self.shape));
            if !self.look(state, news) {
                return false;
            }
        }
        true
    }

    /// Each hook has as many filled cells as its digit says, and the square that is left as many
    /// as its digits say together.
    fn count(&self, state: &mut State, news: Cells) -> bool {
        let cut = Numbers::below(self.shape.rows() + 1).without(0) - state.digits;
        cut.iter().all(|digit| {
            let hook = self.hook_of[digit];
            !hook.intersects(news) || has_count(state, hook, digit)
        }) && (!state.inside.intersects(news)
            || has_count(state, state.inside, state.digits.iter().sum()))
    }

    /// What is seen from the border.
    fn look(&self, state: &mut State, news: Cells) -> bool {
        self.clues.seen_digits.iter().all(|seen| {
            if !seen.line.set.intersects(news) {
                return true;
            }
            let hook = if state.digits.contains(seen.digit) {
                state.inside
            } else {
                self.hook_of[seen.digit]
            };
            let others = self.clues.given - self.clues.given_of[seen.digit];
            can_be_seen(state, seen, hook - others)
        })
    }

    /// Keeps those of the candidates that pass a test and fit what is known, and draws conclusions
    /// from what is left; false if a pentomino or a cell has no candidate that it needs.
    pub(super) fn sift(
        &mut self,
        state: &mut State,
        start: usize,
        test: impl Fn(&Placement) -> bool,
    ) -> bool {
        let blocked = state.known.empty | state.covered;
        let (laid, filled) = (state.laid, state.known.filled);
        let placements = &self.placements;
        let mut kept = start;
        let mut counts = [0; Pentomino::ALL.len()];
        for place in start..self.candidates.len() {
            let candidate = self.candidates[place];
            let placement = &placements[usize::from(candidate)];
            let pentomino = placement.pentomino as usize;
            if placement.fits(blocked, filled) && !laid.contains(pentomino) && test(placement) {
                self.candidates[kept] = candidate;
                kept += 1;
                counts[pentomino] += 1;
            }
        }
        self.candidates.truncate(kept);
        self.lie_somewhere(state, start, &counts)
            && (!state.with_all_pentominoes || self.are_covered(state, start))
    }

    /// Each named pentomino lies somewhere: fills and clears what all of its candidates do, and
    /// lays it if it has only one. The candidates are in the order of their pentominoes.
    fn lie_somewhere(
        &mut self,
        state: &mut State,
        start: usize,
        counts: &[usize; Pentomino::ALL.len()],
    ) -> bool {
        let mut end = start;
        for (pentomino, count) in counts.iter().enumerate() {
            let candidates = end..end + count;
            end += count;
            if !self.clues.named.contains(pentomino) || state.laid.contains(pentomino) {
                continue;
            }
            if *count < 2 {
                if *count == 1 {
                    self.lay(state, self.candidates[candidates.start]);
                }
                return *count == 1;
            }
            let (mut cells, mut clears) = (self.shape.all(), self.shape.all());
            for &candidate in &self.candidates[candidates] {
                let placement = self.placement(candidate);
                cells &= placement.cells;
                clears &= placement.clears;
                if (cells | clears).is_empty() {
                    break;
                }
            }
            state.fill(cells);
            state.clear(clears);
        }
        true
    }

    /// Each filled cell is covered: clears the cells that no candidate covers, and lays the only
    /// one that covers a filled cell.
    fn are_covered(&mut self, state: &mut State, start: usize) -> bool {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
        for &candidate in &self.candidates[start..] {
            let cells = self.placement(candidate).cells;
            twice |= once & cells;
            once |= cells;
        }
        let open = self.shape.all() - state.covered;
        state.clear(open - once);
        let uncovered = state.known.filled - state.covered;
        if let Some(cell) = (uncovered - twice).first() {
            let covers = |&&candidate: &&u16| self.placement(candidate).cells.contains(cell);
            if let Some(&only) = self.candidates[start..].iter().find(covers) {
                self.lay(state, only);
            }
        }
        uncovered.is_subset(once)
    }
}

/// So many of the cells are filled in the end: clears the rest if they are filled already, fills
/// the rest if all are needed.
fn has_count(state: &mut State, cells: Cells, wanted: usize) -> bool {
    let filled = cells & state.known.filled;
    let possible = cells - state.known.empty;
    let (least, most) = (filled.len(), possible.len());
    if least == wanted {
        state.clear(possible - filled);
    } else if most == wanted {
        state.fill(possible);
    }
    (least..=most).contains(&wanted)
}

/// The first filled cell of a line is one of some cells: clears what would hide them, and fills the
/// only one that can be it.
fn can_be_seen(state: &mut State, seen: &SeenDigit, cells: Cells) -> bool {
    let (mut first, mut is_only) = (None, true);
    for cell in seen.line.iter() {
        if state.known.empty.contains(cell) {
            continue;
        }
        let is_filled = state.known.filled.contains(cell);
        if cells.contains(cell) {
            is_only = first.is_none();
            first = first.or(Some(cell));
        } else if first.is_none() {
            if is_filled {
                return false;
            }
            state.clear(Cells::of(cell));
        }
        if is_filled {
            break;
        }
    }
    if let Some(cell) = first.filter(|_| is_only) {
        state.fill(Cells::of(cell));
    }
    first.is_some()
}
