//! # Masyu
//!
//! Draw one closed loop through the middles of cells, from side to side. It goes straight through a
//! white pearl and turns in the cell before or after it. It turns on a black pearl and goes
//! straight through the cells before and after it.
//!
//! ```text
//! pearls       solution
//! b . .        ES EW SW
//! . . w        NS -  NS      straight on from the black pearl, both ways;
//! . . .        NE EW NW      turns above and below the white one
//! ```
//!
//! ## Boards
//! A word for each cell: the two directions in which the loop leaves it, or `-`.

use grid_puzzles::state::Loop;
use grid_puzzles::{LARGEST_GRID, check, check_signs, check_size, draw, scattered};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of pearls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Masyu {
    /// White pearls, `w`, and black ones, `b`.
    pearls: Grid<Option<char>>,
}

const WHITE: char = 'w';
const BLACK: char = 'b';

puzzle::program!(Masyu, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("pearls", &pzpr::PEARLS)]);

impl Puzzle for Masyu {
    fn form(&self) -> Form {
        Form::loop_through(self.pearls.rows(), self.pearls.columns(), [])
    }

    fn validate(&self) -> Result<()> {
        check_signs("pearls", &self.pearls, &[WHITE, BLACK])?;
        check_size("pearls", &self.pearls, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        model.rule("One closed loop goes from cell to cell and visits none of them twice.");
        let way = Loop::through(model, &word);
        for (rule, wanted) in [
            ("It goes straight through a white pearl and turns before or behind it.", WHITE),
            ("It turns on a black pearl and goes straight on before and behind it.", BLACK),
        ] {
            model.rule(rule);
            for cell in self.pearls.find_all(|&pearl| pearl == Some(wanted)) {
                let model = &mut model.at(format!("the pearl at {cell}"));
                model.require(way.visits[cell]);
                for side in Direction::ALL {
                    let (here, back) = (way.leaves(cell, side), way.leaves(cell, side.opposite()));
                    let [next, last] = [side, side.opposite()].map(|to| way.leaves_next(cell, to));
                    model.require(if wanted == WHITE {
                        implies(here, back).and(any([!here, !next, !last]))
                    } else {
                        exactly(1, [here, back]).and(implies(here, next))
                    });
                }
            }
        }
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("pearls", &self.pearls, "has a loop that fits", |board, cell| {
            let is_straight = |cell: &Cell| check::is_straight(board.grid(), *cell);
            let straight = check::next_on_loop(board.grid(), cell).filter(is_straight).count();
            match (is_straight(&cell), straight) {
                (true, 0 | 1) => Some(WHITE),
                (false, 2) => Some(BLACK),
                _ => None,
            }
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::single_loop(board.grid())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        for (pearl, tint) in [(WHITE, Tint::White), (BLACK, Tint::Black)] {
            draw::discs(picture, self.pearls.find_all(|&one| one == Some(pearl)), Some(tint));
        }
    }
}

impl Setter for Masyu {
    /// Generates white pearls, which make the loop of a random board long.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("pearls", scattered('w', (rows, columns), 12, random)))
    }
}
