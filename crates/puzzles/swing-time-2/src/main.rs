//! # Swing Time 2
//!
//! *Jane Street, May 2018.* The rules are those of [Swing Time](../swing_time_1), with one more: the
//! post to which the rope was tied is gone after the swing. What is the smallest total cost?
//!
//! ```text
//! . . o .      a post that is gone does not hide others, bend ropes or stop the particle; but
//! . . o .      neither can it hold a rope that is needed later
//! @ . . .
//! ```
//!
//! ## Boards
//! `a11 i5 r16 g7 ...`: for each swing the post and the cell of rest.
//!
//! ## Idea
//! Long swings are cheap, but posts are in their way; the cheapest route first removes those that
//! its last swing cannot have. Beginnings of routes, with the posts that are gone after them, meet
//! ends of routes, with the posts that have to be gone or to stand before them: see
//! [`rope_swings`]. The search is complete, so the best route is proved.

puzzle::program!(static rope_swings::POSTS_GO);
