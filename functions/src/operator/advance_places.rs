//! Does what time does to places: reminds of payments, ends offers that are not paid and requests for runs that have started, ends the places
//! of cancelled runs, and sends the emails about places that were not sent when they should have been.
//!
//! A schedule invokes this function every few minutes. Each place is written under the condition that it has not changed, so two runs at
//! once, or a user at the same time, do no harm.

use std::collections::HashSet;

use api::{ApiResult, ErrorCode};
use app::{
    jobs::{Job, Scheduled},
    places::{PlaceChange, PlaceError, Places, today},
    wired,
};
use domain::{PlaceEvent, PlaceState, offer_expires_at, payment_reminder_at};
use futures_util::{StreamExt, stream};
use platform::{causes::Causes, clock};
use store::place_requests::{PlaceQueue, PlaceRequest};
use tracing::error;

/// How many places are advanced at once. SES takes 14 emails a second from a new account.
const CONCURRENT_PLACES: usize = 4;

wired! {
    pub struct AdvancePlaces(wiring) {
        places: Places = wiring.make()?,
    }
}

impl Job for AdvancePlaces {
    type Event = Scheduled;

    /// A place that fails does not keep the others from advancing.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let requests = &self.places.requests;
        let (requested, waiting, offered, unmailed) = tokio::join!(
            Box::pin(requests.queued(PlaceQueue::Requested)),
            Box::pin(requests.queued(PlaceQueue::Waiting)),
            Box::pin(requests.queued(PlaceQueue::Offered)),
            Box::pin(requests.queued(PlaceQueue::Mail))
        );
        let cancelled = self.of_cancelled_runs().await?;
        let ends: HashSet<_> = cancelled
            .iter()
            .map(|(place, _)| (place.user_id.clone(), place.course_id.clone()))
            .collect();
        let places = [requested?, waiting?, offered?, unmailed?].into_iter().flatten();
        let places = places.filter(|place| !ends.contains(&(place.user_id.clone(), place.course_id.clone())));
        let places = places.map(|place| (place, None)).chain(cancelled);
        let advanced = stream::iter(places).map(|(place, cancelled)| async move {
            let advanced = match cancelled {
                Some(reason) => Box::pin(self.end(&place, PlaceEvent::CancelRun, Some(reason))).await,
                None => Box::pin(self.advance(&place)).await,
            };
            advanced
                .inspect_err(|cause| error!(subject = %place.user_id, cause = %Causes(cause), "place not advanced"))
                .is_ok()
        });
        let advanced: Vec<_> = advanced.buffer_unordered(CONCURRENT_PLACES).collect().await;
        if advanced.contains(&false) {
            return Err(ErrorCode::ServiceUnavailable.into());
        }
        Ok(())
    }
}

impl AdvancePlaces {
    /// The open places of runs that were cancelled, with the reason.
    async fn of_cancelled_runs(&self) -> ApiResult<Vec<(PlaceRequest, Option<String>)>> {
        let mut places = Vec::new();
        for (course, counted) in self.places.details.cancelled_runs().await? {
            let reason = counted.cancelled.map(|cancellation| cancellation.reason);
            let of_run = self.places.requests.of_run(&course, &counted.run.id).await?;
            let open = of_run.into_iter().filter(|place| place.state.is_open());
            places.extend(open.map(|place| (place, reason.clone())));
        }
        Ok(places)
    }

    async fn advance(&self, place: &PlaceRequest) -> Result<(), PlaceError> {
        // After it, the place has changed: what else is due is done by the next run. An email that cannot be sent stops nothing.
        self.places.tell(place).await?;
        let now = clock::now();
        match (place.state, &place.offer) {
            (PlaceState::Requested | PlaceState::Waiting, _)
                if place.start < today() && self.has_started(place).await? =>
            {
                self.end(place, PlaceEvent::Start, None).await
            }
            // Staff decide about what the user has sent.
            (PlaceState::Offered, _) if place.undecided_proofs().next().is_some() => Ok(()),
            (PlaceState::Offered, Some(offer)) if offer_expires_at(offer.pay_by) <= now => {
                self.end(place, PlaceEvent::Expire, None).await
            }
            // The offer itself, or the refusal of a proof of payment, is reminder enough when it came later than that.
            (PlaceState::Offered, Some(offer))
                if payment_reminder_at(offer.pay_by) <= now
                    && place.last_decided_at() < payment_reminder_at(offer.pay_by) =>
            {
                Ok(self.places.remind_of_payment(place).await?)
            }
            _ => Ok(()),
        }
    }

    /// Whether the run has started. It may have been postponed since the user asked for it, or have left the catalogue.
    async fn has_started(&self, place: &PlaceRequest) -> Result<bool, PlaceError> {
        let run = self.places.details.find_run(&place.course_id, &place.run_id).await?;
        Ok(run.is_none_or(|counted| counted.run.has_started(clock::now())))
    }

    async fn end(&self, place: &PlaceRequest, event: PlaceEvent, reason: Option<String>) -> Result<(), PlaceError> {
        let change = PlaceChange {
            reason,
            ..PlaceChange::new(event)
        };
        match self.places.change(place, change).await {
            Ok(Some(ended)) => Ok(self.places.tell(&ended).await?),
            // Somebody else was faster, or the offer is partly paid: staff decide.
            Ok(None)
            | Err(
                PlaceError::State(_)
                | PlaceError::Changed
                | PlaceError::MoneyHeld
                | PlaceError::ProofUndecided
                | PlaceError::UserNotFound,
            ) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
