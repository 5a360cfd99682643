//! The numbers that follow from the colours.

use puzzle::prelude::*;

use crate::board::{Colour, Givens, Hexagon, LARGEST_NUMBER, MOST_OF_SIDE, Mark};

/// Returns the numbers of a colouring, colour by colour; `None` if one is too large.
pub(crate) fn numbered(
    views: &[Vec<usize>],
    colours: &[Option<Colour>],
) -> Option<Vec<Option<Mark>>> {
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

/// Returns a random colouring with its numbers, of which a few are left out.
pub(crate) fn random(side: usize, random: &mut Rng) -> Option<Givens> {
    let hexagon = Hexagon { side: side.min(MOST_OF_SIDE) };
    let views = hexagon.views();
    // An empty hex cannot be given, so there are few of them.
    let colours = views.iter().map(|_| Colour::ALL.get(random.usize(..17) / 4).copied());
    let mut marks = numbered(&views, &colours.collect_vec())?;
    for _ in 0..random.usize(..=2 * side) {
        marks[random.usize(..views.len())] = None;
    }
    Some(Givens { hexagon, marks })
}
