//! The search: sums in increasing order, and the trips for each, backwards.

use std::ops::ControlFlow;

use grid_utils::{Adjacency, Neighbourhood, Shape};
use puzzle::prelude::*;
use walks::Piece;

use crate::KnightMoves;

/// The number of nodes after which a table of all scores pays off for a trip.
const FEW_NODES: u32 = 500;

/// Whether something was found, or the reason to stop.
type Found = ControlFlow<Stop, bool>;

/// Reports a board with the smallest sum.
pub(crate) fn search(puzzle: &KnightMoves, search: &mut Search) -> Flow {
    let mut trips = Trips::new(puzzle);
    let reached = |first| trips.jumps.flood(CellSet::of(first), trips.board.all());
    if trips.ends.iter().any(|&[first, last]| !reached(first).contains(last)) {
        return Flow::Continue(());
    }
    // A number above the target would make a score too large, so its letter is not visited and can
    // have the smallest unused number.
    let count = u32::try_from(trips.cells.len()).expect("there are few letters");
    let largest = trips.target.max(count);
    // The letters on which a trip ends come first: they have the fewest numbers.
    let letters = (0..trips.cells.len()).sorted_by_key(|&letter| !trips.is_last(letter));
    let letters = letters.collect_vec();
    for sum in count * (count + 1) / 2..=count * largest {
        search.poll()?;
        if trips.share_out(&letters, sum, largest, search)? {
            return search.solution(trips.board_of());
        }
    }
    Flow::Continue(())
}

struct Trips {
    board: Shape<1>,
    jumps: Neighbourhood<1>,
    /// The index of each cell's letter in the alphabet.
    letters: Vec<usize>,
    /// The cells of each letter.
    cells: Vec<CellSet<1>>,
    /// The first and the last cell of each trip.
    ends: Vec<[usize; 2]>,
    target: u32,
    /// The numbers of the letters; 0 if not chosen yet.
    numbers: Vec<u32>,
    /// The trips that are complete, one after the other.
    complete: Vec<usize>,
    /// The trip being followed, from its last cell on.
    trip: Vec<usize>,
    /// The number of nodes left until a table is made.
    nodes_left: u32,
    /// The table: for each score the cells in which a walk can have it. Empty until it is made.
    reached: Vec<CellSet<1>>,
}

impl Trips {
    fn new(puzzle: &KnightMoves) -> Self {
        let (rows, columns) = (puzzle.letters.rows(), puzzle.letters.columns());
        let board = Shape::new(rows, columns).expect("a board has at most 64 cells");
        let jumps = Piece::KNIGHT.jumps(&board);
        let alphabet = puzzle.alphabet();
        let cells: Vec<CellSet<1>> = alphabet
            .iter()
            .map(|letter| board.set_of(&puzzle.letters, |one| one == letter))
            .collect();
        let letter = |cell| cells.iter().position(|cells| cells.contains(cell));
        let letters = (0..board.len()).filter_map(letter).collect();
        Trips {
            ends: puzzle.ends().map(|ends| ends.map(|cell| board.index(cell))).collect(),
            board,
            jumps,
            letters,
            cells,
            target: u32::try_from(puzzle.target.get()).expect("it is at most 100,000"),
            numbers: vec![0; alphabet.len()],
            complete: Vec::new(),
            trip: Vec::new(),
            nodes_left: 0,
            reached: Vec::new(),
        }
    }

    /// Assigns numbers with this sum to these letters, in all ways, until one has all trips. The
    /// number of the last letter of a trip divides the target, which leaves few, so these letters
    /// come first.
    fn share_out(
        &mut self,
        letters: &[usize],
        sum: u32,
        largest: u32,
        search: &mut Search,
    ) -> Found {
        let Some((&letter, others)) = letters.split_first() else { return self.make_trips(search) };
        let after = u32::try_from(others.len()).expect("there are few letters");
        let smallest = if others.is_empty() { sum } else { 1 };
        for number in smallest..=(sum - after).min(largest) {
            let divides = self.target.is_multiple_of(number);
            if self.numbers.contains(&number) || (self.is_last(letter) && !divides) {
                continue;
            }
            self.numbers[letter] = number;
            if self.share_out(others, sum - number, largest, search)? {
                return ControlFlow::Continue(true);
            }
            self.numbers[letter] = 0;
        }
        ControlFlow::Continue(false)
    }

    /// Returns whether a trip ends on this letter.
    fn is_last(&self, letter: usize) -> bool {
        self.ends.iter().any(|&[_, last]| self.letters[last] == letter)
    }

    /// Searches all trips with the current numbers of the letters.
    fn make_trips(&mut self, search: &mut Search) -> Found {
        self.complete.clear();
        for [first, last] in self.ends.clone() {
            self.nodes_left = FEW_NODES;
            self.reached.clear();
            if !self.follow(last, self.target, first, CellSet::of(last), search)? {
                return ControlFlow::Continue(false);
            }
            self.complete = self.walked();
            self.trip.clear();
        }
        ControlFlow::Continue(true)
    }

    /// Follows a trip backwards to its start, from a cell with a score, over cells not `seen` before.
    /// If it comes to the start with the right score, it is kept.
    fn follow(
        &mut self,
        cell: usize,
        score: u32,
        start: usize,
        seen: CellSet<1>,
        search: &mut Search,
    ) -> Found {
        self.trip.push(cell);
        search.visit(self.complete.len() + self.trip.len(), || self.board_of())?;
        if cell == start {
            let first = self.number(start);
            if score == first {
                return ControlFlow::Continue(true);
            }
            search.dead_end_because(|| format!("a score of {score} here, not {first}"));
        } else if self.is_out_of_reach(cell, score, start) {
            search.dead_end_because(|| format!("no walk has the score {score} here"));
        } else {
            let mut is_stuck = true;
            for before in self.jumps.of(cell) - seen {
                let Some(score) = self.score_before(before, cell, score) else { continue };
                is_stuck = false;
                if self.follow(before, score, start, seen.with(before), search)? {
                    return ControlFlow::Continue(true);
                }
            }
            if is_stuck {
                search.dead_end_because(|| format!("no jump fits the score {score}"));
            }
        }
        self.trip.pop();
        ControlFlow::Continue(false)
    }

    /// Returns the score before a jump that leads to this one; `None` if there is none.
    fn score_before(&self, from: usize, to: usize, score: u32) -> Option<u32> {
        let number = self.number(to);
        if self.letters[from] == self.letters[to] {
            score.checked_sub(number).filter(|&before| before > 0)
        } else {
            score.is_multiple_of(number).then_some(score / number)
        }
    }

    fn number(&self, cell: usize) -> u32 {
        self.numbers[self.letters[cell]]
    }

    /// Returns whether even a walk that may revisit cells cannot lead here from the start of the
    /// trip. Used only after the trip has taken long.
    fn is_out_of_reach(&mut self, cell: usize, score: u32, start: usize) -> bool {
        if self.nodes_left > 0 {
            self.nodes_left -= 1;
            return false;
        }
        if self.reached.is_empty() {
            self.reached = self.reached_from(start);
        }
        !self.reached[score as usize].contains(cell)
    }

    /// Returns, for each score up to the target, the cells in which a walk from this one can have
    /// it.
    fn reached_from(&self, start: usize) -> Vec<CellSet<1>> {
        let mut reached = vec![CellSet::EMPTY; self.target as usize + 1];
        if let Some(first) = reached.get_mut(self.number(start) as usize) {
            first.insert(start);
        }
        // The letter with the number 1 comes first, as a jump to it may leave the score as it is.
        let mut letters: Vec<(usize, CellSet<1>)> =
            self.numbers.iter().map(|&number| number as usize).zip(self.cells.clone()).collect();
        letters.sort_unstable_by_key(|&(number, _)| number);
        for score in 1..reached.len() {
            for &(number, cells) in &letters {
                let jumps = [(score * number, self.board.all() - cells), (score + number, cells)];
                for (next, from) in jumps {
                    let to = self.jumps.neighbours(reached[score] & from) & cells;
                    if let Some(reached) = reached.get_mut(next) {
                        *reached |= to;
                    }
                }
            }
        }
        reached
    }

    /// Returns the known cells of all trips in their order.
    fn walked(&self) -> Vec<usize> {
        self.complete.iter().chain(self.trip.iter().rev()).copied().collect()
    }

    fn board_of(&self) -> Board {
        let squares = self.walked().into_iter().filter_map(|cell| i64::try_from(cell).ok());
        Board::List(self.numbers.iter().copied().map(i64::from).chain(squares).collect())
    }
}
