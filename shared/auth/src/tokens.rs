//! Tokens: JWTs, each for one purpose. Functions that issue them have a private key, and all others only public keys.

use std::{
    ops::Deref,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use api::{ApiError, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{EmailAddress, EmailChangeId, SessionId};
use jsonwebtoken::{EncodingKey, Header, decode_header, encode, errors::ErrorKind};
use platform::{causes, clock, warm_up};
use sha2::{Digest, Sha256};
use store::users::{Session, User};

pub use crate::claims::{Claims, TokenPurpose};
use crate::{
    claims::{ALGORITHM, ClaimsError, FORMER_ALGORITHM, VerifyingKey, read_signed},
    jws,
    secrets::{RotatedSecret, SecretError},
    token_keys::{PrivateKey, PublicKeys},
};

#[derive(Debug)]
pub struct Tokens {
    keys: RotatedSecret,
    /// The key of tokens of former releases. None where those are refused.
    former: Option<RotatedSecret>,
}

#[derive(Debug)]
pub struct TokenIssuer {
    tokens: Tokens,
    key: RotatedSecret,
    /// The id of the last key that is known to be published.
    published: Mutex<Option<String>>,
}

/// Why a token is refused. Only the log contains this.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not ours, has expired, or has another purpose. The text quotes nothing of the token.
    #[error("token refused: {0}")]
    Refused(String),
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Tokens {
    /// Reads tokens that the current private key has signed, or the previous one; and those of former releases with their key.
    pub fn new(keys: RotatedSecret, former: Option<RotatedSecret>) -> Self {
        jws::install();
        Self { keys, former }
    }

    /// Refuses a token whose signature is not valid, that has expired, or that has another purpose.
    pub async fn read(&self, token: &str, purpose: TokenPurpose) -> Result<Claims, TokenError> {
        let header = decode_header(token)?;
        let id = header.kid.ok_or_else(|| refused("it names no key"))?;
        let unknown = || refused("it names a key that is not ours");
        if header.alg == FORMER_ALGORITHM {
            let former = self.former.as_ref().ok_or_else(unknown)?;
            let key = former.find(|key| key.id == id).await?.ok_or_else(unknown)?;
            return Ok(read_signed(token, purpose, VerifyingKey::Former(&key.secret))?);
        }
        let find = |version: &_| PublicKeys::published(version).find(&id);
        let mut version = self.keys.find(|version| find(version).is_some()).await?;
        if version.is_none() && PublicKeys::published(&self.keys.current().await?).is_empty() {
            // The first token of a new stack was issued a moment ago.
            version = Some(self.keys.read_again().await?);
        }
        let key = version.as_ref().and_then(find).ok_or_else(unknown)?;
        Ok(read_signed(token, purpose, VerifyingKey::Public(&key))?)
    }

    /// Reads the keys before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.keys.current().await);
    }
}

impl Deref for TokenIssuer {
    type Target = Tokens;

    fn deref(&self) -> &Tokens {
        &self.tokens
    }
}

impl TokenIssuer {
    /// Signs tokens with the key of the current version of that secret.
    pub const fn new(tokens: Tokens, key: RotatedSecret) -> Self {
        Self {
            tokens,
            key,
            published: Mutex::new(None),
        }
    }

    /// A token for a user, which expires after `lifetime`. Access tokens are issued by [`crate::sessions::Sessions`] only.
    ///
    /// # Errors
    /// When the keys cannot be read, and when the public key cannot be published.
    pub async fn issue(&self, user: &User, purpose: TokenPurpose, lifetime: Duration) -> Result<String, TokenError> {
        self.sign(&claims(user, purpose, lifetime)).await
    }

    pub(crate) async fn issue_access(
        &self,
        user: &User,
        id: &SessionId,
        session: &Session,
    ) -> Result<String, TokenError> {
        let claims = Claims {
            sub: user.user_id.clone(),
            iat: session.created_at,
            exp: session.ends_at,
            ver: user.token_version,
            purpose: TokenPurpose::Access,
            mailbox: None,
            sid: Some(id.clone()),
            jti: None,
            is_former: false,
        };
        self.sign(&claims).await
    }

    /// A token about a change of the user's email address, which expires after `lifetime`.
    pub async fn issue_for_email_change(
        &self,
        user: &User,
        purpose: TokenPurpose,
        change: &EmailChangeId,
        lifetime: Duration,
    ) -> Result<String, TokenError> {
        let jti = Some(change.clone());
        self.sign(&Claims {
            jti,
            ..claims(user, purpose, lifetime)
        })
        .await
    }

    async fn sign(&self, claims: &Claims) -> Result<String, TokenError> {
        let version = self.key.current().await?;
        let key = PrivateKey::of(&version).ok_or_else(|| refused("its key is malformed"))?;
        if self.last_published().as_ref() != Some(&key.id) {
            self.publish(&key).await?;
        }
        let header = Header {
            kid: Some(key.id),
            ..Header::new(ALGORITHM)
        };
        Ok(encode(&header, claims, &EncodingKey::from_ed_der(&key.seed))?)
    }

    /// Publishes the public key, and that of the previous private key, unless another instance has done it. Several may do it at the same
    /// time: they publish the same.
    async fn publish(&self, key: &PrivateKey) -> Result<(), TokenError> {
        let keys = &self.tokens.keys;
        let is_published = |version: &_| PublicKeys::published(version).contains(&key.public);
        if keys.find(is_published).await?.is_none() {
            let previous = self.key.previous_version().await?;
            let published = PublicKeys::new(key, previous.as_ref().and_then(PrivateKey::of).as_ref());
            let json = serde_json::to_string(&published).map_err(|_| refused("its key cannot be published"))?;
            keys.replace(json).await?;
        }
        *self.published.lock().unwrap_or_else(PoisonError::into_inner) = Some(key.id.clone());
        Ok(())
    }

    fn last_published(&self) -> Option<String> {
        self.published.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the keys before the first request.
    pub async fn warm_up(&self) {
        self.tokens.warm_up().await;
        warm_up::finish(self.key.current().await);
    }
}

impl Claims {
    /// Whether a verification token was sent to the mailbox that the user has now. A token without a mailbox is one of an older release:
    /// every change of an email address raises the token version.
    pub fn proves_mailbox_of(&self, user: &User) -> bool {
        match &self.mailbox {
            Some(mailbox) => *mailbox == mailbox_hash(&user.email),
            None => self.ver == user.token_version,
        }
    }
}

/// Names a mailbox in a token. The email address itself is not in the token, because the token is part of a URL, which logs contain.
fn mailbox_hash(email: &EmailAddress) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(email.as_str()))
}

impl TokenError {
    /// The API's error: `refused` when the token was refused.
    pub fn into_api_error(self, refused: ErrorCode) -> ApiError {
        match self {
            Self::Refused(_) => ApiError::caused_by(refused, self),
            Self::Secret(error) => error.into(),
        }
    }
}

/// Without the parts of the token that some of these errors quote.
impl From<jsonwebtoken::errors::Error> for TokenError {
    fn from(error: jsonwebtoken::errors::Error) -> Self {
        match error.kind() {
            ErrorKind::Base64(_) => refused("it is not base64"),
            ErrorKind::Json(error) => refused(causes::of_json(error)),
            _ => refused(error.to_string()),
        }
    }
}

impl From<ClaimsError> for TokenError {
    fn from(error: ClaimsError) -> Self {
        match error {
            ClaimsError::Invalid(error) => error.into(),
            ClaimsError::OtherPurpose => refused(error.to_string()),
        }
    }
}

fn claims(user: &User, purpose: TokenPurpose, lifetime: Duration) -> Claims {
    let iat = clock::seconds();
    Claims {
        sub: user.user_id.clone(),
        iat,
        exp: iat + lifetime.as_secs(),
        ver: user.token_version,
        purpose,
        mailbox: (purpose == TokenPurpose::EmailVerification).then(|| mailbox_hash(&user.email)),
        sid: None,
        jti: None,
        is_former: false,
    }
}

fn refused(why: impl Into<String>) -> TokenError {
    TokenError::Refused(why.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        samples::{id, user},
        secrets::SecretVersion,
    };

    const HOUR: Duration = Duration::from_hours(1);

    fn key(id: &str) -> SecretVersion {
        SecretVersion {
            id: id.to_owned(),
            secret: format!("key {id}").into_bytes(),
        }
    }

    /// An issuer whose public keys are published.
    fn tokens(current: &str, previous: Option<&str>) -> TokenIssuer {
        crate::samples::issuer(key(current), previous.map(key))
    }

    #[tokio::test]
    async fn a_token_says_whose_it_is_for_what_and_until_when() {
        let (tokens, user) = (tokens("1", None), user(json!({})));
        let before = jsonwebtoken::get_current_timestamp();
        let token = tokens.issue(&user, TokenPurpose::Signup, HOUR).await.unwrap();
        let claims = tokens.read(&token, TokenPurpose::Signup).await.unwrap();
        assert!((before..=jsonwebtoken::get_current_timestamp()).contains(&claims.iat));
        let expected = Claims {
            sub: user.user_id,
            iat: claims.iat,
            exp: claims.iat + 3600,
            ver: 3,
            purpose: TokenPurpose::Signup,
            mailbox: None,
            sid: None,
            jti: None,
            is_former: false,
        };
        assert_eq!(claims, expected);
        let other = tokens.read(&token, TokenPurpose::Access).await;
        assert!(matches!(other, Err(TokenError::Refused(_))));
    }

    #[tokio::test]
    async fn an_access_token_has_the_session_and_its_times() {
        let (tokens, user) = (tokens("1", None), user(json!({})));
        let now = jsonwebtoken::get_current_timestamp();
        let session = json!({"createdAt": now, "lastSeenAt": now, "expiresAt": now, "endsAt": now + 60, "idleSeconds": 20,
            "tokenVersion": 3});
        let session: Session = serde_json::from_value(session).unwrap();
        let session_id = id('a').parse().unwrap();
        let token = tokens.issue_access(&user, &session_id, &session).await.unwrap();
        let claims = tokens.read(&token, TokenPurpose::Access).await.unwrap();
        assert_eq!((claims.iat, claims.exp, claims.ver), (now, now + 60, 3));
        assert_eq!((claims.sid, claims.mailbox, claims.jti), (Some(session_id), None, None));
    }

    #[tokio::test]
    async fn a_token_about_an_email_change_names_it() {
        let (tokens, user) = (tokens("1", None), user(json!({})));
        let change = id('c').parse().unwrap();
        let purpose = TokenPurpose::EmailReversal;
        let token = tokens
            .issue_for_email_change(&user, purpose, &change, HOUR)
            .await
            .unwrap();
        assert_eq!(tokens.read(&token, purpose).await.unwrap().jti, Some(change));
    }

    #[tokio::test]
    async fn a_token_of_the_previous_key_is_valid_and_others_are_not() {
        let user = user(json!({}));
        let issue = async |key| {
            tokens(key, None)
                .issue(&user, TokenPurpose::Signup, HOUR)
                .await
                .unwrap()
        };
        let rotated = tokens("2", Some("1"));
        for (key, is_valid) in [("2", true), ("1", true), ("0", false)] {
            let read = rotated.read(&issue(key).await, TokenPurpose::Signup).await;
            assert_eq!(read.is_ok(), is_valid, "{key}");
        }
        let unnamed = encode(
            &Header::new(ALGORITHM),
            &claims(&user, TokenPurpose::Signup, HOUR),
            &EncodingKey::from_ed_der(&PrivateKey::of(&key("2")).unwrap().seed),
        );
        for token in [unnamed.unwrap().as_str(), "", "a.b.c"] {
            let read = rotated.read(token, TokenPurpose::Signup).await;
            assert!(matches!(read, Err(TokenError::Refused(_))), "{token}");
        }
    }

    #[tokio::test]
    async fn the_error_of_a_refused_token_does_not_quote_it() {
        let tokens = tokens("1", None);
        for header in [
            r#"{"alg": "private"}"#,
            r#"{"alg": "HS256", "kid": "private"}"#,
            r#"{"alg": "EdDSA", "kid": "private"}"#,
            r#""private""#,
            "private",
        ] {
            let token = format!("{}.e30.private", URL_SAFE_NO_PAD.encode(header));
            let error = tokens.read(&token, TokenPurpose::Access).await.unwrap_err().to_string();
            assert!(
                error.starts_with("token refused: ") && !error.contains("private"),
                "{error}"
            );
        }
    }

    #[tokio::test]
    async fn a_verification_token_proves_the_mailbox_to_which_it_was_sent() {
        let (tokens, user_now) = (tokens("1", None), user(json!({})));
        let token = tokens
            .issue(&user_now, TokenPurpose::EmailVerification, HOUR)
            .await
            .unwrap();
        let claims = tokens.read(&token, TokenPurpose::EmailVerification).await.unwrap();
        assert!(!token.contains("amina") && claims.mailbox.as_ref().is_some_and(|mailbox| mailbox.len() == 43));
        let changed = user(json!({"email": "new@example.org"}));
        let after_a_new_password = user(json!({"tokenVersion": 4}));
        assert!(claims.proves_mailbox_of(&user_now) && claims.proves_mailbox_of(&after_a_new_password));
        assert!(!claims.proves_mailbox_of(&changed));

        let of_an_older_release = Claims {
            mailbox: None,
            ..claims
        };
        assert!(of_an_older_release.proves_mailbox_of(&user_now));
        assert!(!of_an_older_release.proves_mailbox_of(&after_a_new_password));
    }

    #[test]
    fn the_code_of_a_refused_token_is_that_of_the_endpoint() {
        let error = refused("why").into_api_error(ErrorCode::VerificationInvalid);
        assert_eq!(error.code(), ErrorCode::VerificationInvalid);
    }
}
