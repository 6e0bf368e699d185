//! `ops places offer`, `grant`, `wait`, `decline`, `confirm`, `retract`, `cancel`, `reopen`, `move` and `refuse-proof`: decisions about a place.

use app::place_desk::Decision;
use clap::Args;
use domain::reason;
use jiff::civil::Date;

use super::{Changed, Opened, PlacesError, Selected};
use crate::output::Output;

/// The price of an offer.
#[derive(Debug, Args)]
pub(crate) struct Price {
    /// Another price than that of the user's country, such as 9900.00
    #[arg(long, requires_all = ["currency", "reason"])]
    amount: Option<String>,
    /// The currency of the amount (ISO 4217), such as DZD
    #[arg(long, value_name = "CODE", requires = "amount")]
    currency: Option<String>,
    /// Why the price is another one
    #[arg(long, value_name = "TEXT", value_parser = reason, requires = "amount")]
    reason: Option<String>,
    /// The last day to pay. By default a week from today, and at most the first day of the run
    #[arg(long, value_name = "DATE")]
    pay_by: Option<Date>,
}

impl From<Price> for Decision {
    fn from(price: Price) -> Self {
        Self::Offer {
            amount: price.amount,
            currency: price.currency,
            reason: price.reason,
            pay_by: price.pay_by,
        }
    }
}

pub(super) async fn decide(selected: Selected, decision: Decision) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let desk = opened.desk().await?;
    let record = opened.recorder().await?;
    let planned = desk.plan(&opened.user, &opened.place, decision, record).await?;
    if opened.dry_run {
        let place = planned.place.unwrap_or_else(|| opened.place.clone());
        return Ok(Box::new(Changed::dry_run(&opened, place)));
    }
    let place = desk.places.write(&opened.place, planned).await?;
    let place = place.unwrap_or_else(|| opened.place.clone());
    opened.finish(&desk.places, place).await
}
