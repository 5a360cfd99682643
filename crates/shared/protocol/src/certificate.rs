//! The output of `certify`, of a program and of the runner.

use serde::{Deserialize, Serialize};

/// The output of a program's `certify`, and the verdict that an independent checker must give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// The puzzle's slug.
    pub puzzle: String,
    /// What was proved.
    pub status: Proved,
    /// What the proof shows, in words.
    pub claim: Option<String>,
    /// The checker's verdict on a correct proof, a line of its own.
    pub verdict: Option<String>,
    /// What the setters ask for.
    pub answer: Option<String>,
    /// The board that the claim is about.
    pub board: Option<String>,
    /// Number of 0-1 variables of the rules.
    pub variables: usize,
    /// Number of constraints of the rules.
    pub constraints: usize,
    /// Number of steps of the proof.
    pub steps: usize,
    /// Wall time of finding the board and its proof.
    pub seconds: f64,
}

/// The result of proving a puzzle by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    /// A proof was written.
    Proved,
    /// The rules have no solution, or several, contrary to the goal.
    Refuted,
    /// The time was up, or the user interrupted.
    Stopped,
    /// The puzzle states no rules as constraints.
    NoRules,
}

/// One puzzle in the runner's `certify`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certified {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Whether it is certified, and if not, why.
    pub status: CertifiedStatus,
    /// What the proof shows, in words.
    pub claim: Option<String>,
    /// What the setters ask for.
    pub answer: Option<String>,
    /// Number of 0-1 variables of the rules.
    pub variables: Option<usize>,
    /// Number of constraints of the rules.
    pub constraints: Option<usize>,
    /// Number of steps of the proof.
    pub steps: Option<usize>,
    /// Wall time of finding the board and its proof.
    pub solve_seconds: Option<f64>,
    /// Wall time of the checker.
    pub check_seconds: Option<f64>,
    /// Name and version of the checker.
    pub checker: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
}

/// The runner's verdict on a puzzle's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CertifiedStatus {
    /// The checker's verdict is exactly the claim.
    Certified,
    /// The checker's verdict differs, or rules and search have different results.
    Refuted,
    /// The proof or its check was not done in time.
    TimedOut,
    /// The puzzle states no rules as constraints.
    NoRules,
    /// The checker is not installed.
    NoChecker,
}

impl CertifiedStatus {
    /// Returns the word in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Refuted => "refuted",
            Self::TimedOut => "timed-out",
            Self::NoRules => "no-rules",
            Self::NoChecker => "no-checker",
        }
    }
}
