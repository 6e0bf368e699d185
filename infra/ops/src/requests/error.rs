//! Why a command on place requests fails.

use domain::{CourseId, MoneyError, PlaceRequestState, RunId};

use crate::{output::CommandError, stack::StackError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestsError {
    #[error("{0}. Nothing was written.")]
    Amount(#[from] MoneyError),
    #[error("The user has not asked for a place in {0}. Nothing was written.")]
    NoRequest(CourseId),
    #[error("The request is {}. Nothing was written.", .0.as_str())]
    Decided(PlaceRequestState),
    #[error("The catalogue has no course {0}, or the course is withdrawn. Nothing was written.")]
    CourseNotFound(CourseId),
    #[error("The run {0} has left the catalogue. Nothing was written.")]
    RunNotFound(RunId),
    #[error("The run {0} has ended. Nothing was written.")]
    RunEnded(RunId),
    #[error("No place of the run {0} is left. Nothing was written.")]
    RunFull(RunId),
    #[error(
        "The user is already enrolled in {0}: `scripts/ops unenrol` first, or decline the request. Nothing was written."
    )]
    AlreadyEnrolled(CourseId),
    #[error(
        "The user or another operator has changed the request at the same time. Look at it again. Nothing was written."
    )]
    ConcurrentChange,
    #[error("The decision is written, but the email was not sent: {0}. Run the command again to send it.")]
    MailNotSent(String),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for RequestsError {
    fn code(&self) -> &'static str {
        match self {
            Self::Amount(_) => "amount_invalid",
            Self::NoRequest(_) => "no_request",
            Self::Decided(_) => "already_decided",
            Self::CourseNotFound(_) => "course_not_found",
            Self::RunNotFound(_) => "run_not_found",
            Self::RunEnded(_) => "run_ended",
            Self::RunFull(_) => "run_full",
            Self::AlreadyEnrolled(_) => "already_enrolled",
            Self::ConcurrentChange => "concurrent_change",
            Self::MailNotSent(_) => "mail_not_sent",
            Self::Stack(error) => error.code(),
        }
    }
}
