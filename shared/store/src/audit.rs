//! The audit table: what operators did, who of them, and to whom.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `month` | S, partition | that of the moment, as in `2026-11`: no partition grows for ever |
//! | `recordId` | S, sort | the moment, and a random end |
//! | `subject` | S, partition of the index `subject` | the id of the account that it was done to, when there is one |
//!
//! A record names people by their random ids alone, so it stays when they are gone; only the operator is named as AWS names
//! them, which may be by a user name. It is written in one transaction with what it
//! tells of, or else before that, so that nothing is done without one. Access patterns: put, all since a moment, those of an
//! account.

use std::{
    collections::HashMap,
    fmt::{self, Display},
};

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put},
};
use domain::{CourseId, UserId};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_items, to_item};
use uuid::Uuid;

use super::StoreError;

/// The index of records by whom they are about.
const SUBJECT_INDEX: &str = "subject";

/// The table.
#[derive(Debug, Clone)]
pub struct AuditTable {
    client: Client,
    name: String,
}

/// What an operator did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// When.
    pub at: Timestamp,
    /// Who, as AWS calls them (an ARN).
    pub operator: String,
    /// To which account, when it was done to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<UserId>,
    /// What.
    #[serde(flatten)]
    pub action: Action,
}

/// What can be done, with what may be kept of it for ever: nothing personal, nothing in somebody's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    /// The catalogue's files were put into the tables.
    CatalogueImport {
        /// How many courses the files have.
        courses: usize,
        /// How many prices they have.
        prices: usize,
        /// The courses that left the site.
        withdrawn: Vec<String>,
    },
    /// What was abandoned in the files bucket was deleted.
    StorageSweep {
        /// How much of it there was.
        deleted: usize,
    },
    /// Items came back from a table that was restored.
    TablesCopy {
        /// That table.
        from: String,
        /// The table in use.
        to: String,
        /// How many keys were named. None when all were wanted, or all that were missing.
        keys: usize,
    },
    /// An account was closed to its owner.
    AccountBlock,
    /// It was opened again.
    AccountUnblock,
    /// The link that proves the mailbox was mailed again.
    VerificationResend,
    /// Somebody was enrolled in a course. What they paid is in the payment alone: here it would lead from one that was made
    /// anonymous back to them.
    Enrol {
        /// The course.
        course: CourseId,
    },
    /// An enrolment was taken back.
    Unenrol {
        /// The course.
        course: CourseId,
    },
    /// All that is kept of a person was put into a file for them.
    AccountExport,
    /// An account was deleted, as its owner has asked.
    AccountDelete,
    /// A teacher's application was approved.
    TeacherApprove,
    /// It was declined. The reason is in the operator's own words, so it is not kept here.
    TeacherDecline,
}

/// A record with its key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RecordItem<'a> {
    month: String,
    record_id: String,
    #[serde(flatten)]
    record: &'a AuditRecord,
}

impl AuditRecord {
    /// What is done now.
    #[must_use]
    pub fn now(operator: String, subject: Option<UserId>, action: Action) -> Self {
        Self {
            at: Timestamp::now(),
            operator,
            subject,
            action,
        }
    }
}

impl AuditTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// Keeps a record of what is about to be done.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put(&self, record: &AuditRecord) -> Result<(), StoreError> {
        let request = self.client.put_item().table_name(&self.name);
        let written = request.set_item(Some(self.item(record)?)).send().await;
        written.map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Keeping a record: a part of the transaction that it tells of.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn putting(&self, record: &AuditRecord) -> Result<Put, StoreError> {
        let put = Put::builder()
            .table_name(&self.name)
            .set_item(Some(self.item(record)?))
            .build();
        put.map_err(|error| StoreError::malformed(&self.name, "new record", error))
    }

    /// The records of a moment and after it, oldest first.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn since(&self, since: Timestamp) -> Result<Vec<AuditRecord>, StoreError> {
        let mut records = Vec::new();
        for month in months(since, Timestamp::now()) {
            let pages = self
                .client
                .query()
                .table_name(&self.name)
                .key_condition_expression("#month = :month AND recordId >= :since")
                .expression_attribute_names("#month", "month")
                .expression_attribute_values(":month", AttributeValue::S(month))
                .expression_attribute_values(":since", AttributeValue::S(moment(since)))
                .consistent_read(true)
                .into_paginator()
                .items()
                .send();
            let items = pages.collect::<Result<Vec<_>, _>>().await;
            records.extend(self.parse(items.map_err(|error| StoreError::unavailable(&self.name, &error))?)?);
        }
        Ok(records)
    }

    /// What was done to an account, oldest first. A record of this very moment may be missing.
    ///
    /// # Errors
    /// As [`Self::since`].
    pub async fn of_account(&self, account: &UserId) -> Result<Vec<AuditRecord>, StoreError> {
        let pages = self
            .client
            .query()
            .table_name(&self.name)
            .index_name(SUBJECT_INDEX)
            .key_condition_expression("subject = :subject")
            .expression_attribute_values(":subject", AttributeValue::S(account.to_string()))
            .into_paginator()
            .items()
            .send();
        let items = pages.collect::<Result<Vec<_>, _>>().await;
        self.parse(items.map_err(|error| StoreError::unavailable(&self.name, &error))?)
    }

    fn item(&self, record: &AuditRecord) -> Result<HashMap<String, AttributeValue>, StoreError> {
        let item = RecordItem {
            month: month(record.at),
            record_id: format!("{}#{}", moment(record.at), Uuid::new_v4().simple()),
            record,
        };
        to_item(item).map_err(|error| StoreError::malformed(&self.name, "new record", error))
    }

    fn parse(&self, items: Vec<HashMap<String, AttributeValue>>) -> Result<Vec<AuditRecord>, StoreError> {
        from_items(items).map_err(|error| StoreError::malformed(&self.name, "a record", error))
    }
}

/// A moment with as many decimals as every other, so that text sorts as time does.
fn moment(time: Timestamp) -> String {
    format!("{time:.6}")
}

fn month(time: Timestamp) -> String {
    time.strftime("%Y-%m").to_string()
}

/// The months from one moment to another, each once.
fn months(from: Timestamp, to: Timestamp) -> Vec<String> {
    let days = SignedDuration::from_hours(24);
    let mut months = Vec::new();
    let mut time = from;
    while time < to {
        months.push(month(time));
        time = time.saturating_add(days).unwrap_or(to);
    }
    months.push(month(to));
    months.dedup();
    months
}

impl Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CatalogueImport {
                courses,
                prices,
                withdrawn,
            } => {
                write!(formatter, "catalogue import: {courses} courses, {prices} prices")?;
                if !withdrawn.is_empty() {
                    write!(formatter, ", withdrawn: {}", withdrawn.join(", "))?;
                }
                Ok(())
            }
            Self::StorageSweep { deleted } => write!(formatter, "storage sweep: {deleted} deleted"),
            Self::TablesCopy { from, to, keys: 0 } => write!(formatter, "tables copy from {from} to {to}"),
            Self::TablesCopy { from, to, keys } => {
                write!(formatter, "tables copy from {from} to {to}, of {keys} keys")
            }
            Self::AccountBlock => formatter.write_str("account block"),
            Self::AccountUnblock => formatter.write_str("account unblock"),
            Self::Enrol { course } => write!(formatter, "enrol in {course}"),
            Self::Unenrol { course } => write!(formatter, "unenrol from {course}"),
            Self::AccountExport => formatter.write_str("account export"),
            Self::AccountDelete => formatter.write_str("account delete"),
            Self::TeacherApprove => formatter.write_str("teacher approve"),
            Self::TeacherDecline => formatter.write_str("teacher decline"),
            Self::VerificationResend => formatter.write_str("verification resend"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

    use super::*;

    #[test]
    fn every_month_of_a_time_is_looked_at_once() {
        let months = |from: &str, to: &str| months(from.parse().unwrap(), to.parse().unwrap()).join(" ");
        assert_eq!(months("2026-11-02T00:00:00Z", "2026-11-22T00:00:00Z"), "2026-11");
        assert_eq!(
            months("2025-12-31T23:59:59Z", "2026-03-01T00:00:00Z"),
            "2025-12 2026-01 2026-02 2026-03"
        );
        assert_eq!(months("2027-01-01T00:00:00Z", "2026-12-31T00:00:00Z"), "2026-12");
    }

    #[test]
    fn later_moments_sort_after_earlier_ones() {
        let moments = [
            "2026-11-22T03:00:00Z",
            "2026-11-22T03:00:00.5Z",
            "2026-11-22T03:00:00.55Z",
        ];
        let moments = moments.map(|time| moment(time.parse().unwrap()));
        assert!(moments.is_sorted(), "{moments:?}");
    }
}
