//! The model that rules are stated to, and what comes of it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use anyhow::{Result, anyhow};
use grid_utils::{Cell, Grid};
use pseudo_boolean::{Constraint, Literal, Problem, Solver, Variable, Verdict};

use crate::{Automaton, Flag, Int, Rule, Sum, any, exactly, implies, when};

/// What a puzzle asks for, rule by rule.
#[derive(Debug, Default)]
pub struct Model {
    problem: Problem,
    /// The first rule that could not be stated, for its numbers are too large.
    fault: Option<anyhow::Error>,
    heading: String,
    limit: Option<Limit>,
}

impl Model {
    /// Begins the next rule: a heading in the words of the puzzle.
    pub fn rule(&mut self, heading: &str) {
        self.problem.heading(heading);
        heading.clone_into(&mut self.heading);
    }

    /// Something that is true or false.
    pub fn flag(&mut self) -> Flag {
        Flag::Open(self.problem.variable().is(true))
    }

    /// A whole number with one of these values. Where there is none, nothing is a solution.
    pub fn int(&mut self, values: impl IntoIterator<Item = i64>) -> Int {
        let mut values: Vec<i64> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        if values.is_empty() {
            self.require(Flag::Known(false));
            return Int::constant(0);
        }
        if let [value] = values[..] {
            return Int::constant(value);
        }
        let flags: Vec<_> = values.into_iter().map(|value| (value, self.flag())).collect();
        self.require(exactly(1, flags.iter().map(|&(_, flag)| flag)));
        Int::new(flags)
    }

    /// A flag for each cell of a grid.
    pub fn flags(&mut self, rows: usize, columns: usize) -> Grid<Flag> {
        Grid::from_fn(rows, columns, |_| self.flag())
    }

    /// A number with one of these values for each cell of a grid.
    pub fn grid(&mut self, rows: usize, columns: usize, values: RangeInclusive<i64>) -> Grid<Int> {
        Grid::from_fn(rows, columns, |_| self.int(values.clone()))
    }

    /// Adds a rule: what does not keep it is no solution.
    pub fn require(&mut self, rule: impl Into<Rule>) {
        self.require_priced(0, rule);
    }

    /// Adds a rule that helps to show how small the objective can be: the sum of all these rules, each
    /// taken as often as its price says, bounds it from below. A solver is told the prices and does not
    /// need to count; the constraints do not tell them, and no proof rests on them.
    ///
    /// # Panics
    /// If the price is negative.
    pub fn require_priced(&mut self, price: i64, rule: impl Into<Rule>) {
        for part in rule.into().parts {
            match constraint(&part) {
                Ok(constraint) if constraint.bound() == 0 => {}
                Ok(constraint) => self.problem.require_priced(price, constraint),
                Err(error) => {
                    let heading = &self.heading;
                    self.fault
                        .get_or_insert_with(|| error.context(format!("the rule \"{heading}\"")));
                }
            }
        }
    }

    /// A flag that is true where all of these are, and only there.
    pub fn all_of<F: Into<Flag>>(&mut self, flags: impl IntoIterator<Item = F>) -> Flag {
        !self.any_of(flags.into_iter().map(|flag| !flag.into()))
    }

    /// A flag that is true where one of these is, and only there.
    pub fn any_of<F: Into<Flag>>(&mut self, flags: impl IntoIterator<Item = F>) -> Flag {
        let mut open = Vec::new();
        for flag in flags {
            match flag.into() {
                Flag::Known(true) => return Flag::Known(true),
                Flag::Known(false) => {}
                flag @ Flag::Open(_) => open.push(flag),
            }
        }
        match open[..] {
            [] => Flag::Known(false),
            [flag] => flag,
            _ => {
                let found = self.flag();
                for &flag in &open {
                    self.require(implies(flag, found));
                }
                self.require(implies(found, any(open)));
                found
            }
        }
    }

    /// A flag that is true where the sum is at least this, and only there.
    pub fn is_at_least(&mut self, sum: &Sum, bound: i64) -> Flag {
        let flag = self.flag();
        self.require(implies(flag, sum.clone().at_least(bound)));
        self.require(implies(!flag, (sum.clone() + 1).at_most(bound)));
        flag
    }

    /// The number that a function makes of two others.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let (a, b) = (model.int(1..=4), model.int(1..=4));
    /// let product = model.function(&a, &b, |a, b| a * b);
    /// model.require(product.is(4));
    /// assert_eq!(model.solved_by([a, b], |_| ()).count()?, 3);
    /// # anyhow::Ok(())
    /// ```
    pub fn function(
        &mut self,
        one: &Int,
        other: &Int,
        mut function: impl FnMut(i64, i64) -> i64,
    ) -> Int {
        let mut pairs: BTreeMap<i64, Vec<(Flag, Flag)>> = BTreeMap::new();
        for (left, is_left) in one.values() {
            for (right, is_right) in other.values() {
                pairs.entry(function(left, right)).or_default().push((is_left, is_right));
            }
        }
        let result = self.int(pairs.keys().copied());
        for (value, pairs) in pairs {
            for (is_left, is_right) in pairs {
                self.require(when([is_left, is_right], result.is(value)));
            }
        }
        result
    }

    /// The remainder of a sum, term by term: 0 to `modulus` - 1.
    ///
    /// # Panics
    /// If the modulus is 0.
    pub fn remainder<'a>(
        &mut self,
        terms: impl IntoIterator<Item = (i64, &'a Int)>,
        modulus: u32,
    ) -> Int {
        let modulus = i64::from(modulus);
        let rest = |number: i128| {
            i64::try_from(number.rem_euclid(modulus.into())).expect("it is below 2^32")
        };
        terms.into_iter().fold(Int::constant(0), |sum, (factor, int)| {
            self.function(&sum, int, |sum, value| {
                rest(i128::from(sum) + i128::from(factor) * i128::from(value))
            })
        })
    }

    /// The product of the numbers is this.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let dice = [(); 3].map(|()| model.int(1..=6));
    /// model.product(&dice, 12);
    /// assert_eq!(model.solved_by(&dice, |_| ()).count()?, 15);
    /// # anyhow::Ok(())
    /// ```
    pub fn product<'a>(&mut self, factors: impl IntoIterator<Item = &'a Int>, product: i64) {
        // What does not divide the product is as wrong as any other wrong number.
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

    /// The numbers are one of these rows.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let (a, b) = (model.int(0..=2), model.int(0..=2));
    /// model.table(&[&a, &b], [[0, 1], [2, 2], [7, 0]]);
    /// assert_eq!(model.solved_by([a, b], |_| ()).count()?, 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn table<R: AsRef<[i64]>>(&mut self, ints: &[&Int], rows: impl IntoIterator<Item = R>) {
        self.regular(ints.iter().copied(), &Automaton::of_rows(rows));
    }

    /// Asks for solutions in which the sum is small.
    pub fn minimise(&mut self, sum: impl Into<Sum>) {
        let Sum { terms, .. } = sum.into();
        let terms = terms.into_iter().map(|(coefficient, literal)| {
            Ok((i64::try_from(coefficient).map_err(|_| too_large())?, literal))
        });
        let minimised =
            terms.collect::<Result<Vec<_>>>().and_then(|terms| self.problem.minimise(terms));
        if let Err(error) = minimised {
            self.fault.get_or_insert(error);
        }
    }

    /// Asks for solutions in which the sum is large.
    pub fn maximise(&mut self, sum: impl Into<Sum>) {
        self.minimise(-sum.into());
    }

    /// Where `is_beyond` is true, a solution is no board: it goes on where the model ends.
    ///
    /// If there is such a solution, the model says nothing of all boards, but of the `solutions` that
    /// it has: "journeys of at most 36 moves".
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
    /// let rules = model.solved_by(heads, |_| ());
    /// let limit = rules.limit().expect("the model has one");
    /// assert!(!limit.is_exceeded(&[true, true, false]) && limit.is_exceeded(&[true; 3]));
    /// ```
    pub fn limited(&mut self, is_beyond: Flag, solutions: &str) {
        let is_beyond = match is_beyond {
            Flag::Open(literal) => literal,
            Flag::Known(value) => {
                let variable = self.problem.variable();
                self.require(Flag::Open(variable.is(value)));
                variable.is(true)
            }
        };
        self.limit = Some(Limit { is_beyond, solutions: solutions.to_owned() });
    }

    /// Ends the model: the numbers of a grid are the board, 0 for an empty cell. They are from 0 to 255.
    ///
    /// ```
    /// use rules::{Model, exactly};
    ///
    /// let mut model = Model::default();
    /// let digit = model.grid(2, 3, 0..=4);
    /// model.require(exactly(5, digit.values().map(|digit| digit.is(0))));
    /// assert_eq!(model.solved_by_grid(&digit).count()?, 24);
    /// # anyhow::Ok(())
    /// ```
    #[must_use]
    pub fn solved_by_grid(self, grid: &Grid<Int>) -> Rules<Grid<Option<u8>>> {
        let (rows, columns) = (grid.rows(), grid.columns());
        self.solved_by(grid.values(), move |numbers| grid_of(numbers, rows, columns))
    }

    /// Ends the model: these numbers tell solutions apart, and `read` makes a board of their values.
    /// While a solver is on its way to a solution, some have none yet.
    pub fn solved_by<T: Into<Int>, Board>(
        self,
        shown: impl IntoIterator<Item = T>,
        read: impl Fn(&[Option<i64>]) -> Board + 'static,
    ) -> Rules<Board> {
        let Self { problem, fault, limit, .. } = self;
        let shown = shown.into_iter().map(Into::into).collect();
        Rules { problem, fault, limit, shown, read: Box::new(read) }
    }
}

/// Where a model ends and boards may go on.
#[derive(Clone, Debug)]
pub struct Limit {
    is_beyond: Literal,
    solutions: String,
}

impl Limit {
    /// The solutions that are boards, in words.
    #[must_use]
    pub fn solutions(&self) -> &str {
        &self.solutions
    }

    /// Whether a solution goes on where the model ends, so that it is no board.
    ///
    /// # Panics
    /// If the values are no solution.
    #[must_use]
    pub fn is_exceeded(&self, solution: &[bool]) -> bool {
        solution[self.is_beyond.variable().index()] != self.is_beyond.is_negated()
    }

    /// The constraint that a solution is a board.
    #[must_use]
    pub fn constraint(&self) -> Constraint {
        Constraint::clause([!self.is_beyond])
    }

    /// The problem whose solutions are boards, all of them.
    #[must_use]
    pub fn within(&self, problem: &Problem) -> Problem {
        let mut problem = problem.clone();
        problem.heading(&format!("A limit that is no rule: {}.", self.solutions));
        problem.require(self.constraint());
        problem
    }
}

/// The grid that holds these numbers in reading order, as far as they are known; 0 stands for an empty
/// cell. They are from 0 to 255.
///
/// ```
/// let numbers = [Some(3), Some(0), None, Some(1)];
/// assert_eq!(rules::grid_of(&numbers, 2, 2).to_string(), "3 .\n. 1");
/// ```
///
/// # Panics
/// If there are too few numbers, or no rows or columns.
#[must_use]
pub fn grid_of(numbers: &[Option<i64>], rows: usize, columns: usize) -> Grid<Option<u8>> {
    Grid::from_fn(rows, columns, |Cell { row, column }| {
        let number = numbers[row * columns + column]?;
        u8::try_from(number).ok().filter(|&number| number > 0)
    })
}

fn too_large() -> anyhow::Error {
    anyhow!("its numbers are too large: sums must stay below 2^62")
}

fn constraint(part: &Sum) -> Result<Constraint> {
    let narrow = |number: i128| i64::try_from(number).map_err(|_| too_large());
    let terms =
        part.terms.iter().map(|&(coefficient, literal)| Ok((narrow(coefficient)?, literal)));
    let terms = terms.collect::<Result<Vec<_>>>()?;
    Constraint::at_least(terms, narrow(part.constant.saturating_neg())?)
}

fn values(shown: &[Int], value: &dyn Fn(Variable) -> Option<bool>) -> Vec<Option<i64>> {
    shown.iter().map(|int| int.value(value)).collect()
}

/// See [`Rules::told_by`]. Like what is above and below, it is compiled once, and not for each puzzle.
fn told_by(shown: &[Int], solution: &[bool]) -> Vec<Literal> {
    let value = |variable: Variable| Some(solution[variable.index()]);
    // Where a rule was left out, a number may have none of its values.
    let is_same = |int: &Int| match int.value(&value) {
        Some(number) => vec![int.is(number)],
        None => int.values().map(|(_, flag)| !flag).collect(),
    };
    let flags = shown.iter().flat_map(is_same);
    flags
        .filter_map(|flag| match flag {
            Flag::Open(literal) => Some(literal),
            Flag::Known(_) => None,
        })
        .collect()
}

fn other_than(shown: &[Int], solution: &[bool]) -> Constraint {
    Constraint::clause(told_by(shown, solution).into_iter().map(|literal| !literal))
}

/// Makes a board of values, as far as they are known.
type Reader<Board> = Box<dyn Fn(&[Option<i64>]) -> Board>;

/// The rules of a puzzle's instance as constraints, and how a board is read off a solution.
pub struct Rules<Board> {
    problem: Problem,
    fault: Option<anyhow::Error>,
    limit: Option<Limit>,
    shown: Vec<Int>,
    read: Reader<Board>,
}

impl<Board> Rules<Board> {
    /// The constraints.
    ///
    /// # Errors
    /// If a rule could not be stated, for its numbers are too large.
    pub fn problem(&self) -> Result<&Problem> {
        match &self.fault {
            Some(fault) => Err(anyhow!("{fault:#}")),
            None => Ok(&self.problem),
        }
    }

    /// Where the model ends and boards may go on; see [`Model::limited`].
    #[must_use]
    pub fn limit(&self) -> Option<&Limit> {
        self.limit.as_ref()
    }

    /// The board of values, as far as they are known: `value` gives that of a variable.
    #[must_use]
    pub fn board(&self, value: impl Fn(Variable) -> Option<bool>) -> Board {
        (self.read)(&values(&self.shown, &value))
    }

    /// What tells the board of a solution from all others: another one has one of these false.
    ///
    /// # Panics
    /// If the values are no solution.
    #[must_use]
    pub fn told_by(&self, solution: &[bool]) -> Vec<Literal> {
        told_by(&self.shown, solution)
    }

    /// The constraint that a board differs from that of a solution.
    ///
    /// # Panics
    /// If the values are no solution.
    #[must_use]
    pub fn other_than(&self, solution: &[bool]) -> Constraint {
        other_than(&self.shown, solution)
    }

    /// How many boards keep the rules, found one by one: for examples and tests.
    ///
    /// # Errors
    /// If a rule could not be stated.
    pub fn count(&self) -> Result<u64> {
        let mut solver = Solver::new(self.problem()?);
        let mut count = 0;
        while let Verdict::Solution(solution) = solver.solve(&mut ()) {
            count += 1;
            solver.require(&self.other_than(&solution));
        }
        Ok(count)
    }
}
