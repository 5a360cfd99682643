//! The search: all states after one move, after two moves and so on, each kept once.

use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, Range};

use grid_utils::Direction;
use puzzle::{Search, Stop};

use crate::faces::{Faces, Value};
use crate::history::{History, Id, Stand};
use crate::outlook::Outlook;
use crate::stretch::stretched;
use crate::terrain::{Terrain, Way};
use crate::{DieAgony, Journey};

/// Journeys of more moves are neither looked for nor listed.
const MOST_MOVES: u64 = 1_000_000;

/// The search holds at most so many moments, some 150 bytes each.
const MOST_MOMENTS: usize = 1 << 21;

/// The size of the history at which it is first cleared out.
const FIRST_CLEARANCE: usize = 1 << 14;

/// From so many moments of one move on, equal ones are found by hashing.
const CROWD: usize = 512;

/// Reports every journey.
pub(crate) fn search(instance: &DieAgony, search: &mut Search<Journey>) -> ControlFlow<Stop> {
    let terrain = Terrain::new(instance);
    let start = Stand { cell: terrain.start, faces: Faces::new([None; 6]) };
    let walk = Walk {
        terrain,
        search,
        history: History::new(start),
        level: 0,
        crowd: HashMap::new(),
        waiting: None,
        next_clearance: FIRST_CLEARANCE,
    };
    walk.run()
}

impl Stand {
    /// The face that comes up with move `number`, if it adds what it must.
    #[inline]
    fn next_top(&self, way: &Way, number: u64) -> Option<Value> {
        match self.faces.coming_up(way.direction) {
            None => Some(Value::new(way.difference, number)),
            Some(value) => value.fits(way.difference, number).then_some(value),
        }
    }

    /// The die after tipping over, with the face that came up.
    #[inline]
    fn tipped(&self, way: &Way, top: Value) -> Stand {
        Stand { cell: way.to, faces: self.faces.tipped(way.direction, Some(top)) }
    }

    fn shows_zero(&self) -> bool {
        self.faces.top().is_some_and(Value::is_zero)
    }

    /// Whether the die can tip over to a neighbour and back at any time, changing nothing: from a
    /// zero to another zero, between equal cells.
    fn can_wait(&self, terrain: &Terrain) -> bool {
        let is_zero = |direction| self.faces.coming_up(direction).is_some_and(Value::is_zero);
        self.shows_zero() && terrain.level_ways(self.cell).any(|way| is_zero(way.direction))
    }
}

/// A move that is to be made from a rest.
#[derive(Clone, Copy)]
struct Departure {
    from: Id,
    direction: Direction,
}

/// What there is to do once the die can wait somewhere. Most instances never come here.
struct Waiting {
    /// The stands in which the die can wait; none for those that the finish is out of reach from.
    rests: HashMap<Stand, Option<Id>>,
    /// Moves that bring up a known face, which fits at one moment alone.
    timetable: BTreeMap<u64, Vec<Departure>>,
    /// Moves that bring up an unknown face, which is possible with every second move: with those
    /// of even numbers and with those of odd numbers.
    open: [Vec<Departure>; 2],
    /// When to ask again which of the open moves may still lead to the finish.
    next_review: u64,
    outlook: Outlook,
    /// Whether there may be journeys of more than [`MOST_MOVES`].
    beyond: bool,
}

struct Walk<'i, 's, 'r> {
    terrain: Terrain<'i>,
    search: &'s mut Search<'r, Journey>,
    history: History,
    /// Where the moments of the present move begin in the history.
    level: usize,
    /// The moments of the present move, where they are many.
    crowd: HashMap<Stand, Id>,
    waiting: Option<Box<Waiting>>,
    /// The size of the history at which to clear it out.
    next_clearance: usize,
}

impl Walk<'_, '_, '_> {
    fn run(mut self) -> ControlFlow<Stop> {
        self.search.visit(0, || Journey(vec![self.terrain.start]))?;
        let mut number = 1;
        let mut last_level = 0..1;
        loop {
            self.level = self.history.len();
            self.crowd.clear();
            for from in last_level {
                self.leave(from as Id, number)?;
            }
            if self.waiting.is_some() {
                self.leave_rests(number)?;
            }
            if self.history.size() >= self.next_clearance {
                self.clear_out()?;
            }
            last_level = self.level..self.history.len();
            match self.next_move(&last_level, number) {
                Some(next) => number = next,
                None => break,
            }
        }
        if self.waiting.is_some_and(|waiting| waiting.beyond) {
            return self.search.give_up();
        }
        ControlFlow::Continue(())
    }

    /// The next move at which anything can happen: the very next if the die rolls or can roll at any
    /// time, else the next one in the timetable.
    fn next_move(&self, level: &Range<usize>, number: u64) -> Option<u64> {
        let Some(waiting) = &self.waiting else {
            return (!level.is_empty()).then_some(number + 1);
        };
        if !level.is_empty() || waiting.open.iter().any(|open| !open.is_empty()) {
            return Some(number + 1);
        }
        waiting.timetable.first_key_value().map(|(&next, _)| next)
    }

    /// Makes every move `number` from a moment of the move before.
    fn leave(&mut self, from: Id, number: u64) -> ControlFlow<Stop> {
        let moment = self.history.moment(from);
        let stand = moment.stand;
        if moment.rest {
            return self.plan(from, stand, number);
        }
        let mut stuck = true;
        for way in self.terrain.ways(stand.cell) {
            if let Some(top) = stand.next_top(&way, number) {
                stuck = false;
                self.arrive(from, stand.tipped(&way, top), number)?;
            }
        }
        if stuck {
            self.search.dead_end_at(number as usize - 1, || self.history.way_to(from));
        }
        ControlFlow::Continue(())
    }

    /// The die stands somewhere after move `number`.
    #[inline]
    fn arrive(&mut self, from: Id, stand: Stand, number: u64) -> ControlFlow<Stop> {
        if stand.cell == self.terrain.finish {
            return self.report(from, number);
        }
        if stand.can_wait(&self.terrain) {
            return self.rest(from, stand, number);
        }
        if let Some(known) = self.find(&stand) {
            self.history.link(from, known);
            return ControlFlow::Continue(());
        }
        self.visit(from, &stand, number)?;
        self.history.add(from, stand, number, false);
        ControlFlow::Continue(())
    }

    /// Counts a new stand, entered with move `number`, and shows a way to it. Where the die can wait,
    /// that is the way of those who do not.
    #[inline]
    fn visit(&mut self, from: Id, stand: &Stand, number: u64) -> ControlFlow<Stop> {
        self.search.visit(number as usize, || self.history.way_to(from).and(stand.cell))
    }

    /// The moment of the present move with this stand.
    #[inline]
    fn find(&mut self, stand: &Stand) -> Option<Id> {
        let crowd = self.history.len() - self.level;
        if crowd < CROWD {
            return self.history.find(self.level, stand);
        }
        let hashed = self.level + self.crowd.len();
        for id in hashed..self.history.len() {
            self.crowd.insert(self.history.moment(id as Id).stand, id as Id);
        }
        self.crowd.get(stand).copied()
    }

    /// Reports all journeys that arrive at the finish from a moment with move `number`.
    fn report(&mut self, from: Id, number: u64) -> ControlFlow<Stop> {
        for journey in self.history.journeys(from, number - 1, self.terrain.finish) {
            self.search.poll()?;
            let longer = self.waiting.as_ref().and_then(|_| stretched(&self.terrain, &journey.0));
            self.search.solution_at(number as usize, journey)?;
            if let Some(longer) = longer {
                self.search.solution_at(longer.len() - 1, Journey(longer))?;
                return self.search.endless();
            }
        }
        ControlFlow::Continue(())
    }
}

/// What concerns rests.
impl Walk<'_, '_, '_> {
    fn waiting(&mut self) -> &mut Waiting {
        let terrain = &self.terrain;
        self.waiting.get_or_insert_with(|| {
            Box::new(Waiting {
                rests: HashMap::new(),
                timetable: BTreeMap::new(),
                open: [Vec::new(), Vec::new()],
                next_review: 0,
                outlook: Outlook::new(terrain),
                beyond: false,
            })
        })
    }

    /// The die stands, after move `number`, where it can wait.
    fn rest(&mut self, from: Id, stand: Stand, number: u64) -> ControlFlow<Stop> {
        match self.waiting().rests.get(&stand) {
            Some(&Some(known)) => self.history.link(from, known),
            Some(None) => {
                let depth = number as usize;
                self.search.dead_end_at(depth, || self.history.way_to(from).and(stand.cell));
            }
            None => {
                self.visit(from, &stand, number)?;
                // Who rolls on from a rest to the next has asked already.
                let entered = !self.history.moment(from).rest;
                let id = if entered && !self.is_hopeful(&stand, number)? {
                    self.search.dead_end();
                    None
                } else {
                    Some(self.history.add(from, stand, number, true))
                };
                self.waiting().rests.insert(stand, id);
            }
        }
        ControlFlow::Continue(())
    }

    fn is_hopeful(&mut self, stand: &Stand, number: u64) -> ControlFlow<Stop, bool> {
        let waiting = self.waiting.as_mut().expect("only a die that can wait has an outlook");
        waiting.outlook.is_hopeful(&self.terrain, stand, number, self.search)
    }

    /// Rolls on with move `number` from a rest that was just found, and plans the later moves.
    fn plan(&mut self, from: Id, stand: Stand, number: u64) -> ControlFlow<Stop> {
        for way in self.terrain.ways(stand.cell) {
            let departure = Departure { from, direction: way.direction };
            match stand.faces.coming_up(way.direction) {
                Some(value) if way.difference != 0 => {
                    self.schedule(departure, stand, value.number_for(way.difference), number)?;
                }
                Some(value) if !value.is_zero() => {}
                None if way.difference != 0 && number > MOST_MOVES => self.waiting().beyond = true,
                None if way.difference != 0 => {
                    self.waiting().open[(number % 2) as usize].push(departure);
                }
                _ => self.depart(departure, number)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts a move with a known face into the timetable, if its time is still to come.
    fn schedule(
        &mut self,
        departure: Departure,
        stand: Stand,
        fitting: Option<u128>,
        now: u64,
    ) -> ControlFlow<Stop> {
        let Some(fitting) = fitting else { return ControlFlow::Continue(()) };
        let in_step = fitting % 2 == u128::from(now % 2);
        match u64::try_from(fitting) {
            Ok(number) if number <= MOST_MOVES => {
                if in_step && number >= now {
                    self.waiting().timetable.entry(number).or_default().push(departure);
                }
            }
            _ => {
                let later = in_step && self.is_hopeful(&stand, MOST_MOVES)?;
                self.waiting().beyond |= later;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes all moves `number` that were planned.
    fn leave_rests(&mut self, number: u64) -> ControlFlow<Stop> {
        self.search.poll()?;
        let waiting = self.waiting();
        for departure in waiting.timetable.remove(&number).unwrap_or_default() {
            self.depart(departure, number)?;
        }
        self.review(number)?;
        let parity = (number % 2) as usize;
        for place in 0..self.waiting().open[parity].len() {
            let departure = self.waiting().open[parity][place];
            self.depart(departure, number)?;
        }
        ControlFlow::Continue(())
    }

    fn depart(
        &mut self,
        Departure { from, direction }: Departure,
        number: u64,
    ) -> ControlFlow<Stop> {
        let stand = self.history.moment(from).stand;
        let way = self.terrain.way(stand.cell, direction).expect("departures lead into the grid");
        match stand.next_top(&way, number) {
            Some(top) => self.arrive(from, stand.tipped(&way, top), number),
            None => ControlFlow::Continue(()),
        }
    }

    /// Now and then, gives up those open moves that cannot lead to the finish any more.
    fn review(&mut self, number: u64) -> ControlFlow<Stop> {
        let waiting = self.waiting();
        if number < waiting.next_review {
            return ControlFlow::Continue(());
        }
        waiting.next_review = 2 * number;
        for parity in 0..2 {
            let mut open = std::mem::take(&mut self.waiting().open[parity]);
            if number > MOST_MOVES {
                self.waiting().beyond |= !open.is_empty();
                open.clear();
            }
            let mut hopeful = Vec::with_capacity(open.len());
            for departure in open {
                let stand = self.history.moment(departure.from).stand;
                let waiting = self.waiting.as_ref().expect("rests were found");
                if waiting.outlook.is_hopeful_towards(
                    &self.terrain,
                    &stand,
                    departure.direction,
                    number - 1,
                    self.search,
                )? {
                    hopeful.push(departure);
                }
            }
            self.waiting().open[parity] = hopeful;
        }
        ControlFlow::Continue(())
    }

    /// Clears out the history where it has grown: most moments lead nowhere.
    #[cold]
    fn clear_out(&mut self) -> ControlFlow<Stop> {
        let names = self.history.compact(self.level);
        if let Some(waiting) = &mut self.waiting {
            let rename = |id: &mut Id| *id = names[*id as usize].expect("rests are kept");
            waiting.rests.retain(|_, rest| rest.is_some());
            waiting.rests.values_mut().flatten().for_each(rename);
            let planned = waiting.timetable.values_mut().chain(&mut waiting.open).flatten();
            planned.for_each(|departure| rename(&mut departure.from));
        }
        self.level = names[..self.level].iter().flatten().count();
        self.next_clearance = FIRST_CLEARANCE.max(2 * self.history.size());
        if self.history.size() > MOST_MOMENTS {
            return self.search.give_up();
        }
        ControlFlow::Continue(())
    }
}
