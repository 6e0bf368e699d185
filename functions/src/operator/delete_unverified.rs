//! Deletes the users who have not verified their mailbox in time, and finishes the deletions of rejected sign-ups that were interrupted.
//!
//! A schedule invokes this function once a day, and Lambda again when it fails. Each user is marked before the deletion, on the condition that
//! the mailbox is not verified: of a verification at the same time, one succeeds.

use std::time::Duration;

use api::{ApiResult, ErrorCode};
use app::{
    jobs::{Job, Scheduled},
    user_deletion::{DeletionStatus, UserDeletion},
    wired,
};
use domain::{ReviewStatus, UNVERIFIED_PERIOD, UserId};
use jiff::{Timestamp, tz::TimeZone};
use platform::{
    clock,
    metrics::{Event, Metrics},
};
use store::{
    payments::PaymentsTable,
    place_requests::PlaceRequestsTable,
    users::{User, UsersTable},
};
use tokio::time::{Instant, sleep};
use tracing::{error, info};

/// How long users are looked for and deleted. Those who remain are deleted the next time.
const TIME: Duration = Duration::from_mins(3);
/// The parts in which the table is read. A large one takes longer than a run has, so each day begins with the next part.
const PARTS: i32 = 16;
/// SES takes one request a second that sends nothing, and other deletions of users make such requests, too.
const PAUSE: Duration = Duration::from_secs(1);

wired! {
    pub struct DeleteUnverified(wiring) {
        users: UsersTable = wiring.users()?,
        payments: PaymentsTable = wiring.payments()?,
        place_requests: PlaceRequestsTable = wiring.place_requests()?,
        deletion: UserDeletion = wiring.make()?,
        metrics: Metrics = wiring.metrics()?,
    }
}

impl Job for DeleteUnverified {
    type Event = Scheduled;

    /// A user who cannot be deleted does not keep the others from it.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let started = Instant::now();
        let is_in_time = || started.elapsed() < TIME;
        let now = clock::now();
        let registered_before = now - UNVERIFIED_PERIOD;
        let mut has_failed = false;
        for part in parts_of_day(now).take_while(|_| is_in_time()) {
            let found = self.users.unverified(registered_before, part, PARTS).await?;
            for id in found.iter().take_while(|_| is_in_time()) {
                match Box::pin(self.delete_if_due(id, registered_before)).await {
                    Ok(true) => info!(subject = %id, "unverified user deleted"),
                    Ok(false) => continue,
                    Err(cause) => {
                        error!(subject = %id, %cause, "unverified user not deleted");
                        has_failed = true;
                    }
                }
                sleep(PAUSE).await;
            }
        }
        if has_failed {
            return Err(ErrorCode::ServiceUnavailable.into());
        }
        Ok(())
    }
}

impl DeleteUnverified {
    /// The scan was a while ago, so the user is read again. Returns whether the user was deleted.
    async fn delete_if_due(&self, id: &UserId, registered_before: Timestamp) -> ApiResult<bool> {
        let Some(user) = self.users.find(id).await? else {
            return Ok(false);
        };
        // A deletion that has begun is finished whatever else holds: the user can neither verify the mailbox nor sign in.
        let is_due = user.rejected
            || (is_due(&user, registered_before)
                && !self.is_enrolled(id).await?
                && self.users.mark_rejected(&user).await?);
        if !is_due {
            return Ok(false);
        }
        let deleted = self.deletion.delete(user).await?;
        if deleted.status == DeletionStatus::Incomplete {
            // The user is deleted, so the next run does not find it. The alarm of the metric tells the operator to finish the deletion.
            self.metrics.count(Event::DeletionIncomplete);
        }
        Ok(true)
    }

    /// `scripts/ops enrol` enrols users who have not verified their mailbox, too. Nobody else has a payment or a place without a sign-in.
    async fn is_enrolled(&self, id: &UserId) -> ApiResult<bool> {
        let payments = self.payments.of_user(id).await?;
        Ok(!payments.is_empty() || !self.place_requests.of_user(id).await?.is_empty())
    }
}

/// Whether the time to verify the mailbox is over, and staff have done nothing that keeps the user: a block also keeps the email address from
/// being registered again, and a teacher who is approved is known to staff.
fn is_due(user: &User, registered_before: Timestamp) -> bool {
    let is_approved = user
        .review
        .as_ref()
        .is_some_and(|review| review.status == ReviewStatus::Approved);
    !user.verified && !user.blocked && !is_approved && user.created_at < registered_before
}

/// All parts, from another one on each day.
fn parts_of_day(now: Timestamp) -> impl Iterator<Item = i32> {
    let first = i32::from(now.to_zoned(TimeZone::UTC).day_of_year()) % PARTS;
    (first..PARTS).chain(0..first)
}
