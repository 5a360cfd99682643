//! The header of a crate, from Rust's doc comments to HTML.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use serde::Serialize;

/// The header of a crate's library as two pieces of HTML.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct Docs {
    /// The part before the first section: the rules.
    pub(super) rules: String,
    /// The sections: idea and others, then those of shared modules.
    pub(super) sections: String,
}

/// Renders the header of a library. Its title is left out, since the page has one. The headers of
/// `shared` modules follow if the header links to them.
///
/// Markdown is interpreted as in rustdoc, with two differences: links to other items are plain
/// text, since they have no target, and HTML is shown verbatim.
pub(super) fn render(library: &str, shared: &BTreeMap<String, String>) -> Docs {
    let markdown = header(library);
    let to_shared =
        |link: BrokenLink<'_>| Some((CowStr::from(link.reference.into_string()), CowStr::from("")));
    let parser = Parser::new_with_broken_link_callback(&markdown, OPTIONS, Some(to_shared));
    let mut reader = Reader::new(shared);
    let mut events = parser.flat_map(|event| reader.read(event)).peekable();
    let mut rules = Vec::new();
    let is_section = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    while let Some(event) = events.next_if(|event| !is_section(event)) {
        rules.push(event);
    }
    let mut docs = Docs::default();
    html::push_html(&mut docs.rules, rules.into_iter());
    html::push_html(&mut docs.sections, events);
    for (path, text) in shared {
        let name = path.rsplit("::").next().unwrap_or(path).replace('_', " ");
        let heading = format!("<h2 id=\"{}\">Shared with others: {name}</h2>\n", anchor(path));
        docs.sections += &(heading + &module(&header(text)));
    }
    docs
}

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// Returns the header of a shared module, without the parts for readers of its code: Rust, and the
/// table of its items.
fn module(markdown: &str) -> String {
    let lines = markdown.lines();
    let kept =
        lines.filter(|line| !line.starts_with('|') || !markdown.contains("| for | there is |"));
    let markdown = kept.collect::<Vec<_>>().join("\n");
    html_of(&markdown, true)
}

/// Renders Markdown that is not part of the code.
pub(super) fn page(markdown: &str) -> String {
    html_of(markdown, false)
}

/// Renders Markdown whose links lead to the web alone.
fn html_of(markdown: &str, is_module: bool) -> String {
    let to_nowhere = |_: BrokenLink<'_>| Some((CowStr::from(""), CowStr::from("")));
    let parser = Parser::new_with_broken_link_callback(markdown, OPTIONS, Some(to_nowhere));
    let none = BTreeMap::new();
    let mut reader = Reader { is_module, ..Reader::new(&none) };
    let mut text = String::new();
    html::push_html(&mut text, parser.flat_map(|event| reader.read(event)));
    text
}

/// Returns the anchor of a shared module on the page.
fn anchor(path: &str) -> String {
    path.replace("::", "-")
}

/// Returns the lines of the `//!` comment at the start of a file.
fn header(library: &str) -> String {
    let comments = library.lines().map_while(|line| line.trim_start().strip_prefix("//!"));
    let lines: Vec<_> = comments.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n")
}

/// The position of the renderer in the document.
struct Reader<'s> {
    /// The modules that links may lead to.
    shared: &'s BTreeMap<String, String>,
    /// Whether it is a shared module, whose sections are below one of the page, without Rust.
    is_module: bool,
    /// Inside the title.
    in_title: bool,
    /// Inside a block of Rust, where lines that begin with `#` are hidden.
    in_rust: bool,
    /// For each link around the place, whether it leads anywhere.
    links: Vec<bool>,
}

impl<'s> Reader<'s> {
    fn new(shared: &'s BTreeMap<String, String>) -> Self {
        Self { shared, is_module: false, in_title: false, in_rust: false, links: Vec::new() }
    }

    /// Returns the address that a link leads to; `None` if it has no target on the site or the web.
    fn address<'a>(&self, link: CowStr<'a>) -> Option<CowStr<'a>> {
        if link.starts_with("https://") || link.starts_with("http://") {
            return Some(link);
        }
        let path = link.trim_matches('`').split(['#', '(']).next()?;
        if self.shared.contains_key(path) {
            return Some(format!("#{}", anchor(path)).into());
        }
        let slug = path.strip_prefix("../")?.strip_suffix("/index.html")?;
        Some(format!("{}.html", slug.replace('_', "-")).into())
    }

    /// Returns the output for an event.
    fn read<'a>(&mut self, event: Event<'a>) -> Vec<Event<'a>> {
        match event {
            Event::Start(Tag::Heading { id, classes, attrs, .. }) if self.is_module => {
                let level = HeadingLevel::H3;
                vec![Event::Start(Tag::Heading { level, id, classes, attrs })]
            }
            Event::End(TagEnd::Heading(_)) if self.is_module => {
                vec![Event::End(TagEnd::Heading(HeadingLevel::H3))]
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                self.in_title = true;
                Vec::new()
            }
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                self.in_title = false;
                Vec::new()
            }
            _ if self.in_title => Vec::new(),
            Event::Start(Tag::Link { dest_url, link_type, title, id }) => {
                let address = self.address(dest_url);
                self.links.push(address.is_some());
                let link = |dest_url| Event::Start(Tag::Link { dest_url, link_type, title, id });
                Vec::from_iter(address.map(link))
            }
            Event::End(TagEnd::Link) => {
                let leads_somewhere = self.links.pop().unwrap_or(false);
                Vec::from_iter(leads_somewhere.then_some(event))
            }
            Event::Start(Tag::CodeBlock(ref kind)) => {
                self.in_rust = is_rust(kind);
                // The page does not show its language.
                let block = Event::Start(Tag::CodeBlock(CodeBlockKind::Indented));
                if self.is_left_out() { Vec::new() } else { vec![block] }
            }
            Event::End(TagEnd::CodeBlock) => {
                let is_left_out = self.is_left_out();
                self.in_rust = false;
                if is_left_out { Vec::new() } else { vec![event] }
            }
            Event::Text(_) if self.is_left_out() => Vec::new(),
            Event::Text(text) if self.in_rust => {
                vec![Event::Text(visible(&text).into_owned().into())]
            }
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            // An image would have to be loaded from somewhere; its description remains.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Vec::new(),
            // Tables wider than a phone scroll.
            Event::Start(Tag::Table(_)) => {
                let scroller =
                    "<div class=\"scroller\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">";
                vec![Event::Html(scroller.into()), event]
            }
            Event::End(TagEnd::Table) => vec![event, Event::Html("</div>\n".into())],
            _ => vec![event],
        }
    }

    /// Returns whether the line is Rust that the page does not show.
    fn is_left_out(&self) -> bool {
        self.in_rust && self.is_module
    }
}

/// Returns whether rustdoc treats a block of code as Rust.
fn is_rust(kind: &CodeBlockKind<'_>) -> bool {
    let CodeBlockKind::Fenced(information) = kind else { return true };
    let words = ["rust", "ignore", "no_run", "should_panic", "compile_fail"];
    information.split(',').map(str::trim).all(|word| word.is_empty() || words.contains(&word))
}

/// Returns a block of Rust without the lines that rustdoc hides.
fn visible(code: &str) -> Cow<'_, str> {
    let is_hidden = |line: &str| {
        let line = line.trim();
        line == "#" || line.starts_with("# ")
    };
    if code.lines().any(is_hidden) {
        code.split_inclusive('\n').filter(|line| !is_hidden(line)).collect()
    } else {
        code.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(library: &str) -> Docs {
        super::render(library, &BTreeMap::new())
    }

    #[test]
    fn the_title_is_left_out_and_the_rules_end_at_the_first_section() {
        let docs =
            render("//! # Hooks\n//!\n//! Cut *hooks*.\n//!\n//! ## Idea\n//! Try.\n\nfn x() {}");
        assert_eq!(docs.rules, "<p>Cut <em>hooks</em>.</p>\n");
        assert_eq!(docs.sections, "<h2>Idea</h2>\n<p>Try.</p>\n");
    }

    #[test]
    fn a_link_to_an_item_is_plain_code() {
        let docs = render(
            "//! See [`Board`], [the search](Self::search), [`x`](crate::x) and [`y`].\n//!\n//! [`y`]: crate::y",
        );
        assert_eq!(
            docs.rules,
            "<p>See <code>Board</code>, the search, <code>x</code> and <code>y</code>.</p>\n"
        );
    }

    #[test]
    fn a_link_to_the_web_stays() {
        let docs = render("//! [Here](https://example.org/?a=1&b=2).");
        assert_eq!(docs.rules, "<p><a href=\"https://example.org/?a=1&amp;b=2\">Here</a>.</p>\n");
    }

    #[test]
    fn a_link_that_runs_a_script_does_not_stay() {
        assert_eq!(render("//! [Here](javascript:alert(1)).").rules, "<p>Here.</p>\n");
    }

    #[test]
    fn html_is_shown_as_it_was_written() {
        let docs = render("//! a <b>b</b>\n//!\n//! <script>alert(1)</script>\n");
        assert!(!docs.rules.contains("<script") && !docs.rules.contains("<b>"), "{}", docs.rules);
        assert!(docs.rules.contains("&lt;script&gt;"), "{}", docs.rules);
    }

    #[test]
    fn hidden_lines_of_rust_are_hidden_and_boards_are_kept() {
        let docs = render(
            "//! ```\n//! # use x;\n//! x();\n//! ```\n//!\n//! ```text\n//! # . 1\n//! ```",
        );
        assert!(docs.rules.contains("<pre><code>x();\n</code></pre>"), "{}", docs.rules);
        assert!(docs.rules.contains("# . 1"), "{}", docs.rules);
    }

    #[test]
    fn a_table_can_be_scrolled() {
        let docs = render("//! | a | b |\n//! | --- | --- |\n//! | 1 | 2 |\n");
        assert!(docs.rules.starts_with("<div class=\"scroller\""), "{}", docs.rules);
        assert!(docs.rules.ends_with("</table>\n</div>\n"), "{}", docs.rules);
    }

    #[test]
    fn a_library_without_a_header_has_no_docs() {
        assert_eq!(render("use std::fmt;\n//! late"), Docs::default());
        assert_eq!(render(""), Docs::default());
    }

    #[test]
    fn what_a_shared_module_says_stands_on_the_page_without_its_code() {
        let module = "//! Sums.\n//!\n//! # Idea\n//! Count, see [`Sums`].\n//!\n//! ```\n//! sums();\n//! ```\n//!\n\
            //! | for | there is |\n//! | --- | --- |\n//! | the board | [`form`] |\n";
        let shared = BTreeMap::from([("hooks::sums".to_owned(), module.to_owned())]);
        let docs = super::render("//! # T\n//!\n//! The search of [`hooks::sums`].", &shared);
        let link = "<a href=\"#hooks-sums\"><code>hooks::sums</code></a>";
        assert_eq!(docs.rules, format!("<p>The search of {link}.</p>\n"));
        let expected = "<h2 id=\"hooks-sums\">Shared with others: sums</h2>\n<p>Sums.</p>\n\
            <h3>Idea</h3>\n<p>Count, see <code>Sums</code>.</p>\n";
        assert_eq!(docs.sections, expected);
    }

    #[test]
    fn a_link_to_another_puzzle_leads_to_its_page() {
        let docs = render("//! See [Tiles](../tile_and_trouble/index.html).");
        assert_eq!(docs.rules, "<p>See <a href=\"tile-and-trouble.html\">Tiles</a>.</p>\n");
    }
}
