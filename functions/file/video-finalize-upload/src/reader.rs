//! Reads what a parser asks for of an object, and little more.

use std::{
    io::{self, Error, Read, Seek, SeekFrom},
    ops::Range,
};

use domain::FileId;
use files::{ObjectError, ObjectStore};
use multer::bytes::Bytes;
use tokio::{runtime::Handle, task::spawn_blocking};

use crate::video::{self, Unfit, Video};

/// How much is fetched at a place that was not read yet: what a container says of itself is often in one piece of that size.
const FIRST_FETCH: u64 = 256 * 1024;
/// How much is fetched at most, when it is read on and on.
const LARGEST_FETCH: u64 = 4 * 1024 * 1024;
/// How often the whole may be fetched and read, together: a parser that is led in circles comes to an end.
const READS_OF_ALL: u64 = 4;
/// What may be fetched and read in any case.
const READS_OF_ANY: u64 = 1024 * 1024;

/// What a video is, by its content.
///
/// Parsers read, and do not wait: they work on a thread of their own, for which this one fetches.
pub(crate) async fn look_at(
    objects: &ObjectStore,
    file: &FileId,
    size: u64,
) -> Result<Result<Video, Unfit>, ObjectError> {
    let mut object = Object {
        objects: objects.clone(),
        file: file.clone(),
        size,
        runtime: Handle::current(),
        position: 0,
        fetched: Bytes::new(),
        fetched_from: 0,
        next_fetch: FIRST_FETCH,
        budget: size * READS_OF_ALL + READS_OF_ANY,
        is_exhausted: false,
        failure: None,
    };
    let looked = spawn_blocking(move || {
        let video = video::look_at(&mut object);
        // What a parser makes of a failure, or of what it was not given, is not what the video is.
        match object.failure {
            Some(failure) => Err(failure),
            None if object.is_exhausted => Ok(Err(Unfit::Unreadable)),
            None => Ok(video),
        }
    });
    // It does not panic; if it did, nothing would be known of the video.
    looked.await.unwrap_or(Ok(Err(Unfit::Unreadable)))
}

/// An object, with a piece of it at hand.
struct Object {
    objects: ObjectStore,
    file: FileId,
    size: u64,
    runtime: Handle,
    position: u64,
    fetched: Bytes,
    fetched_from: u64,
    next_fetch: u64,
    budget: u64,
    is_exhausted: bool,
    failure: Option<ObjectError>,
}

impl Object {
    /// The range that is at hand.
    fn at_hand(&self) -> Range<u64> {
        self.fetched_from..self.fetched_from + self.fetched.len() as u64
    }

    fn fetch(&mut self) -> io::Result<()> {
        // Who reads on gets more and more at once; who goes elsewhere begins anew.
        let goes_on = self.position == self.at_hand().end;
        let length = if goes_on { self.next_fetch } else { FIRST_FETCH };
        self.next_fetch = (length * 2).min(LARGEST_FETCH);
        let range = self.position..(self.position + length).min(self.size);
        // However little of it is read then: what is fetched is what takes time.
        self.spend(range.end - range.start)?;
        let read = self.objects.read_video(&self.file, range.clone());
        match self.runtime.block_on(read) {
            Ok(fetched) => {
                self.fetched = fetched;
                self.fetched_from = range.start;
                Ok(())
            }
            Err(failure) => {
                self.failure = Some(failure);
                Err(Error::other("the object cannot be read"))
            }
        }
    }

    fn spend(&mut self, bytes: u64) -> io::Result<()> {
        let Some(budget) = self.budget.checked_sub(bytes) else {
            self.is_exhausted = true;
            return Err(Error::other("it is read again and again"));
        };
        self.budget = budget;
        Ok(())
    }
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.size || buffer.is_empty() {
            return Ok(0);
        }
        if !self.at_hand().contains(&self.position) {
            self.fetch()?;
        }
        let skipped = usize::try_from(self.position - self.fetched_from).unwrap_or(usize::MAX);
        let left = self.fetched.get(skipped..).unwrap_or_default();
        let read = (&mut &*left).read(buffer)?;
        self.position += read as u64;
        self.spend(read as u64)?;
        Ok(read)
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.size.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        let position = position.ok_or_else(|| Error::from(io::ErrorKind::InvalidInput))?;
        self.position = position;
        Ok(position)
    }
}
