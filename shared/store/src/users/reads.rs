//! Reads of the users table.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{EmailAddress, ReviewStatus, TeacherApproval, UserId, UserType};
use jiff::Timestamp;
use platform::clock;
use serde::Deserialize;

use super::{EmailClaim, User, UsersTable, email_item_key, user_item_key, user_key};
use crate::{StoreError, table::text};

/// Names the claim on an email address in an error. The email address itself must not be in a log.
const SOME_EMAIL: &str = "email#…";

/// What is read of a teacher whose application waits.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Applicant {
    created_at: Timestamp,
}

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
    ///
    /// # Errors
    /// When the table cannot be read, and when the item is malformed.
    pub async fn find(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.table.get(user_item_key(id), &user_key(id)).await
    }

    /// The user with that email address. It always makes two reads, so that its duration does not reveal whether the user exists.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let claim = self.claim_on(email).await?;
        // A reserved email address is not that of a user.
        let claim = claim.filter(|claim| claim.expires_at.is_none());
        let id = claim.map_or_else(UserId::random, |claim| claim.user_id);
        self.find(&id).await
    }

    /// The users with these ids that exist, by id: at most 100, each once.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn find_all(&self, ids: &BTreeSet<UserId>) -> Result<BTreeMap<UserId, User>, StoreError> {
        let items = self.table.get_all(ids.iter().map(user_item_key).collect()).await?;
        let users: Vec<User> = self.table.parse_all(items, "a user")?;
        Ok(users.into_iter().map(|user| (user.user_id.clone(), user)).collect())
    }

    /// Whether that email address is claimed by or reserved for a user.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn is_email_taken(&self, email: &EmailAddress) -> Result<bool, StoreError> {
        let claim = self.claim_on(email).await?;
        Ok(claim.is_some_and(|claim| claim.holds(clock::seconds())))
    }

    /// The users for whom `is_wanted` is true. A malformed item does not hide the others.
    ///
    /// # Errors
    /// When the table cannot be read.
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

    /// When the teachers signed up whose application waits for a review, oldest first. Those who have not verified their mailbox, or are
    /// blocked, do not wait. With approval required, teachers who signed up before that do.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn pending_applications(&self, approval: TeacherApproval) -> Result<Vec<Timestamp>, StoreError> {
        let or_none = match approval {
            TeacherApproval::Required => " OR attribute_not_exists(review)",
            TeacherApproval::Off => "",
        };
        let scan = self
            .table
            .scan()
            .filter_expression(format!(
                "begins_with(pk, :user) AND #type = :teacher AND verified = :true AND blocked = :false \
                 AND (review.#status = :pending{or_none})"
            ))
            .projection_expression("createdAt")
            .expression_attribute_names("#type", "type")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":user", text("user#"))
            .expression_attribute_values(":teacher", text(UserType::Teacher.as_str()))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":false", AttributeValue::Bool(false))
            .expression_attribute_values(":pending", text(ReviewStatus::Pending.as_str()));
        let items = self.table.scan_all(scan).await?;
        let applicants: Vec<Applicant> = self.table.parse_all(items, "a teacher")?;
        let mut times: Vec<_> = applicants.into_iter().map(|applicant| applicant.created_at).collect();
        times.sort_unstable();
        Ok(times)
    }

    pub(super) async fn claim_on(&self, email: &EmailAddress) -> Result<Option<EmailClaim>, StoreError> {
        self.table.get(email_item_key(email), SOME_EMAIL).await
    }
}
