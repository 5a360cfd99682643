//! The rules as constraints.

use std::iter::once;

use grid_utils::{Cell, Grid, Shape, words_for};
use nested_hooks::Digits;
use nested_hooks::constraints::Cells;
use polyominoes::{Kind, Pentomino};
use puzzle::{Board, Unknown};
use rules::{Int, Model, at_most, first_seen, sum, when};

use crate::words::{Filled, Sight, number, value};
use crate::{Hooks, LARGEST_SIZE};

const WORDS: usize = words_for(LARGEST_SIZE * LARGEST_SIZE);

/// States the rules of an instance.
pub(crate) fn rules(hooks: &Hooks, model: &mut Model, board: &mut Unknown) {
    let size = hooks.sight.size();
    let cells = Cells::new(model, size, Digits::Free);
    cells.are_connected(model);
    cells.have_no_full_block(model);
    model.rule(
        "The filled cells are cut into pentominoes of five cells, no two alike even if turned or \
         mirrored.",
    );
    let parts = Grid::from_fn(size, size, |_| model.int((0..).take(1 + Pentomino::ALL.len())));
    for (cell, part) in &parts {
        let digits = (1..=size).map(|digit| digit.to_string());
        model.name_in_words(cell, &cells.digit[cell], once("empty".to_owned()).chain(digits));
        let letters = Pentomino::ALL.map(|pentomino| pentomino.to_string());
        let name = format!("the pentomino of {cell}");
        model.name_in_words(name, part, once("none".to_owned()).chain(letters));
        model.channel(sum([cells.filled[cell]]).equals(part.is_not(0)));
    }
    let shape = Shape::<WORDS>::new(size, size).expect("sizes are valid");
    let mut placed = Vec::new();
    for pentomino in Pentomino::ALL {
        let lying = pentomino.shape().orientations(Kind::Free);
        let places = lying.iter().flat_map(|lying| lying.placements(&shape, shape.all()));
        let places: Vec<_> = places.map(|place| (place, model.flag())).collect();
        let model = &mut model.at(format!("the {pentomino} pentomino"));
        model.require(at_most(1, places.iter().map(|(_, lies)| lies)));
        for (cell, part) in &parts {
            let covering = places.iter().filter(|(place, _)| place.contains(shape.index(cell)));
            let count = sum(covering.map(|(_, lies)| lies));
            model.require(count.equals(part.is(number(pentomino))));
        }
        placed.push(places);
    }
    model.rule("The digits of each pentomino add up to a multiple of 5.");
    for (pentomino, places) in Pentomino::ALL.into_iter().zip(placed) {
        let model = &mut model.at(format!("the {pentomino} pentomino"));
        let fifth = model.int((1..).take(size));
        for (place, lies) in places {
            let digits = sum(shape.cells_of(place).map(|cell| &cells.digit[cell]));
            model.require(when([lies], digits.equals(fifth.map(|fifth| 5 * fifth))));
        }
    }
    cells.keep(model, &hooks.givens);
    model.rule(
        "A clue is the first digit that is seen from there; a letter, the pentomino of that shape \
         which it is part of.",
    );
    for (side, line, &clue) in hooks.sight.given() {
        let shows = |cell: Cell| match clue {
            Sight::Digit(digit) => cells.digit[cell].is(digit),
            Sight::Part(pentomino) => parts[cell].is(number(pentomino)),
        };
        let met = cells.line(side, line).map(|cell| (cells.filled[cell], shows(cell)));
        model.at(format!("the clue {clue}, {}", side.name(line))).require(first_seen(met));
    }
    let shown: Vec<Int> = cells.digit.values().chain(parts.values()).cloned().collect();
    board
        .read(shown, move |values| {
            let (digits, parts) = values.split_at(values.len() / 2);
            let mut cells = digits.iter().zip(parts);
            Board::Grid(Grid::from_fn(size, size, |_| {
                let (digit, part) = cells.next()?;
                Some(value(digit.filter(|&digit| digit > 0)?, (*part)?))
            }))
        })
        .invert(move |board| {
            let held = (0..).zip(board.grid().values());
            let held = held.filter_map(|(place, held)| Some((place, Filled::of((*held)?))));
            // A digit alone leaves the pentomino open.
            let numbers = held.flat_map(|(place, Filled { digit, part })| {
                let part = part.map(|part| (size * size + place, number(part)));
                [Some((place, digit)), part].into_iter().flatten()
            });
            numbers.collect()
        });
}
