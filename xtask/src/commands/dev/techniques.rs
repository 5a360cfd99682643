//! `dev techniques`: the page about the techniques of explanations, with an example of each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result};
use protocol::{Explanation, Technique, Told};

use crate::page::{Page, link};
use crate::process::output_within;
use crate::programs;
use crate::results;
use crate::temporary::TemporaryFolder;
use crate::workspace::{PuzzleCrate, Workspace};

/// The page with the examples.
const PAGE: &str = "docs/techniques.md";

/// Its pictures.
const PICTURES: &str = "docs/pictures/techniques";

/// Time for the explanation of a puzzle.
const TIME: Duration = Duration::from_secs(10);

/// Examples of a technique that are drawn; the smallest picture is taken.
const MOST_DRAWN: usize = 4;

/// The most facts that an example takes, if there is one.
const MOST_PREMISES: usize = 8;

/// Techniques that no published puzzle needs, with a puzzle of which an instance is made that does.
const MADE: [(&str, &str); 1] = [("hidden pair", "rather-square-sudoku")];

/// Time for making such an instance.
const TIME_TO_MAKE: Duration = Duration::from_secs(60);

/// A step that shows a technique.
struct Example<'a> {
    puzzle: &'a PuzzleCrate,
    /// The instance, if it is not the published one, and the command that makes it.
    made: Option<(String, String)>,
    /// The number of the step, counted from 1.
    number: usize,
    /// How many facts it takes: those that are only counted teach little.
    premises: usize,
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
            let Told { technique, text, because, .. } = step;
            let (text, premises) = (text.clone(), because.len());
            let example = Example { puzzle, made: None, number, premises, text };
            examples.entry(technique.clone()).or_default().push(example);
        }
    }
    let instances = TemporaryFolder::new(&env::temp_dir(), "techniques-")
        .context("cannot make a temporary folder")?;
    for (name, slug) in MADE {
        let Some(&puzzle) = puzzles.iter().find(|puzzle| puzzle.slug == slug) else { continue };
        let Ok(program) = &programs[slug] else { continue };
        if let Some(example) = made(puzzle, program, name, instances.path())? {
            examples.entry(name.to_owned()).or_insert_with(|| vec![example]);
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
        found.sort_by_key(|Example { text, puzzle, number, premises, .. }| {
            (*premises > MOST_PREMISES, text.len(), &puzzle.slug, *number)
        });
        let mut drawn = Vec::new();
        for example in found.iter().take(MOST_DRAWN) {
            let Ok(program) = &programs[&example.puzzle.slug] else { continue };
            let number = example.number.to_string();
            let mut arguments = vec!["draw", "--step", &number];
            if let Some((file, _)) = &example.made {
                arguments.extend(["--instance", file]);
            }
            if let Some(svg) = output_within(program, &arguments, TIME)? {
                drawn.push((svg, example));
            }
        }
        let Some((svg, example)) = drawn.into_iter().min_by_key(|(svg, _)| svg.len()) else {
            continue;
        };
        let file = format!("{}.svg", name.replace(' ', "-"));
        fs::write(folder.join(&file), svg).with_context(|| format!("cannot write {file}"))?;
        let mut puzzle = link(example.puzzle);
        if let Some((_, command)) = &example.made {
            puzzle = format!("an instance in the manner of {puzzle}, made by `{command}`");
        }
        write!(page, "\nStep {} of {puzzle}: {}\n", example.number, example.text)?;
        write!(page, "\n![{name}](pictures/techniques/{file})\n")?;
    }
    let mut document = Page::read(&workspace, PAGE)?;
    document.replace("techniques", &page)?;
    document.write()?;
    eprintln!("wrote {PAGE}");
    Ok(0)
}

/// Makes an instance whose explanation has a technique, in a folder, and returns the first step that
/// shows it.
fn made<'a>(
    puzzle: &'a PuzzleCrate,
    program: &Path,
    name: &str,
    folder: &Path,
) -> Result<Option<Example<'a>>> {
    let options = ["make", "--with", &name.replace(' ', "-"), "--seed", "1"];
    let Some(instance) = output_within(program, &options, TIME_TO_MAKE)? else { return Ok(None) };
    let path = folder.join(format!("{}.toml", puzzle.slug));
    fs::write(&path, instance).context("cannot write an instance")?;
    let file = path.display().to_string();
    let explain = ["explain", "--instance", &file, "--format", "json"];
    let Some(text) = output_within(program, &explain, TIME)? else { return Ok(None) };
    let steps = serde_json::from_str::<Explanation>(&text)?.steps;
    let shown = steps.into_iter().zip(1..).find(|(step, _)| step.technique == name);
    let [make, options @ ..] = options;
    let command = format!("cargo xtask {make} {} {}", puzzle.slug, options.join(" "));
    Ok(shown.map(|(step, number)| Example {
        puzzle,
        made: Some((file, command)),
        number,
        premises: step.because.len(),
        text: step.text,
    }))
}
