//! The rules as constraints.

use std::collections::{BTreeMap, HashMap};

use puzzle::prelude::*;

use crate::{SquareRun, decrease_by};

/// The decrease of the numbers, and the square of the queen.
type State = (i64, Cell);

/// A state that the queen reaches, and her options there.
struct Stay {
    state: State,
    arrivals: Vec<Flag>,
    departures: Vec<Departure>,
    /// The queen stops.
    is_end: Flag,
    /// The queen continues where the stated rules end.
    is_beyond: Flag,
}

struct Departure {
    to: State,
    points: i64,
    is_made: Flag,
}

impl Stay {
    /// Returns the number of next moves: 0 or 1.
    fn going(&self) -> Sum {
        let departures = self.departures.iter().map(|departure| departure.is_made);
        sum(departures.chain([self.is_end, self.is_beyond]))
    }
}

/// States the rules of an instance, up to a decrease beyond which nothing can be won.
///
/// A solution that continues beyond it is not a journey, but has at least as many points as the
/// journeys that it stands for.
pub(crate) fn state(puzzle: &SquareRun, model: &mut Model, board: &mut Unknown) {
    let largest = puzzle.numbers.values().map(|number| number.get()).max().unwrap_or(0);
    // This leaves room for a journey of two moves, whatever the numbers are.
    let limit = (largest + 5).max(11);
    let stays = stays(puzzle, limit, model);
    // Her last move ends in the top right, and the moves before it lose points, too.
    let last = puzzle.numbers[puzzle.finish()].get();
    let beyond = |stay: &Stay| last - stay.state.0;
    let most = most_to_win(&stays, beyond);

    let require = |model: &mut Model, (stay, most): (&Stay, i64)| {
        let arrivals = sum(&stay.arrivals);
        model.require_priced(most.max(0), stay.going().at_most(arrivals.clone()));
        model.require_priced(-most.min(0), stay.going().at_least(arrivals));
    };
    let mut priced = stays.iter().zip(most);
    model.rule("The queen starts in the bottom left.");
    priced.by_ref().take(1).for_each(|first| require(model, first));
    model.rule(
        "From each square she goes on by a queen's move, or stops if it is the top right. A move scores \
         the number in the square where it ends; then all numbers decrease: by 1 if those of its two \
         squares added up to a perfect square, else by 5.",
    );
    priced.for_each(|later| require(model, later));
    let moves = || stays.iter().flat_map(|stay| &stay.departures);
    let points = sum(moves().map(|departure| Sum::from(departure.is_made) * departure.points));
    let beyond = stays.iter().map(|stay| Sum::from(stay.is_beyond) * beyond(stay));
    model.maximise(points + sum(beyond));
    let is_beyond = model.any_of(stays.iter().map(|stay| stay.is_beyond));
    model.limited(is_beyond, &format!("journeys that end once the numbers are {limit} less"));

    let start = stays.first().map(|stay| stay.state.1);
    let squares: Vec<Cell> = moves().map(|departure| departure.to.1).collect();
    board.read(moves().map(|departure| departure.is_made), move |made| {
        let made = squares.iter().zip(made).filter(|(_, is_made)| **is_made == Some(1));
        start.into_iter().chain(made.map(|(&square, _)| square)).collect::<Vec<_>>().into()
    });
}

/// Returns all states to which moves lead, in the order of the decrease; from the limit on there
/// are no moves.
fn stays(puzzle: &SquareRun, limit: i64, model: &mut Model) -> Vec<Stay> {
    let (start, finish) = (puzzle.start(), puzzle.finish());
    let mut reached = BTreeMap::from([((0, start), vec![Flag::TRUE])]);
    let mut stays = Vec::new();
    // A move decreases the numbers, so all moves to the first state are known.
    while let Some((state, arrivals)) = reached.pop_first() {
        if model.budget().charge(size_of::<Stay>()) {
            break;
        }
        let (decrease, square) = state;
        let mut departures = Vec::new();
        for next in squares(&puzzle.numbers, square).filter(|_| decrease < limit) {
            let [before, points] = [square, next].map(|cell| puzzle.numbers[cell].get() - decrease);
            let by = decrease_by(before + points);
            let (to, is_made) = ((decrease + by, next), model.flag());
            model.budget().charge(size_of::<Departure>());
            reached.entry(to).or_default().push(is_made);
            departures.push(Departure { to, points, is_made });
        }
        let is_end = if square == finish && decrease > 0 { model.flag() } else { Flag::FALSE };
        let is_beyond = if decrease >= limit { model.flag() } else { Flag::FALSE };
        stays.push(Stay { state, arrivals, departures, is_end, is_beyond });
    }
    stays
}

/// Returns the squares to which a queen can move.
pub(crate) fn squares<T>(numbers: &Grid<T>, from: Cell) -> impl Iterator<Item = Cell> {
    let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    steps.into_iter().flat_map(move |step| numbers.ray(from, step))
}

/// Returns the most points that the queen can win after each stay: the value of arriving there, and
/// so the price of the constraint that she leaves only as often as she arrives.
fn most_to_win(stays: &[Stay], beyond: impl Fn(&Stay) -> i64) -> Vec<i64> {
    let mut most: HashMap<State, i64> = HashMap::new();
    for stay in stays.iter().rev() {
        let after = |to| most.get(to).copied().unwrap_or(0);
        let moves = stay.departures.iter().map(|departure| departure.points + after(&departure.to));
        let end = (stay.is_end != Flag::FALSE).then_some(0);
        let beyond = (stay.is_beyond != Flag::FALSE).then(|| beyond(stay));
        most.insert(stay.state, moves.chain(end).chain(beyond).max().unwrap_or(0));
    }
    stays.iter().map(|stay| most[&stay.state]).collect()
}
