//! Errors of the tables.

use std::error::Error as StdError;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A request failed: there was no response, DynamoDB throttled it for longer than the retries last, or rejected it.
    #[error("{table}: {cause}")]
    Request {
        table: String,
        /// The SDK's error, with its causes.
        cause: String,
        failure: Failure,
    },
    /// An item does not have the form in which this version of the code writes it.
    #[error("{table}: malformed item {key}")]
    MalformedItem {
        table: String,
        key: String,
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl StoreError {
    /// The error for a failed request.
    pub(crate) fn request<E>(table: &str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        Self::Request {
            table: table.to_owned(),
            cause: Causes(error).to_string(),
            failure: Failure::of_aws_code(error.code()),
        }
    }
}

impl PlatformError for StoreError {
    fn failure(&self) -> Failure {
        match self {
            Self::Request { failure, .. } => *failure,
            Self::MalformedItem { .. } => Failure::Internal,
        }
    }
}
