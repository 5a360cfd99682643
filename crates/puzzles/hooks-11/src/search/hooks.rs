//! Cutting the hooks, from the outermost inwards.

use std::ops::ControlFlow;

use nested_hooks::Hook;
use puzzle::Stop;

use super::placements::Placement;
use super::{Cells, Numbers, Searcher, State};

impl Searcher<'_, '_> {
    /// Cuts the next hook in every way. The node's candidates begin at `start`.
    pub(super) fn cut(&mut self, state: State, start: usize) -> ControlFlow<Stop> {
        let size = state.square.size;
        if size == 0 {
            return self.cover(state, start);
        }
        for &corner in state.square.corners() {
            let hook = Hook { square: state.square, corner };
            let inside =
                state.inside - self.shape.row(hook.row()) - self.shape.column(hook.column());
            let cells = state.inside - inside;
            let largest = self.shape.rows().min(2 * size - 1);
            for digit in (1..=largest).rev().filter(|&digit| state.digits.contains(digit)) {
                let digits = state.digits.without(digit);
                let next = State { square: hook.inside(), inside, digits, ..state };
                if can_be_handed_out(digits) && self.clues_allow(&next, cells, digit) {
                    self.hand_out(next, cells, digit, start)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a hook with this digit leaves the givens and the digits that are seen possible.
    fn clues_allow(&self, next: &State, hook: Cells, digit: usize) -> bool {
        hook & self.clues.given == self.clues.given_of[digit]
            && self.clues.seen_digits.iter().all(|seen| {
                if seen.digit == digit {
                    (seen.line.set & hook).intersects(self.shape.all() - next.known.empty)
                } else {
                    !next.digits.contains(seen.digit)
                        || (seen.line.set & next.inside)
                            .intersects(self.shape.all() - next.known.empty)
                }
            })
    }

    /// Goes on with a hook that has just been cut and its digit.
    fn hand_out(
        &mut self,
        mut next: State,
        hook: Cells,
        digit: usize,
        start: usize,
    ) -> ControlFlow<Stop> {
        hook.iter().for_each(|cell| self.digit_of[cell] = digit as u8);
        self.hook_of[digit] = hook;
        next.news |= hook | next.inside;
        let (end, laid) = (self.candidates.len(), self.chosen.len());
        self.visit(&next)?;
        self.candidates.extend_from_within(start..);
        if self.settle_hook(&mut next, hook, digit, end) {
            self.cut(next, end)?;
        } else {
            self.search.dead_end();
        }
        self.candidates.truncate(end);
        self.chosen.truncate(laid);
        ControlFlow::Continue(())
    }

    /// Applies all rules after a hook was cut; false if they contradict each other.
    fn settle_hook(&mut self, state: &mut State, hook: Cells, digit: usize, start: usize) -> bool {
        let inside = state.inside;
        let digit_of = self.digit_of;
        let is_allowed = |placement: &Placement| {
            let in_hook = placement.cells & hook;
            in_hook.is_empty()
                || (digit >= 5 || in_hook.len() <= digit)
                    && (placement.cells.intersects(inside) || adds_up(placement, &digit_of))
        };
        self.chosen.iter().all(|&chosen| is_allowed(self.placement(chosen)))
            && self.settle_cells(state)
            && self.sift(state, start, is_allowed)
            && self.settle(state, start)
    }

    /// Whether the digits of a placement add up to a multiple of five. Its hooks must be cut.
    #[inline]
    pub(super) fn adds_up(&self, placement: &Placement) -> bool {
        adds_up(placement, &self.digit_of)
    }
}

#[inline]
fn adds_up(placement: &Placement, digit_of: &[u8]) -> bool {
    let digits = placement.members.map(|cell| digit_of[usize::from(cell)]);
    digits.iter().sum::<u8>().is_multiple_of(5)
}

/// Whether the hooks of the sizes from 1 on can carry these digits, as many as there are: a hook of
/// size m has 2m - 1 cells. It is enough to look at the digits in order.
fn can_be_handed_out(digits: Numbers) -> bool {
    digits.iter().zip(1..).all(|(digit, size): (usize, usize)| digit < 2 * size)
}
