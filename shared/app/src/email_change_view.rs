//! Pending changes of email addresses as the API returns them.

use jiff::Timestamp;
use serde::Serialize;
use store::users::EmailChange;

/// A change of the email address that waits for its confirmation.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailChangeView<'a> {
    email: &'a str,
    /// RFC 3339.
    expires_at: String,
}

impl<'a> EmailChangeView<'a> {
    /// The view of a change.
    #[must_use]
    pub fn new(change: &'a EmailChange) -> Self {
        let expires_at = i64::try_from(change.expires_at).ok();
        let expires_at = expires_at.and_then(|seconds| Timestamp::from_second(seconds).ok());
        Self {
            email: change.email.as_str(),
            expires_at: expires_at.unwrap_or(Timestamp::MAX).to_string(),
        }
    }
}
