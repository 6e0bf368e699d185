//! The money of a place: the ledger, what is due, and the reference that a payment names.

use std::fmt;

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date, tz::TimeZone};
use rust_decimal::{Decimal, dec};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{CashTotal, CourseId, Money, ReceiptNumber, id};

/// How many days a learner has to pay an offer.
const PAID_WITHIN_DAYS: i32 = 7;
/// How many days before the last day the learner is reminded.
const REMINDED_DAYS_BEFORE: i32 = 2;
/// How many days a learner has at least to pay after a proof of the payment was refused.
const PAID_AFTER_REFUSAL_DAYS: i32 = 2;
/// How many proofs of payment a learner may send for an offer.
pub const MAX_PROOFS: usize = 3;
/// How many days an unpaid offer stays after its last day, because banks are slow.
const GRACE_DAYS: i32 = 3;

/// Letters and digits of references: none looks like another one. Their number is a prime, so that the check character finds any wrong
/// character and any two that were swapped.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const PREFIX: &str = "MS-";
/// Without the check character.
const REFERENCE_LENGTH: usize = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LedgerEntryKind {
    Payment,
    Refund,
    /// Takes back a payment that was recorded by mistake, or that a bank has taken back.
    Reversal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PaymentMethod {
    Ccp,
    #[serde(rename = "baridimob")]
    #[strum(serialize = "baridimob")]
    BaridiMob,
    Transfer,
    Cash,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofState {
    /// Nobody has decided about it. The offer does not end meanwhile.
    Sent,
    /// A payment was recorded, or the place confirmed.
    Accepted,
    /// It does not show the payment. An email gave the reason.
    Refused,
    /// The offer ended before anybody decided.
    Closed,
}

/// An entry of the ledger of a user and a course. It is never changed: a mistake is reversed by another entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// Given by the person who records the entry. A second entry with the same id is refused.
    #[serde(rename = "entryId")]
    pub id: String,
    pub course_id: CourseId,
    pub kind: LedgerEntryKind,
    /// As it was received; negative in refunds and reversals.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
    /// What it counts for in the currency of the offer, when that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credited: Option<Credited>,
    /// What was paid in cash beside the amount; negative in a reversal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamp_duty: Option<String>,
    pub method: PaymentMethod,
    /// The day on which the money changed hands.
    pub received_on: Date,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The document about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptNumber>,
    #[serde(rename = "paidAt")]
    pub at: Timestamp,
}

impl LedgerEntry {
    /// The id of the entry that takes this payment back: the same each time, so that it is taken back once.
    pub fn reversal_id(&self) -> String {
        format!("{}/reversed", self.id)
    }

    /// The amount with its stamp duty. None without one.
    pub fn in_cash(&self) -> Option<CashTotal> {
        let duty = self.stamp_duty.as_ref()?.parse().ok()?;
        Some(CashTotal::of(self.amount.parse().ok()?, duty))
    }

    /// Whether it takes back that payment.
    pub fn reverses(&self, payment: &Self) -> bool {
        self.id == payment.reversal_id()
    }
}

/// An amount in the currency of an offer, with its sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credited {
    pub amount: String,
    pub currency: String,
}

/// What was received for a place and what was refunded, in the currency of its offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    /// Payments less reversals.
    pub received: Decimal,
    pub refunded: Decimal,
}

/// A step of the rule for refunds: who cancels at least so many days before the first day of the run gets that part back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundStep {
    pub days: i32,
    pub percent: u8,
}

/// The rule that the terms state (`frontend/src/locales/*/legal.json`): until the first day, everything.
pub const REFUND_RULE: &[RefundStep] = &[RefundStep { days: 0, percent: 100 }];

/// What the payer writes in a transfer: `MS-7K4Q-92BX`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PaymentReference(String);

impl LedgerEntry {
    /// The amount in a currency. None when the entry counts for nothing in it.
    fn in_currency(&self, currency: &str) -> Option<Decimal> {
        let amount = match &self.credited {
            Some(credited) if credited.currency == currency => &credited.amount,
            None if self.currency == currency => &self.amount,
            _ => return None,
        };
        amount.parse().ok()
    }
}

impl Balance {
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a LedgerEntry>, currency: &str) -> Self {
        let mut balance = Self::default();
        for entry in entries {
            let amount = entry.in_currency(currency).unwrap_or_default();
            match entry.kind {
                LedgerEntryKind::Payment | LedgerEntryKind::Reversal => balance.received += amount,
                LedgerEntryKind::Refund => balance.refunded -= amount,
            }
        }
        balance
    }
}

/// Which part of a payment is kept when the learner cancels today, with the decimals of its currency.
pub fn retained(rule: &[RefundStep], price: &Money, held: Decimal, run_start: Date, today: Date) -> Decimal {
    let days = (run_start - today).get_days();
    let steps = rule.iter().filter(|step| days >= step.days);
    let percent = steps.map(|step| step.percent).max().unwrap_or(0);
    // Never more than the price: what was paid above it goes back.
    let counted = held.min(price.decimal());
    let refund = counted * Decimal::from(percent) / dec!(100);
    (counted - refund).round_dp(price.decimals())
}

/// The last day to pay an offer that is made today: seven days later, or the first day of the run if that is earlier.
pub fn pay_by(today: Date, run_start: Date) -> Date {
    today
        .checked_add(PAID_WITHIN_DAYS.days())
        .unwrap_or(today)
        .min(run_start)
        .max(today)
}

/// The last day to pay an offer after a proof of payment was refused today.
pub fn pay_by_after_refusal(pay_by: Date, today: Date) -> Date {
    today
        .checked_add(PAID_AFTER_REFUSAL_DAYS.days())
        .unwrap_or(today)
        .max(pay_by)
}

/// From when on the learner is reminded of the payment.
pub fn payment_reminder_at(pay_by: Date) -> Timestamp {
    start_of_day(pay_by, -REMINDED_DAYS_BEFORE)
}

/// When an offer that is not paid ends.
pub fn offer_expires_at(pay_by: Date) -> Timestamp {
    start_of_day(pay_by, GRACE_DAYS + 1)
}

/// The beginning, in UTC, of a day that is so many days later.
fn start_of_day(date: Date, days_later: i32) -> Timestamp {
    let midnight = date.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp());
    let midnight = midnight.unwrap_or(Timestamp::MAX);
    let length = SignedDuration::from_hours(24 * i64::from(days_later));
    midnight.saturating_add(length).unwrap_or(midnight)
}

impl PaymentReference {
    /// A new reference.
    ///
    /// # Panics
    /// When the operating system provides no random numbers.
    pub fn random() -> Self {
        Self::of_number(id::random_bits())
    }

    #[expect(clippy::indexing_slicing, reason = "the index is below the length of the alphabet")]
    fn of_number(mut number: u128) -> Self {
        let values: [usize; REFERENCE_LENGTH] = std::array::from_fn(|_| {
            let value = number % ALPHABET.len() as u128;
            number /= ALPHABET.len() as u128;
            usize::try_from(value).unwrap_or_default()
        });
        let characters: String = values
            .into_iter()
            .chain([check_value(&values)])
            .map(|value| char::from(ALPHABET[value]))
            .collect();
        let (first, second) = characters.split_at(4);
        Self(format!("{PREFIX}{first}-{second}"))
    }

    /// Parses a reference as people write it: in lower case, with spaces or without dashes. None when a character is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        let plain: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|character| character.to_ascii_uppercase())
            .collect();
        let characters = plain.strip_prefix("MS")?;
        let values: Option<Vec<_>> = characters
            .bytes()
            .map(|byte| ALPHABET.iter().position(|letter| *letter == byte))
            .collect();
        let values = values?;
        let (check, rest) = values.split_last()?;
        let is_right = rest.len() == REFERENCE_LENGTH && check_value(rest) == *check;
        let (first, second) = characters.split_at_checked(4)?;
        is_right.then(|| Self(format!("{PREFIX}{first}-{second}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PaymentReference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The weights differ, and are not zero modulo the length of the alphabet.
fn check_value(values: &[usize]) -> usize {
    let weighted = (2..).zip(values).map(|(weight, value)| weight * value);
    weighted.sum::<usize>() % ALPHABET.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(kind: LedgerEntryKind, amount: &str, currency: &str, credited: Option<(&str, &str)>) -> LedgerEntry {
        LedgerEntry {
            id: "1".to_owned(),
            course_id: "excel".to_owned().try_into().expect("an id"),
            kind,
            amount: amount.to_owned(),
            currency: currency.to_owned(),
            credited: credited.map(|(amount, currency)| Credited {
                amount: amount.to_owned(),
                currency: currency.to_owned(),
            }),
            stamp_duty: None,
            method: PaymentMethod::Cash,
            received_on: "2027-01-05".parse().expect("a date"),
            note: None,
            receipt: None,
            at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn the_balance_counts_partial_double_foreign_reversed_and_refunded_payments() {
        let entries = [
            entry(LedgerEntryKind::Payment, "5000.00", "DZD", None),
            entry(LedgerEntryKind::Payment, "6900.00", "DZD", None),
            entry(LedgerEntryKind::Payment, "6900.00", "DZD", None),
            entry(LedgerEntryKind::Reversal, "-6900.00", "DZD", None),
            entry(LedgerEntryKind::Payment, "10.00", "EUR", Some(("1450.00", "DZD"))),
            entry(LedgerEntryKind::Payment, "10.00", "EUR", None),
            entry(LedgerEntryKind::Refund, "-1450.00", "DZD", None),
        ];
        let balance = Balance::of(&entries, "DZD");
        assert_eq!((balance.received, balance.refunded), (dec!(13350), dec!(1450)));
    }

    #[test]
    fn the_part_that_is_kept_follows_the_days_before_the_start() {
        let rule = [
            RefundStep { days: 14, percent: 100 },
            RefundStep { days: 3, percent: 50 },
        ];
        let start: Date = "2027-03-28".parse().expect("a date");
        let price = Money::parse("100.01", "EUR").expect("money");
        for (today, held, kept) in [
            ("2027-03-14", dec!(100.01), dec!(0)),
            ("2027-03-15", dec!(100.01), dec!(50.00)),
            ("2027-03-26", dec!(100.01), dec!(100.01)),
            ("2027-03-29", dec!(120), dec!(100.01)),
            ("2027-03-29", dec!(20), dec!(20)),
        ] {
            let today = today.parse().expect("a date");
            assert_eq!(retained(&rule, &price, held, start, today), kept, "{today}, {held}");
        }
        let first_day = retained(REFUND_RULE, &price, dec!(100.01), start, start);
        assert_eq!(first_day, Decimal::ZERO);
    }

    #[test]
    fn an_offer_is_paid_within_a_week_and_before_the_run_starts() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        for (today, start, last) in [
            ("2027-01-01", "2027-03-01", "2027-01-08"),
            ("2027-01-01", "2027-01-05", "2027-01-05"),
            ("2027-01-06", "2027-01-05", "2027-01-06"),
        ] {
            assert_eq!(pay_by(date(today), date(start)), date(last));
        }
        assert_eq!(
            payment_reminder_at(date("2027-01-08")).to_string(),
            "2027-01-06T00:00:00Z"
        );
        assert_eq!(offer_expires_at(date("2027-01-08")).to_string(), "2027-01-12T00:00:00Z");
        for (pay_by, today, last) in [
            ("2027-01-08", "2027-01-01", "2027-01-08"),
            ("2027-01-08", "2027-01-10", "2027-01-12"),
        ] {
            assert_eq!(pay_by_after_refusal(date(pay_by), date(today)), date(last));
        }
    }

    proptest! {
        #[test]
        fn a_reference_is_read_as_people_write_it_and_never_with_a_wrong_or_swapped_character(
            number: u128, position in 0..8_usize, other in 0..31_usize,
        ) {
            let reference = PaymentReference::of_number(number);
            let text = reference.as_str().to_owned();
            for written in [text.clone(), text.to_lowercase(), text.replace('-', " "), text.replace('-', "")] {
                prop_assert_eq!(PaymentReference::parse(&written), Some(reference.clone()));
            }
            let mut characters: Vec<char> = text.replace('-', "").chars().collect();
            let right = characters.clone();
            characters[2 + position] = char::from(ALPHABET[other]);
            let is_same = characters == right;
            prop_assert_eq!(PaymentReference::parse(&characters.iter().collect::<String>()).is_some(), is_same);
            let mut swapped = right.clone();
            swapped.swap(2 + position.min(6), 3 + position.min(6));
            let is_same = swapped == right;
            prop_assert_eq!(PaymentReference::parse(&swapped.iter().collect::<String>()).is_some(), is_same);
        }
    }
}
