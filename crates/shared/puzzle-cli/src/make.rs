//! `make`: new instances with one solution and no clue that could go.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use protocol::count;
use puzzle::{Board, Draft, Goal, Instance, Limits, Outcome, Puzzle, Stop, Strategy, solve_judged};
use serde::Serialize;

use super::{Format, SHORT_OF_THE_GOAL, Session, sites};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How large it is: of a grid, its rows and columns [default: 6, or the largest that can be made]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    size: Option<u16>,
    /// Which one: the same number makes the same instance [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Only if the search takes fewer nodes than this; a clue stays if it would take more without it
    #[arg(long, value_name = "NODES")]
    easier_than: Option<NonZeroU64>,
    /// Only if the search takes more nodes than this
    #[arg(long, value_name = "NODES")]
    harder_than: Option<u64>,
}

/// The size without a wish.
const USUAL_SIZE: u16 = 6;

/// Without a wish, a clue stays if the search would take more nodes than this without it.
const MOST_NODES: u64 = 50_000;

/// As far as a random solution is searched for before another instance is begun.
const MOST_NODES_OF_A_BOARD: u64 = 20_000;

/// An instance that was made.
#[derive(Debug, Serialize)]
struct Made {
    puzzle: String,
    size: u16,
    seed: u64,
    /// How many clues are left.
    clues: usize,
    /// Of these, how many stay only because the search would be too large without them.
    kept: usize,
    /// The nodes that the search takes.
    nodes: u64,
    /// In TOML.
    instance: String,
}

/// Makes instances until one is as it should be, and prints it.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let &Arguments { size, easier_than, harder_than, .. } = arguments;
    let largest = u16::try_from(session.kind.largest_size()).unwrap_or(u16::MAX);
    let size = size.unwrap_or(USUAL_SIZE.min(largest));
    ensure!(
        session.goal() == Goal::Unique,
        "instances are made of puzzles that have one solution; this one has another goal"
    );
    ensure!(size <= largest, "--size {size}: expected at most {largest}");
    let most_nodes = easier_than.map_or(MOST_NODES, |bound| bound.get() - 1);
    let least_nodes = harder_than.map_or(0, |bound| bound.saturating_add(1));
    ensure!(
        least_nodes <= most_nodes || easier_than.is_none(),
        "no number of nodes is more than {} and less than {}",
        least_nodes - 1,
        most_nodes + 1
    );
    let most_nodes = most_nodes.max(least_nodes.saturating_mul(10));
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    let mut random = Rng::with_seed(seed);
    let mut setter = Setter { session, most_nodes, random: &mut random };
    let mut tried = 0;
    loop {
        if let Some(stop) = session.clock.stopped() {
            let reason = stop.reason();
            eprintln!(
                "stopped: {reason}; {} tried, and none is as it should be",
                count(tried, "instance")
            );
            return Ok(SHORT_OF_THE_GOAL);
        }
        tried += 1;
        let Some((draft, nodes, kept)) = setter.set(size.into())? else { continue };
        if nodes >= least_nodes {
            let (puzzle, clues) = (session.slug.clone(), sites::clues(&draft).len());
            let instance = draft.to_string();
            return print(session, &Made { puzzle, size, seed, clues, kept, nodes, instance });
        }
    }
}

fn print(session: &Session, made: &Made) -> Result<u8> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(made)?;
        return Ok(0);
    }
    let Made { puzzle, size, seed, kept, nodes, instance, .. } = made;
    let clues = match kept {
        0 => "no clue can go".to_owned(),
        _ => {
            format!("{} may go, but the search would be much larger", count(*kept as u128, "clue"))
        }
    };
    let nodes = count((*nodes).into(), "node");
    let remark = format!("# {puzzle}, size {size}, seed {seed}: one solution, {clues}; {nodes}.");
    session.clock.print(&format!("{remark}\n\n{instance}"))?;
    Ok(0)
}

/// Whoever makes instances.
struct Setter<'s> {
    session: &'s Session,
    /// No search may take more.
    most_nodes: u64,
    random: &'s mut Rng,
}

/// What a bounded search finds out about an instance.
enum Solutions {
    One {
        nodes: u64,
    },
    /// None, or several.
    Other,
    TooLarge,
}

impl Setter<'_> {
    /// An instance with one solution, the nodes that the search takes, and how many of its clues stay
    /// only because it would take too many without them. `None` if none was found by chance.
    fn set(&mut self, size: usize) -> Result<Option<(Draft, u64, usize)>> {
        let Some(mut draft) = random_instance(self.session, size, self.random)? else {
            return Ok(None);
        };
        let puzzle = read(self.session, &draft)?;
        let Solutions::One { mut nodes } = self.solutions(&*puzzle)? else { return Ok(None) };
        let mut clues = sites::clues(&draft);
        self.random.shuffle(&mut clues);
        let mut kept = 0;
        for clue in clues {
            let without = sites::without(&draft, &clue);
            let Ok(puzzle) = read(self.session, &without) else { continue };
            match self.solutions(&*puzzle)? {
                Solutions::One { nodes: more } => (draft, nodes) = (without, more),
                Solutions::TooLarge => kept += 1,
                Solutions::Other => {}
            }
            if self.session.clock.stopped().is_some() {
                return Ok(None);
            }
        }
        Ok(Some((draft, nodes, kept)))
    }

    fn solutions(&self, puzzle: &dyn Puzzle) -> Result<Solutions> {
        let limits = self.session.limits(None, Goal::Unique.default_limit());
        let limits = Limits { nodes: Some(self.most_nodes), ..limits };
        let mut ignore = |_: &Board| ControlFlow::Continue(Duration::ZERO);
        let outcome = solve_judged(puzzle, Goal::Unique, &limits, &mut ignore)?;
        Ok(match outcome {
            Outcome { stopped: None, solutions: 1, nodes, .. } => Solutions::One { nodes },
            Outcome { stopped: None | Some(Stop::Limit), .. } => Solutions::Other,
            _ => Solutions::TooLarge,
        })
    }
}

/// The instance of a draft, if it is one.
pub(crate) fn read(session: &Session, draft: &Draft) -> Result<Box<dyn Puzzle>> {
    session.kind.read(&Instance::new("a new instance", &draft.to_string(), &[])?)
}

/// A random instance with all clues that one of its boards gives. `None` if no board was found.
pub(crate) fn random_instance(
    session: &Session,
    size: usize,
    random: &mut Rng,
) -> Result<Option<Draft>> {
    let Some(mut draft) = session.kind.random(size, random) else {
        bail!("this puzzle makes no instances: `Puzzle::random` is not written for it");
    };
    // As users would read it.
    let puzzle = read(session, &draft).context("`Puzzle::random` made no instance")?;
    let Some(board) = random_board(session, &*puzzle, random)? else { return Ok(None) };
    let Some(clued) = puzzle.clued(&board) else { return Ok(Some(draft)) };
    draft.lay_over(clued);
    let clued = read(session, &draft).context("`Puzzle::clued` made no instance")?;
    puzzle::check(&*clued, &board)
        .context("a board does not keep the clues that were read off it")?;
    Ok(Some(draft))
}

/// A random solution; where there are no rules, the first that the search finds.
fn random_board(session: &Session, puzzle: &dyn Puzzle, random: &mut Rng) -> Result<Option<Board>> {
    let limits = Limits {
        seed: Some(random.u64(..)),
        nodes: Some(MOST_NODES_OF_A_BOARD),
        ..session.limits(None, NonZeroU64::new(1))
    };
    let by_rules = Limits { strategy: Strategy::Rules, ..limits.clone() };
    let mut found = None;
    for limits in [by_rules, limits] {
        let outcome = solve_judged(puzzle, Goal::First, &limits, &mut |board| {
            found = Some(board.clone());
            ControlFlow::Continue(Duration::ZERO)
        })?;
        if outcome.stopped != Some(Stop::Unwritten) {
            break;
        }
    }
    Ok(found)
}
