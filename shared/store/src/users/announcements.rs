//! The item `announcements`: what staff want to be announced, how many users wait for each service, and what was sent.
//!
//! A job does what is wanted. It writes the item as a whole, on the condition that what is wanted is still what it has read.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{AnnouncementId, ServiceArea};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::UsersTable;
use crate::{StoreError, TransactionItem, table::key, transaction::Transaction};

const ITEM: &str = "announcements";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Announcements {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<WantedAnnouncement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_at: Option<Timestamp>,
    pub waiting: BTreeMap<ServiceArea, WaitingUsers>,
    /// The last announcement of each service.
    pub sent: BTreeMap<ServiceArea, SentAnnouncement>,
}

/// What the job is to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WantedAnnouncement {
    pub id: AnnouncementId,
    pub since: Timestamp,
    /// None to count the waiting users of all services.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceArea>,
    /// Also for the users who may have got the email of another announcement.
    #[serde(default)]
    pub in_doubt: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingUsers {
    /// They get the email.
    pub ready: u32,
    /// They cannot sign in, and wait until they can.
    pub held: u32,
    /// They may have got the email of an announcement that was interrupted.
    pub in_doubt: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentAnnouncement {
    pub id: AnnouncementId,
    pub at: Timestamp,
    pub emails: u32,
    /// How many SES did not accept. These users still wait.
    pub refused: u32,
}

impl UsersTable {
    /// What is announced.
    pub async fn announcements(&self) -> Result<Announcements, StoreError> {
        Ok(self.table.get(key("pk", ITEM), ITEM).await?.unwrap_or_default())
    }

    /// Replaces what was read, in one transaction with the audit record if there is one. False when something else is wanted meanwhile.
    pub async fn set_announcements(
        &self,
        read: &Announcements,
        next: &Announcements,
        audit_record: Option<TransactionItem>,
    ) -> Result<bool, StoreError> {
        let mut item = self.table.serialize(next, ITEM)?;
        item.insert("pk".to_owned(), AttributeValue::S(ITEM.to_owned()));
        let put = self.table.put_in_transaction(item);
        let put = match &read.wanted {
            None => put.condition_expression("attribute_not_exists(wanted)"),
            Some(wanted) => put
                .condition_expression("wanted = :read")
                .expression_attribute_values(":read", self.table.attribute(wanted, ITEM)?),
        };
        let put = self.table.transaction_item(put.build(), ITEM)?;
        let transaction = Transaction::new().with_all((), [put]).with_all((), audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }
}
