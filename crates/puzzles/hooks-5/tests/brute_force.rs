//! The search against a plain enumeration that reads the rules literally: of all fillings of a
//! small square, those that keep every rule.

use fastrand::Rng;
use grid_puzzles::Side;
use hooks_5::{Board, Hooks};
use nested_hooks::Digits;
use nested_hooks::brute_force::for_each_filling;
use puzzle::{Limits, Puzzle, read, solve};

/// A board's digits in reading order, three bits each, 0 for an empty cell.
type Code = u128;

/// What keeps all rules but those of the clues, each filling for itself, in ascending order.
fn all_fillings(size: usize) -> Vec<Code> {
    let mut fillings = Vec::new();
    for_each_filling(size, Digits::OfSize, |filling| {
        if !filling.has_full_block() && filling.is_connected() {
            fillings.push(code(filling.digits()));
        }
    });
    fillings.sort_unstable();
    fillings
}

fn code(digits: impl Iterator<Item = u8>) -> Code {
    digits.fold(0, |code, digit| code << 3 | Code::from(digit))
}

/// All lines from all sides.
fn lines(size: usize) -> impl Iterator<Item = (Side, usize)> {
    Side::ALL.into_iter().flat_map(move |side| (0..size).map(move |line| (side, line)))
}

/// What the clue of a line would be.
fn sum(size: usize, code: Code, (side, line): (Side, usize)) -> u32 {
    let digits = (0..size).map(move |step| {
        let (row, column) = match side {
            Side::Top => (step, line),
            Side::Bottom => (size - 1 - step, line),
            Side::Left => (line, step),
            Side::Right => (line, size - 1 - step),
        };
        (code >> (3 * (size * size - 1 - row * size - column)) & 0b111) as u32
    });
    digits.skip_while(|&digit| digit == 0).take_while(|&digit| digit > 0).sum()
}

/// Clues in the order of [`lines`].
type Clues = Vec<Option<u32>>;

/// The clues of a random filling, of which some are withheld, and now and then one is changed.
fn random_clues(size: usize, fillings: &[Code], random: &mut Rng) -> Clues {
    let filling = fillings[random.usize(..fillings.len())];
    let given = random.f64();
    let mut clues: Clues =
        lines(size).map(|line| (random.f64() < given).then(|| sum(size, filling, line))).collect();
    if random.usize(..4) == 0 {
        clues[random.usize(..4 * size)] = Some(random.u32(1..(size * size) as u32 + 2));
    }
    clues
}

fn instance(size: usize, clues: &[Option<u32>]) -> Hooks {
    let token = |clue: &Option<u32>| clue.map_or(".".to_owned(), |clue| clue.to_string());
    let side = |(side, clues): (&Side, &[_])| {
        format!("{} = '{}'\n", side.key(), clues.iter().map(token).collect::<Vec<_>>().join(" "))
    };
    let sides: String = Side::ALL.iter().zip(clues.chunks(size)).map(side).collect();
    read("a random instance", &format!("[sums]\n{sides}"), &[]).unwrap()
}

/// Solves an instance both ways; returns the number of solutions.
fn assert_agreement(size: usize, clues: &[Option<u32>], fillings: &[Code]) -> usize {
    let fits = |&&filling: &&Code| {
        lines(size)
            .zip(clues)
            .all(|(line, clue)| clue.is_none_or(|clue| clue == sum(size, filling, line)))
    };
    let expected: Vec<Code> = fillings.iter().filter(fits).copied().collect();
    let hooks = instance(size, clues);
    let outcome = solve(&hooks, &Limits::default());
    assert!(outcome.complete());
    // A sample is enough where there are thousands.
    for board in outcome.boards.iter().step_by(1 + outcome.boards.len() / 50) {
        hooks.check(board).unwrap();
    }
    let code_of = |board: &Board| code(board.values().map(|digit| digit.unwrap_or(0)));
    let mut found: Vec<Code> = outcome.boards.iter().map(code_of).collect();
    found.sort_unstable();
    assert!(found.is_sorted_by(|one, other| one < other), "a board was found twice");
    assert_eq!(found, expected, "{clues:?}");
    expected.len()
}

fn assert_random_instances_agree(size: usize, instances: usize) {
    let fillings = all_fillings(size);
    let mut random = Rng::with_seed(size as u64);
    let mut solutions = [0; 3];
    for _ in 0..instances {
        let clues = random_clues(size, &fillings, &mut random);
        solutions[assert_agreement(size, &clues, &fillings).min(2)] += 1;
    }
    let least = instances / 20;
    assert!(
        solutions.iter().all(|&solutions| solutions >= least),
        "instances without a solution, with one, with several: {solutions:?}"
    );
}

#[test]
fn all_boards_of_small_squares_are_found_without_clues() {
    let boards = [1, 2, 3, 4].map(|size| {
        let fillings = all_fillings(size);
        assert_agreement(size, &vec![None; 4 * size], &fillings)
    });
    assert_eq!(boards, [1, 12, 168, 6288]);
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_random_instances_agree(2, 100);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 500);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 500);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_instances_agree(5, 60);
}
