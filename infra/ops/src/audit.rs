//! `ops audit`: lists what operators did.

use std::fmt::{self, Display};

use clap::Subcommand;
use domain::UserId;
use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use platform::clock;
use serde::Serialize;
use store::audit::AuditRecord;

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target},
};

/// The period that is listed without `--since` or `--user`.
const DEFAULT_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists audit records: those of the last 30 days, or all records of one user
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// The id of a user, who may be deleted: lists only their records
        #[arg(long, value_name = "ID", alias = "account")]
        user: Option<UserId>,
        /// The first day to list (UTC), such as 2026-11-22
        #[arg(long, value_name = "DATE")]
        since: Option<Date>,
    },
}

const LIST_EXAMPLES: &str = "\
Examples:
  scripts/ops audit list --since 2026-11-01
  scripts/ops audit list --user 0f8fad5bd9cb469fa16570867728950e --json";

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    let Command::List { target, user, since } = command;
    let table = Stack::connect(target).await?.audit();
    let since = since.and_then(|date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp()));
    let records = match user {
        Some(user) => {
            let mut records = table.of_user(&user).await?;
            records.retain(|record| since.is_none_or(|since| record.at >= since));
            records
        }
        None => {
            table
                .since(since.unwrap_or_else(|| clock::now() - DEFAULT_PERIOD))
                .await?
        }
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
            return formatter.write_str("There are no records.");
        }
        for (number, record) in self.records.iter().enumerate() {
            let AuditRecord {
                at, operator, action, ..
            } = record;
            let line = if number == 0 { "" } else { "\n" };
            write!(formatter, "{line}{at:.0}  {action}")?;
            if let Some(user) = &record.subject {
                write!(formatter, "  user {user}")?;
            }
            write!(formatter, "  by {operator}")?;
        }
        Ok(())
    }
}
