//! The values of formulas, and of the unknowns in them, in straightforward code.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::{
    CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, ToPrimitive, Zero, checked_pow,
};
use puzzle::prelude::*;

use crate::Subtiles2;
use crate::formulas::{Expression, Fraction, Operation};

/// A value of each unknown: a point in a space with a dimension for each, or a direction there.
type Point = BTreeMap<char, Fraction>;

/// Returns the unknowns for which linear formulas have the values on the board: each of these
/// formulas takes a dimension from the space of all points, until a single point is left.
pub(crate) fn unknowns(puzzle: &Subtiles2, board: &Board) -> Point {
    let names: BTreeSet<char> =
        puzzle.given().flat_map(|(_, formula)| formula.unknowns()).collect();
    let unit =
        |along| names.iter().map(move |&name| (name, i128::from(along == Some(name)).into()));
    let mut point: Point = unit(None).collect();
    let mut directions: Vec<Point> = names.iter().map(|&name| unit(Some(name)).collect()).collect();
    // The simple ones first.
    let formulas = puzzle.given().sorted_by_key(|(_, formula)| formula.unknowns().len());
    let formulas = formulas.collect_vec();
    while let Some(plane) = formulas.iter().find_map(|&(cell, formula)| {
        cut(&point, &directions, formula.expression(), i128::from(board[cell]?).into())
    }) {
        (point, directions) = plane;
    }
    point.retain(|name, _| directions.iter().all(|direction| direction[name].is_zero()));
    point
}

/// Returns where an expression has a value, in the space of a point and directions from it. `None`
/// if it has the same value in the whole space, or does not seem to be linear there.
fn cut(
    point: &Point,
    directions: &[Point],
    expression: &Expression,
    wanted: Fraction,
) -> Option<(Point, Vec<Point>)> {
    let here = value(expression, point)?;
    let slopes = directions.iter().map(|direction| {
        value(expression, &moved(point, direction, Fraction::one())?)?.checked_sub(&here)
    });
    let slopes = slopes.collect::<Option<Vec<Fraction>>>()?;
    // A linear expression has the same slopes farther away.
    let (mut far, mut there) = (point.clone(), here);
    for ((steps, direction), slope) in (7_i128..).zip(directions).zip(&slopes) {
        far = moved(&far, direction, steps.into())?;
        there = there.checked_add(&slope.checked_mul(&steps.into())?)?;
    }
    let place = slopes.iter().position(|slope| !slope.is_zero())?;
    if value(expression, &far)? != there {
        return None;
    }
    let (mut rest, mut rest_slopes) = (directions.to_vec(), slopes);
    let (direction, slope) = (rest.remove(place), rest_slopes.remove(place));
    let steps = wanted.checked_sub(&here)?.checked_div(&slope)?;
    let along = rest
        .iter()
        .zip(rest_slopes)
        .map(|(other, other_slope)| moved(other, &direction, -other_slope.checked_div(&slope)?));
    Some((moved(point, &direction, steps)?, along.collect::<Option<_>>()?))
}

/// Returns the point after some steps in a direction. `None` if numbers become too large.
fn moved(point: &Point, direction: &Point, steps: Fraction) -> Option<Point> {
    let moved = |(&name, value): (&char, &Fraction)| {
        Some((name, value.checked_add(&direction[&name].checked_mul(&steps)?)?))
    };
    point.iter().map(moved).collect()
}

/// Returns the value of an expression. `None` if it or a part of it is undefined, irrational or too
/// large.
pub(crate) fn value(expression: &Expression, unknowns: &Point) -> Option<Fraction> {
    let (operation, [one, other]) = match expression {
        Expression::Number(number) => return Some(i128::from(*number).into()),
        Expression::Unknown(name) => return unknowns.get(name).copied(),
        Expression::Of(operation, parts) => (operation, &**parts),
    };
    let (one, other) = (value(one, unknowns)?, value(other, unknowns)?);
    match operation {
        Operation::Add => one.checked_add(&other),
        Operation::Subtract => one.checked_sub(&other),
        Operation::Multiply => one.checked_mul(&other),
        Operation::Divide => one.checked_div(&other),
        Operation::Power if one.is_negative() && !other.is_integer() => None,
        Operation::Power => whole_power(root(one, *other.denom())?, *other.numer()),
        Operation::Root => root(one, other.to_integer()),
        Operation::Log => log(one, other),
    }
}

fn whole_power(base: Fraction, exponent: i128) -> Option<Fraction> {
    match exponent {
        1.. => checked_pow(base, usize::try_from(exponent).ok()?),
        _ => checked_pow(Fraction::one().checked_div(&base)?, usize::try_from(-exponent).ok()?),
    }
}

/// Guesses the root, and verifies its power.
fn root(number: Fraction, degree: i128) -> Option<Fraction> {
    if degree == 1 {
        return Some(number);
    }
    let guess = |part: i128| (part as f64).powf((degree as f64).recip()).round().to_i128();
    let root = Fraction::new(guess(number.numer().abs())?, guess(*number.denom())?);
    let root = if number.is_negative() { -root } else { root };
    (whole_power(root, degree)? == number).then_some(root)
}

/// Guesses p/q, and verifies that the p-th power of the q-th root of the base is the number.
fn log(base: Fraction, number: Fraction) -> Option<Fraction> {
    if !base.is_positive() || base.is_one() || !number.is_positive() {
        return None;
    }
    let float = |fraction: Fraction| *fraction.numer() as f64 / *fraction.denom() as f64;
    let guess = float(number).ln() / float(base).ln();
    (1..=i128::from(i128::BITS)).find_map(|degree| {
        let exponent = (guess * degree as f64).round().to_i128()?;
        let power = whole_power(root(base, degree)?, exponent)?;
        (power == number).then(|| Fraction::new(exponent, degree))
    })
}
