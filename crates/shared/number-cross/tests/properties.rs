//! Lists of numbers against the literal test of each.

use number_cross::property::{Place, Property};
use rules::Budget;

const WORDS: &str = "square; cube; prime; twiceprime; prime-to-prime; fibonacci; odd; even; \
    by-own-digits; ascending; descending; palindrome; odd-palindrome; palindrome-plus 1; \
    palindrome-minus 1; digitsum 0; digitproduct 0; digitproduct-ends 0; power 1; power 2; \
    power 7; power 10; multiple 1; multiple 37; multiple 88; digitsum 7; digitsum 20; \
    digitproduct 20; digitproduct 36; digitproduct-ends 1; digitproduct-ends 6; \
    palindrome-multiple 4; palindrome-multiple 23";

fn property(word: &str) -> Property {
    word.parse().expect("a word that is listed")
}

fn fits(places: &[Place], number: u64) -> bool {
    let text = number.to_string().into_bytes();
    let digit = |place: usize| text[place] - b'0';
    let mut places = places.iter().enumerate();
    places.all(|(place, one)| one.allows(digit(place), place.checked_sub(1).map(digit)))
}

#[test]
fn all_numbers_that_fit_are_listed_and_no_others() {
    let any = Place::any();
    let patterns = [
        vec![any],
        vec![any; 2],
        vec![any; 4],
        vec![any; 5],
        vec![any, any.equal(), any.other(), any],
        vec![Place::of(1..=4), Place::of([0, 2, 5, 9]), any, any.other()],
    ];
    for word in WORDS.split("; ") {
        for places in &patterns {
            let end = places.iter().fold(1, |end, _| 10 * end);
            let numbers = (end / 10..end).filter(|&number| number > 0 && fits(places, number));
            let expected: Vec<u64> = numbers.filter(|&n| property(word).holds(n)).collect();
            assert_eq!(
                property(word).numbers(&Budget::default(), places),
                expected,
                "{word} {places:?}"
            );
        }
    }
}

#[test]
fn long_numbers_are_listed() {
    for (word, number) in [
        ("square", 99_999_820_000_081),
        ("prime", 10_000_000_019),
        ("prime", 10_000_000_021),
        ("twiceprime", 20_000_000_038),
        ("prime-to-prime", 99_999_515_529),
        ("prime-to-prime", 99_999_820_000_081),
        ("palindrome-plus 1", 10_000_000_000),
        ("palindrome-plus 1", 99_899_999_900),
        ("palindrome-minus 1", 10_000_000_000),
        ("fibonacci", 1_100_087_778_366_101_931),
        ("by-own-digits", 24_242_424_248),
    ] {
        let places: Vec<_> =
            number.to_string().bytes().map(|digit| Place::of([digit - b'0'])).collect();
        let expected: Vec<u64> =
            [number].into_iter().filter(|&n| property(word).holds(n)).collect();
        assert_eq!(
            property(word).numbers(&Budget::default(), &places),
            expected,
            "{word} {number}"
        );
    }
}

#[test]
fn words_read_back() {
    for word in WORDS.split("; ") {
        assert_eq!(property(word).to_string(), word);
    }
}
