//! The meetings table: how one takes part in the sessions of a run. Only functions that let somebody in may read it.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `courseId` | S, partition | [`CourseId`] |
//! | `part` | S, sort | `<run>` for all sessions of a run, `<run>#<number>` for one that has its own |
//!
//! Access patterns: that of a session (the two items), set, remove.

use aws_sdk_dynamodb::Client;
use domain::{CourseId, RunId};
use serde::{Deserialize, Serialize};

use crate::{
    StoreError,
    table::{Item, Table, text},
};

#[derive(Debug, Clone)]
pub struct MeetingsTable {
    table: Table,
}

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

impl MeetingsTable {
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    /// The meeting of a session: its own, or else that of its run.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn of_session(&self, course: &CourseId, run: &RunId, number: u32) -> Result<Option<Meeting>, StoreError> {
        let (own, of_run) = tokio::try_join!(
            self.table
                .get(meeting_key(course, part(run, Some(number))), run.as_str()),
            self.table.get(meeting_key(course, part(run, None)), run.as_str())
        )?;
        Ok(own.or(of_run))
    }

    /// Sets the meeting of a session, or that of all sessions of a run without their own.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn set(
        &self,
        course: &CourseId,
        run: &RunId,
        number: Option<u32>,
        meeting: &Meeting,
    ) -> Result<(), StoreError> {
        let item = MeetingItem {
            course_id: course,
            part: part(run, number),
            meeting,
        };
        self.table.put(self.table.serialize(&item, run.as_str())?).await
    }
}

fn part(run: &RunId, number: Option<u32>) -> String {
    number.map_or_else(|| run.to_string(), |number| format!("{run}#{number}"))
}

fn meeting_key(course: &CourseId, part: String) -> Item {
    Item::from([
        ("courseId".to_owned(), text(course.as_str())),
        ("part".to_owned(), text(part)),
    ])
}
