//! Defines a puzzle: its instance, the [`Form`] of its boards, its rules, its checker, its answer,
//! and its search where the rules are too slow.
//!
//! A puzzle crate implements [`Puzzle`] for its instance type and ends with one line,
//! `puzzle::program!(MyPuzzle);`. This provides the commands of every puzzle's program, from
//! `solve` to `certify`, which are in `puzzle-cli`. With [`Setter`], it makes instances, too. What
//! nearly every puzzle names comes with `use puzzle::prelude::*;`.
//!
//! Either rules or a search is enough. This puzzle has a search; in the words of the [rules] crate
//! it would not need one.
//!
//! ```
//! use puzzle::{Answer, Board, Flow, Form, Limits, Puzzle, Search};
//!
//! /// Which numbers up to `largest` have the square `square`?
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Root { largest: i64, square: i64 }
//!
//! impl Puzzle for Root {
//!     fn form(&self) -> Form { Form::list(0..=self.largest) }
//!     fn search(&self, search: &mut Search) -> Flow {
//!         for root in 0..=self.largest {
//!             search.node()?;
//!             if root * root == self.square { search.solution(vec![root])?; } else { search.dead_end(); }
//!         }
//!         Flow::Continue(())
//!     }
//!     fn check(&self, board: &Board) -> anyhow::Result<()> {
//!         let root = board.list()[0];
//!         anyhow::ensure!(root * root == self.square, "{root} squared is not {}", self.square);
//!         Ok(())
//!     }
//!     fn answer(&self, board: &Board) -> Answer { Answer::new(board.list()[0]) }
//! }
//!
//! let root: Root = puzzle::read("an example", "largest = 100\nsquare = 49", &[])?;
//! let (boards, outcome) = puzzle::solve(&root, &Limits::default());
//! assert_eq!(boards, [vec![7].into()]);
//! assert!(outcome.complete(), "every number was tried: 7 is the only one");
//! # anyhow::Ok(())
//! ```

mod addresses;
mod audit;
mod board;
mod by_rules;
mod clues;
mod draft;
mod facts;
mod form;
mod instance;
mod judge;
pub mod prelude;
mod recorder;
mod rng;
mod search;
mod sketch;
mod tasks;
mod traits;
mod unknown;

pub use addresses::Addresses;
pub use audit::Audit;
pub use board::Board;
pub use by_rules::Poll;
pub use clues::{Clues, Site};
pub use draft::Draft;
pub use facts::Facts;
pub use form::{Form, LOOP_WORDS, Layout, Vocabulary};
pub use instance::{Instance, Kind, LineError, read};
pub use judge::{InvalidSolution, judge, misread, solve_judged, trace_judged};
pub use protocol::count as counted;
pub use protocol::{Event, Goal, Precision, Status, Stop};
pub use recorder::{Step, Trace};
pub use rng::Rng;
pub use search::{
    Effort, Flow, Limits, Outcome, Race, Receiver, Search, Signal, Strategy, attempt, count,
    count_best, solve, solve_each, trace,
};
pub use sketch::{Beyond, Sketch};
pub use tasks::{Best, Done, Found, Tasks, run as run_tasks};
pub use traits::{Answer, Counting, Extension, Puzzle, Record, Setter, check, random};
pub use unknown::{Reading, Unknown, state};

/// The rules of an instance as constraints, and how to read a board off a solution.
pub type Rules = rules::Rules<Board>;

/// A puzzle's program: its kind, its manifest and its published instance.
pub struct Program {
    /// How instances are read.
    pub kind: &'static Kind,
    /// The crate's manifest.
    pub manifest: &'static str,
    /// The published instance, in TOML.
    pub published: &'static str,
    /// The steps of its explanation that take a search, one per line, in the format of `explain
    /// --keep`.
    pub explained: &'static str,
    /// Reads and writes addresses of public editors, if they support the puzzle.
    pub addresses: Option<&'static dyn Addresses>,
}

/// Makes a crate the program of a puzzle, which runs `puzzle_cli::main`. It embeds the crate's
/// manifest and the instance in `instances/published.toml`.
///
/// | declaration | the puzzle |
/// | --- | --- |
/// | `puzzle::program!(Hooks);` | is solved by its [rules](Puzzle::rules) |
/// | `puzzle::program!(Hooks, searched);` | has a [search](Puzzle::search) as well |
/// | `puzzle::program!(Hooks, searched without rules);` | has a search alone |
/// | `puzzle::program!(static nested_hooks::regions::FREE);` | is a member of a family, whose [`Kind`] says the same |
///
/// After that, `explained` also embeds `instances/published.steps`: the explanation's steps, so that
/// `explain` need not search. The file is empty at first; `cargo xtask grade --save-docs --anew PUZZLE`
/// writes it.
///
/// `addresses ADDRESSES` reads and writes addresses of public editors, in which the genre has the
/// names that `addresses` in the manifest lists.
#[macro_export]
macro_rules! program {
    (static $kind:path) => {
        $crate::program!(@main $kind, "", None);
    };
    (static $kind:path, explained) => {
        $crate::program!(@main $kind, $crate::embedded!("published.steps"), None);
    };
    (static $kind:path, addresses $addresses:path) => {
        $crate::program!(@main $kind, "", Some(&$addresses));
    };
    ($puzzle:ty, searched without rules) => {
        static KIND: $crate::Kind = $crate::Kind::of::<$puzzle>().searched_without_rules();
        $crate::program!(static KIND);
    };
    ($puzzle:ty, searched $(, $($more:tt)+)?) => {
        static KIND: $crate::Kind = $crate::Kind::of::<$puzzle>().searched();
        $crate::program!(static KIND $(, $($more)+)?);
    };
    ($puzzle:ty $(, $($more:tt)+)?) => {
        static KIND: $crate::Kind = $crate::Kind::of::<$puzzle>();
        $crate::program!(static KIND $(, $($more)+)?);
    };
    (@main $kind:path, $explained:expr, $addresses:expr) => {
        /// The puzzle's program, for those that hold several.
        pub static PROGRAM: $crate::Program = $crate::Program {
            kind: &$kind,
            manifest: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
            published: $crate::embedded!("published.toml"),
            explained: $explained,
            addresses: $addresses,
        };

        #[allow(dead_code, reason = "a program of several puzzles begins elsewhere")]
        fn main() -> ::std::process::ExitCode {
            puzzle_cli::main(&PROGRAM)
        }
    };
}

/// Embeds a file of the crate's `instances`: for [`program!`].
#[doc(hidden)]
#[macro_export]
macro_rules! embedded {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/instances/", $name))
    };
}
