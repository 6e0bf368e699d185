//! The stack's secrets in Secrets Manager.
//!
//! A function reads all its secrets when it first needs one, which is in the cold start, and keeps them in memory. The next request retries
//! a failed read, so an instance that started while Secrets Manager was unreachable recovers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use api::{ApiError, ApiResult, ErrorCode};
use aws_sdk_secretsmanager::{
    Client, Config, config::retry::RetryConfig, error::ProvideErrorMetadata,
    operation::get_secret_value::GetSecretValueError, types::SecretValueEntry,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac, digest::InvalidLength};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use sha2::Sha256;
use tokio::{
    sync::{Mutex as AsyncMutex, OnceCell},
    time::{self, Instant},
};
use tracing::warn;

/// The stages of the current version and of the previous one.
const CURRENT: &str = "AWSCURRENT";
const PREVIOUS: &str = "AWSPREVIOUS";
/// How long the versions of a secret are used before they are read again, unless a secret is read again only when no version matches.
const MAX_AGE: Duration = Duration::from_mins(5);
/// How long a request waits for a version to be read again, while it can use the one that was read before.
const RENEWAL_PATIENCE: Duration = Duration::from_secs(2);
/// How long the one that was read before is then used without another attempt, so that Secrets Manager delays few requests when it fails.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(30);

/// The secrets of a function. Their current versions are read together, in one request.
#[derive(Debug)]
pub struct Secrets {
    client: Client,
    ids: Mutex<Vec<String>>,
    current: AsyncMutex<BTreeMap<String, Kept>>,
}

/// A secret that does not change while an instance lives. Clones share the value that was read.
#[derive(Debug, Clone)]
pub struct Secret {
    secrets: Arc<Secrets>,
    id: String,
    value: Arc<OnceCell<Vec<u8>>>,
}

/// A version of a secret. The header of a token names the version that signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretVersion {
    pub id: String,
    pub secret: Vec<u8>,
}

/// A secret whose previous version is valid, too, so that a rotation ends no session and refuses no request from the CDN.
#[derive(Debug)]
pub struct RotatedSecret {
    secrets: Arc<Secrets>,
    id: String,
    max_age: Duration,
    refresh_interval: Duration,
    renewal_patience: Duration,
    previous: AsyncMutex<Option<Kept<Option<SecretVersion>>>>,
}

#[derive(Debug, Clone)]
struct Kept<T = SecretVersion> {
    read: Instant,
    version: T,
    /// When the last attempt to read it again failed.
    failed: Option<Instant>,
}

impl<T> Kept<T> {
    fn new(version: T) -> Self {
        Self {
            read: Instant::now(),
            version,
            failed: None,
        }
    }

    /// Whether it is used without another read.
    fn is_recent(&self, max_age: Duration) -> bool {
        self.read.elapsed() < max_age
    }

    /// Reads it again, which may take `patience`. A failure is logged and noted, and for a while there is no other attempt.
    async fn renew<R>(
        &mut self,
        id: &str,
        patience: Duration,
        read: impl Future<Output = Result<R, SecretError>>,
    ) -> Result<R, SecretError> {
        if self.failed.is_some_and(|failed| failed.elapsed() < RENEWAL_INTERVAL) {
            return Err(SecretError::new(id, "another attempt would be too early".to_owned()));
        }
        let read = time::timeout(patience, read).await;
        let read = read.unwrap_or_else(|_| Err(SecretError::new(id, "it took too long".to_owned())));
        if let Err(error) = &read
            && !error.missing
        {
            self.failed = Some(Instant::now());
            warn!(cause = %error, "secret not read again");
        }
        read
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the secret {id} cannot be read: {cause}")]
pub struct SecretError {
    id: String,
    cause: String,
    /// Whether Secrets Manager answered that there is no such version.
    missing: bool,
    failure: Failure,
}

impl Secrets {
    pub const fn new(client: Client) -> Self {
        Self {
            client,
            ids: Mutex::new(Vec::new()),
            current: AsyncMutex::const_new(BTreeMap::new()),
        }
    }

    /// Adds the secret with that ARN or name to those that are read together.
    fn add(&self, id: &str) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }

    /// The current version, as it was at most `max_age` ago. Another read of a secret that was read before may take `patience`, and is not
    /// tried for a while after it has failed.
    async fn current(&self, id: &str, max_age: Duration, patience: Duration) -> Result<SecretVersion, SecretError> {
        // Locked while the secrets are read, so that others wait for the same request.
        let mut current = self.current.lock().await;
        // Boxed, because the futures of callers would contain whole SDK calls.
        let read = Box::pin(self.read(id));
        let versions = match current.get_mut(id) {
            Some(copy) if copy.is_recent(max_age) => return Ok(copy.version.clone()),
            Some(copy) => copy.renew(id, patience, read).await?,
            None => read.await?,
        };
        current.extend(versions.into_iter().map(|(id, version)| (id, Kept::new(version))));
        let found = current.get(id).map(|copy| copy.version.clone());
        found.ok_or_else(|| SecretError::new(id, "it was not returned".to_owned()))
    }

    /// The current versions of that secret, and of the others if they can be read together.
    async fn read(&self, id: &str) -> Result<BTreeMap<String, SecretVersion>, SecretError> {
        let mut versions = self.batch().await;
        if !versions.contains_key(id) {
            versions.insert(id.to_owned(), version(&self.client, id, CURRENT).await?);
        }
        Ok(versions)
    }

    /// The current version that was read last.
    async fn last(&self, id: &str) -> Option<SecretVersion> {
        self.current.lock().await.get(id).map(|copy| copy.version.clone())
    }

    /// The current versions of all secrets, in one request. Empty when it fails, or for one secret only: then each is read by itself. A
    /// batch is not retried, because Secrets Manager serves far fewer batches a second than single reads (docs/scaling.md).
    async fn batch(&self) -> BTreeMap<String, SecretVersion> {
        let ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if ids.len() < 2 {
            return BTreeMap::new();
        }
        let request = self
            .client
            .batch_get_secret_value()
            .set_secret_id_list(Some(ids.clone()));
        let once = Config::builder().retry_config(RetryConfig::disabled());
        let Ok(output) = request.customize().config_override(once).send().await else {
            return BTreeMap::new();
        };
        let entries = output.secret_values.unwrap_or_default();
        let found = ids.into_iter().filter_map(|id| {
            let entry = entries.iter().find(|entry| is_entry_of(entry, &id))?;
            let version = SecretVersion {
                id: entry.version_id.clone()?,
                secret: entry.secret_string.clone()?.into_bytes(),
            };
            Some((id, version))
        });
        found.collect()
    }
}

impl Secret {
    pub fn new(secrets: Arc<Secrets>, id: String) -> Self {
        secrets.add(&id);
        Self {
            secrets,
            id,
            value: Arc::default(),
        }
    }

    /// Fails only when it was not read before, and cannot be read now.
    pub async fn value(&self) -> Result<&[u8], SecretError> {
        let read = || async {
            // It does not change, so a version of any age will do.
            let version = self.secrets.current(&self.id, Duration::MAX, RENEWAL_PATIENCE).await;
            version.map(|version| version.secret)
        };
        Ok(self.value.get_or_try_init(read).await?)
    }

    /// The hash of a text, keyed with the secret. `purpose` keeps hashes for different purposes apart.
    pub async fn keyed_hash(&self, purpose: &str, text: &str) -> ApiResult<String> {
        let hash = keyed_hash(self.value().await?, purpose, text);
        hash.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
    }
}

impl RotatedSecret {
    /// The versions of the secret with that ARN or name. `refresh_interval` is the shortest time between two reads that look for an
    /// unknown version, so that made-up versions cause few requests to Secrets Manager.
    pub fn new(secrets: Arc<Secrets>, id: String, refresh_interval: Duration) -> Self {
        secrets.add(&id);
        Self {
            secrets,
            id,
            max_age: MAX_AGE,
            refresh_interval,
            renewal_patience: RENEWAL_PATIENCE,
            previous: AsyncMutex::default(),
        }
    }

    /// The same secret, read again only when no version matches. Nothing is signed with it, so an old version does no harm.
    #[must_use]
    pub fn without_max_age(self) -> Self {
        Self {
            max_age: Duration::MAX,
            ..self
        }
    }

    /// The current version. It is read again after five minutes, so that a rotation reaches every instance. When that read fails or hangs,
    /// the old one is used.
    pub async fn current(&self) -> Result<SecretVersion, SecretError> {
        match self.read_current(self.max_age).await {
            Ok(version) => Ok(version),
            Err(error) => self.secrets.last(&self.id).await.ok_or(error),
        }
    }

    /// The version for which `is_wanted` is true, if there is one. The previous version is read when the current one is not wanted.
    ///
    /// Other instances may use a newer version than this one has read, so both are read again when none matches.
    ///
    /// # Errors
    /// When a version cannot be read. That is not a missing version, because the sessions that it signed would end.
    pub async fn find(&self, is_wanted: impl Fn(&SecretVersion) -> bool) -> Result<Option<SecretVersion>, SecretError> {
        let current = self.current().await?;
        if is_wanted(&current) {
            return Ok(Some(current));
        }
        let previous = self.previous_or_last().await?;
        if previous.as_ref().is_some_and(&is_wanted) {
            return Ok(previous);
        }
        let current = self.read_current(self.refresh_interval).await?;
        if is_wanted(&current) {
            return Ok(Some(current));
        }
        Ok(self.previous(self.refresh_interval).await?.filter(is_wanted))
    }

    pub(crate) async fn previous_version(&self) -> Result<Option<SecretVersion>, SecretError> {
        self.previous_or_last().await
    }

    /// The current version, read now.
    pub(crate) async fn read_again(&self) -> Result<SecretVersion, SecretError> {
        self.read_current(Duration::ZERO).await
    }

    /// Writes another version. The current one becomes the previous one.
    pub(crate) async fn replace(&self, value: String) -> Result<(), SecretError> {
        let request = self.secrets.client.put_secret_value().secret_id(&self.id);
        let written = request.secret_string(value).send().await;
        written.map_err(|error| SecretError {
            failure: Failure::of_aws_code(error.code()),
            ..SecretError::new(&self.id, Causes(&error).to_string())
        })?;
        Ok(())
    }

    /// The current version, as it was at most `max_age` ago.
    async fn read_current(&self, max_age: Duration) -> Result<SecretVersion, SecretError> {
        self.secrets.current(&self.id, max_age, self.renewal_patience).await
    }

    /// The previous version. When it cannot be read again, the one that was read last.
    async fn previous_or_last(&self) -> Result<Option<SecretVersion>, SecretError> {
        match self.previous(self.max_age).await {
            Ok(version) => Ok(version),
            Err(error) => {
                let last = self.previous.lock().await;
                last.as_ref().map(|copy| copy.version.clone()).ok_or(error)
            }
        }
    }

    /// The previous version, as it was at most `max_age` ago. None for a secret that was never rotated.
    async fn previous(&self, max_age: Duration) -> Result<Option<SecretVersion>, SecretError> {
        let mut previous = self.previous.lock().await;
        let read = Box::pin(version(&self.secrets.client, &self.id, PREVIOUS));
        let read = match previous.as_mut() {
            Some(copy) if copy.is_recent(max_age) => return Ok(copy.version.clone()),
            Some(copy) => copy.renew(&self.id, self.renewal_patience, read).await,
            None => read.await,
        };
        let found = match read {
            Ok(version) => Some(version),
            Err(error) if error.missing => None,
            Err(error) => return Err(error),
        };
        *previous = Some(Kept::new(found.clone()));
        Ok(found)
    }
}

impl SecretError {
    fn new(id: &str, cause: String) -> Self {
        Self {
            id: id.to_owned(),
            cause,
            missing: false,
            failure: Failure::Unavailable,
        }
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
    let request = client.get_secret_value().secret_id(id).version_stage(stage);
    let output = request.send().await.map_err(|error| SecretError {
        missing: error
            .as_service_error()
            .is_some_and(GetSecretValueError::is_resource_not_found_exception),
        failure: Failure::of_aws_code(error.code()),
        ..SecretError::new(id, Causes(&error).to_string())
    })?;
    match (output.version_id, output.secret_string) {
        (Some(id), Some(secret)) => Ok(SecretVersion {
            id,
            secret: secret.into_bytes(),
        }),
        _ => Err(SecretError::new(id, "it is not text".to_owned())),
    }
}

fn is_entry_of(entry: &SecretValueEntry, id: &str) -> bool {
    entry.arn() == Some(id) || entry.name() == Some(id)
}

impl PlatformError for SecretError {
    fn failure(&self) -> Failure {
        self.failure
    }
}

#[cfg(test)]
impl Secrets {
    /// Secrets that are not read: a request fails.
    fn without_aws() -> Arc<Self> {
        let config = Config::builder().behavior_version_latest().build();
        Arc::new(Self::new(Client::from_conf(config)))
    }

    /// Secrets whose requests wait for credentials, which never come.
    fn hanging() -> Arc<Self> {
        let config = Config::builder()
            .behavior_version_latest()
            .region(aws_sdk_secretsmanager::config::Region::from_static("eu-central-1"))
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .credentials_provider(Hanging);
        Arc::new(Self::new(Client::from_conf(config.build())))
    }
}

/// Credentials that never come.
#[cfg(test)]
#[derive(Debug)]
struct Hanging;

#[cfg(test)]
impl aws_credential_types::provider::ProvideCredentials for Hanging {
    fn provide_credentials<'a>(&'a self) -> aws_credential_types::provider::future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        aws_credential_types::provider::future::ProvideCredentials::new(std::future::pending())
    }
}

#[cfg(test)]
impl Secret {
    pub(crate) fn known(value: &[u8]) -> Self {
        Self {
            value: Arc::new(OnceCell::new_with(Some(value.to_vec()))),
            ..Self::new(Secrets::without_aws(), "pepper".to_owned())
        }
    }
}

#[cfg(test)]
impl RotatedSecret {
    pub(crate) fn known(current: SecretVersion, previous: Option<SecretVersion>) -> Self {
        let secrets = Secrets::without_aws();
        let kept = Kept::new(current);
        secrets.current.try_lock().unwrap().insert("key".to_owned(), kept);
        Self {
            previous: AsyncMutex::new(Some(Kept::new(previous))),
            ..Self::new(secrets, "key".to_owned(), MAX_AGE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: &str) -> SecretVersion {
        SecretVersion {
            id: id.to_owned(),
            secret: format!("value of {id}").into_bytes(),
        }
    }

    #[test]
    fn a_keyed_hash_depends_on_key_purpose_and_text() {
        let hash = |key: &str, purpose, text| keyed_hash(key.as_bytes(), purpose, text).unwrap();
        // printf 'p\0t' | openssl dgst -sha256 -hmac k -binary | basenc --base64url
        assert_eq!(hash("k", "p", "t"), "qrB9Evr9cVI3uMVULRxvI46ZGo2B9YT_vtM5vq9IF_E");
        for (key, purpose, text) in [("l", "p", "t"), ("k", "q", "t"), ("k", "p", "u"), ("k", "pt", "")] {
            assert_ne!(hash(key, purpose, text), hash("k", "p", "t"));
        }
    }

    #[tokio::test]
    async fn a_secret_hashes_with_its_value() {
        let secret = Secret::known(b"k");
        assert_eq!(
            secret.keyed_hash("p", "t").await.unwrap(),
            keyed_hash(b"k", "p", "t").unwrap()
        );
    }

    #[tokio::test]
    async fn the_current_and_the_previous_version_are_found() {
        let secret = RotatedSecret::known(named("new"), Some(named("old")));
        assert_eq!(secret.current().await.unwrap(), named("new"));
        for (id, found) in [("new", true), ("old", true), ("other", false)] {
            let version = secret.find(|version| version.id == id).await.unwrap();
            assert_eq!(version, found.then(|| named(id)), "{id}");
        }
        let never_rotated = RotatedSecret::known(named("new"), None);
        assert_eq!(never_rotated.find(|version| version.id == "old").await.unwrap(), None);
    }

    #[tokio::test]
    async fn versions_are_used_on_while_secrets_manager_hangs_and_it_delays_few_requests() {
        let secret = RotatedSecret {
            secrets: Secrets::hanging(),
            max_age: Duration::ZERO,
            refresh_interval: Duration::ZERO,
            renewal_patience: Duration::from_millis(10),
            ..RotatedSecret::known(named("new"), Some(named("old")))
        };
        let kept = Kept::new(named("new"));
        secret.secrets.current.lock().await.insert("key".to_owned(), kept);
        let failures = async || {
            let current = secret.secrets.current.lock().await["key"].failed;
            (current, secret.previous.lock().await.as_ref().unwrap().failed)
        };
        let use_both = async || {
            assert_eq!(secret.current().await.unwrap(), named("new"));
            let found = secret.find(|version| version.id == "old").await.unwrap();
            assert_eq!(found, Some(named("old")));
            failures().await
        };
        let (current, previous) = use_both().await;
        assert!(current.is_some() && previous.is_some(), "both are read again");
        assert_eq!(use_both().await, (current, previous), "too early for another attempt");
        // A version that neither is must be read, so that no session ends because of it. That waits for nothing either.
        assert!(secret.find(|version| version.id == "newer").await.is_err());
        assert_eq!(failures().await, (current, previous));

        let earlier = Instant::now().checked_sub(RENEWAL_INTERVAL);
        secret.secrets.current.lock().await.get_mut("key").unwrap().failed = earlier;
        secret.previous.lock().await.as_mut().unwrap().failed = earlier;
        let (current, previous) = use_both().await;
        assert!(current > earlier && previous > earlier, "both are read again");
    }

    #[test]
    fn a_secret_without_maximum_age_is_read_again_only_when_no_version_matches() {
        let secret = RotatedSecret::known(named("new"), None);
        assert_eq!(secret.max_age, MAX_AGE);
        assert_eq!(secret.without_max_age().max_age, Duration::MAX);
    }

    #[test]
    fn an_entry_is_found_by_its_arn_or_its_name() {
        let entry = SecretValueEntry::builder().arn("arn:1").name("key").build();
        let found = ["arn:1", "key", "arn", ""].map(|id| is_entry_of(&entry, id));
        assert_eq!(found, [true, true, false, false]);
    }

    #[test]
    fn a_secret_is_read_once_however_often_it_is_added() {
        let secrets = Secrets::without_aws();
        for id in ["a", "b", "a"] {
            secrets.add(id);
        }
        assert_eq!(*secrets.ids.lock().unwrap(), ["a", "b"]);
    }
}
