//! Dots in cells, on their sides and at their corners: the tokens of a grid of places, which are half as
//! far apart as the cells.

use anyhow::{Context, Result, ensure};
use grid_puzzles::Dot;
use grid_utils::{Cell, Grid};
use puzzle::Draft;

use crate::Size;
use crate::cells::{BLACK_DOT, DOTS, LONGEST_GAP_OF_DOT, NOTHING, WHITE_DOT};

/// The keys of all dots, and of the black ones among them.
type Keys<'k> = [&'k str; 2];

/// Returns the rows and columns of the places.
pub(crate) fn places((rows, columns): Size) -> Size {
    (2 * rows - 1, 2 * columns - 1)
}

/// Returns the name of the dot at a place.
fn name(Cell { row, column }: Cell) -> String {
    let last = Cell::new(row.div_ceil(2), column.div_ceil(2));
    Dot::between(Cell::new(row / 2, column / 2), last).to_string()
}

/// Puts rows, columns and dots into an instance.
pub(crate) fn put(draft: &mut Draft, keys: Keys, tokens: &Grid<String>) {
    let lines = |places: usize| i64::try_from(places.div_ceil(2)).expect("grids are small");
    draft.put("rows", lines(tokens.rows()));
    draft.put("columns", lines(tokens.columns()));
    let names = |dots: &[&str]| -> Vec<String> {
        tokens.find_all(|token| dots.contains(&token.as_str())).map(name).collect()
    };
    draft.put(keys[0], names(&[WHITE_DOT, BLACK_DOT]));
    let black = names(&[BLACK_DOT]);
    if !black.is_empty() {
        draft.put(keys[1], black);
    }
}

/// Writes the dots of an instance in an address, and notes rows and columns.
pub(crate) fn pack(instance: &Draft, keys: Keys, size: &mut Option<Size>) -> Result<String> {
    let lines = |key| {
        let lines = instance.table().get(key).and_then(toml::Value::as_integer);
        let lines = lines.and_then(|lines| usize::try_from(lines).ok()).filter(|&lines| lines > 0);
        lines.with_context(|| format!("`{key}` is not a number of lines"))
    };
    let both = (lines("rows")?, lines("columns")?);
    *size = Some(both);
    let names = |key| -> Result<Vec<String>> {
        let names = instance.table().get(key).cloned();
        names.map_or(Ok(Vec::new()), |names| names.try_into().with_context(|| format!("`{key}`")))
    };
    let [all, black] = [names(keys[0])?, names(keys[1])?];
    let (rows, columns) = places(both);
    let tokens = Grid::from_fn(rows, columns, |place| match name(place) {
        name if black.contains(&name) => BLACK_DOT,
        name if all.contains(&name) => WHITE_DOT,
        _ => NOTHING,
    });
    let mut tokens: Vec<String> = tokens.values().map(|&token| token.to_owned()).collect();
    let dots = tokens.iter().filter(|token| *token != NOTHING).count();
    ensure!(dots == all.len(), "`{}`: in an address, each dot occurs once", keys[0]);
    // The gap behind the last dot has its full length, even over the end.
    if let Some(last) = tokens.iter().rposition(|token| token != NOTHING) {
        tokens.resize(tokens.len().max(last + 1 + LONGEST_GAP_OF_DOT), NOTHING.to_owned());
    }
    DOTS.pack(tokens)
}
