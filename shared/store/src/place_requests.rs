//! The place requests table: the requests of users for a place in a run of a course.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `userId` | S, partition | the user |
//! | `courseId` | S, sort | the course, so that a user has one request for each |
//! | `queue` | S, partition of the index `queue` | `pending`, while the request waits for a decision |
//! | `requestedAt` | S, sort of the index `queue` | when the user asked, in whole seconds, so that text sorts as time does |
//!
//! The index `course` has `courseId` as partition key, and `userId` as sort key.
//!
//! Access patterns: of a user and course, all of a user, all places in a run (the index `course`), mark that a user joined a session or is told
//! about it, all that wait in their order (the index, for the operator's tool), all (`Scan`,
//! likewise), ask (in one transaction with the conditions that the user exists and is not enrolled), withdraw, accept (in the transaction
//! that enrols), decline (in one transaction with the audit record), delete all of a user.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::{Client, operation::update_item::builders::UpdateItemFluentBuilder, types::AttributeValue};
use domain::{CourseId, CourseRun, PlaceRequestState, RunId, UserId};
use jiff::{Timestamp, Unit, civil::Date};
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    course_details::CourseDetailsTable,
    table::{Item, Table, text},
    transaction::{Transaction, TransactionOutcome},
};

/// The index by course.
const COURSE_INDEX: &str = "course";
/// The index of requests that wait for a decision.
const QUEUE_INDEX: &str = "queue";
/// The value of its partition key. Few requests wait at once, so one partition has them all.
const QUEUE: &str = "pending";

#[derive(Debug, Clone)]
pub struct PlaceRequestsTable {
    table: Table,
}

/// A request for a place in a run of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceRequest {
    pub user_id: UserId,
    pub course_id: CourseId,
    pub run_id: RunId,
    /// The first day of the run at the time of the request. It stays when the run leaves the catalogue.
    pub start: Date,
    /// The last day of the run, likewise.
    pub end: Date,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub state: PlaceRequestState,
    /// When the user asked for this run.
    pub requested_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Why it was declined, as the operator wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When the user first joined each session, by its number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub joined: BTreeMap<u32, Timestamp>,
    /// What the user was told about the sessions, and when: [`SessionNotice::mark`](domain::SessionNotice::mark).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub told: BTreeMap<String, Timestamp>,
}

/// A request with the attribute that puts it into the index.
#[derive(Debug, Serialize)]
struct RequestItem<'a> {
    #[serde(flatten)]
    request: &'a PlaceRequest,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<&'static str>,
}

/// The result of asking for a place. Only [`Self::Asked`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum AskOutcome {
    /// The request waits for a decision.
    Asked,
    AlreadyEnrolled,
    NoUser,
    /// Another request has changed it.
    Changed,
}

/// The items of the transaction that asks for a place.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asking {
    User,
    Enrolment,
    Request,
}

/// The items of the transaction that declines a request, or deletes an accepted one.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Deciding {
    Request,
    AuditRecord,
    Place,
}

impl PlaceRequest {
    /// A request of this moment.
    #[must_use]
    pub fn new(user_id: UserId, course_id: CourseId, run: &CourseRun, message: Option<String>) -> Self {
        Self {
            user_id,
            course_id,
            run_id: run.id.clone(),
            start: run.start,
            end: run.end,
            message,
            state: PlaceRequestState::Pending,
            requested_at: now(),
            decided_at: None,
            reason: None,
            joined: BTreeMap::new(),
            told: BTreeMap::new(),
        }
    }

    /// The request with a decision of this moment.
    #[must_use]
    pub fn decided(self, state: PlaceRequestState, reason: Option<String>) -> Self {
        Self {
            state,
            reason,
            decided_at: Some(now()),
            ..self
        }
    }
}

impl PlaceRequestsTable {
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    pub async fn find(&self, user: &UserId, course: &CourseId) -> Result<Option<PlaceRequest>, StoreError> {
        self.table.get(request_key(user, course), course.as_str()).await
    }

    /// All requests of a user, by course.
    pub async fn of_user(&self, user: &UserId) -> Result<Vec<PlaceRequest>, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("userId = :user")
            .expression_attribute_values(":user", text(user.as_str()))
            .consistent_read(true);
        let items = self.table.query_all(query).await?;
        self.table.parse_all(items, "a request of the user")
    }

    /// The requests that wait for a decision, oldest first. One of the last second may be missing, because an index is read.
    pub async fn pending(&self) -> Result<Vec<PlaceRequest>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(QUEUE_INDEX)
            .key_condition_expression("queue = :queue")
            .expression_attribute_values(":queue", text(QUEUE));
        let items = self.table.query_all(query).await?;
        self.table.parse_all(items, "a request that waits")
    }

    /// The accepted requests for a run. One of the last second may be missing, because an index is read.
    pub async fn places_of_run(&self, course: &CourseId, run: &RunId) -> Result<Vec<PlaceRequest>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(COURSE_INDEX)
            .key_condition_expression("courseId = :course")
            .filter_expression("runId = :run AND #state = :accepted")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":course", text(course.as_str()))
            .expression_attribute_values(":run", text(run.as_str()))
            .expression_attribute_values(":accepted", state_text(PlaceRequestState::Accepted));
        let items = self.table.query_all(query).await?;
        self.table.parse_all(items, "a place in a run")
    }

    /// All requests, oldest first.
    pub async fn all(&self) -> Result<Vec<PlaceRequest>, StoreError> {
        let items = self.table.scan_all(self.table.scan()).await?;
        let mut requests: Vec<PlaceRequest> = self.table.parse_all(items, "a request")?;
        requests.sort_by_key(|request| request.requested_at);
        Ok(requests)
    }

    /// Writes a request, on the condition that the stored one is `read`, that the user exists and that they are not enrolled. The other
    /// items come from [`UsersTable::exists_item`](crate::users::UsersTable::exists_item) and
    /// [`PaymentsTable::not_enrolled_item`](crate::payments::PaymentsTable::not_enrolled_item).
    pub async fn ask(
        &self,
        read: Option<&PlaceRequest>,
        request: &PlaceRequest,
        user_exists: TransactionItem,
        not_enrolled: TransactionItem,
    ) -> Result<AskOutcome, StoreError> {
        let transaction = Transaction::new()
            .with(Asking::User, user_exists)
            .with(Asking::Enrolment, not_enrolled)
            .with(Asking::Request, self.replace_item(read, request)?);
        Ok(match self.table.transact(transaction).await? {
            TransactionOutcome::Written => AskOutcome::Asked,
            TransactionOutcome::Refused(items) if items.contains(&Asking::User) => AskOutcome::NoUser,
            TransactionOutcome::Refused(items) if items.contains(&Asking::Enrolment) => AskOutcome::AlreadyEnrolled,
            TransactionOutcome::Refused(_) => AskOutcome::Changed,
        })
    }

    /// Deletes a request that waits for a decision. False when there is none.
    pub async fn withdraw(&self, user: &UserId, course: &CourseId) -> Result<bool, StoreError> {
        self.delete_in_state(user, course, "#state = :state", PlaceRequestState::Pending)
            .await
    }

    /// Replaces a request by its decision, as part of a transaction. Its condition is that the stored one is `read`.
    pub fn replace_item(
        &self,
        read: Option<&PlaceRequest>,
        request: &PlaceRequest,
    ) -> Result<TransactionItem, StoreError> {
        let described = request.course_id.as_str();
        let item = RequestItem {
            request,
            queue: (request.state == PlaceRequestState::Pending).then_some(QUEUE),
        };
        let put = self.table.put_in_transaction(self.table.serialize(&item, described)?);
        let put = match read {
            None => put.condition_expression("attribute_not_exists(userId)"),
            Some(read) => {
                let same = "#state = :state AND runId = :run AND requestedAt = :at";
                let put = put
                    .expression_attribute_names("#state", "state")
                    .expression_attribute_values(":state", state_text(read.state))
                    .expression_attribute_values(":run", text(read.run_id.as_str()))
                    .expression_attribute_values(":at", self.table.attribute(&read.requested_at, described)?);
                // A user who asks for the same run with another message keeps the time of the request.
                match &read.message {
                    Some(message) => put
                        .condition_expression(format!("{same} AND message = :message"))
                        .expression_attribute_values(":message", text(message)),
                    None => put.condition_expression(format!("{same} AND attribute_not_exists(message)")),
                }
            }
        };
        self.table.transaction_item(put.build(), described)
    }

    /// Declines a request, in one transaction with the audit record. False when the stored request is not `read`.
    pub async fn decline(
        &self,
        read: &PlaceRequest,
        declined: &PlaceRequest,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let transaction = Transaction::new()
            .with(Deciding::Request, self.replace_item(Some(read), declined)?)
            .with(Deciding::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Notes that the user of an accepted request joins a session now, unless that is noted already, or the request has changed.
    pub async fn note_joined(&self, request: &PlaceRequest, number: u32) -> Result<(), StoreError> {
        let marks = [number.to_string()];
        let _: bool = self.mark(request, "joined", request.joined.is_empty(), &marks).await?;
        Ok(())
    }

    /// Marks that the user of an accepted request is about to be told something. False when the request has changed, or when one of the
    /// marks is there: somebody else tells the user.
    pub async fn mark_told(&self, request: &PlaceRequest, marks: &[String]) -> Result<bool, StoreError> {
        self.mark(request, "told", request.told.is_empty(), marks).await
    }

    /// Removes marks again: it is certain that the user was not told.
    pub async fn unmark_told(&self, request: &PlaceRequest, marks: &[String]) -> Result<(), StoreError> {
        let names: Vec<_> = (0..marks.len()).map(|index| format!("told.#mark{index}")).collect();
        let mut update = self
            .accepted_update(request, "attribute_exists(told)")
            .update_expression(format!("REMOVE {}", names.join(", ")));
        for (index, mark) in marks.iter().enumerate() {
            update = update.expression_attribute_names(format!("#mark{index}"), mark);
        }
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Adds marks with the present time to a map of an accepted request, on the condition that none of them is there.
    async fn mark(
        &self,
        request: &PlaceRequest,
        map: &str,
        is_first: bool,
        marks: &[String],
    ) -> Result<bool, StoreError> {
        let at = now();
        let addition = |creates| {
            let described = request.course_id.as_str();
            if creates {
                let first: BTreeMap<_, _> = marks.iter().map(|mark| (mark, at)).collect();
                let update = self.accepted_update(request, &format!("attribute_not_exists({map})"));
                return Ok(update
                    .update_expression(format!("SET {map} = :marks"))
                    .expression_attribute_values(":marks", self.table.attribute(&first, described)?));
            }
            let indexes = 0..marks.len();
            let absent: Vec<_> = indexes
                .clone()
                .map(|index| format!("attribute_not_exists({map}.#mark{index})"))
                .collect();
            let set: Vec<_> = indexes.map(|index| format!("{map}.#mark{index} = :at")).collect();
            let update = self.accepted_update(
                request,
                &format!("attribute_exists({map}) AND {}", absent.join(" AND ")),
            );
            let mut update = update
                .update_expression(format!("SET {}", set.join(", ")))
                .expression_attribute_values(":at", self.table.attribute(&at, described)?);
            for (index, mark) in marks.iter().enumerate() {
                update = update.expression_attribute_names(format!("#mark{index}"), mark);
            }
            Ok(update)
        };
        self.table.add_to_map(is_first, addition).await
    }

    /// An update of an accepted request for the same run, with a further condition.
    fn accepted_update(&self, request: &PlaceRequest, condition: &str) -> UpdateItemFluentBuilder {
        self.table
            .update(request_key(&request.user_id, &request.course_id))
            .condition_expression(format!("#state = :accepted AND runId = :run AND {condition}"))
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":accepted", state_text(PlaceRequestState::Accepted))
            .expression_attribute_values(":run", text(request.run_id.as_str()))
    }

    /// Deletes an accepted request, as part of a transaction. Its condition is that it is accepted, for that run.
    pub fn delete_accepted_item(&self, request: &PlaceRequest) -> Result<TransactionItem, StoreError> {
        let delete = self
            .table
            .delete_in_transaction(request_key(&request.user_id, &request.course_id))
            .condition_expression("#state = :accepted AND runId = :run")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":accepted", state_text(PlaceRequestState::Accepted))
            .expression_attribute_values(":run", text(request.run_id.as_str()));
        self.table.transaction_item(delete.build(), request.course_id.as_str())
    }

    /// Deletes all requests of a user, and releases their places. It can be repeated.
    pub async fn delete_all_of(&self, user: &UserId, details: &CourseDetailsTable) -> Result<(), StoreError> {
        loop {
            let requests = self.of_user(user).await?;
            if requests.is_empty() {
                return Ok(());
            }
            for request in requests {
                // A request that was decided or deleted meanwhile is read again.
                if request.state == PlaceRequestState::Accepted {
                    self.delete_with_place(&request, details).await?;
                } else {
                    let (user, course) = (&request.user_id, &request.course_id);
                    let _: bool = self
                        .delete_in_state(user, course, "#state <> :state", PlaceRequestState::Accepted)
                        .await?;
                }
            }
        }
    }

    async fn delete_with_place(&self, request: &PlaceRequest, details: &CourseDetailsTable) -> Result<(), StoreError> {
        let deletion = || Ok(Transaction::new().with(Deciding::Request, self.delete_accepted_item(request)?));
        let place = details.release_place_item(&request.course_id, &request.run_id)?;
        let deleted = self.table.transact(deletion()?.with(Deciding::Place, place)).await?;
        if matches!(deleted, TransactionOutcome::Refused(items) if items == [Deciding::Place]) {
            // The run left the catalogue with its count, before imports kept counts.
            let _: TransactionOutcome<_> = self.table.transact(deletion()?).await?;
        }
        Ok(())
    }

    async fn delete_in_state(
        &self,
        user: &UserId,
        course: &CourseId,
        condition: &str,
        state: PlaceRequestState,
    ) -> Result<bool, StoreError> {
        let delete = self
            .table
            .deletion(request_key(user, course))
            .condition_expression(condition)
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":state", state_text(state));
        self.table.delete_if(delete).await
    }
}

/// This moment, in whole seconds.
fn now() -> Timestamp {
    let now = clock::now();
    now.round(Unit::Second).unwrap_or(now)
}

fn state_text(state: PlaceRequestState) -> AttributeValue {
    text(state.as_str())
}

fn request_key(user: &UserId, course: &CourseId) -> Item {
    Item::from([
        ("userId".to_owned(), text(user.as_str())),
        ("courseId".to_owned(), text(course.as_str())),
    ])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_decision_has_its_time_and_its_reason() {
        let pending = json!({"userId": "1".repeat(32), "courseId": "excel", "runId": "2027-spring", "start": "2027-02-06",
            "end": "2027-04-24", "state": "pending", "requestedAt": "2026-11-22T03:00:00Z", "message": "Please"});
        let pending: PlaceRequest = serde_json::from_value(pending).unwrap();
        let before = now();
        let declined = pending
            .clone()
            .decided(PlaceRequestState::Declined, Some("full".to_owned()));
        let decided_at = declined.decided_at.unwrap();
        assert!(before <= decided_at && decided_at <= now());
        assert!((clock::now() - decided_at).get_seconds() < 60);
        let expected = PlaceRequest {
            state: PlaceRequestState::Declined,
            reason: Some("full".to_owned()),
            decided_at: Some(decided_at),
            ..pending
        };
        assert_eq!(declined, expected);
    }
}
