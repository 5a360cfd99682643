//! Components of given sizes.
//!
//! A component that is too large gives a cut for a connected piece of it that is too large by one:
//! one of its nodes is not a member. For a component that is too small, one of its nodes is not a
//! member, or an adjacent node is.
//!
//! The file states it by layers around each member, its distances: a layer contains the members of
//! the previous one and their neighbours. Cuts follow from that by unit propagation.

use std::ops::Range;

use super::{Connection, Look, Parts};
use crate::problem::{Constraint, Literal, Variable};
use crate::proof::Id;

/// A violated cut.
pub(crate) struct SizeCut {
    /// One of these is true.
    pub(crate) clause: Vec<Literal>,
    /// Always false literals next to a component that is too small.
    never: Vec<Literal>,
}

impl SizeCut {
    /// Returns the steps of a proof that it uses, besides all constraints of the problem.
    pub(crate) fn units(&self, unit: &dyn Fn(Literal) -> Id) -> Vec<Id> {
        self.never.iter().map(|&literal| unit(literal)).collect()
    }
}

/// Connected sets of nodes, filled one after another.
#[derive(Clone, Default)]
pub(super) struct Fills {
    /// For each node the number of the last set that it belongs to, from 1; 0 for none.
    number: Vec<u32>,
    last: u32,
    /// The nodes of the last set.
    filled: Vec<usize>,
}

impl Fills {
    fn start(&mut self, nodes: usize) {
        self.number.clear();
        self.number.resize(nodes, 0);
        self.last = 0;
    }

    /// Fills from a node, until `enough` nodes are filled; returns their number.
    fn fill(
        &mut self,
        connection: &Connection,
        first: usize,
        enough: usize,
        enters: impl Fn(usize) -> bool,
    ) -> usize {
        self.last += 1;
        self.number[first] = self.last;
        self.filled.clear();
        self.filled.push(first);
        let mut next = 0;
        while let Some(&node) = self.filled.get(next).filter(|_| self.filled.len() < enough) {
            next += 1;
            for (_, other) in connection.around(node) {
                if self.number[other] != self.last && enters(other) {
                    self.number[other] = self.last;
                    self.filled.push(other);
                }
            }
        }
        self.filled.len()
    }
}

/// The membership of a node in a layer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    Never,
    Always,
    Where(Literal),
}

impl Reached {
    /// Returns the literal, if it is one.
    fn literal(self) -> Option<Literal> {
        match self {
            Reached::Where(literal) => Some(literal),
            Reached::Never | Reached::Always => None,
        }
    }
}

impl Connection {
    /// Requires that each connected component has a size within this range; there may be any number
    /// of components. All ways must always be open.
    ///
    /// # Panics
    /// If no size above 0 is in the range, or if a way is not always open.
    #[must_use]
    pub fn of_sizes(self, sizes: Range<usize>) -> Self {
        assert!(sizes.end > 1 && !sizes.is_empty(), "no part has such a size");
        assert!(self.ways.iter().all(|way| way.open.is_none()), "ways are open always");
        Connection { parts: Parts::OfSizes(sizes), ..self }
    }

    /// See [`cuts`](Self::cuts).
    pub(super) fn size_cuts(
        &self,
        sizes: &Range<usize>,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
        fixed: &dyn Fn(Literal) -> Option<bool>,
    ) -> Vec<SizeCut> {
        let mut cuts = Vec::new();
        for part in self.parts(is_sure, is_sure) {
            // Each node of a part is adjacent to an earlier one, so every prefix is connected.
            if let Some(piece) = part.get(..sizes.end) {
                let members = piece.iter().filter_map(|&node| self.members[node]);
                cuts.push(SizeCut {
                    clause: members.map(|member| !member).collect(),
                    never: vec![],
                });
            }
        }
        for part in self.parts(may_be, is_sure) {
            let sure = |&node: &usize| self.members[node].is_none_or(is_sure);
            let of_all =
                |&node: &usize| self.members[node].is_none_or(|one| fixed(one) == Some(true));
            let mut nodes = part.iter().copied();
            let Some(end) = nodes.clone().find(of_all).or_else(|| nodes.find(sure)) else {
                continue;
            };
            if part.len() >= sizes.start {
                continue;
            }
            let beside = part.iter().flat_map(|&node| self.around(node));
            let members = beside.filter_map(|(_, node)| self.members[node]);
            let mut border: Vec<Literal> = members.filter(|&member| !may_be(member)).collect();
            border.sort_unstable();
            border.dedup();
            let (never, border): (Vec<_>, Vec<_>) =
                border.into_iter().partition(|&member| fixed(member) == Some(false));
            let clause = self.members[end].map(|member| !member).into_iter().chain(border);
            cuts.push(SizeCut { clause: clause.collect(), never });
        }
        cuts
    }

    /// Returns false if a part of sure members is too large, or a room of possible members too small
    /// for those in it. A node that would join parts to too large a one is not a member, nor is one
    /// in too small a room. The only way on for a part that is too small is a member.
    pub(super) fn look_at_sizes(
        &self,
        sizes: &Range<usize>,
        value: &impl Fn(Option<Literal>) -> i8,
        look: &mut Look,
    ) -> bool {
        let nodes = self.members.len();
        let value = |node: usize| value(self.members[node]);
        let Look { implied, parts, room, .. } = look;
        parts.start(nodes);
        room.start(nodes);
        let mut areas = vec![0];
        for first in (0..nodes).filter(|&node| value(node) > 0) {
            if parts.number[first] > 0 {
                continue;
            }
            let area = parts.fill(self, first, usize::MAX, |node| value(node) > 0);
            if area >= sizes.end {
                return false;
            }
            areas.push(area);
            if area >= sizes.start {
                continue;
            }
            let mut ways_on: Vec<usize> = parts
                .filled
                .iter()
                .flat_map(|&node| self.around(node))
                .map(|(_, other)| other)
                .filter(|&other| value(other) == 0)
                .collect();
            ways_on.sort_unstable();
            ways_on.dedup();
            let is_needed = |&way_on: &usize| {
                let is_possible = |node: usize| node != way_on && value(node) >= 0;
                room.fill(self, first, sizes.start, is_possible) < sizes.start
            };
            let needed = ways_on.into_iter().filter(is_needed);
            implied.extend(needed.filter_map(|node| self.members[node]));
        }
        let mut joined = Vec::new();
        for node in (0..nodes).filter(|&node| value(node) == 0) {
            joined.clear();
            let beside = self.around(node).map(|(_, other)| parts.number[other]);
            joined.extend(beside.filter(|&part| part > 0));
            joined.sort_unstable();
            joined.dedup();
            let area: usize = joined.iter().map(|&part| areas[part as usize]).sum();
            if area + 1 >= sizes.end {
                implied.extend(self.members[node].map(|member| !member));
            }
        }
        room.start(nodes);
        for first in (0..nodes).filter(|&node| value(node) >= 0) {
            if room.number[first] > 0
                || room.fill(self, first, usize::MAX, |node| value(node) >= 0) >= sizes.start
            {
                continue;
            }
            if room.filled.iter().any(|&node| value(node) > 0) {
                return false;
            }
            let members = room.filled.iter().filter_map(|&node| self.members[node]);
            implied.extend(members.map(|member| !member));
        }
        true
    }

    /// Returns the number of variables that state the sizes in a file: one per node and layer.
    pub(crate) fn layer_variables(&self) -> usize {
        match &self.parts {
            Parts::OfSizes(sizes) => (0..self.members.len())
                .map(|root| {
                    self.distances(root, sizes.end)
                        .iter()
                        .map(|&(_, at)| sizes.end - at.max(1))
                        .sum::<usize>()
                })
                .sum(),
            Parts::One | Parts::Loop(_) => 0,
        }
    }

    /// Returns the nodes within a distance of the root, with their distances, the nearest first.
    fn distances(&self, root: usize, end: usize) -> Vec<(usize, usize)> {
        let mut is_new = vec![true; self.members.len()];
        is_new[root] = false;
        let mut reached = vec![(root, 0)];
        let mut next = 0;
        while let Some(&(node, distance)) = reached.get(next).filter(|&&(_, at)| at + 1 < end) {
            next += 1;
            for (_, other) in self.around(node) {
                if std::mem::replace(&mut is_new[other], false) {
                    reached.push((other, distance + 1));
                }
            }
        }
        reached
    }

    /// Returns the constraints that state the sizes, with own variables starting at this one.
    pub(super) fn state_sizes(
        &self,
        sizes: &Range<usize>,
        first: usize,
    ) -> Vec<Constraint<'static>> {
        let mut constraints = Vec::new();
        let mut next = u32::try_from(first).expect("variables are below 2^31");
        for root in 0..self.members.len() {
            let nodes = self.distances(root, sizes.end);
            let mut layer = vec![Reached::Never; self.members.len()];
            layer[root] = self.members[root].map_or(Reached::Always, Reached::Where);
            for step in 1..sizes.end {
                let mut following = layer.clone();
                for &(node, _) in nodes.iter().take_while(|&&(_, distance)| distance <= step) {
                    let reached = Variable::from(next).is(true);
                    next += 1;
                    following[node] = Reached::Where(reached);
                    let before = self.around(node).map(|(_, other)| layer[other]);
                    let before = before.chain([layer[node]]).filter(|&one| one != Reached::Never);
                    let before: Vec<Option<Literal>> = before.map(Reached::literal).collect();
                    let member = self.members[node];
                    // A member is reached if and only if one before it was.
                    for &one in &before {
                        let negated = [one, member].into_iter().flatten().map(|one| !one);
                        constraints.push(Constraint::clause(negated.chain([reached])));
                    }
                    if let Some(all) = before.into_iter().collect::<Option<Vec<Literal>>>() {
                        constraints.push(Constraint::clause(all.into_iter().chain([!reached])));
                    }
                    constraints.extend(member.map(|member| Constraint::clause([!reached, member])));
                }
                layer = following;
            }
            let reached = nodes.iter().filter_map(|&(node, _)| layer[node].literal());
            let reached: Vec<Literal> = reached.collect();
            let root = self.members[root];
            let [least, most] = [sizes.start, sizes.end - 1].map(super::small);
            let (for_root, least) = match root {
                Some(member) => (Some((-least, member)), 0),
                None => (None, least),
            };
            let counted = |sign: i64| reached.iter().map(move |&one| (sign, one));
            let bounds = [
                Constraint::at_least(counted(1).chain(for_root), least),
                Constraint::at_least(counted(-1), -most),
            ];
            let bounds = bounds.map(|bound| bound.expect("counts are far below 2^62"));
            constraints.extend(bounds.into_iter().filter(|bound| bound.bound() > 0));
        }
        constraints
    }
}
