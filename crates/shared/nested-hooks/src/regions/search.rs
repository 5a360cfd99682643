//! The order of the search: plans, then the cells of each.

use grid_utils::words_for;
use puzzle::{Flow, Search};

use super::Instance;
use super::cells::Cells;
use super::layout::Layout;
use super::plans;

/// Nodes after which all hooks come before any count.
const NODE_BUDGET: u32 = 500;

/// Searches an instance that passed `validate`.
pub(super) fn search(instance: &Instance, search: &mut Search) -> Flow {
    let Some(layout) = Layout::new(instance) else {
        search.visit(0, || instance.givens.clone())?;
        search.dead_end_because(|| "a region cannot make its sum");
        return Flow::Continue(());
    };
    match words_for(instance.regions.len()) {
        1..=2 => search_with::<2>(&layout, search),
        _ => search_with::<7>(&layout, search),
    }
}

/// Makes plans, and fills each.
fn search_with<const WORDS: usize>(layout: &Layout, search: &mut Search) -> Flow {
    let mut cells = Cells::<WORDS>::new(layout);
    if let Some(plans) = plans::counts_at_once(layout, NODE_BUDGET, search)? {
        return plans.iter().try_for_each(|plan| cells.fill(plan, search));
    }
    plans::hooks_first(layout, &mut |plan, search| cells.fill(plan, search), search)
}
