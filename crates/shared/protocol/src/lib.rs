//! What crosses a process, declared once: puzzles' programs print it, the runner and the viewer read
//! it.
//!
//! | type | from | to |
//! | --- | --- | --- |
//! | [`Metadata`] | a puzzle's manifest | its program, the runner |
//! | [`Report`] | `solve` and `count` of a program | the runner |
//! | [`Figures`] | `bench` of a program | the runner |
//! | [`Certificate`] | `certify` of a program | the runner |
//! | [`Certified`] | `certify` of the runner | scripts |
//! | [`trace`] | `trace` of a program | the viewer |
//! | [`Explanation`], [`Hint`] | `explain` and `hint` of a program | scripts |
//! | [`Effort`] | `explain --figures` of a program | the runner |
//! | [`Row`] | `solve-all` of the runner | tests, scripts, the gallery |
//! | [`Exhibit`] | the runner | the viewer's gallery |
//!
//! All of it is JSON, except for manifests, which are TOML. Pictures are the `picture` crate's.

mod certificate;
mod exhibit;
mod explanation;
mod metadata;
mod report;
mod row;
pub mod trace;
mod words;

pub use certificate::{Certificate, Certified, CertifiedStatus, Proved};
pub use exhibit::{Exhibit, Kept};
pub use explanation::{Difficulty, Effort, Explanation, Grade, Ground, Hint, HintStatus, Told};
pub use metadata::{Goal, Metadata, Month};
pub use report::{Figures, Precision, Report, Status, Stop};
pub use row::{Comparison, Row, RowStatus};
pub use trace::Event;
pub use words::{count, duration, parse_seconds};
