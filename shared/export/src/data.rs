//! Everything that the tables have about a user.

use std::collections::HashSet;

use domain::{CourseId, FileId, Language, PlaceRequestState, RunId};
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use store::{
    StoreError,
    audit::{Action, AuditRecord, AuditTable},
    files::{FilesTable, StoredFile},
    payments::PaymentsTable,
    place_requests::{PlaceRequest, PlaceRequestsTable},
    uploads::{StoredUpload, UploadsTable},
    users::User,
};

use crate::{UserDetails, paths::with_paths};

/// The tables that have data about users, besides the users table.
///
/// The tables of attempts and of password resets have only keyed hashes, which identify no user, and keep them for a day at most.
#[derive(Debug)]
pub struct Tables {
    /// Enrolments and payments.
    pub payments: PaymentsTable,
    /// Requests for places in courses.
    pub place_requests: PlaceRequestsTable,
    /// The records of files.
    pub files: FilesTable,
    /// Videos that are being sent.
    pub uploads: UploadsTable,
    /// What operators did.
    pub audit: AuditTable,
}

/// Everything that the tables have about a user.
#[derive(Debug)]
pub struct UserData {
    pub(crate) details: UserDetails,
    pub(crate) files: Vec<(StoredFile, String)>,
    place_requests: Vec<PlaceRequest>,
    uploads: Vec<StoredUpload>,
    records: Vec<AuditRecord>,
}

/// The content of `data.json`.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "account")]
    user: &'a UserDetails,
    /// Requests for places in courses, with the operator's answers.
    #[serde(rename = "placeRequests")]
    place_requests: Vec<PlaceRequestEntry<'a>>,
    files: Vec<FileEntry<'a>>,
    uploads: Vec<UploadEntry<'a>>,
    /// Actions of operators.
    operators: Vec<ActionEntry<'a>>,
}

#[derive(Serialize)]
struct FileEntry<'a> {
    #[serde(flatten)]
    file: &'a StoredFile,
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
    state: PlaceRequestState,
    requested_at: Timestamp,
    decided_at: Option<Timestamp>,
    reason: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UploadEntry<'a> {
    file_id: &'a FileId,
    expires_at: u64,
}

/// An audit record without the operator, whose identity is not the user's data.
#[derive(Serialize)]
struct ActionEntry<'a> {
    at: String,
    #[serde(flatten)]
    action: &'a Action,
}

impl UserData {
    /// Reads all items of a user.
    ///
    /// # Errors
    /// When a table cannot be read, and when an item is malformed.
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
        let mut files = Vec::new();
        for file in ids {
            let file = tables.files.find(&file).await?;
            files.extend(file.filter(|file| !file.deleted && file.belongs_to(id)));
        }
        files.sort_by(|a, b| (&a.created_at, a.file_id.as_str()).cmp(&(&b.created_at, b.file_id.as_str())));
        let mut uploads = Vec::new();
        for key in tables.uploads.keys_of_owner(id).await? {
            uploads.extend(tables.uploads.find_by_key(key).await?);
        }
        Ok(Self {
            details: UserDetails::of(user, tables.payments.of_user(id).await?)?,
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

    /// The language of the user.
    pub(crate) const fn language(&self) -> Language {
        self.details.language
    }

    /// The content of `data.json`.
    pub(crate) fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec_pretty(&Document {
            user: &self.details,
            place_requests: self.place_requests.iter().map(PlaceRequestEntry::of).collect(),
            files: self.files.iter().map(|(file, path)| FileEntry { file, path }).collect(),
            uploads: self.uploads.iter().map(UploadEntry::of).collect(),
            operators: self.records.iter().map(ActionEntry::of).collect(),
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
            requested_at,
            decided_at,
            reason,
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
        }
    }
}

impl<'a> UploadEntry<'a> {
    const fn of(upload: &'a StoredUpload) -> Self {
        Self {
            file_id: &upload.file_id,
            expires_at: upload.expires_at,
        }
    }
}

impl<'a> ActionEntry<'a> {
    fn of(record: &'a AuditRecord) -> Self {
        Self {
            at: record.at.to_string(),
            action: &record.action,
        }
    }
}
