//! The uploads table: videos that arrive in chunks, from the first chunk until they are files.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `upload` | S, partition | the SHA-256 of the upload's id, or `gone#` and that of the id of an account that was deleted |
//! | `owner` | S, partition of the index `owner` | whose the file will be, when it is somebody's |
//!
//! The ids are random, so a plain hash is enough for the table to open no upload and to name nobody. `outcome` is there once
//! the upload was finished: then no chunk is taken any more, and finishing it again is answered as the first time. The item of
//! an account that was deleted has no more than its key: while it is there, no upload of that account becomes a file.
//! `expiresAt` is the table's TTL. Access patterns: put, read, end with a file (in one transaction with its record, if its
//! owner is not gone), end without one, those of somebody, note that somebody is gone (in one transaction with that), delete.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ConditionCheck, Put, TransactWriteItem, Update},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{FileId, UploadId, UserId};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, from_items, to_item};
use sha2::{Digest, Sha256};

use super::{
    StoreError,
    error::unless_refused,
    files::{FilesTable, StoredFile},
    time::{now, seconds},
    transaction::{Together, write_alone, write_together},
};

/// How long an upload may take. The bucket keeps parts as long.
const LIFETIME: Duration = Duration::from_hours(24);
/// How long it is known that an account is gone: longer than an upload lasts that was started as it went.
const MEMORY_OF_ACCOUNT: Duration = Duration::from_hours(25);

/// The index of uploads by whose they are.
const OWNER_INDEX: &str = "owner";

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
    /// The account that it would belong to was deleted.
    OwnerGone,
}

/// What came of ending an upload with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Ending {
    /// The upload has ended, and the file is there.
    Kept,
    /// It has ended before, and nothing was written.
    EndedBefore,
    /// The account that the file would belong to was deleted, and nothing was written.
    OwnerGone,
}

/// The key of an upload, which is what the index has of it.
#[derive(Debug, Deserialize)]
pub struct UploadKey {
    upload: String,
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
        let upload = self.get(key(id)).await?;
        Ok(upload.filter(|upload| upload.expires_at > now()))
    }

    /// The upload with a key that was listed, however old it is.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn listed(&self, key: UploadKey) -> Result<Option<StoredUpload>, StoreError> {
        self.get(key.upload).await
    }

    /// The keys of the uploads that are somebody's, however they ended. One that was started in this very moment may be missing.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn of_owner(&self, owner: &UserId) -> Result<Vec<UploadKey>, StoreError> {
        let pages = self
            .client
            .query()
            .table_name(&self.name)
            .index_name(OWNER_INDEX)
            .key_condition_expression("#owner = :owner")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":owner", AttributeValue::S(owner.to_string()))
            .into_paginator()
            .items()
            .send();
        let items: Vec<_> = pages
            .collect::<Result<_, _>>()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        from_items(items).map_err(|error| StoreError::malformed(&self.name, "key of an upload", error))
    }

    /// Ends an upload with a file, whose record is written in the same transaction, unless the account that it would belong to
    /// is gone by then. That is asked of this table, so that whoever finishes uploads need not read accounts.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn keep(
        &self,
        upload: &StoredUpload,
        files: &FilesTable,
        file: &StoredFile,
    ) -> Result<Ending, StoreError> {
        let ended = Update::builder()
            .table_name(&self.name)
            .key("upload", AttributeValue::S(upload.upload.clone()))
            .update_expression("SET outcome = :outcome")
            .condition_expression("attribute_exists(#upload) AND attribute_not_exists(outcome)")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_values(":outcome", self.outcome(Outcome::Kept)?)
            .build()
            .map_err(|error| StoreError::malformed(&self.name, &upload.upload, error))?;
        let mut items = vec![
            TransactWriteItem::builder().update(ended).build(),
            TransactWriteItem::builder().put(files.putting(file)?).build(),
        ];
        let of_upload = 0..items.len();
        if let Some(owner) = &upload.owner {
            let is_there = self.checking_that_is_there(owner)?;
            items.push(TransactWriteItem::builder().condition_check(is_there).build());
        }
        match write_together(&self.client, &self.name, items).await? {
            Together::Written => Ok(Ending::Kept),
            Together::Refused(places) if places.iter().any(|place| of_upload.contains(place)) => {
                Ok(Ending::EndedBefore)
            }
            Together::Refused(_) => Ok(Ending::OwnerGone),
        }
    }

    /// Noting that an account is gone, so that nothing that was started by it becomes a file: a part of the transaction that
    /// deletes the account.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn noting_that_is_gone(&self, account: &UserId) -> Result<Put, StoreError> {
        Put::builder()
            .table_name(&self.name)
            .item("upload", AttributeValue::S(key_of_gone(account)))
            .item("expiresAt", seconds(now() + MEMORY_OF_ACCOUNT.as_secs()))
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "an account that is gone", error))
    }

    fn checking_that_is_there(&self, account: &UserId) -> Result<ConditionCheck, StoreError> {
        ConditionCheck::builder()
            .table_name(&self.name)
            .key("upload", AttributeValue::S(key_of_gone(account)))
            .condition_expression("attribute_not_exists(#upload)")
            .expression_attribute_names("#upload", "upload")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "an account that is there", error))
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

    /// Deletes what is known of an upload. One that is gone already is no error.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn delete(&self, upload: &StoredUpload) -> Result<(), StoreError> {
        let request = self.client.delete_item().table_name(&self.name);
        let request = request.key("upload", AttributeValue::S(upload.upload.clone()));
        let deleted = write_alone(|| request.clone().send()).await;
        deleted.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        self.find(&UploadId::random()).await.ok();
    }

    async fn get(&self, key: String) -> Result<Option<StoredUpload>, StoreError> {
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
        let upload = answer.item.map(from_item).transpose();
        upload.map_err(|error| StoreError::malformed(&self.name, key, error))
    }

    fn outcome(&self, outcome: Outcome) -> Result<AttributeValue, StoreError> {
        let value = serde_dynamo::to_attribute_value(outcome);
        value.map_err(|error| StoreError::malformed(&self.name, "outcome", error))
    }
}

fn key(id: &UploadId) -> String {
    hash(id.as_str())
}

fn key_of_gone(account: &UserId) -> String {
    format!("gone#{}", hash(account.as_str()))
}

fn hash(id: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(id))
}
