//! `GET /users/me/passkeys`: lists the passkeys of the user.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use auth::{authenticate, tokens::Tokens};
use passkeys::PasskeyView;
use platform::config::ConfigError;
use store::users::UsersTable;

pub struct ListPasskeys {
    tokens: Tokens,
    users: UsersTable,
}

impl Wired for ListPasskeys {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
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

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
