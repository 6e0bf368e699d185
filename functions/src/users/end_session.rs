//! `DELETE /users/me/sessions/{id}`: ends a session of the user.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::SessionId;
use store::users::UsersTable;

wired! {
    pub struct EndSession(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for EndSession {
    /// The session of another user gets the same error as one that does not exist.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let id: Option<SessionId> = request.path_id("id");
        let id = id.filter(|id| user.sessions.as_ref().is_some_and(|all| all.contains_key(id)));
        let id = id.ok_or_else(|| ApiError::not_found(ErrorCode::SessionNotFound))?;
        self.users.end_session(&user.user_id, &id).await?;
        ApiResponse::message(request, Message::SessionEnded)
    }
}
