//! `ops storage`: what is in the files bucket, and should not be.

mod rules;

use aws_sdk_dynamodb::Client;
use clap::Subcommand;
use jiff::Timestamp;
use shared::{
    aws,
    causes::Causes,
    files::{ObjectError, Objects},
    store::{StoreError, files::FilesTable},
};

use rules::{Finding, Inventory, findings};

/// What can be done with the files bucket.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deletes what was abandoned: uploads and files of more than a day that no account has claimed, and bytes without a record.
    /// The stack does so too, within a day or two; this shows what is there and why, and sees what a stack cannot. May be run
    /// again at any time
    Sweep {
        /// The name of the deployed stack; its table is NAME-files
        #[arg(long, value_name = "NAME", env = "STACK")]
        stack: String,
        /// The files bucket, as the stack's outputs name it
        #[arg(long, value_name = "NAME", env = "FILES_BUCKET")]
        bucket: String,
        /// Says what would be deleted, and deletes nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<String, Complaint> {
    let Command::Sweep { stack, bucket, dry_run } = command;
    if !is_of(&stack, &bucket) {
        return Err(Complaint::OtherStack { stack, bucket });
    }
    let aws = aws::sdk_config().await;
    let storage = Storage {
        objects: Objects::new(&aws, bucket),
        files: FilesTable::new(Client::new(&aws), format!("{stack}-files")),
    };
    let found = findings(&storage.inventory().await?, Timestamp::now());
    if !dry_run {
        for finding in &found {
            storage.mend(finding).await?;
        }
    }
    Ok(report(&found, dry_run))
}

/// Whether a bucket is named as `CloudFormation` names that of a stack.
fn is_of(stack: &str, bucket: &str) -> bool {
    bucket.starts_with(&beginning(stack))
}

fn beginning(stack: &str) -> String {
    format!("{}-filesbucket-", stack.to_lowercase())
}

struct Storage {
    objects: Objects,
    files: FilesTable,
}

impl Storage {
    async fn inventory(&self) -> Result<Inventory, Complaint> {
        Ok(Inventory {
            since: Timestamp::now(),
            uploads: self.objects.list_open_uploads().await?,
            objects: self.objects.list().await?,
            files: self.files.all().await?,
        })
    }

    /// The record goes after the bytes, so that what was cut off can be repeated.
    async fn mend(&self, finding: &Finding) -> Result<(), Complaint> {
        match finding {
            Finding::UnfinishedUpload(upload) => self.objects.end_upload(upload).await?,
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
    /// The bucket did not do what was asked of it.
    #[error("The files bucket cannot be used: {}\n{REPEAT}", Causes(.0))]
    Bucket(#[from] ObjectError),
}

const REPEAT: &str = "Run the sweep again when it can: it finishes what was begun.";

fn report(found: &[Finding], dry_run: bool) -> String {
    let (left, gone): (Vec<_>, Vec<_>) = found.iter().partition(|finding| finding.is_left());
    let head = match (gone.len(), dry_run) {
        (0, _) => "Nothing is abandoned.".to_owned(),
        (1, true) => "Nothing was deleted. A sweep would delete 1:".to_owned(),
        (number, true) => format!("Nothing was deleted. A sweep would delete {number}:"),
        (number, false) => format!("Deleted {number}:"),
    };
    let mut lines = vec![head];
    lines.extend(gone.iter().map(|finding| format!("  {finding}")));
    if !left.is_empty() {
        lines.push(format!("Left as they are, {}:", left.len()));
        lines.extend(left.iter().map(|finding| format!("  {finding}")));
    }
    lines.join("\n")
}
