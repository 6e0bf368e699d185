//! Rate limits for emails that anyone can request for any mailbox.

use api::{ApiRequest, ApiResult};
use domain::EmailAddress;

use crate::{
    admission::Admission,
    origin_check::OriginCheck,
    proof_of_work::{Proof, ProofsOfWork},
    rate_limiter::RequestAttempts,
    rate_limits::{PROVEN_MAILS, RateLimit},
};

/// Limits the emails that anyone can request for a mailbox: a few for each requester and mailbox, and more for the mailbox, which
/// protects it from many requesters.
#[derive(Debug)]
pub struct MailboxLimits {
    /// Of one client, for all mailboxes.
    pub per_ip: RateLimit,
    /// Of one client, for one mailbox.
    pub per_requester: RateLimit,
    /// Of all requesters, for one mailbox.
    pub per_mailbox: RateLimit,
    pub proofs: ProofsOfWork,
    pub origin_check: OriginCheck,
}

impl MailboxLimits {
    /// Counts a request for an email to a mailbox. A requester over a limit does not use up the requests of the mailbox.
    ///
    /// # Errors
    /// The code of a limit, `proof_required`, and when the request cannot be counted.
    pub async fn count(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        mailbox: &EmailAddress,
        proof: Option<&Proof>,
    ) -> ApiResult<()> {
        let client = self.origin_check.client(request).await?;
        let mut admission = Admission::new(attempts, &self.proofs, client, proof, PROVEN_MAILS);
        admission.count_client(&self.per_ip, "").await?;
        admission.count_client(&self.per_requester, mailbox.as_str()).await?;
        admission.count(&self.per_mailbox, mailbox.as_str()).await?;
        admission.finish().await
    }
}
