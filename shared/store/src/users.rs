//! The users table: accounts, and the claim that each has on its e-mail address.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `pk` | S, partition | `user#<id>` for an account, `email#<address>` for a claim |
//!
//! Access patterns: an account by id, an account by e-mail (claim, then account), create (in one transaction with the files
//! that it refers to), delete (in one transaction with the note of it for uploads), write the profile (if it is the one that
//! was read; in one transaction with the files that it refers to), set the language, mark as verified, replace the hash of a
//! password, reset a password (in one transaction with the proof that allows it); for the operator, block, unblock and review (in one
//! transaction with the record of it), and look through all.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    operation::update_item::builders::UpdateItemFluentBuilder,
    types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, Update},
};
use domain::{
    Birthdate, CourseId, EmailAddress, EmailRecipient, FileId, FileReference, Language, PhoneNumber, ReviewStatus,
    UserId, UserType,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, to_attribute_value, to_item};

use super::{
    StoreError,
    error::unless_refused,
    transaction::{Together, write_alone, write_together},
};

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
    /// The address that the account claims.
    pub email: EmailAddress,
    /// What the person edits.
    pub profile: UserProfile,
    /// How often the profile was edited.
    pub profile_version: u64,
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
    /// What became of a teacher's application, when it is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// When the account was made, RFC 3339.
    pub created_at: String,
}

impl<'a> From<&'a User> for EmailRecipient<'a> {
    fn from(user: &'a User) -> Self {
        Self {
            email: &user.email,
            name: &user.profile.fullname,
            language: user.language,
        }
    }
}

/// What an operator thinks of a teacher's application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// What became of it.
    pub status: ReviewStatus,
    /// Why it was declined, in the operator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Since when, RFC 3339.
    pub at: String,
}

impl Review {
    /// One of now.
    #[must_use]
    pub fn now(status: ReviewStatus, reason: Option<String>) -> Self {
        Self {
            status,
            reason,
            at: Timestamp::now().to_string(),
        }
    }
}

/// What a person says of themselves, written as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserProfile {
    /// Full name.
    pub fullname: String,
    /// First phone number.
    pub phone1: PhoneNumber,
    /// Second phone number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone2: Option<PhoneNumber>,
    /// Postal address.
    pub address: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Not known until the first edit: signing up does not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birthdate: Option<Birthdate>,
    /// What a teacher teaches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub courses: Vec<CourseId>,
    /// The files that the profile refers to.
    #[serde(default, skip_serializing_if = "ProfileFiles::is_empty")]
    pub files: ProfileFiles,
}

/// The files that a profile refers to. They are its owner's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileFiles {
    /// The photo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<FileReference>,
    /// A teacher's CV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curriculum: Option<FileReference>,
    /// A teacher's video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<FileReference>,
}

impl UserProfile {
    /// The profile as it is without a file; nothing when it does not refer to that.
    #[must_use]
    pub fn without_file(&self, id: &FileId) -> Option<Self> {
        let other = |file: &Option<FileReference>| file.clone().filter(|file| file.file_id != *id);
        let files = ProfileFiles {
            image: other(&self.files.image),
            curriculum: other(&self.files.curriculum),
            video: other(&self.files.video),
        };
        (files != self.files).then(|| Self { files, ..self.clone() })
    }
}

impl ProfileFiles {
    /// The ids of all of them.
    pub fn ids(&self) -> impl Iterator<Item = &FileId> {
        let all = [&self.image, &self.curriculum, &self.video];
        all.into_iter().flatten().map(|file| &file.file_id)
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
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
    /// A file that it refers to is not as it was read.
    #[error("a file is claimed or deleted")]
    FileChanged,
    /// The table did not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a profile was not written.
#[derive(Debug, thiserror::Error)]
pub enum UpdateProfileError {
    /// It is another one by now, or the account is gone.
    #[error("the profile is not the one that was read")]
    ProfileChanged,
    /// A file that it would refer to, or refers to, is not as it was read.
    #[error("a file is claimed or deleted")]
    FileChanged,
    /// A table did not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
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

    /// Whether an account claims an address.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn is_taken(&self, email: &EmailAddress) -> Result<bool, StoreError> {
        Ok(self.get::<EmailClaim>(email_key(email)).await?.is_some())
    }

    /// Creates an account and its claim, and claims its files, in one transaction: of two at once, one is told that the address is
    /// taken, or the file.
    ///
    /// # Errors
    /// When the address is claimed, when a file is, and when a table cannot be written.
    pub async fn create(&self, user: &User, files: Vec<Update>) -> Result<(), CreateUserError> {
        let user_id = user.user_id.clone();
        let claim = self.put_if_absent(email_key(&user.email), &EmailClaim { user_id })?;
        let account = self.put_if_absent(user_key(&user.user_id), user)?;
        let puts = [claim, account];
        let of_account = 0..puts.len();
        let puts = puts.map(|put| TransactWriteItem::builder().put(put).build());
        let items = puts.into_iter().chain(files.into_iter().map(updating)).collect();
        match write_together(&self.client, &self.name, items).await? {
            Together::Written => Ok(()),
            Together::Refused(places) if places.iter().any(|place| of_account.contains(place)) => {
                Err(CreateUserError::EmailTaken)
            }
            Together::Refused(_) => Err(CreateUserError::FileChanged),
        }
    }

    /// Writes the profile of an account, the language of its mails when there is one to set, and what becomes of the files, in one
    /// transaction, if the profile is still the one that was read: of two at once, one is refused. Returns the account as it is now.
    ///
    /// # Errors
    /// When the profile is another one by now, or a file is not as it was read, and when a table cannot be written.
    pub async fn update_profile(
        &self,
        read: &User,
        profile: UserProfile,
        language: Option<Language>,
        files: Vec<Update>,
    ) -> Result<User, UpdateProfileError> {
        let written = self.replacing_profile(read, &profile, language)?;
        let items = [written].into_iter().chain(files).map(updating).collect();
        match write_together(&self.client, &self.name, items).await? {
            Together::Written => Ok(User {
                profile,
                profile_version: read.profile_version + 1,
                language: language.unwrap_or(read.language),
                ..read.clone()
            }),
            Together::Refused(places) if places.contains(&0) => Err(UpdateProfileError::ProfileChanged),
            Together::Refused(_) => Err(UpdateProfileError::FileChanged),
        }
    }

    /// Writing the profile of an account, if it is still the one that was read, and the language of its mails when there is one to
    /// set: a part of the transaction that changes what the profile refers to.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn replacing_profile(
        &self,
        read: &User,
        profile: &UserProfile,
        language: Option<Language>,
    ) -> Result<Update, StoreError> {
        let value = |value| self.profile_value(value);
        let update = Update::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(&read.user_id)))
            .condition_expression("profileVersion = :read")
            .expression_attribute_values(":profile", value(to_attribute_value(profile))?)
            .expression_attribute_values(":read", value(to_attribute_value(read.profile_version))?)
            .expression_attribute_values(":next", value(to_attribute_value(read.profile_version + 1))?);
        let update = match language {
            None => update.update_expression("SET profile = :profile, profileVersion = :next"),
            Some(language) => update
                .update_expression("SET profile = :profile, profileVersion = :next, #language = :language")
                .expression_attribute_names("#language", "language")
                .expression_attribute_values(":language", value(to_attribute_value(language))?),
        };
        let update = update.build();
        update.map_err(|error| StoreError::malformed(&self.name, "new profile", error))
    }

    /// Sets the language of an account's mails, if there is such an account.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn set_language(&self, id: &UserId, language: Language) -> Result<(), StoreError> {
        let request = self
            .update(id)
            .update_expression("SET #language = :language")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_names("#language", "language")
            .expression_attribute_values(":language", AttributeValue::S(language.code().to_owned()));
        let written = write_alone(|| request.clone().send()).await;
        unless_refused(&self.name, written).map(|_| ())
    }

    /// Marks the mailbox of an account as proved, once or again. False when there is no such account (any more).
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn mark_verified(&self, id: &UserId) -> Result<bool, StoreError> {
        let request = self
            .update(id)
            .update_expression("SET verified = :true")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":true", AttributeValue::Bool(true));
        let written = write_alone(|| request.clone().send()).await;
        Ok(unless_refused(&self.name, written)?.is_some())
    }

    /// Replaces the hash of a password by another one of the same password. False when the account has neither that hash nor
    /// that password any more.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn replace_password_hash(&self, user: &User, hash: String) -> Result<bool, StoreError> {
        let request = self
            .update(&user.user_id)
            .update_expression("SET passwordHash = :new")
            .condition_expression("passwordHash = :old")
            .expression_attribute_values(":new", AttributeValue::S(hash))
            .expression_attribute_values(":old", AttributeValue::S(user.password_hash.clone()));
        let written = write_alone(|| request.clone().send()).await;
        Ok(unless_refused(&self.name, written)?.is_some())
    }

    /// Sets another password, ends every session, and takes the mailbox as proved, together with using up the proof of the
    /// mailbox that allows all this. False when the proof is not good any more, or the account is gone.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn reset_password(&self, id: &UserId, hash: String, proof: Delete) -> Result<bool, StoreError> {
        let password = Update::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(id)))
            .update_expression("SET passwordHash = :hash, verified = :true ADD tokenVersion :one")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":hash", AttributeValue::S(hash))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "new password", error))?;
        let items = vec![TransactWriteItem::builder().delete(proof).build(), updating(password)];
        Ok(write_together(&self.client, &self.name, items).await?.is_written())
    }

    /// Blocks an account, which ends every session, or unblocks it, in one transaction with the record of that. False when it was
    /// so already, or there is no such account (any more).
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn set_blocked(&self, id: &UserId, blocked: bool, record: Put) -> Result<bool, StoreError> {
        let version = if blocked { " ADD tokenVersion :one" } else { "" };
        let update = Update::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(id)))
            .update_expression(format!("SET blocked = :blocked{version}"))
            .condition_expression("attribute_exists(pk) AND blocked <> :blocked")
            .expression_attribute_values(":blocked", AttributeValue::Bool(blocked));
        let update = if blocked {
            update.expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
        } else {
            update
        };
        let update = update.build();
        let update = update.map_err(|error| StoreError::malformed(&self.name, "block", error))?;
        self.write_with_record(update, record).await
    }

    /// Sets what became of the application of a teacher, in one transaction with the record of that. False when it has become
    /// something else since it was read, or there is no such account (any more).
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn set_review(&self, teacher: &User, review: &Review, record: Put) -> Result<bool, StoreError> {
        let update = Update::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(&teacher.user_id)))
            .update_expression("SET review = :review")
            .expression_attribute_values(":review", self.profile_value(to_attribute_value(review))?);
        let update = match &teacher.review {
            None => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(review)"),
            Some(before) => update
                .condition_expression("review = :before")
                .expression_attribute_values(":before", self.profile_value(to_attribute_value(before))?),
        };
        let update = update.build();
        let update = update.map_err(|error| StoreError::malformed(&self.name, "review", error))?;
        self.write_with_record(update, record).await
    }

    /// Checking that there is such an account: a part of a transaction that writes something of theirs.
    ///
    /// # Errors
    /// None that could be met: the request is complete.
    pub fn checking_that_is_there(&self, id: &UserId) -> Result<ConditionCheck, StoreError> {
        ConditionCheck::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(id)))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(|error| StoreError::malformed(&self.name, "an account that is there", error))
    }

    /// Looks through all accounts, page by page, for those that are wanted. Returns them, and how many there are of all.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn look_through(&self, is_wanted: impl Fn(&User) -> bool) -> Result<(Vec<User>, usize), StoreError> {
        let mut pages = self
            .client
            .scan()
            .table_name(&self.name)
            .filter_expression("begins_with(pk, :user)")
            .expression_attribute_values(":user", AttributeValue::S("user#".to_owned()))
            .into_paginator()
            .items()
            .send();
        let (mut found, mut all) = (Vec::new(), 0);
        while let Some(item) = pages.next().await {
            let item = item.map_err(|error| StoreError::unavailable(&self.name, &error))?;
            let user: User = self.parse("user#…", item)?;
            all += 1;
            if is_wanted(&user) {
                found.push(user);
            }
        }
        Ok((found, all))
    }

    /// Deletes an account and its claim, in one transaction with what has to be written then, if the profile is still the one
    /// that was read: another one may refer to files that nobody has deleted. False when it is another one by now, or the
    /// account was gone already.
    ///
    /// # Errors
    /// When a table cannot be written.
    pub async fn delete(&self, user: &User, with: Put) -> Result<bool, StoreError> {
        let version = to_attribute_value(user.profile_version);
        let account = Delete::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(user_key(&user.user_id)))
            .condition_expression("profileVersion = :read")
            .expression_attribute_values(":read", self.profile_value(version)?)
            .build();
        let claim = Delete::builder()
            .table_name(&self.name)
            .key("pk", AttributeValue::S(email_key(&user.email)))
            // Somebody else may have signed up with the address since.
            .condition_expression("attribute_not_exists(pk) OR userId = :id")
            .expression_attribute_values(":id", AttributeValue::S(user.user_id.to_string()))
            .build();
        let items = [account, claim].into_iter().map(|delete| {
            let delete = delete.map_err(|error| StoreError::malformed(&self.name, "deletion", error))?;
            Ok(TransactWriteItem::builder().delete(delete).build())
        });
        let mut items = items.collect::<Result<Vec<_>, StoreError>>()?;
        items.push(TransactWriteItem::builder().put(with).build());
        Ok(write_together(&self.client, &self.name, items).await?.is_written())
    }

    /// Opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        self.find(&UserId::random()).await.ok();
    }

    /// Writes what an operator changes of an account, together with the record of it. False when the condition did not hold.
    async fn write_with_record(&self, update: Update, record: Put) -> Result<bool, StoreError> {
        let items = vec![updating(update), TransactWriteItem::builder().put(record).build()];
        Ok(write_together(&self.client, &self.name, items).await?.is_written())
    }

    fn profile_value(&self, value: Result<AttributeValue, serde_dynamo::Error>) -> Result<AttributeValue, StoreError> {
        value.map_err(|error| StoreError::malformed(&self.name, "new profile", error))
    }

    fn update(&self, id: &UserId) -> UpdateItemFluentBuilder {
        let update = self.client.update_item().table_name(&self.name);
        update.key("pk", AttributeValue::S(user_key(id)))
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
        answer.item.map(|item| self.parse(&key, item)).transpose()
    }

    fn parse<T: for<'a> Deserialize<'a>>(
        &self,
        key: &str,
        item: HashMap<String, AttributeValue>,
    ) -> Result<T, StoreError> {
        // An e-mail address does not belong in a log.
        let key = if key.starts_with("user#") { key } else { "email#…" };
        from_item(item).map_err(|error| StoreError::malformed(&self.name, key, error))
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

fn updating(update: Update) -> TransactWriteItem {
    TransactWriteItem::builder().update(update).build()
}

/// The partition key of an account.
#[must_use]
pub fn user_key(id: &UserId) -> String {
    format!("user#{id}")
}

/// The partition key of the claim on an address.
#[must_use]
pub fn email_key(email: &EmailAddress) -> String {
    format!("email#{email}")
}
