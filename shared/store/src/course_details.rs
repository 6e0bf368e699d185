//! The course details table: what the page of a course shows, and its runs. A list of courses does not read it.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`] |
//! | `part` | S, sort | `details`, or `run#` and the [`RunId`](domain::RunId) |
//!
//! An item of a run also has `cancelled`, when it does not take place, and `taken`, the number of its taken places, from the first one on. No import removes such a run. Imports of
//! version 1.1 did: the item then has only `taken`, for when the run returns.
//!
//! Access patterns: all of a course (`Query`), one run (`GetItem`), all (`Scan`, by the operator's tool and the function that publishes the
//! catalogue), write a course from the catalogue with its runs (in one transaction), take or release a place of a run (in the transaction
//! that adds or removes the enrolment).

use std::collections::{BTreeMap, BTreeSet};

use domain::{CourseDetails, CourseId, CourseRun, RunId, RunSession};
use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use platform::clock;
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Item, named_table, number, text},
    transaction::Transaction,
};

/// The value of the sort key of a course's details.
const DETAILS: &str = "details";
/// How the sort key of a run begins.
const RUN: &str = "run#";

/// A filter that leaves out the counts of runs that have left the catalogue. `#run` is the attribute `run`.
const IN_CATALOGUE: &str = "attribute_not_exists(taken) OR attribute_exists(#run)";

named_table!(CourseDetailsTable);

/// The details of a course with its runs, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailsAndRuns {
    /// The details. Empty when there are none.
    pub details: CourseDetails,
    pub runs: Vec<CourseRun>,
}

/// The details of a course with its runs and their taken places, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailsAndCountedRuns {
    /// The details. Empty when there are none.
    pub details: CourseDetails,
    pub runs: Vec<CountedRun>,
}

/// What the table has of a course, malformed items included.
#[derive(Debug, Default)]
pub struct StoredDetails {
    /// None when an item is malformed.
    pub whole: Option<DetailsAndRuns>,
    sessions: BTreeMap<RunId, Vec<RunSession>>,
    /// The runs that do not take place.
    cancelled: BTreeSet<RunId>,
    /// The runs with taken places.
    pub sold: Vec<SoldRun>,
    /// The sort keys of the items that the catalogue owns.
    parts: BTreeSet<String>,
}

#[derive(Debug)]
pub struct SoldRun {
    pub id: String,
    pub taken: u32,
    /// Whether the run has left the catalogue, so that only the count is stored.
    pub has_left: bool,
    /// None when it has left the catalogue, and when it is malformed.
    pub run: Option<CourseRun>,
}

/// An item. The catalogue owns the attribute `details` or `run` and replaces it as a whole, so an item may have others.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PartItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<CourseDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<CourseRun>,
    #[serde(default, skip_serializing)]
    taken: u32,
    #[serde(default, skip_serializing)]
    sessions: Vec<RunSession>,
    #[serde(default, skip_serializing)]
    cancelled: Option<RunCancellation>,
}

/// The items of the transaction that changes a run or its sessions.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Changing {
    Run,
    Course,
    AuditRecord,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CancelledRun {
    course_id: CourseId,
    #[serde(flatten)]
    counted: CountedRun,
}

enum Part {
    Details(CourseDetails),
    Run(CountedRun),
}

/// What the items of runs have besides what the catalogue owns.
#[derive(Debug, Deserialize)]
struct Count {
    #[serde(default)]
    taken: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CountedRun {
    pub run: CourseRun,
    #[serde(default)]
    pub taken: u32,
    /// Empty for a run of an import that predates sessions.
    #[serde(default)]
    pub sessions: Vec<RunSession>,
    /// None for a run that takes place.
    #[serde(default)]
    pub cancelled: Option<RunCancellation>,
}

/// That a run does not take place. A job ends its places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCancellation {
    pub at: Timestamp,
    /// In the words of who cancelled it, which the participants read.
    pub reason: String,
}

impl CountedRun {
    /// How many places are left. Zero also when an import of version 1.1 has given the run fewer places than are taken.
    pub const fn places_left(&self) -> u32 {
        self.run.places.saturating_sub(self.taken)
    }

    /// The last day with a session: one may have been moved beyond the end that the catalogue has.
    pub fn last_day(&self) -> Date {
        let sessions = self.sessions.iter().filter(|session| !session.cancelled);
        let last = sessions.map(|session| session.start.date()).max();
        last.map_or(self.run.end, |last| last.max(self.run.end))
    }

    /// Whether its last day is over, in UTC.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.last_day() < now.to_zoned(TimeZone::UTC).date()
    }

    pub const fn is_full(&self) -> bool {
        self.places_left() == 0
    }

    /// When the first session starts that takes place, local to the time zone of the run. None before an import has planned sessions.
    pub fn first_session(&self) -> Option<DateTime> {
        let sessions = self.sessions.iter().filter(|session| !session.cancelled);
        sessions.map(|session| session.start).min()
    }
}

impl StoredDetails {
    /// Adds what an item has, in the order of the runs.
    fn add(&mut self, part: Result<Part, StoreError>) {
        let Ok(part) = part else {
            self.whole = None;
            return;
        };
        if let Part::Run(CountedRun {
            run,
            sessions,
            cancelled,
            ..
        }) = &part
        {
            self.sessions.insert(run.id.clone(), sessions.clone());
            if cancelled.is_some() {
                self.cancelled.insert(run.id.clone());
            }
        }
        match (&mut self.whole, part) {
            (Some(whole), Part::Details(details)) => whole.details = details,
            (Some(whole), Part::Run(CountedRun { run, .. })) => {
                let position = whole.runs.partition_point(|other| order(other) < order(&run));
                whole.runs.insert(position, run);
            }
            (None, _) => {}
        }
    }

    /// The sessions that are stored of a run. None for one of an import that predates sessions.
    pub fn stored_sessions(&self, run: &CourseRun) -> &[RunSession] {
        self.sessions.get(&run.id).map_or(&[][..], Vec::as_slice)
    }

    /// The first days of those runs of the catalogue that take place, in their order.
    pub fn starts(&self, runs: &[CourseRun]) -> Vec<Date> {
        let held = runs.iter().filter(|run| !self.cancelled.contains(&run.id));
        held.map(|run| run.start).collect()
    }

    /// The sessions of a run of the catalogue: those that are stored, if it has the same rule as before, since they may have been moved;
    /// otherwise those of its rule.
    pub fn sessions_of(&self, run: &CourseRun, minutes: Option<u32>) -> Result<Vec<RunSession>, jiff::Error> {
        let Some(minutes) = minutes else {
            return Ok(Vec::new());
        };
        let (stored, now) = (self.stored_sessions(run), clock::now());
        let is_same = |whole: &DetailsAndRuns| {
            whole.details.session_minutes == Some(minutes)
                && whole
                    .runs
                    .iter()
                    .any(|before| before.id == run.id && before.has_rule_of(run))
        };
        // A later edition of a course may have other sessions than a run that has ended.
        if !stored.is_empty() && (self.whole.as_ref().is_some_and(is_same) || run.has_ended(now)) {
            run.refresh_sessions(stored, now)
        } else {
            run.plan_sessions(minutes, stored, now)
        }
    }
}

impl DetailsAndCountedRuns {
    /// Adds what an item has, in the order of the runs.
    fn add(&mut self, part: Part) {
        match part {
            Part::Details(details) => self.details = details,
            Part::Run(run) => {
                let position = self.runs.partition_point(|other| order(&other.run) < order(&run.run));
                self.runs.insert(position, run);
            }
        }
    }
}

impl CourseDetailsTable {
    /// The details and runs of a course. Empty when the catalogue has none.
    pub async fn get(&self, course: &CourseId) -> Result<DetailsAndCountedRuns, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("courseId = :course")
            .filter_expression(IN_CATALOGUE)
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":course", text(course.as_str()));
        let mut whole = DetailsAndCountedRuns::default();
        for item in self.table.query_all(query).await? {
            whole.add(self.part(item)?);
        }
        Ok(whole)
    }

    /// The details and runs of each course, by its id, or the error of a malformed item. A course of which the catalogue has none has no
    /// entry.
    pub async fn list(&self) -> Result<BTreeMap<String, Result<DetailsAndCountedRuns, StoreError>>, StoreError> {
        let scan = self.table.scan().filter_expression(IN_CATALOGUE);
        let scan = scan.expression_attribute_names("#run", "run");
        let mut courses = BTreeMap::new();
        for item in self.table.scan_all(scan).await? {
            let id = attribute(&item, "courseId");
            let course = courses
                .entry(id)
                .or_insert_with(|| Ok(DetailsAndCountedRuns::default()));
            match (course.as_mut(), self.part(item)) {
                (Ok(whole), Ok(part)) => whole.add(part),
                (Ok(_), Err(error)) => *course = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(courses)
    }

    /// A run with its taken places. None when the catalogue does not have it.
    pub async fn find_run(&self, course: &CourseId, run: &RunId) -> Result<Option<CountedRun>, StoreError> {
        let item = self.table.get_item(run_key(course, run)).await?;
        let listed = item.filter(|item| item.contains_key("run"));
        listed.map(|item| self.table.parse(item, run.as_str())).transpose()
    }

    /// Whether a place of a run is taken. The run may have left the catalogue.
    pub async fn has_taken_places(&self, course: &CourseId, run: &RunId) -> Result<bool, StoreError> {
        let item = self.table.get_item(run_key(course, run)).await?;
        let count: Option<Count> = item.map(|item| self.table.parse(item, run.as_str())).transpose()?;
        Ok(count.is_some_and(|count| count.taken > 0))
    }

    /// Takes a place of a run, as part of the transaction that enrols a user. Its condition is that the catalogue has the run, and that
    /// a place is left.
    pub fn take_place_item(&self, course: &CourseId, run: &RunId) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(run_key(course, run))
            .update_expression("ADD taken :one")
            .condition_expression(
                "attribute_not_exists(cancelled) AND ((attribute_not_exists(taken) AND #run.places >= :one) OR taken < #run.places)",
            )
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":one", number(1));
        self.table.transaction_item(update.build(), run.as_str())
    }

    /// Replaces the sessions of a run, in one transaction with the audit record. False when they are not those of `read`, and when the run has
    /// left the catalogue or is cancelled.
    pub async fn change_sessions(
        &self,
        course: &CourseId,
        read: &CountedRun,
        sessions: &[RunSession],
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let id = read.run.id.as_str();
        let update = self
            .table
            .update_in_transaction(run_key(course, &read.run.id))
            .update_expression("SET sessions = :sessions")
            .condition_expression("sessions = :read AND attribute_exists(#run) AND attribute_not_exists(cancelled)")
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":read", self.table.attribute(&read.sessions, id)?)
            .expression_attribute_values(":sessions", self.table.attribute(&sessions, id)?);
        let transaction = Transaction::new()
            .with(Changing::Run, self.table.transaction_item(update.build(), id)?)
            .with(Changing::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// Cancels a run, in one transaction with the audit record and the removal of its start from the course, if the course has it
    /// ([`CoursesTable::remove_start_item`](crate::courses::CoursesTable::remove_start_item)). False when it is cancelled already, has left the
    /// catalogue, or the starts have changed.
    pub async fn cancel_run(
        &self,
        course: &CourseId,
        run: &RunId,
        cancellation: &RunCancellation,
        start: Option<TransactionItem>,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let update = self
            .table
            .update_in_transaction(run_key(course, run))
            .update_expression("SET cancelled = :cancellation")
            .condition_expression("attribute_not_exists(cancelled) AND attribute_exists(#run)")
            .expression_attribute_names("#run", "run")
            .expression_attribute_values(":cancellation", self.table.attribute(cancellation, run.as_str())?);
        let transaction = Transaction::new()
            .with(
                Changing::Run,
                self.table.transaction_item(update.build(), run.as_str())?,
            )
            .with_all(Changing::Course, start)
            .with(Changing::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    pub async fn cancelled_runs(&self) -> Result<Vec<(CourseId, CountedRun)>, StoreError> {
        let scan = self
            .table
            .scan()
            .filter_expression("attribute_exists(cancelled) AND attribute_exists(#run)");
        let scan = scan.expression_attribute_names("#run", "run");
        let items = self.table.scan_all(scan).await?;
        let runs = items.into_iter().map(|item| {
            let described = attribute(&item, "courseId");
            let CancelledRun { course_id, counted } = self.table.parse(item, &described)?;
            Ok((course_id, counted))
        });
        runs.collect()
    }

    /// Releases a place of a run, as part of the transaction that removes the enrolment. Its condition is that a place is taken.
    pub fn release_place_item(&self, course: &CourseId, run: &RunId) -> Result<TransactionItem, StoreError> {
        let update = self
            .table
            .update_in_transaction(run_key(course, run))
            .update_expression("SET taken = taken - :one")
            .condition_expression("taken >= :one")
            .expression_attribute_values(":one", number(1));
        self.table.transaction_item(update.build(), run.as_str())
    }

    /// What there is of each course, by its id. Malformed items are included, so that an import can replace them. The count of a run that
    /// has left the catalogue is no part of the course as long as it counts a place. After that, an import deletes it.
    pub async fn stored(&self) -> Result<BTreeMap<String, StoredDetails>, StoreError> {
        let mut courses: BTreeMap<String, StoredDetails> = BTreeMap::new();
        for item in self.table.scan_all(self.table.scan()).await? {
            let stored = courses
                .entry(attribute(&item, "courseId"))
                .or_insert_with(|| StoredDetails {
                    whole: Some(DetailsAndRuns::default()),
                    ..StoredDetails::default()
                });
            let sold = self.sold_run(&item);
            let is_kept_count = self.kept_count(&item).is_some();
            if !(is_kept_count && sold.is_some()) {
                stored.parts.insert(attribute(&item, "part"));
            }
            stored.sold.extend(sold);
            if !is_kept_count {
                stored.add(self.part(item));
            }
        }
        Ok(courses)
    }

    /// Writes what the catalogue has of a course, and deletes runs that it no longer has, in one transaction. `sessions` are those of its runs,
    /// in their order; `before` is what [`Self::stored`] has of the course; `moved` has the ids of the runs whose sessions change. The
    /// conditions: no place of a moved or deleted run is taken, no run gets fewer places than are taken, and no session was changed since
    /// `before`. False when one does not hold: nothing is written.
    pub async fn put_from_catalogue(
        &self,
        course: &CourseId,
        whole: &DetailsAndRuns,
        sessions: &[Vec<RunSession>],
        before: Option<&StoredDetails>,
        moved: &BTreeSet<String>,
    ) -> Result<bool, StoreError> {
        let id = course.as_str();
        let update = self
            .table
            .update_in_transaction(part_key(course, DETAILS))
            .update_expression("SET details = :details")
            .expression_attribute_values(":details", self.table.attribute(&whole.details, id)?);
        let mut items = vec![self.table.transaction_item(update.build(), id)?];
        let mut kept = BTreeSet::from([DETAILS.to_owned()]);
        for (run, sessions) in whole.runs.iter().zip(sessions) {
            let part = format!("{RUN}{}", run.id);
            let read = before.map_or(&[][..], |before| before.stored_sessions(run));
            let most = if moved.contains(run.id.as_str()) { 0 } else { run.places };
            let update = self
                .table
                .update_in_transaction(part_key(course, &part))
                .update_expression("SET #run = :run, sessions = :sessions")
                .condition_expression(
                    "(attribute_not_exists(taken) OR taken <= :most) AND (attribute_not_exists(sessions) OR sessions = :read)",
                )
                .expression_attribute_names("#run", "run")
                .expression_attribute_values(":run", self.table.attribute(run, id)?)
                .expression_attribute_values(":sessions", self.table.attribute(sessions, id)?)
                .expression_attribute_values(":read", self.table.attribute(&read, id)?)
                .expression_attribute_values(":most", number(most));
            items.push(self.table.transaction_item(update.build(), id)?);
            kept.insert(part);
        }
        let gone = before.into_iter().flat_map(|before| before.parts.difference(&kept));
        for part in gone {
            let delete = self
                .table
                .delete_in_transaction(part_key(course, part))
                .condition_expression("attribute_not_exists(taken) OR taken = :none")
                .expression_attribute_values(":none", number(0));
            items.push(self.table.transaction_item(delete.build(), id)?);
        }
        let transaction = Transaction::new().with_all((), items);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// None when no place is taken, and for what is no run.
    fn sold_run(&self, item: &Item) -> Option<SoldRun> {
        let part = attribute(item, "part");
        let id = part.strip_prefix(RUN)?;
        let count: Count = self.table.parse(item.clone(), id).ok()?;
        let run = match self.part(item.clone()) {
            Ok(Part::Run(counted)) => Some(counted.run),
            _ => None,
        };
        (count.taken > 0).then(|| SoldRun {
            id: id.to_owned(),
            taken: count.taken,
            has_left: !item.contains_key("run"),
            run,
        })
    }

    /// How many places are taken of a run that has left the catalogue. None for any other item.
    fn kept_count(&self, item: &Item) -> Option<u32> {
        let is_of_run = attribute(item, "part").starts_with(RUN);
        if !is_of_run || item.contains_key("run") || !item.contains_key("taken") {
            return None;
        }
        let count: Count = self.table.parse(item.clone(), "count").ok()?;
        Some(count.taken)
    }

    fn part(&self, item: Item) -> Result<Part, StoreError> {
        let (course, part) = (attribute(&item, "courseId"), attribute(&item, "part"));
        let described = format!("{course:?} {part:?}");
        let PartItem {
            details,
            run,
            taken,
            sessions,
            cancelled,
        } = self.table.parse(item, &described)?;
        match (part.strip_prefix(RUN), details, run) {
            (None, Some(details), _) if part == DETAILS => Ok(Part::Details(details)),
            (Some(id), _, Some(run)) if run.id.as_str() == id => Ok(Part::Run(CountedRun {
                run,
                taken,
                sessions,
                cancelled,
            })),
            _ => Err(self
                .table
                .malformed(described, "neither details nor the run of its key")),
        }
    }
}

/// The order of runs: the one that starts first, first.
fn order(run: &CourseRun) -> (Date, &RunId) {
    (run.start, &run.id)
}

fn run_key(course: &CourseId, run: &RunId) -> Item {
    part_key(course, &format!("{RUN}{run}"))
}

fn part_key(course: &CourseId, part: &str) -> Item {
    Item::from([
        ("courseId".to_owned(), text(course.as_str())),
        ("part".to_owned(), text(part)),
    ])
}

/// An attribute of the key as text, which both are.
fn attribute(item: &Item, name: &str) -> String {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(places: u32, taken: u32) -> CountedRun {
        run_on("2027-02-06", "2027-spring", places, taken)
    }

    fn run_on(start: &str, id: &str, places: u32, taken: u32) -> CountedRun {
        let run = json!({"id": id, "start": start, "end": "2027-04-24", "weekdays": ["saturday"], "time": "09:05",
            "timeZone": "Africa/Algiers", "places": places});
        serde_json::from_value(json!({"run": run, "taken": taken})).unwrap()
    }

    #[test]
    fn a_run_is_full_when_no_place_is_left() {
        for (places, taken, left) in [(14, 0, 14), (14, 13, 1), (14, 14, 0), (13, 14, 0), (0, 0, 0)] {
            let run = run(places, taken);
            assert_eq!(
                (run.places_left(), run.is_full()),
                (left, left == 0),
                "{taken} of {places}"
            );
        }
    }

    #[test]
    fn a_run_is_over_after_its_last_day_or_a_session_that_was_moved_beyond_it() {
        let at = |time: &str| time.parse::<Timestamp>().unwrap();
        let mut counted = run(14, 0);
        assert!(!counted.is_over(at("2027-04-24T23:59:59Z")));
        assert!(counted.is_over(at("2027-04-25T00:00:00Z")));
        let session = json!({"number": 1, "start": "2027-05-01T09:05:00", "startsAt": "2027-05-01T08:05:00Z", "minutes": 90,
            "version": 2, "changedAt": "2026-11-01T08:00:00Z"});
        counted.sessions = vec![serde_json::from_value(session).unwrap()];
        assert!(!counted.is_over(at("2027-05-01T12:00:00Z")));
    }

    #[test]
    fn the_earliest_run_is_first_in_whatever_order_the_items_are() {
        let mut whole = DetailsAndCountedRuns::default();
        for (start, id) in [
            ("2027-02-07", "2027-a"),
            ("2027-02-06", "2027-c"),
            ("2027-02-08", "2027-d"),
            ("2027-02-06", "2027-b"),
        ] {
            whole.add(Part::Run(run_on(start, id, 14, 0)));
        }
        let ids: Vec<_> = whole.runs.iter().map(|counted| counted.run.id.as_str()).collect();
        assert_eq!(ids, ["2027-b", "2027-c", "2027-a", "2027-d"]);
    }
}
