//! The mail by which somebody proves that an account's mailbox is theirs.

use std::time::Duration;

use mail::{Mail, Mailer};
use store::users::User;

use crate::tokens::{Purpose, TokenError, Tokens};

/// How long the link in the mail is good. The mail says so too (`shared/locales/*/mails.json`).
const LIFETIME: Duration = Duration::from_hours(3 * 24);

/// Mails an account a link that proves its mailbox.
///
/// A link that cannot be made or sent is logged and fails nothing: the account is there, and the next login mails the link again.
pub async fn send_link(tokens: &Tokens, mailer: &Mailer, user: &User) {
    match mail_with_link(tokens, user).await {
        Ok(mail) => mailer.send(user, &mail).await,
        Err(cause) => mailer.was_not_sent(Mail::VERIFY_EMAIL, &cause),
    }
}

/// A mail with a new link for an account. Those of before stay good for as long as they were.
///
/// # Errors
/// When the key cannot be read that signs it.
pub async fn mail_with_link(tokens: &Tokens, user: &User) -> Result<Mail, TokenError> {
    let token = tokens.issue(user, Purpose::VerifyEmail, LIFETIME).await?;
    Ok(Mail::VerifyEmail { token })
}
