//! Errors of the tables.

use std::error::Error as StdError;

use platform::failure::{Failure, PlatformError};

/// A table failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No response, no permission, no such table, or throttled for longer than the retries last.
    #[error("{table}: {cause}")]
    Unavailable {
        /// The table.
        table: String,
        /// The SDK's error, with its causes.
        cause: String,
    },
    /// An item does not have the form in which this version of the code writes it.
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

impl PlatformError for StoreError {
    fn failure(&self) -> Failure {
        match self {
            Self::Unavailable { .. } => Failure::Unavailable,
            Self::MalformedItem { .. } => Failure::Internal,
        }
    }
}
