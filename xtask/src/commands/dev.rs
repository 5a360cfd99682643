//! `dev`: tools for work on the workspace itself.

mod compare;
mod instructions;
mod scale;
mod spoil;
mod techniques;

use std::time::Duration;

use anyhow::Result;
use clap::Subcommand;
use protocol::{parse_seconds, whole_number};

use crate::output::TableFormat;

/// A tool, with its options.
#[derive(Subcommand)]
pub(crate) enum Tool {
    /// Count the instructions of a search with valgrind: a figure that does not depend on the load
    /// of the machine
    Instructions {
        #[command(flatten)]
        subject: Subject,
    },
    /// Compare the solver of the rules with clasp (Debian package `clasp`), in CPU time
    ///
    /// Both figures are medians of the user and system time of whole processes. Ours is `PUZZLE
    /// solve --strategy rules`: it reads the instance, finds the only board, and shows that there
    /// is no other. clasp reads the OPB file that `PUZZLE certify` writes, and shows its claim: a
    /// solution, and that none has a smaller objective, the number of cells that agree with the
    /// only board. Neither writes a proof. A process is stopped after 20 s.
    Compare {
        #[command(flatten)]
        subject: Subject,
        /// Time to measure each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
        seconds: Duration,
    },
    /// Measure how long solve-all and the tests take in a copy of the workspace with many more
    /// puzzles
    Scale {
        /// Number of puzzles to add, made from the existing ones by `new --like`
        #[arg(long, value_name = "N", default_value = "85", value_parser = whole_number(0..=u16::MAX))]
        puzzles: u16,
    },
    /// Change one line of each puzzle in a copy of the workspace, and show whether its tests notice
    Spoil {
        /// Puzzles to change, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
        /// Seed that chooses the lines
        #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number(0..=u64::MAX))]
        seed: u64,
        /// Change only checkers: `check.rs`, and each `fn check`
        #[arg(long)]
        checker: bool,
    },
    /// Write docs/techniques.md: each technique of explanations with an example and its picture
    Techniques {
        /// Puzzles to take examples from, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
    },
}

/// What to measure, and how to print the figures.
#[derive(clap::Args)]
pub(crate) struct Subject {
    /// Puzzles to measure, by name or part of a name [default: all]
    #[arg(value_name = "PUZZLE")]
    patterns: Vec<String>,
    /// Merge a line of TOML over the instances (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Format of the figures
    #[arg(long, value_enum, default_value_t)]
    format: TableFormat,
}

pub(crate) fn run(tool: &Tool) -> Result<u8> {
    match tool {
        Tool::Instructions { subject } => instructions::run(subject),
        Tool::Compare { subject, seconds } => compare::run(subject, *seconds),
        Tool::Scale { puzzles } => scale::run((*puzzles).into()),
        Tool::Spoil { patterns, seed, checker } => spoil::run(patterns, *seed, *checker),
        Tool::Techniques { patterns } => techniques::run(patterns),
    }
}
