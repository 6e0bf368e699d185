//! `ops unenrol`: removes an enrolment without a run.

use clap::Args;
use domain::{CourseId, PlaceState};
use store::{
    audit::Action,
    courses::CoursesTable,
    place_requests::{PlaceItems, PlaceOutcome},
};

use crate::{
    enrol::{Change, ChangedEnrolment, parse_course_id},
    output::{CommandError, Output},
    stack::{Stack, StackError, Target, UserSelector},
    users::UserSummary,
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops unenrol amina@example.org project-management --dry-run
  scripts/ops unenrol amina@example.org project-management";

#[derive(Debug, Args)]
pub(crate) struct Unenrol {
    #[command(flatten)]
    target: Target,
    /// The user's email address or id
    user: UserSelector,
    /// The course id. The course may be withdrawn
    #[arg(value_parser = parse_course_id)]
    course: CourseId,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

/// Removes an enrolment: deletes the payment, decreases the course's enrolment count and writes the audit record in one transaction.
///
/// # Errors
/// When the user is not enrolled, or the enrolment count cannot decrease. Nothing is written then.
pub(crate) async fn run(command: Unenrol) -> Result<Output, UnenrolError> {
    let Unenrol { course, dry_run, .. } = command;
    let stack = Stack::connect(command.target).await?;
    let user = stack.user(command.user).await?;
    let id = &user.user_id;
    let payments = stack.payments().of_user(id).await.map_err(StackError::from)?;
    let Some(enrolment) = payments.enrolment(&course).cloned() else {
        return Err(UnenrolError::NotEnrolled(course));
    };
    let place = stack
        .place_requests()
        .find(id, &course)
        .await
        .map_err(StackError::from)?;
    if place.is_some_and(|place| place.state == PlaceState::Confirmed) {
        return Err(UnenrolError::HasPlace(course));
    }
    if !dry_run {
        let record = stack
            .audit_record(Some(id), Action::Unenrol { course: course.clone() })
            .await?;
        let course_count = stack.table(CoursesTable::new, "courses").remove_enrolment_item(&course);
        // What was paid stays in the ledger.
        let entry = enrolment
            .ledger_entry()
            .map(|entry| stack.payments().entry_item(id, &entry));
        let items = PlaceItems {
            entry: entry.transpose().map_err(StackError::from)?,
            enrolment: Some(stack.payments().unenrol_item(id, &course).map_err(StackError::from)?),
            course_count: Some(course_count.map_err(StackError::from)?),
            audit_record: Some(stack.audit().record_item(&record).map_err(StackError::from)?),
            ..PlaceItems::default()
        };
        let unenrolled = stack.place_requests().write(None, None, items).await;
        match unenrolled.map_err(StackError::from)? {
            PlaceOutcome::Written => {}
            PlaceOutcome::NoCourse => return Err(UnenrolError::NothingToDecrease(course)),
            _ => return Err(UnenrolError::NotEnrolled(course)),
        }
    }
    Ok(Box::new(ChangedEnrolment {
        dry_run,
        user: UserSummary::of(&user),
        enrolment,
        change: Change::Unenrol,
    }))
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum UnenrolError {
    #[error("The user is not enrolled in {0}. Nothing was written.")]
    NotEnrolled(CourseId),
    #[error("The enrolment count of {0} is 0, or the course is missing: restore it first. Nothing was written.")]
    NothingToDecrease(CourseId),
    #[error("The user has a place in a run of {0}: cancel it under /staff/places. Nothing was written.")]
    HasPlace(CourseId),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for UnenrolError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotEnrolled(_) => "not_enrolled",
            Self::NothingToDecrease(_) => "not_counted",
            Self::HasPlace(_) => "has_place",
            Self::Stack(error) => error.code(),
        }
    }
}
