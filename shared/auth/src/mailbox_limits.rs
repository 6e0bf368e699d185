//! Rate limits for emails that anyone can request for any mailbox.

use api::ApiResult;
use domain::EmailAddress;

use crate::{rate_limiter::RequestAttempts, rate_limits::RateLimit};

/// Limits the emails that anyone can request for a mailbox: a few for each requester and mailbox, and more for the mailbox, which
/// protects it from many requesters.
#[derive(Debug)]
pub struct MailboxLimits {
    /// Of one IP address, for all mailboxes.
    pub per_ip: RateLimit,
    /// Of one IP address, for one mailbox.
    pub per_requester: RateLimit,
    /// Of all requesters, for one mailbox.
    pub per_mailbox: RateLimit,
}

impl MailboxLimits {
    /// Counts a request from an IP address for an email to a mailbox. A requester over a limit does not use up the requests of the mailbox.
    ///
    /// # Errors
    /// The code of a limit, and when the request cannot be counted.
    pub async fn count(
        &self,
        attempts: &RequestAttempts<'_>,
        client_ip: &str,
        mailbox: &EmailAddress,
    ) -> ApiResult<()> {
        attempts.count(&self.per_ip, client_ip).await?;
        let requester = format!("{client_ip}\0{mailbox}");
        attempts.count(&self.per_requester, &requester).await?;
        attempts.count(&self.per_mailbox, mailbox.as_str()).await?;
        Ok(())
    }
}
