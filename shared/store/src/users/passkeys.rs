//! Passkeys of users: the map `passkeys` in the item of a user, so that a sign-in that reads the user needs no other read.
//!
//! No write replaces the map by one that was read before, as with sessions. The attribute is missing until the first passkey.

use std::{collections::HashMap, iter};

use aws_sdk_dynamodb::{operation::update_item::builders::UpdateItemFluentBuilder, types::ReturnValue};
use domain::{PasskeyId, SessionId, UserId, random_id};
use serde::{Deserialize, Serialize};

use super::{User, UsersTable, user_item_key};
use crate::{
    StoreError,
    table::{number, text},
};

/// The passkeys of a user, by id.
pub type Passkeys = HashMap<PasskeyId, Passkey>;

/// A passkey. Times are in seconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Passkey {
    /// The name that the user sees. Empty when there is none.
    pub name: String,
    pub created_at: u64,
    /// When it was last used. None before the first sign-in with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<u64>,
    /// Names the last use. None before the first, and in items of older releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_use: Option<String>,
    /// The public key with its signature counter and flags, as JSON of the crate that verifies signatures. It contains no secret.
    pub credential: String,
}

impl User {
    /// The ids of the sessions that a passkey began, without `kept`.
    fn sessions_of_passkey<'a>(
        &'a self,
        id: &'a PasskeyId,
        kept: Option<&'a SessionId>,
    ) -> impl Iterator<Item = &'a SessionId> {
        let all = self.sessions.iter().flatten();
        all.filter(move |(session, state)| state.passkey.as_ref() == Some(id) && Some(*session) != kept)
            .map(|(session, _)| session)
    }
}

impl UsersTable {
    /// Adds a passkey. False when the user has that passkey or `max` of them already, and when the token version is not the one that was
    /// read: the password was changed meanwhile, or the user was blocked or deleted. It can be repeated.
    pub async fn add_passkey(
        &self,
        read: &User,
        id: &PasskeyId,
        passkey: &Passkey,
        max: u32,
    ) -> Result<bool, StoreError> {
        let addition = |creates| self.passkey_addition(creates, read, id, passkey, max);
        self.table.add_to_map(read.passkeys.is_none(), addition).await
    }

    fn passkey_addition(
        &self,
        creates: bool,
        read: &User,
        id: &PasskeyId,
        passkey: &Passkey,
        max: u32,
    ) -> Result<UpdateItemFluentBuilder, StoreError> {
        let described = "new passkey";
        let update = self.table.update(user_item_key(&read.user_id));
        let update = update.expression_attribute_values(":version", number(read.token_version));
        Ok(if creates {
            let first = HashMap::from([(id, passkey)]);
            update
                .update_expression("SET passkeys = :passkeys")
                .condition_expression("tokenVersion = :version AND attribute_not_exists(passkeys)")
                .expression_attribute_values(":passkeys", self.table.attribute(&first, described)?)
        } else {
            update
                .update_expression("SET passkeys.#id = :passkey")
                .condition_expression(
                    "tokenVersion = :version AND attribute_exists(passkeys) \
                     AND (attribute_not_exists(passkeys.#id) AND size(passkeys) < :max OR passkeys.#id = :passkey)",
                )
                .expression_attribute_names("#id", id.as_str())
                .expression_attribute_values(":passkey", self.table.attribute(passkey, described)?)
                .expression_attribute_values(":max", number(max))
        })
    }

    /// Writes that a passkey is used now, with its new signature counter and flags. False when it was removed since it was read, or used
    /// by another request whose counter is not lower, in the same second or later. A retry after a lost response is no second use.
    pub async fn use_passkey(
        &self,
        user: &UserId,
        id: &PasskeyId,
        read: &Passkey,
        credential: &str,
        now: u64,
    ) -> Result<bool, StoreError> {
        let update = self
            .passkey_update(user, id)
            .update_expression(
                "SET passkeys.#id.lastUsedAt = :now, passkeys.#id.lastUse = :use, passkeys.#id.credential = :credential",
            )
            // The signature counter grows with each use, whichever of two requests writes last.
            .condition_expression("passkeys.#id.credential = :read OR passkeys.#id.lastUse = :use")
            .expression_attribute_values(":use", text(random_id()))
            .expression_attribute_values(":now", number(now))
            .expression_attribute_values(":credential", text(credential))
            .expression_attribute_values(":read", text(&read.credential));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Renames a passkey. False when the user does not have it.
    pub async fn rename_passkey(&self, user: &UserId, id: &PasskeyId, name: &str) -> Result<bool, StoreError> {
        let update = self
            .passkey_update(user, id)
            .update_expression("SET passkeys.#id.#name = :name")
            .condition_expression("attribute_exists(passkeys.#id)")
            .expression_attribute_names("#name", "name")
            .expression_attribute_values(":name", text(name));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Removes a passkey, with the sessions that it began, except `kept`. False when the user does not have it. Sessions that begin after
    /// the user was read are ended, too; none begins with a passkey that is removed.
    pub async fn remove_passkey(
        &self,
        read: &User,
        id: &PasskeyId,
        kept: Option<&SessionId>,
    ) -> Result<bool, StoreError> {
        let names: Vec<_> = read
            .sessions_of_passkey(id, kept)
            .enumerate()
            .map(|(index, session)| (format!("#session{index}"), session.as_str()))
            .collect();
        let paths = names.iter().map(|(name, _)| format!("sessions.{name}"));
        let paths: Vec<_> = iter::once("passkeys.#id".to_owned()).chain(paths).collect();
        let update = self
            .passkey_update(&read.user_id, id)
            .update_expression(format!("REMOVE {}", paths.join(", ")))
            .condition_expression("attribute_exists(passkeys.#id)")
            .return_values(ReturnValue::AllNew);
        let name = |update: UpdateItemFluentBuilder, (name, id)| update.expression_attribute_names(name, id);
        let update = names.into_iter().fold(update, name);
        let Some(output) = self.table.write_if(update).await? else {
            return Ok(false);
        };
        let item = output.attributes.unwrap_or_default();
        let written: User = self.table.parse(item, "user")?;
        for session in written.sessions_of_passkey(id, kept) {
            self.end_session(&read.user_id, session).await?;
        }
        Ok(true)
    }

    /// An update of a user that names a passkey `#id`.
    fn passkey_update(&self, user: &UserId, id: &PasskeyId) -> UpdateItemFluentBuilder {
        let update = self.table.update(user_item_key(user));
        update.expression_attribute_names("#id", id.as_str())
    }
}
