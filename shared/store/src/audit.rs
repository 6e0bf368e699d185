//! The audit table: what operators did.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `month` | S, partition | the month of the action, such as `2026-11`, so that no partition grows without end |
//! | `recordId` | S, sort | the time of the action, and a random suffix |
//! | `subject` | S, partition of the index `subject` | the id of the user whom the action is about, when there is one |
//!
//! A record names users by their random ids only, so it stays when a user is deleted. The operator is named by the AWS identity,
//! which may contain a user name. A record is written in one transaction with the action, or before the action when that is no
//! transaction, so that no action is without a record. Access patterns: put, all since a time, all about a user.

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
};

use domain::{CourseId, LedgerEntryKind, RunId, ServiceArea, StaffRole, UserId, random_id};
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Item, named_table, text},
};

/// The form of a month in the key of a record.
const MONTH: &str = "%Y-%m";
/// After the key of every record, which begins with a year.
const AFTER_ALL: &str = "~";
/// The index of records by the user whom they are about.
const SUBJECT_INDEX: &str = "subject";

named_table!(AuditTable);

/// What the operator of a record begins with when it is a staff member.
const STAFF_PREFIX: &str = "user:";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    pub at: Timestamp,
    /// The operator's AWS identity (an ARN), or `user:` with the id of the staff member.
    pub operator: String,
    /// The user whom the action is about, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<UserId>,
    #[serde(flatten)]
    pub action: Action,
}

/// What an operator can do. A record has no TTL, so it contains no personal data and no free text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    CatalogueImport {
        /// How many courses the files have.
        courses: usize,
        /// How many prices they have.
        prices: usize,
        /// The courses that were withdrawn.
        withdrawn: Vec<String>,
    },
    /// Deleted objects without a record from the files bucket.
    StorageSweep {
        deleted: usize,
        /// How many replaced files it has marked. Since version 1.2 there is nothing to mark.
        #[serde(default)]
        marked: usize,
    },
    /// Copied items from a restored table.
    TablesCopy {
        from: String,
        to: String,
        /// How many keys were named. Zero when all items, or all missing ones, were copied.
        keys: usize,
    },
    #[serde(rename = "account_block")]
    UserBlock,
    #[serde(rename = "account_unblock")]
    UserUnblock,
    VerificationResend,
    SessionsEnd,
    /// Enrolled a user in a course. The amount is in the payment only: here it would connect an anonymous payment with the user.
    Enrol {
        course: CourseId,
    },
    Unenrol {
        course: CourseId,
    },
    /// Accepted a place request, which enrolled the user. Versions up to 1.2 wrote it.
    RequestAccept {
        course: CourseId,
        run: RunId,
    },
    /// Declined a place request. Versions up to 1.2 wrote it.
    RequestDecline {
        course: CourseId,
        run: RunId,
    },
    /// Decided about a place. The reason is free text, so it is not kept here, and the amount is in the place only.
    PlaceChange {
        course: CourseId,
        run: RunId,
        event: String,
    },
    /// Gave the user another run of the course.
    PlaceMove {
        course: CourseId,
        run: RunId,
        to: RunId,
    },
    /// Recorded a payment, refund or reversal. The amount is in the ledger only.
    PaymentRecord {
        course: CourseId,
        run: RunId,
        kind: LedgerEntryKind,
    },
    /// Raised a counter of receipts that a restoration had left behind, from a number to another one.
    ReceiptCounterRaise {
        year: i16,
        from: u32,
        to: u32,
    },
    /// Moved or cancelled a session of a run. The reason is free text, so it is not kept here.
    SessionChange {
        course: CourseId,
        run: RunId,
        session: u32,
    },
    /// Moved or cancelled sessions of some days, in a run.
    SessionsShift {
        course: CourseId,
        run: RunId,
        /// Their numbers.
        sessions: Vec<u32>,
    },
    /// Cancelled a run. The reason is free text, so it is not kept here.
    RunCancel {
        course: CourseId,
        run: RunId,
    },
    /// Set how one takes part in the sessions of a run, or in one of them.
    MeetingSet {
        course: CourseId,
        run: RunId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<u32>,
    },
    /// Added or removed a material of a run, or of one of its sessions. Titles and links are not kept here.
    MaterialAdd {
        course: CourseId,
        run: RunId,
    },
    MaterialRemove {
        course: CourseId,
        run: RunId,
    },
    /// Sent the emails about the opening of a service.
    ServiceAnnounce {
        service: ServiceArea,
        /// How many users were waiting for it.
        users: usize,
    },
    #[serde(rename = "account_export")]
    UserExport,
    /// Deleted a user who asked for that.
    #[serde(rename = "account_delete")]
    UserDelete,
    StaffSignIn,
    /// Changed the roles of a user. None are left when there are none.
    StaffChange {
        roles: Vec<StaffRole>,
    },
    /// Read personal data of others on a page of staff, such as `places`.
    StaffRead {
        page: String,
    },
    /// Changed how users pay. The table of payments has each version.
    PaymentInstructionsSet {
        version: u32,
    },
    /// Changed the list of closed days.
    ClosedDaysSet {
        added: BTreeSet<Date>,
        removed: BTreeSet<Date>,
    },
    TeacherApprove,
    /// Declined a teacher's application. The reason is free text, so it is not kept here.
    TeacherDecline,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RecordItem<'a> {
    month: String,
    record_id: String,
    #[serde(flatten)]
    record: &'a AuditRecord,
}

impl AuditRecord {
    pub fn now(operator: String, subject: Option<UserId>, action: Action) -> Self {
        Self {
            at: clock::now(),
            operator,
            subject,
            action,
        }
    }

    /// A record of what a staff member does now.
    pub fn of_staff(member: &UserId, subject: Option<UserId>, action: Action) -> Self {
        Self::now(format!("{STAFF_PREFIX}{member}"), subject, action)
    }

    /// The staff member who did it. None for an operator.
    pub fn staff_member(&self) -> Option<UserId> {
        self.operator.strip_prefix(STAFF_PREFIX)?.parse().ok()
    }
}

impl Action {
    /// The course of an action about a place.
    pub const fn course(&self) -> Option<&CourseId> {
        match self {
            Self::PlaceChange { course, .. }
            | Self::PlaceMove { course, .. }
            | Self::PaymentRecord { course, .. }
            | Self::RequestAccept { course, .. }
            | Self::RequestDecline { course, .. }
            | Self::Enrol { course }
            | Self::Unenrol { course } => Some(course),
            _ => None,
        }
    }
}

impl AuditTable {
    /// Writes a record of an action that follows: no action lacks its record, and the action of a record may have failed.
    pub async fn put(&self, record: &AuditRecord) -> Result<(), StoreError> {
        self.table.put(self.item(record)?).await
    }

    /// A record, as part of the transaction that is the action.
    pub fn record_item(&self, record: &AuditRecord) -> Result<TransactionItem, StoreError> {
        let put = self.table.put_in_transaction(self.item(record)?);
        self.table.transaction_item(put.build(), "new record")
    }

    /// The records since a time, oldest first.
    pub async fn since(&self, since: Timestamp) -> Result<Vec<AuditRecord>, StoreError> {
        let mut records = Vec::new();
        for month in months(since, clock::now()) {
            let query = self
                .table
                .query()
                .key_condition_expression("#month = :month AND recordId >= :since")
                .expression_attribute_names("#month", "month")
                .expression_attribute_values(":month", text(month))
                .expression_attribute_values(":since", text(sortable(since)))
                .consistent_read(true);
            let items = self.table.query_all(query).await?;
            records.extend(self.table.parse_all::<AuditRecord>(items, "a record")?);
        }
        Ok(records)
    }

    /// The records of a month, such as `2026-11`, the latest first: at most `limit` of those before `cursor`. Returns the cursor of the next page,
    /// when there is one.
    pub async fn page(
        &self,
        month: &str,
        cursor: Option<&str>,
        limit: i32,
    ) -> Result<(Vec<AuditRecord>, Option<String>), StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("#month = :month AND recordId < :cursor")
            .expression_attribute_names("#month", "month")
            .expression_attribute_values(":month", text(month))
            .expression_attribute_values(":cursor", text(cursor.unwrap_or(AFTER_ALL)))
            .scan_index_forward(false)
            .limit(limit)
            .consistent_read(true);
        let items = self.table.query_page(query).await?;
        let is_full = i32::try_from(items.len()) == Ok(limit);
        let last = items.last().filter(|_| is_full).and_then(|item| item.get("recordId"));
        let next = last.and_then(|id| id.as_s().ok()).cloned();
        Ok((self.table.parse_all(items, "a record")?, next))
    }

    /// The records about a user, oldest first. A record of the last second may be missing, because an index is read.
    pub async fn of_user(&self, user: &UserId) -> Result<Vec<AuditRecord>, StoreError> {
        let query = self
            .table
            .query()
            .index_name(SUBJECT_INDEX)
            .key_condition_expression("subject = :subject")
            .expression_attribute_values(":subject", text(user.as_str()));
        self.table.parse_all(self.table.query_all(query).await?, "a record")
    }

    fn item(&self, record: &AuditRecord) -> Result<Item, StoreError> {
        let item = RecordItem {
            month: month(record.at),
            record_id: format!("{}#{}", sortable(record.at), random_id()),
            record,
        };
        self.table.serialize(&item, "new record")
    }
}

/// A time with a fixed number of decimals, so that text sorts as time does.
fn sortable(time: Timestamp) -> String {
    format!("{time:.6}")
}

/// The key of the records of a time, such as `2026-11`.
pub fn month(time: Timestamp) -> String {
    time.strftime(MONTH).to_string()
}

/// The months from one time to another, each once.
fn months(from: Timestamp, to: Timestamp) -> Vec<String> {
    let first_day = |time: Timestamp| time.to_zoned(TimeZone::UTC).date().first_of_month();
    let last = first_day(to);
    let months = first_day(from).min(last).series(1.month());
    let months = months.take_while(|month| *month <= last);
    months.map(|month| month.strftime(MONTH).to_string()).collect()
}

impl Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CatalogueImport {
                courses,
                prices,
                withdrawn,
            } => {
                write!(formatter, "catalogue import: {courses} courses, {prices} prices")?;
                if !withdrawn.is_empty() {
                    write!(formatter, ", withdrawn: {}", withdrawn.join(", "))?;
                }
                Ok(())
            }
            Self::StorageSweep { deleted, marked: 0 } => write!(formatter, "storage sweep: {deleted} deleted"),
            Self::StorageSweep { deleted, marked } => {
                write!(formatter, "storage sweep: {deleted} deleted, {marked} marked")
            }
            Self::TablesCopy { from, to, keys: 0 } => write!(formatter, "tables copy from {from} to {to}"),
            Self::TablesCopy { from, to, keys } => {
                write!(formatter, "tables copy from {from} to {to}, of {keys} keys")
            }
            Self::UserBlock => formatter.write_str("user block"),
            Self::UserUnblock => formatter.write_str("user unblock"),
            Self::Enrol { course } => write!(formatter, "enrol in {course}"),
            Self::Unenrol { course } => write!(formatter, "unenrol from {course}"),
            Self::RequestAccept { course, run } => write!(formatter, "request accept for {course}, {run}"),
            Self::RequestDecline { course, run } => write!(formatter, "request decline for {course}, {run}"),
            Self::SessionsShift { course, run, sessions } => {
                write!(formatter, "shift of {} sessions of {course}, {run}", sessions.len())
            }
            Self::RunCancel { course, run } => write!(formatter, "run cancel for {course}, {run}"),
            Self::PlaceChange { course, run, event } => write!(formatter, "place {event} for {course}, {run}"),
            Self::PlaceMove { course, run, to } => write!(formatter, "place move in {course} from {run} to {to}"),
            Self::PaymentRecord { course, run, kind } => {
                write!(formatter, "{} for {course}, {run}", <&str>::from(kind))
            }
            Self::ReceiptCounterRaise { year, from, to } => {
                write!(formatter, "receipt counter raise of {year} from {from} to {to}")
            }
            Self::SessionChange { course, run, session } => {
                write!(formatter, "session change: {course}, {run}, session {session}")
            }
            Self::MeetingSet { course, run, session } => {
                write!(formatter, "meeting set: {course}, {run}")?;
                session.map_or(Ok(()), |session| write!(formatter, ", session {session}"))
            }
            Self::MaterialAdd { course, run } => write!(formatter, "material add for {course}, {run}"),
            Self::MaterialRemove { course, run } => write!(formatter, "material remove for {course}, {run}"),
            Self::ServiceAnnounce { service, users } => {
                write!(formatter, "service announce: {}, to {users} users", service.as_str())
            }
            Self::UserExport => formatter.write_str("user export"),
            Self::UserDelete => formatter.write_str("user delete"),
            Self::StaffSignIn => formatter.write_str("staff sign-in"),
            Self::StaffChange { roles } if roles.is_empty() => formatter.write_str("staff roles: none"),
            Self::StaffChange { roles } => {
                let roles: Vec<_> = roles.iter().map(|role| role.as_str()).collect();
                write!(formatter, "staff roles: {}", roles.join(", "))
            }
            Self::StaffRead { page } => write!(formatter, "staff read: {page}"),
            Self::PaymentInstructionsSet { version } => write!(formatter, "payment instructions: version {version}"),
            Self::ClosedDaysSet { added, removed } => {
                formatter.write_str("closed days:")?;
                let signed = [('+', added), ('-', removed)];
                let mut days = signed
                    .into_iter()
                    .flat_map(|(sign, days)| days.iter().map(move |day| (sign, day)));
                days.try_for_each(|(sign, day)| write!(formatter, " {sign}{day}"))
            }
            Self::TeacherApprove => formatter.write_str("teacher approve"),
            Self::TeacherDecline => formatter.write_str("teacher decline"),
            Self::SessionsEnd => formatter.write_str("sessions end"),
            Self::VerificationResend => formatter.write_str("verification resend"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first fault")]

    use super::*;

    #[test]
    fn each_month_is_read_once() {
        let months = |from: &str, to: &str| months(from.parse().unwrap(), to.parse().unwrap()).join(" ");
        assert_eq!(months("2026-11-02T00:00:00Z", "2026-11-22T00:00:00Z"), "2026-11");
        assert_eq!(
            months("2025-12-31T23:59:59Z", "2026-03-01T00:00:00Z"),
            "2025-12 2026-01 2026-02 2026-03"
        );
        assert_eq!(months("2027-01-01T00:00:00Z", "2026-12-31T00:00:00Z"), "2026-12");
    }

    #[test]
    fn a_record_is_in_one_of_the_months_that_are_read() {
        let at: Timestamp = "2026-11-30T23:59:59.999Z".parse().unwrap();
        assert_eq!(months(at, at), [month(at)]);
    }

    #[test]
    fn a_record_names_the_staff_member_and_no_other_operator() {
        let member = UserId::random();
        let record = AuditRecord::of_staff(&member, None, Action::StaffSignIn);
        assert_eq!(record.staff_member(), Some(member));
        let operator = AuditRecord::now("arn:aws:iam::1:user/a".to_owned(), None, Action::StaffSignIn);
        assert_eq!(operator.staff_member(), None);
    }

    #[test]
    fn an_action_is_shown_as_the_command_that_did_it() {
        let import = |withdrawn: &[&str]| Action::CatalogueImport {
            courses: 9,
            prices: 81,
            withdrawn: withdrawn.iter().map(|id| (*id).to_owned()).collect(),
        };
        for (action, shown) in [
            (import(&[]), "catalogue import: 9 courses, 81 prices"),
            (
                import(&["excel", "python"]),
                "catalogue import: 9 courses, 81 prices, withdrawn: excel, python",
            ),
            (
                Action::StorageSweep { deleted: 3, marked: 0 },
                "storage sweep: 3 deleted",
            ),
            (
                Action::StorageSweep { deleted: 0, marked: 1 },
                "storage sweep: 0 deleted, 1 marked",
            ),
            (
                Action::ServiceAnnounce {
                    service: ServiceArea::Job,
                    users: 2,
                },
                "service announce: job, to 2 users",
            ),
        ] {
            assert_eq!(action.to_string(), shown);
        }
    }

    #[test]
    fn later_times_sort_after_earlier_ones() {
        let times = [
            "2026-11-22T03:00:00Z",
            "2026-11-22T03:00:00.5Z",
            "2026-11-22T03:00:00.55Z",
        ];
        let times = times.map(|time| sortable(time.parse().unwrap()));
        assert!(times.is_sorted_by(|one, next| one < next), "{times:?}");
    }
}
