//! # Single-Cross
//!
//! *Jane Street, February 2020.* The plane carries the grid of unit squares. A segment of length D
//! is thrown at random: one end is uniform in a square, and the direction is uniform. Which D
//! maximises the probability of crossing exactly one grid line, and what is that probability?
//!
//! ```text
//! D = 0.5    0.4775      a short segment often stays in its square
//! D = 1.5    0.2489      a long one often goes beyond the neighbouring square
//! ```
//!
//! ## Boards
//! The length and the probability, with the number of significant digits that the instance
//! requires.
//!
//! ## Derivation
//! At the angle t with an axis, the projections are a = D cos t and b = D sin t. Up to D = 1 the
//! segment crosses a line of each direction with the probabilities a and b, independently; so it
//! crosses exactly one with probability a (1 - b) + b (1 - a). Over all angles, cos t and sin t
//! have the average 2/pi, and their product the average 1/pi:
//!
//! p(D) = (2/pi) (2 D - D^2).
//!
//! This increases up to D = 1, exactly where the formula ends: p(1) = 2/pi. Beyond it, projections
//! longer than 1 cross two lines in some throws. Then p(D) is less than the formula, and decreases:
//! its slope is (8/pi) (D - 1 - sqrt(D^2 - 1) / D) up to sqrt(2), which is negative.
//! [`lattice_crossings`] proves it in another way, for all lengths and dimensions.
//!
//! ## The second way
//! The checker integrates over the angle numerically, with bounds, and examines the slope on both
//! sides of the claimed digits: see [`lattice_crossings`].
//!
//! ## Sources
//! The problem is related to the needle of Buffon (1777) on the grid of Laplace (1812).

puzzle::program!(static lattice_crossings::SINGLE_CROSS);
