//! `GET /users/me/passkeys`: lists the passkeys of the user.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use passkeys::PasskeyView;
use store::users::UsersTable;

wired! {
    pub struct ListPasskeys(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for ListPasskeys {
    /// The passkey that was added first is the first.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let mut passkeys: Vec<_> = user.passkeys.iter().flatten().collect();
        passkeys.sort_by_key(|(id, passkey)| (passkey.created_at, id.as_str()));
        let views = passkeys.into_iter().map(|(id, passkey)| PasskeyView::new(id, passkey));
        let data = views.collect::<Result<Vec<_>, _>>()?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
