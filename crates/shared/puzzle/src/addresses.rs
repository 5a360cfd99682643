//! Addresses of public editors that hold a whole instance.

use anyhow::Result;

use crate::Draft;

/// Reads and writes the addresses of one kind of puzzle.
pub trait Addresses: Sync {
    /// Reads an instance from an address.
    ///
    /// # Errors
    /// Names the character at fault, and what was expected there.
    fn read(&self, address: &str) -> Result<Draft>;

    /// Writes the address of an instance that the puzzle accepts.
    ///
    /// # Errors
    /// If addresses cannot hold it.
    fn write(&self, instance: &Draft) -> Result<String>;
}
