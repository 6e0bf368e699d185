//! Passkeys of users: the map `passkeys` in the item of a user, so that a sign-in that reads the user needs no other read.
//!
//! No write replaces the map by one that was read before, as with sessions. The attribute is missing until the first passkey.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use domain::{PasskeyId, UserId};
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
    /// When it was added.
    pub created_at: u64,
    /// When it was last used. None before the first sign-in with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<u64>,
    /// The public key with its signature counter and flags, as JSON of the crate that verifies signatures. It contains no secret.
    pub credential: String,
}

impl UsersTable {
    /// Adds a passkey. False when the user has that passkey or `max` of them already, and when the token version is not the one that was
    /// read: the password was changed meanwhile, or the user was blocked or deleted. It can be repeated.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn add_passkey(
        &self,
        read: &User,
        id: &PasskeyId,
        passkey: &Passkey,
        max: u32,
    ) -> Result<bool, StoreError> {
        // Only the first passkey creates the map. Another request may do that meanwhile, so both writes are tried.
        let creates = read.passkeys.is_none();
        Ok(self.try_adding_passkey(creates, read, id, passkey, max).await?
            || self.try_adding_passkey(!creates, read, id, passkey, max).await?)
    }

    async fn try_adding_passkey(
        &self,
        creates: bool,
        read: &User,
        id: &PasskeyId,
        passkey: &Passkey,
        max: u32,
    ) -> Result<bool, StoreError> {
        let described = "new passkey";
        let update = self.table.update(user_item_key(&read.user_id));
        let update = update.expression_attribute_values(":version", number(read.token_version));
        let update = if creates {
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
        };
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Writes that a passkey is used now, with its new signature counter and flags. False when it was removed or used since it was read.
    /// It can be repeated.
    ///
    /// # Errors
    /// When the table cannot be written.
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
            .update_expression("SET passkeys.#id.lastUsedAt = :now, passkeys.#id.credential = :credential")
            // The signature counter never decreases, whichever of two requests writes last.
            .condition_expression(
                "passkeys.#id.credential = :read \
                 OR passkeys.#id.credential = :credential AND passkeys.#id.lastUsedAt = :now",
            )
            .expression_attribute_values(":now", number(now))
            .expression_attribute_values(":credential", text(credential))
            .expression_attribute_values(":read", text(&read.credential));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Renames a passkey. False when the user does not have it.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn rename_passkey(&self, user: &UserId, id: &PasskeyId, name: &str) -> Result<bool, StoreError> {
        let update = self
            .passkey_update(user, id)
            .update_expression("SET passkeys.#id.#name = :name")
            .condition_expression("attribute_exists(passkeys.#id)")
            .expression_attribute_names("#name", "name")
            .expression_attribute_values(":name", text(name));
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Removes a passkey. False when the user does not have it.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn remove_passkey(&self, user: &UserId, id: &PasskeyId) -> Result<bool, StoreError> {
        let update = self
            .passkey_update(user, id)
            .update_expression("REMOVE passkeys.#id")
            .condition_expression("attribute_exists(passkeys.#id)");
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// An update of a user that names a passkey `#id`.
    fn passkey_update(&self, user: &UserId, id: &PasskeyId) -> UpdateItemFluentBuilder {
        let update = self.table.update(user_item_key(user));
        update.expression_attribute_names("#id", id.as_str())
    }
}
