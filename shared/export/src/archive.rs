//! The archive: a zip file that is written piece by piece, so that its size needs no memory.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use files::{ObjectError, ObjectStore};
use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use crate::{UserData, readme::readme};

/// Where the bytes of an archive go.
pub trait Destination: Send {
    /// Why bytes could not be written.
    type Error;

    fn write(&mut self, bytes: Vec<u8>) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// Why an archive was not written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError<E> {
    #[error(transparent)]
    Files(#[from] ObjectError),
    #[error("{0}")]
    Destination(E),
    /// The zip file or its JSON cannot be made.
    #[error("the archive: {0}")]
    Format(#[from] io::Error),
}

/// The bytes that the zip writer has written, and the destination does not have yet.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

struct Archive<'a, D> {
    zip: ZipWriter<StreamWriter<Buffer>>,
    buffer: Buffer,
    destination: &'a mut D,
}

/// Writes the archive of a user: `data.json`, a description in the user's language, and the files. Returns the paths of files whose
/// objects no longer exist.
pub async fn write_archive<D: Destination>(
    data: &UserData,
    objects: &ObjectStore,
    destination: &mut D,
) -> Result<Vec<String>, ArchiveError<D::Error>> {
    let buffer = Buffer::default();
    let mut archive = Archive {
        zip: ZipWriter::new_stream(buffer.clone()),
        buffer,
        destination,
    };
    let mut missing = Vec::new();
    archive
        .add("data.json", &data.to_json().map_err(io::Error::from)?)
        .await?;
    archive.add("readme.txt", readme(data.language()).as_bytes()).await?;
    for (file, path) in &data.files {
        let Some(mut object) = objects.open(file.kind, &file.file_id).await? else {
            missing.push(path.clone());
            continue;
        };
        archive.start(path)?;
        while let Some(bytes) = object.next().await? {
            archive.write(&bytes).await?;
        }
    }
    archive.finish().await?;
    Ok(missing)
}

impl<D: Destination> Archive<'_, D> {
    async fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), ArchiveError<D::Error>> {
        self.start(path)?;
        self.write(bytes).await
    }

    fn start(&mut self, path: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        Ok(self.zip.start_file(path, options)?)
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), ArchiveError<D::Error>> {
        self.zip.write_all(bytes)?;
        self.flush().await
    }

    async fn finish(self) -> Result<(), ArchiveError<D::Error>> {
        self.zip.finish().map_err(io::Error::from)?;
        let bytes = self.buffer.take();
        self.destination.write(bytes).await.map_err(ArchiveError::Destination)
    }

    async fn flush(&mut self) -> Result<(), ArchiveError<D::Error>> {
        let bytes = self.buffer.take();
        if bytes.is_empty() {
            return Ok(());
        }
        self.destination.write(bytes).await.map_err(ArchiveError::Destination)
    }
}

impl Buffer {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
