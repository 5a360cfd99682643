//! petgraph's algorithms give on a [`GridGraph`] what they give on a copy of it.

use std::collections::{BTreeMap, BTreeSet};

use grid_utils::{Cell, CellFilter, Grid, GridGraph, PairFilter};
use itertools::{Itertools, iproduct};
use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{
    all_simple_paths, astar, bidirectional_dijkstra, bridges, connected_components, dijkstra,
    dsatur_coloring, greedy_matching, has_path_connecting, is_bipartite_undirected,
    is_cyclic_undirected, is_isomorphic, is_isomorphic_matching, kosaraju_scc, maximal_cliques,
    maximum_matching, min_spanning_tree, tarjan_scc,
};
use petgraph::data::{DataMap, FromElements};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{
    Bfs, Dfs, DfsPostOrder, EdgeCount, EdgeIndexable, EdgeRef, GetAdjacencyMatrix, GraphProp,
    IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected,
    IntoNodeIdentifiers, IntoNodeReferences, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Incoming, Outgoing};
use proptest::collection;
use proptest::prelude::*;

/// Small grids of open cells (their heights) and closed ones.
fn landscapes() -> impl Strategy<Value = Grid<Option<u8>>> {
    let heights = proptest::option::weighted(0.8, 0..4_u8);
    (1..7_usize, 1..7_usize).prop_flat_map(move |(rows, columns)| {
        collection::vec(collection::vec(heights.clone(), columns), rows)
            .prop_map(|rows| Grid::from_rows(rows).expect("all rows have the same length"))
    })
}

/// The graph of the open cells; one may walk where the height changes by 1 at most.
fn walkable(
    land: &Grid<Option<u8>>,
) -> GridGraph<'_, Option<u8>, impl CellFilter, impl PairFilter> {
    let height = |cell| land[cell].expect("only open cells are asked for");
    GridGraph::new(land)
        .restricted_to(|cell| land[cell].is_some())
        .joined_by(move |a, b| height(a).abs_diff(height(b)) <= 1)
}

/// The same graph, built from its definition into a graph of petgraph's own.
fn copied(land: &Grid<Option<u8>>) -> (UnGraph<Cell, ()>, BTreeMap<Cell, NodeIndex>) {
    let mut graph = UnGraph::default();
    let open = land.iter().filter(|(_, height)| height.is_some());
    let nodes: BTreeMap<_, _> = open.map(|(cell, _)| (cell, graph.add_node(cell))).collect();
    for (&a, &b) in iproduct!(nodes.keys(), nodes.keys()) {
        if a < b && a.is_neighbour(b) && land[a].unwrap().abs_diff(land[b].unwrap()) <= 1 {
            graph.add_edge(nodes[&a], nodes[&b], ());
        }
    }
    (graph, nodes)
}

type Pair = (Cell, Cell);

fn sorted_sets(sets: Vec<Vec<Cell>>) -> BTreeSet<BTreeSet<Cell>> {
    sets.into_iter().map(|set| set.into_iter().collect()).collect()
}

proptest! {
    #[test]
    fn nodes_and_edges_are_those_of_the_copy(land in landscapes()) {
        let graph = walkable(&land);
        let (copy, nodes) = copied(&land);
        let edges: BTreeSet<Pair> = copy
            .edge_indices()
            .map(|edge| copy.edge_endpoints(edge).expect("the edge exists"))
            .map(|(a, b)| (copy[a], copy[b]))
            .collect();

        prop_assert!(!graph.is_directed());
        prop_assert_eq!(graph.node_count(), nodes.len());
        prop_assert_eq!(graph.edge_count(), edges.len());
        prop_assert!(graph.node_identifiers().eq(nodes.keys().copied()));
        prop_assert!(graph.node_references().all(|(cell, height)| land[cell] == *height));
        prop_assert!(graph.edge_references().all(|edge| edge.id() == (edge.source, edge.target)));
        prop_assert_eq!(graph.edge_references().count(), edges.len());
        let found = graph.edge_references().map(|edge| edge.id()).sorted();
        prop_assert!(found.eq(edges.iter().copied()));
        for (cell, &node) in &nodes {
            let expected: BTreeSet<Cell> = copy.neighbors(node).map(|next| copy[next]).collect();
            prop_assert_eq!(graph.neighbors(*cell).collect::<BTreeSet<_>>(), expected);
            prop_assert!(graph.neighbors_directed(*cell, Incoming).eq(graph.neighbors(*cell)));
            prop_assert!(graph.edges(*cell).all(|edge| edge.source == *cell));
            prop_assert!(graph.edges(*cell).map(|edge| edge.target).eq(graph.neighbors(*cell)));
            prop_assert!(graph.edges_directed(*cell, Outgoing).eq(graph.edges(*cell)));
            prop_assert!(graph.edges_directed(*cell, Incoming).all(|edge| edge.target == *cell));
            prop_assert!(
                graph.edges_directed(*cell, Incoming).map(|edge| edge.id())
                    .eq(graph.edges(*cell).map(|edge| edge.id()))
            );
        }
        for (cell, height) in &land {
            prop_assert_eq!(graph.contains(cell), height.is_some());
            prop_assert_eq!(graph.node_weight(cell).is_some(), height.is_some());
            if height.is_none() {
                prop_assert_eq!(graph.neighbors(cell).count(), 0);
            }
        }
        for (a, b) in iproduct!(land.cells(), land.cells()) {
            let expected = edges.contains(&(a.min(b), a.max(b)));
            prop_assert_eq!(graph.joins(a, b), expected);
            prop_assert_eq!(graph.is_adjacent(&(), a, b), expected);
            prop_assert_eq!(graph.edge_weight((a, b)).is_some(), expected);
        }
    }

    #[test]
    fn indices_lead_back(land in landscapes()) {
        let graph = GridGraph::new(&land);
        prop_assert_eq!(graph.node_bound(), land.len());
        for (index, cell) in land.cells().enumerate() {
            prop_assert_eq!(NodeIndexable::to_index(&graph, cell), index);
            prop_assert_eq!(NodeIndexable::from_index(&graph, index), cell);
        }
        let indices = graph
            .edge_references()
            .map(|edge| EdgeIndexable::to_index(&graph, edge.id()))
            .collect_vec();
        prop_assert!(indices.iter().all_unique());
        for (edge, index) in graph.edge_references().zip(indices) {
            prop_assert!(index < graph.edge_bound());
            prop_assert_eq!(EdgeIndexable::from_index(&graph, index), edge.id());
        }
    }

    #[test]
    fn components_are_those_of_the_copy(land in landscapes()) {
        let graph = walkable(&land);
        let (copy, _) = copied(&land);
        let expected = sorted_sets(
            tarjan_scc(&copy)
                .into_iter()
                .map(|part| part.into_iter().map(|node| copy[node]).collect())
                .collect(),
        );
        prop_assert_eq!(&sorted_sets(graph.components()), &expected);
        prop_assert_eq!(&sorted_sets(tarjan_scc(graph)), &expected);
        prop_assert_eq!(&sorted_sets(kosaraju_scc(graph)), &expected);
        prop_assert!(graph.components().iter().all(|part| part.is_sorted()));
        prop_assert!(graph.components().iter().map(|part| part[0]).is_sorted());

        // Where no cell is left out, petgraph's own count is right, too.
        let all = GridGraph::new(&land).joined_by(|a, b| land[a] == land[b]);
        prop_assert_eq!(connected_components(all), all.components().len());
    }

    #[test]
    fn traversals_visit_a_component_each_cell_once(land in landscapes()) {
        let graph = walkable(&land);
        for component in graph.components() {
            let expected: BTreeSet<Cell> = component.iter().copied().collect();
            let start = component[component.len() / 2];
            let (mut dfs, mut bfs) = (Dfs::new(graph, start), Bfs::new(graph, start));
            let mut post_order = DfsPostOrder::new(graph, start);
            let by_dfs = std::iter::from_fn(|| dfs.next(graph)).collect_vec();
            let by_bfs = std::iter::from_fn(|| bfs.next(graph)).collect_vec();
            let by_post_order = std::iter::from_fn(|| post_order.next(graph)).collect_vec();
            for visited in [by_dfs, by_bfs, by_post_order] {
                prop_assert_eq!(visited.len(), expected.len());
                prop_assert_eq!(visited.into_iter().collect::<BTreeSet<_>>(), expected.clone());
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_copy(land in landscapes()) {
        let graph = walkable(&land);
        let (copy, nodes) = copied(&land);
        let effort = |a: Cell, b: Cell| 1 + u32::from(land[a].max(land[b]).unwrap());
        for (&start, &node) in nodes.iter().take(3) {
            let found = dijkstra(graph, start, None, |edge| effort(edge.source, edge.target));
            let expected = dijkstra(&copy, node, None, |edge| {
                effort(copy[edge.source()], copy[edge.target()])
            });
            let expected: BTreeMap<_, _> =
                expected.into_iter().map(|(node, distance)| (copy[node], distance)).collect();
            prop_assert_eq!(&found.into_iter().collect::<BTreeMap<_, _>>(), &expected);

            for &goal in nodes.keys() {
                let cost = |edge: grid_utils::GridEdge| effort(edge.source, edge.target);
                let at_least = |cell: Cell| cell.distance(goal) as u32;
                let way = astar(graph, start, |cell| cell == goal, cost, at_least);
                let distance = expected.get(&goal).copied();
                prop_assert_eq!(way.as_ref().map(|&(distance, _)| distance), distance);
                if start != goal {
                    prop_assert_eq!(bidirectional_dijkstra(graph, start, goal, cost), distance);
                }
                prop_assert_eq!(has_path_connecting(graph, start, goal, None), distance.is_some());
                if let Some((distance, path)) = way {
                    prop_assert!(path.iter().tuple_windows().all(|(&a, &b)| graph.joins(a, b)));
                    let efforts = path.iter().tuple_windows().map(|(&a, &b)| effort(a, b));
                    prop_assert_eq!(efforts.sum::<u32>(), distance);
                }
            }
        }
    }

    #[test]
    fn weak_points_are_those_of_the_copy(land in landscapes()) {
        let graph = walkable(&land);
        let (copy, _) = copied(&land);
        prop_assert_eq!(
            bridges(graph).map(|edge| edge.id()).collect::<BTreeSet<Pair>>(),
            bridges(&copy)
                .map(|edge| (copy[edge.source()], copy[edge.target()]))
                .collect::<BTreeSet<Pair>>()
        );
        prop_assert_eq!(
            articulation_points(GridGraph::new(&land).joined_by(|a, b| graph.joins(a, b)))
                .into_iter()
                .collect::<BTreeSet<Cell>>(),
            articulation_points(&copy).into_iter().map(|node| copy[node]).collect::<BTreeSet<_>>()
        );
        prop_assert_eq!(is_cyclic_undirected(graph), is_cyclic_undirected(&copy));
        prop_assert_eq!(
            UnGraph::<_, _>::from_elements(min_spanning_tree(graph)).edge_count(),
            graph.node_count() - graph.components().len()
        );
    }

    #[test]
    fn matchings_pair_neighbours_and_are_as_large_as_on_the_copy(land in landscapes()) {
        let graph = walkable(&land);
        let (copy, _) = copied(&land);
        let matching = maximum_matching(graph);
        prop_assert_eq!(matching.edges().count(), maximum_matching(&copy).edges().count());
        prop_assert!(matching.edges().all(|(a, b)| graph.joins(a, b)));
        prop_assert!(
            matching.nodes().all(|cell| matching.mate(matching.mate(cell).unwrap()) == Some(cell))
        );
        prop_assert_eq!(matching.is_perfect(), 2 * matching.edges().count() == graph.node_count());
        prop_assert!(greedy_matching(graph).edges().count() <= matching.edges().count());
    }

    #[test]
    fn two_colours_are_enough(land in landscapes()) {
        let graph = walkable(&land);
        let (colours, number) = dsatur_coloring(graph);
        prop_assert_eq!(colours.len(), graph.node_count());
        prop_assert!(number <= 2, "a grid is bipartite, and on such graphs this method is exact");
        prop_assert!(
            graph.edge_references().all(|edge| colours[&edge.source] != colours[&edge.target])
        );
        for cell in graph.node_identifiers() {
            prop_assert!(is_bipartite_undirected(graph, cell));
        }
        prop_assert!(maximal_cliques(graph).iter().all(|clique| clique.len() <= 2));
    }
}

#[test]
fn a_grid_is_isomorphic_to_its_transpose() {
    let (wide, tall) = (Grid::filled(2, 5, 'a'), Grid::filled(5, 2, 'a'));
    assert!(is_isomorphic(GridGraph::new(&wide), GridGraph::new(&tall)));
    let square = Grid::filled(1, 10, 'a');
    assert!(!is_isomorphic(GridGraph::new(&wide), GridGraph::new(&square)));

    let mut marked = tall.clone();
    marked[Cell::new(0, 0)] = 'b';
    let same_letters = |other: &Grid<char>| {
        is_isomorphic_matching(
            GridGraph::new(&marked),
            GridGraph::new(other),
            |a, b| a == b,
            |(), ()| true,
        )
    };
    assert!(!same_letters(&wide));
    assert!(same_letters(&"a a a a a\na a a a b".parse().unwrap()));
}

#[test]
fn corner_to_corner_paths_of_a_square_are_counted() {
    let grid = Grid::filled(4, 4, ());
    let graph = GridGraph::new(&grid);
    let paths = all_simple_paths::<Vec<_>, _, std::collections::hash_map::RandomState>(
        graph,
        Cell::new(0, 0),
        Cell::new(3, 3),
        0,
        None,
    );
    assert_eq!(paths.count(), 184);
}

#[test]
fn ten_thousand_cells_and_more_are_no_limit() {
    let grid = Grid::filled(150, 200, ());
    let graph = GridGraph::new(&grid);
    assert_eq!(connected_components(graph), 1);
    assert_eq!(kosaraju_scc(graph).len(), 1);
    assert_eq!(graph.components().concat().len(), 30_000);
    assert_eq!(dijkstra(graph, Cell::new(0, 0), None, |_| 1)[&Cell::new(149, 199)], 348);
}

#[test]
fn a_visit_map_can_be_used_again_for_a_grid_of_another_shape() {
    let (small, large) = (Grid::filled(1, 2, ()), Grid::filled(20, 30, ()));
    let mut visited = GridGraph::new(&small).visit_map();
    assert!(visited.visit(Cell::new(0, 1)));
    GridGraph::new(&large).reset_map(&mut visited);
    assert_eq!(visited, GridGraph::new(&large).visit_map());
    assert!(large.cells().all(|cell| !visited.is_visited(&cell)));
    assert!(large.cells().all(|cell| visited.visit(cell)));
    assert!(visited.unvisit(Cell::new(19, 29)));
    assert!(!visited.unvisit(Cell::new(19, 29)));
    assert!(!visited.is_visited(&Cell::new(19, 29)));
    assert!(visited.is_visited(&Cell::new(19, 28)));
}

#[test]
fn a_one_sided_test_joins_both_ways() {
    let grid: Grid<u8> = "1 2".parse().unwrap();
    let (left, right) = (Cell::new(0, 0), Cell::new(0, 1));
    let rising = GridGraph::new(&grid).joined_by(|a, b| grid[a] < grid[b]);
    assert!(rising.joins(left, right) && rising.joins(right, left));
    assert!(rising.neighbors(right).eq([left]));
    let falling = GridGraph::new(&grid).joined_by(|a, b| grid[a] > grid[b]);
    assert!(!falling.joins(left, right) && !falling.joins(right, left));
}

#[test]
fn grids_without_cells_are_graphs_without_nodes() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0)] {
        let grid = Grid::filled(rows, columns, ());
        let graph = GridGraph::new(&grid);
        assert_eq!((graph.node_count(), graph.edge_count()), (0, 0));
        assert_eq!(connected_components(graph), 0);
        assert!(graph.components().is_empty());
    }
}
