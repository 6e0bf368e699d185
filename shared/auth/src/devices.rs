//! Recognizes devices on which a user has signed in before.
//!
//! A sign-in sets a cookie on the device. Later attempts from the device count against a limit of their own, so that failed attempts
//! of strangers do not lock the user out. The cookie allows nothing else: it contains random ids, and a MAC for each one and the email
//! address. It is not stored.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::EmailAddress;
use platform::random;
use rand::RngExt;
use subtle::ConstantTimeEq;

use crate::{host_cookie::host_cookie, secrets::Secret};

/// The cookie of a device.
const COOKIE: &str = "__Host-device";
/// How long the cookie lasts after the last sign-in.
const LIFETIME: Duration = Duration::from_hours(365 * 24);
/// How many users a shared device remembers. The cookie has 67 bytes for each.
const MAX_USERS: usize = 5;
/// Separates the users in the cookie, and the id from the MAC.
const USER_SEPARATOR: char = '~';
const MAC_SEPARATOR: char = '.';

/// Recognizes devices, and remembers them.
#[derive(Debug)]
pub struct Devices {
    pepper: Secret,
}

/// A device on which the user with that email address has signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    id: String,
}

impl Device {
    /// The device's id for this user, which is random. Other users of the device have other ids.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl Devices {
    /// `pepper` is the key of the MACs.
    #[must_use]
    pub const fn new(pepper: Secret) -> Self {
        Self { pepper }
    }

    /// The device of a request, if the user with that email address has signed in on it.
    ///
    /// # Errors
    /// When the key of the MACs cannot be read.
    pub async fn recognize(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Option<Device>> {
        for entry in entries(request) {
            if let Some(device) = self.verify(entry, email).await? {
                return Ok(Some(device));
            }
        }
        Ok(None)
    }

    /// The cookie that remembers the device for the user with that email address, besides the users that it remembers already.
    ///
    /// # Errors
    /// When the key of the MACs cannot be read.
    pub async fn remember(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Cookie<'static>> {
        let mut others = Vec::new();
        let mut known = None;
        for entry in entries(request) {
            if self.verify(entry, email).await?.is_some() {
                known = Some(entry.to_owned());
            } else {
                others.push(entry.to_owned());
            }
        }
        let current = match known {
            Some(entry) => entry,
            None => self.new_entry(email).await?,
        };
        others.insert(0, current);
        others.truncate(MAX_USERS);
        Ok(host_cookie(COOKIE, others.join(&USER_SEPARATOR.to_string()), LIFETIME))
    }

    async fn new_entry(&self, email: &EmailAddress) -> ApiResult<String> {
        let mut random = random::generator().map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        let bytes: [u8; 16] = random.random();
        let id = URL_SAFE_NO_PAD.encode(bytes);
        let mac = self.mac(&id, email).await?;
        Ok(format!("{id}{MAC_SEPARATOR}{mac}"))
    }

    async fn verify(&self, entry: &str, email: &EmailAddress) -> ApiResult<Option<Device>> {
        let Some((id, claimed)) = entry.split_once(MAC_SEPARATOR) else {
            return Ok(None);
        };
        let mac = self.mac(id, email).await?;
        let is_ours = bool::from(claimed.as_bytes().ct_eq(mac.as_bytes()));
        Ok(is_ours.then(|| Device { id: id.to_owned() }))
    }

    async fn mac(&self, id: &str, email: &EmailAddress) -> ApiResult<String> {
        self.pepper.keyed_hash("device", &format!("{id}\0{email}")).await
    }
}

/// The entries of the request's cookie. A longer cookie is not ours.
fn entries(request: &ApiRequest) -> impl Iterator<Item = &str> {
    let cookie = request.cookie(COOKIE).unwrap_or_default();
    cookie
        .split(USER_SEPARATOR)
        .take(MAX_USERS)
        .filter(|entry| !entry.is_empty())
}
