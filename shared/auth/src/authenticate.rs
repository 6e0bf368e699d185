//! Who a request comes from.

use api::{ApiRequest, ApiResult, ErrorCode};
use store::users::{User, UsersTable};

use crate::tokens::{Purpose, Tokens};

/// The account whose token a request carries.
///
/// The token's version must be the account's: a changed password, a block or a deletion ends every token at the next call.
///
/// # Errors
/// `unauthorized` for no, a bad, an expired or a revoked token; `account_blocked`; what the table fails with.
pub async fn authenticate(tokens: &Tokens, users: &UsersTable, request: &ApiRequest) -> ApiResult<User> {
    let token = request.bearer_token().ok_or(ErrorCode::Unauthorized)?;
    let claims = tokens.read(token, Purpose::Session).await;
    let claims = claims.map_err(|error| error.into_api_error(ErrorCode::Unauthorized))?;
    let user = users.find(&claims.sub).await?.ok_or(ErrorCode::Unauthorized)?;
    // A block ends the tokens too. Whoever is blocked is to learn that, so it comes first.
    if user.blocked {
        return Err(ErrorCode::AccountBlocked.into());
    }
    if user.token_version != claims.ver {
        return Err(ErrorCode::Unauthorized.into());
    }
    Ok(user)
}
