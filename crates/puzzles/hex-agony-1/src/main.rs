//! # Hex-agony
//!
//! *Jane Street, October 2015.* A board of 61 hexes holds numbers in four colours. A red number is
//! the sum of the blue numbers that it sees, a blue one is the largest green number that it sees, a
//! green one is the product of the black numbers that it sees, and a black one counts the red
//! numbers that it sees. A hex sees all others in its three lines, whatever is between them. Some
//! hexes are given; fill the others, or leave them empty, such that the numbers in the middle column
//! have the largest possible sum.
//!
//! ```text
//!   k3 r0         column by column from the left, each from its top: red r, blue b, green g, black k;
//! g27 r0 k3       each black hex sees all three red ones, and the green hex sees all three black
//!   k3 r0         ones; 27 + 0 + 3 is the largest possible sum of this small board
//! ```
//!
//! Boards may have sides of 1 to 5 hexes.
//!
//! ## Boards
//! A line for each column from the left, each from its top: `r0 . g27`, `.` for an empty hex.
//!
//! ## Idea
//! Large numbers reveal their factors, and each factor counts red hexes in view. The given 3059 is
//! 7 x 19 x 23. The centre sees 24 hexes, those around it see 22, and all others see fewer: so the
//! black hex with 23 is the centre, and all hexes in its lines but one are red. The search of
//! [`hex_agony`] keeps colours and bounds of numbers for each hex, and branches first on which
//! green hex has the number of a blue one.
//!
//! ## Why it is fast
//! All nodes decide which green hex has the number of a blue one; the colours follow, even that a
//! single hex stays empty. The given numbers alone leave one board, even without the bound of the
//! sum.
//!
//! ## The rules as constraints
//! Exponents of prime factors are linear where products are not. The factors of the given numbers,
//! which follow from the other constraints, are stated as well: without them the solver is far
//! slower.

puzzle::program!(static hex_agony::OF_GIVENS, explained);
