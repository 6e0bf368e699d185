//! Uploads: videos that are sent in parts. On the wire, a part is a *chunk*.

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::id::id_type;

/// The size of a part in bytes (spec §9). The last part may be smaller. S3 accepts no smaller other parts.
pub const PART_BYTES: u64 = 5 * 1024 * 1024;
/// How many parts the largest video has, which is 20 MiB (spec §9).
pub const MAX_PARTS: u32 = 4;

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
    /// It is not a whole number.
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

    /// The index of a part number of S3, which counts from 1.
    #[must_use]
    pub fn of_part(number: i32) -> Option<Self> {
        u32::try_from(number).ok()?.checked_sub(1).map(Self)
    }

    /// The part number of S3.
    #[must_use]
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
        assert_eq!(PART_BYTES * u64::from(MAX_PARTS), 20 << 20);
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
}
