//! `ci`: all that CI runs, in the order in which a mistake is found soonest.

use std::process::Command;

use anyhow::{Context, Result};

use crate::FALLS_SHORT;
use crate::programs::cargo;
use crate::workspace::Workspace;

/// One step: what cargo is called with, and what is set around it.
struct Step {
    arguments: &'static str,
    variables: &'static [(&'static str, &'static str)],
}

const STEPS: [Step; 5] = [
    Step { arguments: "fmt --all --check", variables: &[] },
    Step { arguments: "clippy --workspace --all-targets -- --deny warnings", variables: &[] },
    Step {
        arguments: "doc --workspace --no-deps",
        variables: &[("RUSTDOCFLAGS", "--deny warnings")],
    },
    Step { arguments: "test --release --workspace", variables: &[("INSTA_UPDATE", "no")] },
    Step { arguments: "xtask solve-all", variables: &[] },
];

pub(crate) fn run() -> Result<u8> {
    let workspace = Workspace::load()?;
    for Step { arguments, variables } in STEPS {
        eprintln!("\n==> cargo {arguments}");
        let mut command: Command = cargo();
        command.current_dir(&workspace.root).args(arguments.split(' '));
        command.envs(variables.iter().copied());
        let status = command.status().context("cannot run cargo")?;
        if !status.success() {
            eprintln!("\nfailed: cargo {arguments}");
            return Ok(FALLS_SHORT);
        }
    }
    Ok(0)
}
