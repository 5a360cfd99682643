//! Solves, checks, counts, draws and times Olympic Rings.
puzzle::main!(olympic_rings::OlympicRings);
