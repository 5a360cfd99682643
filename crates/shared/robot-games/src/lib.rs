//! Robot games: two opponents who play as well as they can, and a number with ten digits.
//!
//! The games differ; what their answers need is the same. A robot's best choice is where a derivative
//! changes its sign, [once](only_root); what follows from it is known between two bounds, and printed
//! as far as both [agree](Numbers::board); people want to see the [curve](Plot) that has its top
//! there.

mod plot;

use std::cmp::Ordering;

use anyhow::{Result, ensure};
use enclosures::{Interval, decimal, parse_fraction, root};
use grid_utils::Within;
use puzzle::{Board, Flow, Form, Layout, Search};

pub use plot::Plot;

/// How many digits after the point are asked for, as an instance says it.
pub type Decimals = Within<1, 18>;

/// The only root of a function within these bounds, proved to be the only one; `None` if that cannot be
/// proved.
///
/// The range is halved until, on each part, either the function has one sign, or its slope has the sign
/// that leads from the function's sign at the lower end to that at the upper end. So the function can
/// cross zero in one direction only, and nobody crosses a line twice in the same direction.
///
/// ```
/// use enclosures::Interval;
/// use robot_games::only_root;
///
/// let range = Interval::from(1).hull(5);
/// let zero_of_sine = only_root(Interval::sin, Interval::cos, range).unwrap();
/// assert_eq!(zero_of_sine.decimal(15), Interval::PI.decimal(15));
/// let range = Interval::from(1).hull(10);
/// assert!(only_root(Interval::sin, Interval::cos, range).is_none(), "it has three");
/// ```
#[must_use]
pub fn only_root(
    function: impl Fn(Interval) -> Interval,
    slope: impl Fn(Interval) -> Interval,
    range: Interval,
) -> Option<Interval> {
    const MOST_PARTS: usize = 10_000;
    let direction = function(range.upper()).sign()?;
    if direction == Ordering::Equal || function(range.lower()).sign()? != direction.reverse() {
        return None;
    }
    let mut parts = vec![range];
    for _ in 0..MOST_PARTS {
        let Some(part) = parts.pop() else { return root(function, range, 1e-28) };
        let is_settled = function(part).sign().is_some() || slope(part).sign() == Some(direction);
        if !is_settled {
            let middle = part.midpoint();
            parts.extend([part.lower().hull(middle), middle.hull(part.upper())]);
        }
    }
    None
}

/// Boards that are some numbers with digits after the point, a name and a number on each line.
pub struct Numbers {
    names: &'static [&'static str],
    decimals: usize,
}

impl Numbers {
    /// Numbers with these names, which have as many digits each.
    #[must_use]
    pub fn new(names: &'static [&'static str], decimals: Decimals) -> Self {
        Numbers { names, decimals: decimals.size() }
    }

    /// The form of the boards.
    #[must_use]
    pub fn form(&self) -> Form {
        let number = Form::line("a number such as 0.25", |text| parse_fraction(text).is_ok());
        Form::parts(Layout::Lines, self.names.iter().map(|&name| (name, number.clone())))
    }

    /// The board of numbers that are known between bounds; `None` if some digit is not known.
    #[must_use]
    pub fn board(&self, numbers: &[Interval]) -> Option<Board> {
        let line = |number: &Interval| number.decimal(self.decimals).map(Board::Line);
        numbers.iter().map(line).collect::<Option<_>>().map(Board::Parts)
    }

    /// Reports the numbers as the result, or that they are not known well enough.
    pub fn report(&self, numbers: Option<&[Interval]>, search: &mut Search) -> Flow {
        match numbers.and_then(|numbers| self.board(numbers)) {
            Some(board) => search.value(board),
            None => search.give_up(),
        }
    }

    /// Checks one line of a board against a number that was found in another way: between its bounds,
    /// there is one that is rounded to what the line says.
    ///
    /// # Errors
    /// Says what the number is.
    pub fn confirm(&self, board: &Board, line: usize, number: Interval) -> Result<()> {
        let (name, text) = (self.names[line], board.parts()[line].line());
        let bounds = number.bounds().into_iter().flatten();
        ensure!(
            bounds.map(|bound| decimal(&bound, self.decimals)).any(|rounded| rounded == text),
            "{name} is {number:.*}, not {text}",
            self.decimals + 2
        );
        Ok(())
    }
}
