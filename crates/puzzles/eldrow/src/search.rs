//! Branch and bound for the longest chain to each target.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use grid_utils::{BitSet, words_for};
use itertools::{Itertools, izip};
use puzzle::{Board, Flow, Search, Stop};

use crate::{MOST_LETTERS, MOST_WORDS};

/// A whole that can be split into 1, 2, 3, 4 or 5 equal shares.
const WHOLE: u32 = 60;

/// The number of nodes that each target gets at first: long chains found early help with all
/// others.
const GLANCE: u64 = 50;

/// Different letters as numbers, padded with a larger number.
type Letters = [u8; MOST_LETTERS];
const NO_LETTER: u8 = 26;

/// The sizes of a set of all words, and of sets that are small enough for fast work.
const ALL: usize = words_for(MOST_WORDS);
const FEW: usize = 4;

/// The marks of a guess against a target: a number of base 3, with a digit for each letter.
type Marks = u8;

/// The marks of each word against each other.
struct Table {
    /// By guess, then by target.
    of_guess: Vec<Vec<Marks>>,
    /// By target, then by guess.
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

/// Returns a capital letter as a bit.
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
    /// The words of the chain, in the order in which they were chosen.
    chain: Vec<usize>,
    /// The number of nodes left to visit.
    nodes: u64,
    /// The length of the longest chain so far, to any target.
    best: &'t mut usize,
}

/// The words that may be in a chain: all words, or a few of them. Sets hold their indices.
struct Pool<const N: usize> {
    words: Vec<usize>,
    /// The letters of each word that the target does not have.
    others: Vec<Letters>,
    /// The words that have each of these letters.
    having: [BitSet<N>; 26],
    /// The words with none of these letters, with one, two, ...
    paying: [BitSet<N>; MOST_LETTERS + 1],
}

/// A bound on the words that can be added to a chain.
struct Bound {
    /// The maximum number of words that have letters of the target only.
    plain: usize,
    /// The highest price that a word pays for each other letter, ...
    prices: [u32; 27],
    /// ... the sum of these prices, ...
    total: u32,
    /// ... and the number of words with each letter.
    words: [usize; 26],
}

impl Bound {
    /// Returns the maximum number of words that can be added to a chain.
    fn most(&self) -> usize {
        self.plain + (self.total / WHOLE) as usize
    }

    /// Returns the payment of a word with these letters, at least a [`WHOLE`].
    fn paid(&self, letters: Letters) -> u32 {
        letters.iter().map(|&letter| self.prices[usize::from(letter)]).sum()
    }

    /// Returns the maximum payment of a word that leaves more than this number of words possible;
    /// `None` if every payment does.
    fn most_paid(&self, words: usize) -> Option<u32> {
        let needed = u32::try_from((words + 1).checked_sub(self.plain)?).ok()?;
        (needed > 0).then(|| (self.total + WHOLE).saturating_sub(needed * WHOLE))
    }

    /// Returns the letter with the fewest words for its price.
    fn letter(&self) -> Option<usize> {
        let worth = |letter: usize| (self.words[letter], self.prices[letter] as usize);
        let is_less =
            |one: (usize, usize), other: (usize, usize)| one.0 * other.1 < other.0 * one.1;
        (0..26).filter(|&letter| self.prices[letter] > 0).reduce(|first, letter| {
            if is_less(worth(letter), worth(first)) { letter } else { first }
        })
    }
}

impl<const N: usize> Pool<N> {
    fn new(chains: &Chains, words: Vec<usize>) -> Self {
        let letters = &chains.table.letters;
        let (mut having, mut paying) = ([BitSet::EMPTY; 26], [BitSet::EMPTY; MOST_LETTERS + 1]);
        let others = words.iter().enumerate().map(|(place, &word)| {
            let (mut others, mut count) = ([NO_LETTER; MOST_LETTERS], 0);
            for letter in bits(letters[word] & !letters[chains.target]) {
                having[usize::from(letter)].insert(place);
                others[count] = letter;
                count += 1;
            }
            paying[count].insert(place);
            others
        });
        let others = others.collect();
        Self { words, others, having, paying }
    }

    /// Returns those of these words that can be in the same chain as this one.
    fn compatible(&self, place: usize, others: BitSet<N>, chains: &Chains) -> BitSet<N> {
        // The marks of the word as a guess and as a target are read row by row.
        let (word, marks) = (self.words[place], chains.marks);
        let told = marks[word];
        let [forwards, backwards] =
            [&chains.table.of_guess, &chains.table.of_target].map(|table| &table[word][..]);
        if N == ALL {
            let mut compatible = [0; N];
            // All words at once, each at its own index.
            let rows = izip!(forwards.chunks(64), backwards.chunks(64), marks.chunks(64));
            for (compatible, (forwards, backwards, marks)) in compatible.iter_mut().zip(rows) {
                let mut fits = [0; 64];
                for (fits, forwards, backwards, mark) in
                    izip!(&mut fits, forwards, backwards, marks)
                {
                    *fits = u8::from(*forwards == told) | u8::from(backwards == mark);
                }
                *compatible = packed(&fits);
            }
            return others & BitSet::from_words(compatible);
        }
        let mut compatible = others;
        for place in others {
            let other = self.words[place];
            if forwards[other] != told && backwards[other] != marks[other] {
                compatible.remove(place);
            }
        }
        compatible
    }

    /// Returns the bound by the highest share that a word has in each letter.
    fn bound(&self, candidates: BitSet<N>, chains: &Chains) -> Bound {
        let mut bound = Bound { plain: 0, prices: [0; 27], total: 0, words: [0; 26] };
        // Sets of mutually exclusive words.
        let mut plain = candidates & self.paying[0];
        while !plain.is_empty() {
            bound.plain += 1;
            let mut others = plain;
            while let Some(place) = others.pop_first() {
                plain.remove(place);
                others -= self.compatible(place, others, chains);
            }
        }
        for (letter, &having) in self.having.iter().enumerate() {
            let having = candidates & having;
            let least = (0..).zip(&self.paying).find(|(_, paying)| having.intersects(**paying));
            bound.prices[letter] = least.map_or(0, |(count, _)| WHOLE / count);
        }
        bound.total = bound.prices.iter().sum();
        bound
    }

    /// Counts the words with each letter, and lowers prices, those of the rarest letters first,
    /// while each candidate pays a whole.
    fn lower(&self, bound: &mut Bound, candidates: BitSet<N>) {
        bound.words = self.having.map(|having| (candidates & having).len());
        for letter in (0..26).sorted_by_key(|&letter| bound.words[letter]) {
            let mut excess = bound.prices[letter];
            for place in candidates & self.having[letter] {
                if excess == 0 {
                    break;
                }
                excess = excess.min(bound.paid(self.others[place]) - WHOLE);
            }
            bound.prices[letter] -= excess;
            bound.total -= excess;
        }
    }
}

impl<'t> Chains<'t> {
    fn new(table: &'t Table, target: usize, best: &'t mut usize) -> Self {
        let marks = &table.of_target[target];
        Self { table, target, marks, chain: Vec::new(), nodes: u64::MAX, best }
    }

    /// Returns all words but the target.
    fn candidates(&self) -> Vec<usize> {
        (0..self.marks.len()).filter(|&word| word != self.target).collect()
    }

    /// Returns a pool of all words, each at its own index.
    fn pool(&self) -> Pool<ALL> {
        Pool::new(self, (0..self.marks.len()).collect())
    }

    /// Returns whether one word can occur somewhere before the other.
    fn can_precede(&self, one: usize, other: usize) -> bool {
        self.table.of_guess[one][other] == self.marks[one]
    }

    /// Returns the words of the chain in an order in which each can precede all later ones, and the
    /// target.
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

    /// Adds candidates to the chain; each of them can be in a chain with all of its words.
    fn extend<const N: usize>(
        &mut self,
        pool: &Pool<N>,
        mut candidates: BitSet<N>,
        search: &mut Search,
    ) -> Flow {
        if N > FEW && candidates.len() <= BitSet::<FEW>::CAPACITY {
            let words = candidates.iter().map(|place| pool.words[place]);
            let few = Pool::<FEW>::new(self, words.collect());
            return self.extend(&few, BitSet::below(candidates.len()), search);
        }
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
            let mut bound = pool.bound(candidates, self);
            if length + bound.most() > *self.best {
                pool.lower(&mut bound, candidates);
            }
            if length + bound.most() <= *self.best {
                search.dead_end();
                return Flow::Continue(());
            }
            let before = candidates.len();
            if let Some(most_paid) = bound.most_paid((*self.best).saturating_sub(length)) {
                for place in candidates - pool.paying[0] {
                    if bound.paid(pool.others[place]) > most_paid {
                        candidates.remove(place);
                    }
                }
            }
            // Lower prices justify another pass if many words are gone.
            if candidates.len() < before - before / 8 {
                continue;
            }
            // A word with this letter is in the chain, or none.
            let ways = match bound.letter() {
                Some(letter) => candidates & pool.having[letter],
                None => candidates.first().into_iter().collect(),
            };
            candidates -= ways;
            // Words that leave the most candidates come first.
            for place in pool.paying.iter().flat_map(|&words| (ways & words).iter()) {
                let compatible = pool.compatible(place, candidates, self);
                self.chain.push(pool.words[place]);
                self.extend(pool, compatible, search)?;
                self.chain.pop();
            }
        }
        Flow::Continue(())
    }
}

/// Bytes that are 0 or 1 as bits.
fn packed(bytes: &[u8; 64]) -> u64 {
    let bytes = bytes.as_chunks::<8>().0.iter();
    bytes.rev().fold(0, |bits, &eight| {
        bits << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// Returns the places of the bits of a number.
fn bits(mut number: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = u8::try_from(number.trailing_zeros()).ok();
        number &= number.wrapping_sub(1);
        place.filter(|&place| place < 32)
    })
}

fn board(chain: &[usize]) -> Board {
    chain.iter().map(|&word| i64::try_from(word).unwrap_or(i64::MAX)).collect::<Vec<_>>().into()
}

/// Reports ever longer chains; tries the targets with the highest bounds first.
pub(crate) fn longest(words: &[&[u8]], search: &mut Search) -> Flow {
    let table = Table::new(words, search)?;
    let mut best = 0;
    let mut targets = Vec::new();
    for target in 0..words.len() {
        search.poll()?;
        let chains = Chains::new(&table, target, &mut best);
        let pool = chains.pool();
        let all = BitSet::below(pool.words.len()).without(target);
        targets.push((Reverse(pool.bound(all, &chains).most()), target));
    }
    targets.sort_unstable();
    for nodes in [GLANCE, u64::MAX] {
        let mut unfinished = Vec::new();
        for (bound, target) in targets {
            let mut chains = Chains { nodes, ..Chains::new(&table, target, &mut best) };
            let pool = chains.pool();
            let all = BitSet::below(pool.words.len()).without(target);
            chains.extend(&pool, all, search)?;
            if chains.nodes == 0 {
                unfinished.push((bound, target));
            }
        }
        targets = unfinished;
    }
    Flow::Continue(())
}

/// Does the same by the definition: a word can follow if all earlier ones allow it.
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
