//! The search: which piece lies across a line that needs one, or on a cell that it cannot do
//! without.

use grid_utils::{BitSet, CellSet, with_words};
use puzzle::{Flow, Search, Sketch};

use crate::tables::{Piece, Tables, WIDTHS, most_pieces};
use crate::{SomeFSquares, WORDS};

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &SomeFSquares, search: &mut Search) -> Flow {
    let most_pieces = most_pieces(puzzle.rows.len(), puzzle.columns.len());
    with_words!(most_pieces, [7, 62], |PLACES| {
        let tables = Tables::<PLACES>::new(puzzle);
        let mut placer = Placer { tables, laid: Vec::new(), search };
        for sum in placer.tables.region_sums.clone() {
            if let Some(lacks) = placer.tables.totals(puzzle, sum) {
                placer.start(lacks)?;
            }
        }
        Flow::Continue(())
    })
}

/// What is left after some pieces.
#[derive(Clone)]
struct State<const PLACES: usize> {
    /// The pieces that can still be laid.
    possible: BitSet<PLACES>,
    /// The cells that no piece covers.
    free: CellSet<WORDS>,
    /// What each line lacks, where that is known.
    lacks: Vec<Option<usize>>,
}

/// What follows from a state.
enum Next<const PLACES: usize> {
    /// It cannot be completed.
    DeadEnd(&'static str),
    /// All lines have their sums.
    Done,
    /// One of these pieces is laid.
    OneOf(BitSet<PLACES>),
}

/// The cells that pieces of each width can cover, from 1 on.
type Coverable = [CellSet<WORDS>; WIDTHS + 1];

struct Placer<'s, 'r, const PLACES: usize> {
    tables: Tables<PLACES>,
    /// The pieces that lie on the board.
    laid: Vec<usize>,
    search: &'s mut Search<'r>,
}

impl<const PLACES: usize> Placer<'_, '_, PLACES> {
    /// Lays all boards with these sums.
    fn start(&mut self, lacks: Vec<Option<usize>>) -> Flow {
        let possible = BitSet::below(self.tables.pieces.len());
        let mut state = State { possible, free: self.tables.shape.all(), lacks };
        for line in 0..state.lacks.len() {
            self.tables.close(&mut state, line);
        }
        self.go_on(&mut state)
    }

    fn go_on(&mut self, state: &mut State<PLACES>) -> Flow {
        let Placer { tables, laid, search } = self;
        search.visit(laid.len(), || {
            let covering = |&cell: &usize| tables.covering[cell].intersects(state.possible);
            let empty = state.free.iter().filter(|cell| !covering(cell));
            Sketch::from(tables.board(laid)).empty(empty.map(|cell| tables.shape.cell(cell)))
        })?;
        let choice = match tables.next(state) {
            Next::DeadEnd(why) => {
                search.dead_end_because(|| why);
                return Flow::Continue(());
            }
            Next::Done => return search.solution(tables.board(laid)),
            Next::OneOf(choice) => choice,
        };
        for piece in choice {
            // All boards with it are found in this round: later ones do without.
            state.possible.remove(piece);
            let mut next = self.tables.with(state, piece);
            self.laid.push(piece);
            self.go_on(&mut next)?;
            self.laid.pop();
        }
        Flow::Continue(())
    }
}

impl<const PLACES: usize> Tables<PLACES> {
    /// The state with one more piece, a possible one.
    fn with(&self, state: &State<PLACES>, piece: usize) -> State<PLACES> {
        let (width, cells) = (self.pieces[piece].width, self.pieces[piece].cells);
        let mut state = state.clone();
        state.free -= cells;
        for cell in cells {
            state.possible -= self.covering[cell];
        }
        for (line, &across) in self.lines.iter().enumerate() {
            let points = width * (across & cells).len();
            if points > 0
                && let Some(lacks) = &mut state.lacks[line]
            {
                *lacks -= points;
                self.close(&mut state, line);
            }
        }
        state
    }

    /// Leaves out the pieces that add more to a line than it lacks.
    fn close(&self, state: &mut State<PLACES>, line: usize) {
        let Some(lacks) = state.lacks[line] else { return };
        for adding in self.adding[line].iter().filter(|adding| adding.points > lacks) {
            state.possible -= adding.pieces;
        }
    }

    /// Looks for the fewest pieces of which one must be laid.
    fn next(&self, state: &State<PLACES>) -> Next<PLACES> {
        let coverable = self.coverable(state);
        let (mut fewest, mut least) = (None, usize::MAX);
        let mut consider = |pieces: BitSet<PLACES>| {
            let pieces = pieces & state.possible;
            let mut count = 0;
            for word in pieces.words() {
                count += word.count_ones() as usize;
                // Most sets are given up after a few words.
                if count >= least {
                    return;
                }
            }
            (fewest, least) = (Some(pieces), count);
        };
        let mut needed = CellSet::EMPTY;
        for (line, lacks) in state.lacks.iter().enumerate() {
            let Some(lacks) = lacks.filter(|&lacks| lacks > 0) else { continue };
            let is_enough = |width: usize| self.is_enough(&coverable, line, lacks, width);
            let widest = self.widest();
            if !is_enough(widest) {
                return Next::DeadEnd("a row, column or region cannot come to its sum any more");
            }
            let width = (1..=widest).rev().find(|&width| !is_enough(width - 1)).unwrap_or(1);
            consider(self.across[line] & self.at_least_as_wide[width]);
            needed |= self.needed_cells(&coverable, line, lacks);
        }
        for cell in needed {
            consider(self.covering[cell]);
        }
        match fewest {
            Some(pieces) if pieces.is_empty() => Next::DeadEnd("no piece fits where one is needed"),
            Some(pieces) => Next::OneOf(pieces),
            // What is still possible would add to a region.
            None => Next::Done,
        }
    }

    fn coverable(&self, state: &State<PLACES>) -> Coverable {
        let mut coverable = [CellSet::EMPTY; WIDTHS + 1];
        for piece in state.possible {
            let Piece { width, cells } = self.pieces[piece];
            coverable[width] |= cells;
        }
        coverable
    }

    /// Whether a line can come to its sum with pieces of this width and less, as far as is seen
    /// from its cells one by one, and, in rows and columns, from the blocks: each takes as many
    /// cells as it is wide.
    fn is_enough(&self, coverable: &Coverable, line: usize, lacks: usize, width: usize) -> bool {
        let (most, covered) = most(&coverable[..=width], self.lines[line]);
        let fewest = || self.fewest_cells[width].get(lacks).copied().unwrap_or(usize::MAX);
        most >= lacks && (line >= self.first_region || fewest() <= covered.len())
    }

    /// The cells without which a line does not come to its sum.
    fn needed_cells(&self, coverable: &Coverable, line: usize, lacks: usize) -> CellSet<WORDS> {
        let (most, all) = most(coverable, self.lines[line]);
        let is_full = || self.fewest_cells[self.widest()][lacks] == all.len();
        if line < self.first_region && is_full() {
            return all;
        }
        // Those that can count more than what can be spared.
        let wide = coverable.iter().skip(most - lacks + 1);
        wide.fold(CellSet::EMPTY, |all, &some| all | some) & all
    }
}

/// What cells add up to at most: as many for each width as can have that or more. And those that
/// can be covered.
fn most(coverable: &[CellSet<WORDS>], cells: CellSet<WORDS>) -> (usize, CellSet<WORDS>) {
    let (mut covered, mut most) = (CellSet::EMPTY, 0);
    for &wide in coverable[1..].iter().rev() {
        covered |= wide & cells;
        most += covered.len();
    }
    (most, covered)
}
