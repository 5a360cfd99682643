//! The rules as constraints, by the numbers that the digits make: digit by digit, with what is
//! carried, they take the solver as long or longer.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter;

use puzzle::prelude::*;
use rules::{Automaton, equal};

use crate::Marked;
use crate::figure::{Line, Part, Row, Shape};
use crate::relation::Relation;

/// The digits of one division, line by line.
struct Digits<'s> {
    shape: &'s Shape,
    lines: BTreeMap<Line, Vec<Int>>,
}

/// States the rules of an instance that passed `validate`.
pub(crate) fn state(&Marked { marks, relation }: &Marked, model: &mut Model, board: &mut Unknown) {
    let shape = marks.shape().expect("`validate` checked it");
    let mut division = || {
        let mut digits = |row: &Row| row.0.iter().map(|_| model.int(0..=9)).collect_vec();
        let lines = marks.0.iter().map(|(&line, row)| (line, digits(row))).collect();
        Digits { shape: &shape, lines }
    };
    let divisions = (0..relation.divisions).map(|_| division()).collect_vec();
    let names = ["", ", second division"];
    for (division, name) in divisions.iter().zip(names) {
        for (line, digits) in &division.lines {
            for (place, digit) in digits.iter().enumerate() {
                model.name(format!("digit {} of {}{name}", place + 1, line.words()), digit);
            }
        }
    }
    model.rule("No line begins with 0.");
    for (line, digits) in divisions.iter().flat_map(|division| &division.lines) {
        model.at(line.words()).require(digits[0].is_not(0));
    }
    let has_product = |place: usize| shape.steps.iter().any(|step| step.digit == place + 1);
    let zeros = (0..shape.quotient).filter(|&place| !has_product(place)).collect_vec();
    if !zeros.is_empty() {
        model.rule("A digit of the quotient without a product is 0.");
        let quotients = divisions.iter().map(|division| division.line(Line::Quotient));
        let digits =
            quotients.cartesian_product(&zeros).map(|(digits, &place)| digits[place].is(0));
        model.require(all(digits));
    }
    for (division, name) in divisions.iter().zip(names) {
        division.state(model, name);
    }
    model.rule(relation.rule);
    for (&line, row) in &marks.0 {
        for (place, mark) in row.0.iter().enumerate() {
            let digits = divisions.iter().map(|division| &division.line(line)[place]).collect_vec();
            let model = &mut model.at(format!("digit {} of {}", place + 1, line.words()));
            state_mark(model, relation, *mark, &digits);
        }
    }
    if let [one, other] = &divisions[..] {
        model.rule("The smaller divisor comes first; of the same divisors, the smaller dividend.");
        let model = &mut model.at("both divisions");
        let [one, other] = [one, other]
            .map(|division| [division.line(Line::Divisor), division.line(Line::Dividend)].concat());
        state_order(model, &one, &other, |order| order != Ordering::Greater);
    }
    let lines = divisions.iter().flat_map(|division| division.lines.values());
    let lengths = lines.clone().map(Vec::len).collect_vec();
    let shown = lines.flatten().cloned().collect_vec();
    board.read(shown, move |numbers| {
        let mut numbers = numbers.iter().copied();
        let mut line =
            |&length: &usize| Board::from(Grid::from_fn(1, length, |_| numbers.next().flatten()));
        lengths.iter().map(&mut line).collect_vec().into()
    });
}

impl Digits<'_> {
    /// Returns the digits of a line; no digit if there is no such line.
    fn line(&self, line: Line) -> &[Int] {
        self.lines.get(&line).map_or(&[], Vec::as_slice)
    }

    /// States that the division with this name is right.
    fn state(&self, model: &mut Model, name: &str) {
        let [divisor, quotient, dividend] =
            [Line::Divisor, Line::Quotient, Line::Dividend].map(|line| self.line(line));
        model.rule("A product is the divisor times a digit of the quotient.");
        for step in &self.shape.steps {
            let line = Line::Step(step.digit, Part::Product);
            let product = self.line(line);
            let model = &mut model.at(format!("{}{name}", line.words()));
            for (times, is_digit) in quotient[step.digit - 1].values() {
                let rule = number(product).equals(number(divisor) * times);
                model.require(implies(is_digit, rule));
            }
            // Consequences for last digits are also stated, since sums show them late.
            let last = [divisor, product].map(|line| &line[line.len() - 1]);
            state_last(model, [last[0], &quotient[step.digit - 1]], last[1], |one, other| {
                one * other
            });
        }
        model.rule("A product and what is left below it add up to what stands above.");
        let mut above = &dividend[..self.shape.steps[0].end];
        for step in &self.shape.steps {
            let product = self.line(Line::Step(step.digit, Part::Product));
            let line = Line::Step(step.digit, Part::Rest);
            let rest = self.line(line);
            let model = &mut model.at(format!("{}{name}", line.words()));
            let total = number(product) + number(&rest[..step.left()]);
            model.require(total.equals(number(above)));
            if let [Some(rest), Some(product), Some(above)] =
                [&rest[..step.left()], product, above].map(<[Int]>::last)
            {
                state_last(model, [rest, product], above, |one, other| one + other);
            }
            above = rest;
        }
        model.rule("The next digits of the dividend are brought down.");
        for step in &self.shape.steps {
            let line = Line::Step(step.digit, Part::Rest);
            let rest = self.line(line);
            let model = &mut model.at(format!("{}{name}", line.words()));
            let brought = dividend[step.end..step.next].iter().rev();
            for (from, to) in brought.zip(from_the_right(rest)) {
                model.require(equal(from, &to));
            }
        }
        model.rule("What is left is smaller than the divisor.");
        let last = self.shape.steps.last().map(|last| last.digit);
        for step in &self.shape.steps {
            let line = Line::Step(step.digit, Part::Rest);
            // Zeros at the end of the quotient bring digits down, too.
            let length = if Some(step.digit) == last { step.rest } else { step.left() };
            model
                .at(format!("{}{name}", line.words()))
                .require((number(&self.line(line)[..length]) + 1).at_most(number(divisor)));
        }
    }
}

/// Returns the digits of a number from the right, then endless zeros.
fn from_the_right(number: &[Int]) -> impl Iterator<Item = Int> + '_ {
    number.iter().rev().cloned().chain(iter::repeat_with(|| Int::constant(0)))
}

/// States that the numbers, read from the left, are in an order that is right.
fn state_order(model: &mut Model, one: &[Int], other: &[Int], is_right: fn(Ordering) -> bool) {
    let pairs = one.iter().interleave(other).collect_vec();
    // The order so far, and the first digit of a pair.
    let step = |&(order, first): &(Ordering, Option<i64>), digit| match first {
        None => Some((order, Some(digit))),
        Some(first) => Some((order.then(first.cmp(&digit)), None)),
    };
    let automaton = Automaton::new(
        model.budget(),
        vec![(0..=9).collect(); pairs.len()],
        (Ordering::Equal, None),
        step,
        |&(order, _)| is_right(order),
    );
    model.regular(pairs, &automaton);
}

/// States that digits are those that a mark stands for.
fn state_mark(model: &mut Model, relation: &Relation, mark: Option<u8>, digits: &[&Int]) {
    let holds = |digits: &[u8]| (relation.holds)(mark, digits);
    if let &[one, other] = digits {
        // Each digit goes with some digit of the other: a table of pairs that needs no states.
        for value in 0..=9_u8 {
            let fits = (0..=9_u8).filter(|&next| holds(&[value, next]));
            let fits = any(fits.map(|next| other.is(next)));
            model.require(implies(one.is(value), fits));
            let fits = (0..=9_u8).filter(|&next| holds(&[next, value]));
            let fits = any(fits.map(|next| one.is(next)));
            model.require(implies(other.is(value), fits));
        }
        return;
    }
    let tuples = iter::repeat_n(0..=9_u8, digits.len()).multi_cartesian_product();
    let right = tuples.filter(|tuple| holds(tuple));
    model.table(digits, right.map(|tuple| tuple.into_iter().map_into().collect_vec()));
}

/// States the last digit of a function of two numbers, by their last digits.
fn state_last(
    model: &mut Model,
    [one, other]: [&Int; 2],
    last: &Int,
    function: fn(i64, i64) -> i64,
) {
    for (left, is_left) in one.values() {
        for (right, is_right) in other.values() {
            model.require(when([is_left, is_right], last.is(function(left, right) % 10)));
        }
    }
}

/// Returns the number that digits make.
fn number(digits: &[Int]) -> Sum {
    digits.iter().fold(Sum::default(), |number, digit| number * 10 + digit)
}
