//! Molecules in a subset of SMILES: without explicit hydrogen and unconnected parts.

use std::collections::HashMap;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};
use grid_utils::Quoted;
use itertools::Itertools;

use crate::planarity::is_planar;

/// The maximum number of characters of a molecule.
const LONGEST: usize = 200;

/// Atoms that are written without brackets, the longer ones first.
const ATOMS: [&str; 16] =
    ["Cl", "Br", "B", "C", "N", "O", "P", "S", "F", "I", "b", "c", "n", "o", "p", "s"];

/// A molecule.
pub(crate) struct Smiles {
    /// The names of the atoms.
    pub(crate) atoms: Vec<String>,
    /// The atoms that are bonded, the earlier one first.
    pub(crate) bonds: Vec<(usize, usize)>,
}

/// Returns the atom at the beginning of a text, and its number of characters; `None` if the text
/// does not start with an atom.
fn atom(text: &str) -> Result<Option<(&str, usize)>> {
    if let Some(atom) = ATOMS.iter().find(|&&atom| text.starts_with(atom)) {
        return Ok(Some((*atom, atom.len())));
    }
    let Some(inside) = text.strip_prefix('[') else { return Ok(None) };
    let end = inside.find(']').context("expected `]` after `[`")?;
    let atom = &inside[..end];
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+-".contains(letter);
    ensure!(
        atom.starts_with(|letter: char| letter.is_ascii_alphabetic()) && atom.chars().all(is_part),
        "expected an atom in brackets, such as [O-], and found {}",
        Quoted(atom)
    );
    Ok(Some((atom, end + 2)))
}

impl FromStr for Smiles {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        ensure!(text.len() <= LONGEST, "the molecule has more than {LONGEST} characters");
        let (mut atoms, mut bonds) = (Vec::new(), Vec::new());
        let (mut last, mut branches, mut rings) = (None, Vec::new(), HashMap::new());
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            if let Some((atom, length)) = atom(rest)? {
                bonds.extend(last.map(|before| (before, atoms.len())));
                last = Some(atoms.len());
                atoms.push(atom.to_owned());
                rest = &rest[length..];
                continue;
            }
            let before =
                last.with_context(|| format!("expected an atom and found {}", Quoted(rest)))?;
            match next {
                '-' | '=' | '#' | ':' => {}
                '(' => branches.push(before),
                ')' => last = Some(branches.pop().context("a branch ends that did not begin")?),
                '0'..='9' => match rings.remove(&next) {
                    Some(other) => bonds.push((before.min(other), before.max(other))),
                    None => drop(rings.insert(next, before)),
                },
                _ => bail!("expected an atom, bond, branch or digit and found {}", Quoted(rest)),
            }
            rest = &rest[next.len_utf8()..];
        }
        ensure!(!atoms.is_empty(), "the molecule has no atom");
        ensure!(branches.is_empty(), "a branch does not end");
        ensure!(rings.is_empty(), "a digit occurs an odd number of times");
        ensure!(bonds.iter().all(|(one, other)| one != other), "an atom is bonded with itself");
        ensure!(bonds.iter().all_unique(), "two atoms are bonded twice");
        ensure!(
            is_planar(atoms.len(), &bonds),
            "the molecule has no regions: it cannot be drawn without bonds that cross"
        );
        Ok(Self { atoms, bonds })
    }
}
