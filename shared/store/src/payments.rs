//! The payments table: who is enrolled in which course and what they paid, and what was paid once they have no account.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `payer` | S, partition | `user#<id>`, or `anonymous#<random>` once the account is gone |
//! | `paymentId` | S, sort | `course#<id>`, so that nobody is enrolled twice; random once it is anonymous |
//!
//! A payment has `courseId`, `amount` and `currency` (as in a price; none when nothing was to be paid), and `paidAt` (RFC 3339). What an
//! anonymous one keeps is `amount`, `currency` and the `date`; where nothing was paid, nothing is kept. Access patterns: enrol (in one
//! transaction with the course's count and the record of it), take that back (as much together), the payments of somebody, make all of
//! somebody's anonymous.

use std::{collections::HashMap, fmt};

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, Update},
};
use domain::{CourseId, Money, UserId};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_dynamo::{from_items, to_item};
use uuid::Uuid;

use super::{
    StoreError,
    transaction::{Together, write_together},
};

/// How many payments one transaction takes: each is two of the 100 items that it may have.
const PER_TRANSACTION: i32 = 50;

/// The table.
#[derive(Debug, Clone)]
pub struct PaymentsTable {
    client: Client,
    name: String,
}

/// An enrolment, with what was paid for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    /// The course.
    pub course_id: CourseId,
    /// What was paid, when something was to be paid.
    #[serde(flatten, deserialize_with = "paid_or_free")]
    pub paid: Option<Paid>,
    /// When.
    pub paid_at: Timestamp,
}

/// The course and what was paid for it, as operators read it.
impl fmt::Display for Enrolment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.paid {
            Some(paid) => write!(formatter, "{}, {paid}", self.course_id),
            None => write!(formatter, "{}, free", self.course_id),
        }
    }
}

/// An amount, as the table has it: text, since a DynamoDB number forgets trailing zeros.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// With the decimals of its currency.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
}

impl From<Money> for Paid {
    fn from(money: Money) -> Self {
        Self {
            amount: money.amount(),
            currency: money.currency().to_owned(),
        }
    }
}

impl fmt::Display for Paid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.amount, self.currency)
    }
}

/// What came of enrolling somebody. But for the first, nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Enrolled {
    /// They are enrolled now.
    Now,
    /// They were so before.
    Before,
    /// The course is not there, or was withdrawn.
    NoCourse,
    /// There is no such account (any more).
    NoAccount,
}

/// What came of taking an enrolment back. But for the first, nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Unenrolled {
    /// They are not enrolled any more.
    Now,
    /// They were not enrolled (any more).
    NotEnrolled,
    /// The course's count says that nobody is enrolled: it was lost, or came from a backup.
    NotCounted,
}

/// An enrolment with its key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EnrolmentItem<'a> {
    payer: String,
    payment_id: String,
    #[serde(flatten)]
    enrolment: &'a Enrolment,
}

/// What is needed of a payment to make it anonymous.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    #[serde(flatten, deserialize_with = "paid_or_free")]
    paid: Option<Paid>,
    paid_at: Timestamp,
}

/// What is kept of a payment of nobody: nothing in it leads back to whoever paid, not even its id or the hour.
#[derive(Debug, Serialize)]
struct AnonymousPayment<'a> {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    #[serde(flatten)]
    paid: &'a Paid,
    date: Date,
}

impl PaymentsTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Enrols somebody in a course: the payment, the course's count and the record of it are written together, on the condition
    /// that the account and the course are there, and that it is the first time.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn enrol(
        &self,
        account: &UserId,
        enrolment: &Enrolment,
        counting: Update,
        is_there: ConditionCheck,
        record: Put,
    ) -> Result<Enrolled, StoreError> {
        let item = EnrolmentItem {
            payer: payer(account),
            payment_id: payment_id(&enrolment.course_id),
            enrolment,
        };
        let item = to_item(item).map_err(|error| StoreError::malformed(&self.name, "new payment", error))?;
        let payment = Put::builder()
            .table_name(&self.name)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(payer)")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "new payment", error))?;
        let items = vec![
            TransactWriteItem::builder().condition_check(is_there).build(),
            TransactWriteItem::builder().update(counting).build(),
            TransactWriteItem::builder().put(payment).build(),
            TransactWriteItem::builder().put(record).build(),
        ];
        Ok(match write_together(&self.client, &self.name, items).await? {
            Together::Written => Enrolled::Now,
            Together::Refused(places) if places.contains(&0) => Enrolled::NoAccount,
            Together::Refused(places) if places.contains(&1) => Enrolled::NoCourse,
            Together::Refused(_) => Enrolled::Before,
        })
    }

    /// Takes somebody's enrolment back, as if it had never been: the payment is deleted, the course's count goes down and the record
    /// of it is written together.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn unenrol(
        &self,
        account: &UserId,
        course: &CourseId,
        uncounting: Update,
        record: Put,
    ) -> Result<Unenrolled, StoreError> {
        let payment = self.deleting(payer(account), payment_id(course))?;
        let items = vec![
            TransactWriteItem::builder().delete(payment).build(),
            TransactWriteItem::builder().update(uncounting).build(),
            TransactWriteItem::builder().put(record).build(),
        ];
        Ok(match write_together(&self.client, &self.name, items).await? {
            Together::Written => Unenrolled::Now,
            Together::Refused(places) if places.contains(&0) => Unenrolled::NotEnrolled,
            Together::Refused(_) => Unenrolled::NotCounted,
        })
    }

    /// What somebody is enrolled in, by course.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn of(&self, account: &UserId) -> Result<Vec<Enrolment>, StoreError> {
        let pages = self
            .client
            .query()
            .table_name(&self.name)
            .key_condition_expression("payer = :payer")
            .expression_attribute_values(":payer", AttributeValue::S(payer(account)))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let items = pages.collect::<Result<Vec<_>, _>>().await;
        let items = items.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        from_items(items).map_err(|error| StoreError::malformed(&self.name, payer(account), error))
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
            let _: Together = write_together(&self.client, &self.name, moves).await?;
        }
    }

    /// As many payments of somebody as one transaction takes.
    async fn next_of(&self, id: &UserId) -> Result<Vec<Payment>, StoreError> {
        let payer = payer(id);
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

    /// Puts an anonymous payment in the place of one that is somebody's, when something was paid.
    fn anonymising(&self, payment: &Payment) -> Result<Vec<TransactWriteItem>, StoreError> {
        let random = || Uuid::new_v4().simple().to_string();
        let delete = self.deleting(payment.payer.clone(), payment.id.clone())?;
        let delete = TransactWriteItem::builder().delete(delete).build();
        let Some(paid) = &payment.paid else {
            return Ok(vec![delete]);
        };
        let anonymous = AnonymousPayment {
            payer: format!("anonymous#{}", random()),
            id: random(),
            paid,
            date: payment.paid_at.to_zoned(TimeZone::UTC).date(),
        };
        let item: HashMap<String, AttributeValue> =
            to_item(anonymous).map_err(|error| StoreError::malformed(&self.name, "anonymous payment", error))?;
        let put = Put::builder().table_name(&self.name).set_item(Some(item)).build();
        let put = put.map_err(|error| StoreError::malformed(&self.name, "anonymous payment", error))?;
        Ok(vec![TransactWriteItem::builder().put(put).build(), delete])
    }

    /// Deleting a payment that is there: a part of a transaction.
    fn deleting(&self, payer: String, id: String) -> Result<Delete, StoreError> {
        Delete::builder()
            .table_name(&self.name)
            .key("payer", AttributeValue::S(payer))
            .key("paymentId", AttributeValue::S(id.clone()))
            .condition_expression("attribute_exists(payer)")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, id, error))
    }
}

/// Both or neither: whatever else an item has is malformed, and not free. Free ones are deleted with their account.
fn paid_or_free<'item, D: Deserializer<'item>>(fields: D) -> Result<Option<Paid>, D::Error> {
    #[derive(Deserialize)]
    struct Fields {
        amount: Option<String>,
        currency: Option<String>,
    }
    match Fields::deserialize(fields)? {
        Fields {
            amount: Some(amount),
            currency: Some(currency),
        } => Ok(Some(Paid { amount, currency })),
        Fields {
            amount: None,
            currency: None,
        } => Ok(None),
        _ => Err(D::Error::custom(
            "an amount without a currency, or a currency without an amount",
        )),
    }
}

fn payment_id(course: &CourseId) -> String {
    format!("course#{course}")
}

fn payer(account: &UserId) -> String {
    format!("user#{account}")
}
