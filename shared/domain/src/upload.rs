//! Videos on their way: they arrive in chunks.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use super::opaque::{parse_id, random_id};

/// How many bytes a chunk has, except the last, which may have fewer (spec §9). S3 takes no smaller parts.
pub const PART_BYTES: u64 = 5 * 1024 * 1024;
/// In how many chunks the largest video comes, which has 20 MiB (spec §9).
pub const MAX_PARTS: u32 = 4;

/// An upload's id: opaque and unguessable. Whoever knows it may send chunks.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct UploadId(String);

/// Not an id that we give.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the id of an upload")]
pub struct UploadIdError;

impl UploadId {
    /// A new one.
    #[must_use]
    pub fn random() -> Self {
        Self(random_id())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for UploadId {
    type Err = UploadIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_id(text).map(Self).ok_or(UploadIdError)
    }
}

/// It opens an upload, so logs do not have it.
impl fmt::Debug for UploadId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("UploadId")
    }
}

/// Which chunk of a video: from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartIndex(u32);

/// Why a chunk has no place in a video.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PartIndexError {
    /// It is no whole number.
    #[error("not the index of a chunk")]
    NotAnIndex,
    /// There would be more of the video than it may have.
    #[error("no video has as many chunks")]
    TooMany,
}

impl PartIndex {
    /// The chunks of a video that has so many.
    pub fn all(chunks: u32) -> impl Iterator<Item = Self> {
        (0..chunks).map(Self)
    }

    /// The chunk that is that part in S3, which counts from 1 on.
    #[must_use]
    pub fn of_part(number: i32) -> Option<Self> {
        u32::try_from(number).ok()?.checked_sub(1).map(Self)
    }

    /// The number of the part that it is in S3.
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
    fn an_id_is_one_that_we_gave_and_is_not_logged() {
        let id = UploadId::random();
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_eq!(format!("{id:?}"), "UploadId");
        for other in [
            "",
            "7",
            "0123456789ABCDEF0123456789ABCDEF",
            "0123456789abcdef0123456789abcdef0",
        ] {
            assert_eq!(other.parse::<UploadId>(), Err(UploadIdError), "{other:?}");
        }
    }

    #[test]
    fn a_video_has_four_chunks_at_most() {
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
