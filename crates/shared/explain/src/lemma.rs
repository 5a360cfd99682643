//! Lemmas: what is true of the whole puzzle, stated once and used by name.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::Literal;
use rules::{Flag, Name};

use crate::explainer::Explainer;
use crate::reading::Reading;
use crate::reason::{Detail, Linear};
use crate::step::Step;
use crate::theory::variable;

/// Fewest facts of a lemma: fewer are as easily found where they are needed.
const FEWEST_FACTS: usize = 40;

/// Fewest groups that share a sum.
const FEWEST_SUMS: usize = 3;

/// What is true of the whole puzzle, before the first step.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// What it says, and why.
    pub kind: LemmaKind,
    /// Its facts.
    pub facts: HashSet<Literal>,
    /// How they follow, each step after what it needs.
    pub proof: Vec<Step>,
}

/// What a lemma says, and why.
#[derive(Clone, Debug)]
pub enum LemmaKind {
    /// Values stand on cells of one colour of a chessboard.
    Colours {
        /// What it begins with: a number that is given.
        because: Literal,
        /// The values on cells of that number's colour, and those on cells of the other colour.
        values: [Vec<i64>; 2],
    },
    /// All numbers of the board fall into places with the same sum.
    Sum {
        /// The groups of these places.
        groups: Vec<usize>,
        /// The sum of each.
        sum: i64,
        /// How often each value stands on the board.
        counts: BTreeMap<i64, i64>,
    },
}

/// What needs one of some others, as a number needs the next one a jump away.
struct Need {
    group: usize,
    who: Reading,
    partners: Vec<Reading>,
    /// That the partners have their values.
    literals: Vec<Literal>,
}

/// The colours of values: 0 is that of the first cell.
struct Colouring {
    /// The given numbers of which these follow.
    givens: Vec<Literal>,
    colour_of: HashMap<i64, usize>,
    /// The values, each after one that it needs.
    order: Vec<i64>,
}

impl Explainer<'_> {
    /// Returns the lemmas of the puzzle. Steps use their facts without further proof.
    #[must_use]
    pub fn lemmas(&self) -> &[Lemma] {
        &self.lemmas
    }

    /// Finds the lemmas and learns their facts.
    pub(crate) fn with_lemmas(mut self) -> Self {
        if let Some(lemma) = self.colours() {
            for step in &lemma.proof {
                for &fact in &step.facts {
                    self.add(fact.variable().index());
                }
            }
            self.lemmas.push(lemma);
        }
        let sum = self.common_sum();
        self.lemmas.extend(sum);
        self
    }

    /// Returns the places of the lemmas that a step uses.
    #[must_use]
    pub fn lemmas_of(&self, step: &Step) -> Vec<usize> {
        let uses = |&place: &usize| {
            let Lemma { kind, facts, .. } = &self.lemmas[place];
            let is_about = |group| match kind {
                LemmaKind::Sum { groups, .. } => groups.contains(group),
                LemmaKind::Colours { .. } => false,
            };
            let is_sum = matches!(step.reason.detail, Detail::Sum(_) | Detail::Sets(_));
            step.because.iter().any(|fact| facts.contains(fact))
                || is_sum && step.groups.iter().any(is_about)
        };
        (0..self.lemmas.len()).filter(uses).collect()
    }

    /// Returns the colour of a number's cell on a chessboard: 0 if it is that of the first cell. `None`
    /// if the number is not that of a cell of the board.
    fn colour_of(&self, number: usize) -> Option<usize> {
        let named = &self.subject.groups.named[number];
        match named.name {
            Name::Cell(cell) if named.is_on_board => Some((cell.row + cell.column) % 2),
            _ => None,
        }
    }

    /// Returns whether a number is that of a cell of the board.
    fn is_cell(&self, number: usize) -> bool {
        self.colour_of(number).is_some()
    }

    /// Returns the needs that groups state about values of cells: those of which each partner has
    /// another value.
    fn needs(&self) -> Vec<Need> {
        let groups = self.theory.groups.iter().enumerate();
        let all =
            groups.flat_map(|(group, of)| of.constraints.iter().map(move |&one| (group, one)));
        let need = |(group, number): (usize, usize)| {
            let terms = self.theory.problem.terms_of(number);
            let bound = self.theory.problem.constraint(number).bound();
            let is_clause = bound == 1 && terms.iter().all(|term| term.coefficient == 1);
            let mut who = terms.iter().filter(|term| term.literal.is_negated());
            let (who, None) = (who.next()?, who.next()) else { return None };
            let read = |literal: Literal| {
                self.reading(literal).filter(|one| one.holds && self.is_cell(one.number))
            };
            let partners = terms.iter().filter(|term| !term.literal.is_negated());
            let literals = partners.map(|term| term.literal).collect_vec();
            let partners: Option<Vec<Reading>> = literals.iter().map(|&one| read(one)).collect();
            let (who, partners) = (read(!who.literal)?, partners?);
            let are_others = partners.iter().all(|one| one.value != who.value);
            (is_clause && !partners.is_empty() && are_others).then_some(Need {
                group,
                who,
                partners,
                literals,
            })
        };
        all.filter_map(need).collect()
    }

    /// Returns the literal that a number has a value, if that is open.
    fn literal_of(&self, number: usize, value: i64) -> Option<Literal> {
        let mut values = self.subject.groups.named[number].number.values();
        match values.find(|&(other, _)| other == value)?.1 {
            Flag::Open(literal) => Some(literal),
            Flag::Known(_) => None,
        }
    }

    /// Returns the lemma that values stand on one colour of a chessboard: where each value needs one
    /// on the other colour, from a given number on.
    fn colours(&self) -> Option<Lemma> {
        let needs = self.needs();
        let Colouring { givens, colour_of, order } = self.colouring(&needs)?;
        let who = |need: &Need| self.literal_of(need.who.number, need.who.value);
        let needs_of = needs.iter().filter_map(|need| Some((who(need)?, need))).into_group_map();
        let mut facts: HashSet<Literal> = HashSet::new();
        let mut proof = Vec::new();
        for value in order {
            let numbers = (0..self.subject.groups.named.len()).filter(|&number| {
                self.colour_of(number).is_some_and(|one| one != colour_of[&value])
            });
            let is_from_a_given =
                givens.iter().any(|&given| self.value_of_literal(given) == Some(value));
            let mut by_group: BTreeMap<usize, (Vec<Literal>, Vec<Literal>)> = BTreeMap::new();
            for literal in numbers.filter_map(|number| self.literal_of(number, value)) {
                let is_known = |one: Literal| self.value(one) == Some(true) || facts.contains(&one);
                if is_known(!literal) {
                    continue;
                }
                // A given value is excluded elsewhere by itself, others by what they need.
                let found = if is_from_a_given {
                    self.excluded_by_givens(&givens, literal, &is_known)
                } else {
                    let needs = needs_of.get(&literal).into_iter().flatten();
                    needs
                        .filter_map(|need| Some((need.group, self.unmet(need, &is_known)?)))
                        .collect()
                };
                let found = found.into_iter();
                let found = found.min_by_key(|(group, because)| (because.len(), *group));
                if let Some((group, because)) = found {
                    let of_group = by_group.entry(group).or_default();
                    of_group.0.push(!literal);
                    of_group.1.extend(because);
                }
            }
            for (group, (found, because)) in by_group {
                facts.extend(&found);
                let because = because.into_iter().unique().collect();
                proof.push(self.step(vec![group], found, because, Vec::new()));
            }
        }
        let because = *givens.first()?;
        let first = colour_of[&self.value_of_literal(because)?];
        let side = |wanted: usize| {
            let values = colour_of.iter().filter(|(_, colour)| **colour == wanted);
            values.map(|(&value, _)| value).sorted().collect_vec()
        };
        let values = [side(first), side(1 - first)];
        let is_true = |fact: &Literal| self.truth(fact.variable().index()) == *fact;
        let is_fixed = |fact: &Literal| self.subject.is_fixed[fact.variable().index()];
        (facts.len() >= FEWEST_FACTS && facts.iter().all(|fact| is_true(fact) && is_fixed(fact)))
            .then(|| Lemma { kind: LemmaKind::Colours { because, values }, facts, proof })
    }

    /// Returns the colours of values, from the given ones on; `None` if some value needs one on its
    /// own colour, or if none is given.
    fn colouring(&self, needs: &[Need]) -> Option<Colouring> {
        let colour = |number: usize| self.colour_of(number);
        let changes = |need: &Need| {
            need.partners.iter().all(|one| colour(one.number) != colour(need.who.number))
        };
        if !needs.iter().all(changes) {
            return None;
        }
        // For each value, those that need it.
        let mut needed_by: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for Need { who, partners, .. } in needs {
            let one = partners.iter().map(|one| one.value).all_equal_value().ok()?;
            let by = needed_by.entry(one).or_default();
            if !by.contains(&who.value) {
                by.push(who.value);
            }
        }
        let (mut givens, mut order) = (Vec::new(), Vec::new());
        let mut colour_of: HashMap<i64, usize> = HashMap::new();
        for &fact in &self.facts {
            let Some(one) = self.reading(fact).filter(|one| one.holds) else { continue };
            if let (true, Some(colour)) = (needed_by.contains_key(&one.value), colour(one.number)) {
                givens.push(fact);
                order.push(one.value);
                colour_of.insert(one.value, colour);
            }
        }
        // Breadth first: each value after one that it needs.
        let mut next = 0;
        while let Some(&value) = order.get(next) {
            next += 1;
            for &other in needed_by.get(&value).into_iter().flatten() {
                if !colour_of.contains_key(&other) {
                    colour_of.insert(other, 1 - colour_of[&value]);
                    order.push(other);
                }
            }
        }
        (!givens.is_empty()).then_some(Colouring { givens, colour_of, order })
    }

    /// Returns the value that a literal states.
    fn value_of_literal(&self, literal: Literal) -> Option<i64> {
        self.reading(literal).filter(|one| one.holds).map(|one| one.value)
    }

    /// Returns the groups by which given values alone exclude another one, each with these values.
    fn excluded_by_givens(
        &self,
        givens: &[Literal],
        literal: Literal,
        is_known: &dyn Fn(Literal) -> bool,
    ) -> Vec<(usize, Vec<Literal>)> {
        let groups_of = |one: Literal| &self.theory.groups_of[one.variable().index()];
        let is_shared =
            |group: &usize| givens.iter().any(|&given| groups_of(given).contains(group));
        let groups = groups_of(literal).iter().copied().filter(is_shared);
        let found = groups
            .filter_map(|group| Some((group, self.by_one_constraint(group, !literal, is_known)?)));
        let are_given = |because: &[Literal]| {
            !because.is_empty() && because.iter().all(|fact| givens.contains(fact))
        };
        found.filter(|(_, because)| are_given(because)).collect()
    }

    /// Returns what excludes all partners that are needed, beside the rules; `None` if one is left.
    fn unmet(&self, need: &Need, is_known: &dyn Fn(Literal) -> bool) -> Option<Vec<Literal>> {
        let missing = need.literals.iter().map(|&one| !one).filter(|&one| !self.is_outright(one));
        missing.map(|one| is_known(one).then_some(one)).collect()
    }

    /// Returns the equations of a group in which numbers of the board have their values as
    /// coefficients, or all a single one the coefficient 1: the numbers, these coefficients, and the
    /// total.
    fn equations(&self, group: usize) -> Vec<Equation> {
        let linears = self.theory.groups[group].constraints.iter().map(|&one| self.linear(one));
        let equation = |linear: Linear| {
            let mut equation = Equation::default();
            if !linear.flags.is_empty() {
                return None;
            }
            for &(index, coefficient) in linear.terms() {
                let one = self.reading(variable(index).is(true)).filter(|one| one.holds)?;
                if !self.is_cell(one.number) {
                    return None;
                }
                equation.numbers.insert(one.number);
                equation.coefficients.insert((one.value, coefficient));
                equation.terms += 1;
            }
            equation.total = linear.bound;
            Some(equation)
        };
        let all = linears.filter_map(equation).collect_vec();
        let is_opposite = |one: &Equation, other: &Equation| {
            one.total == -other.total
                && one.numbers == other.numbers
                && one.coefficients.iter().map(|&(value, by)| (value, -by)).collect::<BTreeSet<_>>()
                    == other.coefficients
        };
        let is_equal =
            |one: &&Equation| one.total > 0 && all.iter().any(|other| is_opposite(one, other));
        all.iter().filter(is_equal).cloned().collect()
    }

    /// Returns the lemma that places with the same sum share all numbers of the board, of which each
    /// value stands there a given number of times.
    fn common_sum(&self) -> Option<Lemma> {
        let on_board = (0..self.subject.groups.named.len())
            .filter(|&number| self.is_cell(number))
            .collect::<BTreeSet<_>>();
        let (mut sums, mut counts) =
            (BTreeMap::<_, Vec<(usize, Equation)>>::new(), BTreeMap::new());
        for (group, named) in self.subject.groups.groups.iter().enumerate() {
            for equation in self.equations(group) {
                let coefficients = equation.coefficients.iter().copied().collect_vec();
                let is_of_all = equation.numbers == on_board && equation.terms == on_board.len();
                if let ([(value, 1)], true) = (&coefficients[..], is_of_all) {
                    counts.insert(*value, equation.total);
                }
                if coefficients.iter().all(|(value, by)| value == by) && equation.numbers.len() > 1
                {
                    let of = sums.entry((named.heading, equation.total)).or_default();
                    of.push((group, equation));
                }
            }
        }
        let values = on_board.iter().flat_map(|&number| {
            self.subject.groups.named[number].number.values().map(|(value, _)| value)
        });
        let are_counted = { values }.all(|value| value == 0 || counts.contains_key(&value));
        counts.remove(&0);
        let total: i64 = counts.iter().map(|(value, count)| value * count).sum();
        let shares = |heading: Option<usize>, sum: i64, groups: &[(usize, Equation)]| {
            let numbers = groups.iter().flat_map(|(_, equation)| &equation.numbers);
            let text = heading.map_or("", |heading| &self.subject.headings()[heading]);
            let is_stated =
                text.split(|one: char| !one.is_ascii_digit()).any(|word| word.parse() == Ok(sum));
            groups.len() >= FEWEST_SUMS
                && numbers.clone().count() == on_board.len()
                && numbers.copied().collect::<BTreeSet<_>>() == on_board
                && i64::try_from(groups.len()).is_ok_and(|count| count * sum == total)
                && !is_stated
        };
        let mut sums = sums.into_iter().filter(|_| are_counted);
        let ((_, sum), groups) =
            sums.find(|((heading, sum), groups)| shares(*heading, *sum, groups))?;
        let groups = groups.iter().map(|(group, _)| *group).collect();
        let kind = LemmaKind::Sum { groups, sum, counts };
        Some(Lemma { kind, facts: HashSet::new(), proof: Vec::new() })
    }
}

/// An equation about numbers of the board.
#[derive(Clone, Default)]
struct Equation {
    numbers: BTreeSet<usize>,
    /// The values that occur, with their coefficients.
    coefficients: BTreeSet<(i64, i64)>,
    terms: usize,
    total: i64,
}
