//! Filling in the unsolved board.

use crate::browser::{Browser, DESKTOP};
use crate::site;

/// What stands in the cells.
const CELLS: &str =
    "[...document.querySelectorAll('.cells [data-place]')].map((cell) => cell.textContent).join()";
/// What is said about the board.
const SAID: &str = "document.querySelector('.said').textContent";
/// The places of the cells that are marked.
const MARKED: &str =
    "[...document.querySelectorAll('.cells .differs')].map((cell) => cell.dataset.place).join()";

const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const BACKSPACE: &str = "\u{e003}";

fn opened(page: &str) -> Option<Browser> {
    let browser = Browser::start(DESKTOP)?;
    browser.open(&site().join(page));
    Some(browser)
}

fn choose(browser: &Browser, place: usize) {
    browser.click(&format!(".cells [data-place='{place}']"));
}

fn ask(browser: &Browser, help: &str) -> String {
    browser.click(&format!("[data-help={help}]"));
    browser.text(SAID)
}

fn label(browser: &Browser, place: usize) -> String {
    browser.text(&format!("document.querySelector('[data-place=\"{place}\"]').ariaLabel"))
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
    browser.click(".pad button:last-of-type");
    assert_eq!(browser.text(CELLS), "1,,");
    choose(&browser, 1);
    browser.press(LEFT);
    browser.press("2");
    assert_eq!(browser.text(CELLS), "2,,");
    assert_eq!(label(&browser, 0), "row 1, column 1: 2");
    assert_eq!(label(&browser, 1), "row 1, column 2: not filled in");
    browser.assert_quiet();
}

#[test]
fn what_differs_is_marked_when_asked_and_not_before() {
    let Some(browser) = opened("first.html") else { return };
    choose(&browser, 0);
    browser.press("1");
    browser.press(RIGHT);
    browser.press("3");
    assert_eq!((browser.text(MARKED), browser.text(SAID)), (String::new(), String::new()));
    assert_eq!(ask(&browser, "check"), "1 cell differs from the only solution.");
    assert_eq!(browser.text(MARKED), "0");
    assert_eq!(label(&browser, 0), "row 1, column 1: 1, differs");
    choose(&browser, 0);
    browser.press("2");
    assert_eq!((browser.text(MARKED), browser.text(SAID)), (String::new(), String::new()));
    let said = ask(&browser, "check");
    assert_eq!(said, "No cell differs from the only solution; 1 number to go.");
    choose(&browser, 2);
    browser.press("1");
    let said = browser.text(SAID);
    assert!(
        said.starts_with("Solved in 0:0") && said.ends_with("it is the only solution."),
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
    assert_eq!(ask(&browser, "reveal"), "row 1, column 2: 3, revealed");
    assert_eq!(browser.text(CELLS), ",3,");
    // It stays, and the next is the first that is not known.
    choose(&browser, 1);
    browser.press("7");
    assert_eq!(ask(&browser, "reveal"), "row 1, column 1: 2, revealed");
    choose(&browser, 2);
    browser.press("1");
    assert!(browser.text(SAID).ends_with(", 2 cells revealed: it is the only solution."));
    assert_eq!(ask(&browser, "reveal"), "There is nothing left to reveal.");
    assert_eq!(browser.text(shows), "false");
    browser.assert_quiet();
}

#[test]
fn what_was_filled_in_and_its_time_are_there_again() {
    let Some(browser) = opened("first.html") else { return };
    choose(&browser, 0);
    browser.press("2");
    ask(&browser, "reveal");
    let clock = "document.getElementById('clock').textContent";
    browser.wait_for(clock, "0:02");
    browser.open(&site().join("second.html"));
    browser.open(&site().join("first.html"));
    assert_eq!(browser.text(CELLS), "2,3,");
    assert!(label(&browser, 1).ends_with("revealed"));
    assert_ne!(browser.text(clock), "0:00");
    ask(&browser, "clear");
    assert_eq!((browser.text(CELLS), browser.text(clock)), (",,".into(), "0:00".into()));
    ask(&browser, "clear");
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
    let said = ask(&browser, "check");
    assert_eq!(said, "No cell differs from the only solution; 1 number to go.");
    choose(&browser, 2);
    browser.press(".");
    assert_eq!(ask(&browser, "check"), "1 cell differs from the only solution.");
    assert_eq!(browser.text(MARKED), "2");
    browser.assert_quiet();
}

#[test]
fn only_a_puzzle_with_one_solution_can_be_tried() {
    let Some(browser) = opened("long.html") else { return };
    assert_eq!(browser.text("document.getElementById('try')"), "null");
    browser.assert_quiet();
}
