//! The claims of tokens: JWTs of a fixed algorithm for each kind of key, each for one purpose.

use domain::{EmailChangeId, SessionId, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::{Deserialize, Serialize};

use crate::jws;

/// The algorithm of tokens. A token that names another than that of its key is refused.
pub(crate) const ALGORITHM: Algorithm = Algorithm::EdDSA;
/// The algorithm of tokens of former releases, which are no longer issued.
pub(crate) const FORMER_ALGORITHM: Algorithm = Algorithm::HS256;

#[derive(Debug, Clone, Copy)]
pub(crate) enum VerifyingKey<'a> {
    /// A public key of Ed25519.
    Public(&'a [u8]),
    /// The key of a former release.
    Former(&'a [u8]),
}

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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    pub sub: UserId,
    /// When it was issued, in seconds since the epoch.
    pub iat: u64,
    /// When it expires, in seconds since the epoch.
    pub exp: u64,
    /// The user's token version when it was issued. A later version revokes a token without a session; a session has its own.
    pub ver: u64,
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
    /// Whether a former release has issued the token, whose access tokens may have no session. Not in the token: its key shows it.
    #[serde(skip)]
    pub is_former: bool,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ClaimsError {
    #[error(transparent)]
    Invalid(#[from] jsonwebtoken::errors::Error),
    #[error("it is for another purpose")]
    OtherPurpose,
}

/// The claims of a token that was signed with this key.
pub(crate) fn read_signed(token: &str, purpose: TokenPurpose, key: VerifyingKey<'_>) -> Result<Claims, ClaimsError> {
    jws::install();
    let (algorithm, decoding, is_former) = match key {
        VerifyingKey::Public(key) => (ALGORITHM, DecodingKey::from_ed_der(key), false),
        VerifyingKey::Former(key) => (FORMER_ALGORITHM, DecodingKey::from_secret(key), true),
    };
    let mut validation = Validation::new(algorithm);
    validation.set_required_spec_claims(&["exp", "sub"]);
    validation.leeway = 0;
    let claims = decode::<Claims>(token, &decoding, &validation)?.claims;
    if claims.purpose == purpose {
        Ok(Claims { is_former, ..claims })
    } else {
        Err(ClaimsError::OtherPurpose)
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use hmac::{Hmac, KeyInit, Mac};
    use jsonwebtoken::{EncodingKey, Header, encode, get_current_timestamp};
    use serde_json::{Value, json};
    use sha2::Sha256;

    use super::*;

    /// The example in RFC 8037, appendix A.4.
    const SEED: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
    const PUBLIC: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

    fn session() -> Value {
        let now = get_current_timestamp();
        json!({"sub": "0123456789abcdef0123456789abcdef", "iat": now, "exp": now + 60, "ver": 3, "purpose": "session"})
    }

    fn signed(claims: &Value) -> String {
        jws::install();
        let seed = URL_SAFE_NO_PAD.decode(SEED).unwrap();
        encode(&Header::new(ALGORITHM), claims, &EncodingKey::from_ed_der(&seed)).unwrap()
    }

    fn read(token: &str) -> Result<Claims, ClaimsError> {
        let key = URL_SAFE_NO_PAD.decode(PUBLIC).unwrap();
        read_signed(token, TokenPurpose::Access, VerifyingKey::Public(&key))
    }

    fn is_accepted(token: &str) -> bool {
        read(token).is_ok()
    }

    #[test]
    fn reads_the_claims_of_a_signed_token() {
        let claims = read(&signed(&session())).unwrap();
        assert_eq!(claims.sub.as_str(), "0123456789abcdef0123456789abcdef");
        assert_eq!((claims.ver, claims.purpose), (3, TokenPurpose::Access));
        assert_eq!(
            (claims.mailbox, claims.sid, claims.jti, claims.is_former),
            (None, None, None, false)
        );
    }

    /// Whoever knows a public key could otherwise use it as the key of a MAC.
    #[test]
    fn refuses_a_token_of_another_algorithm_than_that_of_its_key() {
        let key = URL_SAFE_NO_PAD.decode(PUBLIC).unwrap();
        let encoded = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let message = format!(
            "{}.{}",
            encoded(&json!({"alg": "HS256", "typ": "JWT"})),
            encoded(&session())
        );
        let mac = Hmac::<Sha256>::new_from_slice(&key).unwrap().chain_update(&message);
        let token = format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()));
        assert!(!is_accepted(&token));
        let former = read_signed(&token, TokenPurpose::Access, VerifyingKey::Former(&key)).unwrap();
        assert!(former.is_former);
        let key = VerifyingKey::Former(&key);
        assert!(read_signed(&signed(&session()), TokenPurpose::Access, key).is_err());
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
        assert!(read_signed(&token, TokenPurpose::Access, VerifyingKey::Public(&[7; 32])).is_err());

        let (message, _) = token.rsplit_once('.').unwrap();
        assert!(!is_accepted(&format!("{message}.")));
        let encoded = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let unsigned = encoded(&json!({"alg": "none", "typ": "JWT"}));
        assert!(!is_accepted(&format!("{unsigned}.{}.", encoded(&session()))));
    }
}
