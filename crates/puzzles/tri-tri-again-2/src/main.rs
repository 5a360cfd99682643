//! The program of this puzzle; `--help` shows what it can do.

use std::process::ExitCode;

fn main() -> ExitCode {
    tri_tri_again_2::main()
}
