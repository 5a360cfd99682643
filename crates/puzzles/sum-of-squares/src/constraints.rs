//! The rules as constraints.

use std::iter;

use puzzle::prelude::*;
use rules::Automaton;

/// The cost of a line is counted up to this: its digits may lack more of 9.
const MOST_LACKING: i64 = 9;

/// States the rules of a rectangle of lines with these divisors.
///
/// The cost of all digits is the cost of the rows, and also that of the columns. So both are
/// bounds: the solver gets the one with the larger minimum.
pub(crate) fn state(model: &mut Model, digit: &Grid<Int>, rows: &[usize], columns: &[usize]) {
    model.rule(
        "Each cell holds a digit from 0 to 9. A row, read from left to right, is a multiple of the \
         number beside it.",
    );
    let lines = digit.row_slices().map(|row| row.iter().collect_vec()).zip(rows);
    let of_rows = lines.enumerate().map(|(row, (line, &divisor))| {
        state_multiple(model, &format!("row {}", row + 1), &line, divisor)
    });
    let of_rows = of_rows.collect_vec();
    model.rule(
        "A column, read downwards, is a multiple of the number above it. The sum of all digits is \
         as large as possible.",
    );
    let lines = (0..columns.len()).map(|column| digit.column(column).collect_vec()).zip(columns);
    let of_columns = lines.enumerate().map(|(column, (line, &divisor))| {
        state_multiple(model, &format!("column {}", column + 1), &line, divisor)
    });
    let of_columns = of_columns.collect_vec();
    let lacking: Sum = digit.values().map(|digit| digit.map(|digit| 9 - digit)).sum();
    let least = |lines: &[Int]| lines.iter().map(Int::smallest).sum::<i64>();
    // This follows from the above, as lines count at most their cost: a bound has a price.
    let model = &mut model.at("all cells");
    let closer = if least(&of_rows) > least(&of_columns) { of_rows } else { of_columns };
    let of_lines = closer.iter().map(|line| in_units(model, line)).sum::<Sum>();
    model.require_priced(1, lacking.clone().at_least(of_lines));
    model.minimise(lacking);
}

/// States that digits form a multiple of a divisor. Returns their cost, up to [`MOST_LACKING`]: an
/// automaton reads the cost first and then tracks its remainder.
fn state_multiple(model: &mut Model, line: &str, digits: &[&Int], divisor: usize) -> Int {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum State {
        Start,
        Read { rest: usize, left: i64, is_most: bool },
    }
    let step = |state: &State, value: i64| match *state {
        State::Start => Some(State::Read { rest: 0, left: value, is_most: value == MOST_LACKING }),
        State::Read { rest, left, is_most } => {
            let left = left - (9 - value);
            let left = if is_most { left.max(0) } else { left };
            let rest = (10 * rest + usize::try_from(value).ok()?) % divisor;
            (left >= 0).then_some(State::Read { rest, left, is_most })
        }
    };
    let values =
        iter::once((0..=MOST_LACKING).collect()).chain(vec![(0..=9).collect(); digits.len()]);
    let is_right = |state: &State| matches!(state, State::Read { rest: 0, left: 0, .. });
    let multiples = Automaton::new(model.budget(), values, State::Start, step, is_right);
    let begun = multiples.start().into_iter().flat_map(|start| multiples.steps(start));
    let lacking = model.int(begun.map(|(lacking, _)| lacking));
    let words = lacking.values().map(|(value, _)| match value {
        MOST_LACKING => format!("{value} or more"),
        _ => value.to_string(),
    });
    model.name_in_words(format!("{line} | falls short of nines by"), &lacking, words);
    model
        .at(format!("{line}: multiples of {divisor}"))
        .regular(iter::once(&lacking).chain(digits.iter().copied()), &multiples);
    lacking
}

/// Returns the same number as its smallest value plus a 1 for each unit above: constraints see at
/// once how much of a sum is left, which they do not see from flags of which one is true.
fn in_units(model: &mut Model, int: &Int) -> Sum {
    let mut units = Sum::from(int.smallest());
    for bound in int.smallest() + 1..=int.largest() {
        let reached = int.values().filter(|&(value, _)| value >= bound);
        units += model.any_of(reached.map(|(_, is_value)| is_value)).into();
    }
    units
}
