//! Mails in the person's language, through SES.

mod message;

use aws_sdk_sesv2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::send_email::SendEmailError,
    types::{Body, Content, Destination, EmailContent, Message},
};
pub use message::Mail;
use message::Rendered;

use crate::{
    causes::Causes,
    domain::{EmailAddress, Language},
};

/// Sends mails.
#[derive(Debug, Clone)]
pub struct Mailer {
    client: Client,
    sender: String,
    site: String,
}

/// A mail that was not sent.
#[derive(Debug, thiserror::Error)]
#[error("SES: {0}")]
pub struct MailError(String);

impl Mailer {
    /// A mailer with the address that mails come from, and the site that their links lead to.
    #[must_use]
    pub const fn new(client: Client, sender: String, site: String) -> Self {
        Self { client, sender, site }
    }

    /// Sends a mail.
    ///
    /// # Errors
    /// When SES does not take it.
    pub async fn send(&self, to: &EmailAddress, language: Language, name: &str, mail: &Mail) -> Result<(), MailError> {
        let Rendered { subject, text, html } = mail.render(language, name, &self.site);
        let body = Body::builder().text(utf8(text)?).html(utf8(html)?).build();
        let message = Message::builder().subject(utf8(subject)?).body(body).build();
        self.client
            .send_email()
            .from_email_address(&self.sender)
            .destination(Destination::builder().to_addresses(to.as_str()).build())
            .content(EmailContent::builder().simple(message).build())
            .send()
            .await
            .map_err(|error| refusal(&error))?;
        Ok(())
    }
}

/// Why SES refused: its code alone, since its sentences repeat addresses.
fn refusal(error: &SdkError<SendEmailError>) -> MailError {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    MailError(code.map_or_else(|| Causes(error).to_string(), str::to_owned))
}

fn utf8(text: String) -> Result<Content, MailError> {
    let content = Content::builder().charset("UTF-8").data(text).build();
    content.map_err(|error| MailError(error.to_string()))
}
