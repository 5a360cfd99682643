//! The program of this puzzle; `--help` shows what it can do.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzle_cli::main(&twenty_four_seven_2_by_2_2::PROGRAM)
}
