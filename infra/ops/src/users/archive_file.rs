//! An archive that appears only when it is complete.

use std::{
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
};

use export::Destination;
use tempfile::NamedTempFile;

use crate::output::Failure;

/// An archive under construction, in a temporary file beside its destination.
pub(super) struct ArchiveFile {
    destination: PathBuf,
    file: NamedTempFile,
}

impl ArchiveFile {
    /// Creates the temporary file, which only the current operating system user can read.
    pub(super) fn create(destination: &Path) -> Result<Self, Failure> {
        if destination.exists() {
            return Err(cannot_create(destination, &"it exists already"));
        }
        let folder = destination
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|error| cannot_create(destination, &error))?;
        Ok(Self {
            destination: destination.to_owned(),
            file,
        })
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let moved = self.file.persist_noclobber(&self.destination);
        moved
            .map(|_| ())
            .map_err(|error| cannot_create(&self.destination, &error.error))
    }

    /// The error for an archive that cannot be written.
    pub(super) fn failed(&self, reason: &dyn Display) -> Failure {
        cannot_create(&self.destination, reason)
    }
}

impl Destination for ArchiveFile {
    type Error = Failure;

    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Failure> {
        let written = self.file.write_all(&bytes);
        written.map_err(|error| cannot_create(&self.destination, &error))
    }
}

fn cannot_create(path: &Path, reason: &dyn Display) -> Failure {
    Failure::new(
        "file_not_made",
        format!("{} cannot be created: {reason}", path.display()),
    )
}
