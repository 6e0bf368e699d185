//! The uploads table: videos that are being sent, from the first part until they are files.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `upload` | S, partition | the SHA-256 of the upload's id, or `gone#` and the SHA-256 of the id of a deleted user |
//! | `owner` | S, partition of the index `owner` | the user who will own the file, when there is one |
//!
//! The ids are random, so a plain hash is enough to keep them secret. `outcome` is set when the upload ends: it then takes no more
//! parts, and finalizing it again gets the same response. `counter` is the counter that the upload was counted by, and
//! `networkCounters` are those of the larger networks of the client, until it ends. The
//! item of a deleted user has only its key and `expiresAt`; while it is there, no upload of that user becomes a file. `expiresAt` is the
//! table's TTL.
//!
//! Access patterns: put, read, finalize (in one transaction with the file's record, unless
//! the owner is deleted), refuse, cancel (in one transaction with the refund of its attempt), keys by owner, mark an owner as
//! deleted (in one transaction with the deletion), delete.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{FileId, UploadId, UserId};
use platform::{clock, warm_up};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    StoreError, TransactionItem,
    attempts::{AttemptCounter, AttemptsTable},
    files::{CLAIM_PERIOD, FilesTable, StoredFile},
    table::{Table, key, number, text},
    transaction::{Transaction, TransactionOutcome},
};

/// How long an upload may take: as long as its file may be claimed, because the bucket counts both from the start of the upload.
const LIFETIME: Duration = CLAIM_PERIOD;
/// How long the marker of a deleted user is kept: longer than an upload that was started just before the deletion is valid.
const DELETED_OWNER_PERIOD: Duration = LIFETIME.saturating_add(Duration::from_hours(1));

const OWNER_INDEX: &str = "owner";

/// Ends an upload. Its counters contain a keyed hash of an IP address or a user, and are no longer needed.
const END: &str = "SET outcome = :outcome REMOVE #counter, networkCounters";

#[derive(Debug, Clone)]
pub struct UploadsTable {
    table: Table,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredUpload {
    upload: String,
    pub file_id: FileId,
    /// S3's id of the multipart upload.
    pub multipart_id: String,
    /// The user who will own the file. None when a visitor started the upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<UserId>,
    /// The counter of the upload. None for one that has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counter: Option<AttemptCounter>,
    /// The counters of the larger networks of the client.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    network_counters: Vec<AttemptCounter>,
    /// When it expires, in seconds since the epoch.
    pub expires_at: u64,
    /// How it ended. None while it takes parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<UploadOutcome>,
}

#[derive(Debug, Clone)]
pub struct UploadStarter {
    /// The signed-in user, who will own the file. None for a visitor.
    pub owner: Option<UserId>,
    /// The counter of the user's uploads, or those of the visitor's networks.
    pub counters: Vec<AttemptCounter>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UploadOutcome {
    /// It became a file.
    #[serde(rename = "kept")]
    Finalized,
    /// It became no file, for that reason.
    Refused(Refusal),
}

/// Why an upload becomes no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is not a video of an accepted type.
    TypeWrong,
    TooLong,
    /// It has the type of a video, and cannot be parsed.
    Unreadable,
    #[serde(rename = "owner_gone")]
    OwnerDeleted,
    Cancelled,
}

/// The result of finalizing an upload. Only [`Self::Finalized`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum FinalizeOutcome {
    /// The upload has ended, and the file has its record.
    Finalized,
    AlreadyEnded,
    OwnerDeleted,
}

/// The key of an upload, which is all that the index has of it.
#[derive(Debug, Deserialize)]
pub struct UploadKey {
    upload: String,
}

/// The items of the transaction that finalizes an upload.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Finalizing {
    Upload,
    File,
    Owner,
}

/// The items of the transaction that cancels an upload.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cancelling {
    Upload,
    Attempt,
}

impl StoredUpload {
    #[must_use]
    pub fn new(id: &UploadId, file_id: FileId, multipart_id: String, starter: UploadStarter) -> Self {
        let mut counters = starter.counters.into_iter();
        Self {
            upload: hash(id.as_str()),
            file_id,
            multipart_id,
            owner: starter.owner,
            counter: counters.next(),
            network_counters: counters.collect(),
            expires_at: clock::seconds() + LIFETIME.as_secs(),
            outcome: None,
        }
    }
}

impl UploadsTable {
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    pub async fn put(&self, upload: &StoredUpload) -> Result<(), StoreError> {
        self.table.put(self.table.serialize(upload, &upload.upload)?).await
    }

    /// The upload with that id. None when it has expired; the table may delete an expired item days later.
    pub async fn find(&self, id: &UploadId) -> Result<Option<StoredUpload>, StoreError> {
        let upload = self.get(hash(id.as_str())).await?;
        Ok(upload.filter(|upload| upload.expires_at > clock::seconds()))
    }

    /// The upload with a key of [`Self::keys_of_owner`], expired or not.
    pub async fn find_by_key(&self, key: UploadKey) -> Result<Option<StoredUpload>, StoreError> {
        self.get(key.upload).await
    }

    /// The keys of a user's uploads, ended or not. An upload of the last second may be missing, because an index is read.
    pub async fn keys_of_owner(&self, owner: &UserId) -> Result<Vec<UploadKey>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(OWNER_INDEX)
            .key_condition_expression("#owner = :owner")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":owner", text(owner.as_str()));
        let items = self.table.query_all(query).await?;
        self.table.parse_all(items, "key of an upload")
    }

    /// Ends an upload and writes the record of its file, in one transaction. Its condition is that the upload has not ended and its
    /// owner was not deleted. This table has markers of deleted owners, so that the endpoint needs no permission to read users.
    pub async fn finalize(
        &self,
        upload: &StoredUpload,
        files: &FilesTable,
        file: &StoredFile,
    ) -> Result<FinalizeOutcome, StoreError> {
        let ended = self.end_item(upload, UploadOutcome::Finalized)?;
        let owner = upload.owner.as_ref();
        let owner_exists = owner.map(|owner| self.owner_exists_item(owner)).transpose()?;
        let transaction = Transaction::new()
            .with(Finalizing::Upload, ended)
            .with(Finalizing::File, files.put_item(file)?)
            .with_all(Finalizing::Owner, owner_exists);
        Ok(match self.table.transact(transaction).await? {
            TransactionOutcome::Written => FinalizeOutcome::Finalized,
            TransactionOutcome::Refused(items) if items.iter().all(|item| *item == Finalizing::Owner) => {
                FinalizeOutcome::OwnerDeleted
            }
            TransactionOutcome::Refused(_) => FinalizeOutcome::AlreadyEnded,
        })
    }

    /// Writes the marker of a deleted user, as part of the transaction of the deletion, so that no upload of that user becomes a file.
    pub fn owner_deleted_item(&self, user: &UserId) -> Result<TransactionItem, StoreError> {
        let mut item = key("upload", key_of_deleted_owner(user));
        item.insert(
            "expiresAt".to_owned(),
            number(clock::seconds() + DELETED_OWNER_PERIOD.as_secs()),
        );
        let put = self.table.put_in_transaction(item);
        self.table.transaction_item(put.build(), "a deleted owner")
    }

    /// Ends an upload without a file. False when it ended in another way before.
    pub async fn refuse(&self, upload: &StoredUpload, refusal: Refusal) -> Result<bool, StoreError> {
        let outcome = self.table.attribute(&UploadOutcome::Refused(refusal), "outcome")?;
        let update = self
            .table
            .update(key("upload", &upload.upload))
            .update_expression(END)
            // The last is for a retry after a lost response.
            .condition_expression("attribute_exists(#upload) AND (attribute_not_exists(outcome) OR outcome = :outcome)")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_names("#counter", "counter")
            .expression_attribute_values(":outcome", outcome);
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Ends an upload that the client cancels, and refunds its attempt, in one transaction. So the attempt is refunded once, even if the
    /// client cancels several times in parallel. False when the upload ended before.
    pub async fn cancel(&self, upload: &StoredUpload, attempts: &AttemptsTable) -> Result<bool, StoreError> {
        let ended = self.end_item(upload, UploadOutcome::Refused(Refusal::Cancelled))?;
        let counters = upload.counter.iter().chain(&upload.network_counters);
        let refunds: Vec<_> = counters
            .map(|counter| attempts.refund_item(counter))
            .collect::<Result<_, _>>()?;
        let transaction = Transaction::new()
            .with(Cancelling::Upload, ended)
            .with_all(Cancelling::Attempt, refunds.into_iter().flatten());
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Deletes an upload, if it is there.
    pub async fn delete(&self, upload: &StoredUpload) -> Result<(), StoreError> {
        self.table.delete(key("upload", &upload.upload)).await
    }

    /// Opens the connection before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.find(&UploadId::random()).await);
    }

    async fn get(&self, upload: String) -> Result<Option<StoredUpload>, StoreError> {
        self.table.get(key("upload", &upload), &upload).await
    }

    /// Ends an upload, as part of a transaction, under the condition that it has not ended.
    fn end_item(&self, upload: &StoredUpload, outcome: UploadOutcome) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(key("upload", &upload.upload))
            .update_expression(END)
            .condition_expression("attribute_exists(#upload) AND attribute_not_exists(outcome)")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_names("#counter", "counter")
            .expression_attribute_values(":outcome", self.table.attribute(&outcome, "outcome")?);
        self.table.transaction_item(update.build(), &upload.upload)
    }

    fn owner_exists_item(&self, user: &UserId) -> Result<TransactionItem, StoreError> {
        let check = self
            .table
            .check_in_transaction(key("upload", key_of_deleted_owner(user)))
            .condition_expression("attribute_not_exists(#upload)")
            .expression_attribute_names("#upload", "upload");
        self.table.transaction_item(check.build(), "an owner")
    }
}

fn key_of_deleted_owner(user: &UserId) -> String {
    format!("gone#{}", hash(user.as_str()))
}

fn hash(id: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_no_id_of_an_upload() {
        // printf a | openssl dgst -sha256 -binary | basenc --base64url
        assert_eq!(hash("a"), "ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs");
    }
}
