//! Explains why a solution is the only one, step by step.

mod chain;
mod explainer;
mod hint;
mod part;
mod reading;
mod step;
mod subject;
#[cfg(test)]
mod tests;
mod theory;

pub use explainer::Explainer;
pub use reading::Reading;
pub use step::{Link, Step};
pub use subject::{Search, Subject};
