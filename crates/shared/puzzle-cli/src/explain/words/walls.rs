//! Connections that would break, in words.

use ::explain::{Step, Wall};
use grid_utils::Cell;
use itertools::Itertools;
use pseudo_boolean::{Literal, Separation};

use super::Words;
use crate::explain::english::{capped, distinct, list};

/// Most cells of a part that is cut off that are named.
const MOST_CUT_OFF: usize = 4;

/// Most cells of the wall around it.
const MOST_OF_WALL: usize = 8;

/// Fewest members of a loop.
const LEAST_LOOP: usize = 4;

impl Words<'_> {
    /// Says how what belongs together would break: "r1c4 and r2c5 close off r1c5"; and whether that is
    /// seen without the premises.
    pub(super) fn wall(&self, step: &Step, label: &str) -> Option<(String, bool)> {
        let wall = self.explainer.wall(step)?;
        // What is left is not seen without what excludes the rest.
        let is_seen = !matches!(wall, Wall::Short { .. });
        Some((self.wall_in_words(wall, label)?, is_seen))
    }

    /// Says how often a loop crosses the border of some cells elsewhere.
    pub(super) fn crossings(&self, step: &Step) -> String {
        let nodes = step.groups.iter().map(|&group| self.place(group)).collect_vec();
        let taken = step.because.iter().copied().filter(|&one| self.is_true(one)).collect_vec();
        let elsewhere = match &self.shown(&taken)[..] {
            [] => "no other way out is on the loop".to_owned(),
            taken => {
                let (names, are) = (capped(taken, MOST_OF_WALL), verb(taken, "is", "are"));
                format!("of the other ways out only {names} {are} on the loop")
            }
        };
        format!(
            "the loop goes in and out of {} an even number of times, and {elsewhere}",
            blocks(&nodes)
        )
    }

    fn wall_in_words(&self, wall: Wall, label: &str) -> Option<String> {
        let shown = |literals: &[Literal]| self.shown(literals);
        Some(match wall {
            Wall::Cut(Separation { parts: [part, other], border }) => {
                let [part, other, border] = [part, other, border].map(|list| shown(&list));
                let is_short = (1..=MOST_OF_WALL).contains(&border.len());
                // What is given has no literals.
                let given = if is_short { "what is given there" } else { "something given" };
                let what = named(&part, MOST_CUT_OFF).unwrap_or_else(|| given.to_owned());
                let close = verb(&border, "closes", "close");
                let are = if part.is_empty() { "is" } else { verb(&part, "is", "are") };
                if is_short {
                    format!("{} {close} off {what}", list(&border, "and"))
                } else {
                    format!("{what} {are} cut off from {}", other.first()?)
                }
            }
            Wall::Loop { part, outside, exit } => {
                let (part, outside) = (shown(&part), shown(&[outside]).pop()?);
                let what = named(&part, MOST_CUT_OFF)?;
                match exit.map(|exit| shown(&[exit])) {
                    Some(exit) => format!("only {} leads out of {what}", exit.first()?),
                    None if part.len() < LEAST_LOOP => format!("nothing leads to {what}"),
                    None => format!("a loop closes through {what}, without {outside}"),
                }
            }
            Wall::Short { members, given, needed } => {
                let members = shown(&members);
                let what = named(&members, MOST_OF_WALL).unwrap_or_else(|| "nothing".to_owned());
                let of = Some(label).filter(|label| label.starts_with("the "));
                let of = of.map_or_else(String::new, |label| format!(" for {label}"));
                let (only, are) = match members.len() {
                    0 => ("", "is"),
                    _ => ("only ", verb(&members, "is", "are")),
                };
                let besides = if given > 0 { " besides what is given" } else { "" };
                let count = members.len() + given;
                format!("{only}{what} {are} left{of}{besides}, {count} of {needed}")
            }
        })
    }

    /// Names members that are cut off, with the verb: "r1c2 is", "r1c2 and 5 more cells are".
    pub(super) fn cut_off_in_words(&self, part: &[Literal]) -> Option<String> {
        let part = self.shown(part);
        let are = verb(&part, "is", "are");
        Some(format!("{} {are}", named(&part, MOST_CUT_OFF)?))
    }

    /// Returns what literals are about, each once.
    fn shown(&self, literals: &[Literal]) -> Vec<String> {
        distinct(self.readings(literals).iter().map(|one| self.subject(one.number)))
    }

    /// Returns the cells that a chain cuts off, if they are few.
    pub(super) fn cut_off(&self, step: &Step) -> Option<String> {
        let Separation { parts: [part, _], .. } = self.explainer.separation(step)?;
        let numbers = self.readings(&part).into_iter().map(|reading| reading.number);
        let cells = distinct(self.cells(numbers));
        (1..=MOST_CUT_OFF).contains(&cells.len()).then(|| list(&cells, "and"))
    }
}

/// Names the members of a part: of many, the first one and how many others there are; `None` if there
/// are none.
fn named(names: &[String], most: usize) -> Option<String> {
    let (first, more) = (names.first()?, names.len() - 1);
    Some(if names.len() <= most {
        list(names, "and")
    } else if first.parse::<Cell>().is_ok() {
        format!("{first} and {more} more cells")
    } else {
        format!("{first} and {more} more")
    })
}

/// Names nodes; cells that fill a rectangle have one name: "r1c2 to r3c4".
fn blocks(nodes: &[String]) -> String {
    let cells: Option<Vec<Cell>> = nodes.iter().map(|node| node.parse().ok()).collect();
    let Some(cells) = cells else { return capped(nodes, MOST_OF_WALL) };
    let is_next = |one: &Cell, next: &Cell| one.row == next.row && one.column + 1 == next.column;
    let cells = cells.into_iter().sorted().collect_vec();
    // The first and last cells of rectangles that grow row by row.
    let mut blocks: Vec<[Cell; 2]> = Vec::new();
    for run in cells.chunk_by(is_next) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let above = blocks.iter_mut().find(|[start, end]| {
            (start.column, end.column, end.row + 1) == (first.column, last.column, first.row)
        });
        match above {
            Some([_, end]) => *end = last,
            None => blocks.push([first, last]),
        }
    }
    let name = |[first, last]: &[Cell; 2]| {
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    };
    capped(&blocks.iter().map(name).collect_vec(), MOST_OF_WALL)
}

/// Returns the form of a verb for these subjects.
fn verb<'v>(subjects: &[String], one: &'v str, several: &'v str) -> &'v str {
    if subjects.len() == 1 { one } else { several }
}
