//! `ops users`: finds, exports and deletes users.

mod archive_file;
mod delete;
mod export;
mod find;
mod view;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target, UserSelector},
};
pub(crate) use view::{MalformedItems, UserSummary};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Finds users by email address, by id, by a part of the name, or by a rejected sign-up
    ///
    /// A search by name and --rejected scan the users table. On a large table they take a while, and cost a read of each item.
    #[command(after_help = FIND_EXAMPLES)]
    Find {
        #[command(flatten)]
        target: Target,
        /// An email address, a user id, or a part of a name
        #[arg(required_unless_present = "rejected")]
        query: Option<String>,
        /// Finds sign-ups that the owner of the mailbox rejected ("This was not me"), and whose deletion was interrupted
        #[arg(long, conflicts_with = "query")]
        rejected: bool,
    },
    /// Exports all data of a user to a zip file, on their request
    ///
    /// The file has the table items as data.json, a description in the language of the user, and the uploaded files
    /// under their own names. It has no passwords and no tokens.
    #[command(after_help = "Example:\n  scripts/ops users export amina@example.org --to amina.zip")]
    Export {
        #[command(flatten)]
        target: Target,
        /// The user's email address or id
        user: UserSelector,
        /// The file to create. Only you can read it. An existing file is not overwritten
        #[arg(long, value_name = "FILE.zip")]
        to: PathBuf,
        /// Lists the content of the file, without creating it
        #[arg(long)]
        dry_run: bool,
    },
    /// Deletes a user with all their files, on their request. Cannot be undone
    ///
    /// Users can do the same in the web app. Their payments become anonymous: only amount, currency and date are kept. The user gets
    /// an email. With an id, the command also deletes what an interrupted deletion left.
    #[command(after_help = DELETE_EXAMPLES)]
    Delete {
        #[command(flatten)]
        write: Write,
        /// Confirms the deletion
        #[arg(long, required_unless_present = "dry_run")]
        yes: bool,
    },
}

const DELETE_EXAMPLES: &str = "\
Examples:
  scripts/ops users delete amina@example.org --dry-run
  scripts/ops users delete amina@example.org --yes";

const FIND_EXAMPLES: &str = "\
Examples:
  scripts/ops users find amina@example.org
  scripts/ops users find benali --json
  scripts/ops users find --rejected";

#[derive(Debug, Args)]
pub(crate) struct Write {
    #[command(flatten)]
    target: Target,
    /// The user's email address or id
    user: UserSelector,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    match command {
        Command::Find { target, query, .. } => {
            let stack = Stack::connect(target).await?;
            Ok(Box::new(match query {
                Some(query) => find::find(&stack, query).await?,
                None => find::find_rejected(&stack).await?,
            }))
        }
        Command::Export {
            target,
            user,
            to,
            dry_run,
        } => {
            let stack = Stack::connect(target).await?;
            let user = stack.user(user).await?;
            // Boxed because the futures of SDK calls are large.
            Ok(Box::new(Box::pin(export::export(&stack, &user, to, dry_run)).await?))
        }
        Command::Delete { write, .. } => delete::run(write).await,
    }
}
