//! Interest in services that are not open yet: the map `interests` in the item of a user, so that a request that reads the user needs
//! no other read, and that a deletion of the user deletes it.
//!
//! No write replaces the map by one that was read before, as with sessions. The attribute is missing until the first interest. An
//! interest ends when the user withdraws it, or when the email about the opening is sent.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::{
    operation::update_item::builders::UpdateItemFluentBuilder,
    types::{AttributeValue, ReturnValue},
};
use domain::{AnnouncementId, ServiceArea, UserId};
use serde::{Deserialize, Serialize};

use super::{User, UsersTable, user_item_key, user_key};
use crate::{StoreError, table::text};

/// The services of whose opening a user wants to be told.
pub type Interests = BTreeMap<ServiceArea, Interest>;

/// The wish to be told by email when a service opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interest {
    /// When the user asked, in seconds since the epoch.
    pub asked_at: u64,
    /// The announcement that is about to send the email. It stays when the job ends before it knows whether the email was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<AnnouncementId>,
}

impl User {
    pub fn interest_in(&self, area: ServiceArea) -> Option<&Interest> {
        self.interests.as_ref()?.get(&area)
    }

    /// The services of whose opening the user wants to be told.
    pub fn awaited_services(&self) -> impl Iterator<Item = ServiceArea> {
        self.interests.iter().flatten().map(|(area, _)| *area)
    }
}

impl UsersTable {
    /// Adds an interest of this moment, unless the user has it. False when the user was deleted. It can be repeated.
    pub async fn add_interest(&self, read: &User, area: ServiceArea, now: u64) -> Result<bool, StoreError> {
        let interest = Interest {
            asked_at: now,
            announcement: None,
        };
        let addition = |creates| self.interest_addition(creates, &read.user_id, area, &interest);
        self.table.add_to_map(read.interests.is_none(), addition).await
    }

    fn interest_addition(
        &self,
        creates: bool,
        user: &UserId,
        area: ServiceArea,
        interest: &Interest,
    ) -> Result<UpdateItemFluentBuilder, StoreError> {
        let described = "new interest";
        Ok(if creates {
            let first = BTreeMap::from([(area, interest)]);
            self.table
                .update(user_item_key(user))
                .update_expression("SET interests = :interests")
                .condition_expression("attribute_exists(pk) AND attribute_not_exists(interests)")
                .expression_attribute_values(":interests", self.table.attribute(&first, described)?)
        } else {
            self.interest_update(user, area)
                .update_expression("SET interests.#area = if_not_exists(interests.#area, :interest)")
                .condition_expression("attribute_exists(interests)")
                .expression_attribute_values(":interest", self.table.attribute(interest, described)?)
        })
    }

    /// Removes an interest, if the user has it. It can be repeated.
    pub async fn withdraw_interest(&self, user: &UserId, area: ServiceArea) -> Result<(), StoreError> {
        let update = self
            .interest_update(user, area)
            .update_expression("REMOVE interests.#area")
            .condition_expression("attribute_exists(interests.#area)");
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Marks that an announcement is about to send its email to a user, on the condition that no other announcement is (`read` is none) or
    /// that it is the one of `read`, and that the user may sign in. Returns the user after that. None when the condition does not hold: also
    /// when an earlier attempt has written the mark, so that two runs of the job never both send.
    pub async fn begin_announcement(
        &self,
        user: &UserId,
        area: ServiceArea,
        read: Option<&AnnouncementId>,
        id: &AnnouncementId,
    ) -> Result<Option<User>, StoreError> {
        let update = self
            .interest_update(user, area)
            .update_expression("SET interests.#area.announcement = :id")
            .expression_attribute_values(":id", text(id.as_str()))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":false", AttributeValue::Bool(false))
            .return_values(ReturnValue::AllNew);
        let may_sign_in = "verified = :true AND blocked = :false";
        let update = match read {
            None => update.condition_expression(format!(
                "attribute_exists(interests.#area) AND {may_sign_in} \
                 AND attribute_not_exists(interests.#area.announcement)"
            )),
            Some(read) => update
                .condition_expression(format!("{may_sign_in} AND interests.#area.announcement = :read"))
                .expression_attribute_values(":read", text(read.as_str())),
        };
        let item = self.table.write_if(update).await?.and_then(|output| output.attributes);
        item.map(|item| self.table.parse(item, &user_key(user))).transpose()
    }

    /// Removes an interest after its email was sent. It can be repeated.
    pub async fn finish_announcement(
        &self,
        user: &UserId,
        area: ServiceArea,
        id: &AnnouncementId,
    ) -> Result<(), StoreError> {
        self.end_announcement(user, area, id, "REMOVE interests.#area").await
    }

    /// Lets another announcement send the email, which was not sent. It can be repeated.
    pub async fn cancel_announcement(
        &self,
        user: &UserId,
        area: ServiceArea,
        id: &AnnouncementId,
    ) -> Result<(), StoreError> {
        self.end_announcement(user, area, id, "REMOVE interests.#area.announcement")
            .await
    }

    /// A user who has withdrawn the interest meanwhile, or was deleted, has nothing to end.
    async fn end_announcement(
        &self,
        user: &UserId,
        area: ServiceArea,
        id: &AnnouncementId,
        expression: &str,
    ) -> Result<(), StoreError> {
        let update = self
            .interest_update(user, area)
            .update_expression(expression)
            .condition_expression("interests.#area.announcement = :id")
            .expression_attribute_values(":id", text(id.as_str()));
        self.table.write_if(update).await?;
        Ok(())
    }

    /// An update of a user that names a service `#area`.
    fn interest_update(&self, user: &UserId, area: ServiceArea) -> UpdateItemFluentBuilder {
        let update = self.table.update(user_item_key(user));
        update.expression_attribute_names("#area", area.as_str())
    }
}
