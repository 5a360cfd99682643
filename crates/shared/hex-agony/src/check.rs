//! The checker.

use puzzle::prelude::*;

use crate::board::{Colour, Mark};

/// A hex in three coordinates, which have the sum 0. The centre has 0, 0, 0; hexes of one line have
/// one coordinate in common.
type Place = [i64; 3];

/// Checks all numbers of a hexagon with `side` hexes along each side, written column by column.
pub(crate) fn check(side: usize, marks: &[Option<Mark>]) -> Result<()> {
    let last = i64::try_from(side)? - 1;
    let mut places = (-last..=last).flat_map(|x| {
        let top = last.min(last - x);
        let bottom = (-last).max(-last - x);
        (bottom..=top).rev().map(move |y| [x, y, -x - y])
    });
    let marked = marks.iter().filter_map(|mark| Some((places.next()?, (*mark)?))).collect_vec();
    for &([x, y, z], Mark { colour, number }) in &marked {
        let place = [x, y, z];
        let seen = |wanted: Colour| {
            let marked = marked.iter();
            let seen = marked.filter(move |(other, mark)| {
                mark.colour == wanted && is_in_line(&place, other) && place != *other
            });
            seen.map(|(_, mark)| i128::from(mark.number))
        };
        let (right, meaning) = match colour {
            Colour::Red => (seen(Colour::Blue).sum(), "the sum of the blue numbers in view"),
            Colour::Blue => {
                (seen(Colour::Green).max().unwrap_or(0), "the largest green number in view, or 0")
            }
            // Numbers that are far too large for a board have a product that is too large, too.
            Colour::Green => (
                seen(Colour::Black).fold(1, i128::saturating_mul),
                "the product of the black numbers in view",
            ),
            Colour::Black => {
                (i128::try_from(seen(Colour::Red).count())?, "how many red numbers are in view")
            }
        };
        let (column, hex) = (x + last + 1, last.min(last - x) - y + 1);
        let mark = Mark { colour, number };
        ensure!(
            right == i128::from(number),
            "column {column}, hex {hex}: {mark} should be {right}, {meaning}"
        );
    }
    Ok(())
}

fn is_in_line(one: &Place, other: &Place) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}
