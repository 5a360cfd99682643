//! The rules as constraints.

use std::iter::zip;

use puzzle::prelude::*;

use crate::board::{Colour, Givens, Mark};
use crate::numbers::numbered;

/// The prime factors of black numbers, which are at most 24, by the step in which a product is
/// built up. The first step lists all products of its primes, of which few are small enough.
const STEPS: [&[i64]; 6] = [&[23, 19, 17, 13], &[11], &[7], &[5], &[3], &[2]];

/// The most binary digits of a green number: its product with a power of a prime, which may have
/// twice as many, stays below 2^62.
const MOST_BITS: u32 = 28;

/// States the rules of an instance, unless its numbers are too large for constraints.
///
/// Green numbers beyond a limit count as the first one beyond it. So if such a number is a part of
/// the sum, the sum is beyond the limit, too; and if the best sum is not, no board has a larger
/// one.
pub(crate) fn state(givens: &Givens, model: &mut Model, board: &mut Unknown) {
    /// The limit is at least this many times the largest number that is given.
    const SPARE: i64 = 16;
    const LEAST_LIMIT: i64 = 1 << 12;
    let largest = givens.marks.iter().flatten().map(|mark| mark.number).max().unwrap_or(0);
    let bits = largest.saturating_mul(SPARE).max(LEAST_LIMIT).ilog2() + 1;
    if bits > MOST_BITS {
        return model.unstated();
    }
    let places = givens.hexagon.cells().map(|cell| {
        let (column, place) = (cell.column + 1, givens.hexagon.place(cell) + 1);
        format!("column {column}, place {place}")
    });
    let places = places.collect_vec();
    let colours = zip(&places, &givens.marks).map(|(place, given)| {
        if let Some(mark) = given {
            return Int::constant(mark.colour as i64);
        }
        // And one value for an empty hex.
        let colour = model.int(0..=Colour::ALL.len());
        let name = format!("the hex at {place}");
        model.name_in_words(name, &colour, ["red", "blue", "green", "black", "empty"]);
        colour
    });
    let colours = colours.collect_vec();
    let hexes = Hexes { givens, places, views: givens.hexagon.views(), colours, bits };
    let counts = hexes.counts(model);
    let greens = hexes.greens(&counts, model);
    let blues = hexes.blues(&greens, model);
    let reds = hexes.reds(&blues, model);
    let middle = givens.hexagon.cells().positions(|cell| cell.column + 1 == givens.hexagon.side);
    let numbers = middle.flat_map(|hex| {
        [number_of(&counts[hex]), greens[hex].number.clone(), blues[hex].clone(), reds[hex].clone()]
    });
    let total = sum(numbers);
    let limit = 1_i64 << bits;
    let is_large = model.whether(total.clone().at_least(limit));
    let is_beyond = greens.iter().map(|green| green.is_beyond).chain([is_large]);
    let is_beyond = model.any_of(is_beyond.collect_vec());
    model.limited(is_beyond, &format!("boards with sums and green numbers below {limit}"));
    model.maximise(total);
    hexes.show(board);
}

/// Returns a number of which the flags say whether it is 0, 1, ...; 0 if none is true.
fn number_of(counts: &[Flag]) -> Sum {
    sum(zip(counts, 0_i64..).map(|(flag, count)| Sum::from(flag) * count))
}

/// Returns a number with this number of binary digits.
fn binary(bits: u32, model: &mut Model) -> Sum {
    sum((0..bits).map(|place| Sum::from(model.flag()) * (1_i64 << place)))
}

/// Returns how often a prime number divides a number; 0 for the number 0.
fn exponent(prime: i64, number: i64) -> u32 {
    let powers = (1..).map_while(|exponent| prime.checked_pow(exponent));
    let divisors = powers.take_while(|power| number != 0 && number % power == 0);
    divisors.fold(0, |exponent, _| exponent + 1)
}

/// The number of a hex that may be green.
struct Green {
    /// 0 if the hex has another colour.
    number: Sum,
    is_beyond: Flag,
    /// What the primes of each step contribute to the number. All are 1 if it is 0 or beyond the
    /// limit.
    factors: Vec<Int>,
}

impl Green {
    /// Its factors where the flag is true, and its number is this one, which is given.
    fn imply_factors(&self, flag: Flag, number: i64, model: &mut Model) {
        for (primes, factor) in zip(STEPS, &self.factors) {
            let powers = primes.iter().map(|&prime| prime.pow(exponent(prime, number)));
            model.require(implies(flag, factor.is(powers.product::<i64>())));
        }
    }
}

/// Returns the numbers below a limit that have no other prime factors, in ascending order.
fn products(primes: &[i64], limit: i64) -> Vec<i64> {
    let mut products = vec![1];
    for &prime in primes {
        let mut next = 0;
        while let Some(&product) = products.get(next) {
            if product * prime < limit {
                products.push(product * prime);
            }
            next += 1;
        }
    }
    products.sort_unstable();
    products
}

/// The variables of the hexes.
struct Hexes<'g> {
    givens: &'g Givens,
    /// Where each hex is, in words.
    places: Vec<String>,
    /// The hexes that each hex sees.
    views: Vec<Vec<usize>>,
    colours: Vec<Int>,
    /// Number of binary digits of a green number.
    bits: u32,
}

impl Hexes<'_> {
    fn is(&self, hex: usize, colour: Colour) -> Flag {
        self.colours[hex].is(colour as i64)
    }

    /// Returns the number that is given in a hex of this colour.
    fn given(&self, hex: usize, colour: Colour) -> Option<i64> {
        let mark = self.givens.marks[hex].filter(|mark| mark.colour == colour);
        mark.map(|mark| mark.number)
    }

    /// Flags that say of each hex that its number is 0, 1, ..., and none of them if it is not
    /// black.
    fn counts(&self, model: &mut Model) -> Vec<Vec<Flag>> {
        model.rule("A black number counts the red numbers that it sees.");
        let counts = self.views.iter().enumerate().map(|(hex, view)| {
            let is_black = self.is(hex, Colour::Black);
            if is_black == Flag::FALSE {
                return Vec::new();
            }
            let model = &mut model.at(format!("the black number at {}", self.places[hex]));
            let given = self.given(hex, Colour::Black);
            let flag = |count| given.map_or_else(|| model.flag(), |given| (count == given).into());
            let counts = (0..).map(flag).take(view.len() + 1).collect_vec();
            let reds = sum(view.iter().map(|&other| self.is(other, Colour::Red)));
            model.require(sum(&counts).equals(is_black));
            model.require(implies(is_black, number_of(&counts).equals(reds)));
            counts
        });
        counts.collect()
    }

    fn greens(&self, counts: &[Vec<Flag>], model: &mut Model) -> Vec<Green> {
        model.rule(
            "A green number is the product of the black numbers that it sees, or 1 if there are none.",
        );
        (0..self.views.len()).map(|hex| self.green(hex, counts, model)).collect()
    }

    /// States the number of a green hex: its exponents are the sums of those of its factors, and
    /// the number is built up from them step by step.
    fn green(&self, hex: usize, counts: &[Vec<Flag>], model: &mut Model) -> Green {
        let is_green = self.is(hex, Colour::Green);
        if is_green == Flag::FALSE {
            let (number, is_beyond) = (Sum::default(), Flag::FALSE);
            return Green { number, is_beyond, factors: Vec::new() };
        }
        let model = &mut model.at(format!("the green number at {}", self.places[hex]));
        let seen = || self.views[hex].iter().map(|&other| &counts[other]);
        let over_seen = |value: &dyn Fn(i64) -> i64| {
            let factors = seen().flat_map(|counts| zip(counts, 0_i64..).skip(1));
            sum(factors.map(|(flag, count)| Sum::from(flag) * value(count)))
        };
        let is_zero = model.any_of(seen().filter_map(|counts| counts.first()).collect_vec());
        let is_beyond = model.flag();
        model.require(implies(is_beyond, is_green));
        model.require(implies(is_beyond, !is_zero));
        let least = i64::from(LOGARITHM_OF_2 * self.bits);
        model.require(implies(is_beyond, over_seen(&logarithm).at_least(least)));

        let is_within = model.all_of([is_green, !is_zero, !is_beyond]);
        let mut factors = Vec::new();
        let mut product = None;
        for primes in STEPS {
            let factor = model.int(products(primes, 1 << self.bits));
            for &prime in primes {
                let total = over_seen(&|count| exponent(prime, count).into());
                let known = factor.map(|factor| exponent(prime, factor).into());
                model.require(implies(is_within, total.equals(known)));
            }
            model.require(implies(!is_within, factor.is(1)));
            product = Some(match product {
                None => Sum::from(&factor) - !is_within,
                Some(product) => {
                    let next = binary(self.bits, model);
                    for (factor, flag) in factor.values() {
                        let product = Sum::clone(&product) * factor;
                        let rule = implies(flag, next.clone().equals(product));
                        // Most primes divide few numbers.
                        if factor == 1 {
                            model.require(rule);
                        } else {
                            model.defer(rule);
                        }
                    }
                    next
                }
            });
            factors.push(factor);
        }
        let product = product.unwrap_or_default();
        let number = product + Sum::from(is_beyond) * (1_i64 << self.bits);
        let green = Green { number, is_beyond, factors };
        if let Some(given) = self.given(hex, Colour::Green) {
            model.require(green.number.clone().equals(given));
            green.imply_factors(Flag::TRUE, given, model);
        }
        green
    }

    /// Returns, for each hex, its number if it is blue, else 0.
    fn blues(&self, greens: &[Green], model: &mut Model) -> Vec<Sum> {
        model.rule(
            "A blue number is the largest of the green numbers that it sees, or 0 if there are none.",
        );
        let blues = self.views.iter().enumerate().map(|(hex, view)| {
            let is_blue = self.is(hex, Colour::Blue);
            if is_blue == Flag::FALSE {
                return Sum::default();
            }
            let model = &mut model.at(format!("the blue number at {}", self.places[hex]));
            let given = self.given(hex, Colour::Blue);
            let number = binary(self.bits + 1, model);
            model.require(implies(!is_blue, number.clone().equals(0)));
            if let Some(given) = given {
                model.require(number.clone().equals(given));
            }
            // One that is not green is as good as none: it counts 0.
            let mut has_it = Vec::new();
            for green in view.iter().map(|&other| &greens[other]) {
                let is_it = model.flag();
                let seen = || green.number.clone();
                model.require(implies(is_blue, number.clone().at_least(seen())));
                model.require(implies(is_it, number.clone().at_most(seen())));
                if let Some(given) = given {
                    green.imply_factors(is_it, given, model);
                }
                has_it.push(is_it);
            }
            if view.is_empty() {
                model.require(number.clone().equals(0));
            } else {
                model.require(implies(is_blue, any(has_it)));
            }
            number
        });
        blues.collect()
    }

    /// Returns, for each hex, its number if it is red, else 0; also 0 where nothing depends on the
    /// number.
    fn reds(&self, blues: &[Sum], model: &mut Model) -> Vec<Sum> {
        model.rule("A red number is the sum of the blue numbers that it sees.");
        let hexes = zip(self.givens.hexagon.cells(), &self.views).enumerate();
        let reds = hexes.map(|(hex, (cell, view))| {
            let is_red = self.is(hex, Colour::Red);
            let model = &mut model.at(format!("the red number at {}", self.places[hex]));
            let total = sum(view.iter().map(|&other| blues[other].clone()));
            if let Some(given) = self.given(hex, Colour::Red) {
                model.require(total.equals(given));
                return Sum::from(given);
            }
            if is_red == Flag::FALSE || cell.column + 1 != self.givens.hexagon.side {
                return Sum::default();
            }
            // No hex sees 32 others.
            let number = binary(self.bits + 6, model);
            model.require(implies(!is_red, number.clone().equals(0)));
            model.require(implies(is_red, number.clone().equals(total)));
            number
        });
        reds.collect()
    }

    /// Says that the colours determine the board.
    fn show(self, board: &mut Unknown) {
        let Hexes { givens, views, colours, .. } = self;
        let (hexagon, given) = (givens.hexagon, givens.marks.clone());
        let reading = board.read(colours, move |values| {
            let colour = |value: &Option<i64>| {
                let place = usize::try_from((*value)?).ok()?;
                Some(Colour::ALL.get(place).copied())
            };
            let colours: Option<Vec<_>> = values.iter().map(colour).collect();
            let marks = colours.and_then(|colours| numbered(&views, &colours));
            hexagon.board(&marks.unwrap_or_else(|| given.clone()))
        });
        reading.invert(|board| {
            let marks = board.parts().iter().flat_map(|column| column.grid().values());
            let colour = |mark: &Option<i64>| Some(Mark::of_value((*mark)?).colour as i64);
            (0..).zip(marks).filter_map(|(hex, mark)| Some((hex, colour(mark)?))).collect()
        });
    }
}

/// The logarithm of 2, in the unit of [`logarithm`].
const LOGARITHM_OF_2: u32 = 27;

/// Returns the logarithm of a number from 1 to 24, rounded up.
fn logarithm(number: i64) -> i64 {
    let power = number.unsigned_abs();
    let power = u128::from(power).pow(LOGARITHM_OF_2);
    power.next_power_of_two().ilog2().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_make_up_the_number() {
        assert_eq!([2, 7, 11, 13].map(|prime| exponent(prime, 121_121)), [0, 1, 3, 1]);
        assert_eq!([2, 7].map(|prime| exponent(prime, 0)), [0; 2]);
    }

    #[test]
    fn logarithms_are_no_smaller_than_they_should_be() {
        assert_eq!([1, 2, 4, 16].map(logarithm), [0, 27, 54, 108]);
        for number in 1..=24 {
            let wanted = 27.0 * (number as f64).log2();
            let found = logarithm(number) as f64;
            assert!(found >= wanted && found < wanted + 1.0, "{number}: {found}, not {wanted}");
        }
    }
}
