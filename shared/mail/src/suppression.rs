//! SES's suppression list: addresses to which it sends nothing, though it takes the mail.

use aws_sdk_sesv2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    types::SuppressionListReason,
};
use domain::EmailAddress;

use super::{MailError, refusal};

/// The list of the AWS account, in the stack's region.
#[derive(Debug, Clone)]
pub struct SuppressionList {
    client: Client,
}

impl SuppressionList {
    /// The list that a client reaches.
    #[must_use]
    pub const fn new(client: Client) -> Self {
        Self { client }
    }

    /// Takes an address off that is there because a mail bounced, and tells whether it was on the list, for whatever reason.
    ///
    /// One whose owner has marked a mail as spam stays: who asked for no more mail gets none, whoever signs up with the address
    /// next. It can be repeated.
    ///
    /// # Errors
    /// When SES does not answer as it should.
    pub async fn remove_bounced(&self, address: &EmailAddress) -> Result<bool, MailError> {
        let asked = self.client.get_suppressed_destination().email_address(address.as_str());
        let Some(found) = unless_missing(asked.send().await)? else {
            return Ok(false);
        };
        let reason = found.suppressed_destination.map(|listed| listed.reason);
        if reason != Some(SuppressionListReason::Complaint) {
            let asked = self.client.delete_suppressed_destination();
            unless_missing(asked.email_address(address.as_str()).send().await)?;
        }
        Ok(true)
    }
}

/// What SES answered, or nothing when the address is not on the list.
fn unless_missing<T, E: ProvideErrorMetadata + std::error::Error + 'static>(
    answer: Result<T, SdkError<E>>,
) -> Result<Option<T>, MailError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if error.code() == Some("NotFoundException") => Ok(None),
        Err(error) => Err(refusal(&error)),
    }
}
