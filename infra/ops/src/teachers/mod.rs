//! `ops teachers`: who teaches, and the review of who wants to.

mod list;

use std::fmt::{self, Display};

use clap::{Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{CourseId, ReviewStatus, TeacherApproval, UserType};
use mail::MailTemplate;
use serde::Serialize;
use store::{audit::Action, users::Review};

use crate::{
    accounts::AccountLine,
    enrol::course,
    output::{self, Answer},
    stack::{AccountName, Stack, StackError, Target},
};
use list::Wanted;

/// What can be done with teachers.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists teachers, with addresses for their CV and video that are good for an hour at most, and no longer than your session. All accounts are looked through. Of a
    /// course, where teachers have to be approved, those are listed who are
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// Those who chose that course
        #[arg(long, value_name = "ID", value_parser = course)]
        course: Option<CourseId>,
        /// Those whose application has come that far
        #[arg(long, value_parser = status())]
        status: Option<ReviewStatus>,
        /// All who chose the course, whatever has become of their applications
        #[arg(long, requires = "course", conflicts_with = "status")]
        all: bool,
        /// Whether teachers have to be approved; unless told, as the stack's parameter `TeacherApproval` says
        #[arg(long, value_parser = approval())]
        approval: Option<TeacherApproval>,
    },
    /// Approves a teacher, and mails them so in their language
    #[command(after_help = "Example:\n  scripts/ops teachers approve amina@example.org")]
    Approve {
        #[command(flatten)]
        target: Target,
        /// The teacher's e-mail address or id
        account: AccountName,
        /// Says what would be done, and does nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Declines a teacher's application, and mails them so in their language, with the reason as you write it
    #[command(after_help = DECLINE_EXAMPLE)]
    Decline {
        #[command(flatten)]
        target: Target,
        /// The teacher's e-mail address or id
        account: AccountName,
        /// Why: the teacher reads it in the mail and in their profile
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
        /// Says what would be done, and does nothing
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

/// The longest reason, in characters: a mail is no letter.
const REASON_MAX: usize = 1000;

fn status() -> impl TypedValueParser<Value = ReviewStatus> {
    PossibleValuesParser::new(["pending", "approved", "declined"]).try_map(|status| status.parse::<ReviewStatus>())
}

fn approval() -> impl TypedValueParser<Value = TeacherApproval> {
    PossibleValuesParser::new(["off", "required"]).try_map(|approval| approval.parse::<TeacherApproval>())
}

fn reason(text: &str) -> Result<String, String> {
    let text = text.trim();
    if (1..=REASON_MAX).contains(&text.chars().count()) {
        Ok(text.to_owned())
    } else {
        Err(format!("a reason has 1 to {REASON_MAX} characters"))
    }
}

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    match command {
        Command::List {
            target,
            course,
            status,
            all,
            approval,
        } => {
            let wanted = Wanted { course, status, all };
            Ok(Box::new(
                list::list(&Stack::of(target).await?, &wanted, approval).await?,
            ))
        }
        Command::Approve {
            target,
            account,
            dry_run,
        } => review(target, account, Review::now(ReviewStatus::Approved, None), dry_run).await,
        Command::Decline {
            target,
            account,
            reason,
            dry_run,
        } => {
            review(
                target,
                account,
                Review::now(ReviewStatus::Declined, Some(reason)),
                dry_run,
            )
            .await
        }
    }
}

/// Sets what became of an application, and mails it. Where that is what it was before, it is mailed again: a mail can get lost.
async fn review(target: Target, account: AccountName, review: Review, dry_run: bool) -> Result<Answer, Complaint> {
    let stack = Stack::of(target).await?;
    let user = stack.account(account).await?;
    if user.r#type != UserType::Teacher {
        return Err(Complaint::NoTeacher);
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
        let record = stack.record(Some(&user.user_id), action).await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let written = stack.users().set_review(&user, &review, record).await;
        if !written.map_err(StackError::from)? {
            return Err(Complaint::ReviewedMeanwhile);
        }
        let told = mailer.try_send(&user, &mail).await;
        told.map_err(|error| Complaint::NotTold(error.into()))?;
    }
    Ok(Box::new(Reviewed {
        dry_run,
        again,
        status: review.status,
        reason: review.reason,
        account: AccountLine::of(&user),
    }))
}

/// What became of an application, or would.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reviewed {
    dry_run: bool,
    /// Whether it was so before, and was mailed again.
    again: bool,
    status: ReviewStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    account: AccountLine,
}

impl Display for Reviewed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (status, account) = (self.status.as_str(), &self.account);
        match (self.dry_run, self.again) {
            (true, false) => write!(
                formatter,
                "Nothing was done. This would make it {status}, and mail it: {account}"
            ),
            (true, true) => write!(
                formatter,
                "Nothing was done. It is {status} already; this would mail it again: {account}"
            ),
            (false, false) => write!(formatter, "Now {status}, and mailed: {account}"),
            (false, true) => write!(formatter, "{status} as before, and mailed again: {account}"),
        }
    }
}

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// Students have no application.
    #[error("The account is not a teacher's. Nothing was written.")]
    NoTeacher,
    /// Somebody else did, or the account is gone.
    #[error(
        "The application was reviewed at the same moment, or its account is gone. Nothing was written; look at it again."
    )]
    ReviewedMeanwhile,
    /// What became of it stands.
    #[error("The application was reviewed, and its teacher does not know: {0}\nRun it again: it mails them.")]
    NotTold(#[source] StackError),
    /// Whatever the command was.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::NoTeacher => "not_a_teacher",
            Self::ReviewedMeanwhile => "conflict",
            Self::NotTold(error) | Self::Stack(error) => error.code(),
        }
    }
}
