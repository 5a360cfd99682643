//! Plans, decided before any cell: the hooks, and how many cells each region fills in each.

use super::layout::Layout;
use crate::Hook;

/// The hooks, and how many cells of each of their parts are filled.
///
/// A *part* is the intersection of a hook and a region. Parts are numbered hook by hook, by size,
/// and within a hook as the regions are, with room for the given cells after the last region. So
/// the hook of size 0, which has no cells, has the first numbers.
#[derive(Clone)]
pub(super) struct Plan {
    /// Number of decisions that led to the plan.
    pub(super) depth: usize,
    /// By size; the first is unused.
    pub(super) hooks: Vec<Hook>,
    /// Numbers of parts per hook.
    pub(super) width: usize,
    /// Number of cells of each part.
    pub(super) cells: Vec<u16>,
    /// Number of cells of each part to be filled.
    pub(super) filled: Vec<u16>,
}

impl Plan {
    /// Creates a plan without hooks.
    pub(super) fn new(layout: &Layout) -> Self {
        let (size, width) = (layout.size, layout.need.len() + 1);
        let numbers = vec![0; (size + 1) * width];
        Plan {
            depth: 0,
            hooks: vec![Hook::default(); size + 1],
            width,
            cells: numbers.clone(),
            filled: numbers,
        }
    }

    /// Returns the number of a part.
    #[inline]
    pub(super) fn part(&self, size: usize, region: usize) -> usize {
        size * self.width + region
    }

    /// Returns the hooks from a size on with their digits, the sizes.
    pub(super) fn hooks_from(&self, size: usize) -> impl Iterator<Item = (Hook, usize)> {
        self.hooks.iter().copied().zip(0..).skip(size)
    }
}
