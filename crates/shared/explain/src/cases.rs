//! Tells a conclusion case by case: whatever something open is, its opposite contradicts the rules,
//! link by link.

use itertools::Itertools;
use pseudo_boolean::Literal;
use rules::Flag;

use crate::chain::{Link, MOST_SEARCHED};
use crate::explainer::Explainer;
use crate::finding::stands_for;
use crate::known::Known;
use crate::order::LINK;
use crate::part::Part;
use crate::reading::Reading;
use crate::reason::{Detail, Reason, links, turns};
use crate::step::Step;
use crate::technique::Technique;
use crate::theory::variable;

/// Most cases of a step.
const MOST_CASES: usize = 4;

/// Most ways to keep a group that are tried as cases.
const MOST_WAYS: usize = 8;

/// Most places of something that has to be somewhere that are tried as cases.
const MOST_PLACES: usize = 6;

/// Most literals that are tried as cases.
const MOST_TRIED: usize = 400;

/// Most variables of the groups together.
const MOST_VARIABLES: usize = 2_000;

/// Likewise of a single group: of a larger one a reader does not see what propagates.
const MOST_ALONE: usize = 400;

/// Most cases that are refuted by propagation.
const MOST_REFUTED: usize = 24;

/// Most groups whose ways are tried as cases.
const MOST_SPLIT: usize = 4;

/// Most sets of cases that are followed link by link.
const MOST_FOLLOWED: usize = 6;

/// Most groups, one after the other, in a case.
const MOST_TURNS: usize = 12;

/// Conflicts for finding what leaves no other ways.
const CONFLICTS: u64 = 1_000;

/// What an end that is not seen adds to the weight of a case, in turns.
const UNSEEN: usize = 5;

/// A case of a step: what is true in it, and the chain from there to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is true in it, besides the negation of the conclusion: a way to keep a rule, or something
    /// open.
    pub holds: Vec<Literal>,
    /// What is true besides, if a way is split into cases itself.
    pub besides: Vec<Literal>,
    /// How it contradicts the rules.
    pub chain: Vec<Link>,
}

/// A case that is not followed yet: see [`Case`].
struct Branch {
    holds: Vec<Literal>,
    besides: Vec<Literal>,
    /// The groups that contradict it.
    groups: Vec<usize>,
}

/// Some cases, one of which is true.
struct Fork {
    cases: Vec<Branch>,
    /// Known facts that leave no other case.
    because: Vec<Literal>,
}

/// Cases with a chain each.
struct Followed {
    /// The group whose ways they are, by its place in the step.
    group: Option<usize>,
    cases: Vec<Case>,
    /// Known facts that leave no other case, or that the chains need.
    because: Vec<Literal>,
    /// How hard they are to follow.
    weight: usize,
}

/// Refutes cases by propagation alone.
struct Refuter<'g> {
    groups: &'g [usize],
    /// The groups with what is known and the negation of the fact; it learns nothing.
    fresh: Part,
    /// A copy, and how often another one may be made, which is needed once it has learned something.
    part: Part,
    left: usize,
}

impl<'g> Refuter<'g> {
    fn new(
        explainer: &Explainer,
        groups: &'g [usize],
        fact: Literal,
        known: &[Literal],
    ) -> Option<Self> {
        let mut fresh = Part::new(&explainer.theory, groups, true);
        let most = if groups.len() == 1 { MOST_ALONE } else { MOST_VARIABLES };
        if fresh.variables().len() > most {
            return None;
        }
        fresh.know(&explainer.theory, known);
        let denial = fresh.own(!fact)?;
        fresh.require(denial);
        Some(Refuter { groups, part: fresh.clone(), fresh, left: MOST_REFUTED })
    }

    /// Returns the groups that contradict a literal, if they do.
    fn refutes(&mut self, literal: Literal) -> Option<Vec<usize>> {
        if self.left == 0 {
            return None;
        }
        let case = self.part.own(literal)?;
        let core = self.part.probe(&[&self.part.selectors[..], &[case]].concat(), &[]).err()?;
        let groups = self.part.places_in(&core).into_iter().map(|place| self.groups[place]);
        self.part = self.fresh.clone();
        self.left -= 1;
        Some(groups.collect())
    }
}

impl Step {
    /// Returns a case of it as a step of its own: its conclusion by what is true in the case.
    #[must_use]
    pub fn in_case(&self, case: &Case) -> Step {
        let because = [&self.because[..], &case.holds, &case.besides].concat();
        Step { because, chain: case.chain.clone(), ..self.clone() }
    }
}

impl Explainer<'_> {
    /// Tells a step with one conclusion case by case, if such cases are found: of something open or the
    /// ways to keep one of its groups, whichever is easier to follow.
    pub(crate) fn tell_by_cases(&self, step: &mut Step, known: &[Literal]) {
        let [fact] = step.facts[..] else { return };
        let groups = &step.groups;
        let by_way = |(place, ways): (usize, Vec<Vec<Literal>>)| {
            let because = self.premises_of_ways(groups[place], &ways, fact, known)?;
            let followed = self.each_followed(groups, fact, known, ways, because)?;
            Some(Followed { group: Some(place), ..followed })
        };
        let by_ways = self.few_ways(groups, fact, known).into_iter().find_map(by_way);
        let all = [by_ways, self.cases_against(groups, fact, known)];
        self.tell_followed(step, all.into_iter().flatten().min_by_key(|one| one.weight));
    }

    /// Likewise by the values of a number.
    pub(crate) fn tell_by_values(&self, step: &mut Step, known: &[Literal]) {
        let [fact] = step.facts[..] else { return };
        let groups = &step.groups;
        let [_, values, _] =
            self.alternatives(&self.theory.variables_of_groups(groups), groups, fact, known);
        let told = values.into_iter().take(MOST_SPLIT).find_map(|(values, because)| {
            let ways = values.into_iter().map(|value| vec![value]).collect();
            self.each_followed(groups, fact, known, ways, because)
        });
        self.tell_followed(step, told);
    }

    /// Tells a step by these cases, if they prove it.
    fn tell_followed(&self, step: &mut Step, followed: Option<Followed>) {
        let proves = |one: &Followed| self.proves(&step.groups, step.facts[0], &one.because);
        if let Some(Followed { group, cases, because, .. }) = followed.filter(proves) {
            let detail = Detail::Forked { group, cases };
            step.reason = Reason { technique: Technique::CaseByCase, detail };
            step.because = because;
            step.chain.clear();
        }
    }

    /// Returns these ways as cases, with what each leads to; `because` leaves no others.
    fn each_followed(
        &self,
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
        ways: Vec<Vec<Literal>>,
        because: Vec<Literal>,
    ) -> Option<Followed> {
        let mut fork = Fork { cases: Vec::new(), because };
        for way in ways {
            self.add_case(&mut fork, groups, fact, known, way)?;
        }
        let followed = self.followed(fork, fact, known)?;
        let is_easy = groups.len() > 1 || followed.weight < UNSEEN;
        (is_easy && followed.cases.len() > 1).then_some(followed)
    }

    /// Adds a way as a case, or cases of it if propagation does not refute it.
    fn add_case(
        &self,
        fork: &mut Fork,
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
        way: Vec<Literal>,
    ) -> Option<()> {
        let assumed = [&[!fact], &way[..]].concat();
        if self.chain(groups, &assumed, known, LINK).is_some() {
            let (besides, groups) = (Vec::new(), groups.to_vec());
            fork.cases.push(Branch { holds: way, besides, groups });
            return Some(());
        }
        let further = self.forks(groups, fact, &[known, &way].concat()).into_iter().next()?;
        let within_way = |Branch { holds: besides, groups, .. }| {
            let holds = way.clone();
            Branch { holds, besides, groups }
        };
        fork.cases.extend(further.cases.into_iter().map(within_way));
        fork.because.extend(further.because.into_iter().filter(|one| !way.contains(one)));
        (fork.cases.len() <= MOST_WAYS).then_some(())
    }

    /// Returns the groups with the fewest ways to keep them if a fact is wrong, by their places, and what
    /// is true in each way.
    fn few_ways(
        &self,
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
    ) -> Vec<(usize, Vec<Vec<Literal>>)> {
        let denied = [known, &[!fact]].concat();
        let several = groups.iter().filter(|_| groups.len() > 1).enumerate();
        let ways = several.filter_map(|(place, &group)| {
            let (_, ways) = self.all_ways(&[group], &denied, MOST_WAYS);
            Some((place, ways.filter(|ways| !ways.is_empty())?))
        });
        let ways = ways.sorted_by_key(|(_, ways)| ways.len()).take(MOST_SPLIT);
        let literal = |one: &Reading| {
            let mut values = self.subject.groups.named[one.number].number.values();
            match values.find(|&(value, _)| value == one.value)?.1 {
                Flag::Open(literal) => Some(literal),
                Flag::Known(_) => None,
            }
        };
        let literals = |way: &Vec<Reading>| way.iter().filter_map(literal).collect();
        ways.map(|(place, ways)| (place, ways.iter().map(literals).collect())).collect()
    }

    /// Returns the known facts that leave no other ways to keep a group if a fact is wrong.
    fn premises_of_ways(
        &self,
        group: usize,
        ways: &[Vec<Literal>],
        fact: Literal,
        known: &[Literal],
    ) -> Option<Vec<Literal>> {
        let mut part = self.fresh(&[group]);
        for way in ways {
            let own = part.own_of(way);
            part.exclude(&own);
        }
        let soft = self.assumptions(&part, known);
        let own = soft.iter().map(|&(own, _)| own).collect_vec();
        let (denial, effort) = (part.own_of(&[!fact]), &self.effort);
        let core =
            part.minimal_core(&denial, &own, usize::MAX, CONFLICTS, &mut Vec::new(), effort)?;
        Some(stands_for(soft, Some(&core)))
    }

    /// Returns the cases, as few and short as are found, that contradict the negation of a fact by
    /// these groups.
    fn cases_against(
        &self,
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
    ) -> Option<Followed> {
        let forks = self.forks(groups, fact, known);
        let followed = forks.into_iter().filter_map(|fork| self.followed(fork, fact, known));
        let easiest = followed.min_by_key(|one| one.weight)?;
        (groups.len() > 1 || easiest.weight < UNSEEN).then_some(easiest)
    }

    /// Returns what may be told case by case, what takes the fewest groups first.
    fn forks(&self, groups: &[usize], fact: Literal, known: &[Literal]) -> Vec<Fork> {
        let Some(mut refuter) = Refuter::new(self, groups, fact, known) else { return Vec::new() };
        let variables = refuter.fresh.variables();
        let [places, values, both] = self.alternatives(variables, groups, fact, known);
        let mut forks: Vec<Fork> = Vec::new();
        for (cases, because) in places.into_iter().chain(values).chain(both).take(MOST_TRIED) {
            let refuted = cases.into_iter().map(|case| {
                let groups = refuter.refutes(case)?;
                Some(Branch { holds: vec![case], besides: Vec::new(), groups })
            });
            if let Some(cases) = refuted.collect::<Option<Vec<_>>>() {
                forks.push(Fork { cases, because });
            }
        }
        let size = |fork: &Fork| fork.cases.iter().map(|case| 1 + case.groups.len()).sum::<usize>();
        forks.sort_by_key(size);
        forks.truncate(MOST_FOLLOWED);
        forks
    }

    /// Returns sets of literals, one of which is true in each, with the known facts that leave no
    /// others: first the places of something, then the values of a number, then something that is true
    /// or false.
    fn alternatives(
        &self,
        variables: &[usize],
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
    ) -> [Vec<(Vec<Literal>, Vec<Literal>)>; 3] {
        let assumed = self.theory.excluded.iter().chain(known).copied().chain([!fact]);
        let before = Known::of(self, assumed);
        let is_open = |index: usize| before.value(variable(index)).is_none();
        // Known facts that leave fewer cases: a value instead of those that it excludes.
        let premise = |one: Literal| {
            let of_domain = self.theory.domain_of[one.variable().index()];
            let all = of_domain.iter().flat_map(|&domain| &self.theory.domains[domain]);
            let mut values = all.map(|&index| variable(index).is(true));
            let value = values.find(|&value| before.states(value));
            let told = if before.states(one) { Some(one) } else { value };
            told.filter(|&told| !self.is_outright(one) && told != !fact)
        };
        let variables = variables.iter().copied();
        let open = variables.filter(|&index| is_open(index) && self.theory.is_named(index));
        let open = open.collect_vec();
        let values = self.theory.domains_with(&open).into_iter().filter_map(|domain| {
            let all = &self.theory.domains[domain];
            let (left, gone): (Vec<usize>, Vec<usize>) =
                all.iter().partition(|&&index| is_open(index));
            let gone = gone.into_iter().map(|index| variable(index).is(false));
            let because = gone.filter_map(premise);
            let cases = left.iter().map(|&index| variable(index).is(true)).collect_vec();
            (3..=MOST_CASES).contains(&left.len()).then(|| (cases, because.collect_vec()))
        });
        // Where something is that has to be somewhere, such as a number of a walk.
        let stated = groups.iter().flat_map(|&group| &self.theory.groups[group].constraints);
        let places = stated.filter_map(|&number| {
            let linear = self.linear(number);
            let (gone, left): (Vec<_>, Vec<_>) =
                linear.terms().partition(|term| before.value(variable(term.0)).is_some());
            let known = |&(index, by): &(usize, i64)| {
                let holds = before.value(variable(index))?;
                Some((variable(index).is(holds), if holds { by } else { 0 }))
            };
            let known = gone.into_iter().filter_map(known).collect_vec();
            let needed = linear.bound - known.iter().map(|one| one.1).sum::<i64>();
            let is_place = |&&(index, by): &&(usize, i64)| by == 1 && self.theory.is_named(index);
            let is_one_of = needed == 1 && left.iter().all(is_place);
            let cases = left.iter().map(|term| variable(term.0).is(true));
            let because = known.into_iter().filter_map(|one| premise(one.0));
            (is_one_of && (2..=MOST_PLACES).contains(&left.len()))
                .then(|| (cases.collect(), because.collect()))
        });
        let both = open.iter().map(|&index| {
            let truth = self.truth(index);
            // What is false in the solution is easier to refute.
            (vec![!truth, truth], Vec::new())
        });
        [places.collect(), values.collect(), both.collect()]
    }

    /// Returns each case with its chain; `None` if a chain is not found, or too long.
    fn followed(
        &self,
        Fork { cases, mut because }: Fork,
        fact: Literal,
        known: &[Literal],
    ) -> Option<Followed> {
        let mut weight = 0;
        let case = |Branch { holds, besides, groups }| {
            let assumed = [&[!fact], &holds[..], &besides].concat();
            let chain = self.chain(&groups, &assumed, known, 0);
            let (chain, needs) = chain.or_else(|| self.chain(&groups, &assumed, known, LINK))?;
            let told = [&needs[..], &holds, &besides].concat();
            let chain = self.with_end_followed(&chain, fact, &told).unwrap_or(chain);
            let is_seen = self.breach_of(&chain, fact, &told).is_some();
            weight += turns(&chain) + links(&chain) / 4 + if is_seen { 0 } else { UNSEEN };
            because.extend(needs);
            (turns(&chain) <= MOST_TURNS).then_some(Case { holds, besides, chain })
        };
        let cases = cases.into_iter().map(case).collect::<Option<Vec<_>>>()?;
        let because = because.into_iter().unique().collect();
        Some(Followed { group: None, cases, because, weight })
    }

    /// Returns a chain against a fact by some premises with its end in more links, if one constraint alone
    /// does not show it, and several do.
    pub(crate) fn with_end_followed(
        &self,
        chain: &[Link],
        fact: Literal,
        because: &[Literal],
    ) -> Option<Vec<Link>> {
        let (last, before) = chain.split_last()?;
        let is_small = |&group: &usize| self.theory.groups[group].variables.len() <= MOST_SEARCHED;
        let group = last.group.filter(is_small)?;
        if self.is_broken_at_once(chain, fact, because) {
            return None;
        }
        let (links, _) = self.chain_within(group, &last.reasons, because)?;
        let is_new =
            |link: &Link| link.follows.is_none_or(|follows| !last.reasons.contains(&follows));
        let links = links.into_iter().filter(is_new);
        let longer = before.iter().cloned().chain(links).collect_vec();
        let is_told = self.is_broken_at_once(&longer, fact, because)
            && self.breach_of(&longer, fact, because).is_some();
        is_told.then_some(longer)
    }
}
