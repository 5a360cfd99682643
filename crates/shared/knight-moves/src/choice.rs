//! Which of some numbers are chosen if the chosen ones have a given sum.

/// What becomes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Every choice takes it.
    Taken,
    /// No choice takes it.
    Left,
    /// Some do.
    Open,
}

/// Room for the sums of choices, kept between calls.
#[derive(Default)]
pub(crate) struct Choice {
    numbers: Vec<usize>,
    /// For each place in `numbers`, the last one first, and for the end: a bit for each sum of
    /// chosen numbers before that place which the numbers from there on can complete.
    needed: Vec<u128>,
}

/// Larger sums are not followed.
const LARGEST_SUM: usize = 127;

impl Choice {
    /// Tells for each of some different numbers whether it is in all choices with this sum, in some
    /// or in none; false if no choice has the sum.
    ///
    /// Sums are the bits of a word: going backwards those that can still be completed, going
    /// forwards those that can be made (Trick, "A dynamic programming approach for consistency and
    /// propagation for knapsack constraints", 2003). For a sum above 127 only the numbers above it
    /// are told.
    pub(crate) fn decide(
        &mut self,
        numbers: impl Iterator<Item = usize>,
        sum: usize,
        mut decide: impl FnMut(usize, Fate),
    ) -> bool {
        self.numbers.clear();
        for number in numbers {
            if number > sum {
                decide(number, Fate::Left);
            } else {
                self.numbers.push(number);
            }
        }
        if sum > LARGEST_SUM {
            return self.numbers.iter().sum::<usize>() >= sum;
        }
        let mut needed = 1_u128 << sum;
        self.needed.clear();
        self.needed.push(needed);
        for number in self.numbers.iter().rev() {
            needed |= needed >> number;
            self.needed.push(needed);
        }
        let mut made = 1_u128;
        for (&number, &needed) in self.numbers.iter().zip(self.needed.iter().rev().skip(1)) {
            let (with, without) = ((made << number) & needed, made & needed);
            match (with, without) {
                (0, 0) => return false,
                (0, _) => decide(number, Fate::Left),
                (_, 0) => decide(number, Fate::Taken),
                _ => decide(number, Fate::Open),
            }
            made |= made << number;
        }
        made >> sum & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn fates_are_those_of_all_choices() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut choice = Choice::default();
        for _ in 0..500 {
            let mut numbers: Vec<usize> = (1..=30).collect();
            random.shuffle(&mut numbers);
            numbers.truncate(random.usize(..9));
            numbers.sort_unstable();
            let sum = random.usize(..80);
            let chosen: Vec<Vec<usize>> = numbers
                .iter()
                .copied()
                .powerset()
                .filter(|chosen| chosen.iter().sum::<usize>() == sum)
                .collect();
            let mut fates = Vec::new();
            let is_possible = choice.decide(numbers.iter().copied(), sum, |number, fate| {
                fates.push((number, fate));
            });
            assert_eq!(is_possible, !chosen.is_empty(), "{numbers:?} {sum}");
            if is_possible {
                let fate = |number: usize| match chosen
                    .iter()
                    .filter(|chosen| chosen.contains(&number))
                    .count()
                {
                    0 => Fate::Left,
                    count if count == chosen.len() => Fate::Taken,
                    _ => Fate::Open,
                };
                fates.sort_unstable_by_key(|&(number, _)| number);
                let expected: Vec<_> =
                    numbers.iter().map(|&number| (number, fate(number))).collect();
                assert_eq!(fates, expected, "{numbers:?} {sum}");
            }
        }
    }
}
