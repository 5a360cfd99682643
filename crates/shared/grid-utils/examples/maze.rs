//! Finds the shortest way through a maze: `cargo run --example maze`.

use grid_utils::{CellGraph, Grid, GridError};
use petgraph::algo::astar;
use petgraph::visit::NodeFiltered;

fn main() -> Result<(), GridError> {
    let mut maze: Grid<char> = "
        S . x . . .
        x . x . x .
        . . . . x .
        . x x x . .
        . . . . . E
    "
    .parse()?;
    let [start, end] =
        ['S', 'E'].map(|symbol| maze.find(|&found| found == symbol).expect("it is there"));
    let board = CellGraph::new(maze.rows(), maze.columns(), |cell| maze.neighbours(cell));
    let open = NodeFiltered::from_fn(board, |cell| maze[cell] != 'x');
    let found = astar(&open, start, |cell| cell == end, |_| 1, |_| 0);
    let Some((steps, way)) = found else {
        println!("there is no way");
        return Ok(());
    };
    for &cell in &way[1..way.len() - 1] {
        maze[cell] = 'o';
    }
    println!("{steps} steps\n{maze}");
    Ok(())
}
