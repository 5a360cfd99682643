//! A puzzle to be filled in, as pages get it: in their own data, or in a link.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::{Fill, FillKind, FillPart, Goal, Report};

/// The entry of a cell that is known to be empty.
const EMPTY: &str = "×";
/// What is said to be expected of an answer.
const ANSWER: &str = "the answer to the question";

/// A puzzle to be filled in.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a> {
    /// The title.
    pub title: &'a str,
    /// The rules, a sentence each.
    pub rules: &'a [String],
    /// The question.
    pub question: Option<&'a str>,
    /// When it counts as solved.
    pub goal: Goal,
    /// How its board is filled in.
    pub fill: &'a Fill,
    /// The board of its solution, as text; `None` if it is unknown.
    pub board: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a str>,
    /// The code that stands for the instance; the instance itself is left out then, and so are the
    /// constraints by which conflicts are found.
    pub code: Option<&'a str>,
    /// Whether the gallery has the steps of its explanation.
    pub is_explained: bool,
}

impl<'a> Linked<'a> {
    /// Returns a puzzle without solution, code and explanation.
    #[must_use]
    pub fn of(
        title: &'a str,
        rules: &'a [String],
        question: Option<&'a str>,
        goal: Goal,
        fill: &'a Fill,
    ) -> Self {
        let (board, answer, code, is_explained) = (None, None, None, false);
        Self { title, rules, question, goal, fill, board, answer, code, is_explained }
    }

    /// Returns the puzzle with the solution of a report, if that reaches the goal.
    #[must_use]
    pub fn solved_by(self, report: Option<&'a Report>) -> Self {
        let report = report.filter(|report| report.status.exit_code(self.goal) == 0);
        let board = report.and_then(|report| report.boards.first());
        let answer = report.and_then(|report| report.answer.as_deref());
        Self { board: board.map(String::as_str), answer, ..self }
    }

    /// Returns the values of the solution, for a board as the script gets it. Where a number is
    /// asked for, it is the number.
    #[must_use]
    pub fn solution(&self, fill: &Fill) -> Option<Vec<Vec<String>>> {
        let text = if is_answer(self.goal) { self.answer } else { self.board };
        text.map(|text| values(fill, text))
    }

    /// Returns the answer unless it is the board itself, or repeats it with its rows in one line.
    #[must_use]
    pub fn answer_beyond(&self) -> Option<&'a str> {
        let words = |text: &'a str| text.split_whitespace().filter(|&word| word != "/");
        let repeats = |answer| words(answer).eq(self.board?.split_whitespace()).then_some(());
        let answer = self.answer.filter(|_| !is_answer(self.goal));
        answer.filter(|answer| repeats(answer).is_none())
    }

    /// Returns whether every other board is wrong.
    #[must_use]
    pub fn is_only(&self) -> bool {
        self.goal == Goal::Unique || is_answer(self.goal)
    }

    /// Returns the puzzle for a link. Of the solution it only has a hash of the whole board, which is
    /// seeded with the instance: a right board is recognised, but nothing can be read off cell by
    /// cell. The answer is encrypted with the board.
    #[must_use]
    pub fn content(&self) -> Value {
        let Self { title, rules, question, goal, code, is_explained, .. } = *self;
        let mut fill = prepared(self.fill, goal);
        let instance = std::mem::take(&mut fill.instance);
        let solution = self.solution(&fill).map(|values| canonical(&fill, &values));
        if code.is_some() {
            (fill.limits, fill.rules) = (Vec::new(), Vec::new());
        }
        let seed = code.unwrap_or(&instance);
        let check = solution.as_ref().map(|board| format!("{:016x}", hash(&[seed, board])));
        let answer = solution.zip(self.answer_beyond());
        let mut content = json!({
            "title": title,
            "rules": rules,
            "question": question,
            "check": check,
            "answer": answer.map(|(board, answer)| locked(answer, seed, &board)),
            "is_only": self.is_only(),
            "code": code,
            "instance": if code.is_some() { "" } else { &instance },
            "hints": is_explained,
        });
        leave_out_defaults(&mut content);
        content["fill"] = shortened(&fill);
        content
    }
}

/// Returns whether a number is asked for instead of a board.
#[must_use]
pub fn is_answer(goal: Goal) -> bool {
    matches!(goal, Goal::Value | Goal::Count)
}

/// Returns a fill with only what the script needs; where a number is asked for, a field for the
/// number.
#[must_use]
pub fn prepared(fill: &Fill, goal: Goal) -> Fill {
    let mut fill = fill.clone();
    if is_answer(goal) {
        let expected = ANSWER.to_owned();
        fill.parts = vec![FillPart { kind: FillKind::Line, expected, ..FillPart::default() }];
        (fill.limits, fill.rules) = (Vec::new(), Vec::new());
    }
    let names: Vec<_> = fill.parts.iter().map(|part| part.name.clone()).collect();
    for (number, part) in fill.parts.iter_mut().enumerate() {
        // Parts with the same name are distinguished by numbers: "divisor", "divisor 2".
        let before = names[..number].iter().filter(|name| !name.is_empty() && **name == part.name);
        let before = before.count();
        if before > 0 {
            part.name = format!("{} {}", part.name, before + 1);
        }
        if matches!(part.kind, FillKind::Numbers | FillKind::Shading | FillKind::Walk) {
            part.expected.clear();
        }
    }
    fill
}

/// Returns a fill as JSON, without what the script assumes.
#[must_use]
pub fn shortened(fill: &Fill) -> Value {
    let limits = json!(fill.limits);
    let mut fill = json!(fill);
    leave_out_defaults(&mut fill);
    // In these a bound of 0 means something.
    if fill.get("limits").is_some() {
        fill["limits"] = limits;
    }
    if let Some(parts) = fill.get_mut("parts").and_then(Value::as_array_mut) {
        parts.iter_mut().for_each(shorten_middles);
        if let [_, _, ..] = parts[..] {
            fill["each"] = take_common(parts);
        }
    }
    fill
}

/// Writes 0 for places that are not cells, and leaves the shape out where it is the first.
fn shorten_middles(part: &mut Value) {
    for middle in part.get_mut("middles").and_then(Value::as_array_mut).into_iter().flatten() {
        match middle.as_array_mut() {
            None => *middle = json!(0),
            Some(middle) if middle.last() == Some(&json!(0)) => middle.truncate(2),
            Some(_) => {}
        }
    }
}

/// Takes away what all parts have in common.
fn take_common(parts: &mut [Value]) -> Value {
    let [first, others @ ..] = &*parts else { return Value::Null };
    let mut common = first.clone();
    if let Some(members) = common.as_object_mut() {
        members.retain(|key, value| others.iter().all(|part| part.get(key) == Some(value)));
        for part in parts.iter_mut().filter_map(Value::as_object_mut) {
            part.retain(|key, _| !members.contains_key(key));
        }
    }
    common
}

/// Leaves out what is false, 0, empty or nothing, which the script assumes. Rounds lengths to a
/// thousandth of a cell.
pub fn leave_out_defaults(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(leave_out_defaults),
        Value::Object(members) => {
            members.values_mut().for_each(leave_out_defaults);
            let defaults = [json!(null), json!(false), json!(0), json!(0.0), json!(""), json!([])];
            members.retain(|_, value| !defaults.contains(value));
        }
        Value::Number(number) if number.is_f64() => {
            let text = format!("{:.3}", number.as_f64().unwrap_or_default());
            if let Ok(short) = text.trim_end_matches('0').trim_end_matches('.').parse() {
                *number = short;
            }
        }
        _ => {}
    }
}

/// Returns the 64-bit FNV-1a hash of some texts, a line each.
fn hash(texts: &[&str]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    texts.join("\n").bytes().fold(BASIS, step)
}

/// Encrypts an answer with the board: each eight bytes with a hash of their own.
fn locked(answer: &str, seed: &str, board: &str) -> String {
    let chunks = answer.as_bytes().chunks(8).enumerate();
    let bytes = chunks.flat_map(|(number, chunk)| {
        let key = hash(&[&number.to_string(), seed, board]).to_be_bytes();
        chunk.iter().zip(key).map(|(byte, key)| byte ^ key).collect::<Vec<_>>()
    });
    BASE64_URL_SAFE_NO_PAD.encode(bytes.collect::<Vec<_>>())
}

/// Returns the values of a board's text, part by part, as the page's script holds them.
fn values(fill: &Fill, text: &str) -> Vec<Vec<String>> {
    let mut rest = text.trim_end();
    let of_part = |(number, part): (usize, &FillPart)| {
        rest = rest.get(part.heading.len()..).unwrap_or_default();
        let next = fill.parts.get(number + 1).and_then(|next| rest.find(&next.heading));
        let (own, others) = rest.split_at(next.unwrap_or(rest.len()));
        rest = others;
        let words = own.split_whitespace();
        match part.kind {
            FillKind::Walk => {
                words.filter_map(|word| Some(place(part, word)?.to_string())).collect()
            }
            FillKind::Named => {
                let known: HashMap<_, _> = words.filter_map(|word| word.split_once('=')).collect();
                let given = |place| part.given.iter().find(|given| given.0 == place);
                let word = |(place, name): (usize, &String)| {
                    let word = known.get(name.as_str()).copied();
                    word.or_else(|| Some(&*given(place)?.1)).unwrap_or_default().to_owned()
                };
                part.names.iter().enumerate().map(word).collect()
            }
            _ if part.rows > 0 => {
                words.map(|word| if word == "." { EMPTY } else { word }.to_owned()).collect()
            }
            _ => vec![own.trim().to_owned()],
        }
    };
    fill.parts.iter().enumerate().map(of_part).collect()
}

/// Returns the place of a cell of a walk: `r1c1`, or `a1` on a chess board.
fn place(part: &FillPart, name: &str) -> Option<usize> {
    let (row, column) = if part.chess {
        let (file, rank) = name.split_at_checked(1)?;
        let column = usize::from(file.bytes().next()?.checked_sub(b'a')?);
        (part.rows.checked_sub(rank.parse().ok()?)?, column)
    } else {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let line = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        (line(row)?, line(column)?)
    };
    Some(row * part.columns + column)
}

/// Returns the board as a text that is the same for all entries that mean the same: open cells are
/// empty, pieces are named in the order in which they appear, and lists are sorted where their
/// order is irrelevant. `board.js` does the same.
fn canonical(fill: &Fill, values: &[Vec<String>]) -> String {
    let parts = fill.parts.iter().zip(values);
    let parts = parts.map(|(part, words)| {
        if part.kind == FillKind::Walk {
            return words.join(" ");
        }
        if part.rows == 0 {
            return plain(part, words.first().map_or("", String::as_str));
        }
        let mut pieces: Vec<&str> = Vec::new();
        let words = words.iter().map(|word| match word.as_str() {
            "" | EMPTY | "-" => ".".to_owned(),
            word if part.free => {
                if !pieces.contains(&word) {
                    pieces.push(word);
                }
                pieces.iter().position(|piece| *piece == word).unwrap_or(0).to_string()
            }
            word => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Most digits of a number whose equals are looked for; they fit 128 bits.
const MOST_DIGITS: usize = 36;

/// Returns the numbers of a line, each as a fraction in lowest terms: `11/20` for `22/40`, `0.55` and
/// `.5500`; `None` for other lines. What stands before an equals sign is the same number in another
/// way. Unlike readers, programs do not set thousands apart.
fn ratios(line: &str) -> Option<String> {
    let text = line.rsplit('=').next()?.trim();
    let numbers = text.split([' ', ',']).filter(|number| !number.is_empty()).map(ratio);
    let numbers: Vec<String> = numbers.collect::<Option<_>>()?;
    (!numbers.is_empty()).then(|| numbers.join(" "))
}

/// Returns the fraction in lowest terms that a text says, if it says one.
fn ratio(text: &str) -> Option<String> {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |text| ("-", text));
    let (whole, digits, below) = match (text.split_once('.'), text.split_once('/')) {
        (Some((whole, digits)), None) => (whole, digits, "1"),
        (None, Some((above, below))) => (above, "", below),
        (None, None) => (text, "", "1"),
        _ => return None,
    };
    let number = |digits: &str| {
        let is_number =
            digits.len() <= MOST_DIGITS && digits.bytes().all(|one| one.is_ascii_digit());
        digits.parse::<u128>().ok().filter(|_| is_number)
    };
    let above = number(&format!("{whole}{digits}"))?;
    let power = 10_u128.pow(u32::try_from(digits.len()).ok()?);
    let below = number(below)?.checked_mul(power).filter(|&below| below > 0)?;
    let (mut common, mut rest) = (above, below);
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let sign = if above == 0 { "" } else { sign };
    Some(format!("{sign}{}/{}", above / common, below / common))
}

/// Returns the text of a list or line without irrelevant differences.
fn plain(part: &FillPart, text: &str) -> String {
    if part.kind == FillKind::Line {
        if let Some(ratios) = ratios(text) {
            return ratios;
        }
        let text = text.to_lowercase();
        return text.split(|sign: char| sign.is_whitespace() || ",_'".contains(sign)).collect();
    }
    let separator = part.separator.trim();
    let words = |line: &str| -> Vec<String> {
        let words = line.split_whitespace().flat_map(|word| match separator {
            "" => vec![word],
            separator => word.split(separator).collect(),
        });
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let mut lines = if part.per_line > 0 {
        let lines = text.lines().map(|line| words(line).join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    } else {
        words(text)
    };
    if part.is_set || part.per_line > 0 {
        lines.sort();
    }
    lines.retain(|line| line != ".");
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::ratios;

    #[test]
    fn equal_numbers_are_the_same_line() {
        for (line, expected) in [
            ("0.55", Some("11/20")),
            ("22/40", Some("11/20")),
            (".4939370904", Some("617421363/1250000000")),
            ("-3", Some("-3/1")),
            ("1/44, 5/44", Some("1/44 5/44")),
            ("8,0.334578", Some("8/1 167289/500000")),
            ("pi - 1 = 2.5", Some("5/2")),
            ("1/0", None),
            ("1.5/2", None),
            ("fifty", None),
            ("pi - 1", None),
            ("", None),
        ] {
            assert_eq!(ratios(line).as_deref(), expected, "{line}");
        }
    }
}
