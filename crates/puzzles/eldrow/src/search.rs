//! Branch and bound for the longest chain to each target.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use grid_utils::{BitSet, words_for};
use itertools::izip;
use puzzle::prelude::*;

use crate::{MOST_LETTERS, MOST_WORDS};

/// A whole that can be split into 1, 2, 3, 4 or 5 equal shares.
const WHOLE: u32 = 60;

/// The number of nodes that each target gets at first: long chains found early help with all
/// others.
const GLANCE: u64 = 50;

/// The number of letters of the alphabet, and a set of them.
const ALPHABET: usize = 26;
type Letters = BitSet<1>;

/// The sizes of a set of all words, and of sets that are small enough for fast work.
const ALL: usize = words_for(MOST_WORDS);
const FEW: usize = 4;

/// The marks of a guess against a target: a number of base 3, with a digit for each letter.
type Marks = u8;

/// Returns the place of a capital letter in the alphabet.
fn place(letter: u8) -> usize {
    usize::from(letter - b'A')
}

fn marks(guess: &[u8], target: &[u8]) -> Marks {
    // How often the target has each letter where the guess has another one.
    let mut open = [0_u8; ALPHABET];
    for (_, &here) in guess.iter().zip(target).filter(|(letter, here)| letter != here) {
        open[place(here)] += 1;
    }
    guess.iter().zip(target).fold(0, |marks, (&letter, &here)| {
        let open = &mut open[place(letter)];
        let is_yellow = letter != here && *open > 0;
        *open -= u8::from(is_yellow);
        3 * marks + if letter == here { 2 } else { u8::from(is_yellow) }
    })
}

/// The marks of each word against each other.
#[derive(Default)]
struct Table {
    /// By guess, then by target.
    of_guess: Vec<Vec<Marks>>,
    /// By target, then by guess.
    of_target: Vec<Vec<Marks>>,
    /// The letters of each word.
    letters: Vec<Letters>,
}

impl Table {
    fn new(words: &[&[u8]], search: &mut Search) -> ControlFlow<Stop, Self> {
        let mut table = Self::default();
        for word in words {
            search.poll()?;
            table.of_guess.push(words.iter().map(|target| marks(word, target)).collect());
            table.of_target.push(words.iter().map(|guess| marks(guess, word)).collect());
            table.letters.push(word.iter().map(|&letter| place(letter)).collect());
        }
        ControlFlow::Continue(table)
    }
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
    having: [BitSet<N>; ALPHABET],
    /// The words with none of these letters, with one, two, ...
    paying: [BitSet<N>; MOST_LETTERS + 1],
}

/// A bound on the words that can be added to a chain.
struct Bound {
    /// The maximum number of words that have letters of the target only.
    plain: usize,
    /// The highest price that a word pays for each other letter, ...
    prices: [u32; ALPHABET],
    /// ... the sum of these prices, ...
    total: u32,
    /// ... and the number of words with each letter.
    words: [usize; ALPHABET],
}

impl Bound {
    /// Returns the maximum number of words that can be added to a chain.
    fn most(&self) -> usize {
        self.plain + (self.total / WHOLE) as usize
    }

    /// Returns the payment of a word with these letters, at least a [`WHOLE`].
    fn paid(&self, letters: Letters) -> u32 {
        letters.iter().map(|letter| self.prices[letter]).sum()
    }

    /// Returns the maximum payment of a word that leaves more than this number of words possible;
    /// `None` if every payment does.
    fn most_paid(&self, words: usize) -> Option<u32> {
        let needed = u32::try_from((words + 1).checked_sub(self.plain)?).ok()?;
        (needed > 0).then(|| (self.total + WHOLE).saturating_sub(needed * WHOLE))
    }

    /// Returns the letter with the fewest words for its price.
    fn letter(&self) -> Option<usize> {
        // Of two quotients, the smaller one, without division.
        let quotient = |letter: usize| (self.words[letter], self.prices[letter] as usize);
        let priced = (0..ALPHABET).filter(|&letter| self.prices[letter] > 0);
        priced.min_by(|&one, &other| {
            let ((words, price), (others, other_price)) = (quotient(one), quotient(other));
            (words * other_price).cmp(&(others * price))
        })
    }
}

impl<const N: usize> Pool<N> {
    fn new(chains: &Chains, words: Vec<usize>) -> Self {
        let letters = words.iter().map(|&word| chains.table.letters[word]);
        let others = letters.map(|letters| letters - chains.table.letters[chains.target]);
        let others: Vec<Letters> = others.collect();
        let (mut having, mut paying) =
            ([BitSet::EMPTY; ALPHABET], [BitSet::EMPTY; MOST_LETTERS + 1]);
        for (place, others) in others.iter().enumerate() {
            others.iter().for_each(|letter| _ = having[letter].insert(place));
            paying[others.len()].insert(place);
        }
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
        let mut bound = Bound { plain: 0, prices: [0; ALPHABET], total: 0, words: [0; ALPHABET] };
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
        for letter in (0..ALPHABET).sorted_by_key(|&letter| bound.words[letter]) {
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

    /// Returns a pool of all words, each at its own index, and the set of all but the target.
    fn all(&self) -> (Pool<ALL>, BitSet<ALL>) {
        let words = 0..self.marks.len();
        (Pool::new(self, words.clone().collect()), BitSet::range(words).without(self.target))
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
        // A few words are renumbered, so that their sets are small.
        if N > FEW && candidates.len() <= BitSet::<FEW>::CAPACITY {
            let words = candidates.iter().map(|place| pool.words[place]);
            let few = Pool::<FEW>::new(self, words.collect());
            return self.extend(&few, BitSet::below(candidates.len()), search);
        }
        // The words chosen so far are compatible: they are a chain if they can be ordered.
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
            // Without room for a longer chain, this is a dead end. Lowering prices takes longer
            // than finding them, so it comes second.
            let mut bound = pool.bound(candidates, self);
            if length + bound.most() > *self.best {
                pool.lower(&mut bound, candidates);
            }
            if length + bound.most() <= *self.best {
                search.dead_end();
                return Flow::Continue(());
            }
            // A word that pays so much that the others cannot make up for it is in no longer chain.
            let before = candidates.len();
            if let Some(most_paid) = bound.most_paid((*self.best).saturating_sub(length)) {
                for place in candidates - pool.paying[0] {
                    if bound.paid(pool.others[place]) > most_paid {
                        candidates.remove(place);
                    }
                }
            }
            // Lower prices of what is left justify another pass if many words are gone.
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
        let (pool, all) = chains.all();
        targets.push((Reverse(pool.bound(all, &chains).most()), target));
    }
    targets.sort_unstable();
    for nodes in [GLANCE, u64::MAX] {
        let mut unfinished = Vec::new();
        for (bound, target) in targets {
            let mut chains = Chains { nodes, ..Chains::new(&table, target, &mut best) };
            let (pool, all) = chains.all();
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
        chains.append(&chains.all().1.iter().collect_vec(), search)?;
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
            let follows = |&other: &usize| other != word && self.can_precede(word, other);
            let later = followers.iter().copied().filter(follows).collect_vec();
            self.chain.push(word);
            self.append(&later, search)?;
            self.chain.pop();
        }
        Flow::Continue(())
    }
}
