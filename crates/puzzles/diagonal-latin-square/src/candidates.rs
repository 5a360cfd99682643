//! What can still go where: the partly filled square as the search sees it.

/// A symbol in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) row: u8,
    pub(crate) column: u8,
    pub(crate) symbol: u8,
}

/// Something that must be chosen exactly once: a cell's symbol, or a symbol's place in a row, a
/// column or a diagonal. Its number, see [`Candidates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(u16);

/// Marks in [`Candidates::open`] a choice that has been made.
const MADE: u8 = 0x80;

/// The options left for every choice, kept up to date entry by entry and taken back likewise.
///
/// The choices are numbered by kind: first where each symbol goes in the main diagonal, then in
/// the antidiagonal, in each row, in each column, last which symbol goes into each cell. Every
/// kind holds a bit mask of options: rows for a diagonal or a column, columns for a row, symbols
/// for a cell.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    order: usize,
    /// Per choice, the options left.
    options: Vec<u64>,
    /// Per choice, how many options are left; with [`MADE`] on top once it has been made.
    open: Vec<u8>,
    /// Per choice, how often it was the one that had no option left.
    failures: Vec<u64>,
    /// The entries made, in the order of their making, each with the number of entries that had
    /// been ruled out before.
    made: Vec<(Entry, usize)>,
    /// The entries ruled out by those made, in this order.
    ruled_out: Vec<Entry>,
    /// Whether the last entry left some choice without an option.
    dead: bool,
}

impl Candidates {
    /// The empty square of an order from 1 to 64.
    pub(crate) fn new(order: usize) -> Self {
        let choices = 3 * order * order + 2 * order;
        Self {
            order,
            options: vec![u64::MAX >> (64 - order); choices],
            open: vec![order as u8; choices],
            failures: vec![0; choices],
            made: Vec::with_capacity(order * order),
            ruled_out: Vec::new(),
            dead: false,
        }
    }

    /// The order of the square.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// The entries made.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.made.iter().map(|&(entry, _)| entry)
    }

    /// Whether the last entry left some choice without an option.
    pub(crate) fn dead(&self) -> bool {
        self.dead
    }

    /// Whether an entry is still possible, or made already.
    pub(crate) fn possible(&self, entry: Entry) -> bool {
        self.choices_of(entry).all(|(choice, option)| self.options[choice] >> option & 1 == 1)
    }

    /// The options of a choice.
    pub(crate) fn options(&self, choice: Choice) -> u64 {
        self.options[usize::from(choice.0)]
    }

    /// The last of the choices with the fewest options; none if every choice has been made.
    pub(crate) fn scarcest(&self) -> Option<Choice> {
        let fewest = self.fewest_options()?;
        self.open.iter().rposition(|&open| open == fewest).map(|choice| Choice(choice as u16))
    }

    /// Of the choices with the fewest options the one that most often had none left, the first of
    /// them counted from choice number `start`, round about; none if every choice has been made.
    pub(crate) fn scarcest_by_failures(&self, start: u64) -> Option<Choice> {
        let fewest = self.fewest_options()?;
        let start = (start % self.open.len() as u64) as usize;
        let mut best = None;
        for choice in (start..self.open.len()).chain(0..start) {
            let failures = self.failures[choice];
            if self.open[choice] == fewest && best.is_none_or(|(most, _)| failures > most) {
                best = Some((failures, Choice(choice as u16)));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// The fewest options of any choice that is still to be made. (The compiler turns the fold over
    /// bytes into vector instructions, sixteen choices at a time.)
    fn fewest_options(&self) -> Option<u8> {
        let fewest = self.open.iter().copied().fold(u8::MAX, u8::min);
        (fewest < MADE).then_some(fewest)
    }

    /// What an option of a choice means.
    pub(crate) fn entry(&self, choice: Choice, option: u8) -> Entry {
        let order = self.order;
        let (kind, number) = match usize::from(choice.0) {
            number if number < 2 * order => return self.diagonal_entry(number, option),
            number => {
                ((number - 2 * order) / (order * order), (number - 2 * order) % (order * order))
            }
        };
        let (line, symbol) = ((number / order) as u8, (number % order) as u8);
        match kind {
            0 => Entry { row: line, column: option, symbol },
            1 => Entry { row: option, column: line, symbol },
            _ => Entry { row: line, column: symbol, symbol: option },
        }
    }

    fn diagonal_entry(&self, number: usize, row: u8) -> Entry {
        let symbol = (number % self.order) as u8;
        let column = if number < self.order { row } else { self.order as u8 - 1 - row };
        Entry { row, column, symbol }
    }

    /// The choices that an entry takes part in, its cell's first, each with the option that the
    /// entry is.
    #[inline]
    fn choices_of(&self, entry: Entry) -> impl Iterator<Item = (usize, u8)> + use<> {
        let order = self.order;
        let Entry { row, column, symbol } = entry;
        let (r, c, s) = (usize::from(row), usize::from(column), usize::from(symbol));
        let rows = 2 * order;
        let columns = rows + order * order;
        let cells = columns + order * order;
        let mut choices = [
            (cells + r * order + c, symbol),
            (columns + c * order + s, row),
            (rows + r * order + s, column),
            (order + s, row),
            (s, row),
        ];
        let mut number = 3;
        if r + c == order - 1 {
            number += 1;
        }
        if r == c {
            choices[number] = choices[4];
            number += 1;
        }
        choices.into_iter().take(number)
    }

    /// Makes an entry that is possible. Every other option of its choices is ruled out.
    pub(crate) fn make(&mut self, entry: Entry) {
        self.dead = false;
        self.made.push((entry, self.ruled_out.len()));
        for (choice, option) in self.choices_of(entry) {
            let mut others = self.options[choice] & !(1 << option);
            while others != 0 {
                self.rule_out(self.entry(Choice(choice as u16), others.trailing_zeros() as u8));
                others &= others - 1;
            }
        }
        for (choice, _) in self.choices_of(entry) {
            self.open[choice] |= MADE;
        }
    }

    #[inline]
    fn rule_out(&mut self, entry: Entry) {
        for (choice, option) in self.choices_of(entry) {
            self.options[choice] &= !(1 << option);
            self.open[choice] -= 1;
            if self.open[choice] == 0 {
                self.dead = true;
                self.failures[choice] += 1;
            }
        }
        self.ruled_out.push(entry);
    }

    /// Takes the last entry back.
    pub(crate) fn take_back(&mut self) {
        self.dead = false;
        let Some((entry, ruled_out)) = self.made.pop() else { return };
        for (choice, _) in self.choices_of(entry) {
            self.open[choice] &= !MADE;
        }
        while self.ruled_out.len() > ruled_out {
            let Some(other) = self.ruled_out.pop() else { return };
            for (choice, option) in self.choices_of(other) {
                self.options[choice] |= 1 << option;
                self.open[choice] += 1;
            }
        }
    }
}
