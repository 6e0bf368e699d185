//! The files that people upload.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use super::{
    FileName,
    opaque::{parse_id, random_id},
};

/// A file's id: opaque, unguessable, safe in addresses as it is. Whoever knows that of a file which nobody owns may claim it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(String);

/// Not an id that we give.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the id of a file")]
pub struct FileIdError;

impl FileId {
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

impl FromStr for FileId {
    type Err = FileIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_id(text).map(Self).ok_or(FileIdError)
    }
}

impl fmt::Display for FileId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a file is for, which is also where its object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileKind {
    /// A teacher's CV.
    Document,
    /// A photo of a person.
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

/// What a profile keeps of a file: all that it takes to make an address for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    /// Its id.
    pub file_id: FileId,
    /// What it is for.
    pub kind: FileKind,
    /// What the person called it.
    pub name: FileName,
    /// What its content is.
    pub content_type: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_that_we_gave() {
        let id = FileId::random();
        assert_eq!(id.as_str().parse(), Ok(id));
        for other in [
            "",
            "7",
            "../document/0123456789abcdef0123456789ab",
            "0123456789ABCDEF0123456789ABCDEF",
            "0123456789abcdef0123456789abcdef0",
        ] {
            assert_eq!(other.parse::<FileId>(), Err(FileIdError), "{other:?}");
        }
    }
}
