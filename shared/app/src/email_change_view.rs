//! Pending changes of email addresses as the API returns them.

use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::Serialize;
use store::users::EmailChange;

/// A change of the email address that waits for its confirmation.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailChangeView<'a> {
    email: &'a str,
    expires_at: Timestamp,
}

impl<'a> EmailChangeView<'a> {
    pub fn new(change: &'a EmailChange) -> Result<Self, TimeError> {
        Ok(Self {
            email: change.email.as_str(),
            expires_at: clock::timestamp(change.expires_at)?,
        })
    }
}
