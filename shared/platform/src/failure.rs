//! Failures that the client has not caused.

use std::error::Error;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// An AWS service failed. A later retry may succeed.
    Unavailable,
    /// A fault of this platform, such as a malformed item. A retry fails as well.
    Internal,
}

/// An error that says which [`Failure`] it is. The HTTP kit turns it into a response without knowing where it comes from.
pub trait PlatformError: Error + Send + Sync + 'static {
    /// The kind of failure.
    fn failure(&self) -> Failure;
}
