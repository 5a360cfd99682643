//! Types that cross processes: puzzles' programs print them, the runner and the viewer read them.
//!
//! | type | from | to |
//! | --- | --- | --- |
//! | [`Metadata`] | a puzzle's manifest | its program, the runner |
//! | [`Report`] | `solve` and `count` of a program | the runner |
//! | [`Figures`] | `bench` of a program | the runner |
//! | [`Certificate`] | `certify` of a program | the runner |
//! | [`Certified`] | `certify` of the runner | scripts |
//! | [`trace`] | `trace` of a program | the viewer |
//! | [`Explanation`], [`Hint`] | `explain` and `hint` of a program | scripts, pages |
//! | [`Clash`] | `clash` of a program | scripts, the editor |
//! | [`Effort`] | `explain --figures` of a program | the runner |
//! | [`Row`] | `solve-all` of the runner | tests, scripts, the gallery |
//! | [`Exhibit`] | the runner | the viewer's gallery |
//! | [`Playable`], [`Given`] | the runner | the viewer's pages for own instances |
//! | [`ErrorMessage`] | any program with `--message-format=json` | pages |
//! | [`Encoded`] | public editors | programs of genres, the runner |
//! | [`Book`], [`Pictured`] | the runner | the viewer's pages to print |
//!
//! All are JSON, except for manifests, which are TOML, and what public editors write. Pictures are those of the `picture` crate.
//! The look of a [`terminal`] is passed in an environment variable.

mod book;
mod certificate;
mod clash;
mod encoded;
mod error_message;
mod exhibit;
mod explanation;
mod fill;
pub mod linked;
mod metadata;
mod playable;
mod report;
mod row;
pub mod terminal;
pub mod trace;
mod words;

pub use book::{Book, Chapter, Pictured, Problem};
pub use certificate::{Certificate, Certified, CertifiedStatus, Proved};
pub use clash::{Clash, GivenClue};
pub use encoded::{Encoded, Syntax};
pub use error_message::ErrorMessage;
pub use exhibit::{Exhibit, Kept};
pub use explanation::{
    Cut, Difficulty, Effort, Explanation, Grade, Ground, Hint, HintStatus, Lemma, Technique, Told,
};
pub use fill::{DrawnWord, Fill, FillKind, FillPart, Limit};
pub use linked::Linked;
pub use metadata::{Goal, Metadata, Month};
pub use playable::{Given, Playable};
pub use report::{Figures, Precision, Report, Status, Stop};
pub use row::{Comparison, Failure, Row};
pub use trace::Event;
pub use words::{count, duration, parse_seconds, whole_number};
