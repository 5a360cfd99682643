//! What the runner prints: tables for people and for pages, JSON for programs.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use clap::ValueEnum;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};
use serde::Serialize;

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

/// Prints a table for people or for a Markdown page; the columns in `figures` are right-aligned.
pub(crate) fn print_table<const COLUMNS: usize>(
    format: TableFormat,
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
    figures: &[usize],
) -> Result<()> {
    print_text(&format!("{}\n", table(format, header, rows, figures)))
}

/// Lines around the table and below its header, none between rows.
const PLAIN: TableStyle = presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none());

/// The table that [`print_table`] prints.
pub(crate) fn table<const COLUMNS: usize>(
    format: TableFormat,
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
    figures: &[usize],
) -> String {
    let markdown = format == TableFormat::Markdown;
    let mut table = Table::new();
    table.load_style(if markdown { presets::ASCII_MARKDOWN } else { PLAIN });
    table.set_header(header);
    for row in rows {
        // A bar would end the cell of a Markdown table.
        table.add_row(row.map(|cell| if markdown { cell.replace('|', "\\|") } else { cell }));
    }
    for &column in figures {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Prints one JSON document.
pub(crate) fn print_json(document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(document).context("cannot write JSON")?;
    print_text(&format!("{text}\n"))
}

/// Prints at once; a reader that has seen enough is no error.
fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
