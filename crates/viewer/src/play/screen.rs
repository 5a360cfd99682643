//! The player on the screen of a terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use picture::characters::{self, Characters, Colour, Palette, cube_index};
use protocol::Event;
use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event as Input, KeyEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{LineGauge, Paragraph, Wrap};

use super::player::Player;
use super::{explains, summary, word};

use crate::search::{Marking, Search};

/// How long to wait for a key at most: as often the screen moves, and signals are noticed.
const TICK: Duration = Duration::from_millis(33);

/// Plays the search until the user leaves or `interrupt` is set. The terminal is as it was before
/// afterwards, even after a panic: ratatui sees to that.
pub(super) fn show(
    search: &Search,
    title: &str,
    speed: Option<f64>,
    interrupt: &AtomicBool,
) -> Result<()> {
    let mut terminal = ratatui::try_init().context("cannot use this terminal")?;
    let ended = play(&mut terminal, Player::new(search, speed), title, interrupt);
    ratatui::restore();
    ended
}

fn play(
    terminal: &mut DefaultTerminal,
    mut player: Player,
    title: &str,
    interrupt: &AtomicBool,
) -> Result<()> {
    let palette = Palette::of_terminal();
    let mut before = Instant::now();
    let mut is_new = true;
    while !interrupt.load(Ordering::Relaxed) {
        if is_new {
            terminal.draw(|frame| draw(frame, &player, title, palette))?;
        }
        is_new = false;
        if event::poll(TICK)? {
            match event::read()? {
                Input::Key(key) if key.kind != KeyEventKind::Release => {
                    if !player.press(key) {
                        break;
                    }
                    is_new = true;
                }
                Input::Resize(..) => is_new = true,
                _ => {}
            }
        }
        let now = Instant::now();
        is_new |= player.pass(now - before);
        before = now;
    }
    Ok(())
}

/// Fewer columns or rows than these show nothing that could be understood.
const LEAST: (u16, u16) = (16, 5);

fn draw(frame: &mut Frame, player: &Player, title: &str, palette: Palette) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        frame.render_widget(Paragraph::new("too small"), area);
        return;
    }
    let lines = |count| Constraint::Length(count);
    let reasons = lines(lines_of_reasons(player.search(), area));
    let rows = [lines(1), Constraint::Min(1), reasons, lines(1), lines(1), lines(1)];
    let [head, board, reason, progress, status, keys] = Layout::vertical(rows).areas(area);
    frame.render_widget(
        Line::from(vec![title.bold(), "  ".into(), summary(player.search()).dim()]),
        head,
    );
    draw_board(frame.buffer_mut(), board, player, palette);
    let why = player.step().and_then(|step| step.why.as_deref()).unwrap_or_default();
    frame.render_widget(Paragraph::new(why).wrap(Wrap { trim: true }), reason);
    let count = player.search().steps.len();
    let part = if count == 0 { 1.0 } else { player.place() as f64 / count as f64 };
    let place = format!("{} of {count}", player.place());
    frame.render_widget(LineGauge::default().ratio(part).label(place), progress);
    frame.render_widget(status_line(player, palette), status);
    frame.render_widget(Line::from(KEYS).dim(), keys);
}

const KEYS: &str =
    "space play/pause  \u{2190}\u{2192} step  d dead end  s solution  +- speed  Home/End  q quit";

/// How many lines the longest reason of a step takes: as many for each step, so that the board stays
/// where it is, and a third of the screen at most.
fn lines_of_reasons(search: &Search, area: Rect) -> u16 {
    /// What a line loses, by and large, as words are not broken.
    const LOST: u16 = 8;
    let reasons = search.steps.iter().filter_map(|step| step.why.as_ref());
    let longest = reasons.map(|why| why.chars().count()).max().unwrap_or(0);
    let lines = longest.div_ceil(usize::from(area.width - LOST));
    u16::try_from(lines).unwrap_or(u16::MAX).min(area.height / 3)
}

fn status_line(player: &Player, palette: Palette) -> Line<'static> {
    let state = if player.is_playing() { "\u{25b6} " } else { "\u{23f8} " };
    let mut spans = vec![Span::raw(state)];
    match player.step() {
        None => spans.push("the unsolved board".into()),
        Some(step) if explains(step) => spans.push(format!("step {}", step.number + 1).bold()),
        Some(step) => {
            let (red, green, blue) = match step.event {
                Event::Try => (0x7c, 0xc8, 0xf2),
                Event::DeadEnd => (0xf0, 0x7a, 0x2a),
                Event::Solution => (0x2c, 0xc4, 0x97),
            };
            let style = Style::new().fg(colour(palette, [red, green, blue])).bold();
            spans.push(Span::styled(word(step.event), style));
            let figures =
                format!("  depth {}  node {}  step {}", step.depth, step.nodes, step.number + 1);
            spans.push(figures.into());
        }
    }
    spans.push(format!("  {} per second", speed(player.speed())).dim());
    Line::from(spans)
}

/// With one decimal where that matters.
fn speed(speed: f64) -> String {
    if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

/// Draws the board in the middle of `area`; what does not fit is cut off, and said so.
fn draw_board(buffer: &mut Buffer, area: Rect, player: &Player, palette: Palette) {
    let search = player.search();
    let picture = player
        .place()
        .checked_sub(1)
        .map_or_else(|| search.base.clone(), |place| search.frame(place, Marking::Tint));
    let drawn = characters::draw(&picture, usize::from(area.width), usize::from(area.height));
    let is_cut =
        drawn.columns() > usize::from(area.width) || drawn.rows().len() > usize::from(area.height);
    let offset =
        |room: u16, size: usize| room.saturating_sub(u16::try_from(size).unwrap_or(u16::MAX)) / 2;
    let left = area.x + offset(area.width, drawn.columns());
    let top = area.y + offset(area.height, drawn.rows().len());
    put(buffer, area, (left, top), &drawn, palette);
    if is_cut {
        let note = "the board is larger than the terminal";
        buffer.set_stringn(
            area.x,
            area.bottom() - 1,
            note,
            usize::from(area.width),
            Style::new().reversed(),
        );
    }
}

fn put(
    buffer: &mut Buffer,
    area: Rect,
    (left, top): (u16, u16),
    drawn: &Characters,
    palette: Palette,
) {
    for (y, row) in (top..area.bottom()).zip(drawn.rows()) {
        for (x, character) in (left..area.right()).zip(row) {
            let weight = if character.bold { Modifier::BOLD } else { Modifier::empty() };
            let style = Style::new()
                .fg(colour(palette, character.ink))
                .bg(colour(palette, character.paper));
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(character.symbol).set_style(style.add_modifier(weight));
            }
        }
    }
}

/// A colour as this terminal knows it.
fn colour(palette: Palette, [red, green, blue]: Colour) -> Color {
    match palette {
        Palette::Full => Color::Rgb(red, green, blue),
        Palette::Cube => Color::Indexed(cube_index([red, green, blue])),
        Palette::None => Color::Reset,
    }
}
