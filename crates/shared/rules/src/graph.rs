//! Constraints for walks, groups and coverings: over squares, or over any other neighbourhood.
//!
//! Cells are indices of a list, and a function returns their neighbours, so a grid of hexagons or
//! the jumps of a knight work like a grid of squares.

use std::collections::BTreeSet;
use std::ops::Range;

use grid_utils::{Cell, Grid, Symmetry};
use pseudo_boolean::Connection;

use crate::{Flag, Int, Model, Rule, any, at_most, implies, none, sum};

impl Model {
    /// Requires that the cells with true flags are connected. No cell or a single one counts as
    /// connected.
    ///
    /// `neighbours` returns the neighbours of each cell by their indices.
    pub fn connected<N: IntoIterator<Item = usize>>(
        &mut self,
        flags: &[Flag],
        neighbours: impl Fn(usize) -> N,
    ) {
        let neighbours = neighbourhood(flags.len(), neighbours);
        self.connect(flags, &pairs(&neighbours), |connection, _| connection);
    }

    /// Requires that the cells with true flags are connected by edges with true flags. `asks` adds
    /// further conditions to the connection; it receives the cells that are its nodes.
    fn connect(
        &mut self,
        flags: &[Flag],
        ways: &[(usize, usize, Flag)],
        asks: impl FnOnce(Connection, &[usize]) -> Connection,
    ) {
        let possible: Vec<usize> =
            (0..flags.len()).filter(|&cell| flags[cell] != Flag::FALSE).collect();
        let mut node_of = vec![None; flags.len()];
        for (node, &cell) in possible.iter().enumerate() {
            node_of[cell] = Some(node);
        }
        let members = possible.iter().map(|&cell| flags[cell].literal()).collect();
        let ways = ways.iter().filter_map(|&(one, other, flag)| {
            let ends = [node_of[one]?, node_of[other]?];
            (flag != Flag::FALSE && ends[0] != ends[1]).then(|| (ends, flag.literal()))
        });
        self.add_connection(asks(Connection::new(members, ways), &possible));
    }

    /// Requires that each connected group of cells with true flags has a size within this range.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// // Four cells in a row: no group, one pair in three places, or a group of three in two.
    /// let mut model = Model::default();
    /// let flags = [(); 4].map(|()| model.flag());
    /// let neighbours = |cell: usize| (0..4_usize).filter(move |other| other.abs_diff(cell) == 1);
    /// model.groups_of(&flags, 2..4, neighbours);
    /// assert_eq!(model.count(&flags)?, 1 + 3 + 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn groups_of<N: IntoIterator<Item = usize>>(
        &mut self,
        flags: &[Flag],
        sizes: Range<usize>,
        neighbours: impl Fn(usize) -> N,
    ) {
        let neighbours = neighbourhood(flags.len(), neighbours);
        self.state_groups(flags, sizes, &neighbours, None);
    }

    /// Requires groups of these sizes, at a place if it has a name.
    fn state_groups(
        &mut self,
        flags: &[Flag],
        sizes: Range<usize>,
        neighbours: &[Vec<usize>],
        place: Option<&str>,
    ) {
        if sizes.is_empty() || sizes.end < 2 {
            self.require(none(flags));
            return;
        }
        // Simple implied constraints save the solver many cuts.
        for (cell, others) in
            neighbours.iter().enumerate().filter(|&(cell, _)| flags[cell] != Flag::FALSE)
        {
            let beside: Vec<Flag> = others.iter().map(|&other| flags[other]).collect();
            if sizes.start > 1 {
                self.require(implies(flags[cell], any(&beside)));
            }
            if sizes.end < 4 {
                self.require(implies(flags[cell], at_most(sizes.end - 2, beside)));
            }
        }
        let pairs = pairs(neighbours);
        self.at_some(place).connect(flags, &pairs, |connection, _| connection.of_sizes(sizes));
    }

    /// Requires that each connected group of cells with the same number has this number of cells.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// // Three cells in a row: 3 3 3, 1 2 2, and 2 2 1.
    /// let mut model = Model::default();
    /// let numbers = model.grid(1, 3, 0..=5);
    /// model.areas(&numbers);
    /// assert_eq!(model.count(numbers.values())?, 3);
    /// # anyhow::Ok(())
    /// ```
    pub fn areas(&mut self, numbers: &Grid<Int>) {
        let cells: Vec<Cell> = numbers.cells().collect();
        let place = |cell: Cell| cell.row * numbers.columns() + cell.column;
        let neighbours =
            neighbourhood(cells.len(), |cell| numbers.neighbours(cells[cell]).map(place));
        let all: BTreeSet<i64> =
            numbers.values().flat_map(Int::values).map(|(number, _)| number).collect();
        for number in all {
            let flags: Vec<Flag> = numbers.values().map(|cell| cell.is(number)).collect();
            match usize::try_from(number) {
                Ok(size) if size > 0 && size <= cells.len() => {
                    let place = format!("the {number}s");
                    self.state_groups(&flags, size..size + 1, &neighbours, Some(&place));
                }
                _ => self.require(none(flags)),
            }
            if self.poll() {
                return;
            }
        }
    }

    /// Applies [`connected`](Self::connected) to a grid with orthogonal neighbours.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let flags = model.flags(2, 2);
    /// model.connected_cells(&flags);
    /// assert_eq!(model.count(flags.values())?, 14, "all but the two diagonals");
    /// # anyhow::Ok(())
    /// ```
    pub fn connected_cells(&mut self, flags: &Grid<Flag>) {
        let place = |cell: Cell| cell.row * flags.columns() + cell.column;
        let cells: Vec<Cell> = flags.cells().collect();
        let values: Vec<Flag> = flags.values().copied().collect();
        self.connected(&values, |index| flags.neighbours(cells[index]).map(place));
    }

    /// Requires that, if the flag of the cell `root` is true, its connected group of cells with
    /// true flags has `area` cells. Returns for each cell whether it is in this group, which is
    /// empty if the root's flag is false. A constant false flag means that its cell is in no group
    /// at all.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// // Three cells in a row: the group of the first has two, unless the first is not in any.
    /// let mut model = Model::default();
    /// let flags = [(); 3].map(|()| model.flag());
    /// let neighbours = |cell: usize| (0..3_usize).filter(move |other| other.abs_diff(cell) == 1);
    /// model.component(&flags, 0, 2, neighbours);
    /// assert_eq!(model.count(&flags)?, 1 + 4);
    /// # anyhow::Ok(())
    /// ```
    ///
    /// # Panics
    /// If there is no cell `root`.
    pub fn component<N: IntoIterator<Item = usize>>(
        &mut self,
        flags: &[Flag],
        root: usize,
        area: usize,
        neighbours: impl Fn(usize) -> N,
    ) -> Vec<Flag> {
        self.state_component(flags, root, Some(area), &neighbourhood(flags.len(), neighbours))
    }

    fn state_component(
        &mut self,
        flags: &[Flag],
        root: usize,
        area: Option<usize>,
        neighbours: &[Vec<usize>],
    ) -> Vec<Flag> {
        let mut group = vec![Flag::FALSE; flags.len()];
        for cell in near(flags, root, area.unwrap_or(flags.len()), neighbours) {
            group[cell] = if cell == root { flags[root] } else { self.flag() };
        }
        for (cell, &is_in) in group.iter().enumerate().filter(|(_, flag)| **flag != Flag::FALSE) {
            self.require(implies(is_in, flags[cell]));
            for &other in &neighbours[cell] {
                // A neighbour with a true flag is also in the group.
                self.require(implies(is_in, any([!flags[other], group[other]])));
            }
        }
        if let Some(area) = area {
            self.require(sum(&group).equals(sum([flags[root]]) * area));
        }
        self.connect(&group, &pairs(neighbours), |connection, _| connection);
        group
    }

    /// Applies [`component`](Self::component) to a grid with orthogonal neighbours. Without an
    /// area, the group may have any size.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use rules::Model;
    ///
    /// // The group of a corner has two cells: the fourth cell is not beside them.
    /// let mut model = Model::default();
    /// let flags = model.flags(2, 2);
    /// let group = model.component_cells(&flags, Cell::new(0, 0), Some(2));
    /// model.require(group[Cell::new(0, 0)]);
    /// assert_eq!(model.count(flags.values())?, 2);
    /// # anyhow::Ok(())
    /// ```
    ///
    /// # Panics
    /// If there is no cell `root`.
    pub fn component_cells(
        &mut self,
        flags: &Grid<Flag>,
        root: Cell,
        area: Option<usize>,
    ) -> Grid<Flag> {
        let place = |cell: Cell| cell.row * flags.columns() + cell.column;
        let neighbours = |cell| flags.neighbours(cell).map(place).collect();
        let neighbours: Vec<Vec<usize>> = flags.cells().map(neighbours).collect();
        let values: Vec<Flag> = flags.values().copied().collect();
        let group = self.state_component(&values, place(root), area, &neighbours);
        flags.map(|cell, _| group[place(cell)])
    }

    /// Requires that all `nodes` are connected by the edges with true flags.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// // A triangle stays in one piece without any one of its sides.
    /// let mut model = Model::default();
    /// let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (a, b, model.flag()));
    /// model.connected_by(3, &edges);
    /// let flags = edges.map(|(_, _, flag)| flag).to_vec();
    /// assert_eq!(model.count(flags)?, 4);
    /// # anyhow::Ok(())
    /// ```
    pub fn connected_by(&mut self, nodes: usize, edges: &[(usize, usize, Flag)]) {
        self.connected_along(&vec![Flag::TRUE; nodes], edges);
    }

    /// Requires that the nodes with true flags are connected by the edges with true flags, through
    /// such nodes alone.
    ///
    /// ```
    /// use rules::{Flag, Model};
    ///
    /// // A triangle whose first corner may be left out, with the edges that lead to it.
    /// let mut model = Model::default();
    /// let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (a, b, model.flag()));
    /// let nodes = [model.flag(), Flag::TRUE, Flag::TRUE];
    /// model.connected_along(&nodes, &edges);
    /// // With it, two edges or three; without it, the edge of the others and any of its own.
    /// let flags = edges.iter().map(|&(_, _, flag)| flag).chain([nodes[0]]);
    /// assert_eq!(model.count(flags)?, 4 + 4);
    /// # anyhow::Ok(())
    /// ```
    pub fn connected_along(&mut self, flags: &[Flag], edges: &[(usize, usize, Flag)]) {
        self.connect(flags, edges, |connection, _| connection);
    }

    /// Requires that the edges with true flags form a single non-empty loop. Returns for each of
    /// the `nodes` whether the loop visits it.
    ///
    /// ```
    /// use rules::{Flag, Model};
    ///
    /// // A square with a diagonal: the square itself and two triangles.
    /// let mut model = Model::default();
    /// let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)].map(|(a, b)| (a, b, model.flag()));
    /// model.single_loop(4, &edges);
    /// let flags = edges.map(|(_, _, flag)| flag).to_vec();
    /// assert_eq!(model.count(flags)?, 3);
    /// # anyhow::Ok(())
    /// ```
    pub fn single_loop(&mut self, nodes: usize, edges: &[(usize, usize, Flag)]) -> Vec<Flag> {
        self.loop_at(nodes, &[], edges)
    }

    /// Requires a [single loop](Self::single_loop) through nodes that readers know by name: that it
    /// takes none or two edges of a node is a rule [at](Self::at) this place.
    pub fn single_loop_at(
        &mut self,
        nodes: &[String],
        edges: &[(usize, usize, Flag)],
    ) -> Vec<Flag> {
        self.loop_at(nodes.len(), nodes, edges)
    }

    fn loop_at(
        &mut self,
        nodes: usize,
        names: &[String],
        edges: &[(usize, usize, Flag)],
    ) -> Vec<Flag> {
        let on_loop: Vec<Flag> = (0..nodes).map(|_| self.flag()).collect();
        let mut here = vec![Vec::new(); nodes];
        for &(one, other, is_used) in edges {
            here[one].push(is_used);
            here[other].push(is_used);
        }
        let mut degrees = Vec::new();
        for (node, (edges, &is_on)) in here.iter().zip(&on_loop).enumerate() {
            let before = self.constraints();
            self.at_some(names.get(node)).require(sum(edges).equals(sum([is_on]) * 2));
            // Cuts of a loop assume this; with a single edge or a constant flag they have another
            // form.
            let is_plain = edges.len() > 1
                && edges.iter().all(|edge| matches!(edge, Flag::Open(_)))
                && self.constraints() == before + 2;
            degrees.push(is_plain.then_some([before, before + 1]));
        }
        self.require(any(&on_loop));
        self.connect(&on_loop, edges, |connection, nodes| {
            connection.of_loop(nodes.iter().map(|&node| degrees[node]).collect())
        });
        on_loop
    }

    /// Requires that the positive numbers are the steps of a path: each occurs at most once, next
    /// to its predecessor. The path begins with 1; other rules determine its end.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// // The ways to walk through all cells of a 2 x 2 grid.
    /// let mut model = Model::default();
    /// let steps = model.grid(2, 2, 1..=4);
    /// let cells: Vec<_> = steps.values().cloned().collect();
    /// model.path(&cells, |cell| [cell ^ 1, cell ^ 2]);
    /// assert_eq!(model.count(cells)?, 8);
    /// # anyhow::Ok(())
    /// ```
    pub fn path<N: IntoIterator<Item = usize>>(
        &mut self,
        steps: &[Int],
        neighbours: impl Fn(usize) -> N,
    ) {
        self.state_path(steps, &neighbourhood(steps.len(), neighbours));
    }

    fn state_path(&mut self, steps: &[Int], neighbours: &[Vec<usize>]) {
        let longest = steps.iter().map(Int::largest).max().unwrap_or(0);
        for step in 1..=longest {
            if self.poll() {
                return;
            }
            self.require(at_most(1, steps.iter().map(|cell| cell.is(step))));
        }
        for (cell, step) in steps.iter().enumerate() {
            for (number, is_here) in step.values().filter(|&(number, _)| number > 1) {
                if self.poll() {
                    return;
                }
                let before = neighbours[cell].iter().map(|&other| steps[other].is(number - 1));
                self.require(implies(is_here, any(before)));
            }
        }
    }

    /// Adds pieces that may lie at the given places without overlap. Returns for each place whether
    /// a piece lies there, and for each of the `cells` whether it is covered.
    ///
    /// ```
    /// use rules::{Model, all};
    ///
    /// // Dominoes on a 2 x 2 grid.
    /// let mut model = Model::default();
    /// let places = [vec![0, 1], vec![2, 3], vec![0, 2], vec![1, 3]];
    /// let (lies, is_covered) = model.placements(4, &places);
    /// model.require(all(is_covered));
    /// assert_eq!(model.count(lies)?, 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn placements<P: AsRef<[usize]>>(
        &mut self,
        cells: usize,
        places: &[P],
    ) -> (Vec<Flag>, Vec<Flag>) {
        let lies: Vec<Flag> = places.iter().map(|_| self.flag()).collect();
        let mut covering = vec![Vec::new(); cells];
        for (place, &flag) in places.iter().zip(&lies) {
            for &cell in place.as_ref() {
                if !self.budget().charge(size_of::<Flag>()) {
                    covering[cell].push(flag);
                }
            }
        }
        let covered = self.covered_once(covering);
        (lies, covered)
    }

    /// Requires that at most one piece covers each cell. Returns whether one does.
    fn covered_once(&mut self, covering: Vec<Vec<Flag>>) -> Vec<Flag> {
        let mut covered = Vec::new();
        for pieces in covering {
            self.require(at_most(1, &pieces));
            covered.push(self.any_of(pieces));
        }
        covered
    }
}

/// Returns the neighbours of each cell.
fn neighbourhood<N: IntoIterator<Item = usize>>(
    cells: usize,
    neighbours: impl Fn(usize) -> N,
) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    for cell in 0..cells {
        let mut list = Vec::new();
        for other in neighbours(cell) {
            list.push(other);
        }
        lists.push(list);
    }
    lists
}

/// Returns each pair of neighbours once, with a constant true flag.
fn pairs(neighbours: &[Vec<usize>]) -> Vec<(usize, usize, Flag)> {
    let mut pairs = Vec::new();
    for (cell, others) in neighbours.iter().enumerate() {
        let later = others.iter().filter(|&&other| cell < other);
        pairs.extend(later.map(|&other| (cell, other, Flag::TRUE)));
        let earlier = others.iter().filter(|&&other| other < cell);
        // Neighbours in only one direction count too.
        let alone = earlier.filter(|&&other| !neighbours[other].contains(&cell));
        pairs.extend(alone.map(|&other| (other, cell, Flag::TRUE)));
    }
    pairs
}

/// Returns the cells that can share a group of `area` cells with the root.
fn near(flags: &[Flag], root: usize, area: usize, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut is_new: Vec<bool> = flags.iter().map(|&flag| flag != Flag::FALSE).collect();
    let mut reached = Vec::new();
    let mut layer = if std::mem::replace(&mut is_new[root], false) { vec![root] } else { vec![] };
    for _ in 0..area.max(1) {
        let mut next = Vec::new();
        for &other in layer.iter().flat_map(|&cell| &neighbours[cell]) {
            if std::mem::replace(&mut is_new[other], false) {
                next.push(other);
            }
        }
        reached.append(&mut layer);
        layer = next;
    }
    reached
}

/// Requires that a grid of flags is invariant under this symmetry.
///
/// ```
/// use grid_utils::Symmetry;
/// use rules::{Model, symmetric};
///
/// let mut model = Model::default();
/// let flags = model.flags(3, 3);
/// model.require(symmetric(&flags, Symmetry::HalfTurn));
/// assert_eq!(model.count(flags.values())?, 32);
/// # anyhow::Ok(())
/// ```
pub fn symmetric(flags: &Grid<Flag>, symmetry: Symmetry) -> Rule {
    let turned = flags.transformed(symmetry);
    if (turned.rows(), turned.columns()) != (flags.rows(), flags.columns()) {
        return none([true]);
    }
    flags
        .values()
        .zip(turned.values())
        .map(|(one, other)| sum([one]).equals(sum([other])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a set, one bit per member, is connected.
    fn is_connected(set: u32, neighbours: &[Vec<usize>]) -> bool {
        let mut reached = set & set.wrapping_neg();
        for _ in neighbours {
            for (cell, others) in neighbours.iter().enumerate() {
                if others.iter().any(|other| reached >> other & 1 == 1) {
                    reached |= set & 1 << cell;
                }
            }
        }
        reached == set
    }

    /// Counts the connected sets of at most `most` cells, by constraints and one by one.
    fn both_counts(neighbours: &[Vec<usize>], most: u32) -> (u64, usize) {
        let mut model = Model::default();
        let flags: Vec<Flag> = neighbours.iter().map(|_| model.flag()).collect();
        model.require(at_most(most, &flags));
        model.connected(&flags, |cell| neighbours[cell].iter().copied());
        let by_rules = model.count(flags).unwrap();
        let sets = (0..1_u32 << neighbours.len()).filter(|set| set.count_ones() <= most);
        (by_rules, sets.filter(|&set| is_connected(set, neighbours)).count())
    }

    #[test]
    fn connected_sets_are_those_that_a_flood_fill_reaches() {
        let grid = Grid::filled(3, 3, ());
        let cells: Vec<Cell> = grid.cells().collect();
        let place = |cell: Cell| cell.row * 3 + cell.column;
        let grid: Vec<Vec<usize>> =
            cells.iter().map(|&cell| grid.neighbours(cell).map(place).collect()).collect();
        let line: Vec<Vec<usize>> = vec![vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        // Two triangles with a common corner are not 2-colourable.
        let triangles: Vec<Vec<usize>> =
            vec![vec![1, 2], vec![0, 2], vec![0, 1, 3, 4], vec![2, 4], vec![2, 3]];
        let ring: Vec<Vec<usize>> =
            (0..7).map(|cell| vec![(cell + 1) % 7, (cell + 6) % 7]).collect();
        for neighbours in [grid, line, triangles, ring] {
            for most in 0..=u32::try_from(neighbours.len()).unwrap() {
                let (by_rules, by_hand) = both_counts(&neighbours, most);
                assert_eq!(by_rules, by_hand as u64, "{neighbours:?}, at most {most}");
            }
        }
    }
}
