//! The output of `explain` and `hint`: a solution in steps, and their difficulty.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A solution in steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Whether the steps find everything that the rules fix.
    pub complete: bool,
    /// How hard the steps are.
    pub difficulty: Difficulty,
    /// Why the search for steps ended early, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<crate::Stop>,
    /// What is known before the first step, with its reasons: what clues and rules state outright,
    /// and what is seen at once then. All steps may use it.
    #[serde(default)]
    pub given: Vec<Told>,
    /// What is true of the whole puzzle and used by several steps, which name it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// The steps, in their order.
    pub steps: Vec<Told>,
}

/// Facts that follow from the rules in one way, and that steps use by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lemma {
    /// The name by which steps use it: `lemma 1`.
    pub name: String,
    /// What it says, and why.
    pub text: String,
    /// Its facts: `r1c1 != 2`.
    pub facts: Vec<String>,
}

/// A step in words. Cells are named `r1c1`, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The cells that it draws conclusions about.
    pub cells: Vec<String>,
    /// What it finds, the headline first: `r7c2 = 7`, or `r7c2 != 7`.
    pub facts: Vec<String>,
    /// The rules that it uses, with their places.
    pub groups: Vec<Ground>,
    /// Its premises: facts known before.
    pub because: Vec<String>,
    /// The names of the lemmas that have some of its premises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<String>,
    /// Whether propagation of one group is enough for it.
    #[serde(default)]
    pub is_trivial: bool,
    /// Whether a person sees it unaided; such steps are listed with `--all` only.
    #[serde(default)]
    pub is_obvious: bool,
    /// Whether the solution rests on it; other steps come last, with `--all` only.
    // `Clone::clone` is the flag itself: only "false" is written.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub is_needed: bool,
    /// The name of the technique.
    #[serde(default)]
    pub technique: String,
    /// Its cost for a person.
    #[serde(default)]
    pub cost: u32,
    /// The step as a sentence, without the text of its rules.
    #[serde(default)]
    pub text: String,
    /// The chain from the negation of the headline to the contradiction; empty if one group is
    /// enough, or if no chain was found.
    pub chain: Vec<String>,
    /// For each link of the chain that uses a group, the cells that it concludes about; pictures
    /// number them in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain_cells: Vec<Vec<String>>,
    /// All that it uses, a line each: what it finds if that is much, its rules with their places and
    /// cells, the facts that it needs, and the links of its chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// The parts that would be separated without the headline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Returns true, the default of what holds for most steps.
fn yes() -> bool {
    true
}

impl Told {
    /// The least cost of a hard step.
    pub const HARD: u32 = 8;

    /// Returns whether it is hard for a person.
    #[must_use]
    pub fn is_hard(&self) -> bool {
        self.cost >= Self::HARD
    }
}

/// Two parts that belong together, and what would separate them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The cells of the two parts, the smaller one first.
    pub parts: [Vec<String>; 2],
    /// The cells between them.
    pub border: Vec<String>,
}

/// A technique of steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// What it costs a person in the simplest case.
    pub cost: u32,
    /// A sentence for those who do not know it.
    pub about: String,
}

/// A rule with the place where it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// The rule's heading.
    pub rule: String,
    /// The place, such as `row 7`; empty for the whole board.
    pub place: String,
    /// The cells of the rule at this place.
    pub cells: Vec<String>,
}

impl Ground {
    /// Returns its name in the legend of a picture: its place, or else its rule.
    #[must_use]
    pub fn label(&self) -> &str {
        if self.place.is_empty() { self.rule.trim_end_matches('.') } else { &self.place }
    }
}

/// How hard the steps of an explanation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difficulty {
    /// Number of steps.
    pub steps: usize,
    /// Number of steps that need cases or several groups.
    pub hard_steps: usize,
    /// The most groups that a step uses.
    pub most_groups: usize,
    /// The links of the longest chain.
    pub longest_chain: usize,
    /// The grade; `None` if the explanation was stopped before the end.
    pub grade: Option<Grade>,
}

/// How hard an instance is, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Grade {
    /// A value has one place left, or a place one value; few steps.
    Trivial,
    /// Counts and sums at their bounds, or more steps.
    Easy,
    /// Pairs, parity, a few ways to fill a line, or contradictions at once.
    Moderate,
    /// Many ways to fill a line, or short trials.
    Hard,
    /// Long trials, or very many steps.
    VeryHard,
    /// More than people can keep in mind.
    Fiendish,
    /// No short step was found at some point.
    BeyondReach,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Self; 7] = [
        Self::Trivial,
        Self::Easy,
        Self::Moderate,
        Self::Hard,
        Self::VeryHard,
        Self::Fiendish,
        Self::BeyondReach,
    ];

    /// Returns the word, with hyphens for spaces.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Easy => "easy",
            Self::Moderate => "moderate",
            Self::Hard => "hard",
            Self::VeryHard => "very-hard",
            Self::Fiendish => "fiendish",
            Self::BeyondReach => "beyond-reach",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(&self.word().replace('-', " "))
    }
}

impl From<Grade> for String {
    fn from(grade: Grade) -> Self {
        grade.to_string()
    }
}

impl FromStr for Grade {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.replace(' ', "-");
        Self::ALL.into_iter().find(|grade| grade.word() == word).ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("expected one of the grades {words} and found \"{text}\"")
        })
    }
}

impl TryFrom<String> for Grade {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The figures of an explanation, without its steps: a row of the table in `docs/explanations.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Whether the steps find everything that the rules fix.
    pub complete: bool,
    /// How hard the steps are.
    pub difficulty: Difficulty,
    /// Number of steps by each technique.
    pub techniques: BTreeMap<String, usize>,
    /// What all steps cost a person.
    pub cost: u32,
    /// The technique of the hardest step; `None` if there are no steps.
    pub hardest: Option<String>,
    /// Its cost.
    pub hardest_cost: u32,
    /// Numbers of the board known at the end.
    pub known: usize,
    /// Numbers of the board that the rules fix.
    pub fixed: usize,
    /// Conflicts that the search for the steps took: the same on every machine.
    pub conflicts: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<crate::Stop>,
}

/// The output of `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The puzzle's slug.
    pub puzzle: String,
    /// The result of the search for a hint.
    pub status: HintStatus,
    /// Where to look; for a mistake its place, if it was asked for.
    pub places: Vec<String>,
    /// The rules to think of; empty at the level of places.
    pub rules: Vec<String>,
    /// The steps up to one that fills a cell; empty at the lower levels.
    pub steps: Vec<Told>,
}

/// The result of the search for a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintStatus {
    /// There is a next step.
    Hint,
    /// The board contradicts the rules.
    Mistake,
    /// The board is complete and right.
    Solved,
    /// Everything that the rules fix is on the board.
    Complete,
    /// No short step was found.
    NoStep,
    /// The instance has no solution.
    Unsolvable,
    /// The time was up, or the user interrupted.
    Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_have_an_order_and_words() {
        assert!(Grade::ALL.is_sorted());
        for grade in Grade::ALL {
            assert_eq!(grade.to_string().parse(), Ok(grade));
            assert_eq!(grade.word().parse(), Ok(grade));
        }
        assert!("so-so".parse::<Grade>().unwrap_err().contains("trivial, easy"));
    }
}
