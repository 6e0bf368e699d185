//! The files that users upload.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::{FileName, MAX_VIDEO_BYTES, id::id_type};

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

/// What holds for the files of a kind. This is the one table of it: a new kind is a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRules {
    /// Who may claim one: the user whose profile names it in this field of its form.
    pub claimed_in: &'static str,
    pub seen_by: Audience,
    pub content: Content,
    /// Whether browsers display it. They download what is stored as it was sent: a viewer within the browser would run what the checks of
    /// an upload do not find. A video is displayed in a player.
    pub is_displayed: bool,
    /// How long it waits for its claim, from the start of its upload. One that a profile claims lives until the profile lets go.
    pub unclaimed_for: Duration,
    /// The size of the largest one that is accepted.
    pub max_bytes: u64,
    /// The longest one that is accepted, where it has a duration.
    pub max_duration: Option<Duration>,
    /// The type of one that a user may claim as the [proof of a payment](FileUse::Proof) in place of a profile. None may otherwise.
    pub proof_type: Option<&'static str>,
}

/// What a file is claimed for, other than a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileUse {
    /// It shows a payment for a place. Its owner and who records payments see it, and it lives until [`PROOF_KEPT_FOR`] after the decision.
    Proof,
}

/// How long a proof of payment stays after the decision about it.
pub const PROOF_KEPT_FOR: Duration = Duration::from_hours(365 * 24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Owner,
    /// Its owner, and operators who review teachers.
    OwnerAndReviewers,
}

/// What is stored of what was sent, after its content was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The same bytes. They are scanned where files are scanned.
    AsSent,
    /// An image of the same pixels, which needs no scan.
    Encoded,
}

const DAY: Duration = Duration::from_hours(24);

// The limits are those of spec §9.

const DOCUMENT: FileRules = FileRules {
    claimed_in: "teacher.curriculum",
    seen_by: Audience::OwnerAndReviewers,
    content: Content::AsSent,
    is_displayed: false,
    unclaimed_for: DAY,
    max_bytes: 2 << 20,
    max_duration: None,
    proof_type: Some("application/pdf"),
};
const IMAGE: FileRules = FileRules {
    claimed_in: "image",
    seen_by: Audience::Owner,
    content: Content::Encoded,
    is_displayed: true,
    unclaimed_for: DAY,
    max_bytes: 5 << 20,
    max_duration: None,
    proof_type: Some("image/jpeg"),
};
const VIDEO: FileRules = FileRules {
    claimed_in: "teacher.video",
    seen_by: Audience::OwnerAndReviewers,
    content: Content::AsSent,
    is_displayed: true,
    unclaimed_for: DAY,
    max_bytes: MAX_VIDEO_BYTES,
    // Two minutes. Encoders complete the last frame, so a video that was cut there lasts a little longer.
    max_duration: Some(Duration::from_millis(120_100)),
    proof_type: None,
};

impl FileKind {
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    pub const fn rules(self) -> FileRules {
        match self {
            Self::Document => DOCUMENT,
            Self::Image => IMAGE,
            Self::Video => VIDEO,
        }
    }

    /// Whether it is scanned where files are scanned.
    pub fn is_scanned(self) -> bool {
        self.rules().content == Content::AsSent
    }
}

impl FileUse {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl ScanVerdict {
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

/// What a profile or a place has of a file: enough for a presigned URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    pub file_id: FileId,
    pub kind: FileKind,
    pub name: FileName,
    pub content_type: String,
}

impl FileReference {
    /// Whether it may be claimed as the proof of a payment.
    pub fn can_be_proof(&self) -> bool {
        self.kind.rules().proof_type == Some(self.content_type.as_str())
    }
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
