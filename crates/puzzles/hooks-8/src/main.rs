//! # Hooks 8
//!
//! *Jane Street, January 2022.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hooks carry the digits 1 to n in any order, each once, the digit d in exactly d cells;
//! the others stay empty. The filled cells are connected, no 2 x 2 block is full, the digits of each
//! region have the same sum, and some digits are given. The answer is the product of the sizes of the
//! groups of empty cells.
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
//! The search is that of [`nested_hooks::regions`], as for Hooks #7: plans say how many cells each
//! region fills in each hook, and come before the cells. Here all hooks with their digits come first,
//! pruned by subset sums: for each region the set of sums that it may still need is carried along.
//! A hook of size m has room for 2m - 1 digits. So the digits that are left for the hooks inside, in
//! ascending order, must be at most 1, 3, 5 ...; and the hook of size 2 carries the 2, for a 3 fills
//! its 2 x 2 block together with the 1.
//!
//! A board consists of its digits: one that allows several ways to cut the hooks counts once.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 199 nodes in 40 microseconds, tables
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

puzzle::program!(static nested_hooks::regions::FREE, explained);
