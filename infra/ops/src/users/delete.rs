//! Deletes a user.

use std::fmt::{self, Display};

use app::user_deletion::{DeletionOutcome, DeletionStatus};
use domain::UserId;
use mail::MailTemplate;
use serde::Serialize;
use store::{audit::Action, users::User};

use super::{UserSummary, UsersError, Write};
use crate::{
    output::Output,
    stack::{Stack, StackError, UserSelector},
};

/// Deletes a user. For an id without a user, deletes what an interrupted deletion left.
pub(super) async fn run(write: Write) -> Result<Output, UsersError> {
    let stack = Stack::connect(write.target).await?;
    let user = match stack.user(write.user).await {
        Err(StackError::UserNotFound(UserSelector::Id(id))) => {
            return Box::pin(delete_leftovers(&stack, id, write.dry_run)).await;
        }
        found => found?,
    };
    let is_deliverable = write.dry_run || delete(&stack, &user).await?;
    Ok(Box::new(DeletedUser {
        dry_run: write.dry_run,
        change: "delete",
        user: UserSummary::of(&user),
        mail_suppressed: !is_deliverable,
    }))
}

/// Returns whether SES delivers email to the user. The audit record is written first, because a deletion can be interrupted and
/// repeated. The owner of a mailbox who has rejected the sign-up gets no email about the deletion.
async fn delete(stack: &Stack, user: &User) -> Result<bool, UsersError> {
    let (deletion, mailer) = (stack.deletion().await?, stack.mailer().await?);
    stack
        .write_audit_record(Some(&user.user_id), Action::UserDelete)
        .await?;
    let DeletionOutcome { status, is_deliverable } = deletion
        .delete(user.clone())
        .await
        .map_err(UsersError::DeletionIncomplete)?;
    if status == DeletionStatus::AlreadyDeleted {
        return Err(UsersError::AlreadyDeleted);
    }
    if is_deliverable && !user.rejected {
        let sent = mailer.try_send(user, &MailTemplate::AccountDeleted).await;
        sent.map_err(|error| UsersError::MailNotSent(error.into()))?;
    }
    if status == DeletionStatus::Incomplete {
        return Err(UsersError::Leftovers(user.user_id.clone()));
    }
    Ok(is_deliverable)
}

async fn delete_leftovers(stack: &Stack, user_id: UserId, dry_run: bool) -> Result<Output, UsersError> {
    if !dry_run {
        let deletion = stack.deletion().await?;
        stack.write_audit_record(Some(&user_id), Action::UserDelete).await?;
        let deleted = deletion.delete_leftovers(&user_id).await;
        deleted.map_err(UsersError::DeletionIncomplete)?;
    }
    Ok(Box::new(DeletedLeftovers { dry_run, user_id }))
}

/// The output of `delete`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeletedUser {
    dry_run: bool,
    change: &'static str,
    #[serde(rename = "account")]
    user: UserSummary,
    /// Whether the email about the deletion was left out, because SES suppresses the email address.
    #[serde(rename = "untold", skip_serializing_if = "std::ops::Not::not")]
    mail_suppressed: bool,
}

/// The output of `delete` for a user who no longer exists.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeletedLeftovers {
    dry_run: bool,
    #[serde(rename = "accountId")]
    user_id: UserId,
}

impl Display for DeletedUser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = &self.user;
        if self.dry_run {
            return write!(
                formatter,
                "Dry run: this would permanently delete, with all files: {user}"
            );
        }
        write!(formatter, "Permanently deleted: {user}")?;
        if self.mail_suppressed {
            formatter
                .write_str("\nNo email was sent: earlier emails to the address bounced or were marked as spam.")?;
        }
        Ok(())
    }
}

impl Display for DeletedLeftovers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = &self.user_id;
        if self.dry_run {
            write!(
                formatter,
                "Dry run: there is no user {id}; this would delete what an interrupted deletion left."
            )
        } else {
            write!(formatter, "There is no user {id}, and all remaining data is deleted.")
        }
    }
}
