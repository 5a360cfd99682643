//! The table of figures on the page of a puzzle.

use protocol::{Certified, CertifiedStatus, Comparison, Exhibit, Goal, Kept};

use super::wording::{count, duration, number};

/// Returns the figures of a puzzle, as names and values: the kept ones, not those of the current
/// run.
pub(super) fn of(exhibit: &Exhibit) -> Vec<(&'static str, String)> {
    let (report, snapshot) = (exhibit.row.report(), exhibit.row.snapshot.as_ref());
    let mut figures = vec![("Verdict", exhibit.row.verdict())];
    let mut add = |name, value: Option<String>| figures.extend(value.map(|value| (name, value)));
    // A number is computed rather than searched for.
    if exhibit.metadata.goal != Goal::Value {
        let visited = |nodes: u64| format!("{} partial boards visited", number(nodes.into()));
        add("Nodes", nodes(exhibit).map(visited));
        add("Solutions found", report.map(|report| number(report.solutions)));
        let went =
            |complete| if complete { "through to the end" } else { "stopped when it had enough" };
        add("Search", report.map(|report| went(report.complete).to_owned()));
    } else if exhibit.row.reaches_goal() {
        add("Second way", Some("the checker has confirmed it".to_owned()));
    }
    let measured = "the median of many searches in one process on one core";
    let time = |kept: &Kept| format!("{}, {measured}", duration(kept.seconds));
    add("Time", exhibit.kept.as_ref().map(time));
    let stands = |comparison: &Comparison| match comparison {
        Comparison::Known => "the same as the one kept in the tests",
        Comparison::New => "not kept in the tests yet",
        Comparison::Changed => "not the one kept in the tests",
    };
    add("Result", snapshot.map(|snapshot| stands(snapshot).to_owned()));
    add("Certificate", exhibit.certificate.as_ref().map(certificate));
    figures
}

/// Returns the partial boards that the search visits.
pub(super) fn nodes(exhibit: &Exhibit) -> Option<u64> {
    exhibit.kept.as_ref().map(|kept| kept.nodes).or(exhibit.row.report().map(|report| report.nodes))
}

/// Describes what the rules alone have proved, and who verified it.
fn certificate(certified: &Certified) -> String {
    let &Certified { variables, constraints, steps, .. } = certified;
    let sizes = [(variables, "variable"), (constraints, "constraint"), (steps, "step")];
    let sizes = sizes.map(|(size, thing)| count(size.unwrap_or(0) as u64, thing)).join(", ");
    match certified.status {
        CertifiedStatus::Certified => {
            let checker = certified.checker.as_deref().and_then(|said| said.lines().last());
            let checker = checker.unwrap_or("the checker");
            format!("proved by the rules alone, verified by {checker} ({sizes})")
        }
        CertifiedStatus::NoChecker => {
            format!("proved by the rules alone; there was no checker to verify it ({sizes})")
        }
        CertifiedStatus::Refuted => {
            format!("refuted: {}", certified.error.as_deref().unwrap_or("nobody knows why"))
        }
        CertifiedStatus::TimedOut => "not done in time".to_owned(),
        CertifiedStatus::NoRules => "none: the rules are not stated as constraints".to_owned(),
    }
}
