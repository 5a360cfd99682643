//! Shared code of the Swing Time puzzles.
//!
//! A particle swings round posts on the centres of a grid's cells, from the bottom left cell to the
//! top right one. It is tied to a post that no other one hides, by a taut rope. Where the rope meets
//! a post that is closer than the particle, it bends, and the particle goes round that post with
//! the rest of the rope. It may rest at any cell's centre that it reaches; it may neither touch a
//! post nor leave the board. A swing costs 1 / d^2 for a rope of length d.
//!
//! | for | there is |
//! | --- | --- |
//! | the puzzles | [`POSTS_STAY`], [`POSTS_GO`]: after a swing, its post is gone |
//! | lengths of ropes | `Length`: sums of square roots, compared exactly |
//! | all swings, and the posts that they need | `Mover` |
//! | the search | `search`: from both ends |
//! | the checker and the picture | `ride`: one swing; it shares only numbers with the search |
//! | the second way to search | `forwards`: by the swings of the checker |
//!
//! # Exact geometry
//! A rope that has bent is a sum of square roots. Roots of different square-free numbers are
//! linearly independent, so two sums are equal if their multiples of these roots are; otherwise
//! enough bits show which is longer. Directions are whole numbers, compared by cross products. The
//! particle leaves the board in a direction that is that of no cell or post: it passes the point
//! that is farthest to one side. So a swing ends at the first such point that is outside, or at the
//! first bend where the particle is outside. A rope that touches the edge exactly would be a half
//! of an odd number, and no sum of square roots of whole numbers is.
//!
//! # The moves
//! A swing depends on the posts that it meets: at each of them, either the post stands, and the rope
//! bends, or it is gone. Following both gives all moves, each with the posts that have to stand and
//! those that have to be gone. Where posts stay, none is ever gone. Of two moves with the same
//! cells and post, the one that needs more is left out.
//!
//! # The search
//! *Beginnings* of routes are made from the start on: a cell, and the posts that are gone. *Ends*
//! are made from the goal backwards: a cell, the posts that have to be gone, and those that have to
//! stand. An end is left out if another one in its cell needs no more and costs no more. A
//! beginning and an end in the same cell make a route if the right posts are gone.
//!
//! The *price* of a post is a part of the cost of the longest swing round it. A beginning is bounded
//! by what it costs beyond the prices of its posts, an end by its cost plus the prices of the posts
//! that have to be gone, since each of them needs a swing before. Along a route both bounds grow,
//! one in each direction, and their sum never exceeds the cost of the route. Both kinds are made in
//! the order of their bounds, until the next of both add up to the best route. Then a better route
//! would lead from one of the beginnings, by one more swing, to one of the ends: all these are
//! tried, and the proof is complete. If posts stay, prices are 0, and this is Dijkstra's algorithm
//! from both ends.
//!
//! To keep queues short, only routes below a limit are searched, which is raised until there is
//! one. Each search tells which prices suit the next: a post that more ends need to be gone than
//! beginnings spend becomes dearer, any other cheaper. For Swing Time 2, this leaves a third of the
//! nodes. Costs are whole numbers of small units, rounded down; those that are nearly the same are
//! compared as fractions.
//!
//! # Sources
//! Search from both ends is Pohl's, *Machine Intelligence* 6, 1971.

mod forwards;
mod length;
mod moves;
mod picture;
mod ride;
mod search;

use ::picture::Picture;
use grid_puzzles::{Square, check_size};
use grid_utils::Token;
use numbers::{Fraction, decimal, fraction};
use puzzle::Kind;
use puzzle::prelude::*;

/// The puzzles in which posts stay.
pub static POSTS_STAY: Kind = Kind::of::<RopeSwings<false>>().searched_without_rules();
/// The puzzles in which a post is gone after a swing that it held.
pub static POSTS_GO: Kind = Kind::of::<RopeSwings<true>>().searched_without_rules();

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

fn cell((column, row): Point) -> Cell {
    Cell::new(index(row), index(column))
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
        let mut from = cell(self.field().start());
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
            let cell = cell(end);
            ensure!(
                !field.posts.contains(&end),
                "`posts`, {}: expected no post on the {name}, {}",
                cell.in_words(),
                self.square(cell)
            );
        }
        Ok(())
    }

    /// Returns the search from both ends, and one that uses the swings of the checker.
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
                let other = self.square(cell(other));
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
        let [last, goal] = [last, field.goal()].map(|end| self.square(cell(end)));
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
        let posts = random.usize(2..=size + 4);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use puzzle::{Effort, Limits, Strategy};

    use super::*;
    use crate::moves::Mover;

    /// Returns a board of this many rows and columns with posts on these squares.
    fn field(size: usize, squares: &str) -> Field {
        let named = |square: &str| square.parse::<Square>().unwrap().cell(size).unwrap();
        let posts = squares.split(' ').map(|square| point(named(square))).collect();
        Field { rows: small(size), columns: small(size), posts }
    }

    /// Returns where the particle can rest after a swing, by the checker.
    fn rests(field: &Field, posts: &[Point], from: Point, post: Point) -> BTreeSet<Point> {
        ride::rests(field, posts, from, post).into_iter().map(|rest| rest.cell).collect()
    }

    #[test]
    fn the_worked_example() {
        let field = field(20, "a4 c1 c4 a7 b5 d9 e1 h4");
        let from_a1 = |post| {
            let rests = rests(&field, &field.posts, field.start(), field.posts[post]);
            rests.into_iter().map(|rest| Square::of(cell(rest), 20).to_string()).join(" ")
        };
        assert_eq!(from_a1(0), "b4 c5 c3 d4");
        // A quarter turn clockwise, until the particle would touch e1.
        assert_eq!(from_a1(1), "c3");
    }

    #[test]
    fn moves_and_rides_lead_to_the_same_cells_whatever_posts_are_gone() {
        let mut random = Rng::with_seed(1);
        let mut ends = 0;
        for round in 0..60 {
            let size = if round == 0 { 20 } else { random.usize(2..=9) };
            let side = small(size);
            let mut posts = BTreeSet::new();
            for _ in 0..random.usize(1..=12) {
                posts.insert((random.i64(0..side), random.i64(0..side)));
            }
            let posts = posts.into_iter().collect_vec();
            let field = Field { rows: side, columns: side, posts };
            let mut mover = Mover::new(&field, true);
            let mut effort = Effort::new(&Limits::default());
            let from = (random.i64(0..side), random.i64(0..side));
            assert!(mover.find(from, &mut effort).is_continue());
            for _ in 0..20 {
                let gone = random.u64(..) & random.u64(..);
                let stands = |post: usize| gone >> post & 1 == 0;
                let standing = (0..field.posts.len()).filter(|&post| stands(post));
                let standing = standing.map(|post| field.posts[post]).collect_vec();
                for (post, &pivot) in field.posts.iter().enumerate() {
                    if !stands(post) || standing.contains(&from) {
                        continue;
                    }
                    let moves = mover.moves.iter().filter(|step| {
                        step.post == post && step.standing & gone == 0 && step.gone & !gone == 0
                    });
                    let moves: BTreeSet<Point> = moves.map(|step| field.point(step.to)).collect();
                    let is_hidden = ride::hiding(&standing, from, pivot).is_some();
                    let rests = if is_hidden {
                        BTreeSet::new()
                    } else {
                        rests(&field, &standing, from, pivot)
                    };
                    assert_eq!(moves, rests, "{standing:?} from {from:?} round {pivot:?}");
                    ends += rests.len();
                }
            }
        }
        assert!(ends > 1000, "{ends}");
    }

    /// Returns the score of the best route that a strategy finds.
    fn best(puzzle: &dyn Puzzle, strategy: usize) -> Option<i128> {
        let limits = Limits { strategy: Strategy::Own(strategy), ..Limits::default() };
        let (boards, outcome) = puzzle::solve(puzzle, &limits);
        assert!(outcome.complete());
        boards.last().map(|board| {
            puzzle.check(board).unwrap();
            puzzle.answer(board).score
        })
    }

    #[test]
    fn both_ways_find_routes_of_the_same_cost() {
        let mut random = Rng::with_seed(2);
        let mut solved = 0;
        for _ in 0..600 {
            let [rows, columns] = [random.usize(2..=6), random.usize(2..=6)];
            let mut posts = Grid::filled(rows, columns, None);
            for _ in 0..random.usize(1..=7) {
                let cell = Cell::new(random.usize(..rows), random.usize(..columns));
                let is_end = [Cell::new(rows - 1, 0), Cell::new(0, columns - 1)].contains(&cell);
                posts[cell] = (!is_end).then_some(Post);
            }
            let stay = RopeSwings::<false> { posts: posts.clone() };
            let go = RopeSwings::<true> { posts };
            for puzzle in [&stay as &dyn Puzzle, &go] {
                let cost = best(puzzle, 0);
                assert_eq!(cost, best(puzzle, 1), "{}", stay.posts);
                solved += usize::from(cost.is_some());
            }
        }
        assert!(solved > 30, "{solved}");
    }
}
