//! What a puzzle is, and everything that all puzzles share: reading instances, the bookkeeping of an
//! exhaustive search, the verdict, and the command line of every puzzle's binary.
//!
//! A puzzle crate implements [`Puzzle`] for its instance type and ends with one line,
//! `puzzle::main!(my_puzzle::MyPuzzle);`. In return it gets `solve`, `check`, `count`, `draw`,
//! `bench` and `trace`.
//!
//! ```
//! use std::ops::ControlFlow;
//! use puzzle::{Limits, Puzzle, Search, Stop};
//!
//! /// Which numbers up to `largest` have the square `square`?
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Root { largest: u32, square: u32 }
//!
//! impl Puzzle for Root {
//!     const PUBLISHED: &'static str = "largest = 100\nsquare = 49";
//!     type Board = u32;
//!
//!     fn validate(&self) -> anyhow::Result<()> {
//!         anyhow::ensure!(self.largest < 65_536, "`largest` is {} and must be below 65536", self.largest);
//!         Ok(())
//!     }
//!     fn search(&self, search: &mut Search<u32>) -> ControlFlow<Stop> {
//!         for root in 0..=self.largest {
//!             search.node()?;
//!             if root * root == self.square { search.solution(root)?; } else { search.dead_end(); }
//!         }
//!         ControlFlow::Continue(())
//!     }
//!     fn check(&self, &root: &u32) -> anyhow::Result<()> {
//!         anyhow::ensure!(root * root == self.square, "{root} squared is not {}", self.square);
//!         Ok(())
//!     }
//!     fn answer(&self, root: &u32) -> String { root.to_string() }
//! }
//!
//! let root: Root = puzzle::published()?;
//! let outcome = puzzle::solve(&root, &Limits::default());
//! assert_eq!(outcome.boards, [7]);
//! assert!(outcome.complete(), "every number was tried: 7 is the only one");
//! # anyhow::Ok(())
//! ```

mod adapter;
pub mod cli;
mod instance;
mod metadata;
mod recorder;
mod report;
mod search;
mod tasks;
mod traits;

pub use instance::{published, read};
pub use metadata::{Goal, Metadata, Month};
pub use recorder::{Event, Step, Trace};
pub use report::{Figures, Report, Status};
pub use search::{Effort, Limits, Outcome, Search, Stop, count, solve, solve_each, trace};
pub use tasks::Tasks;
pub use traits::Puzzle;

/// Writes the `main` function of a puzzle's binary: `puzzle::main!(hooks_7::Hooks);`.
///
/// It embeds the manifest of the crate that it stands in, so that the puzzle's name, title and goal
/// have one home.
#[macro_export]
macro_rules! main {
    ($puzzle:ty) => {
        fn main() -> ::std::process::ExitCode {
            $crate::cli::main(&$crate::cli::Program::of::<$puzzle>(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/Cargo.toml"
            ))))
        }
    };
}
