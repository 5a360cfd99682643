//! Output for people: boards in a terminal, pictures, and boards to fill in.

pub(crate) mod draw;
pub(crate) mod fill;
pub(crate) mod show;
pub(crate) mod terminal;
mod visible;
