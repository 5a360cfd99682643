//! Filling in the unsolved board.

use crate::browser::{Browser, DESKTOP, Surroundings};
use crate::{FORMS, site};

/// What stands in the cells.
const CELLS: &str =
    "[...document.querySelectorAll('.cells [data-id]')].map((cell) => cell.textContent).join()";
/// What the screen reader is told of the cells.
const LABELS: &str = "[...document.querySelectorAll('.cells [data-id]')].map((cell) => cell.ariaLabel.split(': ')[1]).join()";
/// What is said about the board.
const SAID: &str = "document.querySelector('.said').textContent";

const SHIFT: &str = "\u{e008}";
const CONTROL: &str = "\u{e009}";
const ALT: &str = "\u{e00a}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const TAB: &str = "\u{e004}";
const BACKSPACE: &str = "\u{e003}";

fn opened(page: &str) -> Option<Browser> {
    let browser = Browser::start(DESKTOP)?;
    browser.open(&site().join(page));
    Some(browser)
}

fn opened_form(form: &str) -> Option<Browser> {
    let browser = Browser::start(DESKTOP)?;
    browser.open(&FORMS.join(format!("{form}.html")));
    Some(browser)
}

fn cell(id: usize) -> String {
    format!(".cells [data-id='{id}']")
}

fn choose(browser: &Browser, id: usize) {
    browser.click(&cell(id));
}

/// Presses the button with this label.
fn push(browser: &Browser, label: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('.try button')].find((button) => (button.ariaLabel ?? button.textContent) === '{label}').click()"
    ));
}

fn ask(browser: &Browser, label: &str) -> String {
    push(browser, label);
    browser.text(SAID)
}

fn switch_to(browser: &Browser, mode: &str) {
    browser.click(&format!(".modes input[value={mode}]"));
}

fn label(browser: &Browser, id: usize) -> String {
    browser.text(&format!("document.querySelector(\"{}\").ariaLabel", cell(id)))
}

/// Returns the cells with a class.
fn flagged(browser: &Browser, class: &str) -> String {
    browser.text(&format!(
        "[...document.querySelectorAll('.cells .{class}[data-id]')].map((cell) => cell.dataset.id).join()"
    ))
}

#[test]
fn cells_are_filled_by_keys_and_by_buttons() {
    let Some(browser) = opened("first.html") else { return };
    choose(&browser, 0);
    browser.press("1");
    browser.press(RIGHT);
    browser.press("9");
    assert_eq!(browser.text(CELLS), "1,9,");
    browser.press(BACKSPACE);
    browser.press(RIGHT);
    // The buttons write into the cell that was chosen last.
    browser.click(".pad button:nth-of-type(4)");
    assert_eq!(browser.text(CELLS), "1,,4");
    push(&browser, "Erase");
    assert_eq!(browser.text(CELLS), "1,,");
    choose(&browser, 1);
    browser.press(LEFT);
    browser.press("2");
    assert_eq!(browser.text(CELLS), "2,,");
    assert_eq!(label(&browser, 0), "row 1, column 1: 2");
    assert_eq!(label(&browser, 1), "row 1, column 2: not filled in");
    // Keys that mean nothing on the board keep their own meaning.
    browser.press(TAB);
    assert_eq!(browser.text("document.activeElement.matches('.modes input')"), "true");
    browser.assert_quiet();
}

#[test]
fn what_differs_is_marked_when_asked_and_not_before() {
    let Some(browser) = opened("first.html") else { return };
    choose(&browser, 0);
    browser.press("1");
    browser.press(RIGHT);
    browser.press("3");
    assert_eq!((flagged(&browser, "differs"), browser.text(SAID)), (String::new(), String::new()));
    assert_eq!(ask(&browser, "Check"), "1 cell differs from the only solution.");
    assert_eq!(flagged(&browser, "differs"), "0");
    assert_eq!(label(&browser, 0), "row 1, column 1: 1, differs");
    choose(&browser, 0);
    browser.press("2");
    assert_eq!((flagged(&browser, "differs"), browser.text(SAID)), (String::new(), String::new()));
    assert_eq!(ask(&browser, "Check"), "Nothing differs from the only solution; 1 to go.");
    choose(&browser, 2);
    browser.press("1");
    let said = browser.text(SAID);
    assert!(
        said.starts_with("Solved in 0:0") && said.contains("it is the only solution."),
        "{said}"
    );
    browser.assert_quiet();
}

#[test]
fn one_cell_is_revealed_when_asked_and_the_page_tells_no_more() {
    let Some(browser) = opened("first.html") else { return };
    let shows = "/the answer of|2 3 1|>231</.test(document.body.textContent)";
    assert_eq!(browser.text(shows), "false");
    choose(&browser, 1);
    // What is asked for twice before it comes is loaded once.
    push(&browser, "Reveal");
    push(&browser, "Hint");
    browser.wait_for(SAID, "All that can be explained is there.");
    assert_eq!(label(&browser, 1), "row 1, column 2: 3, revealed");
    assert_eq!(browser.text(CELLS), ",3,");
    assert_eq!(ask(&browser, "Reveal"), "row 1, column 1: 2, revealed");
    choose(&browser, 2);
    browser.press("1");
    // The answer is shown once it is solved.
    let solved = ", 2 values revealed: it is the only solution.The answer is the answer of first.";
    assert!(browser.text(SAID).ends_with(solved));
    assert_eq!(ask(&browser, "Reveal"), "There is nothing left to reveal.");
    assert_eq!(browser.text(shows), "false");
    browser.assert_quiet();
}

#[test]
fn a_solved_board_that_is_there_again_says_so() {
    let Some(browser) = opened("first.html") else { return };
    for (id, digit) in [(0, "2"), (1, "3"), (2, "1")] {
        choose(&browser, id);
        browser.press(digit);
    }
    push(&browser, "Save position");
    browser.open(&site().join("first.html"));
    let solved = "Solved: it is the only solution.The answer is the answer of first.";
    assert_eq!(browser.text(SAID), solved);
    choose(&browser, 0);
    browser.press("1");
    assert_eq!(browser.text(SAID), "");
    browser.run(
        "const saved = document.querySelector('[aria-label=\"Saved positions\"]');\
         saved.value = 0; saved.dispatchEvent(new Event('change'))",
    );
    assert_eq!(browser.text(SAID), solved);
    browser.assert_quiet();
}

#[test]
fn what_was_filled_in_and_its_time_are_there_again() {
    let Some(browser) = opened("first.html") else { return };
    choose(&browser, 0);
    browser.press("2");
    choose(&browser, 1);
    push(&browser, "Reveal");
    browser.wait_for(CELLS, "2,3,");
    let clock = "document.getElementById('clock').textContent";
    browser.wait_for(clock, "0:02");
    browser.open(&site().join("second.html"));
    browser.open(&site().join("first.html"));
    assert_eq!(browser.text(CELLS), "2,3,");
    assert!(label(&browser, 1).ends_with("revealed"));
    assert_ne!(browser.text(clock), "0:00");
    // What led there can be taken back, too.
    push(&browser, "Undo");
    assert_eq!(browser.text(CELLS), "2,,");
    push(&browser, "Redo");
    assert_eq!(browser.text(CELLS), "2,3,");
    push(&browser, "Start again");
    assert_eq!((browser.text(CELLS), browser.text(clock)), (",,".into(), "0:00".into()));
    push(&browser, "Undo");
    assert_eq!(browser.text(CELLS), "2,3,");
    browser.assert_quiet();
}

#[test]
fn givens_stay_and_cells_may_be_known_to_be_empty() {
    let Some(browser) = opened("second.html") else { return };
    assert_eq!(label(&browser, 0), "row 1, column 1: 2, given");
    choose(&browser, 0);
    browser.press("5");
    browser.press(RIGHT);
    browser.press("x");
    assert_eq!(browser.text(CELLS), ",×,");
    assert_eq!(label(&browser, 1), "row 1, column 2: known to be empty, clue 7");
    assert_eq!(ask(&browser, "Check"), "Nothing differs from the only solution; 1 to go.");
    choose(&browser, 2);
    browser.press(".");
    assert_eq!(ask(&browser, "Check"), "1 cell differs from the only solution.");
    assert_eq!(flagged(&browser, "differs"), "2");
    browser.assert_quiet();
}

#[test]
fn a_board_that_need_not_be_the_only_one_is_compared_as_such() {
    let Some(browser) = opened("long.html") else { return };
    choose(&browser, 0);
    browser.press("9");
    let said = ask(&browser, "Check");
    assert_eq!(said, "1 cell differs from the board that was found here; others may be as good.");
    browser.assert_quiet();
}

#[test]
fn changes_are_undone_and_redone() {
    let Some(browser) = opened_form("numbers") else { return };
    choose(&browser, 0);
    browser.press("1");
    choose(&browser, 3);
    browser.press("7");
    browser.press_with(CONTROL, "z");
    assert_eq!(browser.text(CELLS), "1,,,");
    push(&browser, "Undo");
    assert_eq!(browser.text(CELLS), ",,,");
    push(&browser, "Redo");
    browser.press_with(CONTROL, "y");
    assert_eq!(browser.text(CELLS), "1,,,7");
    browser.assert_quiet();
}

#[test]
fn notes_of_all_kinds_stand_beside_values() {
    let Some(browser) = opened_form("numbers") else { return };
    choose(&browser, 0);
    browser.press_with(SHIFT, "31");
    switch_to(&browser, "centre");
    browser.drag("mouse", &[&cell(1), &cell(3)]);
    browser.press("4");
    assert_eq!(browser.text(CELLS), "1 3,4,,4");
    switch_to(&browser, "colour");
    push(&browser, "Colour 3");
    assert_eq!(label(&browser, 3), "row 2, column 2: not filled in, maybe 4, colour 3");
    switch_to(&browser, "edge");
    choose(&browser, 0);
    push(&browser, "Border on the right");
    browser.press_with(ALT, DOWN);
    let borders = "[...document.querySelectorAll('.lines path')].map((path) => path.getAttribute('d')).join()";
    assert_eq!(browser.text(borders), "M1 0l0 1,M1 1l-1 0");
    push(&browser, "Border on the right");
    assert_eq!(browser.text(borders), "M1 1l-1 0");
    // A value hides what was noted, and is no conflict with it.
    switch_to(&browser, "word");
    browser.press("1");
    assert_eq!(browser.text(CELLS), "1,4,,4");
    browser.assert_quiet();
}

#[test]
fn a_clue_at_the_border_is_struck_out_by_a_click() {
    let Some(browser) = opened_form("shading") else { return };
    let struck = "String(document.querySelectorAll('.sheet .struck').length)";
    browser.click(".sheet .mp-label-text");
    assert_eq!(browser.text(struck), "1");
    push(&browser, "Undo");
    assert_eq!(browser.text(struck), "0");
    browser.assert_quiet();
}

#[test]
fn conflicts_are_shown_when_wanted() {
    let Some(browser) = opened_form("numbers") else { return };
    choose(&browser, 0);
    browser.press("1");
    browser.press(RIGHT);
    browser.press("1");
    assert_eq!(flagged(&browser, "clashes"), "");
    browser.click(".tools input");
    browser.wait_for("document.querySelectorAll('.cells .clashes').length", "2");
    let rules = "document.querySelector('.tools .clashes').textContent";
    assert_eq!(browser.text(rules), "Every row holds each number once");
    choose(&browser, 1);
    browser.press("4");
    assert_eq!(flagged(&browser, "clashes"), "1", "4 alone exceeds 3");
    assert_eq!(browser.text(rules), "The columns add up to 3");
    browser.press("2");
    assert_eq!((flagged(&browser, "clashes"), browser.text(rules)), Default::default());
    browser.assert_quiet();
}

#[test]
fn a_hint_tells_the_place_then_the_rule_then_the_fact() {
    let Some(browser) = opened_form("numbers") else { return };
    assert_eq!(browser.text("document.querySelector('script[src^=help]')"), "null");
    push(&browser, "Hint");
    browser.wait_for(SAID, "Look at column 1 and r1c1.");
    assert_eq!(flagged(&browser, "hinted"), "0,1");
    assert_eq!(
        ask(&browser, "Hint"),
        "The first number is odd.The columns add up to 3 (column 1)."
    );
    let facts = ask(&browser, "Hint");
    assert!(
        facts.ends_with("by the sum: r1c1 = 1. (The columns add up to 3 (column 1))"),
        "{facts}"
    );
    choose(&browser, 0);
    browser.press("1");
    assert_eq!(flagged(&browser, "hinted"), "");
    assert_eq!(ask(&browser, "Hint"), "Look at row 1.");
    choose(&browser, 1);
    browser.press("9");
    assert_eq!(ask(&browser, "Hint"), "There is a mistake on the board; Check shows where.");
    browser.assert_quiet();
}

#[test]
fn a_link_shares_the_position() {
    let Some(browser) = opened_form("numbers") else { return };
    choose(&browser, 2);
    browser.press("2");
    push(&browser, "Share");
    browser.wait_for("document.querySelector('.said').textContent.includes('link')", "true");
    let link = browser.text("location.href");
    push(&browser, "Start again");
    browser.press("8");
    browser.open(&site().join("first.html"));
    browser.go(&link);
    browser.wait_for(CELLS, ",,2,");
    // What stood there before is one step back.
    push(&browser, "Undo");
    assert_eq!(browser.text(CELLS), ",,8,");
    browser.go(&format!("{}#fill=broken", link.split('#').next().unwrap()));
    assert_eq!(browser.text(CELLS), ",,8,");
    browser.assert_quiet();
}

#[test]
fn moves_are_played_back_and_a_link_replays_them_elsewhere() {
    let Some(browser) = opened_form("numbers") else { return };
    for (place, digit) in [(2, "2"), (0, "1")] {
        choose(&browser, place);
        browser.press(digit);
    }
    push(&browser, "Undo");
    push(&browser, "Replay");
    assert_eq!(browser.text(CELLS), ",,,");
    push(&browser, "Play");
    browser.wait_for(CELLS, "1,,2,");
    browser.wait_for(CELLS, ",,2,");
    let turn = |place: usize| {
        browser.run(&format!(
            "const slider = document.querySelector('.replay input'); slider.value = {place}; slider.oninput()"
        ));
    };
    turn(2);
    assert_eq!(browser.text(CELLS), "1,,2,");
    browser.run(
        "navigator.clipboard.writeText = async (text) => { window.written = text; return true; }",
    );
    push(&browser, "Copy link");
    browser.wait_for("!!window.written", "true");
    let link = browser.text("window.written");
    push(&browser, "Close");
    assert_eq!(browser.text(CELLS), ",,2,");
    push(&browser, "Start again");
    browser.open(&site().join("first.html"));
    browser.go(&link);
    browser.wait_for("document.querySelector('.replay span')?.textContent", "3 moves");
    turn(1);
    assert_eq!(browser.text(CELLS), ",,2,");
    push(&browser, "Close");
    assert_eq!(browser.text(CELLS), ",,,", "the reader's own board");
    browser.go(&format!("{}#replay=broken", link.split('#').next().unwrap()));
    assert_eq!(browser.text("document.querySelector('.replay') === null"), "true");
    browser.assert_quiet();
}

#[test]
fn cells_are_shaded_by_clicks_keys_and_strokes() {
    let Some(browser) = opened_form("shading") else { return };
    choose(&browser, 0);
    assert_eq!(browser.text(LABELS), "shaded,not filled in,not filled in");
    choose(&browser, 0);
    assert_eq!(label(&browser, 0), "row 1, column 1: unshaded");
    browser.press(" ");
    // A quick finger is seen in few places.
    browser.drag("touch", &[&cell(0), &cell(2)]);
    assert_eq!(browser.text(LABELS), "shaded,shaded,shaded");
    push(&browser, "Undo");
    assert_eq!(
        browser.text(LABELS),
        "not filled in,not filled in,not filled in",
        "a stroke is one change"
    );
    push(&browser, "Redo");
    choose(&browser, 1);
    assert!(browser.text(SAID).starts_with("Solved in"));
    browser.assert_quiet();
}

#[test]
fn names_of_pieces_may_be_others() {
    let Some(browser) = opened_form("regions") else { return };
    choose(&browser, 0);
    browser.press("c");
    browser.press(RIGHT);
    browser.press("c");
    browser.press(RIGHT);
    assert_eq!(ask(&browser, "Check"), "Nothing differs from the only solution; 1 to go.");
    browser.press("a");
    assert!(browser.text(SAID).starts_with("Solved in"), "{}", browser.text(LABELS));
    browser.assert_quiet();
}

#[test]
fn lines_are_drawn_by_strokes() {
    let Some(browser) = opened_form("lines") else { return };
    browser.drag("mouse", &[&cell(0), &cell(1), &cell(3)]);
    assert_eq!(browser.text(LABELS), "line to E,SW,not filled in,line to N");
    assert_eq!(ask(&browser, "Check"), "Nothing differs from the only solution; 3 to go.");
    browser.drag("touch", &[&cell(3), &cell(2), &cell(0)]);
    assert_eq!(browser.text(LABELS), "ES,SW,NE,NW");
    assert!(browser.text(SAID).starts_with("Solved in"));
    assert_eq!(
        browser.text("document.querySelector('.drawn').getAttribute('d')"),
        "M0.5 0.5L1 0.5M0.5 0.5L0.5 1M1.5 0.5L1.5 1M1.5 0.5L1 0.5M0.5 1.5L1 1.5M0.5 1.5L0.5 1M1.5 1.5L1 1.5M1.5 1.5L1.5 1"
    );
    push(&browser, "Undo");
    assert_eq!(browser.text(LABELS), "line to E,SW,not filled in,line to N");
    // A stroke along a line takes it away.
    browser.drag("mouse", &[&cell(1), &cell(0)]);
    assert_eq!(browser.text(LABELS), "not filled in,line to S,not filled in,line to N");
    browser.assert_quiet();
}

#[test]
fn fingers_that_scroll_or_zoom_write_nothing() {
    let Some(browser) = opened_form("lines") else { return };
    let touch = |id: usize, is_first: bool, types: &str| {
        browser.run(&format!(
            "for (const type of '{types}'.split(' ')) document.querySelector(\"{}\").dispatchEvent(new PointerEvent('pointer' + type, {{ bubbles: true, isPrimary: {is_first}, buttons: 1 }}))",
            cell(id)
        ));
    };
    choose(&browser, 0);
    touch(0, true, "down cancel up");
    assert_eq!(label(&browser, 0), "row 1, column 1: not filled in");
    touch(0, true, "down up");
    assert_eq!(label(&browser, 0), "row 1, column 1: -");
    browser.open(&FORMS.join("shading.html"));
    touch(0, true, "down");
    touch(2, false, "down");
    assert_eq!(browser.text(LABELS), "shaded,not filled in,not filled in");
    touch(0, true, "cancel");
    touch(2, false, "cancel");
    assert_eq!(browser.text(LABELS), "not filled in,not filled in,not filled in");
    let can_redo = "[...document.querySelectorAll('.tools button')].some((button) => button.textContent === 'Redo' && !button.disabled)";
    assert_eq!(browser.text(can_redo), "false");
    browser.assert_quiet();
}

#[test]
fn lines_are_drawn_by_keys_and_by_buttons() {
    let Some(browser) = opened_form("lines") else { return };
    choose(&browser, 0);
    browser.press_with(ALT, RIGHT);
    browser.press_with(ALT, DOWN);
    assert_eq!(browser.text(LABELS), "line to E,SW,not filled in,line to N");
    // There is no cell to the right.
    push(&browser, "Line to E");
    push(&browser, "Line to W");
    assert_eq!(browser.text(LABELS), "line to E,SW,line to E,NW");
    browser.press("n");
    assert_eq!(label(&browser, 2), "row 2, column 1: NE");
    // A click on a chosen cell says that no line visits it.
    choose(&browser, 0);
    browser.press(BACKSPACE);
    choose(&browser, 0);
    assert_eq!(label(&browser, 0), "row 1, column 1: -");
    assert_eq!(ask(&browser, "Check"), "1 cell differs from the only solution.");
    assert_eq!(flagged(&browser, "differs"), "0");
    browser.assert_quiet();
}

#[test]
fn a_walk_is_drawn_by_strokes_and_by_keys() {
    let Some(browser) = opened_form("walk") else { return };
    browser.drag("mouse", &[&cell(0), &cell(1)]);
    assert_eq!(browser.text(LABELS), "step 1,step 2,,");
    assert_eq!(ask(&browser, "Check"), "Nothing differs from the only solution; 1 to go.");
    browser.press(LEFT);
    browser.press(DOWN);
    browser.press(" ");
    assert_eq!(browser.text(LABELS), "step 1,step 2,step 3,");
    assert_eq!(ask(&browser, "Check"), "1 cell differs from the only solution.");
    browser.press(BACKSPACE);
    choose(&browser, 3);
    assert!(browser.text(SAID).starts_with("Solved in"));
    assert_eq!(
        browser.text("document.querySelector('.lines polyline').getAttribute('points')"),
        "0.5,0.5 1.5,0.5 1.5,1.5"
    );
    browser.assert_quiet();
}

#[test]
fn a_walk_goes_on_from_its_end() {
    let Some(browser) = opened_form("walk") else { return };
    browser.drag("mouse", &[&cell(0), &cell(1)]);
    browser.drag("mouse", &[&cell(1), &cell(3)]);
    assert_eq!(browser.text(LABELS), "step 1,step 2,,step 3");
    // A click takes the end back.
    browser.click(&cell(3));
    assert_eq!(browser.text(LABELS), "step 1,step 2,,");
    browser.assert_quiet();
}

#[test]
fn where_no_line_can_be_is_a_cross() {
    let Some(browser) = opened_form("lines") else { return };
    // Near the right side of the first cell.
    let press = |button: usize| {
        browser.run(&format!(
            "const cell = document.querySelector(\"{}\");
             const {{ left, right, top, bottom }} = cell.getBoundingClientRect();
             const place = {{ bubbles: true, isPrimary: true, button: {button}, clientX: left + 0.95 * (right - left), clientY: (top + bottom) / 2 }};
             for (const type of ['down', 'up']) cell.dispatchEvent(new PointerEvent('pointer' + type, place))",
            cell(0)
        ));
        browser.text(LABELS)
    };
    let crosses = "document.querySelectorAll('.lines .cross').length";
    assert_eq!(press(0), "line to E,line to W,not filled in,not filled in");
    assert_eq!(browser.text(crosses), "0");
    let crossed =
        "not filled in, no line to E,not filled in, no line to W,not filled in,not filled in";
    assert_eq!(press(0), crossed);
    assert_eq!(browser.text(crosses), "1");
    let open = "not filled in,not filled in,not filled in,not filled in";
    assert_eq!(press(0), open);
    assert_eq!(press(2), crossed);
    assert_eq!(press(2), open);
    // A cross gives way to a line.
    press(2);
    browser.drag("mouse", &[&cell(0), &cell(1)]);
    assert_eq!(browser.text(LABELS), "line to E,line to W,not filled in,not filled in");
    assert_eq!(browser.text(crosses), "0");
    browser.assert_quiet();
}

#[test]
fn lists_and_answers_are_typed() {
    let Some(browser) = opened_form("list") else { return };
    browser.write("[data-part]", "25 3 11");
    assert_eq!(ask(&browser, "Check"), "1 answer differs from the only solution.");
    browser.write("[data-part]", &format!("{BACKSPACE}2"));
    assert!(browser.text(SAID).starts_with("Solved in"));
    browser.open(&FORMS.join("value.html"));
    browser.write("[data-part]", "0.125");
    assert!(browser.text(SAID).starts_with("Solved in"));
    push(&browser, "Start again");
    push(&browser, "Reveal");
    browser.wait_for(SAID, "Solved in 0:00, 1 value revealed: it is the only solution.");
    browser.assert_quiet();
}

#[test]
fn equal_numbers_are_equal() {
    let Some(browser) = opened_form("value") else { return };
    let equal = ["1/8", ".125", "0.1250", "5 / 40", "+0.125", "1/8 = 0.125", "1_000/8,000"];
    for text in equal {
        browser.run("localStorage.clear()");
        browser.open(&FORMS.join("value.html"));
        browser.write("[data-part]", text);
        assert!(browser.text(SAID).starts_with("Solved"), "{text}");
        browser.run("localStorage.clear()");
    }
    for text in ["0,125", "0.1251", "0.12", "1/80", "125", "-0.125"] {
        browser.run("localStorage.clear()");
        browser.open(&FORMS.join("value.html"));
        browser.write("[data-part]", text);
        assert_eq!(ask(&browser, "Check"), "1 answer differs from the only solution.", "{text}");
    }
    browser.assert_quiet();
}

#[test]
fn parts_stand_side_by_side() {
    let Some(browser) = opened_form("parts") else { return };
    for (id, digit) in ["1", "2", "4"].into_iter().enumerate() {
        choose(&browser, id);
        browser.press(digit);
    }
    assert_eq!(ask(&browser, "Check"), "1 cell differs from the only solution.");
    assert_eq!(flagged(&browser, "differs"), "2");
    browser.press("3");
    assert!(browser.text(SAID).starts_with("Solved in"));
    browser.assert_quiet();
}

#[test]
fn cells_of_any_shape_are_filled_in_within_the_picture() {
    let Some(browser) = opened_form("tiles") else { return };
    let below = "document.querySelectorAll('.parts *').length";
    assert_eq!(browser.text(below), "0", "all parts are in the picture");
    choose(&browser, 0);
    for sign in ["r", "1", "2"] {
        push(&browser, sign);
    }
    assert_eq!(label(&browser, 0), "column 1, place 1: r12");
    // Down the column, then to the nearest hexagon of the next one.
    browser.press(DOWN);
    browser.press("b7");
    assert!(browser.text(SAID).starts_with("Solved in"), "what is empty need not be marked");
    browser.press(RIGHT);
    browser.press("x");
    assert_eq!(browser.text(LABELS), "r12,b7,known to be empty,g5, given");
    let tinted = "[...document.querySelectorAll('.lines polygon')].map((tile) => tile.getAttribute('fill') + ' ' + tile.points.length).join()";
    assert_eq!(browser.text(tinted), "hsl(0 75% 55%) 6");
    // Where digits are written a finger scrolls; where colours are, it chooses.
    switch_to(&browser, "colour");
    browser.drag("touch", &[&cell(1), &cell(2)]);
    push(&browser, "Colour 2");
    assert_eq!(label(&browser, 2), "column 2, place 1: known to be empty, colour 2");
    assert_eq!(label(&browser, 1), "column 1, place 2: b7, colour 2");
    // A border stands where two hexagons touch.
    switch_to(&browser, "edge");
    choose(&browser, 0);
    browser.press_with(ALT, DOWN);
    let border = "document.querySelector('.lines path').getAttribute('d')";
    assert_eq!(browser.text(border), "M2 2l-2 0");
    browser.assert_quiet();
}

#[test]
fn fingers_fill_in_a_board_on_a_phone() {
    let Some(browser) = Browser::start(Surroundings { width: 390, ..DESKTOP }) else { return };
    browser.open(&FORMS.join("numbers.html"));
    browser.drag("touch", &[&cell(3)]);
    browser.drag("touch", &[".pad button:nth-of-type(1)"]);
    assert_eq!(browser.text(CELLS), ",,,1");
    assert_eq!(browser.text("document.documentElement.scrollWidth"), "390");
    browser.assert_quiet();
}
