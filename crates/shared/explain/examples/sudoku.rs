//! Explains a sudoku of 4 x 4 cells step by step: `cargo run --example sudoku`.

use explain::{Explainer, Reading, Search, Subject};
use grid_utils::{Cell, Grid};
use rules::{Model, all_different, givens};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Grid<Option<u8>> = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2".parse()?;
    let mut model = Model::default();
    let digits = model.grid(4, 4, 1..=4);
    model.given_rule("Some digits are given.");
    model.require(givens(&digits, &given));
    model.rule("No digit occurs twice in a row.");
    for row in 0..4 {
        model.at(format!("row {}", row + 1)).require(all_different(digits.row(row)));
    }
    model.rule("No digit occurs twice in a column.");
    for column in 0..4 {
        model.at(format!("column {}", column + 1)).require(all_different(digits.column(column)));
    }
    model.rule("No digit occurs twice in a block.");
    for corner in [[0, 0], [0, 2], [2, 0], [2, 2]].map(|[row, column]| Cell::new(row, column)) {
        model
            .at(format!("the block of {corner}"))
            .require(all_different(digits.window_cells(corner, 2, 2).map(|cell| &digits[cell])));
    }
    let rules = model.solved_on(&digits);
    let Search::Found(subject) = Subject::find(&rules, &mut ())? else { panic!("no solution") };
    let mut explainer = Explainer::new(&subject, &|_| false);
    let findings: Vec<_> = std::iter::from_fn(|| explainer.finding()).collect();
    let targets = explainer.targets();
    let steps = explainer.steps(&findings, &targets);
    for step in steps.iter().filter(|step| !step.is_obvious) {
        let facts = step.facts.iter().filter_map(|&fact| explainer.reading(fact));
        for Reading { number, value, holds } in facts {
            let cell = &subject.groups().named[number].name;
            let rule = step.groups.first().and_then(|&group| subject.heading(group));
            let is = if holds { "is" } else { "is not" };
            println!(
                "{cell} {is} {value}: {} ({})",
                step.reason.technique.name(),
                rule.unwrap_or("domains")
            );
        }
    }
    Ok(())
}
