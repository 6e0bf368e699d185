//! Authenticates requests.

use api::{ApiRequest, ApiResult, ErrorCode};
use store::users::{User, UsersTable};

use crate::tokens::{TokenPurpose, Tokens};

/// The signed-in user: the one whose access token the request has.
///
/// The token must have the user's token version, so that a new password, a block or a deletion ends all access tokens at the next
/// request.
///
/// # Errors
/// `unauthorized` when the token is missing, malformed, expired or revoked; `account_blocked`; and when the table cannot be read.
pub async fn authenticate(tokens: &Tokens, users: &UsersTable, request: &ApiRequest) -> ApiResult<User> {
    let token = request.bearer_token().ok_or(ErrorCode::Unauthorized)?;
    let claims = tokens.read(token, TokenPurpose::Access).await;
    let claims = claims.map_err(|error| error.into_api_error(ErrorCode::Unauthorized))?;
    let user = users.find(&claims.sub).await?.ok_or(ErrorCode::Unauthorized)?;
    // A block also revokes the tokens. It is checked first, so that a blocked user learns of it.
    if user.blocked {
        return Err(ErrorCode::AccountBlocked.into());
    }
    if user.token_version != claims.ver {
        return Err(ErrorCode::Unauthorized.into());
    }
    Ok(user)
}
