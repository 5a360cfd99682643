//! The gallery as files: sizes, folders, and input that is none.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use workspace_tests::{Ran, run_with_input};

use crate::{pages, site};

/// What a page may weigh with all that it loads, its films among it, pictures apart.
const MOST_BYTES: u64 = 300_000;

/// What a puzzle's page may weigh with all that shows its board and lets readers fill it in, its link
/// among it, pictures apart: without its films and their player, and what comes when help is asked for.
const MOST_BYTES_OF_BOARD: u64 = 120_000;
const BOARD: [&str; 4] = ["style.css", "settings.js", "board.js", "try.js"];

/// Returns the size of a page with its style, its scripts and its search.
fn weight(page: &Path) -> u64 {
    let stem = page.file_stem().expect("a page has a name").to_string_lossy();
    let search = format!("searches/{stem}.js");
    weight_of(
        page,
        &[&BOARD[..], &["cards.css", "cards.js", "player.css", "player.js", &search]].concat(),
    )
}

/// Returns the size of a page with these files.
fn weight_of(page: &Path, parts: &[&str]) -> u64 {
    let folder = page.parent().expect("a page stands in a folder");
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    size(page) + parts.iter().map(|part| size(&folder.join(part))).sum::<u64>()
}

/// Asserts that no page of a gallery is too heavy.
pub(crate) fn assert_light(folder: &Path) {
    for page in pages(folder) {
        let weight = weight(&page);
        assert!(weight < MOST_BYTES, "{}: {weight} bytes", page.display());
        let weight = weight_of(&page, &BOARD);
        let is_puzzle = !page.ends_with("index.html");
        assert!(!is_puzzle || weight < MOST_BYTES_OF_BOARD, "{}: {weight} bytes", page.display());
    }
}

fn viewer(arguments: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viewer"));
    command.args(arguments).stdout(Stdio::piped());
    run_with_input(command, input)
}

#[test]
fn every_page_is_light_even_that_of_a_long_search() {
    assert_eq!(pages(&site()).len(), 8);
    let [long, short] = ["long.html", "first.html"].map(|page| weight(&site().join(page)));
    assert!(long > short, "the long search is the heavier one");
    assert_light(&site());
}

#[test]
fn a_page_loads_what_is_weighed_and_no_more() {
    let page = fs::read_to_string(site().join("second.html")).unwrap();
    let is_loaded = |file: &&str| {
        let ending = Path::new(file).extension();
        !file.contains('/') && ["css", "js"].iter().any(|&known| ending == Some(known.as_ref()))
    };
    let mut loaded: Vec<_> = page.split('"').filter(is_loaded).collect();
    loaded.sort_unstable();
    assert_eq!(
        loaded,
        ["board.js", "player.css", "player.js", "settings.js", "style.css", "try.js"]
    );
}

#[test]
fn clues_of_cells_that_are_filled_in_are_no_part_of_the_picture() {
    let picture = fs::read_to_string(site().join("pictures").join("second-open.svg")).unwrap();
    assert!(
        picture.contains("color-scheme: light dark") && !picture.contains("<text"),
        "{picture}"
    );
    assert!(!site().join("pictures").join("first-open.svg").exists());
}

#[test]
fn a_difficulty_that_is_known_is_on_the_card_and_on_the_page() {
    let read = |page: &str| fs::read_to_string(site().join(page)).unwrap();
    assert!(read("index.html").contains("<span>difficulty: very hard</span>"));
    let page = read("first.html");
    assert!(
        page.contains("<a href=\"explanations.html#grades\">difficulty: very hard</a>"),
        "{page}"
    );
    let grades = read("explanations.html");
    assert!(grades.contains("id=\"grades\"") && grades.contains("<em>fiendish</em>"), "{grades}");
    assert!(!read("second.html").contains("difficulty"));
}

#[test]
fn the_page_of_a_certified_puzzle_has_its_files_and_the_command() {
    let page = fs::read_to_string(site().join("first.html")).unwrap();
    assert!(page.contains("veripb first.opb first.pbp\n"), "{page}");
    for name in ["first.opb", "first.pbp"] {
        assert!(page.contains(&format!("href=\"certificates/{name}\"")), "{page}");
        assert!(site().join("certificates").join(name).is_file());
    }
    assert!(!fs::read_to_string(site().join("second.html")).unwrap().contains("veripb"));
}

#[test]
fn figures_are_the_kept_ones() {
    let page = fs::read_to_string(site().join("first.html")).unwrap();
    assert!(page.contains("4.0 µs, the median of many searches") && !page.contains("77"), "{page}");
}

#[test]
fn a_folder_that_is_no_gallery_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    fs::write(folder.path().join("letter.txt"), "dear").unwrap();
    let ran = viewer(&["gallery", "--out", out], "[]").ends_with(2);
    assert!(ran.stderr.contains(out) && ran.stderr.contains("is no gallery"), "{ran:?}");
}

#[test]
fn input_that_is_no_list_of_exhibits_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("site");
    let ran = viewer(&["gallery", "--out", out.to_str().unwrap()], "{}").ends_with(2);
    assert!(ran.stderr.contains("standard input: expected a JSON array"), "{ran:?}");
    assert!(!out.exists());
}

#[test]
fn a_gallery_without_puzzles_is_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("site");
    let ran = viewer(&["gallery", "--out", out.to_str().unwrap()], "[]").ends_with(0);
    assert!(ran.stderr.contains("index.html"), "{ran:?}");
    assert!(fs::read_to_string(out.join("index.html")).unwrap().contains("0 puzzles"));
}
