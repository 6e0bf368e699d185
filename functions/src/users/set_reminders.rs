//! `PUT /users/me/reminders`: sets whether emails remind the signed-in user of sessions.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use serde::{Deserialize, Serialize};
use store::users::UsersTable;

wired! {
    pub struct SetReminders(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

/// The payload, and the data of the response.
#[derive(Serialize, Deserialize)]
struct Reminders {
    reminders: bool,
}

impl Endpoint for SetReminders {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let data: Reminders = request.json()?;
        if data.reminders != user.wants_reminders() && !self.users.set_reminders(&user.user_id, data.reminders).await? {
            // The user was deleted meanwhile.
            return Err(ErrorCode::Unauthorized.into());
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
