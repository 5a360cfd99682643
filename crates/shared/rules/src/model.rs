//! The model in which rules are stated, and its result.

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut, RangeInclusive};

use grid_utils::Grid;
use pseudo_boolean::{Connection, Constraint, Literal, Problem, Solver, Variable, Verdict};

use crate::expression::{flags_of, ints_of};
use crate::groups::{Groups, Journal, Role};
use crate::words::conditional;
use crate::{
    Automaton, Budget, Condition, Fault, Flag, Int, Number, Rule, Sum, exactly, implies, not,
};

/// The rules of a puzzle as constraints.
///
/// Once it has a [`Fault`], it ignores further input: new flags are false, new numbers are
/// constants, and rules are dropped.
#[derive(Debug, Default)]
pub struct Model {
    problem: Problem,
    budget: Budget,
    heading: String,
    limit: Option<Limit>,
    journal: Journal,
    /// Why rules are missing, whatever the budget is.
    missing: Option<Fault>,
}

/// Bytes charged for a variable, mostly for the solver's data.
const BYTES_OF_VARIABLE: usize = 64;

/// Bytes charged for a constraint without its terms.
const BYTES_OF_CONSTRAINT: usize = 48;

/// Bytes charged for a term.
const BYTES_OF_TERM: usize = 16;

impl Model {
    /// Creates a model that stops growing when this budget is spent.
    #[must_use]
    pub fn within(budget: Budget) -> Self {
        Model { budget, ..Model::default() }
    }

    /// Returns the model's budget, to charge data that is built before it is added to the model.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns whether the model ignores further input: call it at each step of an enumeration.
    pub fn poll(&self) -> bool {
        self.budget.poll()
    }

    /// Declares that the rules of this instance cannot be stated as constraints. What follows is
    /// ignored but for the headings.
    pub fn unstated(&mut self) {
        self.missing.get_or_insert(Fault::Unstated);
        self.budget.stop(Fault::Unstated);
    }

    /// Declares that the rules are not written yet, or only some of them.
    pub fn unwritten(&mut self) {
        self.missing.get_or_insert(Fault::Unwritten);
        self.budget.stop(Fault::Unwritten);
    }

    /// Begins the next rule: a heading in the words of the puzzle.
    pub fn rule(&mut self, heading: &str) {
        self.problem.heading(heading);
        heading.clone_into(&mut self.heading);
        self.journal.heading();
    }

    /// Begins a rule that says what is printed on the board: explanations know its facts at the
    /// beginning, so that they are neither steps nor hints.
    pub fn given_rule(&mut self, heading: &str) {
        self.rule(heading);
        self.journal.givens();
    }

    /// Returns the model at a place of the rule, such as "the clue 3 at r5c3": what is stated there
    /// belongs to the place. Explanations use the constraints of one place together, and name it.
    /// Without a place, they name the cells of the rule, or their row or column.
    ///
    /// ```
    /// use rules::{Model, exactly, sum};
    ///
    /// let mut model = Model::default();
    /// let digits = [(); 4].map(|()| model.int(1..=3));
    /// model.rule("The sums of the left and the right half are given.");
    /// model.at("the left half").require(sum(&digits[..2]).equals(6));
    /// model.at("the right half").require(sum(&digits[2..]).equals(3));
    /// assert_eq!(model.count(&digits)?, 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn at(&mut self, place: impl fmt::Display) -> At<'_> {
        self.at_some(Some(place))
    }

    /// Returns the model at a place, if one is given.
    pub fn at_some(&mut self, place: Option<impl fmt::Display>) -> At<'_> {
        let place = place.filter(|_| !self.budget.is_stopped());
        let before = self.journal.place();
        if let Some(place) = place {
            self.journal.go_to(&place);
        }
        At { model: self, before }
    }

    /// Shows a number that is not on the board to readers of explanations, under this name: "the
    /// sum of each region". Also names numbers of a board that is not a grid. A name may have a
    /// predicate, which the value completes: "r1c1 | belongs to hook" is read as "r1c1 belongs to
    /// hook 4" or "r1c1 does not belong to hook 4".
    pub fn name(&mut self, name: impl fmt::Display, number: impl Into<Int>) {
        self.name_in_words(name, number, None::<&str>);
    }

    /// [Names](Self::name) a number whose values stand for these words, in their order: "move 3 |
    /// goes" with "north", "east" and so on is read as "move 3 goes north". Cells of a grid keep their
    /// names.
    pub fn name_in_words<W: fmt::Display>(
        &mut self,
        name: impl fmt::Display,
        number: impl Into<Int>,
        words: impl IntoIterator<Item = W>,
    ) {
        if !self.budget.is_stopped() {
            let words = words.into_iter().map(|word| word.to_string()).collect();
            self.journal.name(name.to_string(), number.into(), words);
        }
    }

    /// Adds a channelling constraint: it links two views of the board and is not a rule of the
    /// puzzle. Explanations use it implicitly.
    pub fn channel(&mut self, rule: impl Into<Rule>) {
        self.require_as(Role::Channel, rule.into());
    }

    /// Adds a constraint that follows from the other rules and helps a solver. Explanations do not
    /// use it.
    pub fn implied(&mut self, rule: impl Into<Rule>) {
        self.require_as(Role::Implied, rule.into());
    }

    fn require_as(&mut self, role: Role, rule: Rule) {
        let before = self.journal.set_role(role);
        self.add(0, rule);
        self.journal.set_role(before);
    }

    /// Adds a lazy rule, which a solver only adds when a solution breaks it: one of many rules that
    /// mostly hold anyway.
    pub fn defer(&mut self, rule: impl Into<Rule>) {
        let before = self.constraints();
        self.add(0, rule.into());
        if before < self.constraints() {
            self.problem.defer(before..self.constraints());
        }
    }

    /// Adds a flag.
    pub fn flag(&mut self) -> Flag {
        if self.budget.charge(BYTES_OF_VARIABLE) {
            return Flag::FALSE;
        }
        Flag::Open(self.variable().is(true))
    }

    fn variable(&mut self) -> Variable {
        self.journal.variable();
        self.problem.variable()
    }

    /// Adds a number with one of these values. With no values the model is unsatisfiable.
    pub fn int<N: Number>(&mut self, values: impl IntoIterator<Item = N>) -> Int {
        let mut gathered = Vec::new();
        for value in values {
            if self.gathers(value.number(), &mut gathered) {
                break;
            }
        }
        self.int_of(gathered)
    }

    /// Collects a value; returns whether to stop.
    fn gathers(&self, value: i64, gathered: &mut Vec<i64>) -> bool {
        gathered.push(value);
        self.budget.charge(size_of::<i64>())
    }

    fn int_of(&mut self, mut values: Vec<i64>) -> Int {
        values.sort_unstable();
        values.dedup();
        if values.is_empty() {
            self.require(Flag::FALSE);
            return Int::constant(0);
        }
        if let [value] = values[..] {
            return Int::constant(value);
        }
        let flags: Vec<_> = values.into_iter().map(|value| (value, self.flag())).collect();
        if self.budget.is_stopped() {
            return Int::constant(flags[0].0);
        }
        // The domain of a number is not a rule of the puzzle.
        self.require_as(Role::Domain, exactly(1, flags.iter().map(|&(_, flag)| flag)));
        Int::new(flags)
    }

    /// Adds a flag for each cell of a grid.
    pub fn flags(&mut self, rows: usize, columns: usize) -> Grid<Flag> {
        Grid::from_fn(rows, columns, |_| self.flag())
    }

    /// Adds a number with one of these values for each cell of a grid.
    pub fn grid<N: Number>(
        &mut self,
        rows: usize,
        columns: usize,
        values: RangeInclusive<N>,
    ) -> Grid<Int> {
        let (least, most) = (values.start().number(), values.end().number());
        Grid::from_fn(rows, columns, |_| self.int(least..=most))
    }

    /// Adds a rule that every solution must keep.
    pub fn require(&mut self, rule: impl Into<Rule>) {
        self.add(0, rule.into());
    }

    /// Adds a rule that contributes to a lower bound of the objective: the sum of all these rules,
    /// weighted by their prices, bounds it from below. The prices are hints to the solver; they are
    /// not part of the constraints, and no proof depends on them.
    ///
    /// # Panics
    /// If the price is negative.
    pub fn require_priced(&mut self, price: impl Number, rule: impl Into<Rule>) {
        self.add(price.number(), rule.into());
    }

    /// Sets the unit of prices: a rule with this price counts once.
    ///
    /// # Panics
    /// If the unit is not positive.
    pub fn price_unit(&mut self, unit: impl Number) {
        self.problem.price_unit(unit.number());
    }

    fn add(&mut self, price: i64, rule: Rule) {
        self.journal.statement();
        let parts = if rule.alternatives.is_empty() { rule.parts } else { self.linear(rule) };
        for part in parts {
            if price == 0 && part.is_clause() {
                self.add_clause(part.terms.iter().map(|&(_, literal)| literal));
                continue;
            }
            if self.budget.charge(BYTES_OF_CONSTRAINT + BYTES_OF_TERM * part.terms.len()) {
                return;
            }
            match constraint(&part) {
                Ok(constraint) if constraint.bound() == 0 => {}
                Ok(constraint) => {
                    self.journal.constraint();
                    self.problem.require_priced(price, constraint);
                }
                Err(error) => {
                    let error = format!("the rule \"{}\": {error}", self.heading);
                    self.budget.stop(Fault::Numbers(error));
                }
            }
        }
    }

    /// Requires that one of the flags is true. Like [`any`](crate::any), but it builds no rule: for
    /// statements that come in thousands.
    pub(crate) fn clause(&mut self, flags: &[Flag]) {
        self.journal.statement();
        if !flags.contains(&Flag::TRUE) {
            self.add_clause(flags.iter().filter_map(|flag| flag.literal()));
        }
    }

    /// Adds a clause to the last statement.
    fn add_clause(&mut self, literals: impl Iterator<Item = Literal> + Clone) {
        let bytes = BYTES_OF_CONSTRAINT + BYTES_OF_TERM * literals.clone().count();
        if !self.budget.charge(bytes) && self.problem.require_clause(literals) {
            self.journal.constraint();
        }
    }

    /// Returns the linear constraints of a rule; for each rule among its alternatives there is a new
    /// flag that implies it.
    fn linear(&mut self, rule: Rule) -> Vec<Sum> {
        let mut parts = rule.parts;
        for alternatives in rule.alternatives {
            let mut flags = Vec::with_capacity(alternatives.len());
            for condition in alternatives {
                flags.push(match condition {
                    Condition::Flag(flag) => flag,
                    Condition::Rule(rule) => {
                        let flag = self.flag();
                        parts.extend(self.linear(conditional(&[flag], rule)));
                        flag
                    }
                });
            }
            parts.extend(Sum::count(&flags).at_least(1).parts);
        }
        parts
    }

    /// Returns the number of constraints so far.
    pub(crate) fn constraints(&self) -> usize {
        self.problem.constraints().len()
    }

    /// Requires that a graph is connected.
    pub(crate) fn add_connection(&mut self, connection: Connection) {
        if connection.is_trivial() || self.budget.charge(connection.bytes()) {
            return;
        }
        self.journal.connection();
        let before = self.problem.variables();
        self.problem.connect(connection);
        (before..self.problem.variables()).for_each(|_| self.journal.variable());
    }

    /// Returns a flag that is true if and only if all of these are.
    pub fn all_of<F: Into<Flag>>(&mut self, flags: impl IntoIterator<Item = F>) -> Flag {
        let mut flags = flags_of(flags);
        for flag in &mut flags {
            *flag = !*flag;
        }
        !self.any(flags)
    }

    /// Returns a flag that is true if and only if one of these is.
    pub fn any_of<F: Into<Flag>>(&mut self, flags: impl IntoIterator<Item = F>) -> Flag {
        self.any(flags_of(flags))
    }

    fn any(&mut self, mut flags: Vec<Flag>) -> Flag {
        if flags.contains(&Flag::TRUE) {
            return Flag::TRUE;
        }
        flags.retain(|&flag| flag != Flag::FALSE);
        match flags[..] {
            [] => Flag::FALSE,
            [flag] => flag,
            _ => {
                let found = self.flag();
                for &flag in &flags {
                    self.clause(&[!flag, found]);
                }
                flags.push(!found);
                self.clause(&flags);
                found
            }
        }
    }

    /// Returns a flag that is true if and only if the condition is.
    pub fn whether(&mut self, condition: impl Into<Condition>) -> Flag {
        match condition.into() {
            Condition::Flag(flag) => flag,
            Condition::Rule(rule) => {
                let flag = self.flag();
                self.require(implies(flag, rule.clone()));
                self.require(implies(!flag, not(rule)));
                flag
            }
        }
    }

    /// Returns a function of two numbers.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let (a, b) = (model.int(1..=4), model.int(1..=4));
    /// let product = model.function(&a, &b, |a, b| a * b);
    /// model.require(product.is(4));
    /// assert_eq!(model.count([a, b])?, 3);
    /// # anyhow::Ok(())
    /// ```
    pub fn function(
        &mut self,
        one: &Int,
        other: &Int,
        mut function: impl FnMut(i64, i64) -> i64,
    ) -> Int {
        self.function_of([one, other], &mut function)
    }

    fn function_of(
        &mut self,
        [one, other]: [&Int; 2],
        function: &mut dyn FnMut(i64, i64) -> i64,
    ) -> Int {
        let mut pairs: BTreeMap<i64, Vec<(Flag, Flag)>> = BTreeMap::new();
        for (left, is_left) in one.values() {
            for (right, is_right) in other.values() {
                if self.budget.charge(size_of::<(Flag, Flag)>()) {
                    return Int::constant(left);
                }
                pairs.entry(function(left, right)).or_default().push((is_left, is_right));
            }
        }
        let result = self.int(pairs.keys().copied());
        for (value, pairs) in pairs {
            for (is_left, is_right) in pairs {
                self.clause(&[!is_left, !is_right, result.is(value)]);
            }
        }
        result
    }

    /// Requires that the product of the numbers equals this number.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let dice = [(); 3].map(|()| model.int(1..=6));
    /// model.product(&dice, 12);
    /// assert_eq!(model.count(&dice)?, 15);
    /// # anyhow::Ok(())
    /// ```
    pub fn product<'a>(
        &mut self,
        factors: impl IntoIterator<Item = &'a Int>,
        product: impl Number,
    ) {
        self.product_of(&ints_of(factors), product.number());
    }

    fn product_of(&mut self, factors: &[&Int], product: i64) {
        // All numbers that do not divide the product are equivalent.
        const WRONG: i64 = i64::MIN;
        let mut so_far = Int::constant(1);
        for factor in factors {
            so_far = self.function(&so_far, factor, |so_far, factor| {
                let next = if so_far == WRONG { None } else { so_far.checked_mul(factor) };
                let divides = |next: &i64| match product {
                    0 => true,
                    _ => *next != 0 && product.checked_rem(*next) == Some(0),
                };
                next.filter(divides).unwrap_or(WRONG)
            });
        }
        self.require(so_far.is(product));
    }

    /// Requires that the numbers equal one of these rows.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let (a, b) = (model.int(0..=2), model.int(0..=2));
    /// model.table(&[&a, &b], [[0, 1], [2, 2], [7, 0]]);
    /// assert_eq!(model.count([a, b])?, 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn table<R: AsRef<[i64]>>(&mut self, ints: &[&Int], rows: impl IntoIterator<Item = R>) {
        let automaton = Automaton::of_rows(&self.budget, rows);
        self.regular(ints.iter().copied(), &automaton);
    }

    /// Minimizes the sum.
    pub fn minimise(&mut self, sum: impl Into<Sum>) {
        self.make_small(sum.into());
    }

    fn make_small(&mut self, Sum { terms, .. }: Sum) {
        let terms = terms.into_iter().map(|(coefficient, literal)| {
            Ok((i64::try_from(coefficient).map_err(|_| TOO_LARGE.to_owned())?, literal))
        });
        let minimised = terms
            .collect::<Result<Vec<_>, _>>()
            .and_then(|terms| self.problem.minimise(terms).map_err(|error| error.to_string()));
        if let Err(error) = minimised {
            self.budget.stop(Fault::Numbers(error));
        }
    }

    /// Maximizes the sum.
    pub fn maximise(&mut self, sum: impl Into<Sum>) {
        self.make_small(-sum.into());
    }

    /// Marks solutions with `is_beyond` as beyond the limit of the model: they are not boards.
    ///
    /// If there is such a solution, results do not hold for all boards, but only for `solutions`:
    /// "journeys of at most 36 moves".
    ///
    /// ```
    /// use rules::{Model, implies};
    ///
    /// // Heads, again and again until the first tails.
    /// let mut model = Model::default();
    /// let heads = [(); 3].map(|()| model.flag());
    /// model.require(implies(heads[1], heads[0]));
    /// model.require(implies(heads[2], heads[1]));
    /// model.limited(heads[2], "at most 2 heads");
    /// let limit = model.finish()?.limit.expect("the model has one");
    /// assert!(!limit.is_exceeded(&[true, true, false]) && limit.is_exceeded(&[true; 3]));
    /// # Ok::<(), rules::Fault>(())
    /// ```
    pub fn limited(&mut self, is_beyond: Flag, solutions: &str) {
        let is_beyond = match is_beyond {
            Flag::Open(literal) => literal,
            Flag::Known(value) => {
                let variable = self.variable();
                self.require(Flag::Open(variable.is(value)));
                variable.is(true)
            }
        };
        self.limit = Some(Limit { is_beyond, solutions: solutions.to_owned() });
    }

    /// Completes the model.
    ///
    /// # Errors
    /// If its rules cannot be stated as constraints, or not within its budget.
    pub fn finish(self) -> Result<Stated, Fault> {
        match self.missing.or(self.budget.into_fault()) {
            Some(fault) => Err(fault),
            None => Ok(Stated { problem: self.problem, limit: self.limit }),
        }
    }

    /// Completes the model and counts the solutions that differ in these numbers, by enumeration,
    /// for examples and tests.
    ///
    /// # Errors
    /// If the rules cannot be stated as constraints.
    pub fn count<T: Into<Int>>(self, shown: impl IntoIterator<Item = T>) -> Result<u64, Fault> {
        let shown = shown.into_iter().collect();
        self.finish().map(|stated| stated.count(&shown))
    }

    /// Completes the model: these numbers distinguish solutions, and `read` converts their values
    /// to a board. During a search some values are unknown.
    pub fn solved_by<T: Into<Int>, Board>(
        mut self,
        shown: impl IntoIterator<Item = T>,
        read: impl Fn(&[Option<i64>]) -> Board + 'static,
    ) -> Rules<Board> {
        let shown = shown.into_iter().collect();
        let headings = self.problem.headings().map(str::to_owned).collect();
        let journal = mem::take(&mut self.journal);
        let stated = self.finish();
        let read = Box::new(read);
        Rules { headings, stated, journal, shown, shape: None, read, inverse: None }
    }

    /// Completes the model: its boards are the values of this grid, as far as they are known.
    pub fn solved_on<'g, T>(self, grid: &'g Grid<T>) -> Rules<Grid<Option<i64>>>
    where
        &'g T: Into<Int>,
    {
        let (rows, columns) = (grid.rows(), grid.columns());
        let read = move |values: &[Option<i64>]| {
            Grid::from_fn(rows, columns, |cell| values[cell.row * columns + cell.column])
        };
        self.solved_by(grid.values(), read).on_grid(rows, columns)
    }
}

/// A model [at a place](Model::at), which ends with this value.
#[must_use = "a place belongs to what is stated there"]
pub struct At<'m> {
    model: &'m mut Model,
    /// The place around it.
    before: Option<NonZeroU32>,
}

impl Deref for At<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        self.model
    }
}

impl DerefMut for At<'_> {
    fn deref_mut(&mut self) -> &mut Model {
        self.model
    }
}

impl Drop for At<'_> {
    fn drop(&mut self) {
        self.model.journal.set_place(self.before);
    }
}

/// The constraints of a completed model.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The constraints with their headings, and the objective to minimize.
    pub problem: Problem,
    /// The limit beyond which boards may lie; see [`Model::limited`].
    pub limit: Option<Limit>,
}

impl Stated {
    /// Counts the solutions that differ in the shown numbers.
    fn count(&self, shown: &Shown) -> u64 {
        let mut solver = Solver::new(&self.problem);
        let mut count = 0;
        while let Verdict::Solution(solution) = solver.solve(&mut ()) {
            count += 1;
            solver.require(&shown.other_than(&solution));
        }
        count
    }
}

/// The limit of a model, beyond which boards may lie.
#[derive(Clone, Debug)]
pub struct Limit {
    is_beyond: Literal,
    solutions: String,
}

impl Limit {
    /// Describes the solutions that are boards.
    #[must_use]
    pub fn solutions(&self) -> &str {
        &self.solutions
    }

    /// Returns whether a solution lies beyond the limit, so that it is not a board.
    ///
    /// # Panics
    /// If the values are not a solution.
    #[must_use]
    pub fn is_exceeded(&self, solution: &[bool]) -> bool {
        solution[self.is_beyond.variable().index()] != self.is_beyond.is_negated()
    }

    /// Returns the constraint that a solution is a board.
    #[must_use]
    pub fn constraint(&self) -> Constraint<'static> {
        Constraint::clause([!self.is_beyond])
    }

    /// Returns the problem restricted to solutions that are boards.
    #[must_use]
    pub fn within(&self, problem: &Problem) -> Problem {
        let mut problem = problem.clone();
        problem.heading(&format!("A limit that is no rule: {}.", self.solutions));
        problem.require(self.constraint());
        problem
    }
}

const TOO_LARGE: &str = "its numbers are too large: sums must stay below 2^62";

/// Returns the constraint that a sum is at least 0, or why there is none.
fn constraint(part: &Sum) -> Result<Constraint<'static>, String> {
    let narrow = |number: i128| i64::try_from(number).map_err(|_| TOO_LARGE.to_owned());
    if part.terms.iter().any(|&(coefficient, _)| narrow(coefficient).is_err()) {
        return Err(TOO_LARGE.to_owned());
    }
    let terms = part.terms.iter().map(|&(coefficient, literal)| {
        (narrow(coefficient).expect("all coefficients were looked at"), literal)
    });
    let bound = narrow(part.constant.saturating_neg())?;
    Constraint::at_least(terms, bound).map_err(|error| error.to_string())
}

/// The numbers that distinguish the solutions of a model: solutions that only differ elsewhere show
/// the same board.
///
/// ```
/// use rules::{Model, Shown};
///
/// let mut model = Model::default();
/// let digits = model.grid(1, 2, 1..=3);
/// let shown: Shown = digits.values().collect();
/// let is_known = |variable: pseudo_boolean::Variable| (variable.index() < 3).then_some(variable.index() == 1);
/// assert_eq!(shown.values(&is_known), [Some(2), None]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shown {
    ints: Vec<Int>,
}

impl Shown {
    pub(crate) fn ints(&self) -> &[Int] {
        &self.ints
    }

    /// Returns the known values of the numbers: `value` returns that of a variable.
    #[must_use]
    pub fn values(&self, value: &dyn Fn(Variable) -> Option<bool>) -> Vec<Option<i64>> {
        self.ints.iter().map(|int| int.value(value)).collect()
    }

    /// Returns literals true in a solution; any solution with another board falsifies one of them.
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn told_by(&self, solution: &[bool]) -> Vec<Literal> {
        let value = |variable: Variable| Some(solution[variable.index()]);
        let mut literals = Vec::new();
        let mut tell = |flag| match flag {
            Flag::Open(literal) => literals.push(literal),
            Flag::Known(_) => {}
        };
        for int in &self.ints {
            match int.value(&value) {
                Some(number) => tell(int.is(number)),
                // If a rule was omitted, a number may have none of its values.
                None => int.values().for_each(|(_, flag)| tell(!flag)),
            }
        }
        literals
    }

    /// Returns the constraint that a solution shows a board different from this one's.
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn other_than(&self, solution: &[bool]) -> Constraint<'static> {
        Constraint::clause(self.told_by(solution).into_iter().map(|literal| !literal))
    }
}

impl<T: Into<Int>> FromIterator<T> for Shown {
    fn from_iter<I: IntoIterator<Item = T>>(ints: I) -> Self {
        let mut shown = Shown::default();
        for int in ints {
            shown.ints.push(int.into());
        }
        shown
    }
}

/// Converts known values to a board.
type Reader<Board> = Box<dyn Fn(&[Option<i64>]) -> Board>;

/// Converts a board to numbers, by their indices, and their values.
type Inverse<Board> = Box<dyn Fn(&Board) -> Vec<(usize, i64)>>;

/// The rules of a puzzle's instance as constraints, and the conversion of solutions to boards.
pub struct Rules<Board> {
    headings: Vec<String>,
    stated: Result<Stated, Fault>,
    journal: Journal,
    shown: Shown,
    shape: Option<(usize, usize)>,
    read: Reader<Board>,
    inverse: Option<Inverse<Board>>,
}

impl<Board> Rules<Board> {
    /// Sets the inverse conversion: `inverse` returns the numbers that a board shows, which may be
    /// partial, by their indices in [`Model::solved_by`], with their values.
    #[must_use]
    pub fn with_inverse(mut self, inverse: impl Fn(&Board) -> Vec<(usize, i64)> + 'static) -> Self {
        self.inverse = Some(Box::new(inverse));
        self
    }

    /// Returns the numbers that a board shows, by their indices, with their values. `None` without
    /// an [inverse](Self::with_inverse).
    #[must_use]
    pub fn numbers_of(&self, board: &Board) -> Option<Vec<(usize, i64)>> {
        self.inverse.as_ref().map(|inverse| inverse(board))
    }

    /// Returns the numbers that distinguish solutions.
    #[must_use]
    pub fn shown(&self) -> &[Int] {
        &self.shown.ints
    }

    /// Converts values of the [shown](Self::shown) numbers to a board.
    #[must_use]
    pub fn read(&self, values: &[Option<i64>]) -> Board {
        (self.read)(values)
    }

    /// Returns the headings of the rules, even if they could not be stated as constraints.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Returns the constraints.
    ///
    /// # Errors
    /// A [`Fault`], if the rules could not be stated.
    pub fn problem(&self) -> Result<&Problem, Fault> {
        self.stated.as_ref().map(|stated| &stated.problem).map_err(Fault::clone)
    }

    /// Returns the constraints for a file, in full, with connections encoded as constraints.
    ///
    /// # Errors
    /// A [`Fault`], if the rules could not be stated, or if they are too large for a file.
    pub fn stated(&self) -> Result<&Problem, Fault> {
        let problem = self.problem()?;
        let bytes: usize = problem.connections().iter().map(Connection::stated_bytes).sum();
        if bytes > Budget::BYTES { Err(Fault::Memory) } else { Ok(problem) }
    }

    /// Declares that the numbers of the board are the cells of a grid (rows x columns), row by row.
    #[must_use]
    pub fn on_grid(self, rows: usize, columns: usize) -> Self {
        Rules { shape: Some((rows, columns)), ..self }
    }

    /// Returns the rules as groups, for explanations.
    ///
    /// # Errors
    /// A [`Fault`], if the rules could not be stated.
    pub fn groups(&self) -> Result<Groups, Fault> {
        Ok(Groups::new(self.problem()?, &self.journal, &self.shown, self.shape))
    }

    /// Returns the limit beyond which boards may lie; see [`Model::limited`].
    #[must_use]
    pub fn limit(&self) -> Option<&Limit> {
        self.stated.as_ref().ok()?.limit.as_ref()
    }

    /// Returns the board of the known values: `value` returns that of a variable.
    #[must_use]
    pub fn board(&self, value: impl Fn(Variable) -> Option<bool>) -> Board {
        (self.read)(&self.shown.values(&value))
    }

    /// See [`Shown::told_by`].
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn told_by(&self, solution: &[bool]) -> Vec<Literal> {
        self.shown.told_by(solution)
    }

    /// See [`Shown::other_than`].
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn other_than(&self, solution: &[bool]) -> Constraint<'static> {
        self.shown.other_than(solution)
    }
}
