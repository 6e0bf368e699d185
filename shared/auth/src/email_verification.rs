//! Verification links, with which users prove control of a mailbox.

use std::time::Duration;

use api::{ApiResult, ErrorCode};
use mail::{MailName, MailTemplate, Mailer};
use platform::deadline;
use store::users::{User, UsersTable};
use tracing::warn;

use crate::{
    rate_limiter::RequestAttempts,
    rate_limits::RateLimit,
    tokens::{TokenError, TokenIssuer, TokenPurpose, Tokens},
};

/// How long a link is valid. The email states this, too (`shared/locales/*/mails.json`).
pub const LIFETIME: Duration = Duration::from_hours(3 * 24);

/// The user to whose mailbox a verification token was sent. None when that user is deleted.
///
/// The token's version is not checked, because the end of sessions does not affect a link.
///
/// # Errors
/// `verification_invalid` when the token is not valid, or the user has another email address now; and when the table cannot be read.
pub async fn user_of_link(tokens: &Tokens, users: &UsersTable, token: Option<String>) -> ApiResult<Option<User>> {
    let token = token.unwrap_or_default();
    let claims = tokens.read(token.trim(), TokenPurpose::EmailVerification).await;
    let claims = claims.map_err(|error| error.into_api_error(ErrorCode::VerificationInvalid))?;
    match users.find(&claims.sub).await? {
        Some(user) if !claims.proves_mailbox_of(&user) => Err(ErrorCode::VerificationInvalid.into()),
        found => Ok(found),
    }
}

/// Counts an email to the mailbox of a user that is not verified. False when it must not be sent: strangers could otherwise flood the
/// mailbox of somebody whom they have registered. A verified mailbox is not limited here. A failure to count is logged, and sends nothing.
pub async fn may_send(attempts: &RequestAttempts<'_>, per_mailbox: &RateLimit, user: &User) -> bool {
    if user.verified {
        return true;
    }
    let counted = attempts.try_count(per_mailbox, user.email.as_str()).await;
    counted.unwrap_or_else(|cause| {
        warn!(%cause, "mail not counted");
        false
    })
}

/// Sends a user a verification link.
///
/// A failure is logged, and does not fail the request: the user exists, and the next sign-in sends a link again.
pub async fn send_link(tokens: &TokenIssuer, mailer: &Mailer, user: &User) {
    match deadline::leave_time_to_respond(verification_email(tokens, user)).await {
        Ok(Ok(mail)) => mailer.send(user, &mail).await,
        Ok(Err(cause)) => mailer.log_failure(MailName::VerifyEmail, &cause),
        Err(late) => mailer.log_failure(MailName::VerifyEmail, &late),
    }
}

/// As [`send_link`], with a time limit for the email.
pub async fn send_link_within(time: Duration, tokens: &TokenIssuer, mailer: &Mailer, user: &User) {
    match verification_email(tokens, user).await {
        Ok(mail) => mailer.send_with_timeout(time, user, &mail).await,
        Err(cause) => mailer.log_failure(MailName::VerifyEmail, &cause),
    }
}

/// An email with a new verification link. Earlier links stay valid until they expire.
pub async fn verification_email(tokens: &TokenIssuer, user: &User) -> Result<MailTemplate, TokenError> {
    let token = tokens.issue(user, TokenPurpose::EmailVerification, LIFETIME).await?;
    Ok(MailTemplate::VerifyEmail { token })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::samples::{tokens, user};

    #[tokio::test]
    async fn a_link_is_valid_for_three_days() {
        let tokens = tokens();
        let MailTemplate::VerifyEmail { token } = verification_email(&tokens, &user(json!({}))).await.unwrap() else {
            panic!("another email");
        };
        let claims = tokens.read(&token, TokenPurpose::EmailVerification).await.unwrap();
        assert_eq!(claims.exp - claims.iat, 3 * 24 * 60 * 60);
    }
}
