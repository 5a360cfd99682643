//! The consequences of decisions.

use grid_puzzles::Shading;
use nested_hooks::Why;

use super::clues::Seen;
use super::{Cells, Digits, Placement, Searcher, State, WORDS};

impl Searcher<'_, '_> {
    /// Applies all rules up to a fixed point.
    pub(super) fn propagate(
        &self,
        state: &mut State,
        candidates: &mut Vec<&Placement>,
    ) -> Result<(), Why> {
        loop {
            let before = (state.shading, state.placed.len());
            // Placing a pentomino over filled cells still changes which placements fit.
            let is_same = |state: &State| (state.shading, state.placed.len()) == before;
            if state.covers {
                self.propagate_cover(state, candidates)?;
            } else {
                self.propagate_named(state, candidates)?;
            }
            if is_same(state) {
                state.shading.propagate_connected(&self.shape)?;
            }
            if is_same(state) {
                return Ok(());
            }
            self.propagate_cells(state, state.shading.changed_since(&before.0))?;
            let fits = state.fits();
            candidates.retain(|placement| fits(placement));
        }
    }

    /// Applies the rules that do not involve pentominoes, after some cells were decided.
    pub(super) fn propagate_cells(&self, state: &mut State, changed: Cells) -> Result<(), Why> {
        let State { shading, hook_of, inside, digits, .. } = state;
        let cut = Digits::range(1..self.shape.rows() + 1) - *digits;
        let left = digits.iter().sum();
        let home = |digit| if cut.contains(digit) { hook_of[digit] } else { *inside };
        let rules = |shading: &mut Shading<WORDS>, changed: Cells| {
            // Each hook has as many filled cells as its digit says, and the remaining square as
            // many as the sum of its digits.
            let mut keeps = |cells: Cells, count| {
                !cells.intersects(changed) || shading.propagate_exactly(count, cells)
            };
            if let Some(digit) = cut.iter().find(|&digit| !keeps(hook_of[digit], digit)) {
                return Err(Why::Count(digit));
            }
            if !keeps(*inside, left) {
                return Err(Why::Rule("the inner square has too many filled cells or too few"));
            }
            shading.propagate_blocks(&self.shape)?;
            shading.filled |= shading.forced_exits(&self.shape);
            let mut seen = self.clues.digits.iter().filter(|seen| seen.cells.intersects(changed));
            let is_kept = seen.all(|seen| {
                let others = self.clues.given - self.clues.given_of[seen.what];
                propagate_seen(shading, seen, home(seen.what) - others)
            });
            if is_kept { Ok(()) } else { Err(Why::Rule("a clue at the border cannot be kept")) }
        };
        shading.propagate(changed, rules, |_| Ok(()))
    }

    /// Applies the rule that each named pentomino occurs: fills and clears the cells that all of
    /// its candidates do, and places it if there is only one.
    fn propagate_named(&self, state: &mut State, candidates: &[&Placement]) -> Result<(), Why> {
        let mut missing = self.clues.named - state.used;
        let mut only = None;
        for candidates in candidates.chunk_by(|one, next| one.pentomino == next.pentomino) {
            missing.remove(candidates[0].pentomino as usize);
            if candidates.len() == 1 {
                only = Some(candidates[0]);
                continue;
            }
            let Placement { mut cells, mut clears, .. } = *candidates[0];
            for placement in &candidates[1..] {
                cells &= placement.cells;
                clears &= placement.clears;
                if (cells | clears).is_empty() {
                    break;
                }
            }
            state.shading.filled |= cells;
            state.shading.empty |= clears;
        }
        // Never two at once, since they may overlap. The next round drops those that overlap this
        // one.
        if let Some(only) = only {
            state.place(only);
        }
        if missing.is_empty() { Ok(()) } else { Err(Why::Rule("a pentomino has no place left")) }
    }

    /// Applies the rule that each filled cell is covered: clears the cells that no candidate
    /// covers.
    fn propagate_cover(&self, state: &mut State, candidates: &[&Placement]) -> Result<(), Why> {
        let coverable = candidates.iter().fold(state.covered, |all, one| all | one.cells);
        state.shading.empty |= self.shape.all() - coverable;
        if !state.shading.filled.is_subset(coverable) {
            return Err(Why::Rule("no pentomino covers a filled cell"));
        }
        Ok(())
    }
}

/// Applies the rule that the first filled cell of a line is one of some cells: clears the cells
/// that would hide them, and fills the only one that is possible.
fn propagate_seen(shading: &mut Shading<WORDS>, seen: &Seen<usize>, cells: Cells) -> bool {
    let (mut hiding, mut options) = (Cells::EMPTY, Cells::EMPTY);
    for &cell in seen.line.iter().filter(|&&cell| !shading.empty.contains(cell)) {
        if cells.contains(cell) {
            options.insert(cell);
        } else if options.is_empty() {
            hiding.insert(cell);
        }
        if shading.filled.contains(cell) {
            break;
        }
    }
    shading.empty |= hiding;
    if options.len() == 1 {
        shading.filled |= options;
    }
    !options.is_empty()
}
