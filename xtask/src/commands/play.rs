//! `play`: an editor for instances in the browser. The viewer serves it, and runs the programs that
//! are built here.

use anyhow::{Result, bail};
use protocol::Playable;

use crate::programs;
use crate::viewer;
use crate::workspace::Workspace;

pub(crate) fn run(slug: Option<&str>, port: Option<u16>, no_open: bool) -> Result<u8> {
    let workspace = Workspace::load()?;
    let chosen = slug.map(|slug| workspace.find(slug)).transpose()?;
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
        })?);
    }
    viewer::run(&workspace, |command| {
        command.arg("editor").args(port.map(|port| format!("--port={port}")));
        command.args(no_open.then_some("--no-open"));
        command.args(playable.iter().map(|puzzle| format!("--puzzle={puzzle}")));
    })
}
