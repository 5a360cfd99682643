//! # The Marshy Mess
//!
//! *Jane Street, October 2022.* Each field is a bridges puzzle, or hashi. Numbers are islands;
//! bridges run along rows and columns from an island to the next, at most two between the same
//! islands, and do not cross. All islands of a field are connected. The number of an island is the
//! number of bridges that end there, but one number of each field is wrong.
//!
//! ```text
//! field         board
//! 2 . 1 . 2     2 . 1 - 2     - and | are one bridge, = and " are two; islands show the numbers of
//! . . . . .     " . . . |     their bridges: the 4 was wrong, and should be 2
//! 3 . . . 4     3 - - - 2     the answer is 11/13
//! ```
//!
//! The true numbers of the wrong islands, k1, k2, ..., are the lengths of the suits of a hand, and
//! add up to its number of cards: `hand` in an instance. The answer is the probability that a hand
//! with suits of these lengths has no ace. A hand with k of the 13 cards of a suit lacks its ace
//! with probability (13 - k) / 13, independently of the other suits; the answer is the product of
//! these fractions. An instance has up to four fields, one for each suit.
//!
//! ## Idea
//! The puzzle has no search: the [rules](Puzzle::rules) alone solve the published instance and
//! prove the solution unique. The solver learns a clause from each conflict. The fields share only
//! the sum, so a clause learned in one of them holds whatever is tried in the others: their
//! searches add up instead of multiplying. The published fields have a unique solution even without
//! the sum.

mod check;
mod constraints;
mod drawing;

use std::collections::BTreeMap;

use grid_puzzles::check_size;
use puzzle::prelude::*;

/// The fields of a marsh, and the sum of their wrong islands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarshyMess {
    /// The sum of the true numbers of the wrong islands, if known.
    hand: Option<u8>,
    /// The fields by their names, in alphabetical order: islands with their numbers among water.
    fields: BTreeMap<String, Field>,
}

/// The islands of a field with their given numbers.
type Field = Grid<Option<Within<1, 8>>>;

/// The most fields: the number of suits.
const MOST_FIELDS: usize = 4;
/// The most rows or columns of a field.
const LARGEST_SIZE: usize = 32;
/// The number of cards of a suit.
const CARDS: i64 = 13;

/// The contents of a cell that is not water.
enum Mark {
    /// An island with this number of bridges.
    Island(i64),
    /// One bridge or two, from left to right.
    Across(i64),
    /// One bridge or two, from top to bottom.
    Down(i64),
}

impl Mark {
    /// The words, indexed by their values.
    const WORDS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "-", "=", "|", "\""];

    fn of(value: i64) -> Self {
        match value {
            ..=8 => Mark::Island(value),
            9..=10 => Mark::Across(value - 8),
            11.. => Mark::Down(value - 10),
        }
    }

    fn value(&self) -> i64 {
        match self {
            Mark::Island(bridges) => *bridges,
            Mark::Across(bridges) => bridges + 8,
            Mark::Down(bridges) => bridges + 10,
        }
    }
}

/// An island whose number on a board is not the given one.
struct Wrong {
    cell: Cell,
    given: i64,
    found: i64,
}

impl Wrong {
    /// Returns all wrong islands of a field.
    fn all_of(field: &Field, board: &Board) -> Vec<Self> {
        let islands = field.iter().filter_map(|(cell, given)| match board[cell].map(Mark::of)? {
            Mark::Island(found) => Some(Wrong { cell, given: (*given)?.get(), found }),
            Mark::Across(_) | Mark::Down(_) => None,
        });
        islands.filter(|island| island.given != island.found).collect()
    }
}

puzzle::program!(MarshyMess, explained);

impl Puzzle for MarshyMess {
    fn form(&self) -> Form {
        let form = |field: &Field| Form::words(field.rows(), field.columns(), Mark::WORDS);
        let fields = self.fields.iter().zip(drawing::corners(self));
        let parts = fields
            .map(|((name, field), corner)| (name, form(field).with_empty_cells().drawn_at(corner)));
        Form::parts(Layout::Dense, parts)
    }

    fn validate(&self) -> Result<()> {
        let count = self.fields.len();
        ensure!(
            (1..=MOST_FIELDS).contains(&count),
            "`fields` has {count} fields; expected 1 to {MOST_FIELDS}"
        );
        for (name, field) in &self.fields {
            ensure!(
                !name.is_empty() && name.chars().all(char::is_alphanumeric),
                "`fields`: expected a name of letters and digits and found {name:?}"
            );
            check_size(&format!("fields.{name}"), field, (LARGEST_SIZE, LARGEST_SIZE))?;
            let is_island = |&cell: &Cell| field[cell].is_some();
            ensure!(
                field.cells().any(|cell| is_island(&cell)),
                "`fields.{name}`: expected an island"
            );
            for cell in field.cells().filter(is_island) {
                ensure!(
                    !field.neighbours(cell).any(|other| is_island(&other)),
                    "`fields.{name}`, {}: expected water between two islands, where bridges can be \
                     seen, and found a neighbour",
                    cell.in_words()
                );
            }
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::rules(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        // 13 is prime, so the fractions of suits that have cards cannot be reduced.
        let (mut chances, mut cases) = (1, 1);
        let mut wrong = Vec::new();
        for ((name, field), board) in self.fields.iter().zip(board.parts()) {
            for Wrong { cell, given, found } in Wrong::all_of(field, board) {
                if found > 0 {
                    (chances, cases) = (chances * (CARDS - found), cases * CARDS);
                }
                wrong.push(format!("field {name}, {cell}: {found} instead of {given}"));
            }
        }
        Answer::new(format!("{chances}/{cases}")).remark("wrong islands", wrong.join("; "))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for MarshyMess {
    /// Makes one or two fields with random bridges, and a wrong number in each.
    fn sizes(&self) -> Vec<usize> {
        (1..=(LARGEST_SIZE - 1) / 2).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (mut hand, mut fields) = (0, Draft::new());
        for name in ["1", "2"].into_iter().take(random.usize(1..=2)) {
            let mut field = random_field(2 * size + 1, random);
            let islands = field.cells().filter(|&cell| field[cell].is_some()).collect_vec();
            let number = field[random.choice(islands)?].as_mut()?;
            hand += *number;
            *number = random.u8(1..=8);
            fields.put(&format!("fields.{name}"), field.to_string());
        }
        let mut draft = Draft::new();
        if random.bool() {
            draft.put("hand", hand);
        }
        draft.lay_over(fields);
        Some(draft)
    }
}

/// Returns a field with the numbers of bridges built at random from one island to the next.
fn random_field(size: usize, random: &mut Rng) -> Grid<Option<u8>> {
    let mut field = Grid::filled(size, size, None);
    let mut taken = Grid::filled(size, size, false);
    let first = Cell::new(random.usize(..size), random.usize(..size));
    (field[first], taken[first]) = (Some(0), true);
    let mut islands = vec![first];
    for _ in 0..6 * size {
        let Some(&start) = random.choice(&islands) else { continue };
        let direction = Direction::ALL[random.usize(..4)];
        let way = field.ray(start, direction).take(random.usize(2..=5)).collect_vec();
        let Some((&end, water)) = way.split_last() else { continue };
        let is_apart = field.neighbours(end).all(|cell| field[cell].is_none());
        if water.is_empty() || !is_apart || way.iter().any(|&cell| taken[cell]) {
            continue;
        }
        let bridges = random.u8(1..=2);
        for &cell in &way {
            taken[cell] = true;
        }
        field[end] = Some(bridges);
        field[start] = field[start].map(|number| number + bridges);
        islands.push(end);
    }
    field
}
