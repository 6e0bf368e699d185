//! `PUT /users/me/language`: sets the language of emails to the signed-in user.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::Language;
use serde::{Deserialize, Serialize};
use store::users::UsersTable;

wired! {
    pub struct SetLanguage(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

/// The payload, and the data of the response.
#[derive(Serialize, Deserialize)]
struct EmailLanguage {
    language: Language,
}

impl Endpoint for SetLanguage {
    /// The only request besides the sign-up that sets the language. Others name the language of a page, which may be that of a borrowed
    /// device.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let data: EmailLanguage = request.json()?;
        if data.language != user.language && !self.users.set_language(&user.user_id, data.language).await? {
            // The user was deleted meanwhile.
            return Err(ErrorCode::Unauthorized.into());
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
