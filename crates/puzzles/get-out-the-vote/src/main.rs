//! # Get Out The Vote
//!
//! *Jane Street, June 2016.* Seven delegates are allocated by the largest remainder method: each
//! candidate gets the integer part of the votes' share of the delegates, and those left over go one
//! each to the largest fractions. Of 102 votes, Harry and Larry get two delegates each and Mary
//! three. Then Harry turns out to have one more vote, and one more delegate is allocated; yet Harry
//! gets only one. How many votes did each have?
//!
//! ```text
//!           votes   7 x votes / 102     delegates
//! Harry        50              3.43     3
//! Larry        30              2.06     2
//! Mary         22              1.51     1 + 1: the largest fraction
//! ```
//!
//! ## Boards
//! The votes of Harry, Larry and Mary in the first count.
//!
//! ## Idea
//! The search tries all splits of the votes, and compares remainders as integers: the number of
//! delegates times a candidate's votes, modulo all votes. A candidate gets one of the delegates
//! left over if fewer remainders than these are larger.
//!
//! In the [rules](Puzzle::rules), integer parts and remainders are functions of one candidate's
//! votes, written as sums over the possible numbers of votes. The checker sorts the remainders.
//!
//! ## Why it has a search
//! The rules alone solve the published instance, too. But with 300 votes, the most that there can
//! be, and otherwise the same clues, they take tens of thousands of times as long as the search.
//!
//! ## Background
//! This is the Alabama paradox, found in the census of 1880: with one seat more in the House,
//! Alabama would have lost one. The shares of large parties grow faster with the number of seats,
//! so the fraction of a small party, which was the largest, is overtaken by two others at once.
//! Here Harry's share even grows by a vote. Before the correction the three shares are 1.373, 2.333
//! and 3.294 delegates, and the one left over goes to Harry; after it they are 1.631, 2.641 and
//! 3.728, and the two left over go to the others.
//!
//! ## Readings
//! *Lost one* means that Harry has one delegate after the correction; the other seven may go to the
//! others in any way. Equal remainders may leave open who gets the last delegate: such votes are
//! not a solution.
//!
//! ## Sources
//! The method is Alexander Hamilton's, and Thomas Hare's; see Balinski and Young, *Fair
//! Representation*, 1982.

use puzzle::prelude::*;

const NAMES: [&str; 3] = ["Harry", "Larry", "Mary"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GetOutTheVote {
    /// The votes of the first count.
    votes: Within<1, 300>,
    /// The delegates of Harry, Larry and Mary in the first count.
    delegates: [Within<0, 50>; 3],
    /// The second count, in which Harry has one vote more.
    correction: Correction,
}

/// The known part of the second count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Correction {
    /// The total number of delegates.
    delegates: Within<0, 150>,
    /// Harry's number of delegates.
    harry: Within<0, 150>,
}

/// A count: how the votes differ from those of the first one, and the known numbers of delegates.
struct Count {
    more_votes: [i64; 3],
    votes: i64,
    delegates: i64,
    known: [Option<i64>; 3],
}

impl GetOutTheVote {
    fn counts(&self) -> [Count; 2] {
        let delegates = self.delegates.map(Within::get);
        let harry = [Some(self.correction.harry.get()), None, None];
        [
            Count::new(self.votes.get(), 0, delegates.iter().sum(), delegates.map(Some)),
            Count::new(self.votes.get(), 1, self.correction.delegates.get(), harry),
        ]
    }

    /// Returns the delegates of both counts, for the checker and the answer.
    fn given_out(&self, [harry, larry, mary]: [i64; 3]) -> [Option<[i64; 3]>; 2] {
        let delegates = self.delegates.iter().map(|delegates| delegates.get()).sum();
        let second = self.correction.delegates.get();
        [given_out(delegates, [harry, larry, mary]), given_out(second, [harry + 1, larry, mary])]
    }
}

impl Count {
    /// Returns a count after a first one of this many votes, with some more for Harry.
    fn new(votes: i64, more: i64, delegates: i64, known: [Option<i64>; 3]) -> Self {
        Self { more_votes: [more, 0, 0], votes: votes + more, delegates, known }
    }

    /// Returns each candidate's share of the delegates, times the number of all votes.
    fn seats(&self, votes: [i64; 3]) -> [i64; 3] {
        [0, 1, 2].map(|number| self.delegates * (votes[number] + self.more_votes[number]))
    }

    fn state(&self, model: &mut Model, votes: &[Int]) {
        let seats = |number: usize, votes: i64| self.seats([votes; 3])[number];
        let whole = |number: usize| votes[number].map(|votes| seats(number, votes) / self.votes);
        let remainder =
            |number: usize| votes[number].map(|votes| seats(number, votes) % self.votes);
        let gets_another = NAMES.map(|_| model.flag());
        let of = |number: usize| sum([whole(number), sum([gets_another[number]])]);
        model.require(sum((0..3).map(of)).equals(self.delegates));
        for (number, known) in self.known.into_iter().enumerate() {
            if let Some(known) = known {
                model
                    .at(format!("the delegates of {}", NAMES[number]))
                    .require(of(number).equals(known));
            }
        }
        for (one, other) in (0..3).cartesian_product(0..3).filter(|(one, other)| one != other) {
            let is_larger = remainder(one).at_least(sum([remainder(other), 1.into()]));
            model
                .at(format!("the remainders of {} and {}", NAMES[one], NAMES[other]))
                .require(when([gets_another[one], !gets_another[other]], is_larger));
        }
    }

    /// Returns whether the known numbers of delegates are right, and are not decided by a tie.
    fn is_as_known(&self, votes: [i64; 3]) -> bool {
        let seats = self.seats(votes);
        let whole: i64 = seats.iter().map(|seats| seats / self.votes).sum();
        let left_over = usize::try_from(self.delegates - whole).unwrap_or(0);
        let remainders = seats.map(|seats| seats % self.votes);
        (0..3).all(|number| {
            let larger = remainders.iter().filter(|&&other| other > remainders[number]).count();
            let equal = remainders.iter().filter(|&&other| other == remainders[number]).count();
            let gets = seats[number] / self.votes + i64::from(larger < left_over);
            let is_open = larger < left_over && left_over < larger + equal;
            !is_open && self.known[number].is_none_or(|known| known == gets)
        })
    }
}

/// Returns the delegates of the three candidates for the checker; `None` where a tie leaves them
/// open.
fn given_out(delegates: i64, votes: [i64; 3]) -> Option<[i64; 3]> {
    let all = votes.iter().sum::<i64>().max(1);
    let mut gets = votes.map(|votes| delegates * votes / all);
    let remainder = |number: usize| delegates * votes[number] - gets[number] * all;
    let remainders = [0, 1, 2].map(remainder);
    let left_over = usize::try_from(delegates - gets.iter().sum::<i64>()).ok()?;
    let ranked = (0..3).sorted_by_key(|&number| -remainders[number]).collect_vec();
    for &number in ranked.iter().take(left_over) {
        gets[number] += 1;
    }
    let at = |place: usize| ranked.get(place).map(|&number| remainders[number]);
    let is_tie = left_over > 0 && at(left_over - 1) == at(left_over);
    (!is_tie).then_some(gets)
}

/// Returns the votes of the three candidates, 0 where they are open.
fn votes(board: &Board) -> [i64; 3] {
    [0, 1, 2].map(|number| board[Cell::new(0, number)].unwrap_or(0))
}

puzzle::program!(GetOutTheVote, searched, explained);

impl Puzzle for GetOutTheVote {
    fn form(&self) -> Form {
        Form::numbers(1, NAMES.len(), 0..=self.votes.get())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let votes = board.cells(model);
        let [first, second] = self.counts();
        model.rule(&format!(
            "All {} votes of the first count are for one of the three.",
            self.votes.get()
        ));
        model.require(sum(votes.values()).equals(self.votes.get()));
        let each: Vec<Int> = votes.values().cloned().collect();
        model.rule(
            "Everybody gets the whole part of the share of the delegates, and the largest remainders \
             one more: so the delegates of the first count are as given.",
        );
        first.state(model, &each);
        model.rule(
            "With one vote more for Harry and the delegates of the second count, Harry gets as many \
             as given.",
        );
        second.state(model, &each);
    }

    fn search(&self, search: &mut Search) -> Flow {
        let (total, counts) = (self.votes.get(), self.counts());
        for harry in 0..=total {
            for larry in 0..=total - harry {
                search.node()?;
                let votes = [harry, larry, total - harry - larry];
                if counts.iter().all(|count| count.is_as_known(votes)) {
                    search.solution(Grid::from_fn(1, 3, |cell| Some(votes[cell.column])))?;
                }
            }
        }
        Flow::Continue(())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let votes = votes(board);
        let total: i64 = votes.into_iter().sum();
        ensure!(total == self.votes.get(), "there are {total} votes instead of {}", self.votes);
        let first = self.delegates.iter().map(|delegates| delegates.get()).collect_vec();
        let known = [("first", first), ("second", vec![self.correction.harry.get()])];
        for ((name, known), gets) in known.into_iter().zip(self.given_out(votes)) {
            let gets = gets.with_context(|| {
                format!("equal remainders leave the delegates of the {name} count open")
            })?;
            for ((name_of, gets), known) in NAMES.into_iter().zip(gets).zip(known) {
                ensure!(
                    gets == known,
                    "{name_of} gets {gets} delegates in the {name} count, not {known}"
                );
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [first, second] = self.given_out(votes(board));
        let told =
            |gets: Option<[i64; 3]>| gets.map_or("open".to_owned(), |gets| gets.iter().join(" "));
        Answer::new(votes(board).iter().join(" "))
            .remark("delegates of the first count", told(first))
            .remark("delegates of the second count", told(second))
    }

    /// Draws the delegates of both counts below the votes.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let given_out = board.map(|board| self.given_out(votes(board))).unwrap_or_default();
        for (column, name) in NAMES.into_iter().enumerate() {
            picture.label_top(column, name);
        }
        for ((place, count), gets) in self.counts().into_iter().enumerate().zip(given_out) {
            let top = 1.4 + 0.5 * place as f64;
            let gets = gets.map_or(count.known, |gets| gets.map(Some));
            let told = gets.map(|gets| gets.map_or("?".to_owned(), |gets| gets.to_string()));
            for (x, gets) in [0.5, 1.5, 2.5].into_iter().zip(told) {
                picture.text_at(x, top, 0.4, &gets, Ink::Text);
            }
            let label = format!("of {} delegates", count.delegates);
            picture.text_from(3.2, top, 0.3, &label, Ink::Label);
        }
    }
}

impl Setter for GetOutTheVote {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let split = [(); 3].map(|()| random.i64(0..=6 * i64::try_from(size).unwrap_or(1)));
        let votes = split.into_iter().sum::<i64>().max(1);
        let delegates = random.i64(1..=9);
        let gets = |more, delegates| {
            let [harry, larry, mary] = split;
            given_out(delegates, [harry + more, larry, mary]).unwrap_or([delegates, 0, 0])
        };
        Some(
            Draft::new()
                .number("votes", votes)
                .value("delegates", gets(0, delegates).to_vec())
                .number("correction.delegates", delegates + 1)
                .number("correction.harry", gets(1, delegates + 1)[0]),
        )
    }
}
