//! Sends the operator an email about the requests for places, the proofs of payment and the applications of teachers that wait for a
//! decision.
//!
//! A schedule invokes this function once a day, and Lambda again when it fails. A repetition may send the same email twice.

mod digest;

use api::ApiResult;
use app::{
    jobs::{Job, Scheduled},
    wired,
};
use domain::{EmailAddress, TeacherApproval};
use mail::Mailer;
use store::{
    place_requests::{PlaceQueue, PlaceRequestsTable},
    users::UsersTable,
};

use digest::Digest;

wired! {
    pub struct SendDigest(wiring) {
        /// Whom to tell. None when no digest is sent.
        reader: Option<EmailAddress> = wiring.environment().digest_email()?,
        /// The name of the stack, for the commands in the email. The metrics of a stack have its name.
        stack: String = wiring.environment().metrics_namespace()?,
        approval: TeacherApproval = wiring.environment().teacher_approval()?,
        users: UsersTable = wiring.users()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

impl Job for SendDigest {
    type Event = Scheduled;

    /// Sends nothing when nothing waits.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let Some(reader) = &self.reader else { return Ok(()) };
        let mut offered = self.requests.queued(PlaceQueue::Offered).await?;
        offered.retain(|place| place.undecided_proofs().next().is_some());
        let digest = Digest {
            proofs: offered,
            requests: self.requests.queued(PlaceQueue::Requested).await?,
            applications: self.users.pending_applications(self.approval).await?,
        };
        if !digest.is_empty() {
            let text = digest.text(self.mailer.site());
            self.mailer
                .try_send_to_operator(reader, None, &digest.subject(&self.stack), text)
                .await?;
        }
        Ok(())
    }
}
