//! The attempts table: how often something was tried, by whom, in a window of time.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `counter` | S, partition | what is limited, a keyed hash of who, and the number of the window |
//!
//! `expiresAt` is the table's TTL. Access patterns: count one, refund one, forget all of a window.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ReturnValue},
};

use super::{
    StoreError,
    time::{now, seconds},
};

/// The table.
#[derive(Debug, Clone)]
pub struct AttemptsTable {
    client: Client,
    name: String,
}

/// A counter of one window.
#[derive(Debug, Clone)]
pub struct Counter {
    key: String,
    expires_at: u64,
}

impl Counter {
    /// The counter of `what`, for `who`, in the window that is open now.
    #[must_use]
    pub fn now(what: &str, who: &str, window: Duration) -> Self {
        Self::at(now(), what, who, window)
    }

    /// As [`Self::now`], in the window that is open at a time in seconds since the epoch.
    #[must_use]
    pub fn at(now: u64, what: &str, who: &str, window: Duration) -> Self {
        let length = window.as_secs().max(1);
        let number = now / length;
        Self {
            key: format!("{what}#{who}#{number}"),
            expires_at: (number + 1) * length,
        }
    }

    /// Its partition key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl AttemptsTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Counts an attempt, atomically, and returns how many there were with it.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn count(&self, counter: &Counter) -> Result<u64, StoreError> {
        self.add(counter, 1).await
    }

    /// Decrements a counter, because the attempt did not count.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn refund(&self, counter: &Counter) -> Result<(), StoreError> {
        self.add(counter, -1).await.map(|_| ())
    }

    /// Deletes a counter.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn delete(&self, counter: &Counter) -> Result<(), StoreError> {
        let deleted = self
            .client
            .delete_item()
            .table_name(&self.name)
            .key("counter", AttributeValue::S(counter.key.clone()))
            .send()
            .await;
        deleted.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    async fn add(&self, counter: &Counter, number: i64) -> Result<u64, StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("counter", AttributeValue::S(counter.key.clone()))
            .update_expression("SET expiresAt = :expiresAt ADD attempts :number")
            .expression_attribute_values(":expiresAt", seconds(counter.expires_at))
            .expression_attribute_values(":number", AttributeValue::N(number.to_string()))
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        let attempts = answer
            .attributes()
            .and_then(|item| item.get("attempts")?.as_n().ok()?.parse::<i64>().ok());
        attempts
            .map(|attempts| u64::try_from(attempts).unwrap_or(0))
            .ok_or_else(|| StoreError::malformed(&self.name, "counter", "it counts nothing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_one_limit_one_person_and_one_window() {
        let window = Duration::from_mins(15);
        let key = |now, what, who| Counter::at(now, what, who, window).key;
        assert_eq!(key(900, "login", "a"), key(1799, "login", "a"));
        assert_ne!(key(1799, "login", "a"), key(1800, "login", "a"));
        assert_ne!(key(900, "login", "a"), key(900, "login", "b"));
        assert_ne!(key(900, "login", "a"), key(900, "register", "a"));
        assert_eq!(Counter::at(1799, "login", "a", window).expires_at, 1800);
    }
}
