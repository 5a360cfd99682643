//! Checks proofs by an independent checker, if it is installed.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use pseudo_boolean::{Claim, Problem, Proof};

/// Returns the checker's output for a proof, if it is installed.
pub(crate) fn checked(problem: &str, proof: &str) -> Option<String> {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let path = |kind| {
        let name = format!("pseudo-boolean-{}-{call}.{kind}", std::process::id());
        std::env::temp_dir().join(name)
    };
    let files = [(path("opb"), problem), (path("pbp"), proof)];
    for (path, text) in &files {
        fs::write(path, text).unwrap();
    }
    let ran = Command::new("veripb").args(files.iter().map(|(path, _)| path)).output();
    for (path, _) in &files {
        fs::remove_file(path).unwrap();
    }
    match ran {
        Ok(ran) => Some(String::from_utf8_lossy(&ran.stdout).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("proofs are not checked without `cargo install veripb --locked`");
            None
        }
        Err(error) => panic!("veripb: {error}"),
    }
}

/// Returns whether the checker confirms a proof, if it is installed.
pub(crate) fn is_verified(problem: &str, proof: &str, claim: Claim) -> Option<bool> {
    Some(checked(problem, proof)?.lines().any(|line| line == claim.verdict()))
}

pub(crate) fn expect_verified(problem: &Problem, proof: &Proof, claim: Claim) {
    assert_eq!(proof.claim(), claim, "of\n{problem}");
    let (problem, proof) = (problem.to_string(), proof.to_string());
    assert_ne!(is_verified(&problem, &proof, claim), Some(false), "{problem}\n{proof}");
}
