//! The command line of Hooks #7.

puzzle::main!(hooks_7::Hooks);
