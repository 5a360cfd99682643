//! Explains why a solution is the only one, step by step, for any puzzle that states its rules as
//! constraints.
//!
//! ## Idea
//! The constraints come in [groups](rules::Group) that readers know: one rule at one place, such as
//! a row or a clue. A step takes the known facts and as few groups as possible, and finds new
//! facts: a number has a value, or does not have it. Domains (a number has one value) and
//! *channels* (two views of the board agree) are used implicitly.
//!
//! A fact follows from some groups if these contradict its negation. So the pseudo-Boolean solver
//! is run with the negation as an assumption, and the result is either a board that shows that the
//! fact does not follow, or a *core*: the groups in the contradiction. Removing groups one by one,
//! as long as the contradiction remains, makes the core minimal.
//!
//! ## Search
//! A [`Finding`] holds all that follows from some groups at once. The cheapest one comes next:
//!
//! 1. one group, by propagation alone;
//! 2. one group, by search: all boards that keep the rule there have something in common;
//! 3. facts whose negation up to four groups contradict by propagation: that of all groups shows
//!    which facts may have such groups, and a core of it where to look for them;
//! 4. cores of neighbourhoods nearby, with a few conflicts and groups;
//! 5. facts whose negation any number of groups contradict by propagation;
//! 6. cores of all groups, with more and more conflicts.
//!
//! Effort is counted in conflicts and randomness has a fixed seed, so the findings are
//! reproducible. They can be [kept](Kept) and [followed](Explainer::along) later instead of
//! searching again.
//!
//! ## Steps
//! [`Explainer::steps`] turns findings into [steps](Step) for a person: from the solution
//! backwards, each fact that is needed gets the fewest premises and groups found, and a chain from
//! its negation to the contradiction if there are several groups. What nothing needs is left out.
//! The steps are then put in order: next comes the value that costs a person least, with what it
//! needs just before it. More is known by then than when a step was found, so a hard one is sought
//! again. The [technique](Technique) is recognised by the shape of the proof: a single constraint
//! that the premises and the negation break is a count, a sum or a last place; equations are tried
//! modulo small numbers; borders that a loop crosses an even number of times decide their last edge;
//! excluded values show pairs and triples; and the ways to keep a rule are counted.
//! What takes several groups at once, or more ways than a person counts, is explained case by case:
//! something open is looked for, each of whose values leads to a contradiction link by link.
//! [`Explainer::certificate`] writes any step as a separate problem with a proof.
//!
//! What is true of the whole puzzle is a [lemma](Lemma): it is proved before the first step, and known
//! to the search from then on.
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
//! let mut explainer = Explainer::new(&subject, &|_| false);
//! let findings: Vec<_> = std::iter::from_fn(|| explainer.finding()).collect();
//! assert!(explainer.is_complete(), "the rules fix no more");
//! let targets = explainer.targets();
//! let steps = explainer.steps(&findings, &targets);
//! let last = steps.last().expect("the third digit is 1");
//! assert_eq!(subject.heading(last.groups[0]), Some("No two digits are the same."));
//! assert_eq!(last.reason.technique.name(), "values that fit");
//! # Ok::<_, rules::Fault>(())
//! ```
//!
//! ## Sources
//! The search for the smallest step follows Demystify (Espasa, Gent, Hoffmann, Jefferson, Lynch:
//! *Using small MUSes to explain how to solve pen and paper puzzles*, 2021), and the step-wise
//! explanations of Bogaerts, Gamba, Claes and Guns (*Step-wise explanations of constraint
//! satisfaction problems*, 2020). Cores under assumptions and their reduction by deletion are the
//! usual way to minimal unsatisfiable subsets (MUSes).

mod again;
mod balance;
mod cases;
mod chain;
mod clash;
mod crossings;
mod crowd;
mod cut;
mod derive;
mod explainer;
mod finding;
mod given;
mod kept;
mod known;
mod lemma;
mod makings;
mod order;
mod part;
mod reading;
mod reason;
mod seen;
mod single;
mod step;
mod subject;
mod technique;
#[cfg(test)]
mod tests;
mod theory;
mod twins;
mod ways;

pub use cases::Case;
pub use chain::Link;
pub use clash::Clash;
pub use cut::Wall;
pub use explainer::Explainer;
pub use finding::Finding;
pub use kept::{Kept, ParseKeptError};
pub use known::Known;
pub use lemma::{Lemma, LemmaKind};
pub use makings::Makings;
pub use reading::Reading;
pub use reason::{Breach, Detail, Figures, Reason, Sets};
pub use step::Step;
pub use subject::{Search, Subject};
pub use technique::Technique;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
