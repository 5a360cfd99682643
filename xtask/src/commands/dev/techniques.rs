//! `dev techniques`: the page about the techniques of explanations, with an example of each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::{Explanation, Technique, Told};

use crate::page::{Page, link};
use crate::process::output_within;
use crate::programs;
use crate::results;
use crate::workspace::{PuzzleCrate, Workspace};

/// The page with the examples.
const PAGE: &str = "docs/techniques.md";

/// Its pictures.
const PICTURES: &str = "docs/pictures/techniques";

/// Time for the explanation of a puzzle.
const TIME: Duration = Duration::from_secs(10);

/// Examples of a technique that are drawn; the smallest picture is taken.
const MOST_DRAWN: usize = 4;

/// A step that shows a technique.
struct Example<'a> {
    puzzle: &'a PuzzleCrate,
    /// The number of the step, counted from 1.
    number: usize,
    text: String,
}

pub(crate) fn run(patterns: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let explained = results::for_each(&puzzles, None, |puzzle| {
        let program = programs[&puzzle.slug].as_ref().ok()?;
        let text = output_within(program, &["explain", "--format", "json"], TIME).ok()??;
        serde_json::from_str::<Explanation>(&text).ok()
    });
    let mut examples: BTreeMap<String, Vec<Example>> = BTreeMap::new();
    for (&puzzle, explanation) in puzzles.iter().zip(explained) {
        for (step, number) in explanation.iter().flat_map(|found| &found.steps).zip(1..) {
            let Told { technique, text, .. } = step;
            let example = Example { puzzle, number, text: text.clone() };
            examples.entry(technique.clone()).or_default().push(example);
        }
    }
    let program = programs.values().find_map(|program| program.as_ref().ok());
    let program = program.context("no puzzle was built")?;
    let listed = ["explain", "--techniques", "--format", "json"];
    let listed = output_within(program, &listed, TIME)?.context("no techniques were listed")?;
    let folder = workspace.root.join(PICTURES);
    // Techniques may have lost their examples.
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {PICTURES}"))?;
    let mut page = String::new();
    for Technique { name, cost, about } in serde_json::from_str::<Vec<Technique>>(&listed)? {
        write!(page, "\n## {name}\n{about} Cost: {cost}.\n")?;
        let Some(found) = examples.get_mut(&name) else {
            page += "\nNo explanation here has an example.\n";
            continue;
        };
        found.sort_by_key(|example| (example.text.len(), &example.puzzle.slug, example.number));
        let mut drawn = Vec::new();
        for example in found.iter().take(MOST_DRAWN) {
            let Ok(program) = &programs[&example.puzzle.slug] else { continue };
            let number = example.number.to_string();
            if let Some(svg) = output_within(program, &["draw", "--step", &number], TIME)? {
                drawn.push((svg, example));
            }
        }
        let Some((svg, example)) = drawn.into_iter().min_by_key(|(svg, _)| svg.len()) else {
            continue;
        };
        let file = format!("{}.svg", name.replace(' ', "-"));
        fs::write(folder.join(&file), svg).with_context(|| format!("cannot write {file}"))?;
        let puzzle = link(example.puzzle);
        write!(page, "\nStep {} of {puzzle}: {}\n", example.number, example.text)?;
        write!(page, "\n![{name}](pictures/techniques/{file})\n")?;
    }
    let mut document = Page::read(&workspace, PAGE)?;
    document.replace("techniques", &page)?;
    document.write()?;
    eprintln!("wrote {PAGE}");
    Ok(0)
}
