//! # Nonogram
//!
//! Shade some cells of a grid. The numbers beside a row or above a column are the lengths of its blocks of
//! shaded cells, in order, with at least one unshaded cell between two blocks; a line without numbers has none.
//!
//! ```text
//!         1
//!     2 1 1      solution
//! 1 1 . . .      # - #
//!   1 . . .      # - -      the third column has two blocks of one cell
//!   2 . . .      - # #
//! ```

use grid_puzzles::check::SHADED;
use puzzle::Site;
use puzzle::prelude::*;
use pzpr::{Genre, Part};
use rules::Automaton;

/// The lengths of the blocks of each line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nonogram {
    /// A list for each row, from left to right.
    rows: Vec<Vec<usize>>,
    /// A list for each column, from top to bottom.
    columns: Vec<Vec<usize>>,
}

const MOST_LINES: usize = 60;

puzzle::program!(Nonogram, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Blocks("columns", "rows")]);

/// States that the blocks of a line have these lengths.
fn state_blocks<'a>(model: &mut Model, line: impl Iterator<Item = &'a Int>, lengths: &[usize]) {
    // Blocks of 2 and 1 are the cells 1 1 0 1 0, where more of 0 may come first and after each 0.
    let cells =
        lengths.iter().flat_map(|&length| [vec![1; length], vec![0]].concat()).collect_vec();
    let step = |&met: &usize, cell: i64| {
        let waits = cell == 0 && (met == 0 || cells[met - 1] == 0);
        if waits { Some(met) } else { (cells.get(met) == Some(&cell)).then_some(met + 1) }
    };
    let is_end = |&met: &usize| met + 1 >= cells.len();
    let line = line.collect_vec();
    let automaton = Automaton::new(model.budget(), vec![vec![0, 1]; line.len()], 0, step, is_end);
    model.regular(line, &automaton);
}

/// Returns the lengths of the blocks of a line.
fn blocks(line: impl Iterator<Item = Option<i64>>) -> Vec<usize> {
    let blocks = line.chunk_by(|&cell| cell == SHADED);
    let shaded = blocks.into_iter().filter(|(is_shaded, _)| *is_shaded);
    shaded.map(|(_, block)| block.count()).collect()
}

impl Nonogram {
    /// Returns the lists of the lines, each with their name.
    fn lists(&self) -> [(&'static str, &[Vec<usize>]); 2] {
        [("row", &self.rows), ("column", &self.columns)]
    }
}

impl Puzzle for Nonogram {
    fn form(&self) -> Form {
        Form::shading(self.rows.len(), self.columns.len())
    }

    fn validate(&self) -> Result<()> {
        for (name, lists) in self.lists() {
            let count = lists.len();
            ensure!(
                (1..=MOST_LINES).contains(&count),
                "`{name}s` has {}; expected 1 to {MOST_LINES}",
                puzzle::counted(count, "list")
            );
            for (line, lengths) in (1..).zip(lists) {
                let wrong = lengths.iter().find(|length| !(1..=MOST_LINES).contains(length));
                let wrong = wrong.copied().unwrap_or_default();
                ensure!(
                    wrong == 0 && !lengths.contains(&0),
                    "`{name}s`, {name} {line}: expected lengths from 1 to {MOST_LINES} and found {wrong}"
                );
            }
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cell = board.cells(model);
        model.rule(
            "The numbers beside a row are the lengths of its blocks of shaded cells, in order.",
        );
        for (row, lengths) in self.rows.iter().enumerate() {
            let model = &mut model.at(Site::Row(row));
            state_blocks(model, cell.row(row), lengths);
        }
        model.rule(
            "The numbers above a column are the lengths of its blocks of shaded cells, in order.",
        );
        for (column, lengths) in self.columns.iter().enumerate() {
            let model = &mut model.at(Site::Column(column));
            state_blocks(model, cell.column(column), lengths);
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (name, lists) in self.lists() {
            for (line, expected) in lists.iter().enumerate() {
                let cells = board.grid().cells();
                let is_on =
                    |cell: &Cell| line == if name == "row" { cell.row } else { cell.column };
                let found = blocks(cells.filter(is_on).map(|cell| board[cell]));
                let text = |blocks: &[usize]| match blocks {
                    [] => "no block".to_owned(),
                    _ => format!("the blocks {}", blocks.iter().join(" ")),
                };
                let (line, expected) = (line + 1, text(expected));
                let found = text(&found);
                ensure!(found == expected, "{name} {line} has {found}; expected {expected}");
            }
        }
        Ok(())
    }

    fn kept(&self, board: &Board) -> Vec<(Site, usize)> {
        let grid = board.grid();
        let row = |line| (blocks(grid.row(line).copied()), Site::Row(line));
        let column = |line| (blocks(grid.column(line).copied()), Site::Column(line));
        let rows = self.rows.iter().zip((0..).map(row));
        let lines = rows.chain(self.columns.iter().zip((0..).map(column)));
        let kept = lines.filter(|(lengths, (found, _))| found == *lengths);
        kept.map(|(lengths, (_, site))| (site, lengths.len().max(1))).collect()
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        for (name, lists) in self.lists() {
            for (line, lengths) in lists.iter().enumerate() {
                let lengths = if lengths.is_empty() { &[0][..] } else { lengths };
                for (place, length) in lengths.iter().rev().enumerate() {
                    let (along, away) = (line as f64 + 0.5, -0.4 - 0.6 * place as f64);
                    let (x, y) = if name == "row" { (away, along) } else { (along, away) };
                    picture.text_at(x, y, 0.5, &length.to_string(), Ink::Label);
                }
            }
        }
    }
}

impl Setter for Nonogram {
    /// Generates the lists of a random picture.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let picture = Grid::from_fn(rows, columns, |_| Some(i64::from(random.u8(..5) < 3)));
        self.clued(&picture.into(), &[])
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let grid = board.grid();
        let list = |blocks: Vec<usize>| {
            blocks.into_iter().filter_map(|length| i64::try_from(length).ok()).collect_vec()
        };
        let rows = (0..grid.rows()).map(|row| list(blocks(grid.row(row).copied()))).collect_vec();
        let columns = 0..grid.columns();
        let columns =
            columns.map(|column| list(blocks(grid.column(column).copied()))).collect_vec();
        Some(Draft::new().value("rows", rows).value("columns", columns))
    }

    /// Shades a cell, or clears it.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let mut changed = board.grid().clone();
        changed[at] = changed[at].map(|value| 1 - value);
        vec![changed.into()]
    }
}
