//! Instances in addresses and files of public editors: where they begin, and of which genre they
//! are.

use std::iter;

/// An instance in the encoding of a public editor. Only a genre can read its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The address, without the text around it, or the text of a file.
    pub text: String,
    /// The genre's name in the editor, such as `slither`; empty in a file that does not name it.
    pub genre: String,
    /// How the contents are written.
    pub syntax: Syntax,
    /// Where the contents begin in `text`, in bytes.
    pub start: usize,
}

/// A way to write the contents of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `4/4/dgdh2c71`: columns, rows and cells, of pzprv3 and its successors.
    Packed,
    /// Rows, columns, and lines of words; in an address `4/4/3_._._./...`, of Kanpen.
    Kanpen,
    /// `4x4/2in3x3/...`: columns and rows, then rooms that are rectangles, of the applet of
    /// Heyawake.
    Rectangles,
    /// A file of pzprv3: rows, columns, and lines of words.
    File,
    /// A file of Kanpen as XML.
    Xml,
}

/// Bounds of texts in which an address is looked for: words, and lines of one address.
const MOST_WORDS: usize = 1000;
const MOST_LINES: usize = 100;

/// What may follow an address in a sentence.
const PUNCTUATION: &[char] = &['.', ',', ';', ':', '!', '*', '~', '…', '。', '、'];

impl Encoded {
    /// Returns the instances that a text may mean, the likeliest one first: a file; or an address,
    /// with other text around it, whose end may be doubtful.
    ///
    /// A line break within an address does not end it, and a full stop may be a part of it: the
    /// longest reading comes first.
    #[must_use]
    pub fn readings(text: &str) -> Vec<Self> {
        if let Some(file) = Self::file(text.trim_start()) {
            return vec![file];
        }
        let words = words(text);
        for first in 0..words.len() {
            let more = words[first + 1..].iter().take_while(|word| word.is_next_line);
            let most = more.take(MOST_LINES).count();
            let joined = |more: usize| -> String {
                words[first..=first + more].iter().map(|word| word.text).collect()
            };
            if Self::address(&joined(most)).is_none() {
                continue;
            }
            let mut readings: Vec<Self> = Vec::new();
            for text in (0..=most).rev().map(joined) {
                for end in [text.as_str(), text.trim_end_matches(PUNCTUATION)] {
                    let reading = Self::address(end);
                    readings.extend(reading.filter(|one| !readings.contains(one)));
                }
            }
            return readings;
        }
        Vec::new()
    }

    /// Returns whether a text is an address or a file of a public editor, and not TOML.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with("http://") || text.starts_with("https://") || Self::file(text).is_some()
    }

    /// Finds an address that reaches to the end of a word.
    fn address(word: &str) -> Option<Self> {
        let text = decoded(word);
        let (text, _fragment) = text.split_once('#').unwrap_or((&text, ""));
        let (place, genre, syntax, start) = kanpen(text).or_else(|| packed(text))?;
        if genre.starts_with(FILE) {
            return Self::file(&text[place..]);
        }
        let from = text[..place].rfind("http").unwrap_or(0);
        let end = text[start..].find('&').map_or(text.len(), |length| start + length);
        let text = text[from..end].trim_end_matches('/').to_owned();
        let start = (start - from).min(text.len());
        Some(Self { text, genre: genre.to_owned(), syntax, start })
    }

    /// Reads the head of a file.
    fn file(text: &str) -> Option<Self> {
        let is_number = |line: &str| line.trim().parse::<usize>().is_ok();
        if text.starts_with(FILE) {
            // A slash may stand for a line break.
            let text = text.replace('/', "\n");
            let (version, rest) = text.split_once('\n')?;
            let (genre, _) = rest.split_once('\n')?;
            let start = version.len() + genre.len() + 2;
            let genre = without_mode(genre.trim()).to_owned();
            return Some(Self { genre, syntax: Syntax::File, start, text });
        }
        if text.starts_with("<?xml") || text.starts_with("<puzzle") {
            let (_, puzzle) = text.split_once("<puzzle")?;
            let (_, genre) = puzzle.split_once("type=\"")?;
            let genre = genre.split('"').next()?.to_owned();
            return Some(Self { genre, syntax: Syntax::Xml, start: 0, text: text.to_owned() });
        }
        let mut lines = text.lines();
        let has_size = lines.next().is_some_and(is_number) && lines.next().is_some_and(is_number);
        has_size.then(|| Self {
            genre: String::new(),
            syntax: Syntax::Kanpen,
            start: 0,
            text: text.to_owned(),
        })
    }
}

/// How a file of pzprv3 and of its successors begins.
const FILE: &str = "pzprv3";

/// A part of a text without spaces, brackets and quotation marks.
struct Word<'a> {
    text: &'a str,
    /// Whether only a line break is between the word before and this one.
    is_next_line: bool,
}

/// Returns the first words of a text.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_outside = |letter: char| {
        letter.is_whitespace() || letter.is_control() || "<>\"'`()[]{}|“”‘’«»„「」".contains(letter)
    };
    let (mut words, mut rest, mut before) = (Vec::new(), text, "");
    while words.len() < MOST_WORDS && !rest.is_empty() {
        let length = rest.find(is_outside).unwrap_or(rest.len());
        if length > 0 {
            let is_next_line = before.contains(['\n', '\r']) && before.trim().is_empty();
            words.push(Word { text: &rest[..length], is_next_line });
            rest = &rest[length..];
        }
        let length = rest.find(|letter| !is_outside(letter)).unwrap_or(rest.len());
        (before, rest) = rest.split_at(length);
    }
    words
}

/// Decodes `%2F` and the like, if an address is written so: else `%` stands for itself.
fn decoded(text: &str) -> String {
    let is_encoded = ["%2F", "%2f", "%3F", "%3f"].iter().any(|slash| text.contains(slash));
    if !is_encoded {
        return text.to_owned();
    }
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii_graphic) {
            Some(letter) => decoded.extend([char::from(letter).to_string().as_str(), &part[2..]]),
            None => decoded.extend(["%", part]),
        }
    }
    decoded
}

/// The place of the genre's name, the name, how the contents are written, and where they begin.
type Head<'a> = (usize, &'a str, Syntax, usize);

/// Finds the head of an address of Kanpen, which names the genre by its page.
fn kanpen(text: &str) -> Option<Head<'_>> {
    let keys = [
        ("?problem=", Syntax::Kanpen),
        ("?pzpr=", Syntax::Packed),
        ("?heyawake=", Syntax::Rectangles),
    ];
    keys.into_iter().find_map(|(key, syntax)| {
        let (page, contents) = text.split_once(key)?;
        let start = text.len() - contents.len();
        let folder = page.trim_end_matches('/');
        let name = folder.strip_suffix(".html").unwrap_or(folder);
        let place = name.rfind('/').map_or(0, |slash| slash + 1);
        let is_applet = folder.len() < page.len() && syntax == Syntax::Kanpen;
        let syntax = if is_applet { Syntax::Rectangles } else { syntax };
        Some((place, &name[place..], syntax, start))
    })
}

/// Finds the head of an address whose query, or a part of it, begins with the genre: or of one
/// without a host.
fn packed(text: &str) -> Option<Head<'_>> {
    let queries = text.match_indices(['?', '&']).map(|(place, _)| place + 1);
    let head = |place: usize| {
        let (name, contents) = text[place..].split_once('/')?;
        let genre = without_mode(name);
        let is_name =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let is_genre = genre.starts_with(FILE) || !genre.is_empty() && genre.chars().all(is_name);
        let is_found = is_genre && (place > 0 || has_size(contents));
        is_found.then(|| (place, genre, Syntax::Packed, text.len() - contents.len()))
    };
    iter::once(0).chain(queries).find_map(head)
}

/// Returns a genre's name without the mode in which an editor opens it.
fn without_mode(name: &str) -> &str {
    let name = name.strip_prefix("m+").unwrap_or(name);
    ["_edit", "_play", "_test"].iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name)
}

/// Returns whether contents begin with two numbers, perhaps after a flag.
fn has_size(contents: &str) -> bool {
    let are_numbers =
        |words: &[&str]| words.len() == 2 && words.iter().all(|word| word.parse::<usize>().is_ok());
    let words: Vec<&str> = contents.splitn(4, '/').collect();
    words.windows(2).take(2).any(are_numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the genre of the likeliest reading, and its contents.
    fn read(text: &str) -> Option<(String, String)> {
        let first = Encoded::readings(text).into_iter().next()?;
        let contents = first.text[first.start..].to_owned();
        Some((first.genre, contents))
    }

    #[test]
    fn an_address_is_found_in_the_text_around_it() {
        for text in [
            "https://puzz.link/p?slither/4/4/dgdh2c71",
            "http://pzv.jp/p.html?slither/4/4/dgdh2c71/",
            "slither/4/4/dgdh2c71",
            "puzz.link/p?slither_edit/4/4/dgdh2c71#",
            "https://puzz.link/p?slither_play/4/4/dgdh2c71&utm_source=mail",
            "https://puzz.link/p?thumb&type=svg&slither/4/4/dgdh2c71",
            "Try this: https://puzz.link/p?slither/4/4/dgdh2c71 (4 x 4)",
            "<https://puzz.link/p?slither/4/4/dgdh2c71>",
            "[a puzzle](https://puzz.link/p?slither/4/4/dgdh2c71)",
            "My puzzle:\nhttps://puzz.link/p?slither/4/\r\n  4/dgdh2c71",
            "https://puzz.link/p?slither%2F4%2f4%2Fdgdh2c71",
            "https://www.google.com/url?q=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F4%2F4%2Fdgdh2c71&sa=D",
            "http://www.kanpen.net/slither.html?pzpr=4/4/dgdh2c71",
        ] {
            let expected = ("slither".to_owned(), "4/4/dgdh2c71".to_owned());
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn the_longest_reading_comes_first() {
        let text = "https://puzz.link/p?slither/4/4/dgdh\n2c71.\nThanks!";
        let readings = Encoded::readings(text);
        let ends: Vec<&str> = readings.iter().map(|one| &one.text[one.start + 4..]).collect();
        assert_eq!(ends, ["dgdh2c71.Thanks!", "dgdh2c71.Thanks", "dgdh2c71.", "dgdh2c71", "dgdh"]);
        assert!(readings.iter().all(|one| one.text.starts_with("https://puzz.link/p?slither/")));
    }

    #[test]
    fn other_ways_to_write_contents_are_told_apart() {
        for (text, genre, syntax) in [
            ("http://www.kanpen.net/hitori.html?problem=1/1/3/", "hitori", Syntax::Kanpen),
            (
                "http://www.kanpen.net/heyawake.html?heyawake=1x1/1x1",
                "heyawake",
                Syntax::Rectangles,
            ),
            ("http://www.geocities.jp/heyawake/?problem=1x1/1x1", "heyawake", Syntax::Rectangles),
            ("pzprv3.1\nslither\n1\n1\n3 \n", "slither", Syntax::File),
            ("pzprv3/slither/1/1/3 /", "slither", Syntax::File),
            ("https://puzz.link/p?pzprv3/slither_edit/1/1/3_/", "slither", Syntax::File),
            ("1\n1\n3\n", "", Syntax::Kanpen),
            ("<?xml version=\"1.0\"?>\n<puzzle type=\"hitori\">", "hitori", Syntax::Xml),
        ] {
            let reading = Encoded::readings(text).into_iter().next().unwrap();
            assert_eq!((reading.genre.as_str(), reading.syntax), (genre, syntax), "{text}");
        }
    }

    #[test]
    fn names_of_puzzles_are_no_addresses() {
        for text in
            ["hooks-7", "Alter/Nate", "Die Agony", "hooks-5:7:7003", "", "a/b/c/d", "what?", "1/2"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(!Encoded::is_one("# https://puzz.link/p?slither/1/1/3\nclues = '3'\n"));
    }
}
