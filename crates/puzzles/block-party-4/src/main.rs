//! # Block Party 4
//!
//! *Jane Street, June 2022.* A grid is divided into regions; a region of N cells holds each of the
//! numbers 1 to N once. The nearest other K is exactly K steps (up, down, left or right) away from
//! each K, whatever regions lie between. Some numbers are given. The answer is the sum of the
//! products of the rows.
//!
//! ```text
//! a a b b b      5 2 1 3 4      120
//! c a a d b      2 3 1 1 2       12
//! c e a f b      1 1 4 2 5       40      from a 2 to the next one it is two steps to the right,
//! c g g f f      3 1 2 1 3       18      or one to the right and one down; the answer is 430
//! c c g h f      4 5 3 1 4      240
//! ```
//!
//! ## Idea
//! [`nearest_equal`] states the rules as constraints, and a clause-learning solver finds the
//! solution and proves that it is unique.

puzzle::program!(static nearest_equal::ANYWHERE, explained);
