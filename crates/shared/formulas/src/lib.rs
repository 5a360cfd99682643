//! Formulas in a few unknown numbers, as puzzles print them, and their exact values.
//!
//! ```
//! use std::collections::BTreeMap;
//! use formulas::{Formula, Fraction, value};
//! use grid_utils::Token;
//!
//! let formula = Formula::parse_token("2c+c/a").unwrap();
//! let half = Fraction::new(1, 2);
//! let known = BTreeMap::from([('a', half.into())]);
//! let sum = value(formula.expression(), &known).ok().unwrap();
//! assert_eq!(sum.slopes, [('c', Fraction::from(4))].into(), "c/a is 2c");
//! ```

mod exact;
mod formula;

pub use exact::{Fault, Fraction, Linear, value};
pub use formula::{Expression, Formula, Operation};
