//! Describes steps in words.

mod chains;
mod lemmas;
mod walls;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use ::explain::{Breach, Detail, Explainer, Figures, Makings, Reading, Sets, Step, Technique};
use grid_utils::Cell;
use itertools::Itertools;
use picture::{Picture, Tint};
use protocol::{Cut, Ground, Told};
use pseudo_boolean::{Literal, Separation};
use puzzle::Form;
use rules::{Flag, Name, Named};

use self::lemmas::lemma_name;
use super::english::{
    Statement, all, capital, capped, distinct, either, gathered, joined, list, negated, plural,
    short, statement_of_rule,
};

/// Most names of a place; the others are counted.
const MOST_NAMES: usize = 6;

/// Most words of a step, its rules apart.
const MOST_WORDS: usize = 60;

/// Most words of what a step finds.
const MOST_WORDS_OF_CLAIM: usize = 40;

/// The most numbers that are named instead of their facts, if these are too many; more are listed in
/// the fold only.
const MOST_KNOWN: usize = 3;

/// Words that stand for premises: "by what is known there".
const WORDS_FOR_PREMISES: usize = 5;

/// Most rules that all cases contradict and that are named in any case.
const MOST_OTHERS: usize = 3;

/// Most cells of a rule that are listed; more are seen on the board.
const MOST_CELLS: usize = 24;

/// Most characters of a list of cells that is repeated.
const SHORT: usize = 20;

/// Most values of a set that are written one by one.
const MOST_OF_SET: usize = 5;

/// Most terms of a sum that is written out.
const MOST_ADDENDS: usize = 7;

/// What is true in a case without anything of its own.
const NOTHING: &str = "nothing more";

/// Numbers of values of cells that get pencil marks.
const MARKED_VALUES: std::ops::RangeInclusive<usize> = 3..=12;

/// How sentences refer to rules.
#[derive(Clone, Copy)]
pub(crate) enum Reference {
    /// In full, after the step.
    InFull,
    /// By their numbers in the list of rules, counted from 1.
    ByNumber,
}

/// What a step says.
#[derive(Clone)]
pub(super) struct Clause {
    pub(super) facts: Vec<Literal>,
    /// What follows the facts: ": by row 3, as r3c8 is 4".
    pub(super) reason: String,
}

/// What an open cell can still be.
pub(super) struct Candidates {
    pub(super) cell: Cell,
    /// The number of values of such a cell.
    pub(super) of: usize,
    pub(super) values: Vec<Candidate>,
}

/// A value that an open cell can have, or could until now.
pub(super) struct Candidate {
    /// Its place among all values of such a cell.
    pub(super) place: usize,
    pub(super) text: String,
    /// Whether it is excluded now.
    pub(super) is_struck: bool,
}

/// Describes steps of an explainer; the form of the boards provides the words for cells: "7",
/// "empty".
pub(crate) struct Words<'w> {
    explainer: &'w Explainer<'w>,
    form: &'w Form,
    reference: Reference,
    /// The black cells of the unsolved board.
    black: BTreeSet<Cell>,
}

impl<'w> Words<'w> {
    pub(crate) fn new(explainer: &'w Explainer<'w>, form: &'w Form) -> Self {
        Words { explainer, form, reference: Reference::InFull, black: BTreeSet::new() }
    }

    /// Takes the cells that are black in the unsolved picture as printed.
    pub(crate) fn over(self, unsolved: &Picture) -> Self {
        let tints = unsolved.tints().into_iter();
        let black = tints.filter(|(_, tint)| *tint == Tint::Black).map(|(cell, _)| cell).collect();
        Words { black, ..self }
    }

    /// Refers to rules by their numbers.
    pub(crate) fn by_number(self) -> Self {
        Words { reference: Reference::ByNumber, ..self }
    }

    /// Lists the rules with their numbers, also those that no step names since the values of cells state
    /// them already.
    pub(crate) fn legend(&self) -> Vec<String> {
        let headings = self.explainer.subject().headings().iter();
        headings.zip(1..).map(|(heading, number)| format!("{number}. {heading}")).collect()
    }

    /// Returns the rules of a step by their numbers, from 0.
    pub(super) fn headings(&self, step: &Step) -> Vec<usize> {
        let groups = &self.explainer.subject().groups().groups;
        let headings = step.groups.iter().filter_map(|&group| groups[group].heading);
        headings.unique().collect()
    }

    fn heading(&self, heading: usize) -> &str {
        self.explainer.subject().headings()[heading].as_str()
    }

    /// Describes the step in a few sentences.
    pub(crate) fn sentence(&self, step: &Step) -> String {
        let text = format!("{}.", self.text(&self.clause(step)));
        let rules = self.headings(step);
        match self.reference {
            _ if rules.is_empty() => text,
            Reference::ByNumber => format!("{text} {}", numbers(&rules)),
            Reference::InFull => {
                let rules = rules.iter().map(|&rule| self.heading(rule).trim_end_matches('.'));
                let rules: Vec<String> = rules.map(|rule| format!("\"{rule}\"")).collect();
                format!("{text} Rule: {}.", rules.join(", "))
            }
        }
    }

    /// Returns what is known at the beginning as data: the given steps, and the cells for which the
    /// form has a single value.
    pub(crate) fn beginning(&self) -> Vec<Told> {
        let steps = self.explainer.beginning();
        steps.iter().map(|step| self.told(step)).chain(self.constants()).collect()
    }

    /// Returns whether the unsolved board shows what a cell holds.
    pub(crate) fn is_printed(&self, cell: Cell) -> bool {
        self.form.given(cell).is_some() || self.black.contains(&cell)
    }

    /// Describes the numbers of the board that have one value by the form alone, and are not printed
    /// on it. No literal stands for them, so that no step can tell them.
    fn constants(&self) -> Option<Told> {
        let named = self.explainer.subject().groups().named.iter().enumerate();
        let constants = named.filter_map(|(number, named)| {
            let is_open = named.number.values().any(|(_, flag)| matches!(flag, Flag::Open(_)));
            let is_told = is_open || self.cell(number).is_none_or(|cell| self.is_printed(cell));
            let value = named.number.values().find(|(_, flag)| *flag == Flag::TRUE)?.0;
            (named.is_on_board && !is_told).then_some(Reading { number, value, holds: true })
        });
        let constants: Vec<Reading> = constants.collect();
        let said = constants.iter().map(|one| self.statement_with(one.number, true, &[one.value]));
        let equation = |one: &Reading| {
            format!("{} = {}", self.name(one.number), self.word(one.number, one.value))
        };
        (!constants.is_empty()).then(|| Told {
            cells: self.cells(constants.iter().map(|one| one.number)),
            facts: constants.iter().map(equation).collect(),
            technique: Technique::OnlyValue.name().to_owned(),
            is_trivial: true,
            is_needed: true,
            text: format!("Only one value is possible: {}.", all(said.collect())),
            ..Told::default()
        })
    }

    /// Describes what is known at the beginning, in full, since no step tells it.
    fn given(&self, step: &Step) -> String {
        let facts = all(self.statements_of(self.conclusions(&step.facts)));
        let label = match step.groups[..] {
            [] => step.reason.technique.name().to_owned(),
            [group] => self.label(group, step),
            [first, ..] => self.short(first),
        };
        let text = format!("{}: {facts}.", capital(&label));
        match (self.reference, self.headings(step).first()) {
            (Reference::ByNumber, Some(&heading)) if !label.starts_with("rule ") => {
                format!("{text} {}", numbers(&[heading]))
            }
            _ => text,
        }
    }

    /// Describes the step as a clause without its rule's text.
    pub(super) fn clause(&self, step: &Step) -> Clause {
        let facts = self.explainer.headlines(&step.groups, &step.facts);
        let claim = self.claim(&facts);
        let clause = |reason: String| Clause { facts: facts.clone(), reason };
        let places: Vec<String> =
            step.groups.iter().map(|&group| self.label(group, step)).unique().collect();
        let place = capped(&places, 4);
        let most = MOST_WORDS.saturating_sub(words(&claim) + WORDS_FOR_PREMISES);
        let (reason, has_premises) = self.reason(step, &place, most);
        let mut reason = if reason.is_empty() { reason } else { format!(": {reason}") };
        let lemmas = self.explainer.lemmas_of(step);
        if !lemmas.is_empty() {
            let names = lemmas.iter().map(|&place| lemma_name(place)).collect_vec();
            let before = if reason.is_empty() { ":" } else { "," };
            let _ = write!(reason, "{before} by {}", list(&names, "and"));
        }
        let is_lemma = |fact: &&Literal| {
            lemmas.iter().any(|&place| self.explainer.lemmas()[place].facts.contains(fact))
        };
        let others = step.because.iter().filter(|fact| !is_lemma(fact)).copied().collect_vec();
        if has_premises || others.is_empty() {
            return clause(reason);
        }
        let premises = self.statements(&others);
        let names = distinct(premises.iter().map(|premise| premise.name.clone()));
        let full = format!("{reason}, as {}", joined(premises, usize::MAX));
        let by = if lemmas.is_empty() { ", by" } else { " and" };
        let named = (names.len() <= MOST_KNOWN)
            .then(|| format!("{reason}{by} what is known about {}", list(&names, "and")));
        let folded = format!("{reason}{by} what is known there");
        let fits = |reason: &String| words(&claim) + words(reason) <= MOST_WORDS;
        // What is read off is seen on the board.
        let is_read_off = step.reason.technique == Technique::ReadOff;
        let folded = if is_read_off { reason.clone() } else { folded };
        let reasons = [Some(full), named.filter(|_| !is_read_off), Some(folded)];
        clause(reasons.into_iter().flatten().find(fits).unwrap_or(reason))
    }

    pub(super) fn text(&self, clause: &Clause) -> String {
        format!("{}{}", self.claim(&clause.facts), clause.reason)
    }

    /// Says what a step finds; of many statements, the first ones and how many others there are.
    fn claim(&self, facts: &[Literal]) -> String {
        let found = || self.statements_of(self.conclusions(facts));
        let all = joined(found(), usize::MAX);
        if words(&all) <= MOST_WORDS_OF_CLAIM { all } else { joined(found(), 3) }
    }

    /// Returns why a step holds, and whether these words contain its premises, or a reader sees
    /// them.
    fn reason(&self, step: &Step, place: &str, most: usize) -> (String, bool) {
        use Technique as T;
        let value = |fact: Literal| {
            let reading = self.explainer.reading(fact);
            reading.map_or_else(String::new, |one| self.word(one.number, one.value))
        };
        let otherwise = |text: String| (format!("otherwise {text}"), true);
        let is_together = matches!(
            step.reason.technique,
            T::Separated | T::OnlyWayOn | T::OutOfReach | T::ReachesNoFurther | T::LoopClosed
        );
        let is_crowded = matches!(step.reason.detail, Detail::Crowded { .. });
        let wall = (is_together && !is_crowded).then(|| self.wall(step, place)).flatten();
        if let Some((text, is_seen)) = wall {
            return (format!("otherwise {text}"), is_seen);
        }
        let facts_are_several = step.facts.len() > 1;
        let is_unnamed = place.starts_with("rule ") || place.starts_with('"');
        match (step.reason.technique, &step.reason.detail) {
            (T::OnlyValue, _) => ("nothing else is left there".to_owned(), true),
            (T::ReadOff, _) => ("the same in another view".to_owned(), false),
            (T::OnlyPlace, _) => match self.two_cells(step) {
                Some(cells) => (format!("one of {cells} has to be, and the other cannot"), true),
                None if is_unnamed => ("no other place is left for it".to_owned(), true),
                None => (format!("no other place is left for it {}", within(place)), true),
            },
            (T::CountFull, _) => match self.two_cells(step) {
                Some(_) if step.because.len() == 1 => {
                    (format!("not together with {}", self.which(step.because[0])), true)
                }
                Some(cells) => (format!("only one of {cells} may be"), false),
                None if is_unnamed => ("no more are allowed".to_owned(), false),
                None if is_plural(place) => (format!("{place} are all placed"), false),
                None if is_block(place) => (format!("no more are allowed in {place}"), false),
                None => (format!("{place} has as many as it may"), false),
            },
            (T::CountExhausted, _) => {
                let need = if is_plural(place) { "need" } else { "needs" };
                let value = Some(value(step.facts[0])).filter(|_| self.is_one_value(&step.facts));
                let all = value.map_or("all that are left".to_owned(), |value| {
                    format!("all cells that can still be {value}")
                });
                (format!("{place} {need} {all}"), true)
            }
            (T::FullBlock, _) if is_block(place) => (format!("the rest of {place} is taken"), true),
            (T::FullBlock, _) => (format!("by {place}"), false),
            (T::SumAtLeast | T::SumAtMost, Detail::Sum(figures)) => {
                let bound = if step.reason.technique == T::SumAtLeast { "least" } else { "most" };
                otherwise(format!("{place} would add up to {}", reaches(figures, bound)))
            }
            (T::SumAtLeast | T::SumAtMost, _) => otherwise(format!("{place} cannot be balanced")),
            (technique, Detail::Set { numbers, values }) => {
                let names: Vec<String> = numbers.iter().map(|&one| self.name(one)).collect();
                let values = values.iter().map(|&value| self.word(numbers[0], value));
                let values = capped(&values.collect::<Vec<_>>(), MOST_NAMES);
                let names = capped(&names, MOST_NAMES);
                let text = if matches!(technique, T::NakedPair | T::NakedTriple) {
                    format!("{names} share {values} in {place}")
                } else {
                    format!("{values} have no other place than {names} in {place}")
                };
                (text, true)
            }
            (T::Separated, Detail::Ends([one, other])) => {
                let [one, other] = [one, other].map(|&end| self.bare(end));
                otherwise(format!("{one} is cut off from {other}"))
            }
            (T::Separated, _) => (format!("nothing else connects it ({place})"), false),
            (T::Complete | T::OnlyWayOn | T::OutOfReach, _) if is_unnamed => {
                ("nothing else keeps together what belongs together".to_owned(), false)
            }
            (T::Complete, _) => {
                (format!("{place} {} complete", if is_plural(place) { "are" } else { "is" }), false)
            }
            (T::OnlyWayOn, _) => {
                let have = if is_plural(place) { "have" } else { "has" };
                (format!("{place} {have} no other way on"), false)
            }
            (T::OutOfReach, _) => (format!("{place} cannot reach it"), false),
            (T::NoPartner, _) => {
                let them = if facts_are_several { "them" } else { "it" };
                let text = format!("no partner is left for {them}");
                let text = if is_unnamed { text } else { format!("{text} ({place})") };
                (text, facts_are_several)
            }
            (T::OnlyPartner, _) => {
                let who = step.because.iter().find(|&&premise| self.is_true(premise));
                let who = who.map_or("the rest".to_owned(), |&one| self.which(one) + ",");
                (format!("{who} has no other partner"), true)
            }
            (T::EvenCrossings, _) => (self.crossings(step), true),
            (T::LoopClosed, _) if self.is_true(step.facts[0]) => {
                otherwise("the loop falls into parts".to_owned())
            }
            (T::LoopClosed, _) => otherwise("a loop closes too early".to_owned()),
            (T::LoopGoesOn, _) => {
                let place = self.place(step.groups[0]);
                let text = if self.is_true(step.facts[0]) {
                    format!("the loop has no other way on at {place}")
                } else if step.because.iter().any(|&premise| self.is_true(premise)) {
                    format!("the loop takes two ways at {place}")
                } else {
                    format!("it would end at {place}")
                };
                (text, true)
            }
            (T::ReachesNoFurther, Detail::Crowded { group, cells, needed, taken }) => {
                let label = |place: usize| self.label(step.groups[place], step);
                let others = taken.iter().map(|&(place, _)| label(place)).collect_vec();
                let counts = taken.iter().map(|&(_, count)| count);
                let counts = [*needed].into_iter().chain(counts).collect_vec();
                let total = counts.iter().sum();
                let (part, others) = (label(*group), list(&others, "and"));
                let text = format!(
                    "{cells} cells are left for {part}, which with {others} take at least {} of them",
                    self::total(total, &counts)
                );
                (format!("otherwise only {text}"), false)
            }
            (T::ReachesNoFurther, _) => {
                (format!("otherwise a part has a wrong size ({place})"), false)
            }
            (T::Intersection, _) => {
                let last = step.chain.last().and_then(|link| link.group);
                let last = last.map_or_else(String::new, |group| self.label(group, step));
                let value = value(step.facts[0]);
                let what = match &value[..] {
                    "shaded" => "a shaded cell",
                    "unshaded" => "an unshaded cell",
                    other => other,
                };
                let has = if is_plural(&last) { "have" } else { "has" };
                otherwise(format!("{last} {has} no place for {what} ({place})"))
            }
            (T::Parity, _) => otherwise(format!("{place} has the wrong parity")),
            (T::Remainder, Detail::Modulus(modulus)) => {
                otherwise(format!("{place}, divided by {modulus}, leaves the wrong remainder"))
            }
            (T::Combination, Detail::NoSum(makings)) => otherwise(self.not_made(makings, place)),
            (T::Combination, _) => otherwise(format!("no values in {place} add up to its sum")),
            (T::TogetherCases, Detail::Ways { count: Some(1), .. }) => {
                (format!("no other way is left to keep {place} together"), false)
            }
            (T::AllWays | T::TogetherCases, Detail::Cases(cases)) => {
                let listed = self.cases(cases, place).filter(|text| words(text) <= most);
                let counted = || format!("this holds in all {} ways to keep {place}", cases.len());
                // A single way is not seen without what excludes the others.
                (listed.unwrap_or_else(counted), cases.len() > 1)
            }
            (T::ValuesFit, Detail::Sets(sets)) => (self.sets(sets, place, most), true),
            (T::Balance, Detail::Balance { need, allow }) => {
                let side = |places: &[usize]| {
                    let labels = places.iter().map(|&place| {
                        let group = step.groups[place];
                        let cells = self.cells_of_pair(group);
                        cells.map_or_else(|| self.label(group, step), |cells| cells.join(" + "))
                    });
                    gathered(&labels.unique().collect_vec())
                };
                let (needed, allowed) = (side(need), side(allow));
                let verb = if need.len() > 1 || is_plural(&needed) { "need" } else { "needs" };
                let allow = if allow.len() > 1 || is_plural(&allowed) { "allow" } else { "allows" };
                otherwise(format!("{needed} {verb} more than {allowed} {allow}"))
            }
            (T::AllWays, Detail::Split { count, cases, .. }) => {
                let them = if *count == 1 { "that" } else { "all of these" };
                let cases = self.cases(cases, place).unwrap_or_default();
                otherwise(format!("{cases}, and other views of these cells exclude {them}"))
            }
            (T::AllWays, Detail::Ways { count: Some(1), .. }) => {
                (format!("no other way is left for {place}"), false)
            }
            (T::AllWays, Detail::Ways { count: Some(count), .. }) => {
                (format!("this holds in all {count} ways to fill {place}"), true)
            }
            (T::AllWays, _) => (format!("this holds in every way to fill {place}"), false),
            (T::CaseByCase, Detail::Split { group, count, cases, sets }) => {
                (self.split(step, *group, *count, (cases, sets.as_ref()), most), false)
            }
            (T::CaseByCase, Detail::Forked { group, cases }) => {
                (self.forked(step, *group, cases, most + WORDS_FOR_PREMISES), true)
            }
            (T::TogetherCases, Detail::Ways { count: Some(count), .. }) => {
                (format!("this holds in all {count} ways to keep {place} together"), true)
            }
            (
                T::SeveralRules
                | T::LeavesNoPlace
                | T::LoopWouldClose
                | T::DeadEnd
                | T::Trial
                | T::BestScore,
                _,
            ) if !step.chain.is_empty() => (self.chain(step, most + WORDS_FOR_PREMISES), true),
            (T::TogetherCases, _) => {
                (format!("this holds in every way to keep {place} together"), false)
            }
            _ if is_unnamed && step.because.is_empty() => ("by the rule".to_owned(), true),
            _ if is_unnamed => (String::new(), false),
            _ => (format!("by {}", self.there(step, place)), false),
        }
    }

    /// Returns a place, or "the clue there" for the clue at the cell that the step is about.
    fn there(&self, step: &Step, place: &str) -> String {
        let names = self.names(&step.facts);
        match place.rsplit_once(" at ") {
            Some((what, cell)) if names.iter().all_equal_value().is_ok_and(|name| name == cell) => {
                what.split(' ').take(2).chain(["there"]).join(" ")
            }
            _ => place.to_owned(),
        }
    }

    /// Returns whether facts give cells one value.
    fn is_one_value(&self, facts: &[Literal]) -> bool {
        let readings: Option<Vec<Reading>> =
            facts.iter().map(|&fact| self.explainer.reading(fact)).collect();
        let gives = |one: &Reading| one.holds && self.cell(one.number).is_some();
        readings.is_some_and(|readings| {
            readings.iter().all(gives) && readings.iter().map(|one| one.value).all_equal()
        })
    }

    /// Names a number with what is known of it: "r1c1, which is shaded".
    fn which(&self, literal: Literal) -> String {
        let known = self.statements(&[literal]);
        known
            .iter()
            .map(|Statement { name, predicate }| format!("{name}, which {predicate}"))
            .join("")
    }

    /// Returns the cells of a step's only rule, if they are two without another name.
    fn two_cells(&self, step: &Step) -> Option<String> {
        let &[group] = &step.groups[..] else { return None };
        Some(self.cells_of_pair(group)?.join(" and "))
    }

    /// Returns the cells of a group, if they are two without another name.
    fn cells_of_pair(&self, group: usize) -> Option<Vec<String>> {
        let is_given = self.explainer.subject().groups().groups[group].place.is_some();
        let cells = self.cells(self.explainer.numbers(group));
        (!is_given && cells.len() == 2).then_some(cells)
    }

    /// Says that no way to keep one group agrees with the others.
    fn split(
        &self,
        step: &Step,
        group: usize,
        count: usize,
        (cases, sets): (&[Vec<Reading>], Option<&Sets>),
        most: usize,
    ) -> String {
        let own = self.label(step.groups[group], step);
        if count == 0 {
            return format!("otherwise {own} cannot be kept");
        }
        let end = self.all_contradict(step, group, count, most);
        let text = self.cases(cases, &own).map(|cases| format!("otherwise {cases}, {end}"));
        if let Some(text) = text.filter(|text| words(text) <= most) {
            return text;
        }
        if let Some(sets) = sets {
            return format!("otherwise {}, {end}", self.sets(sets, &own, most));
        }
        let ways = protocol::count(count as u128, "way");
        format!("otherwise {own} can be kept in {ways}, {end}")
    }

    /// Says that all ways to keep a group contradict the others: "and both contradict row 3".
    fn all_contradict(&self, step: &Step, group: usize, count: usize, most: usize) -> String {
        let others = step.groups.iter().enumerate().filter(|(place, _)| *place != group);
        let others: Vec<String> =
            others.map(|(_, &other)| self.label(other, step)).unique().collect();
        let named = gathered(&others);
        let are_few = others.len() <= MOST_OTHERS || words(&named) <= most / 2;
        let others =
            if are_few { named } else { "the other rules that this step lists".to_owned() };
        let none = match count {
            1 => "which contradicts",
            2 => "and both contradict",
            _ => "and all contradict",
        };
        format!("{none} {others}")
    }

    /// Lists the ways to fill a place; `None` if no way is left, or if they differ in more than
    /// values.
    fn cases(&self, cases: &[Vec<Reading>], place: &str) -> Option<String> {
        let first = cases.first()?;
        if first.iter().any(|one| self.truth(one.number).is_some()) {
            return self.cases_of_truths(cases, place);
        }
        let names: Vec<String> = first.iter().map(|one| self.name(one.number)).collect();
        let way = |case: &Vec<Reading>| {
            let words = case.iter().map(|one| self.word(one.number, one.value));
            let words = words.collect::<Vec<_>>().join(", ");
            if names.len() == 1 { words } else { format!("({words})") }
        };
        let ways: Vec<String> = cases.iter().map(way).collect();
        let only = if ways.len() == 1 { "can only be" } else { "can be" };
        Some(format!("{}, {} {only} {}", within(place), list(&names, "and"), either(&ways)))
    }

    /// Lists ways, a line each; of things that are there or not, only what is there.
    fn ways_in_full(&self, ways: &[Vec<Reading>]) -> Vec<String> {
        let is_told = |one: &&Reading| self.truth(one.number).is_none() || one.value == 1;
        let told = |way: &Vec<Reading>| {
            all(self.statements_of(way.iter().filter(is_told).copied().collect()))
        };
        (1..).zip(ways).map(|(number, way)| format!("Way {number}: {}", told(way))).collect()
    }

    /// Says which sets of values some numbers share: "in row 3, r3c1, r3c4 and r3c5 can only be
    /// {5, 7, 7} or {6, 6, 7} in some order".
    fn sets(&self, Sets { numbers, values }: &Sets, place: &str, most: usize) -> String {
        let set = |values: &Vec<i64>| {
            let equal = values.iter().dedup_with_count();
            let words = equal.flat_map(|(count, &value)| {
                let word = self.word(numbers[0], value);
                let is_long = values.len() > MOST_OF_SET && count > 1;
                if is_long { vec![format!("{count} x {word}")] } else { vec![word; count] }
            });
            format!("{{{}}}", words.collect_vec().join(", "))
        };
        let sets = either(&values.iter().map(set).collect_vec());
        let names: Vec<String> = numbers.iter().map(|&number| self.name(number)).collect();
        let text =
            |what: &str| format!("{}, {what} can only be {sets} in some order", within(place));
        let listed = text(&list(&names, "and"));
        if words(&listed) <= most {
            listed
        } else {
            text(&format!("the {} open ones", names.len()))
        }
    }

    /// Returns subject and predicate of a number that states whether something is true, or whether a
    /// cell has the second of its two values.
    fn truth(&self, number: usize) -> Option<(String, String)> {
        let named = self.named(number);
        truth(named).or_else(|| {
            let is_flag = named.number.values().map(|(value, _)| value).eq([0, 1]);
            let is_cell = self.cell(number).is_some() && is_flag;
            is_cell.then(|| (self.name(number), format!("is {}", self.word(number, 1))))
        })
    }

    /// Lists what may be true in the ways to fill a place; `None` if that differs in more than the
    /// names.
    fn cases_of_truths(&self, cases: &[Vec<Reading>], place: &str) -> Option<String> {
        let of = |one: &Reading| self.truth(one.number);
        let predicates = cases.iter().flatten().map(|one| of(one).map(|(_, predicate)| predicate));
        let predicate = predicates.unique().exactly_one().ok()??;
        let way = |case: &Vec<Reading>| {
            let names = case.iter().filter(|one| one.value == 1).filter_map(|one| Some(of(one)?.0));
            let names = names.collect::<Vec<_>>().join(" + ");
            // What is known to be true is no part of a case.
            if names.is_empty() { NOTHING.to_owned() } else { names }
        };
        let ways: Vec<String> = cases.iter().map(way).collect();
        let is_only = ways.len() == 1 && ways[0] != NOTHING;
        let only = if is_only { "only " } else { "" };
        let is_singular = ways.iter().all(|way| !way.contains(" + "));
        let predicate = if is_singular { predicate } else { plural(&predicate) };
        Some(format!("{}, {only}{} {predicate}", within(place), either(&ways)))
    }

    /// Returns a group as data.
    pub(crate) fn ground(&self, group: usize) -> Ground {
        Ground {
            rule: self.rule(group).to_owned(),
            place: self.place(group),
            cells: self.cells(self.explainer.numbers(group)),
        }
    }

    /// Returns the step as data.
    pub(crate) fn told(&self, step: &Step) -> Told {
        let facts = &step.facts;
        let found = self.conclusions(facts);
        let numbers = found.iter().map(|reading| reading.number);
        let grounds = step.groups.iter().map(|&group| self.ground(group));
        let links = self.told_links(step).map(|(_, link)| link);
        let shown = |literals: &[Literal]| {
            let readings = self.readings(literals);
            distinct(self.cells(readings.into_iter().map(|reading| reading.number)))
        };
        let cut = self.explainer.separation(step).map(|Separation { parts, border }| Cut {
            parts: parts.map(|part| shown(&part)),
            border: shown(&border),
        });
        let chain = self.links(step);
        Told {
            cells: distinct(self.cells(numbers)),
            facts: self.equations_of(found.clone()),
            groups: grounds.collect(),
            because: self.equations(&step.because),
            lemmas: self.explainer.lemmas_of(step).into_iter().map(lemma_name).collect(),
            is_trivial: step.is_trivial,
            is_obvious: step.is_obvious,
            is_needed: true,
            technique: step.reason.technique.name().to_owned(),
            cost: step.cost(),
            text: if step.is_given {
                self.given(step)
            } else {
                format!("{}.", self.text(&self.clause(step)))
            },
            uses: if step.is_given { Vec::new() } else { self.uses(step, &chain) },
            chain,
            chain_cells: links.map(|link| shown(link.follows.as_slice())).collect(),
            cut: cut.filter(|cut| cut.parts.iter().all(|part| !part.is_empty())),
        }
    }

    /// Lists all that a step uses, a line each.
    fn uses(&self, step: &Step, chain: &[String]) -> Vec<String> {
        let told = |name: &str, literals: &[Literal]| {
            let statements = all(self.statements(literals));
            (!statements.is_empty()).then(|| format!("{name}: {statements}"))
        };
        let found = self.conclusions(&step.facts);
        let finds = (found.len() > 1).then(|| format!("Finds: {}", all(self.statements_of(found))));
        let rules = step.groups.iter().map(|&group| {
            let Ground { rule, place, cells } = self.ground(group);
            let cells = if cells.len() > MOST_CELLS { Vec::new() } else { cells };
            (rule.trim_end_matches('.').to_owned(), place, cells.join(", "))
        });
        let mut rules = rules.collect_vec();
        // Of several places with the same cells, the first one lists them.
        for place in (1..rules.len()).rev() {
            if rules[place].2.len() > SHORT && rules[place].2 == rules[place - 1].2 {
                "the same cells".clone_into(&mut rules[place].2);
            }
        }
        // A rule stands there once, with all its places.
        let rules = rules.chunk_by(|one, other| one.0 == other.0).map(|same| {
            let place = |(_, place, cells): &(String, String, String)| {
                [place, cells].into_iter().filter(|part| !part.is_empty()).join(": ")
            };
            let places = same.iter().map(place).filter(|place| !place.is_empty()).join("; ");
            let places = if places.is_empty() { places } else { format!(" ({places})") };
            format!("Rule: {}{places}", same[0].0)
        });
        let rules = rules.collect_vec();
        let links = (1..).zip(chain).map(|(number, link)| format!("{number}. {link}"));
        let cases = match &step.reason.detail {
            Detail::Forked { cases, .. } => self.cases_in_full(step, cases),
            Detail::Ways { all, .. } => self.ways_in_full(all),
            _ => Vec::new(),
        };
        let needs = told("Needs", &step.because);
        finds.into_iter().chain(rules).chain(needs).chain(links).chain(cases).collect()
    }

    /// Returns the names of the literals' numbers, with what the literals state about them.
    pub(crate) fn facts_of(&self, literals: &[Literal]) -> Vec<(String, Reading)> {
        let named = |reading: Reading| (self.named(reading.number).name.to_string(), reading);
        self.readings(literals).into_iter().map(named).collect()
    }

    /// Returns the names of the literals' numbers.
    pub(crate) fn names(&self, literals: &[Literal]) -> Vec<String> {
        self.readings(literals).iter().map(|reading| self.name(reading.number)).collect()
    }

    /// Returns what open cells can still be when some facts are known, the last ones of them just found:
    /// cells of several values with short names, some of which are excluded.
    pub(super) fn candidates(&self, facts: &[Literal], known: &[Literal]) -> Vec<Candidates> {
        let before = known.iter().filter(|one| !facts.contains(one)).copied().collect_vec();
        let [before, after] = [&before[..], known]
            .map(|known| self.explainer.on_the_board(known).into_iter().collect::<HashSet<_>>());
        let known: HashSet<&Literal> = known.iter().collect();
        let named = self.explainer.subject().groups().named.iter().enumerate();
        let of_cell = |(number, named): (usize, &Named)| {
            let cell = self.cell(number).filter(|_| named.is_on_board)?;
            let all: Vec<(i64, Flag)> = named.number.values().collect();
            if !MARKED_VALUES.contains(&all.len()) || self.is_printed(cell) {
                return None;
            }
            let is_known = |flag: &Flag| match flag {
                Flag::Open(literal) => known.contains(literal),
                Flag::Known(is_it) => *is_it,
            };
            if all.iter().any(|(_, flag)| is_known(flag)) {
                return None;
            }
            let values = all.iter().enumerate().filter_map(|(place, &(value, flag))| {
                let Flag::Open(literal) = flag else { return None };
                let is_struck = after.contains(&!literal) && !before.contains(&!literal);
                let text = match self.word(number, value) {
                    word if word == "empty" => "-".to_owned(),
                    word => word,
                };
                let is_left = is_struck || !after.contains(&!literal);
                is_left.then_some(Candidate { place, text, is_struck })
            });
            let values: Vec<Candidate> = values.collect();
            let are_short = values.iter().all(|value| value.text.chars().count() == 1);
            let is_marked = values.len() < all.len() || values.iter().any(|value| value.is_struck);
            (are_short && is_marked).then_some(Candidates { cell, of: all.len(), values })
        };
        named.filter_map(of_cell).collect()
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

    /// Returns whether a literal says that something is there, rather than that it is not.
    fn is_true(&self, literal: Literal) -> bool {
        self.explainer.reading(literal).is_some_and(|one| one.holds && one.value != 0)
    }

    fn named(&self, number: usize) -> &Named {
        &self.explainer.subject().groups().named[number]
    }

    fn name(&self, number: usize) -> String {
        self.named(number).name.to_string().replace(VERB, " ")
    }

    /// Returns the name of a number without a predicate.
    fn subject(&self, number: usize) -> String {
        let name = self.named(number).name.to_string();
        name.split_once(VERB).map_or_else(|| name.clone(), |(subject, _)| subject.to_owned())
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
        // A list of cells names no rule; only one that an author gives does.
        let is_given = self.explainer.subject().groups().groups[group].place.is_some();
        let is_short = is_given || !place.is_empty() && !place.contains(" and ");
        match (has_own_place, has_own_rule) {
            (true, _) if place.parse::<Cell>().is_ok() => format!("the rule at {place}"),
            (true, _) if is_short => place,
            (_, true) => self.short(group),
            _ if place.is_empty() || place.ends_with(" others") => self.short(group),
            _ => format!("{} for {place}", self.short(group)),
        }
    }

    /// Returns a rule's number or its first words.
    fn short(&self, group: usize) -> String {
        let heading = self.explainer.subject().groups().groups[group].heading;
        match (self.reference, heading) {
            (Reference::ByNumber, Some(heading)) => format!("rule {}", heading + 1),
            _ => short(self.rule(group)),
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
            let names: Vec<String> = numbers.iter().map(|&number| self.subject(number)).collect();
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
        let named = self.named(number);
        let place = named.number.values().position(|(other, _)| other == value);
        match (self.cell(number), place.and_then(|place| named.words.get(place))) {
            (_, Some(word)) => word.clone(),
            (Some(cell), None) => self.form.said(cell, value),
            (None, None) => value.to_string(),
        }
    }

    pub(super) fn readings(&self, literals: &[Literal]) -> Vec<Reading> {
        literals.iter().filter_map(|&literal| self.explainer.reading(literal)).collect()
    }

    /// Returns what conclusions say: a value that several cells have by the same literal is that of
    /// each.
    fn conclusions(&self, facts: &[Literal]) -> Vec<Reading> {
        let named = &self.explainer.subject().groups().named;
        let of_others = |fact: Literal, number: usize| {
            let others = named.iter().enumerate();
            let others = others.filter(move |&(other, named)| named.is_on_board && other != number);
            others.filter_map(move |(number, named)| {
                let mut values = named.number.values();
                let (value, _) = values.find(|&(_, flag)| flag == Flag::Open(fact))?;
                Some(Reading { number, value, holds: true })
            })
        };
        let mut all = Vec::new();
        for &fact in facts {
            let Some(reading) = self.explainer.reading(fact) else { continue };
            all.push(reading);
            if reading.holds {
                all.extend(of_others(fact, reading.number));
            }
        }
        all
    }

    /// Returns equations such as `r7c2 = 7`, `r7c2 != 7`, omitting those implied by a value.
    fn equations(&self, literals: &[Literal]) -> Vec<String> {
        self.equations_of(self.readings(literals))
    }

    fn equations_of(&self, readings: Vec<Reading>) -> Vec<String> {
        let (values, others): (Vec<Reading>, Vec<Reading>) =
            readings.into_iter().partition(|one| one.holds);
        let has_no_value = |one: &&Reading| values.iter().all(|value| value.number != one.number);
        let texts = values.iter().chain(others.iter().filter(has_no_value)).map(|one| {
            let sign = if one.holds { "=" } else { "!=" };
            format!("{} {sign} {}", self.name(one.number), self.word(one.number, one.value))
        });
        distinct(texts)
    }

    /// Returns a clause about literals.
    pub(super) fn said(&self, literals: &[Literal]) -> String {
        joined(self.statements(literals), usize::MAX)
    }

    /// Returns one statement per number, omitting those implied by a value; cells come first, in
    /// reading order.
    fn statements(&self, literals: &[Literal]) -> Vec<Statement> {
        self.statements_of(self.readings(literals))
    }

    fn statements_of(&self, readings: Vec<Reading>) -> Vec<Statement> {
        let mut told: Vec<(usize, Vec<Reading>)> = Vec::new();
        for reading in readings {
            match told.iter_mut().find(|(number, _)| *number == reading.number) {
                Some((_, readings)) => readings.push(reading),
                None => told.push((reading.number, vec![reading])),
            }
        }
        told.sort_by_key(|&(number, _)| {
            let cell = self.cell(number);
            (cell.is_none(), cell)
        });
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
                    let predicate = if value == 1 { predicate } else { negated(&predicate) };
                    Statement { name, predicate }
                }
                None => self.statement_with(number, true, &[value]),
            };
        }
        // "has a bridge" is shorter than any list of the others.
        if let [one] = excluded[..]
            && let Some(thing) = self.word(number, one).strip_prefix("no ")
        {
            return self.stated(number, true, &format!("a {thing}"));
        }
        let left = values.iter().filter(|(_, flag)| *flag != Flag::FALSE);
        let left: Vec<i64> = left.map(|&(value, _)| value).collect();
        // "has 1 or 2 bridges" is easier than "does not have 0 bridges".
        let has_verb = matches!(&named.name, Name::Text(name) if name.contains(VERB));
        let most = if has_verb { 2 } else { 0 };
        // "is 1 to 4" is easier than "is not empty or 5 to 7".
        let said = |values: &[i64]| {
            either(&values.iter().map(|&value| self.word(number, value)).collect_vec())
        };
        let is_short = excluded.len() > 2 && words(&said(&left)) < words(&said(&excluded));
        if is_short || left.len() <= 3.min(excluded.len()).max(most) {
            self.statement_with(number, true, &left)
        } else {
            self.statement_with(number, false, &excluded)
        }
    }

    fn statement_with(&self, number: usize, holds: bool, values: &[i64]) -> Statement {
        let words: Vec<String> = values.iter().map(|&value| self.word(number, value)).collect();
        self.stated(number, holds, &either(&words))
    }

    /// States what a number is, or what it is not if this does not hold.
    fn stated(&self, number: usize, holds: bool, what: &str) -> Statement {
        let name = self.named(number).name.to_string();
        let (name, verb) = name.split_once(VERB).unwrap_or((&name, "is"));
        let verb = if holds { verb.to_owned() } else { negated(verb) };
        Statement { name: name.to_owned(), predicate: format!("{verb} {what}") }
    }

    /// Returns what literals are about, without what they say.
    fn bare(&self, literal: Literal) -> String {
        self.readings(&[literal]).iter().map(|one| self.subject(one.number)).join("")
    }

    /// Says how the rule at the end of a step's chain is broken, with what shows it.
    fn broken(&self, step: &Step, label: &str) -> String {
        let is_together =
            matches!(self.explainer.breach(step), Some(Breach::Loop | Breach::Connection));
        if let Some(Breach::NoSum(makings)) = self.explainer.breach(step) {
            return self.not_made(&makings, label);
        }
        let wall = is_together.then(|| self.wall(step, label)).flatten();
        wall.map_or_else(|| self.broken_in_short(step, label), |(text, _)| text)
    }

    /// Says how the rule at the end of a step's chain is broken, in a few words.
    fn broken_by_name(&self, step: &Step, label: &str) -> String {
        match self.explainer.breach(step) {
            Some(Breach::Together(_)) => contradicted(label),
            _ => self.broken_in_short(step, label),
        }
    }

    /// Says how the rule at the end of a step's chain is broken.
    fn broken_in_short(&self, step: &Step, label: &str) -> String {
        let [has, holds, adds] =
            if is_plural(label) { ["have", "hold", "add"] } else { ["has", "holds", "adds"] };
        // How the cells of the rule say a value.
        let group = step.chain.last().and_then(|link| link.group);
        let number = group.and_then(|group| {
            self.explainer.numbers(group).find(|&number| self.cell(number).is_some())
        });
        if let (Some(branches), Some(group)) = (self.explainer.branches(step), group) {
            let does = if branches { "branches" } else { "ends" };
            return format!("the loop {does} at {}", self.place(group));
        }
        let word = |value: Option<i64>| Some(self.word(number?, value?));
        let is_digit = |word: &str| word.parse::<i64>().is_ok();
        match self.explainer.breach(step) {
            Some(Breach::NoPlace { value, left: left @ 1.., needed }) => {
                let what = word(value).filter(|word| is_digit(word));
                let is_said = what.as_ref().is_some_and(|word| *label == format!("the {word}s"));
                let what = what.filter(|_| !is_said);
                let what = what.map_or_else(String::new, |word| format!(" for {word}"));
                let left = protocol::count(left.unsigned_abs(), "place");
                format!("{label} {has} only {left} left{what}, not {needed}")
            }
            Some(Breach::NoPlace { value, .. }) => match word(value) {
                Some(word) if is_digit(&word) => format!("{label} {has} no place left for {word}"),
                Some(word) if word == "empty" => format!("{label} {has} no empty cell left"),
                _ => format!("{label} {has} no place left"),
            },
            Some(Breach::TooMany(value)) => match word(value) {
                Some(word) if *label == format!("the {word}s") => {
                    format!("there are too many {word}s")
                }
                Some(word) if is_digit(&word) => format!("{label} {holds} {word} too often"),
                _ => format!("{label} {has} too many"),
            },
            Some(Breach::MoreThan { reached, allowed }) => {
                format!("{label} {has} at least {reached}, not {allowed}")
            }
            Some(Breach::Together(all)) => self.together(&all, label),
            Some(Breach::TooManyFilled(Figures { reached, needed, .. })) => {
                format!("{label} {has} at least {reached} filled cells, not {needed}")
            }
            Some(Breach::TooFewFilled(Figures { reached, needed, .. })) => {
                format!("{label} {has} at most {reached} filled cells, not {needed}")
            }
            Some(Breach::Asks(asked)) => self.asked(step, asked, label),
            Some(Breach::NoSum(Makings { missing, open, .. })) if open.len() == 1 => {
                let last = self.name(open[0].0);
                format!("only {last} is left for the {missing} still missing in {label}")
            }
            Some(Breach::NoSum(Makings { missing, .. })) => {
                format!("{label} {has} no values left for the {missing} still missing")
            }
            Some(Breach::NoPartner(alone)) => {
                format!("{}, has no partner left", self.which(alone))
            }
            Some(Breach::NoWay) => format!("{label} {has} no way left"),
            Some(Breach::TooSmall(figures)) => {
                format!("{label} {adds} up to {}", reaches(&figures, "most"))
            }
            Some(Breach::TooLarge(figures)) => {
                format!("{label} {adds} up to {}", reaches(&figures, "least"))
            }
            Some(Breach::Loop) => "a loop closes too early".to_owned(),
            Some(Breach::Connection) => match self.cut_off(step) {
                Some(cells) if cells.contains(' ') => format!("{cells} are cut off"),
                Some(cells) => format!("{cells} is cut off"),
                None if label.contains('"') || label.starts_with("rule ") => contradicted(label),
                None => format!("{label} cannot be completed"),
            },
            None => contradicted(label),
        }
    }

    /// Says what a rule does not allow together: "r4c7 to r5c8 are all shaded".
    fn together(&self, all: &[Literal], label: &str) -> String {
        let statements = self.statements(all);
        let predicate = statements.iter().map(|one| &one.predicate).all_equal_value();
        match predicate.map(|one| plural(one)) {
            Ok(predicate) if is_block(label) && predicate == "are not empty" => {
                format!("{label} has no empty cell left")
            }
            Ok(predicate) if is_block(label) => {
                format!("{label} {}", predicate.replacen("are ", "are all ", 1))
            }
            _ => format!("{}, {}", joined(statements, usize::MAX), not_allowed(label)),
        }
    }

    /// Returns what the last rule of a chain does not allow together, unless it has a name for that.
    pub(super) fn said_together(&self, step: &Step, label: &str) -> Option<String> {
        match self.explainer.breach(step) {
            Some(Breach::Together(all)) if !is_block(label) => Some(self.said(&all)),
            _ => None,
        }
    }

    /// Says what a rule asks for, and what its number is instead: "by the 17 on r3c4, face B is 17, not
    /// 71".
    fn asked(&self, step: &Step, asked: Literal, label: &str) -> String {
        let number = self.explainer.reading(asked).map(|one| one.number);
        let of_number = |literal: &Literal| {
            let other = self.explainer.reading(*literal)?;
            (Some(other.number) == number && other.holds).then_some(other)
        };
        let found = step.chain.iter().filter_map(|link| link.follows).chain([!step.facts[0]]);
        let other =
            found.chain(step.because.iter().copied()).find_map(|literal| of_number(&literal));
        let other = other.filter(|one| self.truth(one.number).is_none());
        let other = other.map(|one| format!(", not {}", self.word(one.number, one.value)));
        let statement = self.said(&[asked]);
        let is_same = self.same_elsewhere(step).is_some();
        let otherwise = if is_same { " as well" } else { ", which it is not" };
        format!("by {label}, {statement}{}", other.unwrap_or_else(|| otherwise.to_owned()))
    }

    /// Says which sum cannot be made: "row 5 needs 9 more in 2 cells of r5c1 (empty or 3) and ...".
    fn not_made(&self, Makings { missing, count, open }: &Makings, label: &str) -> String {
        let open = open.iter().map(|(number, values)| {
            let values = values.iter().map(|&value| self.word(*number, value)).collect_vec();
            format!("{} ({})", self.name(*number), either(&values))
        });
        let open = list(&open.collect_vec(), "and");
        let [needs, count] = [
            if is_plural(label) { "need" } else { "needs" },
            &count.map_or_else(String::new, |count| {
                format!(" in {}", protocol::count(count, "cell"))
            }),
        ];
        format!("{label} {needs} {missing} more{count}, but {open} cannot make that")
    }
}

/// Separates subject and predicate in the name of a number.
pub(crate) const VERB: &str = " | ";

/// Returns subject and predicate of a 0-1 number off the grid that states whether something is
/// true.
fn truth(named: &Named) -> Option<(String, String)> {
    let Name::Text(name) = &named.name else { return None };
    named.number.values().map(|(value, _)| value).eq([0, 1]).then(|| {
        if let Some((subject, predicate)) = name.split_once(VERB) {
            let word = named.words.get(1).map(|word| format!(" {word}")).unwrap_or_default();
            return (subject.to_owned(), format!("{predicate}{word}"));
        }
        let default = if name.starts_with("that ") { "true" } else { "there" };
        let (subject, predicate) = name.split_once(" is ").unwrap_or((name, default));
        (subject.to_owned(), format!("is {predicate}"))
    })
}

/// Says what a sum reaches at least or at most, and what it should be.
fn reaches(Figures { reached, needed, addends }: &Figures, bound: &str) -> String {
    format!("at {bound} {}, not {needed}", total(*reached, addends))
}

/// Says what a sum consists of, if that is short: "2 x 9 + 5 = 23".
fn total(reached: i64, addends: &[i64]) -> String {
    let equal = addends.chunk_by(|one, other| one == other);
    let terms = equal.map(|same| match same {
        [one] => one.to_string(),
        _ => format!("{} x {}", same.len(), same[0]),
    });
    let terms = terms.collect_vec();
    let is_short = (1..=MOST_ADDENDS).contains(&terms.len());
    if is_short && addends.len() > 1 && addends.iter().sum::<i64>() == reached {
        format!("{} = {reached}", terms.join(" + "))
    } else {
        reached.to_string()
    }
}

/// Returns whether a name stands for a block of cells: "r4c7 to r5c8".
fn is_block(label: &str) -> bool {
    label.contains(" to ")
}

/// Says that a rule forbids what was said before.
fn not_allowed(label: &str) -> String {
    // The cells of a rule were said.
    let is_rule = label.starts_with('"') || label.starts_with("rule ");
    let rule = label.split_once(" for ").filter(|_| is_rule).map_or(label, |(rule, _)| rule);
    format!("which {rule} {} not allow", if is_plural(rule) { "do" } else { "does" })
}

/// Says that a rule is contradicted where no single reason can be named.
fn contradicted(label: &str) -> String {
    if label.starts_with('"') || label.starts_with("rule ") {
        format!("{label} is broken")
    } else {
        format!("{label} {} no way left", if is_plural(label) { "have" } else { "has" })
    }
}

/// Returns whether a name of a rule stands for several things: "the 4s", "the hooks", "all cells",
/// "the delegates of Larry".
fn is_plural(label: &str) -> bool {
    let label = label.split(" of ").next().unwrap_or(label);
    let noun = label.strip_prefix("the ").or_else(|| label.strip_prefix("all "));
    noun.is_some_and(|noun| noun.ends_with('s') && !noun.contains(' '))
}

/// Says where a rule leaves something: "in row 3", "by the clue 3 at r1c1", "at the top left corner
/// of r1c1".
fn within(place: &str) -> String {
    let is_rule = ["the clue", "rule "].iter().any(|start| place.starts_with(start));
    let preposition = match place {
        _ if is_rule || place.contains(" at ") => "by",
        _ if place.contains(" corner of ") => "at",
        _ => "in",
    };
    format!("{preposition} {place}")
}

/// Returns references to rules: "[rules 2 and 5]".
pub(super) fn numbers(headings: &[usize]) -> String {
    let numbers: Vec<String> = headings.iter().map(|heading| (heading + 1).to_string()).collect();
    let rules = if numbers.len() == 1 { "rule" } else { "rules" };
    format!("[{rules} {}]", capped(&numbers, numbers.len()))
}

/// Counts the words of a text.
pub(super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
