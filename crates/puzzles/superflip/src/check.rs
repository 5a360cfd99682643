//! The cube as six flat faces, on which turns are made.

use anyhow::{Result, bail, ensure};

use crate::{BEGINNING, FACES, STICKERS};

/// The strips around a face, clockwise from the one above it, each a face and three of its places.
type Strips = [(char, [usize; 3]); 4];

/// The strips around the faces U, L, B, R, F, D. A face has the places 0 to 8, row by row.
const STRIPS: [Strips; 6] = [
    [('B', [2, 1, 0]), ('R', [2, 1, 0]), ('F', [2, 1, 0]), ('L', [2, 1, 0])],
    [('U', [0, 3, 6]), ('F', [0, 3, 6]), ('D', [0, 3, 6]), ('B', [8, 5, 2])],
    [('U', [2, 1, 0]), ('L', [0, 3, 6]), ('D', [6, 7, 8]), ('R', [8, 5, 2])],
    [('U', [8, 5, 2]), ('B', [0, 3, 6]), ('D', [8, 5, 2]), ('F', [8, 5, 2])],
    [('U', [6, 7, 8]), ('R', [0, 3, 6]), ('D', [2, 1, 0]), ('L', [8, 5, 2])],
    [('F', [6, 7, 8]), ('R', [6, 7, 8]), ('B', [6, 7, 8]), ('L', [6, 7, 8])],
];

/// The places at the sides of a face, clockwise from the one above: corners and edges alternately.
const AROUND: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];

fn first_of(face: char) -> usize {
    9 * FACES.iter().position(|&other| other == face).unwrap_or(0)
}

/// Reads turns as the number of a face and quarters; `None` if a word is not a turn.
pub(crate) fn read(turns: &str) -> Option<Vec<(usize, usize)>> {
    let turn = |word: &str| {
        let face = FACES.iter().position(|&face| word.starts_with(face))?;
        let quarters = ["", "2", "'"].iter().position(|&end| end == &word[1..])?;
        Some((face, quarters + 1))
    };
    turns.split_whitespace().map(turn).collect()
}

/// Turns a face clockwise by a quarter. `seen` are the stickers in reading order.
fn turn(seen: &mut [usize], face: usize) {
    let around: Vec<usize> = AROUND.iter().map(|place| 9 * face + place).collect();
    let strips = STRIPS[face].iter();
    let strips = strips.flat_map(|&(face, places)| places.map(|place| first_of(face) + place));
    for (ring, steps) in [(around, 2), (strips.collect(), 3)] {
        let before: Vec<usize> = ring.iter().map(|&place| seen[place]).collect();
        for (number, sticker) in before.into_iter().enumerate() {
            seen[ring[(number + steps) % ring.len()]] = sticker;
        }
    }
}

/// Makes the turns, and returns the numbers of the stickers, in the original reading order, as they
/// are read afterwards.
///
/// # Errors
/// A sticker that is not where the superflip puts it.
pub(crate) fn superflip(turns: &str) -> Result<Vec<usize>> {
    let mut seen: Vec<usize> = (0..54).collect();
    let Some(turns) = read(turns) else { unreachable!("the form accepts turns alone") };
    for (face, quarters) in turns {
        (0..quarters).for_each(|_| turn(&mut seen, face));
    }
    for (face, strips) in STRIPS.iter().enumerate() {
        let name = FACES[face];
        for place in [0, 2, 4, 6, 8] {
            ensure!(
                seen[9 * face + place] == 9 * face + place,
                "place {} of {name} has changed",
                place + 1
            );
        }
        for (place, &(other, places)) in [1, 5, 7, 3].into_iter().zip(strips) {
            ensure!(
                seen[9 * face + place] == first_of(other) + places[1],
                "the edge between {name} and {other} is not flipped in its place"
            );
        }
    }
    Ok(seen)
}

/// Checks the number: divided by 54 to the powers in the question, it is 1.
pub(crate) fn number(question: &str, number: i64) -> Result<()> {
    let powers = question.strip_prefix(BEGINNING).unwrap_or_default();
    let powers = powers.replace("CUBED", "3").replace("SQUARED", "2").replace("THEN", "^");
    let powers = powers.split('^').map(|power| power.parse::<usize>().ok().filter(|&of| of < 4));
    let factors: Option<usize> = powers.product();
    let Some(factors) = factors else { bail!("{question} is not understood") };
    let divided = |&number: &i64| (number % STICKERS == 0).then_some(number / STICKERS);
    let quotients: Vec<i64> = std::iter::successors(Some(number), divided).collect();
    ensure!(
        quotients.last() == Some(&1) && quotients.len() == factors + 1,
        "{number} is not {STICKERS} to the power of {factors}"
    );
    Ok(())
}
