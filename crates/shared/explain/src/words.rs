//! Steps in words.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use grid_utils::Cell;
use protocol::{Ground, Told};
use pseudo_boolean::Literal;
use rules::{Flag, Name, Named};

use crate::explainer::Explainer;
use crate::step::{Link, Step};

/// Names that are listed before the others are counted.
const MOST_NAMES: usize = 12;

/// Statements that a sentence makes before the others are counted.
const MOST_STATEMENTS: usize = 12;

/// Links of a chain that a sentence follows.
const MOST_LINKS: usize = 24;

/// Steps of an explainer in words.
pub struct Words<'w, 'a> {
    explainer: &'w Explainer<'a>,
    /// What a cell is that holds a value: "7", "empty".
    said: &'w dyn Fn(Cell, i64) -> String,
}

/// What is said of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement {
    name: String,
    /// Such as "is 7".
    predicate: String,
}

impl<'a> Explainer<'a> {
    /// Steps in words: `said` tells what a cell is that holds a value, such as "7" or "empty".
    pub fn words<'w>(&'w self, said: &'w dyn Fn(Cell, i64) -> String) -> Words<'w, 'a> {
        Words { explainer: self, said }
    }
}

impl Words<'_, '_> {
    /// The step in a few sentences.
    #[must_use]
    pub fn sentence(&self, step: &Step) -> String {
        let (headline, others) = self.headline(step);
        let mut text = joined(&headline);
        let gained = self.statements(&self.values(&step.at_once));
        if !gained.is_empty() {
            let _ = write!(text, ", so {}", joined(&together(gained)));
        }
        if step.groups.len() == 1 && !step.is_trivial {
            text += " in every case";
        }
        let _ = write!(text, ": {}", self.reasons(&step.groups));
        if !step.because.is_empty() {
            let _ = write!(text, ", as {}", joined(&together(self.statements(&step.because))));
        }
        text.push('.');
        if !step.chain.is_empty() {
            let _ = write!(text, " {}", self.chain(step));
        }
        if !others.is_empty() {
            let _ = write!(text, " Also, {}.", joined(&together(others)));
        }
        // Names of cells stay as they are.
        let is_cell = headline.first().is_some_and(|one| one.name.parse::<Cell>().is_ok());
        if is_cell { text } else { capital(&text) }
    }

    /// Trivial steps that follow each other, by the cells that they fill.
    #[must_use]
    pub fn folded(&self, steps: &[Step]) -> String {
        let facts: Vec<Literal> =
            steps.iter().flat_map(|step| step.facts.iter().chain(&step.at_once)).copied().collect();
        let filled = self.on_board(&self.values(&facts));
        let statements = self.statements(&filled);
        let excluded = facts.len() - self.values(&facts).len();
        match statements.len() {
            0 => format!("Values are excluded step by step, {excluded} in all."),
            1 => format!("One cell follows: {}.", joined(&statements)),
            count => {
                let text = runs(&statements).join(", ");
                format!("{count} cells follow one by one: {text}.")
            }
        }
    }

    /// The step as data.
    #[must_use]
    pub fn told(&self, step: &Step) -> Told {
        let facts: Vec<Literal> = step.facts.iter().chain(&step.at_once).copied().collect();
        let cells = self.cells(self.readings(&facts).iter().map(|reading| reading.number));
        let grounds = step.groups.iter().map(|&group| Ground {
            rule: self.heading(group).to_owned(),
            place: self.place(group),
            cells: self.cells(self.numbers(group)),
        });
        Told {
            cells: kept(cells),
            facts: self.equations(&facts),
            groups: grounds.collect(),
            because: self.equations(&step.because),
            chain: self.links(step),
        }
    }

    /// The cells that literals speak of, in their order.
    #[must_use]
    pub fn cells_of(&self, literals: &[Literal]) -> Vec<Cell> {
        let readings = self.readings(literals).into_iter();
        let cells = readings.filter_map(|reading| match self.named(reading.number).name {
            Name::Cell(cell) => Some(cell),
            Name::Text(_) => None,
        });
        cells.collect()
    }

    /// What the numbers are called that literals speak of.
    #[must_use]
    pub fn names(&self, literals: &[Literal]) -> Vec<String> {
        let readings = self.readings(literals).into_iter();
        readings.map(|reading| self.named(reading.number).name.to_string()).collect()
    }

    /// Where to look for a step: the places of its groups, or the cells that it is about where the
    /// groups are about the whole board.
    #[must_use]
    pub fn places(&self, step: &Step) -> Vec<String> {
        let places: Vec<String> = step.groups.iter().map(|&group| self.place(group)).collect();
        if places.iter().all(String::is_empty) { self.told(step).cells } else { kept(places) }
    }

    /// The rules of a step, with their places.
    #[must_use]
    pub fn rules(&self, step: &Step) -> Vec<String> {
        let rules = self.by_heading(&step.groups);
        rules.into_iter().map(|(heading, places)| sentence(&heading, &places)).collect()
    }

    /// What is known, the values first: the facts that get a value, else all that are excluded; then the
    /// other facts.
    fn headline(&self, step: &Step) -> (Vec<Statement>, Vec<Statement>) {
        let (first, all) = (step.facts[0], self.statements(&step.facts));
        let values = self.statements(&self.values(&step.facts));
        if values.is_empty() {
            // What the chain denies comes first, and others of the same kind with it.
            return (together(all), Vec::new());
        }
        if step.chain.is_empty() || self.explainer.is_value(first) {
            let others = all.into_iter().filter(|one| !values.contains(one)).collect();
            return (together(values), others);
        }
        let headline = self.statements(&[first]);
        let others = all.into_iter().filter(|one| !headline.contains(one)).collect();
        (headline, others)
    }

    /// Those of the facts that give a number its value.
    #[must_use]
    pub fn values(&self, facts: &[Literal]) -> Vec<Literal> {
        facts.iter().copied().filter(|&fact| self.explainer.is_value(fact)).collect()
    }

    fn on_board(&self, facts: &[Literal]) -> Vec<Literal> {
        let is_on_board = |&fact: &Literal| {
            self.readings(&[fact]).iter().any(|reading| self.named(reading.number).is_on_board)
        };
        facts.iter().copied().filter(is_on_board).collect()
    }

    fn named(&self, number: usize) -> &Named {
        &self.explainer.subject.groups.named[number]
    }

    fn heading(&self, group: usize) -> &str {
        let heading = self.explainer.subject.groups.groups[group].heading;
        heading.map_or("What is given.", |heading| &self.explainer.subject.headings[heading])
    }

    fn numbers(&self, group: usize) -> impl Iterator<Item = usize> {
        self.explainer.theory.groups[group].numbers.iter().copied()
    }

    /// Those of these numbers that stand in cells.
    fn cells(&self, numbers: impl Iterator<Item = usize>) -> Vec<String> {
        let on_board = numbers.filter(|&number| self.named(number).is_on_board);
        on_board.map(|number| self.named(number).name.to_string()).collect()
    }

    /// The rules of these groups with their places, each rule once.
    fn by_heading(&self, groups: &[usize]) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for &group in groups {
            let (heading, place) = (self.heading(group), self.place(group));
            match found.iter_mut().find(|(other, _)| other == heading) {
                Some((_, places)) => places.push(place),
                None => found.push((heading.to_owned(), vec![place])),
            }
        }
        found
    }

    fn reasons(&self, groups: &[usize]) -> String {
        let rules = self.by_heading(groups).into_iter();
        let rules: Vec<String> = rules.map(|(heading, places)| clause(&heading, &places)).collect();
        rules.join(", and ")
    }

    /// What a group is called among those of its step: its place, if that is short and its own, else its
    /// rule, else both.
    fn label(&self, group: usize, step: &Step) -> String {
        let (place, heading) = (self.place(group), self.heading(group));
        let count = |is_same: &dyn Fn(usize) -> bool| {
            step.groups.iter().filter(|&&other| is_same(other)).count()
        };
        let has_own_place = count(&|other| self.place(other) == place) == 1;
        let has_own_heading = count(&|other| self.heading(other) == heading) == 1;
        // Cells one by one are no name for a rule.
        let is_short = !place.is_empty() && !place.contains(" and ");
        match (has_own_place, has_own_heading) {
            (true, _) if place.parse::<Cell>().is_ok() => format!("the rule at {place}"),
            (true, _) if is_short => place,
            (_, true) => short(heading),
            (true, false) if !place.is_empty() => place,
            _ => format!("{} {place}", short(heading)).trim_end().to_owned(),
        }
    }

    /// Where a group applies, by the cells that it mentions where the model does not say; empty for the
    /// whole board.
    fn place(&self, group: usize) -> String {
        if let Some(place) = &self.explainer.subject.groups.groups[group].place {
            return place.clone();
        }
        let all = &self.explainer.subject.groups.named;
        let whole = all.iter().filter(|named| named.is_on_board).count();
        let cells: BTreeSet<Cell> = self
            .numbers(group)
            .filter_map(|number| match self.named(number).name {
                Name::Cell(cell) => Some(cell),
                Name::Text(_) => None,
            })
            .collect();
        if cells.is_empty() {
            let names: Vec<String> =
                self.numbers(group).map(|number| self.named(number).name.to_string()).collect();
            return if names.len() < whole { capped(&names, 4) } else { String::new() };
        }
        if cells.len() == whole {
            return match &self.values_of(group)[..] {
                [value] if value.parse::<i64>().is_ok() => format!("the {value}s"),
                _ => String::new(),
            };
        }
        let size = all.iter().filter_map(|named| match named.name {
            Name::Cell(cell) => Some((cell.row + 1, cell.column + 1)),
            Name::Text(_) => None,
        });
        let (rows, columns) =
            size.fold((0, 0), |size, cell| (size.0.max(cell.0), size.1.max(cell.1)));
        shape(&cells, (rows, columns), self.heading(group))
    }

    /// The values of cells that the constraints of a group speak of.
    fn values_of(&self, group: usize) -> Vec<String> {
        let theory = &self.explainer.theory;
        let constraints = theory.groups[group].constraints.iter().copied();
        let mut found = Vec::new();
        for index in theory.variables_of(constraints) {
            for reading in self.readings(&[self.explainer.truth(index)]) {
                found.push(self.word(reading.number, reading.value));
            }
        }
        kept(found)
    }

    fn word(&self, number: usize, value: i64) -> String {
        match self.named(number).name {
            Name::Cell(cell) => (self.said)(cell, value),
            Name::Text(_) => value.to_string(),
        }
    }

    /// What literals say of numbers: first that one has a value.
    fn readings(&self, literals: &[Literal]) -> Vec<Reading> {
        literals.iter().filter_map(|&literal| self.reading(literal)).collect()
    }

    fn reading(&self, literal: Literal) -> Option<Reading> {
        let numbers = &self.explainer.theory.numbers_of[literal.variable().index()];
        let readings = numbers.iter().flat_map(|&number| {
            let values = self.named(number).number.values();
            values.filter_map(move |(value, flag)| match flag {
                Flag::Open(one) if one == literal => Some(Reading { number, value, holds: true }),
                Flag::Open(one) if one == !literal => Some(Reading { number, value, holds: false }),
                _ => None,
            })
        });
        readings.min_by_key(|reading| (!reading.holds, reading.number))
    }

    /// Such as `r6c1 = 7`, `r6c1 != 7`, without what a value excludes.
    fn equations(&self, literals: &[Literal]) -> Vec<String> {
        let readings = self.readings(literals);
        let has_value = |number| readings.iter().any(|one| one.holds && one.number == number);
        let told = readings.iter().filter(|one| one.holds || !has_value(one.number));
        let (values, others): (Vec<&Reading>, Vec<&Reading>) = told.partition(|one| one.holds);
        let texts = values.into_iter().chain(others).map(|one| {
            let sign = if one.holds { "=" } else { "!=" };
            format!("{} {sign} {}", self.named(one.number).name, self.word(one.number, one.value))
        });
        kept(texts.collect())
    }

    /// One statement for each number, without what a value excludes.
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
        let name = named.name.to_string();
        let word = |value: &i64| self.word(number, *value);
        let value = readings.iter().find(|reading| reading.holds).map(|reading| reading.value);
        if let Some(holds) = value.or_else(|| other_value(named, readings)) {
            return match truth(named) {
                Some((subject, predicate)) => {
                    let not = if holds == 1 { "" } else { "not " };
                    Statement { name: subject, predicate: format!("is {not}{predicate}") }
                }
                None => Statement { name, predicate: format!("is {}", word(&holds)) },
            };
        }
        let mut excluded: Vec<i64> = readings.iter().map(|reading| reading.value).collect();
        excluded.sort_unstable();
        let left: Vec<i64> = named
            .number
            .values()
            .filter(|(value, flag)| *flag != Flag::FALSE && !excluded.contains(value))
            .map(|(value, _)| value)
            .collect();
        let (not, values) =
            if left.len() <= 3.min(excluded.len()) { ("", left) } else { ("not ", excluded) };
        let words: Vec<String> = values.iter().map(word).collect();
        Statement { name, predicate: format!("is {not}{}", list_with(&words, "or")) }
    }

    /// "If r6c1 were not 7, ...": the chain in a sentence.
    fn chain(&self, step: &Step) -> String {
        let denied: Vec<Literal> = denied(step);
        let denial = joined(&self.statements(&denied));
        let mut text = format!("If {},", denial.replacen(" is ", " were ", 1));
        let links: Vec<&Link> = step
            .chain
            .iter()
            .filter(|link| link.group.is_some() || link.follows.is_none())
            .collect();
        let runs = links.chunk_by(|one, other| one.group == other.group);
        let mut told = 0;
        for run in runs {
            let Some(group) = run[0].group else { continue };
            let label = self.label(group, step);
            let follows: Vec<Literal> = run.iter().filter_map(|link| link.follows).collect();
            if told > MOST_LINKS {
                return format!(
                    "{text} and so on, to a contradiction after {} links.",
                    links.len()
                );
            }
            if !follows.is_empty() {
                let follows = joined(&together(self.statements(&follows)));
                let _ = write!(text, " then {follows} ({label}),");
            }
            if run.iter().any(|link| link.follows.is_none()) {
                let _ = write!(text, " which contradicts {label}.");
            }
            told += run.len();
        }
        text
    }

    /// The chain link by link: "if r6c1 is not 7, r6c4 is not 2 (row 6)".
    fn links(&self, step: &Step) -> Vec<String> {
        let told = step.chain.iter().filter(|link| !link.reasons.is_empty());
        let texts = told.map(|link| {
            let reasons = listed(&together(self.statements(&link.reasons)));
            let label = link.group.map_or_else(String::new, |group| self.label(group, step));
            match link.follows {
                Some(follows) => {
                    let follows = listed(&self.statements(&[follows]));
                    let label = if label.is_empty() { label } else { format!(" ({label})") };
                    format!("if {reasons}, {follows}{label}")
                }
                None => format!("if {reasons}, {label} is contradicted"),
            }
        });
        texts.collect()
    }
}

/// What a literal says of a number.
#[derive(Clone, Copy)]
struct Reading {
    number: usize,
    value: i64,
    /// Whether it has the value, or another one.
    holds: bool,
}

/// What the chain of a step begins with.
fn denied(step: &Step) -> Vec<Literal> {
    let begins = step.chain.iter().find(|link| link.group.is_none() && link.reasons.is_empty());
    begins.and_then(|link| link.follows).into_iter().collect()
}

/// The only value that is left of a number with two of them.
fn other_value(named: &Named, readings: &[Reading]) -> Option<i64> {
    let [reading] = readings else { return None };
    let mut others = named.number.values().filter(|&(value, _)| value != reading.value);
    let (other, _) = others.next()?;
    others.next().is_none().then_some(other)
}

/// Of a number off the grid that is 1 or 0, as something is so or not: who is what.
fn truth(named: &Named) -> Option<(String, String)> {
    let Name::Text(name) = &named.name else { return None };
    named.number.values().map(|(value, _)| value).eq([0, 1]).then(|| {
        let default = if name.starts_with("that ") { "true" } else { "there" };
        let (subject, predicate) = name.split_once(" is ").unwrap_or((name, default));
        (subject.to_owned(), predicate.to_owned())
    })
}

/// What cells of a board of this size (rows, columns) are called.
fn shape(cells: &BTreeSet<Cell>, (rows, columns): (usize, usize), heading: &str) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    let spread = |place: fn(&Cell) -> usize| {
        let places: BTreeSet<usize> = cells.iter().map(place).collect();
        (places.first().copied().unwrap_or(0), places.last().copied().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (spread(|cell| cell.row), spread(|cell| cell.column));
    let is_full = cells.len() == (bottom + 1 - top) * (right + 1 - left);
    let heading = heading.to_lowercase();
    let speaks_of = |what: &str| {
        ["every", "each", "a", "the cells of a"]
            .iter()
            .any(|each| heading.contains(&format!("{each} {what} ")))
    };
    if cells.len() > 1 && speaks_of("region") && !(is_full && (top == bottom || left == right)) {
        return format!("the region of {}", names[0]);
    }
    if cells.len() > 1 && is_full {
        return match (top == bottom, left == right) {
            (true, _) if cells.len() == columns => format!("row {top}"),
            (_, true) if cells.len() == rows => format!("column {left}"),
            (false, false) if speaks_of("box") => format!("the box of {}", names[0]),
            _ if cells.len() > 2 => format!("{} to {}", names[0], names[names.len() - 1]),
            _ => list(&names),
        };
    }
    capped(&names, MOST_NAMES / 2)
}

/// Without what came before.
fn kept(texts: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.into_iter().filter(|text| !text.is_empty() && seen.insert(text.clone())).collect()
}

/// A rule with its places, as part of a sentence.
fn clause(heading: &str, places: &[String]) -> String {
    let text = sentence(heading, places);
    let mut letters = text.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_lowercase().to_string());
    // Names such as `N` stay as they are.
    let is_word = text.chars().nth(1).is_some_and(char::is_lowercase) || text.starts_with("A ");
    if is_word { first + letters.as_str() } else { text }
}

/// A rule with its places: "Row 6 holds each digit once".
fn sentence(heading: &str, places: &[String]) -> String {
    let heading = heading.trim_end_matches('.');
    let places = kept(places.to_vec());
    if let [place] = &places[..] {
        for each in ["Every ", "Each "] {
            let Some(rest) = heading.strip_prefix(each) else { continue };
            let Some((noun, rest)) = rest.split_once(' ') else { continue };
            let is_it = |start: String| place.starts_with(&start);
            if is_it(format!("{noun} ")) || is_it(format!("the {noun} of ")) {
                return format!("{} {rest}", capital(place));
            }
        }
    }
    if places.is_empty() { heading.to_owned() } else { format!("{heading} ({})", lines(&places)) }
}

/// "rows 3, 4 and 7" of "row 3" and so on; other places as they are.
fn lines(places: &[String]) -> String {
    for line in ["row ", "column "] {
        let numbers = places.iter().map(|place| place.strip_prefix(line).map(str::to_owned));
        if let (2.., Some(numbers)) = (places.len(), numbers.collect::<Option<Vec<_>>>()) {
            return format!("{}s {}", line.trim_end(), list(&numbers));
        }
    }
    let have_lists = places.iter().any(|place| place.contains(" and "));
    if have_lists { places.join("; ") } else { capped(places, MOST_NAMES) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().to_string());
    first + letters.as_str()
}

/// The first words of a rule, in quotes.
fn short(heading: &str) -> String {
    let words: Vec<&str> = heading.trim_end_matches('.').split(' ').collect();
    let dots = if words.len() > 6 { " ..." } else { "" };
    format!("\"{}{dots}\"", words[..words.len().min(6)].join(" "))
}

/// Statements with the same predicate next to each other, in the order in which they come first.
fn together(statements: Vec<Statement>) -> Vec<Statement> {
    let mut order: Vec<String> = Vec::new();
    for statement in &statements {
        if !order.contains(&statement.predicate) {
            order.push(statement.predicate.clone());
        }
    }
    let mut statements = statements;
    statements.sort_by_key(|one| order.iter().position(|other| *other == one.predicate));
    statements
}

/// "r0c0 and r0c1 are 3", "r0c2 is 4".
fn runs(statements: &[Statement]) -> Vec<String> {
    let runs = statements.chunk_by(|one, other| one.predicate == other.predicate);
    let texts = runs.map(|run| {
        let names: Vec<String> = run.iter().map(|one| one.name.clone()).collect();
        let predicate = &run[0].predicate;
        let predicate = match (names.len(), predicate.strip_prefix("is ")) {
            (2.., Some(rest)) => format!("are {rest}"),
            _ => predicate.clone(),
        };
        format!("{} {predicate}", capped(&names, MOST_NAMES))
    });
    texts.collect()
}

/// "r0c0 and r0c1 are 3, and r0c2 is 4".
fn joined(statements: &[Statement]) -> String {
    let mut texts = runs(statements);
    if texts.len() > MOST_STATEMENTS {
        let others = texts.split_off(MOST_STATEMENTS - 1).len();
        texts.push(format!("{others} other facts"));
    }
    listed_texts(&texts)
}

/// All of the statements, in a sentence.
fn listed(statements: &[Statement]) -> String {
    listed_texts(&runs(statements))
}

fn listed_texts(texts: &[String]) -> String {
    let has = |part: &str| texts.iter().any(|text| text.contains(part));
    match texts {
        [_, _, ..] if has(", ") => texts.join("; "),
        [one, other] if has(" and ") || has(" or ") => format!("{one}, and {other}"),
        _ => list(texts),
    }
}

/// "a, b and 7 others".
fn capped(names: &[String], most: usize) -> String {
    if names.len() <= most {
        return list(names);
    }
    let (first, others) = names.split_at(most - 2);
    format!("{} and {} others", first.join(", "), others.len())
}

/// "a, b and c".
fn list(texts: &[String]) -> String {
    list_with(texts, "and")
}

fn list_with(texts: &[String], and: &str) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}
