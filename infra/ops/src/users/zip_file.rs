//! A zip file that appears only when it is complete.

use std::{
    fmt::Display,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::UsersError;

/// A zip file under construction, in a temporary file beside its destination.
pub(super) struct ZipFile {
    destination: PathBuf,
    writer: ZipWriter<NamedTempFile>,
}

impl ZipFile {
    /// Creates the temporary file, which only the current operating system user can read.
    ///
    /// # Errors
    /// When the destination exists, or its folder cannot be written.
    pub(super) fn create(destination: &Path) -> Result<Self, UsersError> {
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
            writer: ZipWriter::new(file),
        })
    }

    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), UsersError> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let started = self.writer.start_file(path, options).map_err(io::Error::from);
        let written = started.and_then(|()| self.writer.write_all(bytes));
        written.map_err(|error| cannot_create(&self.destination, &error))
    }

    /// Moves the file to its destination.
    pub(super) fn finish(self) -> Result<(), UsersError> {
        let file = self
            .writer
            .finish()
            .map_err(|error| cannot_create(&self.destination, &error))?;
        let moved = file.persist_noclobber(&self.destination);
        moved
            .map(|_| ())
            .map_err(|error| cannot_create(&self.destination, &error.error))
    }
}

fn cannot_create(path: &Path, reason: &dyn Display) -> UsersError {
    UsersError::CannotCreateFile(path.display().to_string(), reason.to_string())
}
