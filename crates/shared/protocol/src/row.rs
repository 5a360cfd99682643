//! A row of `solve-all`: what became of one puzzle.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Goal, Metadata, Month, Precision, Report, Status, Stop};

/// The status of a row: a verdict, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowStatus {
    /// The program panicked, was killed, or ended with an exit code that no report goes with.
    Crashed,
    /// The program did not stop when its time was up.
    TimedOut,
    /// The program printed something else than a report.
    Garbled,
    /// The program does not compile.
    Unbuilt,
    /// The program reported.
    #[serde(untagged)]
    Verdict(Status),
}

impl RowStatus {
    /// The word that stands in tables and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::Garbled => "garbled",
            Self::Unbuilt => "unbuilt",
            Self::Verdict(status) => status.word(),
        }
    }
}

/// How a result stands to its snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Result and snapshot are equal.
    Known,
    /// There is no snapshot yet.
    New,
    /// Result and snapshot differ.
    Changed,
}

impl Comparison {
    /// The word that stands in tables and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::New => "new",
            Self::Changed => "changed",
        }
    }
}

/// What became of one puzzle. Without a report, all that a report would tell is null.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Its title.
    pub title: String,
    /// Month of publication.
    pub published: Option<Month>,
    /// When it counts as solved.
    pub goal: Goal,
    /// The verdict, or why there is none.
    pub status: RowStatus,
    /// What the setters ask for; none unless solved.
    pub answer: Option<String>,
    /// Of the goal `value`: how well the answer is known.
    pub precision: Option<Precision>,
    /// What else there is to see, by name: all texts.
    pub remarks: Option<Map<String, Value>>,
    /// The solutions found.
    pub boards: Option<Vec<String>>,
    /// How many solutions were found.
    pub solutions: Option<u128>,
    /// Whether the search went through to the end.
    pub complete: Option<bool>,
    /// Why it did not.
    pub stopped: Option<Stop>,
    /// Partial boards visited.
    pub nodes: Option<u64>,
    /// Nodes that could not be completed.
    pub dead_ends: Option<u64>,
    /// Wall time of the search alone, its tables included.
    pub seconds: Option<f64>,
    /// How the result stands to its snapshot.
    pub snapshot: Option<Comparison>,
    /// What went wrong.
    pub error: Option<String>,
    /// What the snapshot of this result holds.
    pub snapshot_text: Option<String>,
}

impl Row {
    /// A puzzle without a report, and why.
    #[must_use]
    pub fn failed(slug: &str, metadata: &Metadata, status: RowStatus, error: String) -> Self {
        Self { error: Some(error), ..Self::empty(slug, metadata, status) }
    }

    /// A puzzle with its report.
    #[must_use]
    pub fn reported(metadata: &Metadata, report: Report) -> Self {
        let snapshot_text = report.snapshot(metadata.goal);
        let status = RowStatus::Verdict(report.status);
        Self {
            answer: report.answer,
            precision: report.precision,
            remarks: Some(report.remarks),
            boards: Some(report.boards),
            solutions: Some(report.solutions),
            complete: Some(report.complete),
            stopped: report.stopped,
            nodes: Some(report.nodes),
            dead_ends: Some(report.dead_ends),
            seconds: Some(report.seconds),
            snapshot_text: Some(snapshot_text),
            ..Self::empty(&report.puzzle, metadata, status)
        }
    }

    fn empty(slug: &str, metadata: &Metadata, status: RowStatus) -> Self {
        Self {
            puzzle: slug.to_owned(),
            title: metadata.title.clone(),
            published: metadata.published,
            goal: metadata.goal,
            status,
            answer: None,
            precision: None,
            remarks: None,
            boards: None,
            solutions: None,
            complete: None,
            stopped: None,
            nodes: None,
            dead_ends: None,
            seconds: None,
            snapshot: None,
            error: None,
            snapshot_text: None,
        }
    }

    /// Whether the puzzle's goal is reached.
    #[must_use]
    pub fn reaches_goal(&self) -> bool {
        matches!(self.status, RowStatus::Verdict(status) if status.exit_code(self.goal) == 0)
    }

    /// The status, with what was proved where the puzzle is solved: `solved, proved unique`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let word = self.status.word();
        let RowStatus::Verdict(Status::Solved) = self.status else { return word.to_owned() };
        let proved = match (self.goal, self.precision) {
            (Goal::Unique, _) => ", proved unique",
            (Goal::Best, _) => ", proved best",
            (Goal::Value, Some(Precision::Enclosed)) => ", enclosed",
            (Goal::Count | Goal::Value, _) => ", exact",
            (Goal::Record, _) => ", a record",
            (Goal::First, _) => "",
        };
        format!("{word}{proved}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_one_word_in_json_and_reads_back() {
        for status in [RowStatus::TimedOut, RowStatus::Verdict(Status::Unwritten)] {
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(json, format!("{:?}", status.word()));
            assert_eq!(serde_json::from_str::<RowStatus>(&json).unwrap(), status);
        }
        assert!(serde_json::from_str::<RowStatus>("\"magic\"").is_err());
    }
}
