//! Recognises the technique of a step by the shape of its proof.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::discriminant;

use itertools::Itertools;
use num_integer::gcd;
use pseudo_boolean::{Connection, Literal};
use rules::{Flag, Name};

use crate::cases::Case;
use crate::chain::Link;
use crate::explainer::Explainer;
use crate::makings::{Makings, numbers_of};
use crate::part::Part;
use crate::reading::Reading;
use crate::step::Step;
use crate::technique::Technique;
use crate::theory::variable;

/// Most groups one after the other in a chain that counts as two rules contradicting each other,
/// rather than as a trial.
const SHORT_CHAIN: usize = 2;

/// Most groups one after the other that follow a loop to where it closes or ends.
const MOST_ON_LOOP: usize = 8;

/// Most variables of a group whose sums are looked at number by number.
pub(crate) const MOST_VARIABLES: usize = 2_000;

/// Moduli for remainders of sums.
const MODULI: std::ops::RangeInclusive<i64> = 2..=10;

/// What no sum reaches but one of a number without values.
const IMPOSSIBLE: i64 = i64::MAX / 8;

/// Most facts to name if not all of them are allowed.
const MOST_TOGETHER: usize = 4;

/// Most totals of a sum that are tried.
const MOST_TOTALS: i64 = 10_000;

/// Why a step holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The technique.
    pub technique: Technique,
    /// Figures that a reader needs.
    pub detail: Detail,
}

/// Figures of a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// None are needed.
    #[default]
    None,
    /// The least or largest value of a sum without the conclusion, and the required one.
    Sum(Figures),
    /// Numbers that share as many values.
    Set {
        /// The numbers, by their indices.
        numbers: Vec<usize>,
        /// The values.
        values: Vec<i64>,
    },
    /// Literals of two members that would be separated.
    Ends([Literal; 2]),
    /// The modulus of a remainder.
    Modulus(i64),
    /// What is left for a sum that cannot be made of it.
    NoSum(Makings),
    /// The ways to keep one of the groups that contradict the others, by the place of the group in
    /// the step: listed if they are few and short.
    Split {
        /// The group's place.
        group: usize,
        /// Number of ways.
        count: usize,
        /// The ways, with the values that numbers have there.
        cases: Vec<Vec<Reading>>,
        /// Instead of ways, the sets of values of these.
        sets: Option<Sets>,
    },
    /// The ways to keep a rule, which are too long to be listed in a sentence.
    Ways {
        /// Number of ways; `None` if there are too many to count.
        count: Option<usize>,
        /// The ways, if they are few, with the values that numbers have there.
        all: Vec<Vec<Reading>>,
    },
    /// The ways to keep a rule, each with the values that numbers have there.
    Cases(Vec<Vec<Reading>>),
    /// The sets of values that numbers share in the ways to keep a rule.
    Sets(Sets),
    /// Cases, one of which is true, each with what it leads to.
    Forked {
        /// The group whose ways they are, by its place in the step; `None` if it is seen that there is no
        /// other case.
        group: Option<usize>,
        /// The cases.
        cases: Vec<Case>,
    },
    /// A part that would be too small without the cells that others need, by the places of the groups
    /// in the step.
    Crowded {
        /// The group of the part.
        group: usize,
        /// How many cells can belong to it.
        cells: i64,
        /// How many it needs.
        needed: i64,
        /// How many of these cells other groups need.
        taken: Vec<(usize, i64)>,
    },
    /// Two sides of a count, by the places of their groups in the step: those that need something,
    /// and those that allow too little of it.
    Balance {
        /// The groups that need something.
        need: Vec<usize>,
        /// The groups that allow it.
        allow: Vec<usize>,
    },
}

/// What a sum reaches, and what it has to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The least or greatest sum.
    pub reached: i64,
    /// The greatest or least sum allowed.
    pub needed: i64,
    /// What the least or greatest sum consists of, from the largest to the smallest; empty if these are
    /// not values that a reader sees.
    pub addends: Vec<i64>,
}

/// Sets of values that some numbers share, in no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The numbers, by their indices.
    pub numbers: Vec<usize>,
    /// The sets, each in ascending order, a value as often as it occurs.
    pub values: Vec<Vec<i64>>,
}

/// How a rule is broken at the end of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Something is needed, a value or several things, that has no place, or too few.
    NoPlace {
        /// The value.
        value: Option<i64>,
        /// How many places are left.
        left: i64,
        /// How many are needed.
        needed: i64,
    },
    /// None of the ways to keep it is left.
    NoWay,
    /// Something needs one of some others, all of which are excluded.
    NoPartner(Literal),
    /// There is more of a value, or of several things, than is allowed.
    TooMany(Option<i64>),
    /// There are more of several things than a number allows.
    MoreThan {
        /// How many there are.
        reached: i64,
        /// How many are allowed.
        allowed: i64,
    },
    /// A few things are true that are not all allowed.
    Together(Vec<Literal>),
    /// More numbers are not 0 than are allowed: how many at least.
    TooManyFilled(Figures),
    /// Fewer numbers are not 0 than are needed: how many at most.
    TooFewFilled(Figures),
    /// The rule leaves only this, which is excluded.
    Asks(Literal),
    /// What is left does not make a sum.
    NoSum(Makings),
    /// A sum is too small.
    TooSmall(Figures),
    /// A sum is too large.
    TooLarge(Figures),
    /// What is connected falls apart, or has a wrong size.
    Connection,
    /// A loop closes too early, or falls into parts.
    Loop,
}

impl Figures {
    /// Returns whether they are those of numbers that all have a value.
    pub(crate) fn are_possible(&self) -> bool {
        self.reached.abs() < IMPOSSIBLE
    }
}

impl Breach {
    /// Returns whether it is a sum of numbers that all have a value.
    fn is_of_possible_sum(&self) -> bool {
        match self {
            Breach::TooSmall(figures) | Breach::TooLarge(figures) => figures.are_possible(),
            Breach::NoSum(Makings { open, .. }) => {
                open.iter().all(|(_, values)| !values.is_empty())
            }
            _ => false,
        }
    }
}

impl Detail {
    /// Returns that of two sums with the same bound that comes nearer to it: it is reason enough for
    /// the conclusions of both. Otherwise the first detail.
    #[must_use]
    pub fn nearer<'d>(&'d self, other: &'d Detail) -> &'d Detail {
        match (self, other) {
            (Detail::Sum(Figures { reached, needed, .. }), Detail::Sum(second))
                if (second.reached - needed).abs() < (reached - needed).abs() =>
            {
                other
            }
            _ => self,
        }
    }
}

impl Reason {
    pub(crate) fn plain(technique: Technique) -> Self {
        Reason { technique, detail: Detail::None }
    }
}

/// A linear constraint over numbers: coefficients of the values of each number, at least a bound.
pub(crate) struct Linear {
    /// For each number with a domain, its variables in ascending order, and their coefficients.
    pub(crate) numbers: BTreeMap<usize, Vec<(usize, i64)>>,
    /// Other variables, with their coefficients.
    pub(crate) flags: Vec<(usize, i64)>,
    pub(crate) bound: i64,
}

impl Linear {
    pub(crate) fn terms(&self) -> impl Iterator<Item = &(usize, i64)> {
        self.numbers.values().flatten().chain(&self.flags)
    }

    /// Returns whether it adds up numbers, rather than things that are there or not.
    pub(crate) fn is_sum(&self) -> bool {
        let mut numbers = self.numbers.values();
        numbers.any(|terms| terms.iter().map(|term| term.1).unique().count() > 1)
    }

    /// Returns whether the other one has the opposite coefficients and bound: both are an equation.
    pub(crate) fn is_opposite(&self, other: &Linear) -> bool {
        self.is_opposite_by(other, |one, two| one == -two)
    }

    /// Likewise, if coefficients that reach the bound say no more than that.
    pub(crate) fn is_opposite_within(&self, other: &Linear) -> bool {
        let bound = self.bound.abs();
        self.is_opposite_by(other, |one, two| {
            let is_beyond = bound > 0 && one.abs().min(two.abs()) >= bound;
            one == -two || is_beyond && one.signum() == -two.signum()
        })
    }

    fn is_opposite_by(&self, other: &Linear, are_opposite: impl Fn(i64, i64) -> bool) -> bool {
        let are_opposite = |(one, two): (&(usize, i64), &(usize, i64))| {
            one.0 == two.0 && are_opposite(one.1, two.1)
        };
        other.bound == -self.bound
            && other.flags.len() == self.flags.len()
            && other.flags.iter().zip(&self.flags).all(are_opposite)
            && other.numbers.len() == self.numbers.len()
            && other.numbers.iter().zip(&self.numbers).all(|(one, two)| {
                one.0 == two.0
                    && one.1.len() == two.1.len()
                    && one.1.iter().zip(two.1).all(are_opposite)
            })
    }

    /// Returns whether it asks for one of some facts, or denies one of some; all have this sign.
    fn is_clause(&self, sign: i64) -> bool {
        let count = i64::try_from(self.terms().count()).unwrap_or(i64::MAX);
        let bound = if sign > 0 { 1 } else { 1 - count };
        self.bound == bound && self.terms().all(|term| term.1 == sign)
    }

    /// Returns whether it asks for a number of some facts, at least.
    pub(crate) fn is_need(&self) -> bool {
        self.terms().all(|&(_, coefficient)| coefficient == 1)
    }
}

/// What is assumed: premises, and the negation of a conclusion.
pub(crate) struct Assumed<'a, 'e> {
    explainer: &'a Explainer<'e>,
    /// The value of each variable, if it has one.
    pub(crate) values: Vec<Option<bool>>,
}

impl<'a, 'e> Assumed<'a, 'e> {
    /// Assumes these literals.
    fn new(explainer: &'a Explainer<'e>, literals: impl IntoIterator<Item = Literal>) -> Self {
        let values = vec![None; explainer.subject.problem.variables()];
        let mut assumed = Assumed { explainer, values };
        assumed.extend(literals);
        assumed
    }

    pub(crate) fn extend(&mut self, literals: impl IntoIterator<Item = Literal>) {
        for one in literals {
            self.values[one.variable().index()] = Some(!one.is_negated());
        }
    }

    /// Returns whether some literals break a constraint.
    fn is_broken_by(&mut self, literals: &[Literal], linears: &[Linear]) -> bool {
        let before = self.values.clone();
        self.extend(literals.iter().copied());
        let is_broken = linears.iter().any(|linear| self.greatest(linear) < linear.bound);
        self.values = before;
        is_broken
    }

    /// Returns the possible contributions of a number to a linear constraint.
    fn contributions(&self, domain: usize, terms: &[(usize, i64)]) -> Vec<i64> {
        self.possible(domain, terms).unique().collect()
    }

    /// Returns what each value that a number can have contributes to a linear constraint.
    pub(crate) fn possible(
        &self,
        domain: usize,
        terms: &[(usize, i64)],
    ) -> impl Iterator<Item = i64> {
        let all = &self.explainer.theory.domains[domain];
        let is = move |index: usize, value: bool| self.values[index] == Some(value);
        let chosen = all.iter().copied().find(|&index| is(index, true));
        let others =
            all.iter().copied().filter(move |&index| chosen.is_none() && !is(index, false));
        let coefficient = |index: usize| {
            let place = terms.binary_search_by_key(&index, |term| term.0);
            place.map_or(0, |place| terms[place].1)
        };
        chosen.into_iter().chain(others).map(coefficient)
    }

    fn all_contributions(&self, linear: &Linear) -> Vec<Vec<i64>> {
        let numbers = linear.numbers.iter();
        let numbers = numbers.map(|(&domain, terms)| self.contributions(domain, terms));
        let flags = linear.flags.iter().map(|&(index, coefficient)| match self.values[index] {
            Some(true) => vec![coefficient],
            Some(false) => vec![0],
            None => vec![0, coefficient],
        });
        numbers.chain(flags).collect()
    }

    /// Returns the greatest value of the left side.
    fn greatest(&self, linear: &Linear) -> i64 {
        let numbers = linear.numbers.iter();
        // A number without possible values makes every constraint contradictory.
        let numbers = numbers
            .map(|(&domain, terms)| self.possible(domain, terms).max().unwrap_or(i64::MIN / 4));
        let flags = linear.flags.iter().map(|&(index, coefficient)| match self.values[index] {
            Some(true) => coefficient,
            Some(false) => 0,
            None => coefficient.max(0),
        });
        numbers.chain(flags).sum()
    }
}

impl Explainer<'_> {
    /// Returns the reason of a step from some groups. `is_trivial`: propagation is enough.
    pub(crate) fn reason(
        &self,
        groups: &[usize],
        fact: Literal,
        because: &[Literal],
        chain: &[Link],
        is_trivial: bool,
    ) -> Reason {
        match groups {
            [] if self.is_last_value(fact, because) => Reason::plain(Technique::OnlyValue),
            [] => Reason::plain(Technique::ReadOff),
            [group] => self.reason_of_one(*group, fact, because, is_trivial),
            _ => self.reason_of_several(groups, fact, because, chain),
        }
    }

    fn reason_of_several(
        &self,
        groups: &[usize],
        fact: Literal,
        because: &[Literal],
        chain: &[Link],
    ) -> Reason {
        if self.is_crossing(groups, fact, because) {
            return Reason::plain(Technique::EvenCrossings);
        }
        if !chain.is_empty() {
            if groups.iter().any(|&group| self.is_best_score(group)) {
                return Reason::plain(Technique::BestScore);
            }
            if groups.len() == 2 && self.is_about_one_value(fact, because, chain) {
                return Reason::plain(Technique::Intersection);
            }
            if self.leaves_no_place(fact, because, chain) {
                return Reason::plain(Technique::LeavesNoPlace);
            }
        }
        let in_all_views = || self.balance(groups, fact, &self.with_views(groups, fact, because)?);
        let balance = self.balance(groups, fact, because);
        let balance = balance.or_else(|| chain.is_empty().then(in_all_views).flatten());
        if let Some(detail) = balance {
            return Reason { technique: Technique::Balance, detail };
        }
        Reason::plain(match chain {
            [] => Technique::TogetherCases,
            _ if turns(chain) <= SHORT_CHAIN => Technique::SeveralRules,
            _ => self.technique_of_loop(chain).unwrap_or(Technique::Trial),
        })
    }

    /// Returns the premises of a fact with what they and its negation say in other views of some groups'
    /// variables: that a cell on a loop is not shaded. `None` if that is contradictory.
    fn with_views(
        &self,
        groups: &[usize],
        fact: Literal,
        because: &[Literal],
    ) -> Option<Vec<Literal>> {
        let variables = self.theory.variables_of_groups(groups);
        let implied = self.in_views(&variables, &[because, &[!fact]].concat())?;
        Some([because, &implied].concat())
    }

    /// Returns what is assumed where these are the premises of a fact: what rules exclude outright,
    /// too, since it is known to all.
    pub(crate) fn assumed_by<'s>(&'s self, fact: Literal, because: &[Literal]) -> Assumed<'s, 's> {
        let all = self.theory.excluded.iter().chain(because).copied().chain([!fact]);
        Assumed::new(self, all)
    }

    /// Returns what is assumed at the end of a chain: also what its links conclude.
    fn assumed_after<'s>(
        &'s self,
        chain: &[Link],
        fact: Literal,
        because: &[Literal],
    ) -> Assumed<'s, 's> {
        let mut assumed = self.assumed_by(fact, because);
        assumed.extend(chain.iter().filter_map(|link| link.follows));
        assumed
    }

    /// Returns how the last group of a chain contradicts what was assumed and what followed; `None` if
    /// it takes more than one of its constraints, or if there is no chain.
    #[must_use]
    pub fn breach(&self, step: &Step) -> Option<Breach> {
        let breach = |because: &[Literal]| self.breach_of(&step.chain, step.facts[0], because);
        let by_premises = breach(&step.because)?;
        // Sums are told with all that a reader sees, which may be more than is needed.
        let is_alike = |other: &Breach| {
            discriminant(other) == discriminant(&by_premises) && other.is_of_possible_sum()
        };
        let by_all = by_premises.is_of_possible_sum() && !step.seen.is_empty();
        let by_all = by_all.then(|| breach(&[&step.because[..], &step.seen].concat())).flatten();
        Some(by_all.filter(is_alike).unwrap_or(by_premises))
    }

    /// Returns whether a single constraint of the last group of a chain against a fact shows that it is
    /// contradicted.
    pub(crate) fn is_broken_at_once(
        &self,
        chain: &[Link],
        fact: Literal,
        because: &[Literal],
    ) -> bool {
        let assumed = self.assumed_after(chain, fact, because);
        let group = chain.last().and_then(|link| link.group);
        let mut numbers = group.iter().flat_map(|&group| &self.theory.groups[group].constraints);
        numbers.any(|&number| {
            let linear = self.linear(number);
            assumed.greatest(&linear) < linear.bound
        })
    }

    /// Returns how the last group of a chain against a fact is contradicted, likewise.
    pub(crate) fn breach_of(
        &self,
        chain: &[Link],
        fact: Literal,
        because: &[Literal],
    ) -> Option<Breach> {
        let group = chain.last().filter(|link| link.follows.is_none())?.group?;
        let mut assumed = self.assumed_after(chain, fact, because);
        let one = &self.theory.groups[group];
        let linears = || one.constraints.iter().map(|&number| self.linear(number));
        let is_broken =
            |assumed: &Assumed| linears().find(|linear| assumed.greatest(linear) < linear.bound);
        let mut broken = is_broken(&assumed);
        // Where values are added up, a reader looks at what each of them can be.
        let is_small = one.variables.len() <= MOST_VARIABLES && one.connections.is_empty();
        if broken.is_none() && is_small && linears().any(|linear| linear.is_sum()) {
            assumed.extend(self.seen_in_views(group, &assumed));
            broken = is_broken(&assumed);
        }
        let Some(linear) = broken else {
            if let Some(makings) = is_small.then(|| self.not_made(group, &assumed)).flatten() {
                return Some(Breach::NoSum(makings));
            }
            let connections = self.theory.problem.connections();
            let is_loop = connections[*one.connections.first()?].is_loop();
            let breach = if is_loop { Breach::Loop } else { Breach::Connection };
            return Some(breach);
        };
        let sign = linear.terms().map(|term| term.1.signum()).all_equal_value().ok();
        let mut values = linear.terms().map(|&(index, _)| self.value_of(index));
        let value = values.all_equal_value().ok().flatten();
        if linear.is_need() && !linear.terms().any(|&(index, _)| self.theory.is_named(index)) {
            return Some(Breach::NoWay);
        }
        if let Some(alone) = self.without_partner(&linear) {
            return Some(Breach::NoPartner(alone));
        }
        let Some(sign) = sign else {
            return self.mixed_breach(&linear, &assumed);
        };
        let are_units = linear.terms().all(|term| term.1.abs() == 1);
        let is_sum = linear.is_sum();
        if let (Some(0), true) = (value, are_units && linear.flags.is_empty()) {
            let numbers = numbers_of(&linear);
            let figures = Figures {
                reached: numbers - sign * assumed.greatest(&linear),
                needed: numbers - sign * linear.bound,
                addends: Vec::new(),
            };
            match sign {
                1 if linear.bound > 1 => return Some(Breach::TooManyFilled(figures)),
                -1 if linear.bound < 0 => return Some(Breach::TooFewFilled(figures)),
                _ => {}
            }
        }
        let all = linear.terms().map(|&(index, by)| variable(index).is(by < 0)).collect_vec();
        let is_few = (2..=MOST_TOGETHER).contains(&all.len());
        let is_told = all.iter().all(|&one| self.reading(one).is_some());
        if is_few && is_told && linear.is_clause(sign) {
            return Some(Breach::Together(all));
        }
        match sign {
            1 if are_units => {
                let left = assumed.greatest(&linear);
                Some(Breach::NoPlace { value, left, needed: linear.bound })
            }
            -1 if are_units => Some(Breach::TooMany(value)),
            1 if is_sum => Some(Breach::TooSmall(self.figures(&linear, &assumed, 1))),
            -1 if is_sum => Some(Breach::TooLarge(self.figures(&linear, &assumed, -1))),
            _ => None,
        }
    }

    /// Returns how a constraint is broken that sets things against each other: a last one that is
    /// asked for, or a count against a number.
    fn mixed_breach(&self, linear: &Linear, assumed: &Assumed) -> Option<Breach> {
        let are_units = linear.terms().all(|term| term.1.abs() == 1);
        let greatest = assumed.greatest(linear);
        if let Ok(&(index, _)) = linear.terms().filter(|term| term.1 > 0).exactly_one() {
            let asked = variable(index).is(true);
            let is_last = greatest + 1 == linear.bound && assumed.values[index] == Some(false);
            if are_units && is_last && self.reading(asked).is_some() {
                return Some(Breach::Asks(asked));
            }
        }
        let numbers = linear.numbers.iter().filter(|(_, terms)| terms.len() > 1);
        let (&domain, number) = numbers.exactly_one().ok()?;
        let counted = linear.terms().filter(|term| self.theory.domain_of[term.0] != Some(domain));
        let counted = counted.copied().collect_vec();
        let mut values = counted.iter().map(|&(index, _)| self.value_of(index));
        let value = values.all_equal_value().ok().flatten();
        let most = assumed.possible(domain, number).max()?;
        match counted.iter().map(|term| term.1).all_equal_value() {
            Ok(1) => {
                let (left, needed) = (greatest - most, linear.bound - most);
                Some(Breach::NoPlace { value, left, needed })
            }
            Ok(-1) => {
                Some(Breach::MoreThan { reached: most - greatest, allowed: most - linear.bound })
            }
            _ => None,
        }
    }

    /// Returns what a broken constraint gives one of some others, none of which is left.
    fn without_partner(&self, linear: &Linear) -> Option<Literal> {
        let is_need = linear.bound == 0 && linear.terms().all(|term| term.1 == 1 || term.1 == -1);
        let mut falling = linear.terms().filter(|term| term.1 < 0);
        match (falling.next(), falling.next()) {
            (Some(&(index, _)), None) if is_need => {
                let alone = variable(index).is(true);
                self.is_last_of_many(alone).then_some(alone)
            }
            _ => None,
        }
    }

    /// Returns the technique of a chain that follows a loop for a few edges, until it closes or ends.
    fn technique_of_loop(&self, chain: &[Link]) -> Option<Technique> {
        let groups: Vec<usize> = chain.iter().filter_map(|link| link.group).dedup().collect();
        let (&last, others) = groups.split_last().filter(|_| groups.len() <= MOST_ON_LOOP)?;
        let is_node = |group: usize| self.theory.groups[group].node.is_some();
        let has_loop = || self.theory.connections_of(&groups).any(Connection::is_loop);
        match others.iter().filter(|&&group| is_node(group)).count() {
            0 => None,
            _ if has_loop() => Some(Technique::LoopWouldClose),
            on_loop if is_node(last) || on_loop == others.len() => Some(Technique::DeadEnd),
            _ => None,
        }
    }

    /// Returns whether each link but the last follows from the negation alone, and these take all
    /// places of something that the last group needs.
    fn leaves_no_place(&self, fact: Literal, because: &[Literal], chain: &[Link]) -> bool {
        let Some((Link { group: Some(last), follows: None, .. }, links)) = chain.split_last()
        else {
            return false;
        };
        let mut near = HashSet::from([!fact]);
        for link in links {
            if !link.reasons.iter().all(|reason| near.contains(reason)) {
                return false;
            }
            near.extend(link.follows.filter(|_| link.group.is_none()));
        }
        let assumed = self.assumed_after(chain, fact, because);
        let needs_places = |&number: &usize| {
            let linear = self.linear(number);
            linear.is_need() && assumed.greatest(&linear) < linear.bound
        };
        self.theory.groups[*last].constraints.iter().any(needs_places)
    }

    /// Returns whether the premises exclude the other values of the fact's number.
    fn is_last_value(&self, fact: Literal, because: &[Literal]) -> bool {
        let domain = |literal: Literal| self.theory.domain_of[literal.variable().index()];
        let is_other = |&other: &Literal| !self.is_value(other) && domain(other) == domain(fact);
        self.is_value(fact) && domain(fact).is_some() && because.iter().all(is_other)
    }

    /// Returns whether a fact gives a number with more than two values one of them.
    fn is_last_of_many(&self, fact: Literal) -> bool {
        let domain = self.theory.domain_of[fact.variable().index()];
        let is_large = domain.is_some_and(|domain| self.theory.domains[domain].len() > 2);
        is_large && self.is_value(fact) && !fact.is_negated()
    }

    fn is_best_score(&self, group: usize) -> bool {
        self.subject.heading(group) == Some(crate::subject::BEST)
    }

    fn reason_of_one(
        &self,
        group: usize,
        fact: Literal,
        because: &[Literal],
        is_trivial: bool,
    ) -> Reason {
        let one = &self.theory.groups[group];
        if one.node.is_some() {
            return Reason::plain(Technique::LoopGoesOn);
        }
        let assumed = self.assumed_by(fact, because);
        // The premises keep all constraints that do not mention the number.
        let index = fact.variable().index();
        let own: HashSet<usize> = match self.theory.domain_of[index] {
            Some(domain) => self.theory.domains[domain].iter().copied().collect(),
            None => HashSet::from([index]),
        };
        let problem = self.theory.problem;
        let linears: Vec<Linear> = one
            .constraints
            .iter()
            .filter(|&&number| {
                let mut terms = problem.terms_of(number).iter();
                terms.any(|term| own.contains(&term.literal.variable().index()))
            })
            .map(|&number| self.linear(number))
            .collect();
        if self.is_best_score(group) {
            return Reason::plain(Technique::BestScore);
        }
        let broken = linears.iter().find(|linear| assumed.greatest(linear) < linear.bound);
        if let Some(linear) = broken {
            let reason = self.shape(linear, &assumed, fact, because);
            let technique = self.finer(reason.technique, group, fact, because);
            return Reason { technique, ..reason };
        }
        if let Some(reason) =
            linears.iter().find_map(|linear| unreachable(linear, &linears, &assumed))
        {
            return reason;
        }
        if let Some(reason) = self.set(group, fact, because) {
            return reason;
        }
        if let Some(&number) = one.connections.first() {
            let connection = &self.theory.problem.connections()[number];
            if connection.is_loop() {
                return Reason::plain(Technique::LoopClosed);
            }
            let may_be = |literal: Literal| {
                assumed.values[literal.variable().index()] != Some(literal.is_negated())
            };
            let is_sure = |literal: Literal| because.contains(&literal) || literal == !fact;
            let technique = self.technique_of_connection(group, connection, fact, because);
            let ends = connection.separated(&may_be, &is_sure);
            return match ends.filter(|_| connection.sizes().is_none()) {
                Some(ends) => {
                    Reason { technique: Technique::Separated, detail: Detail::Ends(ends) }
                }
                None => Reason::plain(technique),
            };
        }
        if !is_trivial {
            return Reason::plain(Technique::AllWays);
        }
        Reason::plain(self.finer(Technique::Consequence, group, fact, because))
    }

    /// Returns the technique of a conclusion about a part that is connected, has a size, or both: from
    /// what its negation would add to the part.
    fn technique_of_connection(
        &self,
        group: usize,
        connection: &Connection,
        fact: Literal,
        because: &[Literal],
    ) -> Technique {
        let members: Vec<Literal> = connection.literals().collect();
        let mut whole = self.fresh(&[group]);
        whole.know(&self.theory, because);
        let both: Vec<Literal> = members.iter().flat_map(|&one| [one, !one]).collect();
        if whole.settled(&both).len() == members.len() {
            return Technique::Complete;
        }
        let mut part = Part::unconnected(&self.theory, group);
        part.know(&self.theory, because);
        let (denial, wanted) = (part.own_of(&[!fact]), part.own_of(&members));
        let adds = |part: &mut Part| {
            let known = part.probe(&[], &wanted).map_or(0, |known| known.len());
            part.probe(&denial, &wanted).map_or(true, |added| added.len() > known)
        };
        match (adds(&mut part), connection.sizes().is_some()) {
            (false, _) => Technique::OnlyWayOn,
            (true, true) => Technique::ReachesNoFurther,
            (true, false) => Technique::OutOfReach,
        }
    }

    /// Returns whether a fact excludes a value, or something that is true or false off the board.
    pub(crate) fn is_exclusion(&self, fact: Literal) -> bool {
        let Some(reading) = self.reading(fact) else { return true };
        let named = &self.subject.groups.named[reading.number];
        let is_flag = named.number.values().map(|(value, _)| value).eq([0, 1]);
        !reading.holds || is_flag && !named.is_on_board && reading.value == 0
    }

    /// Returns a finer technique for consequences.
    fn finer(
        &self,
        technique: Technique,
        group: usize,
        fact: Literal,
        because: &[Literal],
    ) -> Technique {
        let is_symmetric = || {
            let heading = self.subject.heading(group).unwrap_or_default().to_lowercase();
            heading.contains("symmetr")
        };
        let is_shape = || self.is_value(fact) && self.is_exclusion(fact);
        match technique {
            Technique::Consequence if is_symmetric() => Technique::Symmetry,
            Technique::Consequence if is_shape() => Technique::DoesNotFit,
            Technique::Consequence if because.is_empty() => Technique::FromTheStart,
            _ => technique,
        }
    }

    /// Returns a constraint with one coefficient for each variable, without a common divisor: a row
    /// of seven that adds up to a seventh of 140 adds up to 20.
    pub(crate) fn linear(&self, number: usize) -> Linear {
        let constraint = self.theory.problem.constraint(number);
        let mut linear =
            Linear { numbers: BTreeMap::new(), flags: Vec::new(), bound: constraint.bound() };
        for term in constraint.terms() {
            let index = term.literal.variable().index();
            let mut coefficient = term.coefficient;
            if term.literal.is_negated() {
                linear.bound -= coefficient;
                coefficient = -coefficient;
            }
            match self.theory.domain_of[index] {
                Some(domain) => {
                    linear.numbers.entry(domain).or_default().push((index, coefficient));
                }
                None => linear.flags.push((index, coefficient)),
            }
        }
        linear.numbers.values_mut().for_each(|terms| terms.sort_unstable());
        let divisor = linear.terms().fold(linear.bound, |divisor, term| gcd(divisor, term.1));
        if divisor > 1 {
            linear.bound /= divisor;
            let numbers = linear.numbers.values_mut().flatten();
            numbers.chain(&mut linear.flags).for_each(|term| term.1 /= divisor);
        }
        linear
    }

    /// Returns the technique of a constraint that the assumptions break.
    fn shape(
        &self,
        linear: &Linear,
        assumed: &Assumed,
        fact: Literal,
        because: &[Literal],
    ) -> Reason {
        let terms: Vec<(usize, i64)> = linear.terms().copied().collect();
        let first = terms.first().map_or(1, |term| term.1);
        let is_even = terms.iter().all(|&(_, coefficient)| coefficient == first);
        let are_several = linear.numbers.len() + linear.flags.len() > 1;
        let falling = terms.iter().filter(|term| term.1 == -1).count();
        if linear.bound == 0
            && falling == 1
            && terms.len() > 2
            && terms.iter().all(|term| term.1.abs() == 1)
        {
            let is_partner =
                terms.iter().any(|&(index, sign)| sign == 1 && fact == variable(index).is(true));
            let technique = if is_partner { Technique::OnlyPartner } else { Technique::NoPartner };
            return Reason::plain(technique);
        }
        if !is_even {
            if !linear.is_sum() || !are_several {
                return Reason::plain(Technique::Consequence);
            }
            let greatest = assumed.greatest(linear);
            let falls = terms.iter().filter(|(_, coefficient)| *coefficient < 0).count();
            let mixed = falls > 0 && falls < terms.len();
            let (technique, sign) = if 2 * falls > terms.len() {
                (Technique::SumAtLeast, -1)
            } else {
                (Technique::SumAtMost, 1)
            };
            let is_possible = greatest > -IMPOSSIBLE;
            let figures = (is_possible && !mixed).then(|| self.figures(linear, assumed, sign));
            let detail = figures.map_or(Detail::None, Detail::Sum);
            return Reason { technique, detail };
        }
        let values = terms.iter().map(|&(index, _)| self.value_of(index));
        let have_one_value = values.unique().count() == 1;
        let count = linear.bound.abs().div_euclid(first.abs());
        let technique = if !have_one_value || !are_several {
            Technique::Consequence
        } else if first > 0 {
            if count == 1 && terms.iter().all(|&(index, _)| self.value_of(index) == Some(0)) {
                Technique::FullBlock
            } else if count == 1 && self.is_value(fact) && terms.len() > 1 {
                Technique::OnlyPlace
            } else {
                Technique::CountExhausted
            }
        } else if count == 1 && self.is_last_of_many(fact) {
            Technique::OnlyValue
        } else if count == 1 && because.len() == 1 && self.is_exclusion(fact) {
            Technique::Placed
        } else if count + 1 == i64::try_from(terms.len()).unwrap_or(i64::MAX) && count > 1 {
            Technique::FullBlock
        } else {
            Technique::CountFull
        };
        Reason::plain(technique)
    }

    /// Returns what a sum reaches at most, or at least where the sign is negative.
    fn figures(&self, linear: &Linear, assumed: &Assumed, sign: i64) -> Figures {
        Figures {
            reached: sign * assumed.greatest(linear),
            needed: sign * linear.bound,
            addends: self.addends(linear, assumed, sign),
        }
    }

    /// Returns what the numbers of a sum contribute at most, or at least where the sign is negative,
    /// without what contributes nothing; none if these are not their values.
    fn addends(&self, linear: &Linear, assumed: &Assumed, sign: i64) -> Vec<i64> {
        let is_value =
            |&(index, coefficient): &(usize, i64)| self.value_of(index) == Some(sign * coefficient);
        if !linear.flags.is_empty() || !linear.numbers.values().flatten().all(is_value) {
            return Vec::new();
        }
        let numbers = linear.numbers.iter();
        let greatest = numbers.filter_map(|(&domain, terms)| assumed.possible(domain, terms).max());
        let addends = greatest.map(|value| sign * value).filter(|&value| value != 0);
        addends.sorted().rev().collect()
    }

    /// Returns the value that a variable stands for.
    pub(crate) fn value_of(&self, index: usize) -> Option<i64> {
        let reading = self.reading(variable(index).is(true))?;
        reading.holds.then_some(reading.value)
    }

    /// Recognises pairs, triples and larger sets of numbers that are all different (naked), and of
    /// values that are all needed (hidden).
    fn set(&self, group: usize, fact: Literal, because: &[Literal]) -> Option<Reason> {
        let conclusion = self.reading(fact).filter(|reading| !reading.holds)?;
        let read: Vec<Reading> =
            because.iter().map(|&literal| self.reading(literal)).collect::<Option<_>>()?;
        let named = &self.subject.groups.named;
        let placed: BTreeMap<usize, i64> = read
            .iter()
            .filter(|reading| reading.holds)
            .map(|reading| (reading.number, reading.value))
            .collect();
        let taken: BTreeSet<i64> = placed.values().copied().collect();
        let excluded: BTreeSet<(usize, i64)> =
            read.iter().filter(|one| !one.holds).map(|one| (one.number, one.value)).collect();
        let possible = |number: usize| -> BTreeSet<i64> {
            let is_outright = |flag: Flag| match flag {
                Flag::Open(literal) => self.theory.excluded.binary_search(&!literal).is_ok(),
                Flag::Known(is_it) => !is_it,
            };
            let values = named[number].number.values().filter(|&(_, flag)| !is_outright(flag));
            { values.map(|(value, _)| value) }
                .filter(|value| !taken.contains(value) && !excluded.contains(&(number, *value)))
                .collect()
        };
        let members: BTreeSet<usize> = excluded.iter().map(|&(number, _)| number).collect();
        let union: BTreeSet<i64> = members.iter().flat_map(|&number| possible(number)).collect();
        let constraints = &self.theory.groups[group].constraints;
        let linears: Vec<Linear> = constraints.iter().map(|&number| self.linear(number)).collect();
        let mut assumed = Assumed::new(self, self.theory.excluded.iter().copied());
        // A number that a premise is about is not fixed, so what is known of its values is false.
        let is = |number: usize, value: i64| {
            let mut values = named[number].number.values();
            match values.find(|&(other, _)| other == value)?.1 {
                Flag::Open(literal) => Some(literal),
                Flag::Known(_) => None,
            }
        };
        let mut differ = |one: usize, other: usize, value: i64| {
            let both = [one, other].map(|number| is(number, value));
            both.iter().any(Option::is_none)
                || assumed.is_broken_by(&both.into_iter().flatten().collect_vec(), &linears)
        };
        let is_naked = (2..=4).contains(&members.len())
            && union.len() == members.len()
            && union.contains(&conclusion.value)
            && !members.contains(&conclusion.number)
            && members.iter().all(|&one| differ(one, conclusion.number, conclusion.value))
            && members.iter().array_combinations().all(|[&one, &other]| {
                possible(one).intersection(&possible(other)).all(|&value| differ(one, other, value))
            });
        let reason = |[pair, larger]: [Technique; 2],
                      numbers: BTreeSet<usize>,
                      values: BTreeSet<i64>| {
            let technique = if values.len() == 2 { pair } else { larger };
            let (numbers, values) = (numbers.into_iter().collect(), values.into_iter().collect());
            Some(Reason { technique, detail: Detail::Set { numbers, values } })
        };
        if is_naked {
            return reason([Technique::NakedPair, Technique::NakedTriple], members, union);
        }
        let values: BTreeSet<i64> = excluded.iter().map(|&(_, value)| value).collect();
        let places: BTreeSet<usize> = self
            .numbers(group)
            .filter(|number| !placed.contains_key(number))
            .filter(|&number| values.iter().any(|&value| !excluded.contains(&(number, value))))
            .collect();
        let mut is_needed = |value: i64| {
            let nowhere = places.iter().filter_map(|&place| is(place, value)).map(|one| !one);
            let assumptions = because.iter().copied().chain(nowhere).collect_vec();
            assumed.is_broken_by(&assumptions, &linears)
        };
        let is_hidden = (2..=4).contains(&values.len())
            && places.len() == values.len()
            && places.contains(&conclusion.number)
            && !values.contains(&conclusion.value)
            && values.iter().all(|&value| is_needed(value));
        if is_hidden {
            return reason([Technique::HiddenPair, Technique::HiddenTriple], places, values);
        }
        None
    }

    /// Returns whether a step is about one value of cells alone.
    fn is_about_one_value(&self, fact: Literal, because: &[Literal], chain: &[Link]) -> bool {
        let links = chain.iter().filter_map(|link| link.follows);
        let all = because.iter().copied().chain(links).chain([fact]);
        let readings: Option<Vec<Reading>> = all.map(|literal| self.reading(literal)).collect();
        let Some(readings) = readings else { return false };
        let is_cell =
            |number: usize| matches!(self.subject.groups.named[number].name, Name::Cell(_));
        readings.iter().map(|reading| reading.value).all_equal()
            && readings.iter().all(|reading| is_cell(reading.number))
    }
}

/// Returns how often a chain turns to another group.
pub(crate) fn turns(chain: &[Link]) -> usize {
    chain.iter().filter_map(|link| link.group).dedup().count()
}

/// Returns the number of links of a chain that use a rule.
pub(crate) fn links_by_rules(chain: &[Link]) -> usize {
    chain.iter().filter(|link| link.group.is_some()).count()
}

/// Returns the number of links of a chain, those within its last group counted as one: they are seen
/// together.
pub(crate) fn links(chain: &[Link]) -> usize {
    let last = chain.last().and_then(|link| link.group);
    let is_before = |link: &Link| link.group.is_some() && link.group != last;
    chain.iter().rposition(is_before).map_or(1, |place| place + 2)
}

/// Recognises an equation whose total cannot be reached: by parity, another remainder, or by all
/// combinations. Equations are stated as two constraints with opposite signs.
fn unreachable(linear: &Linear, all: &[Linear], assumed: &Assumed) -> Option<Reason> {
    all.iter().find(|other| linear.is_opposite(other))?;
    let choices = assumed.all_contributions(linear);
    // A person sees a remainder if each number leaves the same one with all of its values.
    let remainder = |modulus: i64| {
        choices.iter().try_fold(0, |sum, values| {
            let mut remainders = values.iter().map(|value| value.rem_euclid(modulus));
            Some((sum + remainders.all_equal_value().ok()?).rem_euclid(modulus))
        })
    };
    let is_wrong = |&modulus: &i64| {
        remainder(modulus).is_some_and(|remainder| remainder != linear.bound.rem_euclid(modulus))
    };
    if let Some(modulus) = MODULI.clone().find(is_wrong) {
        let technique = if modulus == 2 { Technique::Parity } else { Technique::Remainder };
        return Some(Reason { technique, detail: Detail::Modulus(modulus) });
    }
    let reaches = |modulus: i64, bound: i64| {
        let size = usize::try_from(modulus).expect("a modulus is positive");
        let mut reached = vec![false; size];
        reached[0] = true;
        for values in &choices {
            let mut next = vec![false; size];
            for (total, _) in reached.iter().enumerate().filter(|(_, is_reached)| **is_reached) {
                for value in values {
                    let total = i64::try_from(total).expect("it is below the modulus");
                    let place = (total + value).rem_euclid(modulus);
                    next[usize::try_from(place).expect("a remainder is not negative")] = true;
                }
            }
            reached = next;
        }
        reached[usize::try_from(bound.rem_euclid(modulus)).expect("a remainder is not negative")]
    };
    let span: i64 = choices
        .iter()
        .map(|values| values.iter().map(|value| value.abs()).max().unwrap_or(0))
        .sum::<i64>()
        .saturating_mul(2);
    let modulus = span.max(linear.bound.abs().saturating_mul(2)) + 1;
    (modulus <= MOST_TOTALS && !reaches(modulus, linear.bound))
        .then(|| Reason::plain(Technique::Combination))
}
