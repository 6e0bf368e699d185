//! Authenticates requests.

use api::{ApiRequest, ApiResult, ErrorCode};
use domain::SessionId;
use platform::clock;
use store::users::{User, UsersTable};

use crate::tokens::{Claims, TokenPurpose, Tokens};

#[derive(Debug)]
pub struct SignedIn {
    pub user: User,
    /// The session of the access token. None for a token of a former release, which predates sessions.
    pub session: Option<SessionId>,
}

/// The signed-in user: the one whose access token the request has.
pub async fn authenticate(tokens: &Tokens, users: &UsersTable, request: &ApiRequest) -> ApiResult<User> {
    Ok(authenticate_session(tokens, users, request).await?.user)
}

/// As [`authenticate`], with the session.
///
/// The session must be in the item of the user, so that signing out, a new password, a block or a deletion ends access tokens at the
/// next request. Only a token of a former release may have no session, and must have the user's token version.
///
/// # Errors
/// `unauthorized` when the token is missing, malformed, expired or revoked; `account_blocked`; and when the table cannot be read.
pub async fn authenticate_session(tokens: &Tokens, users: &UsersTable, request: &ApiRequest) -> ApiResult<SignedIn> {
    let claims = read_access_token(tokens, request).await?;
    let user = users.find(&claims.sub).await?.ok_or(ErrorCode::Unauthorized)?;
    // A block also revokes the tokens. It is checked first, so that a blocked user gets `account_blocked`.
    if user.blocked {
        return Err(ErrorCode::AccountBlocked.into());
    }
    let is_valid = match &claims.sid {
        Some(session) => user.live_session(session, clock::seconds()).is_some(),
        None => claims.is_former && user.token_version == claims.ver,
    };
    if !is_valid {
        return Err(ErrorCode::Unauthorized.into());
    }
    let session = claims.sid;
    Ok(SignedIn { user, session })
}

/// The claims of a request's access token, which may have been revoked.
///
/// # Errors
/// `unauthorized` when the token is missing, malformed or expired; and when the signing key cannot be read.
pub async fn read_access_token(tokens: &Tokens, request: &ApiRequest) -> ApiResult<Claims> {
    let token = request.bearer_token().ok_or(ErrorCode::Unauthorized)?;
    let claims = tokens.read(token, TokenPurpose::Access).await;
    claims.map_err(|error| error.into_api_error(ErrorCode::Unauthorized))
}
