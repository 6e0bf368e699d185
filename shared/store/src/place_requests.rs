//! The place requests table: the places of users in the runs of courses, from the request on.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `userId` | S, partition | the user |
//! | `courseId` | S, sort | the course, so that a user has one place in each |
//! | `queue` | S, partition of the index `queue` | `pending`, `waiting` or `offered` in these states; in another one `mail` while an email is still to be sent, and then `refund` while something is to be paid back |
//! | `requestedAt` | S, sort of the index `queue` | when the user asked, in whole seconds, so that text sorts as time does |
//!
//! The index `course` has `courseId` as partition key, and `userId` as sort key.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::operation::{
    query::builders::QueryFluentBuilder, update_item::builders::UpdateItemFluentBuilder,
};
use domain::{
    CourseId, CourseRun, FileReference, MAX_PROOFS, PROOF_KEPT_FOR, Payer, PaymentReference, PlaceMail, PlaceState,
    ProofState, RefundStep, RunId, UserId,
};
use jiff::{Timestamp, civil::Date};
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    payments::Paid,
    table::{Item, named_table, number, text},
    transaction::{Transaction, TransactionOutcome},
};

const COURSE_INDEX: &str = "course";
/// The index of places that wait for somebody, or for a time.
const QUEUE_INDEX: &str = "queue";
/// A value of its partition key. Few places wait at once, so one partition has all of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceQueue {
    Requested,
    /// On the waiting list of any run.
    Waiting,
    Offered,
    /// Of any other state, with an email that is still to be sent.
    Mail,
    /// Of any other state, with money that is to be paid back, after that email.
    Refund,
}

impl PlaceQueue {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "pending",
            Self::Waiting => "waiting",
            Self::Offered => "offered",
            Self::Mail => "mail",
            Self::Refund => "refund",
        }
    }
}

named_table!(PlaceRequestsTable);

/// The condition that a place is the one that was read. One that version 1.2 wrote last has no version.
const UNCHANGED: &str = "#state = :state AND runId = :run AND requestedAt = :at AND \
    (version = :version OR (attribute_not_exists(version) AND :version = :first))";

/// A place in a run of a course, from the request on.
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
    pub state: PlaceState,
    /// Rises with each write, which is refused when it is not the one that was read.
    #[serde(default)]
    pub version: u64,
    pub requested_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Why it was declined or cancelled, in the words of who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<PlaceOffer>,
    /// The proofs of payment that the user has sent for places in the course, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<Proof>,
    /// Why nothing is paid, for staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiver: Option<String>,
    /// What is kept of the payments for cancelled places in the course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retained: Option<Retained>,
    /// None when the user pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<Payer>,
    /// Whether money is to be paid back, as of the last change of the place or its ledger.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refund_due: bool,
    /// The run that the user had before the last move, and whose sessions the email about it takes out of their calendar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<RunId>,
    /// An email about the last transition that is still to be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<PlaceMail>,
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

/// What staff offer: a seat, at a price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOffer {
    pub price: Paid,
    /// Why the price is not that of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What a payment names.
    pub reference: PaymentReference,
    pub pay_by: Date,
    /// The rule for refunds at the time of the offer.
    pub refunds: Vec<RefundStep>,
    /// The version of the payment instructions at that time. None in offers up to version 1.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u32>,
}

/// A file that the user has sent to show a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    pub file: FileReference,
    pub state: ProofState,
    pub sent_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Why it was refused, for the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Amounts that are kept, in the currency of the offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retained {
    /// Without what the last cancellation kept.
    pub earlier: String,
    pub total: String,
}

/// The result of writing a place. Only [`Self::Written`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum PlaceOutcome {
    Written,
    NoUser,
    /// The stored place is not the one that was read.
    Changed,
    AlreadyEnrolled,
    /// No seat of the run is left, or the run has left the catalogue.
    NoSeat,
    /// The course is withdrawn, or its count of enrolments was lost.
    NoCourse,
    /// A file cannot be claimed any more.
    NoFile,
    /// The ledger has an entry with that id.
    RepeatedEntry,
    ReceiptTaken,
}

/// What is written together with a place, in one transaction.
#[derive(Debug, Default)]
pub struct PlaceItems {
    /// From [`UsersTable::exists_item`](crate::users::UsersTable::exists_item).
    pub user_exists: Option<TransactionItem>,
    /// From [`CourseDetailsTable`](crate::course_details::CourseDetailsTable): the seat that is taken or released, or both of a move.
    pub seats: Vec<TransactionItem>,
    /// From [`PaymentsTable`](crate::payments::PaymentsTable): the condition that there is none, or its addition or deletion.
    pub enrolment: Option<TransactionItem>,
    /// From [`CoursesTable`](crate::courses::CoursesTable).
    pub course_count: Option<TransactionItem>,
    /// From [`PaymentsTable::entry_item`](crate::payments::PaymentsTable::entry_item).
    pub entry: Option<TransactionItem>,
    /// From [`PaymentsTable::receipt_items`](crate::payments::PaymentsTable::receipt_items).
    pub receipt: Vec<TransactionItem>,
    /// From [`PaymentsTable`](crate::payments::PaymentsTable): the reference of an offer, or its deletion.
    pub reference: Option<TransactionItem>,
    /// From [`FilesTable`](crate::files::FilesTable): claims, ends or removals of proofs of payment.
    pub files: Vec<TransactionItem>,
    /// From [`AuditTable::record_item`](crate::audit::AuditTable::record_item).
    pub audit_record: Option<TransactionItem>,
}

/// The items of the transaction that writes a place.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Writing {
    User,
    Place,
    Enrolment,
    Seat,
    CourseCount,
    Entry,
    Receipt,
    Reference,
    Files,
    AuditRecord,
}

impl PlaceRequest {
    /// A request of this moment. What was paid for an earlier place in the course stays with its reference.
    pub fn new(
        user_id: UserId,
        course_id: CourseId,
        run: &CourseRun,
        message: Option<String>,
        before: Option<&Self>,
    ) -> Self {
        Self {
            user_id,
            course_id,
            run_id: run.id.clone(),
            start: run.start,
            end: run.end,
            message,
            state: PlaceState::Requested,
            version: before.map_or(1, |before| before.version + 1),
            requested_at: now(),
            decided_at: None,
            reason: None,
            offer: before.and_then(|before| before.offer.clone()),
            proofs: before.map_or_else(Vec::new, |before| before.proofs.clone()),
            waiver: None,
            retained: before.and_then(|before| before.retained.clone()),
            payer: before.and_then(|before| before.payer.clone()),
            refund_due: false,
            moved_from: None,
            mail: Some(PlaceMail::Requested),
            joined: BTreeMap::new(),
            told: BTreeMap::new(),
        }
    }

    /// The place in another state, from this moment on.
    #[must_use]
    pub fn decided(&self, state: PlaceState, mail: Option<PlaceMail>, reason: Option<String>) -> Self {
        Self {
            state,
            reason,
            mail,
            version: self.version + 1,
            decided_at: Some(now()),
            ..self.clone()
        }
    }

    /// Whether the user takes part in a run.
    pub fn takes_part_in(&self, run: &RunId) -> bool {
        self.state == PlaceState::Confirmed && self.run_id == *run
    }

    #[must_use]
    pub fn with_proof(&self, file: FileReference) -> Self {
        let proof = Proof {
            file,
            state: ProofState::Sent,
            sent_at: now(),
            decided_at: None,
            reason: None,
        };
        Self {
            version: self.version + 1,
            proofs: self.proofs.iter().cloned().chain([proof]).collect(),
            ..self.clone()
        }
    }

    /// The proofs of payment that wait for a decision: only those of an offer do.
    pub fn undecided_proofs(&self) -> impl Iterator<Item = &Proof> {
        self.proofs.iter().filter(|proof| proof.state == ProofState::Sent)
    }

    /// The proofs after this decision about those that wait for one.
    pub fn decided_proofs(&self, state: ProofState, reason: Option<&str>) -> Vec<Proof> {
        let decided = |proof: &Proof| match proof.state {
            ProofState::Sent => Proof {
                state,
                decided_at: Some(now()),
                reason: reason.map(str::to_owned),
                ..proof.clone()
            },
            _ => proof.clone(),
        };
        self.proofs.iter().map(decided).collect()
    }

    /// How many more proofs of payment the user may send. None when the place is not an offer.
    pub fn proofs_left(&self) -> Option<usize> {
        if self.state != PlaceState::Offered {
            return None;
        }
        let of_offer = self
            .proofs
            .iter()
            .filter(|proof| self.decided_at.is_none_or(|at| proof.sent_at >= at));
        Some(MAX_PROOFS.saturating_sub(of_offer.count()))
    }

    /// When somebody, or time, last decided about the place or its proofs of payment. When it was requested, before that.
    pub fn last_decided_at(&self) -> Timestamp {
        let proofs = self.proofs.iter().filter_map(|proof| proof.decided_at);
        proofs.chain(self.decided_at).fold(self.requested_at, Timestamp::max)
    }

    /// The place in another run, in the same state, from this moment on. What the user was told of sessions, and joined, was of the run before.
    /// A payment is due before the run starts.
    #[must_use]
    pub fn moved(&self, run: &CourseRun, mail: Option<PlaceMail>) -> Self {
        let is_told = self.mail != Some(PlaceMail::Moved);
        Self {
            run_id: run.id.clone(),
            start: run.start,
            end: run.end,
            offer: self.offer.clone().map(|offer| PlaceOffer {
                pay_by: offer.pay_by.min(run.start),
                ..offer
            }),
            // After two moves, the calendar may have the sessions that an email has last told.
            moved_from: if is_told {
                Some(self.run_id.clone())
            } else {
                self.moved_from.clone()
            },
            joined: BTreeMap::new(),
            told: BTreeMap::new(),
            ..self.decided(self.state, mail, self.reason.clone())
        }
    }

    /// The partition of the index `queue`.
    fn queue(&self) -> Option<&'static str> {
        let queue = match self.state {
            PlaceState::Requested => PlaceQueue::Requested,
            PlaceState::Waiting => PlaceQueue::Waiting,
            PlaceState::Offered => PlaceQueue::Offered,
            _ if self.mail.is_some() => PlaceQueue::Mail,
            _ if self.refund_due => PlaceQueue::Refund,
            _ => return None,
        };
        Some(queue.as_str())
    }
}

impl Proof {
    /// Whether its file is there.
    pub fn is_kept(&self) -> bool {
        self.decided_at
            .is_none_or(|at| clock::now().duration_since(at).unsigned_abs() < PROOF_KEPT_FOR)
    }
}

impl PlaceRequestsTable {
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

    /// The places of a queue, oldest first. One of the last second may be missing, because an index is read.
    pub async fn queued(&self, queue: PlaceQueue) -> Result<Vec<PlaceRequest>, StoreError> {
        let items = self.table.query_all(self.queue(queue)).await?;
        self.table.parse_all(items, "a place that waits")
    }

    /// The places of which money is to be paid back, likewise.
    pub async fn refunds(&self) -> Result<Vec<PlaceRequest>, StoreError> {
        let mut refunds = self.queued(PlaceQueue::Refund).await?;
        self.add_unmailed_refunds(&mut refunds).await?;
        Ok(refunds)
    }

    /// Those of a queue, oldest first: at most `limit` of those after `cursor`. Returns the cursor of the next page, when there
    /// is one.
    pub async fn page(
        &self,
        queue: PlaceQueue,
        cursor: Option<&str>,
        limit: i32,
    ) -> Result<(Vec<PlaceRequest>, Option<String>), StoreError> {
        let start = cursor.and_then(|cursor| {
            let [at, user, course] = cursor.split('~').collect::<Vec<_>>().try_into().ok()?;
            Some(Item::from([
                ("queue".to_owned(), text(queue.as_str())),
                ("requestedAt".to_owned(), text(at)),
                ("userId".to_owned(), text(user)),
                ("courseId".to_owned(), text(course)),
            ]))
        });
        let query = self.queue(queue).limit(limit).set_exclusive_start_key(start);
        let mut places: Vec<PlaceRequest> = self
            .table
            .parse_all(self.table.query_page(query).await?, "a place that waits")?;
        let is_full = i32::try_from(places.len()) == Ok(limit);
        let next = places.last().filter(|_| is_full).map(|last| {
            let PlaceRequest {
                requested_at,
                user_id,
                course_id,
                ..
            } = last;
            format!("{requested_at}~{user_id}~{course_id}")
        });
        if queue == PlaceQueue::Refund && cursor.is_none() {
            self.add_unmailed_refunds(&mut places).await?;
        }
        Ok((places, next))
    }

    /// Adds the places whose email is still to be sent. One may have changed the queue since the others were read.
    async fn add_unmailed_refunds(&self, refunds: &mut Vec<PlaceRequest>) -> Result<(), StoreError> {
        let mut unmailed = self.queued(PlaceQueue::Mail).await?;
        let key = |place: &PlaceRequest| (place.user_id.clone(), place.course_id.clone());
        unmailed.retain(|place| place.refund_due && refunds.iter().all(|other| key(other) != key(place)));
        refunds.append(&mut unmailed);
        Ok(())
    }

    fn queue(&self, queue: PlaceQueue) -> QueryFluentBuilder {
        self.table
            .query()
            .index_name(QUEUE_INDEX)
            .key_condition_expression("queue = :queue")
            .expression_attribute_values(":queue", text(queue.as_str()))
    }

    /// The places in a run in any state. One of the last second may be missing, because an index is read.
    pub async fn of_run(&self, course: &CourseId, run: &RunId) -> Result<Vec<PlaceRequest>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(COURSE_INDEX)
            .key_condition_expression("courseId = :course")
            .filter_expression("runId = :run")
            .expression_attribute_values(":course", text(course.as_str()))
            .expression_attribute_values(":run", text(run.as_str()));
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

    /// Replaces a place, or deletes it when there is no `after`, in one transaction with other items. The condition is that the stored one is
    /// `before`.
    pub async fn write(
        &self,
        before: Option<&PlaceRequest>,
        after: Option<&PlaceRequest>,
        items: PlaceItems,
    ) -> Result<PlaceOutcome, StoreError> {
        let place = match (before, after) {
            (before, Some(after)) => Some(self.replace_item(before, after)?),
            (Some(before), None) => Some(self.delete_item(before)?),
            (None, None) => None,
        };
        let transaction = Transaction::new()
            .with_all(Writing::User, items.user_exists)
            .with_all(Writing::Place, place)
            .with_all(Writing::Enrolment, items.enrolment)
            .with_all(Writing::Seat, items.seats)
            .with_all(Writing::CourseCount, items.course_count)
            .with_all(Writing::Entry, items.entry)
            .with_all(Writing::Receipt, items.receipt)
            .with_all(Writing::Reference, items.reference)
            .with_all(Writing::Files, items.files)
            .with_all(Writing::AuditRecord, items.audit_record);
        // Boxed, because the future of a transaction is large.
        Ok(match Box::pin(self.table.transact(transaction)).await? {
            TransactionOutcome::Written => PlaceOutcome::Written,
            TransactionOutcome::Refused(items) => {
                let outcomes = [
                    (Writing::Entry, PlaceOutcome::RepeatedEntry),
                    (Writing::User, PlaceOutcome::NoUser),
                    (Writing::Place, PlaceOutcome::Changed),
                    (Writing::Enrolment, PlaceOutcome::AlreadyEnrolled),
                    (Writing::Seat, PlaceOutcome::NoSeat),
                    (Writing::CourseCount, PlaceOutcome::NoCourse),
                    (Writing::Files, PlaceOutcome::NoFile),
                    (Writing::Receipt, PlaceOutcome::ReceiptTaken),
                ];
                let outcome = outcomes.into_iter().find(|(item, _)| items.contains(item));
                // Another offer has the same reference, which is random: a repetition makes another one.
                outcome.map_or(PlaceOutcome::Changed, |(_, outcome)| outcome)
            }
        })
    }

    fn replace_item(&self, read: Option<&PlaceRequest>, request: &PlaceRequest) -> Result<TransactionItem, StoreError> {
        let described = request.course_id.as_str();
        let item = RequestItem {
            request,
            queue: request.queue(),
        };
        let put = self.table.put_in_transaction(self.table.serialize(&item, described)?);
        let put = match read {
            None => put.condition_expression("attribute_not_exists(userId)"),
            Some(read) => put
                .condition_expression(UNCHANGED)
                .expression_attribute_names("#state", "state")
                .set_expression_attribute_values(Some(self.unchanged_values(read)?)),
        };
        self.table.transaction_item(put.build(), described)
    }

    fn delete_item(&self, read: &PlaceRequest) -> Result<TransactionItem, StoreError> {
        let delete = self
            .table
            .delete_in_transaction(request_key(&read.user_id, &read.course_id))
            .condition_expression(UNCHANGED)
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(self.unchanged_values(read)?));
        self.table.transaction_item(delete.build(), read.course_id.as_str())
    }

    fn unchanged_values(&self, read: &PlaceRequest) -> Result<Item, StoreError> {
        let described = read.course_id.as_str();
        Ok(Item::from([
            (":state".to_owned(), self.table.attribute(&read.state, described)?),
            (":run".to_owned(), text(read.run_id.as_str())),
            (":at".to_owned(), self.table.attribute(&read.requested_at, described)?),
            (":version".to_owned(), number(read.version)),
            (":first".to_owned(), number(0)),
        ]))
    }

    /// Marks the email of a place as being sent. False when it is not to be sent any more, or the place has changed.
    pub async fn take_mail(&self, place: &PlaceRequest) -> Result<bool, StoreError> {
        let sent = PlaceRequest {
            mail: None,
            ..place.clone()
        };
        let update = self.unchanged_update(place, "attribute_exists(mail)")?;
        let update = match sent.queue() {
            Some(queue) => update
                .update_expression("SET queue = :queue REMOVE mail ADD version :one")
                .expression_attribute_values(":queue", text(queue)),
            None => update.update_expression("REMOVE mail, queue ADD version :one"),
        };
        Ok(self.table.write_if(update).await?.is_some())
    }

    /// Puts an email back that was taken, and certainly not sent.
    pub async fn return_mail(&self, place: &PlaceRequest) -> Result<(), StoreError> {
        let taken = PlaceRequest {
            version: place.version + 1,
            ..place.clone()
        };
        let mail = self.table.attribute(&place.mail, place.course_id.as_str())?;
        let update = self
            .unchanged_update(&taken, "attribute_not_exists(mail)")?
            .expression_attribute_values(":mail", mail);
        let update = match place.queue() {
            Some(queue) => update
                .update_expression("SET mail = :mail, queue = :queue ADD version :one")
                .expression_attribute_values(":queue", text(queue)),
            None => update.update_expression("SET mail = :mail ADD version :one"),
        };
        self.table.write_if(update).await?;
        Ok(())
    }

    fn unchanged_update(&self, place: &PlaceRequest, condition: &str) -> Result<UpdateItemFluentBuilder, StoreError> {
        Ok(self
            .table
            .update(request_key(&place.user_id, &place.course_id))
            .condition_expression(format!("{UNCHANGED} AND {condition}"))
            .expression_attribute_names("#state", "state")
            .set_expression_attribute_values(Some(self.unchanged_values(place)?))
            .expression_attribute_values(":one", number(1)))
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
            .same_place_update(request, "attribute_exists(told)")?
            .update_expression(format!("REMOVE {} ADD version :one", names.join(", ")));
        for (index, mark) in marks.iter().enumerate() {
            update = update.expression_attribute_names(format!("#mark{index}"), mark);
        }
        self.table.write_if(update).await?;
        Ok(())
    }

    /// Adds marks with the present time to a map of a place, on the condition that none of them is there.
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
                let update = self.same_place_update(request, &format!("attribute_not_exists({map})"))?;
                return Ok(update
                    .update_expression(format!("SET {map} = :marks ADD version :one"))
                    .expression_attribute_values(":marks", self.table.attribute(&first, described)?));
            }
            let indexes = 0..marks.len();
            let absent: Vec<_> = indexes
                .clone()
                .map(|index| format!("attribute_not_exists({map}.#mark{index})"))
                .collect();
            let set: Vec<_> = indexes.map(|index| format!("{map}.#mark{index} = :at")).collect();
            let update = self.same_place_update(
                request,
                &format!("attribute_exists({map}) AND {}", absent.join(" AND ")),
            )?;
            let mut update = update
                .update_expression(format!("SET {} ADD version :one", set.join(", ")))
                .expression_attribute_values(":at", self.table.attribute(&at, described)?);
            for (index, mark) in marks.iter().enumerate() {
                update = update.expression_attribute_names(format!("#mark{index}"), mark);
            }
            Ok(update)
        };
        self.table.add_to_map(is_first, addition).await
    }

    /// An update of a place in the same state and run, with a further condition.
    fn same_place_update(
        &self,
        request: &PlaceRequest,
        condition: &str,
    ) -> Result<UpdateItemFluentBuilder, StoreError> {
        let state = self.table.attribute(&request.state, request.course_id.as_str())?;
        Ok(self
            .table
            .update(request_key(&request.user_id, &request.course_id))
            .condition_expression(format!("#state = :state AND runId = :run AND {condition}"))
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":state", state)
            .expression_attribute_values(":run", text(request.run_id.as_str()))
            .expression_attribute_values(":one", number(1)))
    }
}

/// This moment, in whole seconds.
fn now() -> Timestamp {
    whole_second(clock::now())
}

/// The second has begun: what is recorded within it, such as a refund after a cancellation, is not earlier.
fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
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
    fn a_time_in_whole_seconds_is_not_in_the_future() {
        let at: Timestamp = "2026-12-01T11:13:28.674Z".parse().unwrap();
        assert_eq!(whole_second(at).to_string(), "2026-12-01T11:13:28Z");
    }

    #[test]
    fn a_decision_has_its_time_and_its_reason_and_a_place_of_an_earlier_version_has_version_zero() {
        let requested = json!({"userId": "1".repeat(32), "courseId": "excel", "runId": "2027-spring", "start": "2027-02-06",
            "end": "2027-04-24", "state": "pending", "requestedAt": "2026-11-22T03:00:00Z", "message": "Please"});
        let requested: PlaceRequest = serde_json::from_value(requested).unwrap();
        let before = now();
        let mail = Some(PlaceMail::Declined);
        let declined = requested.decided(PlaceState::Declined, mail, Some("full".to_owned()));
        let decided_at = declined.decided_at.unwrap();
        assert!(before <= decided_at && decided_at <= now());
        let expected = PlaceRequest {
            state: PlaceState::Declined,
            version: 1,
            reason: Some("full".to_owned()),
            decided_at: Some(decided_at),
            mail,
            ..requested
        };
        assert_eq!(declined, expected);
    }

    #[test]
    fn only_a_confirmed_user_takes_part_and_in_the_own_run() {
        let place = |state: &str| -> PlaceRequest {
            let place = json!({"userId": "1".repeat(32), "courseId": "excel", "runId": "2027-spring", "start": "2027-02-06",
                "end": "2027-04-24", "state": state, "requestedAt": "2026-11-22T03:00:00Z"});
            serde_json::from_value(place).unwrap()
        };
        let run = |id: &str| RunId::try_from(id.to_owned()).unwrap();
        assert!(place("accepted").takes_part_in(&run("2027-spring")));
        assert!(!place("accepted").takes_part_in(&run("2027-autumn")));
        assert!(!place("offered").takes_part_in(&run("2027-spring")));
    }

    #[test]
    fn a_place_is_in_a_queue_while_somebody_an_email_or_money_waits() {
        let run = serde_json::from_value(json!({"id": "2027-spring", "start": "2027-02-06", "end": "2027-04-24",
            "weekdays": ["saturday"], "time": "09:05", "timeZone": "Africa/Algiers", "places": 14}));
        let place = PlaceRequest::new(
            UserId::random(),
            "excel".to_owned().try_into().unwrap(),
            &run.unwrap(),
            None,
            None,
        );
        let queue = |state, mail, refund_due| {
            PlaceRequest {
                state,
                refund_due,
                mail,
                ..place.clone()
            }
            .queue()
        };
        let mail = Some(PlaceMail::Confirmed);
        for (state, unmailed, mailed, refund) in [
            (PlaceState::Requested, Some("pending"), Some("pending"), Some("pending")),
            (PlaceState::Waiting, Some("waiting"), Some("waiting"), Some("waiting")),
            (PlaceState::Offered, Some("offered"), Some("offered"), Some("offered")),
            (PlaceState::Confirmed, Some("mail"), None, Some("refund")),
            (PlaceState::Cancelled, Some("mail"), None, Some("refund")),
        ] {
            let queues = (
                queue(state, mail, true),
                queue(state, None, false),
                queue(state, None, true),
            );
            assert_eq!(queues, (unmailed, mailed, refund), "{state:?}");
        }
    }
}
