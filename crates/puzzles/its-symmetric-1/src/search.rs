//! The search: first the symmetries of a label's region, then its cells.

use grid_utils::{Motion, Shape, Symmetry, with_words};
use puzzle::prelude::*;
use symmetric_regions::{Map, Orbits};

use crate::Labels;

/// Searches an instance that passed `validate`.
pub(crate) fn search(labels: &Labels, search: &mut Search) -> Flow {
    with_words!(labels.len(), [2, 3], |WORDS| {
        let field = Field::<WORDS>::new(labels);
        Node { field: &field, regions: Vec::new() }.search(0, search)
    })
}

/// Returns the symmetries that a region may have, apart from the identity: one alone, or several
/// that fix a centre.
fn groups(rows: usize, columns: usize) -> impl Iterator<Item = Vec<Motion>> {
    use Symmetry::{
        AntiTranspose, FlipColumns, FlipRows, HalfTurn, QuarterTurn, ThreeQuarterTurn, Transpose,
    };
    let alone = [HalfTurn, FlipRows, FlipColumns, Transpose, AntiTranspose].into_iter();
    let alone = alone.flat_map(move |kind| Motion::all(kind, rows, columns));
    let together: [&[Symmetry]; 4] = [
        &[HalfTurn, FlipRows, FlipColumns],
        &[HalfTurn, Transpose, AntiTranspose],
        &[HalfTurn, QuarterTurn, ThreeQuarterTurn],
        &Symmetry::ALL[1..],
    ];
    // In halves of cells.
    let centres = iproduct!(0..2 * rows.cast_signed() - 1, 0..2 * columns.cast_signed() - 1);
    let about = |(kinds, centre): (&[Symmetry], _)| {
        kinds.iter().map(|&kind| Motion::about(kind, centre)).collect()
    };
    alone.map(|motion| vec![motion]).chain(iproduct!(together, centres).filter_map(about))
}

/// A group of symmetries that a region may have.
struct Group<const WORDS: usize> {
    /// The number of symmetries, including the identity.
    order: usize,
    orbits: Orbits<WORDS>,
    /// The cells that a region with these symmetries may have, judged by single orbits.
    cells: CellSet<WORDS>,
}

impl<const WORDS: usize> Group<WORDS> {
    fn new(labels: &Labels, shape: Shape<WORDS>, motions: &[Motion]) -> Self {
        let orbits = Orbits::new(shape, motions);
        let mut cells = orbits.whole(shape.all());
        for index in cells {
            let cell = shape.cell(index);
            let images = motions.iter().filter_map(|motion| motion.image(cell)).collect_vec();
            if !suits(labels, cell, &images) {
                cells -= orbits.of(index);
            }
        }
        Group { order: motions.len() + 1, orbits, cells }
    }
}

/// Returns whether a cell may have its label if these are its images under the symmetries of its
/// region.
fn suits(labels: &Labels, cell: Cell, images: &[Cell]) -> bool {
    let Some(label) = labels[cell] else { return true };
    let is_near = |&image: &Cell| {
        let distance = cell.distance(image);
        // All walks between two cells have the same parity.
        distance <= label.into() && distance % 2 == usize::from(label) % 2
    };
    images.iter().all(|&image| labels[image].is_none_or(|other| other == label))
        && images.contains(&cell) == (label == 0)
        && images.iter().any(is_near)
}

/// The constant data of a search.
struct Field<'a, const WORDS: usize> {
    labels: &'a Labels,
    shape: Shape<WORDS>,
    labelled: CellSet<WORDS>,
    groups: Vec<Group<WORDS>>,
}

impl<'a, const WORDS: usize> Field<'a, WORDS> {
    fn new(labels: &'a Labels) -> Self {
        let (rows, columns) = (labels.rows(), labels.columns());
        let shape = Shape::new(rows, columns).expect("the caller chose enough words");
        let groups =
            groups(rows, columns).map(|motions| Group::new(labels, shape, &motions)).collect_vec();
        let labelled = shape.set_of(labels, Option::is_some);
        Field { labels, shape, labelled, groups }
    }

    /// Returns the label of a labelled cell.
    fn label(&self, cell: usize) -> usize {
        self.labels[self.shape.cell(cell)].map_or(0, usize::from)
    }

    /// Returns whether a labelled cell can have its label in a region that includes `least` and is
    /// within `most`: all opposites are far enough, one is near enough, and a walk has room.
    fn fits(&self, cell: usize, orbit: CellSet<WORDS>, [least, most]: [CellSet<WORDS>; 2]) -> bool {
        let label = self.label(cell);
        label < most.len()
            && self.walk(cell, orbit, least) >= label
            && self.walk(cell, orbit, most) <= label
    }

    /// Returns the length of a shortest walk within some cells from a labelled cell to an opposite;
    /// 0 for the label 0.
    fn walk(&self, cell: usize, orbit: CellSet<WORDS>, within: CellSet<WORDS>) -> usize {
        let mut reached = CellSet::of(cell);
        let opposites = orbit - reached;
        let mut steps = 0;
        while self.label(cell) > 0 && !reached.intersects(opposites) {
            let grown = self.shape.grow(reached) & within;
            if grown == reached {
                return usize::MAX;
            }
            reached = grown;
            steps += 1;
        }
        steps
    }

    /// Returns the number of symmetries of a region, including the identity.
    fn order(&self, cells: CellSet<WORDS>) -> usize {
        let region = self.labels.map(|cell, _| cells.contains(self.shape.index(cell)));
        region.cut_out(|&is_in| is_in).map_or(0, |(_, region)| region.symmetries().count())
    }
}

/// A region that is being searched for.
#[derive(Clone, Copy, PartialEq)]
struct Region<const WORDS: usize> {
    /// Its exact symmetry group.
    group: usize,
    /// The cells that belong to it.
    certain: CellSet<WORDS>,
    /// These, and the cells that may belong to it.
    possible: CellSet<WORDS>,
    /// Whether propagation has finished since the last choice.
    is_settled: bool,
}

impl<const WORDS: usize> Region<WORDS> {
    fn with(self, orbit: CellSet<WORDS>) -> Self {
        Region { certain: self.certain | orbit, is_settled: false, ..self }
    }

    /// Propagates the symmetries, the labels, and connectivity.
    fn narrow(&mut self, field: &Field<WORDS>) -> Result<(), &'static str> {
        let Group { order, orbits, .. } = &field.groups[self.group];
        let seed = self.certain.first().expect("a region has a cell");
        let mut before = None;
        while before.replace(*self) != Some(*self) {
            self.possible = orbits.reach(seed, self.possible);
            for cell in self.possible & field.labelled {
                let orbit = orbits.of(cell);
                if !field.fits(cell, orbit, [self.certain | orbit, self.possible]) {
                    self.possible -= orbit;
                }
            }
            if !self.certain.is_subset(self.possible) {
                return Err("a region cannot be connected, symmetric and as its labels say");
            }
            if before == Some(*self) {
                self.decide_orbits(field);
            }
        }
        if self.certain == self.possible && field.order(self.certain) != *order {
            return Err("a region has more symmetries than were chosen");
        }
        Ok(())
    }

    /// Takes the orbits that the region needs, and excludes those that it cannot have.
    fn decide_orbits(&mut self, field: &Field<WORDS>) {
        let orbits = &field.groups[self.group].orbits;
        let seed = CellSet::of(self.certain.first().expect("a region has a cell"));
        let mut open = self.possible - self.certain;
        while let Some(cell) = open.first() {
            let orbit = orbits.of(cell);
            open -= orbit;
            let without = field.shape.flood(seed, self.possible - orbit);
            let with = self.certain | orbit;
            let fit = |bounds| {
                let mut labelled = (self.certain & field.labelled).iter();
                labelled.all(|cell| field.fits(cell, orbits.of(cell), bounds))
            };
            if !self.certain.is_subset(without) || !fit([self.certain, without]) {
                self.certain = with;
            } else if !fit([with, self.possible]) {
                self.possible -= orbit;
            }
        }
    }
}

/// Returns the cells that belong to some regions.
fn union<const WORDS: usize>(regions: &[Region<WORDS>]) -> CellSet<WORDS> {
    regions.iter().fold(CellSet::EMPTY, |union, region| union | region.certain)
}

/// A new or changed region, with its index.
type Way<const WORDS: usize> = (usize, Region<WORDS>);

/// The next choice: ways that are mutually exclusive and exhaustive; `None` if the map is complete.
type Choice<const WORDS: usize> = Option<Vec<Way<WORDS>>>;

/// A partial map.
#[derive(Clone)]
struct Node<'a, const WORDS: usize> {
    field: &'a Field<'a, WORDS>,
    regions: Vec<Region<WORDS>>,
}

impl<const WORDS: usize> Node<'_, WORDS> {
    /// Searches below a node, at a depth of `depth` decisions.
    fn search(&mut self, depth: usize, search: &mut Search) -> Flow {
        // A node may take long.
        search.poll()?;
        let next = self.propagate();
        search.visit(depth, || self.map())?;
        match next {
            Err(why) => search.dead_end_because(|| why),
            Ok(None) => search.solution(self.map())?,
            Ok(Some(ways)) => {
                for (place, region) in ways {
                    let mut node = self.clone();
                    node.regions.splice(place..self.regions.len().min(place + 1), [region]);
                    node.search(depth + 1, search)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Propagates, and returns the next choice.
    fn propagate(&mut self) -> Result<Choice<WORDS>, &'static str> {
        while let Some(place) = (0..self.regions.len()).find(|&place| !self.is_settled(place)) {
            let mut region = self.regions[place];
            region.possible -= self.others(place);
            region.narrow(self.field)?;
            self.regions[place] = Region { is_settled: true, ..region };
        }
        self.next()
    }

    fn is_settled(&self, place: usize) -> bool {
        let region = &self.regions[place];
        region.is_settled && !region.possible.intersects(self.others(place))
    }

    /// Returns the cells of all other regions. Two may overlap.
    fn others(&self, place: usize) -> CellSet<WORDS> {
        union(&self.regions[..place]) | union(&self.regions[place + 1..])
    }

    /// Returns the ways of a labelled cell with the fewest; then whether a cell belongs to an
    /// incomplete region; then the ways of any free cell.
    fn next(&self) -> Result<Choice<WORDS>, &'static str> {
        let free = self.field.shape.all() - union(&self.regions);
        let mut fewest: Choice<WORDS> = None;
        for cell in self.field.labelled & free {
            let most = fewest.as_ref().map_or(usize::MAX, Vec::len);
            let ways = self.ways(cell, free).take(most).collect_vec();
            if ways.is_empty() {
                return Err("a label fits no region");
            }
            if ways.len() < most {
                fewest = Some(ways);
            }
        }
        let incomplete =
            self.regions.iter().enumerate().filter(|(_, region)| region.certain != region.possible);
        let smallest =
            incomplete.min_by_key(|(_, region)| (region.possible - region.certain).len());
        let decide = || {
            let (place, region) = smallest?;
            let open = region.possible - region.certain;
            let cell = (self.field.shape.grow(region.certain) & open).first()?;
            let orbit = self.field.groups[region.group].orbits.of(cell);
            let without =
                Region { possible: region.possible - orbit, is_settled: false, ..*region };
            Some(vec![(place, region.with(orbit)), (place, without)])
        };
        let divide = || Some(self.ways(free.first()?, free).collect());
        Ok(fewest.or_else(decide).or_else(divide))
    }

    /// Returns the ways of a free cell: it joins a region, or it founds a new one.
    fn ways(&self, cell: usize, free: CellSet<WORDS>) -> impl Iterator<Item = Way<WORDS>> {
        let field = self.field;
        let joined = self.regions.iter().enumerate();
        let joined = joined.filter(move |(_, region)| region.possible.contains(cell));
        let joined = joined.map(move |(place, region)| {
            (place, region.with(field.groups[region.group].orbits.of(cell)))
        });
        let found = move |group: usize| {
            let Group { orbits, cells, .. } = &field.groups[group];
            let certain = orbits.of(cell);
            if !cells.contains(cell) || !certain.is_subset(free) {
                return None;
            }
            let possible = orbits.reach(cell, *cells & free);
            let is_right = possible.contains(cell)
                && (!field.labelled.contains(cell)
                    || field.fits(cell, certain, [certain, possible]));
            let region = Region { group, certain, possible, is_settled: false };
            is_right.then_some((self.regions.len(), region))
        };
        joined.chain((0..field.groups.len()).filter_map(found))
    }

    /// Returns the known part of the map, with names in the order of the first cells.
    fn map(&self) -> Map {
        let mut map = self.field.labels.map(|_, _| None);
        let regions = self.regions.iter().sorted_by_key(|region| region.certain.first());
        for (name, region) in (0..).zip(regions) {
            for cell in self.field.shape.cells_of(region.certain) {
                map[cell] = Some(name);
            }
        }
        map
    }
}
