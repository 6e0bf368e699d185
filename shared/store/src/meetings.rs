//! The meetings table: how one takes part in the sessions of a run, and its materials. Only functions for those who take part, and for staff, may read it.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`], or `#closed-days` for the closed days of all runs |
//! | `part` | S, sort | `<run>` for all sessions of a run, `<run>#<number>` for one that has its own, `<run>#materials` for its materials; `present` of closed days |
//!
//! Access patterns: that of a session (the two items); all of a run (`Query`); the materials of a run; set or remove a meeting, and replace the
//! materials, in one transaction with the audit record; the closed days, and the next ones.

use std::collections::BTreeMap;

use domain::{ClosedDays, CourseId, Material, RunId};
use serde::{Deserialize, Serialize};

use crate::{
    StoreError, TransactionItem,
    table::{Item, named_table, text},
    transaction::Transaction,
};

/// The partition of the closed days, which is no id of a course.
const CLOSED_DAYS: &str = "#closed-days";

named_table!(MeetingsTable);

/// How one takes part: at least one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meeting {
    /// An https URL of any provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// A telephone number with what to enter there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dial_in: Option<String>,
    /// The address of a meeting in person, with directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MeetingItem<'a> {
    course_id: &'a CourseId,
    part: String,
    #[serde(flatten)]
    meeting: &'a Meeting,
}

/// The meetings and materials of a run.
#[derive(Debug, Default, Serialize)]
pub struct RunMeetings {
    pub of_run: Option<Meeting>,
    /// Those of sessions that have their own, by number.
    pub of_sessions: BTreeMap<u32, Meeting>,
    pub materials: Vec<Material>,
}

/// The materials of a run, in the order in which they are shown.
#[derive(Debug, Default, Deserialize)]
struct MaterialsItem {
    #[serde(default)]
    materials: Vec<Material>,
}

/// The items of the transaction that changes a meeting or materials.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Changing {
    Changed,
    AuditRecord,
}

impl MeetingsTable {
    /// The meeting of a session: its own, or else that of its run.
    pub async fn of_session(&self, course: &CourseId, run: &RunId, number: u32) -> Result<Option<Meeting>, StoreError> {
        let (own, of_run) = tokio::try_join!(
            self.table
                .get(meeting_key(course, part(run, Some(number))), run.as_str()),
            self.table.get(meeting_key(course, part(run, None)), run.as_str())
        )?;
        Ok(own.or(of_run))
    }

    /// All of a run.
    pub async fn of_run(&self, course: &CourseId, run: &RunId) -> Result<RunMeetings, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("courseId = :course AND begins_with(part, :run)")
            .expression_attribute_values(":course", text(course.as_str()))
            .expression_attribute_values(":run", text(run.as_str()))
            .consistent_read(true);
        let mut all = RunMeetings::default();
        for item in self.table.query_all(query).await? {
            let part = item.get("part").and_then(|part| part.as_s().ok()).cloned();
            // The id of another run may begin alike.
            let rest = part.as_deref().and_then(|part| part.strip_prefix(run.as_str()));
            match rest {
                Some("") => all.of_run = Some(self.table.parse(item, run.as_str())?),
                Some("#materials") => all.materials = self.table.parse::<MaterialsItem>(item, run.as_str())?.materials,
                Some(rest) => {
                    if let Some(number) = rest.strip_prefix('#').and_then(|number| number.parse().ok()) {
                        all.of_sessions.insert(number, self.table.parse(item, run.as_str())?);
                    }
                }
                None => {}
            }
        }
        Ok(all)
    }

    /// Sets the meeting of a session, or that of all sessions of a run without their own, in one transaction with the audit record. None removes it.
    pub async fn set(
        &self,
        course: &CourseId,
        run: &RunId,
        number: Option<u32>,
        meeting: Option<&Meeting>,
        audit_record: TransactionItem,
    ) -> Result<(), StoreError> {
        let (id, part) = (run.as_str(), part(run, number));
        let item = if let Some(meeting) = meeting {
            let item = MeetingItem {
                course_id: course,
                part,
                meeting,
            };
            let put = self.table.put_in_transaction(self.table.serialize(&item, id)?);
            self.table.transaction_item(put.build(), id)?
        } else {
            let delete = self.table.delete_in_transaction(meeting_key(course, part));
            self.table.transaction_item(delete.build(), id)?
        };
        let transaction = Transaction::new()
            .with(Changing::Changed, item)
            .with(Changing::AuditRecord, audit_record);
        // Nothing has a condition.
        let _ = self.table.transact(transaction).await?;
        Ok(())
    }

    /// The materials of a run. None are an empty list.
    pub async fn materials(&self, course: &CourseId, run: &RunId) -> Result<Vec<Material>, StoreError> {
        let key = meeting_key(course, materials_part(run));
        let item: Option<MaterialsItem> = self.table.get(key, run.as_str()).await?;
        Ok(item.unwrap_or_default().materials)
    }

    /// Replaces the materials of a run, in one transaction with the audit record. False when they are not those that were read.
    pub async fn replace_materials(
        &self,
        course: &CourseId,
        run: &RunId,
        read: &[Material],
        materials: &[Material],
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let id = run.as_str();
        let update = self
            .table
            .update_in_transaction(meeting_key(course, materials_part(run)))
            .update_expression("SET materials = :materials")
            .condition_expression(if read.is_empty() {
                "attribute_not_exists(materials) OR materials = :read"
            } else {
                "materials = :read"
            })
            .expression_attribute_values(":read", self.table.attribute(&read, id)?)
            .expression_attribute_values(":materials", self.table.attribute(&materials, id)?);
        let transaction = Transaction::new()
            .with(Changing::Changed, self.table.transaction_item(update.build(), id)?)
            .with(Changing::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    /// The days on which no run should have a session.
    pub async fn closed_days(&self) -> Result<ClosedDays, StoreError> {
        let days = self.table.get(closed_days_key(), CLOSED_DAYS).await?;
        Ok(days.unwrap_or_default())
    }

    /// Sets the next closed days, in one transaction with the audit record. False when they do not follow the present ones.
    pub async fn set_closed_days(&self, days: &ClosedDays, audit_record: TransactionItem) -> Result<bool, StoreError> {
        let mut item = self.table.serialize(days, CLOSED_DAYS)?;
        item.extend(closed_days_key());
        let put = self.table.put_in_transaction(item);
        let put = match days.version.saturating_sub(1) {
            0 => put.condition_expression("attribute_not_exists(version)"),
            before => put
                .condition_expression("version = :before")
                .expression_attribute_values(":before", self.table.attribute(&before, CLOSED_DAYS)?),
        };
        let transaction = Transaction::new()
            .with(
                Changing::Changed,
                self.table.transaction_item(put.build(), CLOSED_DAYS)?,
            )
            .with(Changing::AuditRecord, audit_record);
        Ok(self.table.transact(transaction).await?.is_written())
    }
}

fn part(run: &RunId, number: Option<u32>) -> String {
    number.map_or_else(|| run.to_string(), |number| format!("{run}#{number}"))
}

fn materials_part(run: &RunId) -> String {
    format!("{run}#materials")
}

fn closed_days_key() -> Item {
    Item::from([
        ("courseId".to_owned(), text(CLOSED_DAYS)),
        ("part".to_owned(), text("present")),
    ])
}

fn meeting_key(course: &CourseId, part: String) -> Item {
    Item::from([
        ("courseId".to_owned(), text(course.as_str())),
        ("part".to_owned(), text(part)),
    ])
}
