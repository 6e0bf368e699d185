//! `ops storage`: what is in the files bucket, and should not be.

mod rules;

use std::fmt::{self, Display};

use clap::Subcommand;
use files::{ObjectError, ObjectStore};
use platform::{causes::Causes, clock};
use serde::Serialize;
use store::{StoreError, audit::Action, files::FilesTable};

use crate::{
    output::{self, Answer},
    stack::{Stack, StackError, Target},
};
use rules::{Finding, Inventory, findings};

/// What can be done with the files bucket.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deletes what was abandoned: uploads and files of more than a day that no account has claimed, and bytes without a record.
    /// The stack does so too, within a day or two; this shows what is there and why, and sees what a stack cannot. May be run
    /// again at any time
    #[command(after_help = SWEEP_EXAMPLES)]
    Sweep {
        #[command(flatten)]
        target: Target,
        /// The files bucket, as the stack's outputs name it
        #[arg(long, value_name = "NAME", env = "FILES_BUCKET")]
        bucket: String,
        /// Says what would be deleted, and deletes nothing
        #[arg(long)]
        dry_run: bool,
    },
}

const SWEEP_EXAMPLES: &str = "\
Examples:
  scripts/ops storage sweep --dry-run
  scripts/ops storage sweep --stack masar-staging --bucket masar-staging-files-123456789012-eu-west-3";

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    let Command::Sweep {
        target,
        bucket,
        dry_run,
    } = command;
    if !is_of(&target.stack, &bucket) {
        return Err(Complaint::OtherStack {
            stack: target.stack,
            bucket,
        });
    }
    let stack = Stack::of(target).await?;
    let client = files::client(&stack.aws);
    let storage = Storage {
        objects: ObjectStore::new(client.clone(), client, bucket),
        files: stack.table(FilesTable::new, "files"),
    };
    let found = findings(&storage.inventory().await?, clock::now());
    let (left, deleted): (Vec<_>, Vec<_>) = found.into_iter().partition(Finding::is_left);
    if !dry_run && !deleted.is_empty() {
        let number = deleted.len();
        stack.note(None, Action::StorageSweep { deleted: number }).await?;
        for finding in &deleted {
            storage.mend(finding).await?;
        }
    }
    Ok(Box::new(Swept { dry_run, deleted, left }))
}

/// Whether a bucket is named as the template names that of a stack.
fn is_of(stack: &str, bucket: &str) -> bool {
    bucket.starts_with(&beginning(stack))
}

fn beginning(stack: &str) -> String {
    format!("{}-files-", stack.to_lowercase())
}

struct Storage {
    objects: ObjectStore,
    files: FilesTable,
}

impl Storage {
    async fn inventory(&self) -> Result<Inventory, Complaint> {
        Ok(Inventory {
            since: clock::now(),
            uploads: self.objects.list_open_uploads().await?,
            objects: self.objects.list().await?,
            files: self.files.all().await?,
        })
    }

    /// The record goes after the bytes, so that what was cut off can be repeated.
    async fn mend(&self, finding: &Finding) -> Result<(), Complaint> {
        match finding {
            Finding::UnfinishedUpload(upload) => self.objects.abort_open_upload(upload).await?,
            Finding::WithoutRecord(object) => self.objects.delete_object(object).await?,
            Finding::Expired(file) => {
                self.objects.delete(file.kind, &file.file_id).await?;
                self.files.delete(&file.file_id).await?;
            }
            Finding::WithoutBytes(_) => {}
        }
        Ok(())
    }
}

/// Why a command did not do what was asked. What was deleted before that was abandoned, and a sweep can be repeated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// Held against the table of another stack, everything in a bucket would seem to be abandoned.
    #[error("{bucket} is not the files bucket of {stack}: its name would begin with {}.\nNothing was deleted.", beginning(.stack))]
    OtherStack { stack: String, bucket: String },
    /// The table did not do what was asked of it.
    #[error("The files table cannot be used: {}\n{REPEAT}", Causes(.0))]
    Table(#[from] StoreError),
    /// It is not known who sweeps, or that cannot be noted.
    #[error(transparent)]
    Stack(#[from] StackError),
    /// The bucket did not do what was asked of it.
    #[error("The files bucket cannot be used: {}\n{REPEAT}", Causes(.0))]
    Bucket(#[from] ObjectError),
}

const REPEAT: &str = "Run the sweep again when it can: it finishes what was begun.";

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::OtherStack { .. } => "bucket_of_another_stack",
            Self::Table(_) => "tables_unusable",
            Self::Stack(error) => error.code(),
            Self::Bucket(_) => "bucket_unusable",
        }
    }
}

/// What a sweep deleted, or would delete, and what it left.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Swept {
    dry_run: bool,
    deleted: Vec<Finding>,
    left: Vec<Finding>,
}

impl Display for Swept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deleted.len(), self.dry_run) {
            (0, _) => write!(formatter, "Nothing is abandoned.")?,
            (number, true) => write!(formatter, "Nothing was deleted. A sweep would delete {number}:")?,
            (number, false) => write!(formatter, "Deleted {number}:")?,
        }
        for finding in &self.deleted {
            write!(formatter, "\n  {finding}")?;
        }
        if !self.left.is_empty() {
            write!(formatter, "\nLeft as they are, {}:", self.left.len())?;
        }
        for finding in &self.left {
            write!(formatter, "\n  {finding}")?;
        }
        Ok(())
    }
}
