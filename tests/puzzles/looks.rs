//! How boards look: unsolved and solved ones differ without colours, texts are whole, and whatever
//! stands there has a form in ASCII.

use libtest_mimic::Failed;
use picture::Picture;
use picture::characters::{Charset, Palette, Room, Surroundings, draw};
use serde_json::Value;
use workspace_tests::{program, run_with_input, solve};

/// Columns of a file, and the most of a drawing whose texts need more.
const COLUMNS: usize = 100;
const MOST: usize = 500;
/// Rows beside those of cells.
const MORE_ROWS: usize = 24;

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
