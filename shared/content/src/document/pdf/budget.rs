//! The bytes that are read of a file.

use std::io::{BufRead, Read};

use flate2::bufread::ZlibDecoder;

use crate::document::Refusal;

#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) const fn new(bytes: usize) -> Self {
        Self { left: bytes }
    }

    /// Fails when none are left, because the rest of the file is then not read.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.left = self.left.saturating_sub(bytes);
        if self.is_spent() {
            return Err(Refusal::TooComplex);
        }
        Ok(())
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.left == 0
    }

    #[cfg(test)]
    pub(super) const fn left(&self) -> usize {
        self.left
    }

    /// Reads up to the end, or to an error.
    pub(super) fn read(&mut self, source: impl Read) -> Result<Content, Refusal> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(self.left).unwrap_or(u64::MAX).saturating_add(1);
        let is_whole = source.take(limit).read_to_end(&mut bytes).is_ok();
        self.spend(bytes.len())?;
        Ok(Content { bytes, is_whole })
    }

    /// As [`Self::read`], of compressed data.
    pub(super) fn inflate(&mut self, data: impl BufRead) -> Result<Content, Refusal> {
        let mut decoder = ZlibDecoder::new(data);
        let content = self.read(&mut decoder);
        // Blocks without content take time, too.
        self.spend(usize::try_from(decoder.total_in()).unwrap_or(usize::MAX))?;
        content
    }
}

#[derive(Debug)]
pub(super) struct Content {
    pub(super) bytes: Vec<u8>,
    /// Whether there was no error.
    is_whole: bool,
}

impl Content {
    /// The bytes, when there was no error.
    pub(super) fn whole(self) -> Result<Vec<u8>, Refusal> {
        if self.is_whole {
            Ok(self.bytes)
        } else {
            Err(Refusal::TooComplex)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Refusal};

    #[test]
    fn a_file_is_refused_when_no_bytes_are_left() {
        let mut budget = Budget::new(10);
        assert_eq!(budget.spend(9), Ok(()));
        assert!(!budget.is_spent());
        assert_eq!(budget.spend(1), Err(Refusal::TooComplex));
        assert!(budget.is_spent());
    }
}
