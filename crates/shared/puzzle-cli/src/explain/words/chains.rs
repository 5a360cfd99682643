//! Chains of links to a contradiction, and cases with a chain each, in words.

use ::explain::{Breach, Case, Link, Reading, Step};
use itertools::Itertools;
use pseudo_boolean::Literal;

use super::{Words, not_allowed, within, words};
use crate::explain::english::{joined, list};

/// How much is said of a chain.
#[derive(Clone, Copy, PartialEq)]
enum Telling {
    /// Each link with its ground, and how the last rule is broken.
    InFull,
    /// Without what follows from the last rule before it is broken.
    WithoutLast,
    /// Also how the last rule is broken in fewer words.
    WithShortEnd,
    /// Also without grounds: the rules are listed with the step.
    WithoutGrounds,
    /// Only which rule is broken in the end.
    End,
}

impl Telling {
    /// From the most words to the fewest.
    const ALL: [Telling; 5] = [
        Telling::InFull,
        Telling::WithoutLast,
        Telling::WithShortEnd,
        Telling::WithoutGrounds,
        Telling::End,
    ];
}

/// Words that show how the last rule is broken: "only r1c2 and r2c2 are left for the 5s, 2 of 5".
const WORDS_FOR_END: usize = 16;

impl Words<'_> {
    /// Returns the chain as a clause: "otherwise r1c6 and r1c8 are 7 (the clue 49), then row 1 holds 7
    /// too often".
    pub(super) fn chain(&self, step: &Step, most: usize) -> String {
        // Where only the end fits, the links are counted.
        let [tellings @ .., _] = Telling::ALL;
        let text = |telling: Telling| {
            let text = format!("otherwise {}", self.chain_told(step, telling));
            let more = if telling == Telling::WithoutLast { WORDS_FOR_END } else { 0 };
            (words(&text) <= most + more).then_some(text)
        };
        tellings.into_iter().find_map(text).unwrap_or_else(|| {
            let last = step.chain.iter().rev().find_map(|link| link.group);
            let last = last.map_or_else(String::new, |group| self.label(group, step));
            let (count, end) =
                (self.links(step).len().saturating_sub(1), self.broken_in_short(step, &last));
            format!("otherwise, after {count} links, {end}")
        })
    }

    /// Lists the cases of a step with what they lead to; if that is too long, it is in the fold.
    pub(super) fn forked(
        &self,
        step: &Step,
        group: Option<usize>,
        cases: &[Case],
        most: usize,
    ) -> String {
        let label = group.map(|place| self.label(step.groups[place], step));
        if let Some(text) =
            label.as_ref().and_then(|label| self.too_many_anyway(step, label, cases))
        {
            return text;
        }
        let place = label.map(|label| within(&label));
        let place = place.map_or_else(String::new, |place| format!(" {place},"));
        let text = |telling: Telling| {
            let cases = cases.iter().map(|case| {
                (
                    format!("if {}", self.case(case, cases)),
                    self.chain_told(&step.in_case(case), telling),
                )
            });
            let alike = cases.collect_vec();
            // Cases with the same end share it.
            let cases = alike.chunk_by(|one, other| one.1 == other.1).map(|same| {
                let conditions = same.iter().map(|(condition, _)| condition).join(", or ");
                format!("{conditions}, {}", same[0].1)
            });
            format!("otherwise,{place} {}", { cases }.join("; "))
        };
        let fitting = Telling::ALL.into_iter().map(text).find(|text| words(text) <= most);
        fitting.unwrap_or_else(|| {
            let ways = cases.iter().map(|case| self.readings(&case.holds)).collect_vec();
            let are_whole = cases.iter().all(|case| case.besides.is_empty());
            let listed = group.filter(|_| are_whole).and_then(|group| {
                let label = self.label(step.groups[group], step);
                Some(format!(
                    "otherwise {}, {}",
                    self.cases(&ways, &label)?,
                    self.all_contradict(step, group, ways.len(), most)
                ))
            });
            let listed = listed.filter(|text| words(text) < most);
            let counted = || {
                let cases = cases.iter().map(|case| self.case(case, cases)).join(", or ");
                format!("otherwise,{place} {cases}, and each of these leads to a contradiction")
            };
            listed.unwrap_or_else(counted)
        })
    }

    /// Says how many of some cells have a value in each way to keep a rule, if these are too many for
    /// another one: "otherwise at least 2 of r1c2 and r2c1 are 9 (the clue 81), then row 1 ...".
    fn too_many_anyway(&self, step: &Step, label: &str, cases: &[Case]) -> Option<String> {
        let end = |case: &Case| {
            let mut groups = case.chain.iter().filter_map(|link| link.group);
            let group = groups.next().filter(|_| groups.next().is_none())?;
            match self.explainer.breach(&step.in_case(case))? {
                Breach::TooMany(Some(value)) => Some((group, value)),
                _ => None,
            }
        };
        let (group, value) = cases.iter().map(end).all_equal_value().ok()??;
        let numbers = self.explainer.numbers(group).collect_vec();
        let there = cases.iter().map(|case| {
            let all = self.readings(&case.holds).into_iter();
            let have = all.filter(|one| one.holds && one.value == value);
            have.map(|one| one.number).filter(|number| numbers.contains(number)).collect_vec()
        });
        let there = there.collect_vec();
        let least = there.iter().map(Vec::len).min().filter(|&least| least > 1)?;
        let all = there.into_iter().flatten().unique().sorted().collect_vec();
        let names = all.iter().map(|&number| self.name(number)).collect_vec();
        let end = self.chain_told(&step.in_case(&cases[0]), Telling::WithoutGrounds);
        let some = if least < all.len() { format!("at least {least} of ") } else { String::new() };
        Some(format!(
            "otherwise {some}{} are {} ({label}), then {end}",
            list(&names, "and"),
            self.word(all[0], value)
        ))
    }

    /// Returns what the cases of a step lead to, in full.
    pub(super) fn cases_in_full(&self, step: &Step, cases: &[Case]) -> Vec<String> {
        let cases = cases.iter().zip(1..).map(|(case, number)| {
            let chain = self.chain_told(&step.in_case(case), Telling::InFull);
            format!("Case {number}: if {}, {chain}", self.case(case, cases))
        });
        cases.collect()
    }

    /// Says what follows link by link, and how the last rule is broken.
    fn chain_told(&self, step: &Step, telling: Telling) -> String {
        // What follows without the opposite comes last: "as r1c2 is empty".
        let is_anyway = |link: &Link| link.follows.is_some() && link.reasons.is_empty();
        let needs_words =
            |link: &&Link| link.group.is_some_and(|group| !self.explainer.is_of_node(group));
        let anyway = step.chain.iter().filter(|link| is_anyway(link)).filter(needs_words);
        let anyway = self.said(&anyway.filter_map(|link| link.follows).collect_vec());
        // That the loop passes a cell is seen from the edge that it takes there.
        let is_told = |link: &Link| !is_anyway(link) && !self.explainer.is_of_passing(link);
        let same = self.same_elsewhere(step);
        let links = step.chain.iter().enumerate();
        let links = links.filter(|&(place, link)| is_told(link) && Some(place) != same);
        let links = links.filter_map(|(place, link)| Some((link.group?, place, link.follows)));
        let links: Vec<(usize, usize, Option<Literal>)> = links.collect();
        let mut told: Vec<String> = Vec::new();
        let end = links.last().map(|link| link.1);
        let mut last = String::new();
        for run in links.chunk_by(|one, other| one.0 == other.0) {
            let is_last = run.last().map(|link| link.1) == end;
            let (group, label) = (run[0].0, self.label(run[0].0, step));
            let follows: Vec<Literal> = run.iter().filter_map(|link| link.2).collect();
            let statements = self.statements(&self.explainer.headlines(&[group], &follows));
            if !statements.is_empty() && (!is_last || telling == Telling::InFull) {
                let places = run.iter().map(|link| link.1).take(follows.len()).collect_vec();
                let ground = match telling {
                    Telling::WithoutGrounds | Telling::End => None,
                    // Where the loop goes on is seen from its edges.
                    _ if self.explainer.is_of_node(group) => None,
                    _ if self.explainer.is_of_loop(group) => Some("or a loop closes".to_owned()),
                    _ => Some(self.ground_of_links(step, &places, &label)),
                };
                let ground = ground.map_or_else(String::new, |ground| format!(" ({ground})"));
                last = joined(statements, usize::MAX);
                told.push(format!("{last}{ground}"));
            }
            if follows.len() < run.len() {
                // What is not allowed may have been said last.
                if let Some(before) = told.last_mut()
                    && telling != Telling::End
                    && self.said_together(step, &label).is_some_and(|together| together == last)
                {
                    *before = format!("{before}, {}", not_allowed(&label));
                    continue;
                }
                told.push(match telling {
                    Telling::InFull | Telling::WithoutLast => self.broken(step, &label),
                    Telling::End => self.broken_by_name(step, &label),
                    _ => self.broken_in_short(step, &label),
                });
            }
        }
        if telling == Telling::End && told.len() > 1 {
            return format!("in the end {}", told[told.len() - 1]);
        }
        let premises = if anyway.is_empty() { String::new() } else { format!(", as {anyway}") };
        format!("{}{premises}", told.join(", then "))
    }

    /// Returns the place of the link that excludes what the last rule of a chain asks for, as something
    /// else is the same: one sentence says both.
    pub(super) fn same_elsewhere(&self, step: &Step) -> Option<usize> {
        let Some(Breach::Asks(asked)) = self.explainer.breach(step) else { return None };
        let place = step.chain.iter().position(|link| link.follows == Some(!asked))?;
        let [reason] = step.chain[place].reasons[..] else { return None };
        let [asked, other] = [asked, reason].map(|one| self.explainer.reading(one));
        let (asked, other) = (asked?, other?);
        let are_same = asked.holds && other.holds && asked.value == other.value;
        let is_value = self.truth(asked.number).is_none() && asked.number != other.number;
        (are_same && is_value).then_some(place)
    }

    /// Says what is true in one of some cases; of things that are there or not, only what is there.
    fn case(&self, case: &Case, cases: &[Case]) -> String {
        let readings = self.readings(&case.holds);
        let is_there = |one: &&Reading| self.truth(one.number).is_some() && one.value == 1;
        let there: Vec<Reading> = readings.iter().filter(is_there).copied().collect();
        let are_flags = readings.iter().all(|one| self.truth(one.number).is_some());
        let is_listed = are_flags && !there.is_empty();
        // Otherwise another case might be meant, too.
        let is_within = |other: &Case| {
            let others = self.readings(&other.holds);
            let count = others.iter().filter(is_there).count();
            count > there.len() && there.iter().all(|one| others.contains(one))
        };
        let only = if is_listed && cases.iter().any(is_within) { "only " } else { "" };
        let said = if is_listed { there } else { readings };
        let said = said.into_iter().chain(self.readings(&case.besides)).collect();
        format!("{only}{}", joined(self.statements_of(said), usize::MAX))
    }

    /// Says why links of a chain hold that use one rule: what would be cut off otherwise, or the rule.
    fn ground_of_links(&self, step: &Step, places: &[usize], label: &str) -> String {
        let found = |&place: &usize| step.chain[place].follows;
        let is_found = |member: &Literal| places.iter().filter_map(found).contains(member);
        let part = |&place: &usize| {
            let part = self.explainer.cut_off(step, place)?;
            Some(part.into_iter().filter(|member| !is_found(member)).collect_vec())
        };
        let parts: Option<Vec<_>> = places.iter().map(part).collect();
        let parts = parts.unwrap_or_default();
        let all = parts.iter().max_by_key(|part| part.len());
        let holds_all =
            |all: &&Vec<Literal>| parts.iter().flatten().all(|member| all.contains(member));
        let all = all.filter(holds_all).and_then(|part| self.cut_off_in_words(part));
        all.map_or_else(|| label.to_owned(), |part| format!("or {part} cut off"))
    }

    /// Returns the links of the chain that have words, with their places.
    pub(in crate::explain) fn told_links<'s>(
        &self,
        step: &'s Step,
    ) -> impl Iterator<Item = (usize, &'s Link)> {
        let is_told = |link: &Link| {
            let is_known = |follows: Literal| self.explainer.reading(follows).is_some();
            link.follows.is_none_or(is_known) && !self.readings(&link.reasons).is_empty()
        };
        step.chain.iter().enumerate().filter(move |(_, link)| is_told(link))
    }

    /// Returns the links of the chain: "if r7c2 is not 7, r7c5 is not 2 (row 7)".
    pub(super) fn links(&self, step: &Step) -> Vec<String> {
        let texts = self.told_links(step).map(|(place, link)| {
            let reasons = self.said(&link.reasons);
            let label = link.group.map_or_else(String::new, |group| self.label(group, step));
            match link.follows {
                Some(follows) if label.is_empty() => {
                    format!("if {reasons}, {}", self.said(&[follows]))
                }
                Some(follows) => {
                    let ground = self.ground_of_links(step, &[place], &label);
                    format!("if {reasons}, {} ({ground})", self.said(&[follows]))
                }
                None => format!("if {reasons}, {}", self.broken(step, &label)),
            }
        });
        texts.collect()
    }
}
