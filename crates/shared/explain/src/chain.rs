//! Chains that justify steps from several groups: from the negation of a fact, one group at a time,
//! to a contradiction.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::{Literal, Under};

use crate::explainer::Explainer;
use crate::finding::stands_for;
use crate::part::{Effort, Part};

/// Most links of a chain; longer ones are too hard to follow.
const LONGEST_CHAIN: usize = 200;

/// Most variables of a group that is searched for a link, or with few conflicts; larger ones only
/// propagate.
pub(crate) const MOST_SEARCHED: usize = 400;

/// Conflicts after which a chain is given up.
const MOST_CONFLICTS: u64 = 1_000;

/// A link of a chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// The group that it uses; `None` for conclusions by domains, and for the negation.
    pub group: Option<usize>,
    /// The conclusions of earlier links that it needs.
    pub reasons: Vec<Literal>,
    /// The conclusion; `None` for the contradiction.
    pub follows: Option<Literal>,
}

impl Explainer<'_> {
    /// Returns the chain from the negation of a fact, each link using one of these groups and the
    /// known facts, and those of the known facts that it needs; `None` if no contradiction is
    /// found. A link may take up to `most` conflicts; 0 allows only
    /// propagation.
    pub(crate) fn chain(
        &self,
        groups: &[usize],
        headline: Literal,
        known: &[Literal],
        most: u64,
    ) -> Option<(Vec<Link>, Vec<Literal>)> {
        let (theory, effort) = (&self.theory, &self.effort);
        let is_known: HashSet<Literal> = known.iter().copied().collect();
        let open = |part: &Part| -> Vec<Literal> {
            let fixed = part.variables().iter().filter(|&&index| self.subject.is_fixed[index]);
            let truths = fixed.map(|&index| self.truth(index));
            truths.filter(|truth| !is_known.contains(truth)).collect()
        };
        let with_facts = |mut part: Part| {
            part.know(theory, known);
            part
        };
        let source = |&group: &usize| {
            let part = with_facts(self.fresh(&[group]));
            let open = open(&part);
            Source { group, part, open, shared: Vec::new(), seen: 0 }
        };
        let mut sources: Vec<Source> = groups.iter().map(source).collect();
        // By search, only what another group can use is looked for.
        let shared: HashMap<usize, usize> =
            sources.iter().flat_map(|source| source.part.variables().iter().copied()).counts();
        for source in &mut sources {
            let is_shared = |fact: &&Literal| shared[&fact.variable().index()] > 1;
            source.shared = source.open.iter().filter(is_shared).copied().collect();
        }
        let variables = theory.variables_of_groups(groups);
        let mut views = with_facts(Part::of_views_with(theory, &variables));
        let open = open(&views);
        if let Some(chain) = shallow(&mut sources, (&mut views, &open), headline, effort) {
            return Some(self.trimmed(chain, groups, known, most));
        }
        let mut chain = Chain::default();
        chain.push(None, Some(!headline));
        let end = effort.spent() + MOST_CONFLICTS;
        'links: while chain.links.len() < LONGEST_CHAIN && !effort.is_over() && effort.spent() < end
        {
            chain.follow(None, &mut views, &open, 0, effort);
            for conflicts in [0, most].into_iter().unique() {
                for Source { group, part, open, shared, seen } in &mut sources {
                    let is_old =
                        std::mem::replace(seen, chain.assumed.len()) == chain.assumed.len();
                    let is_large = part.variables().len() > MOST_SEARCHED;
                    if is_old && conflicts == 0 || is_large && conflicts > 0 {
                        continue;
                    }
                    let open = if conflicts == 0 { open } else { shared };
                    if chain.follow(Some(*group), part, open, conflicts, effort) {
                        if chain.links.last().is_some_and(|link| link.follows.is_none()) {
                            return Some(self.trimmed(chain, groups, known, most));
                        }
                        continue 'links;
                    }
                }
            }
            return None;
        }
        None
    }

    /// Returns the links that lead to the last one, with their reasons, and the known facts that
    /// they need.
    fn trimmed(
        &self,
        chain: Chain,
        groups: &[usize],
        known: &[Literal],
        conflicts: u64,
    ) -> (Vec<Link>, Vec<Literal>) {
        let theory = &self.theory;
        let mut parts: Vec<(Option<usize>, Part)> =
            groups.iter().map(|&group| (Some(group), self.fresh(&[group]))).collect();
        let views = Part::of_views_with(theory, &theory.variables_of_groups(groups));
        parts.push((None, views));
        let Chain { mut links, assumed } = chain;
        let (mut needed, mut because) = (Vec::<Literal>::new(), Vec::new());
        for place in (1..links.len()).rev() {
            let Link { group, follows, .. } = links[place];
            if follows.is_none_or(|follows| needed.contains(&follows)) {
                let part = parts.iter_mut().find(|(other, _)| *other == group);
                let part = &mut part.expect("all groups have a part").1;
                let denial = part.own_of(follows.map(|literal| !literal).as_slice());
                let facts = self.assumptions(part, known);
                let mut soft = part.own_of(&assumed[..place]);
                let count = soft.len();
                soft.extend(facts.iter().map(|&(own, _)| own));
                let core = part.minimal_core(
                    &denial,
                    &soft,
                    usize::MAX,
                    conflicts,
                    &mut Vec::new(),
                    &self.effort,
                );
                let core = core.unwrap_or_else(|| soft.clone());
                let own: Vec<Literal> =
                    soft[..count].iter().copied().filter(|own| core.contains(own)).collect();
                links[place].reasons = part.whole_of(&own);
                needed.extend(&links[place].reasons);
                because.extend(stands_for(facts, Some(&core)));
            }
        }
        links.retain(|link| link.follows.is_none_or(|follows| needed.contains(&follows)));
        (links, because.into_iter().unique().collect())
    }
}

/// Returns the chain in which each group concludes from the negation of a fact alone, until one
/// group contradicts all of that: wide chains are easier than long ones.
fn shallow(
    sources: &mut [Source],
    (views, open_in_views): (&mut Part, &[Literal]),
    headline: Literal,
    effort: &Effort,
) -> Option<Chain> {
    let mut chain = Chain::default();
    chain.push(None, Some(!headline));
    chain.follow(None, views, open_in_views, 0, effort);
    let mut found = Vec::new();
    for Source { group, part, open, .. } in sources.iter_mut() {
        let begin = chain.links.len();
        chain.follow(Some(*group), part, open, 0, effort);
        let links = chain.links.split_off(begin);
        chain.assumed.truncate(begin);
        if links.iter().any(|link| link.follows.is_none()) {
            chain.push(Some(*group), None);
            return Some(chain);
        }
        found.extend(links);
    }
    for Link { group, follows, .. } in found {
        let is_new =
            |literal: Literal| chain.assumed.iter().all(|one| one.variable() != literal.variable());
        if follows.is_some_and(is_new) {
            chain.push(group, follows);
        }
    }
    chain.follow(None, views, open_in_views, 0, effort);
    let contradicted = sources.iter_mut().find_map(|Source { group, part, .. }| {
        let assumed = part.own_of(&chain.assumed);
        part.probe(&assumed, &[]).is_err().then_some(*group)
    })?;
    chain.push(Some(contradicted), None);
    Some(chain)
}

/// A group that links may use.
struct Source {
    group: usize,
    part: Part,
    /// Its open literals.
    open: Vec<Literal>,
    /// Those among them that another group mentions.
    shared: Vec<Literal>,
    /// How much was known at its last visit.
    seen: usize,
}

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
}
