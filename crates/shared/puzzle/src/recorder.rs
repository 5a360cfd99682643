//! Records the steps of a search in bounded memory.

use protocol::Event;

use crate::Board;
use crate::sketch::{Beyond, Sketch};

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of steps before it, kept or not.
    pub number: u64,
    /// Number of decisions that led to its board.
    pub depth: usize,
    /// Number of nodes visited so far, including this one.
    pub nodes: u64,
    /// The event.
    pub event: Event,
    /// The board, complete or not.
    pub board: Board,
    /// What the search knows beyond the board.
    pub beyond: Beyond,
    /// Reason of a dead end, if the search gives one.
    pub why: Option<String>,
}

/// The recorded steps of a search.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Number of all steps.
    pub steps: u64,
    /// The kept steps in order.
    pub kept: Vec<Step>,
}

/// Keeps a uniform sample of steps: all of them at first; whenever there are too many, every second
/// one is dropped and the sampling rate is halved. Solutions stay as long as there is room.
///
/// Recording is marked as cold, so that it does not slow down unwatched searches. It is compiled
/// for each closure, so everything except the call of the closure is in functions that are compiled
/// once.
pub(crate) struct Recorder {
    /// The largest number of steps to keep, at least 2.
    capacity: usize,
    trace: Trace,
    /// Steps whose number is a multiple of this power of two are kept.
    stride: u64,
    /// Upper bound of the largest step so far, in bytes.
    heaviest: usize,
    /// Whether every solution is kept.
    solutions_stay: bool,
    /// Number of decisions that led to the board visited last.
    depth: usize,
    /// Number of nodes visited so far, shown or not.
    nodes: u64,
    /// The board visited last, if it is kept or if a dead end that follows would be.
    visited: Option<Sketch>,
}

/// Limit of all steps together, in bytes.
const MOST_BYTES: usize = 128 << 20;

impl Recorder {
    /// Creates a recorder that keeps at most `capacity` steps, but at least 2.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity: capacity.max(2),
            trace: Trace { steps: 0, kept: Vec::new() },
            stride: 1,
            heaviest: 1,
            solutions_stay: true,
            depth: 0,
            nodes: 0,
            visited: None,
        }
    }

    pub(crate) fn into_trace(self) -> Trace {
        self.trace
    }

    /// Records a visit, the node number `nodes`; evaluates the board only if needed.
    #[cold]
    #[inline(never)]
    pub(crate) fn visit<Shown: Into<Sketch>>(
        &mut self,
        nodes: u64,
        depth: usize,
        board: impl FnOnce() -> Shown,
    ) {
        if self.begin_visit(nodes, depth) {
            self.show_visited(board().into());
        }
        self.end_step();
    }

    /// Returns whether the board of a visit is needed: it is kept, or a following dead end would
    /// be.
    fn begin_visit(&mut self, nodes: u64, depth: usize) -> bool {
        (self.nodes, self.depth) = (nodes, depth);
        self.visited = None;
        self.keeps_next(0) || self.keeps_next(1)
    }

    fn show_visited(&mut self, board: Sketch) {
        if self.keeps_next(0) {
            self.keep(Event::Try, board.clone(), None);
        }
        self.visited = Some(board);
    }

    /// Records that the board visited last cannot be completed, and why; evaluates the reason only
    /// if needed.
    #[cold]
    #[inline(never)]
    pub(crate) fn dead_end(&mut self, why: impl FnOnce() -> Option<String>) {
        if self.keeps_next(0) && self.visited.is_some() {
            self.end_visited(why());
        }
        self.end_step();
    }

    fn end_visited(&mut self, why: Option<String>) {
        if let Some(board) = self.visited.take() {
            self.keep(Event::DeadEnd, board, why);
        }
    }

    /// Records that a board visited before cannot be completed; evaluates it only if needed.
    #[cold]
    #[inline(never)]
    pub(crate) fn dead_end_at<Shown: Into<Sketch>>(
        &mut self,
        depth: usize,
        board: impl FnOnce() -> Shown,
        why: impl FnOnce() -> Option<String>,
    ) {
        self.go_to(depth);
        if self.keeps_next(0) {
            self.keep(Event::DeadEnd, board().into(), why());
        }
        self.end_step();
    }

    fn end_step(&mut self) {
        self.trace.steps += 1;
    }

    /// Sets the depth of the steps that follow.
    pub(crate) fn go_to(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// Records a solution.
    pub(crate) fn solution(&mut self, board: &Board) {
        if self.solutions_stay || self.keeps_next(0) {
            self.keep(Event::Solution, board.clone().into(), None);
        }
        self.end_step();
    }

    /// Returns whether the step `ahead` of the next one is kept, regardless of its event.
    fn keeps_next(&self, ahead: u64) -> bool {
        // A division would cost more than the rest of an unrecorded step.
        (self.trace.steps + ahead) & (self.stride - 1) == 0
    }

    fn keep(&mut self, event: Event, sketch: Sketch, why: Option<String>) {
        let Sketch { board, beyond } = sketch;
        self.heaviest = self.heaviest.max(size_of::<Step>() + board.bytes());
        let Self { depth, nodes, .. } = *self;
        let number = self.trace.steps;
        let step = Step { number, depth, nodes, event, board, beyond, why };
        self.trace.kept.push(step);
        while self.trace.kept.len() > self.room() {
            self.thin();
        }
    }

    /// Returns how many steps may be kept.
    fn room(&self) -> usize {
        self.capacity.min(MOST_BYTES / self.heaviest).max(2)
    }

    #[cold]
    fn thin(&mut self) {
        self.stride *= 2;
        self.retain();
        // Half of the room is for evenly spaced steps, a quarter for the solutions between them.
        if self.trace.kept.len() > self.room() - self.room() / 4 {
            self.solutions_stay = false;
            self.retain();
        }
    }

    fn retain(&mut self) {
        let Self { stride, solutions_stay, .. } = *self;
        self.trace.kept.retain(|step| {
            step.number.is_multiple_of(stride) || (solutions_stay && step.event == Event::Solution)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the board of a node.
    fn board(node: u64) -> Board {
        vec![node.cast_signed()].into()
    }

    /// Visits `nodes` boards, every second one a dead end.
    fn recorded(capacity: usize, nodes: u64) -> Trace {
        let mut recorder = Recorder::new(capacity);
        for node in 0..nodes {
            recorder.visit(node + 1, 1, || board(node));
            if node % 2 == 1 {
                recorder.dead_end(|| None);
            }
        }
        recorder.into_trace()
    }

    #[test]
    fn a_short_search_is_kept_whole() {
        let trace = recorded(100, 10);
        assert_eq!((trace.steps, trace.kept.len()), (15, 15));
        let events = trace.kept.iter().map(|step| (step.event, step.board.list()[0]));
        let first = [(Event::Try, 0), (Event::Try, 1), (Event::DeadEnd, 1), (Event::Try, 2)];
        assert_eq!(events.take(4).collect::<Vec<_>>(), first);
    }

    #[test]
    fn a_long_search_is_thinned_evenly() {
        let trace = recorded(100, 1_000_000);
        assert_eq!(trace.steps, 1_500_000);
        assert!((50..=100).contains(&trace.kept.len()), "{}", trace.kept.len());
        let gaps: Vec<u64> =
            trace.kept.windows(2).map(|pair| pair[1].number - pair[0].number).collect();
        assert_eq!(gaps.iter().min(), gaps.iter().max(), "{gaps:?}");
    }

    #[test]
    fn large_boards_leave_room_for_fewer_steps() {
        let board = Board::from(vec![0; MOST_BYTES / size_of::<i64>() / 10]);
        let mut recorder = Recorder::new(100);
        for node in 0..1000 {
            recorder.visit(node + 1, 1, || board.clone());
        }
        let kept = recorder.into_trace().kept.len();
        assert!((4..10).contains(&kept), "{kept}");
    }

    #[test]
    fn a_board_that_is_not_kept_is_not_asked_for() {
        let mut asked = 0;
        let mut recorder = Recorder::new(100);
        for node in 1..=1_000_000 {
            recorder.visit(node, 1, || {
                asked += 1;
                board(0)
            });
        }
        assert!(asked < 3_000, "{asked}");
    }

    #[test]
    fn a_dead_end_may_be_an_earlier_board() {
        let mut recorder = Recorder::new(10);
        recorder.visit(1, 0, || board(0));
        recorder.visit(2, 1, || board(9));
        recorder.dead_end(|| None);
        recorder.dead_end_at(0, || board(0), || Some("no leaf".to_owned()));
        let kept = recorder.into_trace().kept;
        let ends: Vec<_> =
            kept[2..].iter().map(|step| (step.depth, step.board.list()[0])).collect();
        assert_eq!(ends, [(1, 9), (0, 0)]);
        assert_eq!([&kept[2].why, &kept[3].why], [&None, &Some("no leaf".to_owned())]);
    }

    #[test]
    fn a_solution_stays_and_many_are_thinned() {
        let mut recorder = Recorder::new(10);
        for node in 0..1_001 {
            recorder.visit(node + 1, 3, || board(node));
            if node == 700 {
                recorder.solution(&board(node));
            }
        }
        let trace = recorder.into_trace();
        let solutions: Vec<_> =
            trace.kept.iter().filter(|step| step.event == Event::Solution).collect();
        assert_eq!(solutions.len(), 1);
        let &Step { number, depth, nodes, .. } = solutions[0];
        assert_eq!((number, depth, nodes), (701, 3, 701));
        assert_eq!(solutions[0].board, board(700));

        for found in 0..1_000 {
            let mut recorder = Recorder::new(20);
            for node in 0..1_000 {
                recorder.visit(node, 1, || board(node));
                if node == found {
                    recorder.solution(&board(node));
                }
            }
            let kept = recorder.into_trace().kept;
            assert!(kept.iter().any(|step| step.event == Event::Solution), "found at {found}");
        }

        let mut recorder = Recorder::new(10);
        (0..1_000).for_each(|node| recorder.solution(&board(node)));
        let trace = recorder.into_trace();
        assert!((5..=10).contains(&trace.kept.len()), "{}", trace.kept.len());
    }
}
