//! How hard the steps of an explanation are.

use std::collections::BTreeMap;

use ::explain::{Finding, Step, Technique};
use itertools::Itertools;
use protocol::{Difficulty, Grade, count};

use super::Printed;

/// Cost of reading off a clue or a rule what it says at the beginning.
const CLUE: u32 = 3;

/// What the steps cost a person.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Number of printed steps.
    pub(super) steps: usize,
    /// Number of steps by each technique.
    by_technique: BTreeMap<Technique, usize>,
    /// Cost of all steps.
    pub(super) cost: u32,
    /// Cost and technique of the hardest step.
    pub(super) hardest: Option<(u32, Technique)>,
    /// Number of the hardest step, from 1.
    place: usize,
    /// Steps that propagation of one group does not find.
    hard_steps: usize,
    /// Most groups of a step.
    most_groups: usize,
    /// Links of the longest chain.
    longest_chain: usize,
    /// Conflicts that the search for the steps took.
    pub(super) conflicts: u64,
}

impl Tally {
    /// Adds up the steps, and what clues say at the beginning.
    pub(super) fn new(given: &[Step], told: &[Printed], findings: &[Finding]) -> Self {
        let mut tally = Tally { steps: told.len(), ..Self::default() };
        let by_clues = given.iter().filter(|step| !step.groups.is_empty());
        tally.cost = by_clues.map(|_| CLUE).sum();
        tally.conflicts = findings.iter().map(|finding| finding.effort).sum();
        for (Printed { step, .. }, place) in told.iter().zip(1..) {
            tally.add(step, place);
        }
        tally
    }

    fn add(&mut self, step: &Step, place: usize) {
        let (cost, technique) = (step.cost(), step.reason.technique);
        *self.by_technique.entry(technique).or_default() += 1;
        self.cost = self.cost.saturating_add(cost);
        if self.hardest.is_none_or(|(hardest, _)| cost > hardest) {
            (self.hardest, self.place) = (Some((cost, technique)), place);
        }
        self.hard_steps += usize::from(!step.is_trivial);
        self.most_groups = self.most_groups.max(step.groups.len());
        self.longest_chain = self.longest_chain.max(step.chain.len());
    }

    /// Returns the number of steps by each technique, by its name.
    pub(super) fn techniques(&self) -> BTreeMap<String, usize> {
        self.by_technique.iter().map(|(one, &count)| (one.name().to_owned(), count)).collect()
    }

    /// Returns whether a step uses a technique.
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.by_technique.contains_key(&technique)
    }

    /// Describes the steps: how many there are, by which techniques, and the hardest one.
    pub(super) fn summary(&self, difficulty: &Difficulty) -> String {
        let by_count = self.by_technique.iter().sorted_by_key(|(_, count)| usize::MAX - **count);
        let techniques =
            by_count.map(|(technique, count)| format!("{technique} {count}")).join(", ");
        let steps = count(self.steps as u128, "step");
        let hardest = self.hardest.map_or_else(String::new, |(cost, technique)| {
            format!(" The hardest is step {} ({technique}, cost {cost}).", self.place)
        });
        let grade =
            difficulty.grade.map_or_else(String::new, |grade| format!(" Difficulty: {grade}."));
        format!("{steps}: {techniques}.{hardest}{grade}")
    }

    /// Returns the difficulty: beyond reach if the steps do not explain everything, unknown if they
    /// were stopped.
    pub(super) fn difficulty(&self, is_complete: bool, is_stopped: bool) -> Difficulty {
        let grade = match (is_complete, is_stopped) {
            (true, _) => Some(self.grade()),
            (false, true) => None,
            (false, false) => Some(Grade::BeyondReach),
        };
        Difficulty {
            steps: self.steps,
            hard_steps: self.hard_steps,
            most_groups: self.most_groups,
            longest_chain: self.longest_chain,
            grade,
        }
    }

    /// Returns the harder of two grades: by the hardest step, and by the cost of all of them.
    fn grade(&self) -> Grade {
        use Grade::{Easy, Fiendish, Hard, Moderate, Trivial, VeryHard};
        let hardest = match self.hardest.map_or(0, |(cost, _)| cost) {
            0..=2 => Trivial,
            3..=5 => Easy,
            6..=10 => Moderate,
            11..=18 => Hard,
            19..=30 => VeryHard,
            _ => Fiendish,
        };
        let all = match self.cost {
            0..=60 => Trivial,
            61..=200 => Easy,
            201..=500 => Moderate,
            501..=1_200 => Hard,
            1_201..=4_000 => VeryHard,
            _ => Fiendish,
        };
        hardest.max(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harder_of_bottleneck_and_sum_decides() {
        let tally = |cost, hardest| Tally {
            cost,
            hardest: Some((hardest, Technique::AllWays)),
            ..Tally::default()
        };
        let grade = |tally: &Tally| tally.difficulty(true, false).grade;
        assert_eq!(grade(&Tally::default()), Some(Grade::Trivial));
        assert_eq!(grade(&tally(20, 4)), Some(Grade::Easy));
        assert_eq!(grade(&tally(100, 14)), Some(Grade::Hard));
        assert_eq!(grade(&tally(1_000, 4)), Some(Grade::Hard));
        assert_eq!(grade(&tally(5_000, 4)), Some(Grade::Fiendish));
        assert_eq!(tally(1, 1).difficulty(false, false).grade, Some(Grade::BeyondReach));
        assert_eq!(tally(1, 1).difficulty(false, true).grade, None, "stopped");
    }
}
