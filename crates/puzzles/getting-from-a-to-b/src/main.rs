//! # Getting from a to b
//!
//! *Jane Street, September 2023.* Row n of a tower carries the number of ways to write n^n as a^b
//! with whole numbers a and b, positive or negative. The picture of the puzzle shows the first rows
//! and hides the rest of the task in initial letters. Which is the lowest row that carries 2023?
//!
//! ```text
//! row 4: 4^4 = 256^1 = 16^2 = (-16)^2 = 4^4 = (-4)^4 = 2^8 = (-2)^8       7 ways
//! rows 2 to 16: 3 2 7 2 6 2 14 9 6 2 10 2 6 4 13
//! ```
//!
//! ## Boards
//! The row.
//!
//! ## Idea
//! Let g be the greatest common divisor of the exponents of n: n is the g-th power of a number that
//! is not itself a power. Then n^n is the (n g)-th power of that number, and it is a b-th power
//! exactly if b divides N = n g. An odd b goes with one a, an even b with two, a and -a; and a
//! negative b with none. So the number of ways is (2k + 1) times the number of divisors of the odd
//! part of N, where k is the exponent of 2 in N: of the k + 1 powers of 2 that a divisor may have,
//! k count twice.
//!
//! 2023 = 7 x 17 x 17. A factor of the product is 2k + 1 or, for an odd prime with exponent e in N,
//! e + 1. So there are few patterns of exponents, and the larger ones go to the smaller primes. The
//! difficulty is that g depends on the exponents and changes them: it adds its own primes to N,
//! even those that do not divide n. All exponents of the odd primes are even here. If that of 2 is
//! even, too, n is a square, and g adds a factor 2 to N, which changes the exponent of 2.
//!
//! The search goes through all g, which are less than the target, since some exponent of n is at
//! least g; all exponents of n are multiples of it. Every prime that divides g is tried, even with
//! the exponent 0 in n, since it divides N; so are the smallest other primes, one more than the
//! target has prime factors. Each exponent corresponds to a divisor of the remaining target.
//!
//! ## The second way
//! The checker tries smaller rows without patterns: all products of powers of small primes that are
//! smaller than the claimed row, with no more odd primes than the target has prime factors. For
//! each it counts the divisors b of N, and the even ones once more. Larger primes can be left out:
//! if one that does not divide g is replaced by a smaller one that divides neither n nor g, the
//! number of ways stays the same. There is one among the first odd primes, three more than the
//! target has prime factors, since n uses fewer of them and g, less than 128, at most three. A
//! prime p that divides n and g divides n at least p times; from 29 on that exceeds 128 bits, so
//! the first eight odd primes are always included.
//!
//! ## What does not scale
//! Rows have to be smaller than 2^127. If no pattern of exponents fits, there is no row of any size.

mod check;

use num_integer::Integer;
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GettingFromAToB {
    /// The required number of ways.
    target: Within<2, 3000>,
}

/// A row, far below 2^127.
type Row = i128;

/// Returns how often a prime divides a number other than 0.
fn exponent(mut number: Row, prime: Row) -> u32 {
    let mut exponent = 0;
    while number % prime == 0 {
        number /= prime;
        exponent += 1;
    }
    exponent
}

/// All primes below 128, an upper bound of the exponents of rows that fit their type.
const PRIMES: [Row; 31] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127,
];

/// Returns the primes that divide a number, and how often.
fn prime_powers(mut number: Row) -> Vec<(Row, u32)> {
    let mut powers = Vec::new();
    for prime in 2.. {
        if number == 1 {
            break;
        }
        let exponent = exponent(number, prime);
        if exponent > 0 {
            powers.push((prime, exponent));
            number /= prime.pow(exponent);
        }
    }
    powers
}

/// Returns the number of prime factors, counted with multiplicity.
fn prime_factors(number: i64) -> usize {
    prime_powers(number.into()).iter().map(|&(_, exponent)| exponent as usize).sum()
}

/// Returns whether this is a row with fewer digits than 2^127.
fn is_row(text: &str) -> bool {
    text.len() <= 38 && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0')
}

/// The search for rows whose exponents have one greatest common divisor.
struct Patterns {
    /// The greatest common divisor.
    divisor: u32,
    /// The primes that may be used, with their exponents in the divisor.
    primes: Vec<(Row, u32)>,
    best: Option<Row>,
    /// Whether a row has the required number of ways, but is too large for its type.
    is_too_large: bool,
}

impl Patterns {
    /// Chooses the exponents prime by prime. `left` is the remaining factor of the target; a row
    /// that is too large for its type is `None`.
    fn search(
        &mut self,
        place: usize,
        left: i64,
        row: Option<Row>,
        common: u32,
        search: &mut Search,
    ) -> Flow {
        search.node()?;
        let Some(&(prime, of_divisor)) = self.primes.get(place) else {
            if left == 1 && common == self.divisor {
                self.best = row.or(self.best);
                self.is_too_large |= row.is_none();
            }
            return Flow::Continue(());
        };
        for exponent in (0..).step_by(self.divisor as usize) {
            let in_all = i64::from(exponent + of_divisor);
            let factor = if prime == 2 { 2 * in_all + 1 } else { in_all + 1 };
            if factor > left {
                break;
            }
            let row = row.and_then(|row| row.checked_mul(prime.checked_pow(exponent)?));
            // It is enough to know of one row that is too large.
            let is_wanted = match row {
                Some(row) => self.best.is_none_or(|best| row < best),
                None => self.best.is_none() && !self.is_too_large,
            };
            if !is_wanted {
                break;
            }
            if left % factor == 0 {
                self.search(place + 1, left / factor, row, common.gcd(&exponent), search)?;
            }
        }
        Flow::Continue(())
    }
}

puzzle::program!(GettingFromAToB, searched without rules);

impl Puzzle for GettingFromAToB {
    fn form(&self) -> Form {
        Form::line("the number of a row", is_row)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let target = self.target.get();
        let most = prime_factors(target);
        let (mut best, mut is_too_large) = (None, false);
        // A prime of the row has the common divisor as its exponent at least, and the target is at
        // least as large as the factor of this prime.
        for divisor in 1..u32::try_from(target).unwrap_or(u32::MAX) {
            let in_divisor = prime_powers(divisor.into());
            let others = PRIMES.into_iter().filter(|&prime| Row::from(divisor) % prime != 0);
            let others = others.map(|prime| (prime, 0)).take(most + 1);
            let primes = in_divisor.into_iter().chain(others).collect();
            let mut patterns = Patterns { divisor, primes, best, is_too_large };
            patterns.search(0, target, Some(1), 0, search)?;
            Patterns { best, is_too_large, .. } = patterns;
        }
        match best {
            Some(row) => search.value(row.to_string()),
            None if is_too_large => search.give_up(),
            None => Flow::Continue(()),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self.target.get(), board.line())
    }

    fn answer(&self, board: &Board) -> Answer {
        let row = board.line().parse().ok();
        let powers = row.and_then(|row| check::powers(row, self.target.get()));
        let power = |(prime, exponent)| format!("{prime}^{exponent}");
        let powers = powers.unwrap_or_default().into_iter().map(power).join(" ");
        Answer::new(board.line()).remark("as powers of primes", powers)
    }

    /// Draws the lowest rows of the tower as blocks.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The number of rows shown.
        const SHOWN: usize = 16;
        let mut picture = Picture::canvas(16.0, SHOWN as f64);
        for (row, tint) in (1..=SHOWN).zip([Tint::Colour(0), Tint::Colour(1)].into_iter().cycle()) {
            let powers = check::powers(row as Row, self.target.get()).unwrap_or_default();
            let ways = check::ways(&powers);
            let top = (SHOWN - row) as f64;
            for block in 0..ways.max(1) {
                picture.rectangle((block as f64, top), (1.0, 1.0), Ink::Label, Some(tint));
            }
            let told = if ways == 0 { "\u{221e}".to_owned() } else { ways.to_string() };
            picture.text_at(0.5, top + 0.5, 0.5, &told, Ink::Given);
            picture.text_from(-1.2, top + 0.5, 0.5, &row.to_string(), Ink::Label);
        }
        if let Some(board) = board {
            picture.caption([format!("Row {} carries {}.", board.line(), self.target)]);
        }
        picture
    }
}

impl Setter for GettingFromAToB {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("target", random.usize(2..=20 * size)))
    }
}
