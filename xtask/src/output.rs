//! The output of the runner: tables for people and for pages, JSON for programs.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle, presets};
use protocol::terminal::is_unicode;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::temporary::TemporaryFolder;

/// How to print a table.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    #[default]
    Table,
    /// For pages
    Markdown,
    /// For programs
    Json,
}

/// Returns an answer for a table: the answer of a genre is a whole board.
pub(crate) fn shown_answer(answer: Option<&str>) -> String {
    const LONGEST: usize = 72;
    let answer = answer.unwrap_or_default();
    match answer.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &answer[..end]),
        None => answer.to_owned(),
    }
}

/// A column of a table.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    title: &'static str,
    is_figure: bool,
    weight: u8,
}

impl Column {
    /// Weight of columns that are always shown.
    pub(crate) const ALWAYS: u8 = u8::MAX;

    /// Returns a column of texts. In a terminal that is too narrow for all columns, those of the
    /// least weight are omitted first.
    pub(crate) const fn text(title: &'static str, weight: u8) -> Self {
        Self { title, is_figure: false, weight }
    }

    /// Returns a column of figures, which are right-aligned; `weight` as in [`text`](Self::text).
    pub(crate) const fn figure(title: &'static str, weight: u8) -> Self {
        Self { title, is_figure: true, weight }
    }
}

/// Prints a table for people or for a Markdown page. A terminal limits its width; elsewhere it has
/// all columns at full width.
pub(crate) fn print_table<const COLUMNS: usize>(
    format: TableFormat,
    columns: &[Column; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Result<()> {
    print_table_within(None, format, columns, rows)
}

/// Prints the same, but `elsewhere` limits the width of a table that is not printed on a terminal.
pub(crate) fn print_table_within<const COLUMNS: usize>(
    elsewhere: Option<u16>,
    format: TableFormat,
    columns: &[Column; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Result<()> {
    let rows: Vec<_> = rows.into_iter().map(Vec::from).collect();
    let width = terminal_size_of(io::stdout()).map(|(Width(width), _)| width).or(elsewhere);
    let text = match width.filter(|_| format == TableFormat::Table) {
        Some(width) => table_within(width, columns, rows),
        None => render(format, columns, &rows).trim_fmt(),
    };
    print_text(&format!("{text}\n"))
}

/// Lines around the table and below its header, but not between rows.
const PLAIN: TableStyle = presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none());
const PLAIN_ASCII: TableStyle = presets::ASCII_HORIZONTAL_ONLY.row_separator(LineStyle::none());

/// Returns a table of all columns on a Markdown page.
pub(crate) fn markdown_table<const COLUMNS: usize>(
    columns: &[Column; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let rows: Vec<_> = rows.into_iter().map(Vec::from).collect();
    render(TableFormat::Markdown, columns, &rows).trim_fmt()
}

/// Returns a table, at most `width` characters wide. Columns that do not fit are left out and named
/// below it; if that is not enough, cells are wrapped.
fn table_within(width: u16, columns: &[Column], mut rows: Vec<Vec<String>>) -> String {
    let mut columns = columns.to_vec();
    let mut left_out = Vec::new();
    loop {
        let mut table = render(TableFormat::Table, &columns, &rows);
        let needed = table.to_string().lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let least = columns.iter().map(|column| column.weight).min().unwrap_or(Column::ALWAYS);
        if needed <= width.into() || least == Column::ALWAYS {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
            let note = match left_out.as_slice() {
                [] => String::new(),
                names => format!("\n(too narrow for: {})", names.join(", ")),
            };
            return table.trim_fmt() + &note;
        }
        let place = columns.iter().rposition(|column| column.weight == least);
        let place = place.expect("there is a column of the least weight");
        left_out.push(columns.remove(place).title.to_lowercase());
        for row in &mut rows {
            row.remove(place);
        }
    }
}

fn render(format: TableFormat, columns: &[Column], rows: &[Vec<String>]) -> Table {
    let markdown = format == TableFormat::Markdown;
    let mut table = Table::new();
    table.load_style(match format {
        TableFormat::Markdown => presets::ASCII_MARKDOWN,
        _ if is_unicode() => PLAIN,
        _ => PLAIN_ASCII,
    });
    table.set_header(columns.iter().map(|column| column.title));
    for row in rows {
        // A bar would end the cell of a Markdown table.
        let cell = |cell: &String| if markdown { cell.replace('|', "\\|") } else { cell.clone() };
        table.add_row(row.iter().map(cell));
    }
    for (place, column) in columns.iter().enumerate() {
        if let Some(drawn) = table.column_mut(place).filter(|_| column.is_figure) {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Refuses a file that cannot be written, before the work for it.
pub(crate) fn ensure_writable(out: &Path) -> Result<()> {
    let shown = out.display();
    ensure!(!out.is_dir(), "--out {shown}: this is a folder; expected a file");
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "--out {shown}: expected a file in an existing folder");
    TemporaryFolder::new(folder, ".out-")
        .with_context(|| format!("--out {shown}: cannot write into {}", folder.display()))?;
    Ok(())
}

/// Prints one JSON document.
pub(crate) fn print_json(document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(document).context("cannot write JSON")?;
    print_text(&format!("{text}\n"))
}

/// Prints text; a reader that closes the pipe early is not an error.
pub(crate) fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 4] = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Title", 1),
        Column::text("Verdict", 2),
        Column::figure("Nodes", 2),
    ];

    fn within(width: u16) -> String {
        let row = ["hooks-7", "Hooks #7", "solved, proved unique", "76"];
        table_within(width, &COLUMNS, vec![row.map(str::to_owned).to_vec()])
    }

    #[test]
    fn columns_go_by_their_weight_where_there_is_too_little_room() {
        let has = |width, words: [&str; 4]| words.map(|word| within(width).contains(word));
        let words = ["hooks-7", "Hooks #7", "proved", "76"];
        assert_eq!(has(80, words), [true; 4]);
        assert_eq!(has(50, words), [true, false, true, true]);
        assert_eq!(has(36, words), [true, false, true, false]);
        assert_eq!(has(12, words), [true, false, false, false]);
        assert!(within(36).ends_with("(too narrow for: title, nodes)"), "{}", within(36));
        for width in [80, 50, 36, 12] {
            let table = within(width);
            let lines = table.lines().filter(|line| !line.starts_with('('));
            assert!(lines.map(|line| line.chars().count()).max() <= Some(width.into()), "{table}");
        }
    }

    #[test]
    fn a_bar_does_not_end_a_cell_of_a_page() {
        let columns = [Column::text("A", 0), Column::figure("B", 0)];
        let table = markdown_table(&columns, [["a|b".to_owned(), "1".to_owned()]]);
        assert_eq!(table, "| A    | B |\n|------|---|\n| a\\|b | 1 |");
    }
}
