//! The verdict on a search, and the JSON document in which a puzzle's program prints it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Goal;
use crate::words::{count, duration};

/// Why a search was incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The requested number of solutions was found.
    Limit,
    /// The time was up.
    Timeout,
    /// The user pressed Ctrl-C.
    Interrupt,
    /// The rest is too large for the solver to hold or list.
    Capacity,
    /// The limit of attempts at a record was reached.
    Attempts,
    /// The output was closed by its reader.
    Closed,
    /// The search has not been written yet.
    Unwritten,
}

impl Stop {
    /// Returns the reason in words, to follow "stopped: ".
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Limit => "the limit was reached",
            Self::Timeout => "the time was up",
            Self::Interrupt => "interrupted",
            Self::Capacity => "the rest is too large for this search",
            Self::Attempts => "all attempts were made",
            Self::Closed => "the output was closed",
            Self::Unwritten => "neither rules nor a search are written yet",
        }
    }
}

/// The verdict of a search with respect to the puzzle's goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The goal is reached.
    Solved,
    /// Several solutions where one was expected.
    Ambiguous,
    /// A complete search without a solution.
    Unsolvable,
    /// The search was stopped before the goal was reached.
    #[default]
    Unproved,
    /// The search has not been written yet.
    Unwritten,
}

impl Status {
    /// Returns the verdict for a goal, the number of solutions and the end of the search.
    #[must_use]
    pub fn of(goal: Goal, solutions: u128, stopped: Option<Stop>) -> Self {
        let complete = stopped.is_none();
        match (goal, solutions) {
            _ if stopped == Some(Stop::Unwritten) => Self::Unwritten,
            (Goal::Count, _) if complete => Self::Solved,
            (Goal::Count, _) => Self::Unproved,
            (_, 0) if complete => Self::Unsolvable,
            (Goal::First | Goal::Record, 1..) => Self::Solved,
            (Goal::Unique | Goal::Value, 2..) => Self::Ambiguous,
            (Goal::Unique | Goal::Best | Goal::Value, 1..) if complete => Self::Solved,
            _ => Self::Unproved,
        }
    }

    /// Returns the exit code of the verdict: 0 if the goal is reached, else 1.
    #[must_use]
    pub fn exit_code(self, goal: Goal) -> u8 {
        match (self, goal) {
            (Self::Solved, _) | (Self::Unsolvable, Goal::First) => 0,
            _ => 1,
        }
    }

    /// Returns the word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Ambiguous => "ambiguous",
            Self::Unsolvable => "unsolvable",
            Self::Unproved => "unproved",
            Self::Unwritten => "unwritten",
        }
    }
}

/// The precision of a numerical result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The result is exact: a fraction, a closed form, a position, a strategy.
    #[default]
    Exact,
    /// The number lies between two others that agree in every digit asked for.
    Enclosed,
}

impl Precision {
    /// Returns the word in tables and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Enclosed => "enclosed",
        }
    }
}

/// The result of `solve` and `count`, as they print it in JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The puzzle's slug.
    pub puzzle: String,
    /// The verdict.
    pub status: Status,
    /// What the setters ask for; `None` unless solved, and if several boards have different answers.
    pub answer: Option<String>,
    /// For the goal `value`: the precision of the answer.
    #[serde(default)]
    pub precision: Option<Precision>,
    /// Remarks by name; all values are strings.
    pub remarks: Map<String, Value>,
    /// The solutions found; for the goal `best` only the last, for `count` none.
    pub boards: Vec<String>,
    /// The best board of a search that did not reach the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Number of solutions found.
    pub solutions: u128,
    /// Whether the search was exhaustive.
    pub complete: bool,
    /// Why it was not.
    pub stopped: Option<Stop>,
    /// Partial boards visited.
    pub nodes: u64,
    /// Nodes that could not be completed.
    pub dead_ends: u64,
    /// Wall time of the search, including its tables.
    pub seconds: f64,
    /// The strategy that gave the result: `rules` if it was the rules alone.
    #[serde(default)]
    pub strategy: Option<String>,
}

impl Report {
    /// Returns the text of a snapshot: the parts of the report that a better search must not
    /// change.
    #[must_use]
    pub fn snapshot(&self, goal: Goal) -> String {
        let mut lines = vec![format!("status: {}", self.status.word())];
        lines.extend(self.answer.as_ref().map(|answer| format!("answer: {answer}")));
        lines.extend(self.precision.map(|precision| format!("precision: {}", precision.word())));
        if goal == Goal::Unique {
            lines.push(format!("solutions: {}", self.solutions));
        }
        lines.push(format!("complete: {}", self.complete));
        if goal == Goal::Unique {
            for board in &self.boards {
                lines.extend([String::new(), board.clone()]);
            }
        }
        lines.join("\n")
    }

    /// Returns the verdict in one sentence, for people.
    #[must_use]
    pub fn verdict(&self, goal: Goal) -> String {
        self.verdict_with(goal, "")
    }

    /// Returns the same with advice for a reader who wants to see all solutions, where there may be
    /// more of them.
    #[must_use]
    pub fn verdict_with(&self, goal: Goal, advice: &str) -> String {
        let effort = format!(
            "{}, {}, {}",
            count(self.nodes, "node"),
            count(self.dead_ends, "dead end"),
            duration(self.seconds)
        );
        let found = match self.solutions {
            0 if goal == Goal::Record => "the record was not reached".to_owned(),
            0 => "none was found".to_owned(),
            1 => "one solution was found".to_owned(),
            many => format!("{many} solutions were found"),
        };
        let stopped =
            self.stopped.map_or(String::new(), |stop| format!("stopped: {}; ", stop.reason()));
        match self.status {
            Status::Solved => {
                let what = match (goal, self.complete) {
                    (Goal::Unique, _) => "proved: the only solution",
                    (Goal::Best, _) => "proved: no solution is better",
                    (Goal::Count, _) => "proved: the exact number of solutions",
                    (Goal::First, _) if self.solutions > 1 => {
                        let rest = match self.stopped {
                            None => "all that there are".to_owned(),
                            Some(Stop::Limit) => "perhaps more".to_owned(),
                            Some(stop) => format!("stopped: {}", stop.reason()),
                        };
                        return format!("solved: {} solutions, {rest} ({effort})", self.solutions);
                    }
                    (Goal::First | Goal::Record, true) => "solved, and the search was exhaustive",
                    (Goal::Record, false) => {
                        "reached the record; that nothing is better is not proved"
                    }
                    (Goal::First, false) if self.stopped == Some(Stop::Limit) => "solved",
                    (Goal::First, false) => {
                        return format!("solved; {stopped}{found} ({effort})");
                    }
                    (Goal::Value, _) if self.precision == Some(Precision::Enclosed) => {
                        "enclosed: every digit follows from bounds, confirmed in a second way"
                    }
                    (Goal::Value, _) => "exact, confirmed in a second way",
                };
                format!("{what} ({effort})")
            }
            Status::Ambiguous if self.complete => {
                format!("ambiguous: {} solutions, all that there are ({effort})", self.solutions)
            }
            Status::Ambiguous if self.stopped == Some(Stop::Limit) => {
                format!("ambiguous: {} solutions, perhaps more{advice} ({effort})", self.solutions)
            }
            Status::Ambiguous => format!("ambiguous: {stopped}{found} ({effort})"),
            Status::Unsolvable if goal == Goal::Record => {
                format!("unsolvable: proved that no board reaches the record ({effort})")
            }
            Status::Unsolvable => format!("unsolvable: proved to have no solution ({effort})"),
            Status::Unproved => format!("unproved: {stopped}{found} ({effort})"),
            Status::Unwritten => {
                "unwritten: state the rules in src/main.rs, or write a search".to_owned()
            }
        }
    }
}

/// The result of `bench`, as it prints it in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The puzzle's slug.
    pub puzzle: String,
    /// What each search found.
    pub status: Status,
    /// Seconds of the first search in a fresh process, on cold caches.
    pub first: f64,
    /// Seconds of the fastest search.
    pub minimum: f64,
    /// Median seconds of a search.
    pub median: f64,
    /// Number of searches measured.
    pub runs: usize,
    /// Partial boards that each search visits.
    pub nodes: u64,
    /// Nodes that cannot be completed.
    pub dead_ends: u64,
    /// Solutions found or counted.
    pub solutions: u128,
    /// Whether each search was exhaustive.
    pub complete: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use Goal::{Best, Count, First, Record, Unique, Value};
    use Status::{Ambiguous, Solved, Unproved, Unsolvable, Unwritten};

    #[test]
    fn goal_solutions_and_completeness_decide_status_and_exit_code() {
        let limit = Some(Stop::Limit);
        let table = [
            (Unique, 0, None, Unsolvable, 1),
            (Unique, 1, None, Solved, 0),
            (Unique, 2, None, Ambiguous, 1),
            (Unique, 0, Some(Stop::Timeout), Unproved, 1),
            (Unique, 1, limit, Unproved, 1),
            (Unique, 2, limit, Ambiguous, 1),
            (First, 0, None, Unsolvable, 0),
            (First, 1, None, Solved, 0),
            (First, 1, limit, Solved, 0),
            (First, 7, Some(Stop::Closed), Solved, 0),
            (First, 0, Some(Stop::Interrupt), Unproved, 1),
            (Best, 0, None, Unsolvable, 1),
            (Best, 3, None, Solved, 0),
            (Best, 3, Some(Stop::Timeout), Unproved, 1),
            (Count, 0, None, Solved, 0),
            (Count, 9, None, Solved, 0),
            (Count, 9, Some(Stop::Timeout), Unproved, 1),
            (Record, 0, None, Unsolvable, 1),
            (Record, 1, limit, Solved, 0),
            (Record, 0, Some(Stop::Timeout), Unproved, 1),
            (Record, 0, Some(Stop::Attempts), Unproved, 1),
            (Record, 1, Some(Stop::Attempts), Solved, 0),
            (Value, 0, None, Unsolvable, 1),
            (Value, 1, None, Solved, 0),
            (Value, 0, Some(Stop::Timeout), Unproved, 1),
            (Unique, 0, Some(Stop::Unwritten), Unwritten, 1),
            (First, 0, Some(Stop::Unwritten), Unwritten, 1),
        ];
        for (goal, solutions, stopped, status, exit_code) in table {
            let found = Status::of(goal, solutions, stopped);
            assert_eq!(found, status, "{goal:?}, {solutions} solutions, {stopped:?}");
            assert_eq!(found.exit_code(goal), exit_code, "{goal:?}, {solutions}, {stopped:?}");
        }
    }

    fn report() -> Report {
        Report {
            puzzle: "demo".to_owned(),
            status: Solved,
            answer: Some("16".to_owned()),
            precision: None,
            remarks: Map::new(),
            boards: vec!["1 .\n. 1".to_owned()],
            nearest: None,
            solutions: 1,
            complete: true,
            stopped: None,
            nodes: 5,
            dead_ends: 2,
            seconds: 0.000_25,
            strategy: None,
        }
    }

    #[test]
    fn a_snapshot_keeps_the_board_of_a_unique_solution_alone() {
        let unique = "status: solved\nanswer: 16\nsolutions: 1\ncomplete: true\n\n1 .\n. 1";
        assert_eq!(report().snapshot(Unique), unique);
        assert_eq!(report().snapshot(First), "status: solved\nanswer: 16\ncomplete: true");
        let value = Report { precision: Some(Precision::Enclosed), ..report() };
        let kept = "status: solved\nanswer: 16\nprecision: enclosed\ncomplete: true";
        assert_eq!(value.snapshot(Value), kept);
    }

    #[test]
    fn counts_beyond_64_bits_survive_the_json() {
        let report = Report { solutions: u128::MAX, ..report() };
        let text = serde_json::to_string(&report).unwrap();
        assert!(text.contains("\"solutions\":340282366920938463463374607431768211455"), "{text}");
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }

    #[test]
    fn a_verdict_says_what_was_proved() {
        let proved = "proved: the only solution (5 nodes, 2 dead ends, 250.0 us)";
        assert_eq!(report().verdict(Unique), proved);
        let none = Report { status: Unsolvable, solutions: 0, ..report() };
        assert!(none.verdict(Unique).starts_with("unsolvable: proved to have no solution ("));
        let reached = "unsolvable: proved that no board reaches the record (";
        assert!(none.verdict(Record).starts_with(reached));
        let stopped = Report {
            status: Unproved,
            complete: false,
            stopped: Some(Stop::Timeout),
            solutions: 0,
            ..report()
        };
        assert!(stopped.verdict(Unique).starts_with("unproved: stopped: the time was up; none"));
    }
}
