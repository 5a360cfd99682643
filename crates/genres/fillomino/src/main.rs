//! The program of this puzzle; `--help` shows what it can do.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzle_cli::main(&fillomino::PROGRAM)
}
