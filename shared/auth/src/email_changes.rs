//! Changes of email addresses: the links in their emails, and how long these links are valid.
//!
//! A link contains a token with the ids of the user and the change. What the token allows depends on the state in the user's item
//! (`store::users`), so a link works once, and only while the state exists.

use std::time::Duration;

use api::{ApiResult, ErrorCode};
use domain::{EmailChangeId, UserId};
use store::users::User;

use crate::tokens::{TokenError, TokenIssuer, TokenPurpose, Tokens};

/// How long a change can be confirmed. The email states this, too (`shared/locales/*/mails.json`).
pub const CONFIRMATION_PERIOD: Duration = Duration::from_hours(24);
/// How long a change can be reverted from the old mailbox. The email states this, too (`shared/locales/*/mails.json`).
pub const REVERSAL_PERIOD: Duration = Duration::from_hours(7 * 24);
/// The maximum number of earlier email addresses to which a user can revert. With more, the item of a user would often exceed the 4 KB
/// of one read unit.
pub const MAX_WAYS_BACK: usize = 10;

/// The token of the link that the new mailbox gets.
pub async fn confirmation_token(
    tokens: &TokenIssuer,
    user: &User,
    change: &EmailChangeId,
) -> Result<String, TokenError> {
    tokens
        .issue_for_email_change(user, TokenPurpose::EmailChange, change, CONFIRMATION_PERIOD)
        .await
}

/// The token of the link that the old mailbox gets.
pub async fn reversal_token(tokens: &TokenIssuer, user: &User, change: &EmailChangeId) -> Result<String, TokenError> {
    tokens
        .issue_for_email_change(user, TokenPurpose::EmailReversal, change, REVERSAL_PERIOD)
        .await
}

/// The ids of the user and the change in the token of such a link. Whether the state exists is not checked here.
///
/// # Errors
/// `email_change_invalid`, and when the signing key cannot be read.
pub async fn read_link(
    tokens: &Tokens,
    purpose: TokenPurpose,
    token: Option<String>,
) -> ApiResult<(UserId, EmailChangeId)> {
    let claims = tokens.read(token.unwrap_or_default().trim(), purpose).await;
    let claims = claims.map_err(|error| error.into_api_error(ErrorCode::EmailChangeInvalid))?;
    let change = claims.jti.ok_or(ErrorCode::EmailChangeInvalid)?;
    Ok((claims.sub, change))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::samples::{id, tokens, user};

    #[tokio::test]
    async fn each_mailbox_gets_a_token_of_its_own_with_its_period() {
        let (tokens, user, change) = (tokens(), user(json!({})), id('c').parse().unwrap());
        let confirmation = confirmation_token(&tokens, &user, &change).await.unwrap();
        let reversal = reversal_token(&tokens, &user, &change).await.unwrap();
        for (token, purpose, days) in [
            (confirmation, TokenPurpose::EmailChange, 1),
            (reversal, TokenPurpose::EmailReversal, 7),
        ] {
            let claims = tokens.read(&token, purpose).await.unwrap();
            assert_eq!(claims.jti.as_ref(), Some(&change));
            assert_eq!(claims.exp - claims.iat, days * 24 * 60 * 60);
        }
    }
}
