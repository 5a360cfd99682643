//! # Professor Rando
//!
//! *Jane Street, December 2015.* Two integers from 1 to 5 are drawn at random. Daphne learns their
//! difference, Max the maximum, Mindy the minimum and Sam the sum. In this order they are asked,
//! day after day, which integers these are. The first who is certain answers and wins; the others
//! pass, and all hear it. How likely is each student to win?
//!
//! ```text
//!     1  2  3      Integers from 1 to 3, and who wins. Only 1 and 3 have the difference 2,
//!  1  M  I  D      so Daphne (D) answers. If she passes, only 1 and 1 have the maximum 1:
//!  2  I  S  S      Max (M). If he passes, too, only 1 and 2 are left for the minimum 1, and
//!  3  D  S  I      3 and 3 for 3: Mindy (I). The sum tells Sam (S) the pairs that are left.
//! ```
//!
//! An instance may have some of the facts, in any order, and the product, which Tim learns.
//!
//! ## Boards
//! The probability of each student to win.
//!
//! ## Derivation
//! The common knowledge is a set of pairs: those still possible after all that was said. At the
//! beginning it holds the 15 unordered pairs. A student is certain if only one pair of this set has
//! the difference, maximum, minimum or sum that the student knows. If the student passes, all pairs
//! that would have made the student certain leave the set together. A round of passes that does not
//! change the set repeats for ever: then nobody wins with the remaining pairs. From 1 to 5 there is
//! always a winner.
//!
//! The pair of an integer with itself comes from one of 25 draws, any other pair from two.
//!
//! ## The second way
//! The checker follows each of the 25 draws by itself, without a set of common knowledge. It asks
//! whether a student is certain of a pair at a turn: whether every other pair with the same fact
//! would have ended the game before, because some student would have been certain of it at an
//! earlier turn, which is the same question again (recursion). There is at most one more round than
//! there are pairs, for each round but the last rules out a pair.
//!
//! ## What does not scale
//! The checker asks about each pair at each turn, so there are at most 20 integers. With six or
//! more, some pairs are never distinguished, so the probabilities add up to less than 1.

mod check;

use numbers::{Fraction, fraction, fraction_form, parse_fraction};
use professor_rando::{Fact, draws, play};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfessorRando {
    /// The largest integer that is drawn.
    largest: Within<1, 20>,
    /// The facts that the students know, in the order in which they are asked.
    facts: Vec<Fact>,
}

/// Returns the name of the student who knows a fact.
fn student(fact: Fact) -> &'static str {
    match fact {
        Fact::Difference => "Daphne",
        Fact::Maximum => "Max",
        Fact::Minimum => "Mindy",
        Fact::Sum => "Sam",
        Fact::Product => "Tim",
    }
}

impl ProfessorRando {
    fn parts(board: &Board) -> impl Iterator<Item = &str> {
        board.parts().iter().map(Board::line)
    }
}

puzzle::program!(ProfessorRando, searched without rules);

impl Puzzle for ProfessorRando {
    fn form(&self) -> Form {
        let probability = || fraction_form();
        let students = self.facts.iter().map(|fact| (student(*fact), probability()));
        Form::parts(Layout::Lines, students)
    }

    fn validate(&self) -> Result<()> {
        Fact::validate(&self.facts)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut won = vec![0; self.facts.len()];
        let (turns, _) = play(&self.facts, self.largest.get());
        for (student, known) in turns {
            won[student] += known.into_iter().map(draws).sum::<i64>();
        }
        let all = self.largest.get().pow(2);
        let boards = won.into_iter().map(|won| Board::from(fraction(won, all).to_string()));
        search.value(boards.collect::<Vec<_>>())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed: Vec<Fraction> = Self::parts(board).map(parse_fraction).try_collect()?;
        check::check(self, &claimed)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(Self::parts(board).join(" "))
    }

    /// Draws the table of draws, each with the winning student and the day.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.largest.size();
        let mut picture = Picture::grid(size, size);
        for place in 0..size {
            picture.label_left(place, &(place + 1).to_string());
            picture.label_top(place, &(place + 1).to_string());
        }
        let Some(board) = board else { return picture };
        let (turns, _) = play(&self.facts, self.largest.get());
        for (number, (place, known)) in turns.into_iter().enumerate() {
            let day = (number / self.facts.len() + 1).to_string();
            let student = &student(self.facts[place])[..2];
            for (smaller, larger) in known {
                for (row, column) in [(smaller, larger), (larger, smaller)].into_iter().unique() {
                    let [row, column] = [row, column].map(|one| usize::try_from(one - 1));
                    let (Ok(row), Ok(column)) = (row, column) else { continue };
                    let cell = Cell::new(row, column);
                    let (x, y) = (cell.column as f64 + 0.45, cell.row as f64 + 0.42);
                    picture.text_at(x, y, 0.42, student, Ink::Found);
                    picture.small_text(cell, Corner::BottomRight, &day, Ink::Label);
                    picture.fill(cell, Tint::Colour(u8::try_from(place).unwrap_or(0)));
                }
            }
        }
        let said = self.facts.iter().zip(Self::parts(board));
        let said = said.map(|(fact, probability)| format!("{}: {probability}", student(*fact)));
        picture.caption([format!("Who wins, and on which day. {}.", said.format(", "))]);
        picture
    }
}

impl Setter for ProfessorRando {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let count = random.usize(1..=Fact::ALL.len());
        let facts = random.choose_multiple(Fact::ALL, count);
        let facts: Vec<_> = facts.into_iter().map(Fact::name).collect();
        Some(Draft::new().number("largest", random.usize(1..=size)).value("facts", facts))
    }
}
