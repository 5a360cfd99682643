//! Documents in which commands keep their tables: the content of a section is replaced, the rest
//! stays.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace::{PuzzleCrate, Workspace};

/// Prefix of the links to puzzles in a table, relative to a folder below the root.
const CRATES: &str = "../crates/";

/// A document.
pub(crate) struct Page {
    path: PathBuf,
    name: &'static str,
    text: String,
}

impl Page {
    /// Reads the page of this name in the workspace.
    pub(crate) fn read(workspace: &Workspace, name: &'static str) -> Result<Self> {
        let path = workspace.root.join(name);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        Ok(Page { path, name, text })
    }

    /// Returns the text before, in and after the section `<!-- NAME -->` to `<!-- end of NAME -->`.
    fn section(&self, name: &str) -> Result<[&str; 3]> {
        let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let expected =
            || format!("{}: expected a section between {start:?} and {end:?}", self.name);
        let begin = self.text.find(&start).with_context(expected)? + start.len();
        let length = self.text[begin..].find(&end).with_context(expected)?;
        let (before, rest) = self.text.split_at(begin);
        let (section, after) = rest.split_at(length);
        Ok([before, section, after])
    }

    /// Replaces the text of a section.
    pub(crate) fn replace(&mut self, section: &str, new: &str) -> Result<()> {
        let [before, _, after] = self.section(section)?;
        self.text = [before, new, "\n", after].concat();
        Ok(())
    }

    /// Returns the rows of the table of puzzles in a section, by the slugs in the links of the
    /// first column.
    pub(crate) fn rows<const N: usize>(
        &self,
        section: &str,
    ) -> Result<HashMap<String, [String; N]>> {
        let slug = |row: &[String; N]| {
            let (_, link) = row.first()?.rsplit_once("](")?;
            let (_, slug) = link.strip_prefix(CRATES)?.strip_suffix(')')?.split_once('/')?;
            Some(slug.to_owned())
        };
        let [_, table, _] = self.section(section)?;
        let rows = table.lines().filter_map(cells_of);
        Ok(rows.filter_map(|row| Some((slug(&row)?, row))).collect())
    }

    pub(crate) fn write(&self) -> Result<()> {
        fs::write(&self.path, &self.text).with_context(|| format!("cannot write {}", self.name))
    }
}

/// Returns the first cell of a puzzle's row.
pub(crate) fn link(puzzle: &PuzzleCrate) -> String {
    let kind = puzzle.folder.parent().and_then(Path::file_name).unwrap_or_default();
    format!("[{}]({CRATES}{}/{})", puzzle.metadata.title, kind.display(), puzzle.slug)
}

/// Returns the cells of a line of a Markdown table, if there are as many as the table has columns.
fn cells_of<const N: usize>(line: &str) -> Option<[String; N]> {
    const BAR: &str = "\u{0}";
    let line = line.trim().replace("\\|", BAR);
    let cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
    let cells: Vec<_> = cells.map(|cell| cell.trim().replace(BAR, "|")).collect();
    cells.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Column, markdown_table};

    fn page(text: &str) -> Page {
        Page { path: PathBuf::new(), name: "page.md", text: text.to_owned() }
    }

    #[test]
    fn a_section_is_replaced_and_the_rest_kept() {
        let mut replaced = page("a\n<!-- x -->\nold\nold\n<!-- end of x -->\nb\n");
        replaced.replace("x", "new").unwrap();
        assert_eq!(replaced.text, "a\n<!-- x -->\nnew\n<!-- end of x -->\nb\n");
        let mut empty = page("<!-- x -->\n<!-- end of x -->");
        empty.replace("x", "new").unwrap();
        assert_eq!(empty.text, "<!-- x -->\nnew\n<!-- end of x -->");
        let error = empty.replace("y", "new").unwrap_err().to_string();
        assert!(error.starts_with("page.md: expected a section"), "{error}");
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let row = ["[Hooks #7](../crates/puzzles/hooks-7)", "a|b"].map(str::to_owned);
        let table = markdown_table(&[Column::text("Puzzle", 0); 2], [row.clone()]);
        let rows = page(&format!("<!-- x -->\n{table}\n<!-- end of x -->")).rows("x").unwrap();
        assert_eq!(rows, HashMap::from([("hooks-7".to_owned(), row)]));
    }
}
