//! Shared code of the Swing Time puzzles.

mod forwards;
mod length;
mod moves;
mod picture;
mod ride;
mod search;

use ::picture::Picture;
use anyhow::{Result, bail, ensure};
use grid_puzzles::{Square, check_size};
use grid_utils::{Cell, Grid, Token};
use itertools::Itertools;
use numbers::{Fraction, decimal, fraction};
use puzzle::{Answer, Board, Draft, Flow, Form, Kind, Puzzle, Rng, Search, Setter};
use serde::Deserialize;

/// The puzzles in which posts stay.
pub static POSTS_STAY: Kind = Kind::of::<RopeSwings<false>>();
/// The puzzles in which a post is gone after a swing that it held.
pub static POSTS_GO: Kind = Kind::of::<RopeSwings<true>>();

/// The most rows or columns.
const LARGEST_SIZE: usize = 20;
/// The most posts: a set of them has 64 bits.
const MOST_POSTS: usize = 64;

/// A column and a row, counted from the top left cell; or the difference of two.
type Point = (i64, i64);

/// A post.
#[derive(Clone, Copy)]
struct Post;

impl Token for Post {
    fn parse_token(text: &str) -> Result<Self, String> {
        if text == "o" { Ok(Post) } else { Err("a post, o".to_owned()) }
    }

    fn write_token(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("o")
    }
}

/// An instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RopeSwings<const POSTS_GO: bool> {
    /// The posts, `o`, and `.` for a cell without one.
    posts: Grid<Option<Post>>,
}

/// The board with its posts.
struct Field {
    rows: i64,
    columns: i64,
    posts: Vec<Point>,
}

impl Field {
    fn start(&self) -> Point {
        (0, self.rows - 1)
    }

    fn goal(&self) -> Point {
        (self.columns - 1, 0)
    }

    /// Returns the number of cells.
    fn cells(&self) -> usize {
        index(self.rows * self.columns)
    }

    /// Returns all cells, in the order of their indices.
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.rows).cartesian_product(0..self.columns).map(|(row, column)| (column, row))
    }

    fn contains(&self, (column, row): Point) -> bool {
        (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
    }

    fn index(&self, (column, row): Point) -> usize {
        index(row * self.columns + column)
    }

    fn point(&self, index: usize) -> Point {
        let index = small(index);
        (index % self.columns, index / self.columns)
    }

    fn cell(&self, (column, row): Point) -> Cell {
        Cell::new(index(row), index(column))
    }

    /// Returns twice the distance from a cell's centre to the edge of the board, in a direction
    /// along the grid.
    fn twice_to_edge(&self, (column, row): Point, direction: Point) -> i64 {
        let cells = match direction {
            (1, _) => self.columns - 1 - column,
            (-1, _) => column,
            (_, 1) => self.rows - 1 - row,
            _ => row,
        };
        2 * cells + 1
    }
}

fn small(number: usize) -> i64 {
    number.try_into().expect("numbers on a board are small")
}

fn index(number: i64) -> usize {
    number.try_into().expect("indices are not negative")
}

fn point(cell: Cell) -> Point {
    (small(cell.column), small(cell.row))
}

fn minus(one: Point, other: Point) -> Point {
    (one.0 - other.0, one.1 - other.1)
}

/// Returns the square of a length.
fn norm((x, y): Point) -> i64 {
    x * x + y * y
}

/// Returns the cost of swings, by the squares of their lengths.
fn total(squares: impl IntoIterator<Item = i64>) -> Fraction {
    let costs = squares.into_iter().map(|square| fraction(1, square.max(1)));
    costs.fold(Fraction::ZERO, |sum, cost| sum + cost)
}

impl<const POSTS_GO: bool> RopeSwings<POSTS_GO> {
    fn field(&self) -> Field {
        Field {
            rows: small(self.posts.rows()),
            columns: small(self.posts.columns()),
            posts: self.posts.find_all(Option::is_some).map(point).collect(),
        }
    }

    fn square(&self, cell: Cell) -> Square {
        Square::of(cell, self.posts.rows())
    }

    /// Returns the swings of a route: where each starts, its post, and where it ends.
    fn swings(&self, board: &Board) -> Vec<[Cell; 3]> {
        let mut from = self.field().cell(self.field().start());
        let swings = board.walk().iter().tuples();
        let swings = swings.map(|(&post, &to)| [std::mem::replace(&mut from, to), post, to]);
        swings.collect()
    }

    /// Returns the squares of the lengths of the swings of a route.
    fn squares(&self, board: &Board) -> Vec<i64> {
        let swings = self.swings(board).into_iter();
        swings.map(|[from, post, _]| norm(minus(point(from), point(post)))).collect()
    }
}

impl<const POSTS_GO: bool> Puzzle for RopeSwings<POSTS_GO> {
    fn form(&self) -> Form {
        Form::chess_walk(self.posts.rows(), self.posts.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("posts", &self.posts, (LARGEST_SIZE, LARGEST_SIZE))?;
        let field = self.field();
        let count = field.posts.len();
        ensure!(count <= MOST_POSTS, "`posts` has {count} posts; expected at most {MOST_POSTS}");
        ensure!(field.cells() > 1, "`posts` has a single cell; expected two or more");
        for (name, end) in [("start", field.start()), ("goal", field.goal())] {
            let cell = field.cell(end);
            ensure!(
                !field.posts.contains(&end),
                "`posts`, {}: expected no post on the {name}, {}",
                cell.in_words(),
                self.square(cell)
            );
        }
        Ok(())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["both-ends", "forwards"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            0 => search::search(&self.field(), POSTS_GO, search),
            _ => forwards::search(&self.field(), POSTS_GO, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let field = self.field();
        let mut posts = field.posts.clone();
        let mut last = field.start();
        for (number, [from, post, to]) in (1..).zip(self.swings(board)) {
            let [start, pivot, end] = [from, post, to].map(point);
            let [from, post, to] = [from, post, to].map(|cell| self.square(cell));
            ensure!(
                field.posts.contains(&pivot),
                "swing {number} is tied to {post}, where no post stands"
            );
            ensure!(posts.contains(&pivot), "swing {number} is tied to {post}, whose post is gone");
            if let Some(other) = ride::hiding(&posts, start, pivot) {
                let other = self.square(field.cell(other));
                bail!("swing {number}: {other} hides the post on {post} from {from}");
            }
            let rests = ride::rests(&field, &posts, start, pivot);
            ensure!(
                rests.iter().any(|rest| rest.cell == end),
                "swing {number}: from {from} round {post}, the particle cannot come to rest on {to}"
            );
            if POSTS_GO {
                posts.retain(|&post| post != pivot);
            }
            last = end;
        }
        if let [.., post] = board.walk()
            && board.walk().len() % 2 == 1
        {
            bail!("the last swing, round {}, has no cell of rest", self.square(*post));
        }
        let [last, goal] = [last, field.goal()].map(|end| self.square(field.cell(end)));
        ensure!(last == goal, "the route ends on {last}, not on {goal}");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let squares = self.squares(board);
        let cost = total(squares.iter().copied());
        let score = decimal(&cost, 30).replace('.', "").parse().unwrap_or(i128::MAX);
        Answer::new(decimal(&cost, 4))
            .remark("cost", &cost)
            .remark("swings", squares.len())
            .remark("squares of their lengths", squares.iter().join(" "))
            .score(-score)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        picture::picture(
            &self.field(),
            &board.map_or(Vec::new(), |board| self.swings(board)),
            POSTS_GO,
        )
    }
}

impl<const POSTS_GO: bool> Setter for RopeSwings<POSTS_GO> {
    fn sizes(&self) -> Vec<usize> {
        (2..LARGEST_SIZE).collect()
    }

    /// Makes a board with a few random posts.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = (random.usize(2..=size.max(2)), size.max(2) + random.usize(0..2));
        let posts = random.usize(1..=size + 3);
        let mut grid = Grid::filled(rows, columns, None);
        for _ in 0..posts {
            let cell = Cell::new(random.usize(..rows), random.usize(..columns));
            if cell != Cell::new(rows - 1, 0) && cell != Cell::new(0, columns - 1) {
                grid[cell] = Some(Post);
            }
        }
        Some(Draft::new().text("posts", grid))
    }
}
