//! Chains that justify steps from several groups: from the negation of a fact, one group at a time,
//! to a contradiction.

use pseudo_boolean::{Literal, Under};

use crate::explainer::Explainer;
use crate::part::{Effort, Part};
use crate::step::Link;

/// Most links of a chain; longer ones are too hard to follow.
const LONGEST_CHAIN: usize = 200;

impl Explainer<'_> {
    /// Returns the chain from the negation of a fact, each link using one of these groups; `None`
    /// if no contradiction is found. A link may take up to `most` conflicts.
    pub(crate) fn chain(
        &mut self,
        groups: &[usize],
        headline: Literal,
        most: u64,
    ) -> Option<Vec<Link>> {
        let source = |&group| (group, self.part(&[group], false), self.open(&[group]), 0);
        let mut parts: Vec<Source> = groups.iter().map(source).collect();
        let open = self.all_open();
        let Explainer { theory, facts, links, effort, .. } = self;
        let views = links.get_or_insert_with(|| Part::of_views(theory));
        views.know(theory, facts);
        let mut chain = Chain::default();
        chain.push(None, Some(!headline));
        'links: while chain.links.len() < LONGEST_CHAIN && !effort.is_over() {
            chain.follow(None, views, &open, 0, effort);
            for conflicts in [0, most] {
                for (group, part, open, seen) in &mut parts {
                    let is_old =
                        std::mem::replace(seen, chain.assumed.len()) == chain.assumed.len();
                    if conflicts == 0 && is_old {
                        continue;
                    }
                    if chain.follow(Some(*group), part, open, conflicts, effort) {
                        if chain.links.last().is_some_and(|link| link.follows.is_none()) {
                            return Some(chain.trimmed(&mut parts, views, most, effort));
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

/// A group that links may use: its index, its part, its open literals, and how much was known at
/// its last visit.
type Source = (usize, Part, Vec<Literal>, usize);

/// The consequences of a negated fact.
#[derive(Default)]
struct Chain {
    links: Vec<Link>,
    /// The negated fact and the conclusions of the links.
    assumed: Vec<Literal>,
}

impl Chain {
    /// Adds a link, whose reasons are found if it is needed.
    fn push(&mut self, group: Option<usize>, follows: Option<Literal>) {
        self.assumed.extend(follows);
        self.links.push(Link { group, reasons: Vec::new(), follows });
    }

    /// Adds what follows from a part and the chain so far about open literals: by propagation, or
    /// by search if conflicts are allowed. Returns whether anything follows.
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
        // A contradiction of views is attributed to the group.
        let found = match (found, group) {
            (Ok(implied), _) => implied.into_iter().map(Some).collect(),
            (Err(_), Some(_)) => vec![None],
            (Err(_), None) => Vec::new(),
        };
        for follows in &found {
            self.push(group, follows.map(|literal| part.whole(literal)));
        }
        !found.is_empty()
    }

    /// Returns the links that lead to the last one, with their reasons.
    fn trimmed(
        mut self,
        parts: &mut [Source],
        views: &mut Part,
        conflicts: u64,
        effort: &Effort,
    ) -> Vec<Link> {
        let mut needed: Vec<Literal> = Vec::new();
        for place in (1..self.links.len()).rev() {
            let Link { group, follows, .. } = self.links[place];
            if follows.is_none_or(|follows| needed.contains(&follows)) {
                let source = parts.iter_mut().find(|source| Some(source.0) == group);
                let part = source.map_or(&mut *views, |source| &mut source.1);
                let denial = part.own_of(follows.map(|literal| !literal).as_slice());
                let assumed = part.own_of(&self.assumed[..place]);
                let core = part.minimal_core(&denial, &assumed, usize::MAX, conflicts, effort);
                self.links[place].reasons = part.whole_of(&core.unwrap_or(assumed));
                needed.extend(&self.links[place].reasons);
            }
        }
        self.links.retain(|link| link.follows.is_none_or(|follows| needed.contains(&follows)));
        self.links
    }
}
