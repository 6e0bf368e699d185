//! `ops storage`: deletes abandoned uploads and files, and completes interrupted deletions and releases.

mod bucket;
mod rules;

use std::fmt::{self, Display};

use clap::Subcommand;
use files::{FileError, mark_unclaimed};
use platform::{causes::Causes, clock};
use serde::Serialize;
use store::{StoreError, audit::Action, files::FilesTable};

use crate::{
    output::{CommandError, Output},
    stack::{Stack, StackError, Target},
};
use bucket::{BucketError, FilesBucket};
use rules::{Finding, Inventory, Remedy, findings};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deletes uploads and files that no profile claimed within a day, and objects without a record
    ///
    /// The stack itself deletes unclaimed uploads and files within two days. Only this command finds objects without a record, and
    /// completes interrupted deletions of files and replacements of them. It lists what it does, and can be repeated.
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

pub(crate) async fn run(command: Command) -> Result<Output, StorageError> {
    let Command::Sweep {
        target,
        bucket,
        dry_run,
    } = command;
    if !belongs_to(&target.stack, &bucket) {
        return Err(StorageError::NotOfStack {
            stack: target.stack,
            bucket,
        });
    }
    let stack = Stack::connect(target).await?;
    let storage = Storage {
        bucket: FilesBucket::new(&stack.aws, bucket),
        files: stack.table(FilesTable::new, "files"),
    };
    let mut swept = Swept {
        dry_run,
        ..Swept::default()
    };
    for finding in findings(&storage.inventory().await?, clock::now()) {
        swept.of(finding.remedy()).push(finding);
    }
    let to_fix: Vec<_> = swept.deleted.iter().chain(&swept.marked).collect();
    if !dry_run && !to_fix.is_empty() {
        let action = Action::StorageSweep {
            deleted: swept.deleted.len(),
            marked: swept.marked.len(),
        };
        stack.write_audit_record(None, action).await?;
        for finding in to_fix {
            storage.fix(finding).await?;
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

struct Storage {
    bucket: FilesBucket,
    files: FilesTable,
}

impl Storage {
    async fn inventory(&self) -> Result<Inventory, StorageError> {
        // Read in the order that `Inventory` needs.
        Ok(Inventory {
            since: clock::now(),
            uploads: self.bucket.open_uploads().await?,
            objects: self.bucket.objects().await?,
            files: self.files.all().await?,
        })
    }

    /// Deletes the record before its object, because only the record can have a condition: a request that read the file just before it
    /// expired may have claimed it. An interrupted deletion leaves an object without a record, which the next sweep finds.
    ///
    /// An interrupted deletion of a file by its owner is completed in the order of `DELETE /file/{id}`, and the record stays for a day,
    /// because that request may still run, or be repeated. Nobody can claim such a file.
    async fn fix(&self, finding: &Finding) -> Result<(), StorageError> {
        match finding {
            Finding::UnfinishedUpload(upload) => self.bucket.abort(upload).await?,
            Finding::WithoutRecord(object) => self.bucket.delete(&object.key).await?,
            Finding::Expired(file) if file.is_deletion_unfinished() => {
                self.bucket.delete(&finding.key()).await?;
                self.files.end_deletion(&file.file_id).await?;
            }
            Finding::Expired(file) => {
                if self.files.delete_expired(file).await? {
                    self.bucket.delete(&finding.key()).await?;
                }
            }
            Finding::UnfinishedRelease(file) => mark_unclaimed(&self.files, &self.bucket.files(), file).await?,
            Finding::WithoutObject(_) => {}
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum StorageError {
    /// Compared with the table of another stack, every object would look abandoned.
    #[error("{bucket} is not the files bucket of {stack}, whose name starts with {}.\nNothing was deleted.", prefix(.stack))]
    NotOfStack { stack: String, bucket: String },
    #[error("The files table cannot be used: {}\n{REPEAT}", Causes(.0))]
    Table(#[from] StoreError),
    #[error(transparent)]
    Stack(#[from] StackError),
    #[error("The files bucket cannot be used: {}\n{REPEAT}", Causes(.0))]
    Bucket(#[from] BucketError),
    #[error("A file cannot be marked as unclaimed: {}\n{REPEAT}", Causes(.0))]
    File(#[from] FileError),
}

const REPEAT: &str = "Run the command again: it continues where it stopped.";

impl CommandError for StorageError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotOfStack { .. } => "bucket_of_another_stack",
            Self::Table(_) => "tables_unusable",
            Self::Stack(error) => error.code(),
            Self::Bucket(_) => "bucket_unusable",
            Self::File(_) => "file_not_marked",
        }
    }
}

/// The output of `storage sweep`.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Swept {
    dry_run: bool,
    deleted: Vec<Finding>,
    marked: Vec<Finding>,
    #[serde(rename = "left")]
    kept: Vec<Finding>,
}

impl Swept {
    const fn of(&mut self, remedy: Remedy) -> &mut Vec<Finding> {
        match remedy {
            Remedy::Delete => &mut self.deleted,
            Remedy::Mark => &mut self.marked,
            Remedy::None => &mut self.kept,
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
        match (self.marked.len(), self.dry_run) {
            (0, _) => {}
            (number, true) => write!(formatter, "\nIt would mark as unclaimed {number}:")?,
            (number, false) => write!(formatter, "\nMarked as unclaimed {number}:")?,
        }
        write_all(&self.marked, formatter)?;
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
