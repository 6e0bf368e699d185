//! The stack's secrets in Secrets Manager.
//!
//! A secret is read when it is first needed, which is in the cold start, and kept in memory. The next request retries a failed
//! read, so an instance that started while Secrets Manager was unreachable recovers.

use std::{sync::Arc, time::Duration};

use api::{ApiError, ApiResult, ErrorCode};
use aws_sdk_secretsmanager::{Client, operation::get_secret_value::GetSecretValueError};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac, digest::InvalidLength};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use sha2::Sha256;
use tokio::{
    sync::{Mutex, OnceCell},
    time::Instant,
};

/// The stages of the current version and of the previous one.
const CURRENT: &str = "AWSCURRENT";
const PREVIOUS: &str = "AWSPREVIOUS";
/// How long the versions of a secret are used before they are read again.
const MAX_AGE: Duration = Duration::from_mins(5);

/// A secret that does not change while an instance lives. Clones share the value that was read.
#[derive(Debug, Clone)]
pub struct Secret {
    client: Client,
    id: String,
    value: Arc<OnceCell<Vec<u8>>>,
}

/// A version of a secret. The header of a token names the version that signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretVersion {
    /// Its id.
    pub id: String,
    /// Its value.
    pub secret: Vec<u8>,
}

/// A secret whose previous version is valid, too, so that a rotation ends no session and refuses no request from the CDN.
#[derive(Debug)]
pub struct RotatedSecret {
    client: Client,
    id: String,
    refresh_interval: Duration,
    copy: Mutex<Option<Versions>>,
}

/// Both versions, and when they were read.
#[derive(Debug, Clone)]
struct Versions {
    read: Instant,
    current: SecretVersion,
    previous: Option<SecretVersion>,
}

/// A secret cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the secret {id} cannot be read: {cause}")]
pub struct SecretError {
    id: String,
    cause: String,
    /// Whether Secrets Manager answered that there is no such version.
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
    /// When it was not read before, and cannot be read now.
    pub async fn value(&self) -> Result<&[u8], SecretError> {
        let read = || async { version(&self.client, &self.id, CURRENT).await.map(|key| key.secret) };
        Ok(self.value.get_or_try_init(read).await?)
    }

    /// The hash of a text, keyed with the secret. `purpose` keeps hashes for different purposes apart.
    ///
    /// # Errors
    /// When the secret was not read before, and cannot be read now.
    pub async fn keyed_hash(&self, purpose: &str, text: &str) -> ApiResult<String> {
        let hash = keyed_hash(self.value().await?, purpose, text);
        hash.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
    }
}

impl RotatedSecret {
    /// The versions of the secret with that ARN or name. `refresh_interval` is the shortest time between two reads that look for an
    /// unknown version, so that made-up versions cause few requests to Secrets Manager.
    #[must_use]
    pub fn new(client: Client, id: String, refresh_interval: Duration) -> Self {
        Self {
            client,
            id,
            refresh_interval,
            copy: Mutex::default(),
        }
    }

    /// The current version.
    ///
    /// # Errors
    /// When it was not read before, and cannot be read now.
    pub async fn current(&self) -> Result<SecretVersion, SecretError> {
        Ok(self.versions().await?.current)
    }

    /// The version for which `is_wanted` is true, if there is one.
    ///
    /// Other instances may use a newer version than this one has read, so the versions are read again when none matches.
    ///
    /// # Errors
    /// When they were not read before, and cannot be read now.
    pub async fn find(&self, is_wanted: impl Fn(&SecretVersion) -> bool) -> Result<Option<SecretVersion>, SecretError> {
        let known = self.versions().await?;
        let found = known.find(&is_wanted);
        if found.is_some() || known.read.elapsed() < self.refresh_interval {
            return Ok(found);
        }
        Ok(self.read().await?.find(&is_wanted))
    }

    /// Both versions. They are read again after [`MAX_AGE`], so that a rotation reaches every instance. When that read fails, the
    /// old ones are used.
    async fn versions(&self) -> Result<Versions, SecretError> {
        let known = self.copy.lock().await.clone();
        match known {
            Some(copy) if copy.read.elapsed() < MAX_AGE => Ok(copy),
            Some(copy) => Ok(self.read().await.unwrap_or(copy)),
            None => self.read().await,
        }
    }

    /// Reads both versions. A secret that was never rotated has no previous one. A failed read is an error and not a missing
    /// version, because the sessions that the previous version signed would end.
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

/// As [`Secret::keyed_hash`], with a given key.
///
/// # Errors
/// When the key has an unsupported length.
pub fn keyed_hash(key: &[u8], purpose: &str, text: &str) -> Result<String, InvalidLength> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key)?;
    for part in [purpose, "\0", text] {
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
    let output = client
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
    match (output.version_id, output.secret_string) {
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
