//! `GET /users/me`: returns the profile of the signed-in user (contract, call 3).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::profile_view::etag;
use auth::authenticate;

use crate::wiring::Me;

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
