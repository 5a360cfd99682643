//! Chains that justify steps from several groups: from the negation of a fact, one group at a time,
//! to a contradiction.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::{Literal, Under, Variable};

use crate::explainer::Explainer;
use crate::finding::stands_for;
use crate::part::{Effort, Part};
use crate::theory::Group;

/// Most links of a chain that use a group; longer ones are too hard to follow.
const LONGEST_CHAIN: usize = 200;

/// Most variables of a group that is searched for a link, or with few conflicts; larger ones only
/// propagate.
pub(crate) const MOST_SEARCHED: usize = 400;

/// Conflicts after which a chain is given up.
const MOST_CONFLICTS: u64 = 1_000;

/// Most constraints of a group that is followed constraint by constraint.
const MOST_CONSTRAINTS: usize = 200;

/// Most links within one group.
const MOST_WITHIN: usize = 4;

/// A link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The group that it uses; `None` for conclusions by domains, and for the negation.
    pub group: Option<usize>,
    /// The conclusions of earlier links that it needs.
    pub reasons: Vec<Literal>,
    /// The conclusion; `None` for the contradiction.
    pub follows: Option<Literal>,
}

impl Explainer<'_> {
    /// Returns the chain from what is assumed, such as the negation of a fact, each link using one of
    /// these groups and the known facts, and those of the known facts that it needs; `None` if no
    /// contradiction is found. A link may take up to `most` conflicts; 0 allows only propagation.
    pub(crate) fn chain(
        &self,
        groups: &[usize],
        assumed: &[Literal],
        known: &[Literal],
        most: u64,
    ) -> Option<(Vec<Link>, Vec<Literal>)> {
        let scope = Scope {
            groups,
            part: &|place| self.fresh(&[groups[place]]),
            is_followed: &|index| self.subject.is_fixed[index],
        };
        self.chain_of(&scope, assumed, known, most)
    }

    /// Returns the chain from what is assumed, each link using one constraint of a group, if these are few;
    /// and those of the known facts that it needs.
    pub(crate) fn chain_within(
        &self,
        group: usize,
        assumed: &[Literal],
        known: &[Literal],
    ) -> Option<(Vec<Link>, Vec<Literal>)> {
        let Group { constraints, connections, node, .. } = &self.theory.groups[group];
        if constraints.len() > MOST_CONSTRAINTS || !connections.is_empty() || node.is_some() {
            return None;
        }
        let scope = Scope {
            groups: &vec![group; constraints.len()],
            part: &|place| Part::of_constraint(&self.theory, constraints[place]),
            is_followed: &|_| true,
        };
        let (links, because) = self.chain_of(&scope, assumed, known, 0)?;
        let is_told = |link: &&Link| {
            let named = link.follows.is_some_and(|follows| self.reading(follows).is_some());
            named && link.group.is_some()
        };
        (links.iter().filter(is_told).count() <= MOST_WITHIN).then_some((links, because))
    }

    /// Returns the chain from what is assumed within a scope, and those of the known facts that it needs.
    fn chain_of(
        &self,
        scope: &Scope,
        assumed: &[Literal],
        known: &[Literal],
        most: u64,
    ) -> Option<(Vec<Link>, Vec<Literal>)> {
        let (theory, effort) = (&self.theory, &self.effort);
        let is_known: HashSet<Literal> = known.iter().copied().collect();
        let open = |part: &Part| -> Vec<Literal> {
            let followed = part.variables().iter().filter(|&&index| (scope.is_followed)(index));
            let truths = followed.map(|&index| self.truth(index));
            truths.filter(|truth| !is_known.contains(truth)).collect()
        };
        let with_facts = |mut part: Part| {
            part.know(theory, known);
            part
        };
        let source = |(place, &group): (usize, &usize)| {
            let part = with_facts((scope.part)(place));
            let open = open(&part);
            Source { from: Some((place, group)), part, open, shared: Vec::new(), seen: 0 }
        };
        let mut sources: Vec<Source> = scope.groups.iter().enumerate().map(source).collect();
        // By search, only what another group can use is looked for.
        let shared: HashMap<usize, usize> =
            sources.iter().flat_map(|source| source.part.variables().iter().copied()).counts();
        for source in &mut sources {
            let is_shared = |fact: &&Literal| shared[&fact.variable().index()] > 1;
            source.shared = source.open.iter().filter(is_shared).copied().collect();
        }
        let mut views = with_facts(self.views_of(scope));
        let open = open(&views);
        if let Some(chain) = shallow(&mut sources, (&mut views, &open), assumed, effort) {
            return Some(self.trimmed(chain, assumed.len(), scope, known, most));
        }
        let mut chain = Chain::from(assumed);
        let end = effort.spent() + MOST_CONFLICTS;
        'links: while chain.by_groups() < LONGEST_CHAIN && !effort.is_over() && effort.spent() < end
        {
            chain.follow(None, &mut views, &open, 0, effort);
            for conflicts in [0, most].into_iter().unique() {
                for Source { from, part, open, shared, seen } in &mut sources {
                    let is_old =
                        std::mem::replace(seen, chain.assumed.len()) == chain.assumed.len();
                    let is_large = part.variables().len() > MOST_SEARCHED;
                    if is_old && conflicts == 0 || is_large && conflicts > 0 {
                        continue;
                    }
                    let open = if conflicts == 0 { open } else { shared };
                    if chain.follow(*from, part, open, conflicts, effort) {
                        if chain.links.last().is_some_and(|link| link.follows.is_none()) {
                            return Some(self.trimmed(chain, assumed.len(), scope, known, most));
                        }
                        continue 'links;
                    }
                }
            }
            return None;
        }
        None
    }

    fn views_of(&self, scope: &Scope) -> Part {
        let groups = scope.groups.iter().copied().dedup().collect_vec();
        Part::of_views_with(&self.theory, &self.theory.variables_of_groups(&groups))
    }

    /// Returns the links that lead to the last one, with their reasons, and the known facts that
    /// they need. The first links, up to `begin`, are assumptions.
    fn trimmed(
        &self,
        chain: Chain,
        begin: usize,
        scope: &Scope,
        known: &[Literal],
        conflicts: u64,
    ) -> (Vec<Link>, Vec<Literal>) {
        let mut parts: HashMap<Option<usize>, Part> = HashMap::new();
        let build = |place: Option<usize>| {
            place.map_or_else(|| self.views_of(scope), |place| (scope.part)(place))
        };
        let Chain { mut links, places, assumed } = chain;
        let (mut needed, mut because) = (Vec::<Literal>::new(), Vec::new());
        for place in (begin..links.len()).rev() {
            let follows = links[place].follows;
            if follows.is_none_or(|follows| needed.contains(&follows)) {
                let from = places[place];
                let part = parts.entry(from).or_insert_with(|| build(from));
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

/// Returns the chain in which each group concludes from what is assumed alone, until one group
/// contradicts all of that: wide chains are easier than long ones.
fn shallow(
    sources: &mut [Source],
    (views, open_in_views): (&mut Part, &[Literal]),
    assumed: &[Literal],
    effort: &Effort,
) -> Option<Chain> {
    let mut chain = Chain::from(assumed);
    chain.follow(None, views, open_in_views, 0, effort);
    let mut found = Vec::new();
    for Source { from, part, open, .. } in sources.iter_mut() {
        let begin = chain.links.len();
        chain.follow(*from, part, open, 0, effort);
        chain.places.truncate(begin);
        chain.assumed.truncate(begin);
        let links = chain.links.split_off(begin);
        if links.iter().any(|link| link.follows.is_none()) {
            chain.push(*from, None);
            return Some(chain);
        }
        found.extend(links.into_iter().map(|link| (*from, link.follows)));
    }
    for (from, follows) in found {
        let is_new =
            |literal: Literal| chain.assumed.iter().all(|one| one.variable() != literal.variable());
        if follows.is_some_and(is_new) {
            chain.push(from, follows);
        }
    }
    chain.follow(None, views, open_in_views, 0, effort);
    let contradicted = sources.iter_mut().find_map(|Source { from, part, .. }| {
        let assumed = part.own_of(&chain.assumed);
        part.probe(&assumed, &[]).is_err().then_some(*from)
    })?;
    chain.push(contradicted, None);
    Some(chain)
}

/// What the links of a chain may use and conclude about.
struct Scope<'s> {
    /// The group of each source.
    groups: &'s [usize],
    /// Returns a part of a source, by its place, that knows no facts.
    part: &'s dyn Fn(usize) -> Part,
    /// Whether links conclude about a variable.
    is_followed: &'s dyn Fn(usize) -> bool,
}

/// The place of what a link uses among the sources, and its group; `None` for views.
type Origin = Option<(usize, usize)>;

/// A group, or a part of one, that links may use.
struct Source {
    /// Its place among the sources, and the group.
    from: Origin,
    part: Part,
    /// Its open literals.
    open: Vec<Literal>,
    /// Those among them that another group mentions.
    shared: Vec<Literal>,
    /// How much was known at its last visit.
    seen: usize,
}

/// The consequences of what is assumed.
#[derive(Default)]
struct Chain {
    links: Vec<Link>,
    /// The place of the source of each link; `None` for views.
    places: Vec<Option<usize>>,
    /// What is assumed, such as a negated fact, and the conclusions of the links.
    assumed: Vec<Literal>,
}

impl Chain {
    /// Begins with what is assumed.
    fn from(assumed: &[Literal]) -> Self {
        let mut chain = Chain::default();
        for &one in assumed {
            chain.push(None, Some(one));
        }
        chain
    }

    /// Returns how many links use a group.
    fn by_groups(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// Adds a link, whose reasons are found if it is needed.
    fn push(&mut self, from: Origin, follows: Option<Literal>) {
        self.assumed.extend(follows);
        self.places.push(from.map(|(place, _)| place));
        let group = from.map(|(_, group)| group);
        self.links.push(Link { group, reasons: Vec::new(), follows });
    }

    /// Adds what follows from a part and the chain so far about open literals: by propagation, or
    /// by search if conflicts are allowed. Returns whether anything follows.
    fn follow(
        &mut self,
        from: Origin,
        part: &mut Part,
        open: &[Literal],
        conflicts: u64,
        effort: &Effort,
    ) -> bool {
        let assumed = part.own_of(&self.assumed);
        let known: HashSet<Variable> = self.assumed.iter().map(|one| one.variable()).collect();
        let is_new = |literal: &Literal| !known.contains(&literal.variable());
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
        let found = match (found, from) {
            (Ok(implied), _) => implied.into_iter().map(Some).collect(),
            (Err(_), Some(_)) => vec![None],
            (Err(_), None) => Vec::new(),
        };
        for follows in &found {
            self.push(from, follows.map(|literal| part.whole(literal)));
        }
        !found.is_empty()
    }
}
