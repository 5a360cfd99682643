//! # Swing Time

puzzle::program!(static rope_swings::POSTS_STAY);
