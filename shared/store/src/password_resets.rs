//! The password-resets table: the one reset code or proof that is live for a mailbox.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `mailbox` | S, partition | a keyed hash of the e-mail address |
//!
//! An item has a `codeHash` until `codeExpiresAt`, and counts its `attempts`; when the code was told right, it has a `proofHash`
//! in its place, until `proofExpiresAt`. A new code leaves a proof alone: it may be a stranger who asked. `expiresAt`, the later
//! end, is the table's TTL. Access patterns: put a code, count an attempt at it, exchange it for a proof, read, use the proof (in
//! a transaction), delete.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Delete, ReturnValue},
};

use super::{
    StoreError,
    error::unless_refused,
    time::{now, seconds},
    transaction::write_alone,
};

/// The table.
#[derive(Debug, Clone)]
pub struct PasswordResetsTable {
    client: Client,
    name: String,
}

impl PasswordResetsTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Keeps the hash of a code for a while. The code that was there for the mailbox is void.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put_code(&self, mailbox: String, code_hash: String, lifetime: Duration) -> Result<(), StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("mailbox", AttributeValue::S(mailbox))
            .update_expression("SET codeHash = :code, attempts = :none, codeExpiresAt = :end, expiresAt = :end")
            .expression_attribute_values(":code", AttributeValue::S(code_hash))
            .expression_attribute_values(":none", AttributeValue::N("0".to_owned()))
            .expression_attribute_values(":end", seconds(now() + lifetime.as_secs()));
        let written = write_alone(|| request.clone().send()).await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Counts an attempt at the code of a mailbox, atomically, and returns the hash to hold it against. Nothing when there is no
    /// code, it has expired, or it was tried `most` times already.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn count_attempt(&self, mailbox: String, most: u64) -> Result<Option<String>, StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("mailbox", AttributeValue::S(mailbox))
            .update_expression("ADD attempts :one")
            .condition_expression("attribute_exists(codeHash) AND attempts < :most AND codeExpiresAt > :now")
            .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
            .expression_attribute_values(":most", AttributeValue::N(most.to_string()))
            .expression_attribute_values(":now", seconds(now()))
            .return_values(ReturnValue::AllNew);
        let written = write_alone(|| request.clone().send()).await;
        let item = unless_refused(&self.name, written)?.and_then(|output| output.attributes);
        item.map(|mut item| match item.remove("codeHash") {
            Some(AttributeValue::S(hash)) => Ok(hash),
            _ => Err(StoreError::malformed(&self.name, "code", "its hash is not text")),
        })
        .transpose()
    }

    /// Puts the hash of a proof in the place of the code that was told right. False when that code is not there any more.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn exchange(
        &self,
        mailbox: String,
        code_hash: String,
        proof_hash: String,
        lifetime: Duration,
    ) -> Result<bool, StoreError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("mailbox", AttributeValue::S(mailbox))
            .update_expression("SET proofHash = :proof, proofExpiresAt = :end, expiresAt = :end REMOVE codeHash, codeExpiresAt, attempts")
            // The second is for a retry of a write whose answer was lost.
            .condition_expression("codeHash = :code OR proofHash = :proof")
            .expression_attribute_values(":proof", AttributeValue::S(proof_hash))
            .expression_attribute_values(":end", seconds(now() + lifetime.as_secs()))
            .expression_attribute_values(":code", AttributeValue::S(code_hash));
        let written = write_alone(|| request.clone().send()).await;
        Ok(unless_refused(&self.name, written)?.is_some())
    }

    /// Whether a proof is good for a mailbox now.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn is_good(&self, mailbox: String, proof_hash: &str) -> Result<bool, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .key("mailbox", AttributeValue::S(mailbox))
            .consistent_read(true)
            .send()
            .await;
        let answer = answer.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        let item = answer.item.unwrap_or_default();
        let kept = item.get("proofHash").and_then(|hash| hash.as_s().ok());
        let expires_at = item
            .get("proofExpiresAt")
            .and_then(|time| time.as_n().ok()?.parse::<u64>().ok());
        // Hashes with a key that nobody knows: comparing them tells nothing of the proof.
        Ok(kept.is_some_and(|kept| kept == proof_hash) && expires_at.is_some_and(|end| end > now()))
    }

    /// Using a proof up, on the condition that it is still good: a part of the transaction that it allows.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn use_proof(&self, mailbox: String, proof_hash: String) -> Result<Delete, StoreError> {
        Delete::builder()
            .table_name(&self.name)
            .key("mailbox", AttributeValue::S(mailbox))
            .condition_expression("proofHash = :proof AND proofExpiresAt > :now")
            .expression_attribute_values(":proof", AttributeValue::S(proof_hash))
            .expression_attribute_values(":now", seconds(now()))
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "proof", error))
    }

    /// Deletes what there is for a mailbox.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn delete(&self, mailbox: String) -> Result<(), StoreError> {
        let request = self.client.delete_item().table_name(&self.name);
        let request = request.key("mailbox", AttributeValue::S(mailbox));
        let deleted = write_alone(|| request.clone().send()).await;
        deleted.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }
}
