//! `DELETE /users/me/email`: cancels the pending change of the email address.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use store::users::UsersTable;

wired! {
    pub struct CancelEmailChange(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for CancelEmailChange {
    /// Idempotent: the response is the same when nothing is pending.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        self.users.cancel_email_change(&user).await?;
        ApiResponse::message(request, Message::EmailChangeCancelled)
    }
}
