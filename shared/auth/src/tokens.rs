//! Tokens: JWTs with one fixed algorithm, each for one purpose.

use std::{fmt, time::Duration};

use api::{ApiError, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{EmailAddress, EmailChangeId, SessionId};
use jsonwebtoken::{EncodingKey, Header, decode_header, encode};
use sha2::{Digest, Sha256};
use store::users::{Session, User};

pub use crate::claims::{Claims, TokenPurpose};
use crate::{
    claims::{ALGORITHM, read_signed},
    hs256,
    secrets::{RotatedSecret, SecretError},
};

/// Issues and reads tokens.
#[derive(Debug)]
pub struct Tokens {
    keys: RotatedSecret,
}

/// Why a token is refused. Only the log contains this.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not ours, has expired, or has another purpose.
    #[error("token refused: {0}")]
    Refused(String),
    /// The signing key cannot be read.
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Tokens {
    /// Signs tokens with the current key, and reads tokens that were signed with it or the previous one.
    #[must_use]
    pub fn new(keys: RotatedSecret) -> Self {
        hs256::install();
        Self { keys }
    }

    /// A token for a user, which expires after `lifetime`. Access tokens are issued by [`crate::sessions::Sessions`] only.
    ///
    /// # Errors
    /// When the signing key cannot be read.
    pub async fn issue(&self, user: &User, purpose: TokenPurpose, lifetime: Duration) -> Result<String, TokenError> {
        self.sign(&claims(user, purpose, lifetime)).await
    }

    /// The access token of a session.
    ///
    /// # Errors
    /// When the signing key cannot be read.
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
        };
        self.sign(&claims).await
    }

    /// A token about a change of the user's email address, which expires after `lifetime`.
    ///
    /// # Errors
    /// When the signing key cannot be read.
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
        let key = self.keys.current().await?;
        let header = Header {
            kid: Some(key.id),
            ..Header::new(ALGORITHM)
        };
        encode(&header, claims, &EncodingKey::from_secret(&key.secret)).map_err(refused)
    }

    /// The claims of a token.
    ///
    /// # Errors
    /// When its signature is not valid, when it has expired or has another purpose, and when the signing key cannot be read.
    pub async fn read(&self, token: &str, purpose: TokenPurpose) -> Result<Claims, TokenError> {
        let id = decode_header(token).map_err(refused)?.kid;
        let id = id.ok_or_else(|| refused("it names no key"))?;
        let key = self.keys.find(|key| key.id == id).await?;
        let key = key.ok_or_else(|| refused("it names a key that is not ours"))?;
        read_signed(token, purpose, &key.secret).map_err(refused)
    }

    /// Reads the signing keys before the first request.
    pub async fn warm_up(&self) {
        self.keys.current().await.ok();
    }
}

impl Claims {
    /// Whether a verification token was sent to the mailbox that the user has now. A token without a mailbox is one of an older release:
    /// every change of an email address raises the token version.
    #[must_use]
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
    #[must_use]
    pub fn into_api_error(self, refused: ErrorCode) -> ApiError {
        match self {
            Self::Refused(_) => ApiError::caused_by(refused, self),
            Self::Secret(error) => error.into(),
        }
    }
}

fn claims(user: &User, purpose: TokenPurpose, lifetime: Duration) -> Claims {
    let iat = jsonwebtoken::get_current_timestamp();
    Claims {
        sub: user.user_id.clone(),
        iat,
        exp: iat + lifetime.as_secs(),
        ver: user.token_version,
        purpose,
        mailbox: (purpose == TokenPurpose::EmailVerification).then(|| mailbox_hash(&user.email)),
        sid: None,
        jti: None,
    }
}

fn refused(why: impl fmt::Display) -> TokenError {
    TokenError::Refused(why.to_string())
}
