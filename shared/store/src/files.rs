//! The files table: the records of uploaded files.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `fileId` | S, partition | the id |
//! | `owner` | S, partition of the index `owner` | the id of the owner, when there is one |
//!
//! The object of a file is in the bucket under its kind and its id. `expiresAt`, the table's TTL, is set while the file is unclaimed:
//! after the upload, after a release, and after it was `deleted`. It is [`UNFINISHED_DEADLINE`] until the object of a deleted file is gone,
//! and until that of a released file has the tag.
//! `taggingUntil` locks the file while a request sets the tag of its object, and `lockedBy` names the lock. `scan` has the result of a scan
//! for malware, where files are scanned.
//!
//! Access patterns: put, read, record a scan, claim and release (in one transaction with the profile), mark as deleted (with the profile
//! that refers to the file, if one does), end a deletion, lock and unlock, ids by owner, delete; for the operator, all, and delete an
//! expired one.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, builders::UpdateBuilder},
};
use domain::{FileId, FileKind, FileName, FileReference, ScanVerdict, UserId};
use jiff::Timestamp;
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Table, key, number, text},
    transaction::Transaction,
};

/// How long an unclaimed file is kept, and the record of a deleted one. An upload and its parts are kept as long. The lifecycle rules of
/// the bucket in `template.yaml` have the same days, which `infra/rules/test_storage.py` checks.
pub const CLAIM_PERIOD: Duration = Duration::from_hours(24);

/// `expiresAt` of a deleted file until its object is deleted, and of a released file until its object has the tag: 9999-01-01T00:00:00Z. The
/// record must not expire before, because it names the object and the owner.
pub const UNFINISHED_DEADLINE: u64 = 253_370_764_800;

/// How long a file is locked at most while a request sets the tag of its object: longer than a request takes.
const TAGGING_PERIOD: Duration = Duration::from_mins(1);

const OWNER_INDEX: &str = "owner";

#[derive(Debug, Clone)]
pub struct FilesTable {
    table: Table,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    pub file_id: FileId,
    pub kind: FileKind,
    /// The owner. None when a visitor uploaded it, until a profile claims it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<UserId>,
    pub name: FileName,
    /// The type of its content, as the content itself shows it.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    pub created_at: Timestamp,
    /// The claim deadline, in seconds since the epoch. None when a profile has claimed the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// Until when a request may set the tag of its object, in seconds since the epoch. The file cannot be claimed until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagging_until: Option<u64>,
    /// The id of the last lock, unless it was unlocked. A new lock has another id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_by: Option<String>,
    /// The result of the scan for malware. None before the scan, and where files are not scanned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<ScanResult>,
}

/// Why an operator may not see a file yet, or never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Withheld {
    /// No scan has reported a result.
    Waiting,
    /// The scanner could not scan it.
    Failed,
    Infected,
}

/// The result of a scan of a file's object for malware.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanResult {
    /// What the scanner found.
    pub verdict: ScanVerdict,
    /// The version of the object that was scanned, by S3's id. Only this version is cleared.
    pub version: String,
    /// When the result was recorded.
    pub at: Timestamp,
}

/// What the index has of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileKey {
    file_id: FileId,
}

/// The items of the transaction that marks a file as deleted.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Deletion {
    File,
    Profile,
}

impl StoredFile {
    /// The claim deadline of a file that is uploaded, marked as unclaimed or deleted now.
    #[must_use]
    pub fn claim_deadline() -> u64 {
        clock::seconds() + CLAIM_PERIOD.as_secs()
    }

    /// Whether it belongs to a user and has not expired. The table may delete an expired item days later.
    #[must_use]
    pub fn belongs_to(&self, user: &UserId) -> bool {
        let is_expired = self.expires_at.is_some_and(|deadline| deadline <= clock::seconds());
        self.owner.as_ref() == Some(user) && !is_expired
    }

    /// Whether a user may claim it, unless it is locked: it is unclaimed, has no owner or is the user's own, and no scan found malware.
    #[must_use]
    pub fn can_be_claimed_by(&self, user: &UserId) -> bool {
        let is_unclaimed = self.expires_at.is_some_and(|deadline| deadline > clock::seconds()) && !self.deleted;
        let is_infected = (self.scan.as_ref()).is_some_and(|scan| scan.verdict == ScanVerdict::Infected);
        is_unclaimed && !is_infected && self.owner.as_ref().is_none_or(|owner| owner == user)
    }

    /// Whether a request is setting the tag of its object, or was interrupted while it did.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.tagging_until.is_some_and(|end| end > clock::seconds())
    }

    /// Whether a profile refers to it.
    #[must_use]
    pub const fn is_claimed(&self) -> bool {
        self.expires_at.is_none()
    }

    /// Whether its owner has deleted it, and its object may not be deleted yet.
    #[must_use]
    pub const fn is_deletion_unfinished(&self) -> bool {
        self.deleted && self.has_unfinished_deadline()
    }

    /// Whether a profile has released it, and its object may not have the tag yet.
    #[must_use]
    pub const fn is_release_unfinished(&self) -> bool {
        !self.deleted && self.has_unfinished_deadline()
    }

    /// Whether its deadline is [`UNFINISHED_DEADLINE`], which each lock postpones.
    const fn has_unfinished_deadline(&self) -> bool {
        matches!(self.expires_at, Some(UNFINISHED_DEADLINE..))
    }

    /// The version of the object that a scan has cleared, by S3's id. Where files are scanned, operators see no other one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn cleared_version(&self) -> Result<&str, Withheld> {
        let scan = self.scan.as_ref().ok_or(Withheld::Waiting)?;
        match scan.verdict {
            ScanVerdict::Clean => Ok(&scan.version),
            ScanVerdict::Failed => Err(Withheld::Failed),
            ScanVerdict::Infected => Err(Withheld::Infected),
        }
    }

    /// The file after a release, before its object has the tag.
    #[must_use]
    pub fn released(self) -> Self {
        Self {
            expires_at: Some(UNFINISHED_DEADLINE),
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
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    pub async fn put(&self, file: &StoredFile) -> Result<(), StoreError> {
        self.table.put(self.table.serialize(file, file.file_id.as_str())?).await
    }

    /// Writes the record of a new file, as part of a transaction. Its condition is that there is no record yet.
    pub(crate) fn put_item(&self, file: &StoredFile) -> Result<TransactionItem, StoreError> {
        let id = file.file_id.as_str();
        let put = self.table.put_in_transaction(self.table.serialize(file, id)?);
        let put = put.condition_expression("attribute_not_exists(fileId)");
        self.table.transaction_item(put.build(), id)
    }

    pub async fn find(&self, id: &FileId) -> Result<Option<StoredFile>, StoreError> {
        self.table.get(key("fileId", id.as_str()), id.as_str()).await
    }

    /// Claims an unclaimed file, as part of the transaction that makes a profile refer to it. Its condition is that the file is as
    /// it was read, not locked, and that no scan has found malware since.
    pub fn claim_item(&self, read: &StoredFile, user: &UserId) -> Result<TransactionItem, StoreError> {
        let claim = self
            .update_item(&read.file_id)
            .update_expression("SET #owner = :user REMOVE expiresAt, taggingUntil, lockedBy")
            .condition_expression(
                "expiresAt = :read AND expiresAt > :now AND attribute_not_exists(deleted) \
                 AND (attribute_not_exists(taggingUntil) OR taggingUntil <= :now) \
                 AND (attribute_not_exists(#scan) OR #scan.verdict <> :infected) \
                 AND (attribute_not_exists(#owner) OR #owner = :user)",
            )
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_names("#scan", "scan")
            .expression_attribute_values(":infected", text(ScanVerdict::Infected.as_str()))
            .expression_attribute_values(":user", text(user.as_str()))
            .expression_attribute_values(":read", deadline_of(read))
            .expression_attribute_values(":now", number(clock::seconds()));
        self.table.transaction_item(claim.build(), read.file_id.as_str())
    }

    /// Releases a claimed file, as part of the transaction after which no profile refers to it. `released` is the file after it.
    pub fn release_item(&self, released: &StoredFile) -> Result<TransactionItem, StoreError> {
        let release = self
            .update_item(&released.file_id)
            .update_expression("SET expiresAt = :expiresAt")
            .condition_expression("attribute_exists(fileId) AND attribute_not_exists(expiresAt)")
            .expression_attribute_values(":expiresAt", deadline_of(released));
        self.table.transaction_item(release.build(), released.file_id.as_str())
    }

    /// Locks an unclaimed file, so that the tag of its object can be set: no request can claim it until it is unlocked, or until the lock
    /// ends by itself. It also postpones the claim deadline by a second, so that a request that read the file before cannot claim it
    /// afterwards. Returns the locked file; none when the file is not as it was read, or is locked by another request.
    pub async fn lock(&self, read: &StoredFile) -> Result<Option<StoredFile>, StoreError> {
        let (now, lock) = (clock::seconds(), domain::random_id());
        let locked = StoredFile {
            expires_at: read.expires_at.map(|deadline| deadline + 1),
            tagging_until: Some(now + TAGGING_PERIOD.as_secs()),
            locked_by: Some(lock.clone()),
            ..read.clone()
        };
        // The SDK retries a write whose response was lost. The id tells that the file is locked by the first attempt.
        let update = self
            .table
            .update(key("fileId", read.file_id.as_str()))
            .update_expression("SET expiresAt = :postponed, taggingUntil = :end, lockedBy = :lock")
            .condition_expression(
                "attribute_not_exists(deleted) \
                 AND (expiresAt = :read AND (attribute_not_exists(taggingUntil) OR taggingUntil <= :now) \
                 OR expiresAt = :postponed AND lockedBy = :lock)",
            )
            .expression_attribute_values(":postponed", deadline_of(&locked))
            .expression_attribute_values(":end", number(locked.tagging_until.unwrap_or_default()))
            .expression_attribute_values(":lock", text(&lock))
            .expression_attribute_values(":now", number(now))
            .expression_attribute_values(":read", deadline_of(read));
        Ok(self.table.write_if(update).await?.map(|_| locked))
    }

    /// Unlocks a file that [`Self::lock`] has locked, unless it has changed since. A released file can be claimed for a day from now.
    pub async fn unlock(&self, locked: &StoredFile) -> Result<(), StoreError> {
        let update = self.table.update(key("fileId", locked.file_id.as_str()));
        let update = if locked.is_release_unfinished() {
            update
                .update_expression("SET expiresAt = :expiresAt REMOVE taggingUntil, lockedBy")
                .expression_attribute_values(":expiresAt", number(StoredFile::claim_deadline()))
        } else {
            update.update_expression("REMOVE taggingUntil, lockedBy")
        };
        let update = update
            .condition_expression("expiresAt = :read AND lockedBy = :lock")
            .expression_attribute_values(":lock", text(locked.locked_by.as_deref().unwrap_or_default()))
            .expression_attribute_values(":read", deadline_of(locked));
        self.table.write_if(update).await?;
        Ok(())
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

    /// Marks a file as deleted, in one transaction with the profile that refers to it, if one does. False when file or profile are
    /// not as they were read; then nothing was written. The record does not expire until [`Self::end_deletion`].
    pub async fn mark_deleted(&self, read: &StoredFile, profile: Option<TransactionItem>) -> Result<bool, StoreError> {
        let update = self
            .update_item(&read.file_id)
            .update_expression("SET deleted = :true, expiresAt = :expiresAt")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":expiresAt", number(UNFINISHED_DEADLINE));
        let update = match read.expires_at {
            None => update.condition_expression("attribute_exists(fileId) AND attribute_not_exists(expiresAt)"),
            Some(deadline) => update
                .condition_expression("expiresAt = :read")
                .expression_attribute_values(":read", number(deadline)),
        };
        let file = self.table.transaction_item(update.build(), read.file_id.as_str())?;
        let transaction = Transaction::new()
            .with(Deletion::File, file)
            .with_all(Deletion::Profile, profile);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Lets the record of a deleted file expire a day from now, after its object is deleted. Writes nothing when the deletion has ended
    /// before, or when there is no record.
    pub async fn end_deletion(&self, id: &FileId) -> Result<(), StoreError> {
        let update = self
            .table
            .update(key("fileId", id.as_str()))
            .update_expression("SET expiresAt = :expiresAt")
            .condition_expression("expiresAt = :unfinished")
            .expression_attribute_values(":expiresAt", number(StoredFile::claim_deadline()))
            .expression_attribute_values(":unfinished", number(UNFINISHED_DEADLINE));
        self.table.write_if(update).await?;
        Ok(())
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

    pub async fn all(&self) -> Result<Vec<StoredFile>, StoreError> {
        let items = self.table.scan_all(self.table.scan()).await?;
        self.table.parse_all(items, "a file")
    }

    /// Deletes the record of an expired file, on the condition that its deadline is the one that was read. False when it is not: a request
    /// that read the file before it expired may have claimed it since.
    pub async fn delete_expired(&self, read: &StoredFile) -> Result<bool, StoreError> {
        let delete = self
            .table
            .deletion(key("fileId", read.file_id.as_str()))
            .condition_expression("expiresAt = :read")
            .expression_attribute_values(":read", deadline_of(read));
        self.table.delete_if(delete).await
    }

    /// Deletes the record of a file, if there is one.
    pub async fn delete(&self, id: &FileId) -> Result<(), StoreError> {
        self.table.delete(key("fileId", id.as_str())).await
    }

    fn update_item(&self, id: &FileId) -> UpdateBuilder {
        self.table.update_in_transaction(key("fileId", id.as_str()))
    }
}

/// The claim deadline as a condition compares it. A claimed file has 0, which no item has.
fn deadline_of(file: &StoredFile) -> AttributeValue {
    number(file.expires_at.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(digit: char) -> UserId {
        digit.to_string().repeat(32).parse().unwrap()
    }

    /// A clean CV of user 1, unclaimed for another minute.
    fn unclaimed() -> StoredFile {
        StoredFile {
            file_id: FileId::random(),
            kind: FileKind::Document,
            owner: Some(user('1')),
            name: FileName::parse("cv.pdf").unwrap(),
            content_type: "application/pdf".to_owned(),
            size: 1,
            created_at: "2026-11-22T03:00:00Z".parse().unwrap(),
            expires_at: Some(clock::seconds() + 60),
            deleted: false,
            tagging_until: None,
            locked_by: None,
            scan: scanned(ScanVerdict::Clean),
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

    #[test]
    fn a_file_can_be_claimed_by_its_owner_until_its_deadline() {
        let file = unclaimed;
        for (what, file, claimable) in [
            ("unclaimed", file(), true),
            ("of a visitor", StoredFile { owner: None, ..file() }, true),
            (
                "of another user",
                StoredFile {
                    owner: Some(user('2')),
                    ..file()
                },
                false,
            ),
            (
                "claimed",
                StoredFile {
                    expires_at: None,
                    ..file()
                },
                false,
            ),
            (
                "expired",
                StoredFile {
                    expires_at: Some(clock::seconds()),
                    ..file()
                },
                false,
            ),
            (
                "deleted",
                StoredFile {
                    deleted: true,
                    ..file()
                },
                false,
            ),
            ("not scanned", StoredFile { scan: None, ..file() }, true),
            (
                "scanned in vain",
                StoredFile {
                    scan: scanned(ScanVerdict::Failed),
                    ..file()
                },
                true,
            ),
            (
                "infected",
                StoredFile {
                    scan: scanned(ScanVerdict::Infected),
                    ..file()
                },
                false,
            ),
        ] {
            assert_eq!(file.can_be_claimed_by(&user('1')), claimable, "{what}");
        }
    }

    #[test]
    fn a_file_belongs_to_its_owner_until_it_expires() {
        let file = unclaimed;
        for (what, file, belongs) in [
            ("unclaimed", file(), true),
            (
                "claimed",
                StoredFile {
                    expires_at: None,
                    ..file()
                },
                true,
            ),
            (
                "expired",
                StoredFile {
                    expires_at: Some(clock::seconds()),
                    ..file()
                },
                false,
            ),
            ("of a visitor", StoredFile { owner: None, ..file() }, false),
            (
                "of another user",
                StoredFile {
                    owner: Some(user('2')),
                    ..file()
                },
                false,
            ),
        ] {
            assert_eq!(file.belongs_to(&user('1')), belongs, "{what}");
        }
    }

    #[test]
    fn a_file_is_locked_until_a_time() {
        for (tagging_until, locked) in [
            (None, false),
            (Some(clock::seconds()), false),
            (Some(clock::seconds() + 60), true),
        ] {
            let file = StoredFile {
                tagging_until,
                ..unclaimed()
            };
            assert_eq!(file.is_locked(), locked, "{tagging_until:?}");
        }
    }

    #[test]
    fn a_deletion_is_unfinished_until_its_deadline_is_set() {
        for (deleted, expires_at, unfinished) in [
            (true, Some(UNFINISHED_DEADLINE), true),
            (true, Some(clock::seconds()), false),
            (false, Some(UNFINISHED_DEADLINE), false),
            (false, Some(clock::seconds()), false),
            (false, None, false),
        ] {
            let file = StoredFile {
                expires_at,
                deleted,
                ..unclaimed()
            };
            assert_eq!(file.is_deletion_unfinished(), unfinished, "{file:?}");
        }
    }

    #[test]
    fn a_release_is_unfinished_until_its_deadline_is_set() {
        let claimed = StoredFile {
            expires_at: None,
            ..unclaimed()
        };
        assert!(claimed.is_claimed() && !unclaimed().is_claimed());
        let released = claimed.clone().released();
        let locked = StoredFile {
            expires_at: released.expires_at.map(|deadline| deadline + 1),
            ..released.clone()
        };
        for (file, unfinished) in [(claimed, false), (released, true), (locked, true), (unclaimed(), false)] {
            assert_eq!(file.is_release_unfinished(), unfinished, "{file:?}");
            assert_eq!(file.can_be_claimed_by(&user('1')), !file.is_claimed(), "{file:?}");
        }
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
}
