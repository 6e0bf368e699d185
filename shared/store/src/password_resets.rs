//! The password resets table: the password reset code or password reset token that one requester has for a mailbox.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `mailbox` | S, partition | a keyed hash of the email address and the requester; `code#` and a keyed hash of the email address and the code |
//!
//! An item of a requester has the `userHash` of the user, or a random one for an unknown email address; a `codeHash` until `codeExpiresAt`, and counts
//! its `attempts`. The right code replaces these by a `proofHash`, the hash of the token, until `proofExpiresAt`. `expiresAt`, the same
//! time, is the table's TTL. An item of a code has `sealedRequester`, for a client that does not send the requester's cookie. Access
//! patterns: put a code, name its requester, find the requester of a code, count an attempt, exchange the code for a token, read, consume
//! the token (in a transaction).

use std::time::Duration;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use platform::clock;

use crate::{
    StoreError, TransactionItem,
    table::{Item, key, named_table, number, text},
};

named_table!(PasswordResetsTable);

impl PasswordResetsTable {
    /// Writes the hash of a code, which is valid for `lifetime`. The code or token before it is no longer valid.
    pub async fn put_code(
        &self,
        mailbox: String,
        code_hash: String,
        user_hash: String,
        lifetime: Duration,
    ) -> Result<(), StoreError> {
        let update = self
            .table
            .update(key("mailbox", mailbox))
            .update_expression(
                "SET codeHash = :code, userHash = :user, attempts = :none, codeExpiresAt = :end, expiresAt = :end \
                 REMOVE proofHash, proofExpiresAt",
            )
            .expression_attribute_values(":code", text(code_hash))
            .expression_attribute_values(":user", text(user_hash))
            .expression_attribute_values(":none", number(0))
            .expression_attribute_values(":end", number(clock::seconds() + lifetime.as_secs()));
        self.table.write(update).await?;
        Ok(())
    }

    /// Writes which requester a code belongs to, for `lifetime`. `code` is a hash of the code and its mailbox, which only those who know the
    /// code can name, and `sealed_requester` can be opened with the code only.
    pub async fn put_requester(
        &self,
        code: &str,
        sealed_requester: String,
        lifetime: Duration,
    ) -> Result<(), StoreError> {
        let update = self
            .table
            .update(key_of_code(code))
            .update_expression("SET sealedRequester = :requester, expiresAt = :end")
            .expression_attribute_values(":requester", text(sealed_requester))
            .expression_attribute_values(":end", number(clock::seconds() + lifetime.as_secs()));
        self.table.write(update).await?;
        Ok(())
    }

    /// The sealed requester of a code. None when no such code was issued, or it was long ago. Whether the code is still valid is in the
    /// item of the requester.
    pub async fn sealed_requester(&self, code: &str) -> Result<Option<String>, StoreError> {
        let item = self.table.get_item(key_of_code(code)).await?;
        Ok(item.and_then(|mut item| match item.remove("sealedRequester") {
            Some(AttributeValue::S(sealed)) => Some(sealed),
            _ => None,
        }))
    }

    /// Counts an attempt at the code of a mailbox, atomically. Returns the hash to compare with; none when there is no code, it has
    /// expired, or `max_attempts` were made before.
    pub async fn count_attempt(&self, mailbox: String, max_attempts: u64) -> Result<Option<String>, StoreError> {
        let update = self
            .table
            .update(key("mailbox", mailbox))
            .update_expression("ADD attempts :one")
            // DynamoDB deletes an expired item some time later.
            .condition_expression("attribute_exists(codeHash) AND attempts < :most AND codeExpiresAt > :now")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":most", number(max_attempts))
            .expression_attribute_values(":now", number(clock::seconds()))
            .return_values(ReturnValue::AllNew);
        let item = self.table.write_if(update).await?.and_then(|output| output.attributes);
        item.map(|mut item| match item.remove("codeHash") {
            Some(AttributeValue::S(hash)) => Ok(hash),
            _ => Err(self.table.malformed("code", "its hash is not text")),
        })
        .transpose()
    }

    /// Replaces the code by the hash of a token, which is valid for `lifetime`. False when the code is no longer there.
    pub async fn exchange_code(
        &self,
        mailbox: String,
        code_hash: String,
        token_hash: String,
        lifetime: Duration,
    ) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(key("mailbox", mailbox))
            .update_expression(
                "SET proofHash = :proof, proofExpiresAt = :end, expiresAt = :end REMOVE codeHash, codeExpiresAt, attempts",
            )
            // The second is for a retry after a lost response.
            .condition_expression("codeHash = :code OR proofHash = :proof")
            .expression_attribute_values(":proof", text(token_hash))
            .expression_attribute_values(":end", number(clock::seconds() + lifetime.as_secs()))
            .expression_attribute_values(":code", text(code_hash));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Whether the mailbox has a valid token with that hash.
    pub async fn has_token(&self, mailbox: String, token_hash: &str) -> Result<bool, StoreError> {
        let item = self.table.get_item(key("mailbox", mailbox)).await?.unwrap_or_default();
        let stored = item.get("proofHash").and_then(|hash| hash.as_s().ok());
        let expires_at = item
            .get("proofExpiresAt")
            .and_then(|time| time.as_n().ok()?.parse::<u64>().ok());
        // The hashes are keyed, so the time of this comparison reveals nothing of the token.
        Ok(stored.is_some_and(|stored| stored == token_hash) && expires_at.is_some_and(|end| end > clock::seconds()))
    }

    /// Consumes a token, as part of the transaction that it allows. Its condition is that the token is valid for that user.
    pub fn consume_token_item(
        &self,
        mailbox: String,
        token_hash: String,
        user_hash: String,
    ) -> Result<TransactionItem, StoreError> {
        let delete = self
            .table
            .delete_in_transaction(key("mailbox", mailbox))
            .condition_expression("proofHash = :proof AND userHash = :user AND proofExpiresAt > :now")
            .expression_attribute_values(":proof", text(token_hash))
            .expression_attribute_values(":user", text(user_hash))
            .expression_attribute_values(":now", number(clock::seconds()));
        self.table.transaction_item(delete.build(), "proof")
    }
}

fn key_of_code(code: &str) -> Item {
    key("mailbox", format!("code#{code}"))
}
