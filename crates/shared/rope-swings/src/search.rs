//! The search from both ends.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};

use numbers::Fraction;
use puzzle::prelude::*;

use crate::moves::{Move, Mover};
use crate::{Field, cell, total};

/// Costs are rounded down to multiples of 2^-48.
const UNIT: i64 = 1 << 48;
/// Routes whose rounded costs differ by less than this are compared exactly. Rounding changes a cost
/// by less than the number of swings: at most 64 if posts go, and else, as no best route comes to
/// a cell twice, at most 400.
const MARGIN: i64 = 512;
/// The first price of every post, in fifths of the cost of its longest swing: with any price up to
/// that cost the bounds hold. A higher one bounds ends better, a lower one loses less where a
/// beginning spends a post that the end does not need to be gone.
const FIRST_PRICE: i64 = 4;
const HIGHEST_PRICE: i64 = 5;
/// Prices change after searches with more beginnings than this.
const FEW_BEGINNINGS: usize = 1000;
/// A limit below which no route exists is raised by one part in this many.
const RAISED_BY: i64 = 8;
/// How many beginnings of routes are made for each end, which takes longer.
const BEGINNINGS_PER_END: usize = 4;
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
    /// What a beginning costs beyond the prices of the posts that are gone; or what an end costs,
    /// plus the prices of the posts that have to be gone.
    bound: i64,
    /// The label one swing shorter, and the move between the two.
    shorter: u32,
    step: u32,
}

impl Label {
    /// Returns whether a beginning can be followed by a move.
    fn allows(&self, step: &Step) -> bool {
        step.gone & !self.gone == 0 && step.standing & self.gone == 0
    }
}

/// What is compared with many labels.
#[derive(Clone, Copy)]
struct Entry {
    bound: i64,
    gone: u64,
    standing: u64,
    label: u32,
}

/// Returns where ends in a cell are listed, by the last of the posts that have to be gone;
/// beginnings are all listed as if there were none.
fn place(cell: u16, gone: u64) -> usize {
    usize::from(cell) * 65 + (64 - gone.leading_zeros()) as usize
}

/// Returns the places of all ends in a cell that need no posts to be gone but these.
fn places(cell: u16, gone: u64) -> impl Iterator<Item = usize> {
    let mut rest = gone;
    let posts = std::iter::from_fn(move || {
        let last = (rest != 0).then(|| place(cell, rest))?;
        rest &= !(1 << rest.ilog2());
        Some(last)
    });
    std::iter::once(place(cell, 0)).chain(posts)
}

/// A move as the search uses it.
#[derive(Clone, Copy)]
struct Step {
    from: u16,
    to: u16,
    /// Its number in the list of moves.
    number: u32,
    gone: u64,
    standing: u64,
    post: usize,
    /// The post as a set, if it goes.
    going: u64,
    /// The rounded cost, and by how much it exceeds the price of the post.
    cost: i64,
    excess: i64,
}

/// The labels of beginnings, or of ends.
#[derive(Default)]
struct Side {
    labels: Vec<Label>,
    /// The labels by their [places](place), in the order of their bounds.
    at: Vec<Vec<Entry>>,
    /// The label of each cell and set of posts gone, for beginnings.
    known: HashMap<(u16, u64), u32>,
    /// Bounds of labels to come, each with the label one swing shorter, and the move.
    queue: BinaryHeap<Reverse<(i64, u32, u32)>>,
}

impl Side {
    fn new(field: &Field, cell: usize) -> Self {
        let mut side = Self { at: vec![Vec::new(); 65 * field.cells()], ..Self::default() };
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
        side.add(label, 0);
        side
    }

    fn add(&mut self, label: Label, listed: u64) {
        let Label { cell, gone, standing, bound, .. } = label;
        let number = self.labels.len().try_into().expect("few labels");
        self.at[place(cell, listed)].push(Entry { bound, gone, standing, label: number });
        self.labels.push(label);
    }

    /// Returns a beginning with one more swing.
    fn longer(&self, shorter: u32, step: &Step) -> Label {
        let label = self.labels[shorter as usize];
        Label {
            cell: step.to,
            swings: label.swings + 1,
            gone: label.gone | step.going,
            standing: 0,
            cost: label.cost + step.cost,
            bound: label.bound + step.excess,
            shorter,
            step: step.number,
        }
    }

    /// Returns the least bound of the labels to come.
    fn next_bound(&self) -> i64 {
        self.queue.peek().map_or(i64::MAX / 4, |&Reverse((bound, ..))| bound)
    }

    /// Returns the moves of a beginning from the last to the first, or of an end from the first on.
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
    moves: Vec<Move>,
    steps: Vec<Step>,
    /// The moves from each cell, and those into it, those with the least excess first.
    from: Vec<Vec<Step>>,
    into: Vec<Vec<Step>>,
    /// A fifth of the rounded cost of the longest swing round each post, 0 if posts stay; and how
    /// many of them are its price.
    fifths: Vec<i64>,
    prices: Vec<i64>,
    best: Option<Vec<u32>>,
    /// What a better route has to cost less than, rounded.
    limit: i64,
    /// Whether there may be routes beyond the limit.
    is_cut: bool,
}

/// Reports ever cheaper routes, until none is left.
pub(crate) fn search(field: &Field, posts_go: bool, search: &mut Search) -> Flow {
    let mut mover = Mover::new(field, posts_go);
    for cell in field.points() {
        if mover.find(cell, search.effort()).is_break() {
            search.poll()?;
            return search.give_up();
        }
    }
    let moves = mover.moves;
    // A post without a swing cannot go.
    let mut fifths = vec![if posts_go { i64::MAX / 1024 } else { 0 }; field.posts.len()];
    for step in &moves {
        fifths[step.post] = fifths[step.post].min(cost(step) / HIGHEST_PRICE);
    }
    let step = |(number, step): (u32, &Move)| {
        // Posts that stay need not be looked at.
        let [gone, standing, going] = [step.gone, step.standing, 1 << step.post]
            .map(|posts| if posts_go { posts } else { 0 });
        let (from, to, cost) = (narrow(step.from), narrow(step.to), cost(step));
        Step { from, to, number, gone, standing, post: step.post, going, cost, excess: 0 }
    };
    let steps = (0..).zip(&moves).map(step).collect_vec();
    let limit = moves.iter().map(cost).min().unwrap_or(0);
    let prices = vec![FIRST_PRICE; fifths.len()];
    let (from, into) = (Vec::new(), Vec::new());
    let mut routes =
        Routes { field, moves, steps, from, into, fifths, prices, best: None, limit, is_cut: true };
    routes.sort_moves();
    while routes.is_cut && routes.best.is_none() {
        routes.limit = routes.limit.saturating_add(routes.limit / RAISED_BY);
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
    /// Lists the moves by what they cost beyond the prices of posts.
    fn sort_moves(&mut self) {
        for step in &mut self.steps {
            step.excess = step.cost - self.prices[step.post] * self.fifths[step.post];
        }
        let lists = |cell: fn(&Step) -> u16| {
            let mut lists = vec![Vec::new(); self.field.cells()];
            for step in self.steps.iter().sorted_by_key(|step| step.excess) {
                lists[usize::from(cell(step))].push(*step);
            }
            lists
        };
        (self.from, self.into) = (lists(|step| step.from), lists(|step| step.to));
    }

    /// Raises the price of each post that has to be gone for a larger share of ends than it is gone
    /// for beginnings, and lowers the others: so there are fewer of both below the same bounds.
    fn change_prices(&mut self, beginnings: &[Label], ends: &[Label]) {
        for (post, price) in self.prices.iter_mut().enumerate() {
            let share = |labels: &[Label]| {
                let gone = labels.iter().filter(|label| label.gone >> post & 1 == 1);
                gone.count() as f64 / labels.len() as f64
            };
            let change = if share(ends) > share(beginnings) { 1 } else { -1 };
            *price = (*price + change).clamp(0, HIGHEST_PRICE);
        }
        self.sort_moves();
    }

    /// Makes labels from both ends until any route below the limit is found.
    fn meet(&mut self, search: &mut Search) -> Flow {
        let mut beginnings = Side::new(self.field, self.field.index(self.field.start()));
        let mut ends = Side::new(self.field, self.field.index(self.field.goal()));
        self.lengthen(&mut beginnings, 0, 0);
        self.shorten(&mut ends, 0, 0);
        loop {
            let (ahead, behind) = (beginnings.next_bound(), ends.next_bound());
            if ahead + behind >= self.limit {
                self.is_cut |= !beginnings.queue.is_empty() && !ends.queue.is_empty();
                break;
            }
            let labels = beginnings.labels.len() + ends.labels.len();
            let queue = beginnings.queue.len().max(ends.queue.len());
            if labels > MOST_LABELS || queue > LONGEST_QUEUE {
                return search.give_up();
            }
            if beginnings.labels.len() <= BEGINNINGS_PER_END * ends.labels.len() {
                let Some(Reverse((_, shorter, step))) = beginnings.queue.pop() else { break };
                let label = beginnings.longer(shorter, &self.steps[step as usize]);
                if !self.is_new(&beginnings, label) {
                    continue;
                }
                let number = beginnings.labels.len();
                beginnings.add(label, 0);
                let known = u32::try_from(number).expect("few labels");
                beginnings.known.insert((label.cell, label.gone), known);
                search.visit(label.swings.into(), || self.board(&beginnings.steps(label), &[]))?;
                self.join(&beginnings, label, &ends, search)?;
                if self.lengthen(&mut beginnings, number, behind) == 0 {
                    search.dead_end_because(|| "every further swing costs too much");
                }
            } else {
                let Some(Reverse((_, shorter, step))) = ends.queue.pop() else { break };
                let label = self.earlier(&ends, shorter, &self.steps[step as usize]);
                search.node()?;
                if self.is_dominated(&ends, label) {
                    continue;
                }
                let number = ends.labels.len();
                ends.add(label, label.gone);
                for entry in &beginnings.at[place(label.cell, 0)] {
                    if entry.bound + label.bound >= self.limit {
                        self.is_cut = true;
                        break;
                    }
                    if label.gone & !entry.gone == 0 && label.standing & entry.gone == 0 {
                        let beginning = beginnings.labels[entry.label as usize];
                        self.judge(&beginnings, beginning, &ends, label, search)?;
                    }
                }
                self.shorten(&mut ends, number, ahead);
            }
        }
        // A better route has a swing from one of the beginnings to one of the ends.
        let behind = ends.next_bound();
        for number in 0..beginnings.labels.len() {
            search.poll()?;
            let label = beginnings.labels[number];
            let number = number.try_into().expect("few labels");
            for step in self.from[usize::from(label.cell)].clone() {
                let bound = label.bound + step.excess;
                if bound >= self.limit {
                    self.is_cut = true;
                    break;
                }
                if bound + behind >= self.limit && label.allows(&step) {
                    let label = beginnings.longer(number, &step);
                    self.join(&beginnings, label, &ends, search)?;
                }
            }
        }
        if self.best.is_none() && beginnings.labels.len() > FEW_BEGINNINGS {
            self.change_prices(&beginnings.labels, &ends.labels);
        }
        Flow::Continue(())
    }

    fn price(&self, posts: u64) -> i64 {
        let (mut price, mut rest) = (0, posts);
        while rest != 0 {
            let post = rest.trailing_zeros() as usize;
            price += self.prices[post] * self.fifths[post];
            rest &= rest - 1;
        }
        price
    }

    /// Returns an end with one more swing before it; it may be impossible.
    fn earlier(&self, ends: &Side, shorter: u32, step: &Step) -> Label {
        let label = ends.labels[shorter as usize];
        let gone = (label.gone & !step.going) | step.gone;
        let cost = label.cost + step.cost;
        Label {
            cell: step.from,
            swings: label.swings + 1,
            gone,
            standing: label.standing | step.standing,
            cost,
            bound: cost + self.price(gone),
            shorter,
            step: step.number,
        }
    }

    /// Puts beginnings with one more swing into the queue, and returns their number.
    fn lengthen(&mut self, beginnings: &mut Side, number: usize, behind: i64) -> usize {
        let label = beginnings.labels[number];
        let number = number.try_into().expect("few labels");
        let mut count = 0;
        for step in &self.from[usize::from(label.cell)] {
            let bound = label.bound + step.excess;
            if bound + behind >= self.limit {
                self.is_cut = true;
                break;
            }
            if label.allows(step) {
                count += 1;
                beginnings.queue.push(Reverse((bound, number, step.number)));
            }
        }
        count
    }

    /// Puts ends with one more swing before them into the queue.
    fn shorten(&mut self, ends: &mut Side, number: usize, ahead: i64) {
        let label = ends.labels[number];
        let number = number.try_into().expect("few labels");
        for step in &self.into[usize::from(label.cell)] {
            if label.bound + step.excess + ahead >= self.limit {
                self.is_cut = true;
                break;
            }
            // No post is tied to that the end needs, or that has to be gone before.
            let gone = (label.gone & !step.going) | step.gone;
            if label.standing & step.going != 0 || gone & (label.standing | step.standing) != 0 {
                continue;
            }
            let bound = label.cost + step.cost + self.price(gone);
            if bound + ahead < self.limit {
                ends.queue.push(Reverse((bound, number, step.number)));
            } else {
                self.is_cut = true;
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
        places(label.cell, label.gone).flat_map(|place| &ends.at[place]).any(|entry| {
            if (entry.gone & !label.gone) | (entry.standing & !label.standing) != 0 {
                return false;
            }
            let other = ends.labels[entry.label as usize];
            other.cost < label.cost + MARGIN
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
    fn join(&mut self, beginnings: &Side, label: Label, ends: &Side, search: &mut Search) -> Flow {
        for place in places(label.cell, label.gone) {
            for entry in &ends.at[place] {
                if label.bound + entry.bound >= self.limit {
                    self.is_cut = true;
                    break;
                }
                if entry.gone & !label.gone == 0 && entry.standing & label.gone == 0 {
                    let end = ends.labels[entry.label as usize];
                    self.judge(beginnings, label, ends, end, search)?;
                }
            }
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
        if beginning.cost + end.cost >= self.limit {
            self.is_cut = true;
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

    /// Returns the board of a route: the moves of a beginning, which are listed from its end, and
    /// then others.
    fn board(&self, beginning: &[u32], rest: &[u32]) -> Board {
        let steps = beginning.iter().rev().chain(rest).map(|&step| &self.moves[step as usize]);
        let cells = steps.flat_map(|step| {
            let cells = [self.field.posts[step.post], self.field.point(step.to)];
            cells.map(cell)
        });
        Board::Walk(cells.collect())
    }
}
