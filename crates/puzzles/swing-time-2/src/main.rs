//! # Swing Time 2

puzzle::program!(static rope_swings::POSTS_GO);
