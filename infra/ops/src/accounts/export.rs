//! Puts all that is kept of a person into a zip file.

use std::{
    collections::HashSet,
    fmt::{self, Display},
    io::{self, Write},
    path::{Path, PathBuf},
};

use domain::{FileId, FileName};
use serde::Serialize;
use store::{
    audit::{Action, AuditRecord},
    files::{FilesTable, StoredFile},
    uploads::{StoredUpload, UploadsTable},
    users::User,
};
use tempfile::NamedTempFile;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{AccountView, Complaint};
use crate::stack::{Stack, StackError};

/// The characters that some system takes for something else than a part of a name.
const NOT_IN_NAMES: &[char] = &['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// What was put into the file, or would be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exported {
    dry_run: bool,
    to: PathBuf,
    files: Vec<String>,
    /// Of these the bytes are not there any more.
    missing: Vec<String>,
}

/// What `data.json` says.
#[derive(Serialize)]
struct Data<'a> {
    account: &'a AccountView,
    files: Vec<FileEntry<'a>>,
    uploads: Vec<UploadEntry<'a>>,
    /// What operators did to the account.
    operators: Vec<Done<'a>>,
}

#[derive(Serialize)]
struct FileEntry<'a> {
    #[serde(flatten)]
    file: &'a StoredFile,
    /// What it is called in the zip file.
    path: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UploadEntry<'a> {
    file_id: &'a FileId,
    expires_at: u64,
}

/// Who of the operators it was is nothing of the person's.
#[derive(Serialize)]
struct Done<'a> {
    at: String,
    #[serde(flatten)]
    action: &'a Action,
}

/// All that the tables have of a person.
struct Person {
    account: AccountView,
    files: Vec<(StoredFile, String)>,
    uploads: Vec<StoredUpload>,
    records: Vec<AuditRecord>,
}

/// Makes the file, with the record of it before: whoever has it has everything.
pub(super) async fn export(stack: &Stack, user: &User, to: PathBuf, dry_run: bool) -> Result<Exported, Complaint> {
    let person = Person::read(stack, user).await?;
    let mut exported = Exported {
        dry_run,
        to,
        files: person.files.iter().map(|(_, path)| path.clone()).collect(),
        missing: Vec::new(),
    };
    if !dry_run {
        let objects = stack.wiring().await?.objects().map_err(StackError::from)?;
        let mut zip = Zip::beside(&exported.to)?;
        stack.note(Some(&user.user_id), Action::AccountExport).await?;
        zip.add("data.json", &person.data()?)?;
        for (file, path) in &person.files {
            match objects.read(file.kind, &file.file_id).await.map_err(StackError::from)? {
                Some(bytes) => zip.add(path, &bytes)?,
                None => exported.missing.push(path.clone()),
            }
        }
        zip.finish()?;
    }
    Ok(exported)
}

impl Person {
    async fn read(stack: &Stack, user: &User) -> Result<Self, StackError> {
        let id = &user.user_id;
        let table = stack.table(FilesTable::new, "files");
        // What the profile refers to is named besides, since the index may not know of it yet.
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
            account: AccountView::of(user, stack.payments().of_user(id).await?),
            files: with_paths(files),
            uploads,
            records: stack.audit().of_user(id).await?,
        })
    }

    fn data(&self) -> Result<Vec<u8>, Complaint> {
        let data = Data {
            account: &self.account,
            files: self.files.iter().map(|(file, path)| FileEntry { file, path }).collect(),
            uploads: self.uploads.iter().map(UploadEntry::of).collect(),
            operators: self.records.iter().map(Done::of).collect(),
        };
        serde_json::to_vec_pretty(&data).map_err(|error| Complaint::NoFile("data.json".to_owned(), error.to_string()))
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

impl<'a> Done<'a> {
    fn of(record: &'a AuditRecord) -> Self {
        Self {
            at: record.at.to_string(),
            action: &record.action,
        }
    }
}

/// Files with what each is called in the zip file: its own name, made safe, and numbered when another has it.
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
    name.as_str().replace(NOT_IN_NAMES, "_")
}

/// A zip file that is not there until it is whole.
struct Zip {
    to: PathBuf,
    writer: ZipWriter<NamedTempFile>,
}

impl Zip {
    /// Begins a file in the folder of the one that it becomes. Only whoever runs the tool can read it.
    fn beside(to: &Path) -> Result<Self, Complaint> {
        if to.exists() {
            return Err(no_file(to, &"it is there already"));
        }
        let folder = to
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|error| no_file(to, &error))?;
        Ok(Self {
            to: to.to_owned(),
            writer: ZipWriter::new(file),
        })
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), Complaint> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let begun = self.writer.start_file(path, options).map_err(io::Error::from);
        let written = begun.and_then(|()| self.writer.write_all(bytes));
        written.map_err(|error| no_file(&self.to, &error))
    }

    fn finish(self) -> Result<(), Complaint> {
        let file = self.writer.finish().map_err(|error| no_file(&self.to, &error))?;
        let kept = file.persist_noclobber(&self.to);
        kept.map(|_| ()).map_err(|error| no_file(&self.to, &error.error))
    }
}

fn no_file(to: &Path, why: &dyn Display) -> Complaint {
    Complaint::NoFile(to.display().to_string(), why.to_string())
}

impl Display for Exported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to.display();
        if self.dry_run {
            write!(formatter, "Nothing was made. {to} would have in it:")?;
        } else {
            write!(
                formatter,
                "Made {to}, with personal data in it. Delete it when the person has it. In it are:"
            )?;
        }
        write!(formatter, "\n  data.json")?;
        for file in self.files.iter().filter(|file| !self.missing.contains(file)) {
            write!(formatter, "\n  {file}")?;
        }
        for file in &self.missing {
            write!(formatter, "\n  not {file}: its bytes are missing")?;
        }
        Ok(())
    }
}
