//! `DELETE /courses/{id}/requests`: withdraws the user's request for a place in a course, or gives up the place that is reserved.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    Wired, Wiring,
    places::{PlaceChange, PlaceError, Places},
};
use auth::{authenticate, idempotency::Idempotency, tokens::Tokens};
use domain::{CourseId, PlaceEvent, PlaceState, UserId};
use platform::config::ConfigError;

pub struct WithdrawRequest {
    idempotency: Idempotency,
    tokens: Tokens,
    places: Places,
}

impl Wired for WithdrawRequest {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            idempotency: wiring.idempotency()?,
            tokens: wiring.tokens()?,
            places: wiring.places()?,
        })
    }
}

impl Endpoint for WithdrawRequest {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.places.users.warm_up());
    }
}

impl WithdrawRequest {
    /// The response to a request that is not repeated. The course may have left the catalogue.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.places.users, request).await?.user_id;
        let not_found = || ApiError::not_found(ErrorCode::PlaceRequestNotFound);
        let course: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let place = self.places.requests.find(&user, &course).await?;
        let place = place.ok_or_else(not_found)?;
        let withdrawn = Box::pin(self.places.change(&place, PlaceChange::new(PlaceEvent::Withdraw)));
        match withdrawn.await {
            Ok(_) => {}
            Err(PlaceError::State(PlaceState::Confirmed)) => return Err(ErrorCode::AlreadyEnrolled.into()),
            // It was withdrawn: by another API request, or by this one, if the first attempt lost its response.
            Err(PlaceError::Changed) if !self.is_open(&place.user_id, &course).await? => {}
            Err(error) => return Err(error.of_user()),
        }
        ApiResponse::message(request, Message::PlaceRequestWithdrawn)
    }

    async fn is_open(&self, user: &UserId, course: &CourseId) -> ApiResult<bool> {
        let place = self.places.requests.find(user, course).await?;
        Ok(place.is_some_and(|place| place.state.is_open()))
    }
}
