//! Verification links, with which users prove control of a mailbox.

use std::time::Duration;

use mail::{MailTemplate, Mailer};
use store::users::User;

use crate::tokens::{TokenError, TokenPurpose, Tokens};

/// How long a link is valid. The email states this, too (`shared/locales/*/mails.json`).
const LIFETIME: Duration = Duration::from_hours(3 * 24);

/// Sends a user a verification link.
///
/// A failure is logged, and is no failure of the request: the user exists, and the next sign-in sends a link again.
pub async fn send_link(tokens: &Tokens, mailer: &Mailer, user: &User) {
    match verification_email(tokens, user).await {
        Ok(mail) => mailer.send(user, &mail).await,
        Err(cause) => mailer.log_failure(MailTemplate::VERIFY_EMAIL, &cause),
    }
}

/// As [`send_link`], with a time limit for the email.
pub async fn send_link_within(time: Duration, tokens: &Tokens, mailer: &Mailer, user: &User) {
    match verification_email(tokens, user).await {
        Ok(mail) => mailer.send_with_timeout(time, user, &mail).await,
        Err(cause) => mailer.log_failure(MailTemplate::VERIFY_EMAIL, &cause),
    }
}

/// An email with a new verification link. Earlier links stay valid until they expire.
///
/// # Errors
/// When the signing key cannot be read.
pub async fn verification_email(tokens: &Tokens, user: &User) -> Result<MailTemplate, TokenError> {
    let token = tokens.issue(user, TokenPurpose::EmailVerification, LIFETIME).await?;
    Ok(MailTemplate::VerifyEmail { token })
}
