//! Changes of email addresses: the pending change of a user, and reverting it for an earlier one.
//!
//! A user has at most one pending change (`emailChange`). Confirming it moves the claim in one transaction: the new email address is
//! claimed, and the claim on the old one stays, reserved for the user until `expiresAt`, the table's TTL. Until then nobody else can
//! claim it, so the user can always revert the change (`previousEmails`). A reserved claim allows neither sign-in nor password reset.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::{AttributeValue, builders::UpdateBuilder};
use domain::{EmailAddress, EmailChangeId, UserId};
use platform::clock;
use serde::{Deserialize, Serialize};

use super::{EmailClaim, User, UsersTable, email_item_key, sessions::no_sessions, user_item_key, writes::Writing};
use crate::{
    StoreError, TransactionItem,
    table::{number, text},
    transaction::{Transaction, TransactionOutcome},
};

/// A change of the email address that waits for its confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailChange {
    pub change_id: EmailChangeId,
    pub email: EmailAddress,
    /// When it can no longer be confirmed, in seconds since the epoch.
    pub expires_at: u64,
}

/// An email address that the user had, and can have again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviousEmail {
    /// The id of the change that replaced it.
    pub change_id: EmailChangeId,
    pub email: EmailAddress,
    /// Until when the change can be reverted, in seconds since the epoch.
    pub expires_at: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeEmailError {
    #[error("the email address is claimed")]
    EmailTaken,
    /// The user is not as they were read, or was deleted.
    #[error("the user is not as read")]
    UserChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl User {
    /// The pending change, if it can still be confirmed.
    pub fn pending_email_change(&self, now: u64) -> Option<&EmailChange> {
        self.email_change.as_ref().filter(|change| now < change.expires_at)
    }

    /// The email addresses to which the user can revert, the oldest first.
    pub fn revertible_emails(&self, now: u64) -> impl Iterator<Item = &PreviousEmail> {
        self.previous_emails
            .iter()
            .filter(move |previous| now < previous.expires_at)
    }

    /// Whether the last change of the email address was that one.
    pub fn has_made_email_change(&self, id: &EmailChangeId) -> bool {
        self.previous_emails.last().is_some_and(|last| last.change_id == *id)
    }

    /// Whether this change is the one that was reverted last.
    pub fn has_reverted_email_change(&self, id: &EmailChangeId) -> bool {
        self.reverted_email_change.as_ref() == Some(id)
    }

    /// Every email address that the user claims: the current one, and those that are reserved.
    pub(super) fn claimed_emails(&self, now: u64) -> BTreeSet<&EmailAddress> {
        let reserved = self.revertible_emails(now).map(|previous| &previous.email);
        reserved.chain([&self.email]).collect()
    }
}

impl UsersTable {
    /// Changes the email address of a user who is not verified, and moves the claim, in one transaction. Verification tokens that were
    /// sent to the former mailbox end. Returns the user after that.
    pub async fn correct_email(&self, read: &User, email: EmailAddress) -> Result<User, ChangeEmailError> {
        let user = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression("SET email = :new ADD tokenVersion :one")
            .condition_expression("email = :old AND verified = :false AND attribute_not_exists(rejected)")
            .expression_attribute_values(":new", text(email.as_str()))
            .expression_attribute_values(":old", text(read.email.as_str()))
            .expression_attribute_values(":false", AttributeValue::Bool(false))
            .expression_attribute_values(":one", number(1));
        let user = self.table.transaction_item(user.build(), "new email address")?;
        let transaction = Transaction::new()
            .with(Writing::User, user)
            .with(Writing::EmailClaim, self.claim_item(&read.user_id, &email)?)
            .with(Writing::PreviousClaim, self.release_item(read, &read.email)?);
        match self.table.transact(transaction).await? {
            TransactionOutcome::Written => Ok(User {
                email,
                token_version: read.token_version + 1,
                ..read.clone()
            }),
            TransactionOutcome::Refused(items) if items.contains(&Writing::User) => Err(ChangeEmailError::UserChanged),
            TransactionOutcome::Refused(_) => Err(ChangeEmailError::EmailTaken),
        }
    }

    /// Writes a pending change over an earlier one. False when the token version is not the one that was read: the password or the email
    /// address was changed meanwhile, or the user was blocked or deleted. A change whose link is sent again, which has the id of the
    /// pending one, is not written after that was cancelled or replaced, either. It can be repeated.
    pub async fn request_email_change(&self, read: &User, change: &EmailChange) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET emailChange = :change")
            .expression_attribute_values(":change", self.table.attribute(change, "email change")?)
            .expression_attribute_values(":version", number(read.token_version));
        let pending = read.email_change.as_ref().map(|pending| &pending.change_id);
        let update = if pending == Some(&change.change_id) {
            update
                .condition_expression("tokenVersion = :version AND emailChange.changeId = :id")
                .expression_attribute_values(":id", text(change.change_id.as_str()))
        } else {
            update.condition_expression("tokenVersion = :version")
        };
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Removes the pending change, if there is one. It can be repeated.
    pub async fn cancel_email_change(&self, read: &User) -> Result<(), StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("REMOVE emailChange")
            .condition_expression("attribute_exists(pk)");
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Whether that email address is claimed or reserved for another user.
    pub async fn is_email_taken_by_other(&self, email: &EmailAddress, user: &User) -> Result<bool, StoreError> {
        let claim = self.claim_on(email).await?;
        Ok(claim.is_some_and(|claim| claim.holds(clock::seconds()) && claim.user_id != user.user_id))
    }

    /// Confirms the pending change in one transaction: claims the new email address, reserves the old one until `revertible_until`, marks
    /// the mailbox as verified, and ends all sessions. Returns the user after that.
    pub async fn confirm_email_change(
        &self,
        read: &User,
        change: &EmailChange,
        revertible_until: u64,
    ) -> Result<User, ChangeEmailError> {
        let now = clock::seconds();
        let previous = PreviousEmail {
            change_id: change.change_id.clone(),
            email: read.email.clone(),
            expires_at: revertible_until,
        };
        let changed = User {
            email: change.email.clone(),
            verified: true,
            token_version: read.token_version + 1,
            email_change: None,
            previous_emails: read.revertible_emails(now).cloned().chain([previous]).collect(),
            reverted_email_change: None,
            ..read.clone()
        };
        let described = "email change";
        let user = self
            .email_update(read, &changed, Some("emailChange.changeId = :change"))?
            .update_expression(
                "SET email = :email, verified = :true, sessions = :none, previousEmails = :previous, tokenVersion = :next \
                 REMOVE emailChange, revertedEmailChange",
            )
            .expression_attribute_values(":change", text(change.change_id.as_str()));
        let transaction = Transaction::new()
            .with(Writing::User, self.table.transaction_item(user.build(), described)?)
            .with(Writing::EmailClaim, self.claim_item(&read.user_id, &change.email)?)
            .with(
                Writing::PreviousClaim,
                self.reserve_item(read, &read.email, revertible_until)?,
            );
        match self.table.transact(transaction).await? {
            TransactionOutcome::Written => Ok(changed),
            TransactionOutcome::Refused(items) if items.contains(&Writing::User) => Err(ChangeEmailError::UserChanged),
            TransactionOutcome::Refused(_) => Err(ChangeEmailError::EmailTaken),
        }
    }

    /// Reverts to an earlier email address in one transaction: claims it, undoes all later changes, releases their email addresses,
    /// replaces the password hash, removes all passkeys, and ends all sessions. Returns the user after that.
    pub async fn revert_email_change(
        &self,
        read: &User,
        to: &PreviousEmail,
        password_hash: &str,
    ) -> Result<User, ChangeEmailError> {
        let now = clock::seconds();
        let earlier = read
            .revertible_emails(now)
            .take_while(|previous| previous.change_id != to.change_id);
        let reverted = User {
            email: to.email.clone(),
            verified: true,
            password_hash: password_hash.to_owned(),
            token_version: read.token_version + 1,
            email_change: None,
            previous_emails: earlier.cloned().collect(),
            reverted_email_change: Some(to.change_id.clone()),
            passkeys: None,
            ..read.clone()
        };
        let described = "revert of an email change";
        let user = self
            .email_update(read, &reverted, None)?
            .update_expression(
                "SET email = :email, verified = :true, sessions = :none, previousEmails = :previous, passwordHash = :hash, \
                 revertedEmailChange = :change, tokenVersion = :next REMOVE emailChange, passkeys",
            )
            .expression_attribute_values(":hash", text(password_hash))
            .expression_attribute_values(":change", text(to.change_id.as_str()));
        let target = self
            .table
            .update_in_transaction(email_item_key(&to.email))
            .update_expression("REMOVE expiresAt")
            .condition_expression("userId = :id")
            .expression_attribute_values(":id", text(read.user_id.as_str()));
        let mut transaction = Transaction::new()
            .with(Writing::User, self.table.transaction_item(user.build(), described)?)
            .with(
                Writing::EmailClaim,
                self.table.transaction_item(target.build(), described)?,
            );
        // An email address to which an earlier change can be reverted stays reserved for that.
        let kept: BTreeMap<_, _> = reverted
            .revertible_emails(now)
            .map(|kept| (&kept.email, kept.expires_at))
            .collect();
        for email in read.claimed_emails(now).into_iter().filter(|email| **email != to.email) {
            let item = match kept.get(email) {
                Some(expires_at) => self.reserve_item(read, email, *expires_at)?,
                None => self.release_item(read, email)?,
            };
            transaction = transaction.with(Writing::PreviousClaim, item);
        }
        match self.table.transact(transaction).await? {
            TransactionOutcome::Written => Ok(reverted),
            TransactionOutcome::Refused(_) => Err(ChangeEmailError::UserChanged),
        }
    }

    /// Claims an email address, as part of a transaction. Its condition is that no other user claims it, or has it reserved.
    pub(super) fn claim_item(&self, user: &UserId, email: &EmailAddress) -> Result<TransactionItem, StoreError> {
        let described = "claim";
        let mut item = self.table.serialize(&EmailClaim::of(user), described)?;
        item.extend(email_item_key(email));
        let claim = self
            .table
            .put_in_transaction(item)
            .condition_expression("attribute_not_exists(pk) OR userId = :id OR expiresAt <= :now")
            .expression_attribute_values(":id", text(user.as_str()))
            .expression_attribute_values(":now", number(clock::seconds()));
        self.table.transaction_item(claim.build(), described)
    }

    /// Releases an email address, as part of a transaction, if the user claims it.
    pub(super) fn release_item(&self, user: &User, email: &EmailAddress) -> Result<TransactionItem, StoreError> {
        let claim = self
            .table
            .delete_in_transaction(email_item_key(email))
            // Another user may have registered with the email address since.
            .condition_expression("attribute_not_exists(pk) OR userId = :id")
            .expression_attribute_values(":id", text(user.user_id.as_str()));
        self.table.transaction_item(claim.build(), "claim")
    }

    /// Reserves an email address that the user claims until a moment, as part of a transaction.
    fn reserve_item(&self, user: &User, email: &EmailAddress, until: u64) -> Result<TransactionItem, StoreError> {
        let claim = self
            .table
            .update_in_transaction(email_item_key(email))
            .update_expression("SET expiresAt = :until")
            .condition_expression("userId = :id")
            .expression_attribute_values(":id", text(user.user_id.as_str()))
            .expression_attribute_values(":until", number(until));
        self.table.transaction_item(claim.build(), "claim")
    }

    /// An update of the email addresses of a user, on the condition that no session, password or email address has changed since the
    /// user was read: each of these changes raises the token version. `condition` is a further one. A second call of
    /// `condition_expression` would replace the first one.
    fn email_update(&self, read: &User, changed: &User, condition: Option<&str>) -> Result<UpdateBuilder, StoreError> {
        let unchanged = "tokenVersion = :read";
        let conditions = condition.map_or_else(|| unchanged.to_owned(), |also| format!("{unchanged} AND {also}"));
        Ok(self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .condition_expression(conditions)
            .expression_attribute_values(":email", text(changed.email.as_str()))
            .expression_attribute_values(
                ":previous",
                self.table.attribute(&changed.previous_emails, "previous emails")?,
            )
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":none", no_sessions())
            .expression_attribute_values(":read", number(read.token_version))
            .expression_attribute_values(":next", number(changed.token_version)))
    }
}
