//! A part of the rules that is solved repeatedly.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;
use pseudo_boolean::{
    Connection, Constraint, Literal, Observer, Problem, Solver, Term, Under, Variable,
};

use crate::theory::{Theory, is_true, variable};

/// Most solutions kept to refute facts.
const MOST_WITNESSES: usize = 64;

/// Most nodes of the search for a hitting set.
const MOST_NODES: u32 = 2_000;

/// Counts conflicts and decides when to stop altogether.
pub(crate) struct Effort<'a> {
    spent: Cell<u64>,
    /// Most conflicts altogether.
    pub(crate) most: u64,
    /// The share of the time that may be used by now.
    pub(crate) share: f64,
    is_late: &'a dyn Fn(f64) -> bool,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(share: f64, is_late: &'a dyn Fn(f64) -> bool) -> Self {
        Effort { spent: Cell::new(0), most: u64::MAX, share, is_late }
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent.get()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.spent() >= self.most || self.is_late()
    }

    /// Returns whether its share of the time is up.
    pub(crate) fn is_late(&self) -> bool {
        (self.is_late)(self.share)
    }
}

/// Stops a search when its conflicts are used up.
struct Budget<'e, 'a> {
    left: u64,
    effort: &'e Effort<'a>,
    nodes: u32,
}

impl Budget<'_, '_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        let is_over = self.nodes.is_multiple_of(256) && self.effort.is_over();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for Budget<'_, '_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        self.poll()
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.effort.spent.set(self.effort.spent.get() + 1);
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { self.poll() }
    }

    fn working(&mut self) -> ControlFlow<()> {
        if self.effort.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops once the assumptions are decided and propagated.
struct Probe<'w> {
    assumed: usize,
    /// The queried literals, and those that follow.
    wanted: &'w [Literal],
    implied: Vec<Literal>,
}

impl Observer for Probe<'_> {
    fn node(&mut self, solver: &Solver) -> ControlFlow<()> {
        if solver.depth() < self.assumed {
            return ControlFlow::Continue(());
        }
        let holds =
            |literal: &Literal| solver.value(literal.variable()) == Some(!literal.is_negated());
        self.implied.extend(self.wanted.iter().copied().filter(holds));
        ControlFlow::Break(())
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Some groups of the rules with the domains and channels of their variables, as a problem with
/// variables of its own.
#[derive(Clone)]
pub(crate) struct Part {
    solver: Solver,
    /// The variables of the whole problem that it mentions, in ascending order, which numbers its
    /// own.
    whole: Vec<usize>,
    /// For each group a literal that enables it, if requested.
    pub(crate) selectors: Vec<Literal>,
    /// The numbers of which it mentions only some values.
    pub(crate) rests: Vec<Rest>,
    /// Number of facts it knows.
    heard: usize,
}

/// States that a number has one of the values that a part does not mention.
#[derive(Clone)]
pub(crate) struct Rest {
    domain: usize,
    pub(crate) literal: Literal,
    /// Number of these values still possible.
    left: usize,
}

impl Rest {
    pub(crate) fn domain(&self) -> usize {
        self.domain
    }
}

impl Part {
    /// Builds a part of these groups, enabled one by one by selectors, or all at once.
    pub(crate) fn new(theory: &Theory, groups: &[usize], has_selectors: bool) -> Self {
        let channels = theory.channels_with(&theory.variables_of_groups(groups));
        Self::of_groups(theory, groups, has_selectors, true, &channels)
    }

    /// Builds a part of a group without its connections.
    pub(crate) fn unconnected(theory: &Theory, group: usize) -> Self {
        let channels = theory.channels_with(&theory.variables_of_groups(&[group]));
        Self::of_groups(theory, &[group], false, false, &channels)
    }

    /// Builds a part of a group without the channels of its variables.
    pub(crate) fn without_views(theory: &Theory, group: usize) -> Self {
        Self::of_groups(theory, &[group], false, true, &BTreeSet::new())
    }

    /// Builds a part of a single constraint, without the channels of its variables.
    pub(crate) fn of_constraint(theory: &Theory, number: usize) -> Self {
        let mut builder = Builder::new(theory, theory.variables_of([number].into_iter()));
        builder.add(&theory.problem.constraint(number), None);
        builder.done(theory)
    }

    fn of_groups(
        theory: &Theory,
        groups: &[usize],
        has_selectors: bool,
        has_connections: bool,
        channels: &BTreeSet<usize>,
    ) -> Self {
        let mut variables = theory.variables_of_groups(groups);
        variables.extend(theory.variables_of(channels.iter().copied()));
        variables.sort_unstable();
        variables.dedup();
        let mut builder = Builder::new(theory, variables);
        for &group in groups {
            let selector = has_selectors.then(|| builder.selector());
            for number in theory.constraints_of(&[group]) {
                builder.add(&theory.problem.constraint(number), selector);
            }
            for connection in theory.connections_of(&[group]).filter(|_| has_connections) {
                builder.connect(connection, selector);
            }
        }
        for &number in channels {
            builder.add(&theory.problem.constraint(number), None);
        }
        builder.done(theory)
    }

    /// Builds a part of domains and channels alone.
    pub(crate) fn of_views(theory: &Theory) -> Self {
        let all: Vec<usize> = (0..theory.problem.variables()).collect();
        Self::of_views_with(theory, &all)
    }

    /// Builds a part of domains and channels alone, with what is read off.
    pub(crate) fn of_readings(theory: &Theory) -> Self {
        let all: Vec<usize> = (0..theory.problem.variables()).collect();
        Self::of_channels(theory, &all, &theory.views_with(&named(theory, &all)))
    }

    /// Builds a part of the domains and channels with some of these variables, without what is read
    /// off.
    pub(crate) fn of_views_with(theory: &Theory, among: &[usize]) -> Self {
        Self::of_channels(theory, among, &theory.channels_with(&named(theory, among)))
    }

    fn of_channels(theory: &Theory, among: &[usize], channels: &BTreeSet<usize>) -> Self {
        let mut variables = theory.variables_of(channels.iter().copied());
        variables.extend(named(theory, among));
        for domain in theory.domains_with(&variables) {
            variables.extend(&theory.domains[domain]);
        }
        variables.sort_unstable();
        variables.dedup();
        let mut builder = Builder::new(theory, variables);
        for &number in channels {
            builder.add(&theory.problem.constraint(number), None);
        }
        builder.done(theory)
    }

    /// Returns the problem that states some groups, facts and the negation of a clause, in the
    /// variables of the whole problem. Without groups it has the views that the facts reach
    /// in at most `steps` steps from view to view.
    pub(crate) fn problem_of(
        theory: &Theory,
        groups: &[usize],
        facts: &[Literal],
        clause: Vec<Literal>,
        steps: usize,
    ) -> Problem {
        let mut problem = Problem::default();
        for _ in 0..theory.problem.variables() {
            problem.variable();
        }
        let mut variables = theory.variables_of_groups(groups);
        let mut channels = theory.channels_with(&variables);
        if groups.is_empty() {
            let own = facts.iter().chain(&clause).map(|literal| literal.variable().index());
            variables = own.collect();
            for _ in 0..steps {
                for domain in theory.domains_with(&variables) {
                    variables.extend(&theory.domains[domain]);
                }
                variables.sort_unstable();
                variables.dedup();
                let reached = theory.views_with(&variables);
                if reached.len() == channels.len() {
                    break;
                }
                variables.extend(theory.variables_of(reached.iter().copied()));
                channels = reached;
            }
        }
        variables.extend(theory.variables_of(channels.iter().copied()));
        let all: Vec<usize> = theory.constraints_of(groups).chain(channels).unique().collect();
        for domain in theory.domains_with(&variables) {
            let values = theory.domains[domain].iter().map(|&index| variable(index).is(true));
            for one in exactly_one(&values.collect::<Vec<_>>()) {
                problem.require(one);
            }
        }
        for number in all {
            problem.require(theory.problem.constraint(number));
        }
        for connection in theory.connections_of(groups) {
            problem.require_connected(connection.without_degrees());
        }
        for &fact in facts {
            problem.require(Constraint::clause([fact]));
        }
        problem.require(Constraint::clause(clause));
        problem
    }

    /// Returns the indices of its groups that a core contains.
    pub(crate) fn places_in(&self, core: &[Literal]) -> Vec<usize> {
        let place = |literal: &Literal| literal.variable().index().checked_sub(self.whole.len());
        let mut places: Vec<usize> = core.iter().filter_map(place).collect();
        places.retain(|&place| place < self.selectors.len());
        places.sort_unstable();
        places
    }

    /// Returns the variables of the whole problem that it mentions.
    pub(crate) fn variables(&self) -> &[usize] {
        &self.whole
    }

    /// Returns the part's literal; `None` if the part does not mention the variable.
    pub(crate) fn own(&self, literal: Literal) -> Option<Literal> {
        let number = self.whole.binary_search(&literal.variable().index()).ok()?;
        Some(variable(number).is(!literal.is_negated()))
    }

    pub(crate) fn own_of(&self, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().filter_map(|&literal| self.own(literal)).collect()
    }

    /// Returns the whole problem's literal of one that is not a selector.
    pub(crate) fn whole(&self, literal: Literal) -> Literal {
        variable(self.whole[literal.variable().index()]).is(!literal.is_negated())
    }

    pub(crate) fn whole_of(&self, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().map(|&literal| self.whole(literal)).collect()
    }

    /// Adds the facts; the first of them are those of the last call.
    pub(crate) fn know(&mut self, theory: &Theory, facts: &[Literal]) {
        for &fact in &facts[std::mem::replace(&mut self.heard, facts.len())..] {
            if let Some(own) = self.own(fact) {
                self.require(own);
            } else if let Some(domain) = theory.domain_of[fact.variable().index()]
                && let Ok(place) = self.rests.binary_search_by_key(&domain, |rest| rest.domain)
            {
                let Rest { left, literal, .. } = &mut self.rests[place];
                let literal = *literal;
                if !fact.is_negated() {
                    self.require(literal);
                    continue;
                }
                *left -= 1;
                if *left == 0 {
                    self.require(!literal);
                }
            }
        }
    }

    /// Returns the values of a number that the part does not mention.
    pub(crate) fn outside(&self, theory: &Theory, rest: &Rest) -> Vec<usize> {
        let all = theory.domains[rest.domain].iter().copied();
        all.filter(|index| self.whole.binary_search(index).is_err()).collect()
    }

    /// Returns those of the whole problem's literals that follow by propagation.
    pub(crate) fn settled(&mut self, wanted: &[Literal]) -> Vec<Literal> {
        self.solver.settle();
        let holds = |literal: &Literal| {
            self.own(*literal)
                .is_some_and(|own| self.solver.value(own.variable()) == Some(!own.is_negated()))
        };
        wanted.iter().copied().filter(holds).collect()
    }

    /// Adds one of the part's literals as a fact.
    pub(crate) fn require(&mut self, literal: Literal) {
        self.solver.require(&Constraint::clause([literal]));
    }

    /// Adds a constraint in the part's literals.
    pub(crate) fn require_all(&mut self, constraint: &Constraint) {
        self.solver.require(constraint);
    }

    /// Requires that one of the whole problem's literals is false; returns `false` if the part does
    /// not mention all of them.
    pub(crate) fn deny(&mut self, facts: &[Literal]) -> bool {
        let own = self.own_of(facts);
        self.solver.require(&Constraint::clause(own.iter().map(|&own| !own)));
        own.len() == facts.len()
    }

    /// Excludes solutions with all of the part's literals true.
    pub(crate) fn exclude(&mut self, literals: &[Literal]) {
        self.solver.require(&Constraint::clause(literals.iter().map(|&own| !own)));
    }

    pub(crate) fn solve(&mut self, assumed: &[Literal], conflicts: u64, effort: &Effort) -> Under {
        if effort.is_over() {
            return Under::Stopped;
        }
        let mut budget = Budget { left: conflicts, effort, nodes: 0 };
        self.solver.solve_under(assumed, &mut budget)
    }

    /// Returns the wanted literals that follow from the part's literals by propagation; an error
    /// holds the contradictory ones.
    pub(crate) fn probe(
        &mut self,
        assumed: &[Literal],
        wanted: &[Literal],
    ) -> Result<Vec<Literal>, Vec<Literal>> {
        let mut probe = Probe { assumed: assumed.len(), wanted, implied: Vec::new() };
        match self.solver.solve_under(assumed, &mut probe) {
            Under::Core(core) => Err(core),
            Under::Solution(_) | Under::Stopped => Ok(probe.implied),
        }
    }

    /// Returns those of the literals that follow from the assumed ones. Solutions are added to the
    /// witnesses, which refute the others.
    pub(crate) fn backbone(
        &mut self,
        assumed: &[Literal],
        mut left: Vec<Literal>,
        conflicts: u64,
        witnesses: &mut Vec<Vec<bool>>,
        effort: &Effort,
    ) -> Vec<Literal> {
        left.retain(|&literal| witnesses.iter().all(|witness| is_true(literal, witness)));
        let mut found = Vec::new();
        while let Some(literal) = left.pop() {
            // A solution that differs in many literals refutes many.
            for &other in &left {
                self.solver.prefer(!other);
            }
            match self.solve(&[assumed, &[!literal]].concat(), conflicts, effort) {
                Under::Solution(solution) => {
                    left.retain(|&other| is_true(other, &solution));
                    add_witness(witnesses, solution);
                }
                Under::Core(_) => {
                    if assumed.is_empty() {
                        self.require(literal);
                    }
                    found.push(literal);
                }
                Under::Stopped if effort.is_over() => break,
                Under::Stopped => {}
            }
        }
        found.sort_unstable_by_key(|literal| literal.variable().index());
        found
    }

    /// Returns a minimal core: no `soft` literal can be removed, the last ones are tried first;
    /// `hard` ones stay. `None` if there is no contradiction, if it is not found within the
    /// conflicts (0: by propagation), or if more than `most` are needed. Solutions are added to the
    /// witnesses, which show other sets of literals to be no cores. What propagation can do without
    /// goes first, since this takes no solutions.
    pub(crate) fn minimal_core(
        &mut self,
        hard: &[Literal],
        soft: &[Literal],
        most: usize,
        conflicts: u64,
        witnesses: &mut Vec<Vec<bool>>,
        effort: &Effort,
    ) -> Option<Vec<Literal>> {
        let mut core = |part: &mut Self, literals: &[Literal], conflicts| {
            let holds = |witness: &Vec<bool>| literals.iter().all(|&one| is_true(one, witness));
            if witnesses.iter().any(holds) {
                return None;
            }
            if conflicts == 0 {
                return part.probe(literals, &[]).err();
            }
            match part.solve(literals, conflicts, effort) {
                Under::Core(core) => Some(core),
                Under::Solution(solution) => {
                    add_witness(witnesses, solution);
                    None
                }
                Under::Stopped => None,
            }
        };
        let before = effort.spent();
        let mut left = soft.to_vec();
        if let Err(found) = self.probe(&[hard, soft].concat(), &[]) {
            left.retain(|literal| found.contains(literal));
            if conflicts > 0 {
                left = self.propagating_core(hard, left);
            }
        } else if conflicts == 0 {
            return None;
        } else {
            let found = core(self, &[hard, soft].concat(), conflicts)?;
            left.retain(|literal| found.contains(literal));
        }
        // Literals whose removal makes the proof much harder stay.
        let conflicts = conflicts.min(2 * (effort.spent() - before) + 50);
        let mut needed = Vec::new();
        while let Some(literal) = left.pop() {
            if effort.is_over() {
                return None;
            }
            if needed.len() == most {
                let found = core(self, &[hard, &needed].concat(), conflicts);
                return found.map(|_| needed);
            }
            match core(self, &[hard, &left, &needed].concat(), conflicts) {
                Some(core) => left.retain(|other| core.contains(other)),
                None => needed.push(literal),
            }
        }
        Some(needed)
    }

    /// Returns some of the `left` literals that contradict the `hard` ones by propagation, as all of
    /// them do; the last ones are removed first.
    fn propagating_core(&mut self, hard: &[Literal], mut left: Vec<Literal>) -> Vec<Literal> {
        let mut needed = Vec::new();
        while let Some(literal) = left.pop() {
            match self.probe(&[hard, &left, &needed].concat(), &[]) {
                Err(core) => {
                    left.retain(|other| core.contains(other));
                    needed.retain(|other| core.contains(other));
                }
                Ok(_) => needed.push(literal),
            }
        }
        needed.reverse();
        needed
    }
}

/// Returns whether there may be a core of at most `most` soft literals, as far as a few nodes show:
/// each solution makes some of them false, and each core has one of these.
///
/// Source: the duality of cores and correction sets (Reiter, "A theory of diagnosis from first
/// principles", 1987).
pub(crate) fn may_be_core(soft: &[Literal], most: usize, solutions: &[Vec<bool>]) -> bool {
    let violated = |solution: &Vec<bool>| -> Vec<Literal> {
        soft.iter().copied().filter(|&one| !is_true(one, solution)).collect()
    };
    let sets: Vec<Vec<Literal>> = solutions.iter().map(violated).collect();
    is_hit(&sets, most, &mut Vec::new(), &mut { MOST_NODES })
}

/// Returns whether the chosen literals and at most `most` more hit all sets.
fn is_hit(sets: &[Vec<Literal>], most: usize, chosen: &mut Vec<Literal>, left: &mut u32) -> bool {
    let missed = sets.iter().filter(|set| set.iter().all(|one| !chosen.contains(one)));
    let Some(set) = missed.min_by_key(|set| set.len()) else { return true };
    if most == 0 {
        return false;
    }
    set.iter().any(|&one| {
        *left = left.saturating_sub(1);
        chosen.push(one);
        let is_hit = *left == 0 || is_hit(sets, most - 1, chosen, left);
        chosen.pop();
        is_hit
    })
}

/// Adds a solution; the oldest one goes if there are too many.
fn add_witness(witnesses: &mut Vec<Vec<bool>>, solution: Vec<bool>) {
    if witnesses.len() == MOST_WITNESSES {
        witnesses.remove(0);
    }
    witnesses.push(solution);
}

/// Returns those of the variables that belong to named numbers.
fn named(theory: &Theory, among: &[usize]) -> Vec<usize> {
    among.iter().copied().filter(|&index| theory.is_named(index)).collect()
}

/// Returns constraints that exactly one of these is true.
fn exactly_one(literals: &[Literal]) -> [Constraint<'static>; 2] {
    let sum = |coefficient| literals.iter().map(move |&literal| (coefficient, literal));
    [(1, 1), (-1, -1)].map(|(coefficient, bound)| {
        Constraint::at_least(sum(coefficient), bound).expect("ones add up to little")
    })
}

/// Builds a part.
struct Builder {
    problem: Problem,
    whole: Vec<usize>,
    /// The number of each variable of the whole problem that it mentions.
    own: Vec<Option<Variable>>,
    selectors: Vec<Literal>,
}

impl Builder {
    /// Starts a part with these variables, in ascending order. If only one value of a number is
    /// missing, it is added.
    fn new(theory: &Theory, mut whole: Vec<usize>) -> Self {
        for domain in theory.domains_with(&whole) {
            let all = &theory.domains[domain];
            let outside = all.iter().filter(|index| whole.binary_search(index).is_err());
            if let [one] = outside.copied().take(2).collect::<Vec<_>>()[..] {
                let place = whole.partition_point(|&index| index < one);
                whole.insert(place, one);
            }
        }
        let mut problem = Problem::default();
        let mut own = vec![None; theory.problem.variables()];
        for &index in &whole {
            own[index] = Some(problem.variable());
        }
        Builder { problem, whole, own, selectors: Vec::new() }
    }

    fn selector(&mut self) -> Literal {
        let selector = self.problem.variable().is(true);
        self.selectors.push(selector);
        selector
    }

    fn add(&mut self, constraint: &Constraint, selector: Option<Literal>) {
        let mut terms: Vec<(i64, Literal)> = Vec::with_capacity(constraint.terms().len() + 1);
        for &Term { coefficient, literal } in constraint.terms() {
            let own = self.own[literal.variable().index()].expect("all variables were gathered");
            terms.push((coefficient, own.is(!literal.is_negated())));
        }
        terms.extend(selector.map(|selector| (constraint.bound(), !selector)));
        let constraint = Constraint::at_least(terms, constraint.bound());
        self.problem.require(constraint.expect("a selector needs no more than the bound"));
    }

    fn connect(&mut self, connection: &Connection, selector: Option<Literal>) {
        let own = |literal: Literal| {
            let own = self.own[literal.variable().index()].expect("all variables were gathered");
            own.is(!literal.is_negated())
        };
        self.problem.require_connected(connection.mapped(own, selector));
    }

    /// Adds the domain of each number and completes the part.
    fn done(mut self, theory: &Theory) -> Part {
        let mut rests = Vec::new();
        for domain in theory.domains_with(&self.whole) {
            let all = &theory.domains[domain];
            let mut values: Vec<Literal> =
                all.iter().filter_map(|&index| Some(self.own[index]?.is(true))).collect();
            let left = all.len() - values.len();
            if left > 0 {
                let literal = self.problem.variable().is(true);
                rests.push(Rest { domain, literal, left });
                values.push(literal);
            }
            for one in exactly_one(&values) {
                self.problem.require(one);
            }
        }
        let Builder { problem, whole, selectors, .. } = self;
        let solver = Solver::new(&problem);
        let mut part = Part { solver, whole, selectors, rests, heard: 0 };
        for literal in part.own_of(&theory.excluded) {
            part.require(literal);
        }
        part
    }
}
