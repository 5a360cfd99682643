//! `play`: an editor for instances, and boards to fill in, in the browser: pages in which the puzzles'
//! programs run.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use protocol::{Given, Playable};

use crate::commands::{bundle, gallery};
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
    /// The address of a gallery, to which copied links lead [default: these pages]
    #[arg(long, value_name = "URL")]
    gallery: Option<String>,
    /// The folder for the pages [default: play in cargo's target folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only write the pages, and print the address of the first
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let subject = arguments.puzzle.as_ref().map(|name| workspace.subject(name)).transpose()?;
    let chosen = subject.as_ref().map(|subject| subject.puzzle);
    let named = subject.and_then(|subject| subject.instance).map(|argument| {
        let (option, value) = argument.split_once('=').unwrap_or_default();
        let given = if option == "--code" { Given::Code } else { Given::Address };
        given(value.to_owned())
    });
    let option = match (chosen, &arguments.instance, &arguments.url) {
        (Some(puzzle), Some(file), _) => {
            let shown = file.display();
            let text = fs::read_to_string(file).with_context(|| format!("--instance {shown}"))?;
            Some(Given::Instance(puzzle.slug.clone(), text))
        }
        (_, _, Some(address)) => Some(Given::Address(address.clone())),
        _ => None,
    };
    if let (Some(_), Some(name), Some(_)) = (&named, &arguments.puzzle, &option) {
        bail!("{name} names an instance already; leave --instance and --url out")
    }
    let given = named.or(option);
    let puzzles = chosen.map_or_else(|| workspace.puzzles.iter().collect(), |puzzle| vec![puzzle]);
    let programs = bundle::modules(&workspace, &puzzles)
        .context("cannot make the programs that run in the page")?;
    let playable = puzzles.into_iter().map(|puzzle| {
        let instances = Playable::instances_of(&gallery::files(&puzzle.folder));
        let metadata = &puzzle.metadata;
        let (slug, title) = (puzzle.slug.clone(), metadata.title.clone());
        Playable { slug, title, published: metadata.published, goal: metadata.goal, instances }
    });
    let playable: Vec<Playable> = playable.collect();
    let out = arguments.out.clone().unwrap_or_else(|| workspace.target.join("play"));
    let mut words = vec!["own".into(), "--out".into(), out.into_os_string()];
    words.extend(["--programs".into(), programs.into_os_string()]);
    words.extend(arguments.no_open.then(|| "--no-open".into()));
    words.extend(arguments.gallery.iter().map(|address| format!("--gallery={address}").into()));
    if let Some(given) = given {
        words.push(format!("--given={}", serde_json::to_string(&given)?).into());
    }
    viewer::run_with_input(&workspace, words, &playable)
}
