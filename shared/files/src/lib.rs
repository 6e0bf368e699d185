//! The files that users upload: their records in the files table, their objects in the files bucket, and the claims of profiles. Also the
//! site's bucket.

mod claims;
mod error;
mod object_store;
mod scans;

pub mod removal;

use domain::{FileId, FileKind, FileName, FileReference, UserId};
use serde::Serialize;
use store::files::{FilesTable, StoredFile, UploadStarter};

pub use claims::{ClaimError, FileChanges, RequestedFiles};
pub use error::FileError;
pub use object_store::{
    ArchiveUpload, Assembly, ObjectError, ObjectStore, ObjectUrls, OpenObject, OpenUpload, PresignedPart, SiteBucket,
    UploadPart, client, object_key,
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
    pub const fn new(table: FilesTable, objects: ObjectStore, urls: ObjectUrls) -> Self {
        Self { table, objects, urls }
    }

    /// Stores a new file, which can be claimed then. The record is written before the object, so no object is without a record. None when
    /// the file was removed meanwhile, because its owner was deleted.
    pub async fn store(&self, new: NewFile) -> Result<Option<FileView>, FileError> {
        let starter = UploadStarter {
            owner: new.owner,
            // Nothing refunds an upload in one request after its response.
            counters: Vec::new(),
        };
        let file = StoredFile {
            name: new.name,
            content_type: new.content_type.to_owned(),
            size: new.bytes.len() as u64,
            ..StoredFile::new(FileId::random(), new.kind, starter, None)
        };
        self.table.put(&file).await?;
        self.objects.put(&file, new.bytes).await?;
        if !self.table.end_upload(&file).await? {
            return Ok(None);
        }
        Ok(Some(self.view(&file).await?))
    }

    pub async fn view(&self, file: &StoredFile) -> Result<FileView, ObjectError> {
        FileView::of(&file.reference(), &self.urls).await
    }
}
