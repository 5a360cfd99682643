//! The viewer's command line; `cargo xtask watch`, `draw`, `gallery` and `play` call it.

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use viewer::search::Failed;
use viewer::{book, gallery, image, own, play, sheet};

/// Looks at puzzles and their searches.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a puzzle's search in the terminal
    Play(play::Arguments),
    /// Draw a puzzle into a file: a picture, or its search as an animation
    Image(image::Arguments),
    /// Write a static site of all puzzles
    Gallery(gallery::Arguments),
    /// Write pages on which instances are edited and filled in
    Own(own::Arguments),
    /// Write a book of puzzles to print
    Book(book::Arguments),
    /// Write a contact sheet of puzzles, unsolved and solved
    Sheet(sheet::Arguments),
}

/// Exit code for unusable input or arguments.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(code) => code.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(&Failed(code)) = error.downcast_ref() {
                return code.into();
            }
            eprintln!("error: {error:#}");
            UNUSABLE.into()
        }
    }
}

/// Returns whether the error is a closed pipe, which is harmless.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(command: &Command) -> Result<u8> {
    match command {
        Command::Play(arguments) => play::run(arguments),
        Command::Image(arguments) => image::run(arguments),
        Command::Gallery(arguments) => gallery::run(arguments),
        Command::Own(arguments) => own::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        Command::Sheet(arguments) => sheet::run(arguments),
    }
}
