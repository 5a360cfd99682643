//! Whether a graph can be drawn in the plane without crossings.

use itertools::Itertools;
use petgraph::unionfind::UnionFind;

/// A depth-first search, and the sides on which edges back to earlier nodes are drawn.
///
/// This is the left-right criterion of de Fraysseix and Rosenstiehl (Brandes, "The left-right
/// planarity test", 2009): a graph is planar if and only if a side, left or right, can be chosen for
/// each back edge such that, for any two edges out of a node, the back edges after the first one
/// that return to a higher node than the lowest return of the second are on one side, and those
/// after the second one, likewise, on the other.
struct Search {
    neighbours: Vec<Vec<usize>>,
    /// The distance of each visited node from its root in the tree of the search.
    depths: Vec<Option<usize>>,
    /// Classes of back edges on the same side: element `2 k` is the edge `k`, element `2 k + 1` an
    /// edge on the other side.
    sides: UnionFind<usize>,
    back_edges: usize,
}

/// A back edge and the depth of its end.
type Return = (usize, usize);

/// Returns whether a graph is planar.
pub(crate) fn is_planar(nodes: usize, edges: &[(usize, usize)]) -> bool {
    let mut neighbours = vec![Vec::new(); nodes];
    for &(one, other) in edges {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let sides = UnionFind::new(2 * edges.len());
    let mut search = Search { neighbours, depths: vec![None; nodes], sides, back_edges: 0 };
    for root in 0..nodes {
        if search.depths[root].is_none() {
            search.visit(root, None);
        }
    }
    (0..search.back_edges).all(|edge| !search.sides.equiv(2 * edge, 2 * edge + 1))
}

impl Search {
    /// Visits a node that is reached from another, and returns the back edges to nodes above it.
    fn visit(&mut self, node: usize, from: Option<usize>) -> Vec<Return> {
        let depth = from.and_then(|from| self.depths[from]).map_or(0, |depth| depth + 1);
        self.depths[node] = Some(depth);
        let mut edges: Vec<Vec<Return>> = Vec::new();
        for next in self.neighbours[node].clone() {
            match self.depths[next] {
                _ if from == Some(next) => {}
                None => {
                    let mut returns = self.visit(next, Some(node));
                    returns.retain(|&(_, end)| end < depth);
                    edges.push(returns);
                }
                Some(end) if end < depth => {
                    edges.push(vec![(self.back_edges, end)]);
                    self.back_edges += 1;
                }
                Some(_) => {}
            }
        }
        for [one, other] in edges.iter().array_combinations() {
            self.separate(one, other);
        }
        edges.concat()
    }

    /// Requires what the criterion says of the returns after two edges out of a node.
    fn separate(&mut self, one: &[Return], other: &[Return]) {
        let after = |these: &[Return], those: &[Return]| {
            let lowest = those.iter().map(|&(_, end)| end).min();
            let higher = these.iter().filter(|&&(_, end)| lowest.is_some_and(|low| end > low));
            higher.map(|&(edge, _)| edge).collect_vec()
        };
        let same = after(one, other).into_iter().map(|edge| (edge, 0));
        let opposite = after(other, one).into_iter().map(|edge| (edge, 1));
        for ((edge, side), (other, other_side)) in same.chain(opposite).tuple_windows() {
            let differ = side ^ other_side;
            self.sides.union(2 * edge, 2 * other + differ);
            self.sides.union(2 * edge + 1, 2 * other + (1 - differ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of planar graphs on 1, 2, ... labelled nodes, <https://oeis.org/A066537>.
    #[test]
    fn as_many_graphs_are_planar_as_are_known_to_be() {
        for (nodes, known) in (1..).zip([1, 2, 8, 64, 1023, 32071]) {
            let pairs = (0..nodes).array_combinations().map(|[one, other]| (one, other));
            let planar = pairs.powerset().filter(|edges| is_planar(nodes, edges));
            assert_eq!(planar.count(), known, "{nodes} nodes");
        }
    }

    #[test]
    fn a_dodecahedron_is_planar_and_petersens_graph_is_not() {
        let ring = |nodes: usize, step: usize, first: usize| {
            (0..nodes).map(move |node| (first + node, first + (node + step) % nodes))
        };
        // Generalized Petersen graphs: a ring, a star, and the edges between them.
        let petersen = |nodes: usize, step: usize| {
            let spokes = (0..nodes).map(|node| (node, nodes + node));
            ring(nodes, 1, 0).chain(ring(nodes, step, nodes)).chain(spokes).collect_vec()
        };
        assert!(is_planar(20, &petersen(10, 2)), "the dodecahedron");
        assert!(!is_planar(10, &petersen(5, 2)), "the Petersen graph");
        assert!(is_planar(12, &petersen(6, 1)), "a prism");
        assert!(!is_planar(20, &petersen(10, 3)), "the Desargues graph");
    }
}
