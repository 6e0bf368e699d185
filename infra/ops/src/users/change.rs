//! Blocks and unblocks users, and sends verification links again.

use std::fmt::{self, Display};

use auth::email_verification;
use serde::Serialize;
use store::{audit::Action, users::User};

use super::{UserSummary, UsersError, Write};
use crate::{
    output::Output,
    stack::{Stack, StackError},
};

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    Block,
    Unblock,
    Delete,
    ResendVerification,
}

/// The output of a command that changes one user.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangedUser {
    pub(super) dry_run: bool,
    pub(super) change: Change,
    #[serde(rename = "account")]
    pub(super) user: UserSummary,
    /// Whether the email about the change was left out, because SES suppresses the email address.
    #[serde(rename = "untold", skip_serializing_if = "std::ops::Not::not")]
    pub(super) mail_suppressed: bool,
}

/// Blocks or unblocks a user, and writes the audit record in the same transaction.
pub(super) async fn set_blocked(write: Write, blocked: bool) -> Result<Output, UsersError> {
    let stack = Stack::connect(write.target).await?;
    let mut user = stack.user(write.user).await?;
    match (user.blocked, blocked) {
        (true, true) => return Err(UsersError::AlreadyBlocked),
        (false, false) => return Err(UsersError::NotBlocked),
        _ => {}
    }
    let (change, action) = if blocked {
        (Change::Block, Action::UserBlock)
    } else {
        (Change::Unblock, Action::UserUnblock)
    };
    if !write.dry_run {
        let record = stack.audit_record(Some(&user.user_id), action).await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let written = stack.users().set_blocked(&user.user_id, blocked, record).await;
        if !written.map_err(StackError::from)? {
            return Err(UsersError::ConcurrentChange);
        }
        user.blocked = blocked;
    }
    Ok(Box::new(ChangedUser::new(write.dry_run, change, &user)))
}

/// Sends the verification link again.
pub(super) async fn resend_verification(write: Write) -> Result<Output, UsersError> {
    let stack = Stack::connect(write.target).await?;
    let user = stack.user(write.user).await?;
    if user.verified {
        return Err(UsersError::AlreadyVerified);
    }
    if user.rejected {
        return Err(UsersError::Rejected(user.user_id));
    }
    if !write.dry_run {
        send_verification(&stack, &user).await?;
    }
    let change = Change::ResendVerification;
    Ok(Box::new(ChangedUser::new(write.dry_run, change, &user)))
}

async fn send_verification(stack: &Stack, user: &User) -> Result<(), StackError> {
    let (tokens, mailer) = (stack.tokens().await?, stack.mailer().await?);
    let mail = email_verification::verification_email(&tokens, user).await?;
    stack
        .write_audit_record(Some(&user.user_id), Action::VerificationResend)
        .await?;
    Ok(mailer.try_send(user, &mail).await?)
}

impl ChangedUser {
    pub(super) fn new(dry_run: bool, change: Change, user: &User) -> Self {
        Self {
            dry_run,
            change,
            user: UserSummary::of(user),
            mail_suppressed: false,
        }
    }
}

impl Display for ChangedUser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (would, did) = match self.change {
            Change::Block => ("block", "Blocked and signed out everywhere:"),
            Change::Unblock => ("unblock", "Unblocked:"),
            Change::Delete => ("permanently delete, with all files:", "Permanently deleted:"),
            Change::ResendVerification => ("send a new verification link to", "Sent a new verification link to"),
        };
        if self.dry_run {
            return write!(formatter, "Dry run: this would {would} {}", self.user);
        }
        write!(formatter, "{did} {}", self.user)?;
        if self.mail_suppressed {
            formatter
                .write_str("\nNo email was sent: earlier emails to the address bounced or were marked as spam.")?;
        }
        Ok(())
    }
}
