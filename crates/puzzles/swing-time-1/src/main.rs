//! # Swing Time
//!
//! *Jane Street, August 2016.* A particle goes from the bottom left cell of a 20 x 20 grid to the
//! top right one. Some cells have posts. In a move, the particle ties itself to a post with a taut
//! rope and swings round it; where the rope meets another post, it bends. The particle may stop at
//! any cell's centre that it reaches. A swing costs 1 / d^2 for a rope of length d. What is the
//! smallest total cost?
//!
//! ```text
//! . . 2 . .
//! o 3 o 1 .      tied to the post at the top left, the particle, @, comes to 1; the rope bends at
//! . . 4 . .      the other post, and the particle goes round that: to 2, 3 and 4
//! . . . . .
//! @ . . . .
//! ```
//!
//! ## Boards
//! `a4 d4 l5 d6 ...`: for each swing the post and the cell of rest.
//!
//! ## Idea
//! The cells are the nodes of a graph, the swings its edges. All swings are found with exact
//! numbers, and a shortest path is searched from both ends: see [`rope_swings`].

puzzle::program!(static rope_swings::POSTS_STAY);
