//! `POST /users/logout`: ends the session of the request.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::wired;
use auth::{read_access_token, tokens::Tokens};
use store::users::UsersTable;

wired! {
    // Its role may end a session, and read no user.
    pub struct Logout(wiring), warm_up(tokens) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for Logout {
    /// It can be repeated: a token of a session that has ended is accepted. A token that predates sessions has none, and stays valid until
    /// it expires.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let claims = read_access_token(&self.tokens, request).await?;
        if let Some(session) = &claims.sid {
            self.users.end_session(&claims.sub, session).await?;
        }
        ApiResponse::message(request, Message::SignedOut)
    }
}
