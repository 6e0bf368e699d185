//! `POST /users/logout`: ends the session of the request.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::{Wired, Wiring};
use auth::{read_access_token, tokens::Tokens};
use platform::config::ConfigError;
use store::users::UsersTable;

pub struct Logout {
    tokens: Tokens,
    users: UsersTable,
}

impl Wired for Logout {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
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

    /// Its role may end a session, and read no user.
    async fn warm_up(&self) {
        self.tokens.warm_up().await;
    }
}
