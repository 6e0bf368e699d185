//! Deletes a user.

use std::fmt::{self, Display};

use api::ApiError;
use app::user_deletion::{DeletionOutcome, DeletionStatus};
use domain::UserId;
use mail::MailTemplate;
use serde::Serialize;
use store::{audit::Action, users::User};

use super::{UserSummary, Write};
use crate::{
    output::{CommandError, Failure, Output},
    stack::{Stack, StackError, UserSelector},
};

/// Deletes a user. For an id without a user, deletes what an interrupted deletion left.
pub(super) async fn run(write: Write) -> Result<Output, Failure> {
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
async fn delete(stack: &Stack, user: &User) -> Result<bool, Failure> {
    let (deletion, mailer) = (stack.deletion().await?, stack.mailer().await?);
    stack
        .write_audit_record(Some(&user.user_id), Action::UserDelete)
        .await?;
    let DeletionOutcome { status, is_deliverable } = deletion
        .delete(user.clone())
        .await
        .map_err(|error| interrupted(&error))?;
    if status == DeletionStatus::AlreadyDeleted {
        let message = "The user was deleted by another request at the same time, which also sends the email.";
        return Err(Failure::new("conflict", message));
    }
    if is_deliverable && !user.rejected {
        // The email cannot be sent later, since the email address is deleted too.
        let sent = mailer.try_send(user, &MailTemplate::AccountDeleted).await;
        sent.map_err(|error| {
            let error = StackError::from(error);
            Failure::new(
                error.code(),
                format!("The user is deleted, but was not notified: {error}"),
            )
        })?;
    }
    if status == DeletionStatus::Incomplete {
        // The user is deleted, and cannot repeat the deletion.
        let message = format!(
            "The user is deleted, but some of their data is left, as logged above. Run the command again with the id {}: it \
             continues where it stopped.",
            user.user_id
        );
        return Err(Failure::new("not_deleted", message));
    }
    Ok(is_deliverable)
}

async fn delete_leftovers(stack: &Stack, user_id: UserId, dry_run: bool) -> Result<Output, Failure> {
    if !dry_run {
        let deletion = stack.deletion().await?;
        stack.write_audit_record(Some(&user_id), Action::UserDelete).await?;
        let deleted = deletion.delete_leftovers(&user_id).await;
        deleted.map_err(|error| interrupted(&error))?;
    }
    Ok(Box::new(DeletedLeftovers { dry_run, user_id }))
}

fn interrupted(error: &ApiError) -> Failure {
    let message =
        format!("The deletion was interrupted: {error}\nRun the command again: it continues where it stopped.");
    Failure::new("not_deleted", message)
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
