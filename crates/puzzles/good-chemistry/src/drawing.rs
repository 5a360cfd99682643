//! Drawings of molecules: bonds of equal length, and atoms as far apart as the number of bonds
//! between them.

use petgraph::algo::floyd_warshall;
use petgraph::{Graph, Undirected};
use puzzle::prelude::*;

use crate::Molecule;
use crate::smiles::Smiles;

/// The number of molecules in a row of the picture, and the size of each one's room.
const COLUMNS: usize = 2;
const ROOM: f64 = 6.0;

type Point = (f64, f64);

/// Returns positions for the atoms, with bonds of length 1, by stress majorization from a circle.
fn places(smiles: &Smiles) -> Vec<Point> {
    let bonds = Graph::<(), (), Undirected, usize>::from_edges(&smiles.bonds);
    let distances = floyd_warshall(&bonds, |_| 1_i32).expect("no bond is shorter than 0");
    let atoms = smiles.atoms.len();
    let angle = |atom: usize| std::f64::consts::TAU * atom as f64 / atoms as f64;
    let radius = atoms as f64 / 6.0;
    let mut places: Vec<Point> =
        (0..atoms).map(|atom| (radius * angle(atom).cos(), radius * angle(atom).sin())).collect();
    for _ in 0..300 {
        for atom in 0..atoms {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for other in (0..atoms).filter(|&other| other != atom) {
                let distance = f64::from(distances[&(atom.into(), other.into())]);
                let weight = distance.powi(-2);
                let (dx, dy) = (places[atom].0 - places[other].0, places[atom].1 - places[other].1);
                let stretch = distance / dx.hypot(dy).max(1e-6);
                x += weight * (places[other].0 + dx * stretch);
                y += weight * (places[other].1 + dy * stretch);
                weights += weight;
            }
            if weights > 0.0 {
                places[atom] = (x / weights, y / weights);
            }
        }
    }
    places
}

/// Rotates the positions so that the two farthest apart are level, and returns them, shifted to
/// start at 0, with the size of the drawing.
fn laid_flat(mut places: Vec<Point>) -> (Vec<Point>, Point) {
    let between = |[one, other]: [Point; 2]| (other.0 - one.0, other.1 - one.1);
    let pairs = places.iter().copied().array_combinations().map(between);
    let (dx, dy) = pairs
        .max_by(|one, other| one.0.hypot(one.1).total_cmp(&other.0.hypot(other.1)))
        .unwrap_or((1.0, 0.0));
    let far = dx.hypot(dy);
    for (x, y) in &mut places {
        (*x, *y) = ((*x * dx + *y * dy) / far, (*y * dx - *x * dy) / far);
    }
    let least = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.0), least(|place| place.1));
    let most = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let size = (most(|place| place.0) - left, most(|place| place.1) - top);
    (places.into_iter().map(|(x, y)| (x - left, y - top)).collect(), size)
}

/// Draws a molecule below a line, centred in a room of some width; returns its height.
fn draw(picture: &mut Picture, smiles: &Smiles, (left, top): Point, room: f64) -> f64 {
    let (places, (width, height)) = laid_flat(places(smiles));
    let scale = ((room - 1.4) / width.max(1.0)).min(1.3);
    let left = left + (room - scale * width) / 2.0;
    let at = |atom: usize| (left + scale * places[atom].0, top + scale * places[atom].1);
    for &(one, other) in &smiles.bonds {
        picture.line(&[at(one), at(other)], Ink::Muted, 0.06);
    }
    for (atom, name) in smiles.atoms.iter().enumerate() {
        let (x, y) = at(atom);
        let tint = match name.chars().next() {
            Some('N' | 'n') => Tint::Colour(0),
            Some('O' | 'o') => Tint::Colour(1),
            Some('P' | 'p') => Tint::Colour(3),
            _ => Tint::Shade,
        };
        picture.circle(x, y, 0.29, Ink::Muted, Some(tint));
        let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        picture.text_at(x, y, 0.36, &letters, Ink::Text);
    }
    scale * height
}

/// Draws all molecules with their parts and numbers: those with a given number side by side, and
/// the one without below them.
pub(crate) fn molecules(molecules: &[Molecule]) -> Picture {
    let mut picture = Picture::canvas(ROOM * COLUMNS as f64, 1.0);
    let (asked, given): (Vec<_>, Vec<_>) =
        molecules.iter().partition(|molecule| molecule.number.is_none());
    let mut top = 0.5;
    for row in given.chunks(COLUMNS).chain([&asked[..]]) {
        let room = ROOM * COLUMNS as f64 / row.len() as f64;
        let lefts = (0..row.len()).map(|column| room * column as f64);
        let places = lefts.zip(row).collect_vec();
        let heights = places
            .iter()
            .map(|(left, molecule)| draw(&mut picture, &molecule.smiles, (*left, top), room));
        top += heights.fold(0.0, f64::max) + 0.8;
        for (left, molecule) in places {
            let ink = if molecule.number.is_some() { Ink::Label } else { Ink::Found };
            let middle = left + room / 2.0;
            picture.text_at(middle, top, 0.45, &molecule.name, ink);
            picture.text_at(middle, top + 0.6, 0.45, &molecule.caption(), ink);
        }
        top += 1.6;
    }
    picture
}
