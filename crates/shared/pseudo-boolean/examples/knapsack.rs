//! Packs a knapsack as well as possible, and proves that nothing is better: `cargo run --example
//! knapsack` prints the choice; with `--proof`, the problem and a proof for `VeriPB`.

use pseudo_boolean::{Constraint, Optimum, Problem, Solver, TooLarge};

/// Names, weights in kilograms and values in euros.
const THINGS: [(&str, i64, i64); 6] = [
    ("tent", 4, 90),
    ("stove", 2, 50),
    ("rope", 3, 45),
    ("book", 1, 15),
    ("lamp", 1, 25),
    ("skis", 6, 120),
];
const MOST_WEIGHT: i64 = 10;

fn main() -> Result<(), TooLarge> {
    let mut problem = Problem::default();
    let taken = THINGS.map(|_| problem.variable());
    let weights = THINGS.iter().zip(taken).map(|(&(_, weight, _), taken)| (-weight, taken));
    problem.require(Constraint::at_least(weights, -MOST_WEIGHT)?);
    problem.minimise(THINGS.iter().zip(taken).map(|(&(.., value), taken)| (-value, taken)))?;

    let mut solver = Solver::proving(&problem);
    let Optimum::Proved(best) = solver.optimum(&mut ()) else { panic!("nothing stops it") };
    if std::env::args().any(|argument| argument == "--proof") {
        println!("{problem}{}", solver.into_proof().expect("the search is complete"));
        return Ok(());
    }
    let packed = THINGS.iter().zip(taken).filter(|(_, taken)| best[taken.index()]);
    let (mut weight, mut value) = (0, 0);
    for (&(name, kilograms, euros), _) in packed {
        println!("{name}: {kilograms} kg, {euros} euros");
        (weight, value) = (weight + kilograms, value + euros);
    }
    println!("together {weight} of {MOST_WEIGHT} kg, {value} euros; nothing is worth more");
    Ok(())
}
