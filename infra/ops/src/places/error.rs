//! Why a command on places fails.

use app::places::PlaceError;
use domain::{CourseId, MoneyError, PlaceState};
use jiff::civil::Date;

use crate::{output::CommandError, stack::StackError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum PlacesError {
    #[error("{0}. Nothing was written.")]
    Amount(#[from] MoneyError),
    #[error("The user has not asked for a place in {0}. Nothing was written.")]
    NoPlace(CourseId),
    #[error("No place has the reference {0}.")]
    UnknownReference(String),
    #[error(
        "The price list of the user's country has no price of {0}: use --amount and --currency, or `grant`. Nothing was written."
    )]
    NoPrice(CourseId),
    #[error("The ledger of the user and {0} has no payment with that id. Nothing was written.")]
    NoEntry(CourseId),
    #[error("A payment in {0} needs --credited: what it counts for in {1}. Nothing was written.")]
    ForeignCurrency(String, String),
    #[error("--pay-by must be between today and the first day of the run, which is {0}. Nothing was written.")]
    PayBy(Date),
    #[error("--received is in the future. Nothing was written.")]
    NotReceived,
    #[error("The time zone of the operator's seat (infra/operator.toml): {0}. Nothing was written.")]
    Seat(#[from] jiff::Error),
    #[error("Another receipt was issued at the same time. Nothing was written. Try it again.")]
    ReceiptIssued,
    #[error("{0}. Nothing was written.")]
    Place(PlaceError),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl From<PlaceError> for PlacesError {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Store(error) => Self::Stack(error.into()),
            error => Self::Place(error),
        }
    }
}

impl CommandError for PlacesError {
    fn code(&self) -> &'static str {
        match self {
            Self::Amount(_) => "amount_invalid",
            Self::NoPlace(_) => "no_request",
            Self::UnknownReference(_) => "reference_unknown",
            Self::NoPrice(_) => "no_price",
            Self::NoEntry(_) => "no_entry",
            Self::PayBy(_) => "pay_by_invalid",
            Self::NotReceived => "not_received",
            Self::Seat(_) => "seat_invalid",
            Self::ForeignCurrency(..) => "foreign_currency",
            Self::Place(PlaceError::State(PlaceState::Requested | PlaceState::Waiting)) => "not_decided",
            Self::Place(PlaceError::State(_)) => "already_decided",
            Self::Place(PlaceError::MoneyHeld) => "money_held",
            Self::Place(PlaceError::MoneyRefunded) => "money_refunded",
            Self::Place(PlaceError::OtherCurrency(_)) => "other_currency",
            Self::Place(PlaceError::CourseNotFound) => "course_not_found",
            Self::Place(PlaceError::RunNotFound) => "run_not_found",
            Self::Place(PlaceError::RunStarted) => "run_started",
            Self::Place(PlaceError::RunEnded) => "run_ended",
            Self::Place(PlaceError::SameRun) => "same_run",
            Self::Place(PlaceError::RunFull) => "run_full",
            Self::Place(PlaceError::AlreadyEnrolled) => "already_enrolled",
            Self::Place(PlaceError::UserNotFound) => "user_not_found",
            Self::ReceiptIssued | Self::Place(PlaceError::Changed | PlaceError::Store(_)) => "concurrent_change",
            Self::Place(PlaceError::RepeatedEntry) => "repeated_entry",
            Self::Place(PlaceError::ReceiptTaken) => "receipt_taken",
            Self::Stack(error) => error.code(),
        }
    }
}
