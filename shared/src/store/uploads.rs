//! The uploads table: videos that arrive in chunks, from the first chunk until they are files.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `upload` | S, partition | the SHA-256 of the upload's id |
//!
//! The id is random, so a plain hash of it is enough for the table to open no upload. `outcome` is there once the upload was
//! finished: then no chunk is taken any more, and finishing it again is answered as the first time. `expiresAt` is the table's
//! TTL. Access patterns: put, read, end with a file (in one transaction with its record), end without one.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, to_item};
use sha2::{Digest, Sha256};

use super::{
    StoreError,
    error::unless_refused,
    files::{FilesTable, StoredFile},
    time::now,
    transaction::{write_alone, write_together},
};
use crate::domain::{FileId, UploadId, UserId};

/// How long an upload may take. The bucket keeps parts as long.
const LIFETIME: Duration = Duration::from_hours(24);

/// The table.
#[derive(Debug, Clone)]
pub struct UploadsTable {
    client: Client,
    name: String,
}

/// An upload as the table holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredUpload {
    /// The key.
    upload: String,
    /// The id of the file that it becomes.
    pub file_id: FileId,
    /// What S3 calls it.
    pub multipart_id: String,
    /// Whose the file will be, when somebody is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<UserId>,
    /// When it is forgotten, in seconds since the epoch.
    pub expires_at: u64,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// How an upload ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is a file now.
    Kept,
    /// It is none, for that reason.
    Refused(Refusal),
}

/// Why a video is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is no video of a type that is taken.
    TypeWrong,
    /// It lasts too long.
    TooLong,
    /// It says to be a video, and cannot be read.
    Unreadable,
}

impl StoredUpload {
    /// One that starts now.
    #[must_use]
    pub fn new(id: &UploadId, file_id: FileId, multipart_id: String, owner: Option<UserId>) -> Self {
        Self {
            upload: key(id),
            file_id,
            multipart_id,
            owner,
            expires_at: now() + LIFETIME.as_secs(),
            outcome: None,
        }
    }
}

impl UploadsTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Keeps what is known of a new upload.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put(&self, upload: &StoredUpload) -> Result<(), StoreError> {
        let item = to_item(upload).map_err(|error| StoreError::malformed(&self.name, &upload.upload, error))?;
        let request = self.client.put_item().table_name(&self.name).set_item(Some(item));
        let written = request.send().await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// The upload with an id, unless its time is over, which the table may take days to see.
    ///
    /// # Errors
    /// When the table cannot be read, and when the item is malformed.
    pub async fn find(&self, id: &UploadId) -> Result<Option<StoredUpload>, StoreError> {
        let key = key(id);
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .key("upload", AttributeValue::S(key.clone()))
            // It is read in the call after the one that wrote it.
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        let upload: Option<StoredUpload> = answer
            .item
            .map(from_item)
            .transpose()
            .map_err(|error| StoreError::malformed(&self.name, key, error))?;
        Ok(upload.filter(|upload| upload.expires_at > now()))
    }

    /// Ends an upload with a file, whose record is written in the same transaction. False when it has ended before, and then
    /// nothing was written.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn keep(&self, upload: &StoredUpload, files: &FilesTable, file: &StoredFile) -> Result<bool, StoreError> {
        let ended = Update::builder()
            .table_name(&self.name)
            .key("upload", AttributeValue::S(upload.upload.clone()))
            .update_expression("SET outcome = :outcome")
            .condition_expression("attribute_exists(#upload) AND attribute_not_exists(outcome)")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_values(":outcome", self.outcome(Outcome::Kept)?)
            .build()
            .map_err(|error| StoreError::malformed(&self.name, &upload.upload, error))?;
        let items = vec![
            TransactWriteItem::builder().update(ended).build(),
            TransactWriteItem::builder().put(files.putting(file)?).build(),
        ];
        Ok(write_together(&self.client, &self.name, items).await?.is_written())
    }

    /// Ends an upload without a file. False when it has ended otherwise before.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn refuse(&self, upload: &StoredUpload, refusal: Refusal) -> Result<bool, StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("upload", AttributeValue::S(upload.upload.clone()))
            .update_expression("SET outcome = :outcome")
            // The second is for a retry of a write whose answer was lost.
            .condition_expression("attribute_exists(#upload) AND (attribute_not_exists(outcome) OR outcome = :outcome)")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_values(":outcome", self.outcome(Outcome::Refused(refusal))?);
        let written = write_alone(|| request.clone().send()).await;
        Ok(unless_refused(&self.name, written)?.is_some())
    }

    /// Opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        self.find(&UploadId::random()).await.ok();
    }

    fn outcome(&self, outcome: Outcome) -> Result<AttributeValue, StoreError> {
        let value = serde_dynamo::to_attribute_value(outcome);
        value.map_err(|error| StoreError::malformed(&self.name, "outcome", error))
    }
}

fn key(id: &UploadId) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(id.as_str()))
}
