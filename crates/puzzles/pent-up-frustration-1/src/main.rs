//! # Pent-up Frustration
//!
//! *Jane Street, November 2018.* Place pentominoes on a tray of 8 x 8 cells, each of the twelve
//! once at most, such that none can slide, neither alone nor together with others. Each region of
//! empty cells scores the square root of its area. What is the largest sum?
//!
//! ```text
//! . F . .
//! F F F W      The best on 4 x 4 cells: four single cells and a region of two, 4 + sqrt(2).
//! F . W W      W cannot move up, for F is in its way, which is held by the rim.
//! . W W .
//! ```
//!
//! ## Boards
//! The letter of the piece that covers a cell, `.` for an empty one.
//!
//! ## Idea
//! *An account of sides.* Let k pieces lie on a tray of R x C cells, and U be the number of unit
//! sides around the empty regions. The pieces have 12 sides each (P has 10) and the rim has 2 (R +
//! C); the other sides are touches of two pieces, or of a piece and the rim, and each touch uses up
//! two sides. Nothing slides, so each piece touches something in each of four directions. All its
//! touches in one direction beyond the first are called waste. Counting touches gives
//!
//! ```text
//! U = 8 k + 2 (R + C) - touches of the rim - waste - (2 if P is used)
//! ```
//!
//! A region of area a has at least 4 sqrt(a) sides. So the score is at most U / 4, and each touch
//! of the rim and each waste costs a part of it for good. Also U is four for each empty cell, less
//! two for each pair of neighbours among them; so touches of the rim and waste force such pairs,
//! whose regions score less than single cells. On 8 x 8 cells, nine pieces leave 19 empty cells, and
//! six allow U / 4 = 19 at most, as each side of the rim is touched. So the best boards have seven
//! or eight pieces; the search finds that they have eight.
//!
//! *The rim.* A piece's cell on the rim prevents at most two of the pairs of neighbours along the
//! rim. If few such pairs can be afforded, pieces have to cover many cells there, which costs, too.
//!
//! *The search* decides the cells in reading order: the first open cell stays empty or is the first
//! cell of a piece. A board is abandoned when all cells in front of a piece are decided and empty,
//! or when the account shows that the score cannot be exceeded. The account also bounds the further
//! waste: a piece that would waste more is not laid. Of the images of a board, only one with the
//! fewest touches at the top is searched, and one of that and its mirror image. The target starts far
//! too high and is lowered by 0.5 after each failure until a board is found; the search then
//! continues above its score. So the last board is proved best.
//!
//! ## The second way
//! The checker collects, for each piece and each direction, the pieces that would have to move
//! along; if none of these is at the rim, they slide. It does not search for better boards: the
//! strategy `exhaustive` does, which tries all boards of a small tray; the random tests compare it
//! with the fast search. Simulated annealing found the same scores, and none higher, on 5 x 8, 6 x
//! 6, 6 x 8, 7 x 7, 7 x 8 and 8 x 8 cells.
//!
//! ## Readings
//! An empty tray counts, as nothing slides on it: it scores the root of its area, which is best on
//! the smallest trays. Pieces that could slide only if others moved first in another direction are
//! tight.

mod check;
mod exhaustive;
mod search;

use grid_utils::Shape;
use numbers::Interval;
use polyominoes::Pentomino;
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PentUp {
    rows: Within<1, 8>,
    columns: Within<1, 8>,
    /// The letters of the available pieces.
    pieces: String,
}

impl PentUp {
    fn shape(&self) -> Shape<1> {
        Shape::new(self.rows.size(), self.columns.size()).expect("64 cells at most")
    }

    fn pieces(&self) -> Vec<Pentomino> {
        self.pieces.chars().filter_map(Pentomino::from_letter).collect()
    }

    /// Returns the areas of the regions of empty cells.
    fn areas<T>(&self, board: &Grid<Option<T>>) -> Vec<usize> {
        let shape = self.shape();
        let empty = shape.set_of(board, Option::is_none);
        shape.components(empty).map(|region| region.len()).collect()
    }
}

/// Returns the sum of the square roots.
fn score(areas: &[usize]) -> Interval {
    areas.iter().map(|&area| Interval::from(area).sqrt()).sum()
}

/// Returns the sum of the square roots as a sum of multiples of different roots.
fn closed_form(areas: &[usize]) -> String {
    let simplified = areas.iter().map(|&area| {
        let root = (1..=area).rfind(|root| area.is_multiple_of(root * root)).unwrap_or(1);
        (area / root.pow(2), root)
    });
    let terms = simplified.into_grouping_map().sum().into_iter().sorted().map(|term| match term {
        (1, times) => times.to_string(),
        (radicand, 1) => format!("sqrt({radicand})"),
        (radicand, times) => format!("{times} sqrt({radicand})"),
    });
    if areas.is_empty() { "0".to_owned() } else { terms.format(" + ").to_string() }
}

puzzle::program!(PentUp, searched without rules);

impl Puzzle for PentUp {
    fn form(&self) -> Form {
        let letters = Pentomino::ALL.map(|pentomino| pentomino.letter().to_string());
        Form::words(self.rows.size(), self.columns.size(), letters).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        for letter in self.pieces.chars() {
            ensure!(
                Pentomino::from_letter(letter).is_some(),
                "`pieces`: expected letters of pentominoes, such as \"FILNP\", and found {letter:?}"
            );
        }
        let duplicate = self.pieces.chars().duplicates().next();
        ensure!(duplicate.is_none(), "`pieces`: expected each once at most: {}", self.pieces);
        Ok(())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["account", "exhaustive"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            1 => exhaustive::search(self, search),
            _ => search::search(self, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let areas = self.areas(board.grid());
        let score = score(&areas);
        let decimals = score.decimal(2).unwrap_or_default();
        let regions = areas.iter().counts().into_iter().sorted();
        let mut regions = regions.map(|(area, count)| format!("{count} of {area}"));
        Answer::new(format!("{} = {decimals}", closed_form(&areas)))
            .remark("regions", regions.join(", "))
            .score((score * 1_000_000_000_000_i64).floor().unwrap_or(0))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(board) = board.map(Board::grid) else { return };
        for cell in board.cells() {
            let Some(piece) = board[cell] else { continue };
            picture.fill(cell, Tint::Colour(u8::try_from(piece).unwrap_or(0)));
        }
        picture.borders(|one, other| board[one] != board[other]);
    }
}

impl Setter for PentUp {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let most = (size + 1).min(8);
        let [rows, columns] = [(); 2].map(|()| random.usize(1..=most));
        let mut letters = Pentomino::ALL.map(Pentomino::letter);
        random.shuffle(&mut letters);
        let pieces: String = letters[..random.usize(0..=6)].iter().collect();
        Some(Draft::new().number("rows", rows).number("columns", columns).text("pieces", pieces))
    }
}
