//! # Question Mark
//!
//! *Jane Street, June 2014.* A list of numbers and a question mark: what is the answer? The list is
//! a question in English. A word is written as the product of the primes of its letters, 2 for a, 3
//! for b, 5 for c, ..., 101 for z; a letter that occurs twice contributes its prime twice. The
//! question spells one more number, digit by digit, which hides the answer in the same way.
//!
//! ```text
//! six     67 x 23 x 89          137149
//! nine    43 x 23 x 43 x 11     467797
//! ```
//!
//! The order of the letters is lost. The setters relied on the reader's English; an instance has a
//! vocabulary instead, in which no two words have the same letters.
//!
//! ## Boards
//! The question, word by word, and the answer.
//!
//! ## Derivation
//! Prime factorisation is unique, so a number determines its letters and how often each occurs:
//! 467797 = 11 x 23 x 43 x 43 has e, i, n and n. Trial division by 26 primes finds them, even for
//! numbers with twelve digits, since no other prime can occur. The sorted letters are looked up
//! among the sorted letters of the vocabulary: only `nine` gives e i n n. The words zero, one, ...,
//! nine of the question, in their order, are the digits of the last number, whose letters are again
//! those of one word.
//!
//! ## The second way
//! The checker encodes: it multiplies the primes of the letters of the claimed words. It never
//! divides, and uses the vocabulary only to look up words.
//!
//! ## What does not scale
//! Words whose number exceeds 63 bits: `zoology` is 101 x 47 x 47 x 37 x 47 x 17 x 97 and has 40
//! bits, but `constructions` has 68.

use std::collections::HashMap;

use puzzle::prelude::*;

/// The primes of the letters a to z.
const PRIMES: [i64; 26] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101,
];

/// The words for the digits.
const DIGITS: [&str; 10] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionMark {
    /// The words of the question as products of primes.
    numbers: Vec<Within<2, { i64::MAX }>>,
    /// The words that may be used, with white space between them.
    vocabulary: String,
}

impl QuestionMark {
    /// Returns the words by their sorted letters.
    fn words_by_letters(&self) -> HashMap<String, &str> {
        self.vocabulary.split_whitespace().map(|word| (sorted(word), word)).collect()
    }
}

/// Returns the letters of a number, sorted; `None` if a prime does not belong to a letter.
fn letters(mut number: i64) -> Option<String> {
    let mut letters = String::new();
    for (letter, prime) in ('a'..='z').zip(PRIMES) {
        while number > 0 && number % prime == 0 {
            letters.push(letter);
            number /= prime;
        }
    }
    (number == 1).then_some(letters)
}

/// Returns the letters of a word, sorted.
fn sorted(word: &str) -> String {
    word.chars().sorted_unstable().collect()
}

/// Returns the number spelled by the words for digits in a question; `None` if it has no such word,
/// or too many.
fn spelled<'w>(words: impl Iterator<Item = &'w str>) -> Option<i64> {
    let digit = |word| DIGITS.iter().position(|&digit| digit == word);
    let digits = words.filter_map(digit).join("");
    digits.parse().ok()
}

/// Returns the prime of a lower-case letter, for the checker: 2 for a, and so on.
fn prime(letter: char) -> i64 {
    let is_prime = |number: &i64| (2..*number).all(|divisor| number % divisor != 0);
    let mut primes = (2..).filter(is_prime);
    ('a'..=letter).find_map(|other| primes.next().filter(|_| other == letter)).unwrap_or(1)
}

/// Returns the product of the primes of a word's letters; `None` if it has more than 63 bits.
fn encode(word: &str) -> Option<i64> {
    word.chars().try_fold(1_i64, |product, letter| product.checked_mul(prime(letter)))
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Returns the words of the question and the answer of a board.
fn parts(board: &Board) -> (Vec<&str>, &str) {
    let [question, answer] = board.parts() else { return (Vec::new(), "") };
    (question.line().split_whitespace().collect(), answer.line())
}

puzzle::program!(QuestionMark, searched without rules);

impl Puzzle for QuestionMark {
    fn form(&self) -> Form {
        let words = Form::line("lower-case words", |text| text.split_whitespace().all(is_word));
        let word = Form::line("a lower-case word", is_word);
        Form::parts(Layout::Lines, [("question", words), ("answer", word)])
    }

    fn validate(&self) -> Result<()> {
        let words = self.vocabulary.split_whitespace().collect_vec();
        for word in &words {
            ensure!(
                is_word(word),
                "`vocabulary`: expected words of lower-case letters and found {word:?}"
            );
        }
        for (one, other) in
            words.into_iter().sorted_by_cached_key(|word| sorted(word)).tuple_windows()
        {
            ensure!(
                sorted(one) != sorted(other),
                "`vocabulary`: `{one}` and `{other}` have the same letters"
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let words = self.words_by_letters();
        let decode = |number| words.get(&letters(number)?).copied();
        let mut question = Vec::new();
        for number in &self.numbers {
            search.node()?;
            let Some(word) = decode(number.get()) else {
                search.dead_end_because(|| format!("{number} is no word"));
                return Flow::Continue(());
            };
            question.push(word);
        }
        let Some(answer) = spelled(question.iter().copied()).and_then(decode) else {
            search.dead_end_because(|| "the question spells no number of a word");
            return Flow::Continue(());
        };
        let parts = [question.join(" "), answer.to_owned()].map(Board::from);
        search.value(parts.to_vec())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (question, answer) = parts(board);
        ensure!(
            question.len() == self.numbers.len(),
            "the question has {}; expected {}",
            puzzle::counted(question.len(), "word"),
            self.numbers.len()
        );
        for word in question.iter().copied().chain([answer]) {
            let mut vocabulary = self.vocabulary.split_whitespace();
            ensure!(vocabulary.contains(&word), "`{word}` is not in the vocabulary");
        }
        for (&word, number) in question.iter().zip(&self.numbers) {
            let product = encode(word).with_context(|| format!("`{word}` is too long"))?;
            ensure!(product == number.get(), "`{word}` is {product}, not {number}");
        }
        let mut digits =
            question.iter().filter_map(|word| DIGITS.iter().position(|one| one == word));
        let number = digits.try_fold(None, |number: Option<usize>, digit| {
            Some(Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?))
        });
        let number = number.flatten().context("the question spells no number")?;
        let product = encode(answer).with_context(|| format!("`{answer}` is too long"))?;
        ensure!(
            usize::try_from(product) == Ok(number),
            "the question spells {number}, and `{answer}` is {product}"
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let (question, answer) = parts(board);
        Answer::new(answer).remark("question", question.join(" ") + "?")
    }

    /// Draws the numbers and a question mark, or the letters and primes of each number.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let Some(board) = board else {
            let mut picture = Picture::grid(self.numbers.len() + 1, 1);
            for (row, number) in self.numbers.iter().enumerate() {
                picture.label_left(row, &number.to_string());
            }
            picture.text(Cell::new(self.numbers.len(), 0), "?", Ink::Given);
            return picture;
        };
        let (mut words, answer) = parts(board);
        let mut numbers = self.numbers.iter().map(|number| number.get()).collect_vec();
        if let Some(last) = spelled(words.iter().copied()) {
            words.push(answer);
            numbers.push(last);
        }
        let columns = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let mut picture = Picture::canvas(columns as f64, numbers.len() as f64);
        for (row, number) in numbers.iter().enumerate() {
            picture.label_left(row, &number.to_string());
            let word = words.get(row).copied().unwrap_or_default();
            let tint = if row == self.numbers.len() {
                Some(Tint::Highlight)
            } else {
                DIGITS.contains(&word).then_some(Tint::Shade)
            };
            for (column, letter) in word.chars().enumerate() {
                let (x, y) = (column as f64, row as f64);
                picture.rectangle((x + 0.05, y + 0.05), (0.9, 0.9), Ink::Muted, tint);
                picture.text_at(x + 0.5, y + 0.33, 0.46, &letter.to_string(), Ink::Found);
                picture.text_at(x + 0.5, y + 0.75, 0.3, &prime(letter).to_string(), Ink::Label);
            }
        }
        picture
    }
}

impl Setter for QuestionMark {
    /// Makes words of random letters, some digits that spell one of them, and occasionally a wrong
    /// number.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut vocabulary = DIGITS.map(str::to_owned).to_vec();
        for _ in 0..=size {
            let length = random.usize(1..=4);
            vocabulary.push((0..length).map(|_| random.lowercase()).collect());
        }
        let vocabulary = vocabulary.into_iter().unique_by(|word| sorted(word)).collect_vec();
        let answer = encode(random.choice(&vocabulary)?)?;
        let digits = answer.to_string().into_bytes();
        let mut question = vec![random.choice(&vocabulary[DIGITS.len()..])?.as_str()];
        question.extend(digits.into_iter().map(|digit| DIGITS[usize::from(digit - b'0')]));
        let mut numbers = question.into_iter().filter_map(encode).collect_vec();
        if random.u8(0..4) == 0 {
            *random.choice(&mut numbers)? += 1;
        }
        Some(Draft::new().value("numbers", numbers).text("vocabulary", vocabulary.join(" ")))
    }
}
