//! The payments table: what was paid, and by whom while that person has an account.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `payer` | S, partition | `user#<id>`, or `anonymous#<random>` once the account is gone |
//! | `paymentId` | S, sort | unguessable |
//!
//! A payment has `courseId`, `amount` and `currency` (as in a price), and `paidAt` (RFC 3339). What an anonymous one keeps is
//! `amount`, `currency` and the `date`. Access patterns: the payments of somebody, make all of somebody's anonymous.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Delete, Put, TransactWriteItem},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_items, to_item};
use uuid::Uuid;

use super::{StoreError, transaction::write_together};
use crate::domain::UserId;

/// How many payments one transaction takes: each is two of the 100 items that it may have.
const PER_TRANSACTION: i32 = 50;

/// The table.
#[derive(Debug, Clone)]
pub struct PaymentsTable {
    client: Client,
    name: String,
}

/// What is needed of a payment to make it anonymous.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    amount: String,
    currency: String,
    paid_at: Timestamp,
}

/// What is kept of a payment of nobody: nothing in it leads back to whoever paid, not even its id or the hour.
#[derive(Debug, Serialize)]
struct AnonymousPayment {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    amount: String,
    currency: String,
    date: Date,
}

impl PaymentsTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Strips the payments of somebody down to amount, currency and date (contract, "Accounts").
    ///
    /// Each is moved in one transaction, so that none is lost or there twice, however often this is cut off and repeated.
    ///
    /// # Errors
    /// When the table cannot be read or written, and when an item is malformed.
    pub async fn make_anonymous(&self, id: &UserId) -> Result<(), StoreError> {
        loop {
            let payments = self.next_of(id).await?;
            if payments.is_empty() {
                return Ok(());
            }
            let moves = payments.iter().map(|payment| self.anonymising(payment));
            let moves = moves.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
            // It is refused when another deletion of the same account moved one of them: then the others are next.
            let _ = write_together(&self.client, &self.name, moves).await?;
        }
    }

    /// As many payments of somebody as one transaction takes.
    async fn next_of(&self, id: &UserId) -> Result<Vec<Payment>, StoreError> {
        let payer = format!("user#{id}");
        let answer = self
            .client
            .query()
            .table_name(&self.name)
            .key_condition_expression("payer = :payer")
            .expression_attribute_values(":payer", AttributeValue::S(payer.clone()))
            .consistent_read(true)
            .limit(PER_TRANSACTION)
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        from_items(answer.items.unwrap_or_default()).map_err(|error| StoreError::malformed(&self.name, payer, error))
    }

    /// Puts an anonymous payment in the place of one that is somebody's.
    fn anonymising(&self, payment: &Payment) -> Result<[TransactWriteItem; 2], StoreError> {
        let random = || Uuid::new_v4().simple().to_string();
        let anonymous = AnonymousPayment {
            payer: format!("anonymous#{}", random()),
            id: random(),
            amount: payment.amount.clone(),
            currency: payment.currency.clone(),
            date: payment.paid_at.to_zoned(TimeZone::UTC).date(),
        };
        let malformed = |error| StoreError::malformed(&self.name, payment.id.as_str(), error);
        let item: HashMap<String, AttributeValue> =
            to_item(anonymous).map_err(|error| StoreError::malformed(&self.name, "anonymous payment", error))?;
        let put = Put::builder().table_name(&self.name).set_item(Some(item)).build();
        let delete = Delete::builder()
            .table_name(&self.name)
            .key("payer", AttributeValue::S(payment.payer.clone()))
            .key("paymentId", AttributeValue::S(payment.id.clone()))
            .condition_expression("attribute_exists(payer)")
            .build();
        Ok([
            TransactWriteItem::builder().put(put.map_err(malformed)?).build(),
            TransactWriteItem::builder().delete(delete.map_err(malformed)?).build(),
        ])
    }
}
