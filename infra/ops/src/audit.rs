//! `ops audit`: what operators did.

use std::fmt::{self, Display};

use clap::Subcommand;
use domain::UserId;
use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use platform::clock;
use serde::Serialize;
use store::audit::AuditRecord;

use crate::{
    output::Answer,
    stack::{Stack, StackError, Target},
};

/// How far back it is looked when nothing is said.
const USUAL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What can be asked of the records.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What was done with this tool, by whom, and to which account: of the last 30 days, or of one account all
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// What was done to the account with that id, which may be gone
        #[arg(long, value_name = "ID")]
        account: Option<UserId>,
        /// From that day on (UTC), as in 2026-11-22
        #[arg(long, value_name = "DATE")]
        since: Option<Date>,
    },
}

const LIST_EXAMPLES: &str = "\
Examples:
  scripts/ops audit list --since 2026-11-01
  scripts/ops audit list --account 0f8fad5bd9cb469fa16570867728950e --json";

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, StackError> {
    let Command::List { target, account, since } = command;
    let table = Stack::of(target).await?.audit();
    let since = since.and_then(|date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp()));
    let records = match account {
        Some(account) => {
            let mut records = table.of_user(&account).await?;
            records.retain(|record| since.is_none_or(|since| record.at >= since));
            records
        }
        None => table.since(since.unwrap_or_else(|| clock::now() - USUAL)).await?,
    };
    Ok(Box::new(Records { records }))
}

/// Records, oldest first.
#[derive(Serialize)]
struct Records {
    records: Vec<AuditRecord>,
}

impl Display for Records {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.records.is_empty() {
            return write!(formatter, "Nothing was done.");
        }
        for (number, record) in self.records.iter().enumerate() {
            let AuditRecord {
                at, operator, action, ..
            } = record;
            let line = if number == 0 { "" } else { "\n" };
            write!(formatter, "{line}{at:.0}  {action}")?;
            if let Some(account) = &record.subject {
                write!(formatter, "  account {account}")?;
            }
            write!(formatter, "  by {operator}")?;
        }
        Ok(())
    }
}
