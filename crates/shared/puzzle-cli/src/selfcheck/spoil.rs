//! Makes other boards from the text of a solution, regardless of what the tokens mean.

use puzzle::Rng;

/// The text of a board: lines of tokens.
pub(crate) struct Tokens(Vec<Vec<String>>);

impl Tokens {
    pub(crate) fn of(text: &str) -> Self {
        let tokens = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        Self(text.lines().map(tokens).collect())
    }

    /// Returns the text after one or a few changes, possibly not a valid board.
    pub(crate) fn spoilt(&self, random: &mut Rng) -> String {
        let mut lines = self.0.clone();
        // Most wrong boards that escape a checker are nearly right.
        let changes = if random.u8(..4) == 0 { random.u8(2..=4) } else { 1 };
        for _ in 0..changes {
            change(&mut lines, random);
        }
        let lines: Vec<_> = lines.iter().map(|line| line.join(" ")).collect();
        lines.join("\n")
    }
}

fn change(lines: &mut Vec<Vec<String>>, random: &mut Rng) {
    let places: Vec<_> = lines
        .iter()
        .enumerate()
        .flat_map(|(row, line)| (0..line.len()).map(move |column| (row, column)))
        .collect();
    let (Some(&(row, column)), Some(&(other_row, other_column))) =
        (random.choice(&places), random.choice(&places))
    else {
        return;
    };
    match random.u8(..19) {
        // Another token of the board, or nothing.
        0..=3 => {
            let token = lines[other_row][other_column].clone();
            lines[row][column] = token;
        }
        4 | 5 => ".".clone_into(&mut lines[row][column]),
        6 | 7 => {
            let token = lines[row][column].clone();
            lines[row][column] = std::mem::replace(&mut lines[other_row][other_column], token);
        }
        8 | 9 => lines[row][column] = with_another_number(&lines[row][column], random),
        10 => {
            let percent = random.u8(1..=100);
            lines.iter_mut().flatten().filter(|_| random.u8(..100) < percent).for_each(|token| {
                ".".clone_into(token);
            });
        }
        // Other shapes, for grids: other orders and lengths, for paths.
        11 => lines.swap(row, other_row),
        12 => {
            let end = random.usize(column..lines[row].len());
            lines[row][column..=end].reverse();
        }
        13 => {
            lines[row].remove(column);
        }
        14 if random.bool() => {
            lines.remove(row);
        }
        14 => lines.insert(row, lines[other_row].clone()),
        // Changes that keep many rules: reflections, or other names.
        15 if random.bool() => lines.reverse(),
        15 => lines.iter_mut().for_each(|line| line.reverse()),
        16 => {
            let width = lines.iter().map(Vec::len).min().unwrap_or(0);
            let column = |column: usize| lines.iter().map(|line| line[column].clone()).collect();
            *lines = (0..width).map(column).collect();
        }
        17 => {
            let [one, other] = [(row, column), (other_row, other_column)]
                .map(|(row, column)| lines[row][column].clone());
            for token in lines.iter_mut().flatten() {
                if *token == one {
                    token.clone_from(&other);
                } else if *token == other {
                    token.clone_from(&one);
                }
            }
        }
        _ => {
            let is_longer = random.bool();
            for line in lines.iter_mut().filter(|line| column < line.len()) {
                if is_longer {
                    line.insert(column, line[column].clone());
                } else {
                    line.remove(column);
                }
            }
        }
    }
}

/// Returns the token with a number in it changed by one, or to 0 or a huge one; unchanged if it has
/// no number.
pub(super) fn with_another_number(token: &str, random: &mut Rng) -> String {
    let starts: Vec<_> = token
        .char_indices()
        .filter(|&(place, letter)| {
            let is_first = !token[..place].ends_with(|before: char| before.is_ascii_digit());
            letter.is_ascii_digit() && is_first
        })
        .map(|(place, _)| place)
        .collect();
    let Some(&start) = random.choice(&starts) else { return token.to_owned() };
    let length = token[start..].find(|letter: char| !letter.is_ascii_digit());
    let end = length.map_or(token.len(), |length| start + length);
    let Ok(number) = token[start..end].parse::<u64>() else { return token.to_owned() };
    let number = match random.u8(..8) {
        0 => 0,
        1 => i64::MAX.unsigned_abs(),
        2..=4 => number.saturating_add(1),
        _ => number.saturating_sub(1),
    };
    format!("{}{number}{}", &token[..start], &token[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_anywhere_in_a_token_is_changed() {
        let mut random = Rng::with_seed(1);
        let mut made: Vec<_> =
            (0..200).map(|_| with_another_number("r20c1", &mut random)).collect();
        made.sort();
        made.dedup();
        let huge = ["r20c9223372036854775807", "r9223372036854775807c1"];
        assert_eq!(made, ["r0c1", "r19c1", "r20c0", "r20c2", huge[0], "r21c1", huge[1]]);
        assert_eq!(with_another_number("A.", &mut random), "A.");
    }

    #[test]
    fn a_seed_makes_the_same_boards_and_most_differ_from_the_first() {
        let text = "1 2 .\n. 3 4";
        let made = |seed| {
            let mut random = Rng::with_seed(seed);
            let tokens = Tokens::of(text);
            (0..2000).map(|_| tokens.spoilt(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        let changed = ["1 2 .\n. 3 .", ". 3 4\n1 2 .", "2 1 .\n. 3 4", "1 2 .", "2 .\n3 4"];
        let turned = [". 2 1\n4 3 .", "1 .\n2 3\n. 4", ". 2 1\n1 3 4"];
        for expected in changed.into_iter().chain(turned) {
            assert!(made(1).iter().any(|board| board == expected), "{expected}");
        }
        assert!(made(1).iter().filter(|board| **board != text).count() > 1000);
    }

    #[test]
    fn there_is_nothing_to_change_in_an_empty_board() {
        assert_eq!(Tokens::of("").spoilt(&mut Rng::with_seed(1)), "");
    }
}
