//! # Deck the Cards
//!
//! *Jane Street, December 2014.* A deck of 52 cards is laid out, some of them several times. A red
//! card stands for one of the letters A to M, from the ace to the king, a black one for one of N to
//! Z. The letters spell the question: by how much do the possible full houses of this deck
//! outnumber the straights?
//!
//! ```text
//! 8h 2c 10s      the beginning: H O W
//! ```
//!
//! A hand is five of the cards, and equal cards are distinguished. A full house has three cards of
//! a rank and two of another one; a straight has five ranks in a row, where the ace is below the 2
//! or above the king, and suits do not matter.
//!
//! ## Boards
//! The letters of the cards, the two numbers and their difference.
//!
//! ## Idea
//! Only the number n(r) of the cards of each rank r counts. A full house takes three of the n(r) cards of
//! one rank and two of the n(s) cards of another one, so there are
//!
//! sum over r, s different of C(n(r), 3) C(n(s), 2).
//!
//! For a straight one card is taken of each of five ranks: n(r) n(r + 1) n(r + 2) n(r + 3) n(r +
//! 4), added up over the ten ranks from the ace to the 10 at which a straight begins; after the
//! king comes the ace. An ordinary deck has 13 x 12 x 4 x 6 = 3744 full houses and 10 x 4^5 = 10240
//! straights. Here two ranks have seven cards and two have eight, which makes many triples, while
//! there are only one 3, one 10 and one jack, and most straights need one of these ranks.
//!
//! ## The second way
//! The checker deals all 2,598,960 hands and examines the five cards of each. It maps letters to
//! cards, while the search maps cards to letters.
//!
//! ## What does not scale
//! At most 64 cards, which have 7.6 million hands. The question is not interpreted: it is the same
//! for every deck.

use std::fmt;

use grid_puzzles::check_size;
use grid_utils::Token;
use puzzle::prelude::*;

/// The ranks in ascending order.
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/// The suits, the red ones first.
const SUITS: [char; 4] = ['d', 'h', 'c', 's'];
/// The maximum number of rows and columns of cards.
const LARGEST_SIZE: (usize, usize) = (4, 16);

/// A card.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    /// Its index among the ranks.
    rank: usize,
    suit: char,
}

impl Card {
    fn is_red(self) -> bool {
        SUITS[..2].contains(&self.suit)
    }

    fn letter(self) -> char {
        let place = if self.is_red() { self.rank } else { RANKS.len() + self.rank };
        ('A'..='Z').nth(place).unwrap_or('?')
    }
}

impl Token for Card {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut cards =
            (0..RANKS.len()).cartesian_product(SUITS).map(|(rank, suit)| Self { rank, suit });
        let card = cards.find(|card| card.to_string() == text);
        card.ok_or_else(|| "a card such as Ah, 10s, Qd or 3c".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[self.rank], self.suit)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckTheCards {
    /// The cards as they are laid out (rows x columns).
    cards: Grid<Card>,
}

impl DeckTheCards {
    /// Returns the numbers of full houses and straights, computed from the numbers of cards of each
    /// rank.
    fn counts(&self) -> [usize; 2] {
        let of = |rank: usize| self.cards.values().filter(|card| card.rank == rank).count();
        let cards = (0..RANKS.len()).map(of).collect_vec();
        let pairs = |n: usize| n * n.saturating_sub(1) / 2;
        let triples = |n: usize| pairs(n) * n.saturating_sub(2) / 3;
        let two_ranks = cards.iter().permutations(2);
        let full_houses = two_ranks.map(|ranks| triples(*ranks[0]) * pairs(*ranks[1])).sum();
        let straight = |first: usize| {
            (first..first + 5).map(|rank| cards[rank % RANKS.len()]).product::<usize>()
        };
        [full_houses, (0..10).map(straight).sum()]
    }

    /// Returns the numbers of full houses and straights, counted over all hands.
    fn dealt(&self) -> [usize; 2] {
        let ranks = self.cards.values().map(|card| card.rank).collect_vec();
        let mut counts = [0, 0];
        for mut hand in ranks.into_iter().array_combinations::<5>() {
            hand.sort_unstable();
            let [one, .., other] = hand;
            let is_full_house = one == hand[1]
                && hand[3] == other
                && one != other
                && [one, other].contains(&hand[2]);
            let is_row = hand.is_sorted_by(|rank, next| rank + 1 == *next);
            // The ace may also be high; it is sorted first.
            let is_straight = is_row || hand == [0, 9, 10, 11, 12];
            counts[0] += usize::from(is_full_house);
            counts[1] += usize::from(is_straight);
        }
        counts
    }
}

puzzle::program!(DeckTheCards, searched without rules);

impl Puzzle for DeckTheCards {
    fn form(&self) -> Form {
        let letters = Form::line("capital letters", |text| {
            text.bytes().all(|letter| letter.is_ascii_uppercase())
        });
        let count = || Form::value(0..=i64::MAX);
        let difference = Form::value(i64::MIN..=i64::MAX);
        Form::parts(
            Layout::Lines,
            [
                ("question", letters),
                ("full houses", count()),
                ("straights", count()),
                ("difference", difference),
            ],
        )
    }

    fn validate(&self) -> Result<()> {
        check_size("cards", &self.cards, LARGEST_SIZE)
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.node()?;
        let question: String = self.cards.values().map(|card| card.letter()).collect();
        let [full_houses, straights] =
            self.counts().map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let numbers = [full_houses, straights, full_houses - straights];
        let parts = [Board::from(question)].into_iter().chain(numbers.map(Board::of_value));
        search.value(parts.collect_vec())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [question, numbers @ ..] = board.parts() else { unreachable!("the form has parts") };
        let cards = self.cards.values();
        ensure!(
            question.line().len() == cards.len(),
            "the question has {}; expected {}",
            puzzle::counted(question.line().len(), "letter"),
            cards.len()
        );
        for (card, letter) in cards.zip(question.line().bytes()) {
            let place = usize::from(letter.saturating_sub(b'A'));
            let (is_red, rank) = (place < RANKS.len(), place % RANKS.len());
            if (card.is_red(), card.rank) != (is_red, rank) {
                bail!("{card} does not stand for {}", char::from(letter));
            }
        }
        let numbers = numbers.iter().map(|number| number.value().unwrap_or(0)).collect_vec();
        let &[full_houses, straights, difference] = &numbers[..] else {
            unreachable!("the form has three numbers")
        };
        ensure!(
            full_houses.checked_sub(straights) == Some(difference),
            "{full_houses} - {straights} is not {difference}"
        );
        let dealt = self.dealt();
        for ((name, claimed), dealt) in
            [("full houses", full_houses), ("straights", straights)].into_iter().zip(dealt)
        {
            ensure!(
                usize::try_from(claimed) == Ok(dealt),
                "there are {dealt} {name}, not {claimed}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [question, full_houses, straights, difference] = board.parts() else {
            return Answer::default();
        };
        let number = |part: &Board| part.value().unwrap_or(0);
        Answer::new(number(difference))
            .remark("question", question.line())
            .remark("full houses", number(full_houses))
            .remark("straights", number(straights))
    }

    /// Draws the cards; with a board, their letters.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const SIGNS: [&str; 4] = ["\u{2666}", "\u{2665}", "\u{2663}", "\u{2660}"];
        let mut picture = Picture::grid(self.cards.rows(), self.cards.columns());
        let mut letters = board.map_or("", |board| board.parts()[0].line()).chars();
        for (cell, card) in &self.cards {
            let sign = SUITS.iter().zip(SIGNS).find(|&(&suit, _)| suit == card.suit);
            let name = format!("{}{}", RANKS[card.rank], sign.map_or("", |(_, sign)| sign));
            let ink = if card.is_red() { Ink::Warning } else { Ink::Given };
            picture.fill(cell, if card.is_red() { Tint::Colour(4) } else { Tint::Shade });
            if let Some(letter) = letters.next() {
                picture.small_text(cell, Corner::TopLeft, &name, ink);
                picture.text(cell, &letter.to_string(), Ink::Found);
            } else {
                picture.text(cell, &name, ink);
            }
        }
        picture
    }
}

impl Setter for DeckTheCards {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = LARGEST_SIZE;
        let (rows, columns) = (random.usize(1..=rows), size.clamp(1, columns));
        let ranks = random.usize(1..=RANKS.len());
        let cards = Grid::from_fn(rows, columns, |_| Card {
            rank: random.usize(0..ranks),
            suit: SUITS[random.usize(0..SUITS.len())],
        });
        Some(Draft::new().text("cards", cards))
    }
}
