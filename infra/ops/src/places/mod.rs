//! `ops places`: lists the places of users in runs, decides about them, and records what is paid.

mod change;
mod error;
mod export;
mod list;
mod money;
mod receipts;

use std::fmt::{self, Display};

use app::{
    place_desk::{Decision, PlaceDesk},
    places::Places,
};
use clap::{Args, Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{CourseId, LedgerEntryKind, PaymentReference, PlaceState, RunId, reason};
use serde::Serialize;
use store::{
    StoreError, TransactionItem,
    audit::{Action, AuditRecord},
    place_requests::PlaceRequest,
    users::User,
};
use strum::VariantNames;

use crate::{
    enrol::parse_course_id,
    output::Output,
    stack::{Stack, StackError, Target, UserSelector},
    users::UserSummary,
};
pub(crate) use error::PlacesError;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists the requests that wait for a decision, oldest first
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        target: Target,
        /// Lists places in this course
        #[arg(long, value_name = "ID", value_parser = parse_course_id)]
        course: Option<CourseId>,
        /// Lists places in this state. Others than `requested`, `waiting` and `offered` scan the table
        #[arg(long, value_parser = state(), default_value = "requested")]
        state: PlaceState,
    },
    /// Shows all places of a user, with their money and URLs of the proofs of payment
    ///
    /// A URL is valid for a minute. Where files are scanned for malware, a PDF has one after the scan has cleared it.
    #[command(after_help = "Example:\n  scripts/ops places show amina@example.org")]
    Show {
        #[command(flatten)]
        target: Target,
        /// The user's email address or id
        user: UserSelector,
        /// Shows a PDF only if a scan for malware has cleared it [default: if the stack's parameter `FileScan` is not off]
        #[arg(long)]
        only_scanned: bool,
    },
    /// Shows the place that a payment names
    #[command(after_help = "Example:\n  scripts/ops places find MS-7K4Q-92BX")]
    Find {
        #[command(flatten)]
        target: Target,
        /// The reference, as the payer wrote it
        reference: String,
    },
    /// Prints the receipts of a year as CSV, for an accountant
    #[command(after_help = "Example:\n  scripts/ops places export 2027")]
    Export {
        #[command(flatten)]
        target: Target,
        /// The year of issue
        #[arg(value_parser = clap::value_parser!(i16).range(2000..10000))]
        year: i16,
    },
    /// Raises the counter of receipts to the highest receipt of a year, when a restoration has left it behind
    #[command(after_help = "Example:\n  scripts/ops places raise-receipts 2027")]
    RaiseReceipts {
        #[command(flatten)]
        target: Target,
        /// The year of the receipts
        #[arg(value_parser = clap::value_parser!(i16).range(2000..10000))]
        year: i16,
        /// Shows what would be done, without doing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Puts the user on the waiting list of the run
    Wait {
        #[command(flatten)]
        of: Selected,
    },
    /// Reserves a place until it is paid, at the price of the user's country or another one
    #[command(after_help = OFFER_EXAMPLES)]
    Offer {
        #[command(flatten)]
        of: Selected,
        #[command(flatten)]
        price: change::Price,
    },
    /// Gives the place without a payment
    #[command(
        after_help = "Example:\n  scripts/ops places grant amina@example.org creative-journaling --reason 'The course is free.'"
    )]
    Grant {
        #[command(flatten)]
        of: Selected,
        /// Why nothing is paid. The user does not read it
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Declines a request, with a reason that the user reads
    #[command(after_help = DECLINE_EXAMPLE)]
    Decline {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the user reads in the email and among their courses
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Confirms a reserved place before it is paid, with a balance due
    Confirm {
        #[command(flatten)]
        of: Selected,
    },
    /// Takes a reserved place back, if nothing was paid. The request waits for a decision again
    Retract {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the user reads
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Cancels a confirmed place, and refunds all that was paid for it unless the user cancels
    Cancel {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the user reads
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
        /// The user cancels, so the rule for refunds counts
        #[arg(long)]
        for_user: bool,
    },
    /// Moves the place to another run of the course, in the same state. The user gets the new dates
    #[command(after_help = "Example:\n  scripts/ops places move amina@example.org project-management 2027-autumn")]
    Move {
        #[command(flatten)]
        of: Selected,
        /// The id of the other run
        run: RunId,
    },
    /// Undoes the end of a place that was declined, expired or cancelled
    Reopen {
        #[command(flatten)]
        of: Selected,
    },
    /// Records a payment. When it completes the price of a reserved place, the place is confirmed
    #[command(after_help = PAY_EXAMPLES)]
    Pay {
        #[command(flatten)]
        of: Selected,
        #[command(flatten)]
        transfer: money::Transfer,
    },
    /// Refuses the proofs of payment that wait for a decision. The user has two days at least to pay
    #[command(after_help = REFUSE_EXAMPLE)]
    RefuseProof {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the user reads in the email and on the page of the place
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Records a refund that was paid
    Refund {
        #[command(flatten)]
        of: Selected,
        #[command(flatten)]
        transfer: money::Transfer,
    },
    /// Takes back a payment that was recorded by mistake, or that a bank has taken back
    Reverse {
        #[command(flatten)]
        of: Selected,
        #[command(flatten)]
        reversal: money::Reversal,
    },
}

/// The arguments of a command about one place.
#[derive(Debug, Args)]
pub(crate) struct Selected {
    #[command(flatten)]
    target: Target,
    /// The user's email address or id
    user: UserSelector,
    /// The course id
    #[arg(value_parser = parse_course_id)]
    course: CourseId,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

const LIST_EXAMPLES: &str = "\
Examples:
  scripts/ops places list
  scripts/ops places list --state offered
  scripts/ops places list --course project-management --state confirmed --json";

const OFFER_EXAMPLES: &str = "\
Examples:
  scripts/ops places offer amina@example.org project-management
  scripts/ops places offer amina@example.org project-management --amount 9900 --currency DZD --reason 'Second course'";

const DECLINE_EXAMPLE: &str = "\
Example:
  scripts/ops places decline amina@example.org project-management --reason 'The next run is in French only.'";

const REFUSE_EXAMPLE: &str = "\
Example:
  scripts/ops places refuse-proof amina@example.org project-management --reason 'The photo shows no amount.'";

const PAY_EXAMPLES: &str = "\
Examples:
  scripts/ops places pay amina@example.org project-management --amount 11900 --currency DZD --method ccp --received 2027-01-05 --id T-1042
  scripts/ops places pay amina@example.org project-management --amount 80 --currency EUR --credited 11900 --method transfer --received 2027-01-05 --id T-1043";

fn state() -> impl TypedValueParser<Value = PlaceState> {
    PossibleValuesParser::new(PlaceState::VARIANTS).try_map(|state| state.parse::<PlaceState>())
}

pub(crate) async fn run(command: Command) -> Result<Output, PlacesError> {
    match command {
        Command::List { target, course, state } => Ok(Box::new(
            list::list(&Stack::connect(target).await?, course, state).await?,
        )),
        Command::Show {
            target,
            user,
            only_scanned,
        } => {
            let stack = Stack::connect(target).await?;
            let user = stack.user(user).await?;
            Ok(Box::new(list::show(&stack, &user, only_scanned).await?))
        }
        Command::Find { target, reference } => {
            let stack = Stack::connect(target).await?;
            let unknown = || PlacesError::UnknownReference(reference.clone());
            let parsed = PaymentReference::parse(&reference).ok_or_else(unknown)?;
            let place = stack.payments().referenced_place(&parsed).await;
            let place = place.map_err(StackError::from)?.ok_or_else(unknown)?;
            let user = stack.user(UserSelector::Id(place.user_id)).await?;
            Ok(Box::new(list::show(&stack, &user, false).await?))
        }
        Command::RaiseReceipts { target, year, dry_run } => receipts::raise(target, year, dry_run).await,
        Command::Export { target, year } => export::run(target, year).await,
        // Boxed because the futures of SDK calls are large.
        Command::Wait { of } => Box::pin(change::decide(of, Decision::Wait)).await,
        Command::Offer { of, price } => Box::pin(change::decide(of, price.into())).await,
        Command::Grant { of, reason } => Box::pin(change::decide(of, Decision::Grant { reason })).await,
        Command::Decline { of, reason } => Box::pin(change::decide(of, Decision::Decline { reason })).await,
        Command::Confirm { of } => Box::pin(change::decide(of, Decision::Confirm)).await,
        Command::Retract { of, reason } => Box::pin(change::decide(of, Decision::Retract { reason })).await,
        Command::Cancel { of, reason, for_user } => {
            Box::pin(change::decide(of, Decision::Cancel { reason, for_user })).await
        }
        Command::Move { of, run } => Box::pin(change::decide(of, Decision::Move { run })).await,
        Command::RefuseProof { of, reason } => Box::pin(change::decide(of, Decision::RefuseProof { reason })).await,
        Command::Reopen { of } => Box::pin(change::decide(of, Decision::Reopen)).await,
        Command::Pay { of, transfer } => Box::pin(money::record(of, transfer, LedgerEntryKind::Payment)).await,
        Command::Refund { of, transfer } => Box::pin(money::record(of, transfer, LedgerEntryKind::Refund)).await,
        Command::Reverse { of, reversal } => Box::pin(money::reverse(of, reversal)).await,
    }
}

/// A place with what deciding about it needs.
struct Opened {
    stack: Stack,
    user: User,
    place: PlaceRequest,
    dry_run: bool,
}

impl Opened {
    async fn open(selected: Selected) -> Result<Self, PlacesError> {
        let stack = Stack::connect(selected.target).await?;
        let user = stack.user(selected.user).await?;
        let place = stack.place_requests().find(&user.user_id, &selected.course).await;
        let place = place.map_err(StackError::from)?;
        Ok(Self {
            stack,
            place: place.ok_or(PlacesError::NoPlace(selected.course))?,
            user,
            dry_run: selected.dry_run,
        })
    }

    async fn desk(&self) -> Result<PlaceDesk, StackError> {
        Ok(self.stack.wiring().await?.place_desk()?)
    }

    /// Makes the audit record of an action, by the operator as AWS STS knows them.
    async fn recorder(&self) -> Result<impl FnOnce(Action) -> Result<TransactionItem, StoreError>, StackError> {
        let operator = if self.dry_run {
            String::new()
        } else {
            self.stack.operator().await?
        };
        let (audit, user) = (self.stack.audit(), self.user.user_id.clone());
        Ok(move |action| audit.record_item(&AuditRecord::now(operator, Some(user), action)))
    }

    /// Sends the email about what was written.
    async fn finish(&self, places: &Places, place: PlaceRequest) -> Result<Output, PlacesError> {
        let told = places.tell(&place).await;
        Ok(Box::new(Changed {
            dry_run: false,
            mail: match told {
                Ok(None) => MailStatus::Sent,
                Ok(Some(unsent)) if !unsent.is_tried_again => MailStatus::InDoubt,
                Ok(Some(_)) | Err(_) => MailStatus::Later,
            },
            user: UserSummary::of(&self.user),
            state: place.state,
            place,
        }))
    }
}

/// Whether the user was told, if there was something to tell.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum MailStatus {
    Sent,
    Later,
    InDoubt,
}

/// The output of a command that changes a place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    dry_run: bool,
    mail: MailStatus,
    #[serde(rename = "request")]
    place: PlaceRequest,
    #[serde(skip)]
    state: PlaceState,
    #[serde(rename = "account")]
    user: UserSummary,
}

impl Changed {
    /// What would be, without the writing.
    fn dry_run(opened: &Opened, place: PlaceRequest) -> Self {
        Self {
            dry_run: true,
            mail: MailStatus::Sent,
            state: place.state,
            place,
            user: UserSummary::of(&opened.user),
        }
    }
}

impl Display for Changed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlaceRequest { course_id, run_id, .. } = &self.place;
        let (state, user) = (self.state.as_str(), &self.user);
        let place = format!("the place in {course_id}, {run_id}");
        if self.dry_run {
            return write!(formatter, "Dry run: {place} would be {state}: {user}");
        }
        write!(formatter, "Now {place} is {state}: {user}")?;
        formatter.write_str(match self.mail {
            MailStatus::Sent => "",
            MailStatus::Later => "\nThe email was not sent. A job sends it within some minutes.",
            MailStatus::InDoubt => "\nIt is unknown whether the email was sent, and it is not sent again.",
        })?;
        if let Some(offer) = self.place.offer.as_ref().filter(|_| self.state == PlaceState::Offered) {
            let (price, reference, pay_by) = (&offer.price, &offer.reference, offer.pay_by);
            write!(
                formatter,
                "\n  price     {price}, until {pay_by}\n  reference {reference}"
            )?;
        }
        Ok(())
    }
}
