//! What goes wrong between a function and its tables.

use std::error::Error as StdError;

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::update_item::{UpdateItemError, UpdateItemOutput},
};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};

/// A table did not do what was asked of it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No answer, no permission, no such table, or throttled for longer than the retries last.
    #[error("{table}: {cause}")]
    Unavailable {
        /// The table.
        table: String,
        /// The chain of the SDK's error.
        cause: String,
    },
    /// An item that is not as this version of the code writes it.
    #[error("{table}: malformed item {key}")]
    MalformedItem {
        /// The table.
        table: String,
        /// The item's key.
        key: String,
        /// What is wrong with it.
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl StoreError {
    pub(super) fn unavailable<E>(table: &str, error: &SdkError<E>) -> Self
    where
        E: StdError + 'static,
    {
        Self::Unavailable {
            table: table.to_owned(),
            cause: Causes(error).to_string(),
        }
    }

    /// Other transactions were at work on the same items for as long as we tried.
    pub(super) fn conflicts(table: &str) -> Self {
        Self::Unavailable {
            table: table.to_owned(),
            cause: "every attempt met another transaction".to_owned(),
        }
    }

    pub(super) fn malformed(
        table: &str,
        key: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self::MalformedItem {
            table: table.to_owned(),
            key: key.into(),
            source: source.into(),
        }
    }
}

impl PlatformError for StoreError {
    fn failure(&self) -> Failure {
        match self {
            Self::Unavailable { .. } => Failure::Unavailable,
            Self::MalformedItem { .. } => Failure::Internal,
        }
    }
}

/// What was written; nothing when the condition did not hold.
pub(super) fn unless_refused(
    table: &str,
    written: Result<UpdateItemOutput, SdkError<UpdateItemError>>,
) -> Result<Option<UpdateItemOutput>, StoreError> {
    match written {
        Ok(output) => Ok(Some(output)),
        Err(SdkError::ServiceError(error)) if error.err().is_conditional_check_failed_exception() => Ok(None),
        Err(error) => Err(StoreError::unavailable(table, &error)),
    }
}
