//! Failures that the client did not cause.

use std::error::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// An AWS service failed. A later retry may succeed.
    Unavailable,
    /// An AWS service rejected a request, for a reason that no outage has: a missing permission, table, secret, bucket or function, or an
    /// invalid request. The client gets the same response as for [`Self::Unavailable`].
    Rejected,
    /// A fault of this platform, such as a malformed item. A retry fails as well.
    Internal,
}

/// The error codes of AWS for [`Failure::Rejected`]. A request whose credentials are unknown or expired is not among them: that passes.
const REJECTIONS: [&str; 5] = [
    "AccessDenied",
    "AccessDeniedException",
    "NoSuchBucket",
    "ResourceNotFoundException",
    "ValidationException",
];

impl Failure {
    /// The kind of a request to AWS that failed with that error code. None for one without a response.
    pub fn of_aws_code(code: Option<&str>) -> Self {
        match code {
            Some(code) if REJECTIONS.contains(&code) => Self::Rejected,
            _ => Self::Unavailable,
        }
    }
}

/// An error with its kind of [`Failure`]. `shared/api` converts it to a response without knowing its type.
pub trait PlatformError: Error + Send + Sync + 'static {
    fn failure(&self) -> Failure;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_not_a_rejection() {
        for code in [
            None,
            Some("InternalServerError"),
            Some("ThrottlingException"),
            Some("SlowDown"),
            Some("UnrecognizedClientException"),
            Some("ExpiredTokenException"),
        ] {
            assert_eq!(Failure::of_aws_code(code), Failure::Unavailable, "{code:?}");
        }
        for code in REJECTIONS {
            assert_eq!(Failure::of_aws_code(Some(code)), Failure::Rejected, "{code}");
        }
    }
}
