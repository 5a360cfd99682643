//! Which of some numbers can be chosen such that they have a sum.

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

/// Room for the sums that choices have.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    numbers: Vec<usize>,
    /// For each place in `numbers`, and each count: sums of numbers before, from which the whole sum
    /// can be made with at most so many of the others.
    needed: Vec<u128>,
    /// For each count: the sums of at most so many numbers before the place.
    made: Vec<u128>,
}

/// Larger sums are not followed.
const LARGEST_SUM: usize = 127;

impl Choice {
    /// Tells for each of some different numbers, in ascending order, what becomes of it if at most
    /// `most` of them are chosen, and have this sum; false if that is impossible.
    ///
    /// The sums that can be made are sets of bits, forwards from the first number and backwards from
    /// the last one (Trick, "A dynamic programming approach for consistency and propagation for
    /// knapsack constraints", 2003). Of sums above 127, only what is too large is told.
    pub(crate) fn decide(
        &mut self,
        numbers: impl Iterator<Item = usize>,
        most: usize,
        sum: usize,
        mut decide: impl FnMut(usize, Fate),
    ) -> bool {
        self.numbers.clear();
        for number in numbers {
            if number > sum || most == 0 {
                decide(number, Fate::Left);
            } else {
                self.numbers.push(number);
            }
        }
        if sum > LARGEST_SUM {
            return self.numbers.iter().rev().take(most).sum::<usize>() >= sum;
        }
        let smallest = self.numbers.iter().scan(0, |sum, number| {
            *sum += number;
            Some(*sum)
        });
        let natural = smallest.take_while(|&smallest| smallest <= sum).count();
        // Where the sum does not allow more anyway, numbers need not be counted.
        let is_counted = most < natural;
        let counts = if is_counted { most + 1 } else { 1 };
        let less = |count: usize| if is_counted { count.checked_sub(1) } else { Some(count) };

        let len = self.numbers.len();
        self.needed.clear();
        self.needed.resize(len * counts, 0);
        self.needed.resize((len + 1) * counts, 1 << sum);
        for (place, number) in self.numbers.iter().enumerate().rev() {
            let (here, next) = (place * counts, (place + 1) * counts);
            for count in 0..counts {
                let with = less(count).map_or(0, |count| self.needed[next + count] >> number);
                self.needed[here + count] = self.needed[next + count] | with;
            }
        }
        if self.needed[counts - 1] & 1 == 0 {
            return false;
        }
        self.made.clear();
        self.made.resize(counts, 1);
        for (place, &number) in self.numbers.iter().enumerate() {
            let needed = &self.needed[(place + 1) * counts..][..counts];
            let (mut with, mut without) = (0, 0);
            for (count, made) in self.made.iter().enumerate() {
                let rest = counts - 1 - count;
                without |= made & needed[rest];
                with |= less(rest).map_or(0, |rest| (made << number) & needed[rest]);
            }
            match (with, without) {
                (0, _) => decide(number, Fate::Left),
                (_, 0) => decide(number, Fate::Taken),
                _ => decide(number, Fate::Open),
            }
            for count in (0..counts).rev() {
                let with = less(count).map_or(0, |count| self.made[count] << number);
                self.made[count] |= with;
            }
        }
        true
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
            let (most, sum) = (random.usize(..6), random.usize(..80));
            let chosen: Vec<Vec<usize>> = (0..=most)
                .flat_map(|count| numbers.iter().copied().combinations(count))
                .filter(|chosen| chosen.iter().sum::<usize>() == sum)
                .collect();
            let mut fates = Vec::new();
            let is_possible = choice.decide(numbers.iter().copied(), most, sum, |number, fate| {
                fates.push((number, fate));
            });
            assert_eq!(is_possible, !chosen.is_empty(), "{numbers:?} {most} {sum}");
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
                assert_eq!(fates, expected, "{numbers:?} {most} {sum}");
            }
        }
    }
}
