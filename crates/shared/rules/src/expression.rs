//! What rules are made of: flags, integers of a few values, sums.

use std::ops::{Add, AddAssign, Mul, Neg, Not, Sub};
use std::rc::Rc;

use pseudo_boolean::{Literal, Variable};

/// Something that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Known from the start.
    Known(bool),
    /// To be found.
    Open(Literal),
}

impl Not for Flag {
    type Output = Flag;

    fn not(self) -> Flag {
        match self {
            Flag::Known(value) => Flag::Known(!value),
            Flag::Open(literal) => Flag::Open(!literal),
        }
    }
}

impl Not for &Flag {
    type Output = Flag;

    fn not(self) -> Flag {
        !*self
    }
}

impl From<bool> for Flag {
    fn from(value: bool) -> Self {
        Flag::Known(value)
    }
}

impl From<&Flag> for Flag {
    fn from(flag: &Flag) -> Self {
        *flag
    }
}

/// A whole number that has one of a few values: one flag says of each whether it is that.
#[derive(Clone, Debug)]
pub struct Int {
    values: Rc<[(i64, Flag)]>,
}

impl Int {
    /// In the order of the values. Exactly one of the flags is true, which the caller sees to.
    pub(crate) fn new(values: Vec<(i64, Flag)>) -> Self {
        Int { values: values.into() }
    }

    /// A number that is known.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        Int::new(vec![(value, Flag::Known(true))])
    }

    /// The flag that says whether the number is `value`.
    #[must_use]
    pub fn is(&self, value: i64) -> Flag {
        let place = self.values.binary_search_by_key(&value, |&(value, _)| value);
        place.map_or(Flag::Known(false), |place| self.values[place].1)
    }

    /// The flag that says whether the number is something else than `value`.
    #[must_use]
    pub fn is_not(&self, value: i64) -> Flag {
        !self.is(value)
    }

    /// The values that it may have, each with the flag that says whether it has it, in ascending
    /// order.
    #[must_use]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = (i64, Flag)> + ExactSizeIterator {
        self.values.iter().copied()
    }

    /// Its value where the variables have these, as far as that is known.
    pub(crate) fn value(&self, value: &dyn Fn(Variable) -> Option<bool>) -> Option<i64> {
        let is_true = |flag| match flag {
            Flag::Known(known) => known,
            Flag::Open(literal) => value(literal.variable()) == Some(!literal.is_negated()),
        };
        self.values().find(|&(_, flag)| is_true(flag)).map(|(value, _)| value)
    }

    /// The smallest value that it may have.
    ///
    /// # Panics
    /// Never: every integer has a value.
    #[must_use]
    pub fn smallest(&self) -> i64 {
        self.values.first().expect("every integer has a value").0
    }

    /// The largest value that it may have.
    ///
    /// # Panics
    /// Never: every integer has a value.
    #[must_use]
    pub fn largest(&self) -> i64 {
        self.values.last().expect("every integer has a value").0
    }

    /// A linear function of it, value by value: `digit.map(|digit| digit * digit)` counts for its
    /// square in a [`sum`].
    #[must_use]
    pub fn map(&self, mut function: impl FnMut(i64) -> i64) -> Sum {
        self.values().map(|(value, flag)| Sum::from(flag) * function(value)).sum()
    }
}

/// A number that is known.
///
/// # Panics
/// Beyond 2^63.
impl From<usize> for Int {
    fn from(number: usize) -> Self {
        Int::constant(i64::try_from(number).expect("sizes and counts are below 2^63"))
    }
}

impl From<Flag> for Int {
    /// 1 where the flag is true, else 0.
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::Known(value) => Int::constant(value.into()),
            Flag::Open(_) => Int::new(vec![(0, !flag), (1, flag)]),
        }
    }
}

impl From<&Flag> for Int {
    fn from(flag: &Flag) -> Self {
        (*flag).into()
    }
}

impl From<&Int> for Int {
    fn from(int: &Int) -> Self {
        int.clone()
    }
}

/// A sum of flags and integers, each with a factor: a true flag counts 1.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub(crate) terms: Vec<(i128, Literal)>,
    pub(crate) constant: i128,
}

/// Adds up flags, integers, numbers and sums.
///
/// ```
/// use rules::{Model, sum};
///
/// let mut model = Model::default();
/// let digits = [(); 3].map(|()| model.int(1..=9));
/// model.require(sum(&digits).equals(4));
/// assert_eq!(model.count(&digits)?, 3, "1 1 2, 1 2 1, 2 1 1");
/// # anyhow::Ok(())
/// ```
pub fn sum<T: Into<Sum>>(parts: impl IntoIterator<Item = T>) -> Sum {
    parts.into_iter().map(Into::into).sum()
}

impl Sum {
    /// The rule that the sum is this number, or the same as another sum.
    pub fn equals(self, other: impl Into<Sum>) -> Rule {
        let difference = self - other.into();
        Rule { parts: vec![difference.clone(), -difference] }
    }

    /// The rule that the sum is no more than this.
    pub fn at_most(self, other: impl Into<Sum>) -> Rule {
        Rule { parts: vec![other.into() - self] }
    }

    /// The rule that the sum is no less than this.
    pub fn at_least(self, other: impl Into<Sum>) -> Rule {
        Rule { parts: vec![self - other.into()] }
    }
}

/// What must hold: sums that may not be negative, all of them.
#[derive(Clone, Debug, Default)]
#[must_use = "a rule holds only where a model requires it"]
pub struct Rule {
    pub(crate) parts: Vec<Sum>,
}

impl Rule {
    /// Both rules.
    pub fn and(mut self, other: impl Into<Rule>) -> Rule {
        self.parts.extend(other.into().parts);
        self
    }
}

impl FromIterator<Rule> for Rule {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        Rule { parts: rules.into_iter().flat_map(|rule| rule.parts).collect() }
    }
}

/// The flag is true.
impl From<Flag> for Rule {
    fn from(flag: Flag) -> Self {
        Sum::from(flag).at_least(1)
    }
}

impl From<i64> for Sum {
    fn from(number: i64) -> Self {
        Sum { terms: Vec::new(), constant: number.into() }
    }
}

impl From<Flag> for Sum {
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::Known(value) => Sum { terms: Vec::new(), constant: value.into() },
            Flag::Open(literal) => Sum { terms: vec![(1, literal)], constant: 0 },
        }
    }
}

impl From<&Flag> for Sum {
    fn from(flag: &Flag) -> Self {
        (*flag).into()
    }
}

impl From<&Int> for Sum {
    fn from(int: &Int) -> Self {
        int.map(|value| value)
    }
}

impl From<Int> for Sum {
    fn from(int: Int) -> Self {
        (&int).into()
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Sum) {
        self.terms.extend(other.terms);
        self.constant = self.constant.saturating_add(other.constant);
    }
}

impl<T: Into<Sum>> Add<T> for Sum {
    type Output = Sum;

    fn add(mut self, other: T) -> Sum {
        self += other.into();
        self
    }
}

impl Neg for Sum {
    type Output = Sum;

    fn neg(self) -> Sum {
        self * -1
    }
}

impl<T: Into<Sum>> Sub<T> for Sum {
    type Output = Sum;

    fn sub(self, other: T) -> Sum {
        self + -other.into()
    }
}

/// Products beyond 128 bits stay at their largest, which the model refuses.
impl Mul<i64> for Sum {
    type Output = Sum;

    fn mul(mut self, factor: i64) -> Sum {
        let factor = i128::from(factor);
        self.constant = self.constant.saturating_mul(factor);
        for (coefficient, _) in &mut self.terms {
            *coefficient = coefficient.saturating_mul(factor);
        }
        self
    }
}

impl std::iter::Sum for Sum {
    fn sum<I: Iterator<Item = Sum>>(sums: I) -> Sum {
        sums.fold(Sum::default(), |total, sum| total + sum)
    }
}
