//! # Fences 2
//!
//! *Jane Street, September 2024.* Posts stand in a field of hexagonal cells, which is divided into
//! regions. From every post, straight fences go in some of the six directions, at most one in each,
//! over cells that no other post or fence uses; their lengths add up to the post's number. Through
//! some of the cells that are left a closed loop can be drawn from cell to neighbouring cell that
//! visits none of them twice and makes no sharp bend: at each cell it continues straight or turns
//! by a sixth of a turn. It visits each region, and it is symmetric: a rotation or a reflection
//! maps it onto itself, about any centre or axis. The answer is the product of the numbers of cells
//! that it visits in each region.
//!
//! ```text
//!       4 . . .
//!      . o o o .        a loop of 14 cells beside the posts; the 4 in the middle has fences of
//!     . o . . o 5       lengths 1, 2 and 1, to the upper right, the lower left and the upper
//!    . . o 4 o . .      left. This is the example of the puzzle's page: it has six regions, of
//!     2 o . o . .       which the loop visits 2, 3, 2, 3, 2 and 2 cells, and the product is 144.
//!      o . . o .
//!       o o o 2
//! ```
//!
//! The middle cell of the published field does not belong to a region.
//!
//! ## Boards
//! The neighbours of a cell of the grid are those to its left and right, those straight above and
//! to the left of that, and those straight below and to the right of that. Places without a cell
//! have `_`. Each cell of the loop has a word such as `SE+W`: the directions of the cells before
//! and after it. All others have `-`: *the fences are not shown on the board*. They must exist,
//! possibly in many ways, but only the loop must be unique.
//!
//! ## Idea
//! The search tries each symmetry, turns of a third and of a half about all centres, and
//! reflections in all axes, and extends the loop. The state of an edge is copied to its image.
//! Fences end before the loop and before other fences, are long enough to make up for the limits of
//! the others, and close their cells to the loop. The loop stays within a block (biconnected
//! component) of the remaining edges, and the block must have cells of all regions.
//!
//! The published field has some 2,200 symmetries. Four of five leave no room for a loop at once: the
//! block that is its own image misses a region. What remains takes 16,000 nodes, nearly all dead
//! ends of the same kind, or of posts whose fences have been cut too short.
//!
//! *The large post first.* Since the cells of its fences are closed, with their images, the loop
//! has to go around their ends to reach all regions. So their ranges of lengths are halved until
//! they are fixed, before the search branches on the loop.
//!
//! ## The rules as constraints
//! They prove the published loop unique as well, but take many times as long as the search: a
//! symmetry relates edges across the whole field, and little follows before one is chosen.
//!
//! ## Sources
//! J. Hopcroft and R. Tarjan, "Efficient algorithms for graph manipulation", 1973.

mod check;
mod search;

use std::iter::zip;

use fences::{Field, HEXAGONS, Lattice, Post, Stated};
use grid_puzzles::{Label, check_same_shape, check_size};
use grid_utils::Token;
use puzzle::prelude::*;

/// A field of hexagons, its regions and its posts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fences {
    /// The region of each cell, `-` for none; `None` without a cell.
    regions: Grid<Option<Label>>,
    /// The sum of the lengths of a post's fences.
    posts: Grid<Option<Within<1, 199>>>,
}

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 21;

/// The contents of a cell: nothing relevant, the two directions of the loop, or no cell.
const WORDS: [&str; 11] =
    ["-", "E+W", "SE+NW", "SW+NE", "E+SW", "SE+W", "SW+NW", "W+NE", "NW+E", "NE+SE", "_"];
const NOTHING: i64 = 0;
/// The directions of the words for the loop, from E on clockwise, a bit for each.
const LOOP: [u8; 9] = [
    0b00_1001, 0b01_0010, 0b10_0100, 0b00_0101, 0b00_1010, 0b01_0100, 0b10_1000, 0b01_0001,
    0b10_0010,
];
const NO_CELL: i64 = 10;

/// The distance of two rows in the picture; the unit is the distance of the centres of neighbouring
/// hexagons.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

impl Fences {
    /// Returns the cells of the field.
    fn cells(&self) -> Vec<Cell> {
        let cells = self.regions.iter().filter(|(_, region)| region.is_some());
        cells.map(|(cell, _)| cell).collect()
    }

    fn field(&self) -> Field<6> {
        let cells = self.cells();
        let post = |(cell, &at)| Some(Post { cell, number: self.posts[at]?.size() });
        let posts = cells.iter().enumerate().filter_map(|(index, at)| post((index, at))).collect();
        Field { lattice: Lattice::hexagons(&cells), posts }
    }

    /// Returns the centre of each place in the picture, which begins at the first cells from the
    /// left and from above.
    fn middles(&self) -> Grid<(f64, f64)> {
        let places = self.cells().into_iter().map(place);
        let (left, top) = places
            .fold((f64::INFINITY, f64::INFINITY), |(left, top), (x, y)| (left.min(x), top.min(y)));
        self.regions.map(|cell, _| {
            let (x, y) = place(cell);
            (x + 0.5 - left, y + 0.6 - top)
        })
    }

    /// Returns the places without a cell.
    fn outside(&self) -> Grid<Option<i64>> {
        self.regions.map(|_, region| region.is_none().then_some(NO_CELL))
    }

    /// Returns the regions in reading order: their names, and their cells by index.
    fn areas(&self) -> Vec<(Label, Vec<usize>)> {
        let mut areas: Vec<(Label, Vec<usize>)> = Vec::new();
        for (index, cell) in self.cells().into_iter().enumerate() {
            let Some(name) = self.regions[cell].filter(|&name| name != no_region()) else {
                continue;
            };
            match areas.iter_mut().find(|(other, _)| *other == name) {
                Some((_, members)) => members.push(index),
                None => areas.push((name, vec![index])),
            }
        }
        areas
    }

    /// Returns how many cells of each region the loop visits.
    fn visits(&self, board: &Board) -> Vec<(Label, usize)> {
        let on_loop = |cell: Cell| board[cell].is_some_and(|value| value != NOTHING);
        let on_loop = self.cells().into_iter().map(on_loop).collect_vec();
        let visited = |members: Vec<usize>| members.into_iter().filter(|&one| on_loop[one]).count();
        self.areas().into_iter().map(|(name, members)| (name, visited(members))).collect()
    }
}

/// Returns whether a set of cells contains cells of each region.
fn are_met(areas: &[(Label, Vec<usize>)], is_in: impl Fn(usize) -> bool) -> bool {
    areas.iter().all(|(_, members)| members.iter().any(|&cell| is_in(cell)))
}

/// Returns the position of a cell in the picture, relative to the first one of the first row.
fn place(cell: Cell) -> (f64, f64) {
    (cell.column as f64 - cell.row as f64 / 2.0, cell.row as f64 * HEIGHT)
}

/// Returns the point at a distance from another one, in a direction given in sixths of a turn from
/// E.
fn beside((x, y): (f64, f64), sixths: f64, distance: f64) -> (f64, f64) {
    let (sine, cosine) = (sixths * std::f64::consts::FRAC_PI_3).sin_cos();
    (x + cosine * distance, y + sine * distance)
}

/// Returns the corners of a hexagon around a point.
fn corners(middle: (f64, f64)) -> [(f64, f64); 6] {
    [0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map(|sixths| beside(middle, sixths, HEIGHT * 2.0 / 3.0))
}

/// Returns the directions in which the loop leaves a cell with this value, a bit for each.
fn loop_mask(value: Option<i64>) -> u8 {
    let word = value.and_then(|value| usize::try_from(value - 1).ok());
    word.and_then(|word| LOOP.get(word)).copied().unwrap_or(0)
}

/// Returns the label for cells without a region.
fn no_region() -> Label {
    Label::parse_token("-").expect("it is a label")
}

puzzle::program!(Fences, searched);

impl Puzzle for Fences {
    fn form(&self) -> Form {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        let lines = [0].into_iter().chain(LOOP).chain([0]).collect();
        let outline = |(middle, region): (&(f64, f64), &Option<_>)| {
            region.map_or(Vec::new(), |_| corners(*middle).into())
        };
        let form = Form::words(rows, columns, WORDS).with_givens(&self.outside());
        form.with_word_for_givens(NO_CELL)
            .with_lines(&HEXAGONS, lines)
            .drawn_as(zip(self.middles().values(), self.regions.values()).map(outline))
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        check_same_shape("posts", &self.posts, "regions", &self.regions)?;
        for (cell, post) in &self.posts {
            ensure!(
                post.is_none() || self.regions[cell].is_some(),
                "`posts`, {}: expected no post, as `regions` has no cell there",
                cell.in_words()
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        let areas = self.areas();
        let Stated { leaves, on_loop, .. } =
            self.field().state(model, |stays| are_met(&areas, |cell| stays[cell]));

        model.rule("The loop visits each region.");
        for (name, members) in &areas {
            model
                .at(format!("region {name}"))
                .require(any(members.iter().map(|&cell| on_loop[cell])));
        }
        model.channel(givens(&word, &self.outside()));
        for (cell, leaves) in self.cells().into_iter().zip(&leaves) {
            model.channel(word[cell].is_not(NO_CELL));
            for (value, mask) in (1..).zip(LOOP) {
                let both = (0..6).filter(|direction| mask >> direction & 1 == 1);
                let both = model.all_of(both.map(|direction| leaves[direction]));
                model.channel(sum([word[cell].is(value)]).equals(both));
            }
        }
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let visits = self.visits(board);
        let product = visits.iter().map(|&(_, count)| count as u128).product::<u128>();
        let counts = visits.iter().map(|(name, count)| format!("{name} {count}")).join(", ");
        Answer::new(product).remark("cells of the loop in each region", counts)
    }

    /// Draws the loop and its inside.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let cells = self.cells();
        let middles = self.middles();
        let ends = cells.iter().map(|&cell| middles[cell]);
        let (width, depth) =
            ends.fold((0.0_f64, 0.0_f64), |(x, y), end| (x.max(end.0), y.max(end.1)));
        let mut picture = Picture::canvas(width + 0.5, depth + 0.6);
        let areas = self.areas();
        for (index, &cell) in cells.iter().enumerate() {
            let region = areas.iter().position(|(_, members)| members.contains(&index));
            let tint = region.map_or(Tint::Shade, |number| {
                Tint::Colour(u8::try_from(number).unwrap_or(u8::MAX))
            });
            picture.polygon(&corners(middles[cell]), Some(Ink::Label), Some(tint));
        }
        for (index, &cell) in cells.iter().enumerate() {
            let mask = loop_mask(board.and_then(|board| board[cell]));
            let ends = (0..6_u8).filter(|to| mask >> to & 1 == 1);
            let ends = ends.map(|to| beside(middles[cell], f64::from(to), 0.5)).collect_vec();
            if let [one, other] = ends[..] {
                picture.line(&[one, middles[cell], other], Ink::Accent, 0.14);
            } else if self.posts[cell].is_none()
                && let Some((name, _)) = areas.iter().find(|(_, members)| members.contains(&index))
            {
                // Without colours, these are all that is seen of the regions.
                let (x, y) = middles[cell];
                picture.text_at(x, y, 0.34, &name.to_string(), Ink::Muted);
            }
            if let Some(number) = self.posts[cell] {
                let (x, y) = middles[cell];
                picture.circle(x, y, 0.42, Ink::Given, Some(Tint::Shade));
                picture.text_at(x, y, 0.54, &number.to_string(), Ink::Given);
            }
        }
        picture
    }
}

impl Setter for Fences {
    /// Returns numbers of rings around the middle cell.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE / 2).collect()
    }

    /// Generates a ring around a cell as the loop, in one or two regions, and a random number of
    /// posts with fences wherever there is room.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rings = size.clamp(1, LARGEST_SIZE / 2);
        let columns = 2 * rings + 1;
        let field = Grid::from_fn(columns, columns, |cell| cell.row.abs_diff(cell.column) <= rings);
        let cells = field.cells().filter(|&cell| field[cell]).collect_vec();
        let lattice = Lattice::hexagons(&cells);
        let mut is_free = vec![true; cells.len()];
        let inner = (0..cells.len()).filter(|&cell| lattice.next[cell].iter().all(Option::is_some));
        let middle = random.choice(inner.collect_vec())?;
        lattice.next[middle].iter().flatten().for_each(|&cell| is_free[cell] = false);
        let border = if random.bool() { cells[middle].column } else { columns };
        let regions = field.map(|cell, &is_cell| {
            is_cell.then(|| Label::numbered(usize::from(cell.column > border)))
        });
        let share = random.f64();
        let mut posts = regions.map(|_, _| None);
        let mut order = (0..cells.len()).collect_vec();
        random.shuffle(&mut order);
        for post in order {
            if !is_free[post] || random.f64() < 0.5 * share {
                continue;
            }
            let mut fences = Vec::new();
            for direction in 0..6 {
                let room = lattice.ray(post, direction).take_while(|&cell| is_free[cell]);
                let room = room.collect_vec();
                fences.extend(&room[..random.usize(..=room.len())]);
            }
            if !fences.is_empty() {
                posts[cells[post]] = Some(fences.len());
                fences.into_iter().chain([post]).for_each(|cell| is_free[cell] = false);
            }
        }
        Some(Draft::new().text("regions", regions).text("posts", posts))
    }
}
