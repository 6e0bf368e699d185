//! `POST /services/{id}/interest`: the user wants to be told by email when a service opens.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{Wired, Wiring};
use auth::{
    authenticate,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use domain::ServiceArea;
use platform::{clock, config::ConfigError};
use store::users::UsersTable;

pub struct AddInterest {
    tokens: Tokens,
    users: UsersTable,
    rate_limiter: RateLimiter,
    per_user: RateLimit,
}

impl Wired for AddInterest {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::INTERESTS_PER_USER)?,
        })
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

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.rate_limiter.warm_up());
    }
}
