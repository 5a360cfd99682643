//! The player on the screen of a terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use picture::characters::{
    self, Character, Characters, Charset, Colour, Palette, Room, Surroundings, basic_index,
    basic_indices, cube_index,
};
use picture::drawing::{ink_shades, tint_shades};
use picture::{Key, Picture};
use protocol::Event;
use protocol::terminal::{is_light, is_unicode};
use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event as Input, KeyEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{LineGauge, Paragraph, Widget, Wrap};

use super::player::Player;
use super::{explains, summary, word};

use crate::search::{Marking, Search};

/// The content of the terminal.
#[derive(Clone, Copy)]
struct Look {
    palette: Palette,
    surroundings: Surroundings,
    is_unicode: bool,
}

impl Look {
    fn of_terminal() -> Self {
        Self {
            palette: Palette::of_terminal(),
            surroundings: if is_light() { Surroundings::Light } else { Surroundings::Dark },
            is_unicode: is_unicode(),
        }
    }

    /// Returns a colour as far as this terminal can show it.
    fn colour(self, [red, green, blue]: Colour) -> Color {
        match self.palette {
            Palette::Full => Color::Rgb(red, green, blue),
            Palette::Cube => Color::Indexed(cube_index([red, green, blue])),
            Palette::Basic => Color::Indexed(basic_index([red, green, blue])),
            Palette::None => Color::Reset,
        }
    }

    /// Returns the colours of a character and of its background.
    fn colours(self, character: &Character) -> (Color, Color) {
        if self.palette == Palette::Basic {
            let (ink, paper) = basic_indices(character);
            return (Color::Indexed(ink), Color::Indexed(paper));
        }
        (self.colour(character.ink), self.colour(character.paper))
    }
}

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
    let look = Look::of_terminal();
    let mut before = Instant::now();
    let mut is_new = true;
    while !interrupt.load(Ordering::Relaxed) {
        if is_new {
            terminal.draw(|frame| draw(frame, &player, title, look))?;
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

fn draw(frame: &mut Frame, player: &Player, title: &str, look: Look) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        frame.render_widget(Paragraph::new("too small"), area);
        return;
    }
    let arrows = if look.is_unicode { "\u{2190}\u{2192}" } else { "arrows" };
    let explains = player.search.known.is_some();
    let jumps = if explains { "n hard step" } else { "d dead end  s solution" };
    let all_keys = format!("space play  {arrows} step  {jumps}  {KEYS}");
    let why = why(player, area);
    let beginning = if player.place == 0 { lines_of_text(&why, area.width) } else { 0 };
    let reasons = beginning.max(lines_of_reasons(player.search, area));
    let legend = u16::from(explains);
    let rows = |frill, help| {
        let legend = legend.min(frill);
        let lengths = [frill, legend, reasons, 1, help];
        let [frill, legend, reasons, one, help] = lengths.map(Constraint::Length);
        let rows = [frill, Constraint::Min(1), legend, reasons, frill, one, help];
        Layout::vertical(rows).areas::<7>(area)
    };
    let (picture, whole) = (picture(player), rows(1, lines_of_text(&all_keys, area.width)));
    let has_lines = |[_, board, ..]: [Rect; 7]| drawn(&picture, board, look).has_lines();
    // Borders matter more than title, progress and keys.
    let is_short = !has_lines(whole) && has_lines(rows(0, 0));
    let all = if is_short { rows(0, 0) } else { whole };
    let [head, board, legend, reason, progress, status, keys] = all;
    let lacks_borders = picture.rows() > 0 && !has_lines(all);
    let note = if lacks_borders { "  borders need more room" } else { "" };
    let title = vec![title.bold(), "  ".into(), summary(player.search).dim(), note.dim()];
    frame.render_widget(Line::from(title), head);
    draw_board(frame.buffer_mut(), board, &drawn(&picture, board, look), look);
    frame.render_widget(legend_line(&picture, look), legend);
    frame.render_widget(Paragraph::new(why.as_str()).wrap(Wrap { trim: true }), reason);
    let count = player.search.steps.len();
    let part = if count == 0 { 1.0 } else { player.place as f64 / count as f64 };
    let place = format!("{} of {count}", player.place);
    let [filled, unfilled] = if look.is_unicode { ["\u{2501}", "\u{2500}"] } else { ["=", "-"] };
    let gauge = LineGauge::default().filled_symbol(filled).unfilled_symbol(unfilled);
    frame.render_widget(gauge.ratio(part).label(place), progress);
    frame.render_widget(status_line(player, look), status);
    frame.render_widget(Paragraph::new(all_keys).wrap(Wrap { trim: true }).dim(), keys);
}

const KEYS: &str = "+- speed  Home/End  q quit";

/// Returns the legend of a picture.
fn legend_line(picture: &Picture, look: Look) -> Line<'static> {
    let mut spans = Vec::new();
    for Key { tint, ink, sign, text } in picture.legend() {
        let shade = |shades| look.colour(look.surroundings.colour(&shades));
        let style = match (tint, ink) {
            (Some(tint), _) => Style::new().bg(shade(tint_shades(*tint))),
            (None, Some(ink)) => Style::new().fg(shade(ink_shades(*ink))),
            (None, None) => Style::new(),
        };
        let swatch = match (tint, sign) {
            (Some(_), None) => "  ".to_owned(),
            (_, Some(sign)) => sign.to_string(),
            (None, None) => "[]".to_owned(),
        };
        spans.extend([Span::styled(swatch, style), format!(" {text}   ").dim()]);
    }
    Line::from(spans)
}

/// Returns the reason of the step that is shown, or what is known before the first step. Where this
/// takes more than half of the screen, it is cut.
fn why(player: &Player, area: Rect) -> String {
    let Some(step) = player.step() else {
        let text = player.search.beginning().unwrap_or_default();
        let most = area.height / 2;
        if lines_of_text(&text, area.width) <= most {
            return text;
        }
        let words = text.char_indices().filter(|(_, one)| one.is_whitespace());
        let cut = words.map(|(at, _)| format!("{} {MORE}", text[..at].trim_end()));
        let fits = |text: &String| lines_of_text(text, area.width) <= most;
        return cut.take_while(fits).last().unwrap_or_default();
    };
    step.why.clone().unwrap_or_default()
}

/// The end of a text that is cut.
const MORE: &str = "... (`explain` says all)";

/// Returns the number of lines that a text takes in this width, where words are not broken.
fn lines_of_text(text: &str, width: u16) -> u16 {
    let lines_of = |line: &str| {
        let (mut lines, mut used) = (1, 0);
        for word in line.split_whitespace() {
            let length = word.chars().count();
            let needed = if used == 0 { length } else { used + 1 + length };
            (lines, used) =
                if needed <= usize::from(width) { (lines, needed) } else { (lines + 1, length) };
        }
        lines
    };
    u16::try_from(text.lines().map(lines_of).sum::<usize>()).unwrap_or(u16::MAX)
}

/// Returns the number of lines of the longest reason, at most a third of the screen. Every step gets
/// as many, so that the board stays in its place.
fn lines_of_reasons(search: &Search, area: Rect) -> u16 {
    let reasons = search.steps.iter().filter_map(|step| step.why.as_ref());
    let lines = reasons.map(|why| lines_of_text(why, area.width)).max();
    lines.unwrap_or(0).min(area.height / 3)
}

fn status_line(player: &Player, look: Look) -> Line<'static> {
    let state = match (player.is_playing, look.is_unicode) {
        (true, true) => "\u{25b6} ",
        (false, true) => "\u{23f8} ",
        (true, false) => "> ",
        (false, false) => "",
    };
    let mut spans = vec![Span::raw(state)];
    match player.step() {
        None => spans.push("the unsolved board".into()),
        Some(step) if explains(step) => {
            spans.push(format!("step {}", step.number + 1).bold());
            if let Some(told) = &step.told {
                spans.push(format!("  {}, cost {}", told.technique, told.cost).into());
            }
        }
        Some(step) => {
            let (on_dark, on_light) = match step.event {
                Event::Try => ([0x7c, 0xc8, 0xf2], [0x00, 0x72, 0xb2]),
                Event::DeadEnd => ([0xf0, 0x7a, 0x2a], [0xd5, 0x5e, 0x00]),
                Event::Solution => ([0x2c, 0xc4, 0x97], [0x00, 0x9e, 0x73]),
            };
            let colour = match look.surroundings {
                Surroundings::Dark => on_dark,
                Surroundings::Light => on_light,
            };
            let style = Style::new().fg(look.colour(colour)).bold();
            spans.push(Span::styled(word(step.event), style));
            let figures =
                format!("  depth {}  node {}  step {}", step.depth, step.nodes, step.number + 1);
            spans.push(figures.into());
        }
    }
    spans.push(format!("  {} per second", speed(player.speed)).dim());
    Line::from(spans)
}

/// Writes a speed, with one decimal where that matters.
fn speed(speed: f64) -> String {
    if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

/// Returns the picture at which the player is.
fn picture(player: &Player) -> Picture {
    let search = player.search;
    let place = player.place.checked_sub(1);
    place.map_or_else(|| search.base.clone(), |place| search.frame(place, Marking::Tint))
}

/// Returns the picture as it is shown in an area.
fn drawn(picture: &Picture, area: Rect, look: Look) -> Characters {
    let (columns, rows) = (area.width.into(), area.height.into());
    let charset = if look.is_unicode { Charset::Unicode } else { Charset::Ascii };
    characters::draw(picture, Room::new(columns, rows), look.surroundings, charset)
}

/// Shows the board in the middle of `area`; what does not fit is cut off, and said so.
fn draw_board(buffer: &mut Buffer, area: Rect, drawn: &Characters, look: Look) {
    let is_cut = drawn.columns() > area.width.into() || drawn.rows().len() > area.height.into();
    let offset =
        |room: u16, size: usize| room.saturating_sub(u16::try_from(size).unwrap_or(u16::MAX)) / 2;
    let left = area.x + offset(area.width, drawn.columns());
    let top = area.y + offset(area.height, drawn.rows().len());
    put(buffer, area, (left, top), drawn, look);
    if is_cut {
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        Line::from("the board is larger than the terminal".reversed()).render(last, buffer);
    }
}

fn put(buffer: &mut Buffer, area: Rect, (left, top): (u16, u16), drawn: &Characters, look: Look) {
    for (y, row) in (top..area.bottom()).zip(drawn.rows()) {
        for (x, character) in (left..area.right()).zip(row) {
            let weight = if character.bold { Modifier::BOLD } else { Modifier::empty() };
            let (ink, paper) = look.colours(character);
            let style = Style::new().fg(ink).bg(paper);
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(character.symbol).set_style(style.add_modifier(weight));
            }
        }
    }
}
