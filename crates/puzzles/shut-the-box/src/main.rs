//! The program of this puzzle; `--help` shows what it can do.

use std::process::ExitCode;

fn main() -> ExitCode {
    shut_the_box::main()
}
