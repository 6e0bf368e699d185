//! `ops accounts`: the people with an account.

mod export;
mod find;
mod view;

use std::{
    fmt::{self, Display},
    path::PathBuf,
};

use api::ApiError;
use app::account_deletion::{DeletionOutcome, DeletionStatus};
use auth::email_verification;
use clap::{Args, Subcommand};
use domain::UserId;
use mail::MailTemplate;
use serde::Serialize;
use store::{audit::Action, users::User};

use crate::{
    output::{self, Answer},
    stack::{AccountName, Stack, StackError, Target},
};
use view::AccountView;
pub(crate) use view::{AccountLine, said_of};

/// What can be done with accounts.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Finds accounts by e-mail address, by id, or by a part of the name. A name is looked for in all accounts, which takes a
    /// while when they are many, and costs a read of each
    #[command(after_help = FIND_EXAMPLES)]
    Find {
        #[command(flatten)]
        target: Target,
        /// An e-mail address, an id, or a part of a name
        wanted: String,
    },
    /// Everything of an account but its password: who it is, what they teach, and which courses they are enrolled in
    #[command(after_help = "Example:\n  scripts/ops accounts show amina@example.org")]
    Show {
        #[command(flatten)]
        target: Target,
        /// The account's e-mail address or id
        account: AccountName,
    },
    /// Closes an account: its sessions end at once, and signing in is refused. Nothing of it is deleted
    #[command(after_help = "Example:\n  scripts/ops accounts block amina@example.org --dry-run")]
    Block(Write),
    /// Opens a blocked account again. Its owner has to sign in anew
    #[command(after_help = "Example:\n  scripts/ops accounts unblock amina@example.org")]
    Unblock(Write),
    /// Puts all that is kept of a person into a file, on their request: what the tables have as data.json, and their files under
    /// their own names. Of what opens the account there is nothing in it
    #[command(after_help = "Example:\n  scripts/ops accounts export amina@example.org --to amina.zip")]
    Export {
        #[command(flatten)]
        target: Target,
        /// The account's e-mail address or id
        account: AccountName,
        /// The file to make, which only you can read. One that is there is not written over
        #[arg(long, value_name = "FILE.zip")]
        to: PathBuf,
        /// Says what the file would have in it, and makes none
        #[arg(long)]
        dry_run: bool,
    },
    /// Deletes an account on its owner's request, as they can themselves: with all its files, its payments stripped down to
    /// amount, currency and date, and a mail to say so. Nothing brings it back
    #[command(after_help = DELETE_EXAMPLES)]
    Delete {
        #[command(flatten)]
        write: Write,
        /// Yes, for good: without it nothing is deleted
        #[arg(long, required_unless_present = "dry_run")]
        yes: bool,
    },
    /// Mails the link again that proves the mailbox, in the person's language. Links of before stay good
    #[command(after_help = "Example:\n  scripts/ops accounts resend-verification amina@example.org")]
    ResendVerification(Write),
}

const DELETE_EXAMPLES: &str = "\
Examples:
  scripts/ops accounts delete amina@example.org --dry-run
  scripts/ops accounts delete amina@example.org --yes";

const FIND_EXAMPLES: &str = "\
Examples:
  scripts/ops accounts find amina@example.org
  scripts/ops accounts find benali --json";

/// A command that changes one account.
#[derive(Debug, Args)]
pub(crate) struct Write {
    #[command(flatten)]
    target: Target,
    /// The account's e-mail address or id
    account: AccountName,
    /// Says what would be done, and does nothing
    #[arg(long)]
    dry_run: bool,
}

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    match command {
        Command::Find { target, wanted } => Ok(Box::new(find::find(&Stack::of(target).await?, wanted).await?)),
        Command::Show { target, account } => {
            let stack = Stack::of(target).await?;
            let user = stack.account(account).await?;
            let enrolments = stack
                .payments()
                .of_user(&user.user_id)
                .await
                .map_err(StackError::from)?;
            Ok(Box::new(AccountView::of(&user, enrolments)))
        }
        Command::Block(write) => change(write, Change::Block).await,
        Command::Unblock(write) => change(write, Change::Unblock).await,
        Command::Export {
            target,
            account,
            to,
            dry_run,
        } => {
            let stack = Stack::of(target).await?;
            let user = stack.account(account).await?;
            // Boxed, since it holds whole SDK calls.
            Ok(Box::new(Box::pin(export::export(&stack, &user, to, dry_run)).await?))
        }
        Command::Delete { write, .. } => change(write, Change::Delete).await,
        Command::ResendVerification(write) => change(write, Change::ResendVerification).await,
    }
}

/// What is changed of an account.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Change {
    Block,
    Unblock,
    Delete,
    ResendVerification,
}

async fn change(write: Write, change: Change) -> Result<Answer, Complaint> {
    let stack = Stack::of(write.target).await?;
    let mut user = match (stack.account(write.account).await, change) {
        (Err(StackError::NoAccount(AccountName::Id(id))), Change::Delete) => {
            return Box::pin(finish(&stack, id, write.dry_run)).await;
        }
        (found, _) => found?,
    };
    if let Some(complaint) = change.complaint_about(&user) {
        return Err(complaint);
    }
    let mut is_told = true;
    if !write.dry_run {
        match change {
            Change::Block | Change::Unblock => {
                user.blocked = matches!(change, Change::Block);
                set_blocked(&stack, &user).await?;
            }
            Change::Delete => is_told = delete(&stack, &user).await?,
            Change::ResendVerification => resend_verification(&stack, &user).await?,
        }
    }
    Ok(Box::new(Changed {
        dry_run: write.dry_run,
        change,
        account: AccountLine::of(&user),
        untold: !is_told,
    }))
}

/// Makes an account as blocked as it is given.
async fn set_blocked(stack: &Stack, user: &User) -> Result<(), Complaint> {
    let action = if user.blocked {
        Action::AccountBlock
    } else {
        Action::AccountUnblock
    };
    let record = stack.record(Some(&user.user_id), action).await?;
    let record = stack.audit().record_item(&record).map_err(StackError::from)?;
    let written = stack.users().set_blocked(&user.user_id, user.blocked, record).await;
    if written.map_err(StackError::from)? {
        Ok(())
    } else {
        Err(Complaint::ChangedMeanwhile)
    }
}

/// Deletes what is left of an account that is gone.
async fn finish(stack: &Stack, account_id: UserId, dry_run: bool) -> Result<Answer, Complaint> {
    if !dry_run {
        let deletion = stack.deletion().await?;
        stack.note(Some(&account_id), Action::AccountDelete).await?;
        let deleted = deletion.delete_leftovers(&account_id).await;
        deleted.map_err(Complaint::NotDeleted)?;
    }
    Ok(Box::new(Finished { dry_run, account_id }))
}

/// Deletes an account, and returns whether its owner was told. The record comes first: it is all that is left of a deletion, and one
/// that was cut off can be repeated.
async fn delete(stack: &Stack, user: &User) -> Result<bool, Complaint> {
    let (deletion, mailer) = (stack.deletion().await?, stack.mailer().await?);
    stack.note(Some(&user.user_id), Action::AccountDelete).await?;
    let DeletionOutcome { status, is_deliverable } =
        deletion.delete(user.clone()).await.map_err(Complaint::NotDeleted)?;
    if status == DeletionStatus::AlreadyDeleted {
        return Err(Complaint::DeletedMeanwhile);
    }
    if is_deliverable {
        let told = mailer.try_send(user, &MailTemplate::AccountDeleted).await;
        told.map_err(|error| Complaint::NotTold(error.into()))?;
    }
    if status == DeletionStatus::Incomplete {
        return Err(Complaint::Leftovers(user.user_id.clone()));
    }
    Ok(is_deliverable)
}

async fn resend_verification(stack: &Stack, user: &User) -> Result<(), StackError> {
    let (tokens, mailer) = (stack.tokens().await?, stack.mailer().await?);
    let mail = email_verification::verification_email(&tokens, user).await?;
    stack.note(Some(&user.user_id), Action::VerificationResend).await?;
    Ok(mailer.try_send(user, &mail).await?)
}

impl Change {
    /// Why it cannot be made, as the account is.
    fn complaint_about(self, user: &User) -> Option<Complaint> {
        match self {
            Self::Block if user.blocked => Some(Complaint::AlreadyBlocked),
            Self::Unblock if !user.blocked => Some(Complaint::NotBlocked),
            Self::ResendVerification if user.verified => Some(Complaint::AlreadyVerified),
            _ => None,
        }
    }
}

/// What was changed, or would be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    dry_run: bool,
    change: Change,
    account: AccountLine,
    /// Whether a mail that belongs to it was not sent, since SES delivers none to the address.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    untold: bool,
}

impl Display for Changed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (would, did) = match self.change {
            Change::Block => ("block", "Blocked, and signed out everywhere:"),
            Change::Unblock => ("unblock", "Unblocked:"),
            Change::Delete => ("delete for good, with all files:", "Deleted for good:"),
            Change::ResendVerification => ("mail a new link to", "Mailed a new link to"),
        };
        if self.dry_run {
            write!(formatter, "Nothing was done. This would {would} {}", self.account)
        } else {
            write!(formatter, "{did} {}", self.account)?;
            if self.untold {
                formatter
                    .write_str("\nIts owner was not told: mails to the address had bounced, or were marked as spam.")?;
            }
            Ok(())
        }
    }
}

/// What is left of an account was deleted, or would be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finished {
    dry_run: bool,
    account_id: UserId,
}

impl Display for Finished {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = &self.account_id;
        if self.dry_run {
            write!(
                formatter,
                "Nothing was done. There is no account {id}; this would delete what is left of one."
            )
        } else {
            write!(formatter, "There is no account {id}, and nothing is left of one.")
        }
    }
}

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// There is nothing to block.
    #[error("The account is blocked already. Nothing was written.")]
    AlreadyBlocked,
    /// There is nothing to unblock.
    #[error("The account is not blocked. Nothing was written.")]
    NotBlocked,
    /// There is nothing to prove.
    #[error("The account's mailbox is proved already. Nothing was mailed.")]
    AlreadyVerified,
    /// It can be repeated, and finishes.
    #[error("The account could not be deleted altogether: {0}\nRun it again: it finishes what was begun.")]
    NotDeleted(ApiError),
    /// Nobody but an operator can delete it.
    #[error(
        "The account was deleted, and its owner was told where SES delivers mail; something of it is left, as said above. Run it again with its id, {0}: it \
         finishes what was begun."
    )]
    Leftovers(UserId),
    /// Nobody is left who could be mailed later.
    #[error("The account was deleted, and its owner was not told: {0}")]
    NotTold(#[source] StackError),
    /// The file cannot be made; there is none, or the one that was there is as it was.
    #[error("{0} cannot be made: {1}")]
    NoFile(String, String),
    /// By its owner, or by another operator.
    #[error("Somebody else deleted the account at the same moment, and has told its owner.")]
    DeletedMeanwhile,
    /// Somebody else did it, or the account is gone.
    #[error("The account became another one at the same moment. Nothing was written; look at it again.")]
    ChangedMeanwhile,
    /// Whatever the command was.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::AlreadyBlocked => "already_blocked",
            Self::NotBlocked => "not_blocked",
            Self::AlreadyVerified => "already_verified",
            Self::ChangedMeanwhile | Self::DeletedMeanwhile => "conflict",
            Self::NoFile(..) => "file_not_made",
            Self::NotDeleted(_) | Self::Leftovers(_) => "not_deleted",
            Self::NotTold(error) | Self::Stack(error) => error.code(),
        }
    }
}
