//! Branch and bound for the longest chain to each target.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use puzzle::{Board, Flow, Search, Stop};

/// A whole that can be split in 1, 2, 3, 4 or 5 equal shares.
const WHOLE: u32 = 60;

/// The nodes that each target gets at first: long chains are found soon, and help with all others.
const GLANCE: u64 = 200;

/// The marks of a guess against a target: a number of base 3, with a digit for each letter.
type Marks = u8;

/// The marks of each word against each.
struct Table {
    /// By the guess, then by the target.
    of_guess: Vec<Vec<Marks>>,
    /// By the target, then by the guess.
    of_target: Vec<Vec<Marks>>,
    /// The letters of each word, as bits.
    letters: Vec<u32>,
}

impl Table {
    fn new(words: &[&[u8]], search: &mut Search) -> ControlFlow<Stop, Self> {
        let mut of_guess: Vec<Vec<Marks>> = Vec::with_capacity(words.len());
        for guess in words {
            search.poll()?;
            of_guess.push(words.iter().map(|target| marks(guess, target)).collect());
        }
        let of_target = (0..words.len()).map(|target| {
            search.poll()?;
            ControlFlow::Continue(of_guess.iter().map(|marks| marks[target]).collect())
        });
        let mut transposed = Vec::with_capacity(words.len());
        for row in of_target {
            transposed.push(row?);
        }
        let letters =
            words.iter().map(|word| word.iter().fold(0, |set, &letter| set | bit(letter)));
        ControlFlow::Continue(Self { letters: letters.collect(), of_guess, of_target: transposed })
    }
}

/// A capital letter as a bit.
fn bit(letter: u8) -> u32 {
    1 << (letter - b'A')
}

fn marks(guess: &[u8], target: &[u8]) -> Marks {
    let mut open = [0_u8; 26];
    for (guess, &target) in guess.iter().zip(target) {
        if *guess != target {
            open[usize::from(target - b'A')] += 1;
        }
    }
    guess.iter().zip(target).fold(0, |marks, (&letter, target)| {
        let open = &mut open[usize::from(letter - b'A')];
        let mark = if letter == *target {
            2
        } else if *open > 0 {
            *open -= 1;
            1
        } else {
            0
        };
        3 * marks + mark
    })
}

/// The chains to one target.
struct Chains<'t> {
    table: &'t Table,
    target: usize,
    /// The marks of each word against the target.
    marks: &'t [Marks],
    /// The letters of each word that the target does not have, as bits.
    others: Vec<u32>,
    /// The share of a chain's word that each of these letters has, in parts of [`WHOLE`].
    share: Vec<u32>,
    /// The words of the chain, in the order in which they were chosen.
    chain: Vec<usize>,
    /// The nodes that are left to visit.
    nodes: u64,
    /// The length of the longest chain so far, to any target.
    best: &'t mut usize,
}

/// What some words can add to a chain.
struct Bound {
    /// How many of them that have letters of the target only.
    plain: usize,
    /// The most that a word pays for each other letter, ...
    prices: [u32; 26],
    /// ... all of that together, ...
    total: u32,
    /// ... and how many words have it.
    words: [u32; 26],
}

impl Bound {
    /// How many words they can add to a chain.
    fn most(&self) -> usize {
        self.plain + (self.total / WHOLE) as usize
    }

    /// The same, if a word is among them that pays for these letters alone.
    fn most_with(&self, letters: u32) -> usize {
        let paid: u32 = bits(letters).map(|letter| self.prices[letter]).sum();
        self.plain + ((self.total + WHOLE - paid) / WHOLE) as usize
    }

    /// The letter with the fewest words for its price.
    fn letter(&self) -> Option<usize> {
        let worth = |letter: usize| (self.words[letter], self.prices[letter]);
        let is_less = |one: (u32, u32), other: (u32, u32)| one.0 * other.1 < other.0 * one.1;
        (0..26).filter(|&letter| self.words[letter] > 0).reduce(|first, letter| {
            if is_less(worth(letter), worth(first)) { letter } else { first }
        })
    }
}

impl<'t> Chains<'t> {
    fn new(table: &'t Table, target: usize, best: &'t mut usize) -> Self {
        let others = table.letters.iter().map(|letters| letters & !table.letters[target]);
        let others: Vec<u32> = others.collect();
        let share = others.iter().map(|others| WHOLE / others.count_ones().max(1)).collect();
        let marks = &table.of_target[target];
        Self { table, target, marks, others, share, chain: Vec::new(), nodes: u64::MAX, best }
    }

    /// All words but the target.
    fn candidates(&self) -> Vec<usize> {
        (0..self.marks.len()).filter(|&word| word != self.target).collect()
    }

    /// Whether one word can stand somewhere before the other.
    fn can_precede(&self, one: usize, other: usize) -> bool {
        self.table.of_guess[one][other] == self.marks[one]
    }

    /// Whether two words can be in the same chain.
    fn are_compatible(&self, one: usize, other: usize) -> bool {
        self.can_precede(one, other) || self.can_precede(other, one)
    }

    /// The words that can be in the same chain as this one; the marks of both are read row by row.
    fn compatible(&self, word: usize, others: &[usize]) -> Vec<usize> {
        let [forwards, backwards] =
            [&self.table.of_guess, &self.table.of_target].map(|table| &table[word][..]);
        let told = self.marks[word];
        let mut compatible = Vec::with_capacity(others.len());
        compatible.extend(
            others
                .iter()
                .copied()
                .filter(|&other| forwards[other] == told || backwards[other] == self.marks[other]),
        );
        compatible
    }

    /// The words of the chain in an order in which each can precede all later ones, and the target.
    fn in_order(&self) -> Option<Vec<usize>> {
        let mut left = self.chain.clone();
        let mut order = Vec::new();
        while !left.is_empty() {
            let first = left.iter().position(|&one| {
                left.iter().all(|&other| one == other || self.can_precede(one, other))
            });
            order.push(left.remove(first?));
        }
        order.push(self.target);
        Some(order)
    }

    fn bound(&self, candidates: &[usize]) -> Bound {
        let (mut prices, mut words) = ([0; 26], [0; 26]);
        // Sets of words that exclude each other.
        let mut plain: Vec<Vec<usize>> = Vec::new();
        for &word in candidates {
            if self.others[word] == 0 {
                let excludes = |&other: &usize| !self.are_compatible(word, other);
                match plain.iter_mut().find(|set| set.iter().all(excludes)) {
                    Some(set) => set.push(word),
                    None => plain.push(vec![word]),
                }
            }
            for letter in bits(self.others[word]) {
                prices[letter] = self.share[word].max(prices[letter]);
                words[letter] += 1;
            }
        }
        Bound { plain: plain.len(), total: prices.iter().sum(), prices, words }
    }

    /// Adds candidates to the chain; each of them can be in a chain with all of its words.
    fn extend(&mut self, mut candidates: Vec<usize>, search: &mut Search) -> Flow {
        let length = self.chain.len() + 1;
        if length > *self.best
            && let Some(chain) = self.in_order()
        {
            *self.best = length;
            search.solution(board(&chain))?;
        }
        while self.nodes > 0 {
            self.nodes -= 1;
            search.visit(self.chain.len(), || board(&self.in_order().unwrap_or_default()))?;
            let bound = self.bound(&candidates);
            if length + bound.most() <= *self.best {
                search.dead_end();
                return Flow::Continue(());
            }
            let before = candidates.len();
            candidates.retain(|&word| {
                let others = self.others[word];
                others == 0 || length + bound.most_with(others) > *self.best
            });
            // Prices may have fallen, which is worth another look if many words are gone.
            if candidates.len() < before - before / 8 {
                continue;
            }
            // Some word with this letter is in the chain, or none.
            let (mut ways, rest): (Vec<usize>, Vec<usize>) = match bound.letter() {
                Some(letter) => {
                    candidates.iter().partition(|&&word| self.others[word] >> letter & 1 == 1)
                }
                None => (candidates[..1].to_vec(), candidates[1..].to_vec()),
            };
            ways.sort_by_key(|&word| Reverse(self.share[word]));
            for word in ways {
                let compatible = self.compatible(word, &rest);
                self.chain.push(word);
                self.extend(compatible, search)?;
                self.chain.pop();
            }
            candidates = rest;
        }
        Flow::Continue(())
    }
}

/// The places of the bits of a number.
fn bits(mut number: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = number.trailing_zeros();
        number &= number.wrapping_sub(1);
        (place < u32::BITS).then_some(place as usize)
    })
}

fn board(chain: &[usize]) -> Board {
    chain.iter().map(|&word| i64::try_from(word).unwrap_or(i64::MAX)).collect::<Vec<_>>().into()
}

/// Reports ever longer chains; looks at the targets with the highest bounds first.
pub(crate) fn longest(words: &[&[u8]], search: &mut Search) -> Flow {
    let table = Table::new(words, search)?;
    let mut best = 0;
    let mut targets = Vec::new();
    for target in 0..words.len() {
        search.poll()?;
        let chains = Chains::new(&table, target, &mut best);
        targets.push((Reverse(chains.bound(&chains.candidates()).most()), target));
    }
    targets.sort_unstable();
    for nodes in [GLANCE, u64::MAX] {
        let mut unfinished = Vec::new();
        for (bound, target) in targets {
            let mut chains = Chains { nodes, ..Chains::new(&table, target, &mut best) };
            chains.extend(chains.candidates(), search)?;
            if chains.nodes == 0 {
                unfinished.push((bound, target));
            }
        }
        targets = unfinished;
    }
    Flow::Continue(())
}

/// The same by the definition: each word follows if no earlier one forbids it.
pub(crate) fn word_by_word(words: &[&[u8]], search: &mut Search) -> Flow {
    let table = Table::new(words, search)?;
    let mut best = 0;
    for target in 0..words.len() {
        let mut chains = Chains::new(&table, target, &mut best);
        chains.append(&chains.candidates(), search)?;
    }
    Flow::Continue(())
}

impl Chains<'_> {
    /// Appends each of the words that can follow the chain.
    fn append(&mut self, followers: &[usize], search: &mut Search) -> Flow {
        let mut chain = self.chain.clone();
        chain.push(self.target);
        search.visit(self.chain.len(), || board(&chain))?;
        if chain.len() > *self.best {
            *self.best = chain.len();
            search.solution(board(&chain))?;
        }
        for &word in followers {
            let later = followers.iter().copied();
            let later = later.filter(|&other| other != word && self.can_precede(word, other));
            let later: Vec<usize> = later.collect();
            self.chain.push(word);
            self.append(&later, search)?;
            self.chain.pop();
        }
        Flow::Continue(())
    }
}
