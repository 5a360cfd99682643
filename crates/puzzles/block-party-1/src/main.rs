//! # Block Party
//!
//! *Jane Street, November 2017.* A grid is divided into regions; a region of N cells holds each of
//! the digits 1 to N once. Along the row and the column of a K, the nearest other K is exactly K
//! steps away, whatever regions lie between. Some digits are given. Adjacent digits of a region in
//! a row form a number, read from left to right. The answer is the sum of the largest numbers of
//! the regions.
//!
//! ```text
//! a a b b c      3 2 4 3 2
//! a d b c c      1 3 2 1 3
//! d d b e f      1 2 1 1 2      the largest numbers are 32 of a, 43 of b, 13 of c, 12 of d, 1, 2,
//! g h h h f      1 1 2 3 1      1, 123 of h, 12 and 21: the answer is 260
//! i i h j j      1 2 4 2 1
//! ```
//!
//! ## Two solutions
//! The published instance has two solutions: in the seventh column, the 1 and the 2 of a region of
//! two cells can be swapped. Both give the same answer, so the goal is any solution. `count` proves
//! that there are two.
//!
//! ## Idea
//! [`nearest_equal`] states the rules as constraints, for this puzzle and its sisters, and a
//! clause-learning solver finds both solutions and proves that there are no more.

puzzle::program!(static nearest_equal::IN_LINE, explained);
