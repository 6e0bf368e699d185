//! Uploads: videos that are sent in parts. On the wire, a part is a *chunk*.
//!
//! A client sends a part of [`PART_BYTES`] to a presigned URL, or a smaller one in a form. S3 accepts small parts and does not complete
//! them, so those are assembled first.

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::id::id_type;

/// The size of a part in bytes (spec §9). The last part may be smaller. S3 accepts no smaller other parts.
pub const PART_BYTES: u64 = 5 * 1024 * 1024;
/// How many parts the largest video has, which is 20 MiB (spec §9).
pub const MAX_PARTS: u32 = 4;
/// How many parts a video has at most when they are sent in forms. The largest video needs five of 4 MiB.
pub const MAX_FORM_PARTS: u32 = 100;
/// The size of the largest video in bytes.
pub const MAX_VIDEO_BYTES: u64 = PART_BYTES * MAX_PARTS as u64;

id_type!(
    /// The id of an upload. A client that knows it may send parts.
    secret UploadId, UploadIdError, "not the id of an upload"
);

/// The index of a part, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartIndex(u32);

/// Why a text is not the index of a part.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PartIndexError {
    #[error("not the index of a part")]
    NotAnIndex,
    /// The video would be larger than allowed.
    #[error("no video has that many parts")]
    TooMany,
}

impl PartIndex {
    /// The indexes of a video with that many parts.
    pub fn all(parts: u32) -> impl Iterator<Item = Self> {
        (0..parts).map(Self)
    }

    /// The index of a part number of S3, which counts from 1. None for an assembled part, which no client has sent.
    pub fn of_part(number: i32) -> Option<Self> {
        let index = u32::try_from(number).ok()?.checked_sub(1)?;
        (index < MAX_FORM_PARTS).then_some(Self(index))
    }

    /// The index of a part in a form.
    pub fn in_form(text: &str) -> Result<Self, PartIndexError> {
        match text.parse() {
            Ok(index) if index < MAX_FORM_PARTS => Ok(Self(index)),
            _ => Err(PartIndexError::NotAnIndex),
        }
    }

    /// The index of an assembled part, counted from 0. They have part numbers after those of all parts that clients send.
    pub const fn assembled(number: u32) -> Self {
        Self(MAX_FORM_PARTS + number)
    }

    /// The number of parts before this one.
    pub const fn before(self) -> u64 {
        self.0 as u64
    }

    /// The part number of S3.
    pub const fn part_number(self) -> i32 {
        self.0.cast_signed() + 1
    }
}

impl FromStr for PartIndex {
    type Err = PartIndexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(index) if index < MAX_PARTS => Ok(Self(index)),
            Ok(_) => Err(PartIndexError::TooMany),
            Err(_) => Err(PartIndexError::NotAnIndex),
        }
    }
}

impl Serialize for PartIndex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_largest_video_are_20_mib() {
        assert_eq!(MAX_VIDEO_BYTES, 20 << 20);
        let indexes = PartIndex::all(MAX_PARTS).map(|index| serde_json::to_string(&index).unwrap());
        assert_eq!(indexes.collect::<Vec<_>>(), ["0", "1", "2", "3"]);
    }

    #[test]
    fn a_video_has_at_most_four_parts() {
        for (text, index) in [("0", 0), ("3", 3)] {
            let parsed: Result<PartIndex, _> = text.parse();
            assert_eq!(parsed, Ok(PartIndex(index)));
            assert_eq!(
                PartIndex::of_part(PartIndex(index).part_number()),
                Some(PartIndex(index))
            );
        }
        for text in ["4", "4294967295"] {
            assert_eq!(text.parse::<PartIndex>(), Err(PartIndexError::TooMany), "{text}");
        }
        for text in ["", "-1", "1.0", "one", "4294967296"] {
            assert_eq!(text.parse::<PartIndex>(), Err(PartIndexError::NotAnIndex), "{text}");
        }
        assert_eq!(PartIndex::of_part(0), None);
    }

    #[test]
    fn a_video_in_forms_has_at_most_a_hundred_parts() {
        assert_eq!(PartIndex::in_form("99"), Ok(PartIndex(99)));
        for text in ["100", "-1", ""] {
            assert_eq!(PartIndex::in_form(text), Err(PartIndexError::NotAnIndex), "{text}");
        }
        assert_eq!(PartIndex(99).before(), 99);
    }

    #[test]
    fn an_assembled_part_is_none_of_a_client() {
        assert_eq!(PartIndex::of_part(100), Some(PartIndex(99)));
        let numbers = [0, 3].map(|number| PartIndex::assembled(number).part_number());
        assert_eq!(numbers, [101, 104]);
        assert!(numbers.iter().all(|number| PartIndex::of_part(*number).is_none()));
    }
}
