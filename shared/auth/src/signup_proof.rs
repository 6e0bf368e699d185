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
    tokens::{TokenError, TokenIssuer, TokenPurpose, Tokens},
};

const COOKIE: &str = "__Host-signup";

/// The cookie with the proof that this browser has signed the user up. It lasts as long as the verification link.
pub async fn cookie(tokens: &TokenIssuer, user: &User) -> Result<Cookie<'static>, TokenError> {
    let proof = tokens.issue(user, TokenPurpose::Signup, LIFETIME).await?;
    Ok(host_cookie(COOKIE, proof, LIFETIME))
}

pub fn expired_cookie() -> Cookie<'static> {
    host_cookie(COOKIE, "", Duration::ZERO)
}

/// The user that the browser has signed up. None without a valid proof.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::samples::{request, request_with, tokens, user};

    #[tokio::test]
    async fn the_browser_of_a_sign_up_names_its_user_for_as_long_as_the_link_is_valid() {
        let (tokens, user) = (tokens(), user(json!({})));
        let proof = cookie(&tokens, &user).await.unwrap();
        assert_eq!(proof.max_age().unwrap().whole_days(), 3);
        let named = user_id(&tokens, &request_with(&proof)).await.unwrap();
        assert_eq!(named, Some(user.user_id));
        for other in [request(&[]), request_with(&Cookie::new(COOKIE, "forged"))] {
            assert_eq!(user_id(&tokens, &other).await.unwrap(), None);
        }
        let expired = expired_cookie();
        assert_eq!(expired.name(), proof.name());
        assert!(expired.value().is_empty() && expired.max_age().unwrap().is_zero());
    }
}
