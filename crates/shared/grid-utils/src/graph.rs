//! Grids as graphs, for the algorithms of petgraph.

use std::hash::Hash;
use std::iter::{self, Map, Repeat, Zip};
use std::vec;

use petgraph::Undirected;
use petgraph::visit::{
    Data, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges, IntoNeighbors,
    IntoNodeIdentifiers, NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};

use crate::{BitSet, Cell, Cells, Members};

/// A grid as a graph, for any algorithm of [`petgraph`]. A function returns the neighbours of a
/// cell; nothing is copied.
///
/// The nodes are the [`Cell`]s of a grid ([`new`](Self::new)) or the members of a
/// [`CellSet`](crate::CellSet) ([`Adjacency::graph`](crate::Adjacency::graph)). The function may
/// name cells outside; they are left out. Neighbours are mutual: if one cell names another, the
/// other must name the first.
///
/// ```text
/// S---.   x   .---E
///     |       |   |      from S to E: 6 steps between open cells,
/// x   .---.---.---.      2 jumps of a knight
///     |           |
/// x   .   x   x   .
/// ```
///
/// ```
/// use grid_utils::{Cell, CellGraph, Grid, KNIGHT_STEPS};
/// use petgraph::algo::dijkstra;
/// use petgraph::visit::{Bfs, NodeFiltered, Walker};
///
/// let maze: Grid<char> = "
///     S . x . E
///     x . . . .
///     x . x x .
/// ".parse()?;
/// let is_open = |cell: Cell| maze[cell] != 'x';
/// let (start, end) = (Cell::new(0, 0), Cell::new(0, 4));
///
/// let by_sides = CellGraph::new(maze.rows(), maze.columns(), |cell| maze.neighbours(cell));
/// let walk = NodeFiltered::from_fn(by_sides, is_open);
/// assert_eq!(Bfs::new(&walk, start).iter(&walk).count(), 10, "all open cells are connected");
/// assert_eq!(dijkstra(&walk, start, Some(end), |_| 1)[&end], 6);
///
/// // The same with other neighbours, walls included.
/// let knight = |cell| maze.at_steps(cell, &KNIGHT_STEPS);
/// let ride = CellGraph::new(maze.rows(), maze.columns(), knight);
/// assert_eq!(dijkstra(ride, start, Some(end), |_| 1)[&end], 2);
/// # Ok::<(), grid_utils::GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CellGraph<M, F> {
    nodes: M,
    neighbours: F,
}

impl<I: Iterator<Item = Cell>, F: Fn(Cell) -> I + Copy> CellGraph<Rectangle, F> {
    /// Returns the graph of all cells of a grid of `rows` rows and `columns` columns.
    #[must_use]
    pub fn new(rows: usize, columns: usize, neighbours: F) -> Self {
        CellGraph { nodes: Rectangle { rows, columns }, neighbours }
    }
}

impl<const WORDS: usize, F: Fn(usize) -> Members<WORDS> + Copy> CellGraph<BitSet<WORDS>, F> {
    /// Returns the graph of the members of a set.
    pub(crate) fn of_set(nodes: BitSet<WORDS>, neighbours: F) -> Self {
        CellGraph { nodes, neighbours }
    }
}

/// Sets of nodes of a [`CellGraph`], numbered from 0 in their order.
pub trait Nodes: Copy + IntoIterator<Item: Copy + Eq + Hash> {
    /// Returns the number of nodes.
    fn count(self) -> usize;

    /// Returns the number of a node; `None` if it is not a node.
    fn number(self, node: Self::Item) -> Option<usize>;

    /// Returns the node with a number.
    fn at(self, number: usize) -> Self::Item;
}

/// The cells of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle {
    rows: usize,
    columns: usize,
}

impl IntoIterator for Rectangle {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        Cells::new(self.rows, self.columns)
    }
}

impl Nodes for Rectangle {
    fn count(self) -> usize {
        self.rows * self.columns
    }

    fn number(self, cell: Cell) -> Option<usize> {
        let is_inside = cell.row < self.rows && cell.column < self.columns;
        is_inside.then(|| cell.row * self.columns + cell.column)
    }

    fn at(self, number: usize) -> Cell {
        Cell::new(number / self.columns, number % self.columns)
    }
}

impl<const WORDS: usize> Nodes for BitSet<WORDS> {
    fn count(self) -> usize {
        self.len()
    }

    fn number(self, member: usize) -> Option<usize> {
        self.contains(member).then(|| (self & Self::below(member)).len())
    }

    fn at(self, number: usize) -> usize {
        self.iter().nth(number).expect("numbers are below the number of members")
    }
}

/// The nodes that an algorithm has visited.
#[derive(Clone, Debug)]
pub struct Visited<M> {
    nodes: M,
    is_visited: Vec<bool>,
}

impl<M: Nodes> VisitMap<M::Item> for Visited<M> {
    fn visit(&mut self, node: M::Item) -> bool {
        let number = self.nodes.number(node);
        number.is_some_and(|number| !std::mem::replace(&mut self.is_visited[number], true))
    }

    fn is_visited(&self, node: &M::Item) -> bool {
        self.nodes.number(*node).is_some_and(|number| self.is_visited[number])
    }

    fn unvisit(&mut self, node: M::Item) -> bool {
        let number = self.nodes.number(node);
        number.is_some_and(|number| std::mem::take(&mut self.is_visited[number]))
    }
}

/// The neighbours of a node in the graph.
#[derive(Clone, Debug)]
pub struct Neighbours<M, I> {
    nodes: M,
    cells: I,
}

impl<M: Nodes, I: Iterator<Item = M::Item>> Iterator for Neighbours<M, I> {
    type Item = M::Item;

    fn next(&mut self) -> Option<M::Item> {
        self.cells.find(|&cell| self.nodes.number(cell).is_some())
    }
}

/// An edge from one node to another.
type Edge<N> = (N, N, &'static ());

impl<M: Nodes, F: Copy> GraphBase for CellGraph<M, F> {
    type NodeId = M::Item;
    type EdgeId = (M::Item, M::Item);
}

impl<M: Nodes, F: Copy> GraphRef for CellGraph<M, F> {}

impl<M: Nodes, F: Copy> Data for CellGraph<M, F> {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl<M: Nodes, F: Copy> GraphProp for CellGraph<M, F> {
    type EdgeType = Undirected;
}

impl<M: Nodes, F: Copy> Visitable for CellGraph<M, F> {
    type Map = Visited<M>;

    fn visit_map(&self) -> Visited<M> {
        Visited { nodes: self.nodes, is_visited: vec![false; self.nodes.count()] }
    }

    fn reset_map(&self, map: &mut Visited<M>) {
        *map = self.visit_map();
    }
}

impl<M: Nodes, F: Copy> NodeIndexable for CellGraph<M, F> {
    fn node_bound(&self) -> usize {
        self.nodes.count()
    }

    fn to_index(&self, node: M::Item) -> usize {
        self.nodes.number(node).expect("it is a node of this graph")
    }

    fn from_index(&self, index: usize) -> M::Item {
        self.nodes.at(index)
    }
}

impl<M: Nodes, F: Copy> NodeCount for CellGraph<M, F> {
    fn node_count(&self) -> usize {
        self.nodes.count()
    }
}

impl<M: Nodes, F: Copy> NodeCompactIndexable for CellGraph<M, F> {}

impl<M: Nodes, F: Copy> IntoNodeIdentifiers for CellGraph<M, F> {
    type NodeIdentifiers = M::IntoIter;

    fn node_identifiers(self) -> M::IntoIter {
        self.nodes.into_iter()
    }
}

impl<M: Nodes, I: Iterator<Item = M::Item>, F: Fn(M::Item) -> I + Copy> IntoNeighbors
    for CellGraph<M, F>
{
    type Neighbors = Neighbours<M, I>;

    fn neighbors(self, node: M::Item) -> Neighbours<M, I> {
        Neighbours { nodes: self.nodes, cells: (self.neighbours)(node) }
    }
}

impl<M: Nodes, I: Iterator<Item = M::Item>, F: Fn(M::Item) -> I + Copy> IntoEdgeReferences
    for CellGraph<M, F>
{
    type EdgeRef = Edge<M::Item>;
    type EdgeReferences = vec::IntoIter<Edge<M::Item>>;

    /// Returns each edge once, from the node with the lower number.
    fn edge_references(self) -> Self::EdgeReferences {
        let edges = self.nodes.into_iter().flat_map(|node| self.edges(node));
        let ascends = |&(one, other, &()): &Edge<_>| self.to_index(one) < self.to_index(other);
        edges.filter(ascends).collect::<Vec<_>>().into_iter()
    }
}

impl<M: Nodes, I: Iterator<Item = M::Item>, F: Fn(M::Item) -> I + Copy> IntoEdges
    for CellGraph<M, F>
{
    type Edges =
        Map<Zip<Repeat<M::Item>, Neighbours<M, I>>, fn((M::Item, M::Item)) -> Edge<M::Item>>;

    fn edges(self, node: M::Item) -> Self::Edges {
        iter::repeat(node).zip(self.neighbors(node)).map(|(from, to)| (from, to, &()))
    }
}
