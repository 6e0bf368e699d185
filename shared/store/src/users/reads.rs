//! Reads of the users table.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{EmailAddress, UserId};
use jiff::Timestamp;
use platform::clock;
use serde::Deserialize;

use super::{EmailClaim, User, UsersTable, email_item_key, user_item_key, user_key};
use crate::{StoreError, table::text};

/// Names the claim on an email address in an error. The email address itself must not be in a log.
const SOME_EMAIL: &str = "email#…";

/// The result of a scan of the users table.
#[derive(Debug, Default)]
pub struct UserScan {
    /// The users that were wanted.
    pub users: Vec<User>,
    /// How many users were read.
    pub count: usize,
    /// The keys of items of users that are malformed.
    pub malformed: Vec<String>,
}

impl UsersTable {
    /// The user with that id.
    pub async fn find(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.table.get(user_item_key(id), &user_key(id)).await
    }

    /// The user with that email address. It always makes two reads, so that its duration does not reveal whether the user exists.
    pub async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let claim = self.claim_on(email).await?;
        // A reserved email address is not that of a user.
        let claim = claim.filter(|claim| claim.expires_at.is_none());
        let id = claim.map_or_else(UserId::random, |claim| claim.user_id);
        self.find(&id).await
    }

    /// The users with these ids that exist, by id.
    pub async fn find_all(&self, ids: &BTreeSet<UserId>) -> Result<BTreeMap<UserId, User>, StoreError> {
        let items = self.table.get_all(ids.iter().map(user_item_key).collect()).await?;
        let users: Vec<User> = self.table.parse_all(items, "a user")?;
        Ok(users.into_iter().map(|user| (user.user_id.clone(), user)).collect())
    }

    /// Whether that email address is claimed by or reserved for a user.
    pub async fn is_email_taken(&self, email: &EmailAddress) -> Result<bool, StoreError> {
        let claim = self.claim_on(email).await?;
        Ok(claim.is_some_and(|claim| claim.holds(clock::seconds())))
    }

    /// The users for whom `is_wanted` is true. A malformed item does not hide the others.
    pub async fn scan(&self, is_wanted: impl Fn(&User) -> bool) -> Result<UserScan, StoreError> {
        let scan = self
            .table
            .scan()
            .filter_expression("begins_with(pk, :user)")
            .expression_attribute_values(":user", text("user#"));
        let mut scanned = UserScan::default();
        self.table
            .scan_each(scan, |item| {
                scanned.count += 1;
                let key = item.get("pk").and_then(|key| key.as_s().ok()).cloned();
                match self.table.parse::<User>(item, "user") {
                    Ok(user) if is_wanted(&user) => scanned.users.push(user),
                    Ok(_) => {}
                    Err(_) => scanned.malformed.extend(key),
                }
                Ok(())
            })
            .await?;
        Ok(scanned)
    }

    /// The users who registered before that time and have not verified the mailbox, and those whose deletion was interrupted after
    /// [`Self::mark_rejected`], of one of the parts into which the table is divided. The scan is not consistent: read a user again before a
    /// deletion.
    pub async fn unverified(
        &self,
        registered_before: Timestamp,
        part: i32,
        parts: i32,
    ) -> Result<Vec<UserId>, StoreError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Found {
            user_id: UserId,
        }
        let scan = self
            .table
            .scan()
            .segment(part)
            .total_segments(parts)
            .filter_expression("verified = :false AND (createdAt < :before OR rejected = :true)")
            .projection_expression("userId")
            .expression_attribute_values(":false", AttributeValue::Bool(false))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":before", text(registered_before.to_string()));
        let found: Vec<Found> = self.table.parse_all(self.table.scan_all(scan).await?, "a user")?;
        Ok(found.into_iter().map(|found| found.user_id).collect())
    }

    pub(super) async fn claim_on(&self, email: &EmailAddress) -> Result<Option<EmailClaim>, StoreError> {
        self.table.get(email_item_key(email), SOME_EMAIL).await
    }
}
