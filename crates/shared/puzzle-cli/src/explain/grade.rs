//! How hard the steps of an explanation are.

use ::explain::{Explainer, Step};
use protocol::{Difficulty, Grade};

/// Counts of steps by difficulty.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Steps by one group, without cases.
    pub(super) trivial: usize,
    /// Steps by one group, with cases.
    pub(super) by_cases: usize,
    /// Steps by two groups.
    pub(super) by_two: usize,
    /// Steps by three or more groups.
    pub(super) by_more: usize,
    /// Most groups of a step.
    pub(super) most_groups: usize,
    /// Links of the longest chain.
    pub(super) longest_chain: usize,
    /// Most cases of a step without a chain: clauses learned in its proof.
    pub(super) most_cases: usize,
    /// Conflicts that the search for the steps took.
    pub(super) conflicts: u64,
}

impl Tally {
    /// Adds a step of an explainer.
    pub(super) fn add(&mut self, explainer: &Explainer, step: &Step) {
        let count = match step.groups.len() {
            _ if step.is_trivial => &mut self.trivial,
            0 | 1 => &mut self.by_cases,
            2 => &mut self.by_two,
            _ => &mut self.by_more,
        };
        *count += 1;
        self.most_groups = self.most_groups.max(step.groups.len());
        self.longest_chain = self.longest_chain.max(step.chain.len());
        self.most_cases = self.most_cases.max(cases(explainer, step));
        self.conflicts += step.effort;
    }

    /// Returns the number of steps.
    pub(super) fn steps(&self) -> usize {
        self.trivial + self.hard_steps()
    }

    fn hard_steps(&self) -> usize {
        self.by_cases + self.by_two + self.by_more
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
            steps: self.steps(),
            hard_steps: self.hard_steps(),
            most_groups: self.most_groups,
            longest_chain: self.longest_chain,
            grade,
        }
    }

    /// Returns the hardest grade by four measures: most groups of a step, longest chain, most cases
    /// of a step, and number of non-trivial steps.
    fn grade(&self) -> Grade {
        use Grade::{Easy, Fiendish, Hard, Moderate, Trivial, VeryHard};
        let hard_steps = self.hard_steps();
        let groups = match self.most_groups {
            0 | 1 if hard_steps == 0 => Trivial,
            0..=2 => Easy,
            3 => Hard,
            4 | 5 => VeryHard,
            _ => Fiendish,
        };
        let chain = match self.longest_chain {
            0..=6 => Trivial,
            7..=15 => Moderate,
            16..=40 => Hard,
            _ => VeryHard,
        };
        let cases = match self.most_cases {
            0..=50 => Trivial,
            51..=200 => Moderate,
            201..=1_000 => Hard,
            1_001..=5_000 => VeryHard,
            _ => Fiendish,
        };
        let count = match hard_steps {
            0 => Trivial,
            1..=8 => Easy,
            9..=30 => Moderate,
            31..=80 => Hard,
            _ => VeryHard,
        };
        groups.max(chain).max(cases).max(count)
    }
}

/// Returns the number of cases of a non-trivial step without a chain: clauses learned in its proof.
fn cases(explainer: &Explainer, step: &Step) -> usize {
    let has_cases = !step.is_trivial && step.chain.is_empty();
    let proof = has_cases.then(|| explainer.certificate(step)).flatten();
    proof.map_or(0, |(_, proof)| proof.steps())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_look_decides() {
        let tally = Tally { trivial: 90, most_groups: 1, ..Tally::default() };
        let grade = |tally: &Tally| tally.difficulty(true, false).grade;
        assert_eq!(grade(&tally), Some(Grade::Trivial));
        assert_eq!(grade(&Tally { by_cases: 2, ..tally.clone() }), Some(Grade::Easy));
        let long = Tally { by_two: 2, most_groups: 2, longest_chain: 7, ..tally.clone() };
        assert_eq!(grade(&long), Some(Grade::Moderate));
        assert_eq!(grade(&Tally { by_cases: 40, ..tally.clone() }), Some(Grade::Hard));
        assert_eq!(grade(&Tally { by_more: 1, most_groups: 6, ..long }), Some(Grade::Fiendish));
        assert_eq!(tally.difficulty(false, false).grade, Some(Grade::BeyondReach));
        assert_eq!(tally.difficulty(false, true).grade, None, "stopped");
    }
}
