//! Solves, checks, counts, draws and times Die Agony.
puzzle::main!(die_agony::DieAgony);
