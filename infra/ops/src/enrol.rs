//! `ops enrol`: enrols somebody in a course, and keeps what they paid.

use std::fmt::{self, Display};

use clap::Args;
use domain::{CourseId, Money, MoneyError};
use platform::clock;
use serde::Serialize;
use store::{
    audit::Action,
    courses::CoursesTable,
    payments::{EnrolOutcome, Enrolment, Paid},
};

use crate::{
    accounts::AccountLine,
    output::{self, Answer},
    stack::{AccountName, Stack, StackError, Target},
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops enrol amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops enrol amina@example.org creative-journaling --free --dry-run";

/// Who is enrolled, in what, for how much.
#[derive(Debug, Args)]
pub(crate) struct Enrol {
    #[command(flatten)]
    target: Target,
    /// The account's e-mail address or id
    account: AccountName,
    /// The course's id: the name of its file in the catalogue
    #[arg(value_parser = course)]
    course: CourseId,
    /// What was paid, as in 120.00, with no more decimals than the currency has
    #[arg(
        long,
        requires = "currency",
        required_unless_present = "free",
        conflicts_with = "free"
    )]
    amount: Option<String>,
    /// In which currency (ISO 4217), as in EUR
    #[arg(long, value_name = "CODE", requires = "amount")]
    currency: Option<String>,
    /// Nothing was to be paid
    #[arg(long)]
    free: bool,
    /// Says what would be done, and does nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn course(text: &str) -> Result<CourseId, String> {
    CourseId::try_from(text.to_owned()).map_err(|error| error.to_string())
}

/// Enrols somebody, and returns what there is to say.
pub(crate) async fn run(command: Enrol) -> Result<Answer, Complaint> {
    let paid = match (&command.amount, &command.currency) {
        (Some(amount), Some(currency)) => Some(Paid::from(Money::parse(amount, currency)?)),
        _ => None,
    };
    let stack = Stack::of(command.target).await?;
    let user = stack.account(command.account).await?;
    let enrolment = Enrolment {
        course_id: command.course,
        paid,
        paid_at: clock::now(),
    };
    let before = stack
        .payments()
        .of_user(&user.user_id)
        .await
        .map_err(StackError::from)?;
    if before.iter().any(|before| before.course_id == enrolment.course_id) {
        return Err(Complaint::AlreadyEnrolled(enrolment.course_id));
    }
    let courses = stack.table(CoursesTable::new, "courses");
    let listed = courses.listed_ids().await.map_err(StackError::from)?;
    if !listed.iter().any(|id| id == enrolment.course_id.as_str()) {
        return Err(Complaint::NoCourse(enrolment.course_id));
    }
    if !command.dry_run {
        let action = Action::Enrol {
            course: enrolment.course_id.clone(),
        };
        let id = &user.user_id;
        let record = stack.record(Some(id), action).await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let counting = courses.add_enrolment_item(&enrolment.course_id);
        let counting = counting.map_err(StackError::from)?;
        let is_there = stack.users().exists_item(id).map_err(StackError::from)?;
        let enrolled = stack.payments().enrol(id, &enrolment, counting, is_there, record).await;
        match enrolled.map_err(StackError::from)? {
            EnrolOutcome::Enrolled => {}
            EnrolOutcome::AlreadyEnrolled => return Err(Complaint::AlreadyEnrolled(enrolment.course_id)),
            EnrolOutcome::NoCourse => return Err(Complaint::NoCourse(enrolment.course_id)),
            EnrolOutcome::NoUser => return Err(StackError::NoAccount(AccountName::Id(user.user_id)).into()),
        }
    }
    Ok(Box::new(Outcome {
        dry_run: command.dry_run,
        account: AccountLine::of(&user),
        enrolment,
        change: Change::Enrol,
    }))
}

/// What is done with an enrolment.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// It is made.
    Enrol,
    /// It is taken back.
    Unenrol,
}

/// Whose enrolment was changed, or would be, and what is kept of its payment, or was.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    pub(crate) dry_run: bool,
    pub(crate) account: AccountLine,
    pub(crate) enrolment: Enrolment,
    #[serde(skip)]
    pub(crate) change: Change,
}

impl Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { enrolment, account, .. } = self;
        let (would, did) = match self.change {
            Change::Enrol => ("enrol in", "Enrolled in"),
            Change::Unenrol => ("unenrol from", "Unenrolled from"),
        };
        if self.dry_run {
            write!(formatter, "Nothing was done. This would {would} {enrolment}: {account}")
        } else {
            write!(formatter, "{did} {enrolment}: {account}")
        }
    }
}

/// Why nobody was enrolled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// What was paid is no amount of money.
    #[error("{0}. Nothing was written.")]
    Amount(#[from] MoneyError),
    /// They are enrolled.
    #[error("They are enrolled in {0} already. Nothing was written.")]
    AlreadyEnrolled(CourseId),
    /// Nobody can be enrolled in it (any more).
    #[error("There is no course {0} in the catalogue, or it was withdrawn. Nothing was written.")]
    NoCourse(CourseId),
    /// Whatever the command was.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Amount(_) => "amount_invalid",
            Self::AlreadyEnrolled(_) => "already_enrolled",
            Self::NoCourse(_) => "course_not_found",
            Self::Stack(error) => error.code(),
        }
    }
}
