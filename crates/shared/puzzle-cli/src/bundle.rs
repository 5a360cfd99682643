//! One program for many puzzles: `puzzles COMMAND PUZZLE ARGUMENTS`, as `cargo xtask` takes them.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use protocol::Encoded;
use puzzle::Program;

use crate::metadata::Manifest;
use crate::{Arguments, UNUSABLE, run_as, tell};

/// The commands that start the program again, which is that of one puzzle alone.
const OWN: &str = "selfcheck";

/// Runs the program of the puzzle that the arguments of this process name.
#[must_use]
pub fn main_of(programs: &[&'static Program]) -> ExitCode {
    let mut words = env::args_os();
    let name = words.next().unwrap_or_default();
    let words: Vec<OsString> = words.collect();
    let chosen = match words.first().and_then(|word| word.to_str()) {
        None | Some("help" | "-h" | "--help") => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        Some("-V" | "--version") => {
            println!("puzzles {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some("list") if words.len() == 1 => list(programs),
        _ => choose(programs, words),
    };
    match chosen {
        Ok(Some((program, words))) => {
            run_as("puzzles solve", program, [name].into_iter().chain(words).collect())
        }
        Ok(None) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format!("{error:#}"), None);
            UNUSABLE.into()
        }
    }
}

/// A program and its arguments.
type Chosen = (&'static Program, Vec<OsString>);

/// Returns the program that some words ask for, and the arguments that it gets: the command, unless
/// it is `solve`, which passes on what follows, and the words behind the puzzle's name.
fn choose(programs: &[&'static Program], words: Vec<OsString>) -> Result<Option<Chosen>> {
    let mut words = words.into_iter();
    let mut next = || words.next().and_then(|word| word.into_string().ok());
    let first = next().context("the first argument is no text")?;
    let (command, name) = if commands().contains(&first) {
        let name = next().with_context(|| format!("`puzzles {first}` needs a puzzle's name"))?;
        (Some(first).filter(|command| command != "solve"), name)
    } else {
        (None, first)
    };
    let (program, address) = find(programs, &name)?;
    let address = address.then(|| format!("--url={name}"));
    let before = command.into_iter().chain(address).map(OsString::from);
    let words: Vec<OsString> = before.chain(words).collect();
    if words.iter().any(|word| word == OWN) {
        bail!("`{OWN}` needs the puzzle's own program: cargo xtask solve {name} {OWN}");
    }
    Ok(Some((program, words)))
}

/// Returns the names of all commands.
fn commands() -> Vec<String> {
    let command = Arguments::command();
    command.get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Returns the program with this name, written in any way; or that of the genre of an address.
fn find(programs: &[&'static Program], name: &str) -> Result<(&'static Program, bool)> {
    let genre = Encoded::readings(name).into_iter().map(|reading| reading.genre);
    let genre = { genre }.find(|genre| !genre.is_empty());
    let plain = letters_and_digits(name);
    for &program in programs {
        let manifest = Manifest::read(program.manifest)?;
        let metadata = manifest.metadata();
        match &genre {
            Some(genre) if metadata.addresses.contains(genre) => return Ok((program, true)),
            Some(_) => {}
            None => {
                let names = metadata.names.iter().chain(&metadata.addresses).map(String::as_str);
                let mut names = [manifest.slug(), &metadata.title].into_iter().chain(names);
                if names.any(|name| letters_and_digits(name) == plain) {
                    return Ok((program, false));
                }
            }
        }
    }
    match genre {
        Some(genre) => bail!("no puzzle reads addresses of `{genre}`"),
        None => bail!("there is no puzzle `{name}`; `puzzles list` shows them all"),
    }
}

/// Returns the letters and digits of a name, in lower case.
fn letters_and_digits(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Prints the names and titles of all puzzles.
fn list(programs: &[&'static Program]) -> Result<Option<Chosen>> {
    for program in programs {
        let manifest = Manifest::read(program.manifest)?;
        println!("{:30} {}", manifest.slug(), crate::title(&manifest));
    }
    Ok(None)
}

/// Returns the help of the program.
fn help() -> String {
    let commands = Arguments::command();
    let commands = commands
        .get_subcommands()
        .filter(|command| command.get_name() != OWN && !command.is_hide_set());
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
    let commands = commands.map(|command| {
        format!("  {:10} {}\n", command.get_name(), about(command).unwrap_or_default())
    });
    format!(
        "\
Monthly logic puzzles and standard genres: solved, proved, explained and made

Usage: puzzles [COMMAND] PUZZLE [ARGUMENTS]
       puzzles list

A puzzle is named as people write it (`hooks-7`, `\"Die Agony\"`), or by an address of puzz.link.
`puzzles COMMAND PUZZLE --help` shows the arguments of a command.

Commands:
{}
Examples:
  puzzles solve hooks-7
  puzzles explain slitherlink --url ADDRESS
  puzzles make nurikabe --size 10
",
        commands.collect::<String>()
    )
}
