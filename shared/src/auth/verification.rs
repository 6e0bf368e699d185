//! The mail by which somebody proves that an account's mailbox is theirs.

use std::{error::Error, time::Duration};

use tracing::error;

use super::tokens::{Purpose, Tokens};
use crate::{
    mail::{Mail, Mailer},
    store::users::User,
};

/// How long the link in the mail is good. The mail says so too (`shared/locales/*/mails.json`).
const LIFETIME: Duration = Duration::from_hours(3 * 24);

/// Mails an account a link that proves its mailbox.
///
/// A mail that cannot be sent is logged and fails nothing: the account is there, and the next login mails the link again.
pub async fn send_link(tokens: &Tokens, mailer: &Mailer, user: &User) {
    if let Err(cause) = try_to_send(tokens, mailer, user).await {
        error!(mail = "verify_email", %cause, "mail not sent");
    }
}

async fn try_to_send(tokens: &Tokens, mailer: &Mailer, user: &User) -> Result<(), Box<dyn Error + Send + Sync>> {
    let token = tokens.issue(user, Purpose::VerifyEmail, LIFETIME).await?;
    let mail = Mail::VerifyEmail { token };
    mailer.send(&user.email, user.language, &user.fullname, &mail).await?;
    Ok(())
}
