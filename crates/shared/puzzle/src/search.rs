//! The bookkeeping of a search: nodes, dead ends, solutions, and when to stop.

use std::collections::HashSet;
use std::fmt::Display;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use protocol::Stop;

use crate::Puzzle;
use crate::by_rules::by_rules;
use crate::recorder::{Recorder, Trace};
use crate::sketch::Sketch;

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
    /// Stop after about so many nodes, as too large for this search.
    pub nodes: Option<u64>,
    /// Others are after the same result; stop as soon as they have it.
    pub race: Option<&'static Race>,
    /// Search by the rules in an order drawn from this number, so that the first solution is a
    /// random one; the puzzle's own strategies do not ask for it.
    pub seed: Option<u64>,
}

/// What two threads that are after the same result tell each other.
#[derive(Debug)]
pub struct Race {
    /// Somebody has the result.
    pub(crate) is_over: AtomicBool,
    /// The search that was begun last goes by the rules.
    pub(crate) uses_rules: AtomicBool,
}

impl Race {
    pub(crate) const fn new() -> Self {
        Self { is_over: AtomicBool::new(false), uses_rules: AtomicBool::new(false) }
    }
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
    most_nodes: u64,
    deadline: Option<Instant>,
    interrupt: Option<&'static AtomicBool>,
    race: Option<&'static Race>,
    stopped: Option<Stop>,
}

impl Effort {
    /// Nothing done yet, within the time and up to the interrupt of `limits`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let race = limits.race;
        Self { most_nodes, race, ..Self::until(deadline, limits.interrupt) }
    }

    /// Nothing done yet, up to a moment or an interrupt.
    pub(crate) fn until(deadline: Option<Instant>, interrupt: Option<&'static AtomicBool>) -> Self {
        let (nodes, dead_ends, most_nodes, stopped) = (0, 0, u64::MAX, None);
        let next_poll = NODES_PER_POLL;
        let race = None;
        Self { nodes, next_poll, dead_ends, most_nodes, deadline, interrupt, race, stopped }
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
        self.poll_at(Instant::now)
    }

    /// As [`poll`](Self::poll), while nothing has stopped, with a clock that need not be the time.
    fn poll_at(&mut self, now: impl FnOnce() -> Instant) -> ControlFlow<Stop> {
        self.next_poll = self.nodes + NODES_PER_POLL;
        let is_set =
            |flag: Option<&AtomicBool>| flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_set(self.interrupt) {
            return self.stop(Stop::Interrupt);
        }
        if is_set(self.race.map(|race| &race.is_over)) {
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

    /// Nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds time that is not the search's, such as that of a reader who is slow to take solutions.
    fn extend(&mut self, time: Duration) {
        if let Some(deadline) = &mut self.deadline {
            *deadline += time;
        }
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

/// Takes a solution. It may end the search; where the search goes on, it says how long somebody was
/// slow to take the solution: that time is not the search's.
pub(crate) type Receiver<'r, Board> = dyn FnMut(&Board) -> ControlFlow<(), Duration> + 'r;

/// What a solver talks to while it searches.
///
/// Every method that returns [`ControlFlow`] may say stop: pass it on with `?`. Once a search was
/// told to stop it stays incomplete, even if the solver goes on.
pub struct Search<'s, Board> {
    effort: Effort,
    solutions: u128,
    limit: Option<NonZeroU64>,
    seed: Option<u64>,
    /// The boards reported so far; none where the puzzle promises to report each once.
    seen: Option<Seen<Board>>,
    receiver: &'s mut Receiver<'s, Board>,
    /// Time spent in the receiver, which is not the search's.
    receiving: Duration,
    /// Only when somebody watches.
    recorder: Option<Box<Recorder<Board>>>,
}

impl<'s, Board: Clone + Eq + Display + FromStr> Search<'s, Board> {
    fn new(limits: &Limits, distinct: bool, receiver: &'s mut Receiver<'s, Board>) -> Self {
        Self {
            effort: Effort::new(limits),
            solutions: 0,
            limit: limits.solutions,
            seed: limits.seed,
            seen: (!distinct).then(Seen::default),
            receiver,
            receiving: Duration::ZERO,
            recorder: None,
        }
    }

    /// Counts a node, a partial board that the search visits, the root included, and shows it to
    /// those who watch: `depth` is the number of decisions that led to it. The board is only asked
    /// for where it is recorded; a [`Sketch`] tells what is known beyond it, too.
    #[inline]
    pub fn visit<Shown: Into<Sketch<Board>>>(
        &mut self,
        depth: usize,
        board: impl FnOnce() -> Shown,
    ) -> ControlFlow<Stop> {
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
            recorder.dead_end(|| None);
        }
        self.effort.dead_end();
    }

    /// As [`dead_end`](Self::dead_end), and says to those who watch in a few words why: "a 2 x 2 block
    /// is full". The reason is only asked for where it is recorded.
    #[inline]
    pub fn dead_end_because<Why: Into<String>>(&mut self, why: impl FnOnce() -> Why) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end(|| Some(why().into()));
        }
        self.effort.dead_end();
    }

    /// Counts a dead end: a node, `depth` decisions deep, that is not the one visited last. Says why, as
    /// [`dead_end_because`](Self::dead_end_because).
    #[inline]
    pub fn dead_end_at<Shown: Into<Sketch<Board>>, Why: Into<String>>(
        &mut self,
        depth: usize,
        board: impl FnOnce() -> Shown,
        why: impl FnOnce() -> Why,
    ) {
        if let Some(recorder) = &mut self.recorder {
            recorder.dead_end_at(depth, board, || Some(why().into()));
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
    #[expect(clippy::needless_pass_by_value, reason = "the board is most often made for this call")]
    pub fn solution(&mut self, board: Board) -> ControlFlow<Stop> {
        if let Some(stop) = self.effort.stopped {
            return ControlFlow::Break(stop);
        }
        match self.seen.as_mut().map_or(Novelty::New, |seen| seen.see(&board)) {
            Novelty::New => {}
            Novelty::Known => return ControlFlow::Continue(()),
            Novelty::NoRoom => return self.stop(Stop::Capacity),
        }
        self.solutions += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.solution(&board);
        }
        let handed_over = Instant::now();
        let reading = (self.receiver)(&board);
        let now = Instant::now();
        self.receiving += now - handed_over;
        let ControlFlow::Continue(waited) = reading else { return self.stop(Stop::Closed) };
        self.effort.extend(waited);
        self.check_limit()?;
        // A receiver that takes long leaves no time for many more nodes before the next look.
        self.effort.poll_at(|| now)
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

    /// Tells others in a race whether the rules are at work.
    pub(crate) fn uses_rules(&self, are_used: bool) {
        if let Some(race) = self.effort.race {
            race.uses_rules.store(are_used, Ordering::Relaxed);
        }
    }

    /// What a random order is to be drawn from, if one is wanted.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
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
///
/// They are what the search reports: nothing checks them here, and the puzzle's goal is not known.
/// The programs do both, see [`cli`](crate::cli).
pub fn solve<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Board> {
    let mut boards = Vec::new();
    let outcome = solve_each(puzzle, limits, |board| {
        boards.push(board.clone());
        ControlFlow::Continue(())
    });
    Outcome { boards, ..outcome }
}

/// Searches `puzzle` within `limits` and hands each solution to `receiver` as it is found, keeping
/// none. The receiver may end the search; its time counts for the time-out, but not for the seconds
/// of the outcome.
pub fn solve_each<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    mut receiver: impl FnMut(&P::Board) -> ControlFlow<()>,
) -> Outcome<P::Board> {
    search_by(puzzle, limits, &mut |board| receiver(board).map_continue(|()| Duration::ZERO))
}

/// Searches by the strategy that `limits` ask for.
pub(crate) fn search_by<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    receiver: &mut Receiver<'_, P::Board>,
) -> Outcome<P::Board> {
    let strategy = strategy::<P>(limits);
    run(limits, P::DISTINCT, receiver, &mut |search| {
        search.uses_rules(false);
        strategy(puzzle, search)
    })
}

/// The search that `limits` ask for.
fn strategy<P: Puzzle>(limits: &Limits) -> fn(&P, &mut Search<'_, P::Board>) -> ControlFlow<Stop> {
    P::STRATEGIES.get(limits.strategy).map_or(by_rules, |strategy| strategy.search)
}

/// Searches `puzzle` within `limits` and keeps what it does: at most `max_steps` steps, but at
/// least 2, evenly thinned. The solutions go to `receiver`, which may end the search.
///
/// What is kept takes about a quarter of a gigabyte at most: where boards are large, fewer steps.
pub fn trace<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    max_steps: usize,
    mut receiver: impl FnMut(&P::Board) -> ControlFlow<()>,
) -> (Outcome<P::Board>, Trace<P::Board>) {
    trace_by(puzzle, limits, max_steps, &mut |board| {
        receiver(board).map_continue(|()| Duration::ZERO)
    })
}

/// As [`trace`].
pub(crate) fn trace_by<P: Puzzle>(
    puzzle: &P,
    limits: &Limits,
    max_steps: usize,
    receiver: &mut Receiver<'_, P::Board>,
) -> (Outcome<P::Board>, Trace<P::Board>) {
    let strategy = strategy::<P>(limits);
    let mut trace = Trace { steps: 0, kept: Vec::new() };
    let outcome = run(limits, P::DISTINCT, receiver, &mut |search| {
        search.recorder = Some(Box::new(Recorder::new(max_steps)));
        let flow = strategy(puzzle, search);
        if let Some(recorder) = search.recorder.take() {
            trace = recorder.into_trace();
        }
        flow
    });
    (outcome, trace)
}

/// Counts the solutions of `puzzle` within `limits`, in the puzzle's fastest way.
pub fn count<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Board> {
    let ignore = &mut |_: &P::Board| ControlFlow::Continue(Duration::ZERO);
    run(limits, P::DISTINCT, ignore, &mut |search| puzzle.count(search))
}

/// Runs the body of a search. Not generic in the body: compiled once for each kind of board.
fn run<Board: Clone + Eq + Display + FromStr>(
    limits: &Limits,
    distinct: bool,
    receiver: &mut Receiver<'_, Board>,
    body: &mut dyn FnMut(&mut Search<Board>) -> ControlFlow<Stop>,
) -> Outcome<Board> {
    let start = Instant::now();
    let receiver = &mut |board: &Board| receiver(board);
    let mut search = Search::new(limits, distinct, receiver);
    // A body that stops by itself has not seen everything, whatever it told `search`.
    let stopped = match body(&mut search) {
        ControlFlow::Break(stop) => Some(search.effort.stopped.unwrap_or(stop)),
        ControlFlow::Continue(()) => search.effort.stopped,
    };
    let elapsed = start.elapsed().saturating_sub(search.receiving);
    Outcome {
        boards: Vec::new(),
        solutions: search.solutions,
        nodes: search.effort.nodes,
        dead_ends: search.effort.dead_ends,
        stopped,
        seconds: elapsed.as_secs_f64(),
    }
}

/// The boards that were reported, for searches that may report one again.
struct Seen<Board> {
    /// Most searches find one board alone: its text is not needed.
    first: Option<Board>,
    others: Texts,
}

/// Texts of boards, within [`Texts::MOST_BYTES`].
#[derive(Default)]
struct Texts {
    texts: HashSet<Box<str>>,
    bytes: usize,
}

/// What there is to say about a board that is reported.
#[derive(PartialEq)]
enum Novelty {
    New,
    Known,
    /// Nobody can say whether it is new, since there is no room to remember more boards.
    NoRoom,
}

impl<Board> Default for Seen<Board> {
    fn default() -> Self {
        Self { first: None, others: Texts::default() }
    }
}

impl<Board: Clone + Eq + Display + FromStr> Seen<Board> {
    fn see(&mut self, board: &Board) -> Novelty {
        match &self.first {
            None => {
                self.first = Some(board.clone());
                Novelty::New
            }
            Some(first) if first == board => Novelty::Known,
            Some(_) => {
                // Dropping a board that merely looks like another would spoil a proof.
                let text = board.to_string();
                let is_readable = text.parse().is_ok_and(|read: Board| read == *board);
                if is_readable { self.others.see(&text) } else { Novelty::New }
            }
        }
    }
}

impl Texts {
    /// As many bytes as the texts may take, with what the table and the allocator add to each.
    const MOST_BYTES: usize = 256 << 20;

    /// A pointer and a length, twice while the table grows and is half full, and the allocator's share.
    const BYTES_PER_TEXT: usize = 80;

    fn see(&mut self, text: &str) -> Novelty {
        if self.texts.contains(text) {
            return Novelty::Known;
        }
        self.bytes += text.len() + Self::BYTES_PER_TEXT;
        if self.bytes > Self::MOST_BYTES {
            return Novelty::NoRoom;
        }
        self.texts.insert(text.into());
        Novelty::New
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(
        limits: &Limits,
        mut body: impl FnMut(&mut Search<u32>) -> ControlFlow<Stop>,
    ) -> (Vec<u32>, Outcome<u32>) {
        let mut boards = Vec::new();
        let mut receiver = |board: &u32| {
            boards.push(*board);
            ControlFlow::Continue(Duration::ZERO)
        };
        let outcome = run(limits, false, &mut receiver, &mut body);
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
        let mut gone = |_: &u32| ControlFlow::Break(());
        let outcome = run(&Limits::default(), true, &mut gone, &mut |search| {
            loop {
                search.solution(1)?;
            }
        });
        assert_eq!((outcome.stopped, outcome.solutions), (Some(Stop::Closed), 1));
    }

    #[test]
    fn a_search_that_breaks_off_by_itself_is_not_complete_and_says_why() {
        for stop in [Stop::Capacity, Stop::Limit, Stop::Endless, Stop::Timeout] {
            let (boards, outcome) = searched(&Limits::default(), |search| {
                search.solution(1)?;
                ControlFlow::Break(stop)
            });
            assert_eq!((boards, outcome.complete()), (vec![1], false));
            assert_eq!(outcome.stopped, Some(stop));
        }
        let (_, outcome) = searched(&Limits::solutions(1), |search| {
            let _ = search.solution(1);
            ControlFlow::Break(Stop::Capacity)
        });
        assert_eq!(outcome.stopped, Some(Stop::Limit), "the first reason counts");
    }

    #[test]
    fn the_time_of_a_receiver_counts_unless_a_reader_is_slow() {
        let limits = Limits { timeout: Some(Duration::from_millis(50)), ..Limits::default() };
        let found = |waited: Duration| {
            let mut receiver = |_: &u32| {
                std::thread::sleep(Duration::from_millis(20));
                ControlFlow::Continue(waited)
            };
            let outcome = run(&limits, true, &mut receiver, &mut |search| {
                (0..10).try_for_each(|board| search.solution(board))
            });
            (outcome.solutions, outcome.stopped, outcome.seconds < 0.02)
        };
        let (solutions, stopped, is_short) = found(Duration::ZERO);
        assert!((1..=3).contains(&solutions), "{solutions}");
        assert_eq!((stopped, is_short), (Some(Stop::Timeout), true));
        assert_eq!(found(Duration::from_secs(1)), (10, None, true));
    }

    /// Boards that look the same though they are not, which is a mistake.
    #[derive(Clone, PartialEq, Eq)]
    struct Alike(u32);

    impl Display for Alike {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("0")
        }
    }

    impl FromStr for Alike {
        type Err = std::num::ParseIntError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            text.parse().map(Self)
        }
    }

    #[test]
    fn a_board_that_merely_looks_like_another_is_not_dropped() {
        let mut boards = Vec::new();
        let mut receiver = |board: &Alike| {
            boards.push(board.0);
            ControlFlow::Continue(Duration::ZERO)
        };
        run(&Limits::default(), false, &mut receiver, &mut |search| {
            [1, 2, 3, 0, 0, 1].into_iter().try_for_each(|board| search.solution(Alike(board)))
        });
        assert_eq!(boards, [1, 2, 3, 0], "0 alone reads back as itself");
    }

    #[test]
    fn boards_beyond_what_can_be_remembered_end_the_search() {
        let mut texts = Texts { bytes: Texts::MOST_BYTES - 200, ..Texts::default() };
        assert!(texts.see("1 2") == Novelty::New && texts.see("1 2") == Novelty::Known);
        assert!(texts.see("1 3") == Novelty::New && texts.see("1 4") == Novelty::NoRoom);
        assert!(texts.see("1 3") == Novelty::Known && texts.see("1 5") == Novelty::NoRoom);
    }
}
