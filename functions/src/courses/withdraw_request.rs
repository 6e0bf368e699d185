//! `DELETE /courses/{id}/requests`: withdraws the user's request for a place in a course, or gives up the place that is reserved.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    places::{PlaceChange, PlaceError, Places},
    wired,
};
use auth::{idempotency::Idempotency, tokens::Tokens};
use domain::{PlaceEvent, PlaceState};
use store::place_requests::PlaceRequest;

use super::find_place;

wired! {
    pub struct WithdrawRequest(wiring), warm_up(tokens, places.users) {
        idempotency: Idempotency = wiring.idempotency()?,
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
    }
}

impl Endpoint for WithdrawRequest {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl WithdrawRequest {
    /// The response to a request that is not repeated.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        let withdrawn = Box::pin(self.places.change(&place, PlaceChange::new(PlaceEvent::Withdraw)));
        match withdrawn.await {
            Ok(_) => {}
            Err(PlaceError::State(PlaceState::Confirmed)) => return Err(ErrorCode::AlreadyEnrolled.into()),
            // It was withdrawn: by another API request, or by this one, if the first attempt lost its response.
            Err(PlaceError::Changed) if !self.is_open(&place).await? => {}
            Err(error) => return Err(error.of_user()),
        }
        ApiResponse::message(request, Message::PlaceRequestWithdrawn)
    }

    async fn is_open(&self, read: &PlaceRequest) -> ApiResult<bool> {
        let place = self.places.requests.find(&read.user_id, &read.course_id).await?;
        Ok(place.is_some_and(|place| place.state.is_open()))
    }
}
