//! What staff do with places.

use api::{ApiError, ErrorCode};
use domain::{
    Country, CourseId, Credited, Language, LedgerEntry, LedgerEntryKind, Money, MoneyError, PaymentMethod, PlaceEvent,
    PlaceState, PriceList, ReasonError, RunId, reason,
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use mail::Operator;
use platform::clock;
use serde::Deserialize;
use store::{
    StoreError, TransactionItem,
    audit::Action,
    course_prices::CoursePricesTable,
    payments::Paid,
    place_requests::{PlaceOffer, PlaceRequest},
    users::User,
};

use crate::{
    payer::PayerPayload,
    places::{PlaceAccount, PlaceChange, PlaceError, Places, offer_of_today, stamp_duty, today},
    wired,
};

wired! {
    #[derive(Debug)]
    pub struct PlaceDesk(wiring) {
        pub places: Places = wiring.make()?,
        pub prices: CoursePricesTable = wiring.course_prices()?,
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Decision {
    Wait,
    /// At the price of the user's country, or another one with a reason.
    Offer {
        amount: Option<String>,
        currency: Option<String>,
        reason: Option<String>,
        pay_by: Option<Date>,
    },
    /// Without a payment, for a reason that the user does not read.
    Grant {
        reason: String,
    },
    Decline {
        reason: String,
    },
    /// Before it is paid.
    Confirm,
    Retract {
        reason: String,
    },
    Cancel {
        reason: String,
        /// The user cancels, so the rule for refunds counts.
        #[serde(default)]
        for_user: bool,
    },
    Reopen,
    /// Of the proofs of payment that wait for a decision.
    RefuseProof {
        reason: String,
    },
    /// To another run of the course.
    Move {
        run: RunId,
    },
    /// Or that the user pays.
    NamePayer(PayerPayload),
}

/// Money that changed hands, as somebody enters it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    /// Given by who enters it, so that a repetition is no second entry.
    pub id: String,
    pub amount: String,
    pub currency: String,
    /// What it counts for in the currency of the offer, if that is another one.
    pub credited: Option<String>,
    pub method: PaymentMethod,
    pub received_on: Date,
    pub note: Option<String>,
}

/// Why something cannot be done. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error("{0}")]
    Amount(#[from] MoneyError),
    #[error(transparent)]
    Reason(#[from] ReasonError),
    #[error("an id has 1 to 64 letters, digits and - _ . /")]
    EntryId,
    #[error("the price list of the user's country has no price of {0}")]
    NoPrice(CourseId),
    #[error("the payment instructions have no way to pay in {0}")]
    NoWayToPay(String),
    #[error("the last day to pay must be between today and the first day of the run, which is {0}")]
    PayBy(Date),
    #[error("the day on which it was received is in the future")]
    NotReceived,
    #[error("a payment in {0} needs what it counts for in {1}")]
    ForeignCurrency(String, String),
    #[error("the time zone of the operator's seat (infra/operator.toml): {0}")]
    Seat(#[from] jiff::Error),
    #[error("the ledger of the user and {0} has no payment with that id")]
    NoEntry(CourseId),
    #[error("{0}")]
    Fields(ApiError),
    #[error(transparent)]
    Place(#[from] PlaceError),
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        Self::Place(error.into())
    }
}

impl DeskError {
    /// The error for the staff member.
    pub fn of_staff(self) -> ApiError {
        match self {
            Self::Fields(error) => error,
            Self::Amount(_) => ErrorCode::AmountInvalid.into(),
            Self::Reason(_) => ErrorCode::ReasonRequired.into(),
            Self::EntryId => ErrorCode::MalformedRequest.into(),
            Self::NoPrice(_) => ErrorCode::PriceMissing.into(),
            Self::NoWayToPay(_) => ErrorCode::PaymentInstructionsMissing.into(),
            Self::PayBy(_) => ErrorCode::PayByInvalid.into(),
            Self::NotReceived => ErrorCode::DateInFuture.into(),
            Self::ForeignCurrency(..) => ErrorCode::CreditedRequired.into(),
            Self::Seat(error) => ApiError::caused_by(ErrorCode::InternalError, error),
            Self::NoEntry(_) => ApiError::not_found(ErrorCode::PaymentNotFound),
            Self::Place(PlaceError::State(_)) => ErrorCode::PlaceDecided.into(),
            Self::Place(PlaceError::ProofUndecided) => ErrorCode::ProofUndecided.into(),
            Self::Place(PlaceError::FileNotFound | PlaceError::NoProof) => ErrorCode::Conflict.into(),
            Self::Place(PlaceError::MoneyHeld) => ErrorCode::MoneyHeld.into(),
            Self::Place(PlaceError::MoneyRefunded) => ErrorCode::MoneyRefunded.into(),
            Self::Place(PlaceError::OtherCurrency(_)) => ErrorCode::OtherCurrency.into(),
            Self::Place(PlaceError::RepeatedEntry) => ErrorCode::PaymentRepeated.into(),
            Self::Place(PlaceError::RunNotFound) => ErrorCode::RunNotFound.into(),
            Self::Place(PlaceError::UserNotFound) => ApiError::not_found(ErrorCode::UserNotFound),
            Self::Place(error) => error.of_user(),
        }
    }
}

impl PlaceDesk {
    /// Makes a decision. Its email is still to be sent. `audit_record` makes the record of an action.
    pub async fn decide(
        &self,
        user: &User,
        read: &PlaceRequest,
        decision: Decision,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> Result<Option<PlaceRequest>, DeskError> {
        let (course, run) = (read.course_id.clone(), read.run_id.clone());
        let action = |event: &str| Action::PlaceChange {
            course: course.clone(),
            run: run.clone(),
            event: event.to_owned(),
        };
        let because = |event, text: String| -> Result<PlaceChange, DeskError> {
            Ok(PlaceChange {
                reason: Some(reason(&text)?),
                ..PlaceChange::new(event)
            })
        };
        let change = match decision {
            Decision::RefuseProof { reason: why } => {
                let record = Some(audit_record(action("refuse_proof"))?);
                return Ok(self.places.refuse_proofs(read, &reason(&why)?, record).await?);
            }
            Decision::NamePayer(payload) => {
                let payer = payload.payer().map_err(DeskError::Fields)?;
                let record = Some(audit_record(action("name_payer"))?);
                return Ok(self.places.name_payer(read, payer, record).await?);
            }
            Decision::Wait => PlaceChange::new(PlaceEvent::Wait),
            Decision::Confirm => PlaceChange::new(PlaceEvent::Confirm),
            Decision::Move { run } => PlaceChange {
                run: Some(run),
                ..PlaceChange::new(PlaceEvent::Move)
            },
            Decision::Decline { reason } => because(PlaceEvent::Decline, reason)?,
            Decision::Retract { reason } => because(PlaceEvent::Retract, reason)?,
            Decision::Cancel { reason, for_user } => PlaceChange {
                refunds_all: !for_user,
                ..because(PlaceEvent::Cancel, reason)?
            },
            Decision::Grant { reason: waiver } => PlaceChange {
                waiver: Some(reason(&waiver)?),
                ..PlaceChange::new(PlaceEvent::Grant)
            },
            Decision::Offer {
                amount,
                currency,
                reason: why,
                pay_by,
            } => {
                let price = amount.zip(currency);
                PlaceChange {
                    offer: Some(Box::pin(self.offer(user, read, price, why, pay_by)).await?),
                    ..PlaceChange::new(PlaceEvent::Offer)
                }
            }
            Decision::Reopen => PlaceChange {
                offer: self.renewed_offer(read).await?,
                ..PlaceChange::new(PlaceEvent::Reopen)
            },
        };
        let action = match &change.run {
            Some(to) => Action::PlaceMove {
                course: course.clone(),
                run: run.clone(),
                to: to.clone(),
            },
            None => action(change.event.as_str()),
        };
        let change = PlaceChange {
            audit_record: Some(audit_record(action)?),
            ..change
        };
        Ok(Box::pin(self.places.change(read, change)).await?)
    }

    async fn offer(
        &self,
        user: &User,
        read: &PlaceRequest,
        price: Option<(String, String)>,
        why: Option<String>,
        pay_by: Option<Date>,
    ) -> Result<PlaceOffer, DeskError> {
        let (price, why) = match price {
            Some((amount, currency)) => (
                Money::parse_typed(&amount, &currency)?,
                Some(reason(&why.unwrap_or_default())?),
            ),
            None => (self.list_price(user, &read.course_id).await?, None),
        };
        let instructions = self.instructions_in(price.currency()).await?;
        let offer = offer_of_today(price, why, instructions, read.start, read);
        let last = read.start.max(today());
        if pay_by.is_some_and(|pay_by| !(today()..=last).contains(&pay_by)) {
            return Err(DeskError::PayBy(read.start));
        }
        Ok(PlaceOffer {
            pay_by: pay_by.unwrap_or(offer.pay_by),
            ..offer
        })
    }

    /// An offer that was not paid in time gets a new last day, and is paid as new ones are.
    async fn renewed_offer(&self, read: &PlaceRequest) -> Result<Option<PlaceOffer>, DeskError> {
        let expired = read.offer.clone().filter(|_| read.state == PlaceState::Expired);
        let Some(offer) = expired else { return Ok(None) };
        Ok(Some(PlaceOffer {
            pay_by: domain::pay_by(today(), read.start),
            instructions: Some(self.instructions_in(&offer.price.currency).await?),
            ..offer
        }))
    }

    /// The version of the present payment instructions.
    async fn instructions_in(&self, currency: &str) -> Result<u32, DeskError> {
        let instructions = self.places.payments.present_instructions().await?;
        if instructions.ways.iter().any(|way| way.currency == currency) {
            Ok(instructions.version)
        } else {
            Err(DeskError::NoWayToPay(currency.to_owned()))
        }
    }

    /// The price of a course in the user's country.
    pub async fn list_price(&self, user: &User, course: &CourseId) -> Result<Money, DeskError> {
        let country = Country::by_code(&user.profile.country).map(PriceList::of);
        for list in country.into_iter().chain([PriceList::Default]) {
            let prices = self.prices.list(list).await?;
            if let Some(price) = prices.into_iter().find(|price| price.course == *course) {
                return Ok(price.money);
            }
        }
        Err(DeskError::NoPrice(course.clone()))
    }

    /// The entry of a payment or a refund, whose amounts are negative in the ledger.
    pub async fn entry(
        &self,
        read: &PlaceRequest,
        transfer: Transfer,
        kind: LedgerEntryKind,
    ) -> Result<LedgerEntry, DeskError> {
        check_entry_id(&transfer.id)?;
        // East of UTC, the local date may already be the next day.
        if transfer.received_on > today().tomorrow().unwrap_or(Date::MAX) {
            return Err(DeskError::NotReceived);
        }
        let payments = self.places.payments.of_user(&read.user_id).await?;
        let account = PlaceAccount::of(read, &payments);
        let money = Money::parse_typed(&transfer.amount, &transfer.currency)?;
        let credited = match (account, transfer.credited) {
            (Some(account), Some(credited)) => {
                let Paid { amount, currency } = Money::parse_typed(&credited, account.currency)?.into();
                Some(Credited {
                    amount: signed(kind, amount),
                    currency,
                })
            }
            (Some(account), None) if account.currency != money.currency() => {
                let (paid, offered) = (money.currency().to_owned(), account.currency.to_owned());
                return Err(DeskError::ForeignCurrency(paid, offered));
            }
            _ => None,
        };
        Ok(LedgerEntry {
            id: transfer.id,
            course_id: read.course_id.clone(),
            kind,
            amount: signed(kind, money.amount()),
            currency: money.currency().to_owned(),
            credited,
            stamp_duty: paid_duty(kind, transfer.method, &money),
            method: transfer.method,
            received_on: transfer.received_on,
            note: transfer.note.as_deref().map(reason).transpose()?,
            receipt: None,
            at: clock::now(),
        })
    }

    /// The entry that takes back a payment.
    pub async fn reversal(&self, read: &PlaceRequest, id: &str, note: &str) -> Result<LedgerEntry, DeskError> {
        let payments = self.places.payments.of_user(&read.user_id).await?;
        let payment = payments
            .ledger_of(&read.course_id)
            .find(|entry| entry.id == id && entry.kind == LedgerEntryKind::Payment);
        let payment = payment.ok_or_else(|| DeskError::NoEntry(read.course_id.clone()))?;
        Ok(LedgerEntry {
            // One payment is reversed once.
            id: payment.reversal_id(),
            kind: LedgerEntryKind::Reversal,
            amount: format!("-{}", payment.amount),
            credited: payment.credited.map(|credited| Credited {
                amount: format!("-{}", credited.amount),
                ..credited
            }),
            stamp_duty: payment.stamp_duty.map(|duty| format!("-{duty}")),
            note: Some(reason(note)?),
            receipt: None,
            at: clock::now(),
            ..payment
        })
    }

    /// Records an entry with its receipt. A payment that completes the price of an offer confirms the place.
    pub async fn record(
        &self,
        read: &PlaceRequest,
        entry: LedgerEntry,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> Result<PlaceRequest, DeskError> {
        let action = Action::PaymentRecord {
            course: read.course_id.clone(),
            run: read.run_id.clone(),
            kind: entry.kind,
        };
        let record = audit_record(action)?;
        let issued_on = day_at_seat(clock::now())?;
        Ok(Box::pin(self.places.record(read, entry, issued_on, Some(record))).await?)
    }
}

/// The day where the operator has its seat, wherever the clerk is.
pub fn day_at_seat(now: Timestamp) -> Result<Date, jiff::Error> {
    let seat = TimeZone::posix(Operator::of(Language::English).time_zone)?;
    Ok(now.to_zoned(seat).date())
}

/// An id becomes a part of a key.
fn check_entry_id(id: &str) -> Result<(), DeskError> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
    if (1..=64).contains(&id.len()) && id.bytes().all(is_allowed) {
        Ok(())
    } else {
        Err(DeskError::EntryId)
    }
}

/// What the payer of cash pays beside an amount. A refund gives none of it back.
fn paid_duty(kind: LedgerEntryKind, method: PaymentMethod, money: &Money) -> Option<String> {
    let is_receipt = kind == LedgerEntryKind::Payment && method == PaymentMethod::Cash;
    stamp_duty(money).filter(|_| is_receipt).map(|duty| duty.to_string())
}

fn signed(kind: LedgerEntryKind, amount: String) -> String {
    match kind {
        LedgerEntryKind::Payment => amount,
        LedgerEntryKind::Refund | LedgerEntryKind::Reversal => format!("-{amount}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test says the same in any time zone of the machine.
    #[test]
    fn the_day_of_issue_is_that_of_the_seat() {
        for (now, day) in [
            ("2026-12-31T22:59:59Z", "2026-12-31"),
            ("2026-12-31T23:00:00Z", "2027-01-01"),
        ] {
            let now = now.parse().expect("a time");
            assert_eq!(day_at_seat(now).expect("a day").to_string(), day);
        }
    }
}
