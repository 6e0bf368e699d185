//! The stack's own secrets, which it made in Secrets Manager.
//!
//! They are read when they are first wanted, which is in the cold start, and kept. What could not be read is tried again by
//! the next request: an instance that started while Secrets Manager was out of reach recovers with it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use api::{ApiError, ApiResult, ErrorCode};
use aws_sdk_secretsmanager::{Client, operation::get_secret_value::GetSecretValueError};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac, digest::InvalidLength};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use sha2::Sha256;
use tokio::sync::{Mutex, OnceCell};

/// The stage of the version in use, and of the one before it.
const CURRENT: &str = "AWSCURRENT";
const PREVIOUS: &str = "AWSPREVIOUS";
/// How long the versions of a secret are good without looking again.
const MAX_AGE: Duration = Duration::from_mins(5);

/// A secret that does not change in the life of an instance. Its clones share what was read.
#[derive(Debug, Clone)]
pub struct Secret {
    client: Client,
    id: String,
    value: Arc<OnceCell<Vec<u8>>>,
}

/// A version of a secret. A token's header names the one that has signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretVersion {
    /// Its id.
    pub id: String,
    /// Its value.
    pub secret: Vec<u8>,
}

/// A secret that is good in its version of before too, so that a rotation ends nothing: no session, and no call that the CDN has
/// passed on.
#[derive(Debug)]
pub struct RotatedSecret {
    client: Client,
    id: String,
    look_again_after: Duration,
    copy: Mutex<Option<Versions>>,
}

/// Both versions, as they were at a time.
#[derive(Debug, Clone)]
struct Versions {
    read: Instant,
    current: SecretVersion,
    previous: Option<SecretVersion>,
}

/// Secrets Manager did not give a secret.
#[derive(Debug, thiserror::Error)]
#[error("the secret {id} cannot be read: {cause}")]
pub struct SecretError {
    id: String,
    cause: String,
    /// Secrets Manager has no such version: that is its answer, and no failure to give one.
    missing: bool,
}

impl Secret {
    /// The secret with that ARN or name.
    #[must_use]
    pub fn new(client: Client, id: String) -> Self {
        let value = Arc::default();
        Self { client, id, value }
    }

    /// Its value.
    ///
    /// # Errors
    /// When it was never read, and cannot be read now.
    pub async fn value(&self) -> Result<&[u8], SecretError> {
        let read = || async { version(&self.client, &self.id, CURRENT).await.map(|key| key.secret) };
        Ok(self.value.get_or_try_init(read).await?)
    }

    /// A hash that nobody makes who does not know the secret. `what` keeps the hashes of different things apart.
    ///
    /// # Errors
    /// When it was never read, and cannot be read now.
    pub async fn keyed_hash(&self, what: &str, text: &str) -> ApiResult<String> {
        let hash = keyed_hash(self.value().await?, what, text);
        hash.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
    }
}

impl RotatedSecret {
    /// The versions of the secret with that ARN or name. One that is not known is looked for when those that are have been read so
    /// long ago, so that what is made up does not become calls of Secrets Manager.
    #[must_use]
    pub fn new(client: Client, id: String, look_again_after: Duration) -> Self {
        Self {
            client,
            id,
            look_again_after,
            copy: Mutex::default(),
        }
    }

    /// The version in use.
    ///
    /// # Errors
    /// When it was never read, and cannot be read now.
    pub async fn current(&self) -> Result<SecretVersion, SecretError> {
        Ok(self.versions().await?.current)
    }

    /// The version that is wanted, when it is one of both.
    ///
    /// Others may have been using a newer version since this instance read them, so one that is not known is looked for again.
    ///
    /// # Errors
    /// When they were never read, and cannot be read now.
    pub async fn find(&self, is_wanted: impl Fn(&SecretVersion) -> bool) -> Result<Option<SecretVersion>, SecretError> {
        let known = self.versions().await?;
        let found = known.find(&is_wanted);
        if found.is_some() || known.read.elapsed() < self.look_again_after {
            return Ok(found);
        }
        Ok(self.read().await?.find(&is_wanted))
    }

    /// Both versions, read again when they are old, so that a rotation reaches every instance. While they cannot be read, the old
    /// ones do.
    async fn versions(&self) -> Result<Versions, SecretError> {
        let known = self.copy.lock().await.clone();
        match known {
            Some(copy) if copy.read.elapsed() < MAX_AGE => Ok(copy),
            Some(copy) => Ok(self.read().await.unwrap_or(copy)),
            None => self.read().await,
        }
    }

    /// Reads both versions. A secret that was never rotated has one; but one that cannot be read is not taken for one that is not
    /// there, since the sessions that it signed would end.
    async fn read(&self) -> Result<Versions, SecretError> {
        let copy = Versions {
            read: Instant::now(),
            current: version(&self.client, &self.id, CURRENT).await?,
            previous: match version(&self.client, &self.id, PREVIOUS).await {
                Ok(key) => Some(key),
                Err(error) if error.missing => None,
                Err(error) => return Err(error),
            },
        };
        *self.copy.lock().await = Some(copy.clone());
        Ok(copy)
    }
}

impl Versions {
    fn find(&self, is_wanted: impl Fn(&SecretVersion) -> bool) -> Option<SecretVersion> {
        let both = [Some(&self.current), self.previous.as_ref()];
        both.into_iter().flatten().find(|version| is_wanted(version)).cloned()
    }
}

/// As [`Secret::keyed_hash`], with a key that is there.
///
/// # Errors
/// When the key has a length that cannot be used.
pub fn keyed_hash(key: &[u8], what: &str, text: &str) -> Result<String, InvalidLength> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key)?;
    for part in [what, "\0", text] {
        mac.update(part.as_bytes());
    }
    Ok(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

async fn version(client: &Client, id: &str, stage: &str) -> Result<SecretVersion, SecretError> {
    let failed = |cause: String, missing| SecretError {
        id: id.to_owned(),
        cause,
        missing,
    };
    let answer = client
        .get_secret_value()
        .secret_id(id)
        .version_stage(stage)
        .send()
        .await
        .map_err(|error| {
            let missing = error
                .as_service_error()
                .is_some_and(GetSecretValueError::is_resource_not_found_exception);
            failed(Causes(&error).to_string(), missing)
        })?;
    match (answer.version_id, answer.secret_string) {
        (Some(id), Some(secret)) => Ok(SecretVersion {
            id,
            secret: secret.into_bytes(),
        }),
        _ => Err(failed("it is not text".to_owned(), false)),
    }
}

impl PlatformError for SecretError {
    fn failure(&self) -> Failure {
        Failure::Unavailable
    }
}
