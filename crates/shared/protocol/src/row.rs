//! A row of `solve-all`: the result of one puzzle.

use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{Goal, Metadata, Month, Precision, Report, Status};

/// Why a puzzle has no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The program panicked, was killed, or ended with an exit code that contradicts its report.
    Crashed,
    /// The program did not stop when its time was up.
    TimedOut,
    /// The program's output is not a report.
    Garbled,
    /// The program does not compile.
    Unbuilt,
    /// Ctrl-C came before the program was started.
    #[serde(rename = "unproved")]
    NotStarted,
}

impl Failure {
    /// Returns the status in tables and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::Garbled => "garbled",
            Self::Unbuilt => "unbuilt",
            Self::NotStarted => Status::Unproved.word(),
        }
    }
}

/// The comparison of a result with its snapshot.
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
    /// Returns the word in tables and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::New => "new",
            Self::Changed => "changed",
        }
    }
}

/// The result of one puzzle.
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
    /// The report of its program, or why there is none.
    pub outcome: Result<Report, Failure>,
    /// The comparison of the report with the snapshot.
    pub snapshot: Option<Comparison>,
    /// What went wrong.
    pub error: Option<String>,
}

impl Row {
    /// Returns the row of a puzzle, not yet compared with its snapshot.
    #[must_use]
    pub fn new(puzzle: &str, metadata: &Metadata, outcome: Result<Report, Failure>) -> Self {
        Self {
            puzzle: puzzle.to_owned(),
            title: metadata.title.clone(),
            published: metadata.published,
            goal: metadata.goal,
            outcome,
            snapshot: None,
            error: None,
        }
    }

    /// Returns the report, if there is one.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.outcome.as_ref().ok()
    }

    /// Returns the answer; `None` unless solved.
    #[must_use]
    pub fn answer(&self) -> Option<&str> {
        self.report()?.answer.as_deref()
    }

    /// Returns the text that the snapshot of this result holds.
    #[must_use]
    pub fn snapshot_text(&self) -> Option<String> {
        Some(self.report()?.snapshot(self.goal))
    }

    /// Returns whether the puzzle's goal is reached.
    #[must_use]
    pub fn reaches_goal(&self) -> bool {
        self.report().is_some_and(|report| report.status.exit_code(self.goal) == 0)
    }

    /// Returns the status in tables and in JSON.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match &self.outcome {
            Ok(report) => report.status.word(),
            Err(failure) => failure.word(),
        }
    }

    /// Returns the status, with what was proved if the puzzle is solved: `solved, proved unique`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let word = self.status();
        let solved = self.report().filter(|report| report.status == Status::Solved);
        let Some(report) = solved else { return word.to_owned() };
        let proved = match (self.goal, report.precision) {
            (Goal::Unique, _) => ", proved unique",
            (Goal::Best, _) => ", proved best",
            (Goal::Value, Some(Precision::Enclosed)) => ", enclosed",
            (Goal::Count | Goal::Value, _) => ", exact",
            (Goal::Record, _) => ", a record",
            (Goal::First, _) => "",
        };
        format!("{word}{proved}")
    }

    /// Returns the row in the format of `solve-all --format json`: the fields of the report, null
    /// without one, beside those of the row.
    #[must_use]
    pub fn flat(&self) -> impl Serialize {
        Flat {
            title: &self.title,
            published: self.published,
            goal: self.goal,
            outcome: Outcome { puzzle: &self.puzzle, outcome: &self.outcome },
            snapshot: self.snapshot,
            error: self.error.as_deref(),
            snapshot_text: self.snapshot_text(),
        }
    }
}

#[derive(Serialize)]
struct Flat<'r> {
    #[serde(flatten)]
    outcome: Outcome<'r>,
    title: &'r str,
    published: Option<Month>,
    goal: Goal,
    snapshot: Option<Comparison>,
    error: Option<&'r str>,
    snapshot_text: Option<String>,
}

/// A report, or its fields without values.
struct Outcome<'r> {
    puzzle: &'r str,
    outcome: &'r Result<Report, Failure>,
}

impl Serialize for Outcome<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let failure = match self.outcome {
            Ok(report) => return report.serialize(serializer),
            Err(failure) => failure,
        };
        let empty = serde_json::to_value(Report::default()).map_err(S::Error::custom)?;
        let names = empty.as_object().into_iter().flat_map(Map::keys);
        let mut fields: Map<_, _> = names.map(|name| (name.clone(), Value::Null)).collect();
        fields["puzzle"] = self.puzzle.into();
        fields["status"] = failure.word().into();
        fields.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(outcome: Result<Report, Failure>) -> Value {
        let metadata = serde_json::from_str(r#"{"title": "Demo"}"#).unwrap();
        serde_json::to_value(Row::new("demo", &metadata, outcome).flat()).unwrap()
    }

    #[test]
    fn a_row_without_a_report_has_the_same_fields() {
        let reported = json(Ok(Report { puzzle: "demo".to_owned(), ..Report::default() }));
        let failed = json(Err(Failure::TimedOut));
        let names = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&reported), names(&failed));
        assert_eq!((&failed["puzzle"], &failed["status"]), (&"demo".into(), &"timed-out".into()));
        assert_eq!((&failed["title"], &failed["nodes"]), (&"Demo".into(), &Value::Null));
        assert_eq!((&reported["nodes"], &reported["status"]), (&0.into(), &"unproved".into()));
    }

    #[test]
    fn the_words_of_failures_are_those_of_their_json() {
        use Failure::{Crashed, Garbled, NotStarted, TimedOut, Unbuilt};
        for failure in [Crashed, TimedOut, Garbled, Unbuilt, NotStarted] {
            assert_eq!(serde_json::to_value(failure).unwrap(), failure.word());
        }
    }
}
