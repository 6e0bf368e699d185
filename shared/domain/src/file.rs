//! The files that users upload.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::{FileName, id::id_type};

id_type!(
    /// The id of a file. A user who knows the id of an unclaimed file without an owner may claim it.
    shown FileId, FileIdError, "not the id of a file"
);

/// What a file is for. The key of its object begins with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileKind {
    /// A teacher's CV.
    Document,
    Image,
    Video,
}

impl FileKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether it is stored as it was sent, and scanned where files are scanned. An image is encoded again: its object has pixels only.
    #[must_use]
    pub const fn is_scanned(self) -> bool {
        match self {
            Self::Document | Self::Video => true,
            Self::Image => false,
        }
    }
}

impl ScanVerdict {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The verdicts that this one replaces.
    pub fn weaker(self) -> impl Iterator<Item = Self> {
        let all = [Self::Failed, Self::Clean, Self::Infected];
        all.into_iter().filter(move |verdict| *verdict < self)
    }
}

/// Whether operators see a document or a video only after a scan for malware has cleared it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum FileScan {
    Off,
    /// A file waits until a scan has cleared it.
    Required,
}

/// What a scan for malware found in a file. A later one is stronger: the verdicts of several scans, in any order, leave the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ScanVerdict {
    /// The scanner could not scan the file.
    Failed,
    Clean,
    Infected,
}

/// What a profile has of a file: enough for a presigned URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    pub file_id: FileId,
    pub kind: FileKind,
    pub name: FileName,
    pub content_type: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_stored_as_they_were_sent_are_scanned() {
        let scanned = [FileKind::Document, FileKind::Image, FileKind::Video].map(FileKind::is_scanned);
        assert_eq!(scanned, [true, false, true]);
    }

    #[test]
    fn a_verdict_replaces_weaker_ones_only() {
        let weaker = |verdict: ScanVerdict| verdict.weaker().collect::<Vec<_>>();
        assert_eq!(weaker(ScanVerdict::Failed), []);
        assert_eq!(weaker(ScanVerdict::Clean), [ScanVerdict::Failed]);
        assert_eq!(weaker(ScanVerdict::Infected), [ScanVerdict::Failed, ScanVerdict::Clean]);
    }
}
