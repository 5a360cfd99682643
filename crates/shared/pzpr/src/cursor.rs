//! A place in an address.

use anyhow::{Result, anyhow};
use grid_utils::Quoted;

/// Reads an address from its start to its end.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    address: &'a str,
    /// Number of bytes read; each is a character.
    read: usize,
}

impl<'a> Cursor<'a> {
    /// Refuses characters that stand in no address.
    pub(crate) fn new(address: &'a str) -> Result<Self> {
        let foreign = address.chars().position(|letter| !letter.is_ascii_graphic());
        let cursor = Cursor { address, read: 0 };
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

    /// Takes the next character.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.read += 1;
        Some(next)
    }

    /// Skips to after the first character of this kind.
    pub(crate) fn skip_past(&mut self, end: char, expected: &str) -> Result<()> {
        let length = self.rest().find(end);
        self.read += 1 + length.ok_or_else(|| self.expected(self.address.len(), expected))?;
        Ok(())
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

    /// Takes a number of this many digits.
    pub(crate) fn digits(&mut self, count: usize, radix: u32, expected: &str) -> Result<u32> {
        let place = self.read;
        let mut number = 0;
        for _ in 0..count {
            let digit = self.next().and_then(|digit| digit.to_digit(radix));
            number = number * radix + digit.ok_or_else(|| self.expected(place, expected))?;
        }
        Ok(number)
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
