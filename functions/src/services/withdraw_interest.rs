//! `DELETE /services/{id}/interest`: the user no longer wants to be told when a service opens.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::ServiceArea;
use store::users::UsersTable;

wired! {
    pub struct WithdrawInterest(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for WithdrawInterest {
    /// Succeeds without an interest, too: a repetition after a lost response gets the same response as the first request. The service
    /// may have opened meanwhile.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let area: Option<ServiceArea> = request.path_id("id");
        let area = area.ok_or_else(|| ApiError::not_found(ErrorCode::ServiceNotFound))?;
        if user.interest_in(area).is_some() {
            self.users.withdraw_interest(&user.user_id, area).await?;
        }
        ApiResponse::message(request, Message::InterestWithdrawn)
    }
}
