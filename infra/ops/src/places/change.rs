//! `ops places offer`, `grant`, `wait`, `decline`, `confirm`, `retract`, `cancel` and `reopen`, and `move`: events of a place.

use app::places::{PlaceChange, offer_of_today, today};
use clap::Args;
use domain::{Country, Money, PlaceEvent, PlaceState, PriceList};
use jiff::civil::Date;
use store::{audit::Action, course_prices::CoursePricesTable, place_requests::PlaceOffer};

use super::{Changed, Opened, PlacesError, Selected};
use crate::{output::Output, stack::StackError, teachers::reason};

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

/// Offers the seat at a price.
pub(super) async fn offer(selected: Selected, price: Price) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let money = match (&price.amount, &price.currency) {
        (Some(amount), Some(currency)) => Money::parse_typed(amount, currency)?,
        _ => list_price(&opened).await?,
    };
    let offer = offer_of_today(money, price.reason, opened.place.start, &opened.place);
    let last = opened.place.start.max(today());
    if price.pay_by.is_some_and(|pay_by| !(today()..=last).contains(&pay_by)) {
        return Err(PlacesError::PayBy(opened.place.start));
    }
    let offer = PlaceOffer {
        pay_by: price.pay_by.unwrap_or(offer.pay_by),
        ..offer
    };
    let change = PlaceChange {
        offer: Some(offer),
        ..PlaceChange::new(PlaceEvent::Offer)
    };
    Box::pin(decide(opened, change)).await
}

/// Undoes the end of a place. An offer that was not paid in time gets a new last day.
pub(super) async fn reopen(selected: Selected) -> Result<Output, PlacesError> {
    let opened = Opened::open(selected).await?;
    let offer = opened
        .place
        .offer
        .as_ref()
        .filter(|_| opened.place.state == PlaceState::Expired);
    let offer = offer.map(|offer| PlaceOffer {
        pay_by: domain::pay_by(today(), opened.place.start),
        ..offer.clone()
    });
    let change = PlaceChange {
        offer,
        ..PlaceChange::new(PlaceEvent::Reopen)
    };
    Box::pin(decide(opened, change)).await
}

/// Any other event.
pub(super) async fn event(selected: Selected, change: PlaceChange) -> Result<Output, PlacesError> {
    Box::pin(decide(Opened::open(selected).await?, change)).await
}

async fn list_price(opened: &Opened) -> Result<Money, PlacesError> {
    let prices = opened.stack.table(CoursePricesTable::new, "course-prices");
    let course = &opened.place.course_id;
    let country = Country::by_code(&opened.user.profile.country).map(PriceList::of);
    for list in country.into_iter().chain([PriceList::Default]) {
        let prices = prices.list(list).await.map_err(StackError::from)?;
        if let Some(price) = prices.into_iter().find(|price| price.course == *course) {
            return Ok(price.money);
        }
    }
    Err(PlacesError::NoPrice(course.clone()))
}

async fn decide(opened: Opened, change: PlaceChange) -> Result<Output, PlacesError> {
    let places = opened.places().await?;
    let (course, run) = (opened.place.course_id.clone(), opened.place.run_id.clone());
    let action = match &change.run {
        Some(to) => Action::PlaceMove {
            course,
            run,
            to: to.clone(),
        },
        None => Action::PlaceChange {
            course,
            run,
            event: change.event.as_str().to_owned(),
        },
    };
    let audit_record = if opened.dry_run {
        None
    } else {
        Some(opened.audit_item(action).await?)
    };
    let planned = places
        .plan(&opened.place, PlaceChange { audit_record, ..change })
        .await?;
    if opened.dry_run {
        let place = planned.place.unwrap_or_else(|| opened.place.clone());
        return Ok(Box::new(Changed::dry_run(&opened, place)));
    }
    let place = places.write(&opened.place, planned).await?;
    let place = place.unwrap_or_else(|| opened.place.clone());
    opened.finish(&places, place).await
}
