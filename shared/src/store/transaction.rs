//! Items that are written together or not at all.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client, error::SdkError, operation::transact_write_items::TransactWriteItemsError, types::TransactWriteItem,
};

use super::StoreError;

/// How often a transaction is tried that meets another one on the same items.
const ATTEMPTS: u32 = 6;
/// How long to wait after the first conflict; each one after it doubles that.
const WAIT: Duration = Duration::from_millis(20);

/// Writes items together. False when the condition of one of them did not hold: then none was written.
///
/// # Errors
/// When a table cannot be written, and when every attempt met another transaction on the same items.
pub(super) async fn write_together(
    client: &Client,
    table: &str,
    items: Vec<TransactWriteItem>,
) -> Result<bool, StoreError> {
    for attempt in 1..=ATTEMPTS {
        let written = client
            .transact_write_items()
            .set_transact_items(Some(items.clone()))
            .send()
            .await;
        match written {
            Ok(_) => return Ok(true),
            Err(error) if was_cancelled(&error, "ConditionalCheckFailed") => return Ok(false),
            Err(error) if was_cancelled(&error, "TransactionConflict") => {
                tokio::time::sleep(WAIT * 2_u32.pow(attempt)).await;
            }
            Err(error) => return Err(StoreError::unavailable(table, &error)),
        }
    }
    Err(StoreError::conflicts(table))
}

/// Whether a transaction was cancelled, and one of its items is why.
fn was_cancelled(error: &SdkError<TransactWriteItemsError>, reason: &str) -> bool {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() else {
        return false;
    };
    let reasons = cancelled.cancellation_reasons();
    reasons.iter().any(|found| found.code() == Some(reason))
}
