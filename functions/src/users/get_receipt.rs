//! `GET /users/me/receipts/{number}`: returns a receipt of the user.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::ReceiptNumber;
use store::{payments::PaymentsTable, users::UsersTable};

wired! {
    pub struct GetReceipt(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        payments: PaymentsTable = wiring.payments()?,
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
}
