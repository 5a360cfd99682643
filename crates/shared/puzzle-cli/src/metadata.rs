//! The parts of a puzzle's manifest that its program needs.

use anyhow::{Context, Result};
use protocol::Metadata;
use serde::Deserialize;

/// The parts of a manifest that a puzzle's binary needs.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    package: Package,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    metadata: PackageMetadata,
}

#[derive(Debug, Deserialize)]
struct PackageMetadata {
    puzzle: Metadata,
}

impl Manifest {
    /// Reads a manifest's text.
    pub(crate) fn read(text: &str) -> Result<Self> {
        toml::from_str(text).context("Cargo.toml: [package.metadata.puzzle]")
    }

    /// Returns the name of the crate, which is the puzzle's.
    pub(crate) fn slug(&self) -> &str {
        &self.package.name
    }

    /// Returns the puzzle's metadata.
    pub(crate) fn metadata(&self) -> &Metadata {
        &self.package.metadata.puzzle
    }
}
