//! Books and contact sheets: from what the runner tells to the files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use picture::{Ink, Picture};
use protocol::{Book, Chapter, Fill, FillKind, FillPart, Grade, Pictured, Problem};
use serde::Serialize;
use viewer::book::{html, pdf};
use viewer::pdf::Paper;
use workspace_tests::{solve, xtask};

fn board(text: &str) -> String {
    let mut picture = Picture::grid(6, 6);
    picture.title("Board").text_at(1.0, 0.5, 0.8, text, Ink::Given).to_svg()
}

fn fill() -> Fill {
    let part = FillPart { kind: FillKind::Numbers, rows: 1, columns: 2, ..FillPart::default() };
    Fill {
        puzzle: "hooks-5".to_owned(),
        view_box: "0 0 2 1".to_owned(),
        extent: [0.0, 0.0, 2.0, 1.0],
        picture: String::new(),
        parts: vec![part],
        limits: Vec::new(),
        rules: Vec::new(),
        instance: String::new(),
    }
}

fn problem(number: usize) -> Problem {
    Problem {
        number,
        code: format!("hooks-5:6:{number}"),
        grade: Grade::VeryHard,
        rules: vec![format!("The sum is {number}.")],
        question: None,
        unsolved: board("?"),
        solved: board("8"),
        answer: Some("a < b".to_owned()),
        board: "1 2".to_owned(),
        fill: Some(fill()),
        hints: vec!["Look at row 2.".to_owned()],
    }
}

fn book(problems: usize) -> Book {
    let chapter = Chapter {
        title: "Hooks & More".to_owned(),
        origin: "Jane Street, 2019-06".to_owned(),
        rules: vec!["Every row holds each digit once. ".repeat(9), "No 7 < 8.".to_owned()],
        question: Some("What is the sum?".to_owned()),
        example: None,
        problems: (1..=problems).map(problem).collect(),
    };
    Book {
        title: "Logic Puzzles".to_owned(),
        author: "A. Setter".to_owned(),
        gallery: "https://example.org/puzzles/".to_owned(),
        grades: "very hard".to_owned(),
        command: "cargo xtask book --seed 7".to_owned(),
        chapters: vec![chapter],
    }
}

fn pages(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/MediaBox [0 0 612 792]").count()
}

#[test]
fn a_pdf_has_title_puzzles_and_solutions_on_its_pages_and_is_the_same_again() {
    let one_each = pdf(&book(14), Paper::Letter, 1).unwrap();
    assert_eq!(pages(&one_each), 1 + 14 + 1 + 2, "the first puzzle stands below the rules");
    let text = String::from_utf8_lossy(&one_each);
    let links = text.matches("/URI (https://example.org/puzzles/fill.html#q=").count();
    assert_eq!(links, 14, "a click on a QR code leads where the code leads");
    assert_eq!(one_each, pdf(&book(14), Paper::Letter, 1).unwrap());
    let four_each = pdf(&book(14), Paper::Letter, 4).unwrap();
    assert_eq!(pages(&four_each), 1 + 4 + 1 + 2, "two, then three times four");
    // An example leaves less room below the rules, and the code goes beside the board.
    let mut with_example = book(14);
    with_example.chapters[0].example = Some([board("?"), board("8")]);
    assert_eq!(pages(&pdf(&with_example, Paper::Letter, 1).unwrap()), pages(&one_each));
}

#[test]
fn an_html_page_says_all_once_and_escapes_it() {
    let page = html(&book(5), Paper::A4, 4).unwrap();
    let count = |text: &str| page.matches(text).count();
    assert_eq!(count("No 7 &lt; 8."), 2, "on paper, once more on the second page");
    assert_eq!((count("hooks-5:6:5"), count("The sum is 5."), count("very hard")), (1, 1, 7));
    assert_eq!((count("<svg"), count("class=\"qr\" href"), count("A. Setter")), (15, 5, 1));
    assert_eq!((count("class=\"page per4"), count("a &lt; b")), (2, 5));
    assert_eq!(count("<style>"), 1, "pictures leave their own style behind");
    assert!(page.contains("@page { size: A4;"));
}

/// Returns the viewer with something on its standard input.
fn viewer(command: &str, out: &Path, what: &impl Serialize) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_viewer"))
        .args([command, "--out"])
        .arg(out)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(&serde_json::to_vec(what).unwrap());
    let ended = child.wait_with_output().unwrap();
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

#[test]
fn a_book_is_written_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book.pdf");
    let mut spoiled = book(2);
    spoiled.chapters[0].problems[1].solved = "no picture".to_owned();
    let (code, said) = viewer("book", &out, &spoiled);
    assert_eq!(code, Some(2));
    assert!(said.contains("cannot read the picture"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let (code, said) = viewer("book", &out, &book(2));
    assert_eq!((code, said.ends_with("book.pdf: 2 puzzles\n")), (Some(0), true), "{said}");
    let (code, said) = viewer("book", &folder.path().join("book.txt"), &book(2));
    assert!(code == Some(2) && said.contains(".pdf or .html"), "{said}");
    let (code, said) = viewer("book", &folder.path().join("none").join("book.pdf"), &book(2));
    assert!(code == Some(2) && said.contains("cannot write"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_book_is_the_same_again_and_its_codes_name_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str| {
        let out = folder.path().join(name);
        let grades = ["--from", "trivial", "--to", "very-hard", "--seed", "5"];
        let book = ["book", "hooks-4:5", "--count", "3", "--out", out.to_str().unwrap()];
        let gallery: &[&str] =
            if name == "plain.html" { &[] } else { &["--gallery", "https://example.org/puzzles"] };
        let _ = xtask(&[&book[..], &grades, gallery].concat()).ends_with(0);
        std::fs::read(out).unwrap()
    };
    assert_eq!(made("one.pdf"), made("other.pdf"));
    let page = String::from_utf8(made("book.html")).unwrap();
    assert!(page.replace("&#x2f;", "/").contains("https://example.org/puzzles/fill.html#q="));
    let plain = String::from_utf8(made("plain.html")).unwrap();
    assert!(
        !plain.contains("fill.html") && !plain.contains("localhost"),
        "no codes without a site"
    );
    let code = page.split("<small>").nth(1).unwrap().split('<').next().unwrap();
    assert!(code.starts_with("hooks-4:5:5"), "{code}");
    let shown =
        solve("hooks-4", &["draw", "--empty", "--without-rules", "--code", code]).ends_with(0);
    let body = shown.stdout.split("</style>").nth(1).unwrap();
    assert!(page.contains(body.trim_end()), "{code} is on the page");
    // A board of one cell is never that hard.
    let out = folder.path().join("none.pdf");
    let late = ["--from", "fiendish", "--to", "fiendish", "--timeout", "0.1", "--count", "1"];
    let book = ["book", "hooks-4:1", "--out", out.to_str().unwrap()];
    let ran = xtask(&[&book[..], &late].concat()).ends_with(2);
    assert!(ran.stderr.contains("no instance from fiendish to fiendish within 0.1 s"), "{ran:?}");
}

#[test]
fn a_contact_sheet_has_ten_puzzles_to_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let solved = |number| (number != 3).then(|| board("8"));
    let puzzles: Vec<_> = (0..11)
        .map(|number| Pictured {
            title: format!("Puzzle {number}"),
            unsolved: Some(board("?")),
            solved: solved(number),
        })
        .collect();
    for ending in ["png", "pdf", "html"] {
        let out = folder.path().join("sheet").with_extension(ending);
        assert_eq!(viewer("sheet", &out, &puzzles).0, Some(0));
        let bytes = std::fs::read(&out).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        match ending {
            "png" => {
                let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
                let info = decoder.read_info().unwrap().info().clone();
                assert_eq!((info.width, info.height), (1488, 2 * 2105));
            }
            "pdf" => assert_eq!(text.matches("/MediaBox").count(), 2),
            _ => assert_eq!(text.matches("<svg").count(), 21),
        }
    }
}
