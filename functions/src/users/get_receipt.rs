//! `GET /users/me/receipts/{number}`: returns a receipt of the user.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{Wired, Wiring};
use auth::{authenticate, tokens::Tokens};
use domain::ReceiptNumber;
use platform::config::ConfigError;
use store::{payments::PaymentsTable, users::UsersTable};

pub struct GetReceipt {
    tokens: Tokens,
    users: UsersTable,
    payments: PaymentsTable,
}

impl Wired for GetReceipt {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            payments: wiring.payments()?,
        })
    }
}

impl Endpoint for GetReceipt {
    /// A receipt of another user is not found, like one that does not exist.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?.user_id;
        let not_found = || ApiError::not_found(ErrorCode::ReceiptNotFound);
        let number: ReceiptNumber = request.path_id("number").ok_or_else(not_found)?;
        let stored = self.payments.receipt(number).await?;
        let stored = stored.filter(|stored| stored.user_id.as_ref() == Some(&user));
        let data = stored.ok_or_else(not_found)?.receipt;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
