//! Exports all data of a user to a zip file.

use std::{
    collections::HashSet,
    fmt::{self, Display},
    path::PathBuf,
};

use domain::{FileId, FileName};
use serde::Serialize;
use store::{
    audit::{Action, AuditRecord},
    files::{FilesTable, StoredFile},
    uploads::{StoredUpload, UploadsTable},
    users::User,
};

use super::{UserDetails, UsersError, zip_file::ZipFile};
use crate::stack::{Stack, StackError};

/// Characters that some operating systems do not allow in a file name.
const UNSAFE_CHARACTERS: &[char] = &['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// The output of `users export`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exported {
    dry_run: bool,
    to: PathBuf,
    files: Vec<String>,
    /// Files whose objects no longer exist.
    missing: Vec<String>,
}

/// The content of `data.json`.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(rename = "account")]
    user: &'a UserDetails,
    files: Vec<FileEntry<'a>>,
    uploads: Vec<UploadEntry<'a>>,
    /// Actions of operators.
    operators: Vec<ActionEntry<'a>>,
}

#[derive(Serialize)]
struct FileEntry<'a> {
    #[serde(flatten)]
    file: &'a StoredFile,
    /// The path in the zip file.
    path: &'a str,
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

/// All items of a user in the tables.
struct UserData {
    user: UserDetails,
    files: Vec<(StoredFile, String)>,
    uploads: Vec<StoredUpload>,
    records: Vec<AuditRecord>,
}

/// Creates the file. The audit record is written before, since the file has personal data.
pub(super) async fn export(stack: &Stack, user: &User, to: PathBuf, dry_run: bool) -> Result<Exported, UsersError> {
    let data = UserData::read(stack, user).await?;
    let mut exported = Exported {
        dry_run,
        to,
        files: data.files.iter().map(|(_, path)| path.clone()).collect(),
        missing: Vec::new(),
    };
    if !dry_run {
        let objects = stack.wiring().await?.objects().map_err(StackError::from)?;
        let mut zip = ZipFile::create(&exported.to)?;
        stack
            .write_audit_record(Some(&user.user_id), Action::AccountExport)
            .await?;
        zip.add("data.json", &data.to_json()?)?;
        for (file, path) in &data.files {
            match objects.read(file.kind, &file.file_id).await.map_err(StackError::from)? {
                Some(bytes) => zip.add(path, &bytes)?,
                None => exported.missing.push(path.clone()),
            }
        }
        zip.finish()?;
    }
    Ok(exported)
}

impl UserData {
    async fn read(stack: &Stack, user: &User) -> Result<Self, StackError> {
        let id = &user.user_id;
        let table = stack.table(FilesTable::new, "files");
        // The index is eventually consistent, so files of the profile are added.
        let ids: HashSet<FileId> = table
            .ids_of_owner(id)
            .await?
            .into_iter()
            .chain(user.profile.files.ids().cloned())
            .collect();
        let mut files = Vec::new();
        for file in ids {
            files.extend(
                table
                    .find(&file)
                    .await?
                    .filter(|file| !file.deleted && file.belongs_to(id)),
            );
        }
        files.sort_by(|a, b| a.created_at.cmp(&b.created_at));
        let table = stack.table(UploadsTable::new, "uploads");
        let mut uploads = Vec::new();
        for key in table.keys_of_owner(id).await? {
            uploads.extend(table.find_by_key(key).await?);
        }
        Ok(Self {
            user: UserDetails::of(user, stack.payments().of_user(id).await?),
            files: with_paths(files),
            uploads,
            records: stack.audit().of_user(id).await?,
        })
    }

    fn to_json(&self) -> Result<Vec<u8>, UsersError> {
        let data = Data {
            user: &self.user,
            files: self.files.iter().map(|(file, path)| FileEntry { file, path }).collect(),
            uploads: self.uploads.iter().map(UploadEntry::of).collect(),
            operators: self.records.iter().map(ActionEntry::of).collect(),
        };
        serde_json::to_vec_pretty(&data)
            .map_err(|error| UsersError::CannotCreateFile("data.json".to_owned(), error.to_string()))
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

/// Pairs each file with its path in the zip file: its name without unsafe characters, numbered when the name repeats.
fn with_paths(files: Vec<StoredFile>) -> Vec<(StoredFile, String)> {
    let mut taken = HashSet::new();
    let mut named = Vec::new();
    for file in files {
        let name = safe(&file.name);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        let mut path = format!("files/{name}");
        let mut number = 1;
        while !taken.insert(path.to_lowercase()) {
            number += 1;
            path = format!("files/{stem} ({number}).{extension}");
        }
        named.push((file, path));
    }
    named
}

fn safe(name: &FileName) -> String {
    name.as_str().replace(UNSAFE_CHARACTERS, "_")
}

impl Display for Exported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to.display();
        if self.dry_run {
            write!(formatter, "Dry run: {to} would contain:")?;
        } else {
            write!(
                formatter,
                "Created {to}. It has personal data: delete it after you sent it to the user. It contains:"
            )?;
        }
        write!(formatter, "\n  data.json")?;
        for file in self.files.iter().filter(|file| !self.missing.contains(file)) {
            write!(formatter, "\n  {file}")?;
        }
        for file in &self.missing {
            write!(formatter, "\n  not {file}: its object is missing")?;
        }
        Ok(())
    }
}
