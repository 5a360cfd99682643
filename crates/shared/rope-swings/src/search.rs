//! The search from both ends.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};

use numbers::Fraction;
use puzzle::{Board, Flow, Search};

use crate::moves::{Move, Mover};
use crate::{Field, total};

/// Costs are rounded down to multiples of 2^-48.
const UNIT: i64 = 1 << 48;
/// Routes whose rounded costs differ by less are compared exactly: more than the number of swings
/// of any route that is worth its cost, since none comes to a cell, or removes a post, twice.
const MARGIN: i64 = 512;
/// Beginnings of routes are followed for each end that is, which takes longer.
const BEGINNINGS_PER_END: usize = 8;
/// The most labels on both sides, and the most in a queue: 300 MB.
const MOST_LABELS: usize = 3_000_000;
const LONGEST_QUEUE: usize = 8_000_000;

/// The beginning of a route, or its end.
#[derive(Clone, Copy)]
struct Label {
    /// The cell where the beginning ends, or the end begins.
    cell: u16,
    /// The number of swings.
    swings: u16,
    /// The posts that are gone after the beginning, or have to be gone before the end.
    gone: u64,
    /// The posts that have to stand before the end.
    standing: u64,
    /// The rounded cost.
    cost: i64,
    /// Nothing of the beginning's cost but what it exceeds the prices of its posts by; or the cost
    /// of the end, with the prices of the posts that have to be gone before it.
    bound: i64,
    /// The label one swing shorter, and the move between the two.
    shorter: u32,
    step: u32,
}

/// The labels of beginnings, or of ends.
#[derive(Default)]
struct Side {
    labels: Vec<Label>,
    /// The labels of each cell, in the order of their bounds.
    at: Vec<Vec<Label>>,
    /// The label of each cell and set of posts gone, for beginnings.
    known: HashMap<(u16, u64), u32>,
    /// Bounds of labels to come, each with the label one swing shorter, and the move.
    queue: BinaryHeap<Reverse<(i64, u32, u32)>>,
}

impl Side {
    fn new(field: &Field, cell: usize) -> Self {
        let mut side = Self { at: vec![Vec::new(); field.cells()], ..Self::default() };
        let cell = narrow(cell);
        let label = Label {
            cell,
            swings: 0,
            gone: 0,
            standing: 0,
            cost: 0,
            bound: 0,
            shorter: u32::MAX,
            step: 0,
        };
        side.add(label);
        side
    }

    fn add(&mut self, label: Label) {
        self.known.insert((label.cell, label.gone), self.labels.len().try_into().expect("few"));
        self.at[usize::from(label.cell)].push(label);
        self.labels.push(label);
    }

    /// Returns the least bound of the labels to come.
    fn next_bound(&self) -> i64 {
        self.queue.peek().map_or(i64::MAX / 4, |&Reverse((bound, ..))| bound)
    }

    /// Returns the moves of a label, the longest beginning's last or the longest end's first.
    fn steps(&self, mut label: Label) -> Vec<u32> {
        let mut steps = Vec::new();
        while label.shorter != u32::MAX {
            steps.push(label.step);
            label = self.labels[label.shorter as usize];
        }
        steps
    }
}

/// The moves of an instance, and what has been found.
struct Routes<'a> {
    field: &'a Field,
    posts_go: bool,
    moves: Vec<Move>,
    /// The moves from each cell, and those into it.
    from: Vec<Vec<u32>>,
    into: Vec<Vec<u32>>,
    /// The rounded cost of the longest swing round each post, if it goes.
    prices: Vec<i64>,
    best: Option<Vec<u32>>,
    /// What a better route has to cost less than, rounded.
    limit: i64,
    /// Whether labels were left out because of the limit.
    is_cut: bool,
}

/// Reports ever cheaper routes, until none is left.
pub(crate) fn search(field: &Field, posts_go: bool, search: &mut Search) -> Flow {
    let mut mover = Mover::new(field, posts_go);
    for cell in field.points() {
        mover.find(cell, search)?;
    }
    let mut moves = mover.moves;
    for step in moves.iter_mut().filter(|_| !posts_go) {
        (step.standing, step.gone) = (0, 0);
    }
    let lists = |cell: fn(&Move) -> usize| {
        let mut lists = vec![Vec::new(); field.cells()];
        for (number, step) in (0..).zip(&moves) {
            lists[cell(step)].push(number);
        }
        lists
    };
    let (from, into) = (lists(|step| step.from), lists(|step| step.to));
    let price = |post| {
        let round = moves.iter().filter(|step| posts_go && step.post == post);
        round.map(cost).min().unwrap_or(0)
    };
    let prices = (0..field.posts.len()).map(price).collect();
    let limit = moves.iter().map(cost).min().unwrap_or(0);
    let mut routes =
        Routes { field, posts_go, moves, from, into, prices, best: None, limit, is_cut: true };
    while routes.is_cut && routes.best.is_none() {
        routes.limit += routes.limit / 4;
        routes.is_cut = false;
        routes.meet(search)?;
    }
    Flow::Continue(())
}

/// Returns the rounded cost of a move.
fn cost(step: &Move) -> i64 {
    UNIT / step.square
}

fn narrow(cell: usize) -> u16 {
    cell.try_into().expect("a board has at most 400 cells")
}

impl Routes<'_> {
    /// Makes labels from both ends until any route below the limit is found.
    fn meet(&mut self, search: &mut Search) -> Flow {
        let mut beginnings = Side::new(self.field, self.field.index(self.field.start()));
        let mut ends = Side::new(self.field, self.field.index(self.field.goal()));
        self.lengthen(&mut beginnings, 0, 0);
        self.shorten(&mut ends, 0, 0);
        loop {
            let (ahead, behind) = (beginnings.next_bound(), ends.next_bound());
            if ahead + behind >= self.limit {
                break;
            }
            let labels = beginnings.labels.len() + ends.labels.len();
            let queue = beginnings.queue.len().max(ends.queue.len());
            if labels > MOST_LABELS || queue > LONGEST_QUEUE {
                return search.give_up();
            }
            if beginnings.labels.len() <= BEGINNINGS_PER_END * ends.labels.len() {
                let Some(Reverse((_, shorter, step))) = beginnings.queue.pop() else { break };
                let label = self.longer(&beginnings, shorter, step);
                if !self.is_new(&beginnings, label) {
                    continue;
                }
                let number = beginnings.labels.len();
                beginnings.add(label);
                search.visit(label.swings.into(), || self.board(&beginnings.steps(label), &[]))?;
                self.join(&beginnings, label, &ends, search)?;
                if self.lengthen(&mut beginnings, number, behind) == 0 {
                    search.dead_end_because(|| "every further swing costs too much");
                }
            } else {
                let Some(Reverse((_, shorter, step))) = ends.queue.pop() else { break };
                let label = self.earlier(&ends, shorter, step);
                search.node()?;
                if self.is_dominated(&ends, label) {
                    continue;
                }
                let number = ends.labels.len();
                ends.add(label);
                for &beginning in &beginnings.at[usize::from(label.cell)] {
                    if beginning.bound + label.bound >= self.limit {
                        break;
                    }
                    self.judge(&beginnings, beginning, &ends, label, search)?;
                }
                self.shorten(&mut ends, number, ahead);
            }
        }
        // A route may have a swing that leads from the beginnings to the ends.
        if self.best.is_some() {
            for number in 0..beginnings.labels.len() {
                search.poll()?;
                let label = beginnings.labels[number];
                for &step in &self.from[usize::from(label.cell)].clone() {
                    if self.is_possible(label, step) {
                        let shorter = number.try_into().expect("few labels");
                        let label = self.longer(&beginnings, shorter, step);
                        self.join(&beginnings, label, &ends, search)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    fn price(&self, posts: u64) -> i64 {
        let (mut price, mut rest) = (0, posts);
        while rest != 0 {
            price += self.prices[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        price
    }

    /// Returns the post of a move as a set, if it goes.
    fn going(&self, step: &Move) -> u64 {
        if self.posts_go { 1 << step.post } else { 0 }
    }

    fn is_possible(&self, label: Label, step: u32) -> bool {
        let step = &self.moves[step as usize];
        step.gone & !label.gone == 0 && step.standing & label.gone == 0
    }

    /// Returns a beginning with one more swing.
    fn longer(&self, beginnings: &Side, shorter: u32, step: u32) -> Label {
        let (label, number) = (beginnings.labels[shorter as usize], step);
        let step = &self.moves[step as usize];
        let gone = label.gone | self.going(step);
        let cost = label.cost + cost(step);
        let (cell, swings) = (narrow(step.to), label.swings + 1);
        let bound = cost - self.price(gone);
        Label { cell, swings, gone, standing: 0, cost, bound, shorter, step: number }
    }

    /// Returns an end with one more swing before it; it may be impossible.
    fn earlier(&self, ends: &Side, shorter: u32, step: u32) -> Label {
        let (label, number) = (ends.labels[shorter as usize], step);
        let step = &self.moves[step as usize];
        let gone = (label.gone & !self.going(step)) | step.gone;
        let standing = label.standing | step.standing;
        let cost = label.cost + cost(step);
        let (cell, swings) = (narrow(step.from), label.swings + 1);
        let bound = cost + self.price(gone);
        Label { cell, swings, gone, standing, cost, bound, shorter, step: number }
    }

    /// Puts beginnings with one more swing into the queue, and returns their number.
    fn lengthen(&mut self, beginnings: &mut Side, number: usize, behind: i64) -> usize {
        let label = beginnings.labels[number];
        let number = number.try_into().expect("few labels");
        let mut count = 0;
        for &step in &self.from[usize::from(label.cell)] {
            let going = &self.moves[step as usize];
            let bound = label.bound + cost(going)
                - if self.posts_go { self.prices[going.post] } else { 0 };
            if self.is_possible(label, step) {
                if bound + behind < self.limit {
                    count += 1;
                    beginnings.queue.push(Reverse((bound, number, step)));
                } else {
                    self.is_cut = true;
                }
            }
        }
        count
    }

    /// Puts ends with one more swing before them into the queue.
    fn shorten(&mut self, ends: &mut Side, number: usize, ahead: i64) {
        let label = ends.labels[number];
        let number = number.try_into().expect("few labels");
        for &step in &self.into[usize::from(label.cell)] {
            let going = self.going(&self.moves[step as usize]);
            let earlier = self.earlier(ends, number, step);
            // No post is tied to that the end needs, or that has to be gone before.
            if label.standing & going == 0 && earlier.gone & earlier.standing == 0 {
                if earlier.bound + ahead < self.limit {
                    ends.queue.push(Reverse((earlier.bound, number, step)));
                } else {
                    self.is_cut = true;
                }
            }
        }
    }

    /// Returns whether no other beginning leads to the same cell and posts as cheaply.
    fn is_new(&self, beginnings: &Side, label: Label) -> bool {
        beginnings.known.get(&(label.cell, label.gone)).is_none_or(|&other| {
            let other = beginnings.labels[other as usize];
            other.cost + MARGIN > label.cost
                && self.compare(&beginnings.steps(other), &beginnings.steps(label)).is_gt()
        })
    }

    /// Returns whether another end needs no more, and is as cheap.
    fn is_dominated(&self, ends: &Side, label: Label) -> bool {
        ends.at[usize::from(label.cell)].iter().any(|&other| {
            let needs = (other.gone & !label.gone) | (other.standing & !label.standing);
            needs == 0
                && other.cost < label.cost + MARGIN
                && (other.cost + MARGIN <= label.cost
                    || self.compare(&ends.steps(other), &ends.steps(label)).is_le())
        })
    }

    /// Compares the costs of moves exactly.
    fn compare(&self, one: &[u32], other: &[u32]) -> Ordering {
        let squares = |steps: &[u32]| {
            let squares = steps.iter().map(|&step| self.moves[step as usize].square);
            let mut squares: Vec<i64> = squares.collect();
            squares.sort_unstable();
            squares
        };
        let [one, other] = [one, other].map(squares);
        if one == other {
            return Ordering::Equal;
        }
        let [one, other]: [Fraction; 2] = [one, other].map(total);
        one.cmp(&other)
    }

    /// Completes a beginning by all ends.
    fn join(
        &mut self,
        beginnings: &Side,
        label: Label,
        ends: &Side,
        search: &mut Search,
    ) -> Flow {
        for &end in &ends.at[usize::from(label.cell)] {
            if label.bound + end.bound >= self.limit {
                break;
            }
            self.judge(beginnings, label, ends, end, search)?;
        }
        Flow::Continue(())
    }

    /// Reports a beginning and an end if they are a better route.
    fn judge(
        &mut self,
        beginnings: &Side,
        beginning: Label,
        ends: &Side,
        end: Label,
        search: &mut Search,
    ) -> Flow {
        let is_possible =
            end.gone & !beginning.gone == 0 && end.standing & beginning.gone == 0;
        if !is_possible || beginning.cost + end.cost >= self.limit {
            return Flow::Continue(());
        }
        let mut route = beginnings.steps(beginning);
        route.reverse();
        route.extend(ends.steps(end));
        if self.best.as_ref().is_some_and(|best| self.compare(&route, best).is_ge()) {
            return Flow::Continue(());
        }
        self.limit = self.limit.min(beginning.cost + end.cost + MARGIN);
        let board = self.board(&[], &route);
        self.best = Some(route);
        search.solution(board)
    }

    /// Returns a board: the moves of a beginning, the last one first, and then others.
    fn board(&self, beginning: &[u32], rest: &[u32]) -> Board {
        let steps = beginning.iter().rev().chain(rest).map(|&step| &self.moves[step as usize]);
        let cells = steps.flat_map(|step| {
            let cells = [self.field.posts[step.post], self.field.point(step.to)];
            cells.map(|point| self.field.cell(point))
        });
        Board::Walk(cells.collect())
    }
}
