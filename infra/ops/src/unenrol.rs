//! `ops unenrol`: takes an enrolment back.

use clap::Args;
use domain::CourseId;
use store::{audit::Action, courses::CoursesTable, payments::UnenrolOutcome};

use crate::{
    accounts::AccountLine,
    enrol::{self, Change, Outcome},
    output::{self, Answer},
    stack::{AccountName, Stack, StackError, Target},
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops unenrol amina@example.org project-management --dry-run
  scripts/ops unenrol amina@example.org project-management";

/// Who is enrolled no more, and in what.
#[derive(Debug, Args)]
pub(crate) struct Unenrol {
    #[command(flatten)]
    target: Target,
    /// The account's e-mail address or id
    account: AccountName,
    /// The course's id, be it withdrawn or not: the name of its file in the catalogue
    #[arg(value_parser = enrol::course)]
    course: CourseId,
    /// Says what would be done, and does nothing
    #[arg(long)]
    dry_run: bool,
}

/// Takes an enrolment back, and returns what there is to say.
pub(crate) async fn run(command: Unenrol) -> Result<Answer, Complaint> {
    let Unenrol { course, dry_run, .. } = command;
    let stack = Stack::of(command.target).await?;
    let user = stack.account(command.account).await?;
    let id = &user.user_id;
    let enrolments = stack.payments().of_user(id).await.map_err(StackError::from)?;
    let Some(enrolment) = enrolments.into_iter().find(|enrolment| enrolment.course_id == course) else {
        return Err(Complaint::NotEnrolled(course));
    };
    if !dry_run {
        let record = stack
            .record(Some(id), Action::Unenrol { course: course.clone() })
            .await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let uncounting = stack.table(CoursesTable::new, "courses").remove_enrolment_item(&course);
        let uncounting = uncounting.map_err(StackError::from)?;
        let unenrolled = stack.payments().unenrol(id, &course, uncounting, record).await;
        match unenrolled.map_err(StackError::from)? {
            UnenrolOutcome::Unenrolled => {}
            UnenrolOutcome::NotEnrolled => return Err(Complaint::NotEnrolled(course)),
            UnenrolOutcome::NotCounted => return Err(Complaint::NotCounted(course)),
        }
    }
    Ok(Box::new(Outcome {
        dry_run,
        account: AccountLine::of(&user),
        enrolment,
        change: Change::Unenrol,
    }))
}

/// Why nothing was taken back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// There is nothing to take back.
    #[error("They are not enrolled in {0}. Nothing was written.")]
    NotEnrolled(CourseId),
    /// It would fall below nobody.
    #[error("The enrolment count of {0} is 0, or the course is not there: restore it first. Nothing was written.")]
    NotCounted(CourseId),
    /// Whatever the command was.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::NotEnrolled(_) => "not_enrolled",
            Self::NotCounted(_) => "not_counted",
            Self::Stack(error) => error.code(),
        }
    }
}
