//! What is abandoned, and why: the rules that the bucket's lifecycle and the tables' TTL follow by themselves, and what they
//! cannot see because it needs both.

use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Display},
    time::Duration,
};

use domain::FileId;
use files::{OpenUpload, StoredObject};
use jiff::Timestamp;
use serde::{Serialize, Serializer, ser::SerializeStruct};
use store::files::StoredFile;

/// How old something is that nobody comes back for (contract, "Chunked video upload").
const ABANDONED_AFTER: Duration = Duration::from_hours(24);

/// What is in the bucket and in the files table. The bucket was read first: a record that is missing was missing before.
pub(super) struct Inventory {
    /// When the reading began.
    pub(super) since: Timestamp,
    pub(super) uploads: Vec<OpenUpload>,
    pub(super) objects: Vec<StoredObject>,
    pub(super) files: Vec<StoredFile>,
}

/// Something that was found, and what is to be done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// An upload in parts that was not finished in a day: it is ended.
    UnfinishedUpload(OpenUpload),
    /// An object that no record names, after a day: it is deleted.
    WithoutRecord(StoredObject),
    /// A file that no account has claimed in time, or whose owner has deleted it: its bytes and its record are deleted.
    Expired(StoredFile),
    /// A file of an account without its bytes. Nothing can be done but to look into backups, so it is told.
    WithoutBytes(StoredFile),
}

/// Everything that is abandoned at a moment.
pub(super) fn findings(inventory: &Inventory, now: Timestamp) -> Vec<Finding> {
    let is_old = |time: Timestamp| now.duration_since(time).unsigned_abs() >= ABANDONED_AFTER && time < now;
    let records: HashMap<&FileId, &StoredFile> = inventory.files.iter().map(|file| (&file.file_id, file)).collect();
    let with_bytes: HashSet<_> = inventory.objects.iter().filter_map(StoredObject::file).collect();
    // What was uploaded while we read may have come after the bucket was read.
    let was_there = |file: &StoredFile| {
        file.created_at
            .parse()
            .is_ok_and(|time: Timestamp| time < inventory.since)
    };
    let lacks_bytes = |file: &StoredFile| was_there(file) && !with_bytes.contains(&(file.kind, file.file_id.clone()));

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
        Some(end) if is_past(end, now) => Some(Finding::Expired(file.clone())),
        None if lacks_bytes(file) => Some(Finding::WithoutBytes(file.clone())),
        _ => None,
    });
    unfinished.chain(without_record).chain(recorded).collect()
}

fn is_past(seconds: u64, now: Timestamp) -> bool {
    u64::try_from(now.as_second()).is_ok_and(|now| seconds <= now)
}

impl Finding {
    /// Whether it is only told.
    pub(super) const fn is_left(&self) -> bool {
        matches!(self, Self::WithoutBytes(_))
    }

    /// Where its bytes are, or should be.
    fn key(&self) -> String {
        match self {
            Self::UnfinishedUpload(upload) => upload.key.clone(),
            Self::WithoutRecord(object) => object.key.clone(),
            Self::Expired(file) | Self::WithoutBytes(file) => name(file),
        }
    }

    /// What a machine knows it by.
    const fn code(&self) -> &'static str {
        match self {
            Self::UnfinishedUpload(_) => "unfinished_upload",
            Self::WithoutRecord(_) => "without_record",
            Self::Expired(_) => "expired",
            Self::WithoutBytes(_) => "without_bytes",
        }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnfinishedUpload(upload) => {
                write!(formatter, "{}: begun {}, never finished", upload.key, upload.opened_at)
            }
            Self::WithoutRecord(object) => write!(
                formatter,
                "{}: of {}, no record names it",
                object.key, object.written_at
            ),
            Self::Expired(file) if file.deleted => write!(formatter, "{}: deleted by its owner", name(file)),
            Self::Expired(file) => write!(
                formatter,
                "{}: of {}, claimed by no account",
                name(file),
                file.created_at
            ),
            Self::WithoutBytes(file) => write!(formatter, "{}: an account's, and its bytes are missing", name(file)),
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut finding = serializer.serialize_struct("Finding", 2)?;
        finding.serialize_field("finding", self.code())?;
        finding.serialize_field("key", &self.key())?;
        finding.end()
    }
}

fn name(file: &StoredFile) -> String {
    format!("{}/{}", file.kind.as_str(), file.file_id)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

    use domain::{FileKind, FileName, UserId};

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
            created_at: A_DAY_AGO.to_owned(),
            expires_at: expires_at.map(|end| time(end).as_second().try_into().unwrap()),
            deleted: false,
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
    fn an_upload_may_take_a_day() {
        let (young, old) = (upload(LESS_THAN_A_DAY_AGO), upload(A_DAY_AGO));
        let found = found(&[young, old.clone()], &[], &[]);
        assert_eq!(found, [Finding::UnfinishedUpload(old)]);
    }

    #[test]
    fn an_object_without_a_record_goes_after_a_day() {
        let stray = |written_at| object(format!("document/{}", FileId::random()), written_at);
        let (young, old) = (stray(LESS_THAN_A_DAY_AGO), stray(A_DAY_AGO));
        let foreign = object("something else".to_owned(), A_DAY_AGO);
        let found = found(&[], &[young, old.clone(), foreign.clone()], &[]);
        assert_eq!(found, [Finding::WithoutRecord(old), Finding::WithoutRecord(foreign)]);
    }

    #[test]
    fn a_record_of_another_kind_is_none() {
        let claimed = file(None);
        let own = object(name(&claimed), A_DAY_AGO);
        let other = object(format!("image/{}", claimed.file_id), A_DAY_AGO);
        let found = found(&[], &[own, other.clone()], &[claimed]);
        assert_eq!(found, [Finding::WithoutRecord(other)]);
    }

    #[test]
    fn a_file_goes_when_its_time_is_over() {
        let (claimed, waiting, over) = (file(None), file(Some(TOMORROW)), file(Some(NOW)));
        let objects = [&claimed, &waiting, &over].map(|file| object(name(file), A_DAY_AGO));
        let found = found(&[], &objects, &[claimed, waiting, over.clone()]);
        assert_eq!(found, [Finding::Expired(over)]);
    }

    #[test]
    fn an_accounts_file_without_bytes_is_told_and_left() {
        let lost = file(None);
        let uploaded_meanwhile = StoredFile {
            created_at: NOW.to_owned(),
            ..file(None)
        };
        let found = found(&[], &[], &[lost.clone(), uploaded_meanwhile]);
        assert_eq!(found, [Finding::WithoutBytes(lost)]);
        assert!(found.iter().all(Finding::is_left));
    }
}
