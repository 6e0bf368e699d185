//! SES's suppression list: SES accepts emails to addresses on it, and does not deliver them.

use aws_sdk_sesv2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    types::SuppressionListReason,
};
use domain::EmailAddress;
use platform::aws::LazyClient;
use serde::Serialize;
use tracing::warn;

use super::{MailError, refusal};

const TOO_MANY_REQUESTS: u16 = 429;

/// Why SES delivers no emails to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Suppression {
    /// An email came back.
    Bounced,
    /// An email was marked as spam.
    Complained,
}

/// The suppression list of the AWS account, in the region of the stack.
#[derive(Debug, Clone)]
pub struct SuppressionList {
    client: LazyClient<Client>,
}

impl SuppressionList {
    pub const fn new(client: LazyClient<Client>) -> Self {
        Self { client }
    }

    /// Why an email address is on the list. None when it is not.
    pub async fn find(&self, email: &EmailAddress) -> Result<Option<Suppression>, MailError> {
        let request = self.client.get_suppressed_destination().email_address(email.as_str());
        let listed = unless_missing(request.send().await)?.and_then(|found| found.suppressed_destination);
        Ok(listed.map(|listed| match listed.reason {
            SuppressionListReason::Complaint => Suppression::Complained,
            _ => Suppression::Bounced,
        }))
    }

    /// Removes an email address that is on the list because of a bounce. Returns whether it was on the list, for any reason.
    ///
    /// An email address that is on the list because of a complaint (an email was marked as spam) stays. It can be repeated.
    pub async fn remove_bounced(&self, email: &EmailAddress) -> Result<bool, MailError> {
        let request = self.client.get_suppressed_destination().email_address(email.as_str());
        let Some(found) = unless_missing(request.send().await)? else {
            return Ok(false);
        };
        let reason = found.suppressed_destination.map(|listed| listed.reason);
        if reason != Some(SuppressionListReason::Complaint) {
            let request = self.client.delete_suppressed_destination();
            unless_missing(request.email_address(email.as_str()).send().await)?;
        }
        Ok(true)
    }
}

/// The output of a request. None when the email address is not on the list, and when SES refuses the request: in its sandbox, it has
/// disabled the list.
fn unless_missing<T, E: ProvideErrorMetadata + std::error::Error + 'static>(
    result: Result<T, SdkError<E>>,
) -> Result<Option<T>, MailError> {
    match result {
        Ok(output) => Ok(Some(output)),
        Err(error) if error.code() == Some("NotFoundException") => Ok(None),
        Err(error) if is_refused(&error) => {
            warn!(cause = %refusal(&error), "suppression list not read");
            Ok(None)
        }
        Err(error) => Err(refusal(&error)),
    }
}

/// Whether a retry would be refused, too: SES rejected the request, and not because of its rate.
fn is_refused<E>(error: &SdkError<E>) -> bool {
    let status = error.raw_response().map(|response| response.status().as_u16());
    status.is_some_and(|status| (400..500).contains(&status) && status != TOO_MANY_REQUESTS)
}
