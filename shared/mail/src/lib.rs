//! Mails in the person's language, through SES.

mod message;
mod operator;
mod suppression;

use std::{error::Error, time::Duration};

use aws_sdk_sesv2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    types::{Body, Content, Destination, EmailContent, Message},
};
use domain::EmailRecipient;
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
    metrics::{Event, Metrics},
};
use tokio::time::timeout;
use tracing::error;

pub use message::Mail;
use message::Rendered;
pub use operator::Operator;
pub use suppression::SuppressionList;

/// Sends mails.
#[derive(Debug, Clone)]
pub struct Mailer {
    client: Client,
    sender: String,
    site: String,
    metrics: Metrics,
}

/// SES did not do what was asked of it: a mail was not sent.
#[derive(Debug, thiserror::Error)]
#[error("SES: {0}")]
pub struct MailError(String);

impl PlatformError for MailError {
    fn failure(&self) -> Failure {
        Failure::Unavailable
    }
}

impl Mailer {
    /// A mailer that sends from the email address `sender`, with links to the site at the URL `site`.
    #[must_use]
    pub const fn new(client: Client, sender: String, site: String, metrics: Metrics) -> Self {
        Self {
            client,
            sender,
            site,
            metrics,
        }
    }

    /// Sends a mail to an account's address, in its language.
    ///
    /// One that cannot be sent is logged and counted, and fails nothing: what it tells of is done.
    pub async fn send<'a>(&self, to: impl Into<EmailRecipient<'a>>, mail: &Mail) {
        if let Err(cause) = self.try_send(to, mail).await {
            self.log_failure(mail.name(), &cause);
        }
    }

    /// As [`Self::send`], in no more than that time. A mail that is given up is one that was not sent; SES may have taken it still.
    pub async fn send_with_timeout<'a>(&self, time: Duration, to: impl Into<EmailRecipient<'a>>, mail: &Mail) {
        let sent = timeout(time, self.try_send(to, mail)).await;
        if let Err(cause) = sent.unwrap_or_else(|_| Err(MailError(format!("given up after {time:?}")))) {
            self.log_failure(mail.name(), &cause);
        }
    }

    /// Logs and counts a mail that was not sent.
    pub fn log_failure(&self, mail: &'static str, cause: &impl Error) {
        error!(mail, %cause, "mail not sent");
        self.metrics.count(Event::MailFailed { mail });
    }

    /// Sends a mail to an account's address, in its language.
    ///
    /// # Errors
    /// When the mail service does not take it.
    pub async fn try_send<'a>(&self, to: impl Into<EmailRecipient<'a>>, mail: &Mail) -> Result<(), MailError> {
        let to = to.into();
        let Rendered { subject, text, html } = mail.render(to.language, to.name, &self.site);
        let body = Body::builder().text(utf8(text)?).html(utf8(html)?).build();
        let message = Message::builder().subject(utf8(subject)?).body(body).build();
        self.client
            .send_email()
            .from_email_address(&self.sender)
            .destination(Destination::builder().to_addresses(to.email.as_str()).build())
            .content(EmailContent::builder().simple(message).build())
            .send()
            .await
            .map_err(|error| refusal(&error))?;
        Ok(())
    }
}

/// Why SES refused: its code alone, since its sentences repeat addresses.
fn refusal<E: ProvideErrorMetadata + Error + 'static>(error: &SdkError<E>) -> MailError {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    MailError(code.map_or_else(|| Causes(error).to_string(), str::to_owned))
}

fn utf8(text: String) -> Result<Content, MailError> {
    let content = Content::builder().charset("UTF-8").data(text).build();
    content.map_err(|error| MailError(error.to_string()))
}

/// A text as HTML has it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
