//! Enclosures against exact numbers, another library, and each other.

use std::cmp::Ordering;

use dashu_float::round::mode;
use dashu_float::{Context, Repr};
use dashu_int::ops::UnsignedAbs;

use crate::*;

/// Asserts that one number contains the other, and is this narrow: `2^-bits` times its size.
fn assert_encloses(enclosure: Interval, value: Interval, bits: i32) {
    let common = enclosure.intersect(value);
    assert!(common.is_some(), "{enclosure} {value}");
    let allowed = (enclosure.abs().upper() + value.width()).scaled(-bits);
    assert!(!allowed.certainly_less(enclosure.width()), "{enclosure:?} is wide");
}

/// The bounds of what a method of `Context` returns, rounded down and up to 128 bits.
macro_rules! dashu {
    ($method:ident $(, $argument:expr)*) => {{
        let down = Context::<mode::Down>::new(128).$method($($argument),*).unwrap();
        let up = Context::<mode::Up>::new(128).$method($($argument),*).unwrap();
        let [lower, upper] = [down.value().into_repr(), up.value().into_repr()].map(exactly);
        Interval::from(lower).hull(upper)
    }};
}

fn exactly(number: Repr<2>) -> Fraction {
    let (significand, exponent) = number.into_parts();
    let power = Integer::ONE << exponent.unsigned_abs();
    if exponent < 0 { fraction(significand, power) } else { (significand * power).into() }
}

#[test]
fn results_are_those_of_another_library() {
    let one = Repr::<2>::one();
    assert_eq!(Interval::PI, dashu!(atan, &one, None) * 4);
    assert_eq!(Interval::LN_2, dashu!(ln, &Repr::<2>::new(2.into(), 0), None));
    let mut random = puzzle::Rng::with_seed(4);
    for _ in 0..60 {
        let mut number = |exponents: std::ops::Range<isize>| {
            let exponent = random.isize(exponents);
            let number = Repr::<2>::new(random.i128(..).into(), exponent);
            (Interval::from(exactly(number.clone())), number)
        };
        let [(x, a), (y, b)] = [number(-300..100), number(-300..100)];
        assert_eq!(x + y, dashu!(add, &a, &b));
        assert_eq!(x - y, dashu!(sub, &a, &b));
        assert_eq!(x * y, dashu!(mul, &a, &b));
        assert_eq!(x / y, dashu!(div, &a, &b));
        let (x, a) = number(-190..-117);
        for (enclosure, expected) in [
            (x.exp(), dashu!(exp, &a, None)),
            (x.sin(), dashu!(sin, &a, None)),
            (x.cos(), dashu!(cos, &a, None)),
            (x.atan(), dashu!(atan, &a, None)),
            (x.abs().ln(), dashu!(ln, &positive(&a), None)),
            (x.abs().sqrt(), dashu!(sqrt, &positive(&a))),
        ] {
            assert!(enclosure.contains(expected), "{x}: {enclosure} {expected}");
            assert_encloses(enclosure, expected, 108);
        }
        let (x, a) = number(-190..-127);
        let expected = dashu!(asin, &a, None);
        assert!(x.asin().contains(expected), "{x}");
        assert_encloses(x.asin(), expected, 108);
    }
}

fn positive(number: &Repr<2>) -> Repr<2> {
    let (significand, exponent) = number.clone().into_parts();
    Repr::new(significand.unsigned_abs().into(), exponent)
}

/// Returns a fraction with a numerator and a denominator of some 70 bits.
fn any_fraction(random: &mut puzzle::Rng) -> Fraction {
    let above = i128::from(random.i64(..)) * i128::from(random.i64(-99..=99));
    fraction(above, i128::from(random.u64(1..)) * i128::from(random.i64(1..=99)))
}

#[test]
fn operations_enclose_exact_results() {
    let mut random = puzzle::Rng::with_seed(1);
    for _ in 0..3000 {
        let [a, b] = [(); 2].map(|()| any_fraction(&mut random));
        let [x, y] = [&a, &b].map(Interval::from);
        for (enclosure, exact) in [(x + y, &a + &b), (x - y, &a - &b), (x * y, &a * &b)] {
            let [lower, upper] = enclosure.bounds().unwrap();
            assert!(lower <= exact && exact <= upper);
        }
        assert_encloses(x * y, (&a * &b).into(), 125);
        if !b.is_zero() {
            let [lower, upper] = (x / y).bounds().unwrap();
            assert!((lower..=upper).contains(&(&a / &b)));
            assert_encloses(x / y, (&a / &b).into(), 125);
        }
        let [lower, upper] = x.abs().sqrt().bounds().unwrap();
        let square = x.abs().bounds().unwrap();
        assert!(&lower * &lower <= square[0] && square[1] <= &upper * &upper);
        assert!(x.floor().is_none_or(|floor| Integer::from(floor) == a.floor()));
    }
}

#[test]
fn nearly_equal_numbers_cancel_exactly() {
    let mut random = puzzle::Rng::with_seed(2);
    for _ in 0..3000 {
        let x = Interval::from(random.i64(1..)) + Interval::from(random.f64());
        let x = x.scaled(random.i32(-3..3)).midpoint();
        let step = Interval::from(random.i32(-1..=1)).scaled(random.i32(-300..2));
        let sum = x + step;
        let [from, by] = [x, step].map(|point| point.bounds().unwrap()[0].clone());
        let [lower, upper] = sum.bounds().unwrap();
        assert!((&lower..=&upper).contains(&&(&from + &by)));
        assert!((sum - x).contains(step), "{x} {step}");
        assert!((sum.midpoint() - sum.midpoint()).is_point());
    }
}

#[test]
fn intervals_contain_what_their_numbers_give() {
    type Function = fn(Interval) -> Interval;
    let functions: [Function; 13] = [
        |x| x.exp(),
        |x| x.abs().ln(),
        |x| x.sin(),
        |x| x.cos(),
        |x| x.atan(),
        |x| (x / 60).asin(),
        |x| x.abs().sqrt(),
        |x| x.powi(3),
        |x| x.powi(-4),
        |x| x * (x - 1),
        |x| (x - 2) / (x + 1),
        |x| x.abs().min(3).max(-x),
        |x| (x.abs() + 1).pow(fraction(2, 3)),
    ];
    let mut random = puzzle::Rng::with_seed(3);
    for _ in 0..300 {
        let width = 10_f64.powi(random.i32(-5..2));
        let lower = (random.f64() - 0.5) * 70.0;
        let whole = Interval::from(lower).hull(lower + width);
        let part = Interval::from(lower + width * random.f64());
        for (number, function) in functions.iter().enumerate() {
            let [of_whole, of_part] = [function(whole), function(part)];
            assert!(of_whole.contains(of_part), "{number}: {whole} {part}: {of_whole} {of_part}");
        }
    }
}

#[test]
fn the_ends_of_the_line_are_safe() {
    let huge = Interval::from(1e300).powi(100);
    assert!(!huge.is_bounded() && (1 / huge).contains(0) && !(huge - huge).is_bounded());
    assert_eq!(huge.decimal(0), None);
    assert_eq!(Interval::from(1) / Interval::from(-1).hull(1), Interval::WHOLE);
    assert_eq!((1 / Interval::from(0).hull(2)).to_string(), "0.5..inf");
    assert_eq!(Interval::from(-1).sqrt(), Interval::WHOLE);
    assert!(Interval::from(0).ln().certainly_less(-1_000_000));
    for x in [1e6, -1e6, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324] {
        let x = Interval::from(x);
        for y in [x.exp(), x.ln(), x.sin(), x.atan(), x.asin(), x - x, 1 / x] {
            assert!(y.lower <= y.upper);
        }
        assert!(
            x.atan().abs().certainly_less(2) && x.sin().abs().compare(1) != Some(Ordering::Greater)
        );
    }
    assert!(Interval::from(5e-324).to_f64() > 0.0);
    let infinite = Interval::WHOLE.upper();
    assert_eq!(
        (infinite - infinite, infinite + Interval::WHOLE.lower()),
        (Interval::WHOLE, Interval::WHOLE)
    );
    assert!(infinite.to_string().parse::<Interval>().unwrap().contains(infinite));
    assert!(Interval::from(1).asin().contains(Interval::PI.scaled(-1)));
}

#[test]
fn numbers_are_read_and_written() {
    for (text, shown) in [("6/8", "3/4"), ("-4/2", "-2"), ("-0.125", "-1/8"), ("7", "7")] {
        assert_eq!(parse_fraction(text).unwrap().to_string(), shown);
    }
    for text in ["", "-", "1/0", "1/-2", "1/2/3", "0x1", "1e9", "1_0", ".", "+-1", "1.5/2"] {
        assert!(parse_fraction(text).is_err(), "{text}");
    }
    let third = Interval::from(fraction(-1, 3));
    assert_eq!(format!("{third:.5}"), "-0.33334..-0.33333");
    assert_eq!(third.significant(10).unwrap(), "-0.3333333333");
    assert_eq!("0.25".parse::<Interval>().unwrap().to_string(), "0.25");
    let mut random = puzzle::Rng::with_seed(5);
    for _ in 0..500 {
        let x = any_fraction(&mut random);
        let enclosure = Interval::from(&x).hull(&x + fraction(1, random.u64(1..)));
        let read: Interval = enclosure.to_string().parse().unwrap();
        assert!(
            read.contains(enclosure) && read.width().to_f64() <= 1.1 * enclosure.width().to_f64()
        );
        let digits: usize = random.usize(0..30);
        let rounded = parse_fraction(&decimal(&x, digits)).unwrap();
        let unit = fraction(1, Integer::from(10).pow(digits));
        assert!((rounded - &x) * Fraction::from(2) <= unit);
        let rounded = parse_fraction(&significant(&x, digits + 1)).unwrap();
        assert!((rounded - &x) * Fraction::from(2) <= &unit * &x || x < Fraction::ZERO);
        let [lower, upper] = significant_bounds(&significant(&x, digits + 1), digits + 1).unwrap();
        assert!(lower <= x && x <= upper);
        // Just inside the bounds the text is the same, just outside another one.
        let [inwards, outwards] = [1, -1].map(|side| (&upper - &lower) * fraction(side, 1000));
        let text = |x: Fraction| significant(&x, digits + 1);
        let is_same = |step: &Fraction| {
            [&lower + step, &upper - step].map(|end| text(end) == text(x.clone()))
        };
        assert_eq!((is_same(&inwards), is_same(&outwards)), ([true; 2], [x.is_zero(); 2]), "{x}");
    }
    assert_eq!(significant(&fraction(99_995, 1), 4), "100000");
    assert_eq!(significant(&fraction(12_345, 1), 2), "12000");
    assert_eq!(significant(&fraction(1, 1), 3), "1.00");
    assert_eq!((binomial(50, 25), binomial(3, 4)), (126_410_606_437_752_i64.into(), Integer::ZERO));
}

#[test]
fn roots_are_found_where_the_sign_changes() {
    let within = |lower: f64, upper: f64| Interval::from(lower).hull(upper);
    let cube_root = root(|x| x.powi(3) - 2, within(0.0, 2.0), 1e-30).unwrap();
    assert_encloses(cube_root, Interval::from(2).pow(fraction(1, 3)), 99);
    assert_eq!(root(|x| x - 1, within(0.0, 2.0), 1e-9), Some(1.into()));
    assert_eq!(root(|x| 2 - x, within(2.0, 3.0), 1e-9), Some(2.into()));
    assert_eq!(root(|x| x.powi(3) - 2, within(2.0, 3.0), 1e-9), None);
    // Flat at the root: the requested precision is impossible.
    assert_eq!(root(|x| x.exp() - 1 - x - x * x / 2, within(-1.0, 1.5), 1e-30), None);
    let calls = std::cell::Cell::new(0);
    let logarithm = |x: Interval| {
        calls.set(calls.get() + 1);
        x.ln() - 1
    };
    assert_encloses(root(logarithm, within(1.0, 5.0), 1e-25).unwrap(), Interval::ONE.exp(), 80);
    assert!(calls.get() <= 30, "{}", calls.get());
}

#[test]
fn integrals_are_those_of_antiderivatives() {
    type Case = (fn(Series) -> Series, fn(Interval) -> Interval);
    let cases: [Case; 8] = [
        (|x| x.exp(), |x| x.exp()),
        (|x| 1 / x, |x| x.ln()),
        (|x| x.ln() + 1, |x| x * x.ln()),
        (|x| x.sqrt(), |x| x * x.sqrt() * 2 / 3),
        (|x| x.sin_cos()[0], |x| -x.cos()),
        (|x| -x.powi(-2), |x| 1 / x),
        (|x| x.atan(), |x| x * x.atan() - (x.squared() + 1).ln() / 2),
        (|x| (x * 3).sin_cos()[1] * 3 - 2 * x, |x| (x * 3).sin() - x.squared()),
    ];
    let [from, to] = [fraction(1, 3), fraction(7, 2)].map(Interval::from);
    for (number, (function, antiderivative)) in cases.into_iter().enumerate() {
        let exact = antiderivative(to) - antiderivative(from);
        let enclosure = integral(function, from, to, 1e-20).unwrap();
        assert!(enclosure.intersect(exact).is_some(), "{number}: {enclosure} {exact}");
        assert!(enclosure.width().certainly_less(Interval::from(2e-20)), "{number}: {enclosure}");
    }
    let quarter_of_the_disc = integral(|x| (1 - x * x).sqrt(), 0, 1, 1e-15).unwrap();
    assert_eq!(quarter_of_the_disc.decimal(15), Interval::PI.scaled(-2).decimal(15));
    assert_eq!(integral(|x| 1 / x, 0, 1, 1e-9), None);
}
