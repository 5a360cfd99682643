//! A solver for pseudo-Boolean problems: linear constraints over 0-1 variables.
//!
//! It finds a solution, shows that there is none, or minimizes an objective, and logs a proof that
//! an independent program, `VeriPB`, verifies. So the solver need not be trusted.
//!
//! ```
//! use pseudo_boolean::{Constraint, Problem, Solver, Verdict};
//!
//! // Three pigeons do not fit two holes, one each.
//! let mut problem = Problem::default();
//! let sits = [(); 3].map(|()| [(); 2].map(|()| problem.variable()));
//! for pigeon in sits {
//!     problem.require(Constraint::at_least(pigeon.map(|hole| (1, hole)), 1)?);
//! }
//! for hole in 0..2 {
//!     problem.require(Constraint::at_least(sits.map(|pigeon| (-1, pigeon[hole])), -1)?);
//! }
//! let mut solver = Solver::proving(&problem);
//! assert_eq!(solver.solve(&mut ()), Verdict::Unsatisfiable);
//! println!("{problem}{}", solver.into_proof().expect("the search is complete"));
//! # Ok::<(), pseudo_boolean::TooLarge>(())
//! ```

mod connection;
mod order;
mod problem;
mod proof;
mod solver;

pub use connection::{Component, Connection, Separation};
pub use problem::{Constraint, Literal, Problem, Term, TooLarge, Variable};
pub use proof::{Claim, Proof};
pub use solver::{Observer, Optimum, Solver, Under, Verdict};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
