//! # Block Party 3
//!
//! *Jane Street, September 2019.* The rules are those of Block Party: a grid is divided into
//! regions; a region of N cells holds each of the digits 1 to N once. Along the row and the column
//! of a K, the nearest other K is exactly K steps away, whatever regions lie between. Some digits
//! are given. Adjacent digits of a region in a row form a number, read from left to right. The
//! answer is the sum of the largest numbers of the regions.
//!
//! ```text
//! a b b b c      4 3 2 1 4
//! a a d d c      2 1 3 1 1
//! a e d c c      3 1 2 3 2      the largest numbers are 21 of a, 321 of b, 32 of c, 31 of d,
//! e e f g g      2 3 1 1 3      23 of e, 23 of f and 24 of g: the answer is 475
//! e f f g g      4 2 3 2 4
//! ```
//!
//! ## Idea
//! [`nearest_equal`] states the rules as constraints, and a clause-learning solver finds the
//! solution and proves that it is unique. An 8 needs another 8 eight steps away in its row or
//! column, so it is at the border of the grid; other large digits are near the border.

puzzle::program!(static nearest_equal::IN_LINE);
