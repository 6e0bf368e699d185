//! The places of users in the runs of courses: what each event does, for endpoints and the job.

use api::{ApiError, ErrorCode};
use domain::{
    Balance, CashTotal, CountChange, Course, DocumentDetails, FileId, FileUse, IncludedTax, Language, LedgerEntry,
    LedgerEntryKind, Money, MoneyCondition, Payer, PaymentMethod, PaymentReference, PlaceEvent, PlaceMail, PlaceState,
    PlaceTransition, Proforma, ProformaPlace, ProofState, REFUND_RULE, Receipt, ReceiptOperator, RefundStep, RunId,
    UserId, WayToPay, pay_by, pay_by_after_refusal, retained,
};
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use mail::{Attachment, MailTemplate, Mailer, Operator, PlaceFacts, Price};
use platform::{clock, contention::TRIES, deadline};
use rust_decimal::Decimal;
use store::{
    StoreError, TransactionItem,
    course_details::{CountedRun, CourseDetailsTable},
    courses::CoursesTable,
    files::FilesTable,
    payments::{Enrolment, Paid, Payments, PaymentsTable},
    place_requests::{PlaceItems, PlaceOffer, PlaceOutcome, PlaceRequest, PlaceRequestsTable, Retained},
    users::{User, UsersTable},
};
use tracing::warn;

use crate::{run_calendar::RunCalendar, wired};

const NOTHING: &str = "0";
/// How long an email is tried again that SES has refused.
const MAIL_PERIOD: SignedDuration = SignedDuration::from_hours(24);
/// How often a payment tries to get a number for its receipt, while others take them.
const NUMBERINGS: u32 = 20;

wired! {
    /// Changes places, and tells their users.
    #[derive(Debug)]
    pub struct Places(wiring) {
        pub users: UsersTable = wiring.users()?,
        pub courses: CoursesTable = wiring.courses()?,
        pub details: CourseDetailsTable = wiring.course_details()?,
        pub payments: PaymentsTable = wiring.payments()?,
        pub requests: PlaceRequestsTable = wiring.place_requests()?,
        pub files: FilesTable = wiring.files_table()?,
        /// One that does not send again what SES may have accepted.
        pub mailer: Mailer = wiring.mailer_without_retries()?,
    }
}

/// What happens to a place, with what belongs to the event.
#[derive(Debug)]
pub struct PlaceChange {
    pub event: PlaceEvent,
    /// Why it happens, as the staff member or the user wrote it. The user reads it.
    pub reason: Option<String>,
    /// Why nothing is paid, for staff.
    pub waiver: Option<String>,
    /// The run of a move.
    pub run: Option<RunId>,
    /// Of an offer.
    pub offer: Option<PlaceOffer>,
    /// The payment that confirms it.
    pub entry: Option<LedgerEntry>,
    /// Whether everything is refunded, whatever the rule: the operator cancels.
    pub refunds_all: bool,
    /// None when the user or time does it.
    pub audit_record: Option<TransactionItem>,
}

struct ChangedPlace {
    /// None when it is deleted.
    place: Option<PlaceRequest>,
    items: PlaceItems,
}

/// What a user adds to a place without an event.
#[derive(Clone, Copy)]
enum Detail<'a> {
    Proof(&'a FileId),
    Payer(Option<&'a Payer>),
}

/// Why an event cannot happen. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    #[error("the place is {}", .0.as_str())]
    State(PlaceState),
    #[error("money was received for the place: refund it first, or confirm the place")]
    MoneyHeld,
    #[error("a proof of payment waits for a decision: record the payment, or refuse the proof")]
    ProofUndecided,
    #[error("no proof of payment waits for a decision")]
    NoProof,
    #[error("no more proofs of payment can be sent for the offer")]
    ProofLimit,
    #[error("the file does not exist, or cannot be claimed by the user")]
    FileNotFound,
    #[error("the file is neither a photo nor a PDF")]
    FileType,
    #[error("money of the place was refunded")]
    MoneyRefunded,
    #[error("the user has money in {0} for the course: refund it first, or offer in that currency")]
    OtherCurrency(String),
    #[error("the run has left the catalogue, or is cancelled")]
    RunNotFound,
    #[error("the run has started")]
    RunStarted,
    #[error("the run has ended")]
    RunEnded,
    #[error("the place is in that run already")]
    SameRun,
    #[error("no place of the run is left")]
    RunFull,
    #[error("the user is already enrolled in the course")]
    AlreadyEnrolled,
    #[error("the catalogue has no such course, or the course is withdrawn")]
    CourseNotFound,
    #[error("the user does not exist")]
    UserNotFound,
    #[error("somebody else has changed the place at the same time")]
    Changed,
    #[error("the payment was recorded before")]
    RepeatedEntry,
    #[error("other payments took the numbers of receipts at the same time: try it again")]
    ReceiptTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The money of a place, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceAccount<'a> {
    pub currency: &'a str,
    pub price: Decimal,
    balance: Balance,
    retained: Decimal,
    state: PlaceState,
}

impl PlaceError {
    /// The error for the user who caused the event.
    pub fn of_user(self) -> ApiError {
        match self {
            Self::State(_) => ApiError::not_found(ErrorCode::PlaceRequestNotFound),
            Self::RunFull | Self::RunNotFound => ErrorCode::RunFull.into(),
            Self::RunStarted => ErrorCode::RunStarted.into(),
            Self::RunEnded => ErrorCode::RunOver.into(),
            Self::AlreadyEnrolled => ErrorCode::AlreadyEnrolled.into(),
            Self::CourseNotFound => ApiError::not_found(ErrorCode::CourseNotFound),
            // The user was deleted since the request was authenticated.
            Self::UserNotFound => ErrorCode::Unauthorized.into(),
            Self::ProofLimit => ErrorCode::ProofLimitReached.into(),
            Self::FileNotFound => ApiError::invalid(vec![("file", ErrorCode::FileNotFound)]),
            Self::FileType => ErrorCode::ProofFileTypeWrong.into(),
            Self::Changed
            | Self::SameRun
            | Self::RepeatedEntry
            | Self::ReceiptTaken
            | Self::MoneyHeld
            | Self::ProofUndecided
            | Self::NoProof
            | Self::MoneyRefunded
            | Self::OtherCurrency(_) => ErrorCode::Conflict.into(),
            Self::Store(error) => error.into(),
        }
    }
}

impl PlaceChange {
    pub const fn new(event: PlaceEvent) -> Self {
        Self {
            event,
            reason: None,
            waiver: None,
            run: None,
            offer: None,
            entry: None,
            refunds_all: false,
            audit_record: None,
        }
    }
}

impl<'a> PlaceAccount<'a> {
    /// None when nothing was offered or paid. A place without an offer costs what its enrolment of an earlier version says, or nothing.
    pub fn of(place: &'a PlaceRequest, payments: &'a Payments) -> Option<Self> {
        let offered = place
            .offer
            .as_ref()
            .map(|offer| (offer.price.amount.as_str(), &offer.price.currency));
        let enrolled = payments
            .enrolment(&place.course_id)
            .and_then(|enrolment| enrolment.paid.as_ref());
        let enrolled = enrolled.map(|paid| (paid.amount.as_str(), &paid.currency));
        let paid = payments.ledger.iter().find(|entry| entry.course_id == place.course_id);
        let (amount, currency) = offered
            .or(enrolled)
            .or_else(|| paid.map(|entry| (NOTHING, &entry.currency)))?;
        let ledger: Vec<_> = payments.ledger_of(&place.course_id).collect();
        Some(Self {
            currency,
            price: amount.parse().unwrap_or_default(),
            balance: Balance::of(&ledger, currency),
            retained: place
                .retained
                .as_ref()
                .and_then(|retained| retained.total.parse().ok())
                .unwrap_or_default(),
            state: place.state,
        })
    }

    /// What is in hand for the place, and belongs to the user until they take part.
    pub fn held(&self) -> Decimal {
        self.balance.received - self.balance.refunded - self.retained
    }

    pub fn due(&self) -> Decimal {
        let due = if self.state.holds_seat() {
            self.price - self.held()
        } else {
            Decimal::ZERO
        };
        due.max(Decimal::ZERO)
    }

    /// What is to be paid back: everything when the place has ended, and what is above the price of a confirmed one.
    pub fn refund_due(&self) -> Decimal {
        let due = match self.state {
            PlaceState::Confirmed => self.held() - self.price,
            state if state.is_open() => Decimal::ZERO,
            _ => self.held(),
        };
        due.max(Decimal::ZERO)
    }

    /// What is still to pay. None when that is nothing.
    fn due_money(&self) -> Option<Money> {
        Money::parse(&self.due().to_string(), self.currency).ok()
    }

    /// What is still to pay, in cash. None when that is no other amount.
    pub fn due_in_cash(&self) -> Option<CashTotal> {
        let due = self.due_money()?;
        Some(CashTotal::of(due.decimal(), stamp_duty(&due)?))
    }

    /// As the place stores it and as it is written: with the decimals of the currency.
    pub fn written(&self, amount: Decimal) -> Option<Paid> {
        Money::parse(&amount.to_string(), self.currency).ok().map(Paid::from)
    }

    /// What is kept when the user cancels today.
    fn kept_today(&self, rule: &[RefundStep], run_start: Date) -> Decimal {
        let price = Money::parse(&self.price.to_string(), self.currency);
        price.map_or(Decimal::ZERO, |price| {
            retained(rule, &price, self.held(), run_start, today())
        })
    }
}

/// What a user who cancels today gets back of what they paid. None when they paid nothing.
pub fn refund_today(place: &PlaceRequest, payments: &Payments, run: Option<&CountedRun>) -> Option<Paid> {
    let account = PlaceAccount::of(place, payments)?;
    // Who does not want a reserved place gets everything back.
    let kept = match place.state {
        PlaceState::Confirmed => account.kept_today(refund_rule(place), first_day(place, run)),
        _ => Decimal::ZERO,
    };
    account.written(account.held() - kept)
}

/// The day of the first session that takes place, from which on the rule for refunds counts.
fn first_day(place: &PlaceRequest, run: Option<&CountedRun>) -> Date {
    run.map_or(place.start, |run| {
        run.first_session().map_or(run.run.start, DateTime::date)
    })
}

fn refund_rule(place: &PlaceRequest) -> &[RefundStep] {
    place.offer.as_ref().map_or(REFUND_RULE, |offer| &offer.refunds)
}

/// An offer that is made today. `reason` explains a price that differs from the price list. The reference of an earlier offer to the user for the
/// course is used again: they may have paid with it.
pub fn offer_of_today(
    price: Money,
    reason: Option<String>,
    instructions: u32,
    run_start: Date,
    read: &PlaceRequest,
) -> PlaceOffer {
    let earlier = read.offer.as_ref().map(|offer| offer.reference.clone());
    PlaceOffer {
        price: price.into(),
        reason,
        reference: earlier.unwrap_or_else(PaymentReference::random),
        pay_by: pay_by(today(), run_start),
        refunds: REFUND_RULE.to_vec(),
        instructions: Some(instructions),
    }
}

/// The tax in an amount today. None when the operator does not state its rate.
fn included_tax(amount: &str) -> Option<IncludedTax> {
    IncludedTax::of(amount, Operator::of(Language::English).tax_percent?)
}

/// The stamp duty on an amount in cash. None when it has none.
pub fn stamp_duty(money: &Money) -> Option<Decimal> {
    Operator::of(Language::English).stamp_duty?.on(money)
}

/// How a user pays what is due for a place: by the instructions of its offer, or by the present ones when the offer has none. The text of
/// cash ends with its stamp duty.
pub async fn ways_to_pay(
    table: &PaymentsTable,
    place: &PlaceRequest,
    payments: &Payments,
    reader: (Language, &str),
) -> Result<Vec<WayToPay>, StoreError> {
    let account = PlaceAccount::of(place, payments).filter(|account| !account.due().is_zero());
    let Some(account) = account else { return Ok(Vec::new()) };
    let cash = account.due_in_cash();
    ways_in(table, place, account.currency, cash, reader).await
}

async fn ways_in(
    table: &PaymentsTable,
    place: &PlaceRequest,
    currency: &str,
    cash: Option<CashTotal>,
    (language, country): (Language, &str),
) -> Result<Vec<WayToPay>, StoreError> {
    let instructions = match place.offer.as_ref().and_then(|offer| offer.instructions) {
        Some(version) => table.instructions(version).await?,
        None => table.present_instructions().await?,
    };
    let mut ways = instructions.ways_in(currency, language);
    if let Some(cash) = cash {
        let price = |amount| Price {
            amount,
            currency: currency.to_owned(),
            country: country.to_owned(),
        };
        let duty = mail::stamp_duty(&price(cash.stamp_duty), &price(cash.total), language);
        for way in ways.iter_mut().filter(|way| way.method == PaymentMethod::Cash) {
            way.text = format!("{}\n{duty}", way.text);
        }
    }
    Ok(ways)
}

/// A place for which something is still to pay.
struct DuePlace {
    user: User,
    place: PlaceRequest,
    due: Money,
}

impl DuePlace {
    /// The last day to pay it, while it is offered.
    fn pay_by(&self) -> Option<Date> {
        let offer = self
            .place
            .offer
            .as_ref()
            .filter(|_| self.place.state == PlaceState::Offered);
        offer.map(|offer| offer.pay_by)
    }

    fn line(&self) -> ProformaPlace {
        ProformaPlace {
            learner: self.user.profile.fullname.clone(),
            amount: self.due.amount(),
            reference: self.place.offer.as_ref().map(|offer| offer.reference.to_string()),
        }
    }
}

/// The date in UTC.
pub fn today() -> Date {
    clock::now().to_zoned(TimeZone::UTC).date()
}

impl Places {
    /// What an event makes of a place, without writing it.
    async fn plan(&self, read: &PlaceRequest, change: PlaceChange) -> Result<ChangedPlace, PlaceError> {
        let row = read.state.on(change.event).ok_or(PlaceError::State(read.state))?;
        let mut payments = self.payments.of_user(&read.user_id).await?;
        let account = PlaceAccount::of(read, &payments);
        let transition = with_money(row, read, &change, account, &payments)?;
        let run = self.details.find_run(&read.course_id, &read.run_id).await?;
        let next = match &change.run {
            Some(next) if *next == read.run_id => return Err(PlaceError::SameRun),
            Some(next) => Some(self.open_run(read, next).await?),
            None => None,
        };
        if transition.takes_seat() {
            let counted = next.as_ref().or(run.as_ref()).ok_or(PlaceError::RunNotFound)?;
            if counted.run.has_ended(clock::now()) {
                return Err(PlaceError::RunEnded);
            }
            if counted.cancelled.is_some() {
                return Err(PlaceError::RunNotFound);
            }
            if counted.is_full() {
                return Err(PlaceError::RunFull);
            }
        }
        let proofs = match transition.to {
            Some(PlaceState::Confirmed) => read.decided_proofs(ProofState::Accepted, None),
            _ => read.decided_proofs(ProofState::Closed, None),
        };
        let place = transition.to.map(|state| match &next {
            Some(next) => read.moved(&next.run, transition.mail),
            None => PlaceRequest {
                proofs,
                // The run may have been postponed since the user asked for it.
                start: run.as_ref().map_or(read.start, |counted| counted.run.start),
                end: run.as_ref().map_or(read.end, |counted| counted.run.end),
                offer: offer_after(read, &change),
                retained: retained_after(read, &change, account, run.as_ref()),
                waiver: change.waiver.clone(),
                ..read.decided(state, transition.mail, change.reason.clone())
            },
        });
        // A run that left the catalogue with its count, before imports kept counts, has nothing to release.
        let releases = match &run {
            _ if !transition.releases_seat() => false,
            Some(counted) => counted.taken > 0,
            None => self.details.has_taken_places(&read.course_id, &read.run_id).await?,
        };
        payments.ledger.extend(change.entry.clone());
        let place = place.map(|place| with_refund(place, &payments));
        let items = self.items(read, transition, change, &payments, releases)?;
        Ok(ChangedPlace { place, items })
    }

    /// The run to which a place moves. Only a confirmed place moves into one that has started: any other would end there at once.
    async fn open_run(&self, read: &PlaceRequest, run: &RunId) -> Result<CountedRun, PlaceError> {
        let counted = self.details.find_run(&read.course_id, run).await?;
        let counted = counted.filter(|counted| counted.cancelled.is_none());
        let counted = counted.ok_or(PlaceError::RunNotFound)?;
        if read.state != PlaceState::Confirmed && counted.run.has_started(clock::now()) {
            return Err(PlaceError::RunStarted);
        }
        Ok(counted)
    }

    /// Lets an event happen. Its email is still to be sent: see [`Self::tell`].
    pub async fn change(&self, read: &PlaceRequest, change: PlaceChange) -> Result<Option<PlaceRequest>, PlaceError> {
        let planned = self.plan(read, change).await?;
        self.write(read, planned).await
    }

    async fn write(&self, read: &PlaceRequest, planned: ChangedPlace) -> Result<Option<PlaceRequest>, PlaceError> {
        let ChangedPlace { place, items } = planned;
        let written = self.requests.write(Some(read), place.as_ref(), items).await?;
        match outcome(written) {
            // The enrolment that is removed is not there.
            Err(PlaceError::AlreadyEnrolled) if read.state == PlaceState::Confirmed => Err(PlaceError::Changed),
            result => result.map(|()| place),
        }
    }

    /// Claims a file as a proof that an offer is paid. A repetition changes nothing.
    ///
    /// # Errors
    /// When the place is no offer, when it has all the proofs that it may have, and when the user cannot claim the file as one.
    pub async fn send_proof(&self, place: PlaceRequest, file: &FileId) -> Result<(), PlaceError> {
        self.retry_on_change(place, Detail::Proof(file)).await
    }

    /// Tries it again with the place as it is now: an email about it, or another request, may come between.
    async fn retry_on_change(&self, mut place: PlaceRequest, detail: Detail<'_>) -> Result<(), PlaceError> {
        for _ in 0..TRIES {
            let tried = match detail {
                Detail::Proof(file) => Box::pin(self.try_send_proof(&place, file)).await,
                Detail::Payer(payer) => Box::pin(self.try_set_payer(&place, payer)).await,
            };
            match tried {
                Err(PlaceError::Changed) => {}
                done => return done,
            }
            let changed = self.requests.find(&place.user_id, &place.course_id).await?;
            place = changed.ok_or(PlaceError::Changed)?;
        }
        Err(PlaceError::Changed)
    }

    async fn try_send_proof(&self, place: &PlaceRequest, file: &FileId) -> Result<(), PlaceError> {
        if place.proofs.iter().any(|proof| proof.file.file_id == *file) {
            return Ok(());
        }
        if place.proofs_left().ok_or(PlaceError::State(place.state))? == 0 {
            return Err(PlaceError::ProofLimit);
        }
        let user = &place.user_id;
        let stored = self.files.find(file).await?;
        let stored = stored.filter(|stored| stored.can_be_claimed_by(user));
        let proof = stored.ok_or(PlaceError::FileNotFound)?.reference();
        if !proof.can_be_proof() {
            return Err(PlaceError::FileType);
        }
        let items = PlaceItems {
            user_exists: Some(self.users.exists_item(user)?),
            files: vec![self.files.claim_item(file, user, Some(FileUse::Proof))?],
            ..PlaceItems::default()
        };
        outcome(
            self.requests
                .write(Some(place), Some(&place.with_proof(proof)), items)
                .await?,
        )
    }

    /// Refuses the proofs of payment that wait for a decision, which gives the user time to pay.
    pub async fn refuse_proofs(
        &self,
        read: &PlaceRequest,
        reason: &str,
        audit_record: Option<TransactionItem>,
    ) -> Result<Option<PlaceRequest>, PlaceError> {
        if read.undecided_proofs().next().is_none() {
            return Err(PlaceError::NoProof);
        }
        let place = PlaceRequest {
            version: read.version + 1,
            proofs: read.decided_proofs(ProofState::Refused, Some(reason)),
            offer: read.offer.clone().map(|offer| PlaceOffer {
                pay_by: pay_by_after_refusal(offer.pay_by, today()),
                ..offer
            }),
            mail: Some(PlaceMail::ProofRefused),
            ..read.clone()
        };
        let items = PlaceItems {
            user_exists: Some(self.users.exists_item(&read.user_id)?),
            files: self.ends_of_proofs(read)?,
            audit_record,
            ..PlaceItems::default()
        };
        let place = Some(place);
        self.write(read, ChangedPlace { place, items }).await
    }

    /// What ends the files of the proofs about which is decided now.
    fn ends_of_proofs(&self, read: &PlaceRequest) -> Result<Vec<TransactionItem>, StoreError> {
        let undecided = read.undecided_proofs();
        undecided
            .map(|proof| self.files.let_end_item(&proof.file.file_id))
            .collect()
    }

    /// Records a payment, refund or reversal, with a receipt that is issued on that day. A payment that completes the price of an offer
    /// confirms the place, and any payment accepts the proofs that wait for a decision.
    pub async fn record(
        &self,
        read: &PlaceRequest,
        entry: LedgerEntry,
        issued_on: Date,
        audit_record: Option<TransactionItem>,
    ) -> Result<PlaceRequest, PlaceError> {
        let mut payments = self.payments.of_user(&read.user_id).await?;
        let mut recorded = payments.ledger_of(&read.course_id);
        if recorded.any(|recorded| recorded.id == entry.id) {
            return Err(PlaceError::RepeatedEntry);
        }
        drop(recorded);
        let original = self.original_of(read, &entry, &payments).await?;
        payments.ledger.push(entry.clone());
        let is_paid = PlaceAccount::of(read, &payments).is_some_and(|account| account.due().is_zero());
        let confirms = read.state == PlaceState::Offered && is_paid;
        let user = self.users.find(&read.user_id).await?.ok_or(PlaceError::UserNotFound)?;
        let details = DocumentDetails {
            payer: match entry.kind {
                LedgerEntryKind::Payment => read.payer.clone(),
                _ => original
                    .as_ref()
                    .and_then(|receipt| receipt.details.as_ref()?.payer.clone()),
            },
            method: Some(entry.method),
            received_on: Some(entry.received_on),
            ..self.document_details(&user, user.language, read).await?
        };
        let tax = match entry.kind {
            LedgerEntryKind::Payment => included_tax(&entry.amount),
            _ => original.and_then(|receipt| receipt.tax?.in_amount(&entry.amount)),
        };
        let cash = entry.in_cash();
        for _ in 0..NUMBERINGS {
            let receipt = Receipt {
                number: self.payments.next_receipt(issued_on.year()).await?,
                kind: entry.kind,
                issued_on,
                amount: entry.amount.clone(),
                currency: entry.currency.clone(),
                tax: tax.clone(),
                cash: cash.clone(),
                details: Some(details.clone()),
            };
            let entry = LedgerEntry {
                receipt: Some(receipt.number),
                ..entry.clone()
            };
            let receipt = self.payments.receipt_items(&read.user_id, receipt)?;
            let mut planned = if confirms {
                let confirm = PlaceChange {
                    entry: Some(entry),
                    audit_record: audit_record.clone(),
                    ..PlaceChange::new(PlaceEvent::Confirm)
                };
                self.plan(read, confirm).await?
            } else {
                let is_payment = entry.kind == LedgerEntryKind::Payment;
                ChangedPlace {
                    place: Some(with_refund(
                        PlaceRequest {
                            version: read.version + 1,
                            proofs: if is_payment {
                                read.decided_proofs(ProofState::Accepted, None)
                            } else {
                                read.proofs.clone()
                            },
                            ..read.clone()
                        },
                        &payments,
                    )),
                    items: PlaceItems {
                        user_exists: Some(self.users.exists_item(&read.user_id)?),
                        entry: Some(self.payments.entry_item(&read.user_id, &entry)?),
                        files: if is_payment {
                            self.ends_of_proofs(read)?
                        } else {
                            Vec::new()
                        },
                        audit_record: audit_record.clone(),
                        ..PlaceItems::default()
                    },
                }
            };
            planned.items.receipt = receipt.into();
            match self.write(read, planned).await {
                // Another payment has the number.
                Err(PlaceError::ReceiptTaken) => {}
                written => return written?.ok_or(PlaceError::Changed),
            }
        }
        Err(PlaceError::ReceiptTaken)
    }

    /// The receipt of the payment that an entry gives or takes back: of the last payment, or of the one that is reversed. None of a payment.
    async fn original_of(
        &self,
        place: &PlaceRequest,
        entry: &LedgerEntry,
        payments: &Payments,
    ) -> Result<Option<Receipt>, StoreError> {
        let paid = payments.ledger_of(&place.course_id);
        let paid = paid.filter(|paid| paid.kind == LedgerEntryKind::Payment);
        let paid = paid.filter(|paid| entry.kind == LedgerEntryKind::Refund || entry.reverses(paid));
        let number = paid.max_by_key(|paid| paid.at).and_then(|paid| paid.receipt);
        let Some(number) = number else { return Ok(None) };
        Ok(self.payments.receipt(number).await?.map(|stored| stored.receipt))
    }

    async fn document_details(
        &self,
        user: &User,
        language: Language,
        place: &PlaceRequest,
    ) -> Result<DocumentDetails, PlaceError> {
        let course = self.courses.find(&place.course_id).await?;
        let course = course.ok_or(PlaceError::CourseNotFound)?;
        let operator = Operator::of(language);
        Ok(DocumentDetails {
            language,
            operator: ReceiptOperator {
                name: operator.name.to_owned(),
                address: operator.address.to_owned(),
                registration: operator.registration.to_owned(),
                tax: operator.tax,
            },
            learner: user.profile.fullname.clone(),
            payer: place.payer.clone(),
            course_id: place.course_id.clone(),
            course: course.name.get(language).to_owned(),
            run_start: place.start,
            run_end: place.end,
            method: None,
            received_on: None,
            reference: place.offer.as_ref().map(|offer| offer.reference.to_string()),
        })
    }

    /// What is still to pay for a place, as a document in the language of its user. None when that is nothing.
    pub async fn proforma(&self, place: PlaceRequest, issued_on: Date) -> Result<Option<Proforma>, PlaceError> {
        let user = self.users.find(&place.user_id).await?.ok_or(PlaceError::UserNotFound)?;
        let language = user.language;
        let Some(due) = self.due_place(user, place).await? else {
            return Ok(None);
        };
        self.proforma_for(&due, &[], language, issued_on).await.map(Some)
    }

    /// As [`Self::proforma`], together for all places in the run that have the same payer, in the language of who prints it. It leaves out
    /// those in other currencies. Returns the users that it names, too.
    pub async fn joint_proforma(
        &self,
        user: User,
        place: PlaceRequest,
        language: Language,
        issued_on: Date,
    ) -> Result<Option<(Proforma, Vec<UserId>)>, PlaceError> {
        let listed = match &place.payer {
            Some(_) => self.requests.of_run(&place.course_id, &place.run_id).await?,
            None => Vec::new(),
        };
        let Some(first) = self.due_place(user, place).await? else {
            return Ok(None);
        };
        let is_other_of_payer = |other: &PlaceRequest| {
            let payers = first.place.payer.as_ref().zip(other.payer.as_ref());
            other.user_id != first.place.user_id
                && other.run_id == first.place.run_id
                && payers.is_some_and(|(payer, other)| payer.is_same_as(other))
        };
        let mut others = Vec::new();
        for listed in listed.into_iter().filter(is_other_of_payer) {
            // The index may have an earlier version.
            let read = self.requests.find(&listed.user_id, &listed.course_id).await?;
            let Some(other) = read.filter(is_other_of_payer) else {
                continue;
            };
            let Some(user) = self.users.find(&other.user_id).await? else {
                continue;
            };
            let due = self.due_place(user, other).await?;
            others.extend(due.filter(|other| other.due.currency() == first.due.currency()));
        }
        let proforma = self.proforma_for(&first, &others, language, issued_on).await?;
        let users = [first].into_iter().chain(others).map(|place| place.user.user_id);
        Ok(Some((proforma, users.collect())))
    }

    /// None when nothing is to pay for the place.
    async fn due_place(&self, user: User, place: PlaceRequest) -> Result<Option<DuePlace>, StoreError> {
        let payments = self.payments.of_user(&place.user_id).await?;
        let due = PlaceAccount::of(&place, &payments).and_then(|account| account.due_money());
        Ok(due.map(|due| DuePlace { user, place, due }))
    }

    /// The document about a place, with others in its currency. Each will have its own receipt, and so its own stamp duty. The last day to pay
    /// is the first of theirs.
    async fn proforma_for(
        &self,
        first: &DuePlace,
        others: &[DuePlace],
        language: Language,
        issued_on: Date,
    ) -> Result<Proforma, PlaceError> {
        let DuePlace { user, place, due } = first;
        let all = || [first].into_iter().chain(others);
        let amount: Decimal = all().map(|each| each.due.decimal()).sum();
        let duty: Decimal = all().filter_map(|each| stamp_duty(&each.due)).sum();
        let cash = (!duty.is_zero()).then(|| CashTotal::of(amount, duty));
        let reader = (language, user.profile.country.as_str());
        Ok(Proforma {
            issued_on,
            pay_by: all().filter_map(DuePlace::pay_by).min(),
            ways: ways_in(&self.payments, place, due.currency(), cash, reader).await?,
            details: self.document_details(user, language, place).await?,
            tax: included_tax(&amount.to_string()),
            amount: amount.to_string(),
            currency: due.currency().to_owned(),
            places: if others.is_empty() {
                Vec::new()
            } else {
                all().map(DuePlace::line).collect()
            },
        })
    }

    /// Says who pays for a place: None is the user.
    pub async fn set_payer(&self, place: PlaceRequest, payer: Option<&Payer>) -> Result<(), PlaceError> {
        self.retry_on_change(place, Detail::Payer(payer)).await
    }

    async fn try_set_payer(&self, place: &PlaceRequest, payer: Option<&Payer>) -> Result<(), PlaceError> {
        if place.payer.as_ref() == payer {
            return Ok(());
        }
        self.name_payer(place, payer.cloned(), None).await.map(drop)
    }

    /// As [`Self::set_payer`], of the place as it was read.
    pub async fn name_payer(
        &self,
        place: &PlaceRequest,
        payer: Option<Payer>,
        audit_record: Option<TransactionItem>,
    ) -> Result<Option<PlaceRequest>, PlaceError> {
        if !place.state.is_open() {
            return Err(PlaceError::State(place.state));
        }
        let changed = PlaceRequest {
            version: place.version + 1,
            payer,
            ..place.clone()
        };
        let items = PlaceItems {
            user_exists: Some(self.users.exists_item(&place.user_id)?),
            audit_record,
            ..PlaceItems::default()
        };
        let place_change = ChangedPlace {
            place: Some(changed),
            items,
        };
        self.write(place, place_change).await
    }

    /// Sends the email about the last transition of a place, unless it was sent. One that could not be sent is logged and counted.
    ///
    /// The email is marked as sent before. After a crash in between, it is unknown whether it was sent, and it is not sent again. The job
    /// tries one again that SES has refused.
    pub async fn tell(&self, place: &PlaceRequest) -> Result<(), StoreError> {
        let Some(mail) = place.mail else { return Ok(()) };
        let told = self.read_told(place).await?;
        if !self.requests.take_mail(place).await? {
            return Ok(());
        }
        let Some(told) = told else { return Ok(()) };
        let template = told.mail(place, mail);
        let since = place.last_decided_at();
        let file = told.file(place, mail, since, self.mailer.site());
        let sent = self.mailer.try_send_with(&told.user, &template, file).await;
        let Err(cause) = sent else { return Ok(()) };
        if cause.is_refusal() && clock::now().duration_since(since) < MAIL_PERIOD {
            self.requests.return_mail(place).await?;
        }
        self.mailer.log_failure((&template).into(), &cause);
        Ok(())
    }

    /// As [`Self::tell`], at the end of a request, whose response does not depend on it.
    pub async fn tell_in_time(&self, place: &PlaceRequest) {
        if let Err(cause) = deadline::finish_before_response(self.tell(place)).await {
            warn!(cause, "the email about a place is sent later");
        }
    }

    /// Reminds the user of an offer that is not paid, once. Does nothing when nothing is due.
    pub async fn remind_of_payment(&self, place: &PlaceRequest) -> Result<(), StoreError> {
        let Some(offer) = &place.offer else { return Ok(()) };
        let marks = [format!("payment#{}", offer.pay_by)];
        if place.told.contains_key(&marks[0]) {
            return Ok(());
        }
        let Some(told) = self.read_told(place).await? else {
            return Ok(());
        };
        let facts = told.facts(place);
        if facts.due.is_none() {
            return Ok(());
        }
        let template = MailTemplate::PaymentReminder(facts);
        tell_once(&self.requests, &self.mailer, place, &marks, &told.user, &template, None).await
    }

    async fn read_told(&self, place: &PlaceRequest) -> Result<Option<Told>, StoreError> {
        // No read depends on another. Boxed, because these futures contain whole SDK calls.
        let (user, course, details, payments) = tokio::join!(
            Box::pin(self.users.find(&place.user_id)),
            Box::pin(self.courses.find(&place.course_id)),
            Box::pin(self.details.get(&place.course_id)),
            Box::pin(self.payments.of_user(&place.user_id))
        );
        // A blocked user is not told, also not after the block, and keeps the place.
        let (Some(user), Some(course)) = (user?.filter(|user| !user.blocked), course?) else {
            return Ok(None);
        };
        let (details, payments) = (details?, payments?);
        let reader = (user.language, user.profile.country.as_str());
        let ways = Box::pin(ways_to_pay(&self.payments, place, &payments, reader)).await?;
        let (mut run, mut moved_from) = (None, None);
        for counted in details.runs {
            if counted.run.id == place.run_id {
                run = Some(counted);
            } else if Some(&counted.run.id) == place.moved_from.as_ref() {
                moved_from = Some(counted);
            }
        }
        Ok(Some(Told {
            payments,
            ways,
            user,
            course,
            details: details.details,
            run,
            moved_from,
        }))
    }

    fn items(
        &self,
        read: &PlaceRequest,
        transition: PlaceTransition,
        change: PlaceChange,
        payments: &Payments,
        releases: bool,
    ) -> Result<PlaceItems, StoreError> {
        let PlaceRequest {
            user_id: user,
            course_id: course,
            run_id,
            ..
        } = read;
        let mut seats = Vec::new();
        if releases {
            seats.push(self.details.release_place_item(course, run_id)?);
        }
        if transition.takes_seat() {
            let run = change.run.as_ref().unwrap_or(run_id);
            seats.push(self.details.take_place_item(course, run)?);
        }
        let mut entry = change.entry;
        let (enrolment, course_count) = match transition.enrolments() {
            CountChange::Increase => {
                let enrolment = Enrolment {
                    course_id: course.clone(),
                    paid: None,
                    paid_at: clock::now(),
                };
                let enrolled = self.payments.enrol_item(user, &enrolment)?;
                (Some(enrolled), Some(self.courses.add_place_item(course)?))
            }
            CountChange::Decrease => {
                // What it says of the payment stays in the ledger.
                entry = payments.enrolment(course).and_then(Enrolment::ledger_entry);
                let removed = self.payments.unenrol_item(user, course)?;
                (Some(removed), Some(self.courses.remove_enrolment_item(course)?))
            }
            CountChange::None => (None, None),
        };
        let first_offer = change.offer.as_ref().filter(|_| read.offer.is_none());
        Ok(PlaceItems {
            user_exists: Some(self.users.exists_item(user)?),
            seats,
            enrolment,
            course_count,
            entry: entry.map(|entry| self.payments.entry_item(user, &entry)).transpose()?,
            receipt: Vec::new(),
            reference: first_offer
                .map(|offer| self.payments.reference_item(&offer.reference, user, course))
                .transpose()?,
            // A place in another run keeps the proofs that wait.
            files: if change.event == PlaceEvent::Move {
                Vec::new()
            } else {
                self.ends_of_proofs(read)?
            },
            audit_record: change.audit_record,
        })
    }
}

/// The place with whether money of it is to be paid back.
fn with_refund(place: PlaceRequest, payments: &Payments) -> PlaceRequest {
    let refund_due = PlaceAccount::of(&place, payments).is_some_and(|account| !account.refund_due().is_zero());
    PlaceRequest { refund_due, ..place }
}

/// What an event does to a place with that money, by that row of the table.
fn with_money(
    row: PlaceTransition,
    read: &PlaceRequest,
    change: &PlaceChange,
    account: Option<PlaceAccount<'_>>,
    payments: &Payments,
) -> Result<PlaceTransition, PlaceError> {
    let held = account.map_or(Decimal::ZERO, |account| account.held());
    let ledger: Vec<_> = payments.ledger_of(&read.course_id).collect();
    match row.money {
        MoneyCondition::NothingHeld if held > Decimal::ZERO => return Err(PlaceError::MoneyHeld),
        MoneyCondition::NothingHeld if read.undecided_proofs().next().is_some() => {
            return Err(PlaceError::ProofUndecided);
        }
        MoneyCondition::NothingRefunded => {
            let is_later = |entry: &LedgerEntry| read.decided_at.is_none_or(|decided_at| entry.at >= decided_at);
            let mut refunds = ledger.iter().filter(|entry| entry.kind == LedgerEntryKind::Refund);
            if refunds.any(is_later) {
                return Err(PlaceError::MoneyRefunded);
            }
        }
        _ => {}
    }
    if let (Some(offer), Some(account)) = (&change.offer, account)
        && offer.price.currency != account.currency
        && (!held.is_zero() || !account.retained.is_zero())
    {
        return Err(PlaceError::OtherCurrency(account.currency.to_owned()));
    }
    let price = change
        .offer
        .as_ref()
        .and_then(|offer| offer.price.amount.parse::<Decimal>().ok());
    let is_paid = price.is_some_and(|price| held >= price);
    Ok(match row.to {
        // An earlier payment covers the price.
        Some(PlaceState::Offered) if is_paid => PlaceTransition {
            to: Some(PlaceState::Confirmed),
            mail: Some(PlaceMail::Confirmed),
            ..row
        },
        // A payment may still name the reference, or be due to the user.
        None if read.offer.is_some() || !ledger.is_empty() => PlaceTransition {
            to: Some(PlaceState::Withdrawn),
            ..row
        },
        _ => row,
    })
}

/// The offer after an event. The reference stays, since the user may have paid with it, and a place that is given costs nothing.
fn offer_after(read: &PlaceRequest, change: &PlaceChange) -> Option<PlaceOffer> {
    let before = read.offer.clone();
    match change.event {
        PlaceEvent::Grant => before.map(|offer| PlaceOffer {
            price: Paid {
                amount: NOTHING.to_owned(),
                currency: offer.price.currency,
            },
            ..offer
        }),
        _ => change.offer.clone().or(before),
    }
}

/// What is kept of the payments for places in the course that were cancelled, this one included.
fn retained_after(
    read: &PlaceRequest,
    change: &PlaceChange,
    account: Option<PlaceAccount<'_>>,
    run: Option<&CountedRun>,
) -> Option<Retained> {
    let Some(account) = account else {
        return read.retained.clone();
    };
    let before = read.retained.as_ref();
    match change.event {
        PlaceEvent::Reopen if read.state == PlaceState::Cancelled => before.map(|retained| Retained {
            earlier: retained.earlier.clone(),
            total: retained.earlier.clone(),
        }),
        PlaceEvent::Cancel => {
            let earlier = before.map_or_else(|| NOTHING.to_owned(), |retained| retained.total.clone());
            let is_cancelled = run.is_some_and(|run| run.cancelled.is_some());
            let kept = if change.refunds_all || is_cancelled {
                Decimal::ZERO
            } else {
                account.kept_today(refund_rule(read), first_day(read, run))
            };
            let total = (account.retained + kept).to_string();
            Some(Retained { earlier, total }).filter(|_| before.is_some() || !kept.is_zero())
        }
        _ => read.retained.clone(),
    }
}

fn outcome(written: PlaceOutcome) -> Result<(), PlaceError> {
    match written {
        PlaceOutcome::Written => Ok(()),
        PlaceOutcome::NoUser => Err(PlaceError::UserNotFound),
        PlaceOutcome::Changed => Err(PlaceError::Changed),
        PlaceOutcome::AlreadyEnrolled => Err(PlaceError::AlreadyEnrolled),
        PlaceOutcome::NoSeat => Err(PlaceError::RunFull),
        PlaceOutcome::NoCourse => Err(PlaceError::CourseNotFound),
        PlaceOutcome::NoFile => Err(PlaceError::FileNotFound),
        PlaceOutcome::RepeatedEntry => Err(PlaceError::RepeatedEntry),
        PlaceOutcome::ReceiptTaken => Err(PlaceError::ReceiptTaken),
    }
}

/// What the emails about a place are made of.
struct Told {
    user: User,
    course: Course,
    details: domain::CourseDetails,
    run: Option<CountedRun>,
    /// None for a place that was not moved, and when the run has left the catalogue.
    moved_from: Option<CountedRun>,
    payments: Payments,
    ways: Vec<WayToPay>,
}

impl Told {
    fn mail(&self, place: &PlaceRequest, mail: PlaceMail) -> MailTemplate {
        let facts = self.facts(place);
        let other_dates = |facts| PlaceFacts {
            page: format!("/courses/{}", place.course_id),
            ..facts
        };
        match mail {
            PlaceMail::Requested => MailTemplate::PlaceRequested(facts),
            PlaceMail::Waiting => MailTemplate::PlaceWaiting(facts),
            PlaceMail::Offered => MailTemplate::PlaceOffered(facts),
            PlaceMail::Confirmed => MailTemplate::PlaceAccepted(facts),
            PlaceMail::Declined => MailTemplate::PlaceDeclined(facts),
            PlaceMail::Expired => MailTemplate::PlaceExpired(facts),
            PlaceMail::Retracted => MailTemplate::PlaceRetracted(facts),
            PlaceMail::Missed => MailTemplate::PlaceMissed(other_dates(facts)),
            PlaceMail::Cancelled => MailTemplate::PlaceCancelled(facts),
            PlaceMail::Reopened => MailTemplate::PlaceReopened(facts),
            PlaceMail::RunCancelled => MailTemplate::RunCancelled(other_dates(facts)),
            PlaceMail::ProofRefused => {
                let reason = place.proofs.iter().rev().find_map(|proof| proof.reason.clone());
                MailTemplate::ProofRefused(PlaceFacts { reason, ..facts })
            }
            // What an earlier offer said is over.
            PlaceMail::Moved if place.state != PlaceState::Offered => MailTemplate::PlaceMoved(PlaceFacts {
                pay_by: None,
                reference: facts.reference.clone().filter(|_| facts.due.is_some()),
                ..facts
            }),
            PlaceMail::Moved => MailTemplate::PlaceMoved(facts),
        }
    }

    fn facts(&self, place: &PlaceRequest) -> PlaceFacts {
        let account = PlaceAccount::of(place, &self.payments);
        let price = |paid: Paid| Price {
            amount: paid.amount,
            currency: paid.currency,
            country: self.user.profile.country.clone(),
        };
        let written = |amount: Option<Decimal>| account?.written(amount?).map(price);
        let run = self.run.as_ref().map(|counted| &counted.run);
        let first = self.run.as_ref().and_then(CountedRun::first_session);
        let due = written(account.as_ref().map(PlaceAccount::due));
        PlaceFacts {
            course: self.course.name.get(self.user.language).to_owned(),
            page: format!("/my-courses/{}", place.course_id),
            start: run.map_or(place.start, |run| run.start),
            end: run.map_or(place.end, |run| run.end),
            first_session: first.map_or(place.start, DateTime::date),
            time: run.map(|run| (first.map_or(run.time, DateTime::time), run.time_zone.clone())),
            price: written(account.map(|account| account.price)),
            pay_by: place.offer.as_ref().map(|offer| offer.pay_by),
            // A place that is paid needs none.
            reference: place
                .offer
                .as_ref()
                .filter(|_| place.state != PlaceState::Confirmed || due.is_some())
                .map(|offer| offer.reference.to_string()),
            refund: written(account.as_ref().map(PlaceAccount::refund_due)),
            reason: place.reason.clone(),
            ways: self.ways.clone(),
            due,
        }
    }

    /// What an email does to the calendar of somebody who takes part, or no longer does, since that time.
    fn file(&self, place: &PlaceRequest, mail: PlaceMail, since: Timestamp, site: &str) -> Option<Attachment> {
        let calendar = |run| RunCalendar {
            course: &self.course,
            details: &self.details,
            run,
            language: self.user.language,
            site,
        };
        let present = calendar(self.run.as_ref()?);
        match mail {
            PlaceMail::Confirmed => Some(present.file_for(since, true)),
            PlaceMail::Cancelled | PlaceMail::RunCancelled => Some(present.file_for(since, false)),
            PlaceMail::Moved if place.state == PlaceState::Confirmed => {
                Some(present.file_after_move(self.moved_from.as_ref().map(calendar), since))
            }
            _ => None,
        }
    }
}

/// Sends a user an email that is marked in the place, unless it is marked already. The marks are written before. After a crash in between, it is
/// unknown whether the email was sent, and it is not sent again; an email that SES has refused loses its marks.
pub async fn tell_once(
    requests: &PlaceRequestsTable,
    mailer: &Mailer,
    place: &PlaceRequest,
    marks: &[String],
    user: &User,
    template: &MailTemplate,
    file: Option<Attachment>,
) -> Result<(), StoreError> {
    if !requests.mark_told(place, marks).await? {
        return Ok(());
    }
    if let Err(cause) = mailer.try_send_with(user, template, file).await {
        mailer.log_failure(template.into(), &cause);
        if cause.is_refusal() {
            requests.unmark_told(place, marks).await?;
        }
    }
    Ok(())
}
