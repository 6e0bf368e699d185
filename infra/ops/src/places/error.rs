//! Why a command on places fails.

use app::{place_desk::DeskError, places::PlaceError};
use domain::{CourseId, PlaceState};

use crate::{output::CommandError, stack::StackError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum PlacesError {
    #[error("The user has not asked for a place in {0}. Nothing was written.")]
    NoPlace(CourseId),
    #[error("No place has the reference {0}.")]
    UnknownReference(String),
    #[error("Another receipt was issued at the same time. Nothing was written. Try it again.")]
    ReceiptIssued,
    #[error("{0}. Nothing was written.")]
    Desk(DeskError),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl From<DeskError> for PlacesError {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Place(PlaceError::Store(error)) => Self::Stack(error.into()),
            error => Self::Desk(error),
        }
    }
}

impl From<PlaceError> for PlacesError {
    fn from(error: PlaceError) -> Self {
        DeskError::from(error).into()
    }
}

impl CommandError for PlacesError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoPlace(_) => "no_request",
            Self::UnknownReference(_) => "reference_unknown",
            Self::Desk(DeskError::Place(error)) => place_code(error),
            Self::Desk(DeskError::Amount(_)) => "amount_invalid",
            Self::Desk(DeskError::Reason(_)) => "reason_invalid",
            Self::Desk(DeskError::EntryId) => "id_invalid",
            Self::Desk(DeskError::NoPrice(_)) => "no_price",
            Self::Desk(DeskError::NoWayToPay(_)) => "no_way_to_pay",
            Self::Desk(DeskError::NoEntry(_)) => "no_entry",
            Self::Desk(DeskError::PayBy(_)) => "pay_by_invalid",
            Self::Desk(DeskError::NotReceived) => "not_received",
            Self::Desk(DeskError::ForeignCurrency(..)) => "foreign_currency",
            Self::Desk(DeskError::Seat(_)) => "seat_invalid",
            Self::ReceiptIssued => "concurrent_change",
            Self::Stack(error) => error.code(),
        }
    }
}

const fn place_code(error: &PlaceError) -> &'static str {
    match error {
        PlaceError::State(PlaceState::Requested | PlaceState::Waiting) => "not_decided",
        PlaceError::State(_) => "already_decided",
        PlaceError::MoneyHeld => "money_held",
        PlaceError::ProofUndecided => "proof_undecided",
        PlaceError::NoProof => "no_proof",
        PlaceError::ProofLimit => "proof_limit_reached",
        PlaceError::FileNotFound => "file_not_found",
        PlaceError::FileType => "proof_file_type_wrong",
        PlaceError::MoneyRefunded => "money_refunded",
        PlaceError::OtherCurrency(_) => "other_currency",
        PlaceError::CourseNotFound => "course_not_found",
        PlaceError::RunNotFound => "run_not_found",
        PlaceError::RunStarted => "run_started",
        PlaceError::RunEnded => "run_ended",
        PlaceError::SameRun => "same_run",
        PlaceError::RunFull => "run_full",
        PlaceError::AlreadyEnrolled => "already_enrolled",
        PlaceError::UserNotFound => "user_not_found",
        PlaceError::Changed | PlaceError::Store(_) => "concurrent_change",
        PlaceError::RepeatedEntry => "repeated_entry",
        PlaceError::ReceiptTaken => "receipt_taken",
    }
}
