//! Errors of `ops users`.

use api::ApiError;
use domain::UserId;

use crate::{output::CommandError, stack::StackError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum UsersError {
    #[error("The deletion was interrupted: {0}\nRun the command again: it continues where it stopped.")]
    DeletionIncomplete(ApiError),
    /// The user is deleted, and cannot repeat the deletion.
    #[error(
        "The user is deleted, but some of their data is left, as logged above. Run the command again with the id {0}: it \
         continues where it stopped."
    )]
    Leftovers(UserId),
    /// The email cannot be sent later, since the email address is deleted too.
    #[error("The user is deleted, but was not notified: {0}")]
    MailNotSent(#[source] StackError),
    #[error("{0} cannot be created: {1}")]
    CannotCreateFile(String, String),
    #[error("The user was deleted by another request at the same time, which also sends the email.")]
    AlreadyDeleted,
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for UsersError {
    fn code(&self) -> &'static str {
        match self {
            Self::AlreadyDeleted => "conflict",
            Self::CannotCreateFile(..) => "file_not_made",
            Self::DeletionIncomplete(_) | Self::Leftovers(_) => "not_deleted",
            Self::MailNotSent(error) | Self::Stack(error) => error.code(),
        }
    }
}
