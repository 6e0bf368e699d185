//! Challenges of ceremonies. Between its two requests, the client keeps the state of a ceremony, sealed by a MAC.
//!
//! So the first request of a sign-in writes nothing, and strangers cannot use it to fill a table. A challenge is valid for its requester,
//! for some minutes, and once: the second request marks it as used.

use std::time::Duration;

use api::{ApiError, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::random_id;
use platform::{causes, clock};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use subtle::ConstantTimeEq;

use crate::{Passkeys, to_json};

/// How long a challenge can be answered. Browsers give the user five minutes.
pub(crate) const LIFETIME: Duration = Duration::from_mins(5);
/// Separates the content from the MAC.
const SEPARATOR: char = '.';
/// The kind of marks of used challenges.
const MARK: &str = "passkey";

/// What a challenge is for. One of another ceremony is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    Registration,
    SignIn,
}

/// The state of a ceremony, with what it is bound to.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Challenge<S> {
    purpose: Purpose,
    requester: String,
    id: String,
    expires_at: u64,
    pub(crate) state: S,
}

impl Passkeys {
    /// Seals the state of a ceremony for a requester.
    pub(crate) async fn seal<S: Serialize>(&self, purpose: Purpose, requester: &str, state: S) -> ApiResult<String> {
        let challenge = Challenge {
            purpose,
            requester: requester.to_owned(),
            id: random_id(),
            expires_at: clock::seconds() + LIFETIME.as_secs(),
            state,
        };
        let content = URL_SAFE_NO_PAD.encode(to_json(&challenge)?);
        let mac = self.mac(&content).await?;
        Ok(format!("{content}{SEPARATOR}{mac}"))
    }

    /// The challenge that was sealed for this purpose and requester.
    ///
    /// # Errors
    /// `passkey_expired`, also when it is not ours or for another purpose or requester.
    pub(crate) async fn unseal<S: DeserializeOwned>(
        &self,
        purpose: Purpose,
        requester: &str,
        sealed: &str,
    ) -> ApiResult<Challenge<S>> {
        let (content, claimed) = sealed.split_once(SEPARATOR).ok_or_else(|| refused("malformed"))?;
        let mac = self.mac(content).await?;
        if !bool::from(claimed.as_bytes().ct_eq(mac.as_bytes())) {
            return Err(refused("not ours"));
        }
        let json = URL_SAFE_NO_PAD
            .decode(content)
            .map_err(|error| ApiError::caused_by(ErrorCode::PasskeyExpired, error))?;
        let challenge: Challenge<S> = serde_json::from_slice(&json)
            .map_err(|error| ApiError::caused_by(ErrorCode::PasskeyExpired, causes::of_json(&error)))?;
        if challenge.purpose != purpose || challenge.requester != requester {
            return Err(refused("for another requester"));
        }
        if challenge.expires_at <= clock::seconds() {
            return Err(refused("expired"));
        }
        Ok(challenge)
    }

    /// Marks a challenge as used, after the authenticator's response was verified. Otherwise, a repeated challenge with its response would
    /// sign in without the authenticator.
    ///
    /// # Errors
    /// `passkey_expired` when it was used before; and when the table cannot be written.
    pub(crate) async fn use_up<S>(&self, challenge: &Challenge<S>) -> ApiResult<()> {
        let is_first = self
            .used_challenges
            .mark_used(MARK, &challenge.id, challenge.expires_at)
            .await?;
        if is_first { Ok(()) } else { Err(refused("used before")) }
    }

    async fn mac(&self, content: &str) -> ApiResult<String> {
        self.pepper.keyed_hash("passkey-challenge", content).await
    }
}

fn refused(why: &'static str) -> ApiError {
    ApiError::caused_by(ErrorCode::PasskeyExpired, why)
}
