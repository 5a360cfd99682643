//! Why a step follows from several groups: from the denial of a fact one group after the other, to a
//! contradiction.

use pseudo_boolean::{Literal, Under};

use crate::explainer::Explainer;
use crate::part::{Effort, Part};
use crate::step::Link;

/// Links after which a chain is too long to follow.
const LONGEST_CHAIN: usize = 200;

impl Explainer<'_> {
    /// The chain from the denial of a fact, where each link rests on one of these groups; `None` if no
    /// contradiction is found.
    pub(crate) fn chain(
        &mut self,
        groups: &[usize],
        headline: Literal,
        conflicts: u64,
    ) -> Option<Vec<Link>> {
        let mut parts: Vec<_> = groups
            .iter()
            .map(|&group| (group, self.part(&[group], false), self.open(&[group]), 0))
            .collect();
        let open = self.all_open();
        let Explainer { views, effort, .. } = self;
        let mut chain = Chain::default();
        chain.push(None, Vec::new(), Some(!headline));
        'links: while chain.links.len() < LONGEST_CHAIN && !effort.is_over() {
            chain.follow(None, views, &open, 0, effort);
            for conflicts in [0, conflicts] {
                for (group, part, open, seen) in &mut parts {
                    let is_old =
                        std::mem::replace(seen, chain.assumed.len()) == chain.assumed.len();
                    if conflicts == 0 && is_old {
                        continue;
                    }
                    if chain.follow(Some(*group), part, open, conflicts, effort) {
                        if chain.has_ended() {
                            return Some(chain.trimmed());
                        }
                        continue 'links;
                    }
                }
            }
            return None;
        }
        None
    }
}

/// What follows from a denial.
#[derive(Default)]
struct Chain {
    links: Vec<Link>,
    /// The denial, and what the links say.
    assumed: Vec<Literal>,
}

impl Chain {
    fn push(&mut self, group: Option<usize>, reasons: Vec<Literal>, follows: Option<Literal>) {
        self.assumed.extend(follows);
        self.links.push(Link { group, reasons, follows });
    }

    fn has_ended(&self) -> bool {
        self.links.last().is_some_and(|link| link.follows.is_none())
    }

    /// Adds what follows from a part and the chain so far, of what is open: by propagation, or by search
    /// if that may take conflicts. Whether there is something.
    fn follow(
        &mut self,
        group: Option<usize>,
        part: &mut Part,
        open: &[Literal],
        conflicts: u64,
        effort: &Effort,
    ) -> bool {
        let assumed = part.own_of(&self.assumed);
        let is_new = |literal: &Literal| {
            !self.assumed.iter().any(|other| other.variable() == literal.variable())
        };
        // Which of the two values follows is not known.
        let both = open.iter().copied().filter(is_new).flat_map(|literal| [literal, !literal]);
        let wanted = part.own_of(&both.collect::<Vec<_>>());
        let found = if conflicts == 0 {
            part.probe(&assumed, &wanted)
        } else {
            match part.solve(&assumed, conflicts, effort) {
                Under::Core(core) => Err(core),
                Under::Stopped => return false,
                Under::Solution(first) => {
                    Ok(part.backbone(&assumed, wanted, conflicts, &mut vec![first], effort))
                }
            }
        };
        // The contradiction of views is that of a group, too.
        let found = match (found, group) {
            (Ok(implied), _) => implied.into_iter().map(Some).collect(),
            (Err(_), Some(_)) => vec![None],
            (Err(_), None) => Vec::new(),
        };
        for &follows in &found {
            let denial: Vec<Literal> = follows.iter().map(|&literal| !literal).collect();
            let core = part.minimal_core(&denial, &assumed, usize::MAX, conflicts.max(1), effort);
            let reasons = part.whole_of(&core.unwrap_or_else(|| assumed.clone()));
            self.push(group, reasons, follows.map(|literal| part.whole(literal)));
        }
        !found.is_empty()
    }

    /// The links that lead to the last one.
    fn trimmed(self) -> Vec<Link> {
        let mut is_needed = vec![false; self.links.len()];
        let mut stack = vec![self.links.len() - 1];
        while let Some(place) = stack.pop() {
            if !std::mem::replace(&mut is_needed[place], true) {
                let from = |reason: &Literal| {
                    self.links.iter().position(|link| link.follows == Some(*reason))
                };
                stack.extend(self.links[place].reasons.iter().filter_map(from));
            }
        }
        let links = self.links.into_iter().zip(is_needed);
        links.filter(|(_, is_needed)| *is_needed).map(|(link, _)| link).collect()
    }
}
