//! The files that users upload: their records in the files table, their objects in the files bucket, and the claims of profiles. Also the
//! site's bucket.

mod claims;
mod error;
mod object_store;
mod scans;

use std::collections::HashSet;

use domain::{FileId, FileKind, FileName, FileReference, UserId};
use platform::clock;
use serde::Serialize;
use store::files::{FilesTable, StoredFile};

pub use claims::{ClaimError, FileChanges, RequestedFiles, mark_unclaimed};
pub use error::FileError;
pub use object_store::{
    ArchiveUpload, Assembly, ObjectError, ObjectStore, ObjectUrls, OpenObject, PresignedPart, SiteBucket, UploadPart,
    client, object_key,
};
pub use scans::{FileStatus, FileViews};

/// Stores files: records in the table, objects in the bucket.
#[derive(Debug, Clone)]
pub struct FileService {
    pub table: FilesTable,
    pub objects: ObjectStore,
    pub urls: ObjectUrls,
}

/// A file whose content was checked.
#[derive(Debug)]
pub struct NewFile {
    pub kind: FileKind,
    /// The user who uploads it. None for a visitor.
    pub owner: Option<UserId>,
    pub name: FileName,
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Serialize)]
pub struct FileView {
    _id: FileId,
    url: String,
    /// None where the file is not scanned, and for one that a scan has cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<FileStatus>,
}

impl FileView {
    pub async fn of(file: &FileReference, urls: &ObjectUrls) -> Result<Self, ObjectError> {
        Ok(Self {
            _id: file.file_id.clone(),
            url: urls.file(file).await?,
            status: None,
        })
    }
}

impl FileService {
    #[must_use]
    pub const fn new(table: FilesTable, objects: ObjectStore, urls: ObjectUrls) -> Self {
        Self { table, objects, urls }
    }

    /// Stores a new file, unclaimed. The record is written before the object, so no object is without a record. A record whose
    /// object could not be written expires.
    pub async fn store(&self, new: NewFile) -> Result<FileView, FileError> {
        let file = StoredFile {
            file_id: FileId::random(),
            kind: new.kind,
            owner: new.owner,
            name: new.name,
            content_type: new.content_type.to_owned(),
            size: new.bytes.len() as u64,
            created_at: clock::now(),
            expires_at: Some(StoredFile::claim_deadline()),
            deleted: false,
            tagging_until: None,
            locked_by: None,
            scan: None,
        };
        self.table.put(&file).await?;
        self.objects.put_unclaimed(&file, new.bytes).await?;
        Ok(self.view(&file).await?)
    }

    pub async fn view(&self, file: &StoredFile) -> Result<FileView, ObjectError> {
        FileView::of(&file.reference(), &self.urls).await
    }

    /// Deletes all files of a user. `profile_files` are those that the profile refers to, because the index may not have them yet.
    /// Each record is deleted after its object, so an interrupted deletion can be repeated.
    pub async fn delete_files_of(
        &self,
        owner: &UserId,
        profile_files: impl IntoIterator<Item = FileId>,
    ) -> Result<(), FileError> {
        let indexed = self.table.ids_of_owner(owner).await?;
        let ids: HashSet<FileId> = indexed.into_iter().chain(profile_files).collect();
        for id in ids {
            let file = self.table.find(&id).await?;
            if let Some(file) = file.filter(|file| file.owner.as_ref() == Some(owner)) {
                self.objects.delete(file.kind, &id).await?;
                self.table.delete(&id).await?;
            }
        }
        Ok(())
    }
}
