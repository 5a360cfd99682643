//! `ci`: everything that CI runs, in the order that finds mistakes soonest.

mod long;

use std::process::Command;

use anyhow::{Context, Result};

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::workspace::Workspace;

pub(crate) use long::run as long;

/// One step: cargo's arguments and environment variables.
struct Step {
    arguments: &'static str,
    variables: &'static [(&'static str, &'static str)],
}

/// The steps, all in release mode, like all other builds.
const STEPS: [Step; 10] = [
    Step { arguments: "fmt --all --check", variables: &[] },
    Step {
        arguments: "clippy --release --workspace --all-targets -- --deny warnings",
        variables: &[],
    },
    Step {
        arguments: "doc --release --workspace --no-deps",
        variables: &[("RUSTDOCFLAGS", "--deny warnings")],
    },
    // The longest search takes some 20 s of CPU; the machine may be busy.
    Step { arguments: "xtask solve-all --timeout 240", variables: &[] },
    Step {
        arguments: "test --release",
        variables: &[("INSTA_UPDATE", "no"), ("SELFCHECK_RUNS", "300")],
    },
    // For the tests of the pages in which they run.
    Step { arguments: "xtask bundle --wasm", variables: &[] },
    // What readers are spared: the terminal, the browser, lints of a new crate.
    Step { arguments: "test --release --package viewer", variables: &[("INSTA_UPDATE", "no")] },
    Step {
        arguments: "test --release --test workspace_copy -- --ignored",
        variables: &[("INSTA_UPDATE", "no")],
    },
    Step {
        arguments: "test --release --test packages -- --ignored",
        variables: &[("INSTA_UPDATE", "no")],
    },
    // Keeps none of the files.
    Step { arguments: "xtask certify --timeout 60", variables: &[] },
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
