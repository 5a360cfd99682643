//! Exact counts of diagonal Latin squares of orders up to 9, without listing them: every row, every
//! column and both long diagonals hold each symbol once.
//!
//! # Fewer squares to count
//! Renaming the symbols turns every square into one with the main diagonal 0 1 2 .. N - 1: the
//! number of squares is N! times the number of these. (There are equally many squares with their
//! *first row* in order, for the same reason.) From here on, symbol `s` is the one in row and
//! column `s`.
//!
//! The antidiagonal of an even order is fixed as well: there are 4752 for order 8, and the
//! symmetries of the square leave 20 classes of them. In an odd order, the placement of the symbol
//! in the centre, that is, its cells in all other rows: 4752 for order 9, again in 20 classes,
//! since both are permutations of 8 lines that avoid two diagonals. One of each class is counted
//! and multiplied by the number of its members.
//!
//! # Symbol by symbol, half and half
//! What remains is to place the symbols (in an odd order, all but the centre's), no two in the same
//! cell. They are divided into two halves. The way in which a half takes a set of cells does not
//! matter to the other half: if `ways(A)` is the number of ways in which the first half can take
//! exactly the cells `A`, then the number of squares is the sum of `ways(A) * ways'(rest)` over all
//! sets `A`, where the second half takes the rest. So the count meets in the middle:
//!
//! 1. List the placements of each symbol of a half.
//! 2. Join the placements of two symbols to the unions that they can take, each with its number of
//!    ways.
//! 3. Join these lists: whenever a left and a right union have no cell in common, add the
//!    product of their ways to the entry of their cells in a hash table.
//! 4. Join the lists of the second half likewise, and look up the rest of each union in the table.
//!
//! # Halves that have less to choose
//! In a row where a half takes both cells of the diagonals, or neither, there are fewer ways to
//! take the others than in a row where it takes one. So the symbols are divided to leave few of the
//! latter rows and columns, which halves the number of joins for order 8. In an odd order all ways
//! to take the antidiagonal have to be counted; there the symbols are divided in the way that
//! leaves the fewest different ones.
//!
//! # Tables that fit the cache
//! A table of all unions of a half would have up to half a million entries for order 8 and some
//! twenty million for order 9, each look-up a cache miss. So the cells that the first half takes in
//! one row and one column, the *axis*, are agreed beforehand; the second half takes the others.
//! Every such agreement leads to a table of its own, small enough for the cache, and only groups of
//! unions that together take exactly the agreed cells are joined. The rest of the cells, without
//! those determined by others, form a key of less than 32 bits.
//!
//! In an odd order the axis consists of the centre row and column. Here the antidiagonal, too, is
//! only agreed on: which four rows of it the first half takes, not by which symbol. The four lines
//! through the centre, two diagonals and the axis, are then alike; symmetries map agreements to
//! agreements, and of equivalent ones a single one is counted.
//!
//! # Tasks
//! A [task](Tasks) is one case (a class of an even order; in an odd order, a class with an
//! agreement on the antidiagonal) and one agreement on the axis row. A node is an agreement on all
//! lines, that is, a table.
//!
//! # Sources
//! The counts are sequence A274171 of the OEIS. Order 9 was first counted by volunteers' computers
//! (Kochemazov, Zaikin, Vatutin and Belyshev, *Journal of Integer Sequences* 23, 2020, article
//! 20.1.2).

mod case;
mod cells;
mod half;
mod symmetry;
mod tasks;

pub(crate) use tasks::Tasks;

/// The largest order that is counted: the cells of a larger one do not fit into a word.
pub(crate) const LARGEST_ORDER: usize = 9;
