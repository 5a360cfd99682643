//! `make`: a new instance of a puzzle, with a picture of it to print and solve by hand.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use protocol::Grade;

use super::grade;
use crate::output::{ensure_writable, print_text};
use crate::process;
use crate::programs;
use crate::workspace::Workspace;

/// The requested properties of the instance; see `make --help` of a puzzle's program.
#[derive(clap::Args)]
pub(crate) struct Wishes {
    /// Size: the rows and columns of a grid, or rows x columns where it can be a rectangle: 6x9
    #[arg(long, value_name = "N|ROWSxCOLUMNS")]
    size: Option<String>,
    /// Seed: the same number makes the same instance [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// Accept an instance only if its search takes fewer nodes, or its explanation has an easier
    /// grade, than this number, grade or puzzle
    #[arg(long, value_name = "NODES|GRADE|PUZZLE")]
    easier_than: Option<String>,
    /// Accept an instance only if its search takes more nodes, or its explanation has a harder
    /// grade
    #[arg(long, value_name = "NODES|GRADE|PUZZLE")]
    harder_than: Option<String>,
    /// Accept an instance only if its explanation has a step of this technique (repeatable), as
    /// `cargo xtask explain PUZZLE --techniques` lists them
    #[arg(long, value_name = "TECHNIQUE")]
    with: Vec<String>,
    /// Accept an instance only if its explanation has no step of this technique (repeatable)
    #[arg(long, value_name = "TECHNIQUE")]
    without: Vec<String>,
    /// Set a parameter that the instance keeps, as in its file (repeatable): --set last=20
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Stop after this time, even without an instance
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<String>,
}

impl Wishes {
    /// Returns the arguments of the puzzle's program, which checks the numbers.
    fn arguments(&self, workspace: &Workspace) -> Result<Vec<String>> {
        let than = |than: &Option<String>| than.as_ref().map(|than| grade_of(workspace, than));
        let easier_than = than(&self.easier_than).transpose()?;
        let harder_than = than(&self.harder_than).transpose()?;
        let wishes = [
            ("--size", &self.size),
            ("--seed", &self.seed),
            ("--easier-than", &easier_than),
            ("--harder-than", &harder_than),
            ("--timeout", &self.timeout),
        ];
        let repeated =
            [("--with", &self.with), ("--without", &self.without), ("--set", &self.settings)];
        let repeated = repeated
            .iter()
            .flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
        let given = wishes.iter().filter_map(|(name, wish)| Some((name, wish.as_ref()?)));
        let given = given.chain(repeated);
        let arguments = given.flat_map(|(name, wish)| [(*name).to_owned(), wish.clone()]);
        Ok(["make".to_owned()].into_iter().chain(arguments).collect())
    }
}

/// Returns the grade of a puzzle; a number or a grade is returned as it is.
fn grade_of(workspace: &Workspace, than: &str) -> Result<String> {
    if than.parse::<u64>().is_ok() || than.parse::<Grade>().is_ok() {
        return Ok(than.to_owned());
    }
    let puzzle = workspace.find(than)?;
    let grades = grade::known(workspace)?;
    let grade = grades.get(&puzzle.slug);
    Ok(grade.with_context(|| format!("{} has no grade", puzzle.slug))?.word().to_owned())
}

pub(crate) fn run(slug: &str, out: Option<&Path>, wishes: &Wishes) -> Result<u8> {
    let workspace = Workspace::load()?;
    let arguments = wishes.arguments(&workspace)?;
    let Some(out) = out else { return super::solve::run(slug, &arguments) };
    ensure!(
        out.extension().is_some_and(|ending| ending == "toml"),
        "--out {}: expected a name that ends in .toml",
        out.display()
    );
    ensure_writable(out)?;
    let program = programs::build_one(&workspace, workspace.find(slug)?)?;
    let made = match process::printed(&program, &arguments)? {
        Ok(text) => text,
        Err(code) => return Ok(code),
    };
    write(out, &made)?;
    let instance = out.to_str().context("the name of the file is not valid Unicode")?;
    // The first line describes the instance.
    let remark = made.lines().next().unwrap_or_default().trim_start_matches("# ");
    let title = remark.split(';').next().unwrap_or_default();
    let drawing = ["draw", "--empty", "--title", title, "--instance", instance].map(str::to_owned);
    let picture = match process::printed(&program, &drawing)? {
        Ok(picture) => picture,
        Err(code) => return Ok(code),
    };
    let svg = out.with_extension("svg");
    write(&svg, &picture)?;
    let (out, svg) = (out.display(), svg.display());
    print_text(&format!(
        "{remark}\ninstance: {out}\npicture:  {svg}\n\
         solve it: cargo xtask solve {slug} --instance {out}\n"
    ))?;
    Ok(0)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
