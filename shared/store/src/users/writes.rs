//! Writes of the users table.

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use domain::{Language, SessionId, UserId};
use platform::clock;
use serde::Serialize;

use super::{
    Consent, CreateUserError, Session, Sessions, UpdateProfileError, User, UserProfile, UsersTable,
    VerificationOutcome, sessions::no_sessions, user_item_key,
};
use crate::{
    StoreError, TransactionItem,
    table::{Item, number, text},
    transaction::{Transaction, TransactionOutcome},
};

/// The items of the transactions on users.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Writing {
    User,
    EmailClaim,
    PreviousClaim,
    File,
    PasswordResetToken,
    AuditRecord,
}

impl UsersTable {
    /// Creates a user with the claim on the email address, and claims the profile's files (`files`), in one transaction. Of two
    /// that claim the same email address or file, one is refused.
    pub async fn create(&self, user: &User, files: Vec<TransactionItem>) -> Result<(), CreateUserError> {
        let mut keys = user_item_key(&user.user_id);
        keys.extend(user.application_attribute());
        let transaction = Transaction::new()
            .with(Writing::EmailClaim, self.claim_item(&user.user_id, &user.email)?)
            .with(Writing::User, self.new_item(keys, user)?)
            .with_all(Writing::File, files);
        match self.table.transact(transaction).await? {
            TransactionOutcome::Written => Ok(()),
            TransactionOutcome::Refused(items) if items.iter().all(|item| *item == Writing::File) => {
                Err(CreateUserError::FileChanged)
            }
            TransactionOutcome::Refused(_) => Err(CreateUserError::EmailTaken),
        }
    }

    /// Writes the profile, and the claims and removals of files (`files`), in one transaction. Its condition is that the profile is the one
    /// that was read. Returns the user after that.
    pub async fn update_profile(
        &self,
        read: &User,
        profile: UserProfile,
        files: Vec<TransactionItem>,
    ) -> Result<User, UpdateProfileError> {
        let transaction = Transaction::new()
            .with(Writing::User, self.profile_item(read, &profile)?)
            .with_all(Writing::File, files);
        match self.table.transact(transaction).await? {
            TransactionOutcome::Written => Ok(User {
                profile,
                profile_version: read.profile_version + 1,
                ..read.clone()
            }),
            TransactionOutcome::Refused(items) if items.contains(&Writing::User) => {
                Err(UpdateProfileError::ProfileChanged)
            }
            TransactionOutcome::Refused(_) => Err(UpdateProfileError::FileChanged),
        }
    }

    /// Writes the profile, as part of a transaction. Its condition is that the profile is the one that was read.
    pub fn profile_item(&self, read: &User, profile: &UserProfile) -> Result<TransactionItem, StoreError> {
        let described = "new profile";
        let update = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression("SET profile = :profile, profileVersion = :next")
            .condition_expression("profileVersion = :read")
            .expression_attribute_values(":profile", self.table.attribute(profile, described)?)
            .expression_attribute_values(":read", number(read.profile_version))
            .expression_attribute_values(":next", number(read.profile_version + 1));
        self.table.transaction_item(update.build(), described)
    }

    /// Sets the language of emails. False when the user does not exist.
    pub async fn set_language(&self, id: &UserId, language: Language) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(id))
            .update_expression("SET #language = :language")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_names("#language", "language")
            .expression_attribute_values(":language", text(language.code()));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Sets whether emails remind the user of sessions. False when the user does not exist.
    pub async fn set_reminders(&self, id: &UserId, reminders: bool) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(id))
            .condition_expression("attribute_exists(pk)");
        let update = if reminders {
            update.update_expression("REMOVE reminders")
        } else {
            update
                .update_expression("SET reminders = :off")
                .expression_attribute_values(":off", AttributeValue::Bool(false))
        };
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Sets the last agreement to the terms and the privacy policy, unless the user has agreed to these versions or later ones: the
    /// first agreement to a version counts. Returns the user's last agreement after that. None when the user does not exist.
    pub async fn give_consent(&self, read: &User, consent: Consent) -> Result<Option<Consent>, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET consent = :consent")
            .condition_expression(
                "attribute_exists(pk) AND \
                 (attribute_not_exists(consent) OR consent.terms < :terms OR consent.privacy < :privacy)",
            )
            .expression_attribute_values(":consent", self.table.attribute(&consent, "consent")?)
            .expression_attribute_values(":terms", text(&consent.versions.terms))
            .expression_attribute_values(":privacy", text(&consent.versions.privacy));
        if self.table.write_if(update).await?.is_some() {
            return Ok(Some(consent));
        }
        Ok(self.find(&read.user_id).await?.and_then(|user| user.consent))
    }

    /// Marks the mailbox as verified, on the condition that the email address is the one that was read, and removes the wanted course. It
    /// can be repeated.
    pub async fn mark_verified(&self, read: &User) -> Result<VerificationOutcome, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET verified = :true REMOVE wantedCourse")
            .condition_expression("email = :email AND attribute_not_exists(rejected)")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":email", text(read.email.as_str()))
            .return_values(ReturnValue::UpdatedOld);
        let Some(output) = self.table.write_if(update).await? else {
            return Ok(VerificationOutcome::Refused);
        };
        let was_verified = output.attributes.and_then(|mut old| old.remove("verified"));
        Ok(match was_verified {
            Some(AttributeValue::Bool(true)) => VerificationOutcome::AlreadyVerified,
            _ => VerificationOutcome::Verified,
        })
    }

    /// Marks a user as rejected, by the owner of the mailbox or because time is over, on the condition that the email address is the one that
    /// was read and is not verified. The user can no longer be verified after that. It can be repeated. False when the condition does not hold.
    pub async fn mark_rejected(&self, read: &User) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET rejected = :true")
            .condition_expression("email = :email AND verified = :false")
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":false", AttributeValue::Bool(false))
            .expression_attribute_values(":email", text(read.email.as_str()));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Replaces the password hash by another one of the same password. False when the user's hash is not the one that was read.
    pub async fn replace_password_hash(&self, read: &User, hash: String) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET passwordHash = :new")
            .condition_expression("passwordHash = :old")
            .expression_attribute_values(":new", text(hash))
            .expression_attribute_values(":old", text(&read.password_hash));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Sets a new password, replaces all sessions by this one, and cancels a pending change of the email address, on the condition that
    /// the token version is the one that was read: the session belongs to the next one, and another password has another version. The
    /// session of the request, if it has one, must not have ended either. Returns the user after that. None when another request has
    /// ended the session or changed the password, or the user does not exist.
    pub async fn change_password(
        &self,
        read: &User,
        hash: String,
        current: Option<&SessionId>,
        (id, session): (&SessionId, &Session),
    ) -> Result<Option<User>, StoreError> {
        let changed = User {
            password_hash: hash,
            sessions: Some(Sessions::from([(id.clone(), session.clone())])),
            token_version: read.token_version + 1,
            email_change: None,
            ..read.clone()
        };
        let update = self.table.update(user_item_key(&read.user_id)).update_expression(
            "SET passwordHash = :new, sessions = :sessions ADD tokenVersion :one REMOVE emailChange",
        );
        let update = match current {
            Some(current) => update
                .condition_expression("tokenVersion = :version AND attribute_exists(sessions.#current)")
                .expression_attribute_names("#current", current.as_str()),
            None => update.condition_expression("tokenVersion = :version"),
        };
        let update = update
            .expression_attribute_values(":new", text(&changed.password_hash))
            .expression_attribute_values(":sessions", self.table.attribute(&changed.sessions, "sessions")?)
            .expression_attribute_values(":version", number(read.token_version))
            .expression_attribute_values(":one", number(1));
        if self.table.write_if(update).await?.is_some() {
            return Ok(Some(changed));
        }
        // The SDK retries a write whose response was lost. The retry is refused because of the first attempt. Salts make hashes
        // unique, so the hash shows whether the write was this one.
        let user = self.find(&read.user_id).await?;
        Ok(user.filter(|user| user.password_hash == changed.password_hash))
    }

    /// Sets a new password, ends all sessions, and marks the mailbox as verified, in one transaction that consumes the password
    /// reset token. It cancels a pending change of the email address, and removes all passkeys if `removes_passkeys`. Its condition is that the password hash is the one that was read,
    /// because the token is valid for that password only. It does not require the token version, which ending the sessions raises: a
    /// stolen access token would be enough to prevent every reset. Returns the user after that, with the version after the one that was
    /// read. None when the token is not valid, or the user does not exist, was rejected, has another password since, or no longer has the
    /// email address to which the code was sent.
    pub async fn reset_password(
        &self,
        read: &User,
        hash: String,
        token: TransactionItem,
        removes_passkeys: bool,
    ) -> Result<Option<User>, StoreError> {
        let passkeys = if removes_passkeys { None } else { read.passkeys.clone() };
        let removal = if removes_passkeys { ", passkeys" } else { "" };
        let changed = User {
            password_hash: hash,
            verified: true,
            sessions: Some(Sessions::new()),
            passkeys,
            token_version: read.token_version + 1,
            email_change: None,
            wanted_course: None,
            ..read.clone()
        };
        let update = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression(format!(
                "SET passwordHash = :hash, verified = :true, sessions = :none ADD tokenVersion :one \
                 REMOVE emailChange, wantedCourse{removal}",
            ))
            .condition_expression("email = :email AND passwordHash = :read AND attribute_not_exists(rejected)")
            .expression_attribute_values(":email", text(read.email.as_str()))
            .expression_attribute_values(":read", text(&read.password_hash))
            .expression_attribute_values(":hash", text(&changed.password_hash))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":none", no_sessions())
            .expression_attribute_values(":one", number(1));
        let user = self.table.transaction_item(update.build(), "new password")?;
        let transaction = Transaction::new()
            .with(Writing::PasswordResetToken, token)
            .with(Writing::User, user);
        let outcome = self.table.transact(transaction).await?;
        Ok(outcome.is_written().then_some(changed))
    }

    /// Blocks a user, which ends all sessions, or unblocks a user, in one transaction with the audit record. False when the user was
    /// blocked, unblocked or signed out since it was read, or does not exist.
    pub async fn set_blocked(
        &self,
        read: &User,
        blocked: bool,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let end_sessions = if blocked {
            ", sessions = :none ADD tokenVersion :one"
        } else {
            ""
        };
        let update = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression(format!("SET blocked = :blocked{end_sessions}"))
            .condition_expression("tokenVersion = :version AND blocked <> :blocked")
            .expression_attribute_values(":version", number(read.token_version))
            .expression_attribute_values(":blocked", AttributeValue::Bool(blocked));
        let update = if blocked {
            update
                .expression_attribute_values(":none", no_sessions())
                .expression_attribute_values(":one", number(1))
        } else {
            update
        };
        let user = self.table.transaction_item(update.build(), "block")?;
        self.write_with_record(user, audit_record).await
    }

    /// Ends all sessions, and with the token version all other tokens, in one transaction with the audit record. False when another request has
    /// ended them since the user was read, or the user does not exist.
    pub async fn sign_out_everywhere(&self, read: &User, audit_record: TransactionItem) -> Result<bool, StoreError> {
        let update = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression("SET sessions = :none ADD tokenVersion :one")
            .condition_expression("tokenVersion = :version")
            .expression_attribute_values(":version", number(read.token_version))
            .expression_attribute_values(":none", no_sessions())
            .expression_attribute_values(":one", number(1));
        let user = self.table.transaction_item(update.build(), "end of all sessions")?;
        self.write_with_record(user, audit_record).await
    }

    /// Requires that a user exists, whose deletion has not begun, as part of a transaction that writes something of that user.
    pub fn exists_item(&self, id: &UserId) -> Result<TransactionItem, StoreError> {
        let check = self
            .table
            .check_in_transaction(user_item_key(id))
            .condition_expression("attribute_exists(pk) AND attribute_not_exists(rejected)");
        self.table.transaction_item(check.build(), "a user")
    }

    /// Deletes a user and the claims on email addresses, and removes the profile's files (`files`), in one transaction. Its condition
    /// is that the profile is the one that was read, because a later profile may refer to other files, and that the
    /// token version is, because a later one may belong to other email addresses. False when they or a file are not, or the user does not exist.
    pub async fn delete(&self, read: &User, files: Vec<TransactionItem>) -> Result<bool, StoreError> {
        let described = "deletion";
        let user = self
            .table
            .delete_in_transaction(user_item_key(&read.user_id))
            .condition_expression("profileVersion = :read AND tokenVersion = :version")
            .expression_attribute_values(":read", number(read.profile_version))
            .expression_attribute_values(":version", number(read.token_version));
        let mut transaction = Transaction::new()
            .with(Writing::User, self.table.transaction_item(user.build(), described)?)
            .with_all(Writing::File, files);
        for email in read.claimed_emails(clock::seconds()) {
            transaction = transaction.with(Writing::EmailClaim, self.release_item(read, email)?);
        }
        Ok(self.table.transact(transaction).await?.is_written())
    }

    pub(super) async fn write_with_record(
        &self,
        user: TransactionItem,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let transaction = Transaction::new()
            .with(Writing::User, user)
            .with(Writing::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Writes an item, as part of a transaction, on the condition that there is none with its key.
    fn new_item(&self, key: Item, value: &impl Serialize) -> Result<TransactionItem, StoreError> {
        let described = "new item";
        let mut item = self.table.serialize(value, described)?;
        item.extend(key);
        let put = self.table.put_in_transaction(item);
        let put = put.condition_expression("attribute_not_exists(pk)");
        self.table.transaction_item(put.build(), described)
    }
}
