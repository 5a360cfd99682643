//! # Tangled!
//!
//! *Jane Street, September 2020.* Four dancers at the corners of a square hold the ends of two
//! ropes, parallel at first. Two moves tangle them: R turns the whole group by 90 degrees
//! counter-clockwise, and S swaps the two dancers at the right side, the lower one passing under
//! the rope of the upper one. After a given sequence of moves, what is the least number of the same
//! moves that untangles the ropes?
//!
//! ```text
//! danced         SS          SSRSS
//! state          2           3/2
//! untangled by   RSRSS       RSRSSS
//! ```
//!
//! ## Boards
//! The moves that untangle the ropes, or `-` if they are untangled already. The answer is their
//! number.
//!
//! ## Derivation
//! The ropes form one of John Conway's rational tangles, described by a fraction or infinity, 0 at
//! first. S adds 1, and R turns x into -1/x. The ropes are parallel again exactly when the fraction
//! is 0, wherever the dancers stand.
//!
//! The two functions generate the modular group. Let V be R followed by S, x to 1 - 1/x. The group
//! is defined by R R = 1 and V V V = 1: every element is a unique product alternating between R and
//! one of V, V V. As moves, R V is S, and R V V is S R S; a leading V needs R S. So the shortest
//! sequence for an element can be read off its product.
//!
//! The inverse of the dance is one element that leads to 0. Any element that fixes 0 may follow it,
//! x to x / (1 - k x), or R S^k R, for an integer k. For large k, of either sign, the product only
//! becomes longer: once k exceeds the number of factors of the dance, nothing is left to cancel.
//! The search lists all products with a k up to the number of danced moves, and takes the shortest.
//! It uses no fractions.
//!
//! ## The second way
//! The checker uses fractions only. It follows the board's moves, and finds the least number of
//! moves by a breadth-first search over fractions, which has to be confined to be finite. V
//! permutes three fractions at a time; call them a triangle. R joins corners of different triangles
//! in pairs, except 0 and infinity in the triangle 0, 1, infinity: so the triangles form a tree
//! with that one as its root. Every other triangle has one negative corner, from which R leads
//! towards the root. A shortest path from x to 0 needs only the triangles between x and the root,
//! with the fractions that R joins to them: in any other triangle it would have to return to where
//! it entered.
//!
//! ## Sources
//! John Conway, *An enumeration of knots and links*, 1970. As a dance: Conway's "rational tangles"
//! with four volunteers; see also Tom Davis, *Conway's Rational Tangles*.

use std::collections::{HashMap, VecDeque};

use puzzle::prelude::*;

/// The most moves of a dance: the fractions stay below 2^127.
const MOST_MOVES: usize = 250;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tangled {
    /// The moves that were danced, in lines of any length.
    danced: String,
}

/// A factor of an element of the modular group: R, or a power of V.
#[derive(Clone, Copy, PartialEq)]
enum Factor {
    R,
    V,
    VV,
}

/// An alternating product of R and powers of V.
#[derive(Clone, Default)]
struct Product(Vec<Factor>);

impl Product {
    /// Multiplies by factors on the right.
    fn times(mut self, factors: &[Factor]) -> Self {
        for &factor in factors {
            let last = self.0.pop();
            match (last, factor) {
                (Some(Factor::R), Factor::R)
                | (Some(Factor::V), Factor::VV)
                | (Some(Factor::VV), Factor::V) => {}
                (Some(Factor::V), Factor::V) => self.0.push(Factor::VV),
                (Some(Factor::VV), Factor::VV) => self.0.push(Factor::V),
                (last, factor) => self.0.extend(last.into_iter().chain([factor])),
            }
        }
        self
    }

    /// Returns the shortest sequence of moves.
    fn moves(&self) -> String {
        let mut moves = String::new();
        let mut is_turned = false;
        for &factor in &self.0 {
            if factor != Factor::R && !is_turned {
                moves.push('R');
            }
            is_turned = factor == Factor::R;
            moves.push_str(match factor {
                Factor::R => "",
                Factor::V => "S",
                Factor::VV => "SRS",
            });
        }
        moves + if is_turned { "R" } else { "" }
    }
}

/// A fraction, or 1/0: numerator and denominator.
type State = (i128, i128);

const UNTANGLED: State = (0, 1);

fn told(state: State) -> String {
    match state {
        (_, 0) => "infinity".to_owned(),
        (numerator, 1) => numerator.to_string(),
        (numerator, denominator) => format!("{numerator}/{denominator}"),
    }
}

/// Returns the state after a move; `None` if its numbers are too large.
fn moved((numerator, denominator): State, step: char) -> Option<State> {
    let (numerator, denominator) = match step {
        'S' => (numerator.checked_add(denominator)?, denominator),
        _ => (-denominator, numerator),
    };
    let is_turned = denominator < 0 || denominator == 0 && numerator < 0;
    Some(if is_turned { (-numerator, -denominator) } else { (numerator, denominator) })
}

/// Returns the least number of moves to the untangled state.
fn least_moves(tangled: State) -> Option<usize> {
    // The fractions of the triangles down to the root, and those that R joins to them.
    let mut distances = HashMap::new();
    let mut state = tangled;
    loop {
        for _ in 0..3 {
            distances.insert(state, None);
            distances.insert(moved(state, 'R')?, None);
            state = moved(moved(state, 'R')?, 'S')?;
        }
        while state.0 > 0 && state != (1, 1) && state.1 > 0 {
            state = moved(moved(state, 'R')?, 'S')?;
        }
        if state.0 >= 0 {
            break;
        }
        state = moved(state, 'R')?;
    }
    let mut queue = VecDeque::from([(tangled, 0)]);
    while let Some((state, moves)) = queue.pop_front() {
        if state == UNTANGLED {
            return Some(moves);
        }
        if let Some(distance @ None) = distances.get_mut(&state) {
            *distance = Some(moves);
            for step in ['R', 'S'] {
                queue.push_back((moved(state, step)?, moves + 1));
            }
        }
    }
    None
}

impl Tangled {
    fn danced(&self) -> impl DoubleEndedIterator<Item = char> + '_ {
        self.danced.chars().filter(|letter| !letter.is_whitespace())
    }

    /// Returns the states during the dance and then during other moves.
    fn states<'a>(&'a self, others: &'a str) -> impl Iterator<Item = Option<State>> + 'a {
        self.danced().chain(others.chars()).scan(Some(UNTANGLED), |state, step| {
            *state = state.and_then(|state| moved(state, step));
            Some(*state)
        })
    }

    /// Returns the state after the dance.
    fn tangled(&self) -> Result<State> {
        let last = self.states("").last().unwrap_or(Some(UNTANGLED));
        last.context("the fractions are beyond 2^127")
    }
}

/// Returns the moves of a board.
fn moves(board: &Board) -> &str {
    board.line().trim_matches('-')
}

puzzle::program!(Tangled, searched without rules);

impl Puzzle for Tangled {
    fn form(&self) -> Form {
        Form::line("a sequence of at most 1000 moves R and S, or - for none", |text| {
            let is_move = |letter| matches!(letter, 'R' | 'S');
            text == "-" || text.len() <= 1000 && text.chars().all(is_move)
        })
    }

    fn validate(&self) -> Result<()> {
        let other = self.danced().find(|letter| !matches!(letter, 'R' | 'S'));
        ensure!(other.is_none(), "`danced`: expected R and S and found {:?}", other.unwrap_or(' '));
        let moves = self.danced().count();
        ensure!(moves <= MOST_MOVES, "`danced` has {moves} moves; expected at most {MOST_MOVES}");
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        use Factor::{R, V, VV};
        let undone = self.danced().rev().fold(Product::default(), |product, step| {
            product.times(if step == 'R' { &[R] } else { &[VV, R] })
        });
        let mut shortest: Option<String> = None;
        for swap in [[R, V], [VV, R]] {
            let mut product = undone.clone().times(&[R]);
            for _ in 0..=self.danced().count() + 1 {
                search.node()?;
                let moves = product.clone().times(&[R]).moves();
                if shortest.as_ref().is_none_or(|shortest| moves.len() < shortest.len()) {
                    shortest = Some(moves);
                }
                product = product.times(&swap);
            }
        }
        let shortest = shortest.filter(|moves| !moves.is_empty());
        search.value(shortest.unwrap_or_else(|| "-".to_owned()))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let tangled = self.tangled()?;
        let end = self.states(moves(board)).last().unwrap_or(Some(UNTANGLED));
        let end = end.context("the fractions become too large")?;
        ensure!(end == UNTANGLED, "after these moves the state is {}", told(end));
        let least = least_moves(tangled).context("the fractions become too large")?;
        let count = moves(board).len();
        let moves = puzzle::counted(count, "move");
        ensure!(count == least, "these are {moves}, and {least} are enough");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let answer = Answer::new(moves(board).len());
        let tangled = self.tangled().map_or("unknown".to_owned(), told);
        answer.remark("state after the dance", tangled)
    }

    /// Draws the size of the fraction, move by move: how tangled the ropes are.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The width of a move and the height of a digit.
        const UNITS: (f64, f64) = (0.05, 0.7);
        let (danced, others) = (self.danced().count(), board.map_or("", moves));
        let states = [Some(UNTANGLED)].into_iter().chain(self.states(others));
        let sizes = states.map(|state| state.map_or(1, |(one, other)| one.abs() + other));
        let heights: Vec<f64> = sizes.map(|size| UNITS.1 * (size as f64).log10()).collect();
        let top = heights.iter().copied().fold(2.0, f64::max);
        let point = |(place, &height): (usize, &f64)| (UNITS.0 * place as f64, top - height);
        let points: Vec<_> = heights.iter().enumerate().map(point).collect();
        let mut picture = Picture::canvas(0.0, 0.0);
        picture.line(&[(0.0, top), (UNITS.0 * heights.len() as f64, top)], Ink::Label, 0.03);
        picture.line(&points[..=danced], Ink::Colour(1), 0.08);
        picture.line(&points[danced..], Ink::Colour(0), 0.08);
        picture.text_from(0.0, top + 0.4, 0.4, "the dance", Ink::Label);
        if board.is_some() {
            picture.text_from(points[danced].0, top + 0.9, 0.4, "untangled", Ink::Label);
        }
        picture.caption(["The size of the fraction, in digits, after each move."]);
        picture
    }
}

impl Setter for Tangled {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let moves = random.usize(0..=(10 * size).min(MOST_MOVES));
        let danced: String =
            (0..moves).map(|_| if random.u8(..3) == 0 { 'R' } else { 'S' }).collect();
        Some(Draft::new().text("danced", danced))
    }
}
