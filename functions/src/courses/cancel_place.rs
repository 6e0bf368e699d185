//! `DELETE /courses/{id}/place`: gives up the user's confirmed place in a course.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    places::{PlaceChange, PlaceError, Places, today},
    wired,
};
use auth::{idempotency::Idempotency, tokens::Tokens};
use domain::{PlaceEvent, PlaceState};
use platform::clock;

use super::find_place;

wired! {
    pub struct CancelPlace(wiring), warm_up(tokens, places.users) {
        idempotency: Idempotency = wiring.idempotency()?,
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
    }
}

impl Endpoint for CancelPlace {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl CancelPlace {
    /// The response to a request that is not repeated. A place that the user has cancelled before stays so.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        match place.state {
            PlaceState::Cancelled => return ApiResponse::message(request, Message::PlaceCancelled),
            PlaceState::Confirmed => {}
            _ => return Err(ApiError::not_found(ErrorCode::PlaceRequestNotFound)),
        }
        let run = self.places.details.find_run(&place.course_id, &place.run_id).await?;
        if run.map_or(place.end < today(), |counted| counted.run.has_ended(clock::now())) {
            return Err(ErrorCode::RunOver.into());
        }
        let cancelled = Box::pin(self.places.change(&place, PlaceChange::new(PlaceEvent::Cancel))).await;
        if let Some(cancelled) = cancelled.map_err(PlaceError::of_user)? {
            Box::pin(self.places.tell_in_time(&cancelled)).await;
        }
        ApiResponse::message(request, Message::PlaceCancelled)
    }
}
