//! Recognises conclusions by counting two ways: what some groups need, others do not allow.

use std::collections::HashMap;

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::known::Known;
use crate::reason::Detail;
use crate::theory::variable;

/// Most groups that are counted together.
const MOST_GROUPS: usize = 8;

/// Most choices of constraints, one of each group, that are tried.
const MOST_CHOICES: usize = 4_096;

/// A group that needs a number of some facts, or allows no more of them.
struct Side {
    /// The facts that are open, by their variables.
    open: Vec<usize>,
    /// 1 if they are needed, -1 if they are allowed.
    sign: i64,
    /// How many more are needed, or the negative number of those still allowed.
    bound: i64,
}

impl Explainer<'_> {
    /// Returns which groups need more of something than the others allow, if the premises of a fact
    /// and its negation are true and each group counts once: as n regions that lie in n rows do not
    /// let these have anything outside of them.
    pub(crate) fn balance(
        &self,
        groups: &[usize],
        fact: Literal,
        because: &[Literal],
    ) -> Option<Detail> {
        if groups.len() > MOST_GROUPS {
            return None;
        }
        let assumed = self.theory.excluded.iter().chain(because).copied().chain([!fact]);
        let known = Known::of(self, assumed);
        let value = self.value_of(fact.variable().index());
        let side = |&number: &usize| {
            let linear = self.linear(number);
            let sign = linear.terms().map(|term| term.1).all_equal_value().ok()?;
            let is_alike = |index: usize| value.is_none() || self.value_of(index) == value;
            if sign.abs() != 1 || !linear.terms().all(|term| is_alike(term.0)) {
                return None;
            }
            let value = |index: usize| known.value(variable(index));
            let true_ones = linear.terms().filter(|term| value(term.0) == Some(true));
            let bound = linear.bound - sign * i64::try_from(true_ones.count()).ok()?;
            let open = linear.terms().map(|term| term.0);
            let open = open.filter(|&index| value(index).is_none()).collect();
            (bound * sign > 0 || sign < 0).then_some(Side { open, sign, bound })
        };
        let sides = |&group: &usize| -> Vec<Side> {
            self.theory.groups[group].constraints.iter().filter_map(side).collect()
        };
        let sides: Vec<Vec<Side>> = groups.iter().map(sides).collect();
        if sides.iter().map(Vec::len).product::<usize>() > MOST_CHOICES {
            return None;
        }
        let contradicts = |choice: &Vec<&Side>| {
            let mut balance: HashMap<usize, i64> = HashMap::new();
            for side in choice {
                for &index in &side.open {
                    *balance.entry(index).or_default() += side.sign;
                }
            }
            let most: i64 = balance.values().map(|&count| count.max(0)).sum();
            most < choice.iter().map(|side| side.bound).sum()
        };
        let choice = sides.iter().multi_cartesian_product().find(contradicts)?;
        let (need, allow): (Vec<usize>, Vec<usize>) =
            (0..groups.len()).partition(|&place| choice[place].sign > 0);
        (!need.is_empty() && !allow.is_empty()).then_some(Detail::Balance { need, allow })
    }
}
