//! `GET /staff/places`: lists places by their state, by their run, or by what a payment or a person names.

use std::collections::BTreeSet;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{catalogue::Catalogue, places::PlaceAccount, wired};
use auth::staff::StaffGate;
use domain::{CourseId, EmailAddress, PaymentReference, PlaceState, RunId, StaffRole};
use futures_util::future::try_join_all;
use serde::Serialize;
use store::{
    StoreError,
    audit::Action,
    payments::{Paid, PaymentsTable},
    place_requests::{PlaceQueue, PlaceRequest, PlaceRequestsTable},
};

use super::place_view::ListedPlace;

/// How many places an answer has at most, except those of one run, which are all shown.
const PAGE: i32 = 50;

wired! {
    pub struct ListPlaces(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        payments: PaymentsTable = wiring.payments()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Serialize)]
struct Places {
    places: Vec<ListedPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

impl Endpoint for ListPlaces {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self
            .gate
            .admit(request, &[StaffRole::Admissions, StaffRole::Finance])
            .await?;
        let page = "places".to_owned();
        self.gate.record(&member, None, Action::StaffRead { page }).await?;
        let (places, next) = Box::pin(self.find(request)).await?;
        let refunds = if request.query("state") == Some("refund") {
            self.refunds(&places).await?
        } else {
            vec![None; places.len()]
        };
        let ids: BTreeSet<_> = places.iter().map(|place| place.user_id.clone()).collect();
        let users = self.gate.users.find_all(&ids).await?;
        let courses = self.catalogue.courses().await?;
        let listed = places
            .into_iter()
            .zip(refunds)
            .map(|(place, refund)| ListedPlace::new(place, &users, &courses, request.language()).with_refund(refund));
        let data = Places {
            places: listed.collect(),
            next,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl ListPlaces {
    /// What the request asks for: `q`, else `course` and `run`, else a queue.
    async fn find(&self, request: &ApiRequest) -> Result<(Vec<PlaceRequest>, Option<String>), StoreError> {
        let state: Option<PlaceState> = request.query("state").and_then(|state| state.parse().ok());
        if let Some(named) = request.query("q") {
            return Ok((self.named(named.trim()).await?, None));
        }
        let course: Option<CourseId> = request.query("course").and_then(|id| id.parse().ok());
        let run: Option<RunId> = request.query("run").and_then(|id| id.parse().ok());
        if let (Some(course), Some(run)) = (course, run) {
            let mut places = self.requests.of_run(&course, &run).await?;
            places.retain(|place| state.is_none_or(|state| place.state == state));
            places.sort_by_key(|place| place.requested_at);
            return Ok((places, None));
        }
        let queue = match request.query("state") {
            Some("waiting") => PlaceQueue::Waiting,
            Some("offered") => PlaceQueue::Offered,
            Some("refund") => PlaceQueue::Refund,
            _ => PlaceQueue::Requested,
        };
        self.requests.page(queue, request.query("cursor"), PAGE).await
    }

    /// What is to be paid back for each place.
    async fn refunds(&self, places: &[PlaceRequest]) -> Result<Vec<Option<Paid>>, StoreError> {
        let refunds = places.iter().map(async |place| {
            let payments = self.payments.of_user(&place.user_id).await?;
            let account = PlaceAccount::of(place, &payments);
            Ok(account.and_then(|account| account.written(account.refund_due())))
        });
        try_join_all(refunds).await
    }

    /// The place that a payment names, or all of the user with that email address.
    async fn named(&self, named: &str) -> Result<Vec<PlaceRequest>, StoreError> {
        if let Some(reference) = PaymentReference::parse(named) {
            let Some(found) = self.payments.referenced_place(&reference).await? else {
                return Ok(Vec::new());
            };
            let place = self.requests.find(&found.user_id, &found.course_id).await?;
            return Ok(place.into_iter().collect());
        }
        let Ok(email) = named.parse::<EmailAddress>() else {
            return Ok(Vec::new());
        };
        match self.gate.users.find_by_email(&email).await? {
            Some(user) => self.requests.of_user(&user.user_id).await,
            None => Ok(Vec::new()),
        }
    }
}
