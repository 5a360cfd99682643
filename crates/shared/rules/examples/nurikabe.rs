//! Solves a Nurikabe, and would list further solutions: `cargo run --example nurikabe`.

use grid_utils::Grid;
use rules::{Model, exactly};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clues: Grid<Option<usize>> = "2 . . .\n. . . .\n1 . . 3\n. . . .".parse()?;
    let mut model = Model::default();
    let black = model.flags(clues.rows(), clues.columns());
    let white = black.map(|_, &black| !black);
    model.rule("A clue counts the cells of its island: white ones that are connected.");
    let mut islands = Vec::new();
    for (cell, clue) in clues.iter().filter(|(_, clue)| clue.is_some()) {
        model.require(white[cell]);
        islands.push(model.component_cells(&white, cell, *clue));
    }
    model.rule("Each white cell is on the island of one clue.");
    for (cell, &black) in &black {
        model.require(exactly(1, islands.iter().map(|island| island[cell]).chain([black])));
    }
    model.rule("The black cells are connected, and fill no block of 2 x 2.");
    model.connected_cells(&black);
    model.no_full_block(&black);
    for board in model.solved_on(&black).solutions()? {
        println!("{}\n", board.map(|_, &black| if black == Some(1) { '#' } else { '-' }));
    }
    Ok(())
}
