//! `DELETE /users/me/email`: cancels the pending change of the email address.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::{Wired, Wiring};
use auth::{authenticate, tokens::Tokens};
use platform::config::ConfigError;
use store::users::UsersTable;

pub struct CancelEmailChange {
    tokens: Tokens,
    users: UsersTable,
}

impl Wired for CancelEmailChange {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}

impl Endpoint for CancelEmailChange {
    /// Idempotent: the response is the same when nothing is pending.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        self.users.cancel_email_change(&user).await?;
        ApiResponse::message(request, Message::EmailChangeCancelled)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
