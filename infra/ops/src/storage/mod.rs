//! `ops storage`: compares the files bucket with the files table.

use std::{
    collections::{HashMap, HashSet},
    error::Error,
    fmt::{self, Display},
};

use aws_sdk_s3::Client;
use clap::Subcommand;
use domain::{FileId, FileKind};
use jiff::Timestamp;
use platform::{causes::Causes, clock};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use store::{
    audit::Action,
    files::{FileState, FilesTable, StoredFile, Withheld},
};

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deletes objects without a record, and reports claimed files without an object
    ///
    /// The stack itself removes what nobody claims. There is something to find only after a restore from a backup, or after somebody has
    /// written to bucket or table by hand. It lists what it does, and can be repeated.
    #[command(after_help = SWEEP_EXAMPLES)]
    Sweep {
        #[command(flatten)]
        target: Target,
        /// The files bucket: the stack's output `FilesBucketName`
        #[arg(long, value_name = "NAME", env = "FILES_BUCKET")]
        bucket: String,
        /// Shows what a sweep would do, without doing it
        #[arg(long)]
        dry_run: bool,
    },
}

const SWEEP_EXAMPLES: &str = "\
Examples:
  scripts/ops storage sweep --dry-run
  scripts/ops storage sweep --stack masar-staging --bucket masar-staging-files-123456789012-eu-west-3";

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    let Command::Sweep {
        target,
        bucket,
        dry_run,
    } = command;
    if !belongs_to(&target.stack, &bucket) {
        // Compared with the table of another stack, every object would lack its record.
        let (stack, prefix) = (&target.stack, prefix(&target.stack));
        let message = format!(
            "{bucket} is not the files bucket of {stack}, whose name starts with {prefix}.\nNothing was deleted."
        );
        return Err(Failure::new("bucket_of_another_stack", message));
    }
    let stack = Stack::connect(target).await?;
    let bucket = FilesBucket {
        client: files::client(&stack.aws),
        name: bucket,
    };
    let since = clock::now();
    // The objects are read first: the record of a new one is older, and the record of a deleted one stays longer.
    let objects = bucket.objects().await?;
    let files = stack.table(FilesTable::new, "files").all().await;
    let files = files.map_err(|error| {
        let message = format!("The files table cannot be used: {}\n{REPEAT}", Causes(&error));
        Failure::new("tables_unusable", message)
    })?;
    let swept = Swept {
        dry_run,
        deleted: without_record(&objects, &files),
        kept: without_object(&objects, &files, since),
    };
    if !dry_run && !swept.deleted.is_empty() {
        let action = Action::StorageSweep {
            deleted: swept.deleted.len(),
            marked: 0,
        };
        stack.write_audit_record(None, action).await?;
        for finding in &swept.deleted {
            bucket.delete(&finding.key()).await?;
        }
    }
    Ok(Box::new(swept))
}

/// Whether a bucket has the name that the template gives to the files bucket of a stack.
fn belongs_to(stack: &str, bucket: &str) -> bool {
    bucket.starts_with(&prefix(stack))
}

fn prefix(stack: &str) -> String {
    format!("{}-files-", stack.to_lowercase())
}

struct FilesBucket {
    client: Client,
    name: String,
}

impl FilesBucket {
    async fn objects(&self) -> Result<Vec<String>, Failure> {
        let mut keys = Vec::new();
        let mut pages = self.client.list_objects_v2().bucket(&self.name).into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| self.unusable(&error))?;
            keys.extend(
                page.contents
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(|object| object.key),
            );
        }
        Ok(keys)
    }

    async fn delete(&self, key: &str) -> Result<(), Failure> {
        let request = self.client.delete_object().bucket(&self.name).key(key);
        request.send().await.map_err(|error| self.unusable(&error))?;
        Ok(())
    }

    fn unusable(&self, error: &dyn Error) -> Failure {
        let message = format!(
            "The files bucket cannot be used: {}: {}\n{REPEAT}",
            self.name,
            Causes(error)
        );
        Failure::new("bucket_unusable", message)
    }
}

/// The kind and id of the file, from the key of its object. None for copies of parts and archives of exports, which the bucket deletes.
fn file_of(key: &str) -> Option<(FileKind, FileId)> {
    let (kind, id) = key.split_once('/')?;
    Some((kind.parse().ok()?, id.parse().ok()?))
}

fn without_record(objects: &[String], files: &[StoredFile]) -> Vec<Finding> {
    let records: HashMap<&FileId, FileKind> = files.iter().map(|file| (&file.file_id, file.kind)).collect();
    let lacks_record = |key: &&String| file_of(key).is_some_and(|(kind, id)| records.get(&id) != Some(&kind));
    objects
        .iter()
        .filter(lacks_record)
        .cloned()
        .map(Finding::WithoutRecord)
        .collect()
}

/// Files that were uploaded before `since`, when reading began.
fn without_object(objects: &[String], files: &[StoredFile], since: Timestamp) -> Vec<Finding> {
    let with_object: HashSet<_> = objects.iter().filter_map(|key| file_of(key)).collect();
    let lacks_object = |file: &&StoredFile| {
        let is_infected = matches!(file.cleared_version(), Err(Withheld::Infected));
        file.state() == FileState::Claimed
            && file.created_at < since
            && !is_infected
            && !with_object.contains(&(file.kind, file.file_id.clone()))
    };
    let found = files.iter().filter(lacks_object);
    found.cloned().map(Box::new).map(Finding::WithoutObject).collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Finding {
    /// An object without a record, by its key. A sweep deletes it.
    WithoutRecord(String),
    /// A claimed file without an object. Only a backup could help, so a sweep reports it.
    WithoutObject(Box<StoredFile>),
}

const REPEAT: &str = "Run the command again: it continues where it stopped.";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Swept {
    dry_run: bool,
    deleted: Vec<Finding>,
    #[serde(rename = "left")]
    kept: Vec<Finding>,
}

impl Finding {
    /// The key of the object, which may be missing.
    fn key(&self) -> String {
        match self {
            Self::WithoutRecord(key) => key.clone(),
            Self::WithoutObject(file) => files::object_key(&file.reference()),
        }
    }
}

impl Display for Swept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deleted.len(), self.dry_run) {
            (0, _) => write!(formatter, "Nothing to delete.")?,
            (number, true) => write!(formatter, "Dry run: this would delete {number}:")?,
            (number, false) => write!(formatter, "Deleted {number}:")?,
        }
        write_all(&self.deleted, formatter)?;
        if !self.kept.is_empty() {
            write!(formatter, "\nProblems that a sweep cannot fix, {}:", self.kept.len())?;
        }
        write_all(&self.kept, formatter)
    }
}

fn write_all(findings: &[Finding], formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    findings
        .iter()
        .try_for_each(|finding| write!(formatter, "\n  {finding}"))
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key();
        match self {
            Self::WithoutRecord(_) => write!(formatter, "{key}: has no record"),
            Self::WithoutObject(file) => {
                write!(formatter, "{key}: claimed, but its object is missing")?;
                match &file.owner {
                    Some(owner) => write!(formatter, "; its owner is the user {owner}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (code, owner) = match self {
            Self::WithoutRecord(_) => ("without_record", None),
            Self::WithoutObject(file) => ("without_bytes", file.owner.as_ref()),
        };
        let mut finding = serializer.serialize_struct("Finding", 3)?;
        finding.serialize_field("finding", code)?;
        finding.serialize_field("key", &self.key())?;
        finding.serialize_field("owner", &owner)?;
        finding.end()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use domain::UserId;
    use store::files::UploadStarter;

    use super::*;

    fn claimed() -> StoredFile {
        let starter = UploadStarter {
            owner: Some(UserId::random()),
            counters: Vec::new(),
        };
        StoredFile {
            upload: None,
            expires_at: None,
            ..StoredFile::new(FileId::random(), FileKind::Document, starter, None)
        }
    }

    fn key(file: &StoredFile) -> String {
        format!("document/{}", file.file_id)
    }

    #[test]
    fn an_object_needs_a_record_of_its_kind() {
        let file = claimed();
        let stray = format!("document/{}", FileId::random());
        let other = format!("image/{}", file.file_id);
        let left_to_the_bucket = [
            format!("part/{}/1", file.file_id),
            format!("export/{}", UserId::random()),
        ];
        let objects = [key(&file), stray.clone(), other.clone()];
        let objects: Vec<_> = objects.into_iter().chain(left_to_the_bucket).collect();
        let found = without_record(&objects, &[file]);
        assert_eq!(found, [Finding::WithoutRecord(stray), Finding::WithoutRecord(other)]);
    }

    #[test]
    fn a_claimed_file_needs_an_object() {
        let (stored, lost) = (claimed(), claimed());
        let unclaimed = StoredFile {
            expires_at: Some(1),
            ..claimed()
        };
        let files = [stored.clone(), lost.clone(), unclaimed];
        let later = clock::now() + jiff::SignedDuration::from_secs(1);
        assert_eq!(
            without_object(&[key(&stored)], &files, later),
            [Finding::WithoutObject(Box::new(lost))]
        );
        let before = stored.created_at;
        assert_eq!(
            without_object(
                &[],
                &[StoredFile {
                    created_at: before,
                    ..claimed()
                }],
                before
            ),
            []
        );
    }
}
