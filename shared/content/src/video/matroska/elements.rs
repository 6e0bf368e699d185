//! EBML, the binary format of Matroska: elements inside of elements. Each has an id, a size and content.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use super::CLUSTER;
use crate::video::VideoError;

/// A longer text than any that is read.
const MAX_TEXT_BYTES: u64 = 32;

/// How much of an element is read at a time to search it.
const PART_BYTES: usize = 4096;

#[derive(Debug, Clone, Copy)]
pub(super) struct Element {
    /// Which element it is. The id includes its length marker, as the specification writes it.
    pub(super) id: u64,
    /// The position of its first byte.
    pub(super) start: u64,
    /// The position after its last byte. None when its size is unknown: it ends before the first element that it cannot contain.
    pub(super) end: Option<u64>,
}

/// Reads elements in the order of their bytes, and content only when it is asked for.
#[derive(Debug)]
pub(super) struct Elements<'a, R> {
    source: &'a mut R,
    position: u64,
    /// The size of the source in bytes.
    size: u64,
    /// Whether the source ended before what was read last.
    is_cut_off: bool,
    /// Whether an element is longer than the source.
    is_shortened: bool,
}

impl<'a, R: Read + Seek> Elements<'a, R> {
    /// From the first byte of the source. Also returns the size of the source in bytes.
    pub(super) fn open(source: &'a mut R) -> Result<(Self, u64), VideoError> {
        let size = source.seek(SeekFrom::End(0)).map_err(|_| VideoError::Unreadable)?;
        source.rewind().map_err(|_| VideoError::Unreadable)?;
        let elements = Self {
            source,
            position: 0,
            size,
            is_cut_off: false,
            is_shortened: false,
        };
        Ok((elements, size))
    }

    /// Whether the last error is that the source ended.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    pub(super) const fn is_shortened(&self) -> bool {
        self.is_shortened
    }

    /// Reads the header of the next element. None at `end`, where its parent ends. The element must end there, too, or before. Only the end of the
    /// source cuts elements off.
    pub(super) fn next(&mut self, end: u64) -> Result<Option<Element>, VideoError> {
        let start = self.position;
        if start == end {
            return Ok(None);
        }
        let (id, _) = self.read_vint()?;
        let (size, marker) = self.read_vint()?;
        // All bits after the marker are set.
        let is_unknown = size == (marker << 1) - 1;
        let own_end = (!is_unknown).then(|| self.position.saturating_add(size ^ marker));
        if own_end.unwrap_or(self.position) > end && end < self.size {
            return Err(VideoError::Unreadable);
        }
        self.is_shortened |= own_end > Some(self.size);
        Ok(Some(Element {
            id,
            start,
            end: own_end.map(|own_end| own_end.min(self.size)),
        }))
    }

    /// Moves back to the first byte of an element.
    pub(super) fn return_to(&mut self, element: Element) -> Result<(), VideoError> {
        self.move_to(element.start)
    }

    /// Moves to the end of an element whose content players do not search for other elements.
    pub(super) fn pass(&mut self, element: Element) -> Result<(), VideoError> {
        let end = self.end_ahead(element)?;
        self.move_to(end)
    }

    /// Reads over an element, which must neither be nor contain a cluster: some players search for the next cluster where they find
    /// an element malformed or misplaced.
    pub(super) fn skip(&mut self, element: Element) -> Result<(), VideoError> {
        let end = self.end_ahead(element)?;
        if element.id == CLUSTER {
            return Err(VideoError::Unreadable);
        }
        let mut last_four = 0_u32;
        let mut buffer = [0; PART_BYTES];
        while self.position < end {
            let size = usize::try_from(end - self.position).unwrap_or(usize::MAX);
            let part = buffer.get_mut(..size.min(PART_BYTES)).unwrap_or_default();
            self.read_exact(part)?;
            for byte in part {
                last_four = last_four << 8 | u32::from(*byte);
                if u64::from(last_four) == CLUSTER {
                    return Err(VideoError::Unreadable);
                }
            }
        }
        Ok(())
    }

    /// Reads over all that is left, which must not contain a cluster.
    pub(super) fn skip_rest(&mut self) -> Result<(), VideoError> {
        self.skip(Element {
            id: 0,
            start: self.position,
            end: Some(self.size),
        })
    }

    /// The end of an element, of which no more than its content was read.
    fn end_ahead(&self, element: Element) -> Result<u64, VideoError> {
        let end = end_of(element)?;
        if self.position > end {
            return Err(VideoError::Unreadable);
        }
        Ok(end)
    }

    fn move_to(&mut self, position: u64) -> Result<(), VideoError> {
        if position != self.position {
            let found = self.source.seek(SeekFrom::Start(position));
            self.position = found.map_err(|_| VideoError::Unreadable)?;
        }
        Ok(())
    }

    /// Reads the whole content of an element as a short text, which zeros may end.
    pub(super) fn text(&mut self, element: Element) -> Result<Vec<u8>, VideoError> {
        let size = end_of(element)?.saturating_sub(self.position);
        if size > MAX_TEXT_BYTES {
            return Err(VideoError::Unreadable);
        }
        let mut text = vec![0; usize::try_from(size).unwrap_or_default()];
        self.read_exact(&mut text)?;
        while text.last() == Some(&0) {
            text.pop();
        }
        Ok(text)
    }

    /// Reads the whole content of an element as an integer of at most eight bytes.
    pub(super) fn unsigned(&mut self, element: Element) -> Result<u64, VideoError> {
        let size = end_of(element)?.saturating_sub(self.position);
        self.read_unsigned(size)
    }

    /// Reads the whole content of an element as a number with a fraction, of four or eight bytes. Without content it is 0.
    pub(super) fn float(&mut self, element: Element) -> Result<f64, VideoError> {
        match end_of(element)?.saturating_sub(self.position) {
            0 => Ok(0.0),
            4 => Ok(f32::from_be_bytes(self.bytes()?).into()),
            8 => Ok(f64::from_be_bytes(self.bytes()?)),
            _ => Err(VideoError::Unreadable),
        }
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], VideoError> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads an integer of variable size, without its length marker.
    pub(super) fn variable_unsigned(&mut self) -> Result<u64, VideoError> {
        self.read_vint().map(|(value, marker)| value ^ marker)
    }

    /// Reads an integer of variable size, and returns it with its length marker: the first set bit, whose position gives the length.
    fn read_vint(&mut self) -> Result<(u64, u64), VideoError> {
        let [first] = self.bytes()?;
        let more_bytes = first.leading_zeros();
        if more_bytes >= u8::BITS {
            return Err(VideoError::Unreadable);
        }
        let value = u64::from(first) << (more_bytes * u8::BITS) | self.read_unsigned(more_bytes.into())?;
        let marker = 1_u64 << (7 - more_bytes) << (more_bytes * u8::BITS);
        Ok((value, marker))
    }

    /// Reads a big-endian integer of at most eight bytes.
    fn read_unsigned(&mut self, size: u64) -> Result<u64, VideoError> {
        let mut value = [0; 8];
        let size = usize::try_from(size).map_err(|_| VideoError::Unreadable)?;
        let start = value.len().checked_sub(size).ok_or(VideoError::Unreadable)?;
        self.read_exact(value.get_mut(start..).unwrap_or_default())?;
        Ok(u64::from_be_bytes(value))
    }

    fn read_exact(&mut self, target: &mut [u8]) -> Result<(), VideoError> {
        self.source.read_exact(target).map_err(|error| {
            self.is_cut_off = error.kind() == ErrorKind::UnexpectedEof;
            VideoError::Unreadable
        })?;
        self.position += target.len() as u64;
        Ok(())
    }
}

/// Only segments and clusters may have an unknown size.
pub(super) fn end_of(element: Element) -> Result<u64, VideoError> {
    element.end.ok_or(VideoError::Unreadable)
}
