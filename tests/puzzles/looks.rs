//! How boards look: unsolved and solved ones differ without colours, texts are whole, and whatever
//! stands there has a form in ASCII. On a terminal, all of it fits.

use std::io::Read;

use libtest_mimic::Failed;
use picture::Picture;
use picture::characters::{Charset, Palette, Room, Surroundings, draw};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use protocol::Fill;
use serde_json::Value;
use workspace_tests::{program, program_path, run_with_input, solve};

/// Columns of a file, and the most of a drawing whose texts need more.
const COLUMNS: usize = 100;
const MOST: usize = 500;
/// Rows beside those of cells.
const MORE_ROWS: usize = 24;

/// Rows and columns of a small terminal.
const TERMINAL: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
/// Puzzles whose boards are larger than any such terminal: a line says so below.
const WIDER: [&str; 1] = ["some-ones-somewhere"];

/// Compares the pictures of the unsolved and the solved board of a puzzle, whose result is `row`.
pub(crate) fn differ(slug: &str, row: &Value) -> Result<(), Failed> {
    let unsolved = solve(slug, &["draw", "--empty", "--without-rules", "--format", "json"]);
    let solved = match row["boards"][0].as_str() {
        Some(board) => {
            run_with_input(program(slug, &["draw", "--board", "-", "--format", "json"]), board)
        }
        None => solve(slug, &["draw", "--format", "json"]),
    };
    let pictures = [unsolved, solved].map(|ran| {
        let json = ran.ends_with(0).stdout;
        serde_json::from_str::<Picture>(&json).expect("a picture")
    });
    for charset in [Charset::Unicode, Charset::Ascii] {
        let [unsolved, solved] = pictures.each_ref().map(|picture| shown(picture, charset));
        let (unsolved, solved) = (unsolved?, solved?);
        if unsolved == solved {
            return Err(
                format!("without colours, solved and unsolved look alike:\n{solved}").into()
            );
        }
    }
    Ok(())
}

/// Returns the picture in characters without colours.
fn shown(picture: &Picture, charset: Charset) -> Result<String, Failed> {
    let room = Room::new(COLUMNS, 2 * picture.rows() + MORE_ROWS).or_at_most(MOST, MOST);
    let drawn = draw(picture, room, Surroundings::Dark, charset);
    let text = drawn.for_terminal(Palette::None);
    if drawn.broken_texts() > 0 {
        let number = drawn.broken_texts();
        return Err(format!("{number} texts cover others or are left out:\n{text}").into());
    }
    if charset == Charset::Ascii && (!text.is_ascii() || text.contains("U+")) {
        return Err(format!("something has no form in ASCII:\n{text}").into());
    }
    Ok(text)
}

/// Checks what a terminal shows of the unsolved and of the solved board: no line is longer than the
/// terminal is wide, and no text touches another.
pub(crate) fn fits_into_terminal(slug: &str) -> Result<(), Failed> {
    for arguments in [&["show"][..], &["solve", "--timeout", "60"]] {
        let shown = on_terminal(slug, arguments)?;
        let is_long = |line: &&str| line.chars().count() > TERMINAL.cols.into();
        if let Some(line) = shown.lines().find(is_long) {
            return Err(format!("a line of `{}` is too long:\n{line}", arguments[0]).into());
        }
        let is_narrower = |note: &str| shown.contains(note);
        if is_narrower("The picture has no room for")
            || is_narrower("are shown;") != WIDER.contains(&slug)
        {
            return Err(format!("`{}` does not fit:\n{shown}", arguments[0]).into());
        }
    }
    Ok(())
}

/// Returns what a program shows on a small terminal without colours.
fn on_terminal(slug: &str, arguments: &[&str]) -> Result<String, Failed> {
    let terminal = native_pty_system().openpty(TERMINAL).map_err(|error| error.to_string())?;
    let mut command = CommandBuilder::new(program_path(slug));
    command.args(arguments);
    command.env("NO_COLOR", "1");
    command.env("LC_ALL", "C.UTF-8");
    let child = terminal.slave.spawn_command(command).map_err(|error| error.to_string());
    drop(terminal.slave);
    let mut shown = String::new();
    let mut reader = terminal.master.try_clone_reader().map_err(|error| error.to_string())?;
    reader.read_to_string(&mut shown).map_err(|error| error.to_string())?;
    child?.wait().map_err(|error| error.to_string())?;
    Ok(shown)
}

/// Most cells that one clue gives: those around the dot of a galaxy, which may have no others.
const FEW: usize = 4;

/// Checks that each word that is given in many cells and offered to a reader is in an open cell of the
/// solved board, too.
pub(crate) fn keys_are_needed(slug: &str, row: &Value) -> Result<(), Failed> {
    let fill = serde_json::from_str::<Fill>(&solve(slug, &["fill"]).ends_with(0).stdout)
        .map_err(|error| error.to_string())?;
    let ([part], Some(board)) = (&fill.parts[..], row["boards"][0].as_str()) else {
        return Ok(());
    };
    let entered = board.split_whitespace().enumerate();
    let entered: Vec<_> = entered
        .filter(|(place, _)| part.given.iter().all(|(given, _)| given != place))
        .map(|(_, word)| word)
        .collect();
    for (_, word) in &part.given {
        let is_common = part.given.iter().filter(|(_, other)| other == word).count() > FEW;
        if is_common && part.words.contains(word) && !entered.contains(&word.as_str()) {
            return Err(format!("`{word}` is given, and no reader enters it").into());
        }
    }
    Ok(())
}
