//! The search: the divisors from the left, then the divisions from the bottom.
//!
//! The digits of the divisors are the first decisions, from the left. They bound the divisors, and
//! with them the products by each digit of a quotient: the lengths of the products and their first
//! digits. For each product, the digits of the quotients that go with its marks are kept as a set;
//! an empty set is a dead end.
//!
//! When the divisors are known, the remainders are tried digit by digit from the right. Each line
//! above is a sum of two that are known.

use std::collections::HashMap;

use puzzle::{Board, Flow, Search};

use crate::Marked;
use crate::figure::{Figure, Line, Part, Step};
use crate::relation::Relation;

const CONTINUE: Flow = Flow::Continue(());

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &Marked, search: &mut Search) -> Flow {
    match puzzle.relation.divisions {
        1 => Places::<1>::new(puzzle).map_or(CONTINUE, |places| places.search(search)),
        _ => Places::<2>::new(puzzle).map_or(CONTINUE, |places| places.search(search)),
    }
}

/// The digits that can stand at a place together: for each digit of the first division, those of
/// the last as bits. A single division is the last one; then only the entry for 0 counts.
#[derive(Clone, Copy, Default)]
struct Digits([u16; 10]);

impl Digits {
    /// The pairs of digits that go with a mark.
    fn fitting<const N: usize>(mark: Option<u8>, relation: &Relation) -> Self {
        let mut together = Digits::default();
        for pair in 0..if N == 1 { 10 } else { 100_u8 } {
            let pair = [pair / 10, pair % 10];
            let fits = (relation.holds)(mark, &pair[2 - N..]);
            together.0[usize::from(pair[0])] |= u16::from(fits) << pair[1];
        }
        together
    }

    /// No line begins with 0.
    fn remove_zeros<const N: usize>(&mut self) {
        if N > 1 {
            self.0[0] = 0;
        }
        self.0 = self.0.map(|digits| digits & !1);
    }

    fn has<const N: usize>(&self, digits: [u64; N]) -> bool {
        self.meets(digits.map(|digit| 1 << digit))
    }

    /// Whether a digit of each of these sets can stand together; a set has a bit for each digit.
    fn meets<const N: usize>(&self, digits: [u16; N]) -> bool {
        let mut first = if N == 1 { 1 } else { digits[0] };
        while first != 0 {
            if self.0[first.trailing_zeros() as usize] & digits[N - 1] != 0 {
                return true;
            }
            first &= first - 1;
        }
        false
    }

    /// The digits, one for each division.
    fn tuples<const N: usize>(&self) -> impl Iterator<Item = [u64; N]> + '_ {
        let firsts = if N == 1 { 1 } else { 10 };
        (0..firsts * 10).filter(|pair| self.0[pair / 10] & 1 << (pair % 10) != 0).map(|pair| {
            let mut tuple = [pair as u64 / 10; N];
            tuple[N - 1] = pair as u64 % 10;
            tuple
        })
    }
}

/// Digits of a quotient, one for each division, as bits: ten times the first plus the last.
type Quotients = u128;

fn quotient_bit<const N: usize>(digits: [u64; N]) -> Quotients {
    1 << (if N == 1 { 0 } else { 10 * digits[0] } + digits[N - 1])
}

/// The digits of each in turn.
fn tuples_of<const N: usize>(
    mut quotients: Quotients,
) -> impl Iterator<Item = (Quotients, [u64; N])> {
    std::iter::from_fn(move || {
        let place = quotients.trailing_zeros();
        let bit = 1_u128.checked_shl(place)?;
        quotients ^= bit;
        let mut tuple = [u64::from(place) / 10; N];
        tuple[N - 1] = u64::from(place) % 10;
        Some((bit, tuple))
    })
}

/// A step of the division.
struct Stage {
    step: Step,
    /// For each digit of the quotient the smallest and the largest divisor for which the product,
    /// and what it is subtracted from, have their lengths.
    divisors: [(u64, u64); 10],
    product: Vec<Digits>,
    /// What the product is subtracted from: a rest, or the beginning of the dividend.
    above: Vec<Digits>,
}

/// What can stand at all places.
struct Places<const N: usize> {
    divisor: Vec<Digits>,
    dividend: Vec<Digits>,
    /// The last line, if anything is left.
    rest: Vec<Digits>,
    stages: Vec<Stage>,
    /// For each stage the digits that the quotients may have by their marks.
    quotients: Vec<Quotients>,
    blank: Figure,
}

impl<const N: usize> Places<N> {
    /// `None` if the marks do not allow a 0 in the quotient that the shape asks for.
    fn new(puzzle: &Marked) -> Option<Self> {
        let shape = puzzle.marks.shape().ok()?;
        // Many places have the same mark, and most have none.
        let mut of_mark: HashMap<Option<u8>, Digits> = HashMap::new();
        let mut line = |line: Line| -> Vec<Digits> {
            let marks = puzzle.marks.0.get(&line).map_or(&[][..], |row| &row.0);
            let fitting = |&mark: &Option<u8>| {
                *of_mark.entry(mark).or_insert_with(|| Digits::fitting::<N>(mark, puzzle.relation))
            };
            let mut digits: Vec<Digits> = marks.iter().map(fitting).collect();
            digits.iter_mut().take(1).for_each(Digits::remove_zeros::<N>);
            digits
        };
        let (quotient, dividend) = (line(Line::Quotient), line(Line::Dividend));
        let mut above = dividend[..shape.steps[0].end].to_vec();
        let (mut stages, mut quotients) = (Vec::new(), Vec::new());
        let mut zeros = quotient.clone();
        for &step in shape.steps.iter().rev() {
            let place = zeros.remove(step.digit - 1);
            let positive = place.tuples::<N>().filter(|digits| !digits.contains(&0));
            quotients.insert(0, positive.fold(0, |bits, digits| bits | quotient_bit(digits)));
        }
        for &step in &shape.steps {
            let [product, rest] =
                [Part::Product, Part::Rest].map(|part| line(Line::Step(step.digit, part)));
            let divisors = std::array::from_fn(|q| divisors(q as u64, product.len(), above.len()));
            let above = std::mem::replace(&mut above, rest);
            stages.push(Stage { step, divisors, product, above });
        }
        let (divisor, rest, blank) = (line(Line::Divisor), above, puzzle.marks.blank());
        let places = Places { divisor, dividend, rest, stages, quotients, blank };
        zeros.iter().all(|place| place.has([0; N])).then_some(places)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut possible = self.quotients.clone();
        possible.resize((self.divisor.len() + 1) * self.stages.len(), 0);
        self.divide(0, [0; N], &mut possible, search)
    }

    /// Adds each possible digit to the divisors, whose first `known` digits are known. `possible`
    /// begins with the digits of the quotients that the known ones leave possible; behind them is
    /// room for those of the nodes below.
    fn divide(
        &self,
        known: usize,
        divisors: [u64; N],
        possible: &mut [Quotients],
        search: &mut Search,
    ) -> Flow {
        search.visit(known, || self.begun(known, divisors))?;
        let (possible, below) = possible.split_at_mut(self.stages.len());
        let Some(digits) = self.divisor.get(known) else {
            return self.subtract(divisors, possible, search);
        };
        let mut is_dead_end = true;
        for digits in digits.tuples::<N>() {
            let next: [u64; N] = std::array::from_fn(|one| 10 * divisors[one] + digits[one]);
            // The smaller divisor comes first.
            if next.is_sorted() && self.narrow(known + 1, next, possible, below) {
                is_dead_end = false;
                self.divide(known + 1, next, below, search)?;
            }
        }
        if is_dead_end {
            search.dead_end();
        }
        CONTINUE
    }

    /// Of the possible digits of the quotients those that stay so, and whether there are any for
    /// each product.
    fn narrow(
        &self,
        known: usize,
        divisors: [u64; N],
        possible: &[Quotients],
        left: &mut [Quotients],
    ) -> bool {
        let unit = power(self.divisor.len() - known);
        let range = divisors.map(|begun| (begun * unit, begun * unit + unit - 1));
        self.stages.iter().zip(possible).zip(left).all(|((stage, &possible), left)| {
            let stays = |(_, q): &(Quotients, [u64; N])| stage.can_multiply(*q, range);
            *left = tuples_of(possible).filter(stays).fold(0, |bits, (bit, _)| bits | bit);
            *left != 0
        })
    }

    /// Goes through the remainders of divisors that are known.
    fn subtract(&self, divisors: [u64; N], possible: &[Quotients], search: &mut Search) -> Flow {
        let upwards = Upwards { places: self, divisors, possible };
        let Some(&last) = possible.last() else { return CONTINUE };
        for (bit, quotients) in tuples_of::<N>(last) {
            let products = std::array::from_fn(|one| quotients[one] * divisors[one]);
            upwards.remain(0, [0; N], bit, products, search)?;
        }
        CONTINUE
    }

    /// A board with the first digits of the divisors.
    fn begun(&self, known: usize, divisors: [u64; N]) -> Board {
        let figure = |divisor: u64| {
            let mut figure = self.blank.clone();
            let row = figure.0.get_mut(&Line::Divisor);
            for (place, digit) in row.into_iter().flat_map(|row| &mut row.0[..known]).enumerate() {
                *digit = u8::try_from(divisor / power(known - 1 - place) % 10).ok();
            }
            figure
        };
        Figure::board(&divisors.map(figure))
    }
}

impl Stage {
    /// Whether the product of such a digit and a divisor within bounds can have the digits of its
    /// line: their ranges are known down to the first place where the bounds differ.
    fn can_multiply<const N: usize>(&self, quotients: [u64; N], range: [(u64, u64); N]) -> bool {
        let mut bounds = [(0, 0); N];
        for ((bound, (low, high)), q) in bounds.iter_mut().zip(range).zip(quotients) {
            let (least, most) = self.divisors[usize::try_from(q).unwrap_or(0)];
            *bound = (q * low.max(least), q * high.min(most));
            if bound.0 > bound.1 {
                return false;
            }
        }
        let mut unit = power(self.product.len());
        let mut is_open = [false; N];
        for place in &self.product {
            unit /= 10;
            let mut digits = [ANY; N];
            for (one, bound) in bounds.iter_mut().enumerate() {
                if is_open[one] {
                    continue;
                }
                let (low, high) = (bound.0 / unit, bound.1 / unit);
                digits[one] = (2 << high) - (1 << low);
                *bound = (bound.0 - low * unit, bound.1 - high * unit);
                is_open[one] = low != high;
            }
            if !place.meets(digits) {
                return false;
            }
            if is_open == [true; N] {
                break;
            }
        }
        true
    }
}

/// All ten digits, as bits.
const ANY: u16 = (1 << 10) - 1;

/// The smallest and the largest divisor whose product by a digit of the quotient has `product`
/// digits, and leaves less than the divisor of a number with `above` digits.
fn divisors(quotient: u64, product: usize, above: usize) -> (u64, u64) {
    if quotient == 0 {
        return (1, 0);
    }
    let least = power(product - 1).div_ceil(quotient).max(power(above - 1) / (quotient + 1) + 1);
    (least, (power(product.min(above)) - 1) / quotient)
}

/// Ten to the power of a length, which is 18 at most.
fn power(len: usize) -> u64 {
    (0..len).fold(1, |power, _| 10 * power)
}

/// Whether numbers fit into a line, and their digits can stand together.
fn can_stand<const N: usize>(line: &[Digits], mut numbers: [u64; N]) -> bool {
    let stands = line.iter().rev().all(|place| {
        let digits = numbers.map(|number| number % 10);
        numbers = numbers.map(|number| number / 10);
        place.has(digits)
    });
    stands && numbers == [0; N]
}

/// Known divisors, and the digits that their quotients may have at each stage.
struct Upwards<'p, const N: usize> {
    places: &'p Places<N>,
    divisors: [u64; N],
    possible: &'p [Quotients],
}

impl<const N: usize> Upwards<'_, N> {
    /// Adds a digit to the remainders, whose last `known` digits are known. The last digit of
    /// the quotients is known as well.
    fn remain(
        &self,
        known: usize,
        rests: [u64; N],
        quotient: Quotients,
        products: [u64; N],
        search: &mut Search,
    ) -> Flow {
        let (rest, Some(stage)) = (&self.places.rest, self.places.stages.last()) else {
            return CONTINUE;
        };
        let brought = stage.step.next - stage.step.end;
        let Some(place) = rest.len().checked_sub(known + 1) else {
            if rests.iter().zip(self.divisors).any(|(&rest, divisor)| rest >= divisor) {
                return CONTINUE;
            }
            search.node()?;
            let (unit, last) = (power(brought), self.places.stages.len() - 1);
            let left = rests.map(|rest| rest / unit);
            return self.add(last, quotient, left, rests.map(|rest| rest % unit), search);
        };
        if place > 0 {
            search.poll()?;
        }
        for digits in rest[place].tuples::<N>() {
            let next = std::array::from_fn(|one| rests[one] + digits[one] * power(known));
            // The digit above it.
            let place = known.checked_sub(brought).and_then(|up| {
                Some((power(up), stage.above.get(stage.above.len().checked_sub(up + 1)?)?))
            });
            let can_stand = place.is_none_or(|(unit, place)| {
                let above = |one| products[one] + next[one] / power(brought);
                place.has::<N>(std::array::from_fn(|one| above(one) / unit % 10))
            });
            if can_stand {
                self.remain(known + 1, next, quotient, products, search)?;
            }
        }
        CONTINUE
    }

    /// Adds what is left below a product to it, for each of some digits of the quotients, and goes
    /// on above; `low` is what was brought down so far.
    fn add(
        &self,
        number: usize,
        quotients: Quotients,
        left: [u64; N],
        low: [u64; N],
        search: &mut Search,
    ) -> Flow {
        let stage = &self.places.stages[number];
        if number > 0 {
            search.poll()?;
        }
        for (_, q) in tuples_of::<N>(quotients) {
            let above: [u64; N] =
                std::array::from_fn(|one| q[one] * self.divisors[one] + left[one]);
            if !can_stand(&stage.above, above) {
                continue;
            }
            let unit = power(self.places.dividend.len() - stage.step.end);
            let Some(next) = number.checked_sub(1) else {
                let dividends = std::array::from_fn(|one| above[one] * unit + low[one]);
                self.report(dividends, search)?;
                continue;
            };
            let step = &self.places.stages[next].step;
            let brought = power(step.next - step.end);
            let low = std::array::from_fn(|one| above[one] % brought * unit + low[one]);
            self.add(next, self.possible[next], above.map(|above| above / brought), low, search)?;
        }
        CONTINUE
    }

    /// Reports divisions if the dividends can stand there, in order.
    fn report(&self, dividends: [u64; N], search: &mut Search) -> Flow {
        let in_order = self.divisors.windows(2).all(|pair| pair[0] < pair[1]);
        if !can_stand(&self.places.dividend, dividends) || !(in_order || dividends.is_sorted()) {
            return CONTINUE;
        }
        let figures = self.divisors.iter().zip(dividends);
        let figures = figures.filter_map(|(&divisor, dividend)| Figure::of(divisor, dividend));
        search.solution(Figure::board(&figures.collect::<Vec<_>>()))
    }
}
