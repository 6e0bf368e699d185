//! `DELETE /users/me/sessions`: ends all sessions of the user but that of the request.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use auth::authenticate_session;

use crate::wiring::EndOtherSessions;

impl Endpoint for EndOtherSessions {
    /// It also ends access tokens that predate sessions, unless the request has one: such tokens cannot be distinguished.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let signed_in = authenticate_session(&self.tokens, &self.users, request).await?;
        match &signed_in.session {
            // The session has ended since it was read. The other sessions stay.
            Some(session) if !self.users.end_other_sessions(&signed_in.user, session).await? => {
                return Err(ErrorCode::Unauthorized.into());
            }
            Some(_) => {}
            None => self.users.end_all_sessions(&signed_in.user.user_id).await?,
        }
        ApiResponse::message(request, Message::OtherSessionsEnded)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
