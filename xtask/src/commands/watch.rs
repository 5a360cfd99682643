//! `watch`: a puzzle's search in the terminal, played by the viewer.

use anyhow::Result;

use crate::programs;
use crate::viewer;
use crate::workspace::Workspace;

/// Options of the search, passed on to the puzzle's program.
#[derive(clap::Args, Default)]
pub(crate) struct Search {
    /// Read the instance from FILE instead of the published one
    #[arg(long, value_name = "FILE")]
    instance: Option<String>,
    /// Use the instance with this code from a book
    #[arg(long, value_name = "PUZZLE:SIZE:SEED", conflicts_with = "instance")]
    code: Option<String>,
    /// Merge a line of TOML over the instance (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Search with this strategy of the puzzle
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Stop after N solutions, or find `all`
    #[arg(long, value_name = "N|all")]
    limit: Option<String>,
    /// Stop the search after this time
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<String>,
    /// Show the steps of an explanation instead of the search's
    #[arg(long)]
    explain: bool,
}

impl Search {
    /// Returns the arguments of the puzzle's program.
    pub(super) fn arguments(&self) -> Vec<String> {
        let settings = self.settings.iter().map(|setting| ("--set", Some(setting)));
        let options = [
            ("--instance", self.instance.as_ref()),
            ("--code", self.code.as_ref()),
            ("--strategy", self.strategy.as_ref()),
            ("--limit", self.limit.as_ref()),
            ("--timeout", self.timeout.as_ref()),
        ];
        let options = options.into_iter().chain(settings);
        let options = options.filter_map(|(option, value)| Some(format!("{option}={}", value?)));
        options.chain(self.explain.then(|| "--explain".to_owned())).collect()
    }
}

pub(crate) fn run(slug: &str, speed: Option<f64>, search: &Search) -> Result<u8> {
    let workspace = Workspace::load()?;
    let subject = workspace.subject(slug)?;
    let program = programs::build_one(&workspace, subject.puzzle)?;
    viewer::run(&workspace, |command| {
        command.arg("play").args(["--title", &subject.puzzle.metadata.title]);
        command.args(speed.map(|speed| format!("--speed={speed}")));
        command.arg(program).arg("--").args(&subject.instance).args(search.arguments());
    })
}
