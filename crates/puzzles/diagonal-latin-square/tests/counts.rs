//! Exact counts of all squares.

use std::time::Duration;

use diagonal_latin_square::DiagonalLatinSquare;
use puzzle::{Effort, Limits, Puzzle, Stop, count, read};

/// Squares with their first row in order, from order 1 on: the sequence A274171 of the OEIS.
const FIRST_ROW_IN_ORDER: [u128; 8] = [1, 0, 0, 2, 8, 128, 171_200, 7_447_587_840];

fn empty(order: usize) -> DiagonalLatinSquare {
    DiagonalLatinSquare { order, givens: None }
}

#[test]
fn orders_1_to_8_are_counted_as_published() {
    let mut factorial = 1;
    for (order, expected) in (1..).zip(FIRST_ROW_IN_ORDER) {
        factorial *= order as u128;
        let counted = count(&empty(order), &Limits::default());
        assert!(counted.complete());
        assert_eq!(counted.solutions, expected * factorial, "order {order}");
    }
}

#[test]
fn orders_1_to_9_without_givens_are_split_into_tasks() {
    let tasks = |instance: &DiagonalLatinSquare| {
        let tasks = instance.tasks(&mut Effort::new(&Limits::default()));
        tasks.continue_value().unwrap().map(|tasks| tasks.len())
    };
    let numbers: Vec<_> = (1..=10).map(|order| tasks(&empty(order))).collect();
    assert_eq!(numbers[..7], [1, 0, 0, 2, 6, 3, 17].map(Some));
    assert_eq!(numbers[8..], [Some(30_450), None]);
    let given = read::<DiagonalLatinSquare>("test", "order = 1\ngivens = \"0\"", &[]).unwrap();
    assert_eq!(tasks(&given), None);
}

#[test]
fn the_remarks_show_both_factors() {
    let text = |name, value: &str| (name, value.to_owned());
    assert_eq!(
        empty(7).count_remarks(862_848_000),
        [text("first row in order", "171200"), text("times", "7! = 5040")]
    );
    assert_eq!(
        empty(2).count_remarks(0),
        [text("first row in order", "0"), text("times", "2! = 2")]
    );
    let given: DiagonalLatinSquare =
        read("test", "order = 4\ngivens = \"0 . . .\\n. . . .\\n. . . .\\n. . . .\"", &[]).unwrap();
    assert_eq!(given.count_remarks(12), []);
}

#[test]
fn a_count_without_end_stops_when_its_time_is_up() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    for order in [9, 10, 11, 20, 21, 34, 35, 64] {
        let counted = count(&empty(order), &limits);
        assert_eq!(counted.stopped, Some(Stop::Timeout), "order {order}");
    }
}

#[test]
fn a_count_stops_at_its_limit() {
    let counted = count(&empty(7), &Limits::solutions(1000));
    assert_eq!(counted.stopped, Some(Stop::Limit));
    assert!(counted.solutions >= 1000);
}
