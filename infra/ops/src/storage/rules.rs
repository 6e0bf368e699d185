//! Finds abandoned objects, uploads and records. The bucket's lifecycle and the tables' TTL apply the same rules, but neither compare the
//! bucket with the table nor complete interrupted deletions.

use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Display},
    time::Duration,
};

use domain::{FileId, UserId};
use jiff::Timestamp;
use serde::{Serialize, Serializer, ser::SerializeStruct};
use store::files::{CLAIM_PERIOD, StoredFile};

use super::bucket::{OpenUpload, StoredObject};

/// Uploads and unclaimed files of this age are abandoned (contract, "Chunked video upload").
const ABANDONED_AFTER: Duration = CLAIM_PERIOD;

/// The content of the bucket and of the files table. The bucket is read first, so that a new upload cannot look like an object
/// without a record.
pub(super) struct Inventory {
    /// When reading started.
    pub(super) since: Timestamp,
    pub(super) uploads: Vec<OpenUpload>,
    pub(super) objects: Vec<StoredObject>,
    pub(super) files: Vec<StoredFile>,
}

/// A problem in the bucket or the table, and what a sweep does about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// A multipart upload that was not finalized within a day. A sweep aborts it.
    UnfinishedUpload(OpenUpload),
    /// An object without a record, older than a day. A sweep deletes it.
    WithoutRecord(StoredObject),
    /// An unclaimed or deleted file whose record has expired, or a file whose deletion was interrupted. A sweep deletes its object and its
    /// record; after an interrupted deletion, the record expires a day later.
    Expired(StoredFile),
    /// A file that a profile has released, whose object may not have the tag yet. A sweep sets it, and the file can be claimed for a day.
    UnfinishedRelease(StoredFile),
    /// A claimed file without an object. Only a backup could help, so a sweep reports it.
    WithoutObject(StoredFile),
}

/// What a sweep does about a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// It deletes objects, parts and records.
    Delete,
    /// It lets the bucket delete the object.
    Mark,
    /// It only reports the problem.
    None,
}

/// All findings at a time.
pub(super) fn findings(inventory: &Inventory, now: Timestamp) -> Vec<Finding> {
    let is_old = |time: Timestamp| now.duration_since(time).unsigned_abs() >= ABANDONED_AFTER && time < now;
    let records: HashMap<&FileId, &StoredFile> = inventory.files.iter().map(|file| (&file.file_id, file)).collect();
    let with_object: HashSet<_> = inventory.objects.iter().filter_map(StoredObject::file).collect();
    // A file that was uploaded during the scan may be missing from the list of objects.
    let existed_before = |file: &StoredFile| file.created_at < inventory.since;
    let lacks_object =
        |file: &StoredFile| existed_before(file) && !with_object.contains(&(file.kind, file.file_id.clone()));

    let unfinished = inventory.uploads.iter().filter(|upload| is_old(upload.opened_at));
    let unfinished = unfinished.cloned().map(Finding::UnfinishedUpload);

    let without_record = inventory.objects.iter().filter(|object| {
        let has_record = object.file().is_some_and(|(kind, id)| {
            let record = records.get(&id);
            record.is_some_and(|record| record.kind == kind)
        });
        is_old(object.written_at) && !has_record
    });
    let without_record = without_record.cloned().map(Finding::WithoutRecord);

    let recorded = inventory.files.iter().filter_map(|file| match file.expires_at {
        _ if file.is_release_unfinished() => Some(Finding::UnfinishedRelease(file.clone())),
        Some(end) if is_past(end, now) || file.is_deletion_unfinished() => Some(Finding::Expired(file.clone())),
        None if lacks_object(file) => Some(Finding::WithoutObject(file.clone())),
        _ => None,
    });
    unfinished.chain(without_record).chain(recorded).collect()
}

fn is_past(seconds: u64, now: Timestamp) -> bool {
    u64::try_from(now.as_second()).is_ok_and(|now| seconds <= now)
}

impl Finding {
    /// What a sweep does about it.
    pub(super) const fn remedy(&self) -> Remedy {
        match self {
            Self::UnfinishedUpload(_) | Self::WithoutRecord(_) | Self::Expired(_) => Remedy::Delete,
            Self::UnfinishedRelease(_) => Remedy::Mark,
            Self::WithoutObject(_) => Remedy::None,
        }
    }

    /// The key of the object, which may be missing.
    pub(super) fn key(&self) -> String {
        match self {
            Self::UnfinishedUpload(upload) => upload.key.clone(),
            Self::WithoutRecord(object) => object.key.clone(),
            Self::Expired(file) | Self::UnfinishedRelease(file) | Self::WithoutObject(file) => key(file),
        }
    }

    /// The user whose file it is, if a record names one.
    const fn owner(&self) -> Option<&UserId> {
        match self {
            Self::UnfinishedUpload(_) | Self::WithoutRecord(_) => None,
            Self::Expired(file) | Self::UnfinishedRelease(file) | Self::WithoutObject(file) => file.owner.as_ref(),
        }
    }

    /// The name in JSON output.
    const fn code(&self) -> &'static str {
        match self {
            Self::UnfinishedUpload(_) => "unfinished_upload",
            Self::WithoutRecord(_) => "without_record",
            Self::Expired(_) => "expired",
            Self::UnfinishedRelease(_) => "unfinished_release",
            Self::WithoutObject(_) => "without_bytes",
        }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnfinishedUpload(upload) => {
                write!(
                    formatter,
                    "{}: upload started {}, not finalized",
                    upload.key, upload.opened_at
                )
            }
            Self::WithoutRecord(object) => write!(
                formatter,
                "{}: written {}, has no record",
                object.key, object.written_at
            ),
            Self::Expired(file) if file.deleted => write!(formatter, "{}: deleted by its owner", key(file)),
            Self::Expired(file) => write!(formatter, "{}: uploaded {}, unclaimed", key(file), file.created_at),
            Self::UnfinishedRelease(file) => write!(formatter, "{}: replaced by its owner, and not marked", key(file)),
            Self::WithoutObject(file) => {
                write!(formatter, "{}: claimed, but its object is missing", key(file))?;
                match self.owner() {
                    Some(owner) => write!(formatter, "; its owner is the user {owner}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut finding = serializer.serialize_struct("Finding", 3)?;
        finding.serialize_field("finding", self.code())?;
        finding.serialize_field("key", &self.key())?;
        finding.serialize_field("owner", &self.owner())?;
        finding.end()
    }
}

fn key(file: &StoredFile) -> String {
    format!("{}/{}", file.kind.as_str(), file.file_id)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use std::slice;

    use domain::{FileKind, FileName, UserId};
    use store::files::UNFINISHED_DEADLINE;

    use super::*;

    const NOW: &str = "2026-03-02T12:00:00Z";
    const A_DAY_AGO: &str = "2026-03-01T12:00:00Z";
    const LESS_THAN_A_DAY_AGO: &str = "2026-03-01T12:00:01Z";
    const TOMORROW: &str = "2026-03-03T12:00:00Z";

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn file(expires_at: Option<&str>) -> StoredFile {
        StoredFile {
            file_id: FileId::random(),
            kind: FileKind::Document,
            owner: Some(UserId::random()),
            name: FileName::of_photo(),
            content_type: "application/pdf".to_owned(),
            size: 1,
            created_at: time(A_DAY_AGO),
            expires_at: expires_at.map(|end| time(end).as_second().try_into().unwrap()),
            deleted: false,
            tagging_until: None,
            locked_by: None,
            scan: None,
        }
    }

    fn object(key: String, written_at: &str) -> StoredObject {
        StoredObject {
            key,
            written_at: time(written_at),
        }
    }

    fn upload(opened_at: &str) -> OpenUpload {
        OpenUpload {
            key: format!("video/{}", FileId::random()),
            multipart_id: "id".to_owned(),
            opened_at: time(opened_at),
        }
    }

    fn found(uploads: &[OpenUpload], objects: &[StoredObject], files: &[StoredFile]) -> Vec<Finding> {
        let inventory = Inventory {
            since: time(NOW),
            uploads: uploads.to_vec(),
            objects: objects.to_vec(),
            files: files.to_vec(),
        };
        findings(&inventory, time(NOW))
    }

    #[test]
    fn an_upload_is_abandoned_after_a_day() {
        let (young, old) = (upload(LESS_THAN_A_DAY_AGO), upload(A_DAY_AGO));
        let found = found(&[young, old.clone()], &[], &[]);
        assert_eq!(found, [Finding::UnfinishedUpload(old)]);
    }

    #[test]
    fn an_object_without_a_record_is_abandoned_after_a_day() {
        let stray = |written_at| object(format!("document/{}", FileId::random()), written_at);
        let (young, old) = (stray(LESS_THAN_A_DAY_AGO), stray(A_DAY_AGO));
        let foreign = object("something else".to_owned(), A_DAY_AGO);
        let found = found(&[], &[young, old.clone(), foreign.clone()], &[]);
        assert_eq!(found, [Finding::WithoutRecord(old), Finding::WithoutRecord(foreign)]);
    }

    #[test]
    fn a_record_of_another_kind_does_not_count() {
        let claimed = file(None);
        let own = object(key(&claimed), A_DAY_AGO);
        let other = object(format!("image/{}", claimed.file_id), A_DAY_AGO);
        let found = found(&[], &[own, other.clone()], &[claimed]);
        assert_eq!(found, [Finding::WithoutRecord(other)]);
    }

    #[test]
    fn a_file_is_abandoned_when_its_claim_period_is_over() {
        let (claimed, unclaimed, expired) = (file(None), file(Some(TOMORROW)), file(Some(NOW)));
        let objects = [&claimed, &unclaimed, &expired].map(|file| object(key(file), A_DAY_AGO));
        let found = found(&[], &objects, &[claimed, unclaimed, expired.clone()]);
        assert_eq!(found, [Finding::Expired(expired)]);
    }

    #[test]
    fn an_interrupted_deletion_is_completed() {
        let deleted = |expires_at| StoredFile {
            deleted: true,
            expires_at: Some(expires_at),
            ..file(None)
        };
        let tomorrow = time(TOMORROW).as_second().try_into().unwrap();
        let (finished, unfinished) = (deleted(tomorrow), deleted(UNFINISHED_DEADLINE));
        let object = object(key(&unfinished), A_DAY_AGO);
        let found = found(&[], &[object], &[finished, unfinished.clone()]);
        assert_eq!(found, [Finding::Expired(unfinished)]);
    }

    #[test]
    fn a_claimed_file_without_an_object_is_reported_and_kept() {
        let lost = file(None);
        let uploaded_during_scan = StoredFile {
            created_at: time(NOW),
            ..file(None)
        };
        let found = found(&[], &[], &[lost.clone(), uploaded_during_scan]);
        assert_eq!(found, [Finding::WithoutObject(lost)]);
        assert!(found.iter().all(|finding| finding.remedy() == Remedy::None));
    }

    #[test]
    fn a_replaced_file_is_marked_whether_or_not_it_was_locked() {
        let replaced = |deadline| StoredFile {
            expires_at: Some(deadline),
            ..file(None)
        };
        for deadline in [UNFINISHED_DEADLINE, UNFINISHED_DEADLINE + 2] {
            let replaced = replaced(deadline);
            let found = found(&[], &[object(key(&replaced), A_DAY_AGO)], slice::from_ref(&replaced));
            assert_eq!(found, [Finding::UnfinishedRelease(replaced)]);
            assert!(found.iter().all(|finding| finding.remedy() == Remedy::Mark));
        }
    }
}
