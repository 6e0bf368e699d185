//! `DELETE /courses/{id}/requests`: withdraws the user's request for a place in a course.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{Wired, Wiring};
use auth::{authenticate, idempotency::Idempotency, tokens::Tokens};
use domain::{CourseId, PlaceRequestState};
use platform::config::ConfigError;
use store::{place_requests::PlaceRequestsTable, users::UsersTable};

pub struct WithdrawRequest {
    idempotency: Idempotency,
    tokens: Tokens,
    users: UsersTable,
    requests: PlaceRequestsTable,
}

impl Wired for WithdrawRequest {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            idempotency: wiring.idempotency()?,
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            requests: wiring.place_requests()?,
        })
    }
}

impl Endpoint for WithdrawRequest {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

impl WithdrawRequest {
    /// The response to a request that is not repeated.
    ///
    /// Only a pending request can be withdrawn. The course may have left the catalogue.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?.user_id;
        let not_found = || ApiError::not_found(ErrorCode::PlaceRequestNotFound);
        let course: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let stored = self.requests.find(&user, &course).await?;
        check_withdrawable(stored.ok_or_else(not_found)?.state)?;
        if !self.requests.withdraw(&user, &course).await? {
            // It was decided, or is already withdrawn: by another API request, or by this one, if the first attempt lost its response.
            if let Some(decided) = self.requests.find(&user, &course).await? {
                check_withdrawable(decided.state)?;
            }
        }
        ApiResponse::message(request, Message::PlaceRequestWithdrawn)
    }
}

fn check_withdrawable(state: PlaceRequestState) -> ApiResult<()> {
    match state {
        PlaceRequestState::Pending => Ok(()),
        PlaceRequestState::Accepted => Err(ErrorCode::AlreadyEnrolled.into()),
        PlaceRequestState::Declined => Err(ApiError::not_found(ErrorCode::PlaceRequestNotFound)),
    }
}
