//! The rules as constraints.

use std::collections::BTreeMap;

use grid_utils::{Cell, Direction, Grid};
use rules::{Int, Model, Rules, Sum, any, exactly, sum, when};

use crate::{Bridges, Field, Mark, MarshyMess};

/// Where bridges may be: between an island and the next one in its row or column.
struct Span {
    /// The second is on the right of the first, or below it.
    ends: [Cell; 2],
    is_across: bool,
    water: Vec<Cell>,
    bridges: Int,
}

impl Span {
    fn all_of(field: &Field, model: &mut Model) -> Vec<Self> {
        let mut spans = Vec::new();
        for cell in field.cells().filter(|&cell| field[cell].is_some()) {
            for direction in [Direction::East, Direction::South] {
                let is_water = |cell: &Cell| field[*cell].is_none();
                let water: Vec<Cell> = field.ray(cell, direction).take_while(is_water).collect();
                if let Some(end) = field.ray(cell, direction).nth(water.len()) {
                    let is_across = direction == Direction::East;
                    spans.push(Span {
                        ends: [cell, end],
                        is_across,
                        water,
                        bridges: model.int(0..=2),
                    });
                }
            }
        }
        spans
    }

    fn mark(&self, bridges: u8) -> Mark {
        if self.is_across { Mark::Across(bridges) } else { Mark::Down(bridges) }
    }
}

pub(crate) fn rules(puzzle: &MarshyMess) -> Rules<Bridges> {
    let mut model = Model::default();
    let fields: Vec<(&Field, Vec<Span>)> =
        puzzle.fields.values().map(|field| (field, Span::all_of(field, &mut model))).collect();

    model.rule(
        "Bridges lead straight from one island to the next, at most two between the same islands, \
         and do not cross.",
    );
    for (_, spans) in &fields {
        for across in spans.iter().filter(|span| span.is_across) {
            let crosses = |down: &&Span| {
                !down.is_across && down.water.iter().any(|cell| across.water.contains(cell))
            };
            for down in spans.iter().filter(crosses) {
                model.require(any([across.bridges.is(0), down.bridges.is(0)]));
            }
        }
    }

    model.rule("All islands of a field are connected by bridges.");
    for (field, spans) in &fields {
        let islands: Vec<Cell> = field.cells().filter(|&cell| field[cell].is_some()).collect();
        let place = |cell: Cell| islands.iter().position(|&island| island == cell);
        let edges: Vec<_> = spans
            .iter()
            .filter_map(|span| {
                Some((place(span.ends[0])?, place(span.ends[1])?, span.bridges.is_not(0)))
            })
            .collect();
        model.connected_by(islands.len(), &edges);
    }

    model.rule("As many bridges end at an island as its number says, unless the number is wrong.");
    let mut wrong = Vec::new();
    for (field, spans) in &fields {
        let mut wrong_here = Vec::new();
        for (cell, number) in *field {
            let Some(number) = number.map(i64::from) else { continue };
            let bridges = ends_at(cell, spans);
            let (has_fewer, has_more) = (model.flag(), model.flag());
            model.require(when([has_fewer], bridges.clone().at_most(number - 1)));
            model.require(when([has_more], bridges.clone().at_least(number + 1)));
            model.require(when([!has_fewer, !has_more], bridges.clone().equals(number)));
            wrong_here.push((bridges, [has_fewer, has_more]));
        }
        wrong.push(wrong_here);
    }

    model.rule("Exactly one number of each field is wrong.");
    for islands in &wrong {
        model.require(exactly(1, islands.iter().flat_map(|(_, is_wrong)| is_wrong)));
    }

    if let Some(hand) = puzzle.hand {
        model.rule(
            "The true numbers of these islands are the lengths of the suits of a hand, and add up \
             to its cards.",
        );
        let lengths: Vec<Int> = wrong
            .into_iter()
            .map(|islands| {
                let length = model.int(0..=8);
                for (bridges, is_wrong) in islands {
                    let is_wrong = model.any_of(is_wrong);
                    model.require(when([is_wrong], bridges.equals(&length)));
                }
                length
            })
            .collect();
        model.require(sum(&lengths).equals(i64::from(hand)));
    }
    solved_by(model, puzzle, fields)
}

/// The number of bridges that end at an island.
fn ends_at(island: Cell, spans: &[Span]) -> Sum {
    sum(spans.iter().filter(|span| span.ends.contains(&island)).map(|span| &span.bridges))
}

/// Ends the model: the numbers of bridges, span by span, make the board.
fn solved_by(
    model: Model,
    puzzle: &MarshyMess,
    fields: Vec<(&Field, Vec<Span>)>,
) -> Rules<Bridges> {
    let shown: Vec<Int> = fields
        .iter()
        .flat_map(|(_, spans)| spans.iter().map(|span| span.bridges.clone()))
        .collect();
    let empty: BTreeMap<String, Grid<Option<Mark>>> = puzzle
        .fields
        .iter()
        .map(|(name, field)| (name.clone(), field.map(|_, number| number.map(|_| Mark::Island(0)))))
        .collect();
    let spans: Vec<Vec<Span>> = fields.into_iter().map(|(_, spans)| spans).collect();
    model.solved_by(shown, move |mut bridges| {
        let mut boards = empty.clone();
        for (board, spans) in boards.values_mut().zip(&spans) {
            let (these, others) = bridges.split_at(spans.len());
            bridges = others;
            for (span, &bridges) in spans.iter().zip(these) {
                let Some(bridges @ 1..) = bridges.and_then(|number| u8::try_from(number).ok())
                else {
                    continue;
                };
                span.water.iter().for_each(|&cell| board[cell] = Some(span.mark(bridges)));
                for end in span.ends {
                    if let Some(Mark::Island(number)) = &mut board[end] {
                        *number += bridges;
                    }
                }
            }
        }
        Bridges(boards)
    })
}
