//! Die Agony as its users see it: instances, journeys, and the checker.

use std::time::Duration;

use die_agony::{DieAgony, Journey};
use puzzle::{Limits, Outcome, Puzzle, Stop};

fn published() -> DieAgony {
    die_agony::published()
}

/// An instance, the grid's rows divided by slashes.
fn instance(grid: &str, start: [usize; 2], finish: [usize; 2]) -> DieAgony {
    let grid = grid.replace(" / ", "\n");
    let text = format!("grid = \"\"\"\n{grid}\"\"\"\nstart = {start:?}\nfinish = {finish:?}");
    puzzle::read("test", &text, &[]).unwrap()
}

/// An instance with a single row, from its first cell to its last.
fn row(numbers: &str) -> DieAgony {
    instance(numbers, [0, 0], [0, numbers.split(' ').count() - 1])
}

fn all(instance: &DieAgony) -> Outcome<Journey> {
    let outcome = puzzle::solve(instance, &Limits::default());
    for journey in &outcome.boards {
        instance.check(journey).unwrap();
    }
    outcome
}

#[test]
fn the_published_instance_has_one_journey_whatever_the_faces_may_be() {
    let instance = published();
    let outcome = all(&instance);
    assert!(outcome.complete());
    assert_eq!(outcome.boards.len(), 1);
    let names: Vec<&str> =
        instance.remarks(&outcome.boards[0]).iter().map(|remark| remark.0).collect();
    assert_eq!(names, ["moves", "final die", "unvisited cells"]);
    assert_eq!(outcome.nodes, 135);
}

#[test]
fn remarks_show_fractions_and_faces_that_never_came_up() {
    let instance = instance("9 2 2 / 5 -1 9 / 0 9 9", [2, 0], [0, 2]);
    let journey: Journey = "r2c0 r1c0 r0c0 r0c1 r0c2".parse().unwrap();
    instance.check(&journey).unwrap();
    let remarks = [
        ("moves", "4".to_owned()),
        ("final die", "top 0, bottom 2, north 5, south ?, east -7/3, west ?".to_owned()),
        ("unvisited cells", "r1c1 r1c2 r2c1 r2c2".to_owned()),
    ];
    assert_eq!(instance.remarks(&journey), remarks);
    assert_eq!(instance.answer(&journey), "26");
}

#[test]
fn the_answer_is_0_where_every_cell_is_visited() {
    let instance = row("0 5");
    let outcome = all(&instance);
    assert_eq!(outcome.boards, ["r0c0 r0c1".parse().unwrap()]);
    assert_eq!(instance.answer(&outcome.boards[0]), "0");
    assert_eq!(instance.remarks(&outcome.boards[0])[2], ("unvisited cells", "none".to_owned()));
}

#[test]
fn numbers_at_the_limits_do_not_overflow() {
    let (least, most) = (i64::MIN, i64::MAX);
    for grid in [
        format!("0 {most} {least} / {least} {most} {least} / {most} {least} {most}"),
        format!("0 {least} {most} / {least} {least} {most} / {most} {most} {most}"),
        format!("0 0 {least} {most} / 0 0 {most} {least} / {least} {least} {most} {most}"),
        format!("0 0 0 {most} {least} {least} {least} {most} {least}"),
        format!("0 0 0 {least} {most} {most} {most} {least} {least}"),
    ] {
        let rows = grid.split(" / ").count();
        let columns = grid.split(" / ").next().unwrap().split(' ').count();
        let instance = instance(&grid, [0, 0], [rows - 1, columns - 1]);
        for journey in all(&instance).boards {
            instance.answer(&journey).parse::<i128>().unwrap();
        }
    }
    let sum = instance(&format!("0 1 {most} {most} {most}"), [0, 0], [0, 1]);
    let answer = sum.answer(&"r0c0 r0c1".parse().unwrap());
    assert_eq!(answer, (3 * i128::from(most)).to_string());
}

#[test]
fn a_grid_of_zeros_has_endlessly_many_journeys() {
    for size in [2, 3, 6, 30] {
        let grid = vec![vec!["0"; size].join(" "); size].join(" / ");
        let instance = instance(&grid, [0, 0], [size - 1, size - 1]);
        let outcome = all(&instance);
        assert_eq!(outcome.stopped, Some(Stop::Endless), "{size}");
        assert!(outcome.boards.len() >= 2);
        assert_eq!(puzzle::count(&instance, &Limits::default()).stopped, Some(Stop::Endless));
        let limited = puzzle::solve(&instance, &Limits::solutions(2));
        assert_eq!((limited.stopped, limited.boards.len()), (Some(Stop::Limit), 2));
    }
}

#[test]
fn a_wait_without_a_way_to_the_finish_is_unsolvable() {
    // From the fifth cell on, the faces are those that were zero before.
    for numbers in ["0 0 0 0 5 9", "0 0 0 0 9223372036854775807 9", "0 0 0 0 0 0 1"] {
        let outcome = all(&row(numbers));
        assert!(
            outcome.complete() && outcome.boards.is_empty(),
            "{numbers}: {:?}",
            outcome.stopped
        );
    }
}

#[test]
fn a_die_waits_until_a_known_face_fits() {
    // The fourth cell shows a face that is needed again at the eighth, and the fifth another one for
    // the ninth: they fit only if the fourth is entered with move 25. The die waits on zeros.
    let outcome = all(&row("0 0 0 25 12 12 12 41 26"));
    assert!(outcome.complete());
    let wait = "r0c1 r0c2 ".repeat(12);
    let journey = format!("r0c0 {wait}r0c3 r0c4 r0c5 r0c6 r0c7 r0c8");
    assert_eq!(outcome.boards, [journey.parse().unwrap()]);
}

#[test]
fn a_long_wait_ends_and_takes_little_time() {
    let instance = row("0 0 0 100001 50000 50000 50000 150005 100002");
    let outcome = all(&instance);
    assert!(outcome.complete());
    let lengths: Vec<usize> = outcome.boards.iter().map(|journey| journey.0.len()).collect();
    assert_eq!(lengths, [100_007]);
    assert!(outcome.seconds < 2.0, "{} seconds", outcome.seconds);
}

#[test]
fn journeys_that_wait_twice_for_each_other_are_endless() {
    // The fourth cell may be entered with any odd move from 3 on, and then the eighth, where the same
    // face is needed three times, with the move of three times that number.
    let outcome = all(&row("0 0 0 1 0 0 0 3"));
    assert_eq!(outcome.stopped, Some(Stop::Endless));
    let lengths: Vec<usize> = outcome.boards.iter().map(|journey| journey.0.len() - 1).collect();
    assert_eq!(lengths, [9, 27]);
}

#[test]
fn the_search_gives_up_on_journeys_that_are_too_long_to_list() {
    let outcome = all(&row("0 0 0 100000001 50000000 50000000 50000000 150000005 100000002"));
    assert_eq!((outcome.stopped, outcome.boards.len()), (Some(Stop::Capacity), 0));
}

#[test]
fn the_search_stops_at_the_limit_and_when_the_time_is_up() {
    let limited = puzzle::solve(&published(), &Limits::solutions(1));
    assert_eq!((limited.stopped, limited.boards.len()), (Some(Stop::Limit), 1));
    let limits = Limits { timeout: Some(Duration::from_millis(10)), ..Limits::default() };
    let long = row("0 0 0 100000001 50000000 50000000 50000000 150000005 100000002");
    let timed = puzzle::solve(&long, &limits);
    assert_eq!(timed.stopped, Some(Stop::Timeout));
    assert!(timed.seconds < 0.2, "{} seconds", timed.seconds);
}

/// The published journey up to its seventh move.
const BEGINNING: &str = "r5c0 r4c0 r4c1 r4c2 r5c2 r5c1 r4c1 r3c1";

#[test]
fn a_spoiled_board_is_refused_with_the_rule_that_it_breaks() {
    let instance = published();
    for (board, fault) in [
        (String::new(), "the journey is empty: it must start on a cell"),
        ("r5c1 r4c1".to_owned(), "the journey starts on r5c1 instead of r5c0"),
        (BEGINNING.to_owned(), "the journey ends on r3c1 instead of r0c5"),
        (
            "r5c0 r4c0 r4c0".to_owned(),
            "move 2 leads from r4c0 to r4c0, which does not share a side with it",
        ),
        (
            "r5c0 r4c1".to_owned(),
            "move 1 leads from r5c0 to r4c1, which does not share a side with it",
        ),
        (
            "r5c0 r6c0".to_owned(),
            "move 1 leads from r5c0 to r6c0, outside the grid of 6 rows and 6 columns",
        ),
        (
            "r5c0 r4c0 r5c0 r4c0 r3c0 r2c0 r1c0".to_owned(),
            "move 3 from r5c0 (0) to r4c0 (5) needs 5/3 on top, and the face that comes up is 5, as it \
             was when it came up with move 1",
        ),
    ] {
        let error = instance.check(&board.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), fault, "{board}");
    }
}

#[test]
fn a_journey_that_goes_on_after_the_finish_is_refused() {
    let instance = row("0 0 0 7");
    let board = "r0c0 r0c1 r0c2 r0c3 r0c2 r0c3".parse().unwrap();
    let error = instance.check(&board).unwrap_err().to_string();
    assert_eq!(
        error,
        "the journey ends when it arrives at r0c3, with move 3, and the board goes on"
    );
}

#[test]
fn bad_instances_are_refused_by_key() {
    for (settings, expected) in [
        (vec!["start=[6, 0]"], "`start` is [6, 0]: expected a row below 6 and a column below 6"),
        (vec!["finish=[0, 9]"], "`finish` is [0, 9]: expected a row below 6 and a column below 6"),
        (vec!["start=[4, 0]"], "`grid` row 4, column 0: expected 0 in the start cell and found 5"),
        (vec!["finish=[5, 0]"], "`finish` is [5, 0], like `start`: expected another cell"),
        (
            vec!["grid='0 1 x'"],
            "row 0, column 2: expected a number from -9223372036854775808 to 9223372036854775807 and found \"x\"",
        ),
        (
            vec!["grid='0 9223372036854775808'"],
            "row 0, column 1: expected a number from -9223372036854775808",
        ),
        (
            vec!["grid=\"\"\"\n0 1\n2\"\"\""],
            "row 1, column 1: expected 2 columns, as in row 0, and found 1",
        ),
        (vec!["start=[1]"], "expected a cell as [row, column], counted from 0"),
        (vec!["goal=[1, 1]"], "unknown field `goal`, expected one of `grid`, `start`, `finish`"),
    ] {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let error = puzzle::read::<DieAgony>("test", die_agony::PUBLISHED, &settings).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn boards_read_back_as_they_were_written() {
    let journey: Journey =
        format!("\n\n {}\n r2c1 \n\n", BEGINNING.replace(' ', "\n")).parse().unwrap();
    assert_eq!(journey.to_string(), format!("{BEGINNING} r2c1"));
    assert_eq!(journey.to_string().parse::<Journey>().unwrap(), journey);
    let error = "r0c0 r1".parse::<Journey>().unwrap_err().to_string();
    assert_eq!(error, "expected a cell such as r0c0 and found \"r1\"");
}
