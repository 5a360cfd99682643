//! Formulas in unknown numbers, as the puzzle prints them, and their exact values.

mod exact;
mod formula;

pub(crate) use exact::{Fault, Fraction, Linear, value};
pub(crate) use formula::{Expression, Formula, Operation};

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grid_utils::Token;

    use super::*;

    #[test]
    fn unknowns_that_are_left_have_factors() {
        let formula = Formula::parse_token("2c+c/a").unwrap();
        let known = BTreeMap::from([('a', Fraction::new(1, 2).into())]);
        let sum = value(formula.expression(), &known).ok().unwrap();
        assert_eq!(sum.slopes, [('c', Fraction::from(4))].into(), "c/a is 2c");
    }
}
