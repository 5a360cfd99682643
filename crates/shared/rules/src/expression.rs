//! Expressions of rules: flags, integers with small domains, sums.

use std::ops::{Add, AddAssign, Mul, Neg, Not, Sub};
use std::rc::Rc;

use pseudo_boolean::{Literal, Variable};

/// An integer type used for digits, sizes and counts.
///
/// ```
/// use rules::{Model, sum};
///
/// let (clue, side): (u8, usize) = (2, 3);
/// let mut model = Model::default();
/// let digits = [(); 3].map(|()| model.int(0..=side));
/// model.require(digits[0].is(clue));
/// model.require(sum(&digits).equals(side * 2));
/// assert_eq!(model.count(&digits)?, 3);
/// # anyhow::Ok(())
/// ```
pub trait Number: Copy {
    /// Converts the number to 64 bits. Larger ones are capped at the maximum, which no constraint
    /// can hold, so the model has a fault.
    fn number(self) -> i64;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Number for $number {
            #[inline]
            fn number(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        })*
    };
}

numbers!(u8 u16 u32 u64 usize i32 i64);

/// Collects flags; only this loop is compiled for each iterator type.
pub(crate) fn flags_of<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Vec<Flag> {
    let mut gathered = Vec::with_capacity(16);
    for flag in flags {
        push(&mut gathered, flag.into());
    }
    gathered
}

fn push(flags: &mut Vec<Flag>, flag: Flag) {
    flags.push(flag);
}

/// Collects integers in the same way.
pub(crate) fn ints_of<'a>(ints: impl IntoIterator<Item = &'a Int>) -> Vec<&'a Int> {
    let mut gathered = Vec::new();
    for int in ints {
        gathered.push(int);
    }
    gathered
}

/// A Boolean that is known or a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A constant.
    Known(bool),
    /// A literal whose value the solver finds.
    Open(Literal),
}

impl Flag {
    /// The constant true.
    pub const TRUE: Flag = Flag::Known(true);

    /// The constant false.
    pub const FALSE: Flag = Flag::Known(false);

    /// Returns the literal of an open flag.
    #[inline]
    pub(crate) fn literal(self) -> Option<Literal> {
        match self {
            Flag::Known(_) => None,
            Flag::Open(literal) => Some(literal),
        }
    }
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

/// An integer with a small domain: each value has a flag that is true if the integer equals it.
#[derive(Clone, Debug)]
pub struct Int {
    values: Rc<[(i64, Flag)]>,
}

impl Int {
    /// Creates a number from values in ascending order. The caller must ensure that exactly one
    /// flag is true.
    pub(crate) fn new(values: Vec<(i64, Flag)>) -> Self {
        Int { values: values.into() }
    }

    /// Returns a constant.
    #[must_use]
    pub fn constant(value: impl Number) -> Self {
        Int::known(value.number())
    }

    fn known(value: i64) -> Self {
        Int::new(vec![(value, Flag::TRUE)])
    }

    /// Returns the flag that is true if the number equals `value`.
    #[must_use]
    pub fn is(&self, value: impl Number) -> Flag {
        self.flag_of(value.number())
    }

    fn flag_of(&self, value: i64) -> Flag {
        let place = self.values.binary_search_by_key(&value, |&(value, _)| value);
        place.map_or(Flag::FALSE, |place| self.values[place].1)
    }

    /// Returns the flag that is true if the number differs from `value`.
    #[must_use]
    pub fn is_not(&self, value: impl Number) -> Flag {
        !self.flag_of(value.number())
    }

    /// Returns its possible values in ascending order, each with its flag.
    #[must_use]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = (i64, Flag)> + ExactSizeIterator {
        self.values.iter().copied()
    }

    /// Returns the value of the number, if the values of variables determine it. For a grid of any
    /// shape: `grid.map(|_, int| int.value(&value))`.
    #[must_use]
    pub fn value(&self, value: &dyn Fn(Variable) -> Option<bool>) -> Option<i64> {
        let is_true = |flag| match flag {
            Flag::Known(known) => known,
            Flag::Open(literal) => value(literal.variable()) == Some(!literal.is_negated()),
        };
        self.values().find(|&(_, flag)| is_true(flag)).map(|(value, _)| value)
    }

    /// Returns its smallest possible value.
    ///
    /// # Panics
    /// Never: every integer has a value.
    #[must_use]
    pub fn smallest(&self) -> i64 {
        self.values.first().expect("every integer has a value").0
    }

    /// Returns its largest possible value.
    ///
    /// # Panics
    /// Never: every integer has a value.
    #[must_use]
    pub fn largest(&self) -> i64 {
        self.values.last().expect("every integer has a value").0
    }

    /// Applies a function to each value: `digit.map(|digit| digit * digit)` adds the square in a
    /// [`sum`].
    #[must_use]
    pub fn map(&self, mut function: impl FnMut(i64) -> i64) -> Sum {
        let mut sum = Sum::default();
        for &(value, flag) in &*self.values {
            sum.add_flag(flag, function(value));
        }
        sum
    }
}

/// A constant.
impl<N: Number> From<N> for Int {
    fn from(number: N) -> Self {
        Int::constant(number)
    }
}

impl From<Flag> for Int {
    /// Returns 1 if the flag is true, else 0.
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::Known(value) => Int::known(value.into()),
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

/// Types that can be added up: flags, integers, numbers and sums.
pub trait Summand {
    /// Adds it to a sum.
    fn add_to(self, total: &mut Sum);
}

impl Summand for Flag {
    fn add_to(self, total: &mut Sum) {
        total.add_flag(self, 1);
    }
}

impl Summand for &Flag {
    fn add_to(self, total: &mut Sum) {
        total.add_flag(*self, 1);
    }
}

impl Summand for &Int {
    fn add_to(self, total: &mut Sum) {
        for &(value, flag) in &*self.values {
            total.add_flag(flag, value);
        }
    }
}

impl Summand for Int {
    fn add_to(self, total: &mut Sum) {
        (&self).add_to(total);
    }
}

impl<N: Number> Summand for N {
    fn add_to(self, total: &mut Sum) {
        total.add_flag(Flag::TRUE, self.number());
    }
}

impl Summand for Sum {
    fn add_to(self, total: &mut Sum) {
        *total += self;
    }
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
pub fn sum<T: Summand>(parts: impl IntoIterator<Item = T>) -> Sum {
    let mut total = Sum::default();
    for part in parts {
        part.add_to(&mut total);
    }
    total
}

impl Sum {
    /// Returns the rule that the sum equals this number or another sum.
    pub fn equals(self, other: impl Into<Sum>) -> Rule {
        self.minus(other.into()).equals_zero()
    }

    /// Returns the rule that the sum is at most this.
    pub fn at_most(self, other: impl Into<Sum>) -> Rule {
        other.into().minus(self).at_least_zero()
    }

    /// Returns the rule that the sum is at least this.
    pub fn at_least(self, other: impl Into<Sum>) -> Rule {
        self.minus(other.into()).at_least_zero()
    }

    /// Returns the rule that the sum is less than this.
    pub fn less_than(self, other: impl Into<Sum>) -> Rule {
        (self + 1).at_most(other)
    }

    /// Returns the rule that the sum is more than this.
    pub fn more_than(self, other: impl Into<Sum>) -> Rule {
        self.at_least(other.into() + 1)
    }

    /// Returns the number of true flags.
    pub(crate) fn count(flags: &[Flag]) -> Sum {
        // Leave room for a condition.
        let mut sum = Sum { terms: Vec::with_capacity(flags.len() + 1), constant: 0 };
        for &flag in flags {
            sum.add_flag(flag, 1);
        }
        sum
    }

    /// Returns whether it is at least 0 if one of its literals is true, and only then.
    pub(crate) fn is_clause(&self) -> bool {
        self.constant == -1 && self.terms.iter().all(|&(coefficient, _)| coefficient == 1)
    }

    fn equals_zero(self) -> Rule {
        Rule { parts: vec![self.clone(), -self], ..Rule::default() }
    }

    fn at_least_zero(self) -> Rule {
        Rule { parts: vec![self], ..Rule::default() }
    }

    fn minus(mut self, other: Sum) -> Sum {
        self += -other;
        self
    }

    fn times(mut self, factor: i64) -> Sum {
        let factor = i128::from(factor);
        self.constant = self.constant.saturating_mul(factor);
        for (coefficient, _) in &mut self.terms {
            *coefficient = coefficient.saturating_mul(factor);
        }
        self
    }

    /// Adds a factor if the flag is true.
    pub(crate) fn add_flag(&mut self, flag: Flag, factor: i64) {
        match flag {
            Flag::Known(false) => {}
            Flag::Known(true) => self.constant = self.constant.saturating_add(factor.into()),
            Flag::Open(literal) => self.terms.push((factor.into(), literal)),
        }
    }
}

/// A conjunction of linear constraints, each a sum that must be non-negative, and of alternatives.
#[derive(Clone, Debug, Default)]
#[must_use = "a rule holds only where a model requires it"]
pub struct Rule {
    pub(crate) parts: Vec<Sum>,
    /// Of each list one condition holds.
    pub(crate) alternatives: Vec<Vec<Condition>>,
}

impl Rule {
    /// Returns the conjunction of both rules.
    pub fn and(mut self, other: impl Into<Rule>) -> Rule {
        self.add(other.into());
        self
    }

    pub(crate) fn add(&mut self, other: Rule) {
        self.parts.extend(other.parts);
        self.alternatives.extend(other.alternatives);
    }
}

/// What can be true or false: a flag or a rule, which nest in [`any`](crate::any),
/// [`all`](crate::all), [`not`](crate::not), [`implies`](crate::implies) and
/// [`if_and_only_if`](crate::if_and_only_if).
///
/// ```
/// use rules::{Model, all, any, implies, not, sum};
///
/// let mut model = Model::default();
/// let (a, b) = (model.int(0..=3), model.int(0..=3));
/// model.require(any([sum([&a]).less_than(&b), all([a.is(3), b.is(0)]), a.is(1).into()]));
/// model.require(implies(sum([&a, &b]).at_least(5), not(b.is(3))));
/// // 0 1, 0 2, 0 3, 1 0, 1 1, 1 2, 1 3, 3 0; but neither 2 3 nor more.
/// assert_eq!(model.count([a, b])?, 8);
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Debug)]
pub enum Condition {
    /// A flag.
    Flag(Flag),
    /// A rule.
    Rule(Rule),
}

impl Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        let rule = match self {
            Condition::Flag(flag) => return Condition::Flag(!flag),
            Condition::Rule(rule) => rule,
        };
        let broken = rule.parts.into_iter().map(|part| (-part - 1).at_least_zero());
        let failed = rule.alternatives.into_iter().map(|conditions| {
            conditions.into_iter().map(|condition| Rule::from(!condition)).collect()
        });
        let mut ways: Vec<Rule> = broken.chain(failed).collect();
        if ways.len() == 1 {
            return Condition::Rule(ways.remove(0));
        }
        let alternatives = vec![ways.into_iter().map(Condition::Rule).collect()];
        Condition::Rule(Rule { parts: Vec::new(), alternatives })
    }
}

impl<F: Into<Flag>> From<F> for Condition {
    fn from(flag: F) -> Self {
        Condition::Flag(flag.into())
    }
}

impl From<Rule> for Condition {
    fn from(rule: Rule) -> Self {
        Condition::Rule(rule)
    }
}

impl From<Condition> for Rule {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Flag(flag) => flag.into(),
            Condition::Rule(rule) => rule,
        }
    }
}

impl FromIterator<Rule> for Rule {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        let mut all = Rule::default();
        for rule in rules {
            all.add(rule);
        }
        all
    }
}

/// Requires that the flag is true.
impl From<Flag> for Rule {
    fn from(flag: Flag) -> Self {
        let mut sum = Sum { terms: Vec::new(), constant: -1 };
        sum.add_flag(flag, 1);
        sum.at_least_zero()
    }
}

impl<N: Number> From<N> for Sum {
    fn from(number: N) -> Self {
        sum([number])
    }
}

impl From<Flag> for Sum {
    fn from(flag: Flag) -> Self {
        sum([flag])
    }
}

impl From<&Flag> for Sum {
    fn from(flag: &Flag) -> Self {
        sum([flag])
    }
}

impl From<&Int> for Sum {
    fn from(int: &Int) -> Self {
        sum([int])
    }
}

impl From<Int> for Sum {
    fn from(int: Int) -> Self {
        sum([int])
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Sum) {
        if self.terms.is_empty() {
            self.terms = other.terms;
        } else {
            self.terms.extend(other.terms);
        }
        self.constant = self.constant.saturating_add(other.constant);
    }
}

impl<T: Summand> Add<T> for Sum {
    type Output = Sum;

    fn add(mut self, other: T) -> Sum {
        other.add_to(&mut self);
        self
    }
}

impl Neg for Sum {
    type Output = Sum;

    fn neg(self) -> Sum {
        self.times(-1)
    }
}

impl<T: Into<Sum>> Sub<T> for Sum {
    type Output = Sum;

    fn sub(self, other: T) -> Sum {
        self.minus(other.into())
    }
}

/// Products saturate at 128 bits, which the model refuses.
impl<N: Number> Mul<N> for Sum {
    type Output = Sum;

    fn mul(self, factor: N) -> Sum {
        self.times(factor.number())
    }
}

impl std::iter::Sum for Sum {
    fn sum<I: Iterator<Item = Sum>>(sums: I) -> Sum {
        sum(sums)
    }
}
