//! A grid seen as a graph, for the algorithms of petgraph.

use std::fmt;

use petgraph::data::DataMap;
use petgraph::visit::{
    Data, Dfs, EdgeCount, EdgeIndexable, EdgeRef, GetAdjacencyMatrix, GraphBase, GraphProp,
    GraphRef, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences, NodeCompactIndexable,
    NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Incoming, Undirected};

use crate::{Cell, Cells, Direction, Grid};

/// Which cells a [`GridGraph`] holds: [`EveryCell`], or a closure that tells.
///
/// ```
/// use grid_utils::{Cell, CellFilter, EveryCell};
///
/// assert!(EveryCell.includes(Cell::new(5, 5)));
/// assert!(!(|cell: Cell| cell.row < 3).includes(Cell::new(5, 5)));
/// ```
pub trait CellFilter: Copy {
    /// Whether it is certain that no cell is left out.
    ///
    /// ```
    /// # use grid_utils::{CellFilter, EveryCell};
    /// const { assert!(EveryCell::IS_TOTAL) };
    /// ```
    const IS_TOTAL: bool = false;

    /// Whether a cell of the grid is a node of the graph.
    ///
    /// ```
    /// # use grid_utils::{Cell, CellFilter, EveryCell};
    /// assert!(EveryCell.includes(Cell::new(0, 0)));
    /// ```
    fn includes(&self, cell: Cell) -> bool;
}

/// Which orthogonal neighbours a [`GridGraph`] joins: [`EveryPair`], or a closure that tells.
///
/// ```
/// use grid_utils::{Cell, EveryPair, PairFilter};
///
/// let (left, right) = (Cell::new(0, 0), Cell::new(0, 1));
/// assert!(EveryPair.joins(left, right));
/// assert!(!(|a: Cell, b: Cell| a.column == b.column).joins(left, right));
/// ```
pub trait PairFilter: Copy {
    /// Whether there is an edge between two orthogonal neighbours, given in reading order.
    ///
    /// ```
    /// # use grid_utils::{Cell, EveryPair, PairFilter};
    /// assert!(EveryPair.joins(Cell::new(0, 0), Cell::new(0, 1)));
    /// ```
    fn joins(&self, first: Cell, second: Cell) -> bool;
}

/// The [`CellFilter`] that leaves no cell out, as in [`GridGraph::new`].
///
/// ```
/// use grid_utils::{EveryCell, EveryPair, Grid, GridGraph};
///
/// let grid = Grid::filled(2, 3, 'a');
/// let _graph: GridGraph<'_, char, EveryCell, EveryPair> = GridGraph::new(&grid);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryCell;

/// The [`PairFilter`] that joins all neighbours, as in [`GridGraph::new`].
///
/// ```
/// use grid_utils::{EveryCell, EveryPair, Grid, GridGraph};
///
/// let grid = Grid::filled(2, 3, 'a');
/// let _graph: GridGraph<'_, char, EveryCell, EveryPair> = GridGraph::new(&grid);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryPair;

impl CellFilter for EveryCell {
    const IS_TOTAL: bool = true;

    #[inline]
    fn includes(&self, _: Cell) -> bool {
        true
    }
}

impl<F: Fn(Cell) -> bool + Copy> CellFilter for F {
    #[inline]
    fn includes(&self, cell: Cell) -> bool {
        self(cell)
    }
}

impl PairFilter for EveryPair {
    #[inline]
    fn joins(&self, _: Cell, _: Cell) -> bool {
        true
    }
}

impl<F: Fn(Cell, Cell) -> bool + Copy> PairFilter for F {
    #[inline]
    fn joins(&self, first: Cell, second: Cell) -> bool {
        self(first, second)
    }
}

/// A grid seen as an undirected graph, for the algorithms of [`petgraph`].
///
/// The nodes are cells, the edges join orthogonal neighbours. It is a view: a reference to the grid
/// and two tests, which cells take part ([`restricted_to`](GridGraph::restricted_to)) and which
/// neighbours are joined ([`joined_by`](GridGraph::joined_by)). It is `Copy` where the tests are,
/// that is, where they borrow what they look at, and algorithms take it by value.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::algo::{astar, bridges, dijkstra};
///
/// let maze: Grid<char> = "
///     . . x .
///     x . . .
///     . . x .
/// ".parse().unwrap();
/// let open = GridGraph::new(&maze).restricted_to(|cell| maze[cell] == '.');
///
/// let start = Cell::new(0, 0);
/// let goal = Cell::new(2, 3);
/// let (steps, path) =
///     astar(open, start, |cell| cell == goal, |_| 1, |cell| cell.distance(goal)).unwrap();
/// assert_eq!(steps, 5);
/// assert_eq!(path[..3], [start, Cell::new(0, 1), Cell::new(1, 1)]);
///
/// assert_eq!(dijkstra(open, start, None, |_| 1)[&Cell::new(2, 0)], 4);
///
/// // Nothing goes around in this maze: to block any step divides it.
/// assert_eq!(bridges(open).count(), 8);
/// assert_eq!(open.components().len(), 1);
/// ```
///
/// # What petgraph sees
/// Nodes are [`Cell`]s, weighted by their values; edges are [`GridEdge`]s without weight,
/// identified by their two cells in reading order. Neighbours come in the order of
/// [`Direction::ALL`]. Every visiting trait of petgraph that an undirected graph can have is
/// implemented, by value. Some algorithms recurse as deep as a path is long (`tarjan_scc`): on
/// grids of many thousand cells choose another (`kosaraju_scc`, or
/// [`components`](GridGraph::components)).
///
/// # Cells left out
/// Indices ([`NodeIndexable`]) are those of the whole grid, `row * columns + column`: a cell that
/// is left out keeps its index, without being a node. Algorithms that walk over indices meet it
/// there as a cell without neighbours, which does no harm except when they count: petgraph's
/// `connected_components` would take every such cell for a component. Therefore only graphs with
/// all cells are [`NodeCompactIndexable`], as that function asks, and others do not compile:
///
/// ```compile_fail,E0277
/// # use grid_utils::{Grid, GridGraph};
/// # let grid: Grid<char> = ". x".parse().unwrap();
/// let open = GridGraph::new(&grid).restricted_to(|cell| grid[cell] == '.');
/// petgraph::algo::connected_components(open); // use open.components().len()
/// ```
///
/// `articulation_points` needs indices without holes, too, and panics where it does not find them
/// (petgraph 0.8). It does not mind lonely cells, so isolate cells instead of leaving them out:
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::algo::articulation_points::articulation_points;
///
/// let maze: Grid<char> = ". . .\n. x .\n. x x".parse().unwrap();
/// let open = |cell| maze[cell] == '.';
/// let graph = GridGraph::new(&maze).joined_by(|a, b| open(a) && open(b));
/// // To block any open cell but the two dead ends divides the maze.
/// let weak = articulation_points(graph);
/// assert_eq!(weak.len(), 4);
/// assert!(!weak.contains(&Cell::new(2, 0)) && !weak.contains(&Cell::new(1, 2)));
/// ```
///
/// Where speed counts, flood sets of cells instead: see [`Shape::flood`](crate::Shape::flood).
pub struct GridGraph<'a, T, N = EveryCell, J = EveryPair> {
    grid: &'a Grid<T>,
    nodes: N,
    joins: J,
}

impl<T, N: Copy, J: Copy> Clone for GridGraph<'_, T, N, J> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, N: Copy, J: Copy> Copy for GridGraph<'_, T, N, J> {}

impl<T, N, J> fmt::Debug for GridGraph<'_, T, N, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GridGraph({} x {})", self.grid.rows(), self.grid.columns())
    }
}

impl<'a, T> GridGraph<'a, T> {
    /// All cells of a grid, each joined with its orthogonal neighbours.
    ///
    /// ```
    /// # use grid_utils::{Grid, GridGraph};
    /// use petgraph::visit::{EdgeCount, NodeCount};
    ///
    /// let grid = Grid::filled(2, 3, 0);
    /// let graph = GridGraph::new(&grid);
    /// assert_eq!((graph.node_count(), graph.edge_count()), (6, 7));
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(grid: &'a Grid<T>) -> Self {
        GridGraph { grid, nodes: EveryCell, joins: EveryPair }
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> GridGraph<'a, T, N, J> {
    /// The graph of those cells that pass a test. It takes the place of any such test before.
    ///
    /// ```
    /// # use grid_utils::{Grid, GridGraph};
    /// use petgraph::visit::NodeCount;
    ///
    /// let grid: Grid<char> = "a b\na a".parse().unwrap();
    /// assert_eq!(GridGraph::new(&grid).restricted_to(|cell| grid[cell] == 'a').node_count(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn restricted_to<F: Fn(Cell) -> bool + Copy>(self, include: F) -> GridGraph<'a, T, F, J> {
        GridGraph { grid: self.grid, nodes: include, joins: self.joins }
    }

    /// The graph in which two orthogonal neighbours are joined if the pair passes a test. It takes
    /// the place of any such test before.
    ///
    /// The test is asked with the earlier cell in reading order first, so that no edge can lead
    /// one way only.
    ///
    /// ```
    /// # use grid_utils::{Grid, GridGraph};
    /// use petgraph::algo::connected_components;
    ///
    /// let grid: Grid<char> = "a b\na a".parse().unwrap();
    /// let equal = GridGraph::new(&grid).joined_by(|a, b| grid[a] == grid[b]);
    /// assert_eq!(connected_components(equal), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn joined_by<F: Fn(Cell, Cell) -> bool + Copy>(self, joined: F) -> GridGraph<'a, T, N, F> {
        GridGraph { grid: self.grid, nodes: self.nodes, joins: joined }
    }

    /// The grid underneath.
    ///
    /// ```
    /// # use grid_utils::{Grid, GridGraph};
    /// let grid = Grid::filled(2, 3, 0);
    /// assert_eq!(GridGraph::new(&grid).grid(), &grid);
    /// ```
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &'a Grid<T> {
        self.grid
    }

    /// Whether a cell is a node: inside the grid and not left out.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, GridGraph};
    /// let grid = Grid::filled(2, 3, 0);
    /// let graph = GridGraph::new(&grid).restricted_to(|cell| cell.row == 0);
    /// assert!(graph.contains(Cell::new(0, 2)));
    /// assert!(!graph.contains(Cell::new(1, 2)));
    /// assert!(!graph.contains(Cell::new(0, 3)));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.grid.contains(cell) && self.nodes.includes(cell)
    }

    /// Whether two cells are joined by an edge.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, GridGraph};
    /// let grid = Grid::filled(2, 3, 0);
    /// let graph = GridGraph::new(&grid);
    /// assert!(graph.joins(Cell::new(0, 1), Cell::new(0, 2)));
    /// assert!(!graph.joins(Cell::new(0, 0), Cell::new(0, 2)));
    /// ```
    #[inline]
    #[must_use]
    pub fn joins(&self, a: Cell, b: Cell) -> bool {
        a.is_neighbour(b)
            && self.contains(a)
            && self.contains(b)
            && self.joins.joins(a.min(b), a.max(b))
    }

    /// The connected components, in the reading order of their first cells; each in reading order.
    /// Cells that are left out are in none.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, GridGraph};
    /// let grid: Grid<char> = "a b\na a".parse().unwrap();
    /// let b = GridGraph::new(&grid).restricted_to(|cell| grid[cell] == 'b');
    /// assert_eq!(b.components(), [[Cell::new(0, 1)]]);
    /// ```
    #[must_use]
    pub fn components(self) -> Vec<Vec<Cell>> {
        let mut search = Dfs::empty(self);
        let mut components = Vec::new();
        for start in self.node_identifiers() {
            if search.discovered.is_visited(&start) {
                continue;
            }
            search.move_to(start);
            let mut component = Vec::new();
            while let Some(cell) = search.next(self) {
                component.push(cell);
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The edges from a cell to its neighbours in some directions.
    #[inline]
    fn edges_towards(self, source: Cell, directions: &'static [Direction]) -> Edges<'a, T, N, J> {
        // A cell that is left out is left alone: algorithms that walk over all indices ask for it.
        let directions = if self.contains(source) { directions } else { &[] };
        Edges { graph: self, source, directions: directions.iter(), reversed: false }
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.row * self.grid.columns() + cell.column
    }

    #[inline]
    fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.grid.columns(), index % self.grid.columns())
    }
}

/// An edge of a [`GridGraph`], seen from one of its ends.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::algo::dijkstra;
///
/// // Costs of an algorithm are functions of edges: here, it costs what one steps on.
/// let costs: Grid<u32> = "0 9 0\n1 1 1".parse().unwrap();
/// let reached =
///     dijkstra(GridGraph::new(&costs), Cell::new(0, 0), None, |edge| costs[edge.target]);
/// assert_eq!(reached[&Cell::new(0, 2)], 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridEdge {
    /// The end from which the edge is seen.
    pub source: Cell,
    /// The other end.
    pub target: Cell,
}

impl EdgeRef for GridEdge {
    type NodeId = Cell;
    type EdgeId = (Cell, Cell);
    type Weight = ();

    #[inline]
    fn source(&self) -> Cell {
        self.source
    }

    #[inline]
    fn target(&self) -> Cell {
        self.target
    }

    #[inline]
    fn weight(&self) -> &() {
        &()
    }

    /// Both ends in reading order, whichever end the edge is seen from.
    #[inline]
    fn id(&self) -> (Cell, Cell) {
        (self.source.min(self.target), self.source.max(self.target))
    }
}

/// The edges of a cell of a [`GridGraph`], in the order of [`Direction::ALL`].
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::IntoEdges;
///
/// let grid = Grid::filled(2, 2, ());
/// let cell = Cell::new(0, 0);
/// let mut edges = GridGraph::new(&grid).edges(cell);
/// assert!(edges.all(|edge| edge.source == cell && edge.target.is_neighbour(cell)));
/// ```
pub struct Edges<'a, T, N, J> {
    graph: GridGraph<'a, T, N, J>,
    source: Cell,
    directions: std::slice::Iter<'static, Direction>,
    /// Whether the edges are seen from their other ends.
    reversed: bool,
}

impl<T, N: Copy, J: Copy> Clone for Edges<'_, T, N, J> {
    fn clone(&self) -> Self {
        Edges { directions: self.directions.clone(), ..*self }
    }
}

impl<T, N: CellFilter, J: PairFilter> Iterator for Edges<'_, T, N, J> {
    type Item = GridEdge;

    #[inline]
    fn next(&mut self) -> Option<GridEdge> {
        let Edges { graph, source, ref mut directions, reversed } = *self;
        directions
            .filter_map(|&direction| graph.grid.neighbour(source, direction))
            .find(|&target| {
                graph.nodes.includes(target)
                    && graph.joins.joins(source.min(target), source.max(target))
            })
            .map(|target| {
                let (source, target) = if reversed { (target, source) } else { (source, target) };
                GridEdge { source, target }
            })
    }
}

/// The neighbours of a cell in a [`GridGraph`], in the order of [`Direction::ALL`].
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::IntoNeighbors;
///
/// let grid = Grid::filled(2, 2, ());
/// let neighbours = GridGraph::new(&grid).neighbors(Cell::new(0, 0));
/// assert!(neighbours.eq([Cell::new(0, 1), Cell::new(1, 0)]));
/// ```
pub struct Neighbours<'a, T, N, J>(Edges<'a, T, N, J>);

impl<T, N: Copy, J: Copy> Clone for Neighbours<'_, T, N, J> {
    fn clone(&self) -> Self {
        Neighbours(self.0.clone())
    }
}

impl<T, N: CellFilter, J: PairFilter> Iterator for Neighbours<'_, T, N, J> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.0.next().map(|edge| edge.target)
    }
}

/// The cells of a [`GridGraph`] in reading order.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::IntoNodeIdentifiers;
///
/// let grid = Grid::filled(2, 2, ());
/// let graph = GridGraph::new(&grid).restricted_to(|cell| cell.row == cell.column);
/// assert!(graph.node_identifiers().eq([Cell::new(0, 0), Cell::new(1, 1)]));
/// ```
pub struct Nodes<'a, T, N, J> {
    graph: GridGraph<'a, T, N, J>,
    cells: Cells,
}

impl<T, N: Copy, J: Copy> Clone for Nodes<'_, T, N, J> {
    fn clone(&self) -> Self {
        Nodes { graph: self.graph, cells: self.cells.clone() }
    }
}

impl<T, N: CellFilter, J: PairFilter> Iterator for Nodes<'_, T, N, J> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.cells.find(|&cell| self.graph.nodes.includes(cell))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.cells.len();
        (if N::IS_TOTAL { left } else { 0 }, Some(left))
    }
}

/// The cells of a [`GridGraph`] with their values, in reading order.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::IntoNodeReferences;
///
/// let grid: Grid<char> = "a b".parse().unwrap();
/// let nodes = GridGraph::new(&grid).node_references();
/// assert!(nodes.eq([(Cell::new(0, 0), &'a'), (Cell::new(0, 1), &'b')]));
/// ```
pub struct NodeReferences<'a, T, N, J>(Nodes<'a, T, N, J>);

impl<T, N: Copy, J: Copy> Clone for NodeReferences<'_, T, N, J> {
    fn clone(&self) -> Self {
        NodeReferences(self.0.clone())
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> Iterator for NodeReferences<'a, T, N, J> {
    type Item = (Cell, &'a T);

    #[inline]
    fn next(&mut self) -> Option<(Cell, &'a T)> {
        let cell = self.0.next()?;
        Some((cell, &self.0.graph.grid[cell]))
    }

    // petgraph's `articulation_points` takes the lower bound for the number of nodes.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

/// All edges of a [`GridGraph`], each once, seen from its earlier end, in reading order.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::{EdgeRef, IntoEdgeReferences};
///
/// let grid = Grid::filled(1, 3, ());
/// let edges = GridGraph::new(&grid).edge_references().map(|edge| edge.id());
/// let [left, middle, right] = [0, 1, 2].map(|column| Cell::new(0, column));
/// assert!(edges.eq([(left, middle), (middle, right)]));
/// ```
pub struct EdgeReferences<'a, T, N, J> {
    nodes: Nodes<'a, T, N, J>,
    edges: Edges<'a, T, N, J>,
}

impl<T, N: Copy, J: Copy> Clone for EdgeReferences<'_, T, N, J> {
    fn clone(&self) -> Self {
        EdgeReferences { nodes: self.nodes.clone(), edges: self.edges.clone() }
    }
}

impl<T, N: CellFilter, J: PairFilter> Iterator for EdgeReferences<'_, T, N, J> {
    type Item = GridEdge;

    #[inline]
    fn next(&mut self) -> Option<GridEdge> {
        loop {
            if let Some(edge) = self.edges.next() {
                return Some(edge);
            }
            let cell = self.nodes.next()?;
            self.edges = self.nodes.graph.edges_towards(cell, &ONWARDS);
        }
    }
}

/// The directions to the neighbours that come later in reading order.
const ONWARDS: [Direction; 2] = [Direction::East, Direction::South];

/// The cells of a [`GridGraph`] that a traversal has visited: a bit for each cell of the grid, of
/// which there may be any number.
///
/// ```
/// use grid_utils::{Cell, Grid, GridGraph};
/// use petgraph::visit::{VisitMap, Visitable};
///
/// let grid = Grid::filled(100, 100, 0);
/// let mut visited = GridGraph::new(&grid).visit_map();
/// assert!(visited.visit(Cell::new(99, 99)));
/// assert!(!visited.visit(Cell::new(99, 99)), "not the first visit");
/// assert!(!visited.is_visited(&Cell::new(0, 0)));
/// ```
///
/// # Panics
/// Cells outside the grid have no bit: to ask for one may panic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitedCells {
    columns: usize,
    words: Vec<u64>,
}

impl VisitedCells {
    /// No cell of a grid of `rows` rows and `columns` columns.
    fn none(rows: usize, columns: usize) -> Self {
        VisitedCells { columns, words: vec![0; (rows * columns).div_ceil(64)] }
    }

    #[inline]
    fn place(&self, cell: Cell) -> (usize, u64) {
        let index = cell.row * self.columns + cell.column;
        (index / 64, 1 << (index % 64))
    }
}

impl VisitMap<Cell> for VisitedCells {
    #[inline]
    fn visit(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let is_first = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_first
    }

    #[inline]
    fn is_visited(&self, &cell: &Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] & bit != 0
    }

    #[inline]
    fn unvisit(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let was_visited = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was_visited
    }
}

// From here on, petgraph's traits, from the most basic to those that build on others.

impl<T, N, J> GraphBase for GridGraph<'_, T, N, J> {
    type NodeId = Cell;
    /// The two cells that it joins, in reading order.
    type EdgeId = (Cell, Cell);
}

impl<T, N, J> Data for GridGraph<'_, T, N, J> {
    type NodeWeight = T;
    type EdgeWeight = ();
}

impl<T, N, J> GraphProp for GridGraph<'_, T, N, J> {
    type EdgeType = Undirected;
}

impl<T, N: Copy, J: Copy> GraphRef for GridGraph<'_, T, N, J> {}

impl<'a, T, N: CellFilter, J: PairFilter> IntoNodeIdentifiers for GridGraph<'a, T, N, J> {
    type NodeIdentifiers = Nodes<'a, T, N, J>;

    #[inline]
    fn node_identifiers(self) -> Nodes<'a, T, N, J> {
        Nodes { graph: self, cells: self.grid.cells() }
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoNodeReferences for GridGraph<'a, T, N, J> {
    type NodeRef = (Cell, &'a T);
    type NodeReferences = NodeReferences<'a, T, N, J>;

    #[inline]
    fn node_references(self) -> NodeReferences<'a, T, N, J> {
        NodeReferences(self.node_identifiers())
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoNeighbors for GridGraph<'a, T, N, J> {
    type Neighbors = Neighbours<'a, T, N, J>;

    #[inline]
    fn neighbors(self, cell: Cell) -> Neighbours<'a, T, N, J> {
        Neighbours(self.edges(cell))
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoNeighborsDirected for GridGraph<'a, T, N, J> {
    type NeighborsDirected = Neighbours<'a, T, N, J>;

    #[inline]
    fn neighbors_directed(self, cell: Cell, _: petgraph::Direction) -> Neighbours<'a, T, N, J> {
        self.neighbors(cell)
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoEdgeReferences for GridGraph<'a, T, N, J> {
    type EdgeRef = GridEdge;
    type EdgeReferences = EdgeReferences<'a, T, N, J>;

    #[inline]
    fn edge_references(self) -> EdgeReferences<'a, T, N, J> {
        let no_edges = self.edges_towards(Cell::new(0, 0), &[]);
        EdgeReferences { nodes: self.node_identifiers(), edges: no_edges }
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoEdges for GridGraph<'a, T, N, J> {
    type Edges = Edges<'a, T, N, J>;

    #[inline]
    fn edges(self, cell: Cell) -> Edges<'a, T, N, J> {
        self.edges_towards(cell, &Direction::ALL)
    }
}

impl<'a, T, N: CellFilter, J: PairFilter> IntoEdgesDirected for GridGraph<'a, T, N, J> {
    type EdgesDirected = Edges<'a, T, N, J>;

    #[inline]
    fn edges_directed(self, cell: Cell, seen: petgraph::Direction) -> Edges<'a, T, N, J> {
        Edges { reversed: seen == Incoming, ..self.edges(cell) }
    }
}

impl<T, N: CellFilter, J: PairFilter> NodeCount for GridGraph<'_, T, N, J> {
    fn node_count(&self) -> usize {
        self.node_identifiers().count()
    }
}

impl<T, N: CellFilter, J: PairFilter> EdgeCount for GridGraph<'_, T, N, J> {
    fn edge_count(&self) -> usize {
        self.edge_references().count()
    }
}

/// Every cell of the grid has its index, `row * columns + column`, those left out included.
impl<T, N: CellFilter, J: PairFilter> NodeIndexable for GridGraph<'_, T, N, J> {
    #[inline]
    fn node_bound(&self) -> usize {
        self.grid.len()
    }

    #[inline]
    fn to_index(&self, cell: Cell) -> usize {
        self.index(cell)
    }

    #[inline]
    fn from_index(&self, index: usize) -> Cell {
        self.cell(index)
    }
}

/// Only graphs that leave no cell out use every index.
impl<T, J: PairFilter> NodeCompactIndexable for GridGraph<'_, T, EveryCell, J> {}

/// The edges of the cell with index `i` to the east and to the south have the indices `2 * i` and
/// `2 * i + 1`.
impl<T, N: CellFilter, J: PairFilter> EdgeIndexable for GridGraph<'_, T, N, J> {
    #[inline]
    fn edge_bound(&self) -> usize {
        ONWARDS.len() * self.grid.len()
    }

    #[inline]
    fn to_index(&self, (first, second): (Cell, Cell)) -> usize {
        ONWARDS.len() * self.index(first) + usize::from(first.row != second.row)
    }

    #[inline]
    fn from_index(&self, index: usize) -> (Cell, Cell) {
        let first = self.cell(index / ONWARDS.len());
        let second = first.step(ONWARDS[index % ONWARDS.len()]);
        (first, second.expect("a grid in memory does not reach the end of the numbers"))
    }
}

impl<T, N: CellFilter, J: PairFilter> DataMap for GridGraph<'_, T, N, J> {
    #[inline]
    fn node_weight(&self, cell: Cell) -> Option<&T> {
        self.grid.get(cell).filter(|_| self.nodes.includes(cell))
    }

    #[inline]
    fn edge_weight(&self, (first, second): (Cell, Cell)) -> Option<&()> {
        self.joins(first, second).then_some(&())
    }
}

impl<T, N: CellFilter, J: PairFilter> Visitable for GridGraph<'_, T, N, J> {
    type Map = VisitedCells;

    fn visit_map(&self) -> VisitedCells {
        VisitedCells::none(self.grid.rows(), self.grid.columns())
    }

    fn reset_map(&self, visited: &mut VisitedCells) {
        visited.columns = self.grid.columns();
        visited.words.clear();
        visited.words.resize(self.grid.len().div_ceil(64), 0);
    }
}

/// The grid itself tells in no time which cells are adjacent: the matrix is a placeholder.
impl<T, N: CellFilter, J: PairFilter> GetAdjacencyMatrix for GridGraph<'_, T, N, J> {
    type AdjMatrix = ();

    fn adjacency_matrix(&self) {}

    #[inline]
    fn is_adjacent(&self, (): &(), a: Cell, b: Cell) -> bool {
        self.joins(a, b)
    }
}
