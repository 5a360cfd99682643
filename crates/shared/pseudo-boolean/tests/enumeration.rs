//! Random small problems, against the enumeration of all assignments; and proofs against an
//! independent checker, if it is installed.

mod checker;

use std::ops::ControlFlow;

use fastrand::Rng;
use pseudo_boolean::{
    Claim, Constraint, Literal, Observer, Optimum, Problem, Proof, Solver, TooLarge, Under,
    Variable, Verdict,
};

use crate::checker::{expect_verified, is_verified};

/// Returns few variables, with constraints of all kinds: clauses, at most one, counts, sums,
/// contradictions.
fn random(rng: &mut Rng) -> Problem {
    let mut problem = Problem::default();
    problem.price_unit(rng.i64(1..=3));
    let variables: Vec<Variable> = (0..rng.usize(1..=9)).map(|_| problem.variable()).collect();
    for _ in 0..rng.usize(0..=14) {
        let largest = [1, 1, 3, 9][rng.usize(0..4)];
        let terms: Vec<_> = (0..rng.usize(0..=5))
            .map(|_| (rng.i64(-largest..=largest), rng.choice(&variables).unwrap().is(rng.bool())))
            .collect();
        let constraint = Constraint::at_least(terms, rng.i64(-largest..=largest + 2)).unwrap();
        problem.require_priced(rng.i64(0..=3), constraint);
        if rng.u8(..) < 40 {
            let some = rng.choose_multiple(&variables, 5);
            let terms = some.into_iter().map(|variable| (-1, variable.is(rng.bool())));
            problem.require(Constraint::at_least(terms.collect::<Vec<_>>(), -1).unwrap());
        }
    }
    problem
}

fn solutions(problem: &Problem) -> Vec<Vec<bool>> {
    let count = problem.variables();
    let all = (0..1_u32 << count).map(|bits| (0..count).map(|at| bits >> at & 1 == 1).collect());
    all.filter(|values: &Vec<bool>| problem.constraints().all(|one| one.holds(values))).collect()
}

/// Stops the solver at random.
struct Impatient<'r>(&'r mut Rng);

impl Impatient<'_> {
    fn stop(&mut self) -> ControlFlow<()> {
        if self.0.u8(..) < 64 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Observer for Impatient<'_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        self.stop()
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.stop()
    }
}

/// Runs the solver to its end, resuming it after each stop.
fn with_stops(solver: &mut Solver, rng: &mut Rng) -> Verdict {
    loop {
        match solver.solve(&mut Impatient(rng)) {
            Verdict::Stopped => {}
            verdict => return verdict,
        }
    }
}

#[test]
fn every_solution_is_found_once() {
    let mut rng = Rng::with_seed(1);
    for case in 0..3_000 {
        let problem = random(&mut rng);
        let mut expected = solutions(&problem);
        let mut solver = Solver::new(&problem);
        if rng.bool() {
            solver.seed(case);
        }
        let mut found = Vec::new();
        while let Verdict::Solution(values) = with_stops(&mut solver, &mut rng) {
            let literals = (0_u32..).zip(&values);
            let others = literals.map(|(number, &value)| Variable::from(number).is(!value));
            solver.require(&Constraint::clause(others));
            found.push(values);
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "case {case}:\n{problem}");
    }
}

#[test]
fn assumptions_leave_their_solutions_or_a_core_that_has_none() {
    let mut rng = Rng::with_seed(5);
    for case in 0..3_000 {
        let problem = random(&mut rng);
        let mut all = solutions(&problem);
        let count = u32::try_from(problem.variables()).unwrap();
        let mut solver = Solver::new(&problem);
        let literal = |rng: &mut Rng| Variable::from(rng.u32(0..count)).is(rng.bool());
        for _ in 0..12 {
            match rng.u8(0..4) {
                0 => {
                    let clause: Vec<Literal> =
                        (0..rng.usize(1..3)).map(|_| literal(&mut rng)).collect();
                    let clause = Constraint::clause(clause);
                    all.retain(|values| clause.holds(values));
                    solver.require(&clause);
                }
                1 => {
                    let is_settled = solver.settle();
                    assert!(is_settled || all.is_empty(), "case {case}");
                    for number in (0..count).filter(|_| is_settled) {
                        let variable = Variable::from(number);
                        let value = solver.value(variable);
                        let agrees = |values: &Vec<bool>| {
                            value.is_none_or(|value| values[variable.index()] == value)
                        };
                        assert!(all.iter().all(agrees), "case {case}: {variable:?} in\n{problem}");
                    }
                }
                2 => solver.prefer(literal(&mut rng)),
                _ => {
                    // Some occur twice, some contradict each other.
                    let assumed: Vec<Literal> =
                        (0..rng.usize(0..6)).map(|_| literal(&mut rng)).collect();
                    let keeps = |values: &Vec<bool>, literals: &[Literal]| {
                        literals
                            .iter()
                            .all(|one| values[one.variable().index()] != one.is_negated())
                    };
                    match solver.solve_under(&assumed, &mut Impatient(&mut rng)) {
                        Under::Solution(values) => {
                            assert!(all.contains(&values), "case {case}:\n{problem}");
                            assert!(keeps(&values, &assumed), "case {case}: {assumed:?}");
                        }
                        Under::Core(core) => {
                            assert!(core.iter().all(|one| assumed.contains(one)), "case {case}");
                            let left = all.iter().find(|values| keeps(values, &core));
                            assert_eq!(left, None, "case {case}: {core:?} in\n{problem}");
                        }
                        Under::Stopped => {}
                    }
                }
            }
        }
    }
}

#[test]
fn seeds_lead_to_different_solutions_and_each_to_the_same_one_again() {
    let mut problem = Problem::default();
    let variables = [(); 20].map(|()| problem.variable());
    problem.require(Constraint::at_least(variables.map(|variable| (1, variable)), 3).unwrap());
    let solution = |seed| {
        let mut solver = Solver::new(&problem);
        solver.seed(seed);
        solver.solve(&mut ())
    };
    assert_eq!(solution(1), solution(1));
    assert_ne!(solution(1), solution(2));
}

/// Finds the smallest objective, with its proof.
fn smallest(problem: &Problem) -> (Option<Vec<bool>>, Proof) {
    let mut solver = Solver::proving(problem);
    let best = match solver.optimum(&mut ()) {
        Optimum::Proved(best) => Some(best),
        Optimum::Unsatisfiable => None,
        Optimum::Stopped(_) => panic!("nothing stops it"),
    };
    (best, solver.into_proof().expect("the search is complete"))
}

#[test]
fn the_smallest_objective_is_found_and_proved() {
    let mut rng = Rng::with_seed(2);
    for case in 0..200 {
        let mut problem = random(&mut rng);
        let terms: Vec<_> = (0_u32..)
            .take(problem.variables())
            .map(|number| (rng.i64(-4..=4), Variable::from(number)))
            .collect();
        let value = |values: &[bool]| -> i64 {
            terms.iter().zip(values).filter(|(_, value)| **value).map(|(term, _)| term.0).sum()
        };
        problem.minimise(terms.clone()).unwrap();
        let expected = solutions(&problem).iter().map(|values| value(values)).min();
        let (best, proof) = smallest(&problem);
        assert_eq!(best.map(|best| value(&best)), expected, "case {case}:\n{problem}");
        if let Some(best) = Solver::best_from_below(&problem, &mut ()) {
            assert_eq!(Some(value(&best)), expected, "case {case}, from below:\n{problem}");
        }
        let claim = expected.map_or(Claim::NoObjective, Claim::Smallest);
        expect_verified(&problem, &proof, claim);
    }
}

/// Stops a solver at its second solution.
struct AtTheSecond(Vec<i64>);

impl Observer for AtTheSecond {
    fn node(&mut self, solver: &Solver) -> ControlFlow<()> {
        let values = (0..4).map(|number| solver.value(Variable::from(number)));
        let total = values.map(|value| Some(i64::from(value?))).sum::<Option<i64>>();
        self.0.extend(total);
        if self.0.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_search_for_the_optimum_that_is_stopped_keeps_its_best_solution_and_goes_on() {
    let mut problem = Problem::default();
    let taken = [(); 4].map(|()| problem.variable());
    problem.require(Constraint::at_least(taken.map(|one| (-1, one)), -2).unwrap());
    problem.minimise(taken.map(|one| (-1, one))).unwrap();
    let size = |values: &[bool]| values.iter().filter(|&&value| value).count();
    let mut solver = Solver::new(&problem);
    let Optimum::Stopped(Some(best)) = solver.optimum(&mut AtTheSecond(Vec::new())) else {
        panic!("it is stopped after a solution")
    };
    assert!(size(&best) < 2, "the first solution takes fewer than it may");
    let Optimum::Proved(best) = solver.optimum(&mut ()) else { panic!("there is an optimum") };
    assert_eq!(size(&best), 2);
    assert_eq!(solver.optimum(&mut ()), Optimum::Proved(best));
}

#[test]
fn sums_beyond_62_bits_are_refused() {
    let mut problem = Problem::default();
    let pair = [(); 2].map(|()| (1_i64 << 61, problem.variable()));
    let error = TooLarge::Constraint { total: 1 << 62, bound: 1 };
    assert_eq!(Constraint::at_least(pair, 1), Err(error));
    assert_eq!(problem.minimise(pair), Err(TooLarge::Objective { total: 1 << 62 }));
}

#[test]
fn solutions_and_their_absence_are_proved() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        let problem = random(&mut rng);
        let mut solver = Solver::proving(&problem);
        let proof = match solver.solve(&mut ()) {
            Verdict::Solution(solution) => Proof::of_solution(&problem, &solution),
            _ => solver.into_proof().unwrap(),
        };
        let is_solvable = !solutions(&problem).is_empty();
        let claim = if is_solvable { Claim::Satisfiable } else { Claim::Unsatisfiable };
        expect_verified(&problem, &proof, claim);
    }
}

#[test]
fn an_objective_may_come_with_the_first_solution() {
    let mut rng = Rng::with_seed(4);
    let mut several = 0;
    for case in 0..400 {
        let mut problem = random(&mut rng);
        let mut solver = Solver::proving(&problem);
        let Verdict::Solution(first) = solver.solve(&mut ()) else { continue };
        // To agree with the solution as little as possible.
        let literals = (0_u32..).zip(&first);
        let terms = literals.map(|(number, &value)| (1, Variable::from(number).is(value)));
        problem.minimise(terms).unwrap();
        solver.minimise(problem.objective().unwrap());
        let mut next = first.clone();
        loop {
            solver.improve(&next);
            match solver.solve(&mut ()) {
                Verdict::Solution(other) => next = other,
                _ => break,
            }
        }
        let agrees =
            |values: &[bool]| values.iter().zip(&first).filter(|(one, other)| one == other).count();
        let expected = solutions(&problem).iter().map(|values| agrees(values)).min().unwrap();
        assert_eq!(agrees(&next), expected, "case {case}:\n{problem}");
        let claim = Claim::Smallest(expected.try_into().unwrap());
        expect_verified(&problem, &solver.into_proof().unwrap(), claim);
        several += u32::from(next != first);
    }
    assert!(several > 10, "{several} problems have several solutions");
}

/// Returns one more pigeon than there are holes: a proof that needs every constraint.
fn pigeons(holes: usize) -> Problem {
    let mut problem = Problem::default();
    let sits: Vec<Vec<Variable>> =
        (0..=holes).map(|_| (0..holes).map(|_| problem.variable()).collect()).collect();
    for pigeon in &sits {
        problem.require(Constraint::clause(pigeon.iter().map(|hole| hole.is(true))));
    }
    for hole in 0..holes {
        for (one, first) in sits.iter().enumerate() {
            for second in &sits[..one] {
                let pair = [first[hole].is(false), second[hole].is(false)];
                problem.require(Constraint::clause(pair));
            }
        }
    }
    problem
}

/// A proof that counts, which clauses cannot do: eleven pigeons in ten holes, one of them too many.
#[test]
fn prices_spare_the_search_what_adds_up() {
    let mut problem = Problem::default();
    let sits = [(); 11].map(|()| [(); 10].map(|()| problem.variable()));
    let homeless = [(); 11].map(|()| problem.variable());
    for (pigeon, homeless) in sits.iter().zip(homeless) {
        let terms = pigeon.iter().map(|&hole| (1, hole)).chain([(1, homeless)]);
        problem.require_priced(1, Constraint::at_least(terms, 1).unwrap());
    }
    for hole in 0..10 {
        let terms = sits.map(|pigeon| (-1, pigeon[hole]));
        problem.require_priced(1, Constraint::at_least(terms, -1).unwrap());
    }
    problem.minimise(homeless.map(|homeless| (1, homeless))).unwrap();
    let best = Solver::best_from_below(&problem, &mut ()).unwrap();
    let mut solver = Solver::proving(&problem);
    solver.improve(&best);
    assert_eq!(solver.solve(&mut ()), Verdict::Unsatisfiable);
    assert_eq!(solver.conflicts(), 0);
    expect_verified(&problem, &solver.into_proof().unwrap(), Claim::Smallest(1));
}

#[test]
fn what_is_forgotten_on_the_way_does_no_harm() {
    let problem = pigeons(8);
    let mut solver = Solver::proving(&problem);
    assert_eq!(solver.solve(&mut ()), Verdict::Unsatisfiable);
    assert!(solver.conflicts() > 3_000, "clauses are forgotten after 2,000 conflicts");
    expect_verified(&problem, &solver.into_proof().unwrap(), Claim::Unsatisfiable);
}

#[test]
fn much_that_follows_is_no_reason_to_wait() {
    struct Counter(u32);
    impl Observer for Counter {
        fn working(&mut self) -> ControlFlow<()> {
            self.0 += 1;
            let goes_on = self.0.is_multiple_of(2);
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    // From the first variable follow all others.
    let mut problem = Problem::default();
    let chain: Vec<Variable> = (0..50_000).map(|_| problem.variable()).collect();
    for pair in chain.windows(2) {
        problem.require(Constraint::clause([pair[0].is(false), pair[1].is(true)]));
    }
    problem.require(Constraint::clause([chain[0].is(true)]));
    let mut solver = Solver::new(&problem);
    let mut counter = Counter(0);
    while solver.solve(&mut counter) == Verdict::Stopped {}
    assert!(counter.0 >= 10, "{} calls", counter.0);
    assert_eq!(solver.value(chain[49_999]), Some(true));
}

#[test]
fn a_proof_that_was_tampered_with_is_refused() {
    let problem = pigeons(4);
    let mut solver = Solver::proving(&problem);
    assert_eq!(solver.solve(&mut ()), Verdict::Unsatisfiable);
    let (text, proof) = (problem.to_string(), solver.into_proof().unwrap().to_string());
    assert_ne!(is_verified(&text, &proof, Claim::Unsatisfiable), Some(false));
    let refused = |problem: &str, proof: &str, claim: Claim, why: &str| {
        assert_ne!(is_verified(problem, proof, claim), Some(true), "{why}");
    };

    // A constraint of the problem is missing: without one pigeon, the others fit.
    let smaller: Vec<&str> =
        text.lines().enumerate().filter(|&(line, _)| line != 1).map(|(_, line)| line).collect();
    let smaller = smaller.join("\n").replacen("#constraint= 45", "#constraint= 44", 1) + "\n";
    refused(&smaller, &proof, Claim::Unsatisfiable, "a missing constraint");

    // A learned clause loses a literal.
    let clause = proof.lines().find(|line| line.matches('x').count() == 2).unwrap();
    let words: Vec<&str> = clause.split(' ').collect();
    let shorter = [&words[..1], &words[3..]].concat().join(" ");
    refused(&text, &proof.replacen(clause, &shorter, 1), Claim::Unsatisfiable, "a shorter clause");

    // Three variables of which two are needed, at least 2 true in all.
    let mut problem = Problem::default();
    let variables = [(); 3].map(|()| problem.variable());
    problem.require(Constraint::at_least(variables.map(|variable| (1, variable)), 2).unwrap());
    problem.minimise(variables.map(|variable| (1, variable))).unwrap();
    let (best, proof) = smallest(&problem);
    let (text, proof) = (problem.to_string(), proof.to_string());
    assert_ne!(is_verified(&text, &proof, Claim::Smallest(2)), Some(false));
    let conclusion = proof.lines().find(|line| line.starts_with("conclusion")).unwrap();
    let inflated = proof.replace(conclusion, &conclusion.replace('2', "3"));
    assert_ne!(inflated, proof);
    refused(&text, &inflated, Claim::Smallest(3), "an inflated bound");

    // Another solution than the one in the proof: one variable flipped.
    let best = best.unwrap();
    let shown = Variable::from(0).is(best[0]).to_string();
    let other = Variable::from(0).is(!best[0]).to_string();
    let line = proof.lines().rfind(|line| line.starts_with("soli")).unwrap();
    let turned = proof.replace(line, &line.replacen(&shown, &other, 1));
    assert_ne!(turned, proof);
    refused(&text, &turned, Claim::Smallest(2), "another board");
}

#[test]
fn a_solver_that_was_stopped_before_it_knew_all_constraints_finds_nothing() {
    struct Hasty;
    impl Observer for Hasty {
        fn working(&mut self) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let problem = pigeons(40);
    for mut solver in
        [Solver::watched(&problem, &mut Hasty), Solver::proving_watched(&problem, &mut Hasty)]
    {
        assert_eq!(solver.solve(&mut ()), Verdict::Stopped);
    }
}
