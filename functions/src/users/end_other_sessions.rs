//! `DELETE /users/me/sessions`: ends all sessions of the user but that of the request.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{authenticate_session, devices::Devices, tokens::Tokens};
use store::users::UsersTable;

wired! {
    pub struct EndOtherSessions(wiring), warm_up(tokens, users, devices) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        devices: Devices = wiring.devices()?,
    }
}

impl Endpoint for EndOtherSessions {
    /// It also ends access tokens that predate sessions, unless the request has one: such tokens cannot be distinguished. The devices of
    /// the other sessions are no longer known, and that of the request stays known. With such a token, all devices stay known.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let signed_in = authenticate_session(&self.tokens, &self.users, request).await?;
        let user = if let Some(session) = &signed_in.session {
            let user = self.users.end_other_sessions(&signed_in.user, session).await?;
            // The session has ended since it was read. The other sessions stay.
            user.ok_or(ErrorCode::Unauthorized)?
        } else {
            self.users.end_all_sessions(&signed_in.user.user_id).await?;
            signed_in.user
        };
        let device = self.devices.remember(request, &user).await?;
        Ok(ApiResponse::message(request, Message::OtherSessionsEnded)?.with_cookie(&device))
    }
}
