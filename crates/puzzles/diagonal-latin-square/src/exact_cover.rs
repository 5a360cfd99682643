//! The partly filled square as an exact cover: the remaining possible assignments.

use grid_utils::{BitSet, Cell};
use itertools::iproduct;

/// Marks a covered item in [`ExactCover::left`].
const COVERED: u8 = u8::MAX;

/// The largest order: a power of 2, since that makes digits cheap.
const BASE: usize = 64;

/// The options left for every item, updated by each assignment and restored when it is taken back.
///
/// Options and items are numbered. An option has its row, column and symbol as digits in base
/// [`BASE`], so the options of an item form an arithmetic progression.
#[derive(Clone, Debug)]
pub(crate) struct ExactCover {
    order: usize,
    /// Per item, its first option and the step to the next one. First come the symbols in the main
    /// diagonal, then those in the antidiagonal, in each row, and in each column, last the cells.
    items: Vec<(usize, usize)>,
    /// Per item, the options left, or the one that is assigned, by their places in the progression.
    options: Vec<BitSet<1>>,
    /// Per item, the number of options left, or [`COVERED`] once one of them is assigned.
    left: Vec<u8>,
    /// Per item, the conflict weight: how often it was the one that had no option left.
    weights: Vec<u64>,
    /// The assigned options, in their order, each with the number of options ruled out before.
    assigned: Vec<(usize, usize)>,
    /// The options ruled out by those assigned, in this order.
    ruled_out: Vec<usize>,
}

impl ExactCover {
    /// Returns the empty square of an order from 1 to 64.
    pub(crate) fn new(order: usize) -> Self {
        const ROW: usize = BASE * BASE;
        let main_diagonal = (0..order).map(|symbol| (symbol, ROW + BASE));
        let antidiagonal = (0..order).map(|symbol| ((order - 1) * BASE + symbol, ROW - BASE));
        let pairs = || iproduct!(0..order, 0..order);
        let rows = pairs().map(|(row, symbol)| (row * ROW + symbol, BASE));
        let columns = pairs().map(|(column, symbol)| (column * BASE + symbol, ROW));
        let cells = pairs().map(|(row, column)| (row * ROW + column * BASE, 1));
        let items: Vec<_> =
            main_diagonal.chain(antidiagonal).chain(rows).chain(columns).chain(cells).collect();
        Self {
            order,
            options: vec![BitSet::below(order); items.len()],
            left: vec![u8::try_from(order).expect("the order is at most 64"); items.len()],
            weights: vec![0; items.len()],
            items,
            assigned: Vec::new(),
            ruled_out: Vec::new(),
        }
    }

    /// Returns the order of the square.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// Returns the assigned cells and their symbols, in the order of assignment.
    pub(crate) fn assigned(&self) -> impl ExactSizeIterator<Item = (Cell, usize)> {
        self.assigned.iter().map(|&(option, _)| {
            let [row, column, symbol] = digits(option);
            (Cell::new(row, column), symbol)
        })
    }

    /// Returns the option of a symbol in a cell.
    pub(crate) fn option(cell: Cell, symbol: usize) -> usize {
        (cell.row * BASE + cell.column) * BASE + symbol
    }

    /// Returns whether an option is left, or assigned already.
    pub(crate) fn is_possible(&self, option: usize) -> bool {
        self.items_of(option).all(|(item, place)| self.options[item].contains(place))
    }

    /// Returns the last of the items with the fewest options left (minimum remaining values), or
    /// of those of them with the highest conflict weight; `None` if all are covered.
    ///
    /// Of such simple rules, the last item makes the fewest mistakes on empty squares: cells come
    /// before columns, columns before rows, rows before diagonals.
    pub(crate) fn with_fewest_options(&self, is_weighted: bool) -> Option<usize> {
        // The compiler turns a fold over bytes into vector instructions, sixteen items at a time.
        let fewest = self.left.iter().copied().fold(COVERED, u8::min);
        if fewest == COVERED {
            return None;
        }
        let mut items = (0..self.left.len()).filter(|&item| self.left[item] == fewest);
        if is_weighted { items.max_by_key(|&item| self.weights[item]) } else { items.next_back() }
    }

    /// Returns the options left for an item.
    pub(crate) fn options(&self, item: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (first, step) = self.items[item];
        self.options[item].iter().map(move |place| first + place * step)
    }

    /// Returns the items that an option covers, its cell first, each with the option's place in its
    /// progression.
    #[inline]
    fn items_of(&self, option: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let n = self.order;
        let [row, column, symbol] = digits(option);
        let (rows, columns, cells) = (2 * n, (2 + n) * n, (2 + 2 * n) * n);
        let lines = [
            (cells + row * n + column, symbol),
            (columns + column * n + symbol, row),
            (rows + row * n + symbol, column),
        ];
        let antidiagonal = (row + column == n - 1).then_some((n + symbol, row));
        let main_diagonal = (row == column).then_some((symbol, row));
        lines.into_iter().chain(antidiagonal).chain(main_diagonal)
    }

    /// Assigns a possible option: all other options of the items that it covers are ruled out.
    pub(crate) fn assign(&mut self, option: usize) {
        self.assigned.push((option, self.ruled_out.len()));
        for (item, _) in self.items_of(option) {
            for other in self.options(item).filter(|&other| other != option) {
                self.rule_out(other);
            }
        }
        for (item, _) in self.items_of(option) {
            self.left[item] = COVERED;
        }
    }

    #[inline]
    fn rule_out(&mut self, option: usize) {
        self.items_of(option).for_each(|(item, place)| {
            self.options[item].remove(place);
            self.left[item] -= 1;
            self.weights[item] += u64::from(self.left[item] == 0);
        });
        self.ruled_out.push(option);
    }

    /// Takes the last assignment back.
    pub(crate) fn take_back(&mut self) {
        let Some((option, ruled_out)) = self.assigned.pop() else { return };
        for (item, _) in self.items_of(option) {
            self.left[item] = 1;
        }
        while self.ruled_out.len() > ruled_out {
            let Some(other) = self.ruled_out.pop() else { return };
            self.items_of(other).for_each(|(item, place)| {
                self.options[item].insert(place);
                self.left[item] += 1;
            });
        }
    }
}

/// Returns the row, the column and the symbol of an option.
#[inline]
fn digits(option: usize) -> [usize; 3] {
    [option / (BASE * BASE), option / BASE % BASE, option % BASE]
}
