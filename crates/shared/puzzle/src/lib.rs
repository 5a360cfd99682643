//! What a puzzle is, and everything that all puzzles share: reading instances, the bookkeeping of an
//! exhaustive search, the verdict, and the command line of every puzzle's binary.
//!
//! A puzzle crate implements [`Puzzle`] for its instance type and ends with one line,
//! `puzzle::program!(MyPuzzle);`. In return it gets the commands of every puzzle's program, from `solve`
//! to `certify`.
//!
//! Rules or a search of its own: one of them is enough. This puzzle has a search; in the words of the
//! [rules] crate it would not need one.
//!
//! ```
//! use std::ops::ControlFlow;
//! use puzzle::{Limits, Puzzle, Search, Stop};
//!
//! /// Which numbers up to `largest` have the square `square`?
//! #[derive(serde::Serialize, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Root { largest: u32, square: u32 }
//!
//! impl Puzzle for Root {
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
//! let root: Root = puzzle::read("an example", "largest = 100\nsquare = 49", &[])?;
//! let outcome = puzzle::solve(&root, &Limits::default());
//! assert_eq!(outcome.boards, [7]);
//! assert!(outcome.complete(), "every number was tried: 7 is the only one");
//! # anyhow::Ok(())
//! ```

mod adapter;
mod by_rules;
mod certificate;
pub mod cli;
mod draft;
mod instance;
mod metadata;
mod recorder;
mod search;
mod sketch;
mod tasks;
mod traits;

pub use by_rules::by_rules;
pub use fastrand::Rng;
pub use instance::read;
pub use protocol::{Event, Figures, Goal, Metadata, Month, Report, Status, Stop};
pub use recorder::{Step, Trace};
pub use search::{Effort, Limits, Outcome, Race, Search, count, solve, solve_each, trace};
pub use sketch::{Beyond, Sketch};
pub use tasks::Tasks;
pub use traits::{Puzzle, Strategy};

/// Makes the library of a puzzle crate its program, too: `puzzle::program!(Hooks);`.
///
/// It embeds the manifest of the crate that it stands in and the instance in
/// `instances/published.toml`, and defines `published()` and `main()`. `src/main.rs` calls the
/// latter, so all that is generic is compiled once, with the library.
#[macro_export]
macro_rules! program {
    ($puzzle:ty) => {
        /// The published instance, in TOML.
        pub const PUBLISHED: &str =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/instances/published.toml"));

        /// The published instance.
        ///
        /// # Panics
        /// If it is not valid, which the tests of every puzzle would show.
        #[must_use]
        pub fn published() -> $puzzle {
            $crate::read("the published instance", PUBLISHED, &[])
                .unwrap_or_else(|error| panic!("{error:#}"))
        }

        /// Runs the program of this puzzle with the arguments of this process.
        #[must_use]
        pub fn main() -> ::std::process::ExitCode {
            const MANIFEST: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
            $crate::cli::main(&$crate::cli::Program::of::<$puzzle>(MANIFEST, PUBLISHED))
        }
    };
}
