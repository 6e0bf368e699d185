//! `ops places pay`, `refund` and `reverse`: entries of the ledger.

use app::places::{PlaceAccount, today};
use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{Credited, Language, LedgerEntry, LedgerEntryKind, Money, PaymentMethod};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use mail::Operator;
use platform::clock;
use store::{audit::Action, payments::Paid};
use strum::VariantNames;

use super::{Changed, Opened, PlacesError, Selected};
use crate::{output::Output, stack::StackError, teachers::reason};

/// Money that changed hands.
#[derive(Debug, Args)]
pub(crate) struct Transfer {
    /// The amount, such as 11900.00, with at most as many decimals as the currency has
    #[arg(long)]
    amount: String,
    /// The currency of the amount (ISO 4217), such as DZD
    #[arg(long, value_name = "CODE")]
    currency: String,
    /// What it counts for in the currency of the offer, if that is another one
    #[arg(long, value_name = "AMOUNT")]
    credited: Option<String>,
    /// How it was paid
    #[arg(long, value_parser = method())]
    method: PaymentMethod,
    /// The day on which the money was received or paid back, such as 2027-01-05
    #[arg(long, value_name = "DATE")]
    received: Date,
    /// A note for the accounts, which is in the user's export
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    note: Option<String>,
    /// The id of the entry, such as the number of the bank's transfer: a second entry of the user and course with it is refused
    #[arg(long, value_name = "ID", value_parser = entry_id)]
    id: String,
}

/// Takes back a payment.
#[derive(Debug, Args)]
pub(crate) struct Reversal {
    /// The id of the payment, which `places show` lists
    #[arg(long, value_name = "ID", value_parser = entry_id)]
    id: String,
    /// Why, for the accounts
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    note: String,
}

fn method() -> impl TypedValueParser<Value = PaymentMethod> {
    PossibleValuesParser::new(PaymentMethod::VARIANTS).try_map(|method| method.parse::<PaymentMethod>())
}

/// An id becomes a part of a key.
fn entry_id(text: &str) -> Result<String, String> {
    let is_id = (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/'));
    if is_id {
        Ok(text.to_owned())
    } else {
        Err("an id has 1 to 64 letters, digits and - _ . /".to_owned())
    }
}

/// Records a payment, or a refund, whose amounts are negative in the ledger.
pub(super) async fn record(
    selected: Selected,
    transfer: Transfer,
    kind: LedgerEntryKind,
) -> Result<Output, PlacesError> {
    // East of UTC, the local date may already be the next day.
    if transfer.received > today().tomorrow().unwrap_or(Date::MAX) {
        return Err(PlacesError::NotReceived);
    }
    let opened = Opened::open(selected).await?;
    let payments = opened.stack.payments().of_user(&opened.user.user_id).await;
    let payments = payments.map_err(StackError::from)?;
    let account = PlaceAccount::of(&opened.place, &payments);
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
            return Err(PlacesError::ForeignCurrency(paid, offered));
        }
        _ => None,
    };
    let entry = LedgerEntry {
        id: transfer.id,
        course_id: opened.place.course_id.clone(),
        kind,
        amount: signed(kind, money.amount()),
        currency: money.currency().to_owned(),
        credited,
        method: transfer.method,
        received_on: transfer.received,
        note: transfer.note,
        receipt: None,
        at: clock::now(),
    };
    Box::pin(write(opened, entry)).await
}

/// Records the opposite of a payment.
pub(super) async fn reverse(selected: Selected, reversal: Reversal) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let payments = opened.stack.payments().of_user(&opened.user.user_id).await;
    let payments = payments.map_err(StackError::from)?;
    let course = &opened.place.course_id;
    let payment = payments
        .ledger_of(course)
        .find(|entry| entry.id == reversal.id && entry.kind == LedgerEntryKind::Payment);
    let payment = payment.ok_or_else(|| PlacesError::NoEntry(course.clone()))?;
    let entry = LedgerEntry {
        // One payment is reversed once.
        id: format!("{}/reversed", payment.id),
        kind: LedgerEntryKind::Reversal,
        amount: format!("-{}", payment.amount),
        credited: payment.credited.map(|credited| Credited {
            amount: format!("-{}", credited.amount),
            ..credited
        }),
        note: Some(reversal.note),
        receipt: None,
        at: clock::now(),
        ..payment
    };
    Box::pin(write(opened, entry)).await
}

fn signed(kind: LedgerEntryKind, amount: String) -> String {
    match kind {
        LedgerEntryKind::Payment => amount,
        LedgerEntryKind::Refund | LedgerEntryKind::Reversal => format!("-{amount}"),
    }
}

/// The day where the operator has its seat, wherever the clerk is.
pub(super) fn day_at_seat(now: Timestamp) -> Result<Date, PlacesError> {
    let seat = TimeZone::get(Operator::of(Language::English).time_zone)?;
    Ok(now.to_zoned(seat).date())
}

async fn write(opened: Opened, entry: LedgerEntry) -> Result<Output, PlacesError> {
    if opened.dry_run {
        return Ok(Box::new(Changed::dry_run(&opened, opened.place.clone())));
    }
    let action = Action::PaymentRecord {
        course: opened.place.course_id.clone(),
        run: opened.place.run_id.clone(),
        kind: entry.kind,
    };
    let record = opened.audit_item(action).await?;
    let places = opened.places().await?;
    let issued_on = day_at_seat(clock::now())?;
    let place = Box::pin(places.record(&opened.place, entry, issued_on, Some(record))).await?;
    opened.finish(&places, place).await
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
