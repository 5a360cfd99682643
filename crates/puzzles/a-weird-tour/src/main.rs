//! # A Weird Tour
//!
//! *Jane Street, October 2023.* A traveller visits 11 of 120 regions. The name of a region, a word
//! or a phrase, contains each of the vowels a, e, i, o, u once; their order is the position of the
//! region. The first has the order a e i o u. A means of transport has two vowels, which are
//! neighbours in the order and are swapped on the way. The last region has the reverse order of the
//! first. All regions but the fifth have clues, and chosen letters of their names are the clue to
//! that one.
//!
//! ```text
//! a e i o u
//! e a i o u      by plane
//! e a i u o      by tour
//! ```
//!
//! The setters left these rules to be discovered, and relied on the reader's English. An instance
//! has a thesaurus instead: each heading lists names for it, most of which are not regions.
//!
//! ## Boards
//! The names, one in each row, with hyphens for spaces.
//!
//! ## Idea
//! The orders follow from the transports alone: the tour sorts the five vowels from a e i o u to u
//! o i e a by ten exchanges of neighbours, the fewest that reverse them. Few names have five
//! vowels, and names under the same heading rarely share an order. For the fifth region the order
//! leaves ten words, and the heading that the chosen letters spell decides.
//!
//! A variable for each region states its name, and another one the heading of the fifth region's
//! name. Each letter of the heading selected is a chosen letter of some name.
//!
//! ## Readings
//! The number of words of the fifth name is not printed; it is one. Numbers behind a clue count
//! letters without spaces. Transports such as `big bus` have two different vowels, though one may
//! occur twice.

mod check;
mod random;
mod tour;

use std::collections::BTreeMap;
use std::fmt;

use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeirdTour {
    /// The order of the vowels at the beginning.
    first: String,
    /// The order of the vowels at the end.
    last: String,
    /// The regions in the order of the tour.
    regions: Vec<Region>,
    /// Names by their headings, with spaces between them. A name has hyphens for spaces.
    thesaurus: BTreeMap<String, String>,
}

/// A region.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    /// The transport that leads there; the first region has none.
    #[serde(default)]
    transport: String,
    /// The heading under which its name stands; missing for one region.
    clue: Option<String>,
    /// The number of words of its name, if it is given.
    words: Option<Within<1, 9>>,
    /// The letters of the name that are chosen, counted from 1 without spaces.
    #[serde(default)]
    letters: Vec<Within<1, 99>>,
}

/// Written as its clue, the number of words and the chosen letters: `social (1) 1 6 8`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.clue.as_deref().unwrap_or("?"))?;
        self.words.map_or(Ok(()), |words| write!(f, " ({words})"))?;
        self.letters.iter().try_for_each(|letter| write!(f, " {letter}"))
    }
}

/// Returns letters without the hyphens or spaces between words.
fn letters(text: &str) -> Vec<char> {
    text.chars().filter(char::is_ascii_lowercase).collect()
}

/// Returns a chosen letter of a name, counted from 1.
fn letter(name: &str, number: Within<1, 99>) -> Option<char> {
    letters(name).get(number.size() - 1).copied()
}

/// Returns the vowels of a name in their order.
fn vowels(name: &str) -> String {
    name.chars().filter(|&letter| tour::is_vowel(letter)).collect()
}

fn words(name: &str) -> usize {
    name.split('-').count()
}

impl WeirdTour {
    /// Returns all names; boards count them from 0.
    fn names(&self) -> Vec<&str> {
        self.thesaurus
            .values()
            .flat_map(|names| names.split_whitespace())
            .sorted()
            .dedup()
            .collect()
    }

    /// Returns whether a name stands under a heading.
    fn is_under(&self, heading: &str, name: &str) -> bool {
        self.thesaurus.get(heading).is_some_and(|names| names.split_whitespace().contains(&name))
    }

    /// Returns the chosen letters: the place of the region and the number of the letter.
    fn chosen(&self) -> impl Iterator<Item = (usize, Within<1, 99>)> {
        let regions = self.regions.iter().enumerate();
        regions
            .flat_map(|(place, region)| region.letters.iter().map(move |&number| (place, number)))
    }

    /// Returns the orders of all regions; see [`tour::orders`].
    fn orders(&self) -> Result<Vec<String>> {
        let transports = self.regions.iter().skip(1).map(|region| region.transport.as_str());
        tour::orders(&self.first, transports)
    }

    /// Returns the names on a board.
    fn read(&self, board: &Board) -> Vec<Option<&str>> {
        let names = self.names();
        let name = |value: &Option<i64>| names.get(usize::try_from((*value)?).ok()?).copied();
        board.grid().values().map(name).collect()
    }
}

puzzle::program!(WeirdTour, explained);

impl Puzzle for WeirdTour {
    fn form(&self) -> Form {
        Form::words(self.regions.len(), 1, self.names())
    }

    fn validate(&self) -> Result<()> {
        let sorted: String = self.first.chars().sorted_unstable().collect();
        ensure!(
            sorted == "aeiou",
            "`first`: expected the vowels in some order and found {:?}",
            self.first
        );
        let orders = self.orders()?;
        ensure!(
            orders.len() == self.regions.len() && orders.last() == Some(&self.last),
            "`last`: the tour ends with the vowels {}, not {:?}",
            orders.last().map_or("", String::as_str),
            self.last
        );
        let unknown = self.regions.iter().filter(|region| region.clue.is_none()).count();
        ensure!(unknown == 1, "`regions` has {unknown} regions without a clue; expected one");
        for clue in self.regions.iter().filter_map(|region| region.clue.as_ref()) {
            ensure!(self.thesaurus.contains_key(clue), "`thesaurus` has no heading {clue:?}");
        }
        for (heading, names) in &self.thesaurus {
            let is_text = |text: &str, space: char| {
                text.split(space).all(|word| {
                    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase())
                })
            };
            let expected = "expected words of lower-case letters";
            ensure!(is_text(heading, ' '), "`thesaurus`: {expected} and found {heading:?}");
            for name in names.split_whitespace() {
                ensure!(is_text(name, '-'), "`thesaurus.{heading}`: {expected} and found {name:?}");
            }
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let held = board.cells(model);
        let Ok(orders) = self.orders() else { return model.unstated() };
        let names = self.names();
        let of = |region: usize| &held[Cell::new(region, 0)];
        let which = |is_one: &dyn Fn(&str) -> bool| {
            (0..).zip(&names).filter(|(_, name)| is_one(name)).map(|(value, _)| value).collect_vec()
        };
        let is_any = |region: usize, is_one: &dyn Fn(&str) -> bool| {
            any(which(is_one).into_iter().map(|value: i64| of(region).is(value)))
        };

        model.rule("The name of a region stands under its clue in the thesaurus.");
        for (place, region) in self.regions.iter().enumerate() {
            let Some(clue) = &region.clue else { continue };
            model
                .at(format!("region {}", place + 1))
                .require(is_any(place, &|name| self.is_under(clue, name)));
        }
        model.rule("The name of a region has as many words as the number in parentheses says.");
        for (place, region) in self.regions.iter().enumerate() {
            let Some(number) = region.words else { continue };
            model
                .at(format!("region {}", place + 1))
                .require(is_any(place, &|name| words(name) == number.size()));
        }
        model.rule(
            "The name of a region has each vowel once. The first region has them in this order; the two \
             vowels of a transport change places in it.",
        );
        for (place, order) in orders.iter().enumerate() {
            model
                .at(format!("region {}, {order}", place + 1))
                .require(is_any(place, &|name| vowels(name) == *order));
        }
        model.rule(
            "The numbers after a clue choose letters of the name. The chosen letters of all regions are \
             the clue of the region without one.",
        );
        let chosen = self.chosen().collect_vec();
        let headings = self
            .thesaurus
            .keys()
            .filter(|heading| letters(heading).len() == chosen.len())
            .collect_vec();
        let Some(hidden) = self.regions.iter().position(|region| region.clue.is_none()) else {
            return model.unstated();
        };
        let clue = model.int((0..).take(headings.len()));
        for (value, heading) in (0_i64..).zip(headings) {
            let is_clue = clue.is(value);
            model.name(format!("region {} | is under {heading}", hidden + 1), is_clue);
            let model = &mut model.at(format!("region {}, {heading}", hidden + 1));
            model.require(implies(is_clue, is_any(hidden, &|name| self.is_under(heading, name))));
            for (&(place, number), expected) in chosen.iter().zip(letters(heading)) {
                let has = |name: &str| letter(name, number) == Some(expected);
                model.require(implies(is_clue, is_any(place, &has)));
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, &self.read(board).into_iter().flatten().collect_vec())
    }

    fn answer(&self, board: &Board) -> Answer {
        let names = self.read(board).into_iter().flatten().collect_vec();
        let hidden = self.regions.iter().position(|region| region.clue.is_none());
        let answer = hidden.and_then(|place| names.get(place)).copied().unwrap_or_default();
        let clue = check::spelled(self, &names).unwrap_or_default();
        Answer::new(answer.to_uppercase()).remark("its clue", clue)
    }

    /// Draws the vowels of each region, with lines where two of them change places, clues at the
    /// left and names at the right; without a board, only the first and the last vowels, and the
    /// transports.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.regions.len(), 5);
        let orders = self.orders().unwrap_or_default();
        let is_shown = |row: usize| board.is_some() || row == 0 || row + 1 == orders.len();
        for (row, order) in orders.iter().enumerate().filter(|&(row, _)| is_shown(row)) {
            for (column, vowel) in order.chars().enumerate() {
                let cell = Cell::new(row, column);
                picture.text(cell, &vowel.to_string(), Ink::Found);
                let before = row.checked_sub(1).and_then(|before| orders[before].find(vowel));
                let before = before.filter(|&before| board.is_some() && before != column);
                if let Some(before) = before {
                    picture.fill(cell, Tint::Highlight);
                    let [from, to] = [before, column].map(|column| column as f64 + 0.5);
                    let y = row as f64;
                    let ends =
                        if from < to { (from + 0.2, to - 0.2) } else { (from - 0.2, to + 0.2) };
                    picture.line(&[(ends.0, y - 0.2), (ends.1, y + 0.2)], Ink::Muted, 0.05);
                }
            }
        }
        let names = board.map(|board| self.read(board)).unwrap_or_default();
        for (row, region) in self.regions.iter().enumerate() {
            picture.label_left(row, &region.to_string());
            let name = names.get(row).copied().flatten();
            picture.label_right(row, name.unwrap_or(&region.transport));
        }
        picture
    }
}

impl Setter for WeirdTour {
    fn sizes(&self) -> Vec<usize> {
        (2..=16).collect()
    }

    /// Generates a tour of `size` regions.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        random::tour(size.clamp(2, 16), random)
    }
}
