//! # Figurine Figuring
//!
//! *Jane Street, January 2021.* A bag holds one figurine of kind 1, two of kind 2, ..., twelve of
//! kind 12. They are drawn at random until the one of kind 1 comes. What is the expected value of
//! n, the largest number of figurines of one kind drawn before it?
//!
//! ```text
//! 3 2 3 | 1 2 3      Three kinds: two figurines of kind 3 and one of kind 2 come first, n = 2.
//! 2 3 | 1 3 2 3      One of each: n = 1. The expected value is 33/20.
//! ```
//!
//! ## Boards
//! The expected value, as a fraction.
//!
//! ## Idea
//! The expected value is the sum, over m = 0, 1, 2, ..., of the probability that n > m. The
//! figurine of kind 1 is equally likely to be at each place. If s others come before it, each set
//! of s figurines is equally likely to be these. How many sets have at most m of each kind?
//! Multiply, for each kind k, the polynomial that sums up C(k, j) x^j for j up to m; the
//! coefficient of x^s is the number of sets. The sum over s of these numbers, divided by C(77, s),
//! the number of all sets of this size, and by the 78 places, is the probability that n is at most
//! m.
//!
//! The probabilities of the kinds cannot be multiplied, since s figurines are drawn in all: the
//! more of one kind, the fewer of the others. The products of polynomials account for this.
//!
//! ## The second way
//! Give every figurine a time between 0 and 1 at random, and draw them in this order. The order is
//! again uniformly random, but now the kinds are independent given the time t of kind 1: each other
//! figurine comes before it with probability t. So the probability that n is at most m is an
//! integral over t from 0 to 1: of the product, for each kind k, of the binomial probabilities that
//! at most m of k figurines come before t. The checker multiplies these polynomials in t and
//! integrates them term by term.
//!
//! ## What does not scale
//! For each m there is a product of polynomials, with a degree up to the number of figurines. At
//! most 24 kinds are allowed.

use std::iter;
use std::ops::{Add, Mul};

use numbers::{
    Fraction, Integer, Polynomial, binomial, decimal, fraction, fraction_form, parse_fraction,
    significant,
};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigurineFiguring {
    /// The number of kinds.
    kinds: Within<1, 24>,
}

/// The number of digits that the setters ask for.
const DIGITS: usize = 7;

impl FigurineFiguring {
    fn kinds(&self) -> u64 {
        self.kinds.get().unsigned_abs()
    }

    /// Returns the probability that n is at most `most`.
    fn is_at_most(&self, most: u64) -> Fraction {
        let mut sets = vec![Integer::ONE];
        for kind in 2..=self.kinds() {
            let ways: Vec<_> = (0..=most.min(kind)).map(|drawn| binomial(kind, drawn)).collect();
            let mut product = vec![Integer::ZERO; sets.len() + ways.len() - 1];
            for (drawn, ways) in ways.iter().enumerate() {
                for (size, number) in sets.iter().enumerate() {
                    product[size + drawn] += number * ways;
                }
            }
            sets = product;
        }
        let places = self.kinds() * (self.kinds() + 1) / 2;
        let shares = sets
            .into_iter()
            .zip(0..)
            .map(|(number, size)| fraction(number, binomial(places - 1, size) * places));
        shares.fold(Fraction::ZERO, Add::add)
    }
}

/// Returns the probability that at most `most` of `kind` figurines come before the time t, as a
/// polynomial in t.
fn at_most_before(kind: u64, most: u64) -> Polynomial {
    let t = Polynomial::x();
    let terms = (0..=most.min(kind)).map(|drawn| {
        let [early, late] = [drawn, kind - drawn].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        t.powi(early) * (-&t + 1).powi(late) * Fraction::from(binomial(kind, drawn))
    });
    terms.fold(Polynomial::new([0]), Add::add)
}

puzzle::program!(FigurineFiguring, searched without rules);

impl Puzzle for FigurineFiguring {
    fn form(&self) -> Form {
        fraction_form()
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut expected = Fraction::ZERO;
        for most in 0..self.kinds() {
            search.poll()?;
            expected += Fraction::ONE - self.is_at_most(most);
        }
        search.value(expected.to_string())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let mut expected = Fraction::ZERO;
        for most in 0..self.kinds() {
            let kinds = (2..=self.kinds()).map(|kind| at_most_before(kind, most));
            let all = kinds.fold(Polynomial::new([1]), Mul::mul);
            expected += Fraction::ONE - all.integral().value(&Fraction::ONE);
        }
        ensure!(parse_fraction(board.line())? == expected, "the expected value is {expected}");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let expected = parse_fraction(board.line()).unwrap_or_default();
        Answer::new(significant(&expected, DIGITS))
    }

    /// Draws the figurines; solved, the probability of each n, and the expected value.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The height of the tallest bar.
        const TALLEST: f64 = 3.0;
        let kinds = self.kinds.size();
        let mut picture = Picture::canvas(kinds as f64, kinds as f64);
        for kind in 1..=kinds {
            let tint = u8::try_from(kind).map_or(Tint::Shade, Tint::Colour);
            for figurine in 0..kind {
                let (x, y) = (figurine as f64 + 0.5, kind as f64 - 0.5);
                picture.circle(x, y, 0.4, Ink::Text, Some(tint));
                picture.text_at(x, y, 0.4, &kind.to_string(), Ink::Text);
            }
        }
        let Some(board) = board else { return picture };
        // The bar of n is below the n-th figurines, that of 0 to their left.
        let at_most: Vec<_> = (0..=self.kinds()).map(|most| self.is_at_most(most)).collect();
        let less = iter::once(Fraction::ZERO).chain(at_most.iter().cloned());
        let likely: Vec<_> = at_most.iter().zip(less).map(|(most, less)| most - less).collect();
        let largest = likely.iter().max().cloned().unwrap_or_default();
        let base = kinds as f64 + TALLEST + 1.0;
        for (n, probability) in likely.iter().enumerate() {
            let (x, height) = (n as f64 - 0.5, TALLEST * (probability / &largest).to_f64().value());
            let bar = (x - 0.35, base - height);
            picture.rectangle(bar, (0.7, height), Ink::Muted, Some(Tint::Colour(0)));
            picture.text_at(x, base + 0.35, 0.4, &n.to_string(), Ink::Label);
            let percent = decimal(&(probability * Fraction::from(100)), 1);
            picture.text_at(x, base - height - 0.25, 0.36, &percent, Ink::Label);
        }
        let expected = parse_fraction(board.line()).unwrap_or_default().to_f64().value() - 0.5;
        picture.arrow(&[(expected, base + 1.4), (expected, base + 0.7)], Ink::Accent);
        picture.caption(["How likely each n is, in per cent; the arrow is at the expected value."]);
        picture
    }
}

impl Setter for FigurineFiguring {
    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("kinds", size.min(10)))
    }
}
