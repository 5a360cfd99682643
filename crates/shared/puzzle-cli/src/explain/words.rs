//! Describes steps in words.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ::explain::{Explainer, Link, Reading, Step};
use grid_utils::Cell;
use protocol::{Ground, Told};
use pseudo_boolean::Literal;
use puzzle::Form;
use rules::{Flag, Name, Named};

use super::english::{
    Statement, capital, capped, distinct, either, joined, lower, runs, short, statement_of_rule,
};

/// Most names of a place; the others are counted.
const MOST_NAMES: usize = 6;

/// Most statements of a sentence; the others are counted.
const MOST_STATEMENTS: usize = 12;

/// Most links of a chain in a sentence.
const MOST_LINKS: usize = 24;

/// Describes steps of an explainer; the form of the boards provides the words for cells: "7",
/// "empty".
pub(crate) struct Words<'w> {
    explainer: &'w Explainer<'w>,
    form: &'w Form,
}

impl<'w> Words<'w> {
    pub(crate) fn new(explainer: &'w Explainer<'w>, form: &'w Form) -> Self {
        Words { explainer, form }
    }

    /// Describes the step in a few sentences.
    pub(crate) fn sentence(&self, step: &Step) -> String {
        let all = self.statements(&step.facts);
        let values = self.statements(&self.values(&step.facts));
        let headline = if values.is_empty() {
            // The assumption that the chain refutes comes first, together with others of its kind.
            all.clone()
        } else if step.chain.is_empty() || self.explainer.is_value(step.facts[0]) {
            values
        } else {
            self.statements(&step.facts[..1])
        };
        let others: Vec<_> = all.into_iter().filter(|one| !headline.contains(one)).collect();
        // Names of cells stay as they are.
        let is_cell = headline.first().is_some_and(|one| one.name.parse::<Cell>().is_ok());
        let mut text = joined(headline, MOST_STATEMENTS);
        let gained = self.values(&step.at_once);
        if !gained.is_empty() {
            let _ = write!(text, ", so {}", self.said(&gained));
        }
        if step.groups.len() == 1 && !step.is_trivial {
            text += " in every case";
        }
        let rules = self.by_rule(&step.groups).into_iter();
        let rules = rules.map(|(rule, places)| {
            let text = statement_of_rule(rule, &places);
            // Names such as `N` stay as they are.
            let is_word = text.chars().nth(1).is_some_and(char::is_lowercase);
            if is_word || text.starts_with("A ") { lower(&text) } else { text }
        });
        let _ = write!(text, ": {}", rules.collect::<Vec<_>>().join(", and "));
        if !step.because.is_empty() {
            let _ = write!(text, ", as {}", self.said(&step.because));
        }
        text.push('.');
        if !step.chain.is_empty() {
            let _ = write!(text, " {}", self.chain(step));
        }
        if !others.is_empty() {
            let _ = write!(text, " Also, {}.", joined(others, MOST_STATEMENTS));
        }
        if is_cell { text } else { capital(&text) }
    }

    /// Describes consecutive trivial steps by the cells that they fill.
    pub(crate) fn folded(&self, steps: &[Step]) -> String {
        let facts: Vec<Literal> = steps.iter().flat_map(Step::all_facts).collect();
        let values = self.values(&facts);
        let excluded = facts.len() - values.len();
        let is_on_board = |fact: &Literal| {
            let reading = self.explainer.reading(*fact);
            reading.is_some_and(|reading| self.named(reading.number).is_on_board)
        };
        let filled = self.statements(&values.into_iter().filter(is_on_board).collect::<Vec<_>>());
        match filled.len() {
            0 => format!("Values are excluded step by step, {excluded} in all."),
            1 => format!("One cell follows: {}.", joined(filled, 1)),
            count => {
                format!("{count} cells follow one by one: {}.", runs(&filled).join(", "))
            }
        }
    }

    /// Returns the step as data.
    pub(crate) fn told(&self, step: &Step) -> Told {
        let facts: Vec<Literal> = step.all_facts().collect();
        let numbers = self.readings(&facts).into_iter().map(|reading| reading.number);
        let grounds = step.groups.iter().map(|&group| Ground {
            rule: self.rule(group).to_owned(),
            place: self.place(group),
            cells: self.cells(self.explainer.numbers(group)),
        });
        Told {
            cells: distinct(self.cells(numbers)),
            facts: self.equations(&facts),
            groups: grounds.collect(),
            because: self.equations(&step.because),
            is_trivial: step.is_trivial,
            chain: self.links(step),
        }
    }

    /// Returns the cells of literals, in their order.
    pub(crate) fn cells_of(&self, literals: &[Literal]) -> Vec<Cell> {
        self.readings(literals).iter().filter_map(|reading| self.cell(reading.number)).collect()
    }

    /// Returns the names of the literals' numbers.
    pub(crate) fn names(&self, literals: &[Literal]) -> Vec<String> {
        self.readings(literals).iter().map(|reading| self.name(reading.number)).collect()
    }

    /// Returns where to look for a step: the places of its groups, or its cells if the groups
    /// concern the whole board.
    pub(crate) fn places(&self, step: &Step) -> Vec<String> {
        let places: Vec<String> = step.groups.iter().map(|&group| self.place(group)).collect();
        if places.iter().all(String::is_empty) { self.told(step).cells } else { distinct(places) }
    }

    /// Returns the rules of a step, with their places.
    pub(crate) fn rules(&self, step: &Step) -> Vec<String> {
        let rules = self.by_rule(&step.groups).into_iter();
        rules.map(|(rule, places)| statement_of_rule(rule, &places)).collect()
    }

    /// Returns the facts that give a number its value.
    pub(crate) fn values(&self, facts: &[Literal]) -> Vec<Literal> {
        facts.iter().copied().filter(|&fact| self.explainer.is_value(fact)).collect()
    }

    fn named(&self, number: usize) -> &Named {
        &self.explainer.subject().groups().named[number]
    }

    fn name(&self, number: usize) -> String {
        self.named(number).name.to_string()
    }

    fn cell(&self, number: usize) -> Option<Cell> {
        match self.named(number).name {
            Name::Cell(cell) => Some(cell),
            Name::Text(_) => None,
        }
    }

    fn rule(&self, group: usize) -> &str {
        self.explainer.subject().heading(group).unwrap_or("What is given.")
    }

    /// Returns the numbers among these that the board shows.
    fn cells(&self, numbers: impl Iterator<Item = usize>) -> Vec<String> {
        let on_board = numbers.filter(|&number| self.named(number).is_on_board);
        on_board.map(|number| self.name(number)).collect()
    }

    /// Returns the distinct rules of these groups with their places.
    fn by_rule(&self, groups: &[usize]) -> Vec<(&str, Vec<String>)> {
        let mut found: Vec<(&str, Vec<String>)> = Vec::new();
        for &group in groups {
            let (rule, place) = (self.rule(group), self.place(group));
            match found.iter_mut().find(|(other, _)| *other == rule) {
                Some((_, places)) => places.push(place),
                None => found.push((rule, vec![place])),
            }
        }
        found
    }

    /// Returns the name of a group within its step: its place, if that is short and unique, else
    /// its rule, else both.
    fn label(&self, group: usize, step: &Step) -> String {
        let (place, rule) = (self.place(group), self.rule(group));
        let is_own = |is_same: &dyn Fn(usize) -> bool| {
            step.groups.iter().filter(|&&other| is_same(other)).count() == 1
        };
        let has_own_place = is_own(&|other| self.place(other) == place);
        let has_own_rule = is_own(&|other| self.rule(other) == rule);
        // A list of cells is not a name for a rule.
        let is_short = !place.is_empty() && !place.contains(" and ");
        match (has_own_place, has_own_rule) {
            (true, _) if place.parse::<Cell>().is_ok() => format!("the rule at {place}"),
            (true, _) if is_short => place,
            (_, true) => short(rule),
            (true, false) if !place.is_empty() => place,
            _ => format!("{} {place}", short(rule)).trim_end().to_owned(),
        }
    }

    /// Returns where a group applies, by default the cells that it mentions; empty for the whole
    /// board.
    fn place(&self, group: usize) -> String {
        let groups = self.explainer.subject().groups();
        if let Some(place) = &groups.groups[group].place {
            return place.clone();
        }
        let whole = groups.named.iter().filter(|named| named.is_on_board).count();
        let numbers: Vec<usize> = self.explainer.numbers(group).collect();
        let cells: BTreeSet<Cell> =
            numbers.iter().filter_map(|&number| self.cell(number)).collect();
        if cells.is_empty() {
            let names: Vec<String> = numbers.iter().map(|&number| self.name(number)).collect();
            return if names.len() < whole { capped(&names, 4) } else { String::new() };
        }
        if cells.len() < whole {
            return self.shape(&cells, self.rule(group));
        }
        let readings = self.explainer.readings(group);
        let words = readings.iter().map(|reading| self.word(reading.number, reading.value));
        match &distinct(words)[..] {
            [value] if value.parse::<i64>().is_ok() => format!("the {value}s"),
            _ => String::new(),
        }
    }

    /// Returns a name for the cells of a rule.
    fn shape(&self, cells: &BTreeSet<Cell>, rule: &str) -> String {
        let (rows, columns) = self.form.size().unwrap_or_default();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let spread = |place: fn(&Cell) -> usize| {
            let places: BTreeSet<usize> = cells.iter().map(place).collect();
            (places.first().copied().unwrap_or(0), places.last().copied().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (spread(|cell| cell.row), spread(|cell| cell.column));
        let is_full = cells.len() == (bottom + 1 - top) * (right + 1 - left);
        let rule = rule.to_lowercase();
        let speaks_of = |what: &str| {
            let beginnings = ["every", "each", "a", "the cells of a"];
            beginnings.iter().any(|each| rule.contains(&format!("{each} {what} ")))
        };
        match (top == bottom, left == right) {
            _ if cells.len() == 1 => names[0].clone(),
            line if speaks_of("region") && !(is_full && (line.0 || line.1)) => {
                format!("the region of {}", names[0])
            }
            (true, _) if is_full && cells.len() == columns => format!("row {}", top + 1),
            (_, true) if is_full && cells.len() == rows => format!("column {}", left + 1),
            (false, false) if is_full && speaks_of("box") => format!("the box of {}", names[0]),
            _ if is_full && cells.len() > 2 => {
                format!("{} to {}", names[0], names[names.len() - 1])
            }
            _ => capped(&names, MOST_NAMES),
        }
    }

    fn word(&self, number: usize, value: i64) -> String {
        self.cell(number).map_or_else(|| value.to_string(), |cell| self.form.said(cell, value))
    }

    fn readings(&self, literals: &[Literal]) -> Vec<Reading> {
        literals.iter().filter_map(|&literal| self.explainer.reading(literal)).collect()
    }

    /// Returns equations such as `r7c2 = 7`, `r7c2 != 7`, omitting those implied by a value.
    fn equations(&self, literals: &[Literal]) -> Vec<String> {
        let (values, others): (Vec<Reading>, Vec<Reading>) =
            self.readings(literals).into_iter().partition(|one| one.holds);
        let has_no_value = |one: &&Reading| values.iter().all(|value| value.number != one.number);
        let texts = values.iter().chain(others.iter().filter(has_no_value)).map(|one| {
            let sign = if one.holds { "=" } else { "!=" };
            format!("{} {sign} {}", self.name(one.number), self.word(one.number, one.value))
        });
        distinct(texts)
    }

    /// Returns a sentence about literals, with a count of those left out.
    fn said(&self, literals: &[Literal]) -> String {
        joined(self.statements(literals), MOST_STATEMENTS)
    }

    /// Returns one statement per number, omitting those implied by a value.
    fn statements(&self, literals: &[Literal]) -> Vec<Statement> {
        let mut told: Vec<(usize, Vec<Reading>)> = Vec::new();
        for reading in self.readings(literals) {
            match told.iter_mut().find(|(number, _)| *number == reading.number) {
                Some((_, readings)) => readings.push(reading),
                None => told.push((reading.number, vec![reading])),
            }
        }
        told.into_iter().map(|(number, readings)| self.statement(number, &readings)).collect()
    }

    fn statement(&self, number: usize, readings: &[Reading]) -> Statement {
        let named = self.named(number);
        let mut excluded: Vec<i64> = readings.iter().map(|reading| reading.value).collect();
        excluded.sort_unstable();
        let values = named.number.values().filter(|(value, _)| !excluded.contains(value));
        let values: Vec<(i64, Flag)> = values.collect();
        let value = match (readings.iter().find(|reading| reading.holds), readings, &values[..]) {
            (Some(reading), ..) => Some(reading.value),
            // The other of two values.
            (None, [_], &[(other, _)]) => Some(other),
            _ => None,
        };
        if let Some(value) = value {
            return match truth(named) {
                Some((name, predicate)) => {
                    let not = if value == 1 { "" } else { "not " };
                    Statement { name, predicate: format!("is {not}{predicate}") }
                }
                None => self.statement_with(number, "", &[value]),
            };
        }
        let left = values.iter().filter(|(_, flag)| *flag != Flag::FALSE);
        let left: Vec<i64> = left.map(|&(value, _)| value).collect();
        if left.len() <= 3.min(excluded.len()) {
            self.statement_with(number, "", &left)
        } else {
            self.statement_with(number, "not ", &excluded)
        }
    }

    fn statement_with(&self, number: usize, not: &str, values: &[i64]) -> Statement {
        let words: Vec<String> = values.iter().map(|&value| self.word(number, value)).collect();
        Statement { name: self.name(number), predicate: format!("is {not}{}", either(&words)) }
    }

    /// Returns the chain as a sentence: "If r7c2 were not 7, ...".
    fn chain(&self, step: &Step) -> String {
        let denial = self.said(step.chain[0].follows.as_slice());
        let mut text = format!("If {},", denial.replacen(" is ", " were ", 1));
        let links = step.chain.iter().filter_map(|link| Some((link.group?, link)));
        let links: Vec<(usize, &Link)> = links.collect();
        let mut told = 0;
        for run in links.chunk_by(|one, other| one.0 == other.0) {
            if told > MOST_LINKS {
                let _ = write!(text, " and so on, to a contradiction after {} links.", links.len());
                break;
            }
            let label = self.label(run[0].0, step);
            let follows: Vec<Literal> = run.iter().filter_map(|(_, link)| link.follows).collect();
            if !follows.is_empty() {
                let _ = write!(text, " then {} ({label}),", self.said(&follows));
            }
            if follows.len() < run.len() {
                let _ = write!(text, " which contradicts {label}.");
            }
            told += run.len();
        }
        text
    }

    /// Returns the links of the chain: "if r7c2 is not 7, r7c5 is not 2 (row 7)".
    fn links(&self, step: &Step) -> Vec<String> {
        let said = |literals: &[Literal]| joined(self.statements(literals), usize::MAX);
        let told = step.chain.iter().filter(|link| !link.reasons.is_empty());
        let texts = told.map(|link| {
            let reasons = said(&link.reasons);
            let label = link.group.map_or_else(String::new, |group| self.label(group, step));
            match link.follows {
                Some(follows) if label.is_empty() => format!("if {reasons}, {}", said(&[follows])),
                Some(follows) => format!("if {reasons}, {} ({label})", said(&[follows])),
                None => format!("if {reasons}, {label} is contradicted"),
            }
        });
        texts.collect()
    }
}

/// Returns subject and predicate of a 0-1 number off the grid that states whether something is
/// true.
fn truth(named: &Named) -> Option<(String, String)> {
    let Name::Text(name) = &named.name else { return None };
    named.number.values().map(|(value, _)| value).eq([0, 1]).then(|| {
        let default = if name.starts_with("that ") { "true" } else { "there" };
        let (subject, predicate) = name.split_once(" is ").unwrap_or((name, default));
        (subject.to_owned(), predicate.to_owned())
    })
}
