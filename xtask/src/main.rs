//! `cargo xtask`: adds puzzles, solves them, compares their answers with snapshots, measures and
//! draws them.
//!
//! This page declares the whole command line; each command has a file of its own in `commands`. The
//! runner does not know the rules of any puzzle: it asks cargo which crates are puzzles, and reads
//! the JSON that their programs print.

// `println!` panics when a reader closes the pipe; `output::print_text` does not.
#![deny(clippy::print_stdout)]

mod background;
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

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use protocol::{Month, parse_seconds, whole_number};

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
        /// Name of the crate and of the puzzle: lower-case words joined by hyphens, such as
        /// hooks-12
        #[arg(id = "new_slug", value_name = "PUZZLE")]
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
        /// Start from a copy of this puzzle's crate instead of an empty one
        #[arg(long, value_name = "PUZZLE")]
        like: Option<String>,
    },
    /// List the puzzles in order of publication
    List {
        /// Format of the list
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Run one puzzle's program: cargo xtask solve hooks-7 --format json
    #[command(disable_help_flag = true, override_usage = SOLVE_USAGE, after_help = SOLVE_EXAMPLES)]
    Solve {
        /// The puzzle: its name or title, or a part of them that fits no other puzzle; or the address
        /// of an instance in a public editor
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// Arguments of its program: a command such as check, count or draw, and options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Show an unsolved puzzle with its rules: cargo xtask show hooks-7
    Show {
        /// The puzzle
        puzzle: String,
        /// Arguments of its program, such as --instance FILE
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Solve every puzzle, each in a process of its own, and compare with the snapshots
    SolveAll {
        /// Puzzles to solve, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
        /// Format of the results
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
        timeout: Duration,
        /// Number of puzzles to solve at the same time [default: one per core]
        #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
        jobs: Option<u16>,
    },
    /// Update the snapshots of puzzles, and show the differences
    Accept {
        /// Puzzles to accept
        #[arg(value_name = "PUZZLE", required = true)]
        puzzles: Vec<String>,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
        timeout: Duration,
    },
    /// Measure the searches, one after the other
    Bench {
        /// Puzzles to measure, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
        /// Merge a line of TOML over the instances (repeatable)
        #[arg(long = "set", value_name = "KEY=VALUE")]
        settings: Vec<String>,
        /// Measure the counting of all solutions
        #[arg(long)]
        count: bool,
        /// Time to measure each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
        seconds: Duration,
        /// Write the figures into the table of docs/puzzles.md, and update the README's headline
        /// and newest puzzles; the rows of other puzzles stay as they are
        #[arg(long, conflicts_with_all = ["settings", "count"])]
        save_readme: bool,
        /// Instead, measure the solver of the rules on every instance of the puzzles [default: of
        /// the genres]: nodes and instructions, beside those kept in docs/instances.jsonl. Exit
        /// code 1 if one takes more than 1.1 times as many
        #[arg(long, conflicts_with_all = ["settings", "count", "seconds", "save_readme"])]
        instances: bool,
        /// Keep the efforts that `--instances` measures
        #[arg(long, requires = "instances")]
        save: bool,
        /// Time for each of the instances
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds,
            requires = "instances")]
        timeout: Duration,
        /// Format of the figures
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Prove puzzles by their rules alone, and verify the proofs with the checker `veripb`
    Certify {
        /// Puzzles to certify, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
        /// Keep the rules (.opb) and the proofs (.pbp) in this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Format of the results
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
        /// Time for each step of each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
        timeout: Duration,
    },
    /// Explain a puzzle's solution in steps: cargo xtask explain hooks-1 --all
    #[command(disable_help_flag = true)]
    Explain {
        /// The puzzle: its name or title, or a part of them that fits no other puzzle
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// Options of the puzzle's `explain`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Show the next step from a partial board: cargo xtask hint hooks-1 --board board.txt
    #[command(disable_help_flag = true)]
    Hint {
        /// The puzzle: its name or title, or a part of them that fits no other puzzle
        #[arg(allow_hyphen_values = true)]
        puzzle: String,
        /// Options of the puzzle's `hint`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Grade puzzles by how hard their explanations are
    Grade {
        /// Puzzles to grade, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE")]
        patterns: Vec<String>,
        /// Time for each puzzle
        #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = parse_seconds)]
        timeout: Duration,
        /// Number of puzzles to explain at the same time [default: one per core]
        #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
        jobs: Option<u16>,
        /// Write the figures into the table of docs/explanations.md; the rows of other puzzles stay
        /// as they are
        #[arg(long)]
        save_docs: bool,
        /// Search for all steps instead of following those that are kept with puzzles; with
        /// --save-docs these are written anew
        #[arg(long)]
        anew: bool,
        /// Format of the figures
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Make a new instance with one solution and no superfluous clue: cargo xtask make hooks-10
    /// --size 9
    Make {
        /// The puzzle
        puzzle: String,
        /// Write it into this file, which ends in .toml, and a picture of it, ready to print,
        /// beside it [default: standard output, without a picture]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        wishes: commands::make::Wishes,
    },
    /// Make a book of new instances to print, as PDF or HTML: cargo xtask book --seed 7 --out
    /// book.pdf
    Book {
        #[command(flatten)]
        arguments: commands::book::Arguments,
    },
    /// Put all puzzles into one program, for those who have no Rust: puzzles solve hooks-7
    Bundle {
        #[command(flatten)]
        arguments: commands::bundle::Arguments,
    },
    /// Draw a puzzle, or its search as an animation: cargo xtask draw hooks-7 --out hooks-7.png
    Draw {
        /// The puzzle
        puzzle: String,
        /// File to write: .svg, .png, .pdf, or .gif for the search [default: SVG on standard
        /// output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Width of a .png or .gif in pixels
        #[arg(long, value_name = "PIXELS", value_parser = whole_number(16..=8192_u32))]
        width: Option<u32>,
        #[command(flatten)]
        subject: commands::draw::Subject,
    },
    /// Watch a puzzle's search in the terminal, step by step
    Watch {
        /// The puzzle
        puzzle: String,
        /// Steps per second at the start [default: the whole search in about half a minute]
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
    /// Edit a puzzle's clues, or fill in an instance, in the browser: cargo xtask play hooks-5:7:7003
    ///
    /// The server accepts connections from this machine alone, at an address with a random token,
    /// which is printed. Ctrl-C stops it.
    Play {
        #[command(flatten)]
        arguments: commands::play::Arguments,
    },
    /// Draw the README's pictures in docs/pictures, or a contact sheet of puzzles
    Pictures {
        /// Write a contact sheet instead, each puzzle unsolved and solved: a .png, .pdf or .html
        #[arg(long, value_name = "FILE")]
        sheet: Option<PathBuf>,
        /// Puzzles of the sheet, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE", requires = "sheet")]
        patterns: Vec<String>,
    },
    /// Print a script with which a shell completes commands and puzzles
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Tools for work on the workspace itself
    Dev {
        #[command(subcommand)]
        tool: commands::dev::Tool,
    },
    /// Run everything that CI runs: formatting, lints, documentation, solve-all, tests, the
    /// viewer's tests
    Ci {
        /// Instead, run all commands of all programs on mutated instances and boards for MINUTES
        /// [default: two hours], and watch how they end, their time and their memory
        #[arg(long, value_name = "MINUTES", num_args = 0..=1, default_missing_value = "120",
            value_parser = whole_number(1..=u32::MAX))]
        long: Option<u32>,
        /// Puzzles of a long run, by name or part of a name [default: all]
        #[arg(value_name = "PUZZLE", requires = "long")]
        patterns: Vec<String>,
    },
}

const SOLVE_USAGE: &str = "\
cargo xtask solve <PUZZLE> [OPTIONS]
       cargo xtask solve <PUZZLE> <COMMAND> [OPTIONS]
       cargo xtask solve <PUZZLE> --help          the commands of this puzzle's program";

const SOLVE_EXAMPLES: &str = "\
Examples:
  cargo xtask solve hooks-7                                the published instance, solved
  cargo xtask solve \"Die Agony\" --format json              the same, as JSON
  cargo xtask solve hooks-7 --instance my-hooks.toml       another instance
  cargo xtask solve diagonal-latin-square --set order=30   a changed instance
  cargo xtask solve hooks-7 check --board board.txt        a board from elsewhere
  cargo xtask solve \"https://puzz.link/p?nurikabe/...\"     an instance of a public editor

`cargo xtask list` shows the puzzles.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(cargo xtask completions bash)        in bash, for this session, or as a line of ~/.bashrc
  source <(cargo xtask completions zsh)         in zsh, after compinit
  cargo xtask completions fish | source         in fish

Then `xtask solve hoo<TAB>` completes; in bash and fish `cargo xtask solve hoo<TAB>` as well.
The script lists the puzzles: print it again after you add one.";

/// Options that ask for help, in commands that pass all options on.
const HELP: [&str; 2] = ["-h", "--help"];

/// Exit code for results that fall short.
const FALLS_SHORT: u8 = 1;
/// Exit code for unusable arguments or a workspace that cannot be used.
const UNUSABLE: u8 = 2;

/// Set by Ctrl-C: no further puzzle starts, and running ones are asked to stop.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.1..=1000.0).contains(speed));
    speed.ok_or_else(|| "expected steps per second, from 0.1 to 1000".to_owned())
}

/// Prints the help of a command that passes `--help` on, when no puzzle is given.
fn help(command: &str) -> anyhow::Result<u8> {
    let mut all = Arguments::command();
    all.build();
    if let Some(command) = all.find_subcommand_mut(command) {
        command.print_help()?;
    }
    Ok(0)
}

/// Takes negative numbers for values, so that errors name the option and what it expects.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let with = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(with).mut_subcommands(with_negative_numbers)
}

fn main() -> ExitCode {
    let matches = with_negative_numbers(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // Without the handler Ctrl-C still ends the process, but at once.
    let _ = ctrlc::set_handler(|| INTERRUPT.store(true, Ordering::Relaxed));
    let ended = match arguments.command {
        Command::New { slug, title, published, source, url, like } => {
            let puzzle = commands::new::Puzzle { slug, title, published, source, url };
            commands::new::run(&puzzle, like.as_deref())
        }
        Command::List { format } => commands::list::run(format),
        Command::Solve { puzzle, .. } if HELP.contains(&puzzle.as_str()) => help("solve"),
        Command::Solve { puzzle, arguments } => commands::solve::run(&puzzle, &arguments),
        Command::Show { puzzle, arguments } => {
            commands::solve::command(&puzzle, "show", &arguments)
        }
        Command::SolveAll { patterns, format, timeout, jobs } => {
            commands::solve_all::run(&patterns, format, timeout, jobs.map(usize::from))
        }
        Command::Accept { puzzles, timeout } => commands::accept::run(&puzzles, timeout),
        Command::Bench { patterns, instances: true, save, timeout, format, .. } => {
            commands::bench::run_instances(&patterns, timeout, save, format)
        }
        Command::Bench { patterns, settings, count, seconds, save_readme, format, .. } => {
            let options = commands::bench::Options { settings, count, seconds };
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
        Command::Grade { patterns, timeout, jobs, save_docs, anew, format } => {
            commands::grade::run(
                &patterns,
                timeout,
                jobs.map(usize::from),
                commands::grade::Saved { docs: save_docs, anew },
                format,
            )
        }
        Command::Book { arguments } => commands::book::run(&arguments),
        Command::Bundle { arguments } => commands::bundle::run(&arguments),
        Command::Draw { puzzle, out, width, subject } => {
            commands::draw::run(&puzzle, out.as_deref(), width, &subject)
        }
        Command::Make { puzzle, out, wishes } => {
            commands::make::run(&puzzle, out.as_deref(), &wishes)
        }
        Command::Watch { puzzle, speed, search } => commands::watch::run(&puzzle, speed, &search),
        Command::Gallery { arguments } => commands::gallery::run(&arguments),
        Command::Play { arguments } => commands::play::run(&arguments),
        Command::Pictures { sheet: Some(out), patterns } => {
            commands::pictures::sheet(&out, &patterns)
        }
        Command::Pictures { .. } => commands::pictures::run(),
        Command::Dev { tool } => commands::dev::run(&tool),
        Command::Completions { shell } => commands::completions::run(shell, Arguments::command()),
        Command::Ci { long: Some(minutes), patterns } => commands::ci::long(minutes, &patterns),
        Command::Ci { .. } => commands::ci::run(),
    };
    match ended {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            UNUSABLE.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// Returns the words of a command line without its comment and what it is piped into.
    fn words(line: &str) -> Vec<&str> {
        let ends = ["  #", " | ", " > "].map(|end| line.find(end).unwrap_or(line.len()));
        let command = &line[..ends.into_iter().min().unwrap_or_default()];
        let quoted = command.split('"').enumerate();
        quoted
            .flat_map(|(place, part)| match place % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .skip(1)
            .collect()
    }

    #[test]
    fn commands_in_the_pages_have_the_options_that_stand_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
        let pages: Vec<PathBuf> = docs.chain([root.join("README.md")]).collect();
        let mut commands = 0;
        for page in pages.iter().filter(|page| page.extension() == Some("md".as_ref())) {
            let text = fs::read_to_string(page).unwrap();
            let lines = text.lines().map(|line| line.strip_prefix("$ ").unwrap_or(line));
            for line in lines.filter(|line| line.starts_with("cargo xtask ")) {
                let parsed = Arguments::try_parse_from(words(line));
                let error = parsed.err().filter(clap::Error::use_stderr);
                assert!(error.is_none(), "{}: {line}\n{}", page.display(), error.unwrap());
                commands += 1;
            }
        }
        assert!(commands > 50, "{commands} commands");
    }
}
