//! Transactions, and single writes that conflict with one.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{ConditionCheck, Delete, Put, TransactWriteItem, Update},
};
use platform::{failure::Failure, random};
use rand::RngExt;

use crate::StoreError;

/// The number of attempts of a write that conflicts with a transaction on the same items, or that DynamoDB throttles.
const ATTEMPTS: u32 = 6;
/// The shortest wait after the first attempt. It doubles with each further one.
const WAIT: Duration = Duration::from_millis(20);
/// Why DynamoDB cancels a transaction that may succeed soon. The SDK does not retry these, although it retries single writes that are
/// throttled.
const TEMPORARY: [&str; 3] = [
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
];

/// A part of a transaction: a write of one item, or a condition on it. One table makes it, and another table writes it together
/// with its own items.
#[derive(Debug, Clone)]
pub struct TransactionItem(Box<TransactWriteItem>);

/// Items that are written together or not at all. Each has a label, by which a refusal is read.
#[derive(Debug)]
pub(crate) struct Transaction<L> {
    items: Vec<(L, TransactionItem)>,
}

#[derive(Debug)]
#[must_use]
pub(crate) enum TransactionOutcome<L> {
    Written,
    /// No item was written. The conditions of those with these labels did not hold.
    Refused(Vec<L>),
}

impl<L: Copy + PartialEq> Transaction<L> {
    pub(crate) const fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub(crate) fn with(mut self, label: L, item: TransactionItem) -> Self {
        self.items.push((label, item));
        self
    }

    /// With several items more, which have one label.
    pub(crate) fn with_all(mut self, label: L, items: impl IntoIterator<Item = TransactionItem>) -> Self {
        self.items.extend(items.into_iter().map(|item| (label, item)));
        self
    }

    /// Writes the items. `table` is the one that an error names.
    ///
    /// The SDK gives each transaction a token, so one that is sent again after a lost response is not refused because of what it
    /// has written itself.
    ///
    /// # Errors
    /// When a table cannot be written, and when every attempt conflicted with another transaction on the same items or
    /// was throttled.
    pub(crate) async fn write(self, client: &Client, table: &str) -> Result<TransactionOutcome<L>, StoreError> {
        let (labels, items): (Vec<L>, Vec<_>) = self.items.into_iter().map(|(label, item)| (label, *item.0)).unzip();
        for attempt in 1..=ATTEMPTS {
            let request = client.transact_write_items().set_transact_items(Some(items.clone()));
            let Err(error) = request.send().await else {
                return Ok(TransactionOutcome::Written);
            };
            let is_temporary = !cancelled_by(&error, &TEMPORARY, &labels).is_empty();
            // Which conditions hold is known only after the other transaction has ended.
            if is_temporary && attempt < ATTEMPTS {
                tokio::time::sleep(wait_after(attempt)).await;
                continue;
            }
            let refused = cancelled_by(&error, &["ConditionalCheckFailed"], &labels);
            if !refused.is_empty() {
                return Ok(TransactionOutcome::Refused(refused));
            }
            if !is_temporary {
                return Err(StoreError::request(table, &error));
            }
        }
        Err(StoreError::Request {
            table: table.to_owned(),
            cause: "every attempt conflicted with another transaction, or was throttled".to_owned(),
            failure: Failure::Unavailable,
        })
    }
}

impl<L: PartialEq> TransactionOutcome<L> {
    pub(crate) const fn is_written(&self) -> bool {
        matches!(self, Self::Written)
    }
}

impl From<Put> for TransactionItem {
    fn from(put: Put) -> Self {
        Self(Box::new(TransactWriteItem::builder().put(put).build()))
    }
}

impl From<Update> for TransactionItem {
    fn from(update: Update) -> Self {
        Self(Box::new(TransactWriteItem::builder().update(update).build()))
    }
}

impl From<Delete> for TransactionItem {
    fn from(delete: Delete) -> Self {
        Self(Box::new(TransactWriteItem::builder().delete(delete).build()))
    }
}

impl From<ConditionCheck> for TransactionItem {
    fn from(check: ConditionCheck) -> Self {
        Self(Box::new(TransactWriteItem::builder().condition_check(check).build()))
    }
}

/// Sends a write of a single item again while DynamoDB refuses it because of a transaction. The SDK does not retry that.
pub(crate) async fn retry_conflicts<T, E, F>(send: impl Fn() -> F) -> Result<T, SdkError<E>>
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

/// The delay before the next attempt. A part is random, so that two writes do not conflict again.
fn wait_after(attempt: u32) -> Duration {
    let wait = WAIT * 2_u32.pow(attempt - 1);
    let random_part = random::generator().map_or(0.0, |mut generator| generator.random());
    wait + wait.mul_f64(random_part)
}

/// The labels of the items for which a transaction was cancelled, for one of these reasons. DynamoDB gives one reason for each item.
fn cancelled_by<L: Copy>(error: &SdkError<TransactWriteItemsError>, wanted: &[&str], labels: &[L]) -> Vec<L> {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() else {
        return Vec::new();
    };
    let reasons = cancelled.cancellation_reasons().iter().zip(labels);
    let found = reasons.filter(|(reason, _)| reason.code().is_some_and(|code| wanted.contains(&code)));
    found.map(|(_, label)| *label).collect()
}
