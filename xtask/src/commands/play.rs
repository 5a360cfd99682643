//! `play`: an editor for instances, and boards to fill in, in the browser. The viewer serves them,
//! and runs the programs that are built here.

use std::path::{PathBuf, absolute};

use anyhow::{Context, Result, bail, ensure};
use protocol::{Playable, whole_number};

use crate::programs;
use crate::viewer;
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle, whose clues are edited, or an instance to fill in: a code such as hooks-5:7:7003,
    /// or an address of a public editor [default: a page to choose a puzzle]
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Fill in the instance in this file
    #[arg(long, value_name = "FILE", requires = "puzzle", conflicts_with = "url")]
    instance: Option<PathBuf>,
    /// Fill in the instance with this address of a public editor
    #[arg(long, value_name = "ADDRESS", requires = "puzzle")]
    url: Option<String>,
    /// The address of a gallery, to which copied links lead [default: this server]
    #[arg(long, value_name = "URL")]
    gallery: Option<String>,
    /// The port to listen on [default: any free one]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u16::MAX))]
    port: Option<u16>,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
}

impl Arguments {
    /// Returns the argument by which the puzzle's program finds the instance, if an option names it.
    fn instance(&self) -> Result<Option<String>> {
        let Some(file) = &self.instance else {
            return Ok(self.url.as_ref().map(|address| format!("--url={address}")));
        };
        let shown = file.display();
        ensure!(file.is_file(), "--instance {shown}: there is no such file");
        // The program runs in another folder.
        let path = absolute(file).with_context(|| format!("--instance {shown}"))?;
        Ok(Some(format!("--instance={}", path.display())))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let subject = arguments.puzzle.as_ref().map(|name| workspace.subject(name)).transpose()?;
    let chosen = subject.as_ref().map(|subject| subject.puzzle);
    let named = subject.and_then(|subject| subject.instance);
    let option = arguments.instance()?;
    if let (Some(_), Some(name), Some(_)) = (&named, &arguments.puzzle, &option) {
        bail!("{name} names an instance already; leave --instance and --url out")
    }
    let given: Vec<String> = named.or(option).into_iter().collect();
    let puzzles = chosen.map_or_else(|| workspace.puzzles.iter().collect(), |puzzle| vec![puzzle]);
    let mut built = programs::build(&workspace, &puzzles)?;
    let mut playable = Vec::new();
    for puzzle in puzzles {
        let metadata = &puzzle.metadata;
        let program = match built.remove(&puzzle.slug) {
            Some(Ok(program)) => program,
            // The others can be played.
            Some(Err(error)) if chosen.is_some() => {
                bail!("{} does not compile:\n{error}", puzzle.slug)
            }
            _ => continue,
        };
        playable.push(serde_json::to_string(&Playable {
            slug: puzzle.slug.clone(),
            title: metadata.title.clone(),
            published: metadata.published,
            goal: metadata.goal,
            program,
            instance: puzzle.folder.join("instances/published.toml"),
            given: given.clone(),
        })?);
    }
    viewer::run(&workspace, |command| {
        command.arg("editor").args(arguments.port.map(|port| format!("--port={port}")));
        command.args(arguments.no_open.then_some("--no-open"));
        command.args(arguments.gallery.iter().map(|address| format!("--gallery={address}")));
        command.args(playable.iter().map(|puzzle| format!("--puzzle={puzzle}")));
    })
}
