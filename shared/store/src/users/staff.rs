//! Staff: the attribute `staff` in the item of a user, and the item `staff`, which lists the users who have it.
//!
//! The list is written in the transaction of the roles. It is for the page of staff, and keeps the last owner; what a user may do is in the item
//! of the user, which each request reads.

use std::collections::{BTreeSet, HashSet};

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{PasskeyId, SessionId, StaffRole, UserId};
use serde::{Deserialize, Serialize};

use super::{User, UsersTable, user_item_key};
use crate::{
    StoreError, TransactionItem,
    table::{key, number},
    transaction::{Transaction, TransactionOutcome},
};

const LIST: &str = "staff";

/// The roles of a user, and what the user needs to use them. Times are in seconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Staff {
    pub roles: BTreeSet<StaffRole>,
    /// Rises with each change of the roles, which ends the staff sign-ins.
    pub version: u64,
    /// The passkeys that sign in as staff. Others of the user do not: a thief of the password may have added them.
    #[serde(default)]
    pub passkeys: Vec<PasskeyId>,
    /// The code that admits the next passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<StaffCode>,
}

/// A one-time code, which an owner gives to the staff member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffCode {
    pub hash: String,
    pub expires_at: u64,
}

/// A sign-in as staff: an attribute of the session in which it took place, with which it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffSignIn {
    pub hash: String,
    pub at: u64,
    /// Removing the passkey ends the sign-in.
    pub passkey: PasskeyId,
    /// [`Staff::version`] at the sign-in.
    pub version: u64,
}

/// The item `staff`. Its set `owners` is for the condition that one of them remains.
#[derive(Debug, Default, Deserialize)]
struct StaffList {
    #[serde(default)]
    members: HashSet<UserId>,
}

/// The result of a change of roles. Only [`Self::Written`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum StaffOutcome {
    Written,
    /// The user is not as read, or deleted.
    Changed,
    LastOwner,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Writing {
    User,
    List,
    AuditRecord,
}

impl Staff {
    /// Whether the user has one of these roles. An owner has all.
    pub fn has_one_of(&self, roles: &[StaffRole]) -> bool {
        self.is_owner() || roles.iter().any(|role| self.roles.contains(role))
    }

    pub fn is_owner(&self) -> bool {
        self.roles.contains(&StaffRole::Owner)
    }
}

impl UsersTable {
    /// Sets what a user may do as staff, in one transaction with the list and the audit record. None ends all of it.
    pub async fn set_staff(
        &self,
        read: &User,
        staff: Option<&Staff>,
        audit_record: TransactionItem,
    ) -> Result<StaffOutcome, StoreError> {
        let transaction = Transaction::new()
            .with(Writing::User, self.staff_item(read, staff)?)
            .with(Writing::List, self.list_item(read, staff)?)
            .with(Writing::AuditRecord, audit_record);
        Ok(match Box::pin(self.table.transact(transaction)).await? {
            TransactionOutcome::Written => StaffOutcome::Written,
            TransactionOutcome::Refused(items) if items.contains(&Writing::User) => StaffOutcome::Changed,
            TransactionOutcome::Refused(_) => StaffOutcome::LastOwner,
        })
    }

    fn staff_item(&self, read: &User, staff: Option<&Staff>) -> Result<TransactionItem, StoreError> {
        let update = self.table.update_in_transaction(user_item_key(&read.user_id));
        let update = match &read.staff {
            None => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(staff)"),
            Some(before) => update
                .condition_expression("staff = :before")
                .expression_attribute_values(":before", self.table.attribute(before, LIST)?),
        };
        let update = match staff {
            None => update.update_expression("REMOVE staff"),
            Some(staff) => update
                .update_expression("SET staff = :staff")
                .expression_attribute_values(":staff", self.table.attribute(staff, LIST)?),
        };
        self.table.transaction_item(update.build(), LIST)
    }

    fn list_item(&self, read: &User, staff: Option<&Staff>) -> Result<TransactionItem, StoreError> {
        let id = AttributeValue::Ss(vec![read.user_id.to_string()]);
        let was_owner = read.staff.as_ref().is_some_and(Staff::is_owner);
        let is_owner = staff.is_some_and(Staff::is_owner);
        let expression = match (staff, was_owner) {
            (Some(_), _) if is_owner => "ADD members :id, owners :id",
            (Some(_), true) => "ADD members :id DELETE owners :id",
            (Some(_), false) => "ADD members :id",
            (None, true) => "DELETE members :id, owners :id",
            (None, false) => "DELETE members :id",
        };
        let update = self
            .table
            .update_in_transaction(key("pk", LIST))
            .update_expression(expression)
            .expression_attribute_values(":id", id);
        let update = if was_owner && !is_owner {
            update
                .condition_expression("size(owners) > :one")
                .expression_attribute_values(":one", number(1))
        } else {
            update
        };
        self.table.transaction_item(update.build(), LIST)
    }

    /// Writes a sign-in as staff into the session. `staff` has what changed of the user: the passkey that a code has admitted. False when the
    /// roles are not as read, or the session or the passkey has ended. A retry after a lost response is no second sign-in.
    pub async fn sign_in_staff(
        &self,
        read: &User,
        session: &SessionId,
        staff: &Staff,
        sign_in: &StaffSignIn,
    ) -> Result<bool, StoreError> {
        let update = self
            .table
            .update(user_item_key(&read.user_id))
            .update_expression("SET staff = :staff, sessions.#session.staff = :signIn")
            .condition_expression(
                "(staff = :before OR sessions.#session.staff = :signIn) AND attribute_exists(sessions.#session) \
                 AND attribute_exists(passkeys.#passkey)",
            )
            .expression_attribute_names("#session", session.as_str())
            .expression_attribute_names("#passkey", sign_in.passkey.as_str())
            .expression_attribute_values(":before", self.table.attribute(&read.staff, LIST)?)
            .expression_attribute_values(":staff", self.table.attribute(staff, LIST)?)
            .expression_attribute_values(":signIn", self.table.attribute(sign_in, LIST)?);
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// The users with roles.
    pub async fn staff_members(&self) -> Result<HashSet<UserId>, StoreError> {
        let list: Option<StaffList> = self.table.get(key("pk", LIST), LIST).await?;
        Ok(list.unwrap_or_default().members)
    }
}
