//! The claims of tokens: JWTs with one fixed algorithm, each for one purpose.

use domain::{EmailChangeId, SessionId, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::{Deserialize, Serialize};

use crate::hs256;

/// The only algorithm. A token that names another is refused.
pub(crate) const ALGORITHM: Algorithm = Algorithm::HS256;

/// What a token allows. A token of one purpose is refused for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenPurpose {
    /// Authenticates requests of a signed-in user.
    #[serde(rename = "session")]
    Access,
    /// Proves control of a mailbox.
    #[serde(rename = "verify_email")]
    EmailVerification,
    /// Proves that a browser has signed a user up.
    #[serde(rename = "signup")]
    Signup,
    /// Confirms a change of the email address, from the new mailbox.
    #[serde(rename = "change_email")]
    EmailChange,
    /// Reverts a change of the email address, from the old mailbox.
    #[serde(rename = "revert_email")]
    EmailReversal,
}

/// The claims of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The user.
    pub sub: UserId,
    /// When it was issued, in seconds since the epoch.
    pub iat: u64,
    /// When it expires, in seconds since the epoch.
    pub exp: u64,
    /// The user's token version when it was issued. A later version revokes a token without a session; a session has its own.
    pub ver: u64,
    /// What it allows.
    pub purpose: TokenPurpose,
    /// The mailbox to which a verification token was sent. None in other tokens, and in verification tokens of older releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mailbox: Option<String>,
    /// The session of an access token. None in other tokens, and in access tokens that predate sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<SessionId>,
    /// The change of the email address that the token is about. None in other tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jti: Option<EmailChangeId>,
}

/// Why a token is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClaimsError {
    /// It is not ours, or has expired.
    #[error(transparent)]
    Invalid(#[from] jsonwebtoken::errors::Error),
    /// It has another purpose.
    #[error("it is for another purpose")]
    OtherPurpose,
}

/// The claims of a token that was signed with this key.
///
/// # Errors
/// When its signature is not valid, and when it has expired or has another purpose.
pub(crate) fn read_signed(token: &str, purpose: TokenPurpose, key: &[u8]) -> Result<Claims, ClaimsError> {
    hs256::install();
    let mut validation = Validation::new(ALGORITHM);
    validation.set_required_spec_claims(&["exp", "sub"]);
    validation.leeway = 0;
    let claims = decode::<Claims>(token, &DecodingKey::from_secret(key), &validation)?.claims;
    if claims.purpose == purpose {
        Ok(claims)
    } else {
        Err(ClaimsError::OtherPurpose)
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use jsonwebtoken::{EncodingKey, Header, encode, get_current_timestamp};
    use serde_json::{Value, json};

    use super::*;

    const KEY: &[u8] = b"a key of the tests";

    fn session() -> Value {
        let now = get_current_timestamp();
        json!({"sub": "0123456789abcdef0123456789abcdef", "iat": now, "exp": now + 60, "ver": 3, "purpose": "session"})
    }

    fn signed(claims: &Value) -> String {
        hs256::install();
        encode(&Header::new(ALGORITHM), claims, &EncodingKey::from_secret(KEY)).unwrap()
    }

    fn is_accepted(token: &str) -> bool {
        read_signed(token, TokenPurpose::Access, KEY).is_ok()
    }

    #[test]
    fn reads_the_claims_of_a_signed_token() {
        let claims = read_signed(&signed(&session()), TokenPurpose::Access, KEY).unwrap();
        assert_eq!(claims.sub.as_str(), "0123456789abcdef0123456789abcdef");
        assert_eq!((claims.ver, claims.purpose), (3, TokenPurpose::Access));
        assert_eq!((claims.mailbox, claims.sid, claims.jti), (None, None, None));
    }

    #[test]
    fn refuses_a_token_for_another_purpose() {
        for purpose in ["verify_email", "signup", "change_email", "revert_email", "admin"] {
            let mut claims = session();
            claims["purpose"] = purpose.into();
            assert!(!is_accepted(&signed(&claims)), "{purpose}");
        }
    }

    #[test]
    fn refuses_a_token_from_the_second_after_it_expired() {
        let now = get_current_timestamp();
        let mut claims = session();
        claims["exp"] = (now - 1).into();
        assert!(!is_accepted(&signed(&claims)));
    }

    #[test]
    fn refuses_a_token_without_a_claim() {
        for name in ["sub", "iat", "exp", "ver", "purpose"] {
            let mut claims = session();
            claims.as_object_mut().unwrap().remove(name);
            assert!(!is_accepted(&signed(&claims)), "{name}");
        }
    }

    #[test]
    fn refuses_a_token_that_the_key_has_not_signed() {
        let token = signed(&session());
        assert!(is_accepted(&token));
        assert!(read_signed(&token, TokenPurpose::Access, b"another key").is_err());

        let (message, _) = token.rsplit_once('.').unwrap();
        assert!(!is_accepted(&format!("{message}.")));
        let encoded = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let unsigned = encoded(&json!({"alg": "none", "typ": "JWT"}));
        assert!(!is_accepted(&format!("{unsigned}.{}.", encoded(&session()))));
    }
}
