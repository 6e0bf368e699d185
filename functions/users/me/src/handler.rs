//! `GET /users/me`: tells whose the token is (contract, call 3).

use lambda_http::http::StatusCode;
use shared::{
    auth::{session::authenticate, tokens::Tokens},
    http::{Answer, ApiRequest, ApiResult, Data, Endpoint},
    profile::{Profiles, etag},
    store::users::UsersTable,
};

/// What the endpoint works with.
pub(crate) struct Me {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) profiles: Profiles,
}

impl Endpoint for Me {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let data = self.profiles.view(&user, request.language()).await?;
        Ok(Answer::private(request, StatusCode::OK, Data { data })?.with_etag(&etag(&user)))
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
