//! Connected graphs: against the enumeration of all assignments, against their linear statement,
//! and against an independent checker of cuts.

mod checker;

use std::ops::ControlFlow;

use fastrand::Rng;
use pseudo_boolean::{
    Claim, Connection, Constraint, Literal, Observer, Problem, Solver, Under, Variable, Verdict,
};

use crate::checker::{expect_verified, is_verified};

/// Returns a random graph with random members and ways. Literals may stand for several of them.
fn graph(rng: &mut Rng, variables: &[Variable]) -> Connection {
    let nodes = rng.usize(1..=6);
    let literal = |rng: &mut Rng| {
        (rng.u8(..) < 190).then(|| rng.choice(variables).unwrap().is(rng.u8(..) < 200))
    };
    let members = (0..nodes).map(|_| literal(rng)).collect();
    let pairs = (0..nodes).flat_map(|one| (0..one).map(move |other| [one, other]));
    let pairs: Vec<_> = pairs.filter(|_| rng.u8(..) < 120).collect();
    Connection::new(members, pairs.into_iter().map(|ends| (ends, literal(rng))))
}

/// Returns a random graph whose parts have sizes within a random range.
fn parts(rng: &mut Rng, variables: &[Variable]) -> Connection {
    let nodes = rng.usize(1..=6);
    let literal =
        |rng: &mut Rng| (rng.u8(..) < 230).then(|| rng.choice(variables).unwrap().is(rng.bool()));
    let members = (0..nodes).map(|_| literal(rng)).collect();
    let pairs = (0..nodes).flat_map(|one| (0..one).map(move |other| ([one, other], None)));
    let ways: Vec<_> = pairs.filter(|_| rng.u8(..) < 120).collect();
    let least = rng.usize(1..=4);
    Connection::new(members, ways).of_sizes(least..least + rng.usize(1..=2))
}

/// Returns few variables, a few clauses and sums, and one or two graphs.
fn random(rng: &mut Rng) -> (Problem, Vec<Variable>) {
    let mut problem = Problem::default();
    let variables: Vec<Variable> = (0..rng.usize(3..=9)).map(|_| problem.variable()).collect();
    for _ in 0..rng.usize(0..=4) {
        let terms: Vec<_> = (0..rng.usize(1..=4))
            .map(|_| (rng.i64(1..=2), rng.choice(&variables).unwrap().is(rng.bool())))
            .collect();
        problem.require(Constraint::at_least(terms, rng.i64(1..=2)).unwrap());
    }
    for _ in 0..rng.usize(1..=2) {
        problem.heading("Connected.");
        let graph = graph(rng, &variables);
        problem.connect(graph);
    }
    if rng.bool() {
        problem.heading("Parts of some sizes.");
        problem.connect(parts(rng, &variables));
    }
    (problem, variables)
}

/// Returns a loop on the edges of a grid of up to 3 x `most` nodes, with a few random clauses.
fn loops(rng: &mut Rng, most: usize) -> (Problem, Vec<Variable>) {
    let (mut problem, variables) = loops_on(rng.usize(2..=3), rng.usize(2..=most));
    for _ in 0..rng.usize(0..=3) {
        problem.require(clause_of(rng, &variables));
    }
    (problem, variables)
}

/// Returns a random clause of three variables.
fn clause_of(rng: &mut Rng, variables: &[Variable]) -> Constraint<'static> {
    let some = rng.choose_multiple(variables, 3).into_iter();
    Constraint::clause(some.map(|variable| variable.is(rng.bool())))
}

/// Returns a loop on the edges of a grid of nodes.
fn loops_on(rows: usize, columns: usize) -> (Problem, Vec<Variable>) {
    let mut problem = Problem::default();
    let mut ways: Vec<([usize; 2], Literal)> = Vec::new();
    let mut variables = Vec::new();
    for node in 0..rows * columns {
        let (row, column) = (node / columns, node % columns);
        let next = [
            (column + 1 < columns).then_some(node + 1),
            (row + 1 < rows).then_some(node + columns),
        ];
        for next in next.into_iter().flatten() {
            variables.push(problem.variable());
            ways.push(([node, next], variables[variables.len() - 1].is(true)));
        }
    }
    let members: Vec<Variable> = (0..rows * columns).map(|_| problem.variable()).collect();
    let mut degrees = Vec::new();
    for (node, member) in members.iter().enumerate() {
        let number = problem.constraints().len();
        for sign in [1, -1] {
            let here = ways.iter().filter(|(ends, _)| ends.contains(&node));
            let terms = here.map(|&(_, open)| (sign, open)).chain([(-2 * sign, member.is(true))]);
            problem.require(Constraint::at_least(terms, 0).unwrap());
        }
        degrees.push(Some([number, number + 1]));
    }
    let clause = Constraint::clause(members.iter().map(|member| member.is(true)));
    problem.require(clause);
    let is_member = members.iter().map(|member| Some(member.is(true))).collect();
    let ways = ways.into_iter().map(|(ends, open)| (ends, Some(open)));
    problem.connect(Connection::new(is_member, ways).of_loop(degrees));
    variables.extend(members);
    (problem, variables)
}

fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << count).map(move |bits| (0..count).map(|at| bits >> at & 1 == 1).collect())
}

/// Returns the solutions, in the first variables.
fn solutions(problem: &Problem, count: usize) -> Vec<Vec<bool>> {
    let all = assignments(count);
    all.filter(|values: &Vec<bool>| {
        problem.constraints().all(|one| one.holds(values))
            && problem.connections().iter().all(|one| one.holds(values))
    })
    .collect()
}

fn found(problem: &Problem, variables: &[Variable]) -> Vec<Vec<bool>> {
    let linear = problem.linear();
    let mut solver = Solver::new(problem);
    let mut found = Vec::new();
    while let Verdict::Solution(values) = solver.solve(&mut ()) {
        if linear.variables() == values.len() {
            assert!(linear.constraints().all(|one| one.holds(&values)), "{problem}\n{values:?}");
        }
        let others = variables.iter().map(|variable| variable.is(!values[variable.index()]));
        solver.require(&Constraint::clause(others));
        found.push(values[..variables.len()].to_vec());
    }
    found.sort();
    found
}

#[test]
fn cuts_and_flows_have_the_solutions_of_an_enumeration() {
    let mut rng = Rng::with_seed(1);
    let mut lost = 0;
    for case in 0..1_000 {
        let (problem, variables) =
            if case % 40 == 0 { loops(&mut rng, 2) } else { random(&mut rng) };
        let mut expected = solutions(&problem, variables.len());
        expected.sort();
        assert_eq!(found(&problem, &variables), expected, "case {case}:\n{problem}");
        let keeps = |values: &Vec<bool>| problem.constraints().all(|one| one.holds(values));
        let unconnected = assignments(variables.len()).filter(keeps);
        lost += usize::from(unconnected.count() > expected.len());
        if case % 50 == 1 {
            assert_eq!(found(&problem.linear(), &variables), expected, "case {case}, a flow");
        }
    }
    assert!(lost > 100, "{lost} cases where a graph matters");
}

/// Between two pairs of nodes, a loop may go there and back by ways that one literal opens.
#[test]
fn a_literal_that_opens_two_ways_crosses_a_cut_twice() {
    let mut problem = Problem::default();
    let variables: Vec<Variable> = (0..5).map(|_| problem.variable()).collect();
    let ends = [[0, 1], [0, 1], [2, 3], [2, 3], [1, 2], [0, 3]];
    let opened_by = [0, 1, 2, 3, 4, 4].map(|place: usize| variables[place].is(true));
    let mut degrees = Vec::new();
    for node in 0..4 {
        let number = problem.constraints().len();
        for sign in [1, -1] {
            let here = ends.iter().zip(opened_by).filter(|(ends, _)| ends.contains(&node));
            let terms = here.map(|(_, open)| (sign, open));
            problem.require(Constraint::at_least(terms, 2 * sign).unwrap());
        }
        degrees.push(Some([number, number + 1]));
    }
    let ways = ends.into_iter().zip(opened_by.map(Some));
    problem.connect(Connection::new(vec![None; 4], ways).of_loop(degrees));
    // One way of each pair, beside those from pair to pair.
    assert_eq!(solutions(&problem, 5).len(), 4);
    assert_eq!(found(&problem, &variables), {
        let mut expected = solutions(&problem, 5);
        expected.sort();
        expected
    });
    assert_eq!(found(&problem.linear(), &variables).len(), 4);
}

/// The numbers of loops on square grids are those of the sequence A140517 of the OEIS.
#[test]
fn every_loop_of_a_grid_is_found_and_each_once() {
    let (mut problem, variables) = loops_on(4, 4);
    let all = found(&problem, &variables);
    assert_eq!(all.len(), 213);
    assert_eq!(found(&loops_on(3, 3).0, &loops_on(3, 3).1).len(), 13);
    let mut rng = Rng::with_seed(4);
    for case in 0..200 {
        let mut problem = problem.clone();
        let clauses: Vec<_> =
            (0..rng.usize(1..=12)).map(|_| clause_of(&mut rng, &variables)).collect();
        for clause in &clauses {
            problem.require(clause.clone());
        }
        let keeps = |values: &&Vec<bool>| clauses.iter().all(|clause| clause.holds(values));
        let expected: Vec<_> = all.iter().filter(keeps).cloned().collect();
        assert_eq!(found(&problem, &variables), expected, "case {case}");
    }
    problem.minimise(variables.iter().map(|&variable| (-1, variable))).unwrap();
    let mut solver = Solver::proving(&problem);
    while let Verdict::Solution(longer) = solver.solve(&mut ()) {
        solver.improve(&longer);
    }
    // Sixteen edges and as many nodes.
    expect_verified(&problem, &solver.into_proof().unwrap(), Claim::Smallest(-32));
}

/// Returns the ways between the cells of a grid.
fn ways_on(rows: usize, columns: usize) -> Vec<([usize; 2], Option<Literal>)> {
    let beside = |cell: usize| {
        let right = (cell % columns + 1 < columns).then_some(cell + 1);
        right.into_iter().chain((cell / columns + 1 < rows).then_some(cell + columns))
    };
    let cells = 0..rows * columns;
    cells.flat_map(|cell| beside(cell).map(move |other| ([cell, other], None))).collect()
}

#[test]
fn cells_of_a_grid_are_connected_as_in_an_enumeration() {
    let mut rng = Rng::with_seed(5);
    for case in 0..150 {
        let mut problem = Problem::default();
        let cells: Vec<Variable> = (0..12).map(|_| problem.variable()).collect();
        for _ in 0..rng.usize(0..=8) {
            problem.require(clause_of(&mut rng, &cells));
        }
        let members = cells.iter().map(|cell| Some(cell.is(rng.u8(..) < 230)));
        let grid = Connection::new(members.collect(), ways_on(3, 4));
        let least = rng.usize(1..=5);
        let most = least + rng.usize(0..=2);
        problem.connect(if rng.bool() { grid } else { grid.of_sizes(least..most + 1) });
        let mut expected = solutions(&problem, cells.len());
        expected.sort();
        assert_eq!(found(&problem, &cells), expected, "case {case}:\n{problem}");
        if case % 3 > 0 {
            continue;
        }
        let weights: Vec<i64> = cells.iter().map(|_| rng.i64(-3..=3)).collect();
        problem.minimise(weights.iter().copied().zip(cells.iter().copied())).unwrap();
        let sum = |values: &Vec<bool>| -> i64 {
            weights.iter().zip(values).filter(|one| *one.1).map(|one| one.0).sum()
        };
        let mut solver = Solver::proving(&problem);
        while let Verdict::Solution(better) = solver.solve(&mut ()) {
            solver.improve(&better);
        }
        let least = expected.iter().map(sum).min();
        let claim = least.map_or(Claim::NoObjective, Claim::Smallest);
        expect_verified(&problem, &solver.into_proof().unwrap(), claim);
    }
}

/// Gives up now and then.
struct Impatient<'a>(&'a mut Rng);

impl Observer for Impatient<'_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        if self.0.u8(..) < 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Returns the problem with loops that do not know the degrees, required if a switch is on.
fn switched(problem: &Problem, switch: Option<Literal>) -> Problem {
    let mut copy = Problem::default();
    (0..problem.variables()).for_each(|_| {
        copy.variable();
    });
    problem.constraints().for_each(|one| copy.require(one));
    for connection in problem.connections() {
        copy.require_connected(connection.mapped(|literal| literal, switch));
    }
    copy
}

#[test]
fn cores_of_connected_graphs_have_no_solutions() {
    let mut rng = Rng::with_seed(2);
    let mut cores = 0;
    for case in 0..600 {
        let (mut problem, variables) =
            if case % 3 > 0 { random(&mut rng) } else { loops_on(2, rng.usize(2..=3)) };
        if case % 4 < 2 {
            let switch = rng.bool().then(|| rng.choice(&variables).unwrap().is(true));
            problem = switched(&problem, switch);
        }
        let mut all = solutions(&problem, variables.len());
        let mut solver = Solver::new(&problem);
        let clause = |rng: &mut Rng, all: &mut Vec<Vec<bool>>, solver: &mut Solver| {
            let clause = clause_of(rng, &variables);
            all.retain(|values| clause.holds(values));
            solver.require(&clause);
        };
        for _ in 0..12 {
            if rng.u8(..) < 30 {
                clause(&mut rng, &mut all, &mut solver);
            }
            let assumed: Vec<Literal> = (0..rng.usize(1..=4))
                .map(|_| rng.choice(&variables).unwrap().is(rng.bool()))
                .collect();
            let keeps = |values: &Vec<bool>, literals: &[Literal]| {
                literals.iter().all(|one| values[one.variable().index()] != one.is_negated())
            };
            match solver.solve_under(&assumed, &mut Impatient(&mut rng)) {
                Under::Solution(values) => {
                    assert!(keeps(&values, &assumed), "case {case}");
                    assert!(all.contains(&values[..variables.len()].to_vec()), "case {case}");
                }
                Under::Core(core) => {
                    assert!(!all.iter().any(|values| keeps(values, &core)), "case {case}");
                    cores += 1;
                }
                Under::Stopped => {}
            }
        }
    }
    assert!(cores > 600, "{cores} cores");
}

#[test]
fn proofs_derive_their_cuts() {
    let mut rng = Rng::with_seed(3);
    let mut cuts = 0;
    for case in 0..150 {
        let (mut problem, variables) =
            if case % 3 == 0 { loops(&mut rng, 5) } else { random(&mut rng) };
        let mut solver = Solver::proving(&problem);
        let Verdict::Solution(first) = solver.solve(&mut ()) else {
            expect_verified(&problem, &solver.into_proof().unwrap(), Claim::Unsatisfiable);
            continue;
        };
        // To agree with the solution as little as possible.
        let agrees = variables.iter().map(|&one| (1, one.is(first[one.index()])));
        problem.minimise(agrees).unwrap();
        solver.minimise(problem.objective().unwrap());
        let mut best = first.clone();
        solver.improve(&best);
        while let Verdict::Solution(other) = solver.solve(&mut ()) {
            solver.improve(&other);
            best = other;
        }
        let pairs = best.iter().zip(&first).take(variables.len());
        let least = pairs.filter(|(one, other)| one == other).count();
        let proof = solver.into_proof().unwrap();
        cuts += proof.to_string().lines().filter(|line| line.contains(" d ")).count();
        expect_verified(&problem, &proof, Claim::Smallest(least.try_into().unwrap()));
    }
    assert!(cuts > 20, "{cuts} cuts in all proofs");
}

/// If both ends of a line of cells are members, so are all between them.
#[test]
fn a_cut_without_a_part_of_its_border_is_refused() {
    let mut problem = Problem::default();
    // Two ways from one end to the other: over the first cell, or over the second. Both are closed
    // if the switch is on, and if it is off.
    let [switch, left, one, other, right] = [(); 5].map(|()| problem.variable().is(true));
    problem.require(Constraint::clause([left]));
    problem.require(Constraint::clause([right]));
    for cell in [one, other] {
        problem.require(Constraint::clause([!switch, !cell]));
        problem.require(Constraint::clause([switch, !cell]));
    }
    let ways = [[0, 1], [1, 3], [0, 2], [2, 3]].map(|ends| (ends, None));
    problem.connect(Connection::new([left, one, other, right].map(Some).to_vec(), ways));
    let mut solver = Solver::proving(&problem);
    assert_eq!(solver.solve(&mut ()), Verdict::Unsatisfiable);
    let proof = solver.into_proof().unwrap();
    expect_verified(&problem, &proof, Claim::Unsatisfiable);
    let (text, proof) = (problem.to_string(), proof.to_string());
    let cut = proof.lines().find(|line| line.starts_with("pol")).expect("the proof has a cut");
    let number = text.lines().filter(|line| line.ends_with(';')).count();
    let before = proof.lines().take_while(|line| *line != cut).count() - 2;
    let id = number + before + 1;
    // The checker has to derive each claim from the cut alone.
    let claims = |claim: &str| {
        let head: Vec<&str> = proof.lines().take_while(|line| *line != cut).collect();
        let end = "output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;";
        let proof = format!("{}\n{cut}\nrup {claim} >= 1 : ~ {id};\n{end}\n", head.join("\n"));
        checker::checked(&text, &proof).map(|said| said.contains("VERIFIED"))
    };
    let whole = claims("1 x3 1 x4 1 ~x2 1 ~x5");
    assert_ne!(whole, Some(false), "the cut itself");
    for smaller in ["1 x3 1 ~x2 1 ~x5", "1 x4 1 ~x2 1 ~x5"] {
        assert_ne!(claims(smaller), Some(true), "a cut without a part of its border");
    }
    let without = proof.replacen(cut, "", 1);
    assert_ne!(is_verified(&text, &without, Claim::Unsatisfiable), Some(true));
}
