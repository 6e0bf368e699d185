//! Changes of email addresses: the links of their emails, and the moments until which they are good.
//!
//! A link carries a token that names the user and the change, and nothing else. What it allows depends on the state in the user's
//! item (`store::users`), so a link works once, and ends with the state.

use std::time::Duration;

use domain::EmailChangeId;
use store::users::User;

use crate::tokens::{TokenError, TokenPurpose, Tokens};

/// How long a change can be confirmed. The email states this, too (`shared/locales/*/mails.json`).
pub const CONFIRMATION_PERIOD: Duration = Duration::from_hours(24);
/// How long a change can be undone from the old mailbox. The email states this, too (`shared/locales/*/mails.json`).
pub const REVERSAL_PERIOD: Duration = Duration::from_hours(7 * 24);
/// How many ways back a user has at most. With more, the item of a user would often exceed the 4 KB of one read unit.
pub const MAX_WAYS_BACK: usize = 10;

/// The token of the link that the new mailbox gets.
///
/// # Errors
/// When the signing key cannot be read.
pub async fn confirmation_token(tokens: &Tokens, user: &User, change: &EmailChangeId) -> Result<String, TokenError> {
    tokens
        .issue_for_email_change(user, TokenPurpose::EmailChange, change, CONFIRMATION_PERIOD)
        .await
}

/// The token of the link that the old mailbox gets.
///
/// # Errors
/// When the signing key cannot be read.
pub async fn reversal_token(tokens: &Tokens, user: &User, change: &EmailChangeId) -> Result<String, TokenError> {
    tokens
        .issue_for_email_change(user, TokenPurpose::EmailReversal, change, REVERSAL_PERIOD)
        .await
}
