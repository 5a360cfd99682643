//! # Fences
//!
//! *Jane Street, January 2019.* Posts stand in a field of square cells. From every post, straight
//! fences go in some of the four directions, at most one in each, over cells that no other post or
//! fence uses; their lengths add up to the post's number. Through some of the cells that are left a
//! closed loop can be drawn from cell to neighbouring cell that visits none of them twice, encloses
//! at least one post, and is symmetric: a rotation or a reflection maps it onto itself, about any
//! centre or axis. The answer is the product of the lengths of the single fences inside the loop.
//!
//! ```text
//! . . . . .      ES EW EW EW SW     The loop goes around two posts: from the 3, fences of
//! . 3 . . .      NS o  >  >  NS     length 2 and 1, from the 1 one of length 1. The post
//! . . . 1 .      NS v  <  o  NS     outside has room for its fences, whichever way: the
//! . . . . .      NE EW EW EW NW     answer is 2.
//! 2 . . . .      -  -  -  -  -
//! ```
//!
//! ## Boards
//! A word in each cell: the two directions in which the loop leaves it, such as `ES`; `o` for a
//! post inside the loop; `>`, `v`, `<`, `^` for a fence of such a post, by the direction in which
//! it goes; `-` for all others. So a board shows everything that the answer depends on. *Fences
//! outside the loop are not shown*: they must exist, possibly in many ways, but only the loop and
//! the fences inside must be unique.
//!
//! ## Idea
//! A post is inside the loop if the way to the right end of its row crosses the loop an odd number
//! of times. There are many symmetries: half turns about each centre, reflections in each axis (a
//! quarter turn done twice is a half turn). So their constraints are [deferred](Model::defer) until
//! a solution breaks one.

mod check;

use std::collections::BTreeMap;

use fences::{Field, Lattice, Post, SQUARES, Stated};
use grid_puzzles::check_size;
use puzzle::prelude::*;

/// A field: its posts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fences {
    /// The sum of the lengths of a post's fences.
    posts: Grid<Option<Within<1, 99>>>,
}

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 20;

/// The contents of a cell: the directions of the loop, a post inside it, or a fence of such a post
/// with its direction.
const WORDS: [&str; 12] = ["-", "EW", "ES", "SW", "NE", "NS", "NW", "o", ">", "v", "<", "^"];
/// The first of the words for the loop, and their directions, from east on clockwise, a bit for
/// each.
const LOOP: [u8; 6] = [0b0101, 0b0011, 0b0110, 0b1001, 0b1010, 0b1100];
const NOTHING: i64 = 0;
const POST: i64 = 7;
/// The words for fences, from east on clockwise.
const FENCES: [i64; 4] = [8, 9, 10, 11];
/// The direction up.
const UP: usize = 3;

impl Fences {
    fn field(&self) -> Field<4> {
        let posts = self.posts.values().enumerate();
        let posts =
            posts.filter_map(|(cell, number)| Some(Post { cell, number: (*number)?.size() }));
        let lattice = Lattice::squares(self.posts.rows(), self.posts.columns());
        Field { lattice, posts: posts.collect() }
    }

    fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.posts.columns(), index % self.posts.columns())
    }
}

/// Returns the directions in which the loop leaves a cell with this value, a bit for each.
fn loop_mask(value: Option<i64>) -> u8 {
    let word = value.and_then(|value| usize::try_from(value - 1).ok());
    word.and_then(|word| LOOP.get(word)).copied().unwrap_or(0)
}

/// Returns whether a cell that the loop does not visit is inside it: the loop crosses the way to
/// the right end of the row, slightly above its centre line, an odd number of times.
fn is_inside(on: &[u8], cell: usize, columns: usize) -> bool {
    let end = (cell / columns + 1) * columns;
    on[cell..end].iter().filter(|&&mask| mask >> UP & 1 == 1).count() % 2 == 1
}

puzzle::program!(Fences);

impl Puzzle for Fences {
    fn form(&self) -> Form {
        let lines = [0].into_iter().chain(LOOP).chain([0; 5]).collect();
        Form::words(self.posts.rows(), self.posts.columns(), WORDS).with_lines(&SQUARES, lines)
    }

    fn validate(&self) -> Result<()> {
        check_size("posts", &self.posts, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        let field = self.field();
        let Stated { leaves, fences, .. } = field.state(model, |_| true);

        model.rule("The loop encloses at least one post.");
        let mut parity = vec![Flag::FALSE; leaves.len()];
        for (cell, leaves) in leaves.iter().enumerate().rev() {
            let is_last = (cell + 1).is_multiple_of(self.posts.columns());
            let right = if is_last { Flag::FALSE } else { parity[cell + 1] };
            parity[cell] = model.differ(leaves[UP], right);
        }
        let inside = field.posts.iter().map(|post| parity[post.cell]).collect_vec();
        model.require(any(&inside));

        // Fences outside exist, but are not shown on the board.
        let mut shown: Vec<BTreeMap<i64, Flag>> = vec![BTreeMap::new(); leaves.len()];
        for (cell, leaves) in leaves.iter().enumerate() {
            for (value, mask) in (1..).zip(LOOP) {
                let both = (0..4).filter(|direction| mask >> direction & 1 == 1);
                let both = model.all_of(both.map(|direction| leaves[direction]));
                shown[cell].insert(value, both);
            }
        }
        for (post, &is_inside) in field.posts.iter().zip(&inside) {
            shown[post.cell].insert(POST, is_inside);
        }
        for (post, direction, cell, is_there) in fences {
            let is_shown = model.all_of([is_there, inside[post]]);
            let shown = shown[cell].entry(FENCES[direction]).or_insert(Flag::FALSE);
            *shown = model.any_of([*shown, is_shown]);
        }
        for (cell, shown) in shown.into_iter().enumerate() {
            let word = &word[self.cell(cell)];
            for value in 1..=FENCES[3] {
                let is_shown = shown.get(&value).copied().unwrap_or(Flag::FALSE);
                model.channel(sum([word.is(value)]).equals(is_shown));
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let mut factors = check::lengths(self, board);
        factors.sort_unstable();
        Answer::new(factors.iter().map(|&length| length as u128).product::<u128>())
            .remark("lengths of the fences inside", factors.iter().join(" "))
    }

    /// Draws the loop and its inside.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.posts.rows(), self.posts.columns());
        let middle = |cell: Cell| (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
        let steps = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        if let Some(loop_) = board.filter(|board| board.grid().values().all(Option::is_some)) {
            let on = loop_.grid().values().map(|&value| loop_mask(value)).collect_vec();
            let inside = (0..on.len())
                .filter(|&cell| on[cell] == 0 && is_inside(&on, cell, self.posts.columns()));
            picture.fill_cells(inside.map(|cell| self.cell(cell)), Tint::Highlight);
        }
        for (cell, value) in board.into_iter().flat_map(|board| board.grid()) {
            let Some(value) = *value else { continue };
            let (x, y) = middle(cell);
            if let Some(direction) = FENCES.iter().position(|&fence| fence == value) {
                let (right, down) = steps[direction];
                picture.line(&[(x - right, y - down), (x, y)], Ink::Found, 0.16);
            }
            let mask = loop_mask(Some(value));
            let ends = (0..4).filter(|to| mask >> to & 1 == 1);
            let ends = ends.map(|to| (x + steps[to].0 / 2.0, y + steps[to].1 / 2.0)).collect_vec();
            if let [one, other] = ends[..] {
                picture.line(&[one, (x, y), other], Ink::Accent, 0.12);
            }
        }
        for (cell, number) in &self.posts {
            if let Some(number) = number {
                let (x, y) = middle(cell);
                picture.circle(x, y, 0.38, Ink::Given, Some(Tint::Shade));
                picture.text_at(x, y, 0.5, &number.to_string(), Ink::Given);
            }
        }
        picture
    }
}

impl Setter for Fences {
    fn sizes(&self) -> Vec<usize> {
        (3..=LARGEST_SIZE).collect()
    }

    /// Generates a rectangle as the loop, and posts with fences wherever there is room.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.max(3);
        let mut posts = Grid::filled(size, size, None);
        let (top, left) = (random.usize(..size - 2), random.usize(..size - 2));
        let (bottom, right) = (random.usize(top + 2..size), random.usize(left + 2..size));
        let mut is_free = posts.map(|Cell { row, column }, _| {
            let is_within = (top..=bottom).contains(&row) && (left..=right).contains(&column);
            !is_within || top < row && row < bottom && left < column && column < right
        });
        let mut cells = posts.cells().collect_vec();
        random.shuffle(&mut cells);
        let share = random.f64();
        for post in cells {
            if !is_free[post] || random.f64() < 0.2 * share {
                continue;
            }
            let mut fences = Vec::new();
            for direction in Direction::ALL {
                let room = is_free.ray(post, direction).take_while(|&cell| is_free[cell]);
                let room = room.collect_vec();
                let length = random.usize(..=room.len()).max(random.usize(..=room.len()));
                fences.extend(&room[..length]);
            }
            posts[post] = (!fences.is_empty()).then_some(fences.len());
            if posts[post].is_some() {
                fences.into_iter().chain([post]).for_each(|cell| is_free[cell] = false);
            }
        }
        Some(Draft::new().text("posts", posts))
    }
}
