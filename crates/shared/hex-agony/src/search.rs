//! The search: colours and bounds of numbers.

use std::cmp::Reverse;

use grid_utils::BitSet;
use itertools::Itertools;
use puzzle::{Flow, Search, Sketch};

use crate::board::{Colour, Givens, LARGEST_NUMBER, Mark};

/// Large enough for each number of a board, and for the sum of a column.
type Number = u128;

/// Colours, hexes, or counts of red numbers.
type Set = BitSet<1>;

/// Stands for no number among the colours of a hex.
const EMPTY: usize = Colour::ALL.len();

/// The reason of a contradiction.
type Why = &'static str;

/// Searches an instance.
pub(crate) fn search(givens: &Givens, search: &mut Search) -> Flow {
    let middle = givens.hexagon.cells().positions(|cell| cell.column + 1 == givens.hexagon.side);
    let views = givens.hexagon.views().into_iter().map(Set::from_indices).collect_vec();
    let hexes = givens.marks.iter().zip(&views);
    let state = State(hexes.map(|(&given, view)| Hex::new(given, view.len())).collect());
    let middle = middle.collect();
    Solver { givens, views, middle, best: None }.visit(state, 0, search)
}

/// A number is at least and at most this.
#[derive(Clone, Copy, PartialEq)]
struct Bounds {
    least: Number,
    most: Number,
}

impl Bounds {
    const NONE: Self = Self { least: 0, most: Number::MAX };

    const fn exactly(number: Number) -> Self {
        Self { least: number, most: number }
    }

    /// Returns the number, if it is known.
    fn number(self) -> Option<Number> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The knowledge about a hex.
#[derive(Clone, PartialEq)]
struct Hex {
    /// The colours that it can have, [`EMPTY`] among them.
    colours: Set,
    /// The bounds of its number if it is red, blue or green.
    bounds: [Bounds; 3],
    /// The numbers that it can have if it is black.
    counts: Set,
}

impl Hex {
    /// Returns a hex that sees `view` others.
    fn new(given: Option<Mark>, view: usize) -> Self {
        let counts = Set::below(view + 1);
        let mut hex = Self { colours: Set::below(EMPTY + 1), bounds: [Bounds::NONE; 3], counts };
        if let Some(Mark { colour, number }) = given {
            hex.colours = Set::of(colour as usize);
            if colour == Colour::Black {
                let number = usize::try_from(number).expect("no number is negative");
                hex.counts = if counts.contains(number) { Set::of(number) } else { Set::EMPTY };
            } else {
                hex.bounds[colour as usize] = Bounds::exactly(number.unsigned_abs().into());
            }
        }
        hex
    }

    fn may_be(&self, colour: Colour) -> bool {
        self.colours.contains(colour as usize)
    }

    fn may_be_empty(&self) -> bool {
        self.colours.contains(EMPTY)
    }

    fn is(&self, colour: Colour) -> bool {
        self.colours == Set::of(colour as usize)
    }

    /// Returns the bounds of its number, should it have this colour.
    fn bounds(&self, colour: Colour) -> Bounds {
        let count = |count: Option<usize>| count.unwrap_or(0) as Number;
        match self.bounds.get(colour as usize) {
            Some(&bounds) => bounds,
            None => Bounds { least: count(self.counts.first()), most: count(self.counts.last()) },
        }
    }

    /// Its number is at most this.
    fn most(&self) -> Number {
        let colours = Colour::ALL.into_iter().filter(|&colour| self.may_be(colour));
        colours.map(|colour| self.bounds(colour).most).max().unwrap_or(0)
    }

    /// Returns its factor of the green numbers that see it.
    fn factor(&self) -> Bounds {
        let Bounds { least, most } = self.bounds(Colour::Black);
        match (self.is(Colour::Black), self.may_be(Colour::Black)) {
            (true, _) => Bounds { least, most },
            (false, true) => Bounds { least: least.min(1), most: most.max(1) },
            (false, false) => Bounds::exactly(1),
        }
    }

    /// Returns its possible factors of a number that is not 0: its own number if it is black, or 1.
    fn factors(&self) -> impl Iterator<Item = Number> {
        let other = (!self.is(Colour::Black)).then_some(1);
        let counts = if self.may_be(Colour::Black) { self.counts } else { Set::EMPTY };
        other
            .into_iter()
            .chain(counts.iter().filter(|&count| count > 0).map(|count| count as Number))
    }

    /// Its number if it has this colour for certain, and the number is known.
    fn number(&self, colour: Colour) -> Option<Number> {
        self.bounds(colour).number().filter(|_| self.is(colour))
    }

    /// Returns its content, if it is known and not too large for a board.
    fn mark(&self) -> Option<Mark> {
        let known = |colour| Some((colour, self.number(colour)?));
        let (colour, number) = Colour::ALL.into_iter().find_map(known)?;
        let number = i64::try_from(number).ok().filter(|&number| number <= LARGEST_NUMBER)?;
        Some(Mark { colour, number })
    }
}

/// The knowledge about all hexes.
#[derive(Clone, PartialEq)]
struct State(Vec<Hex>);

impl State {
    /// Returns the hexes among these that can have a colour.
    fn which_may_be(&self, hexes: Set, colour: Colour) -> Set {
        hexes.iter().filter(|&hex| self.0[hex].may_be(colour)).collect()
    }

    /// Restricts a hex to these colours.
    fn keep(&mut self, hex: usize, colours: Set) -> Result<(), Why> {
        self.0[hex].colours &= colours;
        if self.0[hex].colours.is_empty() { Err("no colour is left for a hex") } else { Ok(()) }
    }

    /// Gives a hex this colour.
    fn set(&mut self, hex: usize, colour: Colour) -> Result<(), Why> {
        self.keep(hex, Set::of(colour as usize))
    }

    /// Propagates that a hex does not have this colour.
    fn exclude(&mut self, hex: usize, colour: Colour) -> Result<(), Why> {
        self.keep(hex, self.0[hex].colours.without(colour as usize))
    }

    /// Limits the number of a hex, if it has this colour, to these bounds. The colour is not black.
    fn bound(&mut self, hex: usize, colour: Colour, to: Bounds) -> Result<(), Why> {
        let bounds = &mut self.0[hex].bounds[colour as usize];
        bounds.least = bounds.least.max(to.least);
        bounds.most = bounds.most.min(to.most);
        if bounds.least > bounds.most { self.exclude(hex, colour) } else { Ok(()) }
    }

    /// Limits the number of a hex, if it is black, to these.
    fn count(&mut self, hex: usize, counts: Set) -> Result<(), Why> {
        self.0[hex].counts &= counts;
        if self.0[hex].counts.is_empty() { self.exclude(hex, Colour::Black) } else { Ok(()) }
    }

    /// Propagates for a hex that can be black, and for those in its view.
    fn propagate_black(&mut self, hex: usize, view: Set) -> Result<(), Why> {
        let possible = self.which_may_be(view, Colour::Red);
        let certain = possible.iter().filter(|&other| self.0[other].is(Colour::Red));
        let certain: Set = certain.collect();
        self.count(hex, Set::range(certain.len()..possible.len() + 1))?;
        if !self.0[hex].is(Colour::Black) {
            return Ok(());
        }
        let counts = self.0[hex].counts;
        let mut open = (possible - certain).iter();
        if counts.first() == Some(possible.len()) {
            open.try_for_each(|other| self.set(other, Colour::Red))
        } else if counts.last() == Some(certain.len()) {
            open.try_for_each(|other| self.exclude(other, Colour::Red))
        } else {
            Ok(())
        }
    }

    /// Propagates for a hex that can be green, and for those in its view.
    fn propagate_green(&mut self, hex: usize, view: Set) -> Result<(), Why> {
        let factors = || view.iter().map(|other| self.0[other].factor());
        let least = factors().map(|factor| factor.least).product();
        let most = factors().map(|factor| factor.most).product();
        self.bound(hex, Colour::Green, Bounds { least, most })?;
        match self.0[hex].number(Colour::Green) {
            None | Some(0) => Ok(()),
            Some(number) => self.factorise(number, self.which_may_be(view, Colour::Black)),
        }
    }

    /// Propagates that the numbers of the black hexes among these have this nonzero product.
    fn factorise(&mut self, product: Number, hexes: Set) -> Result<(), Why> {
        let divisors = |hex: usize| {
            self.0[hex].factors().filter(|factor| product.is_multiple_of(*factor)).collect_vec()
        };
        let factors = hexes.iter().map(divisors).collect_vec();
        // The products of the first hexes, as far as they are divisors.
        let mut products = vec![vec![1]];
        for factors in &factors {
            let before = &products[products.len() - 1];
            let next = before.iter().cartesian_product(factors).map(|(one, factor)| one * factor);
            let next = next.filter(|next| product.is_multiple_of(*next));
            products.push(next.sorted().dedup().collect());
        }
        // Those which the other hexes can complete.
        let mut complete = products.pop().unwrap_or_default();
        complete.retain(|&one| one == product);
        if complete.is_empty() {
            return Err("a green number is no product of the black numbers that it can see");
        }
        for (hex, (factors, mut before)) in hexes.iter().zip(factors.iter().zip(products)).rev() {
            let fits = |factor: Number| before.iter().any(|one| complete.contains(&(one * factor)));
            let may_be_other = !self.0[hex].is(Colour::Black) && fits(1);
            let counts = self.0[hex].counts.iter();
            let counts = counts.filter(|&count| count > 0 && fits(count as Number)).collect();
            before.retain(|one| factors.iter().any(|factor| complete.contains(&(one * factor))));
            complete = before;
            self.count(hex, counts)?;
            if !may_be_other {
                self.set(hex, Colour::Black)?;
            }
        }
        Ok(())
    }

    /// Propagates for a hex that can be blue, and for those in its view.
    fn propagate_blue(&mut self, hex: usize, view: Set) -> Result<(), Why> {
        let greens = self.which_may_be(view, Colour::Green);
        let bounds = |other: usize| self.0[other].bounds(Colour::Green);
        let certain = greens.iter().filter(|&other| self.0[other].is(Colour::Green));
        let least = certain.map(bounds).map(|bounds| bounds.least).max().unwrap_or(0);
        let most = greens.iter().map(bounds).map(|bounds| bounds.most).max().unwrap_or(0);
        self.bound(hex, Colour::Blue, Bounds { least, most })?;
        if !self.0[hex].is(Colour::Blue) {
            return Ok(());
        }
        let Bounds { least, most } = self.0[hex].bounds(Colour::Blue);
        for other in greens {
            self.bound(other, Colour::Green, Bounds { least: 0, most })?;
        }
        let witnesses = self.witnesses(least, greens);
        if least > 0
            && witnesses.len() == 1
            && let Some(witness) = witnesses.first()
        {
            self.set(witness, Colour::Green)?;
            self.bound(witness, Colour::Green, Bounds { least, most })?;
        }
        Ok(())
    }

    /// Returns which of these hexes can be green with at least this number.
    fn witnesses(&self, least: Number, hexes: Set) -> Set {
        let greens = self.which_may_be(hexes, Colour::Green).iter();
        greens.filter(|&hex| self.0[hex].bounds(Colour::Green).most >= least).collect()
    }

    /// Propagates for a hex that can be red, and for those in its view.
    fn propagate_red(&mut self, hex: usize, view: Set) -> Result<(), Why> {
        let blues = self.which_may_be(view, Colour::Blue);
        // Returns the contribution of a hex to the sum.
        let share = |hex: &Hex| {
            let Bounds { least, most } = hex.bounds(Colour::Blue);
            Bounds { least: if hex.is(Colour::Blue) { least } else { 0 }, most }
        };
        let shares = blues.iter().map(|other| share(&self.0[other])).collect_vec();
        let sum = Bounds {
            least: shares.iter().map(|share| share.least).sum(),
            most: shares.iter().map(|share| share.most).sum(),
        };
        self.bound(hex, Colour::Red, sum)?;
        if !self.0[hex].is(Colour::Red) {
            return Ok(());
        }
        let Bounds { least, most } = self.0[hex].bounds(Colour::Red);
        for (other, share) in blues.iter().zip(shares) {
            let least = least.saturating_sub(sum.most - share.most);
            if least > 0 {
                self.set(other, Colour::Blue)?;
            }
            let most = most - (sum.least - share.least);
            self.bound(other, Colour::Blue, Bounds { least, most })?;
        }
        Ok(())
    }
}

/// Propagates for a hex and those in its view.
type Propagate = fn(&mut State, usize, Set) -> Result<(), Why>;

/// What is done for the hexes that can have a colour: first the numbers of which others are made.
const PROPAGATE: [(Colour, Propagate); 4] = [
    (Colour::Black, State::propagate_black),
    (Colour::Green, State::propagate_green),
    (Colour::Blue, State::propagate_blue),
    (Colour::Red, State::propagate_red),
];

/// An instance, and the best sum that was found.
struct Solver<'g> {
    givens: &'g Givens,
    /// The hexes that each hex sees.
    views: Vec<Set>,
    /// The middle column.
    middle: Vec<usize>,
    best: Option<Number>,
}

impl Solver<'_> {
    /// Visits a node and all that follow from it.
    fn visit(&mut self, mut state: State, depth: usize, search: &mut Search) -> Flow {
        let propagated = self.propagate(&mut state);
        search.visit(depth, || self.sketch(&state))?;
        if let Err(why) = propagated {
            search.dead_end_because(|| why);
            return Flow::Continue(());
        }
        let Some(branches) = self.branches(&state) else { return self.report(&state, search) };
        branches.into_iter().try_for_each(|state| self.visit(state, depth + 1, search))
    }

    /// Adds all that follows.
    fn propagate(&self, state: &mut State) -> Result<(), Why> {
        let mut before = None;
        while before.as_ref() != Some(state) {
            before = Some(state.clone());
            for (colour, propagate) in PROPAGATE {
                for (hex, &view) in self.views.iter().enumerate() {
                    if state.0[hex].may_be(colour) {
                        propagate(state, hex, view)?;
                    }
                }
            }
        }
        match self.best {
            Some(best) if self.most(state) <= best => Err("the sum is not larger than another one"),
            _ => Ok(()),
        }
    }

    /// Returns an upper bound of the sum.
    fn most(&self, state: &State) -> Number {
        self.middle.iter().map(|&hex| state.0[hex].most()).sum()
    }

    /// Reports a state in which all is decided.
    fn report(&mut self, state: &State, search: &mut Search) -> Flow {
        self.best = Some(self.most(state));
        let marks = state.0.iter().map(Hex::mark).collect_vec();
        let is_whole = |(hex, mark): (&Hex, &Option<_>)| hex.may_be_empty() || mark.is_some();
        if state.0.iter().zip(&marks).all(is_whole) {
            search.solution(self.givens.hexagon.board(&marks))
        } else {
            // A number is too large.
            search.give_up()
        }
    }

    /// Returns the next nodes; `None` if all is decided.
    fn branches(&self, state: &State) -> Option<Vec<State>> {
        let branch = |decide: &dyn Fn(&mut State) -> Result<(), Why>| {
            let mut state = state.clone();
            decide(&mut state).ok().map(|()| state)
        };
        if let Some((witness, number)) = self.witness(state) {
            let is_one = |state: &mut State| {
                state.set(witness, Colour::Green)?;
                state.bound(witness, Colour::Green, Bounds::exactly(number))
            };
            let is_none = |state: &mut State| {
                state.bound(witness, Colour::Green, Bounds { least: 0, most: number - 1 })
            };
            return Some([branch(&is_one), branch(&is_none)].into_iter().flatten().collect());
        }
        let hex = self.hex_to_decide(state)?;
        let colours = state.0[hex].colours;
        let black = Set::of(Colour::Black as usize);
        let choices = if colours.intersects(black) && colours != black {
            vec![black, colours - black]
        } else {
            colours.iter().map(Set::of).collect()
        };
        let decided = choices.iter().map(|&colours| branch(&|state| state.keep(hex, colours)));
        Some(decided.flatten().collect())
    }

    /// Returns a green hex that may have the number of a blue one, which no green one in view is
    /// known to have, and the number. The blue hex has the fewest of them.
    fn witness(&self, state: &State) -> Option<(usize, Number)> {
        let open = |(hex, &view): (&Hex, &Set)| {
            let number = hex.number(Colour::Blue).filter(|&number| number > 0)?;
            let has_it = |other: usize| state.0[other].number(Colour::Green) == Some(number);
            (!view.iter().any(has_it)).then(|| (number, state.witnesses(number, view)))
        };
        let blues = state.0.iter().zip(&self.views).filter_map(open);
        let (number, witnesses) = blues.min_by_key(|(_, witnesses)| witnesses.len())?;
        let first = |&hex: &usize| (state.0[hex].is(Colour::Green), self.views[hex].len());
        witnesses.iter().max_by_key(first).map(|witness| (witness, number))
    }

    /// Returns the hex whose colour is decided next: one that can be a factor of a green number
    /// that is known, before others; one that sees many hexes, before others.
    fn hex_to_decide(&self, state: &State) -> Option<usize> {
        let open = (0..state.0.len()).filter(|&hex| state.0[hex].colours.len() > 1);
        open.max_by_key(|&hex| {
            let (this, view) = (&state.0[hex], self.views[hex]);
            let is_green = |other: usize| state.0[other].number(Colour::Green).is_some();
            let is_counted = |other: &usize| state.0[*other].number(Colour::Black).is_some();
            let is_factor = this.may_be(Colour::Black) && view.iter().any(is_green);
            let counted = view.iter().filter(is_counted).count();
            let counted = if this.may_be(Colour::Red) { counted } else { 0 };
            (is_factor, view.len(), counted, Reverse(this.colours.len()))
        })
    }

    fn sketch(&self, state: &State) -> Sketch {
        self.givens.hexagon.board(&state.0.iter().map(Hex::mark).collect_vec()).into()
    }
}
