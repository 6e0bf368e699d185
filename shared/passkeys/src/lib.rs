//! Passkeys: adding them, and signing in with them (`WebAuthn` level 3).
//!
//! A ceremony has two requests. The first returns the options for the browser with a sealed challenge, the second has the
//! authenticator's response and that challenge again ([`challenge`]). Every authenticator may be used, but it must verify the user, by a
//! fingerprint or a PIN for example, and it must store the passkey itself, so that a sign-in needs no email address.
//!
//! This is a crate of its own, because only the functions that verify signatures of passkeys need its dependencies.

mod challenge;
mod registration;
mod sign_in;
mod view;

use api::{ApiError, ApiResult, ErrorCode};
use app::{ConfigError, wired};
use auth::secrets::Secret;
use domain::{PasskeyId, UserId};
use platform::warm_up;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use store::attempts::AttemptsTable;
use url::Url;
use uuid::Uuid;
use webauthn_rs::{Webauthn, WebauthnBuilder, prelude::WebauthnError};

pub use sign_in::UsedPasskey;
pub use view::PasskeyView;
pub use webauthn_rs::prelude::{PublicKeyCredential as SignInResponse, RegisterPublicKeyCredential as NewPasskey};

/// How many passkeys a user has at most. With more, the item of a user would far exceed the 4 KB of one read unit.
pub const MAX_PASSKEYS: u32 = 5;
/// The name that browsers show beside the host.
const SITE_NAME: &str = "Masar";

wired! {
    #[derive(Debug)]
    pub struct Passkeys(wiring) {
        webauthn: Webauthn = relying_party(&wiring.environment().site_url()?).ok_or(ConfigError::Malformed {
            name: "SITE_ADDRESS",
            expected: "the URL of the site",
        })?,
        pepper: Secret = wiring.pepper()?,
        used_challenges: AttemptsTable = wiring.attempts()?,
    }
}

/// The first response of a ceremony.
#[derive(Debug, Serialize)]
pub struct Ceremony<T> {
    /// The sealed challenge, which the second request repeats.
    pub challenge: String,
    pub options: T,
}

impl Passkeys {
    /// Reads the key of the seals before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.pepper.value().await);
    }
}

/// The site as authenticators know it. Passkeys belong to its host; responses must come from its origin.
fn relying_party(site: &str) -> Option<Webauthn> {
    let origin = Url::parse(site).ok()?;
    let host = origin.host_str()?;
    WebauthnBuilder::new(host, &origin)
        .ok()?
        .rp_name(SITE_NAME)
        .build()
        .ok()
}

/// Names a passkey by a hash of the id that the authenticator gave it, which may be long.
fn passkey_id(credential_id: &[u8]) -> Option<PasskeyId> {
    let hash = Sha256::digest(credential_id);
    let half = Uuid::from_slice(hash.get(..16)?).ok()?;
    half.simple().to_string().parse().ok()
}

/// The user handle, which authenticators store: the user's id, and not the email address, which may change.
fn user_handle(id: &UserId) -> Option<Uuid> {
    Uuid::parse_str(id.as_str()).ok()
}

fn to_json(value: &impl Serialize) -> ApiResult<String> {
    serde_json::to_string(value).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

/// Parses what this crate has stored.
fn from_json<T: DeserializeOwned>(json: &str) -> ApiResult<T> {
    serde_json::from_str(json).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

/// The error for an authenticator's response that is refused. The cause is without its own causes, which quote the response.
fn refused(code: ErrorCode, error: &WebauthnError) -> ApiError {
    ApiError::caused_by(code, error.to_string())
}

fn internal(error: WebauthnError) -> ApiError {
    ApiError::caused_by(ErrorCode::InternalError, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_the_host_and_responses_to_the_origin() {
        for site in ["https://masar.example.org", "http://localhost:4173"] {
            let webauthn = relying_party(site).map(|party| party.get_allowed_origins().to_vec());
            assert_eq!(webauthn, Url::parse(site).ok().map(|origin| vec![origin]));
        }
        assert!(relying_party("masar.example.org").is_none());
    }

    #[test]
    fn a_user_handle_becomes_the_user_id_again() {
        let id = UserId::random();
        let handle = user_handle(&id).map(|handle| handle.simple().to_string());
        assert_eq!(handle.as_deref(), Some(id.as_str()));
    }
}
