//! `ops teachers`: lets the pages of staff find teachers of earlier versions.

use std::fmt::{self, Display};

use clap::Subcommand;
use serde::Serialize;

use crate::{
    output::Output,
    stack::{Stack, StackError, Target},
    users::MalformedItems,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Adds teachers who signed up with version 1.2 or before to the list of applications under /staff
    ///
    /// Run it once after the update from 1.2, and again after going back to 1.2 for a time. It scans the users table.
    #[command(after_help = "Example:\n  scripts/ops teachers index --dry-run")]
    Index {
        #[command(flatten)]
        target: Target,
        /// Counts them, without adding them
        #[arg(long)]
        dry_run: bool,
    },
}

/// The output of `teachers index`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Indexed {
    dry_run: bool,
    /// How many teachers there are.
    teachers: usize,
    /// How many of them were added. None in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<usize>,
    malformed: MalformedItems,
}

pub(crate) async fn run(Command::Index { target, dry_run }: Command) -> Result<Output, StackError> {
    let stack = Stack::connect(target).await?;
    let users = stack.users();
    let scan = users.scan(|user| user.application().is_some()).await?;
    let mut indexed = Indexed {
        dry_run,
        teachers: scan.users.len(),
        added: None,
        malformed: MalformedItems(scan.malformed),
    };
    if !dry_run {
        let mut added = 0;
        for user in &scan.users {
            added += usize::from(users.index_application(user).await?);
        }
        indexed.added = Some(added);
    }
    Ok(Box::new(indexed))
}

impl Display for Indexed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teachers = self.teachers;
        let text = self.added.map_or_else(
            || format!("Dry run: this would add those of {teachers} teachers who are not in the list of applications."),
            |added| format!("Added {added} of {teachers} teachers to the list of applications."),
        );
        let lines: Vec<_> = [text].into_iter().chain(self.malformed.lines()).collect();
        formatter.write_str(&lines.join("\n"))
    }
}
