//! `POST /services/{id}/interest`: the user wants to be told by email when a service opens.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{
    authenticate,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use domain::ServiceArea;
use platform::clock;
use store::users::UsersTable;

wired! {
    pub struct AddInterest(wiring), warm_up(tokens, users, rate_limiter) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_user: RateLimit = wiring.rate_limit(rate_limits::INTERESTS_PER_USER)?,
    }
}

impl Endpoint for AddInterest {
    /// A repetition changes nothing, and does not count.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let area: Option<ServiceArea> = request.path_id("id");
        let area = area.ok_or_else(|| ApiError::not_found(ErrorCode::ServiceNotFound))?;
        if area.is_open() {
            return Err(ErrorCode::ServiceOpen.into());
        }
        if user.interest_in(area).is_none() {
            let attempts = self.rate_limiter.for_request();
            attempts.count(&self.per_user, user.user_id.as_str()).await?;
            let added = self.users.add_interest(&user, area, clock::seconds());
            if !attempts.refund_on_failure(added).await? {
                // A deletion has ended the session.
                return Err(ErrorCode::Unauthorized.into());
            }
        }
        ApiResponse::message(request, Message::InterestAdded)
    }
}
