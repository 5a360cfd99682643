//! The words for walks, groups and coverings: over squares, or over any other neighbourhood.
//!
//! Cells are named by their place in a list, and neighbours come from a function, so a grid of
//! hexagons or the jumps of a knight serve as well as a grid of squares.

use std::ops::Range;

use grid_utils::{Cell, Grid, Symmetry};
use pseudo_boolean::{Connection, Literal};

use crate::{Flag, Int, Model, Rule, any, at_most, implies, none, sum};

impl Model {
    /// The cells whose flags are true are connected. No cell or a single one counts as connected.
    ///
    /// `neighbours` gives the neighbours of each cell by their place among the flags.
    pub fn connected<N: IntoIterator<Item = usize>>(
        &mut self,
        flags: &[Flag],
        neighbours: impl Fn(usize) -> N,
    ) {
        let neighbours = neighbourhood(flags.len(), neighbours);
        let mut ways = Vec::new();
        for (cell, others) in neighbours.iter().enumerate() {
            let later = others.iter().filter(|&&other| cell < other);
            ways.extend(later.map(|&other| (cell, other, Flag::TRUE)));
            let earlier = others.iter().filter(|&&other| other < cell);
            // What is a neighbour in one direction only counts, too.
            let alone = earlier.filter(|&&other| !neighbours[other].contains(&cell));
            ways.extend(alone.map(|&other| (other, cell, Flag::TRUE)));
        }
        self.connect(flags, &ways, None);
    }

    /// The cells with true flags are connected by ways whose flags are true. With `degrees`, the ways are
    /// edges of a loop: see [`Connection::of_loop`].
    fn connect(
        &mut self,
        flags: &[Flag],
        ways: &[(usize, usize, Flag)],
        degrees: Option<&[Option<[usize; 2]>]>,
    ) {
        let possible: Vec<usize> =
            (0..flags.len()).filter(|&cell| flags[cell] != Flag::FALSE).collect();
        let mut node_of = vec![None; flags.len()];
        for (node, &cell) in possible.iter().enumerate() {
            node_of[cell] = Some(node);
        }
        let members = possible.iter().map(|&cell| open(flags[cell])).collect();
        let ways = ways.iter().filter_map(|&(one, other, flag)| {
            let ends = [node_of[one]?, node_of[other]?];
            (flag != Flag::FALSE && ends[0] != ends[1]).then(|| (ends, open(flag)))
        });
        let mut connection = Connection::new(members, ways);
        if let Some(degrees) = degrees {
            connection = connection.of_loop(possible.iter().map(|&cell| degrees[cell]).collect());
        }
        if possible.len() > 1 {
            self.add_connection(connection);
        }
    }

    /// The last of the layers that begin with this one: each cell of a layer is one of the layer
    /// before, or next to one; and those of the layer before stay. With colours, a step with an even
    /// number changes black cells only, one with an odd number white ones.
    fn spread(
        &mut self,
        mut layer: Vec<Flag>,
        steps: Range<usize>,
        ways: &[Vec<(usize, Flag)>],
        is_white: Option<&[bool]>,
    ) -> Vec<Flag> {
        for step in steps {
            if self.poll() {
                break;
            }
            let mut next = layer.clone();
            for cell in 0..layer.len() {
                let is_turn = is_white.is_none_or(|is_white| is_white[cell] == (step % 2 == 1));
                let others = ways[cell].iter().map(|&(other, _)| other);
                if is_turn && others.chain([cell]).any(|other| layer[other] != Flag::FALSE) {
                    next[cell] = self.flag();
                }
            }
            for cell in (0..layer.len()).filter(|&cell| next[cell] != layer[cell]) {
                let mut before = vec![layer[cell]];
                for &(other, way) in &ways[cell] {
                    let is_always_open = way == Flag::TRUE;
                    let leads = if is_always_open {
                        layer[other]
                    } else {
                        self.all_of([way, layer[other]])
                    };
                    before.push(leads);
                }
                self.require(implies(next[cell], any(before)));
                self.require(implies(layer[cell], next[cell]));
            }
            layer = next;
        }
        layer
    }

    /// [`connected`](Self::connected) for the cells of a grid and their up to four neighbours.
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

    /// Where the flag of the cell `root` is true, the group of connected cells around it whose flags
    /// are true has `area` cells. Returns for each cell whether it is in this group; where the flag
    /// of the root is false, none is.
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
        self.state_component(flags, root, area, &neighbourhood(flags.len(), neighbours))
    }

    fn state_component(
        &mut self,
        flags: &[Flag],
        root: usize,
        area: usize,
        neighbours: &[Vec<usize>],
    ) -> Vec<Flag> {
        // Cells that cannot be in a group lead nowhere, and nothing leads to them.
        let ways = ways_to(neighbours, |cell| flags[cell] != Flag::FALSE);
        let mut first = vec![Flag::FALSE; flags.len()];
        first[root] = flags[root];
        let colours = two_colours(&ways);
        // The neighbours of the root come first.
        let start = usize::from(colours.as_ref().is_some_and(|is_white| !is_white[root]));
        // A group of all cells needs no more steps than that.
        let steps = start..start + area.min(flags.len()).saturating_sub(1);
        let group = self.spread(first, steps, &ways, colours.as_deref());
        let can_be_in = |&(_, is_in): &(usize, &Flag)| *is_in != Flag::FALSE;
        for (cell, &is_in) in group.iter().enumerate().filter(can_be_in) {
            self.require(implies(is_in, flags[cell]));
            for &other in &neighbours[cell] {
                // A neighbour with a true flag is in the group, too.
                self.require(implies(is_in, any([!flags[other], group[other]])));
            }
        }
        self.require(sum(&group).equals(sum([flags[root]]) * area));
        group
    }

    /// All of the `nodes` are connected by the edges whose flags are true.
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
        self.connect(&vec![Flag::TRUE; nodes], edges, None);
    }

    /// The edges whose flags are true make one closed loop; there is at least one. Returns for each
    /// of the `nodes` whether the loop goes through it.
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
        let on_loop: Vec<Flag> = (0..nodes).map(|_| self.flag()).collect();
        let mut here = vec![Vec::new(); nodes];
        for &(one, other, is_used) in edges {
            here[one].push(is_used);
            here[other].push(is_used);
        }
        let mut degrees = Vec::new();
        for (edges, &is_on) in here.iter().zip(&on_loop) {
            let before = self.constraints();
            self.require(sum(edges).equals(sum([is_on]) * 2));
            // As cuts of a loop need them: with one edge or a known one they have another form.
            let is_plain = edges.len() > 1
                && edges.iter().all(|edge| matches!(edge, Flag::Open(_)))
                && self.constraints() == before + 2;
            degrees.push(is_plain.then_some([before, before + 1]));
        }
        self.require(any(&on_loop));
        self.connect(&on_loop, edges, Some(&degrees));
        on_loop
    }

    /// The numbers above 0 count the steps of a path: each stands in one cell at most, and next to
    /// the one before it. It begins with 1; where it may end, other rules say.
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

    /// Pieces that may lie at the given places, none on another. Returns for each place whether a
    /// piece lies there, and for each of the `cells` whether it is covered.
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
                if !self.bound().charge(size_of::<Flag>()) {
                    covering[cell].push(flag);
                }
            }
        }
        let covered = self.covered_once(covering);
        (lies, covered)
    }

    /// One at most of the pieces that may cover each cell lies there. Returns whether one does.
    fn covered_once(&mut self, covering: Vec<Vec<Flag>>) -> Vec<Flag> {
        let mut covered = Vec::new();
        for pieces in covering {
            self.require(at_most(1, &pieces));
            covered.push(self.any_of(pieces));
        }
        covered
    }
}

/// The neighbours of each cell.
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

/// From each possible cell the ways to its possible neighbours, all of them open.
fn ways_to(
    neighbours: &[Vec<usize>],
    is_possible: impl Fn(usize) -> bool,
) -> Vec<Vec<(usize, Flag)>> {
    let ways_from = |(cell, others): (usize, &Vec<usize>)| {
        let others = others.iter().filter(|&&other| is_possible(cell) && is_possible(other));
        others.map(|&other| (other, Flag::TRUE)).collect()
    };
    neighbours.iter().enumerate().map(ways_from).collect()
}

/// The literal of a flag; `None` for one that is always true.
fn open(flag: Flag) -> Option<Literal> {
    match flag {
        Flag::Open(literal) => Some(literal),
        Flag::Known(_) => None,
    }
}

/// Whether each cell is white, where all can be black or white with neighbours of the other colour.
fn two_colours(ways: &[Vec<(usize, Flag)>]) -> Option<Vec<bool>> {
    let mut is_white = vec![None; ways.len()];
    for first in 0..ways.len() {
        let mut left = vec![(first, is_white[first].unwrap_or(false))];
        while let Some((cell, colour)) = left.pop() {
            match is_white[cell] {
                None => {
                    is_white[cell] = Some(colour);
                    left.extend(ways[cell].iter().map(|&(other, _)| (other, !colour)));
                }
                Some(other) if other != colour => return None,
                Some(_) => {}
            }
        }
    }
    is_white.into_iter().collect()
}

/// A grid of flags looks the same after this turn or reflection.
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

    /// Whether the members of a set, one bit each, hang together: step by step from one of them.
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
        // Two triangles with a corner in common have no two colours.
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
