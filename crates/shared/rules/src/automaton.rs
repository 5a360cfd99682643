//! Sequences of numbers that an automaton accepts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::Range;

use crate::expression::ints_of;
use crate::{Budget, Flag, Int, Model, any, at_most, implies};

/// A finite automaton over short sequences of numbers: each number leads from one state to the
/// next.
///
/// It is stored as a minimal multi-valued decision diagram (MDD) with one layer per position of the
/// sequence.
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// For each position of a sequence, the states before it. The first layer has at most one
    /// state.
    layers: Vec<Layer>,
    /// Whether any sequence is accepted.
    is_satisfiable: bool,
}

/// A number that may continue an accepted sequence, and the state of the next layer to which it
/// leads. From the last layer every number leads to the state 0.
type Step = (i64, usize);

/// States, each with its steps in ascending order.
#[derive(Clone, Debug, Default)]
struct Layer {
    /// The steps of the first state, then those of the second, and so on.
    steps: Vec<Step>,
    /// For each state, the end of its steps.
    ends: Vec<usize>,
}

impl Layer {
    /// Returns the number of states.
    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the steps of a state.
    fn steps(&self, state: usize) -> &[Step] {
        let first = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.steps[first..self.ends[state]]
    }

    /// Returns the steps of each state.
    fn states(&self) -> impl Iterator<Item = &[Step]> {
        (0..self.len()).map(|state| self.steps(state))
    }

    /// Adds a state with the steps that follow those of the last one, and returns these.
    fn end_state(&mut self) -> &[Step] {
        self.ends.push(self.steps.len());
        self.steps(self.len() - 1)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.steps) + size_of_val(&*self.ends)
    }
}

/// A state of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    layer: usize,
    place: usize,
}

impl Automaton {
    /// Creates the automaton of the sequences that lead from the state `start` to an accepted one,
    /// with one number from each list of `values`. If `step` returns no next state, the sequence is
    /// rejected.
    ///
    /// Its memory is charged to `budget`, usually [that of the model](Model::budget). An automaton
    /// that would be too large accepts nothing; its model has a fault.
    pub fn new<S: Clone + Eq + Hash>(
        budget: &Budget,
        values: impl IntoIterator<Item = Vec<i64>>,
        start: S,
        mut step: impl FnMut(&S, i64) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Self {
        let values: Vec<Vec<i64>> = values.into_iter().map(ascending).collect();
        let follow = |place: usize, state: &S, next: &mut Vec<(i64, S)>| {
            let steps = values[place].iter().map(|&value| (value, step(state, value)));
            next.extend(steps.filter_map(|(value, state)| Some((value, state?))));
        };
        Self::grown(budget, values.len(), start, follow, |state| accepts(state))
    }

    /// Builds the automaton of sequences of this length that lead from `start` to an accepted
    /// state. `follow` adds the numbers that may continue a sequence at a position and state, in
    /// ascending order, each with the next state.
    fn grown<S: Clone + Eq + Hash>(
        budget: &Budget,
        length: usize,
        start: S,
        mut follow: impl FnMut(usize, &S, &mut Vec<(i64, S)>),
        accepts: impl FnMut(&S) -> bool,
    ) -> Self {
        let mut draft = Draft::new(budget);
        let (mut states, mut steps) = (vec![start], Vec::new());
        for place in 0..length {
            let mut next = Numbered::new();
            for state in &states {
                if budget.poll() {
                    return Automaton::default();
                }
                follow(place, state, &mut steps);
                for (value, state) in steps.drain(..) {
                    draft.step(value, next.place_of(state, budget));
                }
                draft.end_state();
            }
            draft.end_layer();
            states = next.members;
        }
        draft.accepts = states.iter().map(accepts).collect();
        draft.finish()
    }

    /// Creates an automaton that accepts exactly these rows: the table of a [`Model::table`].
    ///
    /// # Panics
    /// If the rows have different lengths.
    pub fn of_rows<R: AsRef<[i64]>>(budget: &Budget, rows: impl IntoIterator<Item = R>) -> Self {
        let mut gathered = Vec::new();
        for row in rows {
            let row = row.as_ref().to_vec();
            if budget.charge(size_of_val(&*row) + ROOM) {
                return Automaton::default();
            }
            gathered.push(row);
        }
        Self::of_all_rows(budget, gathered)
    }

    fn of_all_rows(budget: &Budget, mut rows: Vec<Vec<i64>>) -> Self {
        rows.sort_unstable();
        let len = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == len), "all rows have the same length");
        // A state is the range of rows with the prefix read so far.
        let follow = |place: usize, left: &Range<usize>, next: &mut Vec<(i64, Range<usize>)>| {
            let mut first = left.start;
            while first < left.end {
                let value = rows[first][place];
                let with_value = rows[first..left.end].partition_point(|row| row[place] == value);
                next.push((value, first..first + with_value));
                first += with_value;
            }
        };
        Self::grown(budget, len, 0..rows.len(), follow, |left| !left.is_empty())
    }

    /// Returns the intersection with the automaton that leads from another state `start` to an
    /// accepted one.
    #[must_use]
    pub fn narrowed<S: Clone + Eq + Hash>(
        &self,
        budget: &Budget,
        start: S,
        mut step: impl FnMut(&S, i64) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Self {
        if !self.is_satisfiable {
            return self.clone();
        }
        let both = |place: usize, (mine, other): &(usize, S), next: &mut Vec<_>| {
            for &(value, mine) in self.layers[place].steps(*mine) {
                if let Some(other) = step(other, value) {
                    next.push((value, (mine, other)));
                }
            }
        };
        Self::grown(budget, self.layers.len(), (0, start), both, |(_, other)| accepts(other))
    }

    /// Returns the state before the first number; `None` if no sequence is accepted.
    #[must_use]
    pub fn start(&self) -> Option<State> {
        self.is_satisfiable.then_some(State { layer: 0, place: 0 })
    }

    /// Returns the numbers that may continue an accepted sequence, each with the next state.
    pub fn steps(&self, state: State) -> impl Iterator<Item = (i64, State)> + '_ {
        let steps = self.layers.get(state.layer).map_or(&[][..], |layer| layer.steps(state.place));
        steps.iter().map(move |&(value, place)| (value, State { layer: state.layer + 1, place }))
    }

    /// Returns the state after one more number; `None` if no accepted sequence continues with it.
    #[must_use]
    pub fn step(&self, state: State, value: i64) -> Option<State> {
        let steps = self.layers.get(state.layer)?.steps(state.place);
        let step = steps.binary_search_by_key(&value, |&(value, _)| value).ok()?;
        Some(State { layer: state.layer + 1, place: steps[step].1 })
    }

    /// Pairs the layers with the numbers that they read.
    fn along<'a>(
        &'a self,
        ints: &'a [&'a Int],
    ) -> impl ExactSizeIterator<Item = (&'a Int, &'a Layer, usize)> {
        assert!(
            !self.is_satisfiable || ints.len() == self.layers.len(),
            "an automaton for {} numbers is to read {}",
            self.layers.len(),
            ints.len()
        );
        ints.iter().zip(&self.layers).enumerate().map(|(place, (int, layer))| {
            let after = self.layers.get(place + 1).map_or(1, Layer::len);
            (*int, layer, after)
        })
    }
}

/// Overhead of an allocation or a table entry, in bytes.
const ROOM: usize = 32;

/// The layers of an automaton under construction, whose states may be equivalent.
struct Draft<'b> {
    budget: &'b Budget,
    /// The bytes charged before construction.
    before: usize,
    layers: Vec<Layer>,
    layer: Layer,
    /// Whether the states after the last layer are accepted.
    accepts: Vec<bool>,
}

impl<'b> Draft<'b> {
    fn new(budget: &'b Budget) -> Self {
        let (layers, layer, accepts) = (Vec::new(), Layer::default(), Vec::new());
        Draft { budget, before: budget.bytes(), layers, layer, accepts }
    }

    /// Adds a step from the state under construction.
    fn step(&mut self, value: i64, to: usize) {
        self.layer.steps.push((value, to));
    }

    fn end_state(&mut self) {
        let steps = self.layer.end_state();
        self.budget.charge(size_of_val(steps) + size_of::<usize>());
    }

    fn end_layer(&mut self) {
        self.layers.push(std::mem::take(&mut self.layer));
    }

    /// Merges equivalent states, starting at the last layer.
    fn finish(self) -> Automaton {
        let Draft { budget, before, mut layers, accepts, .. } = self;
        // The new index of each state in its layer; dead states have none.
        let mut names: Vec<Option<usize>> =
            accepts.into_iter().map(|is_right| is_right.then_some(0)).collect();
        for layer in layers.iter_mut().rev() {
            let mut kept = Kept::default();
            let mut steps = Vec::new();
            let mut name_of = |state: &[Step]| {
                let right = state.iter().filter_map(|&(value, to)| Some((value, names[to]?)));
                steps.clear();
                steps.extend(right);
                (!steps.is_empty()).then(|| kept.place_of(&steps, budget))
            };
            names = layer.states().map(&mut name_of).collect();
            *layer = kept.layer;
        }
        if budget.is_stopped() {
            return Automaton::default();
        }
        budget.keep(before, layers.iter().map(Layer::bytes).sum());
        let is_satisfiable = names.first().is_some_and(Option::is_some);
        Automaton { layers, is_satisfiable }
    }
}

/// Sorts values and removes duplicates.
fn ascending(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    values
}

/// States of a layer with the index of their first occurrence.
#[derive(Default)]
struct Kept {
    layer: Layer,
    places: HashMap<Box<[Step]>, usize, BuildHasherDefault<Mixer>>,
}

impl Kept {
    fn place_of(&mut self, steps: &[Step], budget: &Budget) -> usize {
        if let Some(&place) = self.places.get(steps) {
            return place;
        }
        let place = self.layer.len();
        budget.charge(2 * size_of_val(steps) + ROOM);
        self.places.insert(steps.into(), place);
        self.layer.steps.extend_from_slice(steps);
        self.layer.end_state();
        place
    }
}

/// Values with the index of their first occurrence.
struct Numbered<T> {
    members: Vec<T>,
    places: HashMap<T, usize, BuildHasherDefault<Mixer>>,
}

/// A fast hash for small keys: multiplication by an irregular odd number, then folding the upper
/// half, which depends on all bits of the key.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_i64(&mut self, word: i64) {
        self.write_u64(word.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        // The table uses the uppermost bits first.
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Numbered { members: Vec::new(), places: HashMap::default() }
    }

    fn place_of(&mut self, member: T, budget: &Budget) -> usize {
        *self.places.entry(member).or_insert_with_key(|member| {
            budget.charge(2 * (size_of::<T>() + ROOM));
            self.members.push(member.clone());
            self.members.len() - 1
        })
    }
}

impl Model {
    /// Requires that the automaton accepts the sequence of these numbers.
    ///
    /// ```
    /// use rules::{Automaton, Model};
    ///
    /// // Three numbers, 0 or 1, without two ones in a row: the state is the last of them.
    /// let mut model = Model::default();
    /// let bits = [(); 3].map(|()| model.int(0..=1));
    /// let step = |&last: &i64, bit| (last + bit < 2).then_some(bit);
    /// let no_pair = Automaton::new(model.budget(), vec![[0, 1].into(); 3], 0, step, |_| true);
    /// model.regular(&bits, &no_pair);
    /// assert_eq!(model.count(&bits)?, 5);
    /// # anyhow::Ok(())
    /// ```
    ///
    /// # Panics
    /// If the sequences of the automaton have another length.
    pub fn regular<'a>(&mut self, ints: impl IntoIterator<Item = &'a Int>, automaton: &Automaton) {
        self.state_regular(&ints_of(ints), automaton);
    }

    fn state_regular(&mut self, ints: &[&Int], automaton: &Automaton) {
        self.require(Flag::Known(automaton.is_satisfiable));
        let mut states = vec![Flag::TRUE];
        for (int, layer, after) in automaton.along(ints) {
            let next = self.int((0..).take(after));
            if self.budget().is_stopped() {
                return;
            }
            let next: Vec<Flag> = next.values().map(|(_, is_next)| is_next).collect();
            self.lead(int, layer, &states, &next);
            // Implied constraints that help the solver: what each state and number requires.
            let mut before = vec![Vec::new(); after];
            let mut fitting = vec![Vec::new(); int.values().len()];
            let mut wrong = Vec::new();
            for (&is_here, steps) in states.iter().zip(layer.states()) {
                if self.poll() {
                    return;
                }
                wrong.clear();
                let mut right = steps.iter().map(|&(value, _)| value).peekable();
                for ((value, is_value), fitting) in int.values().zip(&mut fitting) {
                    while right.next_if(|&right| right < value).is_some() {}
                    let is_right = right.next_if_eq(&value).is_some();
                    if is_right { fitting.push(is_here) } else { wrong.push(is_value) }
                }
                wrong.push(is_here);
                self.require(at_most(1, &wrong));
                for &(_, to) in steps {
                    before[to].push(is_here);
                }
            }
            for (is_next, mut before) in next.iter().zip(before) {
                before.dedup();
                self.require(implies(*is_next, any(before)));
            }
            for ((_, is_value), fitting) in int.values().zip(fitting) {
                self.require(implies(is_value, any(fitting)));
            }
            states = next;
        }
    }

    /// Requires that the automaton rejects the sequence of these numbers.
    ///
    /// ```
    /// use rules::{Automaton, Model};
    ///
    /// let mut model = Model::default();
    /// let bits = [(); 3].map(|()| model.int(0..=1));
    /// let rows = Automaton::of_rows(model.budget(), [[0, 0, 0], [1, 0, 1]]);
    /// model.avoid(&bits, &rows);
    /// assert_eq!(model.count(&bits)?, 6);
    /// # anyhow::Ok(())
    /// ```
    ///
    /// # Panics
    /// If the sequences of the automaton have another length.
    pub fn avoid<'a>(&mut self, ints: impl IntoIterator<Item = &'a Int>, automaton: &Automaton) {
        self.state_avoid(&ints_of(ints), automaton);
    }

    fn state_avoid(&mut self, ints: &[&Int], automaton: &Automaton) {
        let layers = automaton.along(ints);
        let Some(last) = layers.len().checked_sub(1) else { return };
        let mut states = vec![Flag::TRUE];
        for (place, (int, layer, after)) in layers.enumerate() {
            if self.budget().is_stopped() {
                return;
            }
            let mut next = || if place == last { Flag::FALSE } else { self.flag() };
            let next: Vec<Flag> = (0..after).map(|_| next()).collect();
            self.lead(int, layer, &states, &next);
            states = next;
        }
    }

    /// Requires that the number leads from the current state to the next.
    fn lead(&mut self, int: &Int, layer: &Layer, states: &[Flag], next: &[Flag]) {
        for (&is_here, steps) in states.iter().zip(layer.states()) {
            if self.poll() {
                return;
            }
            for &(value, to) in steps {
                self.clause(&[!is_here, !int.is(value), next[to]]);
            }
        }
    }
}
