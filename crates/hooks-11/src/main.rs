//! The command line of Hooks 11.

puzzle::main!(hooks_11::Hooks);
