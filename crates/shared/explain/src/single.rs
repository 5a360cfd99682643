//! Finds a single constraint that gives a fact: the shortest reason that there is.

use std::collections::HashSet;

use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::reason::Linear;
use crate::theory::variable;

/// Most values of a number in a constraint that a person looks through.
const MOST_VALUES: usize = 100;

/// What a number, or another variable, contributes to a sum.
struct Item {
    /// Its variables with their coefficients; those of a number include the values that the sum does
    /// not mention.
    terms: Vec<(usize, i64)>,
    /// Whether exactly one of them is true.
    is_number: bool,
    /// The premises about it.
    because: Vec<Literal>,
    /// The greatest contribution that these allow.
    most: i64,
    /// Whether they, and the negation of the fact, say which values it does not have, but not which
    /// one it has.
    is_open: bool,
}

impl Item {
    /// Returns the coefficient of a premise's variable.
    fn coefficient(&self, premise: Literal) -> i64 {
        let index = premise.variable().index();
        self.terms.iter().find(|term| term.0 == index).map_or(0, |term| term.1)
    }

    /// Returns the greatest contribution if these coefficients are possible.
    fn greatest(&self, possible: impl Iterator<Item = i64>) -> i64 {
        let most = possible.max();
        if self.is_number { most.unwrap_or(i64::MIN / 4) } else { most.unwrap_or(0).max(0) }
    }
}

impl Explainer<'_> {
    /// Returns the premises, known facts, that imply a fact with a single constraint of a group, as
    /// few as are found; `None` if no constraint is enough.
    pub(crate) fn by_one_constraint(
        &self,
        group: usize,
        fact: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<Vec<Literal>> {
        let index = fact.variable().index();
        let domain = self.theory.domain_of[index].map(|domain| &self.theory.domains[domain][..]);
        let own = domain.unwrap_or(std::slice::from_ref(&index));
        if own.len() > MOST_VALUES {
            return None;
        }
        let uses = own.iter().flat_map(|&index| &self.theory.constraints_with[index]);
        let numbers: HashSet<usize> =
            uses.filter(|one| one.0 == group).map(|&(_, number)| number).collect();
        let mut numbers: Vec<usize> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let premises = numbers
            .into_iter()
            .filter_map(|number| self.premises_of_one(&self.linear(number), fact, is_known));
        premises.min_by_key(Vec::len)
    }

    /// Returns the known facts with which a constraint implies a fact.
    fn premises_of_one(
        &self,
        linear: &Linear,
        fact: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<Vec<Literal>> {
        let is_large = |domain: &usize| self.theory.domains[*domain].len() > MOST_VALUES;
        if linear.numbers.keys().any(is_large) {
            return None;
        }
        let numbers = linear.numbers.iter().map(|(&domain, terms)| {
            let coefficient =
                |index: usize| terms.iter().find(|term| term.0 == index).map_or(0, |term| term.1);
            let all = self.theory.domains[domain].iter();
            (all.map(|&index| (index, coefficient(index))).collect(), true)
        });
        let flags = linear.flags.iter().map(|&term| (vec![term], false));
        let mut items: Vec<Item> = numbers
            .chain(flags)
            .map(|(terms, is_number)| self.item(terms, is_number, fact, is_known))
            .collect::<Option<_>>()?;
        let most = |items: &[Item]| items.iter().map(|item| item.most).sum::<i64>();
        if most(&items) >= linear.bound {
            return None;
        }
        // What excludes values goes before what gives them: that is read more easily.
        for gives in [false, true] {
            for place in 0..items.len() {
                let mut at = 0;
                while let Some(&premise) = items[place].because.get(at) {
                    if premise.is_negated() == gives {
                        at += 1;
                        continue;
                    }
                    let item = &mut items[place];
                    let before = item.most;
                    item.because.remove(at);
                    // One more value is possible, or all are looked at again.
                    item.most = if item.is_open {
                        before.max(item.coefficient(premise))
                    } else {
                        self.most(item, fact)
                    };
                    if most(&items) >= linear.bound {
                        let item = &mut items[place];
                        item.because.insert(at, premise);
                        item.most = before;
                        at += 1;
                    }
                }
            }
        }
        Some(items.into_iter().flat_map(|item| item.because).collect())
    }

    /// Returns a part of a sum with all that is known about it; `None` if the negation of the fact
    /// is contradictory without the sum.
    fn item(
        &self,
        terms: Vec<(usize, i64)>,
        is_number: bool,
        fact: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Option<Item> {
        let value = terms.iter().map(|term| variable(term.0).is(true)).find(|&one| is_known(one));
        let because = if let Some(value) = value {
            vec![value]
        } else {
            let denials = terms.iter().map(|term| variable(term.0).is(false));
            denials.filter(|&one| !self.is_outright(one) && is_known(one)).collect()
        };
        let is_said = |one: Literal| one == !fact || self.is_outright(one);
        let is_open =
            value.is_none() && !terms.iter().any(|term| is_said(variable(term.0).is(true)));
        let mut item = Item { terms, is_number, because, most: 0, is_open };
        item.most = if is_open {
            // What is possible is seen without looking at the premises again.
            let possible = item.terms.iter().filter(|term| {
                let denial = variable(term.0).is(false);
                !is_said(denial) && !is_known(denial)
            });
            item.greatest(possible.map(|term| term.1))
        } else {
            self.most(&item, fact)
        };
        while item.most <= i64::MIN / 8 {
            // What contradicts the negation without the sum is left out, what matters least first.
            let of = |&place: &usize| item.coefficient(item.because[place]);
            let least = (0..item.because.len()).min_by_key(of)?;
            item.because.remove(least);
            item.most = self.most(&item, fact);
        }
        Some(item)
    }

    /// Returns whether rules exclude a value outright, which is known to all.
    pub(crate) fn is_outright(&self, literal: Literal) -> bool {
        self.theory.excluded.binary_search(&literal).is_ok()
    }

    /// Returns the greatest contribution of a part of a sum where its premises hold and a fact does
    /// not.
    fn most(&self, item: &Item, fact: Literal) -> i64 {
        let holds =
            |one: Literal| one == !fact || item.because.contains(&one) || self.is_outright(one);
        let given = item.terms.iter().find(|term| holds(variable(term.0).is(true)));
        if let Some(&(index, coefficient)) = given {
            let is_denied = holds(variable(index).is(false));
            return if is_denied { i64::MIN / 4 } else { coefficient };
        }
        let left = item.terms.iter().filter(|term| !holds(variable(term.0).is(false)));
        item.greatest(left.map(|term| term.1))
    }
}
