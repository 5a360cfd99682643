//! Lemmas in words.

use std::collections::BTreeSet;

use ::explain::{Lemma, LemmaKind, Step};
use itertools::Itertools;
use pseudo_boolean::Literal;

use super::{Reference, Words, numbers};
use crate::explain::english::{capital, list};

impl Words<'_> {
    /// Describes the lemmas that some steps use.
    pub(crate) fn lemmas<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> Vec<protocol::Lemma> {
        let used: BTreeSet<usize> = steps.flat_map(|step| self.explainer.lemmas_of(step)).collect();
        let told = |place: usize| {
            let facts = self.explainer.lemmas()[place].facts.iter().copied().sorted().collect_vec();
            protocol::Lemma { facts: self.equations(&facts), ..self.lemma_in_short(place) }
        };
        used.into_iter().map(told).collect()
    }

    /// Describes all lemmas, without their facts.
    pub(crate) fn lemmas_in_short(&self) -> Vec<protocol::Lemma> {
        (0..self.explainer.lemmas().len()).map(|place| self.lemma_in_short(place)).collect()
    }

    fn lemma_in_short(&self, place: usize) -> protocol::Lemma {
        protocol::Lemma { name: lemma_name(place), text: self.lemma(place), facts: Vec::new() }
    }

    /// Says what a lemma states, and why.
    fn lemma(&self, place: usize) -> String {
        let Lemma { kind, proof, .. } = &self.explainer.lemmas()[place];
        let name = capital(&lemma_name(place));
        let (text, groups) = match kind {
            LemmaKind::Colours { because, values } => {
                let text = self.colours(*because, values);
                (text, proof.iter().flat_map(|step| step.groups.clone()).collect_vec())
            }
            LemmaKind::Sum { groups, sum, counts } => {
                let mut terms = counts.iter().map(|(value, count)| format!("{count} x {value}"));
                let total: i64 = counts.iter().map(|(value, count)| value * count).sum();
                let (terms, number) = (terms.join(" + "), groups.len());
                let text = format!(
                    "the numbers of the board add up to {terms} = {total}, and {number} places share \
                     them ({}, ...): so each has the sum {total} / {number} = {sum}.",
                    self.place(groups[0])
                );
                (text, groups.clone())
            }
        };
        let all = &self.explainer.subject().groups().groups;
        let rules = groups.iter().filter_map(|&group| all[group].heading).unique().sorted();
        match self.reference {
            Reference::ByNumber => format!("{name}: {text} {}", numbers(&rules.collect_vec())),
            Reference::InFull => format!("{name}: {text}"),
        }
    }

    /// Says which values stand on which colour.
    fn colours(&self, because: Literal, values: &[Vec<i64>; 2]) -> String {
        let given = self.readings(&[because]);
        let (value, cell) = given
            .first()
            .map(|one| (self.word(one.number, one.value), self.name(one.number)))
            .unwrap_or_default();
        let [own, other] = match odd_and_even(values) {
            Some([own, other]) => [format!("all {own} numbers"), format!("all {other} ones")],
            None => values
                .clone()
                .map(|values| list(&values.iter().map(ToString::to_string).collect_vec(), "and")),
        };
        format!(
            "colour the cells like a chessboard. From each number to the next the colour changes, \
             and {cell} is {value}: so {own} stand on the colour of {cell}, and {other} on the other \
             colour."
        )
    }
}

/// Returns the name of a lemma by its place.
pub(super) fn lemma_name(place: usize) -> String {
    format!("lemma {}", place + 1)
}

/// Returns the words for values of which one side is odd and the other even.
fn odd_and_even([one, other]: &[Vec<i64>; 2]) -> Option<[&'static str; 2]> {
    let parity = |values: &[i64]| values.iter().map(|value| value.rem_euclid(2)).all_equal_value();
    match (parity(one), parity(other)) {
        (Ok(1), Ok(0)) => Some(["odd", "even"]),
        (Ok(0), Ok(1)) => Some(["even", "odd"]),
        _ => None,
    }
}
