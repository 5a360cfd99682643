//! The rules as constraints.

use std::collections::BTreeMap;

use number_cross::property::{Place, Property, Reading};
use number_cross::{Crossword, Entry, Name};
use puzzle::prelude::*;
use rules::{Automaton, Budget};

use crate::clue::{Clue, Relation};

/// The numbers of entries of up to this many digits are listed.
pub(crate) const LISTED: usize = 3;

/// The numbers of the entries.
struct Numbers {
    /// The digits of each entry.
    digits: BTreeMap<Name, Vec<Int>>,
    /// The number of each short entry.
    number: BTreeMap<Name, Int>,
}

/// States the rules.
pub(crate) fn state(crossword: &Crossword<Clue>, model: &mut Model, board: &mut Unknown) {
    let (digits, mut lists) = narrowed(crossword, model.budget());
    let digit = crossword.numbers(model, |cell| digits[cell].iter().copied());
    let entries = crossword.entries();
    let digits_of = |entry: &Entry| entry.cells.iter().map(|&cell| digit[cell].clone()).collect();
    let digits = entries.iter().map(|entry| (entry.name, digits_of(entry))).collect();
    let mut numbers = Numbers { digits, number: BTreeMap::new() };
    model.rule("No digit, 1 to 9, occurs twice in an entry.");
    for (name, digits) in &numbers.digits {
        let model = &mut model.at(name);
        model.require(all_different(digits));
        // Two of ten digits are the same.
        model.require(Flag::from(digits.len() < 10));
    }
    model.rule("The number of an entry has the property that its clue names.");
    for &Entry { name, .. } in &entries {
        let clue = crossword.clues.get(&name);
        let model = &mut model.at(place(name, clue));
        match (lists.remove(&name), clue) {
            (Some(list), _) => numbers.is_listed(model, name, &list),
            // Longer entries are excluded already, and their lists would be long.
            (None, Some(&Clue::Property(property))) if numbers.len(name) < 10 => {
                numbers.has(model, name, property);
            }
            _ => {}
        }
    }
    model.rule(
        "The number of an entry is related to those of others as its clue says; both ways: read \
         backwards, too.",
    );
    for (&name, clue) in &crossword.clues {
        if let Clue::Relation((_, relation, ..), names) = clue {
            numbers.relates(&mut model.at(place(name, Some(clue))), name, *relation, names);
        }
    }
    model.rule("All entries are different numbers.");
    let short = format!("numbers of up to {LISTED} digits");
    model.at(short).require(all_different(numbers.number.values()));
    for pair in entries.iter().map(|entry| entry.name).array_combinations() {
        numbers.differ(model, pair);
    }
    board.set_cells(&digit);
}

/// Names the clue of an entry, or any number in it.
fn place(name: Name, clue: Option<&Clue>) -> String {
    let clue = clue.map_or("any number".to_owned(), Clue::description);
    format!("{name}: {clue}")
}

/// Returns the possible digits of each cell and numbers of the short entries: the numbers with the
/// property of their clue whose digits can be digits of the crossing entries.
fn narrowed(
    crossword: &Crossword<Clue>,
    budget: &Budget,
) -> (Grid<Vec<i64>>, BTreeMap<Name, Vec<u64>>) {
    let (rows, columns) = crossword.size();
    let mut allowed = Grid::filled(rows, columns, (1..=9).collect::<Vec<i64>>());
    let list = |entry: Entry| {
        let property = match crossword.clues.get(&entry.name) {
            Some(&Clue::Property(property)) => property,
            _ => Property::Multiple(1),
        };
        let numbers = numbers(budget, property, entry.cells.len());
        (entry, numbers)
    };
    let short = crossword.entries().into_iter().filter(|entry| entry.cells.len() <= LISTED);
    let mut lists = short.map(list).collect_vec();
    loop {
        let before = allowed.clone();
        for (entry, numbers) in &mut lists {
            let fits = |(&cell, digit): (_, &i64)| allowed[cell].contains(digit);
            numbers.retain(|&number| entry.cells.iter().zip(&digits(number)).all(fits));
            for (place, &cell) in entry.cells.iter().enumerate() {
                let held: Vec<i64> = numbers.iter().map(|&number| digits(number)[place]).collect();
                allowed[cell].retain(|digit| held.contains(digit));
            }
        }
        if allowed == before {
            return (allowed, lists.into_iter().map(|(entry, list)| (entry.name, list)).collect());
        }
    }
}

impl Numbers {
    fn len(&self, name: Name) -> usize {
        self.digits[&name].len()
    }

    /// Requires a property of a long number: digit by digit, or, failing that, from a list.
    fn has(&self, model: &mut Model, name: Name, property: Property) {
        let digits = &self.digits[&name];
        let budget = model.budget();
        let automaton = if let Some(reading) = property.reading() {
            let next = |reading: &Reading, digit| reading.next(u8::try_from(digit).ok()?);
            let holds = |reading: &Reading| reading.holds();
            Automaton::new(budget, digits.iter().map(values), reading, next, holds)
        } else {
            let numbers = numbers(budget, property, digits.len()).into_iter();
            Automaton::of_rows(budget, numbers.map(self::digits))
        };
        model.regular(digits, &automaton);
    }

    /// Requires a short number to be in a list, and each of its digits to be a digit of these.
    fn is_listed(&mut self, model: &mut Model, name: Name, list: &[u64]) {
        let number = model.int(list.iter().copied());
        for (place, digit) in self.digits[&name].iter().enumerate() {
            for (value, is_value) in digit.values() {
                let with = number
                    .values()
                    .filter(|(number, _)| digits(number.unsigned_abs()).get(place) == Some(&value));
                model.require(sum(with.map(|(_, is_number)| is_number)).equals(is_value));
            }
        }
        self.number.insert(name, number);
    }

    fn relates(&self, model: &mut Model, name: Name, relation: Relation, names: &[Name]) {
        let mine = &self.digits[&name];
        let rest = self.digits.iter().filter(|&(&other, _)| other != name).map(|(_, rest)| rest);
        match (relation, names) {
            (Relation::Less, [other]) => less(model, mine, &self.digits[other]),
            (Relation::Greater, [other]) => less(model, &self.digits[other], mine),
            (Relation::Half, &[other]) => self.adds_up(model, [name, name, other]),
            (Relation::SameDigits, &[other]) => self.same_digits(model, name, other),
            (Relation::Sum, &[one, other]) => self.adds_up(model, [one, other, name]),
            (Relation::Difference, &[one, other]) => self.adds_up(model, [name, other, one]),
            (Relation::MultipleOf | Relation::Product, _) => self.product(model, name, names),
            (Relation::Smallest, _) => rest.for_each(|other| less(model, mine, other)),
            (Relation::Largest, _) => rest.for_each(|other| less(model, other, mine)),
            _ => {
                let backwards = mine.iter().rev().cloned().collect_vec();
                for other in rest.filter(|other| other.len() == mine.len()) {
                    less(model, other, mine);
                    less(model, other, &backwards);
                }
            }
        }
    }

    fn same_digits(&self, model: &mut Model, one: Name, other: Name) {
        for digit in 1..=9 {
            let times = |name| sum(self.digits[&name].iter().map(|int| int.is(digit)));
            model.require(times(one).equals(times(other)));
        }
    }

    /// Requires the first two numbers to add up to the last: digit by digit from the right, with a
    /// carry.
    fn adds_up(&self, model: &mut Model, names: [Name; 3]) {
        let longest = names.iter().map(|&name| self.len(name)).max().unwrap_or(0);
        let zero = Int::constant(0);
        let digit = |(place, name)| self.digits[name].iter().rev().nth(place).unwrap_or(&zero);
        let ints = (0..longest).cartesian_product(&names).map(digit).collect_vec();
        let automaton = Automaton::new(
            model.budget(),
            ints.iter().copied().map(values),
            (0, 0),
            // The total's digit is the last digit of the sum of the addends' digits and the carry.
            |&(step, carried): &(usize, i64), digit| match step {
                0 | 1 => Some((step + 1, carried + digit)),
                _ => (carried % 10 == digit).then_some((0, carried / 10)),
            },
            |&(_, carried)| carried == 0,
        );
        model.regular(ints, &automaton);
    }

    /// Requires a number to be a multiple of a short one, or its product with another short one.
    fn product(&self, model: &mut Model, name: Name, factors: &[Name]) {
        let end = 10_i64.pow(u32::try_from(self.len(name)).unwrap_or(u32::MAX));
        let factors = factors.iter().map(|factor| &self.number[factor]).collect_vec();
        let others = factors.get(1).map_or_else(|| (1..end).collect(), |&other| values(other));
        // A factor without numbers is 0, and so is no number.
        let products = values(factors[0]).into_iter().flat_map(|one| {
            let products = others.iter().map(move |&other| ([one, other], one * other));
            products.take_while(|&(_, product)| 0 < product && product < end)
        });
        let rows = products.filter_map(|(row, product)| {
            Some([&row[..factors.len()], &entry(product, self.len(name))?].concat())
        });
        let ints = factors.iter().copied().chain(&self.digits[&name]).collect_vec();
        model.table(&ints, rows);
    }

    /// Requires two long entries of the same length to differ in some place.
    fn differ(&self, model: &mut Model, [one, other]: [Name; 2]) {
        if self.len(one) <= LISTED || self.len(one) != self.len(other) {
            return;
        }
        let model = &mut model.at(format!("{one} and {other}"));
        let mut differences = Vec::new();
        for (one, other) in self.digits[&one].iter().zip(&self.digits[&other]) {
            let differs = model.flag();
            for (value, is_value) in one.values() {
                model.require(when([differs, is_value], none([other.is(value)])));
            }
            differences.push(differs);
        }
        model.require(any(differences));
    }
}

/// Requires a number to be less than another: numbers of the same length are compared at the first
/// place where they differ.
fn less(model: &mut Model, one: &[Int], other: &[Int]) {
    if one.len() != other.len() {
        model.require(Flag::from(one.len() < other.len()));
        return;
    }
    let mut is_equal = Flag::TRUE;
    for (one, other) in one.iter().zip(other) {
        let goes_on = model.flag();
        for (digit, is_digit) in one.values() {
            let no_less = other.values().filter(|&(value, _)| value >= digit);
            let no_less = any(no_less.map(|(_, is_value)| is_value));
            model.require(when([is_equal, is_digit], no_less));
            model.require(when([is_equal, is_digit, other.is(digit)], goes_on));
        }
        is_equal = goes_on;
    }
    model.require(!is_equal);
}

/// Returns the numbers with a property that an entry of `len` cells can hold.
fn numbers(budget: &Budget, property: Property, len: usize) -> Vec<u64> {
    let numbers = property.numbers(budget, &vec![Place::of(1..=9); len]).into_iter();
    numbers.filter(|&number| digits(number).iter().all_unique()).collect()
}

/// Returns the digits of a number if an entry of `len` cells can hold it.
fn entry(number: i64, len: usize) -> Option<Vec<i64>> {
    let digits = digits(number.unsigned_abs());
    let is_entry = digits.len() == len && digits.iter().all_unique() && !digits.contains(&0);
    is_entry.then_some(digits)
}

fn digits(number: u64) -> Vec<i64> {
    number.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect()
}

fn values(int: &Int) -> Vec<i64> {
    int.values().map(|(value, _)| value).collect()
}
