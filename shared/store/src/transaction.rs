//! Items that are written together or not at all, and items that are written while others are.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::TransactWriteItem,
};
use rand::{
    RngExt, SeedableRng,
    rngs::{StdRng, SysRng},
};

use super::StoreError;

/// How often a write is tried that meets a transaction on the same items.
const ATTEMPTS: u32 = 6;
/// How long to wait at least after the first conflict; each one after it doubles that.
const WAIT: Duration = Duration::from_millis(20);

/// What became of items that were to be written together.
#[derive(Debug)]
#[must_use]
pub(super) enum Together {
    /// All were written.
    Written,
    /// None was, since the conditions of those at these places did not hold.
    Refused(Vec<usize>),
}

impl Together {
    pub(super) const fn is_written(&self) -> bool {
        matches!(self, Self::Written)
    }
}

/// Writes items together. The SDK names each transaction, so that one which is sent again, since its answer was lost, is known and
/// not held against what it has written itself.
///
/// # Errors
/// When a table cannot be written, and when every attempt met another transaction on the same items.
pub(super) async fn write_together(
    client: &Client,
    table: &str,
    items: Vec<TransactWriteItem>,
) -> Result<Together, StoreError> {
    for attempt in 1..=ATTEMPTS {
        let written = client
            .transact_write_items()
            .set_transact_items(Some(items.clone()))
            .send()
            .await;
        let Err(error) = written else {
            return Ok(Together::Written);
        };
        let is_in_conflict = !cancelled_by(&error, "TransactionConflict").is_empty();
        // Which conditions hold when the other one is done is not known yet, whatever is said of some of them.
        if is_in_conflict && attempt < ATTEMPTS {
            tokio::time::sleep(wait_after(attempt)).await;
            continue;
        }
        let refused = cancelled_by(&error, "ConditionalCheckFailed");
        if !refused.is_empty() {
            return Ok(Together::Refused(refused));
        }
        if !is_in_conflict {
            return Err(StoreError::unavailable(table, &error));
        }
    }
    Err(StoreError::conflicts(table))
}

/// Writes a single item, which DynamoDB refuses while a transaction is at work on it. The SDK does not try that again by itself.
///
/// # Errors
/// Those of the write, and when every attempt met a transaction.
pub(super) async fn write_alone<T, E, F>(send: impl Fn() -> F) -> Result<T, SdkError<E>>
where
    E: ProvideErrorMetadata,
    F: Future<Output = Result<T, SdkError<E>>>,
{
    for attempt in 1..ATTEMPTS {
        match send().await {
            Err(error) if error.code() == Some("TransactionConflictException") => {}
            written => return written,
        }
        tokio::time::sleep(wait_after(attempt)).await;
    }
    send().await
}

/// How long to wait before the next attempt. A part of it is random, so that those which met each other do not meet again.
fn wait_after(attempt: u32) -> Duration {
    let wait = WAIT * 2_u32.pow(attempt - 1);
    let random_part = StdRng::try_from_rng(&mut SysRng).map_or(0.0, |mut random| random.random());
    wait + wait.mul_f64(random_part)
}

/// The places of the items for which a transaction was cancelled, for that reason.
fn cancelled_by(error: &SdkError<TransactWriteItemsError>, reason: &str) -> Vec<usize> {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() else {
        return Vec::new();
    };
    let reasons = cancelled.cancellation_reasons().iter().enumerate();
    let places = reasons.filter(|(_, found)| found.code() == Some(reason));
    places.map(|(place, _)| place).collect()
}
