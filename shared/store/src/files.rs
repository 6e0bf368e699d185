//! The files table: what was uploaded, and whose it is.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `fileId` | S, partition | the id |
//!
//! | `owner` | S, partition of the index `owner` | whose it is, when it is somebody's |
//!
//! The object of a file is in the bucket under its kind and its id. `expiresAt`, the table's TTL, is there while no account has
//! claimed the file, and again when its profile does not refer to it any more, or it is `deleted`. Access patterns: put, read, claim
//! and release (in one transaction with the profile), mark as deleted (with the profile that refers to the file, if one does), touch,
//! the ids of somebody's, delete; for the operator, all.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem, Update, builders::UpdateBuilder},
};
use domain::{FileId, FileKind, FileName, FileReference, UserId};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, from_items, to_item};

use super::{
    StoreError,
    error::unless_refused,
    time::{now, seconds},
    transaction::{write_alone, write_together},
};

/// How long a file waits for an account to claim it (again), and how long one that was deleted is known to have been there.
const GRACE: Duration = Duration::from_hours(24);

/// The index of files by whose they are.
const OWNER_INDEX: &str = "owner";

/// The table.
#[derive(Debug, Clone)]
pub struct FilesTable {
    client: Client,
    name: String,
}

/// A file as the table holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    /// Its id.
    pub file_id: FileId,
    /// What it is for.
    pub kind: FileKind,
    /// Whose it is. Nobody's when it was uploaded without an account, until one claims it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<UserId>,
    /// What the person called it.
    pub name: FileName,
    /// What its content is, which was looked at.
    pub content_type: String,
    /// How many bytes it has.
    pub size: u64,
    /// When it was uploaded, RFC 3339.
    pub created_at: String,
    /// When it is forgotten, in seconds since the epoch. Nothing when an account has claimed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// Whether its owner has deleted it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

/// What the index has of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Key {
    file_id: FileId,
}

impl StoredFile {
    /// When a file that is uploaded or deleted now is forgotten.
    #[must_use]
    pub fn end_of_grace() -> u64 {
        now() + GRACE.as_secs()
    }

    /// Whether it is somebody's and not forgotten, which the table may take days to do.
    #[must_use]
    pub fn belongs_to(&self, user: &UserId) -> bool {
        let is_forgotten = self.expires_at.is_some_and(|end| end <= now());
        self.owner.as_ref() == Some(user) && !is_forgotten
    }

    /// Whether an account may claim it: it waits for that, and is nobody's or that account's own.
    #[must_use]
    pub fn waits_for(&self, account: &UserId) -> bool {
        let waits = self.expires_at.is_some_and(|end| end > now()) && !self.deleted;
        waits && self.owner.as_ref().is_none_or(|owner| owner == account)
    }

    /// Whether a profile refers to it.
    #[must_use]
    pub const fn is_claimed(&self) -> bool {
        self.expires_at.is_none()
    }

    /// The file as it is when no profile refers to it any more.
    #[must_use]
    pub fn waiting(self) -> Self {
        Self {
            expires_at: Some(Self::end_of_grace()),
            ..self
        }
    }

    /// What a profile keeps of it.
    #[must_use]
    pub fn reference(&self) -> FileReference {
        FileReference {
            file_id: self.file_id.clone(),
            kind: self.kind,
            name: self.name.clone(),
            content_type: self.content_type.clone(),
        }
    }
}

impl FilesTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Keeps what is known of a new file.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put(&self, file: &StoredFile) -> Result<(), StoreError> {
        let item = to_item(file).map_err(|error| StoreError::malformed(&self.name, file.file_id.as_str(), error))?;
        let request = self.client.put_item().table_name(&self.name).set_item(Some(item));
        let written = request.send().await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Keeping what is known of a new file, when nothing is known of it yet: a part of a transaction.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub(super) fn putting(&self, file: &StoredFile) -> Result<Put, StoreError> {
        let item = to_item(file).map_err(|error| StoreError::malformed(&self.name, file.file_id.as_str(), error))?;
        Put::builder()
            .table_name(&self.name)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(fileId)")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, file.file_id.as_str(), error))
    }

    /// The file with an id.
    ///
    /// # Errors
    /// When the table cannot be read, and when the item is malformed.
    pub async fn find(&self, id: &FileId) -> Result<Option<StoredFile>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .key("fileId", AttributeValue::S(id.to_string()))
            // A file is read in the call after the one that wrote it.
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        let item = answer.item.map(from_item).transpose();
        item.map_err(|error| StoreError::malformed(&self.name, id.as_str(), error))
    }

    /// Claiming a file that waits for an account, if it is still as it was read: a part of the transaction that makes the profile
    /// refer to it.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn claiming(&self, read: &StoredFile, account: &UserId) -> Result<Update, StoreError> {
        let claim = self
            .update(&read.file_id)
            .update_expression("SET #owner = :account REMOVE expiresAt")
            .condition_expression(
                "expiresAt = :read AND expiresAt > :now AND attribute_not_exists(deleted) \
                 AND (attribute_not_exists(#owner) OR #owner = :account)",
            )
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":account", AttributeValue::S(account.to_string()))
            .expression_attribute_values(":read", end_of(read))
            .expression_attribute_values(":now", seconds(now()))
            .build();
        claim.map_err(|error| StoreError::malformed(&self.name, read.file_id.as_str(), error))
    }

    /// Releasing a claimed file, which then is as said: a part of the transaction after which the profile does not refer to it.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn releasing(&self, waiting: &StoredFile) -> Result<Update, StoreError> {
        let release = self
            .update(&waiting.file_id)
            .update_expression("SET expiresAt = :end")
            .condition_expression("attribute_exists(fileId) AND attribute_not_exists(expiresAt)")
            .expression_attribute_values(":end", end_of(waiting))
            .build();
        release.map_err(|error| StoreError::malformed(&self.name, waiting.file_id.as_str(), error))
    }

    /// Touches a file that waits for an account, so that nobody can claim it as it was read before. Returns it as it is then;
    /// nothing when it is not as it was read itself.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn touch(&self, read: &StoredFile) -> Result<Option<StoredFile>, StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("fileId", AttributeValue::S(read.file_id.to_string()))
            .update_expression("SET expiresAt = expiresAt + :second")
            .condition_expression("expiresAt = :read AND attribute_not_exists(deleted)")
            .expression_attribute_values(":second", seconds(1))
            .expression_attribute_values(":read", end_of(read));
        let written = write_alone(|| request.clone().send()).await;
        Ok(unless_refused(&self.name, written)?.map(|_| StoredFile {
            expires_at: read.expires_at.map(|end| end + 1),
            ..read.clone()
        }))
    }

    /// Marks a file as deleted, together with what else has to be written then. False when something of that is not as it was
    /// read (the file was claimed meanwhile, say), and then nothing was written.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn mark_deleted(&self, read: &StoredFile, with: Option<Update>) -> Result<bool, StoreError> {
        let deleted = self
            .update(&read.file_id)
            .update_expression("SET deleted = :true, expiresAt = :expiresAt")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":expiresAt", seconds(StoredFile::end_of_grace()));
        let deleted = match read.expires_at {
            None => deleted.condition_expression("attribute_exists(fileId) AND attribute_not_exists(expiresAt)"),
            Some(end) => deleted
                .condition_expression("expiresAt = :read")
                .expression_attribute_values(":read", seconds(end)),
        };
        let deleted = deleted.build();
        let deleted = deleted.map_err(|error| StoreError::malformed(&self.name, read.file_id.as_str(), error))?;
        let items = [Some(deleted), with].into_iter().flatten();
        let items = items
            .map(|update| TransactWriteItem::builder().update(update).build())
            .collect();
        Ok(write_together(&self.client, &self.name, items).await?.is_written())
    }

    /// The ids of somebody's files. One that became theirs in this very moment may be missing.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn of_owner(&self, owner: &UserId) -> Result<Vec<FileId>, StoreError> {
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
        let keys: Vec<Key> =
            from_items(items).map_err(|error| StoreError::malformed(&self.name, "key of a file", error))?;
        Ok(keys.into_iter().map(|key| key.file_id).collect())
    }

    /// What is known of every file.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn all(&self) -> Result<Vec<StoredFile>, StoreError> {
        let pages = self
            .client
            .scan()
            .table_name(&self.name)
            .into_paginator()
            .items()
            .send();
        let items: Vec<_> = pages
            .collect::<Result<_, _>>()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        from_items(items).map_err(|error| StoreError::malformed(&self.name, "a file", error))
    }

    /// Deletes what is known of a file. One that is gone already is no error.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn delete(&self, id: &FileId) -> Result<(), StoreError> {
        let request = self.client.delete_item().table_name(&self.name);
        let request = request.key("fileId", AttributeValue::S(id.to_string()));
        let deleted = write_alone(|| request.clone().send()).await;
        deleted.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        self.find(&FileId::random()).await.ok();
    }

    fn update(&self, id: &FileId) -> UpdateBuilder {
        let update = Update::builder().table_name(&self.name);
        update.key("fileId", AttributeValue::S(id.to_string()))
    }
}

/// When a file is forgotten, as a condition compares it: one that does not wait for an account is as none that was read.
fn end_of(file: &StoredFile) -> AttributeValue {
    seconds(file.expires_at.unwrap_or_default())
}
