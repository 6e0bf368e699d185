//! Failures that are not the client's: an AWS service did not answer as it should, or data is not as we wrote it.

use std::error::Error;

/// Whose fault a failure is, and whether a retry helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// An AWS service did not answer as it should. A later retry may succeed.
    Unavailable,
    /// A fault of this platform, such as a malformed item. A retry fails as well.
    Internal,
}

/// An error that says which [`Failure`] it is. The HTTP kit turns it into a response without knowing where it comes from.
pub trait PlatformError: Error + Send + Sync + 'static {
    /// The kind of failure.
    fn failure(&self) -> Failure;
}
