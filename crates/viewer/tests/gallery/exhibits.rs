//! Puzzles made up for the gallery: solved, hostile, long and failed ones.

use std::fs;
use std::path::{Path, PathBuf};

use grid_utils::Cell;
use picture::{Ink, Picture};
use protocol::{Exhibit, FillKind, FillPart};
use serde_json::{Value, json};

use crate::FOLDER;

/// A title and an answer that would run scripts if anything were not escaped.
pub(crate) const HOSTILE: &str = "<script>hacked=1</script><img src=x onerror=hacked=1>\"'&";

/// Returns a board of one row of three cells, with `digits` in it.
fn board(digits: &str) -> Picture {
    let mut board = Picture::grid(1, 3);
    board.title("Three cells");
    for (column, digit) in digits.chars().enumerate().filter(|&(_, digit)| digit != '.') {
        board.text(Cell::new(0, column), &digit.to_string(), Ink::Found);
    }
    board
}

/// Returns the search of a puzzle: its steps as event, depth and digits.
pub(crate) fn trace(steps: &[(&str, usize, &str)]) -> String {
    trace_over(&board(""), steps)
}

/// Returns the same, where something stands on the board from the beginning.
fn trace_over(base: &Picture, steps: &[(&str, usize, &str)]) -> String {
    let mut nodes = 0;
    let mut lines = vec![json!({"puzzle": "p", "instance": "", "base": base})];
    lines.extend(steps.iter().enumerate().map(|(place, (event, depth, digits))| {
        nodes += u64::from(*event == "try");
        let mut picture = board(digits);
        for (cell, (text, ink)) in base.cell_texts() {
            picture.text(cell, text, ink);
        }
        let picture = picture.difference(base);
        let mut step = json!({"step": place, "depth": depth, "event": event, "nodes": nodes, "board": digits, "picture": picture});
        if *event == "dead-end" {
            step["why"] = json!(format!("{digits} has no place"));
        }
        step
    }));
    lines.push(json!({"steps": steps.len(), "kept": steps.len(), "complete": true}));
    let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Eight steps: two dead ends, then a solution, then a last dead end.
const STEPS: [(&str, usize, &str); 8] = [
    ("try", 0, ""),
    ("try", 1, "1"),
    ("dead-end", 1, "1"),
    ("try", 1, "2"),
    ("try", 2, "23"),
    ("solution", 3, "231"),
    ("try", 1, "3"),
    ("dead-end", 1, "3"),
];

const LIBRARY: &str =
    "//! # Title\n//!\n//! The *rules*, see [`Board`].\n//!\n//! ## Idea\n//! Try.\n";

/// Returns a board with a given number, and a clue that is the number of no cell.
fn with_given() -> Picture {
    let mut base = board("");
    base.text(Cell::new(0, 0), "2", Ink::Given).text(Cell::new(0, 1), "7", Ink::Given);
    base
}

/// Returns an explanation in three steps: two trivial ones, and between them one by two rules.
fn explanation() -> String {
    let steps = [("2", 1), ("23", 2), ("231", 1)].map(|(digits, depth)| {
        let told = json!({
            "cells": ["r1c1"], "facts": [], "groups": [], "because": [], "chain": [],
            "is_trivial": depth == 1, "cost": if depth == 1 { 2 } else { 12 },
        });
        (depth, board(digits), digits, told)
    });
    explained(&board(""), &steps)
}

/// Returns an explanation of steps with a number of rules, a picture, a board and what is told of
/// them.
fn explained(base: &Picture, steps: &[(usize, Picture, &str, Value)]) -> String {
    let mut lines = vec![json!({"puzzle": "p", "instance": "", "base": base})];
    lines.extend(steps.iter().zip(0..).map(|((depth, picture, board, told), place)| {
        json!({"step": place, "depth": depth, "event": "try", "nodes": place, "board": board,
            "picture": picture.difference(base), "told": told, "why": format!("{board} is what follows")})
    }));
    let count = steps.len();
    lines.push(json!({"steps": count, "kept": count, "complete": true, "known": [count, count]}));
    let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// The certificate of one of them, as files.
pub(crate) fn write_certificates(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder can be made");
    for (kind, text) in [("opb", "* rules\n"), ("pbp", "pseudo-Boolean proof version 3.0\n")] {
        fs::write(folder.join("first").with_extension(kind), text).expect("a file can be written");
    }
}

/// Returns a file of this name with the lines of a trace.
fn in_file(name: &str, trace: &str) -> PathBuf {
    let folder = Path::new(FOLDER).join("traces");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    fs::write(&path, trace).expect("a file can be written");
    path
}

/// Returns a puzzle as xtask describes it.
fn puzzle(slug: &str, title: &str, published: &str, nodes: u64, seconds: f64) -> Value {
    json!({
        "metadata": {"title": title, "published": published, "source": "Jane Street", "url": "https://example.org/", "question": "Which digit stands in the middle?"},
        "row": {
            "puzzle": slug, "title": title, "published": published, "goal": "unique", "snapshot": "known",
            "outcome": {"Ok": {
                "puzzle": slug, "status": "solved", "answer": format!("the answer of {slug}"),
                "remarks": {"sum": "6"}, "boards": ["2 3 1"], "solutions": 1, "complete": true, "nodes": nodes,
                "dead_ends": 2, "seconds": 77.0,
            }},
        },
        "family": "Hooks",
        "rules": ["Every cell holds a digit.", "No digit stands twice."],
        "library": LIBRARY,
        "files": {"src/lib.rs": LIBRARY, "instances/published.toml": "size = 3\n"},
        "unsolved": board("").to_svg(),
        "solved": board("231").to_svg(),
        "trace": in_file(&format!("{slug}-search"), &trace(&STEPS)),
        "fill": fill(slug, &board(""), &[numbers(1, 3)]),
        "explanation": in_file(&format!("{slug}-explanation"), &explanation()),
        "kept": {"nodes": nodes, "seconds": seconds},
        "certificate": certificate(slug, "certified"),
    })
}

/// Returns how a puzzle is filled in.
fn fill(slug: &str, picture: &Picture, parts: &[FillPart]) -> Value {
    let extent = picture.extent();
    let (width, height) = (extent.right - extent.left, extent.bottom - extent.top);
    json!({
        "puzzle": slug, "view_box": extent.to_string(), "extent": [extent.left, extent.top, width, height],
        "picture": picture.svg_body(), "parts": parts, "limits": [], "rules": [],
    })
}

/// Returns a grid of the numbers from 1 to 9, which fills its picture.
fn numbers(rows: usize, columns: usize) -> FillPart {
    let (kind, at) = (FillKind::Numbers, Some((0.0, 0.0)));
    FillPart { kind, rows, columns, at, least: 1, most: 9, ..FillPart::default() }
}

/// Returns what came of proving a puzzle by its rules.
fn certificate(slug: &str, status: &str) -> Value {
    json!({
        "puzzle": slug, "status": status, "variables": 27, "constraints": 12, "steps": 1_000,
        "checker": "veripb 3.0",
    })
}

/// Returns all of them, in order of publication.
pub(crate) fn all() -> Vec<Exhibit> {
    let mut hostile = puzzle("hostile", HOSTILE, "2020-03", 9, 0.000_4);
    hostile["row"]["outcome"]["Ok"]["answer"] = json!(HOSTILE);
    hostile["row"]["outcome"]["Ok"]["remarks"] = json!({HOSTILE: HOSTILE});
    hostile["metadata"]["source"] = json!(HOSTILE);
    hostile["metadata"]["url"] = json!("javascript:hacked=1");
    hostile["library"] = json!(format!("//! {HOSTILE}\n//! [x](javascript:hacked=1)\n"));
    let mut long = puzzle("long", "Long", "2021-07", 5_000, 1.5);
    let steps: Vec<_> = (0..3_000)
        .map(|step| ("try", step % 40, ["123", "12", "1", "31", "213"][step % 5]))
        .collect();
    long["trace"] = json!(in_file("long-search", &trace(&steps)));
    let mut second = puzzle("second", "Hooks #9", "2015-12", 1_000, 0.002);
    second["row"]["outcome"]["Ok"]["boards"] = json!(["2 . 1"]);
    let (given, clues) = (vec![(0, "2".to_owned())], vec![(1, "7".to_owned())]);
    let part = FillPart { given, clues, blanks: true, ..numbers(1, 3) };
    second["fill"] = fill("second", &board(""), &[part]);
    let trace = trace_over(&with_given(), &[("try", 0, ""), ("solution", 1, "..1")]);
    second["trace"] = json!(in_file("second-search", &trace));
    second["certificate"] = certificate("second", "no-checker");
    // It has been cut, and what is missing was not found.
    let short = explanation()
        .replace(r#""complete":true,"known":[3,3]"#, r#""complete":false,"known":[2,3]"#);
    assert!(short.contains("[2,3]"), "{short}");
    long["explanation"] = json!(in_file("long-explanation", &short));
    long["family"] = json!(null);
    long["metadata"]["goal"] = json!("first");
    long["row"]["goal"] = json!("first");
    let failed = json!({
        "metadata": {"title": "Broken"},
        "row": {
            "puzzle": "broken", "title": "Broken", "goal": "unique", "outcome": {"Err": "crashed"},
            "error": "it panicked: index out of bounds",
        },
    });
    let mut first = puzzle("first", "Hooks #10", "2014-05", 45, 0.000_004);
    first["grade"] = json!("very hard");
    first["library"] = json!(format!("{LIBRARY}//! The search of [`rows::sums`].\n"));
    first["shared"] = json!({"rows::sums": "//! It adds up *rows*.\n"});
    let exhibits = [first, second, hostile, long, failed];
    exhibits.map(|exhibit| serde_json::from_value(exhibit).expect("an exhibit")).into()
}

/// Returns a puzzle for each form of boards, with one solution unless it says otherwise.
pub(crate) fn forms() -> Vec<Exhibit> {
    let of = |slug: &str, part: FillPart, solution: &str| {
        let mut exhibit = puzzle(slug, slug, "2020-01", 1, 0.1);
        exhibit["row"]["outcome"]["Ok"]["boards"] = json!([solution]);
        exhibit["trace"] = json!(null);
        let mut picture = Picture::grid(part.rows, part.columns);
        if slug == "shading" {
            picture.label_left(0, "1");
        }
        exhibit["fill"] = fill(slug, &picture, &[part]);
        exhibit
    };
    let words = |kind, words: &[&str], part: FillPart| {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        FillPart { kind, least: 0, words, ..part }
    };
    let mut rows = of("numbers", numbers(2, 2), "1 2\n2 1");
    rows["fill"]["rules"] =
        json!(["Every row holds each number once.", "The columns add up to 3."]);
    rows["fill"]["limits"] = json!([
        {"rule": 0, "cells": [0, 1]}, {"rule": 0, "cells": [2, 3]},
        {"rule": 1, "cells": [0, 2], "least": 3, "most": 3}, {"rule": 1, "cells": [1, 3], "most": 3},
    ]);
    let told = |facts: &[&str], rule: &str, place: &str, because: &[&str]| {
        let groups = json!([{"rule": rule, "place": place, "cells": ["r1c1", "r1c2"]}]);
        json!({
            "cells": ["r1c1"], "facts": facts, "groups": groups, "because": because, "chain": [],
            "technique": "by the sum", "text": format!("{}.", facts.join(", ")),
        })
    };
    let once = "Every row holds each number once.";
    let steps = [
        told(&["r1c1 != 2"], "The first number is odd.", "", &[]),
        told(&["r1c1 = 1"], "The columns add up to 3.", "column 1", &["r1c1 != 2"]),
        told(&["r1c2 = 2", "r2c1 = 2", "r2c2 = 1"], once, "row 1", &["r1c1 = 1"]),
    ];
    let steps = steps.map(|told| (1, Picture::grid(2, 2), "", told));
    let explained = explained(&Picture::grid(2, 2), &steps);
    rows["explanation"] = json!(in_file("numbers-explanation", &explained));
    let shading = words(FillKind::Shading, &["-", "#"], numbers(1, 3));
    let regions = words(FillKind::Words, &["A", "B", "C"], numbers(1, 3));
    let regions = FillPart { free: true, ..regions };
    let lines = ["-", "EW", "ES", "SW", "NE", "NS", "NW"];
    let directions = [("E", 0, 1), ("S", 1, 0), ("W", 0, -1), ("N", -1, 0)];
    let lines = FillPart {
        directions: directions.map(|(name, down, right)| (name.to_owned(), down, right)).into(),
        lines: vec![0, 0b0101, 0b0011, 0b0110, 0b1001, 0b1010, 0b1100],
        ..words(FillKind::Words, &lines, numbers(2, 2))
    };
    let walk = FillPart { kind: FillKind::Walk, ..numbers(2, 2) };
    let list = FillPart {
        separator: " ".to_owned(),
        is_set: true,
        kind: FillKind::List,
        ..FillPart::default()
    };
    let mut value = of("value", FillPart::default(), "5");
    value["metadata"]["goal"] = json!("value");
    value["row"]["goal"] = json!("value");
    value["row"]["outcome"]["Ok"]["answer"] = json!("0.125");
    let mut parts = of("parts", FillPart::default(), "A:\n1 2\nB:\n3");
    let part = |name: &str, heading: &str, part: FillPart| {
        let (name, heading) = (name.to_owned(), heading.to_owned());
        FillPart { name, heading, at: None, ..part }
    };
    parts["fill"]["parts"] =
        json!([part("A", "A:\n", numbers(1, 2)), part("B", "\nB:\n", numbers(1, 1))]);
    // Two columns of hexagons, which are no grid of squares; the last one is given.
    let hexes = |column: u8, given: Vec<(usize, String)>| {
        let x = 1.0 + 1.5 * f64::from(column);
        let middle = |row: u8| (x, 1.0 + 2.0 * f64::from(row) + 1.1 * f64::from(column), 0);
        let corners = [(-1.0, 0.0), (-0.5, -0.9), (0.5, -0.9), (1.0, 0.0), (0.5, 0.9), (-0.5, 0.9)];
        FillPart {
            name: format!("column {}", column + 1),
            heading: if column == 0 { "" } else { "\n" }.to_owned(),
            kind: FillKind::Own,
            middles: vec![Some(middle(0)), Some(middle(1))],
            shapes: vec![corners.into()],
            signs: "rb0123456789".to_owned(),
            hues: vec![('r', 0)],
            blanks: true,
            given,
            at: None,
            ..numbers(1, 2)
        }
    };
    let mut tiles = of("tiles", FillPart::default(), "r12 b7\n. g5");
    let hexes = [hexes(0, Vec::new()), hexes(1, vec![(1, "g5".to_owned())])];
    tiles["fill"] = fill("tiles", &Picture::canvas(4.0, 5.0), &hexes);
    let all = [
        tiles,
        rows,
        of("shading", shading, "# - #"),
        of("regions", regions, "A A B"),
        of("lines", lines, "ES SW\nNE NW"),
        of("walk", walk, "r1c1 r1c2 r2c2"),
        of("list", list, "3 12 25"),
        value,
        parts,
    ];
    all.map(|exhibit| serde_json::from_value(exhibit).expect("an exhibit")).into()
}
