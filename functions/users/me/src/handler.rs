//! `GET /users/me`: tells whose the token is (contract, call 3).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    Wiring,
    profile_view::{ProfileViews, etag},
};
use auth::{authenticate, tokens::Tokens};
use platform::config::ConfigError;
use store::users::UsersTable;

/// What the endpoint works with.
pub(crate) struct Me {
    tokens: Tokens,
    users: UsersTable,
    profiles: ProfileViews,
}

impl Me {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            profiles: wiring.profiles()?,
        })
    }
}

impl Endpoint for Me {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let data = self.profiles.view(&user, request.language()).await?;
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_etag(&etag(&user)))
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
