//! Cards: looked at, searched, filtered, sorted.

use crate::browser::{Browser, DESKTOP};
use crate::site;

/// The titles of the cards in sight, without the hostile one.
const TITLES: &str = "[...document.querySelectorAll('.card:not([hidden]) h2')]\
    .map((title) => title.textContent).filter((title) => title.length < 20).join()";
/// What is said about the number of cards.
const SHOWN: &str = "document.getElementById('shown').textContent";

fn opened() -> Option<Browser> {
    let browser = Browser::start(DESKTOP)?;
    browser.open(&site().join("index.html"));
    Some(browser)
}

#[test]
fn cards_are_found_by_title_source_and_month() {
    let Some(browser) = opened() else { return };
    assert_eq!(browser.text(TITLES), "Long,Hooks #9,Hooks #10,Broken", "the newest first");
    assert_eq!(browser.text(SHOWN), "5 in all");
    for (words, titles, shown) in [
        ("hooks #", "Hooks #9,Hooks #10", "2 of 5"),
        ("JANE 2021", "Long", "1 of 5"),
        ("december", "Hooks #9", "1 of 5"),
        ("bro", "Broken", "1 of 5"),
        ("crashed", "Broken", "1 of 5"),
        ("proved unique 2015", "Hooks #9", "1 of 5"),
        ("hooks9", "Hooks #9", "1 of 5"),
        ("HOOKS 10", "Hooks #10", "1 of 5"),
        ("very hard", "Hooks #10", "1 of 5"),
        ("sudoku", "", "0 of 5"),
    ] {
        browser.run("document.getElementById('words').value = ''");
        browser.write("#words", words);
        assert_eq!((browser.text(TITLES), browser.text(SHOWN)), (titles.into(), shown.into()));
    }
    assert_eq!(browser.text("document.getElementById('nothing').hidden"), "false");
    browser.assert_quiet();
}

#[test]
fn the_code_of_a_puzzle_in_a_book_leads_to_its_like_and_to_commands() {
    let Some(browser) = opened() else { return };
    let commands = "document.getElementById('of-book').innerText";
    browser.write("#words", " Second:6:7003 ");
    assert_eq!(browser.text(TITLES), "Hooks #9");
    assert!(browser.text(commands).contains("\ncargo xtask show second --code second:6:7003\n"));
    for unknown in ["hooks-12:6:7003", "second:6"] {
        browser.run("document.getElementById('words').value = ''");
        browser.write("#words", unknown);
        assert_eq!(browser.text("document.getElementById('of-book').hidden"), "true");
    }
    browser.assert_quiet();
}

#[test]
fn a_key_leads_to_the_search() {
    let Some(browser) = opened() else { return };
    browser.press("/");
    browser.press("long");
    assert_eq!(browser.text(TITLES), "Long");
    browser.press("/");
    assert_eq!(browser.text("document.getElementById('words').value"), "long/");
    browser.assert_quiet();
}

/// Chooses in a field of the front page.
fn choose(browser: &Browser, field: &str, value: &str) {
    browser.click(&format!("#{field} option[value='{value}']"));
}

#[test]
fn cards_are_filtered_and_the_filters_can_be_passed_on() {
    let Some(browser) = opened() else { return };
    for (field, value, titles) in [
        ("kind", "Hooks", "Hooks #9,Hooks #10"),
        ("kind", "One of its kind", "Long,Broken"),
        ("difficulty", "very hard", "Hooks #10"),
        ("verdict", "solved", "Long"),
        ("verdict", "crashed", "Broken"),
        ("certificate", "proved by rules", "Hooks #9"),
        ("source", "Jane Street", "Long,Hooks #9,Hooks #10"),
    ] {
        choose(&browser, field, value);
        assert_eq!(browser.text(TITLES), titles, "{field} {value}");
        choose(&browser, field, "");
    }
    assert_eq!(browser.text("location.hash"), "");
    choose(&browser, "verdict", "solved, proved unique");
    choose(&browser, "order", "title");
    browser.write("#words", "certified");
    assert_eq!(browser.text(TITLES), "Hooks #10");
    let hash = browser.text("location.hash");
    browser.open(&site().join("first.html"));
    browser.open(&site().join(format!("index.html{hash}")));
    assert_eq!(browser.text(TITLES), "Hooks #10");
    assert_eq!(browser.text("document.getElementById('order').value"), "title");
    browser.assert_quiet();
}

#[test]
fn cards_are_sorted_and_what_has_no_figure_comes_last() {
    let Some(browser) = opened() else { return };
    for (order, titles) in [
        ("newest", "Long,Hooks #9,Hooks #10,Broken"),
        ("title", "Broken,Hooks #9,Hooks #10,Long"),
        ("nodes", "Hooks #10,Hooks #9,Long,Broken"),
        ("time", "Hooks #10,Hooks #9,Long,Broken"),
        ("oldest", "Hooks #10,Hooks #9,Long,Broken"),
    ] {
        browser.click(&format!("#order option[value={order}]"));
        assert_eq!(browser.text(TITLES), titles, "{order}");
    }
    browser.assert_quiet();
}

#[test]
fn the_answer_is_behind_a_click() {
    let Some(browser) = opened() else { return };
    let is_seen = "document.querySelector('.card .answer')?.checkVisibility() ?? false";
    assert_eq!(browser.text(is_seen), "false");
    browser.click("#order option[value=oldest]");
    browser.click(".card summary");
    browser.wait_for(is_seen, "true");
    let answer = browser.text("document.querySelector('.card .answer').textContent");
    assert_eq!(answer, "the answer of first");
    browser.assert_quiet();
}

#[test]
fn one_switch_shows_all_answers_and_stays_switched() {
    let Some(browser) = opened() else { return };
    let seen = "[...document.querySelectorAll('.answer, .solved, .spoiler img')]\
        .filter((element) => element.checkVisibility()).length";
    let answers = "document.body.textContent.split('the answer of').length - 1";
    assert_eq!((browser.text(seen), browser.text(answers)), ("0".into(), "0".into()));
    browser.click("#answers");
    assert_eq!((browser.text(seen), browser.text(answers)), ("8".into(), "3".into()));
    browser.open(&site().join("first.html"));
    assert_eq!((browser.text(seen), browser.text(answers)), ("2".into(), "1".into()));
    assert_eq!(browser.text("document.getElementById('answers').textContent"), "Hide answers");
    browser.click("#answers");
    assert_eq!(browser.text(seen), "0");
    browser.open(&site().join("second.html"));
    assert_eq!((browser.text(seen), browser.text(answers)), ("0".into(), "0".into()));
    browser.assert_quiet();
}

#[test]
fn a_card_leads_to_its_page_and_back() {
    let Some(browser) = opened() else { return };
    browser.click("#order option[value=oldest]");
    browser.click(".card h2 a");
    browser.wait_for("document.title", "Hooks #10 · Monthly puzzles, proved");
    browser.click(".bar nav a");
    browser.wait_for("document.title", "Monthly puzzles, proved");
    browser.assert_quiet();
}

#[test]
fn a_failed_puzzle_says_so_on_its_card_and_its_page() {
    let Some(browser) = opened() else { return };
    let card = browser.text("document.querySelector('.card.falls-short').textContent");
    assert!(card.contains("Broken") && card.contains("crashed"), "{card}");
    assert!(card.contains("index out of bounds"), "{card}");
    browser.click(".card.falls-short h2 a");
    browser.wait_for("document.querySelector('.verdict').textContent", "crashed");
    assert_eq!(browser.text("document.querySelector('.player')"), "null");
    browser.assert_quiet();
}

#[test]
fn the_colours_can_be_switched_and_stay_switched() {
    let Some(browser) = opened() else { return };
    let colour = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(colour);
    browser.click("#theme");
    let dark = browser.text(colour);
    assert_ne!(light, dark);
    browser.open(&site().join("first.html"));
    assert_eq!(browser.text(colour), dark);
    browser.click("#theme");
    assert_eq!(browser.text(colour), light);
    browser.assert_quiet();
}
