//! The rules as constraints.

use std::collections::BTreeMap;

use num_rational::Ratio;
use puzzle::prelude::*;

use crate::DieAgony;

/// The limit of flags (possible moves, and faces on sides of the die, over all moves together)
/// above which the model adds no further moves.
const MOST_FLAGS: usize = 3_000;

/// The direction of a tip after the end of the journey.
const OVER: i64 = 4;

/// The words for the directions of tips.
const TIPS: [&str; 5] = ["north", "east", "south", "west", "nowhere"];

/// A possible direction of a move.
struct Way {
    from: Cell,
    to: Cell,
    /// An index into [`Direction::ALL`].
    tip: i64,
    is_gone: Flag,
}

/// States the rules of an instance.
pub(crate) fn state(instance: &DieAgony, model: &mut Model, board: &mut Unknown) {
    let (grid, start) = (&instance.grid, instance.start);
    model.rule(
        "Each move rolls a die to a neighbouring cell, from the start until it comes to the \
         finish.",
    );
    let (mut moves, mut size) = (Vec::new(), 0);
    let mut stands = BTreeMap::from([(start, Flag::TRUE)]);
    for number in 1.. {
        let ahead = stands.keys().cartesian_product((0..).zip(Direction::ALL));
        let way = |(&from, (tip, direction))| {
            Some(Way { from, to: grid.neighbour(from, direction)?, tip, is_gone: model.flag() })
        };
        let ways: Vec<Way> = ahead.filter_map(way).collect();
        let gone = |is_so: &dyn Fn(&Way) -> bool| {
            sum(ways.iter().filter(|way| is_so(way)).map(|way| way.is_gone))
        };
        let model = &mut model.at(format!("move {number}"));
        for (from, stands_there) in stands {
            model.require(gone(&|way| way.from == from).equals(stands_there));
        }
        let reached = ways.iter().map(|way| way.to).unique();
        stands = reached.map(|cell| (cell, model.flag())).collect();
        for (&to, stands_there) in &stands {
            model.name(format!("the cell of move {number} is {to}"), stands_there);
            model.require(gone(&|way| way.to == to).equals(stands_there));
        }
        let tip = model.int(0..=OVER);
        model.name_in_words(format!("move {number} | goes"), &tip, TIPS);
        for name in 0..OVER {
            model.channel(gone(&|way| way.tip == name).equals(tip.is(name)));
        }
        size += ways.len() + 18;
        moves.push((tip, ways));
        if number > instance.max_moves() || size > MOST_FLAGS {
            break;
        }
        stands.remove(&instance.finish);
    }
    model.rule("The die tips over its edge, which brings another of its six faces to the top.");
    let mut die = vec![[0, 1, 2].map(Int::constant)];
    for ((tip, _), number) in moves.iter().zip(1..) {
        let model = &mut model.at(format!("move {number}"));
        die.push(tipped(model, &die[die.len() - 1], tip));
    }
    model.rule(
        "The score is 0 at first; move n adds n times the face that is then on top, and must \
         reach the number of the cell.",
    );
    let mut values = [(); 6].map(|()| BTreeMap::new());
    for (number, ((_, ways), [top, north, east])) in (1..).zip(moves.iter().zip(&die[1..])) {
        for (side, face) in [("top", top), ("north", north), ("east", east)] {
            model.name(format!("the face at the {side} after move {number}"), face);
        }
        let model = &mut model.at(format!("move {number}"));
        for way in ways {
            let value = Ratio::new(instance.difference(way.from, way.to), number).into_raw();
            for (face, values) in (0..).zip(&mut values) {
                let has_value: &mut Flag = values.entry(value).or_insert_with(|| model.flag());
                model.require(when([way.is_gone, top.is(face)], *has_value));
            }
        }
    }
    model.rule("What numbers the faces have is not known, but they stay the same.");
    for (face, values) in values.into_iter().enumerate() {
        model.at(format!("face {face}")).require(at_most(1, values.into_values()));
    }
    // The last move is beyond the limit.
    let most = moves.len() - 1;
    model.limited(moves[most].0.is_not(OVER), &format!("journeys of at most {most} moves"));
    board.read(moves.into_iter().map(|(tip, _)| tip), move |tips| journey(start, tips).into());
}

/// Returns the die after a tip: the faces on top, to the north and to the east, by their names from
/// 0 to 5. The names of opposite faces add up to 5.
fn tipped(model: &mut Model, [top, north, east]: &[Int; 3], tip: &Int) -> [Int; 3] {
    let tipped = [(); 3].map(|()| model.int(0..6));
    for ((name, direction), face) in (0..).zip(Direction::ALL).cartesian_product(0..6) {
        let opposite = 5 - face;
        let came_from = match direction {
            Direction::North => [north.is(opposite), top.is(face), east.is(face)],
            Direction::East => [east.is(opposite), north.is(face), top.is(face)],
            Direction::South => [north.is(face), top.is(opposite), east.is(face)],
            Direction::West => [east.is(face), north.is(face), top.is(opposite)],
        };
        for (was_there, side) in came_from.into_iter().zip(&tipped) {
            model.require(when([tip.is(name), was_there], side.is(face)));
        }
    }
    tipped
}

/// Returns the journey with these tips, as far as they are known.
fn journey(start: Cell, tips: &[Option<i64>]) -> Vec<Cell> {
    let direction = |tip: &Option<i64>| Direction::ALL.get(usize::try_from((*tip)?).ok()?);
    let cells = tips.iter().map_while(direction).scan(start, |cell, &direction| {
        *cell = cell.step(direction)?;
        Some(*cell)
    });
    [start].into_iter().chain(cells).collect()
}
