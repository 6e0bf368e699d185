//! `ops unenrol`: removes an enrolment.

use clap::Args;
use domain::{CourseId, PlaceRequestState, UserId};
use store::{
    audit::Action,
    course_details::CourseDetailsTable,
    courses::CoursesTable,
    payments::{PlaceItems, UnenrolOutcome, UnenrolmentItems},
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
    let enrolments = stack.payments().of_user(id).await.map_err(StackError::from)?;
    let Some(enrolment) = enrolments.into_iter().find(|enrolment| enrolment.course_id == course) else {
        return Err(UnenrolError::NotEnrolled(course));
    };
    if !dry_run {
        let record = stack
            .audit_record(Some(id), Action::Unenrol { course: course.clone() })
            .await?;
        let course_count = stack.table(CoursesTable::new, "courses").remove_enrolment_item(&course);
        let items = UnenrolmentItems {
            course_count: course_count.map_err(StackError::from)?,
            audit_record: stack.audit().record_item(&record).map_err(StackError::from)?,
            place: place_of(&stack, id, &course).await?,
        };
        let unenrolled = stack.payments().unenrol(id, &course, items).await;
        match unenrolled.map_err(StackError::from)? {
            UnenrolOutcome::Unenrolled => {}
            UnenrolOutcome::NotEnrolled => return Err(UnenrolError::NotEnrolled(course)),
            UnenrolOutcome::RequestChanged => return Err(UnenrolError::ConcurrentChange),
            UnenrolOutcome::NotCounted => return Err(UnenrolError::NothingToDecrease(course)),
        }
    }
    Ok(Box::new(ChangedEnrolment {
        dry_run,
        user: UserSummary::of(&user),
        enrolment,
        change: Change::Unenrol,
    }))
}

/// The items that release the place of the user in a run, when the enrolment comes from an accepted place request. The request is deleted,
/// so that the user can send another one.
async fn place_of(stack: &Stack, user: &UserId, course: &CourseId) -> Result<Option<PlaceItems>, StackError> {
    let requests = stack.place_requests();
    let Some(request) = requests.find(user, course).await? else {
        return Ok(None);
    };
    if request.state != PlaceRequestState::Accepted {
        return Ok(None);
    }
    let details = stack.table(CourseDetailsTable::new, "course-details");
    let is_counted = details.has_taken_places(course, &request.run_id).await?;
    Ok(Some(PlaceItems {
        request: requests.delete_accepted_item(&request)?,
        run: is_counted
            .then(|| details.release_place_item(course, &request.run_id))
            .transpose()?,
    }))
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum UnenrolError {
    #[error("The user is not enrolled in {0}. Nothing was written.")]
    NotEnrolled(CourseId),
    #[error("The enrolment count of {0} is 0, or the course is missing: restore it first. Nothing was written.")]
    NothingToDecrease(CourseId),
    #[error(
        "Another operator has changed the place of the user at the same time. Run the command again. Nothing was written."
    )]
    ConcurrentChange,
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for UnenrolError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotEnrolled(_) => "not_enrolled",
            Self::NothingToDecrease(_) => "not_counted",
            Self::ConcurrentChange => "concurrent_change",
            Self::Stack(error) => error.code(),
        }
    }
}
