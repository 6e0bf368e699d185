//! Teachers' applications: the attribute `application` in the item of a teacher, with the status of the review. It is the partition key of the
//! index `applications`, so nothing scans users, and it stays when somebody else writes the item. Teachers without a review have `pending`.

use std::{fmt, str::FromStr};

use aws_sdk_dynamodb::types::AttributeValue;
use domain::{CourseId, ReviewStatus, TeacherApproval, UserId, UserType};
use jiff::Timestamp;
use serde::Deserialize;

use super::{Review, User, UserProfile, UsersTable, user_item_key, user_key};
use crate::{
    StoreError, TransactionItem,
    table::{Item, key, text},
};

const INDEX: &str = "applications";
const ATTRIBUTE: &str = "application";
/// How many times as many teachers as a list shows are read at once where a filter may leave some out. Otherwise one that is left out takes
/// another request, which reads as many again.
const FILTERED: i32 = 2;

/// What the index has of a teacher.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Applicant {
    pub user_id: UserId,
    pub profile: UserProfile,
    pub created_at: Timestamp,
    pub blocked: bool,
    pub review: Option<Review>,
}

/// Where the next page of a list begins: after this application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationCursor {
    created_at: Timestamp,
    user_id: UserId,
}

/// What is read of a teacher whose application waits.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Waiting {
    created_at: Timestamp,
}

impl User {
    /// The status of a teacher's application. None for a student.
    pub fn application(&self) -> Option<ReviewStatus> {
        let status = self
            .review
            .as_ref()
            .map_or(ReviewStatus::Pending, |review| review.status);
        (self.r#type == UserType::Teacher).then_some(status)
    }

    /// The attribute of a new item.
    pub(super) fn application_attribute(&self) -> Item {
        let status = self.application();
        status.map(|status| key(ATTRIBUTE, status.as_str())).unwrap_or_default()
    }
}

impl Applicant {
    fn cursor(&self) -> ApplicationCursor {
        ApplicationCursor {
            created_at: self.created_at,
            user_id: self.user_id.clone(),
        }
    }
}

impl ApplicationCursor {
    fn key(&self, status: ReviewStatus) -> Item {
        let mut item = key("pk", user_key(&self.user_id));
        item.extend(key(ATTRIBUTE, status.as_str()));
        item.extend(key("createdAt", self.created_at.to_string()));
        item
    }
}

impl fmt::Display for ApplicationCursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}~{}", self.created_at, self.user_id)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct CursorError;

impl FromStr for ApplicationCursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (created_at, user_id) = text.split_once('~').ok_or(CursorError)?;
        Ok(Self {
            created_at: created_at.parse().map_err(|_| CursorError)?,
            user_id: user_id.parse().map_err(|_| CursorError)?,
        })
    }
}

impl UsersTable {
    /// Teachers with that status, the oldest first: at most `limit` of those after the cursor, and the cursor of the next page. Whoever has not
    /// verified the mailbox, or is blocked, does not wait. A change of the last second may be missing, because an index is read.
    pub async fn applications(
        &self,
        status: ReviewStatus,
        course: Option<&CourseId>,
        cursor: Option<&ApplicationCursor>,
        limit: i32,
    ) -> Result<(Vec<Applicant>, Option<ApplicationCursor>), StoreError> {
        // One more shows whether there is another page.
        let wanted = limit + 1;
        let mut filters = Vec::new();
        let mut query = self
            .table
            .query()
            .index_name(INDEX)
            .key_condition_expression("#application = :status")
            .expression_attribute_names("#application", ATTRIBUTE)
            .expression_attribute_values(":status", text(status.as_str()))
            .set_exclusive_start_key(cursor.map(|cursor| cursor.key(status)));
        if status == ReviewStatus::Pending {
            filters.push("verified = :true AND blocked = :false");
            query = query
                .expression_attribute_values(":true", AttributeValue::Bool(true))
                .expression_attribute_values(":false", AttributeValue::Bool(false));
        }
        if let Some(course) = course {
            filters.push("contains(profile.courses, :course)");
            query = query.expression_attribute_values(":course", text(course.as_str()));
        }
        query = if filters.is_empty() {
            query.limit(wanted)
        } else {
            query.limit(wanted * FILTERED).filter_expression(filters.join(" AND "))
        };
        let items = self.table.query_some(query, wanted).await?;
        let mut found: Vec<Applicant> = self.table.parse_all(items, "a teacher")?;
        let kept = usize::try_from(limit).unwrap_or_default();
        let is_more = found.len() > kept;
        found.truncate(kept);
        let next = found.last().filter(|_| is_more).map(Applicant::cursor);
        Ok((found, next))
    }

    /// When the teachers signed up whose application waits for a review, the oldest first. Without approval, those who have no review do not.
    pub async fn pending_applications(&self, approval: TeacherApproval) -> Result<Vec<Timestamp>, StoreError> {
        let reviewed_only = match approval {
            TeacherApproval::Required => "",
            TeacherApproval::Off => " AND attribute_exists(review)",
        };
        let query = self
            .table
            .query()
            .index_name(INDEX)
            .key_condition_expression("#application = :status")
            .filter_expression(format!("verified = :true AND blocked = :false{reviewed_only}"))
            .projection_expression("createdAt")
            .expression_attribute_names("#application", ATTRIBUTE)
            .expression_attribute_values(":status", text(ReviewStatus::Pending.as_str()))
            .expression_attribute_values(":true", AttributeValue::Bool(true))
            .expression_attribute_values(":false", AttributeValue::Bool(false));
        let waiting: Vec<Waiting> = self.table.parse_all(self.table.query_all(query).await?, "a teacher")?;
        Ok(waiting.into_iter().map(|teacher| teacher.created_at).collect())
    }

    /// Sets the review of a teacher's application, in one transaction with the audit record. False when the review is not the one
    /// that was read, or the user does not exist.
    pub async fn set_review(
        &self,
        read: &User,
        review: &Review,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let described = "review";
        let update = self
            .table
            .update_in_transaction(user_item_key(&read.user_id))
            .update_expression("SET review = :review, #application = :status")
            .expression_attribute_names("#application", ATTRIBUTE)
            .expression_attribute_values(":status", text(review.status.as_str()))
            .expression_attribute_values(":review", self.table.attribute(review, described)?);
        let update = match &read.review {
            None => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(review)"),
            Some(before) => update
                .condition_expression("review = :before")
                .expression_attribute_values(":before", self.table.attribute(before, described)?),
        };
        let user = self.table.transaction_item(update.build(), described)?;
        self.write_with_record(user, audit_record).await
    }

    /// Notes that SES has accepted the email about a review, unless another review has followed.
    pub async fn mark_review_told(&self, user: &UserId, review: &Review) -> Result<(), StoreError> {
        let update = self
            .table
            .update(user_item_key(user))
            .update_expression("REMOVE review.untold")
            .condition_expression("review = :review")
            .expression_attribute_values(":review", self.table.attribute(review, "review")?);
        self.table.write_if(update).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let text = "2026-11-20T08:00:00.5Z~0f8fad5bd9cb469fa16570867728950e";
        assert_eq!(text.parse::<ApplicationCursor>().unwrap().to_string(), text);
        for other in [
            "",
            "~",
            "2026-11-20T08:00:00Z",
            "2026-11-20~0f8fad5bd9cb469fa16570867728950e",
        ] {
            assert_eq!(other.parse::<ApplicationCursor>(), Err(CursorError), "{other}");
        }
    }
}
