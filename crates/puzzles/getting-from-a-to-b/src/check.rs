//! The checker: counts the ways of all smaller rows by their divisors.

use anyhow::{Context, Result, bail, ensure};
use num_integer::Integer;

use crate::Row;

/// Primes and their exponents.
type Powers = Vec<(Row, u32)>;

/// Returns the prime factors of a number, in ascending order.
fn factors(mut number: Row) -> Vec<Row> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while number > 1 {
        if number % divisor == 0 {
            factors.push(divisor);
            number /= divisor;
        } else {
            divisor += 1;
        }
    }
    factors
}

/// Returns the primes that can divide the lowest row with this target.
fn small_primes(target: i64) -> Vec<Row> {
    let primes = (2..).filter(|&number| factors(number).len() == 1);
    primes.take((factors(target.into()).len() + 4).max(9)).collect()
}

/// Returns the powers of primes whose product is a row; `None` if a prime is too large for the
/// lowest row with this target.
pub(crate) fn powers(mut row: Row, target: i64) -> Option<Powers> {
    let mut powers = Powers::new();
    for prime in small_primes(target) {
        let mut exponent = 0;
        while row % prime == 0 {
            row /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            powers.push((prime, exponent));
        }
    }
    (row == 1).then_some(powers)
}

/// Returns the number of ways in a row that is a product of powers of primes; 0 for row 1, where it
/// is infinite.
pub(crate) fn ways(row: &[(Row, u32)]) -> i64 {
    // The row is a power with this exponent, and n^n one with n times this exponent.
    let common = row.iter().fold(0, |common, &(_, exponent)| common.gcd(&exponent));
    if common == 0 {
        return 0;
    }
    let mut exponents = row.to_vec();
    for factor in factors(common.into()) {
        match exponents.iter_mut().find(|(prime, _)| *prime == factor) {
            Some((_, exponent)) => *exponent += 1,
            None => exponents.push((factor, 1)),
        }
    }
    let divisors = |exponents: &[(Row, u32)]| {
        exponents.iter().map(|&(_, exponent)| i64::from(exponent) + 1).product::<i64>()
    };
    // Each divisor goes with an a; an even one, which is twice a divisor of the half, with -a, too.
    let all = divisors(&exponents);
    let Some((_, of_two)) = exponents.iter_mut().find(|(prime, _)| *prime == 2) else { return all };
    *of_two -= 1;
    all + divisors(&exponents)
}

/// Rows that are searched for one with as many ways.
struct Rows {
    target: i64,
    /// An exclusive upper bound.
    bound: Row,
}

impl Rows {
    /// Searches the rows that are `row` times powers of `primes`, at most `most` of them odd.
    fn find(&self, row: Row, primes: &[Row], most: usize, powers: &mut Powers) -> Option<Row> {
        let Some((&prime, others)) = primes.split_first().filter(|_| most > 0) else {
            return (ways(powers) == self.target).then_some(row);
        };
        if let Some(found) = self.find(row, others, most, powers) {
            return Some(found);
        }
        let most = most - usize::from(prime != 2);
        let mut product = row;
        for exponent in 1.. {
            product = product.checked_mul(prime).filter(|&product| product < self.bound)?;
            powers.push((prime, exponent));
            let found = self.find(product, others, most, powers);
            powers.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Checks that a row has the required number of ways, and no lower one.
pub(crate) fn check(target: i64, row: &str) -> Result<()> {
    let row: Row = row.parse().context("the row is beyond 2^127")?;
    let powers = powers(row, target)
        .with_context(|| format!("row {row} has a prime beyond those of the lowest one"))?;
    ensure!(
        ways(&powers) == target,
        "row {row} carries {} instead of {target}",
        if row == 1 { "infinity".into() } else { ways(&powers).to_string() }
    );
    let most = factors(target.into()).len();
    let rows = Rows { target, bound: row };
    if let Some(lower) = rows.find(1, &small_primes(target), most, &mut Vec::new()) {
        bail!("row {lower} is lower and carries {target}, too");
    }
    Ok(())
}
