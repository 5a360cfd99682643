//! The gallery of this workspace's own puzzles, as `cargo xtask gallery` writes it.

use std::path::Path;

use workspace_tests::{scratch, xtask};

use crate::browser::{Browser, DESKTOP, Surroundings};
use crate::files::assert_light;
use crate::{pages, site};

/// What is wrong with a page: pictures that are not there or not described, links to files, each with
/// its address, things without a name, names that are used twice, and what is wider than the screen.
const INSPECT: &str = r#"
    const faults = [];
    for (const picture of document.images) {
      picture.loading = "eager";
      if (!picture.alt) faults.push(`no description: ${picture.src}`);
      if (picture.complete && picture.naturalWidth === 0) faults.push(`no picture: ${picture.src}`);
    }
    for (const control of document.querySelectorAll("button, input, select, a, summary")) {
      const name = control.ariaLabel || control.textContent.trim() || control.labels?.length
        || control.querySelector("img")?.alt;
      if (!name) faults.push(`no name: ${control.outerHTML}`);
    }
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    faults.push(...ids.filter((id, place) => ids.indexOf(id) < place).map((id) => `twice: ${id}`));
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) faults.push(`${width} pixels wide on a screen of ${innerWidth}`);
    return faults;
"#;

/// Looks at every page of a gallery, and lets every player run to its end.
fn inspect(browser: &Browser, folder: &Path) {
    for page in pages(folder) {
        browser.open(&page);
        browser.wait_for("document.querySelectorAll('h1').length", "1");
        // The page on which an instance is edited shows its rules when its program has told them.
        let has_program = "document.getElementById('editor') !== null";
        if browser.text(has_program) == "true" {
            browser.wait_for(
                "!!document.querySelector('#rules li') && !!document.querySelector('#picture svg')",
                "true",
            );
        }
        let faults = browser.run(INSPECT);
        assert_eq!(faults, serde_json::json!([]), "{}", page.display());
        let links = browser.run("return [...document.links].map((link) => link.pathname).filter((_, place) => document.links[place].protocol === 'file:')");
        for link in links.as_array().expect("a list").iter().filter_map(|link| link.as_str()) {
            assert!(Path::new(link).is_file(), "{}: a link to {link}", page.display());
        }
        if browser.text("document.querySelector('.request') !== null") == "true" {
            browser.click(".request button");
            browser.wait_for("document.querySelector('.request')", "null");
        }
        for player in ["#search", "#explanation"] {
            if browser.text(&format!("document.querySelector('{player}') !== null")) == "true" {
                browser.click(&format!("{player} [data-action=last]"));
                let stage = format!("document.querySelector('{player} .stage')");
                let drawn = browser.text(&format!("{stage}.childElementCount > 0"));
                assert_eq!(drawn, "true", "{}", page.display());
                let sizes = format!(
                    "[...{stage}.querySelectorAll('text')].map((text) => parseFloat(getComputedStyle(text).fontSize))"
                );
                let can_be_read = format!(
                    "innerWidth > 832 || Math.min(...{sizes}) * {stage}.getScreenCTM().a > 8.9"
                );
                assert_eq!(browser.text(&can_be_read), "true", "{} {player}", page.display());
            }
        }
        if browser.text("document.querySelector('.rules') !== null") == "true" {
            assert_eq!(browser.printed_pages(), 1, "{} on paper", page.display());
        }
        browser.assert_quiet();
    }
}

#[test]
fn pages_are_sound_on_phones_tablets_and_desktops() {
    for (width, dark) in [(390, false), (800, true), (1440, false)] {
        let surroundings = Surroundings { width, dark, ..DESKTOP };
        let Some(browser) = Browser::start(surroundings) else { return };
        inspect(&browser, &site());
    }
}

#[test]
fn the_gallery_of_this_workspace_is_sound() {
    let out = scratch("gallery");
    let _ = xtask(&["gallery", "--out", out.to_str().expect("a path in UTF-8")]).ends_with(0);
    assert_light(&out);
    let Some(browser) = Browser::start(Surroundings { width: 390, ..DESKTOP }) else { return };
    inspect(&browser, &out);
}
