//! Failures that the client did not cause.

use std::error::Error;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// An AWS service failed. A later retry may succeed.
    Unavailable,
    /// A fault of this platform, such as a malformed item. A retry fails as well.
    Internal,
}

/// An error with its kind of [`Failure`]. `shared/api` converts it to a response without knowing its type.
pub trait PlatformError: Error + Send + Sync + 'static {
    /// The kind of failure.
    fn failure(&self) -> Failure;
}
