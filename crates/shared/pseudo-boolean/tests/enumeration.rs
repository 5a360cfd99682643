//! Random small problems, against the enumeration of all assignments.

use std::io::Write;
use std::process::Command;

use fastrand::Rng;
use pseudo_boolean::{Constraint, Problem, Solver, Variable, Verdict};

/// Few variables, with constraints of all kinds: clauses, counts, sums, contradictions.
fn random(rng: &mut Rng) -> Problem {
    let mut problem = Problem::default();
    let variables: Vec<Variable> = (0..rng.usize(1..=9)).map(|_| problem.variable()).collect();
    for _ in 0..rng.usize(0..=14) {
        let largest = [1, 1, 3, 9][rng.usize(0..4)];
        let terms: Vec<_> = (0..rng.usize(0..=5))
            .map(|_| (rng.i64(-largest..=largest), rng.choice(&variables).unwrap().is(rng.bool())))
            .collect();
        problem.require(Constraint::at_least(terms, rng.i64(-largest..=largest + 2)).unwrap());
    }
    problem
}

fn solutions(problem: &Problem) -> Vec<Vec<bool>> {
    let count = problem.variables();
    let all = (0..1_u32 << count).map(|bits| (0..count).map(|at| bits >> at & 1 == 1).collect());
    all.filter(|values: &Vec<bool>| problem.constraints().iter().all(|one| one.holds(values)))
        .collect()
}

#[test]
fn every_solution_is_found_once() {
    let mut rng = Rng::with_seed(1);
    for case in 0..3_000 {
        let problem = random(&mut rng);
        let mut expected = solutions(&problem);
        let mut solver = Solver::new(&problem);
        let mut found = Vec::new();
        while let Verdict::Solution(values) = solver.solve(&mut ()) {
            let literals = (0_u32..).zip(&values);
            solver.require(&Constraint::clause(
                literals.map(|(number, &value)| Variable::from(number).is(!value)),
            ));
            found.push(values);
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "case {case}:\n{problem}");
    }
}

#[test]
fn the_smallest_objective_is_found_and_proved() {
    let mut rng = Rng::with_seed(2);
    let folder = std::env::temp_dir().join(format!("pseudo-boolean-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for case in 0..400 {
        let mut problem = random(&mut rng);
        let terms: Vec<_> = (0..problem.variables())
            .map(|number| (rng.i64(-4..=4), Variable::from(u32::try_from(number).unwrap())))
            .collect();
        let value = |values: &[bool]| -> i64 {
            terms.iter().zip(values).filter(|(_, value)| **value).map(|(term, _)| term.0).sum()
        };
        problem.minimise(terms.clone()).unwrap();
        let expected = solutions(&problem).iter().map(|values| value(values)).min();
        let mut solver = Solver::proving(&problem);
        let mut best = None;
        while let Verdict::Solution(values) = solver.solve(&mut ()) {
            best = Some(value(&values));
            solver.improve(&values);
        }
        assert_eq!(best, expected, "case {case}:\n{problem}");
        let proof = solver.proof().unwrap();
        let paths = ["opb", "pbp"].map(|kind| folder.join(format!("{case}.{kind}")));
        std::fs::File::create(&paths[0])
            .unwrap()
            .write_all(problem.to_string().as_bytes())
            .unwrap();
        std::fs::File::create(&paths[1]).unwrap().write_all(proof.to_string().as_bytes()).unwrap();
        if let Ok(checker) = std::env::var("VERIPB") {
            let out = Command::new(checker).args(&paths).output().unwrap();
            let said = String::from_utf8_lossy(&out.stdout).into_owned();
            assert!(
                out.status.success() && said.contains("VERIFIED"),
                "case {case}:\n{problem}\n{proof}\n{said}\n{}",
                String::from_utf8_lossy(&out.stderr)
            );
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
