//! # What a Trit!
//!
//! *Jane Street, July 2020.* A trit string is read in base 4, but its only digits are 1, 0 and T,
//! which is worth -1. So 1T01 is 64 - 16 + 1 = 49, and 2 has no trit string. Write a given number
//! as the quotient of two numbers that have trit strings.
//!
//! ```text
//! 29 = 1100T/1TT = 319/11       29 itself would end in T1, with 2 in front, and there is no 2;
//!                               3 x 29, 4 x 29 and 5 x 29 have no trit strings, either
//! ```
//!
//! ## Boards
//! The quotient, with the smallest possible denominator.
//!
//! ## Derivation
//! Long multiplication from the last digit on needs to remember one number, the carry: with the
//! carry c, the next digit d of the denominator makes t = c + m d. If t is 2 modulo 4, no digit
//! fits the numerator; otherwise the digit is the remainder, with T for 3, and the next carry is
//! (t - digit) / 4. The first digit of the denominator is a 1, and the final carry has to have a
//! trit string itself.
//!
//! A carry is never larger than (m + 1) / 3. So a breadth-first search over the carries, one digit
//! of the denominator after the other, ends soon, and a carry that was reached with fewer digits
//! need not be followed again. Of denominators with the same carry and length only the smallest is
//! kept: the digits that follow are more significant. If the search runs out of carries, as for m =
//! 2, that proves that no quotient exists.
//!
//! ## The second way
//! The checker evaluates both strings and multiplies. It proves that no smaller denominator exists
//! from the other end, from the first digits on: it tracks the amount by which m times the
//! denominator's digits so far exceeds the numerator's, which the remaining digits can compensate
//! for only if it is at most (m + 1) / 3, too. This is a different automaton: it reads both strings
//! together, the denominator with leading zeros, and needs no remainders.
//!
//! ## Readings
//! The original asks for any quotient, or for a proof that none exists. Here the smallest
//! denominator makes it unique.
//!
//! ## What does not scale
//! Time and memory grow with m, up to two million.

use puzzle::prelude::*;

/// The most digits of a denominator: the value of its numerator is far below 2^127.
const MOST_DIGITS: u32 = 48;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhatATrit {
    /// The number to write as a quotient.
    m: Within<1, 2_000_000>,
}

/// Returns the value of a trit string of at most 60 digits; `None` if the text is not one.
fn value(text: &str) -> Option<i128> {
    let is_string = (1..=60).contains(&text.len()) && !text.starts_with('0');
    let digits = text.chars().map(|digit| match digit {
        '1' => Some(1),
        '0' => Some(0),
        'T' => Some(-1),
        _ => None,
    });
    digits.into_iter().try_fold(0, |value, digit| Some(4 * value + digit.filter(|_| is_string)?))
}

/// Returns the last digit of a number, -1, 0 or 1, and the number without it; `None` if no digit
/// fits.
fn last_digit(number: i128) -> Option<(i128, i128)> {
    let digit = match number.rem_euclid(4) {
        2 => return None,
        3 => -1,
        digit => digit,
    };
    Some((digit, (number - digit) / 4))
}

/// Returns the trit string of a positive number, if it has one.
fn string(mut number: i128) -> Option<String> {
    let mut digits = Vec::new();
    while number > 0 {
        let (digit, rest) = last_digit(number)?;
        digits.push(match digit {
            -1 => 'T',
            0 => '0',
            _ => '1',
        });
        number = rest;
    }
    Some(digits.into_iter().rev().collect())
}

fn is_quotient(text: &str) -> bool {
    text.split_once('/').is_some_and(|(x, y)| value(x).and(value(y)).is_some())
}

impl WhatATrit {
    fn m(&self) -> i128 {
        self.m.get().into()
    }

    /// Returns the largest absolute value of a carry.
    fn largest_carry(&self) -> i128 {
        (self.m() + 1) / 3
    }

    /// Returns the smallest denominator of a numerator with at most `digits` digits, found from the
    /// first digits on: a numerator with fewer digits is smaller, and so is its denominator.
    fn least_denominator(&self, digits: usize) -> Option<i128> {
        const UNKNOWN: i128 = i128::MAX;
        // A larger excess only grows, as 4 (m/2 + 1) - m - 1 exceeds m/2 + 1.
        let most = self.m() / 2 + 1;
        let place = |ahead: i128| usize::try_from(ahead + most).ok();
        // The smallest denominator for each possible excess of the product over the numerator.
        let mut least = vec![UNKNOWN; place(most)? + 1];
        least[place(0)?] = 0;
        for _ in 0..digits {
            let mut found = None;
            let mut next = vec![UNKNOWN; least.len()];
            for (ahead, &before) in (-most..).zip(&least).filter(|&(_, &before)| before < UNKNOWN) {
                for (y, x) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (y, x))) {
                    let (ahead, denominator) = (4 * ahead + self.m() * y - x, 4 * before + y);
                    if denominator < 0 || ahead.abs() > most {
                        continue;
                    }
                    if ahead == 0 && denominator > 0 {
                        found = found.into_iter().chain([denominator]).min();
                    } else {
                        let least = &mut next[place(ahead)?];
                        *least = denominator.min(*least);
                    }
                }
            }
            if found.is_some() {
                return found;
            }
            least = next;
        }
        None
    }
}

puzzle::program!(WhatATrit, searched without rules);

impl Puzzle for WhatATrit {
    fn form(&self) -> Form {
        Form::line("two trit strings such as 1100T/1TT", is_quotient)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let most = self.largest_carry();
        let place = |carry: i128| usize::try_from(carry + most).unwrap_or(0);
        let mut is_known = vec![false; place(most) + 1];
        is_known[place(0)] = true;
        // Carries with the smallest denominators that lead to them, in ascending order of these.
        let mut layer = vec![(0, 0)];
        for digits in 0..MOST_DIGITS {
            let mut next = Vec::new();
            for digit in -1..=1 {
                for &(carry, denominator) in &layer {
                    search.node()?;
                    let Some((_, carry)) = last_digit(carry + self.m() * digit) else { continue };
                    let denominator = denominator + digit * 4_i128.pow(digits);
                    if digit == 1 && carry >= 0 && string(carry).is_some() {
                        let written = [self.m() * denominator, denominator].map(string);
                        let [Some(x), Some(y)] = written else { return search.give_up() };
                        return search.value(format!("{x}/{y}"));
                    }
                    // Denominators come in ascending order: the first one is the smallest.
                    if !std::mem::replace(&mut is_known[place(carry)], true) {
                        next.push((carry, denominator));
                    }
                }
            }
            if next.is_empty() {
                return Flow::Continue(());
            }
            layer = next;
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (x_text, y_text) = board.line().split_once('/').context("there is no quotient")?;
        let (x, y) = value(x_text).zip(value(y_text)).context("there are no trit strings")?;
        ensure!(y > 0, "the denominator {y} is not positive");
        ensure!(y.checked_mul(self.m()) == Some(x), "{x}/{y} is not {}", self.m);
        ensure!(
            self.least_denominator(x_text.len()) == Some(y),
            "{} has a quotient with a smaller denominator than {y}",
            self.m
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let answer = Answer::new(board.line());
        match board.line().split_once('/').map(|(x, y)| [x, y].map(value)) {
            Some([Some(x), Some(y)]) => answer.remark("numerator", x).remark("denominator", y),
            _ => answer,
        }
    }

    /// Draws the multiplication: the digits of the denominator, the carries, and the digits of the
    /// numerator, in pieces one below the other.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The number of digits side by side.
        const PIECE: usize = 7;
        /// The rows of a piece.
        const ROWS: usize = 3;
        let strings = board.and_then(|board| board.line().split_once('/'));
        let (x, y) = strings.unwrap_or_default();
        let columns = x.len().max(y.len()).max(1).next_multiple_of(PIECE);
        let mut picture = Picture::grid(ROWS * columns / PIECE, PIECE);
        let piece = |cell: Cell| cell.row / ROWS;
        picture.borders(|one, other| piece(one) != piece(other));
        let place = |row, column| Cell::new(ROWS * (column / PIECE) + row, column % PIECE);
        let mut carry = 0;
        for column in (0..columns).rev().take(x.len()) {
            let at = |text: &str| (text.len() + column).checked_sub(columns);
            let [y, x] = [y, x].map(|text| at(text).and_then(|at| text.get(at..=at)));
            for (row, digit) in [(0, y), (2, x)] {
                let cell = place(row, column);
                picture.text(cell, digit.unwrap_or(""), Ink::Found);
                match digit {
                    Some("1") => drop(picture.fill(cell, Tint::Colour(0))),
                    Some("T") => drop(picture.fill(cell, Tint::Colour(1))),
                    _ => {}
                }
            }
            picture.text(place(1, column), &carry.to_string(), Ink::Label);
            let product = carry + self.m() * y.and_then(value).unwrap_or(0);
            carry = last_digit(product).map_or(0, |(_, carry)| carry);
        }
        picture.caption([
            format!("{} times the denominator is the numerator.", self.m),
            "From above: the denominator, the carries, the numerator.".to_owned(),
        ]);
        picture
    }
}

impl Setter for WhatATrit {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("m", random.usize(1..=50 * size)))
    }
}
