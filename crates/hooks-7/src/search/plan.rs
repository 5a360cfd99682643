//! What is decided before any cell is: the hooks, and how many cells each region fills in each.

use super::Layout;
use crate::hooks::Hook;

/// The hooks, and how many cells of each of their parts are filled.
///
/// A *part* is what a hook and a region have in common. Parts are numbered hook by hook, by size,
/// and within a hook as the regions are, with room for the given cells after the last region. So
/// the hook of size 0, which has no cells, has the first numbers.
#[derive(Clone)]
pub(super) struct Plan {
    /// By size; the first is none.
    pub(super) hooks: Vec<Hook>,
    /// Numbers of parts per hook.
    pub(super) width: usize,
    /// How many cells each part has.
    pub(super) cells: Vec<u16>,
    /// How many of them are to be filled.
    pub(super) filled: Vec<u16>,
}

impl Plan {
    /// Nothing decided yet.
    pub(super) fn new(layout: &Layout) -> Self {
        let width = layout.need.len() + 1;
        let numbers = vec![0; (layout.size + 1) * width];
        Plan {
            hooks: vec![Hook::default(); layout.size + 1],
            width,
            cells: numbers.clone(),
            filled: numbers,
        }
    }

    /// The number of a part.
    #[inline]
    pub(super) fn part(&self, size: usize, region: usize) -> usize {
        size * self.width + region
    }
}
