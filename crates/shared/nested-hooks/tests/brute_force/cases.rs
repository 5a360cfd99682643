//! Random instances of every puzzle of the family, made from a board, and which boards keep them.

use fastrand::Rng;
use grid_puzzles::Side;
use num_integer::Integer;
use puzzle::Limits;

use crate::{Digits, search};

/// Whether a board has the clues of an instance.
type Fits = dyn Fn(&[u8]) -> bool;

/// An instance, and whether a board has its clues.
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) fits: Box<Fits>,
}

/// Makes an instance of a board with this percentage of its clues; one may be spoiled.
type MakeCase = fn(usize, &[u8], usize, bool, &mut Rng) -> Case;

/// A puzzle of the family, for tests.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Whether the digits of the hooks are free.
    pub(crate) is_free: bool,
    pub(crate) is_connected: bool,
    pub(crate) has_no_full_block: bool,
    /// What else a board must keep, whatever the clues: its size, its digits, and those of its hooks.
    pub(crate) is_legal: fn(usize, &[u8], &[u8]) -> bool,
    pub(crate) case: MakeCase,
    pub(crate) search: fn(&str, &Limits) -> (Vec<Digits>, bool),
}

const HOOKS: Kind = Kind {
    name: "",
    is_free: false,
    is_connected: true,
    has_no_full_block: true,
    is_legal: |_, _, _| true,
    case: first_runs,
    search: search::<hooks_5::Hooks>,
};

/// Hooks 1 to 10.
pub(crate) const KINDS: [Kind; 10] = [
    Kind {
        name: "hooks-1",
        is_connected: false,
        has_no_full_block: false,
        is_legal: |size, _, hooks| {
            let digit = |cell: usize| (cell / size).max(cell % size) + 1;
            hooks.iter().enumerate().all(|(cell, &hook)| usize::from(hook) == digit(cell))
        },
        case: sums,
        search: search::<hooks_1::Hooks>,
        ..HOOKS
    },
    Kind {
        name: "hooks-2",
        is_connected: false,
        has_no_full_block: false,
        case: sums,
        search: search::<hooks_2::Hooks>,
        ..HOOKS
    },
    Kind {
        name: "hooks-3",
        is_legal: |size, board, _| {
            let filled = |side, line| filled(&along(size, board, side, line)).count();
            (0..size).all(|line| filled(Side::Left, line) > 1 && filled(Side::Top, line) > 1)
        },
        case: first_pairs,
        search: search::<hooks_3::Hooks>,
        ..HOOKS
    },
    Kind {
        name: "hooks-4",
        has_no_full_block: false,
        case: sums_of_runs,
        search: search::<hooks_4::Hooks>,
        ..HOOKS
    },
    Kind { name: "hooks-5", ..HOOKS },
    Kind { name: "hooks-6", case: numbers, search: search::<hooks_6::Hooks>, ..HOOKS },
    Kind { name: "hooks-7", case: regions, search: search::<hooks_7::Hooks>, ..HOOKS },
    Kind {
        name: "hooks-8",
        is_free: true,
        case: regions,
        search: search::<hooks_8::Hooks>,
        ..HOOKS
    },
    Kind {
        name: "hooks-9",
        is_free: true,
        case: divisors,
        search: search::<hooks_9::Hooks>,
        ..HOOKS
    },
    Kind {
        name: "hooks-10",
        is_free: true,
        case: neighbours,
        search: search::<hooks_10::Hooks>,
        ..HOOKS
    },
];

/// The cells of a line as it is met from a side, by their places on the board.
fn cells(size: usize, side: Side, line: usize) -> Vec<usize> {
    let cell = |step: usize| match side {
        Side::Top => (step, line),
        Side::Bottom => (size - 1 - step, line),
        Side::Left => (line, step),
        Side::Right => (line, size - 1 - step),
    };
    (0..size).map(cell).map(|(row, column)| row * size + column).collect()
}

/// The digits of a line as it is met from a side, 0 for an empty cell.
fn along(size: usize, board: &[u8], side: Side, line: usize) -> Vec<u8> {
    cells(size, side, line).into_iter().map(|cell| board[cell]).collect()
}

fn filled(line: &[u8]) -> impl Iterator<Item = u64> {
    line.iter().filter(|&&digit| digit > 0).map(|&digit| digit.into())
}

fn runs(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&digit| digit == 0).filter(|run| !run.is_empty())
}

fn numbers_of(line: &[u8]) -> impl Iterator<Item = u64> {
    runs(line).map(|run| run.iter().fold(0, |number, &digit| 10 * number + u64::from(digit)))
}

/// What a clue says of a line; none where it says nothing.
type Value = fn(&[u8]) -> Option<u64>;

/// Where a clue may stand: the heading of its table, the key of its side, and what it says.
type Place = (&'static str, &'static str, Side, Value);

/// A clue of a line: the cells, what it says of them, and the value.
type LineClue = (Vec<usize>, Value, u64);

/// An instance of clues for lines.
fn line_case(
    places: &[Place],
    size: usize,
    board: &[u8],
    percent: usize,
    is_spoiled: bool,
    random: &mut Rng,
) -> Case {
    let spoiled = is_spoiled.then(|| (random.usize(..places.len()), random.usize(..size)));
    let (mut text, mut heading) = (String::new(), "");
    let mut clues: Vec<LineClue> = Vec::new();
    for (place, &(table, key, side, value)) in places.iter().enumerate() {
        if table != heading {
            text.extend(["[", table, "]\n"]);
            heading = table;
        }
        let tokens: Vec<String> = (0..size)
            .map(|line| {
                let clue = match value(&along(size, board, side, line)) {
                    _ if spoiled == Some((place, line)) => Some(random.u64(1..30)),
                    clue => clue.filter(|_| random.usize(..100) < percent),
                };
                clues.extend(clue.map(|clue| (cells(size, side, line), value, clue)));
                clue.map_or(".".to_owned(), |clue| clue.to_string())
            })
            .collect();
        text.extend([key, " = '", &tokens.join(" "), "'\n"]);
    }
    let fits = move |board: &[u8]| {
        clues.iter().all(|(cells, value, clue)| {
            let mut line = [0; 16];
            line.iter_mut().zip(cells).for_each(|(digit, &cell)| *digit = board[cell]);
            value(&line[..size]) == Some(*clue)
        })
    };
    Case { text, fits: Box::new(fits) }
}

fn rows_and_columns(value: Value) -> [Place; 2] {
    [("", "rows", Side::Left, value), ("", "columns", Side::Top, value)]
}

fn border(table: &'static str, value: Value) -> impl Iterator<Item = Place> {
    Side::ALL.into_iter().map(move |side| (table, side.key(), side, value))
}

fn sums(size: usize, board: &[u8], percent: usize, is_spoiled: bool, random: &mut Rng) -> Case {
    let places = rows_and_columns(|line| Some(filled(line).sum()));
    line_case(&places, size, board, percent, is_spoiled, random)
}

fn sums_of_runs(
    size: usize,
    board: &[u8],
    percent: usize,
    is_spoiled: bool,
    random: &mut Rng,
) -> Case {
    let places =
        rows_and_columns(|line| Some(runs(line).map(|run| filled(run).product::<u64>()).sum()));
    line_case(&places, size, board, percent, is_spoiled, random)
}

fn first_pairs(
    size: usize,
    board: &[u8],
    percent: usize,
    is_spoiled: bool,
    random: &mut Rng,
) -> Case {
    let places: Vec<Place> =
        border("products", |line| Some(filled(line).take(2).product())).collect();
    line_case(&places, size, board, percent, is_spoiled, random)
}

fn first_runs(
    size: usize,
    board: &[u8],
    percent: usize,
    is_spoiled: bool,
    random: &mut Rng,
) -> Case {
    let places: Vec<Place> =
        border("sums", |line| runs(line).next().map(|run| filled(run).sum())).collect();
    line_case(&places, size, board, percent, is_spoiled, random)
}

/// The greatest common divisor of a line's numbers.
fn divisor(line: &[u8]) -> Option<u64> {
    numbers_of(line).reduce(|one, other| one.gcd(&other))
}

fn numbers(size: usize, board: &[u8], percent: usize, is_spoiled: bool, random: &mut Rng) -> Case {
    let product: Value = |line| numbers_of(line).reduce(|one, other| one * other);
    let places: Vec<Place> = border("gcd", divisor).chain(border("product", product)).collect();
    line_case(&places, size, board, percent / 3, is_spoiled, random)
}

fn divisors(size: usize, board: &[u8], percent: usize, is_spoiled: bool, random: &mut Rng) -> Case {
    let places: [Place; 2] = [("", "left", Side::Left, divisor), ("", "top", Side::Top, divisor)];
    line_case(&places, size, board, percent, is_spoiled, random)
}

/// Rows of tokens.
fn grid<T>(size: usize, cells: &[T], token: impl Fn(&T) -> String) -> String {
    let row = |row: &[T]| row.iter().map(&token).collect::<Vec<_>>().join(" ");
    cells.chunks(size).map(row).collect::<Vec<_>>().join("\n")
}

#[expect(clippy::ref_option, reason = "a token of a grid of options")]
fn optional<T: Copy + ToString>(value: &Option<T>) -> String {
    value.map_or(".".to_owned(), |value| value.to_string())
}

fn neighbours(
    size: usize,
    board: &[u8],
    percent: usize,
    is_spoiled: bool,
    random: &mut Rng,
) -> Case {
    let beside = move |board: &[u8], cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let mut sum = 0;
        for (is_inside, other) in [
            (row > 0, cell.wrapping_sub(size)),
            (row + 1 < size, cell + size),
            (column > 0, cell.wrapping_sub(1)),
            (column + 1 < size, cell + 1),
        ] {
            sum += if is_inside { u64::from(board[other]) } else { 0 };
        }
        sum
    };
    let spoiled = is_spoiled.then(|| random.usize(..size * size));
    let clues: Vec<Option<u64>> = (0..size * size)
        .map(|cell| match spoiled {
            Some(spoiled) if spoiled == cell => Some(random.u64(..20)),
            _ => (board[cell] == 0 && random.usize(..100) < percent).then(|| beside(board, cell)),
        })
        .collect();
    let text = format!("clues = '''\n{}'''", grid(size, &clues, optional));
    let fits = move |board: &[u8]| {
        clues.iter().enumerate().all(|(cell, clue)| {
            clue.is_none_or(|clue| board[cell] == 0 && beside(board, cell) == clue)
        })
    };
    Case { text, fits: Box::new(fits) }
}

fn regions(size: usize, board: &[u8], percent: usize, is_spoiled: bool, random: &mut Rng) -> Case {
    let total: usize = board.iter().map(|&digit| usize::from(digit)).sum();
    // Each region has room for the largest digit.
    let divisors: Vec<usize> =
        (1..=total / size).filter(|regions| total.is_multiple_of(*regions)).collect();
    let number = divisors[random.usize(..divisors.len())];
    let region_of: Vec<usize> = (0..50)
        .find_map(|_| equal_regions(board, number, random))
        .unwrap_or_else(|| board.iter().map(|_| random.usize(..number)).collect());
    let percent = percent / [1, 2, 4][random.usize(..3)];
    let mut givens: Vec<Option<u8>> = board
        .iter()
        .map(|&digit| Some(digit).filter(|&digit| digit > 0 && random.usize(..100) < percent))
        .collect();
    let mut sum = (total / number) as u64;
    if is_spoiled {
        match random.usize(..5) {
            0 => sum = random.u64(..total as u64 + 2),
            _ => givens[random.usize(..size * size)] = Some(1 + random.u8(..size as u8)),
        }
    }
    let text = format!(
        "region_sum = {sum}\nregions = '''\n{}'''\ngivens = '''\n{}'''",
        grid(size, &region_of, ToString::to_string),
        grid(size, &givens, optional)
    );
    let fits = move |board: &[u8]| {
        let mut sums = vec![None; number];
        for ((&digit, &region), given) in board.iter().zip(&region_of).zip(&givens) {
            if given.is_some_and(|given| given != digit) {
                return false;
            }
            *sums[region].get_or_insert(0) += u64::from(digit);
        }
        sums.into_iter().flatten().all(|found| found == sum)
    };
    Case { text, fits: Box::new(fits) }
}

/// Regions that share the digits equally, if the luck of the draw is good.
fn equal_regions(board: &[u8], number: usize, random: &mut Rng) -> Option<Vec<usize>> {
    let total: usize = board.iter().map(|&digit| usize::from(digit)).sum();
    let mut room = vec![total / number; number];
    let mut region_of: Vec<usize> = board.iter().map(|_| random.usize(..number)).collect();
    let mut cells: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] > 0).collect();
    cells.sort_by_cached_key(|&cell| (u8::MAX - board[cell], random.usize(..1000)));
    for cell in cells {
        let digit = usize::from(board[cell]);
        let fitting: Vec<usize> = (0..number).filter(|&region| room[region] >= digit).collect();
        let region = *fitting.get(random.usize(..fitting.len().max(1)))?;
        room[region] -= digit;
        region_of[cell] = region;
    }
    Some(region_of)
}
