//! `ops announce`: sends an email about the opening of a service to everybody who waits for it.

mod error;
mod report;

use std::mem;

use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{AnnouncementId, ServiceArea, UserId};
use mail::{MailError, MailTemplate, Mailer};
use store::{
    audit::Action,
    users::{User, UsersTable},
};
use strum::VariantNames;

use crate::{
    output::Output,
    stack::{Stack, StackError, Target},
    users::MalformedItems,
};
use error::AnnounceError;
use report::Announced;

/// How many emails in a row SES may refuse. After that, the fault is not that of an email address.
const REFUSALS: usize = 5;

#[derive(Debug, Args)]
pub(crate) struct Announce {
    #[command(flatten)]
    target: Target,
    /// The service
    #[arg(value_parser = service())]
    service: ServiceArea,
    /// Sends the emails although this release does not open the service
    #[arg(long)]
    early: bool,
    /// Sends the email to the users in doubt, too. Some of them may get it a second time
    #[arg(long)]
    in_doubt: bool,
    /// Shows how many emails would be sent, without sending them
    #[arg(long)]
    dry_run: bool,
}

pub(crate) const EXAMPLES: &str = "\
Examples:
  scripts/ops announce consulting --dry-run
  scripts/ops announce consulting --stack masar-production";

fn service() -> impl TypedValueParser<Value = ServiceArea> {
    PossibleValuesParser::new(ServiceArea::VARIANTS).try_map(|service| service.parse::<ServiceArea>())
}

/// The users who wait for a service, from a scan.
struct Waiting {
    /// The users who get the email, each with the announcement in doubt that it replaces.
    recipients: Vec<(UserId, Option<AnnouncementId>)>,
    /// The users who may have got it from a run that was interrupted, and do not get it again.
    in_doubt: Vec<UserId>,
    /// How many cannot sign in, and wait until they can.
    held: usize,
    malformed: MalformedItems,
}

struct Announcement<'a> {
    id: AnnouncementId,
    service: ServiceArea,
    users: UsersTable,
    mailer: &'a Mailer,
}

/// What became of the email to a user.
enum Delivery {
    Sent,
    /// The user has withdrawn the interest since the scan, can no longer sign in, or gets the email from another run.
    Skipped,
    /// SES does not accept it.
    Refused(MailError),
}

pub(crate) async fn run(announce: Announce) -> Result<Output, AnnounceError> {
    let Announce { service, dry_run, .. } = announce;
    if !service.is_open() && !announce.early && !dry_run {
        return Err(AnnounceError::NotOpen(service));
    }
    let stack = Stack::connect(announce.target).await?;
    let waiting = Waiting::read(&stack, service, announce.in_doubt).await?;
    let mut announced = Announced::new(service, dry_run, &waiting);
    if dry_run {
        announced.sent = waiting.recipients.len();
        return Ok(Box::new(announced));
    }
    if !waiting.recipients.is_empty() {
        let mailer = stack.mailer_without_retries().await?;
        let action = Action::ServiceAnnounce {
            service,
            users: waiting.recipients.len(),
        };
        stack.write_audit_record(None, action).await?;
        let announcement = Announcement {
            id: AnnouncementId::random(),
            service,
            users: stack.users(),
            mailer: &mailer,
        };
        announcement.send_all(waiting.recipients, &mut announced).await?;
    }
    Ok(Box::new(announced))
}

impl Waiting {
    async fn read(stack: &Stack, service: ServiceArea, send_in_doubt: bool) -> Result<Self, StackError> {
        let scan = stack.users().scan(|user| user.interest_in(service).is_some()).await?;
        let mut waiting = Self {
            recipients: Vec::new(),
            in_doubt: Vec::new(),
            held: 0,
            malformed: MalformedItems(scan.malformed),
        };
        for user in scan.users {
            let announcement = user
                .interest_in(service)
                .and_then(|interest| interest.announcement.clone());
            if !may_sign_in(&user) {
                waiting.held += 1;
            } else if announcement.is_some() && !send_in_doubt {
                waiting.in_doubt.push(user.user_id);
            } else {
                waiting.recipients.push((user.user_id, announcement));
            }
        }
        Ok(waiting)
    }
}

const fn may_sign_in(user: &User) -> bool {
    user.verified && !user.blocked
}

impl Announcement<'_> {
    /// Sends one email after the other, so that one at most is in doubt when the command ends.
    async fn send_all(
        &self,
        recipients: Vec<(UserId, Option<AnnouncementId>)>,
        announced: &mut Announced,
    ) -> Result<(), AnnounceError> {
        let mut refusals_in_a_row = 0;
        let mut last_refusal = None;
        for (user, in_doubt) in recipients {
            let sent = announced.sent;
            let delivery = self.send(&user, in_doubt.as_ref()).await;
            match delivery.map_err(|cause| AnnounceError::Stopped { sent, cause })? {
                Delivery::Sent => {
                    announced.sent += 1;
                    refusals_in_a_row = 0;
                }
                Delivery::Skipped => announced.skipped += 1,
                Delivery::Refused(cause) => {
                    announced.refused.push(user);
                    last_refusal = Some(cause);
                    refusals_in_a_row += 1;
                }
            }
            if refusals_in_a_row == REFUSALS {
                break;
            }
        }
        match last_refusal {
            None => Ok(()),
            Some(cause) => Err(AnnounceError::Refused {
                sent: announced.sent,
                users: mem::take(&mut announced.refused),
                cause,
            }),
        }
    }

    /// Marks the user before the email is sent, and removes the interest after SES has accepted it. An error in between leaves the mark.
    async fn send(&self, user: &UserId, in_doubt: Option<&AnnouncementId>) -> Result<Delivery, StackError> {
        let begun = self.users.begin_announcement(user, self.service, in_doubt, &self.id);
        // The email goes to the address and in the language that the user has now.
        let Some(reader) = begun.await? else {
            return Ok(Delivery::Skipped);
        };
        let mail = MailTemplate::ServiceOpened { service: self.service };
        match self.mailer.try_send(&reader, &mail).await {
            Ok(()) => {
                self.users.finish_announcement(user, self.service, &self.id).await?;
                Ok(Delivery::Sent)
            }
            Err(error) if error.is_refusal() => {
                self.users.cancel_announcement(user, self.service, &self.id).await?;
                Ok(Delivery::Refused(error))
            }
            Err(error) => Err(error.into()),
        }
    }
}
