//! The program of this puzzle; `--help` shows what it can do.

puzzle::main!(hooks_6::Hooks);
