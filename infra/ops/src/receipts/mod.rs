//! `ops receipts`: the receipts of a year for an accountant, and their counter after a restoration.

mod export;

use std::fmt::{self, Display};

use clap::{Args, Subcommand};
use serde::Serialize;
use store::audit::Action;

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prints the receipts of a year as CSV, for an accountant
    #[command(after_help = "Example:\n  scripts/ops receipts export 2027")]
    Export {
        #[command(flatten)]
        of: OfYear,
    },
    /// Raises the counter of receipts to the highest receipt of a year, when a restoration has left it behind
    #[command(after_help = "Example:\n  scripts/ops receipts raise 2027")]
    Raise {
        #[command(flatten)]
        of: OfYear,
        /// Shows what would be done, without doing it
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct OfYear {
    #[command(flatten)]
    target: Target,
    /// The year of issue
    #[arg(value_parser = clap::value_parser!(i16).range(2000..10000))]
    year: i16,
}

/// What was done. A counter that is not behind stays.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Raised {
    dry_run: bool,
    year: i16,
    from: Option<u32>,
    to: Option<u32>,
    /// Numbers up to the highest one that no receipt has: the accounts have to say why.
    missing: Vec<u32>,
}

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    match command {
        Command::Export { of } => export::run(of).await,
        Command::Raise { of, dry_run } => raise(of, dry_run).await,
    }
}

async fn raise(OfYear { target, year }: OfYear, dry_run: bool) -> Result<Output, Failure> {
    let stack = Stack::connect(target).await?;
    let payments = stack.payments();
    let gap = payments.receipt_gap(year).await?;
    let mut missing = Vec::new();
    if let Some(gap) = gap {
        let receipts = payments.receipts(year).await?;
        missing = (1..=gap.highest).collect();
        missing.retain(|number| receipts.iter().all(|receipt| receipt.number.number != *number));
        if !dry_run {
            let action = Action::ReceiptCounterRaise {
                year,
                from: gap.counted,
                to: gap.highest,
            };
            let record = stack.audit_record(None, action).await?;
            if !payments
                .close_receipt_gap(gap, stack.audit().record_item(&record)?)
                .await?
            {
                let message = "Another receipt was issued at the same time. Nothing was written. Try it again.";
                return Err(Failure::new("concurrent_change", message));
            }
        }
    }
    Ok(Box::new(Raised {
        dry_run,
        year,
        from: gap.map(|gap| gap.counted),
        to: gap.map(|gap| gap.highest),
        missing,
    }))
}

impl Display for Raised {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, missing, .. } = self;
        let (Some(from), Some(to)) = (self.from, self.to) else {
            return write!(formatter, "The counter of {year} is not behind its receipts.");
        };
        let done = if self.dry_run {
            "Dry run: this would raise"
        } else {
            "Raised"
        };
        write!(formatter, "{done} the counter of {year} from {from} to {to}.")?;
        if !missing.is_empty() {
            let numbers: Vec<_> = missing.iter().map(ToString::to_string).collect();
            write!(formatter, "\nNo receipt has the number {}.", numbers.join(", "))?;
        }
        Ok(())
    }
}
