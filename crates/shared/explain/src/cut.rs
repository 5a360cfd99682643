//! What a conclusion keeps together: where the opposite would cut it, for words and pictures.

use std::collections::HashSet;

use itertools::Itertools;
use pseudo_boolean::{Component, Connection, Literal, Separation};

use crate::chain::Link;
use crate::explainer::Explainer;
use crate::part::Part;
use crate::step::Step;
use crate::theory::variable;

/// How something that belongs together would break if the first conclusion of a step were wrong.
#[derive(Clone, Debug)]
pub enum Wall {
    /// Two parts would be separated by what lies between them.
    Cut(Separation),
    /// A part of a loop would have too few ways to the rest of it.
    Loop {
        /// The part, by its members.
        part: Vec<Literal>,
        /// A member outside.
        outside: Literal,
        /// The only way out, if there is one.
        exit: Option<Literal>,
    },
    /// A part would be too small.
    Short {
        /// All that could belong to it.
        members: Vec<Literal>,
        /// How many given ones belong to it besides.
        given: usize,
        /// How many it needs.
        needed: i64,
    },
}

impl Explainer<'_> {
    /// Returns the two parts that would be separated if the first conclusion of a step were wrong,
    /// and what lies between them; `None` if the step rests on something else.
    #[must_use]
    pub fn separation(&self, step: &Step) -> Option<Separation> {
        let (group, known) = Self::at_the_end(step)?;
        self.theory.connections_of(&[group]).find_map(|connection| {
            let known = self.seen(connection, &known)?;
            connection.separation(&|one| !known.contains(&!one), &|one| known.contains(&one))
        })
    }

    /// Returns how what belongs together would break if the first conclusion of a step were wrong;
    /// `None` if the step rests on something else, or if that is not seen so easily.
    #[must_use]
    pub fn wall(&self, step: &Step) -> Option<Wall> {
        let (group, known) = Self::at_the_end(step)?;
        self.theory.connections_of(&[group]).find_map(|connection| {
            let mut known = self.seen(connection, &known)?;
            if connection.is_loop() {
                self.close_passed_nodes(&mut known);
            } else {
                self.exclude_members(group, &mut known);
            }
            let separation = |closed: Option<Literal>| {
                let may_be = |one: Literal| !known.contains(&!one) && Some(one) != closed;
                connection.separation(&may_be, &|one| known.contains(&one))
            };
            if !connection.is_loop() {
                let excluding = || {
                    let all = self.with_exclusions(group, connection, &known, !step.facts[0])?;
                    self.short(group, connection, &all, 2)
                };
                let short = || self.short(group, connection, &known, 1).or_else(excluding);
                let cut = separation(None).map(|Separation { parts, border }| {
                    let parts = parts.map(|part| sure_first(part, &known));
                    Wall::Cut(Separation { parts, border })
                });
                return cut.or_else(short);
            }
            let ways = connection.literals().filter(|one| !known.contains(&!*one)).map(Some);
            let (found, exit) = [None].into_iter().chain(ways).find_map(|closed| {
                let Separation { parts, .. } = separation(closed)?;
                Some((parts, closed))
            })?;
            let [part, rest] = found.map(|part| sure_first(part, &known));
            let outside = rest.into_iter().next()?;
            Some(Wall::Loop { part, outside, exit })
        })
    }

    /// Returns the known members that would be cut off if a link of a step's chain were wrong; `None`
    /// if the link rests on something else.
    #[must_use]
    pub fn cut_off(&self, step: &Step, link: usize) -> Option<Vec<Literal>> {
        let (before, link) = (&step.chain[..link], &step.chain[link]);
        let (group, follows) = (link.group?, link.follows?);
        let links = before.iter().filter_map(|link| link.follows);
        let known = step.because.iter().copied().chain(links).chain([!follows]).collect();
        self.theory.connections_of(&[group]).filter(|one| !one.is_loop()).find_map(|connection| {
            let known = self.seen(connection, &known)?;
            let is_sure = |one: Literal| known.contains(&one);
            let found = connection.separation(&|one| !known.contains(&!one), &is_sure)?;
            let sure = |part: Vec<Literal>| part.into_iter().filter(|&one| is_sure(one)).collect();
            found.parts.map(sure).into_iter().min_by_key(Vec::len)
        })
    }

    /// Returns whether a group says how a loop passes one node.
    #[must_use]
    pub fn is_of_node(&self, group: usize) -> bool {
        self.theory.groups[group].node.is_some()
    }

    /// Returns whether a link says that a loop passes a node since it takes a way there.
    #[must_use]
    pub fn is_of_passing(&self, link: &Link) -> bool {
        let node = link.group.and_then(|group| self.theory.groups[group].node);
        let node = node.map(|node| variable(node).is(true));
        node.is_some()
            && link.follows == node
            && link.reasons.iter().any(|reason| !reason.is_negated())
    }

    /// Returns whether a group says that there is one loop.
    #[must_use]
    pub fn is_of_loop(&self, group: usize) -> bool {
        self.theory.connections_of(&[group]).any(Connection::is_loop)
    }

    /// Returns whether the loop would branch at the node that the last link of a step is about; `None`
    /// if that is about something else. Otherwise the loop would end there.
    #[must_use]
    pub fn branches(&self, step: &Step) -> Option<bool> {
        let (group, known) = Self::at_the_end(step)?;
        let group = &self.theory.groups[group];
        let node = group.node?;
        let edges = group.variables.iter().filter(|&&index| index != node);
        let taken = edges.filter(|&&index| known.contains(&variable(index).is(true)));
        Some(taken.count() > 2)
    }

    /// Returns the last group of a step, and what holds there if the first conclusion is wrong.
    fn at_the_end(step: &Step) -> Option<(usize, HashSet<Literal>)> {
        let group = match (step.chain.last(), &step.groups[..]) {
            (Some(link), _) => link.group?,
            (None, &[group]) => group,
            (None, _) => return None,
        };
        let links = step.chain.iter().filter_map(|link| link.follows);
        let known = step.because.iter().copied().chain(links).chain([!step.facts[0]]);
        Some((group, known.collect()))
    }

    /// Returns what is known, with what it says about the literals of a connection in other views;
    /// `None` if that is contradictory.
    pub(crate) fn seen(
        &self,
        connection: &Connection,
        known: &HashSet<Literal>,
    ) -> Option<HashSet<Literal>> {
        let literals = connection.literals().chain(known.iter().copied());
        let variables = literals.map(|literal| literal.variable().index()).sorted().dedup();
        let views = Part::of_views_with(&self.theory, &variables.collect_vec());
        implied(views, connection, known)
    }

    /// Adds what a group says of two things: that a shaded cell is on no island.
    fn exclude_members(&self, group: usize, known: &mut HashSet<Literal>) {
        for &number in &self.theory.groups[group].constraints {
            let constraint = self.theory.problem.constraint(number);
            if let [one, other] = constraint.terms()
                && one.coefficient.min(other.coefficient) >= constraint.bound()
            {
                let [one, other] = [one.literal, other.literal];
                let follows = [(one, other), (other, one)].into_iter();
                let follows = follows.filter(|(one, _)| known.contains(&!*one));
                known.extend(follows.map(|(_, other)| other).collect_vec());
            }
        }
    }

    /// Returns what is known, with what a group without its connections makes of all but what is
    /// denied: that a cell beside another island is not on this one.
    fn with_exclusions(
        &self,
        group: usize,
        connection: &Connection,
        known: &HashSet<Literal>,
        denied: Literal,
    ) -> Option<HashSet<Literal>> {
        let others = known.iter().copied().filter(|&one| one != denied).collect();
        let mut all = implied(Part::unconnected(&self.theory, group), connection, &others)?;
        all.insert(denied);
        let mut all = self.seen(connection, &all)?;
        self.exclude_members(group, &mut all);
        Some(all)
    }

    /// Adds that where a loop passes it takes no third way.
    fn close_passed_nodes(&self, known: &mut HashSet<Literal>) {
        for group in self.theory.groups.iter().filter(|group| group.node.is_some()) {
            let edges = group.variables.iter().filter(|&&index| group.node != Some(index));
            let edges = edges.map(|&index| variable(index).is(true)).collect_vec();
            if edges.iter().filter(|&one| known.contains(one)).count() == 2 {
                let others = edges.into_iter().filter(|one| !known.contains(one)).map(|one| !one);
                known.extend(others.collect_vec());
            }
        }
    }

    /// Returns a part that cannot become as large as it must; one with fewer than `least` members is
    /// not seen.
    fn short(
        &self,
        group: usize,
        connection: &Connection,
        known: &HashSet<Literal>,
        least: usize,
    ) -> Option<Wall> {
        let (needed, parts) = self.parts(group, connection, known)?;
        // Where no sizes are stated, given members are not counted.
        let counted = |part: &Component| {
            if connection.sizes().is_some() { part.always } else { 0 }
        };
        let is_short = |part: &Component| {
            let size = part.members.len() + counted(part);
            part.members.len() + part.always >= least && (size as i128) < needed.into()
        };
        let part = parts.into_iter().find(is_short)?;
        let given = part.always;
        let needed = needed + i64::try_from(given - counted(&part)).ok()?;
        Some(Wall::Short { members: sure_first(part.members, known), given, needed })
    }

    /// Returns how large parts must be, by a count of their members or by the value that all of them
    /// stand for, and for each part all that can belong to it.
    pub(crate) fn parts(
        &self,
        group: usize,
        connection: &Connection,
        known: &HashSet<Literal>,
    ) -> Option<(i64, Vec<Component>)> {
        let members: Vec<Literal> = connection.literals().unique().collect();
        let may_be = |one: Literal| !known.contains(&!one);
        let is = |index: usize, value: bool| variable(index).is(value);
        // How many members a sum needs: the root of a part may count as many in it.
        let needed = |number: usize| {
            let linear = self.linear(number);
            let (mut needed, mut counted) = (linear.bound, 0);
            for &(index, coefficient) in linear.terms() {
                let member = [true, false].map(|value| is(index, value));
                let member = member.into_iter().find(|one| members.contains(one));
                let literal = member.unwrap_or(is(index, true));
                let coefficient = if literal.is_negated() {
                    needed -= coefficient;
                    -coefficient
                } else {
                    coefficient
                };
                if member.is_some() && coefficient == 1 {
                    counted += 1;
                } else if known.contains(&literal) {
                    needed += i64::from(member.is_some()) - coefficient;
                } else if !known.contains(&!literal) {
                    needed -= coefficient.max(0);
                }
            }
            (counted > 0).then_some(needed)
        };
        let constraints = &self.theory.groups[group].constraints;
        let counts = constraints.iter().filter_map(|&number| needed(number));
        let sizes = connection.sizes();
        let needed = if sizes.is_some() {
            let mut values = members.iter().map(|&one| self.value_of(one.variable().index()));
            values.all_equal_value().ok()??
        } else {
            counts.max()?
        };
        let mut parts = connection.components(&may_be, &|one| known.contains(&one));
        // Sizes that the value does not say are not known here.
        parts.retain(|part| {
            let size = part.members.len() + part.always;
            let may_have = sizes.as_ref().is_some_and(|sizes| sizes.contains(&size));
            !may_have || size as i128 >= i128::from(needed)
        });
        Some((needed, parts))
    }
}

/// Puts what is known to be true first.
fn sure_first(mut literals: Vec<Literal>, known: &HashSet<Literal>) -> Vec<Literal> {
    literals.sort_by_key(|one| !known.contains(one));
    literals
}

/// Returns what is known, with what a part makes of it about the literals of a connection; `None` if
/// that is contradictory.
fn implied(
    mut part: Part,
    connection: &Connection,
    known: &HashSet<Literal>,
) -> Option<HashSet<Literal>> {
    let assumed = part.own_of(&known.iter().copied().sorted().collect_vec());
    let both = connection.literals().flat_map(|one| [one, !one]).collect_vec();
    let wanted = part.own_of(&both);
    let implied = part.probe(&assumed, &wanted).ok()?;
    let mut all = known.clone();
    all.extend(part.whole_of(&implied));
    Some(all)
}
