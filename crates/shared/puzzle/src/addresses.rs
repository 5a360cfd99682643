//! Addresses and files of public editors that hold a whole instance.

use anyhow::Result;

use crate::Draft;

/// Reads and writes the addresses of one kind of puzzle. Its `names` in the editors are in its
/// manifest.
pub trait Addresses: Sync {
    /// Reads an instance from an address, with other text around it, or from a file of an editor.
    ///
    /// # Errors
    /// Names the place of the fault, and what was expected there.
    fn read(&self, names: &[String], text: &str) -> Result<Draft>;

    /// Writes the address of an instance that the puzzle accepts, with the first name.
    ///
    /// # Errors
    /// If addresses cannot hold it.
    fn write(&self, names: &[String], instance: &Draft) -> Result<String>;
}
