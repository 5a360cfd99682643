//! Borders that a loop crosses an even number of times.

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::{Explainer, Found};

/// Most nodes on one side of a border: of more, a person overlooks an edge.
const MOST_NODES: usize = 40;

/// Conflicts for proving a crossing: the solver adds up degrees by cases.
const CONFLICTS: u64 = 100;

impl Explainer<'_> {
    /// Returns what follows for the last open edge at the border of some nodes of a loop, the fewest
    /// found: the loop goes in as often as out.
    pub(crate) fn last_crossing(&self) -> Option<Found> {
        let is_known = |one: Literal| self.value(one) == Some(true);
        let open = self.all_open().into_iter();
        let found = open.filter_map(|fact| Some((self.crossing(fact, &is_known)?, fact)));
        let ((groups, because), fact) =
            found.min_by_key(|((groups, _), fact)| (groups.len(), *fact))?;
        Some(Found {
            groups,
            facts: vec![fact],
            is_trivial: false,
            conflicts: CONFLICTS,
            because: Some(because),
        })
    }

    /// Returns the fewest nodes found that have an edge as the last open one at their border, by
    /// their groups, and what is known of its other edges.
    pub(crate) fn crossing(
        &self,
        fact: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<(Vec<usize>, Vec<Literal>)> {
        let sides = self.ends(fact.variable().index());
        let sides = sides.filter_map(|end| self.side(fact, end, is_known));
        let groups = sides.min_by_key(Vec::len)?.into_iter().sorted().collect_vec();
        let because = self.others_at_border(&groups, fact, is_known)?;
        Some((groups, because))
    }

    /// Returns what is known of the other edges at the border of some nodes of a loop, if these
    /// decide whether it takes the edge that a fact is about; the groups are those of the nodes.
    pub(crate) fn others_at_border(
        &self,
        groups: &[usize],
        fact: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<Vec<Literal>> {
        let are_nodes = groups.iter().all(|&group| self.is_of_node(group));
        if groups.len() < 2 || !are_nodes {
            return None;
        }
        let edges = groups.iter().flat_map(|&group| self.edges(group)).counts();
        let border = edges.into_iter().filter(|&(_, sides)| sides == 1);
        let border = border.map(|(index, _)| self.truth(index)).sorted().collect_vec();
        let others = border.iter().copied().filter(|&one| one != fact).collect_vec();
        let is_last = others.len() + 1 == border.len();
        (is_last && others.iter().all(|&one| is_known(one))).then_some(others)
    }

    /// Returns whether premises decide an edge as the [last crossing](Self::others_at_border) of a border.
    pub(crate) fn is_crossing(&self, groups: &[usize], fact: Literal, because: &[Literal]) -> bool {
        self.others_at_border(groups, fact, &|one| because.contains(&one)).is_some()
    }

    /// Returns the nodes that open edges lead to from one end of an edge, without the edge itself;
    /// `None` if they lead to its other end, or too far.
    fn side(
        &self,
        fact: Literal,
        end: usize,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<Vec<usize>> {
        let edge = fact.variable().index();
        let is_open = |&index: &usize| index != edge && !is_known(self.truth(index));
        let (mut side, mut next) = (vec![end], 0);
        while let Some(&node) = side.get(next).filter(|_| side.len() <= MOST_NODES) {
            next += 1;
            for index in self.edges(node).filter(is_open) {
                let ends = self.ends(index).collect_vec();
                if ends.len() != 2 {
                    return None;
                }
                side.extend(
                    ends.into_iter()
                        .filter(|&one| one != node && !side.contains(&one))
                        .collect_vec(),
                );
            }
        }
        let is_border = self.ends(edge).filter(|node| side.contains(node)).count() == 1;
        (is_border && (2..=MOST_NODES).contains(&side.len())).then_some(side)
    }

    /// Returns the edges of a loop at a node.
    fn edges(&self, node: usize) -> impl Iterator<Item = usize> {
        let group = &self.theory.groups[node];
        group.variables.iter().copied().filter(|&index| group.node != Some(index))
    }

    /// Returns the nodes at the ends of an edge, by their groups.
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize> {
        let groups = self.theory.constraints_with[edge].iter().map(|&(group, _)| group);
        groups
            .dedup()
            .filter(move |&group| self.theory.groups[group].node.is_some_and(|node| node != edge))
    }
}
