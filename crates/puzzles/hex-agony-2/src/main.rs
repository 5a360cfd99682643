//! # Hex-agony #2
//!
//! *Jane Street, January 2017.* The rules are those of Hex-agony. A board of 61 hexes holds numbers in
//! four colours: a red number is the sum of the blue ones that it sees in its three lines, a blue
//! one is the largest green one, a green one is the product of the black ones, and a black one
//! counts the red ones. Five hexes are given; fill the others, or leave them empty, such that the
//! numbers in the middle column have the largest possible sum.
//!
//! ```text
//!   k3 r0         column by column from the left, each from its top: red r, blue b, green g, black k;
//! g27 r0 k3       each black hex sees all three red ones, and the green hex sees all three black
//!   k3 r0         ones; 27 + 0 + 3 is the largest possible sum of this small board
//! ```
//!
//! ## Boards
//! A line for each column from the left, each from its top: `r0 . g27`, `.` for an empty hex.
//!
//! ## Idea
//! The given blue 130321 is 19^4. So the green hex with this number sees four black ones, each of
//! which sees 19 red hexes, and perhaps others with 1. Only the 19 hexes around the centre see that
//! many, and nearly all hexes that they see are red. The search of [`hex_agony`] keeps colours and
//! bounds of numbers for each hex. It branches first on which hex is this green one, then on which
//! hexes in its view are black, and finally on the other colours.
//!
//! ## Why it is fast
//! The order of branching is essential: taking hexes with the fewest colours first, as is usual,
//! takes far longer.
//!
//! Five boards have the given numbers, four of them with the sum 1042925. The optimal one has a
//! second blue number, 169, which two red ones in the middle column see.
//!
//! ## The rules as constraints
//! Exponents of prime factors are linear where products are not. The factors of 130321, which
//! follow from the other constraints, are stated as well: without them the solver is far slower.

puzzle::program!(static hex_agony::OF_GIVENS, explained);
