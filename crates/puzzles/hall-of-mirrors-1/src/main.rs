//! The program of this puzzle; `--help` shows what it can do.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzle_cli::main(&hall_of_mirrors_1::PROGRAM)
}
