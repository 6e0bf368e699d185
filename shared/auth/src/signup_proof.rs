//! Sign-up proofs: a cookie of the browser that signed a user up.
//!
//! The proof alone does not sign the user in. Together with the verification link it does, once. Before the verification, the proof allows
//! a correction of the email address.

use std::time::Duration;

use api::{ApiRequest, ApiResult};
use cookie::Cookie;
use domain::UserId;
use store::users::User;

use crate::{
    email_verification::LIFETIME,
    host_cookie::host_cookie,
    tokens::{TokenError, TokenPurpose, Tokens},
};

/// The cookie of a proof.
const COOKIE: &str = "__Host-signup";

/// The cookie with the proof that this browser has signed the user up. It lasts as long as the verification link.
///
/// # Errors
/// When the signing key cannot be read.
pub async fn cookie(tokens: &Tokens, user: &User) -> Result<Cookie<'static>, TokenError> {
    let proof = tokens.issue(user, TokenPurpose::Signup, LIFETIME).await?;
    Ok(host_cookie(COOKIE, proof, LIFETIME))
}

/// A cookie that deletes the one with the proof.
#[must_use]
pub fn expired_cookie() -> Cookie<'static> {
    host_cookie(COOKIE, "", Duration::ZERO)
}

/// The user that the browser has signed up. None without a valid proof.
///
/// # Errors
/// When the signing key cannot be read.
pub async fn user_id(tokens: &Tokens, request: &ApiRequest) -> ApiResult<Option<UserId>> {
    let Some(proof) = request.cookie(COOKIE) else {
        return Ok(None);
    };
    match tokens.read(proof, TokenPurpose::Signup).await {
        Ok(claims) => Ok(Some(claims.sub)),
        Err(TokenError::Refused(_)) => Ok(None),
        Err(TokenError::Secret(error)) => Err(error.into()),
    }
}
