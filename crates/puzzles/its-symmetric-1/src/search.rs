//! The search: which symmetries the region of a label has, then which cells belong to it.

use grid_utils::{Cell, CellSet, Motion, Shape, Symmetry, with_words};
use itertools::{Itertools, MinMaxResult, iproduct};
use puzzle::{Flow, Search};

use crate::Labels;
use crate::check::Map;

/// Searches an instance that passed `validate`.
pub(crate) fn search(labels: &Labels, search: &mut Search) -> Flow {
    with_words!(labels.len(), [2, 3], |WORDS| {
        let field = Field::<WORDS>::new(labels);
        Node { field: &field, regions: Vec::new() }.search(0, search)
    })
}

/// The symmetries that a region may have, the identity apart, with a place that all of them keep, in
/// halves of cells: centres, and axes that are alone.
fn groups(rows: usize, columns: usize) -> impl Iterator<Item = (Vec<Symmetry>, (isize, isize))> {
    use Symmetry::{
        AntiTranspose, FlipColumns, FlipRows, HalfTurn, QuarterTurn, ThreeQuarterTurn, Transpose,
    };
    let (rows, columns) = (rows.cast_signed(), columns.cast_signed());
    let centres = iproduct!(0..2 * rows - 1, 0..2 * columns - 1);
    let with_centre: [&[Symmetry]; 5] = [
        &[HalfTurn],
        &[HalfTurn, FlipRows, FlipColumns],
        &[HalfTurn, Transpose, AntiTranspose],
        &[HalfTurn, QuarterTurn, ThreeQuarterTurn],
        &Symmetry::ALL[1..],
    ];
    let with_centre = iproduct!(with_centre, centres);
    let axes = iproduct!([FlipRows], 0..2 * rows - 1)
        .chain(iproduct!([Transpose], (1 - columns..rows).map(|shift| 2 * shift)))
        .chain(iproduct!([AntiTranspose], (0..rows + columns - 1).map(|sum| 2 * sum)))
        .map(|(symmetry, row)| (symmetry, (row, 0)))
        .chain((0..2 * columns - 1).map(|column| (FlipColumns, (0, column))));
    let with_axis = axes.map(|(symmetry, place)| (vec![symmetry], place));
    with_centre.map(|(group, centre)| (group.to_vec(), centre)).chain(with_axis)
}

/// Symmetries that a region may have.
struct Group<const WORDS: usize> {
    /// How many there are, the identity apart.
    order: usize,
    /// For each cell, the cell and where they take it; empty if that is not all in the grid.
    orbits: Vec<CellSet<WORDS>>,
    /// The cells that a region with these symmetries may have, as far as single orbits tell.
    cells: CellSet<WORDS>,
}

impl<const WORDS: usize> Group<WORDS> {
    /// `None` if cells would go to places between cells.
    fn new(labels: &Labels, symmetries: &[Symmetry], place: (isize, isize)) -> Option<Self> {
        let motions = symmetries.iter().map(|&symmetry| Motion::about(symmetry, place));
        let motions = motions.collect::<Option<Vec<_>>>()?;
        let (mut orbits, mut cells, mut misfits) = (Vec::new(), CellSet::EMPTY, CellSet::EMPTY);
        for (index, cell) in labels.cells().enumerate() {
            let image = |motion: &Motion| motion.image(cell).filter(|&to| labels.contains(to));
            let images = motions.iter().map(image).collect::<Option<Vec<_>>>();
            let index_of = |cell: &Cell| cell.row * labels.columns() + cell.column;
            let orbit = images.as_ref().map_or(CellSet::EMPTY, |images| {
                images.iter().map(index_of).chain([index]).collect()
            });
            orbits.push(orbit);
            cells |= orbit;
            if images.is_some_and(|images| !fits(labels, cell, &images)) {
                misfits |= orbit;
            }
        }
        Some(Group { order: motions.len(), orbits, cells: cells - misfits })
    }

    /// The connected cells around a seed that are taken to each other, out of some cells.
    fn reach(
        &self,
        seed: usize,
        mut within: CellSet<WORDS>,
        shape: &Shape<WORDS>,
    ) -> CellSet<WORDS> {
        loop {
            let is_whole = |&cell: &usize| self.orbits[cell].is_subset(within);
            let whole = within.iter().filter(is_whole).collect();
            let reached = shape.flood(CellSet::of(seed), whole);
            if reached == within {
                return reached;
            }
            within = reached;
        }
    }
}

/// Whether a cell may have its label if its region has symmetries that take it to these cells, each
/// to one of them.
fn fits(labels: &Labels, cell: Cell, images: &[Cell]) -> bool {
    let Some(label) = labels[cell] else { return true };
    let is_near = |&image: &Cell| {
        let distance = cell.distance(image);
        // All walks from one cell to another are even, or all are odd.
        distance <= label.into() && distance % 2 == usize::from(label) % 2
    };
    images.iter().all(|&image| labels[image].is_none_or(|other| other == label))
        && images.contains(&cell) == (label == 0)
        && images.iter().any(is_near)
}

/// What does not change during a search.
struct Field<'a, const WORDS: usize> {
    labels: &'a Labels,
    shape: Shape<WORDS>,
    labelled: CellSet<WORDS>,
    groups: Vec<Group<WORDS>>,
    /// For each cell, the groups that its region may have.
    groups_of: Vec<Vec<usize>>,
}

impl<'a, const WORDS: usize> Field<'a, WORDS> {
    fn new(labels: &'a Labels) -> Self {
        let (rows, columns) = (labels.rows(), labels.columns());
        let shape = Shape::new(rows, columns).expect("the caller chose enough words");
        let groups = groups(rows, columns)
            .filter_map(|(symmetries, place)| Group::new(labels, &symmetries, place))
            .collect_vec();
        let may_have = |cell| groups.iter().positions(|group| group.cells.contains(cell)).collect();
        let groups_of = (0..shape.len()).map(may_have).collect();
        let labelled = shape.set_of(labels, Option::is_some);
        Field { labels, shape, labelled, groups, groups_of }
    }

    /// The label of a labelled cell.
    fn label(&self, cell: usize) -> usize {
        self.labels[self.shape.cell(cell)].map_or(0, usize::from)
    }

    /// Whether a walk of at most some steps within some cells leads from a cell to an opposite. The
    /// label of the cell is not 0.
    fn is_near(
        &self,
        cell: usize,
        orbit: CellSet<WORDS>,
        within: CellSet<WORDS>,
        steps: usize,
    ) -> bool {
        let mut reached = CellSet::of(cell);
        let opposites = orbit - reached;
        for _ in 0..steps {
            let grown = self.shape.grow(reached) & within;
            if grown.intersects(opposites) {
                return true;
            }
            if grown == reached {
                return false;
            }
            reached = grown;
        }
        false
    }

    /// Whether a cell can have its label in a region with these cells at most: an opposite is near
    /// enough, and there is room for a walk.
    fn fits_in(&self, cell: usize, orbit: CellSet<WORDS>, most: CellSet<WORDS>) -> bool {
        let label = self.label(cell);
        label == 0 || label < most.len() && self.is_near(cell, orbit, most, label)
    }

    /// Whether a cell can have its label in a region with these cells at least: no opposite is nearer.
    fn fits_around(&self, cell: usize, orbit: CellSet<WORDS>, least: CellSet<WORDS>) -> bool {
        let label = self.label(cell);
        label == 0 || !self.is_near(cell, orbit, least, label - 1)
    }

    /// How many symmetries a region has, the identity apart: all keep the middle of its rectangle.
    fn order(&self, cells: CellSet<WORDS>) -> usize {
        let middle = |places: MinMaxResult<usize>| {
            let (first, last) = places.into_option().expect("a region has a cell");
            (first + last).cast_signed()
        };
        let rows = self.shape.cells_of(cells).map(|cell| cell.row).minmax();
        let columns = self.shape.cells_of(cells).map(|cell| cell.column).minmax();
        let middle = (middle(rows), middle(columns));
        let is_kept = |motion: Motion| {
            let belongs =
                |cell| self.labels.contains(cell) && cells.contains(self.shape.index(cell));
            self.shape.cells_of(cells).all(|cell| motion.image(cell).is_some_and(belongs))
        };
        let motions = Symmetry::ALL[1..].iter().filter_map(|&kind| Motion::about(kind, middle));
        motions.filter(|&motion| is_kept(motion)).count()
    }
}

/// A region that is searched for.
#[derive(Clone, Copy, PartialEq)]
struct Region<const WORDS: usize> {
    /// Its symmetries, exactly.
    group: usize,
    /// The cells that belong to it.
    certain: CellSet<WORDS>,
    /// These, and the cells that may belong to it.
    possible: CellSet<WORDS>,
    /// Whether conclusions were drawn since a choice was made.
    is_settled: bool,
}

impl<const WORDS: usize> Region<WORDS> {
    fn is_complete(&self) -> bool {
        self.certain == self.possible
    }

    /// Draws conclusions from the symmetries, the labels, and from all cells being connected.
    fn narrow(&mut self, field: &Field<WORDS>) -> Result<(), &'static str> {
        let Group { order, orbits, .. } = &field.groups[self.group];
        loop {
            let before = *self;
            self.keep_reachable(field)?;
            for cell in self.possible & field.labelled {
                let orbit = orbits[cell];
                let is_right = field.fits_in(cell, orbit, self.possible)
                    && field.fits_around(cell, orbit, self.certain | orbit);
                if !is_right {
                    self.possible -= orbit;
                }
            }
            if *self == before {
                self.decide_orbits(field);
            }
            if *self == before {
                break;
            }
        }
        if self.is_complete() && field.order(self.certain) != *order {
            return Err("a region has more symmetries than were chosen");
        }
        Ok(())
    }

    fn keep_reachable(&mut self, field: &Field<WORDS>) -> Result<(), &'static str> {
        let seed = self.certain.first().expect("a region has a cell");
        self.possible = field.groups[self.group].reach(seed, self.possible, &field.shape);
        if self.certain.is_subset(self.possible) {
            Ok(())
        } else {
            Err("a region cannot be connected, symmetric and as its labels say")
        }
    }

    /// Takes the orbits that the region needs, and leaves those that it cannot have.
    fn decide_orbits(&mut self, field: &Field<WORDS>) {
        let orbits = &field.groups[self.group].orbits;
        let seed = CellSet::of(self.certain.first().expect("a region has a cell"));
        let mut open = self.possible - self.certain;
        while let Some(cell) = open.first() {
            let orbit = orbits[cell];
            open -= orbit;
            let labelled = self.certain & field.labelled;
            let without = field.shape.flood(seed, self.possible - orbit);
            let with = self.certain | orbit;
            let fits_in = |cell: usize| field.fits_in(cell, orbits[cell], without);
            let fits_around = |cell: usize| field.fits_around(cell, orbits[cell], with);
            if !self.certain.is_subset(without) || !labelled.iter().all(fits_in) {
                self.certain = with;
            } else if !labelled.iter().all(fits_around) {
                self.possible -= orbit;
            }
        }
    }
}

/// The cells that belong to some regions.
fn union<const WORDS: usize>(regions: &[Region<WORDS>]) -> CellSet<WORDS> {
    regions.iter().fold(CellSet::EMPTY, |union, region| union | region.certain)
}

/// What becomes of a cell.
#[derive(Clone, Copy)]
enum Way {
    /// It belongs to a region that has cells already.
    Joins(usize),
    /// It is the first known cell of a region with these symmetries.
    Founds(usize),
    /// It does not belong to this region.
    Avoids(usize),
}

/// What is known of the map.
#[derive(Clone)]
struct Node<'a, const WORDS: usize> {
    field: &'a Field<'a, WORDS>,
    regions: Vec<Region<WORDS>>,
}

impl<const WORDS: usize> Node<'_, WORDS> {
    /// Goes on from a node, `depth` decisions deep.
    fn search(&mut self, depth: usize, search: &mut Search) -> Flow {
        // A node may take long.
        search.poll()?;
        let next = self.propagate();
        search.visit(depth, || self.map())?;
        match next {
            Err(why) => search.dead_end_because(|| why),
            Ok(None) => search.solution(self.map())?,
            Ok(Some((cell, ways))) => {
                for way in ways {
                    self.after(cell, way).search(depth + 1, search)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Draws conclusions, and says what to choose next: ways that exclude each other and leave no map
    /// out.
    fn propagate(&mut self) -> Result<Option<(usize, Vec<Way>)>, &'static str> {
        loop {
            let mut is_settled = true;
            for place in 0..self.regions.len() {
                let (before, after) = self.regions.split_at_mut(place);
                let Some((region, after)) = after.split_first_mut() else { break };
                // Regions may have taken the same cell one after the other.
                let others = union(before) | union(after);
                if region.is_settled && !region.possible.intersects(others) {
                    continue;
                }
                region.possible -= others;
                region.narrow(self.field)?;
                region.is_settled = true;
                is_settled = false;
            }
            if is_settled {
                break;
            }
        }
        self.next()
    }

    /// A labelled cell with the fewest ways; then a cell beside a region that is not complete; then
    /// any free cell.
    fn next(&self) -> Result<Option<(usize, Vec<Way>)>, &'static str> {
        let Field { shape, labelled, .. } = self.field;
        let free = shape.all() - self.taken();
        let mut fewest: Option<(usize, Vec<Way>)> = None;
        for cell in *labelled & free {
            let most = fewest.as_ref().map_or(usize::MAX, |(_, ways)| ways.len());
            let ways = self.ways(cell).take(most).collect_vec();
            if ways.is_empty() {
                return Err("a label fits no region");
            }
            if ways.len() < most {
                fewest = Some((cell, ways));
            }
        }
        if fewest.is_some() {
            return Ok(fewest);
        }
        let open = |region: &Region<WORDS>| (region.possible - region.certain).len();
        let incomplete = self.regions.iter().positions(|region| !region.is_complete());
        if let Some(region) = incomplete.min_by_key(|&region| open(&self.regions[region])) {
            let Region { certain, possible, .. } = self.regions[region];
            let cell = (shape.grow(certain) & (possible - certain)).first();
            let cell = cell.expect("all possible cells are connected");
            return Ok(Some((cell, vec![Way::Joins(region), Way::Avoids(region)])));
        }
        Ok(free.first().map(|cell| (cell, self.ways(cell).collect())))
    }

    /// What may become of a free cell.
    fn ways(&self, cell: usize) -> impl Iterator<Item = Way> {
        let field = self.field;
        let free = field.shape.all() - self.taken();
        let may_join = self.regions.iter().positions(move |region| region.possible.contains(cell));
        let may_found = move |&&group: &&usize| {
            let group = &field.groups[group];
            let orbit = group.orbits[cell];
            if !orbit.is_subset(free) {
                return false;
            }
            let most = group.reach(cell, group.cells & free, &field.shape);
            most.contains(cell)
                && (!field.labelled.contains(cell)
                    || field.fits_in(cell, orbit, most) && field.fits_around(cell, orbit, orbit))
        };
        let founded = field.groups_of[cell].iter().filter(may_found);
        may_join.map(Way::Joins).chain(founded.map(|&group| Way::Founds(group)))
    }

    fn after(&self, cell: usize, way: Way) -> Self {
        let mut node = self.clone();
        let groups = &self.field.groups;
        match way {
            Way::Founds(group) => {
                let Group { orbits, cells, .. } = &groups[group];
                let (certain, possible) = (orbits[cell], *cells);
                node.regions.push(Region { group, certain, possible, is_settled: false });
            }
            Way::Joins(region) | Way::Avoids(region) => {
                let region = &mut node.regions[region];
                let orbit = groups[region.group].orbits[cell];
                match way {
                    Way::Avoids(_) => region.possible -= orbit,
                    _ => region.certain |= orbit,
                }
                region.is_settled = false;
            }
        }
        node
    }

    /// The cells whose regions are known.
    fn taken(&self) -> CellSet<WORDS> {
        union(&self.regions)
    }

    /// The map, as far as it is known, with names in the order of the first cells.
    fn map(&self) -> Map {
        let mut map = self.field.labels.map(|_, _| None);
        let regions = self.regions.iter().map(|region| region.certain);
        let regions = regions.sorted_by_key(CellSet::first);
        for (name, region) in (0..).zip(regions) {
            for cell in self.field.shape.cells_of(region) {
                map[cell] = Some(name);
            }
        }
        map
    }
}
