//! # Tents
//!
//! Put a tent beside each tree, above, below, left or right of it, so that each tent belongs to one tree. Tents do
//! not touch, not even at a corner. A clue counts the tents of its row or column.
//!
//! ```text
//! trees, clues      solution
//!   1 . .
//! . . T .           A T -
//! . . . .           - - -      one tent in the first column, and one in the last row
//! 1 . . T           - A T
//! ```

use grid_puzzles::{
    LARGEST_GRID, LineClues, check, check_lines, check_signs, check_size, draw, lines_of_board,
    state,
};
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid with trees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tents {
    /// The trees, `T`.
    trees: Grid<Option<char>>,
    /// The number of tents of each row.
    #[serde(deserialize_with = "LineClues::of_rows")]
    rows: LineClues<Clue>,
    /// The number of tents of each column.
    #[serde(deserialize_with = "LineClues::of_columns")]
    columns: LineClues<Clue>,
}

/// A number of tents.
type Clue = Within<0, 60>;

const EMPTY: Option<i64> = Some(0);
const TENT: Option<i64> = Some(1);
const TREE: i64 = 2;

puzzle::program!(Tents, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Border(&["columns", "rows"], "trees", &pzpr::TREES)]);

impl Puzzle for Tents {
    fn form(&self) -> Form {
        let trees = self.trees.map(|_, tree| tree.map(|_| TREE));
        Form::words(trees.rows(), trees.columns(), ["-", "A", "T"])
            .said_as(&["empty", "a tent", "a tree"])
            .with_givens(&trees)
            .with_word_for_givens(TREE)
    }

    fn validate(&self) -> Result<()> {
        check_size("trees", &self.trees, LARGEST_GRID)?;
        check_signs("trees", &self.trees, &['T'])?;
        check_lines((&self.rows, &self.columns), "trees", &self.trees)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let tent = self.trees.map(|_, tree| tree.map_or_else(|| model.flag(), |_| Flag::FALSE));
        let word = |cell, tree: &Option<_>| tree.map_or(tent[cell].into(), |_| Int::constant(TREE));
        board.set_cells(&self.trees.map(word));
        model.rule("Each tree has a tent of its own, which shares a side with it.");
        let mut trees_of = self.trees.map(|_, _| Vec::new());
        for tree in self.trees.find_all(Option::is_some) {
            let beside = self.trees.neighbours(tree).filter(|&cell| self.trees[cell].is_none());
            let tents = beside.map(|cell| (cell, model.flag())).collect_vec();
            for &(cell, belongs) in &tents {
                model.name(format!("{cell} | is the tent of the tree at {tree}"), belongs);
                trees_of[cell].push(belongs);
            }
            let tents = tents.iter().map(|&(_, belongs)| belongs);
            model.at(format!("the tree at {tree}")).require(exactly(1, tents));
        }
        model.rule("Each tent belongs to one tree.");
        for cell in self.trees.find_all(Option::is_none) {
            model.require(sum(trees_of[cell].iter().copied()).equals(tent[cell]));
        }
        model.rule("Tents do not touch, not even at a corner.");
        state::no_touch(model, &tent);
        model.rule("A clue counts the tents of its row or column.");
        state::line_clues(model, "the clue", &tent, (&self.rows, &self.columns), |line, clue| {
            exactly(clue.get(), line)
        });
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "has a number of tents that is";
        lines_of_board((&self.rows, &self.columns), says, |line| {
            Clue::new(line.iter().filter(|&&value| value == TENT).count().try_into().ok()?)
        })
    }

    fn check(&self, board: &Board) -> Result<()> {
        // Trees and tents that share a side, and as many pairs of them as there can be.
        let mut beside = UnGraph::<(), ()>::default();
        let node = self.trees.map(|_, _| beside.add_node(()));
        for tree in self.trees.find_all(Option::is_some) {
            for tent in self.trees.neighbours(tree).filter(|&cell| board[cell] == TENT) {
                beside.add_edge(node[tree], node[tent], ());
            }
        }
        let pairs = maximum_matching(&beside);
        for (cell, &value) in board.grid() {
            let (is_tree, is_tent) = (self.trees[cell].is_some(), value == TENT);
            ensure!(value != Some(TREE) || is_tree, "no tree is given at {cell}");
            let is_paired = pairs.mate(node[cell]).is_some();
            ensure!(is_paired || !is_tree, "no tent is left for the tree at {cell}");
            ensure!(is_paired || !is_tent, "no tree is left for the tent at {cell}");
        }
        check::no_touch(board.grid(), "tents", |&value| value == TENT)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        // The signs of empty cells and trees are for texts.
        picture.erase(self.trees.cells());
        draw::givens(picture, &self.trees.map(|_, tree| tree.map(|_| "♣")));
        let Some(board) = board else { return };
        for cell in board.grid().find_all(|&value| value == TENT) {
            picture.text(cell, "▲", Ink::Found);
        }
    }
}

impl Setter for Tents {
    /// Generates tents that do not touch, with a tree beside each.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let mut board = Grid::filled(rows, columns, '.');
        let mut cells = board.cells().collect_vec();
        random.shuffle(&mut cells);
        for cell in cells {
            let is_free =
                board[cell] == '.' && !board.all_neighbours(cell).any(|other| board[other] == 'A');
            let beside =
                board.neighbours(cell).filter(|&beside| board[beside] == '.').collect_vec();
            if let Some(tree) = random.choice(beside).filter(|_| is_free) {
                (board[cell], board[tree]) = ('A', 'T');
            }
        }
        let trees = board.map(|_, &sign| if sign == 'T' { 'T' } else { '.' });
        let line = |length| vec!["."; length].join(" ");
        Some(
            Draft::new()
                .text("trees", trees)
                .text("rows", line(rows))
                .text("columns", line(columns)),
        )
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let trees = board.grid().map(|_, &value| (value == Some(TREE)).then_some('T'));
        let mut draft = Draft::new().text("trees", trees);
        for clues in self.clues() {
            clues.put(board, &mut draft);
        }
        Some(draft)
    }

    /// Moves a tree or a tent by at most two cells.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let cells = board.grid();
        let is_near = |cell: Cell| board[cell] == EMPTY && cell.distance(at) <= 2;
        let moved = |cell| {
            let mut moved = cells.clone();
            (moved[cell], moved[at]) = (moved[at], EMPTY);
            moved.into()
        };
        cells.cells().filter(|&cell| board[at] != EMPTY && is_near(cell)).map(moved).collect()
    }
}
