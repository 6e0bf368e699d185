//! Files of users in the output of commands.

use std::fmt::{self, Display};

use domain::FileReference;
use serde::Serialize;
use store::files::Withheld;

/// The name of a file, with its presigned URL, or why there is none.
#[derive(Serialize)]
pub(crate) struct FileLink {
    name: String,
    #[serde(flatten)]
    access: Access,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Access {
    Url {
        url: String,
    },
    Withheld {
        withheld: Withheld,
        /// The key of the object, to have it scanned again.
        object: String,
    },
}

impl FileLink {
    pub(crate) fn new(file: &FileReference, url: Result<String, Withheld>) -> Self {
        Self {
            name: file.name.as_str().to_owned(),
            access: match url {
                Ok(url) => Access::Url { url },
                Err(withheld) => Access::Withheld {
                    withheld,
                    object: files::object_key(file),
                },
            },
        }
    }
}

impl Display for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (withheld, object) = match self {
            Self::Url { url } => return formatter.write_str(url),
            Self::Withheld { withheld, object } => (withheld, object),
        };
        let why = match withheld {
            Withheld::Private => "is its owner's alone",
            Withheld::Gone => "is deleted",
            Withheld::Waiting => "waits for the scan for malware",
            Withheld::Failed => "could not be scanned for malware",
            Withheld::Infected => "infected: a scan found malware, and the file was deleted",
        };
        write!(formatter, "{why} ({object})")
    }
}

impl Display for FileLink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n            {}", self.name, self.access)
    }
}
