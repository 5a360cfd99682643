//! `bundle`: many puzzles in one program, for those who have no Rust toolchain.
//!
//! Cargo builds a package's program from its `main.rs` alone, and nothing else can use what is in
//! there. So the command writes a workspace of its own into cargo's target folder, in which the same
//! file is the root of a library for each puzzle, and one program depends on them all. As WebAssembly
//! it runs in the pages of the gallery: in parts there, for a page waits for the one with its puzzle.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use protocol::count;
use toml::{Table, Value, toml};

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::output::ensure_writable;
use crate::workspace::{PuzzleCrate, Workspace};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Puzzles to put in, by name or part of a name [default: all]
    #[arg(value_name = "PUZZLE")]
    patterns: Vec<String>,
    /// The program to write, or the folder for modules [default: puzzles, or programs, in cargo's
    /// target folder]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Make WebAssembly modules (`wasm32-wasip1`), as the gallery's pages run them
    #[arg(long)]
    wasm: bool,
}

/// The name of the program.
const NAME: &str = "puzzles";

/// Most puzzles in a module: with 25, a phone has a first hint within three seconds.
const MOST: usize = 25;

/// The file beside the modules that says which names of puzzles each of them knows.
const NAMES: &str = "names.json";

/// What is better small than fast: it reads arguments and files, draws and prints.
const SMALL: [&str; 14] = [
    "anstream",
    "anyhow",
    "clap_builder",
    "console",
    "grid-picture",
    "indicatif",
    "protocol",
    "puzzle-cli",
    "serde",
    "serde_core",
    "serde_json",
    "toml",
    "toml_parser",
    "winnow",
];

/// The target for browsers.
const WASM: &str = "wasm32-wasip1";

/// The variable with the compiler for [`WASM`], if it is not the usual one.
const WASM_RUSTC: &str = "WASM_RUSTC";

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(&arguments.patterns)?;
    let shown = count(puzzles.len(), "puzzle");
    if arguments.wasm {
        let out = arguments.out.clone();
        let out = out.unwrap_or_else(|| workspace.target.join("programs"));
        for (module, bytes) in write_modules(&workspace, &puzzles, &out)? {
            eprintln!("{}, {:.1} MB", workspace.shown(&module), bytes as f64 / 1e6);
        }
        eprintln!("{shown} in {}", workspace.shown(&out));
        return Ok(0);
    }
    let out = arguments.out.clone();
    let out =
        out.unwrap_or_else(|| workspace.target.join(format!("{NAME}{}", env::consts::EXE_SUFFIX)));
    ensure_writable(&out)?;
    let Some(built) = build(&workspace, &[puzzles], None)? else { return Ok(FALLS_SHORT) };
    let bytes = copy(&built[0], &out)?;
    eprintln!("{shown} in {}, {:.1} MB", workspace.shown(&out), bytes as f64 / 1e6);
    Ok(0)
}

/// Builds the WebAssembly modules with these puzzles for pages and returns their folder.
///
/// # Errors
/// If there is no compiler for it, which says how to get one; or if they do not compile.
pub(crate) fn modules(workspace: &Workspace, puzzles: &[&PuzzleCrate]) -> Result<PathBuf> {
    let folder = workspace.target.join("bundle/modules");
    write_modules(workspace, puzzles, &folder)?;
    Ok(folder)
}

/// Builds the modules, writes them into a folder, and returns their paths and sizes. Genres, which
/// people come back to, are together.
fn write_modules(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    out: &Path,
) -> Result<Vec<(PathBuf, u64)>> {
    let mut puzzles = puzzles.to_vec();
    puzzles.sort_by_key(|puzzle| (puzzle.metadata.addresses.is_empty(), &puzzle.slug));
    let each = puzzles.len().div_ceil(puzzles.len().div_ceil(MOST).max(1)).max(1);
    let parts: Vec<_> = puzzles.chunks(each).map(<[_]>::to_vec).collect();
    let built = build(workspace, &parts, Some(&wasm_target()?))?;
    let built = built.context("the puzzles do not compile for WebAssembly")?;
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let names = |puzzle: &&PuzzleCrate| {
        [vec![puzzle.slug.clone()], puzzle.metadata.addresses.clone()].concat()
    };
    let names: Vec<Vec<String>> =
        parts.iter().map(|part| part.iter().flat_map(names).collect()).collect();
    write(&out.join(NAMES), &serde_json::to_string(&names)?)?;
    let modules = (1..).zip(built).map(|(number, built)| {
        let module = out.join(format!("{number}.wasm"));
        let bytes = copy(&built, &module)?;
        Ok((module, bytes))
    });
    modules.collect()
}

fn copy(built: &Path, out: &Path) -> Result<u64> {
    fs::copy(built, out)
        .with_context(|| format!("cannot copy {} to {}", built.display(), out.display()))
}

/// A compiler for another target than that of this machine.
pub(crate) struct Target {
    name: &'static str,
    rustc: Option<OsString>,
}

/// Returns the compiler for WebAssembly; an error says how to install what is missing.
pub(crate) fn wasm_target() -> Result<Target> {
    let rustc = env::var_os(WASM_RUSTC);
    let mut command = Command::new(rustc.clone().unwrap_or_else(|| "rustc".into()));
    let asked = command.args(["--print", "target-libdir", "--target", WASM]).output();
    let said = asked.with_context(|| format!("cannot run {}", command.get_program().display()))?;
    let folder = String::from_utf8_lossy(&said.stdout).trim().to_owned();
    ensure!(
        said.status.success() && Path::new(&folder).is_dir(),
        "there is no standard library for WebAssembly: rustup target add {WASM}"
    );
    Ok(Target { name: WASM, rustc })
}

/// Builds a program of each part of the puzzles and returns their paths; `None` if they do not
/// compile.
fn build(
    workspace: &Workspace,
    parts: &[Vec<&PuzzleCrate>],
    target: Option<&Target>,
) -> Result<Option<Vec<PathBuf>>> {
    let folder = workspace.target.join("bundle");
    let names: Vec<String> = (1..=parts.len()).map(|number| format!("{NAME}-{number}")).collect();
    write_workspace(workspace, &folder, &parts.concat(), &names, target.is_some())?;
    for puzzle in parts.iter().flatten() {
        write_library(&folder, puzzle)?;
    }
    for (name, part) in names.iter().zip(parts) {
        write_program(&folder, name, part)?;
    }

    let mut built = folder.join("target");
    let mut command = cargo();
    command.args(["build", "--release"]).args(names.iter().flat_map(|name| ["--package", name]));
    command.arg("--manifest-path").arg(folder.join("Cargo.toml"));
    command.arg("--target-dir").arg(&built);
    let mut suffix = env::consts::EXE_SUFFIX;
    if let Some(Target { name, rustc }) = target {
        command.args(["--target", name]);
        command.envs(rustc.iter().map(|rustc| ("RUSTC", rustc)));
        built.push(name);
        suffix = ".wasm";
    }
    let is_built = command.status().context("cannot run cargo")?.success();
    let path = |name| built.join("release").join(format!("{name}{suffix}"));
    Ok(is_built.then(|| names.iter().map(path).collect()))
}

/// Writes the manifest of the new workspace: versions, features and profile are those of this one, but
/// all packages are optimised, which makes the program smaller; those that read arguments, draw and
/// print, for size.
fn write_workspace(
    workspace: &Workspace,
    folder: &Path,
    puzzles: &[&PuzzleCrate],
    programs: &[String],
    is_wasm: bool,
) -> Result<()> {
    let path = workspace.root.join("Cargo.toml");
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock"))?;
    let mut manifest = read(&path)?;
    let own = section(&mut manifest, "workspace", &path)?;
    let members = puzzles.iter().map(|puzzle| format!("puzzles/{}", puzzle.slug));
    let members: Vec<String> = members.chain(programs.iter().cloned()).collect();
    own.insert("members".to_owned(), members.into());
    own.remove("default-members");
    for (_, dependency) in section(own, "dependencies", &path)? {
        let Some(Value::String(path)) = dependency.get_mut("path") else { continue };
        *path = workspace.root.join(&*path).to_string_lossy().into_owned();
    }
    let release = section(section(&mut manifest, "profile", &path)?, "release", &path)?;
    if is_wasm {
        release.insert("panic".to_owned(), "abort".into());
    }
    let small = |name: &str| (name.to_owned(), Value::from(toml! { opt-level = "s" }));
    let mut packages = Table::from_iter(SMALL.map(small));
    if is_wasm {
        packages.extend(puzzles.iter().map(|puzzle| small(&puzzle.slug)));
    }
    release.insert("package".to_owned(), packages.into());
    write(&folder.join("Cargo.toml"), &manifest.to_string())?;
    // Cargo drops what the new workspace does not need.
    fs::write(folder.join("Cargo.lock"), lock)?;
    Ok(())
}

/// Writes the crate in which a puzzle's `main.rs` is a library: its manifest and instances, which it
/// embeds.
fn write_library(folder: &Path, puzzle: &PuzzleCrate) -> Result<()> {
    let path = puzzle.folder.join("Cargo.toml");
    let source = puzzle.source.as_ref().with_context(|| format!("{}: no program", puzzle.slug))?;
    let mut manifest = read(&path)?;
    for key in ["bin", "lints", "dev-dependencies"] {
        manifest.remove(key);
    }
    let root = source.to_string_lossy().into_owned();
    let name = library(puzzle);
    let library: Table = toml! {
        name = name
        path = root
        test = false
        doctest = false
    };
    manifest.insert("lib".to_owned(), library.into());
    let crate_folder = folder.join("puzzles").join(&puzzle.slug);
    write(&crate_folder.join("Cargo.toml"), &manifest.to_string())?;
    for name in ["published.toml", "published.steps"] {
        let instance = puzzle.folder.join("instances").join(name);
        if let Ok(text) = fs::read_to_string(&instance) {
            write(&crate_folder.join("instances").join(name), &text)?;
        }
    }
    Ok(())
}

/// Writes the program that depends on the puzzles.
fn write_program(folder: &Path, name: &str, puzzles: &[&PuzzleCrate]) -> Result<()> {
    let mut manifest: Table = toml! {
        [package]
        name = name
        version.workspace = true
        edition.workspace = true

        [dependencies]
        puzzle-cli.workspace = true
    };
    let dependencies = section(&mut manifest, "dependencies", folder)?;
    for puzzle in puzzles {
        let path = format!("../puzzles/{}", puzzle.slug);
        dependencies.insert(puzzle.slug.clone(), toml! { path = path }.into());
    }
    write(&folder.join(name).join("Cargo.toml"), &manifest.to_string())?;
    let programs = puzzles.iter().map(|puzzle| format!("        &{}::PROGRAM,\n", library(puzzle)));
    let programs: String = programs.collect();
    let main = format!(
        "fn main() -> std::process::ExitCode {{\n    puzzle_cli::main_of(&[\n{programs}    ])\n}}\n"
    );
    write(&folder.join(name).join("src/main.rs"), &main)
}

/// Returns the name of a puzzle's library, which is no other crate's.
fn library(puzzle: &PuzzleCrate) -> String {
    format!("puzzle_{}", puzzle.slug.replace('-', "_"))
}

fn read(path: &Path) -> Result<Table> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| path.display().to_string())
}

/// Returns a table within a table.
fn section<'t>(table: &'t mut Table, key: &str, path: &Path) -> Result<&'t mut Table> {
    let found = table.get_mut(key).and_then(Value::as_table_mut);
    found.with_context(|| format!("{}: expected a table `{key}`", path.display()))
}

/// Writes a text, if the file does not have it yet: cargo builds anew what has changed.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|kept| kept == text) {
        return Ok(());
    }
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
