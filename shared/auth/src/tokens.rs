//! Tokens: JWTs of one fixed algorithm, each for one purpose.

use std::{fmt, time::Duration};

use api::{ApiError, ErrorCode};
use domain::UserId;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use store::users::User;

use crate::secrets::{RotatedSecret, SecretError};

/// The one algorithm. A token that names another is no token.
const ALGORITHM: Algorithm = Algorithm::HS256;

/// What a token is good for. One kind never passes for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Being signed in.
    Session,
    /// Proving that a mailbox was read, by the link in a mail.
    VerifyEmail,
}

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account.
    pub sub: UserId,
    /// When it was issued, in seconds since 1970.
    pub iat: u64,
    /// When it ends, in seconds since 1970.
    pub exp: u64,
    /// The account's token version at that time: when the account moves on, its sessions have ended.
    pub ver: u64,
    /// What it is good for.
    pub purpose: Purpose,
}

/// Issues and reads tokens.
#[derive(Debug)]
pub struct Tokens {
    keys: RotatedSecret,
}

/// Why a token opens nothing. That is for the log alone.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not ours, has ended, or is for something else.
    #[error("token refused: {0}")]
    Refused(String),
    /// There is no key to hold it against.
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Tokens {
    /// Tokens signed with the current key, and read with that or the one before it.
    #[must_use]
    pub const fn new(keys: RotatedSecret) -> Self {
        Self { keys }
    }

    /// A token for an account, good for `lifetime` from now.
    ///
    /// # Errors
    /// When the key cannot be read.
    pub async fn issue(&self, user: &User, purpose: Purpose, lifetime: Duration) -> Result<String, TokenError> {
        let key = self.keys.current().await?;
        let iat = jsonwebtoken::get_current_timestamp();
        let claims = Claims {
            sub: user.user_id.clone(),
            iat,
            exp: iat + lifetime.as_secs(),
            ver: user.token_version,
            purpose,
        };
        let header = Header {
            kid: Some(key.id),
            ..Header::new(ALGORITHM)
        };
        encode(&header, &claims, &EncodingKey::from_secret(&key.secret)).map_err(refused)
    }

    /// What a token says, when we signed it for this purpose and it has not ended.
    ///
    /// # Errors
    /// When it is anything else, and when the keys cannot be read.
    pub async fn read(&self, token: &str, purpose: Purpose) -> Result<Claims, TokenError> {
        let id = decode_header(token).map_err(refused)?.kid;
        let id = id.ok_or_else(|| refused("it names no key"))?;
        let key = self.keys.find(|key| key.id == id).await?;
        let key = key.ok_or_else(|| refused("it names a key that is not ours"))?;

        let mut validation = Validation::new(ALGORITHM);
        validation.set_required_spec_claims(&["exp", "sub"]);
        validation.leeway = 0;
        let decoded = decode::<Claims>(token, &DecodingKey::from_secret(&key.secret), &validation);
        let claims = decoded.map_err(refused)?.claims;
        if claims.purpose == purpose {
            Ok(claims)
        } else {
            Err(refused("it is for another purpose"))
        }
    }

    /// Reads the keys, so that the first request need not.
    pub async fn warm_up(&self) {
        self.keys.current().await.ok();
    }
}

impl TokenError {
    /// The error to answer with: `refused` when the token is to blame.
    #[must_use]
    pub fn into_api_error(self, refused: ErrorCode) -> ApiError {
        match self {
            Self::Refused(_) => ApiError::caused_by(refused, self),
            Self::Secret(error) => error.into(),
        }
    }
}

fn refused(why: impl fmt::Display) -> TokenError {
    TokenError::Refused(why.to_string())
}
