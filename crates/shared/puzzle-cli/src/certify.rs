//! `certify`: the rules and a proof, for an independent checker.

pub(crate) mod opb;
mod proof;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use proof::Proving;
use protocol::{Certificate, Proved, count, duration};
use puzzle::{Goal, Stop};

use crate::output::json_line;
use crate::watch::on_giving_up;
use crate::{Format, NO_RULES, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write the rules (.opb) and the proof (.pbp) into this folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Proves the result by the rules, writes both files, and prints their claim.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    if session.format == Some(Format::Json) {
        let stopped = none(session, Proved::Stopped);
        on_giving_up(move |_| json_line(&stopped));
    }
    let (certificate, why, texts) = certified(session)?;
    let Some(texts) = texts else { return print(session, &certificate, &why) };
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make {}", arguments.out.display()))?;
    let path = |kind: &str| arguments.out.join(&session.slug).with_extension(kind);
    let paths = ["opb", "pbp"].map(path);
    for (path, text) in paths.iter().zip(&texts) {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let [opb, pbp] = &paths;
    let text = said(&certificate, &format!("{} {}", opb.display(), pbp.display()));
    print(session, &certificate, &text)
}

/// The rules and the proof, as their files have them.
type Texts = [String; 2];

/// Proves the result by the rules. Without a proof, there are no texts, but a reason.
pub(crate) fn certified(session: &Session) -> Result<(Certificate, String, Option<Texts>)> {
    let start = Instant::now();
    let limits = session.limits(None, None);
    let without = |status, why: &str| Ok((none(session, status), why.to_owned(), None::<Texts>));
    if session.goal() == Goal::Count {
        let why = "no proof: the rules tell whether a board is right, not how many there are";
        return without(Proved::NoRules, why);
    }
    let Some(proving) = proof::certify(&*session.puzzle, session.goal(), &limits) else {
        return without(Proved::NoRules, NO_RULES);
    };
    let (proving, board) = proving?;
    let stopped =
        |stop: Stop| without(Proved::Stopped, &format!("unproved: stopped: {}", stop.reason()));
    let proved = match proving {
        Proving::Proved(proved) => proved,
        Proving::Several => {
            return without(Proved::Refuted, "refuted: there are several solutions");
        }
        Proving::Stopped(stop) => return stopped(stop),
    };
    let seconds = start.elapsed().as_secs_f64();
    let clock = &session.clock;
    let texts = match (clock.text_of(&proved.problem), clock.text_of(&proved.proof)) {
        (Ok(opb), Ok(pbp)) => [opb, pbp],
        (Err(stop), _) | (_, Err(stop)) => return stopped(stop),
    };
    let answer = board.as_ref().map(|board| session.puzzle.answer(board).text);
    let board = board.map(|board| session.form.write(&board));
    let certificate = Certificate {
        status: Proved::Proved,
        verdict: Some(proved.proof.claim().verdict()),
        variables: proved.problem.all_variables(),
        constraints: proved.problem.all_constraints(),
        steps: proved.proof.steps(),
        claim: Some(proved.claim),
        board,
        answer,
        seconds,
        ..none(session, Proved::Proved)
    };
    Ok((certificate, String::new(), Some(texts)))
}

/// Returns an empty certificate.
fn none(session: &Session, status: Proved) -> Certificate {
    Certificate {
        puzzle: session.slug.clone(),
        status,
        claim: None,
        verdict: None,
        answer: None,
        board: None,
        variables: 0,
        constraints: 0,
        steps: 0,
        seconds: 0.0,
    }
}

fn said(certificate: &Certificate, files: &str) -> String {
    let Certificate {
        claim, verdict, answer, board, variables, constraints, steps, seconds, ..
    } = certificate;
    let board = board.as_ref().map_or(String::new(), |board| format!("{board}\n\n"));
    let answer = answer.as_ref().map_or(String::new(), |answer| format!("answer: {answer}\n"));
    let (claim, verdict) =
        (claim.as_deref().unwrap_or_default(), verdict.as_deref().unwrap_or_default());
    format!(
        "{board}{answer}claim: {claim}\n\
         rules: {}, {}\n\
         proof: {}, {}\n\
         check: `veripb {files}` must say `{verdict}`",
        count(*variables, "variable"),
        count(*constraints, "constraint"),
        count(*steps, "step"),
        duration(*seconds)
    )
}

fn print(session: &Session, certificate: &Certificate, text: &str) -> Result<u8> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(certificate)?;
    } else {
        session.clock.print(&format!("{text}\n"))?;
    }
    Ok(if certificate.status == Proved::Proved { 0 } else { SHORT_OF_THE_GOAL })
}
