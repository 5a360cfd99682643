//! Balls are thrown into boxes, each into any box with the same probability: how many boxes are
//! occupied? Balls may be people and boxes their birthdays, or robots and the races that they
//! choose.
//!
//! A throw of all balls is a sequence of boxes, one for each ball. Here sequences are counted, in
//! two independent ways, so that one can confirm the other. Divided by `boxes^balls`, the number of
//! all sequences, they are probabilities.
//!
//! - [`by_occupied`] throws one ball after the other, and so finds the counts for all numbers of
//!   occupied boxes at once. It adds and multiplies positive numbers alone.
//! - [`surjections`] uses inclusion and exclusion, for the sequences that leave no box empty. To
//!   leave a certain number empty, choose these boxes, and leave none of the others empty.
//!
//! ```
//! use numbers::{Fraction, Integer, binomial, fraction};
//! use numbers::occupancy::{by_occupied, surjections};
//!
//! // Six dice show all six faces with probability 6!/6^6.
//! assert_eq!(fraction(surjections(6, 6), Integer::from(6).pow(6)), fraction(5, 324));
//! // They show exactly three faces: these are chosen, and each of them is shown.
//! let three = by_occupied(6, 6).swap_remove(3);
//! assert_eq!(three, binomial(6, 3) * surjections(6, 3));
//! ```

use crate::{Integer, binomial};

/// Returns, for each number of boxes, from 0 to all, the number of sequences with this number of
/// occupied boxes.
///
/// With `c` occupied boxes, the next ball has `c` ways to leave it at that, and `boxes - c` ways to
/// occupy another one. Takes `boxes * balls` steps.
#[must_use]
pub fn by_occupied(boxes: usize, balls: usize) -> Vec<Integer> {
    let mut sequences = vec![Integer::ZERO; boxes + 1];
    sequences[0] = Integer::ONE;
    for _ball in 0..balls {
        for occupied in (1..=boxes).rev() {
            sequences[occupied] =
                &sequences[occupied] * occupied + &sequences[occupied - 1] * (boxes - occupied + 1);
        }
        sequences[0] = Integer::ZERO;
    }
    sequences
}

/// Returns the number of sequences that leave no box empty.
///
/// From all sequences take away those that avoid one box, for each box. What avoids two boxes was
/// taken away twice: add it again, and so on, with alternating signs.
#[must_use]
pub fn surjections(balls: usize, boxes: usize) -> Integer {
    let terms = (0..=boxes).map(|avoided| {
        let sequences = Integer::from(boxes - avoided).pow(balls);
        let sequences = binomial(boxes as u64, avoided as u64) * sequences;
        if avoided % 2 == 0 { sequences } else { -sequences }
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_count_the_same() {
        for boxes in 0..8 {
            for balls in 0..12 {
                let expected = (0..=boxes)
                    .map(|occupied| {
                        binomial(boxes as u64, occupied as u64) * surjections(balls, occupied)
                    })
                    .collect::<Vec<_>>();
                assert_eq!(by_occupied(boxes, balls), expected, "{balls} into {boxes}");
            }
        }
    }

    #[test]
    fn all_sequences_are_counted() {
        let all: Integer = by_occupied(5, 9).into_iter().sum();
        assert_eq!(all, Integer::from(5).pow(9));
    }

    #[test]
    fn few_balls_leave_boxes_empty() {
        assert_eq!(surjections(3, 4), Integer::ZERO);
        assert_eq!(by_occupied(0, 0), [Integer::ONE]);
    }
}
