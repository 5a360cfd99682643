//! # Hooks 8
//!
//! *Jane Street, January 2022.* Nested hooks of the sizes 1 to n, which carry the digits 1 to n in any
//! order, the digit d in exactly d cells: see [`nested_hooks`]. The filled cells are connected, no
//! 2 x 2 block is full, the digits of each region have the same sum, and some digits are given. The
//! answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//! 5 4 4 4 3      5 4 . 4 3
//! 5 1 2 4 3      . 1 2 4 .     each cell with the digit of its hook, and the cells that are
//! 5 2 2 4 3      5 2 . 4 .     filled: the hook of size 4 carries the 3 and that of size 3 the
//! 5 3 3 3 3      . 3 . 3 .     4; the empty groups have the sizes 4, 3, 1, 1 and 1,
//! 5 5 5 5 5      5 5 . 5 .     the answer is 12
//! ```
//!
//! ## Idea
//! The search is that of [`nested_hooks::regions`], as for Hooks #7: plans first, and of these the
//! hooks with their digits first. A hook of size m has room for 2m - 1 digits. So the digits that are
//! left for the hooks inside, in ascending order, must be at most 1, 3, 5 ...; and the hook of size 2
//! carries the 2, for a 3 fills its 2 x 2 block together with the 1: see [`nested_hooks::have_room`].
//!
//! A board is its digits: where these allow several ways to cut the hooks, it counts once.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 199 nodes in 60 microseconds, tables
//! included: 72 nodes for the hooks and their digits, 93 for sharing out the cells of 19 such cuts, 34
//! for the cells of 4 plans. The nodes that lead to the cuts or, in the last row, to the plans, of
//! weaker variants:
//!
//! | | nodes | cuts |
//! | --- | --- | --- |
//! | nothing but the digits that hooks have room for (calculated) | | 188,743,680 |
//! | sets of sums, but no count of all regions together | 822 | 440 |
//! | bounds of what cells can make, in place of sets | 96 | 20 |
//! | no room but for 2m - 1 digits, and the 2 in the hook of size 2 | 74 | 19 |
//! | as above | 72 | 19 |
//! | counts at once, by the same sets | 195 | 4 plans |

use nested_hooks::regions::EqualSums;

pub use nested_hooks::Board;

/// The instance: its regions, and its digits where they are given.
pub type Hooks = nested_hooks::Hooks<EqualSums<true>>;

puzzle::program!(Hooks);
