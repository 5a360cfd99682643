//! Explains why a solution is the only one, step by step, for any puzzle that states its rules as
//! constraints.
//!
//! ## Idea
//! The constraints come in [groups](rules::Group) that readers know: one rule at one place, such as
//! a row or a clue. A [`Step`] takes the known facts and as few groups as possible, and finds new
//! facts: a number has a value, or does not have it. Domains (a number has one value) and
//! *channels* (two views of the board agree) are used implicitly.
//!
//! A fact follows from some groups if these contradict its negation. So the pseudo-Boolean solver
//! is run with the negation as an assumption, and the result is either a board that shows that the
//! fact does not follow, or a *core*: the groups in the contradiction. Removing groups one by one,
//! as long as the contradiction remains, makes the core minimal.
//!
//! ## Order
//! The cheapest step comes next:
//!
//! 1. one group, by propagation alone: the step is *trivial*;
//! 2. one group, by search: all boards that keep the rule there have something in common;
//! 3. facts whose negation two groups contradict by propagation;
//! 4. cores of neighbourhoods, level by level: farther from the target, with more conflicts
//!    allowed, and with more groups.
//!
//! Effort is counted in conflicts and randomness has a fixed seed, so the steps are reproducible.
//! Steps of several groups get a [chain](Step::chain): from the negation, one group at a time, to
//! the contradiction. Steps can be [kept](Kept) and [followed](Explainer::along) later instead of
//! searching again. [`Explainer::certificate`] writes any step as a separate problem with a proof.
//!
//! ```
//! use explain::{Explainer, Search, Subject};
//! use rules::{Model, all_different, sum};
//!
//! let mut model = Model::default();
//! let digits = [(); 3].map(|()| model.int(1..=3));
//! model.rule("No two digits are the same.");
//! model.require(all_different(&digits));
//! model.rule("The first two digits add up to 5.");
//! model.require(sum(&digits[..2]).equals(5));
//! let rules = model.solved_by(&digits, |_| ());
//!
//! let Search::Found(subject) = Subject::find(&rules, &mut ())? else { panic!("it has solutions") };
//! assert!(!subject.is_unique(), "2 3 1 and 3 2 1");
//! let mut explainer = Explainer::new(&subject, &|| false);
//! let step = explainer.step().expect("neither of the first two digits is 1");
//! assert_eq!(subject.heading(step.groups[0]), Some("The first two digits add up to 5."));
//! assert!(step.because.is_empty(), "nothing is known yet");
//! let step = explainer.step().expect("the third digit is 1");
//! assert_eq!(subject.heading(step.groups[0]), Some("No two digits are the same."));
//! assert!(explainer.is_complete(), "the rules fix no more");
//! # Ok::<_, rules::Fault>(())
//! ```
//!
//! ## Sources
//! The search for the smallest step follows Demystify (Espasa, Gent, Hoffmann, Jefferson, Lynch:
//! *Using small MUSes to explain how to solve pen and paper puzzles*, 2021), and the step-wise
//! explanations of Bogaerts, Gamba, Claes and Guns (*Step-wise explanations of constraint
//! satisfaction problems*, 2020). Cores under assumptions and their reduction by deletion are the
//! usual way to minimal unsatisfiable subsets (MUSes).

mod chain;
mod explainer;
mod hint;
mod kept;
mod part;
mod reading;
mod step;
mod subject;
#[cfg(test)]
mod tests;
mod theory;

pub use explainer::Explainer;
pub use kept::Kept;
pub use reading::Reading;
pub use step::{Link, Step};
pub use subject::{Search, Subject};
