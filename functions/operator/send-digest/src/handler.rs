//! Sends the operator an email about the requests for places and the applications of teachers that wait for a decision.
//!
//! A schedule invokes this function once a day, and Lambda again when it fails. A repetition may send the same email twice.

use api::ApiResult;
use app::jobs::{Job, Scheduled};

use crate::{digest::Digest, wiring::SendDigest};

impl Job for SendDigest {
    type Event = Scheduled;

    /// Sends nothing when nothing waits.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let Some(reader) = &self.reader else { return Ok(()) };
        let digest = Digest {
            requests: self.requests.pending().await?,
            applications: self.users.pending_applications(self.approval).await?,
        };
        if !digest.is_empty() {
            let text = digest.text(&self.stack);
            self.mailer
                .try_send_to_operator(reader, &digest.subject(&self.stack), text)
                .await?;
        }
        Ok(())
    }
}
