//! # Hashi
//!
//! Connect the islands by bridges. A bridge goes straight along a row or column from an island to the next
//! one; two islands are connected by one bridge, by two or by none, and no bridge crosses another. A clue
//! counts the bridges at its island; `?` is an island without a clue. Bridges lead from each island to all
//! others.
//!
//! ```text
//! islands      solution
//! 2 . 3        EE EEWW SWW
//! . . .        -  -    NS       two bridges above, one at the right
//! . . 1        -  -    N
//! ```
//!
//! ## Boards
//! A word for each cell: the directions in which bridges leave it, in the order north, east, south and west,
//! twice for two bridges; `-` for none. `EW` is a bridge across, `NNSS` are two bridges side by side.

use grid_puzzles::{ClueOr, LARGEST_GRID, check, check_size, draw, state};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A sea with islands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashi {
    /// The number of bridges at each island; `?` if it is not given.
    islands: Grid<Option<ClueOr<Within<1, 8>, '?'>>>,
}

puzzle::program!(Hashi, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("islands", &pzpr::ISLANDS)]);

/// The directions of one bridge, then those of two, with the steps down and to the right.
const LINES: [(&str, (i32, i32)); 8] = [
    ("N", (-1, 0)),
    ("E", (0, 1)),
    ("S", (1, 0)),
    ("W", (0, -1)),
    ("NN", (-1, 0)),
    ("EE", (0, 1)),
    ("SS", (1, 0)),
    ("WW", (0, -1)),
];

/// What a bridge to each side adds to the value of a word; a second one adds it once more.
const UNITS: [i64; 4] = [1, 3, 9, 27];

/// Returns the number of bridges to a side, by the value of the word.
fn bridges(word: i64, side: Direction) -> i64 {
    word / UNITS[side as usize] % 3
}

/// Returns the numbers of bridges to all sides.
fn all_bridges(word: i64) -> [usize; 4] {
    Direction::ALL.map(|side| usize::try_from(bridges(word, side)).expect("it is 0, 1 or 2"))
}

impl Hashi {
    /// Returns where bridges can be: the cells from an island to the next one, and their direction.
    fn straits(&self) -> Vec<(Vec<Cell>, Direction)> {
        let islands = self.islands.find_all(Option::is_some);
        let all = iproduct!(islands, [Direction::East, Direction::South]);
        let all = all.filter_map(|(island, side)| {
            let ray: Vec<Cell> = self.islands.ray(island, side).collect();
            let end = ray.iter().position(|&cell| self.islands[cell].is_some())?;
            Some(([&[island], &ray[..=end]].concat(), side))
        });
        all.collect()
    }
}

impl Puzzle for Hashi {
    fn form(&self) -> Form {
        let name = |word| {
            let sides = LINES.iter().zip(all_bridges(word));
            let name: String = sides.map(|((side, _), bridges)| side.repeat(bridges)).collect();
            if name.is_empty() { "-".to_owned() } else { name }
        };
        let lines = |word| {
            (0..4).zip(all_bridges(word)).map(|(side, bridges)| [0, 1, 16][bridges] << side).sum()
        };
        Form::words(self.islands.rows(), self.islands.columns(), (0..81).map(name))
            .with_lines(&LINES, (0..81).map(lines).collect())
    }

    fn validate(&self) -> Result<()> {
        check_size("islands", &self.islands, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let islands: Vec<Cell> = self.islands.find_all(Option::is_some).collect();
        let place = |island| islands.binary_search(&island).expect("bridges end at islands");
        let mut to = self.islands.map(|_, _| [(); 4].map(|()| Int::constant(0)));
        let mut ways = Vec::new();
        for (cells, side) in self.straits() {
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let number = model.int(0..=2);
            let words = ["no bridge", "1 bridge", "2 bridges"];
            model.name_in_words(format!("{first}-{last} | has"), number.clone(), words);
            ways.push((place(first), place(last), number.is_not(0)));
            for (&cell, &next) in cells.iter().tuple_windows() {
                to[cell][side as usize] = number.clone();
                to[next][side.opposite() as usize] = number.clone();
            }
        }
        let word = to.map(|cell, to| {
            let fits = |word, side: Direction| {
                let (ahead, behind) = (bridges(word, side), bridges(word, side.opposite()));
                let goes_on = ahead == behind || self.islands[cell].is_some();
                goes_on && ahead <= to[side as usize].largest()
            };
            let is_possible = |&word: &i64| Direction::ALL.into_iter().all(|side| fits(word, side));
            let word = model.int((0..81).filter(is_possible));
            for (side, count) in iproduct!(Direction::ALL, 0..=2) {
                let says = word.values().filter(|&(word, _)| bridges(word, side) == count);
                let says = sum(says.map(|(_, flag)| flag));
                model.channel(says.equals(to[side as usize].is(count)));
            }
            word
        });
        board.set_cells(&word);
        model.rule(
            "One bridge or two connect an island with the next one, or none; a clue counts the \
             bridges at its island.",
        );
        state::clues(model, &ClueOr::said(&self.islands), |island, clue| {
            sum(&to[island]).equals(clue.get())
        });
        model.rule("No bridge crosses another.");
        for cell in self.islands.find_all(Option::is_none) {
            let [north, east, ..] = &to[cell];
            model.at(cell).require(any([north.is(0), east.is(0)]));
        }
        model.rule("Bridges connect all islands.");
        model.connected_by(islands.len(), &ways);
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let (given, says) = (ClueOr::said(&self.islands), "has a number of bridges that is");
        vec![Clues::in_cells("islands", &given, says, |board, island| {
            let word = self.islands[island].and(board[island])?;
            Within::new(Direction::ALL.iter().map(|&side| bridges(word, side)).sum())
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        let bridges = |cell, side| board[cell].map_or(0, |word| all_bridges(word)[side as usize]);
        let joined = check::joined(board.grid(), "bridges", bridges)?;
        for (cell, side) in iproduct!(self.islands.find_all(Option::is_none), Direction::ALL) {
            let (ahead, behind) = (bridges(cell, side), bridges(cell, side.opposite()));
            ensure!(ahead == behind, "the bridges end at {cell}, where no island is");
            let across = bridges(cell, side.clockwise());
            ensure!(ahead == 0 || across == 0, "the bridges at {cell} cross");
        }
        for (one, other) in self.islands.find_all(Option::is_some).tuple_windows() {
            let are_joined = joined.region_of(one) == joined.region_of(other);
            ensure!(are_joined, "no bridges lead from {one} to {other}");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        let islands = self.islands.find_all(Option::is_some);
        draw::discs(picture, islands, Some(Tint::White));
        draw::givens(picture, &self.islands);
    }
}

/// One in so many islands may stand beside another one.
const CLOSE: u8 = 4;

impl Setter for Hashi {
    /// Returns sizes of seas in which bridges could cross.
    fn sizes(&self) -> Vec<usize> {
        (4..=20).collect()
    }

    /// Goes from a random island to new ones, which have no clues.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let [rows, columns] = [rows, columns].map(|lines| lines.max(4));
        let mut sea = Grid::filled(rows, columns, '.');
        let mut islands = vec![Cell::new(random.usize(..rows), random.usize(..columns))];
        sea[islands[0]] = '?';
        let one_in = random.usize(2..=5);
        while islands.len() < (rows * columns).div_ceil(one_in) {
            let (&from, side) = (random.choice(&islands)?, random.choice(Direction::ALL)?);
            let end =
                sea.ray(from, side).take_while(|&cell| sea[cell] == '.').nth(random.usize(..5));
            let is_close = |end| sea.neighbours(end).any(|beside| sea[beside] == '?');
            if let Some(end) = end.filter(|&end| !is_close(end) || random.u8(..CLOSE) == 0) {
                sea[end] = '?';
                islands.push(end);
            }
        }
        Some(Draft::new().text("islands", sea))
    }

    fn no_clue(&self) -> &'static str {
        "?"
    }
}
