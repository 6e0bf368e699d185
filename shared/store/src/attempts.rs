//! The attempts table: how often something was attempted in a window of time, for each email address or IP address.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `counter` | S, partition | the name of the rate limit, a keyed hash of the email address or IP address, and the number of the window; `<kind>#<id>` for a proof of work or a challenge for a passkey that was used; `answer#<id>` for the response to a request that may be repeated |
//!
//! `expiresAt` is the table's TTL. Access patterns: count an attempt, read how many were counted, refund one (alone, or in one transaction
//! with the end of a cancelled upload), delete a counter, mark a proof of work or a challenge as used, begin, end and read an answer.

use std::time::Duration;

use aws_sdk_dynamodb::types::ReturnValue;
use domain::random_id;
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Item, key, named_table, number, text},
};

const ADD: &str = "SET expiresAt = :expiresAt ADD attempts :number";

named_table!(AttemptsTable);

/// The counter of one rate limit, one key (an email address, an IP address, a user or a device) and one window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptCounter {
    key: String,
    expires_at: u64,
}

impl AttemptCounter {
    /// The counter of the current window. `hash` is the keyed hash of the key.
    pub fn now(limit: &str, hash: &str, window: Duration) -> Self {
        Self::at(clock::seconds(), limit, hash, window)
    }

    /// As [`Self::now`], for the window of a time in seconds since the epoch.
    pub fn at(now: u64, limit: &str, hash: &str, window: Duration) -> Self {
        let length = window.as_secs().max(1);
        let number = now / length;
        Self {
            key: format!("{limit}#{hash}#{number}"),
            expires_at: (number + 1) * length,
        }
    }

    /// Whether its window is over, so that nothing counts against it any more.
    fn is_over(&self) -> bool {
        self.expires_at <= clock::seconds()
    }

    /// The seconds until its window is over, at least one.
    pub fn seconds_left(&self) -> u64 {
        self.expires_at.saturating_sub(clock::seconds()).max(1)
    }

    pub fn key(&self) -> &str {
        &self.key
    }
}

impl AttemptsTable {
    /// Counts an attempt, atomically. Returns the number of attempts in the window, this one included.
    pub async fn count(&self, counter: &AttemptCounter) -> Result<u64, StoreError> {
        self.add(counter, 1).await
    }

    pub async fn attempts(&self, counter: &AttemptCounter) -> Result<u64, StoreError> {
        let item = self.table.get_item(key("counter", &counter.key)).await?;
        item.map_or(Ok(0), |item| self.number_in(&item))
    }

    /// Decrements a counter, because the attempt did not count.
    pub async fn refund(&self, counter: &AttemptCounter) -> Result<(), StoreError> {
        self.add(counter, -1).await.map(|_| ())
    }

    /// As [`Self::refund`], as part of a transaction. None when the window is over: the table may have deleted the counter.
    pub(crate) fn refund_item(&self, counter: &AttemptCounter) -> Result<Option<TransactionItem>, StoreError> {
        if counter.is_over() {
            return Ok(None);
        }
        let update = self
            .table
            .update_in_transaction(key("counter", &counter.key))
            .update_expression(ADD)
            .expression_attribute_values(":expiresAt", number(counter.expires_at))
            .expression_attribute_values(":number", number(-1));
        let item = self.table.transaction_item(update.build(), &counter.key)?;
        Ok(Some(item))
    }

    /// Marks something as used, until it expires in seconds since the epoch. False when it was used before. `kind` keeps ids of different
    /// things apart. A retry after a lost response is no second use.
    pub async fn mark_used(&self, kind: &str, id: &str, expires_at: u64) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(key("counter", format!("{kind}#{id}")))
            .update_expression("SET expiresAt = :expiresAt, usedBy = :use")
            .condition_expression("attribute_not_exists(expiresAt) OR usedBy = :use")
            .expression_attribute_values(":use", text(random_id()))
            .expression_attribute_values(":expiresAt", number(expires_at));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Begins the response to a request that may be repeated, which is answered within `lifetime`. False when another request has begun it,
    /// whose answer may be there ([`Self::answer`]). A retry after a lost response is no other request.
    pub async fn begin_answer(&self, id: &str, lifetime: Duration) -> Result<bool, StoreError> {
        let now = clock::seconds();
        let update = self
            .table
            .update(answer_key(id))
            .update_expression("SET expiresAt = :expiresAt, usedBy = :use REMOVE answer")
            // DynamoDB deletes an expired item some time later.
            .condition_expression("attribute_not_exists(expiresAt) OR expiresAt <= :now OR usedBy = :use")
            .expression_attribute_values(":use", text(random_id()))
            .expression_attribute_values(":now", number(now))
            .expression_attribute_values(":expiresAt", number(now + lifetime.as_secs()));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// The answer to a request. The inner None while it is being made.
    pub async fn answer(&self, id: &str) -> Result<Option<Option<String>>, StoreError> {
        let item: Option<Answer> = self.table.get(answer_key(id), "answer").await?;
        let item = item.filter(|item| item.expires_at > clock::seconds());
        Ok(item.map(|item| item.answer))
    }

    /// Ends a request with its answer, for `lifetime`. Without one, the request can be made again.
    pub async fn end_answer(&self, id: &str, answer: Option<String>, lifetime: Duration) -> Result<(), StoreError> {
        let update = self.table.update(answer_key(id));
        let update = match answer {
            Some(answer) => update
                .update_expression("SET expiresAt = :expiresAt, answer = :answer")
                .expression_attribute_values(":answer", text(answer))
                .expression_attribute_values(":expiresAt", number(clock::seconds() + lifetime.as_secs())),
            None => update
                .update_expression("SET expiresAt = :expiresAt")
                .expression_attribute_values(":expiresAt", number(clock::seconds())),
        };
        self.table.write(update).await?;
        Ok(())
    }

    pub async fn delete(&self, counter: &AttemptCounter) -> Result<(), StoreError> {
        self.table.delete(key("counter", &counter.key)).await
    }

    async fn add(&self, counter: &AttemptCounter, change: i64) -> Result<u64, StoreError> {
        let update = self
            .table
            .update(key("counter", &counter.key))
            .update_expression(ADD)
            .expression_attribute_values(":expiresAt", number(counter.expires_at))
            .expression_attribute_values(":number", number(change))
            .return_values(ReturnValue::UpdatedNew);
        let output = self.table.write(update).await?;
        self.number_in(&output.attributes.unwrap_or_default())
    }

    /// The number of attempts in an item. A refund that was retried can make it negative.
    fn number_in(&self, item: &Item) -> Result<u64, StoreError> {
        let attempts = item
            .get("attempts")
            .and_then(|attempts| attempts.as_n().ok()?.parse::<i64>().ok());
        attempts
            .map(|attempts| u64::try_from(attempts).unwrap_or(0))
            .ok_or_else(|| self.table.malformed("counter", "it has no number of attempts"))
    }
}

/// The answer to a request, sealed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default)]
    answer: Option<String>,
    expires_at: u64,
}

fn answer_key(id: &str) -> Item {
    key("counter", format!("answer#{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_belongs_to_one_limit_one_address_and_one_window() {
        let window = Duration::from_mins(15);
        let key = |now, limit, hash| AttemptCounter::at(now, limit, hash, window).key;
        assert_eq!(key(900, "login", "a"), key(1799, "login", "a"));
        assert_ne!(key(1799, "login", "a"), key(1800, "login", "a"));
        assert_ne!(key(900, "login", "a"), key(900, "login", "b"));
        assert_ne!(key(900, "login", "a"), key(900, "register", "a"));
        assert_eq!(AttemptCounter::at(1799, "login", "a", window).expires_at, 1800);
        assert_eq!(AttemptCounter::at(1799, "login", "a", window).key(), "login#a#1");
    }

    #[test]
    fn a_counter_counts_until_its_window_is_over() {
        let counter = |expires_at| AttemptCounter {
            key: String::new(),
            expires_at,
        };
        assert!(counter(clock::seconds()).is_over() && !counter(clock::seconds() + 60).is_over());
        assert!((59..=60).contains(&counter(clock::seconds() + 60).seconds_left()));
        assert_eq!(counter(0).seconds_left(), 1);
    }
}
