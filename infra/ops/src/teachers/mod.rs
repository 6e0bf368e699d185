//! `ops teachers`: lists teachers, and reviews their applications.

mod list;

use std::fmt::{self, Display};

use clap::{Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{CourseId, ReviewStatus, TeacherApproval, UserType};
use mail::MailTemplate;
use serde::Serialize;
use store::{audit::Action, users::Review};

use crate::{
    enrol::parse_course_id,
    output::{CommandError, DecisionText, Output},
    stack::{Stack, StackError, Target, UserSelector},
    users::UserSummary,
};
use list::{Overrides, TeacherFilter};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists teachers, with presigned URLs of CV and video
    ///
    /// A URL is valid for an hour at most, and never longer than your AWS session. With --course, lists only approved teachers if the
    /// stack requires approval. The command scans the users table.
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// Lists teachers of this course
        #[arg(long, value_name = "ID", value_parser = parse_course_id)]
        course: Option<CourseId>,
        /// Lists teachers whose application has this status
        #[arg(long, value_parser = status())]
        status: Option<ReviewStatus>,
        /// Lists all teachers of the course, whatever the status of their application
        #[arg(long, requires = "course", conflicts_with = "status")]
        all: bool,
        /// Whether teachers need approval [default: the stack's parameter `TeacherApproval`]
        #[arg(long, value_parser = approval())]
        approval: Option<TeacherApproval>,
        /// Shows a CV or video only if a scan for malware has cleared it [default: if the stack's parameter `FileScan` is not off]
        #[arg(long)]
        only_scanned: bool,
    },
    /// Approves a teacher, and notifies them by email in their language
    #[command(after_help = "Example:\n  scripts/ops teachers approve amina@example.org")]
    Approve {
        #[command(flatten)]
        target: Target,
        /// The teacher's email address or id
        user: UserSelector,
        /// Shows what would be done, without doing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Declines a teacher's application, and notifies them by email in their language, with your reason
    #[command(after_help = DECLINE_EXAMPLE)]
    Decline {
        #[command(flatten)]
        target: Target,
        /// The teacher's email address or id
        user: UserSelector,
        /// The reason, which the teacher reads in the email and in their profile
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
        /// Shows what would be done, without doing it
        #[arg(long)]
        dry_run: bool,
    },
}

const LIST_EXAMPLES: &str = "\
Examples:
  scripts/ops teachers list --status pending
  scripts/ops teachers list --course project-management --json";

const DECLINE_EXAMPLE: &str = "\
Example:
  scripts/ops teachers decline amina@example.org --reason 'The CV names no experience in teaching.'";

/// The maximum length of a reason, in characters.
const REASON_MAX: usize = 1000;

fn status() -> impl TypedValueParser<Value = ReviewStatus> {
    PossibleValuesParser::new(["pending", "approved", "declined"]).try_map(|status| status.parse::<ReviewStatus>())
}

fn approval() -> impl TypedValueParser<Value = TeacherApproval> {
    PossibleValuesParser::new(["off", "required"]).try_map(|approval| approval.parse::<TeacherApproval>())
}

pub(crate) fn reason(text: &str) -> Result<String, String> {
    let text = text.trim();
    if (1..=REASON_MAX).contains(&text.chars().count()) {
        Ok(text.to_owned())
    } else {
        Err(format!("a reason has 1 to {REASON_MAX} characters"))
    }
}

pub(crate) async fn run(command: Command) -> Result<Output, TeachersError> {
    match command {
        Command::List {
            target,
            course,
            status,
            all,
            approval,
            only_scanned,
        } => {
            let filter = TeacherFilter { course, status, all };
            let overrides = Overrides { approval, only_scanned };
            Ok(Box::new(
                list::list(&Stack::connect(target).await?, &filter, &overrides).await?,
            ))
        }
        Command::Approve { target, user, dry_run } => {
            review(target, user, Review::now(ReviewStatus::Approved, None), dry_run).await
        }
        Command::Decline {
            target,
            user,
            reason,
            dry_run,
        } => review(target, user, Review::now(ReviewStatus::Declined, Some(reason)), dry_run).await,
    }
}

/// Writes the review and sends the email. If the review is the same as before, sends the email again: the first one may be lost.
async fn review(target: Target, user: UserSelector, review: Review, dry_run: bool) -> Result<Output, TeachersError> {
    let stack = Stack::connect(target).await?;
    let user = stack.user(user).await?;
    if user.r#type != UserType::Teacher {
        return Err(TeachersError::NotATeacher);
    }
    let before = user.review.as_ref();
    let again = before.is_some_and(|before| (before.status, &before.reason) == (review.status, &review.reason));
    if !dry_run {
        let (action, mail) = match &review.reason {
            None => (Action::TeacherApprove, MailTemplate::TeacherApproved),
            Some(reason) => (
                Action::TeacherDecline,
                MailTemplate::TeacherDeclined { reason: reason.clone() },
            ),
        };
        let mailer = stack.mailer().await?;
        let record = stack.audit_record(Some(&user.user_id), action).await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let written = stack.users().set_review(&user, &review, record).await;
        if !written.map_err(StackError::from)? {
            return Err(TeachersError::ConcurrentChange);
        }
        let sent = mailer.try_send(&user, &mail).await;
        sent.map_err(|error| TeachersError::MailNotSent(error.into()))?;
    }
    Ok(Box::new(Reviewed {
        dry_run,
        again,
        status: review.status,
        reason: review.reason,
        user: UserSummary::of(&user),
    }))
}

/// The output of `approve` and `decline`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reviewed {
    dry_run: bool,
    /// Whether the review was the same before, so that only the email is sent again.
    again: bool,
    status: ReviewStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(rename = "account")]
    user: UserSummary,
}

impl Display for Reviewed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = DecisionText {
            dry_run: self.dry_run,
            again: self.again,
            subject: "the application",
            state: self.status.as_str(),
            user: &self.user,
        };
        text.fmt(formatter)
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum TeachersError {
    #[error("The user is not a teacher. Nothing was written.")]
    NotATeacher,
    #[error("The user changed at the same time, or was deleted. Nothing was written; run the command again.")]
    ConcurrentChange,
    #[error("The review is written, but the teacher was not notified: {0}\nRun the command again: it sends the email.")]
    MailNotSent(#[source] StackError),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for TeachersError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotATeacher => "not_a_teacher",
            Self::ConcurrentChange => "conflict",
            Self::MailNotSent(error) | Self::Stack(error) => error.code(),
        }
    }
}
