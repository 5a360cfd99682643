//! The groups of the rules, with an index of shared variables and numbers.

use std::collections::BTreeSet;

use pseudo_boolean::{Connection, Literal, Problem, Variable};
use rules::{Flag, Groups, Int};

use crate::reading::Reading;

/// A group with its variables and numbers.
pub(crate) struct Group {
    pub(crate) constraints: Vec<usize>,
    /// Its connections, by their numbers in the problem.
    pub(crate) connections: Vec<usize>,
    /// If it says that a loop takes two edges of a node or none: the variable of the node.
    pub(crate) node: Option<usize>,
    /// Its variables.
    pub(crate) variables: Vec<usize>,
    /// The named numbers that it mentions.
    pub(crate) numbers: BTreeSet<usize>,
}

/// The groups of the rules.
pub(crate) struct Theory<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) groups: Vec<Group>,
    /// The numbers with names that each variable is part of.
    pub(crate) numbers_of: Vec<Vec<usize>>,
    /// The groups that each variable is in, or reaches by a channel.
    pub(crate) groups_of: Vec<Vec<usize>>,
    /// The variables of each number's values.
    pub(crate) domains: Vec<Vec<usize>>,
    /// The number that each variable is a value of.
    pub(crate) domain_of: Vec<Option<usize>>,
    /// Whether each variable only says what others say: a value of the board that no rule mentions.
    /// It is read off at the end.
    pub(crate) is_read_off: Vec<bool>,
    /// Values of numbers with names that a rule excludes outright, as a clue does where it stands, in
    /// ascending order.
    pub(crate) excluded: Vec<Literal>,
    /// What the negation of each variable and the variable itself state about numbers with names.
    pub(crate) readings: Vec<[Option<Reading>; 2]>,
    /// For each variable, the constraints of groups that mention it: group and number.
    pub(crate) constraints_with: Vec<Vec<(usize, usize)>>,
    channels_of: Vec<Vec<usize>>,
    /// The channels of what is read off, with each variable.
    readings_of: Vec<Vec<usize>>,
}

impl<'a> Theory<'a> {
    pub(crate) fn new(problem: &'a Problem, groups: &Groups) -> Self {
        let count = problem.variables();
        let indices = |number: usize| {
            problem.terms_of(number).iter().map(|term| term.literal.variable().index())
        };
        let (mut domains, mut domain_of) = (Vec::new(), vec![None; count]);
        for &number in &groups.domains {
            // At most one and at least one are stated separately.
            if indices(number).all(|index| domain_of[index].is_none()) {
                indices(number).for_each(|index| domain_of[index] = Some(domains.len()));
                domains.push(indices(number).collect());
            }
        }
        let is_read_off = read_off(problem, groups);
        let mut channels_of = vec![Vec::new(); count];
        let mut readings_of = channels_of.clone();
        for &number in &groups.channels {
            let is_reading = indices(number).any(|index| is_read_off[index]);
            let of = if is_reading { &mut readings_of } else { &mut channels_of };
            indices(number).for_each(|index| of[index].push(number));
        }
        let mut numbers_of = vec![Vec::new(); count];
        for (place, named) in groups.named.iter().enumerate() {
            for literal in literals(&named.number) {
                let places = &mut numbers_of[literal.variable().index()];
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        let degrees: BTreeSet<usize> =
            problem.connections().iter().flat_map(Connection::degrees).collect();
        let mut groups_of = vec![Vec::new(); count];
        let mut constraints_with = vec![Vec::new(); count];
        for (place, group) in groups.groups.iter().enumerate() {
            for &number in &group.constraints {
                indices(number).for_each(|index| constraints_with[index].push((place, number)));
            }
        }
        let mut own = Vec::new();
        for (place, group) in groups.groups.iter().enumerate() {
            let mut variables: BTreeSet<usize> =
                group.constraints.iter().flat_map(|&number| indices(number)).collect();
            for &number in &group.connections {
                let literals = problem.connections()[number].literals();
                variables.extend(literals.map(|literal| literal.variable().index()));
            }
            let channels = variables.iter().flat_map(|&index| &channels_of[index]);
            let mut touching = variables.clone();
            touching.extend(channels.flat_map(|&number| indices(number)));
            for index in touching {
                groups_of[index].push(place);
            }
            let node = match group.constraints[..] {
                [one, other] if degrees.contains(&one) && degrees.contains(&other) => {
                    let mut terms = problem.terms_of(one).iter();
                    let two = terms.find(|term| term.coefficient.abs() == 2);
                    two.map(|term| term.literal.variable().index())
                }
                _ => None,
            };
            own.push(Group {
                node,
                constraints: group.constraints.clone(),
                connections: group.connections.clone(),
                numbers: variables.iter().flat_map(|&index| numbers_of[index].clone()).collect(),
                variables: variables.into_iter().collect(),
            });
        }
        let alone = own.iter().flat_map(|group| &group.constraints).filter_map(|&number| {
            match problem.terms_of(number) {
                [one] => Some(one.literal),
                _ => None,
            }
        });
        let is_value = |one: &Literal| {
            let index = one.variable().index();
            domain_of[index].is_some() && !numbers_of[index].is_empty()
        };
        let mut excluded: Vec<Literal> =
            alone.filter(|one| one.is_negated() && is_value(one)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        Theory {
            problem,
            readings: Reading::all(count, groups),
            excluded,
            groups: own,
            numbers_of,
            groups_of,
            domains,
            domain_of,
            is_read_off,
            constraints_with,
            channels_of,
            readings_of,
        }
    }

    /// Returns the constraints of these groups.
    pub(crate) fn constraints_of<'t>(
        &'t self,
        groups: &'t [usize],
    ) -> impl Iterator<Item = usize> + 't {
        groups.iter().flat_map(|&group| self.groups[group].constraints.iter().copied())
    }

    /// Returns the connections of these groups.
    pub(crate) fn connections_of<'t>(
        &'t self,
        groups: &'t [usize],
    ) -> impl Iterator<Item = &'t Connection> + 't {
        let numbers = groups.iter().flat_map(|&group| &self.groups[group].connections);
        numbers.map(|&number| &self.problem.connections()[number])
    }

    /// Returns the variables of these groups, in ascending order.
    pub(crate) fn variables_of_groups(&self, groups: &[usize]) -> Vec<usize> {
        let all = groups.iter().flat_map(|&group| &self.groups[group].variables);
        let all: BTreeSet<usize> = all.copied().collect();
        all.into_iter().collect()
    }

    /// Returns the channels with one of these variables, but those of what is read off.
    pub(crate) fn channels_with(&self, variables: &[usize]) -> BTreeSet<usize> {
        variables.iter().flat_map(|&index| self.channels_of[index].iter().copied()).collect()
    }

    /// Returns all channels with one of these variables, also those of what is read off.
    pub(crate) fn views_with(&self, variables: &[usize]) -> BTreeSet<usize> {
        let readings = variables.iter().flat_map(|&index| self.readings_of[index].iter().copied());
        self.channels_with(variables).into_iter().chain(readings).collect()
    }

    /// Returns the numbers with one of these variables.
    pub(crate) fn domains_with(&self, variables: &[usize]) -> BTreeSet<usize> {
        variables.iter().filter_map(|&index| self.domain_of[index]).collect()
    }

    /// Returns the variables of these constraints, in ascending order.
    pub(crate) fn variables_of(&self, numbers: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut is_in = vec![false; self.problem.variables()];
        for term in numbers.flat_map(|number| self.problem.terms_of(number)) {
            is_in[term.literal.variable().index()] = true;
        }
        (0..is_in.len()).filter(|&index| is_in[index]).collect()
    }

    pub(crate) fn is_named(&self, index: usize) -> bool {
        !self.numbers_of[index].is_empty()
    }
}

/// Returns for each variable whether it is a value of the board that only channels mention, and that
/// other named numbers determine.
fn read_off(problem: &Problem, groups: &Groups) -> Vec<bool> {
    let indices =
        |number: usize| problem.terms_of(number).iter().map(|term| term.literal.variable().index());
    let mut is_read_off = vec![false; problem.variables()];
    for &number in &groups.channels {
        indices(number).for_each(|index| is_read_off[index] = true);
    }
    for group in &groups.groups {
        for index in group.constraints.iter().flat_map(|&number| indices(number)) {
            is_read_off[index] = false;
        }
        let connections = group.connections.iter().map(|&number| &problem.connections()[number]);
        for literal in connections.flat_map(Connection::literals) {
            is_read_off[literal.variable().index()] = false;
        }
    }
    let on_board = groups.named.iter().filter(|named| named.is_on_board);
    let on_board: BTreeSet<usize> = on_board
        .flat_map(|named| literals(&named.number))
        .map(|literal| literal.variable().index())
        .collect();
    for (index, is_read_off) in is_read_off.iter_mut().enumerate() {
        *is_read_off &= on_board.contains(&index);
    }
    // Readers must know what it is read off.
    let named = groups.named.iter().flat_map(|named| literals(&named.number));
    let named: BTreeSet<usize> = named.map(|literal| literal.variable().index()).collect();
    for &number in &groups.channels {
        if indices(number).any(|index| !named.contains(&index)) {
            indices(number).for_each(|index| is_read_off[index] = false);
        }
    }
    is_read_off
}

/// Returns the literals of a number's values.
pub(crate) fn literals(number: &Int) -> impl Iterator<Item = Literal> {
    number.values().filter_map(|(_, flag)| match flag {
        Flag::Open(literal) => Some(literal),
        Flag::Known(_) => None,
    })
}

/// Returns whether a literal is true when the variables have these values.
pub(crate) fn is_true(literal: Literal, values: &[bool]) -> bool {
    values[literal.variable().index()] != literal.is_negated()
}

pub(crate) fn variable(index: usize) -> Variable {
    Variable::from(u32::try_from(index).expect("there are fewer than 2^31 variables"))
}
