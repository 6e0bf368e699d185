//! What operators and owners see of a file where files are scanned for malware.

use domain::{Audience, FileReference, FileScan};
use platform::{causes::Causes, deadline};
use serde::Serialize;
use store::{
    files::{FilesTable, StoredFile, Withheld},
    place_requests::Proof,
};
use tracing::warn;

use crate::{FileError, FileView, ObjectUrls};

/// What a scan means for the owner of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileStatus {
    /// No scan has cleared it yet.
    Checking,
    /// A scan found malware, and the object was deleted.
    Refused,
}

impl From<Withheld> for FileStatus {
    fn from(withheld: Withheld) -> Self {
        match withheld {
            Withheld::Private | Withheld::Waiting | Withheld::Failed => Self::Checking,
            Withheld::Infected | Withheld::Gone => Self::Refused,
        }
    }
}

/// Shows files to their owners and to operators. It signs URLs and reads the verdicts of scans, and needs no client of S3.
#[derive(Debug, Clone)]
pub struct FileViews {
    table: FilesTable,
    urls: ObjectUrls,
    scan: FileScan,
}

impl FileViews {
    /// Views of the files of that table, with those URLs. `scan` says whether the files are scanned.
    pub const fn new(table: FilesTable, urls: ObjectUrls, scan: FileScan) -> Self {
        Self { table, urls, scan }
    }

    /// A presigned URL of a file for an operator who reviews it. Where files are scanned, only for a file that a scan has cleared, and only
    /// for the version of the object that was scanned; otherwise, why there is none.
    pub async fn url_for_review(&self, file: &FileReference) -> Result<Result<String, Withheld>, FileError> {
        if file.kind.rules().seen_by == Audience::Owner {
            return Ok(Err(Withheld::Private));
        }
        Ok(match self.cleared_version(file).await? {
            Ok(version) => Ok(self.urls.file_version(file, version.as_deref()).await?),
            Err(withheld) => Err(withheld),
        })
    }

    /// A presigned URL with which who records payments downloads a proof of payment, at once. As [`Self::url_for_review`], only of a file that
    /// a scan has cleared, where such files are scanned.
    pub async fn url_for_finance(&self, proof: &Proof) -> Result<Result<String, Withheld>, FileError> {
        if !proof.is_kept() {
            return Ok(Err(Withheld::Gone));
        }
        Ok(match self.cleared_version(&proof.file).await? {
            Ok(version) => Ok(self.urls.download(&proof.file, version.as_deref()).await?),
            Err(withheld) => Err(withheld),
        })
    }

    /// A file as the API returns it to its owner, who sees it before the scan. A failure to read the verdict is logged, and the file shown as
    /// one without a verdict: the view is also the response to an edit, which is saved then.
    pub async fn view_for_owner(&self, file: &FileReference) -> Result<FileView, FileError> {
        let cleared = deadline::leave_time_to_respond(self.cleared_version(file)).await;
        let cause = match &cleared {
            Ok(Ok(_)) => None,
            Ok(Err(cause)) => Some(Causes(cause).to_string()),
            Err(late) => Some(late.to_string()),
        };
        if let Some(cause) = cause {
            warn!(file = %file.file_id, cause, "verdict not read");
        }
        let cleared = cleared.ok().and_then(Result::ok).unwrap_or(Err(Withheld::Waiting));
        Ok(FileView {
            status: cleared.err().map(FileStatus::from),
            ..FileView::of(file, &self.urls).await?
        })
    }

    /// The version of the object that a scan has cleared; none where the file is not scanned.
    async fn cleared_version(&self, file: &FileReference) -> Result<Result<Option<String>, Withheld>, FileError> {
        if self.scan == FileScan::Off || !file.kind.is_scanned() {
            return Ok(Ok(None));
        }
        let stored = self.table.find(&file.file_id).await?;
        let cleared = stored
            .as_ref()
            .map_or(Err(Withheld::Waiting), StoredFile::cleared_version);
        Ok(cleared.map(|version| Some(version.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_sees_that_a_file_is_refused_only_when_it_is_infected() {
        let seen = [Withheld::Waiting, Withheld::Failed, Withheld::Infected].map(FileStatus::from);
        assert_eq!(seen, [FileStatus::Checking, FileStatus::Checking, FileStatus::Refused]);
    }
}
