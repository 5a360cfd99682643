//! The bookkeeping of a search: nodes, dead ends, solutions, and when to stop.

use std::collections::HashSet;
use std::hash::Hash;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use protocol::Stop;

use crate::Puzzle;
use crate::by_rules::by_rules;
use crate::recorder::{Recorder, Trace};

/// Nodes between two looks at the clock: often enough for nodes of 40 microseconds, too seldom to
/// be felt by nodes of 10 nanoseconds.
const NODES_PER_POLL: u64 = 256;

/// Which way a search goes, and how far. The default is the fastest, all the way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Search by this one of the puzzle's [`STRATEGIES`](Puzzle::STRATEGIES), by its place; beyond
    /// them, by the [`rules`](Puzzle::rules).
    pub strategy: usize,
    /// Stop after so many solutions.
    pub solutions: Option<NonZeroU64>,
    /// Stop after so long.
    pub timeout: Option<Duration>,
    /// Stop as soon as this becomes true.
    pub interrupt: Option<&'static AtomicBool>,
}

impl Limits {
    /// Stops after `solutions` solutions; 0 is taken as 1.
    #[must_use]
    pub fn solutions(solutions: u64) -> Self {
        Self { solutions: NonZeroU64::new(solutions.max(1)), ..Self::default() }
    }
}

/// What a piece of work costs, and when it has to stop.
#[derive(Debug)]
pub struct Effort {
    nodes: u64,
    next_poll: u64,
    dead_ends: u64,
    deadline: Option<Instant>,
    interrupt: Option<&'static AtomicBool>,
    stopped: Option<Stop>,
}

impl Effort {
    /// Nothing done yet, within the time and up to the interrupt of `limits`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self::until(deadline, limits.interrupt)
    }

    /// Nothing done yet, up to a moment or an interrupt.
    pub(crate) fn until(deadline: Option<Instant>, interrupt: Option<&'static AtomicBool>) -> Self {
        let (nodes, dead_ends, stopped) = (0, 0, None);
        Self { nodes, next_poll: NODES_PER_POLL, dead_ends, deadline, interrupt, stopped }
    }

    /// Counts a node: a partial board that is visited.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        self.nodes += 1;
        if self.nodes < self.next_poll { ControlFlow::Continue(()) } else { self.poll() }
    }

    /// Counts a dead end: a node that cannot be completed.
    #[inline]
    pub fn dead_end(&mut self) {
        self.dead_ends += 1;
    }

    /// Looks whether it is time to stop. [`node`](Self::node) does so now and then; what works long
    /// without nodes calls this at least every 10 milliseconds.
    pub fn poll(&mut self) -> ControlFlow<Stop> {
        if let Some(stop) = self.stopped {
            return ControlFlow::Break(stop);
        }
        self.next_poll = self.nodes + NODES_PER_POLL;
        if self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return self.stop(Stop::Interrupt);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return self.stop(Stop::Timeout);
        }
        ControlFlow::Continue(())
    }

    /// Nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moment at which the time is up.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Why the work was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    #[cold]
    fn stop(&mut self, stop: Stop) -> ControlFlow<Stop> {
        let stop = *self.stopped.get_or_insert(stop);
        self.next_poll = 0;
        ControlFlow::Break(stop)
    }
}

/// What a solver talks to while it searches.
///
/// Every method that returns [`ControlFlow`] may say stop: pass it on with `?`. Once a search was
/// told to stop it stays incomplete, even if the solver goes on.
pub struct Search<'s, Board> {
    effort: Effort,
    solutions: u128,
    limit: Option<NonZeroU64>,
    /// The boards reported so far; none where the puzzle promises to report each once.
    seen: Option<HashSet<Board>>,
    receiver: &'s mut dyn FnMut(&Board) -> ControlFlow<()>,
    /// Time spent in the receiver, which is not the search's.
    receiving: Duration,
    /// Only when somebody watches.
    recorder: Option<Box<Recorder<Board>>>,
}

impl<'s, Board: Clone + Eq + Hash> Search<'s, Board> {
    fn new(
        limits: &Limits,
        distinct: bool,
        receiver: &'s mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> Self {
        Self {
            effort: Effort::new(limits),
            solutions: 0,
            limit: limits.solutions,
            seen: (!distinct).then(HashSet::new),
            receiver,
            receiving: Duration::ZERO,
            recorder: None,
        }
    }

    /// Counts a node, a partial board that the search visits, the root included, and shows it to
    /// those who watch: `depth` is the number of decisions that led to it. The board is only asked
    /// for where it is recorded.
    #[inline]
    pub fn visit(&mut self, depth: usize, board: impl FnOnce() -> Board) -> ControlFlow<Stop> {
        if let Some(recorder) = &mut self.recorder {
            recorder.visit(self.effort.nodes + 1, depth, board);
        }
        self.effort.node()
    }

    /// Counts a node that is not to be shown; see [`visit`](Self::visit).
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        self.effort.node()
    }

    /// Counts a dead end: the node that was visited last cannot be completed.
    #[inline]
    pub fn dead_end(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end();
        }
        self.effort.dead_end();
    }

    /// Counts a dead end: a node, `depth` decisions deep, that is not the one visited last.
    #[inline]
    pub fn dead_end_at(&mut self, depth: usize, board: impl FnOnce() -> Board) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end_at(depth, board);
        }
        self.effort.dead_end();
    }

    /// Looks whether it is time to stop. [`node`](Self::node) does so now and then; a solver that
    /// works long without nodes calls this at least every 10 milliseconds.
    pub fn poll(&mut self) -> ControlFlow<Stop> {
        self.effort.poll()
    }

    /// What was done so far and when it has to end, for work that reports no boards.
    pub fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    /// Reports a solution that is `depth` decisions deep, and does not come from the node visited last;
    /// see [`solution`](Self::solution).
    pub fn solution_at(&mut self, depth: usize, board: Board) -> ControlFlow<Stop> {
        if let Some(recorder) = &mut self.recorder {
            recorder.go_to(depth);
        }
        self.solution(board)
    }

    /// Reports a solution. A board that was reported before is passed over.
    pub fn solution(&mut self, board: Board) -> ControlFlow<Stop> {
        if let Some(stop) = self.effort.stopped {
            return ControlFlow::Break(stop);
        }
        if self.seen.as_ref().is_some_and(|seen| seen.contains(&board)) {
            return ControlFlow::Continue(());
        }
        self.solutions += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.solution(&board);
        }
        let handed_over = Instant::now();
        let reading = (self.receiver)(&board);
        if let Some(seen) = &mut self.seen {
            seen.insert(board);
        }
        let elapsed = handed_over.elapsed();
        self.receiving += elapsed;
        if let Some(deadline) = &mut self.effort.deadline {
            *deadline += elapsed;
        }
        if reading.is_break() {
            return self.stop(Stop::Closed);
        }
        self.check_limit()
    }

    /// Adds `solutions` that are known to exist without having been listed.
    pub fn count(&mut self, solutions: u128) -> ControlFlow<Stop> {
        if let Some(stop) = self.effort.stopped {
            return ControlFlow::Break(stop);
        }
        self.solutions += solutions;
        self.check_limit()
    }

    /// Says that there are endlessly many solutions, so that listing them has no end.
    pub fn endless(&mut self) -> ControlFlow<Stop> {
        self.stop(Stop::Endless)
    }

    /// Says that what is left is more than this solver can hold or list, so that nothing is proved.
    pub fn give_up(&mut self) -> ControlFlow<Stop> {
        self.stop(Stop::Capacity)
    }

    /// Says that this search is not written yet.
    pub fn unwritten(&mut self) -> ControlFlow<Stop> {
        self.stop(Stop::Unwritten)
    }

    /// Solutions reported or counted so far.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    fn check_limit(&mut self) -> ControlFlow<Stop> {
        match self.limit {
            Some(limit) if self.solutions >= u128::from(limit.get()) => self.stop(Stop::Limit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn stop(&mut self, stop: Stop) -> ControlFlow<Stop> {
        self.effort.stop(stop)
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome<Board> {
    /// The solutions, in the order in which they were found, as far as they were kept.
    pub boards: Vec<Board>,
    /// How many solutions there were, up to the moment when the search stopped.
    pub solutions: u128,
    /// Partial boards visited.
    pub nodes: u64,
    /// Nodes that could not be completed.
    pub dead_ends: u64,
    /// Why the search ended early; none if it went through to the end.
    pub stopped: Option<Stop>,
    /// Wall time of the search alone, its tables included.
    pub seconds: f64,
}

impl<Board> Outcome<Board> {
    /// Whether the search went through to the end, so that it proves something.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Searches `puzzle` within `limits` and keeps the solutions.
pub fn solve<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Board> {
    let mut boards = Vec::new();
    let outcome = solve_each(puzzle, limits, |board| {
        boards.push(board.clone());
        ControlFlow::Continue(())
    });
    Outcome { boards, ..outcome }
}

/// Searches `puzzle` within `limits` and hands each solution to `receiver` as it is found, keeping
/// none. The receiver may end the search.
pub fn solve_each<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    receiver: impl FnMut(&P::Board) -> ControlFlow<()>,
) -> Outcome<P::Board> {
    run(limits, P::DISTINCT, receiver, |search| search_by(puzzle, limits, search))
}

/// Searches by the strategy that `limits` ask for.
fn search_by<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    search: &mut Search<P::Board>,
) -> ControlFlow<Stop> {
    match P::STRATEGIES.get(limits.strategy) {
        Some(strategy) => (strategy.search)(puzzle, search),
        None => by_rules(puzzle, search),
    }
}

/// Searches `puzzle` within `limits` and keeps what it does: at most `max_steps` steps, but at
/// least 2, evenly thinned. The solutions go to `receiver`, which may end the search.
///
/// # Panics
/// Never: the search keeps its recorder.
pub fn trace<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    max_steps: usize,
    receiver: impl FnMut(&P::Board) -> ControlFlow<()>,
) -> (Outcome<P::Board>, Trace<P::Board>) {
    let mut trace = None;
    let outcome = run(limits, P::DISTINCT, receiver, |search| {
        search.recorder = Some(Box::new(Recorder::new(max_steps)));
        let flow = search_by(puzzle, limits, search);
        trace = search.recorder.take().map(|recorder| recorder.into_trace());
        flow
    });
    (outcome, trace.expect("the search keeps its recorder"))
}

/// Counts the solutions of `puzzle` within `limits`, in the puzzle's fastest way.
pub fn count<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Board> {
    let ignore = |_: &P::Board| ControlFlow::Continue(());
    run(limits, P::DISTINCT, ignore, |search| puzzle.count(search))
}

fn run<Board: Clone + Eq + Hash>(
    limits: &Limits,
    distinct: bool,
    mut receiver: impl FnMut(&Board) -> ControlFlow<()>,
    body: impl FnOnce(&mut Search<Board>) -> ControlFlow<Stop>,
) -> Outcome<Board> {
    let start = Instant::now();
    let mut search = Search::new(limits, distinct, &mut receiver);
    // The flow that comes back adds nothing: `search` remembers whether it ever said stop.
    let _ = body(&mut search);
    let elapsed = start.elapsed().saturating_sub(search.receiving);
    Outcome {
        boards: Vec::new(),
        solutions: search.solutions,
        nodes: search.effort.nodes,
        dead_ends: search.effort.dead_ends,
        stopped: search.effort.stopped,
        seconds: elapsed.as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(
        limits: &Limits,
        body: impl FnOnce(&mut Search<u32>) -> ControlFlow<Stop>,
    ) -> (Vec<u32>, Outcome<u32>) {
        let mut boards = Vec::new();
        let receiver = |board: &u32| {
            boards.push(*board);
            ControlFlow::Continue(())
        };
        let outcome = run(limits, false, receiver, body);
        (boards, outcome)
    }

    #[test]
    fn a_board_reported_twice_counts_once() {
        let (boards, outcome) = searched(&Limits::default(), |search| {
            search.solution(1)?;
            search.solution(2)?;
            search.solution(1)
        });
        assert_eq!((boards, outcome.solutions, outcome.complete()), (vec![1, 2], 2, true));
    }

    #[test]
    fn a_swallowed_stop_stays_incomplete() {
        let (boards, outcome) = searched(&Limits::solutions(1), |search| {
            let _ = search.solution(1);
            let _ = search.solution(2);
            ControlFlow::Continue(())
        });
        assert_eq!(boards, [1]);
        assert_eq!(outcome.stopped, Some(Stop::Limit));
    }

    #[test]
    fn the_time_out_is_noticed_by_nodes_alone() {
        let limits = Limits { timeout: Some(Duration::from_millis(1)), ..Limits::default() };
        let (_, outcome) = searched(&limits, |search| {
            loop {
                search.node()?;
            }
        });
        assert_eq!(outcome.stopped, Some(Stop::Timeout));
    }

    #[test]
    fn an_interrupt_is_noticed() {
        static INTERRUPT: AtomicBool = AtomicBool::new(true);
        let limits = Limits { interrupt: Some(&INTERRUPT), ..Limits::default() };
        let (_, outcome) = searched(&limits, |search| {
            search.poll()?;
            search.node()
        });
        assert_eq!(outcome.stopped, Some(Stop::Interrupt));
    }

    #[test]
    fn a_receiver_that_goes_away_ends_the_search() {
        let gone = |_: &u32| ControlFlow::Break(());
        let outcome = run(&Limits::default(), true, gone, |search| {
            loop {
                search.solution(1)?;
            }
        });
        assert_eq!((outcome.stopped, outcome.solutions), (Some(Stop::Closed), 1));
    }
}
