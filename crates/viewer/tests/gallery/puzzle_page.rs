//! The page of a puzzle, and the player on it.

use crate::browser::{Browser, DESKTOP, Surroundings};
use crate::exhibits::HOSTILE;
use crate::site;

/// What the player shows: event, step, nodes, depth and the digits on the board.
const SHOWN: &str = "['event', 'step', 'nodes', 'depth']\
    .map((part) => document.querySelector(`#search [data-part=${part}]`).textContent)\
    .concat([...document.querySelectorAll('#search .stage text')].map((text) => text.textContent).join('')).join(' ')";

const SPACE: &str = " ";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

fn opened(page: &str, surroundings: Surroundings) -> Option<Browser> {
    let browser = Browser::start(surroundings)?;
    browser.open(&site().join(page));
    Some(browser)
}

fn click(browser: &Browser, action: &str) {
    browser.click(&format!("#search [data-action={action}]"));
}

fn is_disabled(browser: &Browser, action: &str) -> bool {
    browser.text(&format!("document.querySelector('#search [data-action={action}]').disabled"))
        == "true"
}

#[test]
fn the_player_steps_forwards_and_backwards() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    assert_eq!(browser.text(SHOWN), "unsolved 0 0 0 ");
    assert!(is_disabled(&browser, "back") && is_disabled(&browser, "first"));
    for (action, shown) in [
        ("forward", "try 1 1 0 "),
        ("forward", "try 2 2 1 1"),
        ("forward", "dead end 3 2 1 1"),
        ("forward", "try 4 3 1 2"),
        ("back", "dead end 3 2 1 1"),
        ("last", "dead end 8 5 1 3"),
        ("back", "try 7 5 1 3"),
        ("back", "solution 6 4 3 231"),
        ("back", "try 5 4 2 23"),
        ("first", "unsolved 0 0 0 "),
    ] {
        click(&browser, action);
        assert_eq!(browser.text(SHOWN), shown, "{action}");
    }
    browser.assert_quiet();
}

#[test]
fn the_player_jumps_to_dead_ends_and_solutions() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    click(&browser, "dead-end");
    assert_eq!(browser.text(SHOWN), "dead end 3 2 1 1");
    click(&browser, "solution");
    assert_eq!(browser.text(SHOWN), "solution 6 4 3 231");
    assert!(is_disabled(&browser, "solution") && !is_disabled(&browser, "dead-end"));
    click(&browser, "dead-end");
    assert_eq!(browser.text(SHOWN), "dead end 8 5 1 3");
    assert!(is_disabled(&browser, "dead-end") && is_disabled(&browser, "forward"));
    browser.assert_quiet();
}

#[test]
fn a_step_marks_what_changed_and_a_dead_end_says_why() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    let marked = "[...document.querySelectorAll('#search .mark')]\
        .map((mark) => `${mark.getAttribute('class')} ${Math.floor(mark.getAttribute('x') / 40)}`).join()";
    let why = "document.querySelector('#search .why').textContent";
    assert_eq!((browser.text(marked), browser.text(why)), (String::new(), String::new()));
    browser.run("location.hash = '#step=3'");
    browser.wait_for(why, "1 has no place");
    assert!(browser.text(marked).contains("mp-warning-line 0"), "{}", browser.text(marked));
    click(&browser, "forward");
    assert_eq!(browser.text(why), "");
    let marks = browser.text(marked);
    assert!(marks.contains("mp-accent-line 0") && !marks.contains("mp-accent-line 1"), "{marks}");
    browser.assert_quiet();
}

#[test]
fn the_player_obeys_keys() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    browser.click("#search .stage");
    for (keys, shown) in [
        (RIGHT, "try 1 1 0 "),
        (END, "dead end 8 5 1 3"),
        (LEFT, "try 7 5 1 3"),
        (HOME, "unsolved 0 0 0 "),
        ("d", "dead end 3 2 1 1"),
        ("S", "solution 6 4 3 231"),
    ] {
        browser.press(keys);
        assert_eq!(browser.text(SHOWN), shown, "{}", keys.escape_unicode());
    }
    let said =
        browser.text("document.querySelector('#search input').getAttribute('aria-valuetext')");
    assert_eq!(said, "step 6 of 8, depth 3, solution");
    browser.press(HOME);
    browser.press(SPACE);
    browser.wait_for(SHOWN, "dead end 8 5 1 3");
    browser.assert_quiet();
}

#[test]
fn keys_work_without_a_click_and_where_the_page_has_none_of_its_own() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    // The page scrolls to its end, where the player is in sight or has been passed.
    let is_seen = "document.getElementById('search').getBoundingClientRect().top < innerHeight / 2";
    assert_eq!(browser.text(is_seen), "false");
    browser.press(END);
    assert_eq!(browser.text(SHOWN), "unsolved 0 0 0 ");
    browser.run("scrollTo({ top: 0, behavior: 'instant' })");
    browser.press(RIGHT);
    assert_eq!(browser.text(SHOWN), "try 1 1 0 ");
    browser.run("document.getElementById('search').scrollIntoView({ behavior: 'instant' })");
    browser.press(END);
    assert_eq!(browser.text(SHOWN), "dead end 8 5 1 3");
    browser.run("document.querySelector('#search select').focus()");
    browser.press("s");
    browser.press(LEFT);
    assert_eq!(browser.text(SHOWN), "dead end 8 5 1 3");
    browser.assert_quiet();
}

/// What the explanation shows: step, number of rules, text and the digits on the board.
const EXPLAINED: &str = "['step', 'depth', 'why']\
    .map((part) => document.querySelector(`#explanation [data-part=${part}]`).textContent)\
    .concat([...document.querySelectorAll('#explanation .mp-found-text text')]\
    .map((text) => text.textContent).join('')).join(' ')";

#[test]
fn the_explanation_comes_when_it_is_asked_for() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    let page = std::fs::read_to_string(site().join("first.html")).unwrap();
    assert!(!page.contains("what follows"), "{page}");
    let is_there = "document.querySelector('#explanation .console').checkVisibility()";
    assert_eq!(browser.text(is_there), "false");
    browser.click("#explanation .request button");
    browser.wait_for(is_there, "true");
    browser.press(RIGHT);
    assert_eq!(browser.text(EXPLAINED), "1 1 2 is what follows 2");
    browser.press("h");
    assert_eq!(browser.text(EXPLAINED), "2 2 23 is what follows 23");
    // The page follows the address later than the address changes.
    browser.run("addEventListener('hashchange', () => (globalThis.hasFollowed = true))");
    browser.click("#explanation [data-part=here]");
    browser.wait_for("globalThis.hasFollowed", "true");
    assert_eq!(browser.text("location.hash"), "#explanation=2");
    browser.press(END);
    assert_eq!(browser.text(EXPLAINED), "3 1 231 is what follows 231");
    assert_eq!(browser.text(SHOWN), "unsolved 0 0 0 ", "the search stays where it was");
    browser.open(&site().join("second.html#explanation=2"));
    browser.wait_for(EXPLAINED, "2 2 23 is what follows 23");
    browser.assert_quiet();
}

#[test]
fn an_explanation_that_ends_early_says_how_far_it_came() {
    let page = |name| std::fs::read_to_string(site().join(name)).unwrap();
    assert!(page("long.html").contains("3 steps. The explanation ends there, with 2 of 3 numbers"));
    assert!(!page("first.html").contains("ends there"));
}

#[test]
fn rules_and_question_stand_beside_the_board_and_the_rest_below() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    let rules = "[...document.querySelectorAll('.rules li, .question')]\
        .map((line) => line.textContent).join(' ')";
    let expected =
        "Every cell holds a digit. No digit stands twice. Which digit stands in the middle?";
    assert_eq!(browser.text(rules), expected);
    let is_seen = "document.querySelector('#idea em').checkVisibility()";
    assert_eq!(browser.text(is_seen), "false");
    browser.click("#idea summary");
    assert_eq!(browser.text(is_seen), "true");
    // What a shared module says is a click away, on the same page.
    browser.click("#idea a");
    assert_eq!(
        browser.text("document.querySelector(location.hash).textContent"),
        "Shared with others: sums"
    );
    browser.assert_quiet();
}

#[test]
fn a_page_prints_as_one_sheet() {
    for page in ["first", "second", "long", "hostile", "broken"] {
        let Some(browser) = opened(&format!("{page}.html"), DESKTOP) else { return };
        assert_eq!(browser.printed_pages(), 1, "{page}");
    }
}

#[test]
fn the_player_plays_to_the_end_and_can_be_paused() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    let label = "document.querySelector('#search [data-action=play]').getAttribute('aria-label')";
    browser.click("#search select option[value='1']");
    click(&browser, "play");
    assert_eq!(browser.text(label), "Pause");
    assert_eq!(browser.text("document.querySelector('#search .status').ariaLive"), "off");
    browser.wait_for("document.querySelector('#search [data-part=step]').textContent", "2");
    click(&browser, "play");
    assert_eq!(browser.text(label), "Play");
    assert_eq!(browser.text("document.querySelector('#search .status').ariaLive"), "polite");
    browser.click("#search select option[value='100']");
    click(&browser, "play");
    browser.wait_for(SHOWN, "dead end 8 5 1 3");
    browser.wait_for(label, "Play");
    browser.assert_quiet();
}

#[test]
fn the_speed_suits_the_length_and_those_who_want_less_motion() {
    let speed = "document.querySelector('#search select').value";
    let calm = Surroundings { calm: true, ..DESKTOP };
    for (page, surroundings, expected) in
        [("first.html", DESKTOP, "1"), ("long.html", DESKTOP, "100"), ("long.html", calm, "2")]
    {
        let Some(browser) = opened(page, surroundings) else { return };
        assert_eq!(browser.text(speed), expected, "{page}");
    }
}

#[test]
fn the_slider_moves_the_search() {
    let Some(browser) = opened("long.html", DESKTOP) else { return };
    browser.run(
        "const slider = document.querySelector('#search input');\
         slider.value = slider.max; slider.dispatchEvent(new Event('input'))",
    );
    assert_eq!(
        browser.text("document.querySelector('#search [data-part=step]').textContent"),
        "3000"
    );
    browser.assert_quiet();
}

#[test]
fn a_step_can_be_linked() {
    let Some(browser) = opened("first.html#step=4", DESKTOP) else { return };
    assert_eq!(browser.text(SHOWN), "try 4 3 1 2");
    click(&browser, "forward");
    browser.click("#search [data-part=here]");
    assert_eq!(browser.text("location.hash"), "#step=5");
    browser.run("location.hash = '#step=6'");
    browser.wait_for(SHOWN, "solution 6 4 3 231");
    // Of a search that was thinned, the last step before it that is shown.
    browser.open(&site().join("long.html#step=2718"));
    let step: u32 = browser
        .text("document.querySelector('#search [data-part=step]').textContent")
        .parse()
        .unwrap();
    assert!((2_600..=2_718).contains(&step), "{step}");
    browser.assert_quiet();
}

#[test]
fn everything_about_a_puzzle_is_a_link_away() {
    let Some(browser) = opened("first.html", DESKTOP) else { return };
    let names = browser
        .text("[...document.querySelectorAll('.files a')].map((link) => link.textContent).join()");
    assert_eq!(names, "published instance,picture,solved picture,solved board,src/lib.rs");
    browser.assert_quiet();
}

#[test]
fn the_board_stands_beside_the_text_where_there_is_room() {
    for (width, is_beside) in [(390, false), (800, false), (1440, true)] {
        let Some(browser) = opened("first.html", Surroundings { width, ..DESKTOP }) else { return };
        let above = "document.querySelector('.boards').getBoundingClientRect().bottom\
            <= document.querySelector('.prose').getBoundingClientRect().top";
        assert_eq!(browser.text(above), (!is_beside).to_string(), "{width}");
    }
}

#[test]
fn hostile_texts_are_shown_and_do_not_run() {
    let Some(browser) = opened("hostile.html", DESKTOP) else { return };
    assert_eq!(browser.text("document.querySelector('h1').textContent"), HOSTILE);
    assert_eq!(browser.text("document.querySelector('.answer')"), "null");
    browser.click("#answers");
    assert_eq!(browser.text("document.querySelector('.answer').textContent"), HOSTILE);
    assert_eq!(browser.text("document.querySelector('dt').textContent"), HOSTILE);
    assert_eq!(browser.text("document.querySelectorAll('[href^=javascript]').length"), "0");
    assert_eq!(browser.text("typeof hacked"), "undefined");
    browser.open(&site().join("index.html"));
    assert_eq!(browser.text("typeof hacked"), "undefined");
    browser.assert_quiet();
}
