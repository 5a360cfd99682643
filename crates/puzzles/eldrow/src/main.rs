//! # Eldrow
//!
//! *Jane Street, February 2022.* A guess of five letters is marked against a target: green where
//! the letters agree; yellow where another letter of the target, not matched yet, is the same; grey
//! elsewhere. A chain is a sequence of guesses that never contradict the marks so far: each word
//! gets the same marks against all later ones as against the target, which is the last one. How
//! many words can a chain have, from a list of 2315?
//!
//! ```text
//! TRACK  GY---      T is right, R is somewhere else, there is no A, C, K
//! TOWER  G--GG      TROMP could not stand here: its R is where that of TRACK was
//! TIGER  GGGGG
//! ```
//!
//! Instances may have up to 2500 words of up to five letters, all of the same length.
//!
//! ## Boards
//! The words of the chain, separated by commas, the target last.
//!
//! ## Idea
//! Branch and bound for each target, over sets of words instead of chains. One word can precede
//! another if its marks against the other equal those against the target. Of any two words in a
//! chain, one can precede the other: it is a clique of compatible words. A clique is a chain if it
//! can be ordered, which is tried only if it is larger than all chains before.
//!
//! A letter that the target does not have is grey in the first word with it, and no later word has
//! it. So each such letter is in at most one word of the chain, and these words form a packing: a
//! word with three of these letters pays a third for each of them. The number of such words in a
//! chain is at most the sum of the highest prices of all remaining letters. Words with letters of
//! the target only are grouped into sets of mutually exclusive words, each of which gives the chain
//! at most one word.
//!
//! In the example, the target TIGER does not have A, C and K of TRACK, O and W of TOWER, and O, M
//! and P of TROMP. So the highest price of O and W is 1/2, that of the other five letters is 1/3,
//! and the sum is 8/3: at most two of the three words stand before the target.
//!
//! A letter becomes cheaper if all of its words pay more than a whole, beginning with the rarest
//! letters, whose words are mostly paid for by other letters: prices are a feasible solution of the
//! dual of a linear program, and this is coordinate descent.
//!
//! The search takes the letter with the fewest words for its price: one of these words is in the
//! chain, or none. A word is dropped at once if the rest cannot make up for its cost. Sets of words
//! are bitsets, classed by the number of letters that the words pay for: the first class that has
//! words with a letter gives its price. Once only a few words are left, they are renumbered into
//! smaller bitsets.
//!
//! Each target gets few nodes at first, to find long chains early, and as many as it needs later.
//! The last chain is proved to be the longest.
//!
//! ## The second way
//! `--strategy word-by-word` appends words by the definition; for short lists, it confirms the
//! length of the chain. The checker marks words by counting letters.
//!
//! ## Readings
//! The words of a chain are different; otherwise the target could be repeated forever.
//!
//! ## Why there are no rules as constraints
//! For each of 2315 targets there are 2.7 million pairs of words.
//!
//! ## Sources
//! The words are those of the puzzle's page. Bounds for cliques by sets that exclude each other are
//! Tomita's; dropping what costs too much is the reduced-cost fixing of integer programming.

mod search;

use puzzle::Vocabulary;
use puzzle::prelude::*;

/// The maximum number of letters of a word: its marks are a number of eight bits.
const MOST_LETTERS: usize = 5;
/// The maximum number of words.
const MOST_WORDS: usize = 2500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Eldrow {
    /// Words of capital letters.
    words: String,
}

/// The words of a board, by their indices in an instance.
struct Words(String);

impl Vocabulary for Words {
    fn word(&self, _: usize, value: i64) -> String {
        let place = usize::try_from(value).unwrap_or(usize::MAX);
        self.0.split_whitespace().nth(place).unwrap_or("?").to_owned()
    }

    fn value(&self, _: usize, word: &str) -> Option<i64> {
        let place = self.0.split_whitespace().position(|one| one == word)?;
        i64::try_from(place).ok()
    }

    fn expected(&self, _: usize) -> String {
        "a word of the list".to_owned()
    }
}

/// Returns the marks of a guess, `G` for green, `Y` for yellow and `-` for grey, by counting
/// letters: of equal letters that are not green, as many are yellow, from left to right, as the
/// target has others.
fn marks(guess: &str, target: &str) -> String {
    let pairs = guess.chars().zip(target.chars()).collect_vec();
    let other = |&&(letter, here): &&(char, char)| letter != here;
    let mark = |(place, &(letter, here)): (usize, &(char, char))| {
        let before = pairs[..place].iter().filter(other).filter(|pair| pair.0 == letter);
        let open = pairs.iter().filter(other).filter(|pair| pair.1 == letter);
        match (letter == here, before.count() < open.count()) {
            (true, _) => 'G',
            (false, true) => 'Y',
            (false, false) => '-',
        }
    };
    pairs.iter().enumerate().map(mark).collect()
}

impl Eldrow {
    fn words(&self) -> Vec<&str> {
        self.words.split_whitespace().collect()
    }

    /// Returns the words of a chain.
    fn chain(&self, board: &Board) -> Vec<&str> {
        let words = self.words();
        let places = board.list().iter().filter_map(|&place| usize::try_from(place).ok());
        places.filter_map(|place| words.get(place).copied()).collect()
    }
}

puzzle::program!(Eldrow, searched without rules);

impl Puzzle for Eldrow {
    fn form(&self) -> Form {
        Form::own_list(Words(self.words.clone())).separated_by(",")
    }

    fn validate(&self) -> Result<()> {
        let words = self.words();
        let count = words.len();
        ensure!(
            (1..=MOST_WORDS).contains(&count),
            "`words` has {}; expected 1 to {MOST_WORDS}",
            puzzle::counted(count, "word")
        );
        let letters = words[0].len();
        for (place, word) in (1..).zip(&words) {
            ensure!(
                word.bytes().all(|letter| letter.is_ascii_uppercase()),
                "`words`, word {place}: expected letters from A to Z and found \"{word}\""
            );
            ensure!(
                word.len() == letters && letters <= MOST_LETTERS,
                "`words`, word {place}: expected words of one length, at most {MOST_LETTERS} \
                 letters, and found \"{word}\""
            );
        }
        match words.iter().duplicates().next() {
            Some(word) => bail!("`words` has {word} twice"),
            None => Ok(()),
        }
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["cliques", "word-by-word"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        let words = self.words().into_iter().map(str::as_bytes).collect_vec();
        match search.strategy() {
            0 => search::longest(&words, search),
            _ => search::word_by_word(&words, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let chain = self.chain(board);
        let target = *chain.last().context("the chain has no word")?;
        if let Some(word) = chain.iter().duplicates().next() {
            bail!("{word} is in the chain twice");
        }
        for [earlier, later] in chain.iter().array_combinations() {
            let [told, seen] = [target, *later].map(|word| marks(earlier, word));
            ensure!(
                told == seen,
                "{later} cannot follow {earlier}, whose marks are {seen} against it and {told} \
                 against {target}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let chain = self.chain(board);
        let target = chain.last().copied().unwrap_or_default();
        let told = chain.iter().map(|word| marks(word, target));
        Answer::of_score(chain.len()).remark("marks", told.format(" "))
    }

    /// Draws the words below each other with the marks of their letters; unsolved, empty rows.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let words = self.words();
        let chain = board.map_or(Vec::new(), |board| self.chain(board));
        let rows = if board.is_some() { chain.len().max(1) } else { words[0].len() };
        let mut picture = Picture::grid(rows, words[0].len());
        for (row, word) in chain.iter().enumerate() {
            let told = marks(word, chain[chain.len() - 1]);
            for (column, (letter, mark)) in word.chars().zip(told.chars()).enumerate() {
                let cell = Cell::new(row, column);
                let tint = match mark {
                    'G' => Tint::Colour(3),
                    'Y' => Tint::Colour(2),
                    _ => Tint::Colour(8),
                };
                picture.fill(cell, tint).text(cell, &letter.to_string(), Ink::Found);
            }
            picture.label_right(row, &told);
        }
        if board.is_none() {
            let (count, last) = (words.len(), words.len() - 1);
            picture.caption([format!("{count} words, from {} to {}.", words[0], words[last])]);
        }
        picture
    }
}

impl Setter for Eldrow {
    fn sizes(&self) -> Vec<usize> {
        (1..=10).collect()
    }

    /// Generates words of few letters.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let letters = random.usize(2..=4);
        let last = random.char('C'..='H');
        let word = |_| -> String { (0..letters).map(|_| random.char('A'..=last)).collect() };
        let words = (0..3 * size.min(10)).map(word).unique().join(" ");
        Some(Draft::new().text("words", words))
    }
}
