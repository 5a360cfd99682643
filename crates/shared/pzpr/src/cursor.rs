//! A place in an address.

use anyhow::{Result, anyhow};
use grid_utils::Quoted;

/// Reads an address from its start to its end.
pub(crate) struct Cursor<'a> {
    address: &'a str,
    /// Number of bytes read; each is a character.
    read: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at a place; refuses characters that stand in no address.
    pub(crate) fn new(address: &'a str, place: usize) -> Result<Self> {
        let foreign = address.chars().position(|letter| !letter.is_ascii_graphic());
        let cursor = Cursor { address, read: place };
        foreign.map_or(Ok(cursor), |place| {
            let found = address.chars().skip(place).collect::<String>();
            Err(fault(place, "a character of an address", &found))
        })
    }

    fn rest(&self) -> &'a str {
        &self.address[self.read..]
    }

    /// Returns an error with the expected and the actual text at a place.
    pub(crate) fn expected(&self, place: usize, expected: &str) -> anyhow::Error {
        fault(place, expected, &self.address[place..])
    }

    /// Returns the number of characters read.
    pub(crate) fn place(&self) -> usize {
        self.read
    }

    /// Returns the next characters, if there are enough.
    pub(crate) fn ahead(&self, count: usize) -> Option<&'a str> {
        self.rest().get(..count)
    }

    /// Goes on behind this many characters.
    pub(crate) fn skip(&mut self, count: usize) {
        self.read += count;
    }

    /// Returns whether the address ends here.
    pub(crate) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Returns the text up to the next slash, if there is one.
    pub(crate) fn ahead_of_slash(&self) -> Option<&'a str> {
        self.rest().split_once('/').map(|(word, _)| word)
    }

    /// Reads this many characters.
    pub(crate) fn letters(&mut self, count: usize, expected: &str) -> Result<Vec<String>> {
        let letters =
            self.ahead(count).ok_or_else(|| self.expected(self.address.len(), expected))?;
        self.skip(count);
        Ok(letters.chars().map(String::from).collect())
    }

    /// Reads the text up to the next slash, and the slash.
    pub(crate) fn word<T>(
        &mut self,
        expected: &str,
        value: impl Fn(&str) -> Option<T>,
    ) -> Result<T> {
        let (word, _) = self.rest().split_once('/').unwrap_or((self.rest(), ""));
        let value = value(word).ok_or_else(|| self.expected(self.read, expected))?;
        self.read = self.address.len().min(self.read + word.len() + 1);
        Ok(value)
    }

    /// Takes a digit of base 32.
    pub(crate) fn digit(&mut self, expected: &str) -> Result<u32> {
        let digit = self.rest().chars().next().and_then(|digit| digit.to_digit(32));
        let digit = digit.ok_or_else(|| self.expected(self.read, expected))?;
        self.read += 1;
        Ok(digit)
    }

    /// Refuses remaining text.
    pub(crate) fn end(&self) -> Result<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected(self.read, "the end")) }
    }
}

fn fault(place: usize, expected: &str, rest: &str) -> anyhow::Error {
    let found = if rest.is_empty() { "its end".to_owned() } else { Quoted(rest).to_string() };
    anyhow!("the address, character {}: expected {expected}, and found {found}", place + 1)
}
