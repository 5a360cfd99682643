//! # Good Chemistry
//!
//! *Jane Street, July 2015.* Below Euler's formula V - E + F = 2 are seven molecules with a number
//! each, and an eighth without. What is its number? Drawn without its hydrogen, a molecule is a
//! graph in the plane: V atoms, E bonds and F regions, the outer one included. Its number is their
//! product.
//!
//! ```text
//! acetone         C - C - C      4 atoms, 3 bonds, 1 region: 12
//!                     "
//!                     O
//! naphthalene     two hexagons with a common side: 10 atoms, 11 bonds, 3 regions: 330
//! ```
//!
//! Instances have the molecules in SMILES, which writes a molecule as a line of text: atoms that
//! follow each other are bonded, a branch stands in parentheses, two atoms with the same digit are
//! bonded as well, and `=` and `#` make a bond double or triple, though it still counts as one.
//! Acetone is `CC(=O)C`, naphthalene `C1=CC=C2C=CC=CC2=C1`. A molecule that cannot be drawn without
//! bonds that cross has no regions to count, and is refused.
//!
//! ## Boards
//! Atoms, bonds, regions, and their product.
//!
//! ## Idea
//! A molecule is connected, so Euler's formula gives the regions, F = 2 - V + E. In SMILES every
//! atom but the first makes one bond with an atom before it, and every pair of equal digits makes
//! one more; so with R such pairs E = V - 1 + R and F = 1 + R: the outer region, and one for each
//! ring. The number of a molecule without rings is V (V - 1).
//!
//! Seven given numbers test the interpretation: hydrogen, charges and the second line of a double
//! bond do not count. If they disagree, the instance has no solution.
//!
//! ## The second way
//! The checker does not use Euler's formula. A bond that is part of a ring has different regions on
//! its two sides, and removing it merges them. So the checker removes such bonds, one by one, as
//! long as the molecule stays connected; in the end there is one region. The parser of SMILES,
//! which both share, is tested by the given numbers.
//!
//! A graph that is not planar has no regions to count, and is refused.

mod drawing;
mod planarity;
mod smiles;

use petgraph::unionfind::UnionFind;
use puzzle::prelude::*;

use self::smiles::Smiles;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoodChemistry {
    /// The molecules; one of them lacks a number.
    molecules: Vec<Molecule>,
}

/// A molecule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Molecule {
    name: String,
    /// Its atoms and bonds.
    #[serde(deserialize_with = "grid_utils::from_text")]
    smiles: Smiles,
    /// Its number, if it is given.
    number: Option<Within<1, { i64::MAX }>>,
}

/// Atoms, bonds and regions.
type Parts = [i64; 3];

/// Returns the parts by Euler's formula.
fn parts(smiles: &Smiles) -> Parts {
    let [atoms, bonds] = [smiles.atoms.len(), smiles.bonds.len()]
        .map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    [atoms, bonds, 2 - atoms + bonds]
}

/// Returns the parts by removing bonds; see [the header](crate).
fn counted(smiles: &Smiles) -> Parts {
    let atoms = smiles.atoms.len();
    let mut left = smiles.bonds.clone();
    let bonds = left.len();
    let mut regions = 1;
    for bond in &smiles.bonds {
        let others = left.iter().copied().filter(|other| other != bond).collect_vec();
        if hold(&others, atoms) {
            left = others;
            regions += 1;
        }
    }
    [atoms, bonds, regions].map(|count| i64::try_from(count).unwrap_or(i64::MAX))
}

/// Returns whether the bonds connect all atoms.
fn hold(bonds: &[(usize, usize)], atoms: usize) -> bool {
    let mut parts = UnionFind::new(atoms);
    bonds.iter().filter(|&&(one, other)| parts.union(one, other)).count() + 1 == atoms
}

impl GoodChemistry {
    /// Returns the molecule without a number.
    fn asked(&self) -> Option<&Molecule> {
        self.molecules.iter().find(|molecule| molecule.number.is_none())
    }
}

puzzle::program!(GoodChemistry, searched without rules);

impl Puzzle for GoodChemistry {
    fn form(&self) -> Form {
        let names = ["atoms", "bonds", "regions", "number"];
        Form::parts(Layout::Lines, names.map(|name| (name, Form::value(0..=i64::MAX))))
    }

    fn validate(&self) -> Result<()> {
        let open = self.molecules.iter().filter(|molecule| molecule.number.is_none()).count();
        ensure!(open == 1, "`molecules` has {open} molecules without a number; expected one");
        let names = self.molecules.iter().map(|molecule| &molecule.name);
        ensure!(names.clone().all_unique(), "`molecules` has two molecules of the same name");
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        for Molecule { name, smiles, number } in &self.molecules {
            search.node()?;
            let product: i64 = parts(smiles).iter().product();
            if number.is_some_and(|number| number.get() != product) {
                search.dead_end_because(|| format!("the number of {name} is {product}"));
                return Flow::Continue(());
            }
        }
        let Some(asked) = self.asked() else { return Flow::Continue(()) };
        let parts = parts(&asked.smiles);
        let numbers = parts.into_iter().chain([parts.iter().product()]);
        search.value(numbers.map(Board::of_value).collect_vec())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = board.parts().iter().map(|part| part.value().unwrap_or(0)).collect_vec();
        for Molecule { name, smiles, number } in &self.molecules {
            let parts = counted(smiles);
            let [atoms, bonds, regions] = parts;
            let product: i64 = parts.iter().product();
            let counts = [(atoms, "atom"), (bonds, "bond"), (regions, "region")];
            let counts = counts.map(|(number, thing)| puzzle::counted(number, thing)).join(", ");
            let said = format!("{name} has {counts}: {product}");
            match number {
                Some(number) => ensure!(number.get() == product, "{said}, not {number}"),
                None => ensure!(claimed == [atoms, bonds, regions, product], "{said}"),
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let numbers = board.parts().iter().filter_map(Board::value).collect_vec();
        let Some((number, parts)) = numbers.split_last() else { return Answer::default() };
        Answer::new(number).remark("atoms x bonds x regions", parts.iter().join(" x "))
    }

    /// Draws the names and numbers; with a board, the molecules.
    fn picture(&self, board: Option<&Board>) -> Picture {
        if board.is_some() {
            return drawing::molecules(&self.molecules);
        }
        let mut picture = Picture::grid(self.molecules.len(), 1);
        for (row, Molecule { name, number, .. }) in self.molecules.iter().enumerate() {
            let number = number.map_or("?".to_owned(), |number| number.to_string());
            picture.label_left(row, name);
            picture.text(Cell::new(row, 0), &number, Ink::Given);
        }
        picture
    }
}

impl Setter for GoodChemistry {
    /// Generates a chain of atoms with some branches and rings.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let atoms = size + 2;
        let mut digits = vec![String::new(); atoms];
        for digit in 1..=3 {
            let (one, other) = (random.usize(0..atoms), random.usize(0..atoms));
            if one.abs_diff(other) >= 2 && digits[one].is_empty() {
                digits[one].push(char::from_digit(digit, 10)?);
                digits[other].push(char::from_digit(digit, 10)?);
            }
        }
        let mut smiles = String::new();
        for digits in digits {
            let end = *random.choice(&["", "", "(=O)", "(C(C)N)", "([O-])"])?;
            let atom = *random.choice(&["C", "N", "Cl", "[N+]"])?;
            smiles.extend([atom, &digits, end]);
        }
        let molecule: toml::Table = [("name", "random".to_owned()), ("smiles", smiles)]
            .into_iter()
            .map(|(key, text)| (key.to_owned(), text.into()))
            .collect();
        Some(Draft::new().value("molecules", vec![molecule]))
    }
}

impl Molecule {
    /// Returns its parts and their product.
    fn caption(&self) -> String {
        let parts = parts(&self.smiles);
        format!("{} = {}", parts.iter().join(" × "), parts.iter().product::<i64>())
    }
}
