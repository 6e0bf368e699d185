//! The files that people upload, and that accounts refer to.

mod claims;
mod error;
mod object_store;

use std::collections::HashSet;

use domain::{FileId, FileKind, FileName, FileReference, UserId};
use jiff::Timestamp;
use serde::Serialize;
use store::files::{FilesTable, StoredFile};

pub use claims::{ClaimError, FileChanges, WantedFiles};
pub use error::FileError;
pub use object_store::{ObjectError, Objects, OpenUpload, Part, PartAddress, StoredObject, client, signer};

/// Where files are kept: what is known of them in the table, their bytes in the bucket.
#[derive(Debug, Clone)]
pub struct Library {
    /// What is known of them.
    pub table: FilesTable,
    /// Their bytes.
    pub objects: Objects,
}

/// A file that was looked at, and may be kept.
#[derive(Debug)]
pub struct NewFile {
    /// What it is for.
    pub kind: FileKind,
    /// Who uploads it, when they are signed in.
    pub owner: Option<UserId>,
    /// What the person calls it.
    pub name: FileName,
    /// What its content is.
    pub content_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A file on the wire.
#[derive(Debug, Serialize)]
pub struct FileView {
    _id: FileId,
    url: String,
}

impl FileView {
    /// A file with an address for it.
    ///
    /// # Errors
    /// As [`Objects::address`].
    pub async fn of(file: &FileReference, objects: &Objects) -> Result<Self, ObjectError> {
        Ok(Self {
            _id: file.file_id.clone(),
            url: objects.address(file).await?,
        })
    }
}

impl Library {
    /// Files with their records in that table and their bytes in that bucket.
    #[must_use]
    pub const fn new(table: FilesTable, objects: Objects) -> Self {
        Self { table, objects }
    }

    /// Keeps a new file, until an account claims it or its time is over. The record comes first, so that no object is without
    /// one: what is left when the object cannot be written names nothing, and is forgotten.
    ///
    /// # Errors
    /// When the table or the bucket cannot be written.
    pub async fn keep(&self, new: NewFile) -> Result<FileView, FileError> {
        let file = StoredFile {
            file_id: FileId::random(),
            kind: new.kind,
            owner: new.owner,
            name: new.name,
            content_type: new.content_type.to_owned(),
            size: new.bytes.len() as u64,
            created_at: Timestamp::now().to_string(),
            expires_at: Some(StoredFile::end_of_grace()),
            deleted: false,
        };
        self.table.put(&file).await?;
        self.objects.put_unclaimed(&file, new.bytes).await?;
        Ok(self.view(&file).await?)
    }

    /// A file as the wire has it, with an address that is good for a while.
    ///
    /// # Errors
    /// When there are no credentials to sign the address with.
    pub async fn view(&self, file: &StoredFile) -> Result<FileView, ObjectError> {
        FileView::of(&file.reference(), &self.objects).await
    }

    /// Deletes everything of somebody's files. The record goes after the object, so that what was cut off can be repeated.
    /// `referred` are those that their profile refers to, since the index may not know of them yet.
    ///
    /// # Errors
    /// When the table or the bucket cannot be read or written.
    pub async fn delete_all_of(
        &self,
        owner: &UserId,
        referred: impl IntoIterator<Item = FileId>,
    ) -> Result<(), FileError> {
        let ids: HashSet<FileId> = self.table.of_owner(owner).await?.into_iter().chain(referred).collect();
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
