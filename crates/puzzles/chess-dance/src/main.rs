//! # Chess Dance
//!
//! *Jane Street, September 2016.* Queen, king, rook, bishop and knight stand on a chess board. In
//! each of eight steps all of them move at the same time, each to another cell as in chess, and
//! pieces do not block each other. A cell that is entered in step `t` gets the number `t`; no cell
//! is entered twice, nor is a starting cell entered again. After each step no piece attacks another
//! one. For each row and column, the product of its numbers after seven steps is given. What is the
//! largest possible sum of all these products after the eighth step?
//!
//! ```text
//! 2   . . . .     .  N1 K2 K1     before the last step the first row has 1 x 2 x 1 = 2;
//! 1   . . . K     N3 .  K3 K0     after it the second has 3 x 3
//! 2   N . . .     N0 .  N2 .
//!     1 1 4 1                     the sum of all products is 30, and no other dance has more
//! ```
//!
//! Boards may have up to 8 x 8 cells, with any of the five pieces and up to nine steps.
//!
//! ## Boards
//! Rows of labels such as `Q3`, the queen's cell after step 3; `.` for a cell that is never
//! entered.
//!
//! ## Idea
//! A product is a sum of exponents for each of the primes 2, 3, 5 and 7, and the sum of all
//! products is a sum of gains: the gain of a line by the first piece that enters it in the last
//! step, by a second one, and so on. So products are linear, and so is the objective.
//!
//! Jumps lead back, too: a piece came from a cell next to the one where it stands. This implied
//! constraint is stated as well, since few lines have a factor 7 or 5, and the cells of these steps
//! are known first.
//!
//! ## Sources
//! The puzzle's page does not say whether pieces block each other: here they do not. For attacks
//! that makes no difference, since the piece in the way is attacked itself.

mod check;
mod constraints;
mod piece;
mod random;

use grid_puzzles::{Side, check_size, draw};
use puzzle::prelude::*;

use self::piece::Piece;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 8;

/// The colours of the pieces in the picture.
const COLOURS: [u8; 5] = [0, 1, 2, 3, 5];

/// The product of a row or column.
type Product = Within<1, 1_000_000_000_000>;

/// An instance: the start of the dance, and the products before its last step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChessDance {
    /// The pieces before the first step, at most one of each kind (rows x columns).
    start: Grid<Option<Piece>>,
    /// The number of steps.
    steps: Within<1, 9>,
    /// The product of each row before the last step, from top to bottom.
    rows: Vec<Product>,
    /// The product of each column before the last step, from left to right.
    columns: Vec<Product>,
}

/// Returns the label of a cell that a piece enters in a step; step 0 is the start.
fn label(piece: Piece, step: usize) -> String {
    format!("{}{step}", piece.letter())
}

impl ChessDance {
    /// Returns the pieces of the dance and where each begins.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Cell)> + Clone {
        self.start.iter().filter_map(|(cell, piece)| Some(((*piece)?, cell)))
    }

    /// Returns the labels of all pieces and steps, piece by piece; boards count them from 0.
    fn labels(&self) -> impl Iterator<Item = String> {
        let steps = self.steps.size();
        self.pieces().flat_map(move |(piece, _)| (0..=steps).map(move |step| label(piece, step)))
    }

    /// Returns the pieces and, where known, the cell of each after each step.
    fn walks(&self, board: &Board) -> Vec<(Piece, Vec<Option<Cell>>)> {
        let cell_of = |label: i64| {
            let mut cells = board.grid().iter();
            cells.find(|&(_, &one)| one == Some(label)).map(|(cell, _)| cell)
        };
        let length = self.steps.get() + 1;
        let walk =
            |piece: i64| (piece * length..).take(self.steps.size() + 1).map(cell_of).collect();
        self.pieces().zip(0..).map(|((kind, _), piece)| (kind, walk(piece))).collect()
    }

    /// Returns the products of the rows and of the columns of a board, of the numbers from 1 to
    /// `last`.
    fn products(&self, board: &Board, last: i64) -> [Vec<i64>; 2] {
        let product = |cells: &mut dyn Iterator<Item = &Option<i64>>| {
            let steps = cells.flatten().map(|label| label % (self.steps.get() + 1));
            steps.filter(|step| (1..=last).contains(step)).product()
        };
        let board = board.grid();
        let rows = (0..board.rows()).map(|row| product(&mut board.row(row)));
        let columns = (0..board.columns()).map(|column| product(&mut board.column(column)));
        [rows.collect(), columns.collect()]
    }
}

puzzle::program!(ChessDance, explained);

impl Puzzle for ChessDance {
    fn form(&self) -> Form {
        Form::words(self.start.rows(), self.start.columns(), self.labels()).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        check_size("start", &self.start, (LARGEST_SIZE, LARGEST_SIZE))?;
        let pieces = self.pieces().map(|(piece, _)| piece).collect_vec();
        ensure!(!pieces.is_empty(), "`start` has no piece");
        if let Some(piece) = pieces.iter().duplicates().next() {
            bail!("`start` has two pieces {}; expected one at most of each kind", piece.letter());
        }
        let lines = [
            ("rows", self.rows.len(), self.start.rows()),
            ("columns", self.columns.len(), self.start.columns()),
        ];
        for (key, count, expected) in lines {
            ensure!(
                count == expected,
                "`{key}` has {}; expected {expected}, one for each of the {key} of `start`",
                puzzle::counted(count, "product")
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let products = self.products(board, self.steps.get());
        let [rows, columns] = products.each_ref().map(|products| products.iter().join(" "));
        Answer::of_score(products.concat().into_iter().sum::<i64>())
            .remark("products of the rows", rows)
            .remark("products of the columns", columns)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.start.rows(), self.start.columns());
        picture.description("The walks of chess pieces over a board");
        draw::side(&mut picture, Side::Left, self.rows.iter().enumerate());
        draw::side(&mut picture, Side::Top, self.columns.iter().enumerate());
        for (piece, cell) in self.pieces() {
            picture.fill(cell, Tint::Shade).text(cell, piece.letter(), Ink::Given);
        }
        let Some(board) = board else {
            picture.caption([format!("There are {} steps.", self.steps)]);
            return picture;
        };
        for (piece, walk) in self.walks(board).into_iter().sorted_by_key(|&(piece, _)| piece) {
            let ink = Ink::Colour(COLOURS[piece as usize]);
            // In a partial board, only moves between two known steps are drawn.
            for known in walk.split(Option::is_none).filter(|known| !known.is_empty()) {
                picture.path(&known.iter().copied().flatten().collect_vec(), ink);
            }
            for (step, cell) in walk.into_iter().enumerate() {
                if let Some(cell) = cell {
                    picture.text(cell, &label(piece, step), ink);
                }
            }
        }
        let [rows, columns] = self.products(board, self.steps.get());
        draw::side(&mut picture, Side::Right, rows.into_iter().enumerate());
        draw::side(&mut picture, Side::Bottom, columns.into_iter().enumerate());
        picture
    }
}

impl Setter for ChessDance {
    /// Returns the sizes of random dances. A dance is extended as long as the rules allow; the
    /// products are those of its numbers, and if it ends early, most likely no dance has them.
    fn sizes(&self) -> Vec<usize> {
        (2..=5).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.max(2);
        let (rows, columns) = (random.usize(2..=size + 1), random.usize(2..=size + 1));
        let steps = random.u8(1..=4);
        let mut pieces = Piece::ALL.to_vec();
        random.shuffle(&mut pieces);
        pieces.truncate(random.usize(1..=3));
        Some(random::dance((rows, columns), steps.into(), &pieces, random))
    }
}
