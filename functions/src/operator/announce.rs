//! Sends an email about the opening of a service to everybody who waits for it, and counts who waits.
//!
//! A schedule invokes this function every few minutes. It does what staff want (`POST /staff/announcements`), and continues what was not
//! finished the last time. A user is marked before the email is sent, and the interest ends after it: so one email at most is in doubt when
//! the function ends early.

use std::{collections::BTreeMap, time::Duration};

use api::{ApiError, ApiResult, ErrorCode};
use app::{
    jobs::{Job, Scheduled},
    wired,
};
use domain::{ServiceArea, UserId};
use mail::{MailError, MailName, MailTemplate, Mailer};
use platform::clock;
use store::users::{Announcements, SentAnnouncement, User, UsersTable, WaitingUsers, WantedAnnouncement};
use tokio::time::{Instant, sleep};
use tracing::{error, warn};

/// How long emails are sent. What remains is sent the next time.
const SENDING_TIME: Duration = Duration::from_mins(3);
/// How many emails in a row SES may refuse. After that, the fault is not that of an email address.
const REFUSALS: u32 = 5;
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_secs(1);

wired! {
    pub struct Announce(wiring) {
        users: UsersTable = wiring.users()?,
        mailer: Mailer = wiring.mailer_without_retries()?,
    }
}

enum Delivery {
    Sent,
    /// The user has withdrawn the interest since the scan, can no longer sign in, or gets the email from another announcement.
    Skipped,
    /// SES does not accept it.
    Refused(MailError),
    /// SES has perhaps accepted it.
    InDoubt(MailError),
}

#[derive(Default)]
struct Progress {
    emails: u32,
    refused: u32,
    /// Whether users are left to whom no email was sent.
    is_cut_short: bool,
    failure: Option<ApiError>,
}

impl Job for Announce {
    type Event = Scheduled;

    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let read = self.users.announcements().await?;
        let Some(wanted) = &read.wanted else {
            return Ok(());
        };
        let mut progress = Progress::default();
        if let Some(service) = wanted.service {
            let waiting = self.waiting_users().await?;
            self.send_all(wanted, service, &waiting, &mut progress).await;
        }
        let waiting = self.waiting_users().await?;
        self.finish(&read, wanted, &waiting, progress).await
    }
}

impl Announce {
    async fn waiting_users(&self) -> ApiResult<Vec<User>> {
        let scan = self.users.scan(|user| user.awaited_services().next().is_some()).await?;
        if !scan.malformed.is_empty() {
            error!(users = ?scan.malformed, "users who cannot be read get no announcement");
        }
        Ok(scan.users)
    }

    /// Sends one email after the other, so that one at most is in doubt when the function ends.
    async fn send_all(
        &self,
        wanted: &WantedAnnouncement,
        service: ServiceArea,
        waiting: &[User],
        progress: &mut Progress,
    ) {
        let started = Instant::now();
        let mut refusals_in_a_row = 0;
        for user in waiting.iter().filter(|user| is_recipient(user, service, wanted)) {
            if started.elapsed() > SENDING_TIME {
                progress.is_cut_short = true;
                return;
            }
            match self.send(wanted, service, user).await {
                Ok(Delivery::Sent) => {
                    progress.emails += 1;
                    refusals_in_a_row = 0;
                }
                Ok(Delivery::Skipped) => {}
                Ok(Delivery::Refused(cause)) => {
                    warn!(subject = %user.user_id, "announcement refused");
                    self.mailer.log_failure(MailName::ServiceOpened, &cause);
                    progress.refused += 1;
                    refusals_in_a_row += 1;
                    if refusals_in_a_row == REFUSALS {
                        return;
                    }
                    // SES may take fewer emails a second.
                    sleep(PAUSE_AFTER_REFUSAL).await;
                }
                Ok(Delivery::InDoubt(cause)) => {
                    // Staff decide whether to go on: while SES is unreachable, each attempt would leave another user in doubt.
                    warn!(subject = %user.user_id, "announcement in doubt");
                    self.mailer.log_failure(MailName::ServiceOpened, &cause);
                    return;
                }
                Err(cause) => {
                    progress.failure = Some(cause);
                    progress.is_cut_short = true;
                    return;
                }
            }
        }
    }

    /// Marks the user before the email is sent, and removes the interest after SES has accepted it. An error in between leaves the mark.
    async fn send(&self, wanted: &WantedAnnouncement, service: ServiceArea, user: &User) -> ApiResult<Delivery> {
        let id: &UserId = &user.user_id;
        let in_doubt = user
            .interest_in(service)
            .and_then(|interest| interest.announcement.as_ref());
        let begun = self.users.begin_announcement(id, service, in_doubt, &wanted.id);
        // The email goes to the address and in the language that the user has now.
        let Some(reader) = begun.await? else {
            return Ok(Delivery::Skipped);
        };
        match self
            .mailer
            .try_send(&reader, &MailTemplate::ServiceOpened { service })
            .await
        {
            Ok(()) => {
                self.users.finish_announcement(id, service, &wanted.id).await?;
                Ok(Delivery::Sent)
            }
            Err(error) if error.is_refusal() => {
                self.users.cancel_announcement(id, service, &wanted.id).await?;
                Ok(Delivery::Refused(error))
            }
            Err(error) => Ok(Delivery::InDoubt(error)),
        }
    }

    /// Writes who waits and what was sent. What is wanted stays when it was cut short.
    async fn finish(
        &self,
        read: &Announcements,
        wanted: &WantedAnnouncement,
        waiting: &[User],
        progress: Progress,
    ) -> ApiResult<()> {
        let now = clock::now();
        let mut next = read.clone();
        next.counted_at = Some(now);
        next.waiting = counted(waiting);
        if let Some(service) = wanted.service {
            let before = next.sent.get(&service).filter(|sent| sent.id == wanted.id);
            let sent = SentAnnouncement {
                id: wanted.id.clone(),
                at: now,
                emails: before.map_or(0, |sent| sent.emails) + progress.emails,
                refused: progress.refused,
            };
            next.sent.insert(service, sent);
        }
        if !progress.is_cut_short {
            next.wanted = None;
        }
        if !self.users.set_announcements(read, &next, None).await? {
            return Err(ErrorCode::ServiceUnavailable.into());
        }
        progress.failure.map_or(Ok(()), Err)
    }
}

/// Whether a user gets the email. One who was marked by this announcement may have got it.
fn is_recipient(user: &User, service: ServiceArea, wanted: &WantedAnnouncement) -> bool {
    let interest = user.interest_in(service).filter(|_| may_sign_in(user));
    interest.is_some_and(|interest| {
        let mark = interest.announcement.as_ref();
        mark.is_none_or(|other| wanted.in_doubt && *other != wanted.id)
    })
}

const fn may_sign_in(user: &User) -> bool {
    user.verified && !user.blocked
}

fn counted(users: &[User]) -> BTreeMap<ServiceArea, WaitingUsers> {
    let mut counted: BTreeMap<_, WaitingUsers> = BTreeMap::new();
    for user in users {
        for (service, interest) in user.interests.iter().flatten() {
            let waiting = counted.entry(*service).or_default();
            let group = if !may_sign_in(user) {
                &mut waiting.held
            } else if interest.announcement.is_some() {
                &mut waiting.in_doubt
            } else {
                &mut waiting.ready
            };
            *group += 1;
        }
    }
    counted
}
