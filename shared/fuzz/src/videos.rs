//! Videos.

use std::io::{self, Cursor, Error, Read, Seek, SeekFrom};

use content::video;

/// As of an object in the bucket: a parser may read this many times the size of a video, and this many bytes more.
const BUDGET_FACTOR: usize = 4;
const BASE_BUDGET: usize = 1024 * 1024;

pub(crate) fn parse(bytes: &[u8]) {
    let mut source = Budgeted {
        source: Cursor::new(bytes),
        left: bytes.len() * BUDGET_FACTOR + BASE_BUDGET,
    };
    video::probe(&mut source).ok();
}

struct Budgeted<'a> {
    source: Cursor<&'a [u8]>,
    left: usize,
}

impl Read for Budgeted<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(target)?;
        let left = self.left.checked_sub(read);
        self.left = left.ok_or_else(|| Error::other("the budget is exhausted"))?;
        Ok(read)
    }
}

impl Seek for Budgeted<'_> {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        self.source.seek(target)
    }
}
