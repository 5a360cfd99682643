//! Every refusal has a case: what `ensure!`, `bail!`, `anyhow!`, `.context(..)` and `.with_context(..)`
//! say in the crate of a puzzle is in the snapshot of its cases. What they say in crates that puzzles
//! share, of boards and of instances, is in one of all snapshots: one puzzle is enough, as the same code
//! refuses for all.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Shared crates that refuse no board and no instance, but addresses, arguments and the like: they
/// have tests of their own for these.
const APART: [&str; 8] = [
    "explain",
    "grid-utils",
    "picture",
    "protocol",
    "pseudo-boolean",
    "puzzle-cli",
    "pzpr",
    "rules",
];

/// Refusals that no case reaches: what forms and `validate` let through has these properties, and
/// otherwise the checker confirms what the theory of the puzzle says, whatever the board: only an
/// error in it would be refused.
const OUT_OF_REACH: [&str; 36] = [
    // Partial boards: those of cases are complete.
    "the boards of this instance are too large to be partial",
    "boards of this puzzle cannot be partial: their names are free",
    "boards of this puzzle cannot be partial: they are lists in a fixed order",
    "boards of this puzzle cannot be partial: they are walks",
    "boards of this puzzle cannot be partial: they are lines",
    // Boards of a search
    "the board has another form",
    // Bounds that programs write
    "{text:?}: the first bound is the larger one",
    // A Weird Tour
    "every region has a clue",
    // Andy's Afternoon Amble
    "neighbours are mutual",
    // Disassembled Rainbow Bagel
    "no circles have this area",
    "some digit is not known",
    // Hall of Mirrors 2
    "there is no mirror at the start",
    // Getting from a to b
    "the row is beyond 2^127",
    // Integrals of several puzzles
    "an integral came to no end",
    "no integral",
    // Long divisions
    "`{line}` is no number",
    "the quotient is too long",
    // Mine-Sweeping
    "no cell is marked S",
    // Number Cross 4 and 5: no row has more than 12 digits
    "the digits from {at} on",
    // Robot Javelin and Robot Long Jump
    "a bisection came to no end",
    "no bisection",
    // Some F Squares
    "there is no region",
    // Tangled: at most 250 moves reach fractions of some 100 bits
    "the fractions are beyond 2^127",
    // What a Trit!
    "there are no trit strings",
    "there is no quotient",
    // Lattice crossings
    "a longer segment could be better",
    // Planetary Parade
    "some arc of horizon {circle} is not between two regions",
    // Robot Baseball
    "{ball} balls, {strike} strikes: no equilibrium",
    "q is as large for p = {other}",
    // Robot Capture the Flag
    "A wins less often for e = {part}/16",
    "flag at {r:.4}: A is closer more often after a move of {a:.4}",
    // Robot Javelin
    "d = {d:.3} is better for B",
    // Robot Long Jump
    "at {x:.4}, another decision is better",
    // Robot Road Trip
    "the cost is less for a = {a}",
    // Robot Updated Swimming Trials
    "the signs do not show exactly one equilibrium with both ways to play",
    // Robot Weightlifting
    "a smaller p(w) is better",
];

/// Checks the crate of a puzzle.
pub(crate) fn have_cases(folder: &Path, snapshot: &Path) -> Result<(), String> {
    check(&folder.join("src"), &[read(snapshot)?])
}

/// Checks the crates in a folder of shared ones, all snapshots being in another folder.
pub(crate) fn of_shared_crates_have_cases(shared: &Path, snapshots: &Path) -> Result<(), String> {
    let snapshots = entries(snapshots)?;
    let snapshots = snapshots.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let crates = entries(shared)?;
    let crates = crates.iter().filter(|path| !APART.iter().any(|name| path.ends_with(name)));
    let faults: Vec<_> =
        crates.filter_map(|path| check(&path.join("src"), &snapshots).err()).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Checks that what is said to be out of reach is in the sources of `crates`, and in no snapshot.
pub(crate) fn out_of_reach_is_so(crates: &Path, snapshots: &Path) -> Result<(), String> {
    let mut messages = Vec::new();
    collect_files(crates, &mut messages)?;
    let snapshots = entries(snapshots)?;
    let snapshots = snapshots.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let is_so = |message: &&str| {
        let mut cases = snapshots.iter().flat_map(|text| text.split("\n## "));
        messages.iter().any(|said| said == message) && !cases.any(|case| has_form(case, message))
    };
    match OUT_OF_REACH.iter().find(|message| !is_so(message)) {
        Some(message) => {
            Err(format!("OUT_OF_REACH: {message:?} is in a snapshot, or is said nowhere"))
        }
        None => Ok(()),
    }
}

/// Checks the source files in a folder and below.
fn check(sources: &Path, snapshots: &[String]) -> Result<(), String> {
    let mut messages = Vec::new();
    collect_files(sources, &mut messages)?;
    let cases: Vec<_> = snapshots.iter().flat_map(|text| text.split("\n## ")).collect();
    messages.retain(|message| {
        !cases.iter().any(|case| has_form(case, message))
            && !OUT_OF_REACH.contains(&message.as_str())
    });
    if messages.is_empty() {
        return Ok(());
    }
    let messages = messages.join("\n  ");
    Err(format!("{}: no case is refused with\n  {messages}", sources.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns what is in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// Adds the messages in the source files in a folder and below.
fn collect_files(folder: &Path, messages: &mut Vec<String>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            collect_files(&path, messages)?;
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            let tokens = read(&path)?.parse::<TokenStream>();
            collect(tokens.map_err(|error| format!("{}: {error}", path.display()))?, messages);
        }
    }
    Ok(())
}

/// Adds the messages of all macros that refuse something, but those of unit tests.
fn collect(tokens: TokenStream, messages: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            is_test &= token.to_string() != ";";
            continue;
        };
        let before = |distance: usize| Some(tokens.get(at.checked_sub(distance)?)?.to_string());
        let name = before(2).filter(|_| before(1).as_deref() == Some("!"));
        match name.as_deref() {
            _ if before(1).as_deref() == Some("#") => {
                is_test |= group.stream().to_string().replace(' ', "") == "cfg(test)";
            }
            // The body of what is for tests alone.
            _ if is_test && group.delimiter() == Delimiter::Brace => is_test = false,
            Some("bail" | "anyhow") => messages.extend(message(group.stream(), 0)),
            Some("ensure") => messages.extend(message(group.stream(), 1)),
            _ if before(2).as_deref() == Some(".")
                && matches!(before(1).as_deref(), Some("context" | "with_context")) =>
            {
                // The longest string is the message; others only join its parts.
                let strings = strings(group.stream().into_iter().collect());
                messages.extend(strings.into_iter().max_by_key(String::len));
            }
            _ => collect(group.stream(), messages),
        }
    }
}

/// Returns the format string after this many commas of a macro's arguments. A string without text of its
/// own gives way to those in the arguments behind it.
fn message(arguments: TokenStream, commas: usize) -> Vec<String> {
    let mut left = commas;
    let mut arguments = arguments.into_iter().skip_while(|token| {
        let is_message = left == 0;
        left -= usize::from(!is_message && token.to_string() == ",");
        !is_message
    });
    let first = arguments.next().as_ref().and_then(text);
    match first {
        Some(text) if text == "{}" => strings(arguments.collect()),
        message => message.into_iter().collect(),
    }
}

/// Returns all strings among tokens.
fn strings(tokens: TokenStream) -> Vec<String> {
    let strings = tokens.into_iter().flat_map(|token| match &token {
        TokenTree::Group(group) => strings(group.stream()),
        token => text(token).into_iter().collect(),
    });
    strings.collect()
}

/// Returns the text of a string.
fn text(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    let literal = literal.to_string();
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let lines = text.split("\\\n").enumerate();
    let joined: String =
        lines.map(|(line, text)| if line == 0 { text } else { text.trim_start() }).collect();
    Some(joined.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\"))
}

/// Returns whether a text contains the fixed parts of a format string, in their order.
fn has_form(text: &str, format: &str) -> bool {
    let mut parts =
        format.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let mut rest = text;
    parts.all(|part| {
        let after = rest.split_once(part).map(|(_, after)| after);
        rest = after.unwrap_or_default();
        after.is_some()
    })
}
