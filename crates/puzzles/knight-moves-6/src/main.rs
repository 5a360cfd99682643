//! # Knight Moves 6
//!
//! *Jane Street, October 2024.* Each cell of a board carries a letter, and each letter stands for a
//! positive whole number, different letters for different ones. A knight makes two trips, each from
//! one corner to the opposite one, and does not visit squares twice on a trip. A trip's score is at
//! first the number of its first letter; a jump to another letter multiplies it by the number
//! jumped to, a jump to the same letter adds that number. Both trips must score 2024. What is the
//! smallest possible value of A + B + C?
//!
//! ```text
//! 3  A B B C     A = 1, B = 2, C = 5: from a1 to d2 by c2, a3 and b1
//! 2  A A C C     c2: 1 x 5 = 5, a3: 5 x 1 = 5, b1: 5 + 1 = 6, d2: 6 x 5 = 30
//! 1  A A B C
//!    a b c d
//! ```
//!
//! Boards may have up to 8 x 8 cells and eight letters, and there may be one to four trips with a
//! score of up to 100,000.
//!
//! ## Boards
//! `1,2,253,a1,b3,...,f6,a6,...,f1`: the numbers of the letters in the order of the alphabet, then
//! the squares of each trip.
//!
//! ## Idea
//! The search takes the sums in increasing order, for each sum all assignments of numbers to
//! letters, and for each of these all trips. So the first numbers that have all trips have the
//! smallest sum, without further proof.
//!
//! A trip is followed backwards, from its end: the score before a jump is determined, and the jump
//! is ruled out if the difference is not positive or the quotient not an integer. Few of the up to
//! eight jumps are left. On the sample, d2 must have the score 30, and its C is worth 5: so b1 and b3
//! had 30 / 5 = 6 before. Back from b1, a3 with the same letter had 6 - 1 = 5, c2 had 5 / 1 = 5, and
//! a1 had 5 / 5 = 1, which is its number.
//!
//! Scores never fall. So numbers above the target are useless: such a letter is never visited and
//! may as well have a small number, so there are finitely many sums. And the number of the last
//! letter divides the target: the trip entered the last squares with this letter by a
//! multiplication, or began there, and from then on added the number.
//!
//! ## Why it is fast
//! C divides 2024 and is not 3. Following trips backwards takes far fewer nodes than forwards. If a
//! trip takes longer, a table gives the squares in which a walk that may repeat squares can have
//! each score: a score impossible for walks is impossible for trips.
//!
//! ## Why it has a search
//! Tries numbers of any size, while the rules alone are limited to small ones, and is far faster.
//!
//! ## The rules as constraints
//! Products of unknowns are not linear. But if the number jumped to is known to be 3, the score is
//! three times the one before, which is linear, with both scores as binary numbers. So there are
//! two constraints for each square of a trip and each number that may be jumped to, one for
//! different letters and one for the same letter.
//!
//! A model has finitely many numbers, here up to 8. A larger one is stated as 9, without
//! constraints on its effect on the score. So each board is a solution whose sum is not larger than
//! the board's own; if the best solution is a board, it is optimal. The constraint that different
//! letters have different numbers implies that the sum is at least 6: these constraints have
//! prices, and the proof adds them up.
//!
//! ## Sources
//! Searching backwards from a known end is folklore.

mod constraints;
mod drawing;
mod search;

use grid_puzzles::{Square, check_size};
use puzzle::Vocabulary;
use puzzle::prelude::*;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 8;
/// The maximum number of different letters.
const MOST_LETTERS: usize = 8;
/// The maximum number of trips.
const MOST_TRIPS: usize = drawing::CORNERS.len();
/// The highest possible target.
const LARGEST_TARGET: i64 = 100_000;

/// An instance: a board of letters, and the trips to make.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnightMoves {
    /// Capital letters, the highest rank first.
    letters: Grid<char>,
    /// The first and the last square of each trip.
    trips: Vec<[Square; 2]>,
    /// The required score of each trip.
    target: Within<1, LARGEST_TARGET>,
}

/// The words of a board: a number for each letter of the alphabet, then squares, which are counted
/// in reading order.
struct Words {
    letters: usize,
    rows: usize,
    columns: usize,
}

impl Vocabulary for Words {
    fn word(&self, place: usize, value: i64) -> String {
        match usize::try_from(value) {
            Ok(square) if place >= self.letters => {
                let cell = Cell::new(square / self.columns, square % self.columns);
                Square::of(cell, self.rows).to_string()
            }
            _ => value.to_string(),
        }
    }

    fn value(&self, place: usize, word: &str) -> Option<i64> {
        if place < self.letters {
            return word.parse().ok().filter(|number| (1..=u32::MAX.into()).contains(number));
        }
        let cell = word.parse::<Square>().ok()?.cell(self.rows)?;
        let square = (cell.column < self.columns).then(|| cell.row * self.columns + cell.column)?;
        i64::try_from(square).ok()
    }

    fn expected(&self, place: usize) -> String {
        if place < self.letters {
            format!("a positive number for each of {} letters", self.letters)
        } else {
            format!("a square from a1 to {}", Square::of(Cell::new(0, self.columns - 1), self.rows))
        }
    }
}

impl KnightMoves {
    /// Returns the letters of the board, in the order of the alphabet.
    fn alphabet(&self) -> Vec<char> {
        self.letters.values().copied().sorted().dedup().collect()
    }

    /// Returns the cell of a square, if it is on the board.
    fn cell(&self, square: Square) -> Option<Cell> {
        square.cell(self.letters.rows()).filter(|&cell| self.letters.contains(cell))
    }

    /// Returns the first and the last cell of each trip.
    fn ends(&self) -> impl Iterator<Item = [Cell; 2]> {
        let cell = |square| self.cell(square).expect("it is on the board");
        self.trips.iter().map(move |ends| ends.map(cell))
    }

    /// Returns the number of the letter in each cell; 0 where it is not known.
    fn numbers(&self, board: &Board) -> Grid<i64> {
        let alphabet = self.alphabet();
        let number_of = |letter| alphabet.iter().zip(board.list()).find(|(one, _)| *one == letter);
        self.letters.map(|_, letter| number_of(letter).map_or(0, |(_, &number)| number))
    }

    /// Returns the cells of each trip, which ends where it first reaches its last cell, and the
    /// remaining cells.
    fn cut(&self, board: &Board) -> (Vec<Vec<Cell>>, Vec<Cell>) {
        let columns = self.letters.columns();
        let squares = board.list().iter().skip(self.alphabet().len());
        let squares = squares.filter_map(|&square| usize::try_from(square).ok());
        let mut rest =
            squares.map(|square| Cell::new(square / columns, square % columns)).collect_vec();
        let trips = self.ends().map(|[_, last]| {
            let length = rest.iter().position(|&cell| cell == last).map_or(rest.len(), |at| at + 1);
            rest.drain(..length).collect()
        });
        (trips.collect(), rest)
    }

    /// Returns the scores of a trip, from that of its first square on. Those beyond 127 bits are
    /// saturated.
    fn scores(&self, numbers: &Grid<i64>, trip: &[Cell]) -> Vec<i128> {
        let mut before: Option<(char, i128)> = None;
        let score = |&cell: &Cell| {
            let (letter, number) = (self.letters[cell], i128::from(numbers[cell]));
            let score = match before {
                None => number,
                Some((other, score)) if other == letter => score.saturating_add(number),
                Some((_, score)) => score.saturating_mul(number),
            };
            before = Some((letter, score));
            score
        };
        trip.iter().map(score).collect()
    }

    fn check_trip(&self, numbers: &Grid<i64>, trip: &[Cell], ends: [Cell; 2]) -> Result<()> {
        let square = |cell| Square::of(cell, self.letters.rows());
        let name = format!("the trip from {} to {}", square(ends[0]), square(ends[1]));
        ensure!(trip.first() == Some(&ends[0]), "{name} does not start there");
        ensure!(trip.last() == Some(&ends[1]), "{name} does not end there");
        for (&one, &other) in trip.iter().tuple_windows() {
            let jump = [one.row.abs_diff(other.row), one.column.abs_diff(other.column)];
            ensure!(
                jump == [1, 2] || jump == [2, 1],
                "{} to {} is no knight's jump",
                square(one),
                square(other)
            );
        }
        if let Some(&cell) = trip.iter().duplicates().next() {
            bail!("{name} comes to {} twice", square(cell));
        }
        let score = self.scores(numbers, trip)[trip.len() - 1];
        let target = self.target;
        ensure!(score == target.get().into(), "{name} scores {score}, not {target}");
        Ok(())
    }
}

puzzle::program!(KnightMoves, searched);

impl Puzzle for KnightMoves {
    fn form(&self) -> Form {
        let (rows, columns) = (self.letters.rows(), self.letters.columns());
        let words = Words { letters: self.alphabet().len(), rows, columns };
        Form::own_list(words).separated_by(",")
    }

    fn validate(&self) -> Result<()> {
        check_size("letters", &self.letters, (LARGEST_SIZE, LARGEST_SIZE))?;
        for (cell, letter) in &self.letters {
            ensure!(
                letter.is_ascii_uppercase(),
                "`letters`, {}: expected a letter from A to Z and found \"{letter}\"",
                cell.in_words()
            );
        }
        let letters = self.alphabet().len();
        ensure!(
            letters <= MOST_LETTERS,
            "`letters` has {letters} different ones; expected at most {MOST_LETTERS}"
        );
        let trips = self.trips.len();
        ensure!(
            (1..=MOST_TRIPS).contains(&trips),
            "`trips` has {trips} trips; expected 1 to {MOST_TRIPS}"
        );
        for (trip, [first, last]) in self.trips.iter().enumerate() {
            for square in [first, last] {
                ensure!(
                    self.cell(*square).is_some(),
                    "`trips`, trip {trip}: {square} is no square of the board"
                );
            }
            ensure!(first != last, "`trips`, trip {trip}: expected two squares, not {first} twice");
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let alphabet = self.alphabet();
        ensure!(
            board.list().len() > alphabet.len(),
            "expected a number for each of {} and the squares of the trips",
            alphabet.iter().format(", ")
        );
        let numbers = alphabet.iter().zip(board.list());
        for [(one, number), (other, same)] in numbers.array_combinations() {
            ensure!(number != same, "{one} and {other} are both {number}");
        }
        let (trips, rest) = self.cut(board);
        let numbers = self.numbers(board);
        for (trip, ends) in trips.iter().zip(self.ends()) {
            self.check_trip(&numbers, trip, ends)?;
        }
        if let Some(&cell) = rest.first() {
            bail!("after the last trip stands {}", Square::of(cell, self.letters.rows()));
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let sum: i64 = board.list().iter().take(self.alphabet().len()).sum();
        let numbers = self.numbers(board);
        let trips = self.cut(board).0.into_iter();
        let scores = trips.map(|trip| self.scores(&numbers, &trip).iter().join(" "));
        Answer::new(sum).remark("scores", scores.format("; ")).score(-sum)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for KnightMoves {
    /// Returns sizes of boards with random letters, and one or two trips of the same score with
    /// random numbers.
    fn sizes(&self) -> Vec<usize> {
        (2..LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const ATTEMPTS: usize = 100;
        const LONGEST: usize = 17;
        let size = size.max(2);
        let letters = Grid::from_fn(size, size + 1, |_| random.char('A'..='C'));
        let mut numbers = vec![1, 2, 3, 4, 5];
        random.shuffle(&mut numbers);
        let target = Within::new(1)?;
        let puzzle = KnightMoves { letters, trips: Vec::new(), target };
        let numbers = puzzle.numbers(&numbers.into());
        let walks = (0..ATTEMPTS).filter_map(|_| {
            let mut walk = knight_moves::random_walk(size, size + 1, random);
            walk.truncate(random.usize(2..=LONGEST));
            let score = i64::try_from(*puzzle.scores(&numbers, &walk).last()?).ok()?;
            let ends =
                [*walk.first()?, *walk.last()?].map(|cell| Square::of(cell, size).to_string());
            (walk.len() > 1 && score <= LARGEST_TARGET).then_some((score, ends.to_vec()))
        });
        let walks = walks.into_group_map().into_iter().sorted().collect_vec();
        let (target, mut trips) = random.choice(walks)?;
        random.shuffle(&mut trips);
        trips.truncate(random.usize(1..=2));
        let draft = Draft::new().text("letters", puzzle.letters).value("trips", trips);
        Some(draft.number("target", target))
    }
}
