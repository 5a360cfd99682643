//! The checker: exact fractions, games solved by pure strategies, probabilities added forwards.

use numbers::{Fraction, Interval, fraction, parse_fraction, rounding_bounds};
use puzzle::prelude::*;

use crate::RobotBaseball;

/// The payoffs of one pitch: the batter's payoff for each pitch and each reaction to it.
type Payoffs = [[Fraction; 2]; 2];

/// Returns the probability of the first of two choices that maximises the worse of the other side's
/// two replies, and the payoff it secures. Payoffs go to the side that chooses; each row is a
/// reply.
fn safest(replies: &Payoffs) -> (Fraction, Fraction) {
    let worst = |x: &Fraction| {
        let payoffs =
            replies.iter().map(|[first, second]| x * first + (Fraction::ONE - x) * second);
        payoffs.min().expect("there are two")
    };
    // The optimum is at an end or where both replies give the same.
    let [[a, b], [c, d]] = replies;
    let slope = (a - b) - (c - d);
    let crossing = if slope.is_zero() { Fraction::ZERO } else { (d - b) / slope };
    let choices = [Fraction::ZERO, Fraction::ONE, crossing];
    let choices = choices.into_iter().filter(|x| *x >= Fraction::ZERO && *x <= Fraction::ONE);
    choices.map(|x| (worst(&x), x)).max().map(|(payoff, x)| (x, payoff)).expect("ends are choices")
}

/// Returns the probability of a full count, for a `p` above 0.
fn full_count(puzzle: &RobotBaseball, p: &Fraction) -> Result<Fraction> {
    let (balls, strikes) = (puzzle.balls.size(), puzzle.strikes.size());
    let home_run = Fraction::from(puzzle.home_run.get());
    let misses = Fraction::ONE - p;
    let mut values = vec![vec![Fraction::ZERO; strikes + 1]; balls];
    values.push(vec![Fraction::from(puzzle.walk.get()); strikes]);
    let mut chances = vec![vec![[Fraction::ZERO, Fraction::ZERO]; strikes]; balls];
    for ball in (0..balls).rev() {
        for strike in (0..strikes).rev() {
            let (up, down) = (&values[ball + 1][strike], &values[ball][strike + 1]);
            let hit = p * &home_run + &misses * down;
            let batter = [[up, down], [down, &hit]].map(|row| row.map(Clone::clone));
            let pitcher = [[up, down], [down, &hit]].map(|row| row.map(|payoff| -payoff));
            let ((waits, least), (thrown, most)) = (safest(&batter), safest(&pitcher));
            ensure!(least == -most, "{ball} balls, {strike} strikes: no equilibrium");
            chances[ball][strike] = [waits, thrown];
            values[ball][strike] = least;
        }
    }
    let mut reached = vec![vec![Fraction::ZERO; strikes + 1]; balls + 1];
    reached[0][0] = Fraction::ONE;
    for ball in 0..balls {
        for strike in 0..strikes {
            let [waits, thrown] = &chances[ball][strike];
            let [swings, pitched] = [Fraction::ONE - waits, Fraction::ONE - thrown];
            let here = reached[ball][strike].clone();
            reached[ball + 1][strike] += &here * waits * thrown;
            let missed = waits * &pitched + &swings * thrown + &swings * &pitched * &misses;
            reached[ball][strike + 1] += here * missed;
        }
    }
    Ok(reached[balls - 1][strikes - 1].clone())
}

pub(crate) fn check(puzzle: &RobotBaseball, board: &Board) -> Result<()> {
    let lines = puzzle.lines();
    if let Some(given) = &puzzle.p {
        lines.confirm(board, 0, given.0.clone())?;
        return lines.confirm(board, 1, full_count(puzzle, &given.0)?);
    }
    let text = board.parts()[0].line();
    let p = parse_fraction(text).context("p")?;
    lines.confirm(board, 0, p.clone())?;
    ensure!(p >= Fraction::ZERO && p <= Fraction::ONE, "p is not between 0 and 1");
    let bounds = rounding_bounds(text)?;
    let step = (&bounds[1] - &p) / fraction(1000, 1);
    // The exact optimal p lies between these; at an end of the range, no sign change is needed
    // there.
    let within = |p: Fraction| p.clamp(step.clone(), Fraction::ONE);
    let [below, above] = bounds.map(within);
    let q = |p: &Fraction| full_count(puzzle, p);
    let [left, right] = [q(&below)?, q(&above)?];
    let rise = q(&(&below + &step))? - &left;
    ensure!(below == step || rise > Fraction::ZERO, "q is larger for a p below {text}");
    let falls = above == Fraction::ONE || q(&(&above - &step))? > right;
    ensure!(falls, "q is larger for a p above {text}");
    for other in (1..=16).map(|part| fraction(part, 16)) {
        let is_less =
            (other >= below || q(&other)? < left) && (other <= above || q(&other)? < right);
        ensure!(is_less, "q is as large for p = {other}");
    }
    // Near the largest q, which is at least that for p, and not above the tangent at the left end.
    let [mut left, mut right] = [below, above];
    loop {
        let at_left = q(&left)?;
        let slope = (q(&(&left + &step))? - &at_left) / &step;
        let most = &at_left + slope * (&right - &left);
        let largest = Interval::from(at_left.max(q(&within(p.clone()))?)).hull(most);
        let is_known = largest.width().certainly_less(step.clone());
        if is_known || &right - &left < &step * Fraction::from(4) {
            return lines.confirm(board, 1, largest);
        }
        let middle = (&left + &right) / Fraction::from(2);
        if q(&(&middle + &step))? > q(&middle)? {
            left = middle;
        } else {
            right = middle + &step;
        }
    }
}
