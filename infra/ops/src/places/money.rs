//! `ops places pay`, `refund` and `reverse`: entries of the ledger.

use app::place_desk::{self, PlaceDesk};
use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::{LedgerEntry, LedgerEntryKind, PaymentMethod, reason};
use jiff::civil::Date;
use strum::VariantNames;

use super::{Changed, Opened, PlacesError, Selected};
use crate::output::Output;

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
    #[arg(long, value_name = "ID")]
    id: String,
}

/// Takes back a payment.
#[derive(Debug, Args)]
pub(crate) struct Reversal {
    /// The id of the payment, which `places show` lists
    #[arg(long, value_name = "ID")]
    id: String,
    /// Why, for the accounts
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    note: String,
}

fn method() -> impl TypedValueParser<Value = PaymentMethod> {
    PossibleValuesParser::new(PaymentMethod::VARIANTS).try_map(|method| method.parse::<PaymentMethod>())
}

/// Records a payment, or a refund, whose amounts are negative in the ledger.
pub(super) async fn record(
    selected: Selected,
    transfer: Transfer,
    kind: LedgerEntryKind,
) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let desk = opened.desk().await?;
    let entered = place_desk::Transfer {
        id: transfer.id,
        amount: transfer.amount,
        currency: transfer.currency,
        credited: transfer.credited,
        method: transfer.method,
        received_on: transfer.received,
        note: transfer.note,
    };
    let entry = desk.entry(&opened.place, entered, kind).await?;
    Box::pin(write(opened, &desk, entry)).await
}

/// Records the opposite of a payment.
pub(super) async fn reverse(selected: Selected, reversal: Reversal) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let desk = opened.desk().await?;
    let entry = desk.reversal(&opened.place, &reversal.id, &reversal.note).await?;
    Box::pin(write(opened, &desk, entry)).await
}

async fn write(opened: Opened, desk: &PlaceDesk, entry: LedgerEntry) -> Result<Output, PlacesError> {
    if opened.dry_run {
        return Ok(Box::new(Changed::dry_run(&opened, opened.place.clone())));
    }
    let record = opened.recorder().await?;
    let place = desk.record(&opened.place, entry, record).await?;
    opened.finish(&desk.places, place).await
}
