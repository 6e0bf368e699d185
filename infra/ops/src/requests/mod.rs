//! `ops requests`: lists requests for places in courses, and decides them.

mod accept;
mod decline;
mod error;
mod list;

use std::fmt::{self, Display};

use clap::{Args, Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{Course, CourseId, PlaceRequestState};
use serde::Serialize;
use store::{courses::CoursesTable, place_requests::PlaceRequest, users::User};
use strum::VariantNames;

use crate::{
    enrol::{Payment, parse_course_id},
    output::{DecisionText, Output},
    stack::{Stack, StackError, Target, UserSelector},
    teachers::reason,
    users::UserSummary,
};
pub(crate) use error::RequestsError;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists the requests that wait for a decision, oldest first
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// Lists requests for this course
        #[arg(long, value_name = "ID", value_parser = parse_course_id)]
        course: Option<CourseId>,
        /// Lists requests in this state. Others than `pending` scan the table
        #[arg(long, value_parser = state(), default_value = "pending")]
        state: PlaceRequestState,
    },
    /// Shows all requests of a user
    #[command(after_help = "Example:\n  scripts/ops requests show amina@example.org")]
    Show {
        #[command(flatten)]
        target: Target,
        /// The user's email address or id
        user: UserSelector,
    },
    /// Accepts a request: enrols the user, records the payment, takes a place of the run, and sends an email in the user's language
    ///
    /// Sends the email again if the request is already accepted: the first one may be lost.
    #[command(after_help = ACCEPT_EXAMPLES)]
    Accept {
        #[command(flatten)]
        of: Selected,
        #[command(flatten)]
        payment: Payment,
    },
    /// Declines a request, and sends an email in the user's language, with your reason
    ///
    /// Sends the email again if the request is already declined for that reason.
    #[command(after_help = DECLINE_EXAMPLE)]
    Decline {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the user reads in the email and among their courses
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
}

/// The arguments of a command that decides a request.
#[derive(Debug, Args)]
pub(crate) struct Selected {
    #[command(flatten)]
    target: Target,
    /// The user's email address or id
    user: UserSelector,
    /// The course id
    #[arg(value_parser = parse_course_id)]
    course: CourseId,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

const LIST_EXAMPLES: &str = "\
Examples:
  scripts/ops requests list
  scripts/ops requests list --course project-management --state accepted --json";

const ACCEPT_EXAMPLES: &str = "\
Examples:
  scripts/ops requests accept amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops requests accept amina@example.org creative-journaling --free --dry-run";

const DECLINE_EXAMPLE: &str = "\
Example:
  scripts/ops requests decline amina@example.org project-management --reason 'The next run is in French only.'";

fn state() -> impl TypedValueParser<Value = PlaceRequestState> {
    PossibleValuesParser::new(PlaceRequestState::VARIANTS).try_map(|state| state.parse::<PlaceRequestState>())
}

pub(crate) async fn run(command: Command) -> Result<Output, RequestsError> {
    match command {
        Command::List { target, course, state } => Ok(Box::new(
            list::list(&Stack::connect(target).await?, course, state).await?,
        )),
        Command::Show { target, user } => {
            let stack = Stack::connect(target).await?;
            let user = stack.user(user).await?;
            Ok(Box::new(list::show(&stack, &user).await?))
        }
        // Boxed because the futures of SDK calls are large.
        Command::Accept { of, payment } => Box::pin(accept::run(of, &payment)).await,
        Command::Decline { of, reason } => Box::pin(decline::run(of, reason)).await,
    }
}

/// A request with what deciding it needs.
struct Opened {
    stack: Stack,
    user: User,
    request: PlaceRequest,
    dry_run: bool,
}

impl Opened {
    async fn open(selected: Selected) -> Result<Self, RequestsError> {
        let stack = Stack::connect(selected.target).await?;
        let user = stack.user(selected.user).await?;
        let request = stack.place_requests().find(&user.user_id, &selected.course).await;
        let request = request.map_err(StackError::from)?;
        Ok(Self {
            stack,
            request: request.ok_or(RequestsError::NoRequest(selected.course))?,
            user,
            dry_run: selected.dry_run,
        })
    }

    async fn course(&self) -> Result<Course, RequestsError> {
        let id = &self.request.course_id;
        let course = self.stack.table(CoursesTable::new, "courses").find(id).await;
        let course = course.map_err(StackError::from)?;
        course.ok_or_else(|| RequestsError::CourseNotFound(id.clone()))
    }
}

/// The output of `accept` and `decline`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Decided {
    dry_run: bool,
    /// Whether the decision was the same before, so that only the email is sent again.
    again: bool,
    request: PlaceRequest,
    #[serde(rename = "account")]
    user: UserSummary,
}

impl Display for Decided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlaceRequest { course_id, run_id, .. } = &self.request;
        let text = DecisionText {
            dry_run: self.dry_run,
            again: self.again,
            subject: &format!("the request for {course_id}, {run_id}"),
            state: self.request.state.as_str(),
            user: &self.user,
        };
        text.fmt(formatter)
    }
}
