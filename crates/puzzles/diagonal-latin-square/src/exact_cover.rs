//! The partly filled square as an exact cover: the remaining possible assignments.

/// An option of the exact cover: a symbol in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) row: u8,
    pub(crate) column: u8,
    pub(crate) symbol: u8,
}

/// An item of the exact cover, by its number: a cell, or a symbol in a row, in a column or in a
/// diagonal. Exactly one option of each item is in a filled square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item(usize);

/// Marks a covered item in [`ExactCover::left`].
const COVERED: u8 = 0x80;

/// The options left for every item, updated by each assignment and restored when it is taken back.
///
/// The items are numbered by kind: first each symbol in the main diagonal, then in the antidiagonal,
/// in each row, in each column, last the cells. Every item holds a bit mask of its options: rows for
/// a symbol in a diagonal or a column, columns for a symbol in a row, symbols for a cell.
#[derive(Clone, Debug)]
pub(crate) struct ExactCover {
    order: u8,
    /// Per item, the options left.
    options: Vec<u64>,
    /// Per item, the number of options left; with [`COVERED`] on top once one of them is assigned.
    left: Vec<u8>,
    /// Per item, the conflict weight: how often it was the one that had no option left.
    weights: Vec<u64>,
    /// The assignments, in their order, each with the number of options ruled out before.
    assigned: Vec<(Assignment, usize)>,
    /// The options ruled out by those assigned, in this order.
    ruled_out: Vec<Assignment>,
    /// Whether the last assignment left some item without an option.
    is_dead: bool,
}

impl ExactCover {
    /// Returns the empty square of an order from 1 to 64.
    pub(crate) fn new(order: u8) -> Self {
        let n = usize::from(order);
        let items = 3 * n * n + 2 * n;
        Self {
            order,
            options: vec![u64::MAX >> (64 - order); items],
            left: vec![order; items],
            weights: vec![0; items],
            assigned: Vec::with_capacity(n * n),
            ruled_out: Vec::new(),
            is_dead: false,
        }
    }

    /// Returns the order of the square.
    pub(crate) fn order(&self) -> u8 {
        self.order
    }

    /// Returns the assignments.
    pub(crate) fn assigned(&self) -> impl Iterator<Item = Assignment> {
        self.assigned.iter().map(|&(assignment, _)| assignment)
    }

    /// Returns whether the last assignment left some item without an option.
    pub(crate) fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Returns whether an option is left, or assigned already.
    pub(crate) fn is_possible(&self, assignment: Assignment) -> bool {
        self.items_of(assignment).all(|(item, option)| self.options[item] >> option & 1 == 1)
    }

    /// Returns the options left for an item.
    pub(crate) fn options(&self, item: Item) -> u64 {
        self.options[item.0]
    }

    /// Returns the last of the items with the fewest options left (minimum remaining values), or
    /// of those of them with the highest conflict weight; `None` if all are covered.
    ///
    /// Of such simple rules, the last item makes the fewest mistakes on empty squares: cells come
    /// before columns, columns before rows, rows before diagonals.
    pub(crate) fn with_fewest_options(&self, is_weighted: bool) -> Option<Item> {
        let fewest = self.fewest_left()?;
        if !is_weighted {
            return self.left.iter().rposition(|&left| left == fewest).map(Item);
        }
        let items = (0..self.left.len()).filter(|&item| self.left[item] == fewest);
        items.max_by_key(|&item| self.weights[item]).map(Item)
    }

    /// Returns the fewest options of any item that is not covered. (The compiler turns the fold
    /// over bytes into vector instructions, sixteen items at a time.)
    fn fewest_left(&self) -> Option<u8> {
        let fewest = self.left.iter().copied().fold(u8::MAX, u8::min);
        (fewest < COVERED).then_some(fewest)
    }

    /// Returns the assignment that an option of an item stands for.
    #[expect(clippy::cast_possible_truncation, reason = "rows, columns, symbols: all below 64")]
    pub(crate) fn assignment(&self, item: Item, option: u8) -> Assignment {
        let order = usize::from(self.order);
        let Some(number) = item.0.checked_sub(2 * order) else {
            let symbol = (item.0 % order) as u8;
            let column = if item.0 < order { option } else { self.order - 1 - option };
            return Assignment { row: option, column, symbol };
        };
        let (kind, number) = (number / (order * order), number % (order * order));
        let (line, symbol) = ((number / order) as u8, (number % order) as u8);
        match kind {
            0 => Assignment { row: line, column: option, symbol },
            1 => Assignment { row: option, column: line, symbol },
            _ => Assignment { row: line, column: symbol, symbol: option },
        }
    }

    /// Returns the items that an assignment covers, its cell first, each with the corresponding
    /// option.
    #[inline]
    fn items_of(&self, assignment: Assignment) -> impl Iterator<Item = (usize, u8)> + use<> {
        let order = usize::from(self.order);
        let Assignment { row, column, symbol } = assignment;
        let (r, c, s) = (usize::from(row), usize::from(column), usize::from(symbol));
        let rows = 2 * order;
        let columns = rows + order * order;
        let cells = columns + order * order;
        let mut items = [
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
            items[number] = items[4];
            number += 1;
        }
        items.into_iter().take(number)
    }

    /// Makes a possible assignment: all other options of the items that it covers are ruled out.
    pub(crate) fn assign(&mut self, assignment: Assignment) {
        self.is_dead = false;
        self.assigned.push((assignment, self.ruled_out.len()));
        for (item, option) in self.items_of(assignment) {
            let mut others = self.options[item] & !(1 << option);
            while others != 0 {
                self.rule_out(self.assignment(Item(item), first(others)));
                others &= others - 1;
            }
        }
        for (item, _) in self.items_of(assignment) {
            self.left[item] |= COVERED;
        }
    }

    #[inline]
    fn rule_out(&mut self, assignment: Assignment) {
        for (item, option) in self.items_of(assignment) {
            self.options[item] &= !(1 << option);
            self.left[item] -= 1;
            if self.left[item] == 0 {
                self.is_dead = true;
                self.weights[item] += 1;
            }
        }
        self.ruled_out.push(assignment);
    }

    /// Takes the last assignment back.
    pub(crate) fn take_back(&mut self) {
        self.is_dead = false;
        let Some((assignment, ruled_out)) = self.assigned.pop() else { return };
        for (item, _) in self.items_of(assignment) {
            self.left[item] &= !COVERED;
        }
        while self.ruled_out.len() > ruled_out {
            let Some(other) = self.ruled_out.pop() else { return };
            for (item, option) in self.items_of(other) {
                self.options[item] |= 1 << option;
                self.left[item] += 1;
            }
        }
    }
}

/// Returns the first member of a set that is not empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it is below 64")]
pub(crate) fn first(set: u64) -> u8 {
    set.trailing_zeros() as u8
}
