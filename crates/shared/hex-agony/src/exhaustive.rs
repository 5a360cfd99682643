//! The second search: all colourings.

use std::array;

use itertools::Itertools;
use puzzle::{Flow, Rng, Search};

use crate::board::{Colour, Givens, Hexagon, LARGEST_NUMBER, MOST_OF_SIDE, Mark};

/// The numbers of a colouring, computed colour by colour; `None` if one is too large.
fn numbered(views: &[Vec<usize>], colours: &[Option<Colour>]) -> Option<Vec<Option<Mark>>> {
    let mut numbers = vec![0_u128; colours.len()];
    for colour in [Colour::Black, Colour::Green, Colour::Blue, Colour::Red] {
        for hex in colours.iter().positions(|&found| found == Some(colour)) {
            let seen = |wanted| {
                let seen = views[hex].iter().filter(move |&&other| colours[other] == Some(wanted));
                seen.map(|&other| numbers[other])
            };
            numbers[hex] = match colour {
                Colour::Black => seen(Colour::Red).map(|_| 1).sum(),
                Colour::Green => seen(Colour::Black).product(),
                Colour::Blue => seen(Colour::Green).max().unwrap_or(0),
                Colour::Red => seen(Colour::Blue).sum(),
            };
        }
    }
    let mark = |(colour, number): (&Option<Colour>, u128)| {
        let number = i64::try_from(number).ok().filter(|&number| number <= LARGEST_NUMBER)?;
        Some(colour.map(|colour| Mark { colour, number }))
    };
    colours.iter().zip(numbers).map(mark).collect()
}

/// Tries all colours of the hexes that are not given.
pub(crate) fn search(givens: &Givens, search: &mut Search) -> Flow {
    let views = givens.hexagon.views();
    let middle = givens.hexagon.cells().positions(|cell| cell.column + 1 == givens.hexagon.side);
    let middle = middle.collect_vec();
    let mut best = None;
    let choices = givens.marks.iter().map(|given| match given {
        Some(mark) => vec![Some(mark.colour)],
        None => Colour::ALL.into_iter().map(Some).chain([None]).collect(),
    });
    for colours in choices.multi_cartesian_product() {
        search.node()?;
        let Some(marks) = numbered(&views, &colours) else { return search.give_up() };
        let keeps = |(given, mark): (&Option<Mark>, _)| given.is_none() || given == mark;
        let number = |&hex: &usize| marks[hex].map_or(0, |mark| i128::from(mark.number));
        let sum: i128 = middle.iter().map(number).sum();
        if givens.marks.iter().zip(&marks).all(keeps) && best.is_none_or(|best| sum > best) {
            best = Some(sum);
            search.solution(givens.board(&marks))?;
        }
    }
    Flow::Continue(())
}

/// A random colouring with its numbers, of which a few are left out.
pub(crate) fn random(side: usize, random: &mut Rng) -> Option<Givens> {
    const MOST_OPEN: usize = 2;
    let hexagon = Hexagon { side: side.min(MOST_OF_SIDE) };
    let views = hexagon.views();
    // An empty hex cannot be given, so there are few of them.
    let colours = views.iter().map(|_| Colour::ALL.get(random.usize(..17) / 4).copied());
    let mut marks = numbered(&views, &colours.collect_vec())?;
    for hex in array::from_fn::<usize, MOST_OPEN, _>(|_| random.usize(..views.len())) {
        marks[hex] = None;
    }
    Some(Givens { hexagon, marks })
}
