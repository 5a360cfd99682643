//! The bookkeeping of a search: nodes, dead ends, solutions, and when to stop.

use std::collections::HashSet;
use std::fmt::Display;
use std::mem;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use protocol::Stop;
use rules::{Budget, Fault, Model};

use crate::recorder::{Recorder, Trace};
use crate::sketch::Sketch;
use crate::unknown::state_by;
use crate::{Board, Form, Puzzle, Record, Unknown, by_rules, state};

/// Whether to continue. Propagate a stop with `?`.
pub type Flow = ControlFlow<Stop>;

/// Nodes between two clock checks: often enough for nodes of 40 microseconds, too seldom to slow
/// down nodes of 10 nanoseconds.
const NODES_PER_POLL: u64 = 256;

/// A way to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The puzzle's own search, in its fastest way.
    #[default]
    Fastest,
    /// The puzzle's own search, by the index of its [strategy](Puzzle::strategies).
    Own(usize),
    /// By the [`rules`](Puzzle::rules).
    Rules,
}

/// The strategy and limits of a search. The default is the fastest strategy without limits.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The strategy.
    pub strategy: Strategy,
    /// Stop after this number of solutions.
    pub solutions: Option<NonZeroU64>,
    /// Stop after this time.
    pub timeout: Option<Duration>,
    /// Stop as soon as this signal is given.
    pub signal: Option<&'static Signal>,
    /// Stop after about this number of nodes, as too large for this search.
    pub nodes: Option<u64>,
    /// Stop as soon as another search in this race has the result.
    pub race: Option<Arc<Race>>,
    /// Seed of a random order for the search by rules, which makes the first solution random; the
    /// puzzle's own strategies ignore it.
    pub seed: Option<u64>,
}

/// Stops all work of a process and holds the reason.
#[derive(Debug, Default)]
pub struct Signal(AtomicU8);

impl Signal {
    const INTERRUPT: u8 = 1;
    const CAPACITY: u8 = 2;

    /// Creates a signal that is not set.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Records Ctrl-C; returns true if it was recorded already.
    pub fn interrupt(&self) -> bool {
        self.0.swap(Self::INTERRUPT, Ordering::Relaxed) == Self::INTERRUPT
    }

    /// Records that memory is exhausted.
    pub fn out_of_memory(&self) {
        let _ = self.0.compare_exchange(0, Self::CAPACITY, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the reason to stop, if there is one.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            Self::INTERRUPT => Some(Stop::Interrupt),
            Self::CAPACITY => Some(Stop::Capacity),
            _ => None,
        }
    }
}

/// State shared by two threads that race for the same result.
#[derive(Debug, Default)]
pub struct Race {
    /// A thread has the result.
    pub is_over: AtomicBool,
    /// The thread solves the rules, so the other one need not.
    pub has_rules: AtomicBool,
}

impl Limits {
    /// Returns limits that stop after `solutions` solutions; 0 counts as 1.
    #[must_use]
    pub fn solutions(solutions: u64) -> Self {
        Self { solutions: NonZeroU64::new(solutions.max(1)), ..Self::default() }
    }
}

/// The cost of some work so far, and its limits.
#[derive(Debug)]
pub struct Effort {
    nodes: u64,
    next_poll: u64,
    dead_ends: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    signal: Option<&'static Signal>,
    race: Option<Arc<Race>>,
    stopped: Option<Stop>,
}

impl Effort {
    /// Starts work within the time and signal of `limits`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let race = limits.race.clone();
        Self { most_nodes, race, ..Self::until(deadline, limits.signal) }
    }

    /// Starts work that a deadline or a signal ends.
    #[must_use]
    pub fn until(deadline: Option<Instant>, signal: Option<&'static Signal>) -> Self {
        let (nodes, dead_ends, most_nodes, stopped) = (0, 0, u64::MAX, None);
        let next_poll = NODES_PER_POLL;
        let race = None;
        Self { nodes, next_poll, dead_ends, most_nodes, deadline, signal, race, stopped }
    }

    /// Counts a node: a partial board that is visited.
    #[inline]
    pub fn node(&mut self) -> Flow {
        self.nodes += 1;
        if self.nodes < self.next_poll { ControlFlow::Continue(()) } else { self.poll() }
    }

    /// Counts a dead end: a node that cannot be completed.
    #[inline]
    pub fn dead_end(&mut self) {
        self.dead_ends += 1;
    }

    /// Checks whether to stop. [`node`](Self::node) does so periodically; long work without nodes
    /// must call this at least every 10 milliseconds.
    pub fn poll(&mut self) -> Flow {
        if let Some(stop) = self.stopped {
            return ControlFlow::Break(stop);
        }
        self.poll_at(Instant::now)
    }

    /// Like [`poll`](Self::poll) while not stopped, with an arbitrary clock.
    fn poll_at(&mut self, now: impl FnOnce() -> Instant) -> Flow {
        self.next_poll = self.nodes + NODES_PER_POLL;
        if let Some(stop) = self.signal.and_then(Signal::stop) {
            return self.stop(stop);
        }
        if self.race.as_ref().is_some_and(|race| race.is_over.load(Ordering::Relaxed)) {
            return self.stop(Stop::Closed);
        }
        if self.deadline.is_some_and(|deadline| now() >= deadline) {
            return self.stop(Stop::Timeout);
        }
        if self.nodes >= self.most_nodes {
            return self.stop(Stop::Capacity);
        }
        ControlFlow::Continue(())
    }

    /// Returns an empty model for rules, bounded by the time of this work and in memory.
    #[must_use]
    pub fn model(&self) -> Model {
        let (deadline, signal, race) = (self.deadline, self.signal, self.race.clone());
        Model::within(Budget::new(Budget::BYTES, move || {
            signal.is_some_and(|signal| signal.stop().is_some())
                || race.as_ref().is_some_and(|race| race.is_over.load(Ordering::Relaxed))
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        }))
    }

    /// Stops because the constraints could not be built, and returns the reason.
    pub fn stop_for(&mut self, fault: &Fault) -> Stop {
        if *fault == Fault::Stopped {
            let _ = self.poll();
        }
        let stop = if *fault == Fault::Unwritten { Stop::Unwritten } else { Stop::Capacity };
        *self.stopped.get_or_insert(stop)
    }

    /// Returns the nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Extends the deadline by time outside the search, such as that of a slow receiver.
    fn extend(&mut self, time: Duration) {
        if let Some(deadline) = &mut self.deadline {
            *deadline += time;
        }
    }

    /// Returns the deadline.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns why the work was stopped, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    #[cold]
    fn stop(&mut self, stop: Stop) -> Flow {
        let stop = *self.stopped.get_or_insert(stop);
        self.next_poll = 0;
        ControlFlow::Break(stop)
    }
}

/// Receives a solution. It may end the search; otherwise it returns the time spent waiting for a
/// consumer, which does not count as search time.
pub type Receiver<'r> = dyn FnMut(&Board) -> ControlFlow<(), Duration> + 'r;

/// The interface of a running search to its caller.
///
/// Every method that returns [`ControlFlow`] may stop the search: propagate it with `?`. A stopped
/// search stays incomplete, even if the solver continues.
pub struct Search<'s> {
    effort: Effort,
    solutions: u128,
    limit: Option<NonZeroU64>,
    strategy: Strategy,
    seed: Option<u64>,
    /// The boards reported so far; `None` if each is reported once.
    seen: Option<Seen>,
    receiver: &'s mut Receiver<'s>,
    /// Time spent in the receiver, excluded from search time.
    receiving: Duration,
    /// Present only if steps are recorded.
    recorder: Option<Box<Recorder>>,
    /// Least score of the boards wanted, if boards have scores.
    wanted: Option<i128>,
    /// The best board below the record, with its score.
    nearest: Option<(i128, Board)>,
    /// Whether each board has to beat the previous one.
    rises: bool,
    /// The puzzle, unless only one attempt is made.
    puzzle: Option<&'s dyn Puzzle>,
}

impl<'s> Search<'s> {
    /// Most attempts of one search for a record; bounds its time.
    pub const MOST_ATTEMPTS: u64 = 100;

    fn new(limits: &Limits, may_repeat: bool, receiver: &'s mut Receiver<'s>) -> Self {
        Self {
            effort: Effort::new(limits),
            solutions: 0,
            limit: limits.solutions,
            strategy: limits.strategy,
            seed: limits.seed,
            seen: may_repeat.then(Seen::default),
            receiver,
            receiving: Duration::ZERO,
            recorder: None,
            wanted: None,
            nearest: None,
            rises: false,
            puzzle: None,
        }
    }

    /// Counts a node, a partial board that the search visits, the root included, and records it:
    /// `depth` is the number of decisions that led to it. The board is evaluated only if it is
    /// recorded; a [`Sketch`] adds what is known beyond it.
    #[inline]
    pub fn visit<Shown: Into<Sketch>>(
        &mut self,
        depth: usize,
        board: impl FnOnce() -> Shown,
    ) -> Flow {
        if let Some(recorder) = &mut self.recorder {
            recorder.visit(self.effort.nodes + 1, depth, board);
        }
        self.effort.node()
    }

    /// Counts a node without recording it; see [`visit`](Self::visit).
    #[inline]
    pub fn node(&mut self) -> Flow {
        self.effort.node()
    }

    /// Counts a dead end: the node that was visited last cannot be completed.
    #[inline]
    pub fn dead_end(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end(|| None);
        }
        self.effort.dead_end();
    }

    /// Like [`dead_end`](Self::dead_end), with a short reason: "a 2 x 2 block is full". The reason
    /// is evaluated only if it is recorded.
    #[inline]
    pub fn dead_end_because<Why: Display>(&mut self, why: impl FnOnce() -> Why) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end(|| Some(why().to_string()));
        }
        self.effort.dead_end();
    }

    /// Counts a dead end: a node, `depth` decisions deep, that is not the one visited last, with a
    /// reason as in [`dead_end_because`](Self::dead_end_because).
    #[inline]
    pub fn dead_end_at<Shown: Into<Sketch>, Why: Display>(
        &mut self,
        depth: usize,
        board: impl FnOnce() -> Shown,
        why: impl FnOnce() -> Why,
    ) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end_at(depth, board, || Some(why().to_string()));
        }
        self.effort.dead_end();
    }

    /// Checks whether to stop. [`node`](Self::node) does so periodically; a solver that works long
    /// without nodes must call this at least every 10 milliseconds.
    pub fn poll(&mut self) -> Flow {
        self.effort.poll()
    }

    /// Returns the cost and limits of the search, for work that reports no boards.
    pub fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    /// Reports a solution that is `depth` decisions deep, not derived from the node visited last;
    /// see [`solution`](Self::solution).
    pub fn solution_at(&mut self, depth: usize, board: impl Into<Board>) -> Flow {
        if let Some(recorder) = &mut self.recorder {
            recorder.go_to(depth);
        }
        self.solution(board)
    }

    /// Reports a solution. A board that was reported before is skipped.
    pub fn solution(&mut self, board: impl Into<Board>) -> Flow {
        self.report(&board.into())
    }

    fn report(&mut self, board: &Board) -> Flow {
        if let Some(stop) = self.effort.stopped {
            return ControlFlow::Break(stop);
        }
        match self.seen.as_mut().map_or(Novelty::New, |seen| seen.see(board)) {
            Novelty::New => {}
            Novelty::Known => return ControlFlow::Continue(()),
            Novelty::NoRoom => return self.stop(Stop::Capacity),
        }
        self.solutions += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.solution(board);
        }
        let handed_over = Instant::now();
        let reading = (self.receiver)(board);
        let now = Instant::now();
        self.receiving += now - handed_over;
        let ControlFlow::Continue(waited) = reading else { return self.stop(Stop::Closed) };
        self.effort.extend(waited);
        self.check_limit()?;
        // A slow receiver leaves little time until the next check.
        self.effort.poll_at(|| now)
    }

    /// Reports the only result of a puzzle with the goal `value`.
    pub fn value(&mut self, board: impl Into<Board>) -> Flow {
        self.limit = None;
        self.solution(board)
    }

    /// Reports the only result of a puzzle with the goal `value`; gives up if it is not known
    /// precisely enough.
    pub fn known_value(&mut self, board: Option<impl Into<Board>>) -> Flow {
        match board {
            Some(board) => self.value(board),
            None => self.give_up(),
        }
    }

    /// Makes attempts at the goal `record`, with consecutive seeds from `seed`: at most
    /// [`MOST_ATTEMPTS`](Self::MOST_ATTEMPTS).
    pub fn attempts(&mut self, record: &dyn Record, seed: u64) -> Flow {
        for seed in seed..seed.saturating_add(Self::MOST_ATTEMPTS) {
            record.attempt(seed, self)?;
        }
        self.stop(Stop::Attempts)
    }

    /// Reports a board for the goal `record`, if its score reaches the record; keeps the best of the
    /// others. In an [`attempt()`] without a record to reach, a score has to beat the previous ones.
    #[inline]
    pub fn scored(&mut self, score: impl Into<i128>, board: impl FnOnce() -> Board) -> Flow {
        let score = score.into();
        if self.wanted.is_some_and(|wanted| score < wanted) {
            if !self.rises && self.nearest.as_ref().is_none_or(|&(best, _)| score > best) {
                self.nearest = Some((score, board()));
            }
            return Flow::Continue(());
        }
        if self.rises {
            self.wanted = Some(score + 1);
        }
        self.solution(board())
    }

    /// Adds `solutions` that are known to exist without having been listed.
    pub fn count(&mut self, solutions: u128) -> Flow {
        if let Some(stop) = self.effort.stopped {
            return ControlFlow::Break(stop);
        }
        self.solutions += solutions;
        self.check_limit()
    }

    /// Stops because the rest is too large for this solver to hold or list; nothing is proved.
    pub fn give_up(&mut self) -> Flow {
        self.stop(Stop::Capacity)
    }

    /// Reports every board that keeps the rules, or with an objective, improving boards, the best
    /// last: for a [`search`](Puzzle::search) that leaves some instances to the rules. Gives up if
    /// boards (with an objective, the best ones) may lie beyond the limit of the rules.
    pub fn by_rules(&mut self) -> Flow {
        match self.puzzle {
            Some(puzzle) => by_rules::solve(&|effort| state(puzzle, effort.model()), self),
            None => self.stop(Stop::Unwritten),
        }
    }

    /// Does the same for other rules of boards of this form.
    pub fn by_other_rules(
        &mut self,
        form: &Form,
        rules: &dyn Fn(&mut Model, &mut Unknown),
    ) -> Flow {
        by_rules::solve(&|effort| state_by(form.clone(), rules, effort.model()), self)
    }

    /// Returns the index of the strategy among the puzzle's [`strategies`](Puzzle::strategies).
    #[must_use]
    pub fn strategy(&self) -> usize {
        match self.strategy {
            Strategy::Own(place) => place,
            Strategy::Fastest | Strategy::Rules => 0,
        }
    }

    /// Remembers boards reported from now on and skips repetitions.
    pub(crate) fn remember(&mut self) {
        self.seen.get_or_insert_default();
    }

    /// Tells the other thread of a race whether this one solves the rules.
    pub(crate) fn takes_rules(&self, takes: bool) {
        if let Some(race) = &self.effort.race {
            race.has_rules.store(takes, Ordering::Relaxed);
        }
    }

    /// Returns the seed of a random order, if one is wanted.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the number of solutions reported or counted so far.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    fn check_limit(&mut self) -> Flow {
        match self.limit {
            Some(limit) if self.solutions >= u128::from(limit.get()) => self.stop(Stop::Limit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn stop(&mut self, stop: Stop) -> Flow {
        self.effort.stop(stop)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Number of solutions until the search stopped.
    pub solutions: u128,
    /// Partial boards visited.
    pub nodes: u64,
    /// Nodes that could not be completed.
    pub dead_ends: u64,
    /// Why the search ended early; `None` if it is complete.
    pub stopped: Option<Stop>,
    /// Wall time of the search, including its tables.
    pub seconds: f64,
    /// The best board below the record, with its score, for the goal `record`.
    pub nearest: Option<(i128, Board)>,
}

impl Outcome {
    /// Returns whether the search was exhaustive and thus proves its result.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Searches `puzzle` within `limits` and keeps the solutions.
///
/// Solutions are not checked here, and the puzzle's goal is unknown; the programs handle both.
pub fn solve(puzzle: &dyn Puzzle, limits: &Limits) -> (Vec<Board>, Outcome) {
    let mut boards = Vec::new();
    let outcome = solve_each(puzzle, limits, &mut |board| {
        boards.push(board.clone());
        ControlFlow::Continue(Duration::ZERO)
    });
    (boards, outcome)
}

/// Searches `puzzle` within `limits` and passes each solution to `receiver` as it is found. The
/// receiver may end the search; its time counts towards the time-out, but not towards the outcome's
/// seconds.
pub fn solve_each(puzzle: &dyn Puzzle, limits: &Limits, receiver: &mut Receiver<'_>) -> Outcome {
    run(limits, Some(puzzle), receiver, &mut |search| search_by(puzzle, limits, search))
}

/// Searches by the strategy of `limits`.
fn search_by(puzzle: &dyn Puzzle, limits: &Limits, search: &mut Search) -> Flow {
    search.wanted = puzzle.extension().record().map(Record::record);
    match limits.strategy {
        Strategy::Rules => search.by_rules(),
        Strategy::Fastest | Strategy::Own(_) => puzzle.search(search),
    }
}

/// Searches `puzzle` within `limits` and records its steps: a uniform sample of at most
/// `max_steps`, but at least 2. The solutions go to `receiver`, which may end the search.
///
/// The record takes at most about 128 MiB, with fewer steps if boards are large.
pub fn trace(
    puzzle: &dyn Puzzle,
    limits: &Limits,
    max_steps: usize,
    receiver: &mut Receiver<'_>,
) -> (Outcome, Trace) {
    let mut trace = Trace { steps: 0, kept: Vec::new() };
    let outcome = run(limits, Some(puzzle), receiver, &mut |search| {
        search.recorder = Some(Box::new(Recorder::new(max_steps)));
        let flow = search_by(puzzle, limits, search);
        if let Some(recorder) = search.recorder.take() {
            trace = recorder.into_trace();
        }
        flow
    });
    (outcome, trace)
}

/// Counts the solutions of `puzzle` within `limits`, in the fastest way; with an objective, only
/// the best boards.
pub fn count(puzzle: &dyn Puzzle, limits: &Limits) -> Outcome {
    let ignore = &mut |_: &Board| ControlFlow::Continue(Duration::ZERO);
    run(limits, Some(puzzle), ignore, &mut |search| match puzzle.extension().counting() {
        Some(counting) => counting.count(search),
        None => search_by(puzzle, limits, search),
    })
}

/// Counts the best boards by the rules alone.
pub fn count_best(puzzle: &dyn Puzzle, limits: &Limits) -> Outcome {
    let ignore = &mut |_: &Board| ControlFlow::Continue(Duration::ZERO);
    run(limits, None, ignore, &mut |search| match puzzle.extension().counting() {
        Some(counting) => counting.count(search),
        None => by_rules::count_best(&|effort| state(puzzle, effort.model()), search),
    })
}

/// Makes one complete [`attempt`](Record::attempt) and returns its best board.
pub fn attempt(
    record: &dyn Record,
    seed: u64,
    effort: &mut Effort,
) -> ControlFlow<Stop, Option<Board>> {
    let mut best = None;
    let receiver = &mut |board: &Board| {
        best = Some(board.clone());
        ControlFlow::Continue(Duration::ZERO)
    };
    let mut search = Search::new(&Limits::default(), false, receiver);
    search.rises = true;
    mem::swap(&mut search.effort, effort);
    let flow = record.attempt(seed, &mut search);
    mem::swap(&mut search.effort, effort);
    flow?;
    ControlFlow::Continue(best)
}

/// Runs the body of a search.
fn run(
    limits: &Limits,
    puzzle: Option<&dyn Puzzle>,
    receiver: &mut Receiver<'_>,
    body: &mut dyn FnMut(&mut Search) -> Flow,
) -> Outcome {
    let start = Instant::now();
    let receiver = &mut |board: &Board| receiver(board);
    let may_repeat = puzzle.is_some_and(Puzzle::may_repeat);
    let mut search = Search { puzzle, ..Search::new(limits, may_repeat, receiver) };
    // A body that stops by itself is incomplete, whatever it reported to `search`.
    let stopped = match body(&mut search) {
        ControlFlow::Break(stop) => Some(search.effort.stopped.unwrap_or(stop)),
        ControlFlow::Continue(()) => search.effort.stopped,
    };
    let elapsed = start.elapsed().saturating_sub(search.receiving);
    Outcome {
        solutions: search.solutions,
        nodes: search.effort.nodes,
        dead_ends: search.effort.dead_ends,
        stopped,
        seconds: elapsed.as_secs_f64(),
        nearest: search.nearest,
    }
}

/// The boards reported so far, for searches that may repeat them.
#[derive(Default)]
struct Seen {
    /// Most searches find only one board, whose key is not needed.
    first: Option<Board>,
    others: Keys,
}

/// Keys of boards, within [`Keys::MOST_BYTES`].
#[derive(Default)]
struct Keys {
    keys: HashSet<Box<[u8]>>,
    bytes: usize,
}

/// Whether a reported board is new.
#[derive(PartialEq)]
enum Novelty {
    New,
    Known,
    /// Unknown, since there is no room to remember more boards.
    NoRoom,
}

impl Seen {
    fn see(&mut self, board: &Board) -> Novelty {
        match &self.first {
            None => {
                self.first = Some(board.clone());
                Novelty::New
            }
            Some(first) if first == board => Novelty::Known,
            Some(_) => self.others.see(board.key()),
        }
    }
}

impl Keys {
    /// Most bytes of the keys, including the overhead of table and allocator.
    const MOST_BYTES: usize = 128 << 20;

    /// Overhead of a key: pointer and length, twice while the table grows half full, and the
    /// allocator's share.
    const BYTES_PER_KEY: usize = 80;

    fn see(&mut self, key: Box<[u8]>) -> Novelty {
        if self.keys.contains(&key) {
            return Novelty::Known;
        }
        self.bytes += key.len() + Self::BYTES_PER_KEY;
        if self.bytes > Self::MOST_BYTES {
            return Novelty::NoRoom;
        }
        self.keys.insert(key);
        Novelty::New
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Extension, Form};

    /// An attempt finds boards that score 1 to 3 more than its seed, the best in the middle.
    struct Seeded {
        record: i128,
    }

    impl Puzzle for Seeded {
        fn form(&self) -> Form {
            Form::list(0..=1_000)
        }

        fn search(&self, search: &mut Search) -> Flow {
            search.attempts(self, 7)
        }

        fn check(&self, _: &Board) -> anyhow::Result<()> {
            Ok(())
        }

        fn answer(&self, board: &Board) -> Answer {
            Answer::of_score(board.list()[0])
        }

        fn extension(&self) -> Extension<'_> {
            Extension::Record(self)
        }
    }

    impl Record for Seeded {
        fn record(&self) -> i128 {
            self.record
        }

        fn attempt(&self, seed: u64, search: &mut Search) -> Flow {
            for score in [1, 3, 2].map(|more| i64::try_from(seed).unwrap() + more) {
                search.node()?;
                search.scored(score, || vec![score].into())?;
            }
            Flow::Continue(())
        }
    }

    #[test]
    fn attempts_end_at_the_record_or_after_the_last_one() {
        let (boards, outcome) = solve(&Seeded { record: 13 }, &Limits::solutions(1));
        assert_eq!(boards, [vec![13].into()]);
        assert_eq!((outcome.stopped, outcome.nodes), (Some(Stop::Limit), 3 * 3 + 2));
        let (boards, outcome) = solve(&Seeded { record: 1_000 }, &Limits::solutions(1));
        let nodes = 3 * Search::MOST_ATTEMPTS;
        assert_eq!(
            (boards.len(), outcome.stopped, outcome.nodes),
            (0, Some(Stop::Attempts), nodes)
        );
        let last = 7 + i64::try_from(Search::MOST_ATTEMPTS).unwrap() - 1;
        let best = (i128::from(last + 3), vec![last + 3].into());
        assert_eq!(outcome.nearest, Some(best), "the best board of all attempts");
    }

    #[test]
    fn an_attempt_alone_goes_through_to_its_end_and_comes_to_its_best_board() {
        let mut effort = Effort::until(None, None);
        let best = attempt(&Seeded { record: 5 }, 100, &mut effort);
        assert_eq!(best, ControlFlow::Continue(Some(vec![103].into())));
        assert_eq!((effort.nodes(), effort.stopped()), (3, None));
    }

    /// A puzzle whose search reports boards twice.
    struct Repeating;

    impl Puzzle for Repeating {
        fn form(&self) -> Form {
            Form::list(0..=9)
        }

        fn may_repeat(&self) -> bool {
            true
        }

        fn check(&self, _: &Board) -> anyhow::Result<()> {
            Ok(())
        }
    }

    fn searched(limits: &Limits, mut body: impl FnMut(&mut Search) -> Flow) -> (Vec<i64>, Outcome) {
        let mut boards = Vec::new();
        let mut receiver = |board: &Board| {
            boards.push(*board.list().last().expect("a board has a value"));
            ControlFlow::Continue(Duration::ZERO)
        };
        let outcome = run(limits, Some(&Repeating), &mut receiver, &mut body);
        (boards, outcome)
    }

    #[test]
    fn a_board_reported_twice_counts_once() {
        let (boards, outcome) = searched(&Limits::default(), |search| {
            search.solution(vec![1])?;
            search.solution(vec![2])?;
            search.solution(vec![1])
        });
        assert_eq!((boards, outcome.solutions, outcome.complete()), (vec![1, 2], 2, true));
    }

    #[test]
    fn a_swallowed_stop_stays_incomplete() {
        let (boards, outcome) = searched(&Limits::solutions(1), |search| {
            let _ = search.solution(vec![1]);
            let _ = search.solution(vec![2]);
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
        static SIGNAL: Signal = Signal::new();
        SIGNAL.interrupt();
        let limits = Limits { signal: Some(&SIGNAL), ..Limits::default() };
        let (_, outcome) = searched(&limits, |search| {
            search.poll()?;
            search.node()
        });
        assert_eq!(outcome.stopped, Some(Stop::Interrupt));
    }

    #[test]
    fn a_receiver_that_goes_away_ends_the_search() {
        let mut gone = |_: &Board| ControlFlow::Break(());
        let outcome = run(&Limits::default(), None, &mut gone, &mut |search| {
            loop {
                search.solution(vec![1])?;
            }
        });
        assert_eq!((outcome.stopped, outcome.solutions), (Some(Stop::Closed), 1));
    }

    #[test]
    fn a_search_that_breaks_off_by_itself_is_not_complete_and_says_why() {
        for stop in [Stop::Capacity, Stop::Limit, Stop::Timeout] {
            let (boards, outcome) = searched(&Limits::default(), |search| {
                search.solution(vec![1])?;
                ControlFlow::Break(stop)
            });
            assert_eq!((boards, outcome.complete()), (vec![1], false));
            assert_eq!(outcome.stopped, Some(stop));
        }
        let (_, outcome) = searched(&Limits::solutions(1), |search| {
            let _ = search.solution(vec![1]);
            ControlFlow::Break(Stop::Capacity)
        });
        assert_eq!(outcome.stopped, Some(Stop::Limit), "the first reason counts");
    }

    #[test]
    fn the_time_of_a_receiver_counts_unless_a_reader_is_slow() {
        let limits = Limits { timeout: Some(Duration::from_millis(50)), ..Limits::default() };
        let found = |waited: Duration| {
            let mut receiver = |_: &Board| {
                std::thread::sleep(Duration::from_millis(20));
                ControlFlow::Continue(waited)
            };
            let outcome = run(&limits, None, &mut receiver, &mut |search| {
                (0..10).try_for_each(|board| search.solution(vec![board]))
            });
            (outcome.solutions, outcome.stopped, outcome.seconds < 0.02)
        };
        let (solutions, stopped, is_short) = found(Duration::ZERO);
        assert!((1..=3).contains(&solutions), "{solutions}");
        assert_eq!((stopped, is_short), (Some(Stop::Timeout), true));
        assert_eq!(found(Duration::from_secs(1)), (10, None, true));
    }

    #[test]
    fn boards_beyond_what_can_be_remembered_end_the_search() {
        let key = |number: u8| Box::from([number; 3]);
        let mut keys = Keys { bytes: Keys::MOST_BYTES - 200, ..Keys::default() };
        assert!(keys.see(key(2)) == Novelty::New && keys.see(key(2)) == Novelty::Known);
        assert!(keys.see(key(3)) == Novelty::New && keys.see(key(4)) == Novelty::NoRoom);
        assert!(keys.see(key(3)) == Novelty::Known && keys.see(key(5)) == Novelty::NoRoom);
    }
}
