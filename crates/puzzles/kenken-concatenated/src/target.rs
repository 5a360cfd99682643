//! The target of a region.

use std::fmt;

use grid_utils::Token;

/// The operation on the numbers of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// They are added up: `+`.
    Sum,
    /// They are multiplied: `*`.
    Product,
    /// The smaller of two is subtracted from the larger: `-`.
    Difference,
    /// The larger of two is divided by the smaller, without remainder: `/`.
    Quotient,
}

use Operation::{Difference, Product, Quotient, Sum};

impl Operation {
    /// All of them.
    pub(crate) const ALL: [Operation; 4] = [Sum, Product, Difference, Quotient];

    /// Returns whether it takes exactly two numbers.
    pub(crate) fn takes_two(self) -> bool {
        matches!(self, Difference | Quotient)
    }

    fn sign(self) -> char {
        match self {
            Sum => '+',
            Product => '*',
            Difference => '-',
            Quotient => '/',
        }
    }

    /// Returns the result for some numbers; `None` if it does not apply to them, or the result is
    /// too large.
    pub(crate) fn result(self, numbers: &[u64]) -> Option<u64> {
        let [smaller, larger] = match numbers {
            &[one, other] => [one.min(other), one.max(other)],
            _ if self.takes_two() => return None,
            _ => [0, 0],
        };
        match self {
            Sum => numbers.iter().try_fold(0_u64, |sum, &number| sum.checked_add(number)),
            Product => numbers.iter().try_fold(1_u64, |all, &number| all.checked_mul(number)),
            Difference => Some(larger - smaller),
            Quotient => larger.checked_div(smaller).filter(|quotient| quotient * smaller == larger),
        }
    }
}

/// An operation and its result, such as `*12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The operation on the numbers.
    pub(crate) operation: Operation,
    /// Its result.
    pub(crate) result: u32,
}

impl Target {
    /// Returns the candidates for the last number after these: if an integer makes the target, it
    /// is among them.
    pub(crate) fn last(self, before: &[u64]) -> Vec<u64> {
        let result = u64::from(self.result);
        let last = match (self.operation, before) {
            (Sum, _) => [result.checked_sub(before.iter().sum()), None],
            (Product, _) => [divided(result, before.iter().product()), None],
            (Difference, &[first]) => [first.checked_add(result), first.checked_sub(result)],
            (Quotient, &[first]) => [first.checked_mul(result), divided(first, result)],
            (Difference | Quotient, _) => [None, None],
        };
        last.into_iter().flatten().collect()
    }
}

/// Returns the quotient of two numbers, if it is an integer.
fn divided(number: u64, by: u64) -> Option<u64> {
    number.checked_div(by).filter(|quotient| quotient * by == number)
}

impl Target {
    /// Returns the usual notation in a cage: `21÷`.
    pub(crate) fn clue(self) -> String {
        let sign = match self.operation {
            Sum => '+',
            Product => '×',
            Difference => '\u{2212}',
            Quotient => '÷',
        };
        format!("{}{sign}", self.result)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.operation.sign(), self.result)
    }
}

impl Token for Target {
    fn parse_token(text: &str) -> Result<Self, String> {
        let operation =
            Operation::ALL.into_iter().find(|operation| text.starts_with(operation.sign()));
        let target = operation.and_then(|operation| {
            Some(Target {
                operation,
                result: text.get(1..).filter(|text| !text.starts_with('+'))?.parse().ok()?,
            })
        });
        target.ok_or_else(|| "a target such as +12, *12, -12 or /12".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}
