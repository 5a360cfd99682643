//! Sequences of numbers that an automaton accepts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::Range;

use crate::expression::ints_of;
use crate::{Bound, Flag, Int, Model, any, at_most, implies, when};

/// Which sequences of a few numbers are right: each number leads from one state to the next.
///
/// It is kept layer by layer, one for each place of the sequence, with the fewest states that tell
/// right sequences from wrong ones: a multi-valued decision diagram (MDD).
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// For each place of a sequence the states in front of it, and for each of them the numbers
    /// with which a right sequence may go on. The first layer has one state, if any.
    layers: Vec<Vec<Steps>>,
    /// Whether any sequence is right.
    is_satisfiable: bool,
}

/// Numbers, each with the state of the next layer to which it leads, in ascending order. From the last
/// layer every number leads to the state 0.
type Steps = Vec<(i64, usize)>;

/// A state of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    layer: usize,
    place: usize,
}

impl Automaton {
    /// The sequences that lead from the state `start` to an accepted one: a number for each list of
    /// `values`, and one of these. Where `step` knows no next state, the sequence is wrong.
    ///
    /// What it takes is charged to `bound`, as a rule [that of the model](Model::bound). An automaton
    /// that would be too large accepts nothing; its model has a fault.
    pub fn new<S: Clone + Eq + Hash>(
        bound: &Bound,
        values: impl IntoIterator<Item = Vec<i64>>,
        start: S,
        mut step: impl FnMut(&S, i64) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Self {
        let mut draft = Draft::new(bound);
        let mut states = vec![start];
        for values in values {
            let values = ascending(values);
            let mut next = Numbered::new();
            for state in &states {
                for &value in &values {
                    if bound.poll() {
                        return Automaton::default();
                    }
                    if let Some(state) = step(state, value) {
                        draft.step(value, next.place_of(state, bound));
                    }
                }
                draft.end_state();
            }
            draft.end_layer();
            states = next.members;
        }
        for state in &states {
            draft.accepts.push(accepts(state));
        }
        draft.finish()
    }

    /// An automaton that accepts these rows and no others: the table of a [`Model::table`].
    ///
    /// # Panics
    /// If the rows have different lengths.
    pub fn of_rows<R: AsRef<[i64]>>(bound: &Bound, rows: impl IntoIterator<Item = R>) -> Self {
        let mut gathered = Vec::new();
        for row in rows {
            let row = row.as_ref().to_vec();
            if bound.charge(size_of_val(&*row) + ROOM) {
                return Automaton::default();
            }
            gathered.push(row);
        }
        Self::of_all_rows(bound, gathered)
    }

    fn of_all_rows(bound: &Bound, mut rows: Vec<Vec<i64>>) -> Self {
        rows.sort_unstable();
        let len = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == len), "all rows have the same length");
        let values = (0..len).map(|place| rows.iter().map(|row| row[place]).collect());
        // What was read, and the rows that begin with it.
        let step = |(read, rows_left): &(usize, Range<usize>), value| {
            let left = &rows[rows_left.clone()];
            let first = left.partition_point(|row| row[*read] < value);
            let last = left.partition_point(|row| row[*read] <= value);
            let next = rows_left.start + first..rows_left.start + last;
            (!next.is_empty()).then_some((read + 1, next))
        };
        Self::new(bound, values, (0, 0..rows.len()), step, |(_, left)| !left.is_empty())
    }

    /// Those of its sequences that lead from another state `start` to an accepted one, too.
    #[must_use]
    pub fn narrowed<S: Clone + Eq + Hash>(
        &self,
        bound: &Bound,
        start: S,
        mut step: impl FnMut(&S, i64) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Self {
        let both = |(mine, other): &(Option<State>, S), value| {
            let mine = self.step((*mine)?, value)?;
            Some((Some(mine), step(other, value)?))
        };
        Self::new(bound, self.values(), (self.start(), start), both, |(mine, other)| {
            mine.is_some() && accepts(other)
        })
    }

    /// The numbers of its sequences, place by place.
    fn values(&self) -> Vec<Vec<i64>> {
        let values_of =
            |layer: &Vec<Steps>| layer.iter().flatten().map(|&(value, _)| value).collect();
        self.layers.iter().map(values_of).collect()
    }

    /// The state before the first number; `None` if no sequence is right.
    #[must_use]
    pub fn start(&self) -> Option<State> {
        self.is_satisfiable.then_some(State { layer: 0, place: 0 })
    }

    /// The numbers with which a right sequence may go on, each with the state to which it leads.
    pub fn steps(&self, state: State) -> impl Iterator<Item = (i64, State)> + '_ {
        let steps = self.layers.get(state.layer).map_or(&[][..], |layer| &layer[state.place]);
        steps.iter().map(move |&(value, place)| (value, State { layer: state.layer + 1, place }))
    }

    /// The state after one more number; `None` if no right sequence continues with it.
    #[must_use]
    pub fn step(&self, state: State, value: i64) -> Option<State> {
        let steps = &self.layers.get(state.layer)?[state.place];
        let step = steps.binary_search_by_key(&value, |&(value, _)| value).ok()?;
        Some(State { layer: state.layer + 1, place: steps[step].1 })
    }

    /// The layers with the numbers whose steps they tell.
    fn along<'a>(
        &'a self,
        ints: &'a [&'a Int],
    ) -> impl ExactSizeIterator<Item = (&'a Int, &'a [Steps], usize)> {
        assert!(
            !self.is_satisfiable || ints.len() == self.layers.len(),
            "an automaton for {} numbers is to read {}",
            self.layers.len(),
            ints.len()
        );
        ints.iter().zip(&self.layers).enumerate().map(|(place, (int, layer))| {
            let after = self.layers.get(place + 1).map_or(1, Vec::len);
            (*int, &layer[..], after)
        })
    }
}

/// What an allocation or an entry of a table takes beyond what it holds.
const ROOM: usize = 32;

/// The layers of an automaton that is being built, with states that may be the same.
struct Draft<'b> {
    bound: &'b Bound,
    /// The bytes charged before it was begun.
    before: usize,
    layers: Vec<Vec<Steps>>,
    layer: Vec<Steps>,
    steps: Steps,
    /// Whether the states after the last layer are accepted.
    accepts: Vec<bool>,
}

impl<'b> Draft<'b> {
    fn new(bound: &'b Bound) -> Self {
        let (layers, layer, steps, accepts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Draft { bound, before: bound.bytes(), layers, layer, steps, accepts }
    }

    /// Adds a step from the state that is being built.
    fn step(&mut self, value: i64, to: usize) {
        self.steps.push((value, to));
    }

    fn end_state(&mut self) {
        self.bound.charge(bytes_of(&self.steps));
        self.layer.push(self.steps.as_slice().to_vec());
        self.steps.clear();
    }

    fn end_layer(&mut self) {
        self.layers.push(std::mem::take(&mut self.layer));
    }

    /// Unites, from the last layer on, states from which the same sequences are right.
    fn finish(self) -> Automaton {
        let Draft { bound, before, mut layers, accepts, .. } = self;
        // What each state is called in its layer; wrong ones have no name.
        let mut names: Vec<Option<usize>> =
            accepts.into_iter().map(|is_right| is_right.then_some(0)).collect();
        for layer in layers.iter_mut().rev() {
            let mut kept = Numbered::new();
            let mut name_of = |mut steps: Steps| {
                steps.retain_mut(|(_, to)| {
                    let name = names[*to];
                    *to = name.unwrap_or(*to);
                    name.is_some()
                });
                if steps.is_empty() || bound.charge(bytes_of(&steps)) {
                    return None;
                }
                Some(kept.place_of(steps, bound))
            };
            names = std::mem::take(layer).into_iter().map(&mut name_of).collect();
            *layer = kept.members;
        }
        if bound.is_stopped() {
            return Automaton::default();
        }
        bound.keep(before, layers.iter().flatten().map(bytes_of).sum());
        let is_satisfiable = names.first().is_some_and(Option::is_some);
        Automaton { layers, is_satisfiable }
    }
}

/// Each value once, in ascending order.
fn ascending(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    values
}

fn bytes_of(steps: &Steps) -> usize {
    size_of_val(steps.as_slice()) + size_of::<Steps>()
}

/// Things with their places, each at its first.
struct Numbered<T> {
    members: Vec<T>,
    places: HashMap<T, usize, BuildHasherDefault<Mixer>>,
}

/// A hash of few instructions for small keys: multiplied by an odd number without a pattern, with
/// the upper half, where all bits of the key matter, brought down.
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
        // The table looks at the uppermost bits first.
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Numbered { members: Vec::new(), places: HashMap::default() }
    }

    fn place_of(&mut self, member: T, bound: &Bound) -> usize {
        *self.places.entry(member).or_insert_with_key(|member| {
            bound.charge(2 * (size_of::<T>() + ROOM));
            self.members.push(member.clone());
            self.members.len() - 1
        })
    }
}

impl Model {
    /// The numbers, one after the other, are a sequence that the automaton accepts.
    ///
    /// ```
    /// use rules::{Automaton, Model};
    ///
    /// // Three numbers, 0 or 1, without two ones in a row: the state is the last of them.
    /// let mut model = Model::default();
    /// let bits = [(); 3].map(|()| model.int(0..=1));
    /// let step = |&last: &i64, bit| (last + bit < 2).then_some(bit);
    /// let no_pair = Automaton::new(model.bound(), vec![[0, 1].into(); 3], 0, step, |_| true);
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
            if self.bound().is_stopped() {
                return;
            }
            let next: Vec<Flag> = next.values().map(|(_, is_next)| is_next).collect();
            self.lead(int, layer, &states, &next);
            // What follows from that, said for the solver: what each state and number asks for.
            let mut before = vec![Vec::new(); after];
            for (&is_here, steps) in states.iter().zip(layer) {
                if self.poll() {
                    return;
                }
                let is_wrong =
                    |value| steps.binary_search_by_key(&value, |&(value, _)| value).is_err();
                let wrong = int.values().filter(|&(value, _)| is_wrong(value));
                self.require(at_most(1, wrong.map(|(_, is_value)| is_value).chain([is_here])));
                for &(_, to) in steps {
                    before[to].push(is_here);
                }
            }
            for (is_next, mut before) in next.iter().zip(before) {
                before.dedup();
                self.require(implies(*is_next, any(before)));
            }
            for (value, is_value) in int.values() {
                if self.poll() {
                    return;
                }
                let goes_on = |steps: &Steps| steps.iter().any(|step| step.0 == value);
                let fitting = states.iter().zip(layer).filter(|(_, steps)| goes_on(steps));
                self.require(implies(is_value, any(fitting.map(|(is_here, _)| is_here))));
            }
            states = next;
        }
    }

    /// The numbers, one after the other, are no sequence that the automaton accepts.
    ///
    /// ```
    /// use rules::{Automaton, Model};
    ///
    /// let mut model = Model::default();
    /// let bits = [(); 3].map(|()| model.int(0..=1));
    /// let rows = Automaton::of_rows(model.bound(), [[0, 0, 0], [1, 0, 1]]);
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
            if self.bound().is_stopped() {
                return;
            }
            let mut next = || if place == last { Flag::FALSE } else { self.flag() };
            let next: Vec<Flag> = (0..after).map(|_| next()).collect();
            self.lead(int, layer, &states, &next);
            states = next;
        }
    }

    /// From the state in which the automaton is, the number leads to the next.
    fn lead(&mut self, int: &Int, layer: &[Steps], states: &[Flag], next: &[Flag]) {
        for (&is_here, steps) in states.iter().zip(layer) {
            if self.poll() {
                return;
            }
            for &(value, to) in steps {
                self.require(when([is_here, int.is(value)], next[to]));
            }
        }
    }
}
