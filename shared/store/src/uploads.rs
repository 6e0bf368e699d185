//! The uploads table of version 1.1: videos that it has begun to receive. New ones have a record in the files table alone.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `upload` | S, partition | the SHA-256 of the upload's id |
//! | `owner` | S, partition of the index `owner` | the user who will own the file, when there is one |
//!
//! `expiresAt` is the table's TTL, a day after the start. So the release after this one reads it no more.
//!
//! Access patterns: read, keys by owner, delete.

use aws_sdk_dynamodb::Client;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{FileId, FileKind, UploadId, UserId};
use jiff::Timestamp;
use platform::clock;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{
    StoreError,
    attempts::AttemptCounter,
    files::{FileState, FilesTable, Refusal, Removal, StoredFile, UploadStarter, file_of},
    table::{Table, key, text},
};

const OWNER_INDEX: &str = "owner";

/// The uploads of both versions.
#[derive(Debug, Clone)]
pub struct UploadsTable {
    table: Table,
    files: FilesTable,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredUpload {
    file_id: FileId,
    multipart_id: String,
    #[serde(default)]
    owner: Option<UserId>,
    #[serde(default)]
    counter: Option<AttemptCounter>,
    #[serde(default)]
    network_counters: Vec<AttemptCounter>,
    expires_at: u64,
    #[serde(default)]
    outcome: Option<Outcome>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Kept,
    Refused(Refusal),
}

/// The key of an upload, which is all that the index has of it.
#[derive(Debug, Deserialize)]
struct UploadKey {
    upload: String,
}

impl UploadsTable {
    #[must_use]
    pub const fn new(client: Client, name: String, files: FilesTable) -> Self {
        Self {
            table: Table::new(client, name),
            files,
        }
    }

    /// As [`Self::find`], for a request that ends the upload: the file of an open upload of version 1.1 gets its record now.
    pub async fn find_recorded(&self, id: &UploadId) -> Result<Option<StoredFile>, StoreError> {
        let file = self.find(id).await?;
        match &file {
            Some(found) if found.state() == FileState::Uploading && found.file_id != file_of(id) => {
                self.files.put_if_new(found).await?;
                self.files.find(&found.file_id).await
            }
            _ => Ok(file),
        }
    }

    /// The file of an upload, ended or not. None after the deadline of the upload. An open upload of version 1.1 may have no record yet.
    pub async fn find(&self, id: &UploadId) -> Result<Option<StoredFile>, StoreError> {
        if let Some(file) = self.files.find_upload(id).await? {
            return Ok(Some(file));
        }
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(id.as_str()));
        let upload: Option<StoredUpload> = self.table.get(key("upload", &hash), &hash).await?;
        let Some(upload) = upload.filter(|upload| upload.expires_at > clock::seconds()) else {
            return Ok(None);
        };
        if let Some(file) = self.files.find(&upload.file_id).await? {
            return Ok(Some(file));
        }
        let outcome = upload.outcome;
        let file = upload.into_file();
        match outcome {
            None => Ok(Some(file)),
            Some(Outcome::Kept) => Ok(None),
            Some(Outcome::Refused(refusal)) => Ok(Some(StoredFile {
                removal: Some(Removal {
                    at: clock::seconds(),
                    refusal: Some(refusal),
                    object_deleted: true,
                }),
                ..file
            })),
        }
    }

    /// Opens the connection before the first request.
    pub async fn warm_up(&self) {
        self.files.warm_up().await;
    }

    /// Deletes the uploads of a user, so that none becomes a file.
    pub async fn delete_all_of(&self, owner: &UserId) -> Result<(), StoreError> {
        let query = self
            .table
            .query()
            .index_name(OWNER_INDEX)
            .key_condition_expression("#owner = :owner")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":owner", text(owner.as_str()));
        let items = self.table.query_all(query).await?;
        for UploadKey { upload } in self.table.parse_all(items, "key of an upload")? {
            self.table.delete(key("upload", upload)).await?;
        }
        Ok(())
    }
}

impl StoredUpload {
    fn into_file(self) -> StoredFile {
        let starter = UploadStarter {
            owner: self.owner,
            counters: self.counter.into_iter().chain(self.network_counters).collect(),
        };
        let begun = self
            .expires_at
            .saturating_sub(FileKind::Video.rules().unclaimed_for.as_secs());
        let created_at = Timestamp::from_second(begun.cast_signed()).unwrap_or_else(|_| clock::now());
        StoredFile {
            created_at,
            expires_at: Some(self.expires_at),
            ..StoredFile::new(self.file_id, FileKind::Video, starter, Some(self.multipart_id))
        }
    }
}
