//! `ops enrol` and `ops unenrol`: enrolments without a run.

use std::fmt::{self, Display};

use clap::Args;
use domain::{CourseId, Money, MoneyError, PlaceState};
use platform::clock;
use serde::Serialize;
use store::{
    audit::Action,
    courses::CoursesTable,
    payments::{Enrolment, Paid},
    place_requests::{PlaceItems, PlaceOutcome},
};

use crate::{
    output::{Failure, Output},
    stack::{Stack, StackError, Target, UserSelector},
    users::UserSummary,
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops enrol amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops enrol amina@example.org creative-journaling --free --dry-run";

pub(crate) const UNENROL_EXAMPLES: &str = "\
Examples:
  scripts/ops unenrol amina@example.org project-management --dry-run
  scripts/ops unenrol amina@example.org project-management";

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

fn parse_course_id(text: &str) -> Result<CourseId, String> {
    CourseId::try_from(text.to_owned()).map_err(|error| error.to_string())
}

/// Enrols a user: writes the payment, the course's enrolment count and the audit record in one transaction.
pub(crate) async fn enrol(command: Enrol) -> Result<Output, Failure> {
    let paid = command.payment.paid();
    let paid = paid.map_err(|error| refused("amount_invalid", &format!("{error}.")))?;
    let stack = Stack::connect(command.target).await?;
    let user = stack.user(command.user).await?;
    let (id, course) = (&user.user_id, command.course);
    let enrolled = || {
        refused(
            "already_enrolled",
            &format!("The user is already enrolled in {course}."),
        )
    };
    let not_found = || {
        let message = format!("The catalogue has no course {course}, or the course is withdrawn.");
        refused("course_not_found", &message)
    };
    if stack.payments().of_user(id).await?.enrolment(&course).is_some() {
        return Err(enrolled());
    }
    let asked = stack.place_requests().find(id, &course).await?;
    if asked.is_some_and(|asked| asked.state.is_open()) {
        let message = format!("The user has asked for a place in {course}: decide under /staff/places.");
        return Err(refused("has_asked", &message));
    }
    let courses = stack.table(CoursesTable::new, "courses");
    if !courses.listed_ids().await?.iter().any(|id| id == course.as_str()) {
        return Err(not_found());
    }
    let enrolment = Enrolment {
        course_id: course.clone(),
        paid,
        paid_at: clock::now(),
    };
    if !command.dry_run {
        let action = Action::Enrol { course: course.clone() };
        let record = stack.audit_record(Some(id), action).await?;
        let items = PlaceItems {
            user_exists: Some(stack.users().exists_item(id)?),
            enrolment: Some(stack.payments().enrol_item(id, &enrolment)?),
            course_count: Some(courses.add_enrolment_item(&course)?),
            audit_record: Some(stack.audit().record_item(&record)?),
            ..PlaceItems::default()
        };
        match stack.place_requests().write(None, None, items).await? {
            PlaceOutcome::Written => {}
            PlaceOutcome::NoCourse => return Err(not_found()),
            PlaceOutcome::NoUser => return Err(StackError::UserNotFound(UserSelector::Id(user.user_id)).into()),
            // The transaction has no place of a run, so it cannot be refused because of one.
            _ => return Err(enrolled()),
        }
    }
    Ok(Box::new(ChangedEnrolment {
        dry_run: command.dry_run,
        user: UserSummary::of(&user),
        enrolment,
        change: Change::Enrol,
    }))
}

/// Removes an enrolment: deletes the payment, decreases the course's enrolment count and writes the audit record in one transaction.
pub(crate) async fn unenrol(command: Unenrol) -> Result<Output, Failure> {
    let Unenrol { course, dry_run, .. } = command;
    let stack = Stack::connect(command.target).await?;
    let user = stack.user(command.user).await?;
    let id = &user.user_id;
    let not_enrolled = || refused("not_enrolled", &format!("The user is not enrolled in {course}."));
    let payments = stack.payments().of_user(id).await?;
    let enrolment = payments.enrolment(&course).cloned().ok_or_else(not_enrolled)?;
    let place = stack.place_requests().find(id, &course).await?;
    if place.is_some_and(|place| place.state == PlaceState::Confirmed) {
        let message = format!("The user has a place in a run of {course}: cancel it under /staff/places.");
        return Err(refused("has_place", &message));
    }
    if !dry_run {
        let action = Action::Unenrol { course: course.clone() };
        let record = stack.audit_record(Some(id), action).await?;
        // What was paid stays in the ledger.
        let entry = enrolment.ledger_entry();
        let entry = entry.map(|entry| stack.payments().entry_item(id, &entry));
        let courses = stack.table(CoursesTable::new, "courses");
        let items = PlaceItems {
            entry: entry.transpose()?,
            enrolment: Some(stack.payments().unenrol_item(id, &course)?),
            course_count: Some(courses.remove_enrolment_item(&course)?),
            audit_record: Some(stack.audit().record_item(&record)?),
            ..PlaceItems::default()
        };
        match stack.place_requests().write(None, None, items).await? {
            PlaceOutcome::Written => {}
            PlaceOutcome::NoCourse => {
                let message =
                    format!("The enrolment count of {course} is 0, or the course is missing: restore it first.");
                return Err(refused("not_counted", &message));
            }
            _ => return Err(not_enrolled()),
        }
    }
    Ok(Box::new(ChangedEnrolment {
        dry_run,
        user: UserSummary::of(&user),
        enrolment,
        change: Change::Unenrol,
    }))
}

fn refused(code: &str, message: &str) -> Failure {
    Failure::new(code, format!("{message} Nothing was written."))
}

#[derive(Clone, Copy)]
enum Change {
    Enrol,
    Unenrol,
}

/// The output of `enrol` and `unenrol`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangedEnrolment {
    dry_run: bool,
    #[serde(rename = "account")]
    user: UserSummary,
    enrolment: Enrolment,
    #[serde(skip)]
    change: Change,
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
