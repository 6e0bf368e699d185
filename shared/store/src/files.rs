//! The files table: the records of files, from before their first byte until a day after their removal.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `fileId` | S, partition | the id: of an upload in parts, the first 128 bits of the SHA-256 of the upload's id, which is secret; else random |
//! | `owner` | S, partition of the index `owner` | the id of the owner, when there is one |
//! | `queue` | S, partition of the index `due` | `due`, in each record |
//! | `expiresAt` | N, sort of the index `due` | when the janitor takes its next step, in seconds since the epoch. A file of a profile has none |
//!
//! The object of a file is in the bucket under its kind and its id. The record alone says whether it lives ([`FileState`]):
//! `upload` is there while the bytes are sent, `claimedAs` once a place refers to it, and `removal` from the removal on. `scan` has the result
//! of a scan for malware.
//!
//! Access patterns: put, read, end an upload, claim, let end and remove (in one transaction with the profile or with what else they belong to),
//! record a scan, ids by owner; for the janitor, what is due, and its steps; for the operator, all.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{FileId, FileKind, FileName, FileReference, FileUse, PROOF_KEPT_FOR, ScanVerdict, UploadId, UserId};
use jiff::Timestamp;
use platform::{clock, warm_up};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    StoreError, TransactionItem,
    attempts::{AttemptCounter, AttemptsTable},
    table::{key, named_table, number, text},
    transaction::Transaction,
};

/// How long an object stays after the removal: longer than any function runs, so that no request in flight writes it after its deletion.
pub const REMOVAL_DELAY: Duration = Duration::from_mins(5);
/// How long the record stays after its object, so that a repeated request gets the response of the first.
const TOMBSTONE_PERIOD: Duration = Duration::from_hours(24);
/// How long the janitor leaves a record alone with which it has failed.
const RETRY_PERIOD: Duration = Duration::from_mins(15);
/// How many due records the janitor gets at once.
const DUE_AT_ONCE: i32 = 100;

const OWNER_INDEX: &str = "owner";
const DUE_INDEX: &str = "due";
/// The one partition of the index `due`.
const QUEUE: &str = "due";

named_table!(FilesTable);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    pub file_id: FileId,
    pub kind: FileKind,
    /// The owner. None when a visitor uploaded it, until a profile claims it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<UserId>,
    /// Its name. Of a video, unnamed until it is finalized.
    pub name: FileName,
    /// The type of its content, as the content itself shows it.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    pub created_at: Timestamp,
    /// When the janitor takes its next step, in seconds since the epoch. Until then, an unclaimed file can be claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// What it is claimed for, when that is not a profile. Then it is claimed until `expires_at`, which the decision about it sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_as: Option<FileUse>,
    /// How its bytes are sent. It stays when the file is removed before it was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upload: Option<Upload>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removal: Option<Removal>,
    /// The result of the scan for malware. None before the scan, and where files are not scanned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<ScanResult>,
    #[serde(default)]
    pub queue: Queue,
}

/// Where a file is in its life. It only goes on in this order, and may be removed from each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// Its bytes are sent, or not all there.
    Uploading,
    /// It waits for its claim, until its deadline.
    Unclaimed,
    /// A profile or a place refers to it.
    Claimed,
    /// Nobody gets it any more. The janitor deletes its object.
    Removed,
}

/// What is known of an upload until it ends.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// S3's id of the multipart upload. None for a file in one request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multipart_id: Option<String>,
    /// The counters that the upload was counted by. They contain keyed hashes of IP addresses or users, and go when it ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<AttemptCounter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    /// In seconds since the epoch.
    pub at: u64,
    /// Why its upload became no file. None for other removals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// Whether the janitor has deleted the object.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub object_deleted: bool,
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
    Cancelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its deadline is over, or its owner has deleted or replaced it.
    LetGo,
    Refused(Refusal),
    /// Its owner is deleted. Nothing of the record says whose it was.
    OwnerDeleted,
}

#[derive(Debug, Clone)]
pub struct UploadStarter {
    /// The signed-in user, who will own the file. None for a visitor.
    pub owner: Option<UserId>,
    /// The counter of the user's uploads, or those of the visitor's networks.
    pub counters: Vec<AttemptCounter>,
}

/// The value of `queue`, which each record has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Queue {
    #[default]
    Due,
}

/// Why an operator may not see a file yet, or never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Withheld {
    /// Files of its kind are seen by their owners only.
    Private,
    /// Its time is over.
    Gone,
    /// No scan has reported a result.
    Waiting,
    /// The scanner could not scan it.
    Failed,
    Infected,
}

/// The result of a scan of a file's object for malware.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanResult {
    pub verdict: ScanVerdict,
    /// The version of the object that was scanned, by S3's id. Only this version is cleared.
    pub version: String,
    pub at: Timestamp,
}

/// What the index `owner` has of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileKey {
    file_id: FileId,
}

/// What the index `due` has of a file. The record may have changed since.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DueFile {
    pub file_id: FileId,
    pub expires_at: u64,
}

/// The items of the transaction that removes a file.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Removing {
    File,
    Other,
}

impl StoredFile {
    /// A file whose bytes are about to be sent.
    pub fn new(file_id: FileId, kind: FileKind, starter: UploadStarter, multipart_id: Option<String>) -> Self {
        Self {
            file_id,
            kind,
            owner: starter.owner,
            name: FileName::unnamed(),
            content_type: String::new(),
            size: 0,
            created_at: clock::now(),
            expires_at: Some(clock::seconds() + kind.rules().unclaimed_for.as_secs()),
            claimed_as: None,
            upload: Some(Upload {
                multipart_id,
                counters: starter.counters,
            }),
            removal: None,
            scan: None,
            queue: Queue::Due,
        }
    }

    pub const fn state(&self) -> FileState {
        match self {
            Self { removal: Some(_), .. } => FileState::Removed,
            Self { upload: Some(_), .. } => FileState::Uploading,
            Self {
                claimed_as: Some(_), ..
            }
            | Self { expires_at: None, .. } => FileState::Claimed,
            Self {
                expires_at: Some(_), ..
            } => FileState::Unclaimed,
        }
    }

    /// Whether its deadline is over, although the janitor may not have removed it.
    fn is_over(&self) -> bool {
        self.expires_at.is_some_and(|deadline| deadline <= clock::seconds())
    }

    /// When its upload ends at the latest, in seconds since the epoch. Its requests are answered until then.
    pub fn upload_deadline(&self) -> u64 {
        let started = u64::try_from(self.created_at.as_second()).unwrap_or_default();
        started + self.kind.rules().unclaimed_for.as_secs()
    }

    /// Why its upload has become no file. None for one that has, and for one that is open.
    pub fn refusal(&self) -> Option<Refusal> {
        self.removal.as_ref()?.refusal
    }

    /// Whether it belongs to a user as a file, or did until its removal. An upload that has not ended is none yet.
    pub fn belongs_to(&self, user: &UserId) -> bool {
        let is_file = match self.state() {
            FileState::Uploading => false,
            FileState::Unclaimed => !self.is_over(),
            FileState::Claimed => true,
            FileState::Removed => self.upload.is_none(),
        };
        is_file && self.owner.as_ref() == Some(user)
    }

    /// Whether a user may claim it: it is unclaimed, has no owner or is the user's own, and no scan found malware.
    pub fn can_be_claimed_by(&self, user: &UserId) -> bool {
        let is_unclaimed = self.state() == FileState::Unclaimed && !self.is_over();
        let is_infected = (self.scan.as_ref()).is_some_and(|scan| scan.verdict == ScanVerdict::Infected);
        is_unclaimed && !is_infected && self.owner.as_ref().is_none_or(|owner| owner == user)
    }

    /// The version of the object that a scan has cleared, by S3's id. Where files are scanned, operators see no other one.
    pub fn cleared_version(&self) -> Result<&str, Withheld> {
        let scan = self.scan.as_ref().ok_or(Withheld::Waiting)?;
        match scan.verdict {
            ScanVerdict::Clean => Ok(&scan.version),
            ScanVerdict::Failed => Err(Withheld::Failed),
            ScanVerdict::Infected => Err(Withheld::Infected),
        }
    }

    /// What a profile keeps of it.
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
    /// Writes the record of a new file, before its first byte.
    pub async fn put(&self, file: &StoredFile) -> Result<(), StoreError> {
        self.table.put(self.table.serialize(file, file.file_id.as_str())?).await
    }

    pub async fn find(&self, id: &FileId) -> Result<Option<StoredFile>, StoreError> {
        self.table.get(key("fileId", id.as_str()), id.as_str()).await
    }

    /// The file of an upload in parts, ended or not. None after the deadline of the upload.
    pub async fn find_upload(&self, id: &UploadId) -> Result<Option<StoredFile>, StoreError> {
        let file = self.find(&file_of(id)).await?;
        let is_answered = |file: &StoredFile| {
            let is_open = file.state() == FileState::Uploading;
            file.upload_deadline() > clock::seconds() && !(is_open && file.is_over())
        };
        Ok(file.filter(is_answered))
    }

    pub async fn warm_up(&self) {
        warm_up::finish(self.find(&FileId::random()).await);
    }

    /// Ends an upload whose bytes are there: the file can be claimed from now on. False when it has ended before, in whatever way.
    ///
    /// As a transaction, it has a token: an attempt after a lost response is not refused because of the one before.
    pub async fn end_upload(&self, file: &StoredFile) -> Result<bool, StoreError> {
        let update = self
            .table
            .update_in_transaction(key("fileId", file.file_id.as_str()))
            .update_expression("SET #name = :name, contentType = :type, #size = :size REMOVE #upload")
            .condition_expression("attribute_exists(#upload) AND attribute_not_exists(removal) AND expiresAt > :now")
            .expression_attribute_names("#name", "name")
            .expression_attribute_names("#size", "size")
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_values(":name", text(file.name.as_str()))
            .expression_attribute_values(":type", text(&file.content_type))
            .expression_attribute_values(":size", number(file.size))
            .expression_attribute_values(":now", number(clock::seconds()));
        let ended = self.table.transaction_item(update.build(), file.file_id.as_str())?;
        let transaction = Transaction::new().with(Removing::File, ended);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Claims an unclaimed file, as part of the transaction that makes a profile refer to it, or a place where `for_use` says so. Its
    /// condition is that the file is unclaimed, of nobody or of the user, that its deadline is not over, and that no scan has found malware.
    pub fn claim_item(
        &self,
        id: &FileId,
        user: &UserId,
        for_use: Option<FileUse>,
    ) -> Result<TransactionItem, StoreError> {
        let mut set = "SET #owner = :user".to_owned();
        let mut claim = self.table.update_in_transaction(key("fileId", id.as_str()));
        if let Some(for_use) = for_use {
            set.push_str(", claimedAs = :use");
            claim = claim.expression_attribute_values(":use", text(for_use.as_str()));
        }
        let claim = claim
            .update_expression(format!("{set} REMOVE expiresAt"))
            .condition_expression(
                "expiresAt > :now AND attribute_not_exists(#upload) AND attribute_not_exists(removal) \
                 AND attribute_not_exists(claimedAs) \
                 AND (attribute_not_exists(#scan) OR #scan.verdict <> :infected) \
                 AND (attribute_not_exists(#owner) OR #owner = :user)",
            )
            .expression_attribute_names("#upload", "upload")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_names("#scan", "scan")
            .expression_attribute_values(":infected", text(ScanVerdict::Infected.as_str()))
            .expression_attribute_values(":user", text(user.as_str()))
            .expression_attribute_values(":now", number(clock::seconds()));
        self.table.transaction_item(claim.build(), id.as_str())
    }

    /// Lets a proof of payment end when its time after the decision is over, as part of the transaction that decides about it.
    pub fn let_end_item(&self, id: &FileId) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(key("fileId", id.as_str()))
            .update_expression("SET expiresAt = :end")
            .condition_expression("attribute_exists(claimedAs) AND attribute_not_exists(removal)")
            .expression_attribute_values(":end", number(clock::seconds() + PROOF_KEPT_FOR.as_secs()));
        self.table.transaction_item(update.build(), id.as_str())
    }

    /// Removes a file, as part of the transaction with what lets it go. Its condition is that the file is in the state in which it was
    /// read, and not removed.
    pub fn remove_item(&self, read: &StoredFile, reason: Reason) -> Result<TransactionItem, StoreError> {
        let id = read.file_id.as_str();
        let now = clock::seconds();
        let removal = Removal {
            at: now,
            refusal: match reason {
                Reason::Refused(refusal) => Some(refusal),
                Reason::LetGo | Reason::OwnerDeleted => None,
            },
            object_deleted: false,
        };
        let mut set = "SET removal = :removal, expiresAt = :next".to_owned();
        let mut update = self
            .table
            .update_in_transaction(key("fileId", id))
            .expression_attribute_values(":removal", self.table.attribute(&removal, id)?)
            .expression_attribute_values(":next", number(now + REMOVAL_DELAY.as_secs()));
        if let Some(upload) = &read.upload {
            let without_counters = Upload {
                counters: Vec::new(),
                ..upload.clone()
            };
            set.push_str(", #upload = :upload");
            update = update.expression_attribute_values(":upload", self.table.attribute(&without_counters, id)?);
        }
        if reason == Reason::OwnerDeleted {
            set.push_str(", #name = :unnamed REMOVE #owner");
            update = update
                .expression_attribute_names("#name", "name")
                .expression_attribute_names("#owner", "owner")
                .expression_attribute_values(":unnamed", text(FileName::unnamed().as_str()));
        }
        let state = match read.state() {
            FileState::Claimed if read.claimed_as.is_some() => "attribute_exists(claimedAs)",
            FileState::Claimed => "attribute_exists(fileId) AND attribute_not_exists(expiresAt)",
            FileState::Uploading => "attribute_exists(#upload)",
            FileState::Unclaimed | FileState::Removed => {
                "attribute_exists(expiresAt) AND attribute_not_exists(#upload) AND attribute_not_exists(claimedAs)"
            }
        };
        if read.state() != FileState::Claimed {
            update = update.expression_attribute_names("#upload", "upload");
        }
        let update = update
            .update_expression(set)
            .condition_expression(format!("{state} AND attribute_not_exists(removal)"));
        self.table.transaction_item(update.build(), id)
    }

    /// Removes a file in one transaction with another item, such as the profile that lets it go, if there is one. False when file or item
    /// are not as they were read; then nothing was written.
    pub async fn remove(
        &self,
        read: &StoredFile,
        reason: Reason,
        others: impl IntoIterator<Item = TransactionItem>,
    ) -> Result<bool, StoreError> {
        let transaction = Transaction::new()
            .with(Removing::File, self.remove_item(read, reason)?)
            .with_all(Removing::Other, others);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Removes from a removed file what says whose it was. False when it is gone.
    pub async fn disown(&self, id: &FileId) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(key("fileId", id.as_str()))
            .update_expression("SET #name = :unnamed REMOVE #owner")
            .condition_expression("attribute_exists(removal)")
            .expression_attribute_names("#name", "name")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":unnamed", text(FileName::unnamed().as_str()));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Removes a file whose upload the client cancels, and refunds its attempt, in one transaction. So the attempt is refunded once, even
    /// if the client cancels several times in parallel. False when the upload ended before.
    pub async fn cancel_upload(&self, read: &StoredFile, attempts: &AttemptsTable) -> Result<bool, StoreError> {
        let counters = read.upload.iter().flat_map(|upload| &upload.counters);
        let refunds: Vec<_> = counters
            .map(|counter| attempts.refund_item(counter))
            .collect::<Result<_, _>>()?;
        self.remove(read, Reason::Refused(Refusal::Cancelled), refunds.into_iter().flatten())
            .await
    }

    /// Records the result of a scan, unless the file has the same verdict already, or a stronger one. Recording one result twice, or several
    /// in another order, leaves the same verdict. False when nothing was written: then the file has such a verdict, or no record.
    pub async fn record_scan(&self, id: &FileId, scan: &ScanResult) -> Result<bool, StoreError> {
        let mut conditions = vec!["attribute_not_exists(#scan)".to_owned()];
        let mut update = self.table.update(key("fileId", id.as_str()));
        for weaker in scan.verdict.weaker() {
            let name = format!(":{}", weaker.as_str());
            conditions.push(format!("#scan.verdict = {name}"));
            update = update.expression_attribute_values(name, text(weaker.as_str()));
        }
        let update = update
            .update_expression("SET #scan = :scan")
            .condition_expression(format!("attribute_exists(fileId) AND ({})", conditions.join(" OR ")))
            .expression_attribute_names("#scan", "scan")
            .expression_attribute_values(":scan", self.table.attribute(scan, id.as_str())?);
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// The ids of a user's files. A file of the last second may be missing, because an index is read.
    pub async fn ids_of_owner(&self, owner: &UserId) -> Result<Vec<FileId>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(OWNER_INDEX)
            .key_condition_expression("#owner = :owner")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":owner", text(owner.as_str()));
        let items = self.table.query_all(query).await?;
        let keys: Vec<FileKey> = self.table.parse_all(items, "key of a file")?;
        Ok(keys.into_iter().map(|key| key.file_id).collect())
    }

    /// The files that are due, the longest first. The index only proposes them: it is behind the records.
    pub async fn due(&self) -> Result<Vec<DueFile>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(DUE_INDEX)
            .key_condition_expression("queue = :queue AND expiresAt <= :now")
            .expression_attribute_values(":queue", text(QUEUE))
            .expression_attribute_values(":now", number(clock::seconds()))
            .limit(DUE_AT_ONCE);
        let items = self.table.query_page(query).await?;
        self.table.parse_all(items, "key of a due file")
    }

    /// Notes that the object of a removed file is deleted. The record stays for another day.
    pub async fn note_deletion(&self, read: &StoredFile) -> Result<(), StoreError> {
        let update = self
            .table
            .update(key("fileId", read.file_id.as_str()))
            .update_expression("SET removal.objectDeleted = :true, expiresAt = :next")
            .condition_expression("attribute_exists(removal) AND expiresAt = :read")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":next", number(clock::seconds() + TOMBSTONE_PERIOD.as_secs()))
            .expression_attribute_values(":read", number(read.expires_at.unwrap_or_default()));
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Deletes the record of a removed file, unless it has changed since it was read.
    pub async fn forget(&self, read: &StoredFile) -> Result<(), StoreError> {
        let delete = self
            .table
            .deletion(key("fileId", read.file_id.as_str()))
            .condition_expression("attribute_exists(removal) AND expiresAt = :read")
            .expression_attribute_values(":read", number(read.expires_at.unwrap_or_default()));
        self.table.delete_if(delete).await?;
        Ok(())
    }

    /// Puts a due file back in time, unless it has changed since, so that one with which the janitor fails keeps it from no other.
    pub async fn postpone(&self, due: &DueFile) -> Result<(), StoreError> {
        let update = self
            .table
            .update(key("fileId", due.file_id.as_str()))
            .update_expression("SET expiresAt = :next")
            .condition_expression("expiresAt = :read")
            .expression_attribute_values(":next", number(clock::seconds() + RETRY_PERIOD.as_secs()))
            .expression_attribute_values(":read", number(due.expires_at));
        self.table.write_if(update).await?;
        Ok(())
    }

    pub async fn all(&self) -> Result<Vec<StoredFile>, StoreError> {
        let items = self.table.scan_all(self.table.scan()).await?;
        self.table.parse_all(items, "a file")
    }
}

/// The id of the file that an upload becomes. The id of the upload cannot be found from it.
pub fn file_of(upload: &UploadId) -> FileId {
    let digest: [u8; 32] = Sha256::digest(upload.as_str()).into();
    let (bits, _) = digest
        .split_first_chunk()
        .unwrap_or_else(|| unreachable!("a digest has 256 bits"));
    let id = format!("{:032x}", u128::from_be_bytes(*bits));
    id.parse()
        .unwrap_or_else(|_| unreachable!("32 hexadecimal digits are an id"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVER: u64 = 1;

    fn user(digit: char) -> UserId {
        digit.to_string().repeat(32).parse().unwrap()
    }

    /// A clean CV of user 1, unclaimed.
    fn unclaimed() -> StoredFile {
        let starter = UploadStarter {
            owner: Some(user('1')),
            counters: Vec::new(),
        };
        StoredFile {
            upload: None,
            scan: scanned(ScanVerdict::Clean),
            ..StoredFile::new(FileId::random(), FileKind::Document, starter, None)
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is the value of a field")]
    fn scanned(verdict: ScanVerdict) -> Option<ScanResult> {
        Some(ScanResult {
            verdict,
            version: "3".to_owned(),
            at: "2026-11-22T03:01:00Z".parse().unwrap(),
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is the value of a field")]
    const fn removal() -> Option<Removal> {
        Some(Removal {
            at: OVER,
            refusal: None,
            object_deleted: false,
        })
    }

    const PROOF: Option<FileUse> = Some(FileUse::Proof);

    /// Each file, with its state, whether user 1 may claim it, and whether it belongs to user 1.
    fn cases() -> Vec<(StoredFile, FileState, bool, bool)> {
        use FileState::{Claimed, Removed, Unclaimed, Uploading};
        let upload = Some(Upload::default());
        let expires_at = Some(OVER);
        let file = unclaimed;
        vec![
            (file(), Unclaimed, true, true),
            (StoredFile { owner: None, ..file() }, Unclaimed, true, false),
            (
                StoredFile {
                    owner: Some(user('2')),
                    ..file()
                },
                Unclaimed,
                false,
                false,
            ),
            (StoredFile { scan: None, ..file() }, Unclaimed, true, true),
            (
                StoredFile {
                    scan: scanned(ScanVerdict::Failed),
                    ..file()
                },
                Unclaimed,
                true,
                true,
            ),
            (
                StoredFile {
                    scan: scanned(ScanVerdict::Infected),
                    ..file()
                },
                Unclaimed,
                false,
                true,
            ),
            (StoredFile { expires_at, ..file() }, Unclaimed, false, false),
            (
                StoredFile {
                    expires_at: None,
                    ..file()
                },
                Claimed,
                false,
                true,
            ),
            (
                StoredFile {
                    claimed_as: PROOF,
                    ..file()
                },
                Claimed,
                false,
                true,
            ),
            (
                StoredFile {
                    upload: upload.clone(),
                    ..file()
                },
                Uploading,
                false,
                false,
            ),
            (
                StoredFile {
                    removal: removal(),
                    ..file()
                },
                Removed,
                false,
                true,
            ),
            (
                StoredFile {
                    removal: removal(),
                    expires_at,
                    ..file()
                },
                Removed,
                false,
                true,
            ),
            (
                StoredFile {
                    removal: removal(),
                    upload,
                    ..file()
                },
                Removed,
                false,
                false,
            ),
        ]
    }

    #[test]
    fn a_record_says_who_may_claim_its_file_and_whose_it_is() {
        for (file, state, claimable, belongs) in cases() {
            assert_eq!(file.state(), state, "{file:?}");
            assert_eq!(file.can_be_claimed_by(&user('1')), claimable, "{file:?}");
            assert_eq!(file.belongs_to(&user('1')), belongs, "{file:?}");
        }
    }

    #[test]
    fn an_upload_lasts_a_day_and_its_refusal_is_kept() {
        let file = unclaimed();
        assert_eq!(Some(file.upload_deadline()), file.expires_at);
        assert_eq!(file.refusal(), None);
        let removal = removal().map(|removal| Removal {
            refusal: Some(Refusal::TooLong),
            ..removal
        });
        assert_eq!(StoredFile { removal, ..file }.refusal(), Some(Refusal::TooLong));
    }

    #[test]
    fn only_a_clean_version_is_cleared() {
        for (scan, cleared) in [
            (None, Err(Withheld::Waiting)),
            (scanned(ScanVerdict::Clean), Ok("3")),
            (scanned(ScanVerdict::Failed), Err(Withheld::Failed)),
            (scanned(ScanVerdict::Infected), Err(Withheld::Infected)),
        ] {
            assert_eq!(StoredFile { scan, ..unclaimed() }.cleared_version(), cleared);
        }
    }

    #[test]
    fn the_table_has_no_id_of_an_upload() {
        let upload: UploadId = "0123456789abcdef".repeat(2).parse().unwrap();
        // printf 0123456789abcdef0123456789abcdef | sha256sum | head -c 32
        assert_eq!(file_of(&upload).as_str(), "3eb1bd439947eb762998e566ccc2e099");
    }
}
