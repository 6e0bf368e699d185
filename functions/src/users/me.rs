//! `GET /users/me`: returns the profile of the signed-in user (contract, call 3).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    profile_view::{ProfileViews, etag},
    wired,
};
use auth::{authenticate_session, sessions::record_use, tokens::Tokens};
use store::users::UsersTable;

wired! {
    pub struct Me(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        profiles: ProfileViews = wiring.profiles()?,
    }
}

impl Endpoint for Me {
    /// The web app sends this request at every start, so only this request records the use of a session.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let signed_in = authenticate_session(&self.tokens, &self.users, request).await?;
        let user = &signed_in.user;
        let view = self.profiles.view(user, request.language());
        let (data, ()) = tokio::join!(view, record_use(&self.users, &signed_in));
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data: data? })?.with_etag(&etag(user)))
    }
}
