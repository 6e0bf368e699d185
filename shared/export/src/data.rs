//! Everything that the tables have about a user.

use std::collections::{BTreeMap, HashSet};

use domain::{CourseId, FileId, FileKind, FileName, FileUse, Language, LedgerEntry, Payer, PlaceState, RunId};
use jiff::{Timestamp, civil::Date};
use platform::clock::{self, TimeError};
use serde::{Serialize, ser::Error};
use store::{
    StoreError,
    audit::{Action, AuditRecord, AuditTable},
    files::{FileState, FilesTable, ScanResult, StoredFile},
    payments::PaymentsTable,
    place_requests::{PlaceOffer, PlaceRequest, PlaceRequestsTable, Proof},
    users::User,
};

use crate::{UserDetails, paths::with_paths};

/// The tables that have data about users, besides the users table.
///
/// The tables of attempts and of password resets have only keyed hashes, which identify no user, and keep them for a day at most.
#[derive(Debug)]
pub struct Tables {
    pub payments: PaymentsTable,
    pub place_requests: PlaceRequestsTable,
    pub files: FilesTable,
    pub audit: AuditTable,
}

#[derive(Debug)]
pub struct UserData {
    pub(crate) details: UserDetails,
    pub(crate) files: Vec<(StoredFile, String)>,
    place_requests: Vec<PlaceRequest>,
    payments: Vec<LedgerEntry>,
    /// Videos that are being sent.
    uploads: Vec<StoredFile>,
    records: Vec<AuditRecord>,
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "account")]
    user: &'a UserDetails,
    /// Requests for places in courses, with the operator's answers.
    #[serde(rename = "placeRequests")]
    place_requests: Vec<PlaceRequestEntry<'a>>,
    payments: &'a [LedgerEntry],
    files: Vec<FileEntry<'a>>,
    uploads: Vec<UploadEntry<'a>>,
    operators: Vec<ActionEntry<'a>>,
}

/// A file of the user, without the attributes of requests that are being handled.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FileEntry<'a> {
    file_id: &'a FileId,
    kind: FileKind,
    name: &'a FileName,
    content_type: &'a str,
    size: u64,
    created_at: Timestamp,
    /// What it was sent for, when that is not the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed_as: Option<FileUse>,
    /// When it is deleted, unless a profile or a place refers to it until then.
    expires_at: Option<Timestamp>,
    scan: Option<&'a ScanResult>,
    /// The path in the archive.
    path: &'a str,
}

/// A place request without the id of its user, which the document has once.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlaceRequestEntry<'a> {
    course_id: &'a CourseId,
    run_id: &'a RunId,
    start: Date,
    end: Date,
    message: Option<&'a str>,
    state: PlaceState,
    requested_at: Timestamp,
    decided_at: Option<Timestamp>,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<&'a PlaceOffer>,
    /// The proofs of payment. Their files are among the files.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    proofs: &'a [Proof],
    /// What is kept of the payments for a cancelled place.
    #[serde(skip_serializing_if = "Option::is_none")]
    retained: Option<&'a str>,
    /// Why nothing is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiver: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payer: Option<&'a Payer>,
    /// When the user first joined each session.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    joined: &'a BTreeMap<u32, Timestamp>,
    /// What the user was told about the sessions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    told: &'a BTreeMap<String, Timestamp>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UploadEntry<'a> {
    file_id: &'a FileId,
    expires_at: Timestamp,
}

/// An audit record without the operator, whose identity is not the user's data.
#[derive(Serialize)]
struct ActionEntry<'a> {
    at: Timestamp,
    #[serde(flatten)]
    action: &'a Action,
}

impl UserData {
    /// Reads all items of a user.
    pub async fn read(tables: &Tables, user: &User) -> Result<Self, StoreError> {
        let id = &user.user_id;
        // The index is eventually consistent, so files of the profile are added.
        let ids: HashSet<FileId> = tables
            .files
            .ids_of_owner(id)
            .await?
            .into_iter()
            .chain(user.profile.files.ids().cloned())
            .collect();
        let (mut files, mut uploads) = (Vec::new(), Vec::new());
        for file in ids {
            let Some(file) = tables.files.find(&file).await? else {
                continue;
            };
            match file.state() {
                FileState::Uploading => uploads.push(file),
                FileState::Unclaimed | FileState::Claimed if file.belongs_to(id) => files.push(file),
                _ => {}
            }
        }
        files.sort_by(|a, b| (a.created_at, a.file_id.as_str()).cmp(&(b.created_at, b.file_id.as_str())));
        let payments = tables.payments.of_user(id).await?;
        Ok(Self {
            details: UserDetails::of(user, payments.enrolments)?,
            payments: payments.ledger,
            place_requests: tables.place_requests.of_user(id).await?,
            files: with_paths(files),
            uploads,
            records: tables.audit.of_user(id).await?,
        })
    }

    /// The paths of the user's files in the archive.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(_, path)| path.as_str())
    }

    pub(crate) const fn language(&self) -> Language {
        self.details.language
    }

    pub(crate) fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec_pretty(&Document {
            user: &self.details,
            place_requests: self.place_requests.iter().map(PlaceRequestEntry::of).collect(),
            payments: &self.payments,
            files: all(self.files.iter().map(|(file, path)| FileEntry::of(file, path)))?,
            uploads: all(self.uploads.iter().map(UploadEntry::of))?,
            operators: self.records.iter().map(ActionEntry::of).collect(),
        })
    }
}

/// The entries, unless an item has a time that does not exist.
fn all<T>(entries: impl Iterator<Item = Result<T, TimeError>>) -> Result<Vec<T>, serde_json::Error> {
    entries.collect::<Result<_, _>>().map_err(serde_json::Error::custom)
}

impl<'a> FileEntry<'a> {
    fn of(file: &'a StoredFile, path: &'a str) -> Result<Self, TimeError> {
        Ok(Self {
            file_id: &file.file_id,
            kind: file.kind,
            name: &file.name,
            content_type: &file.content_type,
            size: file.size,
            created_at: file.created_at,
            claimed_as: file.claimed_as,
            expires_at: file.expires_at.map(clock::timestamp).transpose()?,
            scan: file.scan.as_ref(),
            path,
        })
    }
}

impl<'a> PlaceRequestEntry<'a> {
    /// It names every attribute, so that a new one cannot be left out by mistake.
    fn of(request: &'a PlaceRequest) -> Self {
        let PlaceRequest {
            user_id: _,
            course_id,
            run_id,
            start,
            end,
            message,
            state,
            version: _,
            requested_at,
            decided_at,
            reason,
            offer,
            proofs,
            retained,
            waiver,
            payer,
            refund_due: _,
            moved_from: _,
            mail: _,
            joined,
            told,
        } = request;
        Self {
            course_id,
            run_id,
            start: *start,
            end: *end,
            message: message.as_deref(),
            state: *state,
            requested_at: *requested_at,
            decided_at: *decided_at,
            reason: reason.as_deref(),
            offer: offer.as_ref(),
            proofs,
            retained: retained.as_ref().map(|retained| retained.total.as_str()),
            waiver: waiver.as_deref(),
            payer: payer.as_ref(),
            joined,
            told,
        }
    }
}

impl<'a> UploadEntry<'a> {
    fn of(upload: &'a StoredFile) -> Result<Self, TimeError> {
        Ok(Self {
            file_id: &upload.file_id,
            expires_at: clock::timestamp(upload.upload_deadline())?,
        })
    }
}

impl<'a> ActionEntry<'a> {
    const fn of(record: &'a AuditRecord) -> Self {
        Self {
            at: record.at,
            action: &record.action,
        }
    }
}
