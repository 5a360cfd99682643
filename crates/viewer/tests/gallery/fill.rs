//! Links that hold a puzzle, and the page that opens them.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use protocol::{Exhibit, Fill, Goal, Linked, Report};
use serde_json::{Value, json};
use viewer::link;
use workspace_tests::solve;

use crate::browser::{Browser, DESKTOP, Surroundings};
use crate::{FORMS, exhibits};

const SAID: &str = "document.querySelector('.said').innerText";
const TROUBLE: &str = "document.getElementById('trouble').textContent";
const PHONE: Surroundings = Surroundings { width: 390, ..DESKTOP };

/// Returns the fragment of one of the forms.
fn fragment(form: &str) -> String {
    let exhibits = exhibits::forms();
    let exhibit = exhibits.iter().find(|exhibit| exhibit.row.puzzle == form).expect("a form");
    link::letters(&linked(exhibit)).expect("a link")
}

fn linked(exhibit: &Exhibit) -> Linked<'_> {
    Linked {
        title: &exhibit.metadata.title,
        rules: &exhibit.rules,
        question: exhibit.metadata.question.as_deref(),
        goal: exhibit.metadata.goal,
        fill: exhibit.fill.as_ref().expect("it can be filled in"),
        board: exhibit.row.report().map(|report| report.boards[0].as_str()),
        answer: exhibit.row.answer(),
        code: None,
        is_explained: true,
    }
}

fn opened(surroundings: Surroundings, fragment: &str) -> Option<Browser> {
    let browser = Browser::start(surroundings)?;
    open(&browser, fragment);
    Some(browser)
}

/// Opens a link as if for the first time.
fn open_anew(browser: &Browser, fragment: &str) {
    browser.run("localStorage.clear()");
    browser.go("about:blank");
    open(browser, fragment);
}

fn open(browser: &Browser, fragment: &str) {
    browser.go(&format!("file://{}#{fragment}", FORMS.join("fill.html").display()));
    let is_shown =
        "!document.getElementById('trouble').hidden || !!document.querySelector('.said')";
    browser.wait_for(is_shown, "true");
}

#[test]
fn a_right_board_of_each_form_is_recognised_and_a_wrong_one_is_not() {
    let Some(browser) = Browser::start(DESKTOP) else { return };
    // What is left open where nothing stands, and how pieces are named, makes no difference.
    let boards: [(&str, &[&str], &[&str]); 9] = [
        ("numbers", &["1 2 2 1"], &["1 2 2 2"]),
        ("shading", &["#  #"], &["# # #"]),
        ("regions", &["C C A"], &["C A A"]),
        ("lines", &["ES SW NE NW"], &["ES SW NE -"]),
        ("walk", &["0 1 3"], &["0 2 3"]),
        ("list", &["25 3 12"], &["3 12"]),
        ("value", &["10/80"], &["0.12"]),
        ("parts", &["1 2", "3"], &["1 2", "4"]),
        ("tiles", &["r12 b7", " g5"], &["r12 b6", " g5"]),
    ];
    for (form, right, wrong) in boards {
        for (board, expected) in [(right, "Solved in"), (wrong, "")] {
            let notes = json!({"centre": {}, "corner": {}, "colour": {}, "edges": {}});
            let position = BASE64_URL_SAFE_NO_PAD.encode(json!([board, notes]).to_string());
            browser.run("localStorage.clear()");
            browser.go("about:blank");
            open(&browser, &format!("{}&fill={position}", fragment(form)));
            let said = browser.text(SAID);
            assert!(
                said.starts_with(expected) && said.is_empty() == expected.is_empty(),
                "{form}: {said}"
            );
            let answer = format!("The answer is the answer of {form}.");
            assert_eq!(
                said.contains(&answer),
                !expected.is_empty() && form != "value",
                "{form}: {said}"
            );
        }
    }
    browser.assert_quiet();
}

#[test]
fn a_board_from_a_link_is_solved_by_touch_on_a_phone() {
    let exhibits = exhibits::forms();
    let exhibit = exhibits.iter().find(|exhibit| exhibit.row.puzzle == "numbers").unwrap();
    // As a QR code holds it, whose seed is the code.
    let linked = Linked { code: Some("numbers:2:1"), ..linked(exhibit) };
    let Some(browser) = opened(PHONE, &link::digits(&linked).unwrap()) else { return };
    assert_eq!(browser.text("document.querySelector('h1').textContent"), "numbers");
    assert_eq!(browser.text("document.documentElement.scrollWidth"), "390");
    let boards_first = "document.querySelector('.cells').getBoundingClientRect().bottom < document.querySelector('.rules').getBoundingClientRect().top";
    assert_eq!(browser.text(boards_first), "true");
    let rows = "Object.values(Object.groupBy(document.querySelectorAll('.modes label'), ({ offsetTop }) => offsetTop)).map(({ length }) => length).join()";
    assert_eq!(browser.text(rows), "3,3");
    for (id, key) in [(0, 1), (1, 2), (2, 2), (3, 1)] {
        browser.drag("touch", &[&format!(".cells [data-id='{id}']")]);
        browser.drag("touch", &[&format!(".pad button:nth-of-type({key})")]);
    }
    assert!(browser.text(SAID).starts_with("Solved in"), "{}", browser.text(SAID));
    browser.assert_quiet();
}

/// Windows of a phone, a tablet and a desktop, with light and dark colours.
const WINDOWS: [Surroundings; 3] =
    [PHONE, Surroundings { width: 820, dark: true, ..DESKTOP }, DESKTOP];

#[test]
fn each_form_is_solved_from_a_link_by_keys_alone() {
    const TAB: &str = "\u{e004}";
    const LEFT: &str = "\u{e012}";
    const UP: &str = "\u{e013}";
    const RIGHT: &str = "\u{e014}";
    const DOWN: &str = "\u{e015}";
    const HELD: &str = "alt ";
    let line = |arrow: &str| format!("{HELD}{arrow}");
    let keys = |keys: &[&str]| keys.iter().map(ToString::to_string).collect::<Vec<_>>();
    // A part of a board that is beside another one is reached by Tab.
    let forms = [
        ("numbers", keys(&["1", RIGHT, "2", DOWN, "1", LEFT, "2"])),
        ("shading", keys(&[" ", RIGHT, RIGHT, " "])),
        ("regions", keys(&["A", RIGHT, "A", RIGHT, "B"])),
        ("lines", vec![line(RIGHT), line(DOWN), line(LEFT), line(UP)]),
        ("walk", keys(&[" ", RIGHT, " ", DOWN, " "])),
        ("list", keys(&["25 3 12"])),
        ("value", keys(&["0.125"])),
        ("parts", keys(&["1", RIGHT, "2", TAB, "3"])),
        ("tiles", keys(&["r12", DOWN, "b7"])),
    ];
    for window in WINDOWS {
        let Some(browser) = Browser::start(window) else { return };
        for (form, keys) in &forms {
            open_anew(&browser, &fragment(form));
            let is_on_board =
                "document.activeElement.matches('.try [data-id], .try .part :is(input, textarea)')";
            let to_board = (0..20).any(|_| {
                browser.press(TAB);
                browser.text(is_on_board) == "true"
            });
            assert!(to_board, "{form}: Tab does not lead to the board");
            for key in keys {
                match key.strip_prefix(HELD) {
                    Some(arrow) => browser.press_with("\u{e00a}", arrow),
                    None => browser.press(key),
                }
            }
            let said = browser.text(SAID);
            assert!(said.starts_with("Solved in"), "{form}, {} px: {said:?}", window.width);
            let statuses = browser.names_of("status");
            assert!(!statuses.is_empty(), "{form}: nobody reads out what is said");
            let cells = browser.names_of("gridcell");
            assert!(
                cells.iter().all(|name| name.contains(": ") || name.is_empty()),
                "{form}: {cells:?}"
            );
        }
        browser.assert_quiet();
    }
}

#[test]
fn each_form_with_cells_is_solved_from_a_link_by_touch_alone() {
    let cell = |id: usize| format!(".cells [data-id='{id}']");
    let key = |number: usize| format!(".pad button:nth-of-type({number})");
    let tap = |places: &[String]| places.iter().map(|place| vec![place.clone()]).collect();
    let forms: [(&str, Vec<Vec<String>>); 4] = [
        ("shading", tap(&[cell(0), cell(2)])),
        ("regions", tap(&[cell(0), key(1), cell(1), key(1), cell(2), key(2)])),
        ("lines", vec![vec![cell(0), cell(1), cell(3), cell(2), cell(0)]]),
        ("walk", tap(&[cell(0), cell(1), cell(3)])),
    ];
    for window in WINDOWS {
        let Some(browser) = Browser::start(window) else { return };
        for (form, strokes) in &forms {
            open_anew(&browser, &fragment(form));
            for stroke in strokes {
                let stroke: Vec<_> = stroke.iter().map(String::as_str).collect();
                browser.drag("touch", &stroke);
            }
            let said = browser.text(SAID);
            assert!(said.starts_with("Solved in"), "{form}, {} px: {said:?}", window.width);
        }
        browser.assert_quiet();
    }
}

#[test]
fn what_is_wrong_is_seen_without_a_server_and_taken_back() {
    let Some(browser) = opened(DESKTOP, &fragment("numbers")) else { return };
    let push = |label: &str| {
        browser.run(&format!(
            "[...document.querySelectorAll('.try button')].find((button) => button.ariaLabel === '{label}').click()"
        ));
        browser.text(SAID)
    };
    // The gallery has the steps of its puzzles.
    push("Hint");
    browser.wait_for(SAID, "Look at column 1 and r1c1.");
    browser.click(".cells [data-id='0']");
    browser.press("11");
    assert_eq!(push("Check"), "No rule is seen to be broken, but this is not the solution yet.");
    browser.click(".cells [data-id='1']");
    browser.press("1");
    assert_eq!(push("Check"), "A rule is broken: Every row holds each number once.");
    browser.run("window.confirm = () => true");
    push("Last right position");
    browser.wait_for(SAID, "1 change taken back; Redo brings them again.");
    push("Save position");
    push("Start again");
    browser.run(
        "const saved = document.querySelector('.tools select'); saved.value = 0; saved.onchange()",
    );
    assert_eq!(browser.text("document.querySelector('.cells').innerText.trim()"), "1");
    browser.press("?");
    assert_eq!(browser.text("document.querySelector('dialog').open"), "true");
    browser.assert_quiet();
}

#[test]
fn a_damaged_link_says_so() {
    let Some(browser) = Browser::start(DESKTOP) else { return };
    let whole = fragment("numbers");
    let damaged = "The link is damaged: a part of it is missing or was changed. Copy the whole address again.";
    let middle = whole.len() / 2;
    let changed = format!(
        "{}{}{}",
        &whole[..middle],
        if &whole[middle..=middle] == "A" { "B" } else { "A" },
        &whole[middle + 1..]
    );
    for (fragment, expected) in [
        (&whole[..whole.len() - 9], damaged),
        (&changed, damaged),
        ("p=AAAA", damaged),
        ("q=12345678901234567890", damaged),
        ("p=%20", "The address of this page is no link to a puzzle, or its end is missing."),
        ("", "A link to this page holds a puzzle; this address has none."),
    ] {
        browser.go("about:blank");
        open(&browser, fragment);
        assert_eq!(browser.text(TROUBLE), expected, "{fragment}");
    }
}

#[test]
fn a_link_with_a_script_in_it_runs_nothing() {
    let mut exhibits = exhibits::forms();
    let exhibit = exhibits.iter_mut().find(|exhibit| exhibit.row.puzzle == "numbers").unwrap();
    exhibit.metadata.title = exhibits::HOSTILE.to_owned();
    exhibit.rules = vec![exhibits::HOSTILE.to_owned()];
    let fill = exhibit.fill.as_mut().unwrap();
    fill.picture =
        "<script>parent.hacked=1</script><image href=\"x\" onerror=\"top.hacked=1\"/>".to_owned();
    fill.parts[0].name = exhibits::HOSTILE.to_owned();
    let Some(browser) = opened(DESKTOP, &link::letters(&linked(exhibit)).unwrap()) else { return };
    assert_eq!(browser.text("document.querySelector('h1').textContent"), exhibits::HOSTILE);
    assert_eq!(browser.text("window.hacked"), "undefined");
}

/// Returns what a program says of the instance with a code.
fn said(code: &str, arguments: &[&str]) -> String {
    let slug = code.split(':').next().unwrap();
    let code = format!("--code={code}");
    solve(slug, &[arguments, &[&code]].concat()).ends_with(0).stdout
}

/// Returns the letters of a link to the instance with a code, and its solution.
fn puzzle_of(code: &str) -> (String, String) {
    let fill: Fill = serde_json::from_str(&said(code, &["fill"])).unwrap();
    let report: Report = serde_json::from_str(&said(code, &["solve", "--format", "json"])).unwrap();
    let link = Linked {
        title: code,
        rules: &[],
        question: None,
        goal: Goal::Unique,
        fill: &fill,
        board: Some(&report.boards[0]),
        answer: report.answer.as_deref(),
        code: None,
        is_explained: false,
    };
    (link::letters(&link).unwrap(), report.boards[0].clone())
}

/// Returns where each line of a board begins: the cell, and whether it goes to the right, else
/// down.
fn lines(board: &str) -> Vec<(usize, bool)> {
    let words = board.split_whitespace().enumerate();
    let begun = words.flat_map(|(cell, word)| {
        let right = word.contains('E').then_some((cell, true));
        right.into_iter().chain(word.contains('S').then_some((cell, false)))
    });
    begun.collect()
}

#[test]
fn a_loop_is_filled_in_by_clicks_near_sides() {
    let phone = Surroundings { height: 844, ..PHONE };
    for (code, pointer, surroundings) in [
        ("slitherlink:5:1", "mouse", DESKTOP),
        ("masyu:6:1", "mouse", DESKTOP),
        ("yajilin:6:1", "touch", phone),
    ] {
        let (letters, solution) = puzzle_of(code);
        let lines = lines(&solution);
        let Some(browser) = opened(surroundings, &letters) else { return };
        let cell = |id| format!(".cells [data-id='{id}']");
        let width = browser.run("return document.querySelector('.cells [data-id]').offsetWidth");
        let aside = i32::try_from(width.as_i64().unwrap()).unwrap() * 2 / 5;
        let click = |(id, is_right): (usize, bool)| {
            let beside = if is_right { (aside, 0) } else { (0, aside) };
            browser.press_beside(pointer, &cell(id), beside);
        };
        // The second press of a finger or a button shades a cell.
        for (id, _) in solution.split_whitespace().enumerate().filter(|(_, word)| *word == "#") {
            browser.drag(pointer, &[&cell(id)]);
            browser.drag(pointer, &[&cell(id)]);
        }
        // A second click makes a line a cross, and a third one takes that away.
        for line in [lines[0], lines[1], lines[1], lines[1]] {
            click(line);
        }
        for &line in &lines[1..] {
            assert_eq!(browser.text(SAID), "", "{code}: {line:?}");
            click(line);
        }
        let said = browser.text(SAID);
        assert!(said.starts_with("Solved in"), "{code}: {said}");
        assert!(!said.contains("The answer is"), "{code} repeats the board: {said}");
        let bottom = "document.querySelector('.said').getBoundingClientRect().bottom";
        let is_in_sight = format!("scrollY === 0 && {bottom} <= innerHeight");
        assert_eq!(browser.text(&is_in_sight), "true", "{code}: at {}", browser.text(bottom));
        browser.assert_quiet();
    }
}

#[test]
fn links_are_short_and_do_not_give_the_solution_away() {
    for code in ["hooks-10:10:3", "slitherlink:10:4", "hooks-5:7:7003"] {
        let fill: Fill = serde_json::from_str(&said(code, &["fill"])).unwrap();
        let shown: Value =
            serde_json::from_str(&said(code, &["show", "--format", "json"])).unwrap();
        let solved = said(code, &["solve", "--format", "json"]);
        let report: Report = serde_json::from_str(&solved).unwrap();
        let rules: Vec<String> = serde_json::from_value(shown["rules"].clone()).unwrap();
        let link = Linked {
            title: shown["title"].as_str().unwrap(),
            rules: &rules,
            question: shown["question"].as_str(),
            goal: Goal::Unique,
            fill: &fill,
            board: Some(&report.boards[0]),
            answer: report.answer.as_deref(),
            code: None,
            is_explained: false,
        };
        let letters = link::letters(&link).unwrap();
        assert!(letters.len() <= 6_000, "{code}: {} letters", letters.len());
        let packed = BASE64_URL_SAFE_NO_PAD.decode(&letters[2..]).unwrap();
        let content: Value =
            serde_json::from_reader(flate2::read::ZlibDecoder::new(&packed[..])).unwrap();
        assert_eq!(content["instance"], json!(fill.instance), "{code}");
        let row = report.boards[0].lines().next().unwrap();
        assert!(!content.to_string().contains(row), "{code} shows {row}");
        let digits = link::digits(&Linked { code: Some(code), ..link }).unwrap();
        let qr_code = link::qr_code(&format!("https://example.org/fill.html#{digits}"));
        assert!(qr_code.is_some(), "{code}: {} digits", digits.len());
        println!("{code}: {} letters, {} digits", letters.len(), digits.len());
    }
}
