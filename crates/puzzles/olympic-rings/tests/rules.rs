//! Olympic Rings as its users see it: instances, solutions, and the checker.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use olympic_rings::{Numbers, OlympicRings, Ring, Space};
use puzzle::{Event, Limits, Outcome, Puzzle, Stop};

fn published() -> OlympicRings {
    olympic_rings::published()
}

fn read(text: &str) -> OlympicRings {
    puzzle::read("test", text, &[]).unwrap()
}

fn set(settings: &[&str]) -> OlympicRings {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    puzzle::read("test", olympic_rings::PUBLISHED, &settings).unwrap()
}

fn all(instance: &OlympicRings) -> Outcome<Numbers> {
    puzzle::solve(instance, &Limits::default())
}

#[test]
fn the_published_instance_has_one_solution_found_without_a_dead_end() {
    let instance = published();
    let outcome = all(&instance);
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    instance.check(&outcome.boards[0]).unwrap();
    assert_eq!((outcome.nodes, outcome.dead_ends), (1, 0));
}

/// The place of a strategy.
fn strategy(name: &str) -> usize {
    OlympicRings::STRATEGIES.iter().position(|strategy| strategy.name == name).unwrap()
}

#[test]
fn what_each_idea_saves_is_what_the_documentation_says() {
    for (name, to_the_solution, in_all) in
        [("complete-fillings", 113, 326), ("filled-rings", 16, 21), ("forced-spaces", 1, 1)]
    {
        let strategy = strategy(name);
        let first = puzzle::solve(&published(), &Limits { strategy, ..Limits::solutions(1) });
        let all = puzzle::solve(&published(), &Limits { strategy, ..Limits::default() });
        assert_eq!((first.nodes, all.nodes), (to_the_solution, in_all), "{name}");
        assert!(all.complete() && all.boards == first.boards, "{name}");
    }
}

#[test]
fn every_strategy_finds_the_same_boards_each_once() {
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let numbers = (0..random.usize(0..6)).map(|_| random.i64(-2..4)).collect();
        let given = Space::ALL.into_iter().filter(|_| random.u8(..9) < 5);
        let given: Vec<_> = given.collect();
        let given = given.into_iter().map(|space| (space, random.i64(-2..4))).collect();
        let instance = OlympicRings { sum: random.i64(-2..6), given, numbers };
        let found = |strategy| {
            let outcome = puzzle::solve(&instance, &Limits { strategy, ..Limits::default() });
            let boards: HashSet<_> = outcome.boards.iter().copied().collect();
            assert_eq!(boards.len(), outcome.boards.len(), "{instance:?}");
            boards
        };
        let expected = found(0);
        for strategy in 1..OlympicRings::STRATEGIES.len() {
            assert_eq!(found(strategy), expected, "{instance:?}");
        }
    }
}

#[test]
fn a_trace_shows_every_node_dead_end_and_solution() {
    let limits = Limits { strategy: strategy("filled-rings"), ..Limits::default() };
    let go_on = |_: &Numbers| ControlFlow::Continue(());
    let (outcome, trace) = puzzle::trace(&published(), &limits, 1_000, go_on);
    let count = |event| trace.kept.iter().filter(|step| step.event == event).count() as u64;
    assert_eq!(count(Event::Try), outcome.nodes);
    assert_eq!(count(Event::DeadEnd), outcome.dead_ends);
    assert_eq!((count(Event::Solution), trace.steps), (1, trace.kept.len() as u64));
    for step in &trace.kept {
        assert_eq!(step.board.iter().count(), step.depth);
    }
}

#[test]
fn without_givens_every_space_is_found() {
    let instance = read("sum = 11\nnumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]");
    let outcome = all(&instance);
    assert!(outcome.complete());
    // The nine digits have one arrangement and its mirror image.
    let texts: Vec<String> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    for board in &outcome.boards {
        instance.check(board).unwrap();
        assert_eq!(board.iter().count(), 9);
    }
}

#[test]
fn equal_numbers_are_not_told_apart() {
    let instance = set(&["numbers=[1, 2, 3, 4, 6, 1, 2, 2]"]);
    let outcome = all(&instance);
    assert_eq!((outcome.boards, outcome.solutions), (all(&published()).boards, 1));
}

#[test]
fn numbers_that_stay_unused_are_remarked() {
    let instance = set(&["numbers=[6, 50, 4, 3, -8, 2, 4, 1]"]);
    let outcome = all(&instance);
    assert_eq!(outcome.boards, all(&published()).boards);
    let remarks = instance.remarks(&outcome.boards[0]);
    assert_eq!(remarks, [("unused", "-8 4 50".to_owned())]);
    assert_eq!(published().remarks(&outcome.boards[0]), []);
}

#[test]
fn a_list_shorter_than_the_empty_spaces_is_unsolvable() {
    for numbers in ["numbers=[]", "numbers=[1, 2, 3, 4]"] {
        let outcome = all(&set(&[numbers]));
        assert!(outcome.complete() && outcome.boards.is_empty(), "{numbers}");
    }
}

#[test]
fn contradictory_givens_are_unsolvable() {
    let instance = set(&["given.rg=3"]);
    let outcome = all(&instance);
    assert!(outcome.complete() && outcome.boards.is_empty());
}

#[test]
fn with_every_space_given_the_solution_is_the_empty_board() {
    let given = "sum = 3\nnumbers = [7]\n[given]\n\
                 r = 1\nrg = 2\ng = 0\ngk = 1\nk = 1\nky = 1\ny = 1\nyb = 1\nb = 2";
    let instance = read(given);
    let outcome = all(&instance);
    assert_eq!((outcome.complete(), &outcome.boards), (true, &vec![Numbers::default()]));
    instance.check(&outcome.boards[0]).unwrap();
    assert_eq!(instance.answer(&outcome.boards[0]), "");
    assert_eq!("".parse(), Ok(outcome.boards[0]));

    let wrong = read(&given.replace("sum = 3", "sum = 4"));
    assert!(all(&wrong).boards.is_empty());
    let fault = wrong.check(&Numbers::default()).unwrap_err().to_string();
    assert_eq!(fault, "the red ring, r + rg = 1 + 2, adds up to 3 instead of 4");
}

#[test]
fn the_largest_and_smallest_numbers_do_not_overflow() {
    let (least, most) = (i64::MIN, i64::MAX);
    for sum in [least, most, -1, 0] {
        for numbers in [
            format!("{least}, {least}, {least}, {most}, {most}, {most}, -1, 0, 1"),
            format!("{most}, {most}, {most}, {most}, {most}, {most}, {most}, {most}, {most}"),
            format!("{least}, {least}, {least}, {least}, {least}, {least}, {least}, {least}, 0"),
        ] {
            for given in ["", "[given]\nrg = 9223372036854775807\ngk = 9223372036854775807"] {
                let instance = read(&format!("sum = {sum}\nnumbers = [{numbers}]\n{given}"));
                let outcome = all(&instance);
                assert!(outcome.complete());
                for board in outcome.boards {
                    instance.check(&board).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_answer_tells_the_spaces_that_were_empty_from_left_to_right() {
    let board: Numbers = "yb=3 rg=-2 k=6 ky=1 gk=40".parse().unwrap();
    assert_eq!(published().answer(&board), "-2 40 6 1 3");
}

#[test]
fn a_board_that_does_not_fit_the_spaces_or_the_list_is_refused() {
    let instance = set(&["numbers=[1, 2, 3, 4, 6, 9, 9]"]);
    for (board, fault) in [
        ("rg=2 gk=4 k=6 ky=1", "space yb is empty"),
        ("", "space rg is empty"),
        (
            "r=9 rg=2 gk=4 k=6 ky=1 yb=3",
            "space r holds the given 9 and cannot be filled; \
             a board tells only the spaces that were empty",
        ),
        ("rg=2 gk=4 k=7 ky=1 yb=3", "space k holds 7, which is not in the list of numbers"),
        ("rg=2 gk=4 k=2 ky=1 yb=3", "the number 2 is used 2 times, in rg, k, and listed once"),
        (
            "rg=9 gk=9 k=9 ky=1 yb=3",
            "the number 9 is used 3 times, in rg, gk, k, and listed 2 times",
        ),
    ] {
        let error = instance.check(&board.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), fault, "{board}");
    }
}

#[test]
fn a_number_too_large_in_one_ring_is_refused_with_that_ring() {
    let instance = read("sum = 11\nnumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]");
    let board = "r=9 rg=2 g=5 gk=4 k=6 ky=1 y=7 yb=3 b=8";
    instance.check(&board.parse().unwrap()).unwrap();
    for (correct, spoiled, fault) in [
        ("r=9", "r=10", "the red ring, r + rg = 10 + 2, adds up to 12 instead of 11"),
        ("g=5", "g=10", "the green ring, rg + g + gk = 2 + 10 + 4, adds up to 16 instead of 11"),
        ("k=6", "k=10", "the black ring, gk + k + ky = 4 + 10 + 1, adds up to 15 instead of 11"),
        ("y=7", "y=10", "the yellow ring, ky + y + yb = 1 + 10 + 3, adds up to 14 instead of 11"),
        ("b=8", "b=10", "the blue ring, yb + b = 3 + 10, adds up to 13 instead of 11"),
    ] {
        let spoiled =
            format!(" {board} ").replace(&format!(" {correct} "), &format!(" {spoiled} "));
        let error = instance.check(&spoiled.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), fault);
    }
}

#[test]
fn bad_instances_are_refused_by_key() {
    for (settings, expected) in [
        (vec!["given.x=1"], "unknown variant `x`, expected one of `r`, `rg`, `g`, `gk`"),
        (vec!["given.rg=1.5"], "invalid type: floating point `1.5`, expected i64"),
        (vec!["numbers=4"], "invalid type: integer `4`, expected a sequence"),
        (vec!["sums=4"], "unknown field `sums`, expected one of `sum`, `given`, `numbers`"),
    ] {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let error =
            puzzle::read::<OlympicRings>("test", olympic_rings::PUBLISHED, &settings).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.contains(expected), "{message}");
    }
    let error = puzzle::read::<OlympicRings>("test", "sum = 3", &[]).unwrap_err();
    assert!(format!("{error:#}").contains("missing field `numbers`"), "{error:#}");
}

#[test]
fn the_search_stops_at_the_limit_and_when_the_time_is_up() {
    let numbers: Vec<String> = (0..200).map(|number| number.to_string()).collect();
    let instance = read(&format!("sum = 200\nnumbers = [{}]", numbers.join(", ")));
    let limited = puzzle::solve(&instance, &Limits::solutions(3));
    assert_eq!((limited.boards.len(), limited.stopped), (3, Some(Stop::Limit)));
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let timed = puzzle::count(&instance, &limits);
    assert_eq!(timed.stopped, Some(Stop::Timeout));
    assert!(timed.seconds < 0.5, "{} seconds", timed.seconds);
}

/// An instance around a filling with equal sums, with some numbers too many and now and then one
/// that was changed, so that there are no, one or several solutions.
fn random_instance(random: &mut Rng, most_empty: usize) -> OlympicRings {
    let range = random.i64(1..=6);
    let mut any = || random.i64(-1..=range);
    let (r, rg, g, k, y) = (any(), any(), any(), any(), any());
    let sum = r + rg;
    let gk = sum - rg - g;
    let ky = sum - gk - k;
    let yb = sum - ky - y;
    let filling = [r, rg, g, gk, k, ky, y, yb, sum - yb];
    let mut instance = OlympicRings { sum, given: Numbers::default(), numbers: Vec::new() };
    let mut order: Vec<i64> = (0..9).collect();
    random.shuffle(&mut order);
    let empty = random.usize(..=most_empty);
    for (place, &space) in order.iter().enumerate() {
        let (space, number) = (Space::ALL[space as usize], filling[space as usize]);
        if place < empty {
            instance.numbers.push(number);
        } else {
            instance.given.set(space, number);
        }
    }
    for _ in 0..random.usize(..3) {
        instance.numbers.push(random.i64(-2..=range + 1));
    }
    if random.usize(..4) == 0 && !instance.numbers.is_empty() {
        instance.numbers.pop();
    }
    random.shuffle(&mut instance.numbers);
    instance
}

/// All solutions, by trying every number of the list in every empty space.
fn brute_force(instance: &OlympicRings) -> HashSet<String> {
    fn fill(
        instance: &OlympicRings,
        empty: &[Space],
        filling: &mut Vec<(Space, i64)>,
        left: &mut Vec<i64>,
        found: &mut HashSet<String>,
    ) {
        let Some((&space, empty)) = empty.split_first() else {
            let holds = |space: &Space| {
                instance.given.get(*space).unwrap_or_else(|| {
                    filling.iter().find(|(filled, _)| filled == space).unwrap().1
                })
            };
            if Ring::ALL
                .iter()
                .all(|ring| ring.spaces().iter().map(holds).sum::<i64>() == instance.sum)
            {
                let words: Vec<String> =
                    filling.iter().map(|(space, number)| format!("{space}={number}")).collect();
                found.insert(words.join(" "));
            }
            return;
        };
        for place in 0..left.len() {
            let number = left.remove(place);
            filling.push((space, number));
            fill(instance, empty, filling, left, found);
            filling.pop();
            left.insert(place, number);
        }
    }
    let empty: Vec<Space> = instance.empty_spaces().collect();
    let mut found = HashSet::new();
    fill(instance, &empty, &mut Vec::new(), &mut instance.numbers.clone(), &mut found);
    found
}

#[test]
fn brute_force_finds_the_same_solutions_of_random_instances() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut by_solutions = [0; 3];
    for round in 0..4000 {
        let instance = random_instance(&mut random, if round % 100 == 0 { 8 } else { 7 });
        let outcome = all(&instance);
        assert!(outcome.complete());
        let found: HashSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), outcome.boards.len(), "each board once: {instance:?}");
        assert_eq!(found, brute_force(&instance), "{instance:?}");
        for board in &outcome.boards {
            instance.check(board).unwrap();
        }
        by_solutions[found.len().min(2)] += 1;
    }
    assert!(by_solutions.iter().all(|&instances| instances > 200), "{by_solutions:?}");
}
