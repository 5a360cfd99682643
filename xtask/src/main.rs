//! `cargo xtask`: adds puzzles, solves them, keeps their answers safe, measures and draws them.
//!
//! This page declares the whole command line; each command has a file of its own in `commands`.
//! The runner knows nothing of any puzzle's rules: it asks cargo which crates are puzzles and talks
//! to their binaries in JSON.

mod background;
mod callgrind;
mod cargo;
mod commands;
mod difference;
mod output;
mod outputs;
mod page;
mod process;
mod programs;
mod progress;
mod results;
mod snapshots;
mod temporary;
mod viewer;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use protocol::{Month, parse_seconds};

use commands::bench::beside::Solver;
use output::TableFormat;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The runner of the monthly-puzzle workspace
#[derive(Subcommand)]
enum Command {
    /// Write the crate of a new puzzle, ready to be filled in
    New {
        /// Name of the crate and of the puzzle: lower-case words joined by hyphens, such as hooks-12
        #[arg(id = "new_slug", value_name = "SLUG")]
        slug: String,
        /// The puzzle's title
        #[arg(long)]
        title: String,
        /// Month of publication
        #[arg(long, value_name = "YYYY-MM")]
        published: Option<Month>,
        /// Who published it
        #[arg(long, value_name = "NAME")]
        source: Option<String>,
        /// Where it was published
        #[arg(long)]
        url: Option<String>,
        /// Begin with a copy of this puzzle's crate instead of an empty one
        #[arg(long, value_name = "SLUG")]
        like: Option<String>,
    },
    /// List the puzzles in order of publication
    List {
        /// How to print them
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Run one puzzle's program: cargo xtask solve hooks-7 --format json
    #[command(disable_help_flag = true, override_usage = SOLVE_USAGE, after_help = SOLVE_EXAMPLES)]
    Solve {
        /// The puzzle: its slug or title, or a part of them that fits no other puzzle
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// What to pass on to its program: a command such as check, count or draw, and options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Show an unsolved puzzle with its rules: cargo xtask show hooks-7
    Show {
        /// The puzzle
        slug: String,
        /// What to pass on to its program, such as --instance FILE
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Solve every puzzle, each in a process of its own, and compare with the snapshots
    SolveAll {
        /// Puzzles to solve: exact slugs, or parts of slugs (default: all)
        #[arg(value_name = "SLUG-SUBSTRING")]
        patterns: Vec<String>,
        /// How to print the results
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
        timeout: Duration,
        /// How many puzzles to solve at the same time (default: one per core)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
        jobs: Option<u16>,
    },
    /// Show how results differ from their snapshots, and accept the results
    Accept {
        /// Puzzles to accept
        #[arg(value_name = "SLUG", required = true)]
        slugs: Vec<String>,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
        timeout: Duration,
    },
    /// Measure the searches, one after the other
    Bench {
        /// Puzzles to measure: exact slugs, or parts of slugs (default: all)
        #[arg(value_name = "SLUG-SUBSTRING")]
        patterns: Vec<String>,
        /// Merge a line of TOML over the instances (repeatable)
        #[arg(long = "set", value_name = "KEY=VALUE")]
        settings: Vec<String>,
        /// Measure the counting of all solutions
        #[arg(long)]
        count: bool,
        /// How long to measure each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
        seconds: Duration,
        /// Also count the instructions of a search, which do not depend on the load of the machine
        /// (needs valgrind)
        #[arg(long)]
        instructions: bool,
        /// Compare the solver of the rules with another one that is installed: CPU time of whole
        /// processes, user and system, the median of the runs. Ours is `SLUG solve --strategy rules`,
        /// from reading the instance to the only board, and that there is no other. The other one
        /// reads the OPB file that `SLUG certify` wrote, and shows its claim: a solution, and that
        /// none has a smaller objective, which is how many cells agree with the only board. Neither
        /// writes a proof. A process is stopped after 20 s
        #[arg(long, value_name = "SOLVER", value_enum,
            conflicts_with_all = ["count", "instructions", "save_readme"])]
        beside: Option<Solver>,
        /// Write the figures into the table of docs/puzzles.md, where the other puzzles keep theirs, and
        /// the README's headline and newest puzzles after it
        #[arg(long, conflicts_with_all = ["settings", "count"])]
        save_readme: bool,
        /// How to print the figures
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Prove the puzzles by their rules alone, and have the proofs verified by the checker `veripb`
    Certify {
        /// Puzzles to certify: exact slugs, or parts of slugs (default: all)
        #[arg(value_name = "SLUG-SUBSTRING")]
        patterns: Vec<String>,
        /// Keep the rules (.opb) and the proofs (.pbp) in this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// How to print the results
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
        /// Time for each step of each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
        timeout: Duration,
    },
    /// Explain a puzzle's solution in steps: cargo xtask explain hooks-1 --all
    #[command(disable_help_flag = true)]
    Explain {
        /// The puzzle: its slug or title, or a part of them that fits no other puzzle
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// Options of the puzzle's `explain`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Tell the next step from a partial board: cargo xtask hint hooks-1 --board board.txt
    #[command(disable_help_flag = true)]
    Hint {
        /// The puzzle: its slug or title, or a part of them that fits no other puzzle
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// Options of the puzzle's `hint`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Explain the puzzles that have rules, and grade how hard that is
    Grade {
        /// Puzzles to grade: exact slugs, or parts of slugs (default: all)
        #[arg(value_name = "SLUG-SUBSTRING")]
        patterns: Vec<String>,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = parse_seconds)]
        timeout: Duration,
        /// How many puzzles to explain at the same time (default: one per core)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
        jobs: Option<u16>,
        /// Write the figures into the table of docs/explanations.md, where the other puzzles keep theirs
        #[arg(long)]
        save_docs: bool,
        /// How to print the figures
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Make a new instance with one solution and no superfluous clue: cargo xtask make hooks-10 --size 9
    Make {
        /// The puzzle
        slug: String,
        /// Write it into this file, which ends in .toml, and a picture of it, ready to print, beside it
        /// [default: standard output, without a picture]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        wishes: commands::make::Wishes,
    },
    /// Make a book of new instances to print: cargo xtask book --seed 7 --out book.pdf
    Book {
        #[command(flatten)]
        arguments: commands::book::Arguments,
    },
    /// Draw a puzzle, or its search as an animation: cargo xtask draw hooks-7 --out hooks-7.png
    Draw {
        /// The puzzle
        slug: String,
        /// Where to write the picture: .svg, .png, .pdf, or .gif for the search (default: SVG on
        /// standard output)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Width of a .png or .gif in pixels
        #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
        width: Option<u32>,
        #[command(flatten)]
        subject: commands::draw::Subject,
    },
    /// Watch a puzzle's search in the terminal, step by step
    Watch {
        /// The puzzle
        slug: String,
        /// Steps per second to begin with (default: the whole search in about half a minute)
        #[arg(long, value_name = "N", value_parser = parse_speed)]
        speed: Option<f64>,
        #[command(flatten)]
        search: commands::watch::Search,
    },
    /// Write a static site of all puzzles and their searches
    Gallery {
        #[command(flatten)]
        arguments: commands::gallery::Arguments,
    },
    /// Change a puzzle's clues in the browser, and see at once what follows: cargo xtask play hooks-1
    ///
    /// Serves to this machine alone, at an address with a token of its own, which is printed; Ctrl-C ends
    /// it.
    Play {
        /// The puzzle (default: a page to choose one)
        slug: Option<String>,
        /// The port to listen on (default: any that is free)
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Do not open the page in the browser
        #[arg(long)]
        no_open: bool,
    },
    /// Draw the README's pictures again, in docs/pictures; or a sheet of all puzzles, to look them over
    Pictures {
        /// Write a contact sheet instead, each puzzle unsolved and solved: a .png, .pdf or .html
        #[arg(long, value_name = "FILE")]
        sheet: Option<PathBuf>,
        /// Puzzles of the sheet: exact slugs, or parts of slugs (default: all)
        #[arg(value_name = "SLUG-SUBSTRING", requires = "sheet")]
        patterns: Vec<String>,
    },
    /// Measure how long solve-all and the tests take in a copy of the workspace with many more puzzles
    Scale {
        /// How many puzzles to add, made from the existing ones by `new --like`
        #[arg(long, value_name = "N", default_value = "85")]
        puzzles: u16,
    },
    /// Change one line of each puzzle in a copy of the workspace, and show whether its tests notice
    Spoil {
        /// Parts of slugs or titles; all puzzles if there are none
        #[arg(value_name = "SLUG-SUBSTRING")]
        patterns: Vec<String>,
        /// Which lines are changed
        #[arg(long, value_name = "N", default_value = "1")]
        seed: u64,
    },
    /// Print a script that lets a shell complete commands and puzzles of `xtask`, short for `cargo xtask`
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Run all that CI runs: formatting, lints, documentation, solve-all, tests, the viewer's tests
    Ci,
}

const SOLVE_USAGE: &str = "\
cargo xtask solve <PUZZLE> [OPTIONS]
       cargo xtask solve <PUZZLE> <COMMAND> [OPTIONS]
       cargo xtask solve <PUZZLE> --help          what this puzzle's program can do";

const SOLVE_EXAMPLES: &str = "\
Examples:
  cargo xtask solve hooks-7                                the published instance, solved
  cargo xtask solve \"Die Agony\" --format json              the same, for programs
  cargo xtask solve hooks-7 --instance my-hooks.toml       another instance
  cargo xtask solve diagonal-latin-square --set order=30   a change to the instance
  cargo xtask solve hooks-7 check --board board.txt        a board made elsewhere

`cargo xtask list` shows the puzzles.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(cargo xtask completions bash)        in bash, for this session, or as a line of ~/.bashrc
  source <(cargo xtask completions zsh)         in zsh, after compinit
  cargo xtask completions fish | source         in fish

Then `xtask solve hoo<TAB>` completes; in bash and fish `cargo xtask solve hoo<TAB>` as well.
The script names the puzzles of today: print it again after adding one.";

/// What asks for help where all options are handed on.
const HELP: [&str; 2] = ["-h", "--help"];

/// Exit code for results that fall short.
const FALLS_SHORT: u8 = 1;
/// Exit code for unusable arguments or a workspace that cannot be used.
const UNUSABLE: u8 = 2;

/// Set by Ctrl-C: no further puzzle is started, and those that run are asked to stop.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.1..=1000.0).contains(speed));
    speed.ok_or_else(|| "expected steps per second, from 0.1 to 1000".to_owned())
}

/// Prints the help of a command that hands `--help` on, where there is nothing to hand it to.
fn help(command: &str) -> anyhow::Result<u8> {
    let mut all = Arguments::command();
    all.build();
    if let Some(command) = all.find_subcommand_mut(command) {
        command.print_help()?;
    }
    Ok(0)
}

fn main() -> ExitCode {
    // Without the handler Ctrl-C still ends the process, only less politely.
    let _ = ctrlc::set_handler(|| INTERRUPT.store(true, Ordering::Relaxed));
    let ended = match Arguments::parse().command {
        Command::New { slug, title, published, source, url, like } => {
            let puzzle = commands::new::Puzzle { slug, title, published, source, url };
            commands::new::run(&puzzle, like.as_deref())
        }
        Command::List { format } => commands::list::run(format),
        Command::Solve { puzzle, .. } if HELP.contains(&puzzle.as_str()) => help("solve"),
        Command::Solve { puzzle, arguments } => commands::solve::run(&puzzle, &arguments),
        Command::Show { slug, arguments } => {
            let arguments: Vec<String> = ["show".to_owned()].into_iter().chain(arguments).collect();
            commands::solve::run(&slug, &arguments)
        }
        Command::SolveAll { patterns, format, timeout, jobs } => {
            commands::solve_all::run(&patterns, format, timeout, jobs.map(usize::from))
        }
        Command::Accept { slugs, timeout } => commands::accept::run(&slugs, timeout),
        Command::Bench {
            patterns, settings, seconds, beside: Some(Solver::Clasp), format, ..
        } => commands::bench::beside::run(&patterns, &settings, seconds, format),
        Command::Bench {
            patterns,
            settings,
            count,
            seconds,
            instructions,
            beside: None,
            save_readme,
            format,
        } => {
            let options = commands::bench::Options { settings, count, seconds, instructions };
            commands::bench::run(&patterns, &options, save_readme, format)
        }
        Command::Certify { patterns, out, format, timeout } => {
            commands::certify::run(&patterns, out.as_deref(), format, timeout)
        }
        Command::Explain { puzzle, .. } if HELP.contains(&puzzle.as_str()) => help("explain"),
        Command::Explain { puzzle, arguments } => {
            commands::solve::command(&puzzle, "explain", &arguments)
        }
        Command::Hint { puzzle, .. } if HELP.contains(&puzzle.as_str()) => help("hint"),
        Command::Hint { puzzle, arguments } => {
            commands::solve::command(&puzzle, "hint", &arguments)
        }
        Command::Grade { patterns, timeout, jobs, save_docs, format } => {
            commands::grade::run(&patterns, timeout, jobs.map(usize::from), save_docs, format)
        }
        Command::Book { arguments } => commands::book::run(&arguments),
        Command::Draw { slug, out, width, subject } => {
            commands::draw::run(&slug, out.as_deref(), width, &subject)
        }
        Command::Make { slug, out, wishes } => commands::make::run(&slug, out.as_deref(), &wishes),
        Command::Watch { slug, speed, search } => commands::watch::run(&slug, speed, &search),
        Command::Gallery { arguments } => commands::gallery::run(&arguments),
        Command::Play { slug, port, no_open } => {
            commands::play::run(slug.as_deref(), port, no_open)
        }
        Command::Pictures { sheet: Some(out), patterns } => {
            commands::pictures::sheet(&out, &patterns)
        }
        Command::Pictures { .. } => commands::pictures::run(),
        Command::Scale { puzzles } => commands::scale::run(puzzles.into()),
        Command::Spoil { patterns, seed } => commands::spoil::run(&patterns, seed),
        Command::Completions { shell } => commands::completions::run(shell, Arguments::command()),
        Command::Ci => commands::ci::run(),
    };
    match ended {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            UNUSABLE.into()
        }
    }
}
