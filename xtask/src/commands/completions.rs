//! `completions`: scripts for shells to complete commands, options and the names of puzzles.

use std::io::{self, Write};

use anyhow::Result;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};

use crate::workspace::Workspace;

/// The arguments of all commands that name puzzles.
const PUZZLES: [&str; 4] = ["puzzle", "puzzles", "patterns", "like"];
/// The name that shells complete.
const NAME: &str = "xtask";

/// Prints the script for `shell`; `command` is the whole command line.
pub(crate) fn run(shell: Shell, command: Command) -> Result<u8> {
    let workspace = Workspace::load()?;
    let slugs: Vec<String> = workspace.puzzles.iter().map(|puzzle| puzzle.slug.clone()).collect();
    let mut command = command.mut_subcommands(|subcommand| {
        subcommand.mut_args(|argument| {
            if PUZZLES.contains(&argument.get_id().as_str()) {
                argument.value_parser(PossibleValuesParser::new(slugs.clone()))
            } else {
                argument
            }
        })
    });
    let mut script = Vec::new();
    generate(shell, &mut command, NAME, &mut script);
    let mut out = io::stdout().lock();
    writeln!(out, "{}", short_name(shell))?;
    out.write_all(&script)?;
    match shell {
        Shell::Bash => writeln!(out, "{BEHIND_CARGO}")?,
        Shell::Fish => {
            writeln!(out, "{}{BEHIND_CARGO_IN_FISH}", puzzles_in_fish(&command, &slugs))?;
        }
        _ => {}
    }
    Ok(0)
}

/// Returns completions of puzzles' names for fish, where clap only completes options.
fn puzzles_in_fish(command: &Command, slugs: &[String]) -> String {
    let takes_puzzles = |command: &&Command| {
        command.get_positionals().any(|argument| PUZZLES.contains(&argument.get_id().as_str()))
    };
    let lines = command.get_subcommands().filter(takes_puzzles).map(|command| {
        let using = format!("__fish_{NAME}_using_subcommand {}", command.get_name());
        format!("complete -c {NAME} -n \"{using}\" -f -a \"{}\"\n", slugs.join(" "))
    });
    lines.collect()
}

/// Defines `xtask` as short for `cargo xtask`: shells complete commands, and `xtask` is a
/// subcommand of cargo.
fn short_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Fish => "function xtask; cargo xtask $argv; end",
        Shell::PowerShell => "function xtask { cargo xtask @args }",
        Shell::Elvish => "fn xtask {|@rest| cargo xtask $@rest }",
        _ => "xtask() { cargo xtask \"$@\"; }",
    }
}

/// In fish, completes `cargo xtask` as `xtask`.
const BEHIND_CARGO_IN_FISH: &str = "\
complete -c cargo -n \"__fish_seen_subcommand_from xtask\" -f \
-a \"(complete -C (commandline -cp | string replace -r '^.*?cargo +' ''))\"";

/// In bash, completes `cargo xtask` as well, and leaves the rest of cargo to its own completion.
const BEHIND_CARGO: &str = "\
_cargo_or_xtask() {
    if [[ ${COMP_WORDS[1]} == xtask && $COMP_CWORD -gt 1 ]]; then
        COMP_WORDS=(\"${COMP_WORDS[@]:1}\")
        COMP_CWORD=$((COMP_CWORD - 1))
        _xtask xtask \"$2\" \"$3\"
    elif declare -F _cargo >/dev/null; then
        _cargo \"$@\"
    fi
}
complete -F _cargo_or_xtask -o nosort -o bashdefault -o default cargo";
