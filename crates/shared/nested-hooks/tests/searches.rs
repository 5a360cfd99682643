//! What is true of several puzzles of the family, and cannot be said by data.

use std::ops::ControlFlow;
use std::time::Duration;

use grid_utils::Symmetry;
use nested_hooks::Board;
use puzzle::{Event, Limits, Puzzle, Stop, read, solve, trace};

fn instance<P: Puzzle>(text: &str) -> P {
    read("an instance", text, &[]).unwrap_or_else(|error| panic!("{error:#}"))
}

fn dots(size: usize) -> String {
    vec!["."; size].join(" ")
}

fn grid(token: &str, size: usize) -> String {
    vec![vec![token; size].join(" "); size].join("\n")
}

/// A search that cannot end soon stops when its time is up.
fn assert_stops_in_time<P: Puzzle<Board = Board>>(text: &str) {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = solve(&instance::<P>(text), &limits);
    assert_eq!(outcome.stopped, Some(Stop::Timeout), "{text}");
    assert!(outcome.seconds < 1.0, "{} s: {text}", outcome.seconds);
}

#[test]
fn searches_of_the_largest_squares_stop_in_time() {
    let lines = |rows: &str, size| format!("rows = '{rows}'\ncolumns = '{}'", dots(size));
    let border = |key: &str, size| {
        let side = |side| format!("{side} = '{}'\n", dots(size));
        format!("[{key}]\n{}", ["top", "bottom", "left", "right"].map(side).concat())
    };
    let regions = |size, sum| {
        let (regions, givens) = (grid("A", size), grid(".", size));
        format!("region_sum = {sum}\nregions = '''\n{regions}'''\ngivens = '''\n{givens}'''")
    };
    // The 1 makes this impossible, but that is seen only in the turn of the smallest hook.
    assert_stops_in_time::<hooks_1::Hooks>(&lines(&format!("0 {}", dots(15)), 16));
    assert_stops_in_time::<hooks_2::Hooks>(&lines(&dots(16), 16));
    assert_stops_in_time::<hooks_3::Hooks>(&border("products", 16));
    assert_stops_in_time::<hooks_4::Hooks>(&lines(&dots(12), 12));
    assert_stops_in_time::<hooks_5::Hooks>(&border("sums", 16));
    assert_stops_in_time::<hooks_6::Hooks>(&(border("gcd", 6) + &border("product", 6)));
    assert_stops_in_time::<hooks_7::Hooks>(&regions(20, 2870));
    assert_stops_in_time::<hooks_8::Hooks>(&regions(12, 650));
    assert_stops_in_time::<hooks_9::Hooks>(&format!("left = '{0}'\ntop = '{0}'", dots(6)));
    assert_stops_in_time::<hooks_10::Hooks>(&format!("clues = '''\n{}'''", grid(".", 9)));
}

#[test]
fn the_largest_product_of_a_largest_board_is_a_number() {
    let text = format!("rows = '{0}'\ncolumns = '{0}'", dots(16));
    let hooks: hooks_2::Hooks = instance(&text);
    let outcome = solve(&hooks, &Limits::solutions(1));
    hooks.answer(&outcome.boards[0]).parse::<u128>().unwrap();
}

/// Every step of a search shows the given digits, and the last is a solution.
fn assert_givens_are_shown<P: Puzzle<Board = Board>>(hooks: &P, givens: &Board) {
    let (outcome, trace) = trace(hooks, &Limits::default(), 10_000, |_| ControlFlow::Continue(()));
    assert!(outcome.complete());
    for step in &trace.kept {
        for (cell, given) in givens.iter().filter(|(_, given)| given.is_some()) {
            assert_eq!(step.board[cell], *given, "{cell}");
        }
    }
    let solution = trace.kept.iter().find(|step| step.event == Event::Solution).unwrap();
    hooks.check(&solution.board).unwrap();
}

#[test]
fn a_watched_search_shows_the_given_digits_from_the_start() {
    let hooks = hooks_7::published();
    assert_givens_are_shown(&hooks, &hooks.0.0.givens);
    let hooks = hooks_8::published();
    assert_givens_are_shown(&hooks, &hooks.0.0.givens);
}

#[test]
fn hooks_10_turned_and_mirrored_has_its_solution_turned_and_mirrored() {
    let hooks = hooks_10::published();
    let board = solve(&hooks, &Limits::default()).boards.remove(0);
    for symmetry in Symmetry::ALL {
        let clues = hooks.0.clues.transformed(symmetry);
        let outcome =
            solve(&nested_hooks::Hooks(hooks_10::Neighbours { clues }), &Limits::default());
        assert!(outcome.complete());
        assert_eq!(outcome.boards, [board.transformed(symmetry)]);
    }
}

/// The picture without a board shows these texts.
fn assert_shows<P: Puzzle>(text: &str, shown: &[&str]) {
    let svg = instance::<P>(text).picture(None).to_svg();
    for label in shown {
        assert!(svg.contains(&format!(">{label}</text>")), "{label}");
    }
}

#[test]
fn pictures_show_the_clues() {
    let example = |slug: &str| {
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!("{root}/../../puzzles/{slug}/instances/example.toml");
        std::fs::read_to_string(path).unwrap()
    };
    assert_shows::<hooks_3::Hooks>(&example("hooks-3"), &["16"]);
    assert_shows::<hooks_5::Hooks>(&example("hooks-5"), &["13"]);
    let both = example("hooks-6").replace(". 123 . 43", "16 123 . 43");
    // Above and below columns, words stand one above the other.
    assert_shows::<hooks_6::Hooks>(&both, &["gcd", "gcd 4, 16", "321", "123"]);
    assert_shows::<hooks_9::Hooks>(&example("hooks-9"), &["123"]);
    assert_shows::<hooks_10::Hooks>(&example("hooks-10"), &["15"]);
}
