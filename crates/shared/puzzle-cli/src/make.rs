//! `make`: new instances with one solution and no superfluous clue.

pub(crate) mod sites;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use ::explain::Technique;
use anyhow::{Context, Result, ensure};
use grid_utils::Cell;
use itertools::Itertools;
use protocol::{Grade, count, whole_number};
use puzzle::{
    Board, Draft, Goal, Instance, Limits, Outcome, Rng, Setter, Stop, Strategy, solve_judged,
};
use serde::Serialize;

use crate::look::terminal::say;
use crate::watch::progress;
use crate::{Format, SHORT_OF_THE_GOAL, Session, explain};
use sites::Site;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Size of the instance: rows and columns of a grid, or rows x columns where it can be a
    /// rectangle, such as 6x9 [default: 6, or the nearest possible size]
    #[arg(long, value_name = "N|ROWSxCOLUMNS", value_parser = requested_size)]
    size: Option<Size>,
    /// Seed: the same number makes the same instance [default: random]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Require a search with fewer nodes than this (a clue stays if removing it would exceed this),
    /// or an explanation with an easier grade than this, such as `hard`
    #[arg(long, value_name = "NODES|GRADE")]
    easier_than: Option<Than<NonZeroU64>>,
    /// Require a search with more nodes than this, or an explanation with a harder grade
    #[arg(long, value_name = "NODES|GRADE")]
    harder_than: Option<Than<u64>>,
    /// Require an explanation with a step of this technique, such as `naked-pair`: see `explain
    /// --techniques`
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    with: Vec<Technique>,
    /// Require an explanation without this technique, such as `trial`
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    without: Vec<Technique>,
}

/// Parses the name of a technique.
fn technique(name: &str) -> Result<Technique, String> {
    Technique::named(name).ok_or_else(|| {
        let names = Technique::ALL.map(|technique| technique.name().replace(' ', "-"));
        format!("expected one of the techniques {}", names.join(", "))
    })
}

/// A bound on the difficulty of an instance.
#[derive(Clone, Copy)]
enum Than<N> {
    Nodes(N),
    Grade(Grade),
}

impl<N: FromStr> FromStr for Than<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let nodes = text.parse().map(Self::Nodes);
        nodes.or_else(|_| text.parse().map(Self::Grade)).map_err(|expected: String| {
            format!("expected a number of nodes above 0, or a grade: {expected}")
        })
    }
}

impl<N: Copy> Than<N> {
    fn nodes(self) -> Option<N> {
        match self {
            Self::Nodes(nodes) => Some(nodes),
            Self::Grade(_) => None,
        }
    }

    fn grade(self) -> Option<Grade> {
        match self {
            Self::Nodes(_) => None,
            Self::Grade(grade) => Some(grade),
        }
    }
}

/// The size of an instance: equal numbers where it is one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    rows: usize,
    columns: usize,
}

impl Size {
    /// Returns the size that is one number.
    pub(crate) fn square(size: usize) -> Self {
        Self { rows: size, columns: size }
    }

    fn is_square(self) -> bool {
        self.rows == self.columns
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns } = self;
        if self.is_square() { write!(f, "{rows}") } else { write!(f, "{rows}x{columns}") }
    }
}

/// A number, or a text such as `6x9`.
impl Serialize for Size {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_square() {
            self.rows.serialize(serializer)
        } else {
            serializer.collect_str(self)
        }
    }
}

/// Parses a size with numbers from `least`.
fn parse_size(text: &str, least: u16) -> Result<Size, String> {
    let number = whole_number(least..=u16::MAX);
    let size = |rows: u16, columns: u16| Size { rows: rows.into(), columns: columns.into() };
    match text.split_once('x') {
        Some((rows, columns)) => Ok(size(number(rows)?, number(columns)?)),
        None => number(text).map(|lines| size(lines, lines)),
    }
}

/// Parses the value of `--size`.
fn requested_size(text: &str) -> Result<Size, String> {
    parse_size(text, 1)
}

/// Default size.
const USUAL_SIZE: usize = 6;

/// Default limit of nodes: a clue stays if the search would take more without it.
const MOST_NODES: u64 = 50_000;

/// Most nodes of the search for a random solution before another instance is tried.
const MOST_NODES_OF_A_BOARD: u64 = 20_000;

/// Most choices of clues, and changes of the board, for a draft that is not unique.
const MOST_CHOICES: usize = 200;

/// Most other boards that the clues of a random test instance are to exclude.
const MOST_OTHERS: usize = 60;

/// Number of drafts that cannot keep the settings before the settings are blamed.
const MOST_UNFIT: usize = 20;

/// An instance that was made.
#[derive(Debug, Serialize)]
struct Made {
    puzzle: String,
    /// Its model: "In the manner of Hooks 10".
    title: String,
    size: Size,
    seed: u64,
    /// Number of clues left.
    clues: usize,
    /// Number of clues that stay only because the search would be too large without them.
    kept: usize,
    /// Number of clues that stay to make it easier.
    #[serde(skip_serializing_if = "is_zero")]
    helping: usize,
    /// Nodes of the search.
    nodes: u64,
    /// Grade of its explanation, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<Grade>,
    /// The instance in TOML.
    instance: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Makes instances until one is as requested, and prints it. `settings` override each.
pub(crate) fn run(session: &Session, arguments: &Arguments, settings: &[String]) -> Result<u8> {
    ensure!(
        session.goal() == Goal::Unique,
        "instances are made of puzzles that have one solution; this one has another goal"
    );
    let size = size(&*session.puzzle, arguments.size)?;
    let wish = Wish::of(arguments)?;
    let seed = arguments.seed.unwrap_or_else(|| Rng::new().u64(..1_000_000));
    let Some(set) = first(session, size, seed, wish, settings)? else {
        return Ok(SHORT_OF_THE_GOAL);
    };
    let Set { draft, clues, kept, helping, nodes, grade } = set;
    let title = format!("In the manner of {}", session.metadata.title);
    let (puzzle, instance) = (session.slug.clone(), draft.to_string());
    let made = Made { puzzle, title, size, seed, clues, kept, helping, nodes, grade, instance };
    print(session, &made, settings)
}

/// Returns the first instance that is as requested; if there is none, prints why.
fn first(
    session: &Session,
    size: Size,
    seed: u64,
    wish: Wish,
    settings: &[String],
) -> Result<Option<Set>> {
    let mut random = Rng::with_seed(seed);
    let mut maker = Maker { session, settings, wish, random: &mut random, unfit: 0 };
    let mut tally = Tally::default();
    loop {
        if let Some(stop) = session.clock.stopped() {
            say(&format!("stopped: {}; {tally}", stop.reason()));
            return Ok(None);
        }
        match maker.set(size) {
            Ok(set) => return Ok(Some(set)),
            Err(Failed::Miss(miss)) => {
                *tally.0.entry(miss).or_default() += 1;
                progress(format!("still trying: {tally}"));
            }
            Err(Failed::Fault(fault)) => return Err(fault),
        }
    }
}

/// The code of an instance that `make` makes of a size and a seed, without other options:
/// `hooks-5:6:7003`, or `6:7003`.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    text: String,
    slug: Option<String>,
    size: Size,
    seed: u64,
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        let (slug, size, seed) = match parts[..] {
            [slug, size, seed] => (Some(slug.to_owned()), size, seed),
            [size, seed] => (None, size, seed),
            _ => (None, "", ""),
        };
        let numbers = parse_size(size, 0).ok().zip(seed.parse().ok());
        let (size, seed) = numbers.ok_or("expected PUZZLE:SIZE:SEED, such as hooks-5:6:7003")?;
        Ok(Self { text: text.to_owned(), slug, size, seed })
    }
}

impl Code {
    /// Returns the instance with overriding settings; if there is none, prints why.
    pub(crate) fn instance(
        &self,
        session: &Session,
        settings: &[String],
    ) -> Result<Option<Instance>> {
        let Self { text, slug, size, seed } = self;
        let own = &session.slug;
        ensure!(
            slug.as_ref().is_none_or(|slug| slug == own),
            "--code {text}: this puzzle is {own}"
        );
        let size = self::size(&*session.puzzle, Some(*size))?;
        let set = first(session, size, *seed, Wish::default(), &[])?;
        set.map(|set| Instance::new(text, &set.draft.to_string(), settings)).transpose()
    }
}

/// Returns the requested size, or the nearest to the default.
fn size(setter: &dyn Setter, wanted: Option<Size>) -> Result<Size> {
    let sizes = setter.sizes();
    let Some(wanted) = wanted else {
        let nearest = sizes.into_iter().min_by_key(|size| size.abs_diff(USUAL_SIZE));
        return nearest.map(Size::square).context("this puzzle has no size");
    };
    let expected = match sizes[..] {
        [first, .., last] if last - first + 1 == sizes.len() => format!("{first} to {last}"),
        _ => sizes.iter().join(", "),
    };
    let Size { rows, columns } = wanted;
    let is_one = sizes.contains(&rows) && sizes.contains(&columns);
    ensure!(is_one, "--size {wanted}: expected {expected}");
    let has_rectangles =
        || setter.random_rectangle(rows, columns, &mut Rng::with_seed(0)).is_some();
    ensure!(
        wanted.is_square() || has_rectangles(),
        "--size {wanted}: the size of this puzzle is one number, {expected}"
    );
    Ok(wanted)
}

fn print(session: &Session, made: &Made, settings: &[String]) -> Result<u8> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(made)?;
        return Ok(0);
    }
    let Made { title, size, seed, kept, helping, nodes, grade, instance, .. } = made;
    let clues = match (kept, helping) {
        (0, 0) => "no clue can go".to_owned(),
        (_, 0) => {
            format!("{} may go, but the search would be much larger", count(*kept as u128, "clue"))
        }
        _ => format!("{} may go, but make it easier", count(*helping as u128, "clue")),
    };
    let grade = grade.map_or(String::new(), |grade| format!(", {grade}"));
    let nodes = count(*nodes, "node") + &grade;
    // A setting may be a text of several lines.
    let settings =
        settings.iter().map(|setting| format!(", {}", setting.split_whitespace().join(" ")));
    let settings: String = settings.collect();
    let remark =
        format!("# {title}: size {size}, seed {seed}{settings}; one solution, {clues}; {nodes}.");
    session.clock.print(&format!("{remark}\n\n{instance}"))?;
    Ok(0)
}

/// The requested difficulty.
struct Wish {
    least_nodes: u64,
    /// Most nodes of a search.
    most_nodes: u64,
    /// Exclusive bounds of the explanation's grade.
    above: Option<Grade>,
    below: Option<Grade>,
    /// Techniques that the explanation must have, and must not have.
    with: Vec<Technique>,
    without: Vec<Technique>,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            least_nodes: 0,
            most_nodes: MOST_NODES,
            above: None,
            below: None,
            with: Vec::new(),
            without: Vec::new(),
        }
    }
}

impl Wish {
    fn of(arguments: &Arguments) -> Result<Self> {
        let &Arguments { easier_than, harder_than, .. } = arguments;
        let (below, above) = (easier_than.and_then(Than::grade), harder_than.and_then(Than::grade));
        let is_between = |grade: &Grade| {
            above.is_none_or(|above| *grade > above) && below.is_none_or(|below| *grade < below)
        };
        ensure!(Grade::ALL.iter().any(is_between), "no grade is as hard and as easy as that");
        let easier_than = easier_than.and_then(Than::nodes);
        let most_nodes = easier_than.map_or(MOST_NODES, |bound| bound.get() - 1);
        let least_nodes = harder_than.and_then(Than::nodes);
        let least_nodes = least_nodes.map_or(0, |bound| bound.saturating_add(1));
        ensure!(
            least_nodes <= most_nodes || easier_than.is_none(),
            "no number of nodes is more than {} and less than {}",
            least_nodes - 1,
            most_nodes + 1
        );
        let most_nodes = most_nodes.max(least_nodes.saturating_mul(10));
        Ok(Wish {
            least_nodes,
            most_nodes,
            above,
            below,
            with: arguments.with.clone(),
            without: arguments.without.clone(),
        })
    }

    /// Checks that a finished instance is as requested.
    fn judge(&self, session: &Session, mut set: Set) -> Result<Set, Failed> {
        if set.nodes < self.least_nodes {
            return Err(Miss::TooEasy.into());
        }
        // A search may visit a few nodes more than it should before it stops.
        if set.nodes > self.most_nodes {
            return Err(Miss::TooHard.into());
        }
        let has_techniques = !self.with.is_empty() || !self.without.is_empty();
        if self.above.is_some() || self.below.is_some() || has_techniques {
            let techniques = [&self.with[..], &self.without].concat();
            let puzzle = read(session, &set.draft)?;
            let Some((grade, has)) = explain::grade(session, &*puzzle, &techniques)? else {
                return Err(Miss::TooHard.into());
            };
            set.grade = Some(grade);
            let (with, without) = has.split_at(self.with.len());
            if with.contains(&false) || without.contains(&true) {
                return Err(Miss::OtherTechniques.into());
            }
            if self.above.is_some_and(|above| grade <= above) {
                return Err(Miss::TooEasy.into());
            }
            if self.below.is_some_and(|below| grade >= below) {
                return Err(Miss::TooHard.into());
            }
        }
        Ok(set)
    }
}

/// Why an instance is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Miss {
    Ambiguous,
    NoBoard,
    BoardNotFound,
    Unfit,
    TooHard,
    TooEasy,
    OtherTechniques,
    /// There was no time left.
    Stopped,
}

impl Miss {
    /// Returns the reason and a remedy.
    fn said(self) -> (&'static str, &'static str) {
        match self {
            Self::Ambiguous => ("ambiguous with all their clues", "another --size"),
            Self::NoBoard => ("without a solution", "another --size"),
            Self::BoardNotFound => ("with solutions that are hard to find", "a smaller --size"),
            Self::Unfit => ("in conflict with --set", "another --set"),
            Self::TooHard => ("too hard", "a smaller --size or a larger --easier-than"),
            Self::TooEasy => ("too easy", "a larger --size or a smaller --harder-than"),
            Self::OtherTechniques => ("explained by other techniques", "another --size"),
            Self::Stopped => ("unfinished", "more time"),
        }
    }
}

/// A summary of rejected instances.
#[derive(Debug, Default)]
struct Tally(BTreeMap<Miss, u64>);

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried: u64 = self.0.values().sum();
        write!(f, "{} tried", count(tried, "instance"))?;
        let misses = self.0.iter().sorted_by_key(|&(_, times)| Reverse(times)).collect_vec();
        let Some(&(most, _)) = misses.first() else { return Ok(()) };
        let said = misses.iter().map(|(miss, times)| format!("{times} {}", miss.said().0));
        let time = if *most == Miss::Stopped { "" } else { ", or more time" };
        write!(f, ": {}; try {}{time}", said.format(", "), most.said().1)
    }
}

/// Why an attempt failed: bad luck, a user error, or a bug.
pub(crate) enum Failed {
    Miss(Miss),
    Fault(anyhow::Error),
}

impl From<Miss> for Failed {
    fn from(miss: Miss) -> Self {
        Self::Miss(miss)
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failed {
    fn from(fault: E) -> Self {
        Self::Fault(fault.into())
    }
}

/// An instance with one solution.
#[derive(Clone)]
struct Set {
    draft: Draft,
    /// Number of clues left.
    clues: usize,
    /// Number of clues that stay only because the search would take too many nodes without them.
    kept: usize,
    /// Number of clues that stay to make it easier.
    helping: usize,
    nodes: u64,
    grade: Option<Grade>,
}

/// Makes instances.
struct Maker<'s> {
    session: &'s Session,
    settings: &'s [String],
    wish: Wish,
    random: &'s mut Rng,
    /// Number of consecutive drafts that could not keep the settings.
    unfit: usize,
}

/// The result of a bounded search.
enum Solutions {
    One {
        nodes: u64,
    },
    /// Not exactly one; with a board other than the known one if several were found.
    Other(Option<Board>),
    TooLarge,
}

impl Maker<'_> {
    /// Makes an instance with one solution and no superfluous clue, but those that make it as easy as
    /// requested.
    fn set(&mut self, size: Size) -> Result<Set, Failed> {
        let (draft, puzzle) = self.draft(size)?;
        let board = random_board(self.session, &*puzzle, self.random)?;
        let (draft, mut clues, nodes) = self.clued(&draft, puzzle, board)?;
        self.random.shuffle(&mut clues);
        let set = Set { draft, clues: clues.len(), kept: 0, helping: 0, nodes, grade: None };
        let mut sets = self.without_spare_clues(set, clues)?;
        let fewest = sets.pop().expect("the first one has all clues");
        let least = fewest.clues;
        match self.wish.judge(self.session, fewest) {
            Err(Failed::Miss(Miss::TooHard)) if self.wish.below.is_some() => {
                self.easier(sets, least)
            }
            judged => judged,
        }
    }

    /// Returns the last set that is as easy as requested; each has a clue less than the one before.
    fn easier(&self, mut sets: Vec<Set>, least: usize) -> Result<Set, Failed> {
        let mut found = Err(Miss::TooHard.into());
        while !sets.is_empty() {
            let harder = sets.split_off(sets.len() / 2);
            let [set, harder @ ..] = &harder[..] else { break };
            match self.wish.judge(self.session, set.clone()) {
                Ok(set) => {
                    found = Ok(Set { helping: set.clues - least, kept: 0, ..set });
                    sets = harder.to_vec();
                }
                Err(Failed::Miss(Miss::TooEasy)) => sets = harder.to_vec(),
                Err(Failed::Miss(Miss::TooHard)) => {}
                other => return found.or(other),
            }
            if self.session.clock.stopped().is_some() {
                break;
            }
        }
        found
    }

    /// Makes a random instance that keeps the settings.
    fn draft(&mut self, size: Size) -> Result<(Draft, Box<dyn Setter>), Failed> {
        let mut draft = random_draft(self.session, size, self.random)?;
        let instance = Instance::new("a new instance", &draft.to_string(), self.settings)?;
        draft.lay_over(Instance::new("", "", self.settings)?.draft());
        match self.session.kind.read(&instance) {
            Ok(puzzle) => {
                self.unfit = 0;
                Ok((draft, puzzle))
            }
            Err(fault) if self.settings.is_empty() || self.unfit == MOST_UNFIT => {
                Err(fault.context("no instance could be drawn").into())
            }
            Err(_) => {
                self.unfit += 1;
                Err(Miss::Unfit.into())
            }
        }
    }

    /// Returns the draft with clues that no other board keeps, their places, and the nodes of the
    /// search. If there are no such clues, the board is changed where another one differs.
    fn clued(
        &mut self,
        draft: &Draft,
        mut puzzle: Box<dyn Setter>,
        mut board: Board,
    ) -> Result<(Draft, Vec<Site>, u64), Failed> {
        let (mut others, mut chosen) = (Vec::new(), None);
        for _ in 0..MOST_CHOICES {
            let clues = puzzle.clued(&board, &others);
            let clued = with_clues(self.session, draft, clues.as_ref(), &board)?;
            puzzle = read(self.session, &clued)?;
            let is_settled = chosen.as_ref() == Some(&clues);
            if is_settled || others.iter().any(|other| puzzle::check(&*puzzle, other).is_ok()) {
                if let Some(changed) = self.changed(draft, &*puzzle, &board, &others) {
                    (board, others, chosen) = (changed, Vec::new(), None);
                    continue;
                }
                if is_settled {
                    break;
                }
            }
            match self.solutions(&*puzzle, Some(&board))? {
                Solutions::One { nodes } => {
                    let sites = self.sites(&clued, clues.as_ref())?;
                    return Ok((clued, sites, nodes));
                }
                Solutions::Other(other) => others.extend(other),
                Solutions::TooLarge => return Err(self.stopped_or(Miss::TooHard).into()),
            }
            chosen = Some(clues);
        }
        Err(Miss::Ambiguous.into())
    }

    /// Returns a valid board that differs from this one where the last of the others does.
    fn changed(
        &mut self,
        draft: &Draft,
        puzzle: &dyn Setter,
        board: &Board,
        others: &[Board],
    ) -> Option<Board> {
        let (Board::Grid(own), Board::Grid(other)) = (board, others.last()?) else { return None };
        let mut differ: Vec<Cell> = own.cells().filter(|&cell| own[cell] != other[cell]).collect();
        self.random.shuffle(&mut differ);
        let changed = differ.into_iter().flat_map(|cell| puzzle.changed(board, cell));
        changed.into_iter().find(|board| {
            let clues = puzzle.clued(board, &[]);
            with_clues(self.session, draft, clues.as_ref(), board).is_ok()
        })
    }

    /// Returns the places of all clues: those read off a board, or otherwise everything random that
    /// is not set.
    fn sites(&self, clued: &Draft, clues: Option<&Draft>) -> Result<Vec<Site>> {
        let mut sites = sites::clues(clued, self.session.puzzle.no_clue());
        let Some(clues) = clues else {
            let set = Instance::new("", "", self.settings)?.draft();
            sites.retain(|site| !site.is_in(&set));
            return Ok(sites);
        };
        for setting in self.settings {
            let set = Instance::new("", "", std::slice::from_ref(setting))?.draft();
            let is_clue = sites::sites(&set).iter().any(|site| site.is_in(clues));
            ensure!(
                !is_clue,
                "--set {setting}: clues cannot be set, as they are read off a new board; expected a \
                 parameter"
            );
        }
        sites.retain(|site| site.is_in(clues));
        Ok(sites)
    }

    /// Removes superfluous clues, and returns what there is after each of them.
    fn without_spare_clues(&self, mut set: Set, clues: Vec<Site>) -> Result<Vec<Set>, Failed> {
        let mut sets = vec![set.clone()];
        for clue in clues {
            let without = sites::without(&set.draft, &clue, self.session.puzzle.no_clue());
            let Ok(puzzle) = read(self.session, &without) else { continue };
            match self.solutions(&*puzzle, None)? {
                Solutions::One { nodes } => {
                    (set.draft, set.nodes) = (without, nodes);
                    set.clues -= 1;
                    sets.push(set.clone());
                }
                Solutions::TooLarge => set.kept += 1,
                Solutions::Other(_) => {}
            }
            if self.session.clock.stopped().is_some() {
                return Err(Miss::Stopped.into());
            }
        }
        if let Some(last) = sets.last_mut() {
            last.kept = set.kept;
        }
        Ok(sets)
    }

    /// Searches for two solutions, or for one other than the `known` board.
    fn solutions(&self, puzzle: &dyn Setter, known: Option<&Board>) -> Result<Solutions> {
        let limits = self.session.limits(None, Goal::Unique.default_limit());
        let limits = Limits { nodes: Some(self.wish.most_nodes), ..limits };
        let mut other = None;
        let outcome = solve_judged(puzzle, Goal::Unique, &limits, &mut |board| {
            if known.is_some_and(|known| known != board) {
                other = Some(board.clone());
            }
            ControlFlow::Continue(Duration::ZERO)
        })?;
        Ok(match outcome {
            Outcome { stopped: None, solutions: 1, nodes, .. } => Solutions::One { nodes },
            Outcome { stopped: None | Some(Stop::Limit), .. } => Solutions::Other(other),
            _ => Solutions::TooLarge,
        })
    }

    fn stopped_or(&self, miss: Miss) -> Miss {
        if self.session.clock.stopped().is_some() { Miss::Stopped } else { miss }
    }
}

/// Reads the instance of a draft.
pub(crate) fn read(session: &Session, draft: &Draft) -> Result<Box<dyn Setter>> {
    session.kind.read(&Instance::new("a new instance", &draft.to_string(), &[])?)
}

/// Returns the draft with all clues of a random board. `None` if no board was found.
pub(crate) fn with_random_clues(
    session: &Session,
    draft: &Draft,
    random: &mut Rng,
) -> Result<Option<Draft>> {
    // As users would read it.
    let puzzle = read(session, draft).context("`Setter::random` made no instance")?;
    match random_board(session, &*puzzle, random) {
        Ok(board) => {
            let mut others = Vec::new();
            loop {
                let clues = puzzle.clued(&board, &others);
                let clued = with_clues(session, draft, clues.as_ref(), &board)?;
                others.extend(other_boards(session, &*read(session, &clued)?, &board)?);
                if puzzle.clued(&board, &others) == clues || others.len() > MOST_OTHERS {
                    return Ok(Some(clued));
                }
            }
        }
        Err(Failed::Miss(_)) => Ok(None),
        Err(Failed::Fault(fault)) => Err(fault),
    }
}

/// Makes a random instance without clues.
pub(crate) fn random_draft(session: &Session, size: Size, random: &mut Rng) -> Result<Draft> {
    let Size { rows, columns } = size;
    let draft = if size.is_square() {
        puzzle::random(&*session.puzzle, rows, random)
    } else {
        session.puzzle.random_rectangle(rows, columns, random)
    };
    draft.context("this puzzle makes no instances: `Setter::random` is not written for it")
}

/// Returns the draft with the clues of a board, which the board has to keep.
pub(crate) fn with_clues(
    session: &Session,
    draft: &Draft,
    clues: Option<&Draft>,
    board: &Board,
) -> Result<Draft> {
    let mut draft = draft.clone();
    let Some(clues) = clues else { return Ok(draft) };
    draft.lay_over(clues.clone());
    let clued = read(session, &draft).context("`Setter::clued` made no instance")?;
    puzzle::check(&*clued, board)
        .context("a board does not keep the clues that were read off it")?;
    Ok(draft)
}

/// Returns some solutions other than a known one.
fn other_boards(session: &Session, puzzle: &dyn Setter, known: &Board) -> Result<Vec<Board>> {
    let limits = session.limits(None, Goal::Unique.default_limit());
    let limits = Limits { nodes: Some(MOST_NODES_OF_A_BOARD), ..limits };
    let mut others = Vec::new();
    solve_judged(puzzle, Goal::First, &limits, &mut |board| {
        others.extend((board != known).then(|| board.clone()));
        ControlFlow::Continue(Duration::ZERO)
    })?;
    Ok(others)
}

/// Returns a random solution, or without rules, the first one of the search.
fn random_board(session: &Session, puzzle: &dyn Setter, random: &mut Rng) -> Result<Board, Failed> {
    let limits = Limits {
        seed: Some(random.u64(..)),
        nodes: Some(MOST_NODES_OF_A_BOARD),
        ..session.limits(None, NonZeroU64::new(1))
    };
    let by_rules = Limits { strategy: Strategy::Rules, ..limits.clone() };
    let (mut found, mut stopped) = (None, None);
    for limits in [by_rules, limits] {
        let outcome = solve_judged(puzzle, Goal::First, &limits, &mut |board| {
            found = Some(board.clone());
            ControlFlow::Continue(Duration::ZERO)
        })?;
        stopped = outcome.stopped;
        if stopped != Some(Stop::Unwritten) {
            break;
        }
    }
    let miss = match stopped {
        None => Miss::NoBoard,
        Some(Stop::Timeout | Stop::Interrupt) => Miss::Stopped,
        Some(_) => Miss::BoardNotFound,
    };
    found.ok_or(miss.into())
}
