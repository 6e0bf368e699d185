//! Recognizes devices on which a user has signed in before.
//!
//! A sign-in sets a cookie on the device. Later attempts from the device count against a limit of their own, so that failed attempts
//! of strangers do not lock the user out. The cookie allows nothing else: it contains random ids, each with the id and the token version of
//! the user, and a MAC for these and the email address. It is not stored.
//!
//! A new password raises the token version, so the device is unknown afterwards. Otherwise, anyone who knew the old password could collect
//! cookies by signing in with it, and each would allow more guesses of the new one. The device of the change gets a new cookie. Nor is a
//! device of a deleted user known to the next user with the email address.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::{EmailAddress, UserId};
use platform::{random, warm_up};
use rand::RngExt;
use store::users::User;
use subtle::ConstantTimeEq;

use crate::{host_cookie::host_cookie, rate_limiter::RequestAttempts, rate_limits::RateLimit, secrets::Secret};

const COOKIE: &str = "__Host-device";
/// How long the cookie lasts after the last sign-in.
const LIFETIME: Duration = Duration::from_hours(365 * 24);
/// How many users a shared device remembers. The cookie has about 100 bytes for each.
const MAX_USERS: usize = 5;
/// Separates the users in the cookie, and the parts of each.
const USER_SEPARATOR: char = '~';
const PART_SEPARATOR: char = '.';

#[derive(Debug)]
pub struct Devices {
    pepper: Secret,
}

/// A device on which the user with that email address has signed in, before or after the last change of the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    id: String,
    user_id: UserId,
    token_version: u64,
}

impl Device {
    /// The device's id for this user, which is random. Other users of the device have other ids.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the device is known to the user with its email address. Otherwise it counts as an unknown one: all sessions were ended
    /// since the sign-in, by a new password or otherwise, or the user was deleted.
    pub fn is_known_to(&self, user: Option<&User>) -> bool {
        user.is_some_and(|user| user.user_id == self.user_id && user.token_version == self.token_version)
    }

    fn parse(text: &str) -> Option<Self> {
        let (id, user) = text.split_once(PART_SEPARATOR)?;
        let (user_id, token_version) = user.split_once(PART_SEPARATOR)?;
        Some(Self {
            id: id.to_owned(),
            user_id: user_id.parse().ok()?,
            token_version: token_version.parse().ok()?,
        })
    }
}

impl Devices {
    /// `pepper` is the key of the MACs.
    pub const fn new(pepper: Secret) -> Self {
        Self { pepper }
    }

    /// The device of a request, if the user with that email address has signed in on it. [`Device::is_known_to`] tells whether it is
    /// still known.
    pub(crate) async fn recognize(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Option<Device>> {
        for entry in entries(request) {
            if let Some(device) = self.verify(entry, email).await? {
                return Ok(Some(device));
            }
        }
        Ok(None)
    }

    /// Counts an attempt for the user with that email address, before the user is read, on a device on which the user has signed in
    /// before: `per_device` is its limit. None on an unknown device, where nothing is counted.
    ///
    /// The caller counts as on an unknown device, too, when the user was read and the device is not [known](Device::is_known_to).
    pub async fn count(
        &self,
        request: &ApiRequest,
        email: &EmailAddress,
        attempts: &RequestAttempts<'_>,
        per_device: &RateLimit,
    ) -> ApiResult<Option<Device>> {
        let device = self.recognize(request, email).await?;
        if let Some(device) = &device {
            attempts.count(per_device, device.id()).await?;
        }
        Ok(device)
    }

    /// The cookie that remembers the device for that user, besides the users that it remembers already. A device that is no longer known
    /// gets another id: someone who has a copy of the old cookie cannot use up the attempts of the new one.
    pub async fn remember(&self, request: &ApiRequest, user: &User) -> ApiResult<Cookie<'static>> {
        let mut others = Vec::new();
        let mut known = None;
        for entry in entries(request) {
            match self.verify(entry, &user.email).await? {
                Some(device) if device.is_known_to(Some(user)) => known = Some(entry.to_owned()),
                Some(_) => {}
                None => others.push(entry.to_owned()),
            }
        }
        let current = match known {
            Some(entry) => entry,
            None => self.new_entry(user).await?,
        };
        others.insert(0, current);
        others.truncate(MAX_USERS);
        Ok(host_cookie(COOKIE, others.join(&USER_SEPARATOR.to_string()), LIFETIME))
    }

    /// Reads the key of the MACs before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.pepper.value().await);
    }

    async fn new_entry(&self, user: &User) -> ApiResult<String> {
        let mut random = random::generator().map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        let bytes: [u8; 16] = random.random();
        let id = URL_SAFE_NO_PAD.encode(bytes);
        let (user_id, token_version) = (user.user_id.as_str(), user.token_version);
        let device = format!("{id}{PART_SEPARATOR}{user_id}{PART_SEPARATOR}{token_version}");
        let mac = self.mac(&device, &user.email).await?;
        Ok(format!("{device}{PART_SEPARATOR}{mac}"))
    }

    async fn verify(&self, entry: &str, email: &EmailAddress) -> ApiResult<Option<Device>> {
        let Some((device, claimed)) = entry.rsplit_once(PART_SEPARATOR) else {
            return Ok(None);
        };
        let mac = self.mac(device, email).await?;
        let is_ours = bool::from(claimed.as_bytes().ct_eq(mac.as_bytes()));
        Ok(Device::parse(device).filter(|_| is_ours))
    }

    async fn mac(&self, device: &str, email: &EmailAddress) -> ApiResult<String> {
        self.pepper.keyed_hash("device", &format!("{device}\0{email}")).await
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::samples::{id, request, request_with, user};

    fn devices() -> Devices {
        Devices::new(Secret::known(b"pepper"))
    }

    #[tokio::test]
    async fn a_device_is_recognized_for_the_user_who_signed_in_on_it() {
        let (devices, user) = (devices(), user(json!({})));
        assert_eq!(devices.recognize(&request(&[]), &user.email).await.unwrap(), None);
        let cookie = devices.remember(&request(&[]), &user).await.unwrap();
        assert_eq!(cookie.max_age().unwrap().whole_days(), 365);

        let request = request_with(&cookie);
        let device = devices.recognize(&request, &user.email).await.unwrap().unwrap();
        assert!(device.is_known_to(Some(&user)) && !device.is_known_to(None));
        assert!(
            cookie
                .value()
                .starts_with(&format!("{}.{}.3.", device.id(), user.user_id.as_str()))
        );
        let other = "other@example.org".parse().unwrap();
        assert_eq!(devices.recognize(&request, &other).await.unwrap(), None);
        let elsewhere = Devices::new(Secret::known(b"another pepper"));
        assert_eq!(elsewhere.recognize(&request, &user.email).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_cookie_that_was_changed_is_not_recognized() {
        let (devices, user) = (devices(), user(json!({})));
        let cookie = devices.remember(&request(&[]), &user).await.unwrap();
        let later_version = cookie.value().replace(".3.", ".4.");
        let without_mac = cookie.value().rsplit_once('.').unwrap().0;
        for value in [
            later_version.as_str(),
            without_mac,
            "",
            "~",
            "a",
            "a.3",
            "a.3.",
            "a.b.3.",
        ] {
            let changed = request_with(&Cookie::new(COOKIE, value));
            assert_eq!(devices.recognize(&changed, &user.email).await.unwrap(), None, "{value}");
        }
    }

    #[tokio::test]
    async fn a_new_password_makes_a_device_unknown_until_the_next_sign_in() {
        let (devices, before, after) = (devices(), user(json!({})), user(json!({"tokenVersion": 4})));
        let old = devices.remember(&request(&[]), &before).await.unwrap();
        let device = devices
            .recognize(&request_with(&old), &after.email)
            .await
            .unwrap()
            .unwrap();
        assert!(!device.is_known_to(Some(&after)));

        let new = devices.remember(&request_with(&old), &after).await.unwrap();
        assert!(!new.value().contains(device.id()), "it has another id");
        let again = devices.remember(&request_with(&new), &after).await.unwrap();
        assert_eq!(new.value(), again.value(), "a known device keeps its id");
    }

    /// Somebody else can register with the email address of a deleted user.
    #[tokio::test]
    async fn a_device_is_unknown_to_the_next_user_with_the_email_address() {
        let (devices, former, next) = (devices(), user(json!({})), user(json!({"userId": id('f')})));
        let cookie = devices.remember(&request(&[]), &former).await.unwrap();
        let device = devices.recognize(&request_with(&cookie), &next.email).await.unwrap();
        assert!(!device.unwrap().is_known_to(Some(&next)));

        let cookie = devices.remember(&request_with(&cookie), &next).await.unwrap();
        let device = devices.recognize(&request_with(&cookie), &next.email).await.unwrap();
        assert!(device.unwrap().is_known_to(Some(&next)), "it is now");
    }

    #[tokio::test]
    async fn a_shared_device_remembers_the_last_five_users() {
        let devices = devices();
        let users: Vec<_> = (0..6)
            .map(|number| user(json!({"email": format!("u{number}@example.org")})))
            .collect();
        let mut cookie = Cookie::new(COOKIE, "");
        for user in &users {
            cookie = devices.remember(&request_with(&cookie), user).await.unwrap();
        }
        let request = request_with(&cookie);
        for (number, user) in users.iter().enumerate() {
            let device = devices.recognize(&request, &user.email).await.unwrap();
            assert_eq!(device.is_some(), number > 0, "{number}");
        }
        // Entries beyond those of a cookie of ours are not read.
        let longer = Cookie::new(COOKIE, format!("a~a~a~a~a~{}", cookie.value()));
        assert_eq!(
            devices
                .recognize(&request_with(&longer), &users[5].email)
                .await
                .unwrap(),
            None
        );
    }
}
