//! Markov chains that end: how much they gain on average until then, exactly. The [`honeycombs`]
//! are what Andy's ant walks on.
//!
//! A walk moves randomly from state to state. The gain of a step may be 1, so that the total is the
//! number of steps; or 1 where the walk ends in a certain way and 0 elsewhere, so that the average
//! total is the probability of that end.
//!
//! First-step analysis gives the average `v(s)` from a state `s`: the average gain of the first
//! step, and then the average from where it leads,
//!
//! ```text
//! v(s) = sum over the steps from s of  probability * (gain + v(next))     with v = 0 after the end
//! ```
//!
//! This is one linear equation for each state. [`Chain::explore`] finds the states that can be
//! reached, and [`Chain::average`] solves the equations in fractions.
//!
//! ```
//! use numbers::fraction;
//! use markov_chains::{Chain, Step};
//!
//! // A gambler with 1 coin of 3 wins or loses a coin at a time. How likely does he end with 3?
//! let half = fraction(1, 2);
//! let chain = Chain::explore(1, 100, |&coins| {
//!     [coins - 1, coins + 1].map(|left| Step {
//!         probability: half.clone(),
//!         gain: i32::from(left == 3).into(),
//!         next: (0 < left && left < 3).then_some(left),
//!     })
//! });
//! assert_eq!(chain.unwrap().average(), Some(fraction(1, 3)));
//! ```

pub mod honeycombs;

use std::collections::HashMap;
use std::hash::Hash;

use numbers::Fraction;

/// A step from one state of a chain to another, or out of the chain.
#[derive(Clone, Debug)]
pub struct Step<State> {
    /// Its probability. Those of the steps from one state add up to 1.
    pub probability: Fraction,
    /// Its gain.
    pub gain: Fraction,
    /// The next state; `None` if the walk ends.
    pub next: Option<State>,
}

/// The states of a chain that can be reached from the first one, and its equations.
pub struct Chain {
    equations: Vec<Equation>,
}

/// The equation of a state: the sum of `factors`, each times the average from the state with that
/// number, is `constant`.
#[derive(Default)]
struct Equation {
    factors: HashMap<usize, Fraction>,
    constant: Fraction,
    /// The states from which a step leads to this one, more than once perhaps: their equations have
    /// a factor for it.
    before: Vec<usize>,
}

impl Chain {
    /// Follows all steps from a state to those that were not seen before. `None` if there are more
    /// than `most` states.
    pub fn explore<State: Clone + Eq + Hash, Steps: IntoIterator<Item = Step<State>>>(
        first: State,
        most: usize,
        mut steps: impl FnMut(&State) -> Steps,
    ) -> Option<Self> {
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut equations = vec![Equation::default()];
        for number in 0.. {
            let Some(state) = states.get(number).cloned() else { break };
            *equations[number].factors.entry(number).or_default() += Fraction::ONE;
            for Step { probability, gain, next } in steps(&state) {
                equations[number].constant += &probability * gain;
                let Some(next) = next else { continue };
                let next = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    equations.push(Equation::default());
                    states.len() - 1
                });
                *equations[number].factors.entry(next).or_default() -= probability;
                equations[next].before.push(number);
            }
            if states.len() > most {
                return None;
            }
        }
        Some(Self { equations })
    }

    /// Returns the average gain of a walk from the first state until it ends. `None` if some state
    /// does not lead to an end.
    #[must_use]
    pub fn average(mut self) -> Option<Fraction> {
        // The states leave the equations one by one, the first one last.
        while let Some(Equation { mut factors, constant, before }) = self.equations.pop() {
            let state = self.equations.len();
            let own = factors.remove(&state).filter(|own| !own.is_zero())?;
            let constant = constant / &own;
            if state == 0 {
                return Some(constant);
            }
            for number in before {
                // That of a later state is gone, and where it came in twice, so is the factor.
                let Some(equation) = self.equations.get_mut(number) else { continue };
                let Some(factor) = equation.factors.remove(&state) else { continue };
                equation.constant -= &factor * &constant;
                for (&other, other_factor) in &factors {
                    let change = &factor * other_factor / &own;
                    *self.equations[number].factors.entry(other).or_default() -= change;
                    self.equations[other].before.push(number);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use numbers::fraction;

    use super::*;

    /// Returns a walk on a ring of `length` states that ends when it comes back to where it began.
    fn ring(length: usize) -> Chain {
        let step = |next: usize| Step {
            probability: fraction(1, 2),
            gain: Fraction::ONE,
            next: Some(next % length).filter(|&next| next != 0),
        };
        let around = |&state: &usize| [step(state + 1), step(state + length - 1)];
        Chain::explore(0, length, around).expect("a ring has no more states")
    }

    #[test]
    fn a_walk_on_a_ring_comes_back_after_as_many_steps_as_the_ring_is_long() {
        for length in 2..12 {
            assert_eq!(ring(length).average(), Some(length.into()));
        }
    }

    #[test]
    fn a_chain_with_too_many_states_is_none() {
        let ahead = |&state: &u64| {
            [Step { probability: Fraction::ONE, gain: Fraction::ONE, next: Some(state + 1) }]
        };
        assert!(Chain::explore(0, 10, ahead).is_none());
    }

    #[test]
    fn a_walk_without_an_end_has_no_average() {
        let half = || fraction(1, 2);
        let chain = Chain::explore(0, 10, |&state| match state {
            0 => vec![
                Step { probability: half(), gain: Fraction::ZERO, next: None },
                Step { probability: half(), gain: Fraction::ZERO, next: Some(1) },
            ],
            _ => vec![Step {
                probability: Fraction::ONE,
                gain: Fraction::ZERO,
                next: Some(3 - state),
            }],
        });
        assert_eq!(chain.expect("three states").average(), None);
    }
}
