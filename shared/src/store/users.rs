//! The users table: accounts, and the claim that each has on its e-mail address.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `pk` | S, partition | `user#<id>` for an account, `email#<address>` for a claim |
//!
//! Access patterns: an account by id, an account by e-mail (claim, then account), create (both in one transaction), mark as
//! verified, replace the hash of a password.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    error::SdkError,
    operation::{
        transact_write_items::TransactWriteItemsError,
        update_item::{UpdateItemError, UpdateItemOutput},
    },
    types::{AttributeValue, Put, TransactWriteItem},
};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, to_item};

use super::StoreError;
use crate::domain::{EmailAddress, Language, PhoneNumber, UserId, UserType};

/// How often a transaction is tried that meets another one on the same items.
const CONFLICT_ATTEMPTS: u32 = 6;
/// How long to wait after the first conflict; each one after it doubles that.
const CONFLICT_WAIT: Duration = Duration::from_millis(20);

/// The table.
#[derive(Debug, Clone)]
pub struct UsersTable {
    client: Client,
    name: String,
}

/// An account as the table holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Its id.
    pub user_id: UserId,
    /// What the person signed up as.
    pub r#type: UserType,
    /// Full name.
    pub fullname: String,
    /// The address that the account claims.
    pub email: EmailAddress,
    /// First phone number.
    pub phone1: PhoneNumber,
    /// Second phone number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone2: Option<PhoneNumber>,
    /// Postal address.
    pub address: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The language of the person's mails.
    pub language: Language,
    /// Argon2id, in PHC string format.
    pub password_hash: String,
    /// The version that tokens must carry: it grows when all of them are to end.
    pub token_version: u64,
    /// Whether the mailbox was proved.
    pub verified: bool,
    /// Whether an operator closed the account.
    pub blocked: bool,
    /// When the account was made, RFC 3339.
    pub created_at: String,
}

/// The claim on an e-mail address.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EmailClaim {
    user_id: UserId,
}

/// Why an account was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    /// Another account claims the address.
    #[error("the e-mail address is claimed")]
    EmailTaken,
    /// The table did not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What became of a transaction.
enum Outcome {
    Done,
    /// A condition did not hold.
    Refused,
    /// Another transaction was at work on the same items.
    Conflict,
}

impl UsersTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// The account with an id.
    ///
    /// # Errors
    /// When the table cannot be read, and when the item is malformed.
    pub async fn find(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.get(user_key(id)).await
    }

    /// The account that claims an address. It takes two reads whether or not there is one, so that time does not tell.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let claim = self.get::<EmailClaim>(email_key(email)).await?;
        let id = claim.map_or_else(UserId::random, |claim| claim.user_id);
        self.find(&id).await
    }

    /// Creates an account and its claim in one transaction: of two at once, one is told that the address is taken.
    ///
    /// # Errors
    /// When the address is claimed, and when the table cannot be written.
    pub async fn create(&self, user: &User) -> Result<(), CreateUserError> {
        for attempt in 1.. {
            match self.try_to_create(user).await? {
                Outcome::Done => return Ok(()),
                Outcome::Refused => return Err(CreateUserError::EmailTaken),
                Outcome::Conflict if attempt == CONFLICT_ATTEMPTS => break,
                Outcome::Conflict => tokio::time::sleep(CONFLICT_WAIT * 2_u32.pow(attempt)).await,
            }
        }
        let error = StoreError::conflicts(&self.name);
        Err(error.into())
    }

    async fn try_to_create(&self, user: &User) -> Result<Outcome, StoreError> {
        let user_id = user.user_id.clone();
        let claim = self.put_if_absent(email_key(&user.email), &EmailClaim { user_id })?;
        let account = self.put_if_absent(user_key(&user.user_id), user)?;
        let written = self
            .client
            .transact_write_items()
            .transact_items(TransactWriteItem::builder().put(claim).build())
            .transact_items(TransactWriteItem::builder().put(account).build())
            .send()
            .await;
        match written {
            Ok(_) => Ok(Outcome::Done),
            Err(error) if was_cancelled(&error, "ConditionalCheckFailed") => Ok(Outcome::Refused),
            Err(error) if was_cancelled(&error, "TransactionConflict") => Ok(Outcome::Conflict),
            Err(error) => Err(StoreError::unavailable(&self.name, &error)),
        }
    }

    /// Marks the mailbox of an account as proved, once or again. False when there is no such account (any more).
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn mark_verified(&self, id: &UserId) -> Result<bool, StoreError> {
        let written = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(id)))
            .update_expression("SET verified = :true")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .send()
            .await;
        self.whether_written(written)
    }

    /// Replaces the hash of a password by another one of the same password. False when the account has neither that hash nor
    /// that password any more.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn replace_password_hash(&self, user: &User, hash: String) -> Result<bool, StoreError> {
        let written = self
            .client
            .update_item()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(&user.user_id)))
            .update_expression("SET passwordHash = :new")
            .condition_expression("passwordHash = :old")
            .expression_attribute_values(":new", AttributeValue::S(hash))
            .expression_attribute_values(":old", AttributeValue::S(user.password_hash.clone()))
            .send()
            .await;
        self.whether_written(written)
    }

    /// Opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        self.find(&UserId::random()).await.ok();
    }

    fn whether_written(
        &self,
        written: Result<UpdateItemOutput, SdkError<UpdateItemError>>,
    ) -> Result<bool, StoreError> {
        match written {
            Ok(_) => Ok(true),
            Err(SdkError::ServiceError(error)) if error.err().is_conditional_check_failed_exception() => Ok(false),
            Err(error) => Err(StoreError::unavailable(&self.name, &error)),
        }
    }

    async fn get<T: for<'a> Deserialize<'a>>(&self, key: String) -> Result<Option<T>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(key.clone()))
            // An account is read in the call after the one that wrote it.
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        // An e-mail address does not belong in a log.
        let key = if key.starts_with("user#") {
            key
        } else {
            "email#…".to_owned()
        };
        answer
            .item
            .map(|item| from_item(item).map_err(|error| StoreError::malformed(&self.name, key, error)))
            .transpose()
    }

    fn put_if_absent(&self, key: String, value: &impl Serialize) -> Result<Put, StoreError> {
        Put::builder()
            .table_name(&self.name)
            .set_item(Some(self.item(key, value)?))
            .condition_expression("attribute_not_exists(pk)")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "new item", error))
    }

    fn item(&self, key: String, value: &impl Serialize) -> Result<HashMap<String, AttributeValue>, StoreError> {
        let mut item: HashMap<String, AttributeValue> =
            to_item(value).map_err(|error| StoreError::malformed(&self.name, "new item", error))?;
        item.insert("pk".to_owned(), AttributeValue::S(key));
        Ok(item)
    }
}

/// Whether a transaction was cancelled, and one of its items is why.
fn was_cancelled(error: &SdkError<TransactWriteItemsError>, reason: &str) -> bool {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() else {
        return false;
    };
    let reasons = cancelled.cancellation_reasons();
    reasons.iter().any(|found| found.code() == Some(reason))
}

fn user_key(id: &UserId) -> String {
    format!("user#{id}")
}

fn email_key(email: &EmailAddress) -> String {
    format!("email#{email}")
}
