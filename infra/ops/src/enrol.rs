//! `ops enrol`: enrols a user in a course without a run, and records the payment.

use std::fmt::{self, Display};

use clap::Args;
use domain::{CourseId, Money, MoneyError};
use platform::clock;
use serde::Serialize;
use store::{
    audit::Action,
    courses::CoursesTable,
    payments::{Enrolment, Paid},
    place_requests::{PlaceItems, PlaceOutcome},
};

use crate::{
    output::{CommandError, Output},
    stack::{Stack, StackError, Target, UserSelector},
    users::UserSummary,
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops enrol amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops enrol amina@example.org creative-journaling --free --dry-run";

#[derive(Debug, Args)]
pub(crate) struct Enrol {
    #[command(flatten)]
    target: Target,
    /// The user's email address or id
    user: UserSelector,
    /// The course id: the name of its file in the catalogue, without .toml
    #[arg(value_parser = parse_course_id)]
    course: CourseId,
    #[command(flatten)]
    payment: Payment,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Args)]
struct Payment {
    /// The amount paid, such as 120.00, with at most as many decimals as the currency has
    #[arg(
        long,
        requires = "currency",
        required_unless_present = "free",
        conflicts_with = "free"
    )]
    amount: Option<String>,
    /// The currency of the amount (ISO 4217), such as EUR
    #[arg(long, value_name = "CODE", requires = "amount")]
    currency: Option<String>,
    /// Enrols without a payment
    #[arg(long)]
    free: bool,
}

impl Payment {
    /// None for an enrolment without a payment.
    fn paid(&self) -> Result<Option<Paid>, MoneyError> {
        Ok(match (&self.amount, &self.currency) {
            (Some(amount), Some(currency)) => Some(Paid::from(Money::parse(amount, currency)?)),
            _ => None,
        })
    }
}

pub(crate) fn parse_course_id(text: &str) -> Result<CourseId, String> {
    CourseId::try_from(text.to_owned()).map_err(|error| error.to_string())
}

/// Enrols a user: writes the payment, the course's enrolment count and the audit record in one transaction.
///
/// # Errors
/// When the amount is invalid, the user or course does not exist, or the user is already enrolled. Nothing is written then.
pub(crate) async fn run(command: Enrol) -> Result<Output, EnrolError> {
    let paid = command.payment.paid()?;
    let stack = Stack::connect(command.target).await?;
    let user = stack.user(command.user).await?;
    let enrolment = Enrolment {
        course_id: command.course,
        paid,
        paid_at: clock::now(),
    };
    let payments = stack
        .payments()
        .of_user(&user.user_id)
        .await
        .map_err(StackError::from)?;
    if payments.enrolment(&enrolment.course_id).is_some() {
        return Err(EnrolError::AlreadyEnrolled(enrolment.course_id));
    }
    let asked = stack.place_requests().find(&user.user_id, &enrolment.course_id).await;
    let asked = asked.map_err(StackError::from)?;
    if asked.is_some_and(|asked| asked.state.is_open()) {
        return Err(EnrolError::HasAsked(enrolment.course_id));
    }
    let courses = stack.table(CoursesTable::new, "courses");
    let listed = courses.listed_ids().await.map_err(StackError::from)?;
    if !listed.iter().any(|id| id == enrolment.course_id.as_str()) {
        return Err(EnrolError::CourseNotFound(enrolment.course_id));
    }
    if !command.dry_run {
        let id = &user.user_id;
        let action = Action::Enrol {
            course: enrolment.course_id.clone(),
        };
        let record = stack.audit_record(Some(id), action).await?;
        let course_count = courses.add_enrolment_item(&enrolment.course_id);
        let items = PlaceItems {
            user_exists: Some(stack.users().exists_item(id).map_err(StackError::from)?),
            enrolment: Some(stack.payments().enrol_item(id, &enrolment).map_err(StackError::from)?),
            course_count: Some(course_count.map_err(StackError::from)?),
            audit_record: Some(stack.audit().record_item(&record).map_err(StackError::from)?),
            ..PlaceItems::default()
        };
        let enrolled = stack.place_requests().write(None, None, items).await;
        match enrolled.map_err(StackError::from)? {
            PlaceOutcome::Written => {}
            PlaceOutcome::NoCourse => return Err(EnrolError::CourseNotFound(enrolment.course_id)),
            PlaceOutcome::NoUser => return Err(StackError::UserNotFound(UserSelector::Id(user.user_id)).into()),
            // The transaction has no place of a run, so it cannot be refused because of one.
            _ => return Err(EnrolError::AlreadyEnrolled(enrolment.course_id)),
        }
    }
    Ok(Box::new(ChangedEnrolment {
        dry_run: command.dry_run,
        user: UserSummary::of(&user),
        enrolment,
        change: Change::Enrol,
    }))
}

#[derive(Clone, Copy)]
pub(crate) enum Change {
    Enrol,
    Unenrol,
}

/// The output of `enrol` and `unenrol`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedEnrolment {
    pub(crate) dry_run: bool,
    #[serde(rename = "account")]
    pub(crate) user: UserSummary,
    pub(crate) enrolment: Enrolment,
    #[serde(skip)]
    pub(crate) change: Change,
}

impl Display for ChangedEnrolment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { enrolment, user, .. } = self;
        let (would, did) = match self.change {
            Change::Enrol => ("enrol in", "Enrolled in"),
            Change::Unenrol => ("unenrol from", "Unenrolled from"),
        };
        if self.dry_run {
            write!(formatter, "Dry run: this would {would} {enrolment}: {user}")
        } else {
            write!(formatter, "{did} {enrolment}: {user}")
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum EnrolError {
    #[error("{0}. Nothing was written.")]
    Amount(#[from] MoneyError),
    #[error("The user is already enrolled in {0}. Nothing was written.")]
    AlreadyEnrolled(CourseId),
    #[error("The user has asked for a place in {0}: decide under /staff/places. Nothing was written.")]
    HasAsked(CourseId),
    #[error("The catalogue has no course {0}, or the course is withdrawn. Nothing was written.")]
    CourseNotFound(CourseId),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for EnrolError {
    fn code(&self) -> &'static str {
        match self {
            Self::Amount(_) => "amount_invalid",
            Self::AlreadyEnrolled(_) => "already_enrolled",
            Self::HasAsked(_) => "has_asked",
            Self::CourseNotFound(_) => "course_not_found",
            Self::Stack(error) => error.code(),
        }
    }
}
