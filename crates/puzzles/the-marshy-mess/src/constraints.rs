//! The rules as constraints.

use puzzle::prelude::*;

use crate::{Field, Mark, MarshyMess};

pub(crate) fn rules(puzzle: &MarshyMess, model: &mut Model, board: &mut Unknown) {
    let marshes: Vec<Marsh> =
        puzzle.fields.iter().map(|(name, field)| Marsh::new(name, field, model)).collect();
    state_bridges(model, &marshes);
    state_connection(model, &marshes);
    let islands = state_numbers(model, &marshes);
    let names = || puzzle.fields.keys();
    model.rule("Exactly one number of each field is wrong.");
    for (name, islands) in names().zip(&islands) {
        model
            .at(format!("field {name}"))
            .require(exactly(1, islands.iter().flat_map(|island| island.is_wrong)));
    }
    if let Some(hand) = puzzle.hand {
        state_hand(model, names().zip(islands), hand);
    }
    let bridges: Vec<Int> =
        marshes.iter().flat_map(|marsh| &marsh.spans).map(|span| span.bridges.clone()).collect();
    let marshes: Vec<_> = marshes
        .into_iter()
        .map(|marsh| (marsh.field.map(|_, number| number.map(|_| 0)), marsh.spans))
        .collect();
    board.read(bridges, move |bridges| {
        let mut bridges = bridges.iter();
        let parts = marshes.iter().map(|(empty, spans)| {
            let these = spans.iter().zip(&mut bridges);
            self::board(empty, these.map(|(span, bridges)| (span, bridges.unwrap_or(0))))
        });
        Board::Parts(parts.collect())
    });
}

/// A field and the places of its bridges.
struct Marsh<'a> {
    name: &'a str,
    field: &'a Field,
    spans: Vec<Span>,
}

/// A possible place of bridges: between an island and the next one in its row or column.
struct Span {
    /// The second is on the right of the first, or below it.
    ends: [Cell; 2],
    is_across: bool,
    water: Vec<Cell>,
    bridges: Int,
}

/// An island: the number of bridges that end there, and whether it is less or more than its number.
struct Island {
    bridges: Sum,
    is_wrong: [Flag; 2],
}

impl<'a> Marsh<'a> {
    fn new(name: &'a str, field: &'a Field, model: &mut Model) -> Self {
        let mut spans = Vec::new();
        for cell in field.cells().filter(|&cell| field[cell].is_some()) {
            for direction in [Direction::East, Direction::South] {
                let is_water = |cell: &Cell| field[*cell].is_none();
                let water: Vec<Cell> = field.ray(cell, direction).take_while(is_water).collect();
                if let Some(end) = field.ray(cell, direction).nth(water.len()) {
                    let is_across = direction == Direction::East;
                    let bridges = model.int(0..=2);
                    let from =
                        format!("the number of bridges from {cell} to {end} of field {name}");
                    model.name(from, &bridges);
                    spans.push(Span { ends: [cell, end], is_across, water, bridges });
                }
            }
        }
        Marsh { name, field, spans }
    }
}

fn state_bridges(model: &mut Model, marshes: &[Marsh]) {
    model.rule(
        "Bridges lead straight from one island to the next, at most two between the same islands, \
         and do not cross.",
    );
    for Marsh { spans, .. } in marshes {
        for across in spans.iter().filter(|span| span.is_across) {
            let crosses = |down: &&Span| {
                !down.is_across && down.water.iter().any(|cell| across.water.contains(cell))
            };
            for down in spans.iter().filter(crosses) {
                model.require(any([across.bridges.is(0), down.bridges.is(0)]));
            }
        }
    }
}

fn state_connection(model: &mut Model, marshes: &[Marsh]) {
    model.rule("All islands of a field are connected by bridges.");
    for Marsh { name, field, spans } in marshes {
        let islands: Vec<Cell> = field.cells().filter(|&cell| field[cell].is_some()).collect();
        let place = |cell: Cell| islands.iter().position(|&island| island == cell);
        let edge = |span: &Span| {
            let [one, other] = span.ends;
            Some((place(one)?, place(other)?, span.bridges.is_not(0)))
        };
        let edges: Vec<_> = spans.iter().filter_map(edge).collect();
        model.at(format!("field {name}")).connected_by(islands.len(), &edges);
    }
}

/// States the rules about the numbers, and returns the islands of each field.
fn state_numbers(model: &mut Model, marshes: &[Marsh]) -> Vec<Vec<Island>> {
    model.rule("As many bridges end at an island as its number says, unless the number is wrong.");
    let islands = marshes.iter().map(|Marsh { name, field, spans }| {
        let islands = field.iter().filter_map(|(cell, number)| {
            let number = (*number)?.get();
            let ending = spans.iter().filter(|span| span.ends.contains(&cell));
            let bridges = sum(ending.map(|span| &span.bridges));
            let (has_fewer, has_more) = (model.flag(), model.flag());
            let island = format!("the {number} at {cell} of field {name}");
            model.name(format!("{island} is too large"), has_fewer);
            model.name(format!("{island} is too small"), has_more);
            let model = &mut model.at(island);
            model.require(when([has_fewer], bridges.clone().at_most(number - 1)));
            model.require(when([has_more], bridges.clone().at_least(number + 1)));
            model.require(when([!has_fewer, !has_more], bridges.clone().equals(number)));
            Some(Island { bridges, is_wrong: [has_fewer, has_more] })
        });
        islands.collect()
    });
    islands.collect()
}

fn state_hand<'a>(
    model: &mut Model,
    fields: impl Iterator<Item = (&'a String, Vec<Island>)>,
    hand: u8,
) {
    model.rule(
        "The true numbers of these islands are the lengths of the suits of a hand, and add up to \
         its cards.",
    );
    let mut cards = Sum::default();
    for (name, islands) in fields {
        let length = model.int(0..=8);
        model.name(format!("the true number of field {name}"), &length);
        let model = &mut model.at(format!("field {name}"));
        for Island { bridges, is_wrong } in islands {
            let is_wrong = model.any_of(is_wrong);
            model.require(when([is_wrong], bridges.equals(&length)));
        }
        cards += sum([&length]);
    }
    model.at(format!("{hand} cards")).require(cards.equals(hand));
}

/// Returns the board of a field whose islands have no bridges in `empty`.
fn board<'a>(empty: &Grid<Option<i64>>, bridges: impl Iterator<Item = (&'a Span, i64)>) -> Board {
    let mut board = empty.clone();
    for (span, bridges) in bridges.filter(|&(_, bridges)| bridges > 0) {
        let mark = if span.is_across { Mark::Across(bridges) } else { Mark::Down(bridges) };
        span.water.iter().for_each(|&cell| board[cell] = Some(mark.value()));
        for end in span.ends {
            // The value of an island is its number.
            board[end] = board[end].map(|number| number + bridges);
        }
    }
    Board::Grid(board)
}
