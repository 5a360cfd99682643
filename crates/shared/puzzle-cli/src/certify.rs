//! `certify`: the rules and a proof, for an independent checker.

pub(crate) mod opb;
mod proof;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use proof::Proving;
use protocol::{Certificate, Proved, duration};
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
    let start = Instant::now();
    let limits = session.limits(None, None);
    if session.format == Some(Format::Json) {
        let stopped = none(session, Proved::Stopped);
        on_giving_up(move |_| json_line(&stopped));
    }
    if session.goal() == Goal::Count {
        let why = "no proof: the rules tell whether a board is right, not how many there are";
        return print(session, &none(session, Proved::NoRules), why);
    }
    let Some(proving) = proof::certify(&*session.puzzle, session.goal(), &limits) else {
        return print(session, &none(session, Proved::NoRules), NO_RULES);
    };
    let (proving, board) = proving?;
    let stopped = |stop: Stop| {
        let why = format!("unproved: stopped: {}", stop.reason());
        print(session, &none(session, Proved::Stopped), &why)
    };
    let proved = match proving {
        Proving::Proved(proved) => proved,
        Proving::Several => {
            let why = "refuted: there are several solutions";
            return print(session, &none(session, Proved::Refuted), why);
        }
        Proving::Stopped(stop) => return stopped(stop),
    };
    let seconds = start.elapsed().as_secs_f64();
    let path = |kind: &str| arguments.out.join(&session.slug).with_extension(kind);
    let clock = &session.clock;
    let files = match (clock.text_of(&proved.problem), clock.text_of(&proved.proof)) {
        (Ok(opb), Ok(pbp)) => [(path("opb"), opb), (path("pbp"), pbp)],
        (Err(stop), _) | (_, Err(stop)) => return stopped(stop),
    };
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make {}", arguments.out.display()))?;
    for (path, text) in &files {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
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
    let [(opb, _), (pbp, _)] = &files;
    let text = said(&certificate, &format!("{} {}", opb.display(), pbp.display()));
    print(session, &certificate, &text)
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
         rules: {variables} variables, {constraints} constraints\n\
         proof: {steps} steps, {}\n\
         check: `veripb {files}` must say `{verdict}`",
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
