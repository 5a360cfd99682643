//! The rules as constraints.

use grid_utils::{Cell, Grid, KNIGHT_STEPS, Regions};
use itertools::Itertools;
use puzzle::{Unknown, counted};
use rules::{Automaton, Flag, Int, Model, any, exactly, sum, when};

use crate::{KnightMoves, LEAPS};

/// Stands for the move of an unvisited cell.
const UNVISITED: i64 = -1;
/// Stands for the number of a cell without one.
const NONE: i64 = -1;
/// The mark after the end of a walk.
const ENDED: i64 = -1;

/// The variables of a walk.
struct Walk {
    /// The number of moves after which the knight visits each cell.
    moves: Grid<Int>,
    towers: Grid<Flag>,
    last: Int,
    /// After each move, the number in the knight's cell; [`NONE`] without one, and after the end.
    numbers: Vec<Int>,
    /// Whether the knight is on a tower after each move.
    is_high: Vec<Flag>,
    /// After each move, a mark of the knight's cell: twice the place of its number, and 1 more on a
    /// tower.
    marks: Vec<Int>,
}

/// States the rules.
pub(crate) fn state(puzzle: &KnightMoves, model: &mut Model, board: &mut Unknown) {
    let (rows, columns) = (puzzle.regions.rows(), puzzle.regions.columns());
    let most = i64::try_from(rows * columns - 1).expect("a board has at most 64 cells");
    let numbers = puzzle.numbers.values().flatten().copied().sorted().dedup().collect_vec();
    let largest_mark = i64::try_from(2 * numbers.len() + 1).expect("a board has at most 64 cells");
    let written = || numbers.iter().map(|&number| small(number));
    let walk = Walk {
        moves: model.grid(rows, columns, UNVISITED..=most),
        towers: model.flags(rows, columns),
        last: model.int(1..=most),
        numbers: (0..=most).map(|_| model.int([NONE].into_iter().chain(written()))).collect(),
        is_high: (0..=most).map(|_| model.flag()).collect(),
        marks: (0..=most).map(|_| model.int(ENDED..=largest_mark)).collect(),
    };
    walk.name(model);
    walk.state_visits(model, puzzle);
    walk.state_jumps(model);
    walk.state_scores(model, puzzle, &numbers);
    board.read_cells(&walk.moves, |moves| moves != UNVISITED);
}

impl Walk {
    fn name(&self, model: &mut Model) {
        let Self { towers, last, numbers, is_high, .. } = self;
        let word =
            |number: i64| if number == NONE { "no number".to_owned() } else { number.to_string() };
        model.name("the last move", last);
        for (cell, &is_tower) in towers {
            model.name(format!("{cell} | is a tower"), is_tower);
        }
        for (step, (number, &is_high)) in numbers.iter().zip(is_high).enumerate() {
            let words = number.values().map(|(value, _)| word(value));
            model.name_in_words(format!("the knight after move {step} | stands on"), number, words);
            model.name(format!("the knight after move {step} | is on a tower"), is_high);
        }
    }

    fn state_visits(&self, model: &mut Model, puzzle: &KnightMoves) {
        let Self { moves, towers, last, .. } = self;
        model.rule("A knight starts in the lower left cell and does not visit cells twice.");
        model.require(moves[puzzle.start()].is(0));
        for step in 0..=last.largest() {
            let is_made = last.values().filter(|&(last, _)| last >= step).map(|(_, is)| is);
            let cells = moves.values().map(|cell| cell.is(step));
            model
                .at(format!("the cell after move {step}"))
                .require(sum(cells).equals(sum(is_made)));
        }
        model.rule(
            "One cell of each region is a tower, one unit higher than the others. The knight stops \
             as soon as it has visited all towers.",
        );
        for (_, cells) in Regions::from_labels(&puzzle.regions).iter() {
            model.require(exactly(1, cells.iter().map(|&cell| towers[cell])));
        }
        for (cell, &is_tower) in towers {
            model.require(when([is_tower], moves[cell].is_not(UNVISITED)));
            for (step, is_last) in last.values() {
                model.require(when([is_last, moves[cell].is(step)], is_tower));
            }
        }
    }

    fn state_jumps(&self, model: &mut Model) {
        let Self { moves, towers, is_high, .. } = self;
        model.rule(
            "A move between cells of the same height is a knight's jump. Between different heights \
             it goes two cells straight along a row or a column.",
        );
        for (cell, here) in moves {
            let model = &mut model.at(cell);
            for (step, &is_high) in (0..).zip(is_high) {
                model.require(when([here.is(step), towers[cell]], is_high));
                model.require(when([here.is(step), !towers[cell]], !is_high));
            }
        }
        for (step, (&before, &after)) in (1..).zip(is_high.iter().tuple_windows()) {
            let model = &mut model.at(format!("move {step}"));
            let changes = model.differ(before, after);
            let came = |cell: Cell, steps| {
                any(moves.at_steps(cell, steps).map(|cell| moves[cell].is(step - 1)))
            };
            for (cell, here) in moves {
                model.require(when([here.is(step), !changes], came(cell, &KNIGHT_STEPS)));
                model.require(when([here.is(step), changes], came(cell, &LEAPS)));
            }
        }
    }

    fn state_scores(&self, model: &mut Model, puzzle: &KnightMoves, written: &[usize]) {
        let Self { moves, last, numbers, is_high, marks, .. } = self;
        model.given_rule(&format!(
            "Move n adds n to the score at the same height, multiplies it by n on the way up, and \
             divides it by n, without remainder, on the way down. The knight wrote its score at \
             the start, then {} after every {}, and from then on after more moves each time, always \
             as many; all these numbers are given.",
            counted(puzzle.times.size() as u128, "time"),
            counted(puzzle.interval.size() as u128, "move"),
        ));
        for (cell, here) in moves {
            let model = &mut model.at(cell);
            let number = puzzle.numbers[cell].map_or(NONE, small);
            for (step, found) in (0..).zip(numbers) {
                model.require(when([here.is(step)], found.is(number)));
            }
            if number != NONE {
                model.require(here.is_not(UNVISITED));
            }
        }
        let model = &mut model.at("the score");
        for (step, ((mark, number), &is_high)) in (0..).zip(marks.iter().zip(numbers).zip(is_high))
        {
            for (value, is_marked) in mark.values().filter(|&(value, _)| value != ENDED) {
                let place = usize::try_from(value / 2).ok().and_then(|place| place.checked_sub(1));
                let found = place.map_or(NONE, |place| small(written[place]));
                model.require(when([is_marked], number.is(found)));
                model.require(when([is_marked], if value % 2 == 1 { is_high } else { !is_high }));
            }
            model.require(when([mark.is(ENDED)], number.is(NONE)));
            model.require(when([mark.is(ENDED)], !is_high));
            let is_over = last.values().filter(|&(last, _)| last < step).map(|(_, is)| is);
            model.require(sum(is_over).equals(mark.is(ENDED)));
        }
        let values = marks.iter().map(|mark| mark.values().map(|(mark, _)| mark).collect());
        let step = |state: &State, mark| state.after(mark, puzzle, written);
        let scores = Automaton::new(model.budget(), values, State::Before, step, |state| {
            state.after(ENDED, puzzle, written).is_some()
        });
        model.regular(marks, &scores);
    }
}

/// A walk after some moves, as far as its marks show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Before,
    Walking {
        moves: usize,
        score: usize,
        is_high: bool,
        /// K, once the knight has written a number after the early ones.
        late: Option<usize>,
    },
    Ended,
}

impl State {
    /// Returns the state after the next mark, if the rules allow it.
    fn after(self, mark: i64, puzzle: &KnightMoves, numbers: &[usize]) -> Option<Self> {
        if mark == ENDED {
            let ends = match self {
                Self::Before => false,
                Self::Walking { is_high, late, .. } => is_high && late.is_some(),
                Self::Ended => true,
            };
            return ends.then_some(Self::Ended);
        }
        let mark = usize::try_from(mark).ok()?;
        let is_high = mark % 2 == 1;
        let (moves, score, late) = match self {
            Self::Before => (0, 0, None),
            Self::Walking { moves, score, is_high: was_high, late } => {
                let n = moves + 1;
                let score = match (was_high, is_high) {
                    (false, true) => score * n,
                    (true, false) => score.is_multiple_of(n).then_some(score / n)?,
                    _ => score + n,
                };
                (n, score, late)
            }
            Self::Ended => return None,
        };
        let number = (mark / 2).checked_sub(1).map(|place| numbers[place]);
        let late = match moves.checked_sub(puzzle.early()) {
            None | Some(0) => {
                let is_written = moves.is_multiple_of(puzzle.interval.size());
                (number.is_some() == is_written).then_some(late)?
            }
            Some(since) => match (late, number) {
                (Some(late), _) => {
                    (number.is_some() == since.is_multiple_of(late)).then_some(Some(late))?
                }
                (None, Some(_)) => {
                    puzzle.late_intervals().contains(&since).then_some(Some(since))?
                }
                (None, None) => (since < *puzzle.late_intervals().end()).then_some(None)?,
            },
        };
        let fits = number.is_none_or(|number| number == score);
        fits.then_some(Self::Walking { moves, score, is_high, late })
    }
}

/// Returns a number as the values of variables are.
fn small(number: usize) -> i64 {
    i64::try_from(number).expect("numbers have at most six digits")
}
