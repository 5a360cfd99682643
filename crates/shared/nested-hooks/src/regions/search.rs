//! The order of the search: plans, one way or the other, then the cells of each.

use std::ops::ControlFlow;

use grid_utils::words_for;
use puzzle::{Search, Stop};

use super::EqualSums;
use super::cells::Cells;
use super::counts::{self, Halt};
use super::layout::Layout;
use super::partitions;
use crate::{Board, Digits};

/// Nodes after which all hooks come before any count.
const PATIENCE: u32 = 500;

/// Searches an instance that passed `validate`.
pub(super) fn search(
    sums: &EqualSums,
    digits: Digits,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let Some(layout) = Layout::new(sums, digits) else {
        search.visit(0, || sums.givens.clone())?;
        search.dead_end();
        return ControlFlow::Continue(());
    };
    match words_for(sums.regions.len()) {
        1 => search_with::<1>(&layout, PATIENCE, search),
        2 => search_with::<2>(&layout, PATIENCE, search),
        3..=4 => search_with::<4>(&layout, PATIENCE, search),
        _ => search_with::<7>(&layout, PATIENCE, search),
    }
}

/// Makes plans hook by hook; if the digits are free, or if that is not done soon, hooks first.
/// Fills each plan.
pub(super) fn search_with<const WORDS: usize>(
    layout: &Layout,
    patience: u32,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let mut cells = Cells::<WORDS>::new(layout);
    if layout.digits == Digits::OfSize {
        match counts::plans(layout, patience, search) {
            ControlFlow::Continue(plans) => {
                return plans.iter().try_for_each(|plan| cells.fill(plan, search));
            }
            ControlFlow::Break(Halt::Stop(stop)) => return ControlFlow::Break(stop),
            ControlFlow::Break(Halt::Impatience) => {}
        }
    }
    partitions::search(layout, &mut |plan, search| cells.fill(plan, search), search)
}
