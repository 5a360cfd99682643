//! # Some Ones, Somewhere
//!
//! *Jane Street, June 2025.* Nine photographs, three by three, show boards of 45 x 45 cells with
//! some square tiles on them. Each board is covered by one tile of 1 x 1, two of 2 x 2, ..., nine
//! of 9 x 9. The alphabet runs repeatedly along the left and the top of all photographs: the single
//! 1 x 1 tile of a board points at a letter at the left, by its row, and at one at the top, by its
//! column. In reading order, with THE before the first row and A before the third, they form a
//! sentence.
//!
//! ```text
//!     A B C D E
//! A   3 3 3 2 2      A smaller board with other tiles: one of 3 x 3, three of 2 x 2 and four of
//! B   3 3 3 2 2      1 x 1. The first of these points at C, then D, the others at C and E, at
//! C   3 3 3 1 1      D and E, and at E and E.
//! D   2 2 2 2 1
//! E   2 2 2 2 1
//! ```
//!
//! Boards may have any size up to 64, any numbers of tiles, and stand in up to 8 rows and columns.
//!
//! ## Boards
//! A line per board: its row and its column, `:`, and its tiles, each as its side, `@`, and its top
//! left cell, such as `2@r1c1`; `.` if it has no tile.
//!
//! ## Idea
//! A gap is a row of free cells with covered ones, or the border, at both ends and all along its
//! upper side. The tile in its first cell has its corner there, so the search only branches on its
//! side. It fills a gap of at most four cells first, else the narrowest one, for few sides fit
//! there.
//!
//! On the smaller board, let the tile of 3 x 3 be shown. The only gap is D and E in row A: a tile
//! of 2 x 2 is tried there first, then one of 1 x 1. Below the tile of 2 x 2 the only gap is D and
//! E in row C. A second tile of 2 x 2 there leads to two boards. With one of 1 x 1 instead, the gap
//! is E in row C, for another one; then it is all of row D, and the other two tiles of 2 x 2 lie in
//! three ways. The board above is the first of these.
//!
//! The cells of a row are the bits of a word: gaps are found, and tiles laid, a row at a time.
//! Exact cover does not fit, as the numbers of tiles are not items that are covered once.
//!
//! ## Why it has a search
//! Solves boards of the published size far faster than the rules alone, which need a flag for each
//! place of each tile.
//!
//! ## Sources
//! The square with sides of n (n + 1) / 2 cells that is covered by one tile of 1 x 1, two of 2 x 2,
//! ..., n of n x n is Robert Wainwright's partridge puzzle; apart from n = 1, n has
//! to be at least 8.

mod boards;
mod drawing;
mod search;

use boards::{Boards, Tile};
use puzzle::prelude::*;

/// The most cells along a side of a board: the cells of a row are the bits of a word.
const LARGEST_SIZE: usize = 64;
/// The most rows or columns of boards.
const MOST_LINES: usize = 8;

/// An instance: the photographs and the additional facts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SomeOnes {
    /// The number of cells along a side of a board.
    size: Within<1, 64>,
    /// The total numbers of tiles of 1 x 1, 2 x 2, 3 x 3, ... on each board.
    tiles: Vec<Within<0, 4096>>,
    /// The words in front of the rows of photographs; empty, or one for each row.
    #[serde(default)]
    words: Vec<String>,
    /// The given tiles.
    #[serde(deserialize_with = "boards::of_text")]
    boards: Boards,
}

impl SomeOnes {
    /// Returns the number of tiles with this side on each board.
    fn count(&self, side: usize) -> usize {
        self.tiles.get(side.wrapping_sub(1)).map_or(0, |count| count.size())
    }

    /// Returns a cell of a board with its row and its column counted over all boards.
    fn overall(&self, board: Cell, cell: Cell) -> Cell {
        let size = self.size.size();
        Cell::new(board.row * size + cell.row, board.column * size + cell.column)
    }

    /// Returns the places of the tiles of 1 x 1 on a board, counted over all boards.
    fn ones(&self, board: Cell, tiles: &[Tile]) -> impl Iterator<Item = Cell> {
        let ones = tiles.iter().filter(|tile| tile.side == 1);
        ones.map(move |one| self.overall(board, one.corner))
    }

    /// Returns the word in front of a board, if there is one.
    fn word(&self, board: Cell) -> Option<&String> {
        self.words.get(board.row).filter(|word| board.column == 0 && !word.is_empty())
    }

    /// Requires that tiles cover a board, and returns all that may lie there, with their flags: the
    /// shown tiles do, and tiles that overlap them are left out, as are those of sides that no tile
    /// has.
    fn cover(&self, model: &mut Model, board: Cell, shown: &[Tile]) -> Vec<(Tile, Flag)> {
        let (size, board) = (self.size.size(), format!("board {}", boards::name(board)));
        let mut covering: Grid<Vec<Flag>> = Grid::filled(size, size, Vec::new());
        let mut tiles = shown.iter().map(|&tile| (tile, Flag::TRUE)).collect_vec();
        for tile in shown {
            for cell in covering.window_cells(tile.corner, tile.side, tile.side) {
                covering[cell].push(Flag::TRUE);
            }
        }
        for side in (1..=size).filter(|&side| self.count(side) > 0) {
            for corner in covering.windows(side, side) {
                let cells = covering.window_cells(corner, side, side);
                if cells.clone().any(|cell| covering[cell].first() == Some(&Flag::TRUE)) {
                    continue;
                }
                // A growing vector may have twice the capacity it needs.
                if model.budget().charge(2 * side * side * size_of::<Flag>()) {
                    return tiles;
                }
                let lies = model.flag();
                model.name(format!("a tile of side {side} at {corner}, {board}"), lies);
                cells.for_each(|cell| covering[cell].push(lies));
                tiles.push((Tile { corner, side }, lies));
            }
        }
        for (cell, tiles) in &covering {
            model.at(format!("{cell}, {board}")).require(exactly(1, tiles.iter().copied()));
        }
        tiles
    }

    /// Checks the tiles of a board, on which some are shown.
    fn check_board(&self, tiles: &[Tile], shown: &[Tile]) -> Result<()> {
        let size = self.size.size();
        let mut covering: Grid<Option<Tile>> = Grid::filled(size, size, None);
        for &tile in tiles {
            for cell in covering.window_cells(tile.corner, tile.side, tile.side) {
                if let Some(other) = covering[cell].replace(tile) {
                    bail!("the tiles {other} and {tile} overlap");
                }
            }
        }
        if let Some(cell) = covering.find(Option::is_none) {
            bail!("no tile covers {cell}");
        }
        if let Some(missing) = shown.iter().find(|tile| !tiles.contains(tile)) {
            bail!("the photograph shows the tile {missing}, which is missing");
        }
        for side in 1..=size.max(self.tiles.len()) {
            let found = tiles.iter().filter(|tile| tile.side == side).count();
            let expected = self.count(side);
            ensure!(
                found == expected,
                "the board has {}; expected {expected}",
                puzzle::counted(found, &format!("tile of {side} x {side}"))
            );
        }
        Ok(())
    }
}

/// Returns the letters at the left of a cell and above it; its lines are counted over all boards.
fn letters(Cell { row, column }: Cell) -> [char; 2] {
    [row, column].map(|line| ('A'..='Z').cycle().nth(line).expect("the alphabet runs on"))
}

puzzle::program!(SomeOnes, searched);

impl Puzzle for SomeOnes {
    fn form(&self) -> Form {
        boards::form(&self.boards, self.size.size())
    }

    fn validate(&self) -> Result<()> {
        let SomeOnes { size, tiles, words, boards } = self;
        ensure!(
            tiles.len() <= LARGEST_SIZE,
            "`tiles` has {} counts; expected at most {LARGEST_SIZE}",
            tiles.len()
        );
        ensure!(
            words.is_empty() || words.len() == boards.rows(),
            "`words` has {}; expected one for each of {}, or none",
            puzzle::counted(words.len(), "word"),
            puzzle::counted(boards.rows(), "row of boards")
        );
        for word in words {
            ensure!(
                word.chars().all(|letter| letter.is_ascii_uppercase()),
                "`words`: expected capital letters and found {word:?}"
            );
        }
        for tile in boards.values().flatten() {
            ensure!(tile.side > 1, "`boards`: {tile} is a tile of 1 x 1, which is never shown");
            ensure!(
                tile.corner.row.max(tile.corner.column) + tile.side <= size.size(),
                "`boards`: the tile {tile} leaves the board of {size} x {size} cells"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        model.rule(
            "On each board square tiles lie along the cells and cover every cell once. Those that \
             are shown stay where they are.",
        );
        let boards = self.boards.map(|place, shown| self.cover(model, place, shown));
        model.rule("Each board has the stated numbers of tiles of 1 x 1, 2 x 2, 3 x 3 cells, ...");
        for (place, tiles) in &boards {
            for side in 1..=self.size.size().max(self.tiles.len()) {
                let of_side = tiles.iter().filter(|(tile, _)| tile.side == side);
                let place = format!("board {}, side {side}", boards::name(place));
                model.at(place).require(exactly(self.count(side), of_side.map(|&(_, lies)| lies)));
            }
        }
        let lies = boards.values().flatten().map(|&(_, lies)| lies).collect_vec();
        board.read(lies, move |lies| {
            let mut lies = lies.iter();
            boards::board(boards.values().map(|tiles| {
                let lying = tiles.iter().zip(lies.by_ref()).filter(|(_, lies)| **lies == Some(1));
                lying.map(|(&(tile, _), _)| tile).collect_vec()
            }))
        });
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (place, tiles) in &boards::read(&self.boards, board) {
            let checked = self.check_board(tiles, &self.boards[place]);
            checked.with_context(|| format!("board {}", boards::name(place)))?;
        }
        Ok(())
    }

    /// Returns the letters at which the tiles of 1 x 1 point, after the words of their rows.
    fn answer(&self, board: &Board) -> Answer {
        let boards = boards::read(&self.boards, board);
        let mut sentence = String::new();
        for (place, tiles) in &boards {
            sentence.extend(self.word(place).cloned());
            sentence.extend(self.ones(place, tiles).flat_map(letters));
        }
        let ones = boards.iter().flat_map(|(place, tiles)| self.ones(place, tiles)).join(" ");
        let ones = if ones.is_empty() { "none".to_owned() } else { ones };
        Answer::new(sentence).remark("tiles of 1 x 1", ones)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for SomeOnes {
    /// Makes boards without tiles, and counts of tiles that cover them.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(search::random(size, random))
    }

    /// Gives all tiles but those of 1 x 1.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let boards = boards::read(&self.boards, board);
        let shown = boards.values().map(|tiles| tiles.iter().copied().filter(|tile| tile.side > 1));
        Some(Draft::new().text("boards", self.form().write(&boards::board(shown))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_that_some_photographs_show_at_their_edges_have_the_alphabet_s_phase() {
        let at = |board: usize, line: usize| letters(Cell::new(0, 45 * board + line))[1];
        let top = [(0, 15), (0, 26), (0, 43), (1, 0), (1, 24), (1, 41), (2, 17), (2, 20), (2, 44)];
        let left = [(0, 19), (0, 34), (0, 37), (1, 15), (1, 20), (1, 39)];
        let shown: String = top.iter().chain(&left).map(|&(board, line)| at(board, line)).collect();
        assert_eq!(shown, "PARTRIDGETILING");
    }
}
