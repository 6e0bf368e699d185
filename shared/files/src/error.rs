//! Errors of files.

use platform::failure::{Failure, PlatformError};
use store::StoreError;

use crate::ObjectError;

#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl PlatformError for FileError {
    fn failure(&self) -> Failure {
        match self {
            Self::Store(error) => error.failure(),
            Self::Object(error) => error.failure(),
        }
    }
}
