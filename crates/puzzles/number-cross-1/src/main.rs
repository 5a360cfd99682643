//! # Number Cross
//!
//! *Jane Street, August 2014.* The white cells of a crossword grid are filled with digits from 1 to
//! 9, so that each entry, a maximal run of at least two white cells, is a number. No digit occurs
//! twice in an entry, and all entries are different numbers. The clue of an entry is a property of
//! its number N, such as being a square, a prime or a multiple of 11, or having digits that add up
//! to 42 or ascend, or a relation to the numbers of other entries: `smallest`, `largest` or
//! `largest-both-ways` (read backwards, too) of all; `less`, `greater`, `half`, `multipleof` or
//! `samedigits` with one entry, as in `less D23`; `sum`, `difference` or `product` with two, as in
//! `sum A37 D6`. The answer is the sum of all numbers of five digits.
//!
//! ```text
//! 1 2 3      A1: multiple 286     D1: greater D3        5 7 2     572 = 2 x 286, 741 = 3 x 247;
//! 4 . .      A4: greater D3       D2: multiple 247      2 4 5     D1 and D3 are 52 and 25,
//! # . #                           D3: samedigits D1     # 1 #     and A4 is 245
//! ```
//!
//! ## Idea
//! The puzzle has no search: the [rules](Puzzle::rules) alone solve it and prove the solution
//! unique. The numbers of up to three digits are listed and made arc-consistent: a number is
//! removed if no crossing entry can hold its digits. An automaton reads longer numbers digit by
//! digit. Another adds sums from the right, with the carry as its state. Products and multiples are
//! tables over the lists of their factors.
//!
//! Other grids may have entries without a clue, and up to 16 rows and columns. A prime has at most
//! six digits, a `multipleof` five, and divisors and factors three, so that lists stay short.

mod clue;
mod constraints;

use std::collections::BTreeMap;

use number_cross::property::Property;
use number_cross::{Crossword, Name, check};
use puzzle::prelude::*;

use clue::{Clue, RELATIONS, Relation};

/// A crossword whose clues are properties of its numbers and relations between them.
#[derive(Deserialize)]
#[serde(transparent)]
struct NumberCross(Crossword<Clue>);

/// Returns the number of digits of each entry.
fn lengths(crossword: &Crossword<Clue>) -> BTreeMap<Name, usize> {
    crossword.entries().into_iter().map(|entry| (entry.name, entry.cells.len())).collect()
}

puzzle::program!(NumberCross, explained);

impl Puzzle for NumberCross {
    fn form(&self) -> Form {
        self.0.form(1..=9)
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()?;
        let len = lengths(&self.0);
        for (&name, clue) in &self.0.clues {
            limits(name, clue, &len).with_context(|| format!("`clues.{name}`, `{clue}`"))?;
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(&self.0, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let number = numbers(board);
        for (name, digits) in check::read(board) {
            ensure!(digits.iter().all_unique(), "{name} holds a digit twice: {}", number[&name]);
        }
        for [one, other] in number.iter().array_combinations() {
            ensure!(one.1 != other.1, "{} and {} are the same number {}", one.0, other.0, one.1);
        }
        for (&name, clue) in &self.0.clues {
            let is_kept = is_kept(name, clue, &number);
            ensure!(is_kept, "{name} is {}, which is not: {clue}", number[&name]);
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let numbers = numbers(board).into_values();
        Answer::new(numbers.filter(|number| (10_000..100_000).contains(number)).sum::<u64>())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        self.0.draw(picture, Clue::description);
    }
}

impl Setter for NumberCross {
    fn sizes(&self) -> Vec<usize> {
        (1..=number_cross::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(number_cross::random(size, random))
    }

    /// Returns a correct clue for each entry, one that excludes the most other boards: by turns the
    /// largest divisor, a relation, and any clue.
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let (number, len) = (numbers(board), lengths(&self.0));
        let others = others.iter().map(numbers).collect_vec();
        let clues = number.keys().enumerate().filter_map(|(turn, &name)| {
            let mut right = possible_clues(name, &number);
            right.retain(|clue| is_kept(name, clue, &number) && limits(name, clue, &len).is_ok());
            let excluded =
                |clue: &Clue| others.iter().filter(|other| !is_kept(name, clue, other)).count();
            let right = right.iter().max_set_by_key(|clue| excluded(clue));
            let is_divisor = |clue: &&&Clue| matches!(clue, Clue::Property(Property::Multiple(_)));
            let clue = match turn % 3 {
                0 => right.iter().rfind(is_divisor).or(right.first()),
                1 => right.last(),
                _ => right.get(turn * 7919 % right.len().max(1)),
            };
            Some((name.to_string(), clue?.to_string()))
        });
        Some(Draft::new().value("clues", clues.collect::<BTreeMap<_, _>>()))
    }
}

/// Refuses entries that do not exist, and clues that would make long lists for the rules.
fn limits(name: Name, clue: &Clue, len: &BTreeMap<Name, usize>) -> Result<()> {
    let names: &[Name] = if let Clue::Relation(_, names) = clue { names } else { &[] };
    for other in names {
        ensure!(*other != name, "expected another entry than {name} itself");
        ensure!(len.contains_key(other), "the grid has no entry {other}");
    }
    // The most digits of the entry, and of those that it names.
    let (most, most_named) = match clue {
        Clue::Property(Property::Prime | Property::TwicePrime) => (6, usize::MAX),
        Clue::Relation((_, Relation::MultipleOf, ..), _) => (5, constraints::LISTED),
        Clue::Relation((_, Relation::Product, ..), _) => (usize::MAX, constraints::LISTED),
        _ => (usize::MAX, usize::MAX),
    };
    let named = names.iter().map(|&other| (other, most_named));
    for (name, most) in named.chain([(name, most)]) {
        let digits = puzzle::counted(len[&name], "digit");
        ensure!(len[&name] <= most, "{name} has {digits}; expected at most {most}");
    }
    let is_small = !matches!(clue, Clue::Property(Property::Multiple(of)) if *of > 10_000);
    ensure!(is_small, "expected a divisor of at most 10000");
    Ok(())
}

/// Returns clues of all kinds for an entry; most of them are wrong.
fn possible_clues(name: Name, number: &BTreeMap<Name, u64>) -> Vec<Clue> {
    let digits = number[&name].to_string();
    let sum = digits.bytes().map(|digit| u64::from(digit - b'0')).sum();
    let properties = [Property::Square, Property::Prime, Property::TwicePrime, Property::Ascending]
        .into_iter()
        .chain([Property::Descending, Property::Odd, Property::Even, Property::DigitSum(sum)])
        .chain((2..number[&name].min(1000)).map(Property::Multiple));
    let others = number.keys().copied().filter(|&other| other != name).collect_vec();
    let relations = RELATIONS.into_iter().flat_map(|wording @ (_, _, count, _)| {
        let names = vec![others.iter().copied(); count].into_iter().multi_cartesian_product();
        names.map(move |names| Clue::Relation(wording, names))
    });
    properties.map(Clue::Property).chain(relations).collect()
}

/// Returns the numbers in the entries of a filled board.
fn numbers(board: &Board) -> BTreeMap<Name, u64> {
    let number = |digits: Vec<i64>| digits.iter().fold(0, |n, digit| 10 * n + digit.unsigned_abs());
    check::read(board).into_iter().map(|(name, digits)| (name, number(digits))).collect()
}

/// Returns whether a number keeps its clue, read literally.
fn is_kept(name: Name, clue: &Clue, number: &BTreeMap<Name, u64>) -> bool {
    let n = number[&name];
    // Numbers of the same length are compared like texts.
    let backwards = |n: u64| n.to_string().chars().rev().collect::<String>();
    let sorted = |n: u64| n.to_string().bytes().sorted().collect_vec();
    let mut others = number.iter().filter(|(other, _)| **other != name).map(|(_, &number)| number);
    let (relation, names) = match clue {
        Clue::Property(property) => return property.holds(n),
        Clue::Relation((_, relation, ..), names) => (*relation, names),
    };
    match (relation, &names.iter().map(|name| number[name]).collect_vec()[..]) {
        (Relation::Smallest, _) => others.all(|other| n < other),
        (Relation::Largest, _) => others.all(|other| n > other),
        (Relation::LargestBothWays, _) => others
            .filter(|other| other.ilog10() == n.ilog10())
            .all(|other| n > other && backwards(n) > other.to_string()),
        (Relation::Less, &[x]) => n < x,
        (Relation::Greater, &[x]) => n > x,
        (Relation::Half, &[x]) => 2 * n == x,
        (Relation::MultipleOf, &[x]) => n.is_multiple_of(x),
        (Relation::SameDigits, &[x]) => sorted(n) == sorted(x),
        (Relation::Sum, &[x, y]) => n == x + y,
        (Relation::Difference, &[x, y]) => n + y == x,
        (Relation::Product, &[x, y]) => n == x * y,
        _ => false,
    }
}
