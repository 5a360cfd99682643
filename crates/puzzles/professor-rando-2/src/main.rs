//! # Professor Rando Redux
//!
//! *Jane Street, January 2016.* Two numbers are drawn from 1 to N, and five students learn one fact
//! each: Daphne the difference, Max the maximum, Mindy the minimum, Sam the sum and Tim the
//! product. In this order they are asked for the two numbers, again and again. A student who knows
//! them says so, which ends the game; otherwise the student passes, and everybody hears it. What is
//! the smallest N for which the game may last for ever?
//!
//! ```text
//! N = 3          maximum          Daphne knows 1 3, the only pair with the difference 2.
//!                1   2   3        If she passes, Max knows 1 1, as only it has the maximum 1.
//! minimum   1    M   n   D        If he passes, too, Mindy knows 1 2, which alone is left with the
//!           2        S   S        minimum 1, and 3 3. If all of them pass, Sam knows 2 2 and 2 3.
//!           3            n        Tim is never asked.
//! ```
//!
//! An instance may have some of the facts, in any order.
//!
//! ## Boards
//! N, and the pairs that nobody ever identifies.
//!
//! ## Derivation
//! Everybody can work out the pairs that are possible after some passes: at each turn, the pairs
//! whose fact no other remaining pair shares drop out. For these pairs the game ends at that turn.
//! Once no pair drops out in a whole round, none ever will. With more numbers, facts are shared by
//! more pairs: without the product, the first N at which pairs remain is 6. Products distinguish
//! many pairs, all those with a large prime factor, so Tim delays it.
//!
//! ## The second way
//! The order in which pairs drop out does not affect the result: a pair that shares no fact with
//! another can drop out later, too, as the others only become fewer. So the remaining pairs are the
//! largest set of pairs in which each shares each of its facts with another one. The checker
//! verifies that the claimed pairs are such a set, and removes the others one by one, without days,
//! rounds or order. For each smaller N no pair may remain.
//!
//! ## What does not scale
//! N is limited to 100; trying cannot show that the game ends for every N.

use professor_rando::{Fact, Pair, draws, play};
use puzzle::Vocabulary;
use puzzle::prelude::*;

/// The largest N that is tried.
const LARGEST: i64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfessorRando {
    /// The facts that the students know, in the order in which they are asked.
    facts: Vec<Fact>,
}

impl ProfessorRando {
    /// Returns whether this pair has a fact that no other pair shares.
    fn stands_out(&self, pair: Pair, among: &[Pair]) -> bool {
        self.facts
            .iter()
            .any(|fact| !among.iter().any(|&other| other != pair && fact.is_shared(other, pair)))
    }
}

/// Pairs as words: `3,4`.
struct Pairs;

impl Vocabulary for Pairs {
    fn word(&self, _: usize, value: i64) -> String {
        let (minimum, maximum) = pair(value);
        format!("{minimum},{maximum}")
    }

    fn value(&self, place: usize, word: &str) -> Option<i64> {
        let (minimum, maximum) = word.split_once(',')?;
        let pair = (minimum.parse().ok()?, maximum.parse().ok()?);
        let is_pair = 1 <= pair.0 && pair.0 <= pair.1 && pair.1 <= LARGEST;
        // `01,2` is no word.
        is_pair.then(|| value(pair)).filter(|&value| self.word(place, value) == word)
    }

    fn expected(&self, _: usize) -> String {
        "a pair of numbers such as 3,4".to_owned()
    }
}

/// Returns a pair as a value of a board.
fn value((minimum, maximum): Pair) -> i64 {
    minimum * (LARGEST + 1) + maximum
}

fn pair(value: i64) -> Pair {
    (value / (LARGEST + 1), value % (LARGEST + 1))
}

/// Returns the N and the pairs of a board.
fn claim(board: &Board) -> (i64, Vec<Pair>) {
    let [n, pairs] = board.parts() else { return (0, Vec::new()) };
    (n.value().unwrap_or(0), pairs.list().iter().copied().map(pair).collect())
}

puzzle::program!(ProfessorRando, searched without rules);

impl Puzzle for ProfessorRando {
    fn form(&self) -> Form {
        let pairs = Form::own_list(Pairs).in_any_order();
        Form::parts(Layout::Lines, [("N", Form::value(1..=LARGEST)), ("pairs", pairs)])
    }

    fn validate(&self) -> Result<()> {
        Fact::validate(&self.facts)
    }

    fn search(&self, search: &mut Search) -> Flow {
        for n in 1..=LARGEST {
            search.node()?;
            search.poll()?;
            let (_, left) = play(&self.facts, n);
            if !left.is_empty() {
                let left = left.into_iter().map(value).collect_vec();
                return search.value(vec![Board::of_value(n), left.into()]);
            }
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (n, claimed) = claim(board);
        ensure!(!claimed.is_empty(), "the board has no pair; expected one at least");
        for (at, &pair) in claimed.iter().enumerate() {
            let (minimum, maximum) = pair;
            ensure!(maximum <= n, "{minimum},{maximum} has a number beyond {n}");
            ensure!(!claimed[..at].contains(&pair), "{minimum},{maximum} occurs twice");
            ensure!(
                !self.stands_out(pair, &claimed),
                "{minimum},{maximum} shares a fact with no other pair of the board"
            );
        }
        for n in 1..=n {
            let all = (1..=n).cartesian_product(1..=n);
            let mut left = all.filter(|(minimum, maximum)| minimum <= maximum).collect_vec();
            while let Some(place) = left.iter().position(|&pair| self.stands_out(pair, &left)) {
                left.swap_remove(place);
            }
            let is_last = n == claim(board).0;
            let missing = left.iter().find(|pair| !is_last || !claimed.contains(pair));
            if let Some((minimum, maximum)) = missing {
                bail!("with numbers up to {n} nobody ever answers {minimum},{maximum}");
            }
        }
        Ok(())
    }

    /// Returns N, and the probabilities that each student answers and that nobody does.
    fn answer(&self, board: &Board) -> Answer {
        let (n, left) = claim(board);
        let chance = |pairs: &mut dyn Iterator<Item = &Pair>| {
            let ways: i64 = pairs.map(|&pair| draws(pair)).sum();
            format!("{ways}/{}", n * n)
        };
        let (turns, _) = play(&self.facts, n);
        let mut students = self.facts.iter().enumerate().map(|(student, fact)| {
            let own = turns.iter().filter(|&&(other, _)| other == student);
            format!("{} {}", fact.name(), chance(&mut own.flat_map(|(_, pairs)| pairs)))
        });
        Answer::new(n)
            .remark("chances", students.join(", "))
            .remark("chance that nobody answers", chance(&mut left.iter()))
    }

    /// Draws the pairs in a triangle, with the turns at which they are answered, and by whom.
    /// Without a board, the numbers go up to 4.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The width of a fact's name with its colour, in cells.
        const LEGEND_WIDTH: usize = 5;
        let n = board.map_or(4, |board| claim(board).0);
        let size = usize::try_from(n).unwrap_or(1);
        let mut picture = Picture::grid(size, size);
        let cell = |(minimum, maximum): Pair| {
            let [row, column] = [minimum, maximum].map(|one| usize::try_from(one - 1).unwrap_or(0));
            Cell::new(row, column)
        };
        for line in 0..size {
            picture.label_left(line, &(line + 1).to_string());
            picture.label_top(line, &(line + 1).to_string());
            picture.fill_cells((0..line).map(|column| Cell::new(line, column)), Tint::Shade);
        }
        let (turns, left) = play(&self.facts, n);
        for (turn, (student, known)) in (1..).zip(turns) {
            for pair in known {
                picture.fill(cell(pair), Tint::Colour(u8::try_from(student).unwrap_or(0)));
                picture.text(cell(pair), &format!("{turn}"), Ink::Text);
            }
        }
        for pair in left {
            picture.text(cell(pair), "*", Ink::Found);
        }
        // The letters of a wide board are enlarged like its labels.
        let letters = (size as f64 / 28.0).max(0.42);
        let beside = (size / LEGEND_WIDTH).max(1);
        for (student, fact) in self.facts.iter().enumerate() {
            let x = (LEGEND_WIDTH * (student % beside)) as f64;
            let y = size as f64 + 0.4 + (student / beside) as f64;
            let tint = Tint::Colour(u8::try_from(student).unwrap_or(0));
            picture.rectangle((x, y), (0.7, 0.7), Ink::Muted, Some(tint));
            picture.text_from(x + 1.0, y + 0.35, letters, &fact.name(), Ink::Label);
        }
        let up_to = format!("Numbers up to {n}: the turn at which the pair is answered.");
        picture.caption([&up_to, "Row: minimum. Column: maximum. *: never."]);
        picture
    }
}

impl Setter for ProfessorRando {
    /// Chooses some of the facts in random order.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let facts = random.choose_multiple(Fact::ALL, size.clamp(1, Fact::ALL.len()));
        let names = facts.into_iter().map(Fact::name).collect_vec();
        Some(Draft::new().value("facts", names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_small_games_are_those_of_the_statement() {
        let game = ProfessorRando { facts: Fact::ALL.to_vec() };
        for (n, chances) in [
            (2, "difference 2/4, maximum 2/4, minimum 0/4, sum 0/4, product 0/4"),
            (3, "difference 2/9, maximum 1/9, minimum 3/9, sum 3/9, product 0/9"),
            (4, "difference 2/16, maximum 1/16, minimum 1/16, sum 6/16, product 6/16"),
        ] {
            let board: Board = vec![Board::of_value(n), Board::from(Vec::<i64>::new())].into();
            assert_eq!(game.answer(&board).remarks[0].1, chances);
        }
    }
}
