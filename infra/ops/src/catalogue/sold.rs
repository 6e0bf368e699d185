//! What an import must not change: runs in which places are taken.
//!
//! Users with a place know when their sessions are, from an email and from their calendar. So an import neither removes such a run nor moves
//! its sessions, changes their number or length, or offers fewer places than are taken.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Display},
};

use domain::{CourseRun, UserId};
use platform::clock;
use serde::Serialize;
use store::{
    StoreError,
    course_details::{SoldRun, StoredDetails},
    courses::StoredCourse,
};

use super::{
    Tables, counted,
    diff::{Edit, run_edits, write_edits},
    read::{Catalogue, CatalogueCourse},
};

/// Runs with taken places that an import would change, and the users whom that would affect.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct SoldChanges(Vec<SoldChange>);

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SoldChange {
    course_id: String,
    run_id: String,
    /// How many places are taken.
    taken: u32,
    #[serde(flatten)]
    change: Change,
    /// The users with a place.
    enrolled: Vec<UserId>,
    /// The users whose requests wait for a decision.
    asked: Vec<UserId>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
enum Change {
    Removed,
    /// The course no longer has a file.
    Withdrawn,
    Edited {
        edits: Vec<Edit>,
    },
}

/// The changes for which an import is refused. `courses` are those of the table, read before.
pub(super) async fn changes(
    tables: &Tables,
    catalogue: &Catalogue,
    courses: &[StoredCourse],
) -> Result<SoldChanges, StoreError> {
    let details = tables.details.stored().await?;
    let mut changes = Vec::new();
    for course in courses {
        let Some(details) = details.get(&course.id) else {
            continue;
        };
        let file = catalogue.course(&course.id);
        for sold in &details.sold {
            let change = match file {
                Some(file) => change_of(course, details, sold, file),
                None if course.withdrawn => None,
                None => sold
                    .run
                    .as_ref()
                    .filter(|run| !has_ended(run))
                    .map(|_| Change::Withdrawn),
            };
            changes.extend(change.map(|change| SoldChange {
                course_id: course.id.clone(),
                run_id: sold.id.clone(),
                taken: sold.taken,
                change,
                enrolled: Vec::new(),
                asked: Vec::new(),
            }));
        }
    }
    add_users(tables, &mut changes).await?;
    Ok(SoldChanges(changes))
}

/// The runs of a file that begin or end at other times than before, or that have other sessions. Nobody may take a place of them while they are
/// written.
pub(super) fn moved_runs(
    course: Option<&StoredCourse>,
    details: Option<&StoredDetails>,
    file: &CatalogueCourse,
) -> BTreeSet<String> {
    let before = details.and_then(|details| details.whole.as_ref());
    let before: BTreeMap<_, _> = before
        .iter()
        .flat_map(|whole| &whole.runs)
        .map(|run| (&run.id, run))
        .collect();
    let sessions = session_edits(course, details, file);
    let is_moved = |after: &&CourseRun| {
        before.get(&after.id).is_some_and(|before| {
            !time_edits(details, before, after).is_empty() || (!sessions.is_empty() && !has_ended(before))
        })
    };
    let moved = file.page.runs.iter().filter(is_moved);
    moved.map(|run| run.id.to_string()).collect()
}

fn change_of(course: &StoredCourse, details: &StoredDetails, sold: &SoldRun, file: &CatalogueCourse) -> Option<Change> {
    let Some(after) = file.page.runs.iter().find(|run| run.id.as_str() == sold.id) else {
        // Imports before this rule have removed runs with taken places.
        return (!sold.has_left).then_some(Change::Removed);
    };
    let mut edits = Vec::new();
    if let Some(before) = &sold.run {
        edits = time_edits(Some(details), before, after);
        // The next edition of a course may have other sessions than one that has ended.
        if !has_ended(before) {
            edits.extend(session_edits(Some(course), Some(details), file));
        }
    }
    if after.places < sold.taken {
        edits.push(Edit {
            field: format!("runs.{}.places", after.id),
            before: sold.run.as_ref().map(|run| run.places.to_string()),
            after: Some(after.places.to_string()),
        });
    }
    (!edits.is_empty()).then_some(Change::Edited { edits })
}

/// What differs in when the sessions of a run are.
///
/// The first import that plans sessions may name closed days: before, a run had more days than sessions.
fn time_edits(details: Option<&StoredDetails>, before: &CourseRun, after: &CourseRun) -> Vec<Edit> {
    let has_sessions = details.is_some_and(|details| !details.stored_sessions(before).is_empty());
    let has_same_days = before.weekdays.len() == after.weekdays.len()
        && before.weekdays.iter().all(|weekday| after.weekdays.contains(weekday));
    let closed = |run: &CourseRun| run.closed.iter().copied().collect::<BTreeSet<_>>();
    let has_same_closed_days = closed(before) == closed(after);
    let mut edits = run_edits(before, after);
    edits.retain(|edit| match edit.field.rsplit('.').next() {
        Some("weekdays") => !has_same_days,
        // Their order, and the file that names them, do not matter.
        Some("closed") => has_sessions && !has_same_closed_days,
        Some("start" | "end" | "time" | "time_zone") => true,
        _ => false,
    });
    edits
}

/// What differs in the number and length of the sessions of a course. Nothing, when what is stored is malformed.
fn session_edits(course: Option<&StoredCourse>, details: Option<&StoredDetails>, file: &CatalogueCourse) -> Vec<Edit> {
    let course = course.and_then(|course| course.course.as_ref());
    let details = details.and_then(|details| details.whole.as_ref());
    let (Some(course), Some(details)) = (course, details) else {
        return Vec::new();
    };
    let numbers = [
        ("sessions", course.facts.sessions, file.course.facts.sessions),
        (
            "session_minutes",
            details.details.session_minutes,
            file.page.details.session_minutes,
        ),
    ];
    let edits = numbers.into_iter().filter(|(_, before, after)| before != after);
    let edits = edits.map(|(field, before, after)| Edit {
        field: field.to_owned(),
        before: before.map(|number| number.to_string()),
        after: after.map(|number| number.to_string()),
    });
    edits.collect()
}

fn has_ended(run: &CourseRun) -> bool {
    run.has_ended(clock::now())
}

/// Adds the users whom the changes affect.
async fn add_users(tables: &Tables, changes: &mut [SoldChange]) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    for request in tables.requests.all().await? {
        let is_of = |change: &&mut SoldChange| {
            change.course_id == request.course_id.as_str() && change.run_id == request.run_id.as_str()
        };
        if let Some(change) = changes.iter_mut().find(is_of) {
            match request.state {
                state if state.holds_seat() => change.enrolled.push(request.user_id),
                state if state.is_open() => change.asked.push(request.user_id),
                _ => {}
            }
        }
    }
    Ok(())
}

impl SoldChanges {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for SoldChanges {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = counted(self.0.len(), "run");
        write!(
            formatter,
            "An import is refused: it would change {runs} with taken places."
        )?;
        for change in &self.0 {
            write!(formatter, "\n  {change}")?;
        }
        Ok(())
    }
}

impl Display for SoldChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            course_id,
            run_id,
            taken,
            change,
            ..
        } = self;
        let change_text = match change {
            Change::Removed => "removed",
            Change::Withdrawn => "withdrawn with its course",
            Change::Edited { .. } => "changed",
        };
        let places = counted(usize::try_from(*taken).unwrap_or(usize::MAX), "taken place");
        write!(formatter, "{course_id}, {run_id}: {change_text}, with {places}")?;
        if let Change::Edited { edits } = change {
            write_edits(formatter, edits)?;
        }
        for (name, users) in [("with a place:", &self.enrolled), ("asked for one:", &self.asked)] {
            if !users.is_empty() {
                let number = counted(users.len(), "user");
                let users: Vec<_> = users.iter().map(ToString::to_string).collect();
                write!(formatter, "\n    {number} {name} {}", users.join(", "))?;
            }
        }
        Ok(())
    }
}
