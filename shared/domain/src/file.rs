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
    /// A user's photo.
    Image,
    /// A teacher's short video.
    Video,
}

impl FileKind {
    /// The kind as text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What a profile has of a file: enough for a presigned URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    /// Its id.
    pub file_id: FileId,
    /// What it is for.
    pub kind: FileKind,
    /// Its name.
    pub name: FileName,
    /// The type of its content.
    pub content_type: String,
}
