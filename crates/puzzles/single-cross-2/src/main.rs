//! # Single-Cross 2
//!
//! *Jane Street, August 2023.* Space carries the grid of unit cubes. A segment of length D is
//! thrown at random: one end is uniform in a cube, and the direction is uniform on the sphere.
//! Which D maximises the probability of crossing exactly one plane of the grid, and what is that
//! probability?
//!
//! ```text
//! D = 0.5    0.4615      a short segment often stays in its cube
//! D = 1      0.4655      a longer one often crosses two planes
//! ```
//!
//! ## Boards
//! The length and the probability, with the number of significant digits that the instance
//! requires.
//!
//! ## Derivation
//! Let a, b and c be the projections of the segment. Up to D = 1 it crosses a plane of each
//! direction with these probabilities, independently, so it crosses exactly one with probability
//!
//! a + b + c - 2 (ab + ac + bc) + 3 abc.
//!
//! Over all directions, a has the average D/2 (a sphere and the cylinder around it have the same
//! area between two planes), ab has the average 2 D^2 / (3 pi), and abc has D^3 / (4 pi):
//!
//! p(D) = 3/2 D - 4/pi D^2 + 3/(4 pi) D^3.
//!
//! The slope 3/2 - 8/pi D + 9/(4 pi) D^2 is zero at D = (16 - sqrt(256 - 54 pi)) / 9, and at a
//! length beyond 2.8, where the formula no longer holds. [`lattice_crossings`] shows that no length
//! above 1 is better.
//!
//! ## The second way
//! The checker integrates over angles numerically, with bounds, and examines the slope on both
//! sides of the claimed digits: see [`lattice_crossings`].

puzzle::program!(static lattice_crossings::SINGLE_CROSS);
