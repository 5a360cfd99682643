//! The libraries for other projects, from their packages: each builds without the workspace, and a
//! project that depends on them alone solves a puzzle and explains another.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use workspace_tests::{cargo, root, run};

/// The packages, with examples that the project runs.
const PACKAGES: [(&str, &str); 5] = [
    ("grid-utils", "maze"),
    ("pseudo-boolean", "knapsack"),
    ("grid-picture", "board"),
    ("grid-rules", "nurikabe"),
    ("grid-explain", "sudoku"),
];

#[test]
#[ignore = "builds each library twice; `cargo xtask ci` runs it"]
fn a_project_that_depends_on_the_packages_alone_runs_their_examples() {
    // Afresh: cargo takes what it has unpacked or built of a version for the same for ever.
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let _ = fs::remove_dir_all(&project);
    forget_packages();
    let mut arguments = vec!["package", "--allow-dirty"];
    arguments.extend(PACKAGES.iter().flat_map(|(name, _)| ["--package", name]));
    let cargo = |folder: &Path, arguments: &[&str]| {
        let mut command = cargo(folder, arguments);
        command.env("CARGO_TARGET_DIR", project.join("target"));
        run(command).ends_with(0).stdout
    };
    cargo(root(), &arguments);

    fs::create_dir_all(project.join("src/bin")).unwrap();
    let (mut dependencies, mut patches) = (Vec::new(), Vec::new());
    for (name, example) in PACKAGES {
        let package =
            project.join("target/package").join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
        dependencies.push(format!("{name} = {:?}", env!("CARGO_PKG_VERSION")));
        patches.push(format!("{name} = {{ path = {package:?} }}"));
        let example = format!("{example}.rs");
        let source = package.join("examples").join(&example);
        fs::copy(source, project.join("src/bin").join(example)).unwrap();
    }
    let manifest = format!(
        "[package]\nname = \"packages\"\nedition = \"2024\"\n\n[dependencies]\npetgraph = \"0.8\"\n\
         {}\n\n[patch.crates-io]\n{}\n\n[workspace]\n",
        dependencies.join("\n"),
        patches.join("\n")
    );
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    let printed = |example| cargo(&project, &["run", "--quiet", "--bin", example]);
    assert!(printed("maze").contains("11 steps"));
    assert!(printed("knapsack").contains("together 10 of 10 kg, 210 euros"));
    assert!(printed("board").starts_with("<svg"));
    assert_eq!(printed("nurikabe").trim(), "- - # #\n# # # -\n- # - -\n# # # #");
    assert!(printed("sudoku").contains("r4c1 is 3"));
}

/// Removes what cargo has unpacked of earlier packages.
fn forget_packages() {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap();
    for source in fs::read_dir(home.join("registry/src")).into_iter().flatten() {
        let source = source.unwrap().path();
        for (name, _) in PACKAGES {
            let _ =
                fs::remove_dir_all(source.join(format!("{name}-{}", env!("CARGO_PKG_VERSION"))));
        }
    }
}
