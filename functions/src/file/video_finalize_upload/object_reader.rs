//! Reads a video in the bucket through the blocking interfaces that parsers use.

use std::{
    io::{self, Error, Read, Seek, SeekFrom},
    ops::Range,
};

use bytes::Bytes;
use content::video::{self, Video, VideoError};
use domain::FileId;
use files::{ObjectError, ObjectStore};
use platform::deadline;
use tokio::runtime::Handle;

/// How many bytes the first request at a position fetches. The headers of a container often fit.
const MIN_FETCH_BYTES: u64 = 256 * 1024;
/// How many bytes one request fetches at most. Sequential requests double until then.
const MAX_FETCH_BYTES: u64 = 4 * 1024 * 1024;
/// The read budget is this many times the size of the object, plus [`BASE_BUDGET_BYTES`]. Fetched bytes and read bytes both count. The
/// budget stops a parser that reads a malicious file in an endless loop.
const BUDGET_FACTOR: u64 = 4;
const BASE_BUDGET_BYTES: u64 = 1024 * 1024;

/// Detects the type and the duration of a video in the bucket. `size` is the size of the object in bytes.
///
/// The parsers block, so they run on a thread for blocking work.
///
/// # Errors
/// The outer error when the bucket cannot be read, and the inner one when the object is not a valid video.
pub(crate) async fn probe(
    objects: &ObjectStore,
    file: &FileId,
    size: u64,
) -> Result<Result<Video, VideoError>, ObjectError> {
    let mut reader = ObjectReader {
        objects: objects.clone(),
        file: file.clone(),
        size,
        runtime: Handle::current(),
        position: 0,
        buffer: Bytes::new(),
        buffer_start: 0,
        next_fetch_bytes: MIN_FETCH_BYTES,
        budget: size * BUDGET_FACTOR + BASE_BUDGET_BYTES,
        is_budget_exhausted: false,
        error: None,
    };
    deadline::compute(move || {
        let video = video::probe(&mut reader);
        // The parser's result is meaningless after a failed read.
        match reader.error {
            Some(error) => Err(error),
            None if reader.is_budget_exhausted => Ok(Err(VideoError::Unreadable)),
            None => Ok(video),
        }
    })
    .await
}

/// An object as a blocking reader, with a buffer of the last fetched range.
struct ObjectReader {
    objects: ObjectStore,
    file: FileId,
    size: u64,
    runtime: Handle,
    position: u64,
    buffer: Bytes,
    buffer_start: u64,
    next_fetch_bytes: u64,
    budget: u64,
    is_budget_exhausted: bool,
    /// The error that ended the last fetch. Parsers turn it into their own errors.
    error: Option<ObjectError>,
}

impl ObjectReader {
    fn buffered_range(&self) -> Range<u64> {
        self.buffer_start..self.buffer_start + self.buffer.len() as u64
    }

    /// Fetches the range at the current position.
    fn fetch(&mut self) -> io::Result<()> {
        // Parsers skip the content of frames.
        let skipped = self.position.checked_sub(self.buffered_range().end);
        let is_sequential = skipped.is_some_and(|skipped| skipped < MIN_FETCH_BYTES);
        let length = if is_sequential {
            self.next_fetch_bytes
        } else {
            MIN_FETCH_BYTES
        };
        self.next_fetch_bytes = (length * 2).min(MAX_FETCH_BYTES);
        let range = self.position..(self.position + length).min(self.size);
        // Counts whether the parser reads the bytes or not: fetching is what takes time.
        self.spend(range.end - range.start)?;
        let read = self.objects.read_video(&self.file, range.clone());
        match self.runtime.block_on(read) {
            Ok(bytes) => {
                self.buffer = bytes;
                self.buffer_start = range.start;
                Ok(())
            }
            Err(error) => {
                self.error = Some(error);
                Err(Error::other("the object cannot be read"))
            }
        }
    }

    fn spend(&mut self, bytes: u64) -> io::Result<()> {
        let Some(budget) = self.budget.checked_sub(bytes) else {
            self.is_budget_exhausted = true;
            return Err(Error::other("the read budget is exhausted"));
        };
        self.budget = budget;
        Ok(())
    }
}

impl Read for ObjectReader {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.size || target.is_empty() {
            return Ok(0);
        }
        if !self.buffered_range().contains(&self.position) {
            self.fetch()?;
        }
        let offset = usize::try_from(self.position - self.buffer_start).unwrap_or(usize::MAX);
        let available = self.buffer.get(offset..).unwrap_or_default();
        let read = (&mut &*available).read(target)?;
        self.position += read as u64;
        self.spend(read as u64)?;
        Ok(read)
    }
}

impl Seek for ObjectReader {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        let position = match target {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.size.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        let position = position.ok_or_else(|| Error::from(io::ErrorKind::InvalidInput))?;
        self.position = position;
        Ok(position)
    }
}
