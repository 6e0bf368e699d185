//! `ops places raise-receipts`: the counter of receipts after a restoration.

use std::fmt::{self, Display};

use serde::Serialize;
use store::audit::Action;

use super::PlacesError;
use crate::{
    output::Output,
    stack::{Stack, StackError, Target},
};

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

pub(super) async fn raise(target: Target, year: i16, dry_run: bool) -> Result<Output, PlacesError> {
    let stack = Stack::connect(target).await?;
    let payments = stack.payments();
    let gap = payments.receipt_gap(year).await.map_err(StackError::from)?;
    let mut missing = Vec::new();
    if let Some(gap) = gap {
        let receipts = payments.receipts(year).await.map_err(StackError::from)?;
        missing = (1..=gap.highest).collect();
        missing.retain(|number| receipts.iter().all(|receipt| receipt.number.number != *number));
        if !dry_run {
            let action = Action::ReceiptCounterRaise {
                year,
                from: gap.counted,
                to: gap.highest,
            };
            let record = stack.audit_record(None, action).await?;
            let record = stack.audit().record_item(&record).map_err(StackError::from)?;
            let closed = payments.close_receipt_gap(gap, record).await;
            if !closed.map_err(StackError::from)? {
                return Err(PlacesError::ReceiptIssued);
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
