//! Emails to users in their language, through SES.

pub mod fixed_time;

mod months;
mod operator;
mod price;
mod suppression;
mod template;

use std::{error::Error, time::Duration};

use aws_sdk_sesv2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    primitives::Blob,
    types::{
        Attachment as SesAttachment, AttachmentContentTransferEncoding, Body, Content, Destination, EmailContent,
        Message, MessageHeader, builders::MessageBuilder,
    },
};
use domain::{EmailAddress, EmailRecipient};
use platform::{
    aws::LazyClient,
    causes::Causes,
    deadline,
    failure::{Failure, PlatformError},
    metrics::{Event, Metrics},
};
use serde::Serialize;
use tokio::time::timeout;
use tracing::error;

pub use operator::Operator;
pub use price::Price;
pub use suppression::{Suppression, SuppressionList};
use template::RenderedMail;
pub use template::{MailName, MailTemplate, PlaceFacts, SessionChange, brand, stamp_duty};

#[derive(Debug, Clone)]
pub struct Mailer {
    client: LazyClient<Client>,
    sender: String,
    site: String,
    metrics: Metrics,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MailPreview {
    pub subject: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub media_type: &'static str,
    pub content: String,
}

#[derive(Debug, thiserror::Error)]
#[error("SES: {cause}")]
pub struct MailError {
    cause: String,
    is_refusal: bool,
    failure: Failure,
}

impl MailError {
    /// An error after which SES may have accepted the email.
    const fn unknown_outcome(cause: String) -> Self {
        Self {
            cause,
            is_refusal: false,
            failure: Failure::Unavailable,
        }
    }

    /// An error that shows that SES has not accepted the email.
    const fn not_sent(cause: String) -> Self {
        Self {
            cause,
            is_refusal: true,
            failure: Failure::Unavailable,
        }
    }

    /// Whether it is certain that the email was not sent. SES may have accepted it when its response is lost, or reports a fault of its own.
    pub const fn is_refusal(&self) -> bool {
        self.is_refusal
    }
}

impl Attachment {
    fn for_ses(self) -> Result<SesAttachment, MailError> {
        let attachment = SesAttachment::builder()
            .file_name(self.name)
            .content_type(self.media_type)
            .content_transfer_encoding(AttachmentContentTransferEncoding::Base64)
            .raw_content(Blob::new(self.content))
            .build();
        attachment.map_err(|error| MailError::not_sent(error.to_string()))
    }
}

impl PlatformError for MailError {
    fn failure(&self) -> Failure {
        self.failure
    }
}

impl Mailer {
    /// A mailer that sends from the email address `sender`, with links to the site at the URL `site`.
    pub const fn new(client: LazyClient<Client>, sender: String, site: String, metrics: Metrics) -> Self {
        Self {
            client,
            sender,
            site,
            metrics,
        }
    }

    /// Sends an email.
    ///
    /// A failure is logged and counted, and does not fail the request: the operation that the email reports has succeeded. The same is
    /// true when the invocation has no time left for the email.
    pub async fn send<'a>(&self, to: impl Into<EmailRecipient<'a>>, mail: &MailTemplate) {
        self.is_sent(to, mail).await;
    }

    /// As [`Self::send`]. Returns whether SES has accepted the email.
    pub async fn is_sent<'a>(&self, to: impl Into<EmailRecipient<'a>>, mail: &MailTemplate) -> bool {
        let sent = deadline::leave_time_to_respond(self.try_send(to, mail)).await;
        let sent = sent.unwrap_or_else(|late| Err(MailError::unknown_outcome(late.to_string())));
        if let Err(cause) = &sent {
            self.log_failure(mail.name(), cause);
        }
        sent.is_ok()
    }

    /// As [`Self::send`], with a time limit. After it, the email counts as not sent, although SES may have accepted it.
    pub async fn send_with_timeout<'a>(&self, time: Duration, to: impl Into<EmailRecipient<'a>>, mail: &MailTemplate) {
        let sent = deadline::leave_time_to_respond(timeout(time, self.try_send(to, mail))).await;
        let cause = match sent {
            Ok(Ok(Ok(()))) => return,
            Ok(Ok(Err(cause))) => cause,
            Ok(Err(_)) => MailError::unknown_outcome(format!("given up after {time:?}")),
            Err(late) => MailError::unknown_outcome(late.to_string()),
        };
        self.log_failure(mail.name(), &cause);
    }

    /// Logs and counts an email that was not sent.
    pub fn log_failure(&self, mail: MailName, cause: &impl Error) {
        let mail = mail.into();
        error!(mail, %cause, "mail not sent");
        self.metrics.count(Event::MailFailed { mail });
    }

    pub async fn try_send<'a>(&self, to: impl Into<EmailRecipient<'a>>, mail: &MailTemplate) -> Result<(), MailError> {
        self.try_send_with(to, mail, None).await
    }

    /// As [`Self::try_send`], with an attached file, if there is one.
    pub async fn try_send_with<'a>(
        &self,
        to: impl Into<EmailRecipient<'a>>,
        mail: &MailTemplate,
        attachment: Option<Attachment>,
    ) -> Result<(), MailError> {
        let to = to.into();
        let RenderedMail { subject, text, html } = self.render(&to, mail)?;
        let body = Body::builder().text(utf8(text)?).html(utf8(html)?).build();
        let attachments = attachment.map(Attachment::for_ses).transpose()?.map(|file| vec![file]);
        let unsubscribe = mail.unsubscribe_url(&self.site);
        let unsubscribe = unsubscribe.as_deref().map(unsubscribe_headers).transpose()?;
        let message = Message::builder()
            .subject(utf8(subject)?)
            .body(body)
            .set_attachments(attachments)
            .set_headers(unsubscribe);
        self.deliver(to.email(), None, message).await
    }

    /// An email as somebody would get it, to show it before it is sent.
    pub fn preview<'a>(
        &self,
        to: impl Into<EmailRecipient<'a>>,
        mail: &MailTemplate,
    ) -> Result<MailPreview, MailError> {
        let RenderedMail { subject, text, .. } = self.render(&to.into(), mail)?;
        Ok(MailPreview { subject, text })
    }

    pub fn site(&self) -> &str {
        &self.site
    }

    /// Sends an email to an operator: plain text, in English, without the layout of emails to users. Replies go to the sender of the site's
    /// emails, or to `replies`.
    pub async fn try_send_to_operator(
        &self,
        to: &EmailAddress,
        replies: Option<&EmailAddress>,
        subject: &str,
        text: String,
    ) -> Result<(), MailError> {
        let body = Body::builder().text(utf8(text)?).build();
        let message = Message::builder().subject(utf8(subject.to_owned())?).body(body);
        self.deliver(to, replies, message).await
    }

    fn render(&self, to: &EmailRecipient<'_>, mail: &MailTemplate) -> Result<RenderedMail, MailError> {
        let rendered = mail.render(to, &self.site);
        rendered.map_err(|error| MailError::not_sent(error.to_string()))
    }

    async fn deliver(
        &self,
        to: &EmailAddress,
        replies: Option<&EmailAddress>,
        message: MessageBuilder,
    ) -> Result<(), MailError> {
        self.client
            .send_email()
            .from_email_address(&self.sender)
            .destination(Destination::builder().to_addresses(to.as_str()).build())
            .set_reply_to_addresses(replies.map(|address| vec![address.to_string()]))
            .content(EmailContent::builder().simple(message.build()).build())
            .send()
            .await
            .map_err(|error| refusal(&error))?;
        Ok(())
    }
}

/// The error of SES: only its code, because its message contains email addresses.
fn refusal<E: ProvideErrorMetadata + Error + 'static>(error: &SdkError<E>) -> MailError {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    let cause = code.map_or_else(|| Causes(error).to_string(), str::to_owned);
    let refused = match error {
        SdkError::ConstructionFailure(_) => MailError::not_sent(cause),
        SdkError::ServiceError(error) if error.raw().status().is_client_error() => MailError::not_sent(cause),
        _ => MailError::unknown_outcome(cause),
    };
    MailError {
        failure: Failure::of_aws_code(code),
        ..refused
    }
}

/// The headers for one press in an email program (RFC 8058). SES signs them, and takes values of at most 870 characters.
fn unsubscribe_headers(url: &str) -> Result<Vec<MessageHeader>, MailError> {
    let headers = [
        ("List-Unsubscribe", format!("<{url}>")),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
    ];
    let headers = headers.map(|(name, value)| MessageHeader::builder().name(name).value(value).build());
    let headers = headers.into_iter().collect::<Result<_, _>>();
    headers.map_err(|error| MailError::not_sent(error.to_string()))
}

fn utf8(text: String) -> Result<Content, MailError> {
    let content = Content::builder().charset("UTF-8").data(text).build();
    content.map_err(|error| MailError::not_sent(error.to_string()))
}
