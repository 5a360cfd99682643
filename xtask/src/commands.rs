//! One file per command, each with a `run` that returns the exit code.

pub(crate) mod accept;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bundle;
pub(crate) mod certify;
pub(crate) mod ci;
pub(crate) mod completions;
pub(crate) mod dev;
pub(crate) mod draw;
pub(crate) mod gallery;
pub(crate) mod grade;
pub(crate) mod list;
pub(crate) mod make;
pub(crate) mod new;
pub(crate) mod pictures;
pub(crate) mod play;
pub(crate) mod solve;
pub(crate) mod solve_all;
pub(crate) mod watch;
