//! Constraints over 0-1 variables, and their text form.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;
use std::ops::{Not, Range};

use crate::connection::{Connection, Stated};

/// Numbers of a constraint or an objective that do not fit 62 bits together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLarge {
    /// A constraint.
    Constraint {
        /// The sum of its coefficients.
        total: i128,
        /// The least sum that it asks for.
        bound: i128,
    },
    /// An objective.
    Objective {
        /// The sum of its coefficients' absolute values.
        total: i128,
    },
}

impl fmt::Display for TooLarge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Constraint { total, bound } => write!(
                formatter,
                "a constraint adds up to {total} and asks for {bound}: sums must stay below 2^62"
            ),
            TooLarge::Objective { total } => {
                write!(formatter, "the objective adds up to {total}: it must stay below 2^62")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

/// A variable that is 0 or 1, by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    /// Its number, from 0.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that is true if the variable has this value.
    #[inline]
    #[must_use]
    pub fn is(self, value: bool) -> Literal {
        Literal(self.0 << 1 | u32::from(!value))
    }
}

/// Converts an index from 0 to the variable.
impl From<u32> for Variable {
    fn from(number: u32) -> Self {
        Variable(number)
    }
}

impl From<Variable> for Literal {
    fn from(variable: Variable) -> Self {
        variable.is(true)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// Returns its variable.
    #[inline]
    #[must_use]
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    /// Returns whether it is the negation of its variable.
    #[inline]
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns its index: twice that of its variable, plus 1 for a negation.
    #[inline]
    pub(crate) fn code(self) -> usize {
        self.0 as usize
    }

    /// Returns [`code`](Self::code) in 32 bits.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// Returns the literal with this code.
    #[inline]
    pub(crate) fn of_word(word: u32) -> Self {
        Literal(word)
    }
}

impl Not for Literal {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// `x1` or `~x1`: variables are counted from 1 in OPB files and proofs.
impl fmt::Display for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negated() { "~" } else { "" };
        write!(formatter, "{sign}x{}", self.variable().index() + 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A literal with its coefficient in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// An integer; positive in a [`Constraint`].
    pub coefficient: i64,
    /// The literal.
    pub literal: Literal,
}

/// A sum of literals that must be at least a number.
///
/// It is kept in normal form: every variable at most once, coefficients from 1 to the bound, the
/// largest first. A constraint with the bound 0 always holds. Those of a [`Problem`] borrow their
/// terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint<'a> {
    terms: Cow<'a, [Term]>,
    at_least: i64,
}

impl Constraint<'_> {
    /// Returns the constraint that the sum of `terms` is at least `at_least`.
    ///
    /// ```
    /// use pseudo_boolean::{Constraint, Problem};
    ///
    /// let mut problem = Problem::default();
    /// let (x, y) = (problem.variable(), problem.variable());
    /// let constraint = Constraint::at_least([(2, x.is(true)), (-3, y.is(true))], -1)?;
    /// assert_eq!(constraint.to_string(), "2 x1 2 ~x2 >= 2");
    /// # Ok::<(), pseudo_boolean::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// If sums of the coefficients do not fit 62 bits.
    pub fn at_least<L: Into<Literal>>(
        terms: impl IntoIterator<Item = (i64, L)>,
        at_least: i64,
    ) -> Result<Constraint<'static>, TooLarge> {
        let term = |(coefficient, literal): (i64, L)| Term { coefficient, literal: literal.into() };
        Self::normalised(terms.into_iter().map(term).collect(), at_least)
    }

    /// Implements [`at_least`](Self::at_least), compiled once for all term types. It works in
    /// place, since there are many small constraints.
    fn normalised(mut terms: Vec<Term>, at_least: i64) -> Result<Constraint<'static>, TooLarge> {
        terms.sort_unstable_by_key(|term| term.literal);
        // Most constraints are clauses of different variables, which are already in normal form.
        let is_clause = at_least == 1 && terms.iter().all(|term| term.coefficient == 1);
        let same = |pair: &[Term]| pair[0].literal.variable() == pair[1].literal.variable();
        if is_clause && !terms.windows(2).any(same) {
            return Ok(Constraint { terms: terms.into(), at_least: 1 });
        }
        let (mut bound, mut total) = (i128::from(at_least), 0_i128);
        let (mut next, mut kept) = (0, 0);
        while let Some(&Term { literal, .. }) = terms.get(next) {
            // In terms of the variable alone: c * ~x = c - c * x.
            let positive = literal.variable().is(true);
            let mut sum = 0_i128;
            while let Some(term) = terms.get(next)
                && term.literal.variable() == literal.variable()
            {
                let coefficient = i128::from(term.coefficient);
                let is_negated = term.literal.is_negated();
                bound -= if is_negated { coefficient } else { 0 };
                sum += if is_negated { -coefficient } else { coefficient };
                next += 1;
            }
            bound += (-sum).max(0);
            total += sum.abs();
            if sum != 0 {
                let literal = if sum < 0 { !positive } else { positive };
                // An overflow makes the total too large, which is refused below.
                let coefficient = i64::try_from(sum.abs()).unwrap_or(i64::MAX);
                terms[kept] = Term { coefficient, literal };
                kept += 1;
            }
        }
        terms.truncate(kept);
        let bound = bound.max(0);
        if total.max(bound) >= 1 << 62 {
            return Err(TooLarge::Constraint { total, bound });
        }
        let at_least = i64::try_from(bound).expect("the bound is below 2^62");
        // Saturation: coefficients are capped at the bound.
        for term in &mut terms {
            term.coefficient = term.coefficient.min(at_least);
        }
        if at_least == 0 {
            terms.clear();
        }
        if !terms.is_sorted_by_key(|term| Reverse(term.coefficient)) {
            terms.sort_by_key(|term| Reverse(term.coefficient));
        }
        Ok(Constraint { terms: terms.into(), at_least })
    }

    /// Returns the constraint that at least one of the literals is true.
    ///
    /// # Panics
    /// Never: as many ones as memory holds add up to less than 2^62.
    #[must_use]
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Constraint<'static> {
        Self::at_least(literals.into_iter().map(|literal| (1, literal)), 1)
            .expect("as many ones as memory holds add up to less than 2^62")
    }

    /// Returns the terms, the largest coefficients first.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the bound that the sum must reach.
    #[must_use]
    pub fn bound(&self) -> i64 {
        self.at_least
    }

    /// Returns whether the constraint holds under these values of the variables.
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn holds(&self, values: &[bool]) -> bool {
        value(&self.terms, values) >= self.at_least
    }
}

impl fmt::Display for Constraint<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Term { coefficient, literal } in &*self.terms {
            write!(formatter, "{coefficient} {literal} ")?;
        }
        write!(formatter, ">= {}", self.at_least)
    }
}

/// Evaluates the sum of `terms` under these values of the variables.
pub(crate) fn value(terms: &[Term], values: &[bool]) -> i64 {
    let is_true = |literal: Literal| values[literal.variable().index()] != literal.is_negated();
    terms.iter().filter(|term| is_true(term.literal)).map(|term| term.coefficient).sum()
}

/// Variables, constraints over them, and an optional objective to minimize.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    variables: u32,
    /// The terms of all constraints, one after another.
    terms: Vec<Term>,
    /// For each constraint the end of its terms and its bound.
    ends: Vec<(usize, i64)>,
    objective: Option<Vec<Term>>,
    /// The constraints that bound the objective, by their numbers, with their prices.
    prices: Vec<(usize, i64)>,
    /// The price that counts once; 0 stands for 1.
    price_unit: i64,
    /// Headings, each with the number of constraints before it.
    headings: Vec<(usize, String)>,
    connections: Vec<Connection>,
    /// Constraints that a solver adds when a solution violates one of them.
    deferred: Vec<Range<usize>>,
}

impl Problem {
    /// Adds a variable.
    ///
    /// # Panics
    /// At the 2,147,483,648th.
    pub fn variable(&mut self) -> Variable {
        assert!(self.variables < 1 << 31, "too many variables");
        self.variables += 1;
        Variable(self.variables - 1)
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Adds a constraint.
    pub fn require(&mut self, constraint: Constraint) {
        self.require_priced(0, constraint);
    }

    /// Adds the clause that at least one of the literals is true, unless a variable and its negation
    /// are among them. Returns whether it was added.
    ///
    /// Most constraints are clauses, so this needs no memory but the problem's own.
    ///
    /// ```
    /// use pseudo_boolean::Problem;
    ///
    /// let mut problem = Problem::default();
    /// let (x, y) = (problem.variable(), problem.variable());
    /// assert!(problem.require_clause([y.is(true), x.is(false), y.is(true)]));
    /// assert!(!problem.require_clause([x.is(true), y.is(true), x.is(false)]), "it always holds");
    /// let clauses: Vec<String> = problem.constraints().map(|clause| clause.to_string()).collect();
    /// assert_eq!(clauses, ["1 ~x1 1 x2 >= 1"]);
    /// ```
    pub fn require_clause(&mut self, literals: impl IntoIterator<Item = Literal>) -> bool {
        let start = self.terms.len();
        self.terms.extend(literals.into_iter().map(|literal| Term { coefficient: 1, literal }));
        self.end_clause(start)
    }

    /// Ends a clause whose terms begin here.
    fn end_clause(&mut self, start: usize) -> bool {
        let terms = &mut self.terms[start..];
        terms.sort_unstable_by_key(|term| term.literal);
        if terms.windows(2).any(|pair| pair[0].literal.variable() == pair[1].literal.variable()) {
            let literals: Vec<Literal> = terms.iter().map(|term| term.literal).collect();
            self.terms.truncate(start);
            let clause = Constraint::clause(literals);
            let is_needed = clause.bound() > 0;
            if is_needed {
                self.require(clause);
            }
            return is_needed;
        }
        self.ends.push((self.terms.len(), 1));
        true
    }

    /// Adds a constraint that helps to bound the objective from below: a solver starts with the sum
    /// of all these constraints, weighted by their prices.
    ///
    /// Prices are the dual values of an optimum of the linear relaxation. They need not be trusted:
    /// for any prices the sum follows, and a proof derives it.
    ///
    /// # Panics
    /// If the price is negative.
    pub fn require_priced(&mut self, price: i64, constraint: Constraint) {
        assert!(price >= 0, "a constraint cannot be taken {price} times");
        if price > 0 {
            self.prices.push((self.ends.len(), price));
        }
        let Constraint { terms, at_least } = constraint;
        self.terms.extend_from_slice(&terms);
        self.ends.push((self.terms.len(), at_least));
    }

    /// Sets the unit of prices, for prices that are not integers: a constraint with this price
    /// counts once. The default is 1.
    ///
    /// # Panics
    /// If the unit is not positive.
    pub fn price_unit(&mut self, unit: i64) {
        assert!(unit > 0, "{unit} is no unit of prices");
        self.price_unit = unit;
    }

    /// Returns the price that counts once.
    pub(crate) fn unit(&self) -> i64 {
        self.price_unit.max(1)
    }

    /// Returns the constraints with a price, by their numbers from 0.
    pub(crate) fn prices(&self) -> &[(usize, i64)] {
        &self.prices
    }

    /// Adds that a graph is [connected](Connection). Solvers keep it as it is; in a file it takes
    /// additional variables, which no other constraint contains.
    pub fn connect(&mut self, mut connection: Connection) {
        connection.stated_from(Variable(self.variables));
        for _ in 0..connection.variables() {
            self.variable();
        }
        self.require_connected(connection);
    }

    /// Adds a connection of a problem with the same variables, or one that was
    /// [mapped](Connection::mapped) to those of this problem.
    pub fn require_connected(&mut self, mut connection: Connection) {
        connection.headings = self.headings.len();
        self.connections.push(connection);
    }

    /// Returns the connections, in the order in which they were added.
    #[must_use]
    pub fn connections(&self) -> &[Connection] {
        &self.connections
    }

    /// Returns the number of variables in the file, including those that state connections.
    #[must_use]
    pub fn all_variables(&self) -> usize {
        let layers = self.connections.iter().map(Connection::layer_variables);
        self.variables() + layers.sum::<usize>()
    }

    /// Returns the number of constraints in the file, including those that state connections.
    #[must_use]
    pub fn all_constraints(&self) -> usize {
        let connections = self.stated().map(|stated| stated.constraints.len());
        self.ends.len() + connections.sum::<usize>()
    }

    /// Makes solvers add these consecutive constraints only when a solution violates one of them.
    /// Solutions and proofs are the same; it is faster if most of many such blocks hold anyway.
    pub fn defer(&mut self, numbers: Range<usize>) {
        self.deferred.push(numbers);
    }

    pub(crate) fn deferred(&self) -> &[Range<usize>] {
        &self.deferred
    }

    /// Returns the connections as linear constraints, which follow all others in the file.
    pub(crate) fn stated(&self) -> impl Iterator<Item = Stated> {
        let (mut given, mut variables) = (self.ends.len(), self.variables());
        self.connections.iter().map(move |connection| {
            let stated = connection.state(given, variables);
            given += stated.constraints.len();
            variables += connection.layer_variables();
            stated
        })
    }

    /// Returns the problem with all connections stated by linear constraints, as in the file.
    #[must_use]
    pub fn linear(&self) -> Problem {
        let mut problem = Problem { connections: Vec::new(), ..self.clone() };
        (self.variables()..self.all_variables()).for_each(|_| _ = problem.variable());
        for (connection, stated) in self.connections.iter().zip(self.stated()) {
            if let Some(last) = connection.headings.checked_sub(1) {
                let (_, text) = &self.headings[last];
                problem.heading(&format!("{text}\n({})", connection.statement()));
            }
            stated.constraints.into_iter().for_each(|constraint| problem.require(constraint));
        }
        problem
    }

    /// Returns the constraints, in the order in which they were added, without
    /// [connections](Self::connections).
    #[must_use]
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = Constraint<'_>> {
        (0..self.ends.len()).map(|number| self.constraint(number))
    }

    /// Returns the constraint with this number, from 0.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn constraint(&self, number: usize) -> Constraint<'_> {
        Constraint { terms: self.terms_of(number).into(), at_least: self.ends[number].1 }
    }

    /// Returns the terms of the constraint with this number, from 0.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn terms_of(&self, number: usize) -> &[Term] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
        &self.terms[start..self.ends[number].0]
    }

    /// Adds a heading for the constraints that follow, for readers of the file.
    pub fn heading(&mut self, text: &str) {
        self.headings.push((self.ends.len(), text.to_owned()));
    }

    /// Returns the headings, in their order.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().map(|(_, text)| text.as_str())
    }

    /// Returns the problem without the constraints under any occurrence of a heading, to test their
    /// effect.
    ///
    /// ```
    /// use pseudo_boolean::{Constraint, Problem};
    ///
    /// let mut problem = Problem::default();
    /// for heading in ["a is true.", "a is false."] {
    ///     problem.heading(heading);
    ///     let a = problem.variable();
    ///     problem.require(Constraint::clause([a.is(heading == "a is true.")]));
    /// }
    /// assert!(problem.without("a is false.").constraints().eq([problem.constraint(0)]));
    /// ```
    #[must_use]
    pub fn without(&self, heading: &str) -> Problem {
        self.of_headings(&|other| other != Some(heading))
    }

    /// Returns the constraints under any occurrence of a heading, and those above all headings.
    #[must_use]
    pub fn under(&self, heading: &str) -> Problem {
        self.of_headings(&|other| other.is_none_or(|other| other == heading))
    }

    /// Returns the constraints under the headings to keep; `None` stands for those above all
    /// headings.
    fn of_headings(&self, keep: &dyn Fn(Option<&str>) -> bool) -> Problem {
        let mut problem = Problem {
            variables: self.variables,
            objective: self.objective.clone(),
            price_unit: self.price_unit,
            ..Problem::default()
        };
        let mut constraints = self.constraints().enumerate().peekable();
        let mut prices = self.prices.iter().peekable();
        let mut connections = self.connections.iter().peekable();
        let mut deferred = self.deferred.iter().peekable();
        for number in 0..=self.headings.len() {
            let heading = number.checked_sub(1).map(|last| self.headings[last].1.as_str());
            let is_kept = keep(heading);
            if is_kept && let Some(text) = heading {
                problem.heading(text);
            }
            let end = self.headings.get(number).map_or(self.ends.len(), |&(place, _)| place);
            while let Some((index, constraint)) = constraints.next_if(|(index, _)| *index < end) {
                let price = prices.next_if(|(place, _)| *place == index);
                let block = deferred.next_if(|block| block.start == index);
                if is_kept {
                    let start = problem.ends.len();
                    problem.deferred.extend(block.map(|block| start..start + block.len()));
                    problem.require_priced(price.map_or(0, |&(_, price)| price), constraint);
                }
            }
            while let Some(connection) = connections.next_if(|one| one.headings == number) {
                if is_kept {
                    problem.require_connected(connection.clone());
                }
            }
        }
        problem
    }

    /// Sets the objective: minimizes the sum of these terms.
    ///
    /// # Errors
    /// If the terms do not fit 62 bits together.
    pub fn minimise<L: Into<Literal>>(
        &mut self,
        terms: impl IntoIterator<Item = (i64, L)>,
    ) -> Result<(), TooLarge> {
        let terms: Vec<Term> = terms
            .into_iter()
            .map(|(coefficient, literal)| Term { coefficient, literal: literal.into() })
            .collect();
        let total: i128 = terms.iter().map(|term| i128::from(term.coefficient).abs()).sum();
        if total >= 1 << 62 {
            return Err(TooLarge::Objective { total });
        }
        self.objective = Some(terms);
        Ok(())
    }

    /// Returns the constraint that a solution has no larger objective than this one; `None` without
    /// an objective.
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn as_good_as(&self, solution: &[bool]) -> Option<Constraint<'static>> {
        let objective = self.objective()?;
        let terms = objective.iter().map(|term| (-term.coefficient, term.literal));
        Constraint::at_least(terms, -value(objective, solution)).ok()
    }

    /// Returns the objective to minimize.
    #[must_use]
    pub fn objective(&self) -> Option<&[Term]> {
        self.objective.as_deref()
    }
}

/// The problem as an OPB file, as defined by the pseudo-Boolean competitions.
impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.connections.is_empty() {
            return fmt::Display::fmt(&self.linear(), formatter);
        }
        let (variables, constraints) = (self.variables, self.ends.len());
        writeln!(formatter, "* #variable= {variables} #constraint= {constraints}")?;
        if let Some(objective) = &self.objective {
            write!(formatter, "min:")?;
            for Term { coefficient, literal } in objective {
                write!(formatter, " {coefficient} {literal}")?;
            }
            writeln!(formatter, " ;")?;
        }
        let mut headings = self.headings.iter().peekable();
        for (index, constraint) in self.constraints().enumerate() {
            while let Some((_, text)) = headings.next_if(|(place, _)| *place <= index) {
                for line in text.lines() {
                    writeln!(formatter, "* {line}")?;
                }
            }
            writeln!(formatter, "{constraint} ;")?;
        }
        Ok(())
    }
}
