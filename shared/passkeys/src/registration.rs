//! Adding a passkey.

use std::ops::RangeInclusive;

use api::{ApiError, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::PasskeyId;
use platform::clock;
use store::users::{Passkey, User};
use webauthn_rs::prelude::{CreationChallengeResponse, Passkey as Credential, PasskeyRegistration};

use crate::{
    Ceremony, MAX_PASSKEYS, NewPasskey, Passkeys, challenge::Purpose, from_json, internal, passkey_id, refused,
    to_json, user_handle,
};

/// The lengths that the standard allows for the id that an authenticator gives a passkey (`WebAuthn` level 3, "Credential ID").
const CREDENTIAL_ID_BYTES: RangeInclusive<usize> = 16..=1023;

impl Passkeys {
    /// The options for a new passkey of a user, whose password was confirmed.
    ///
    /// # Errors
    /// `passkey_limit_reached`, and when the key of the seals cannot be read.
    pub async fn start_registration(&self, user: &User) -> ApiResult<Ceremony<serde_json::Value>> {
        ensure_room(user)?;
        let handle = user_handle(&user.user_id).ok_or(ErrorCode::InternalError)?;
        let (email, name) = (user.email.as_str(), user.profile.fullname.as_str());
        let started = self.webauthn.start_passkey_registration(handle, email, name, None);
        let (options, state) = started.map_err(internal)?;
        Ok(Ceremony {
            challenge: self.seal(Purpose::Registration, &requester(user), state).await?,
            options: creation_options(&options, user)?,
        })
    }

    /// Verifies the authenticator's response, and uses up the challenge. Returns the passkey, which is not stored yet.
    ///
    /// # Errors
    /// `passkey_limit_reached`, `passkey_expired`, `passkey_invalid`, and when the challenge cannot be used up.
    pub async fn finish_registration(
        &self,
        user: &User,
        challenge: &str,
        response: &NewPasskey,
        name: String,
    ) -> ApiResult<(PasskeyId, Passkey)> {
        ensure_room(user)?;
        let challenge = self
            .unseal::<PasskeyRegistration>(Purpose::Registration, &requester(user), challenge)
            .await?;
        let credential = self
            .webauthn
            .finish_passkey_registration(response, &challenge.state)
            .map_err(|error| refused(ErrorCode::PasskeyInvalid, &error))?;
        if !CREDENTIAL_ID_BYTES.contains(&credential.cred_id().len()) {
            return Err(ErrorCode::PasskeyInvalid.into());
        }
        self.use_up(&challenge).await?;
        let id = passkey_id(credential.cred_id()).ok_or(ErrorCode::InternalError)?;
        let passkey = Passkey {
            name,
            created_at: clock::seconds(),
            last_used_at: None,
            last_use: None,
            credential: to_json(&credential)?,
        };
        Ok((id, passkey))
    }
}

/// A challenge belongs to a user. It ends with the password that was confirmed.
fn requester(user: &User) -> String {
    format!("{}#{}", user.user_id, user.token_version)
}

fn ensure_room(user: &User) -> ApiResult<()> {
    let count = user.passkeys.as_ref().map_or(0, std::collections::HashMap::len);
    if count < MAX_PASSKEYS as usize {
        Ok(())
    } else {
        Err(ErrorCode::PasskeyLimitReached.into())
    }
}

/// The options as browsers take them. An authenticator that has a passkey of the user already refuses. The crate asks for no passkey
/// that the authenticator itself stores, which a sign-in without an email address needs.
fn creation_options(options: &CreationChallengeResponse, user: &User) -> ApiResult<serde_json::Value> {
    let mut options = serde_json::to_value(&options.public_key)
        .map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
    let mut known = Vec::new();
    for passkey in user.passkeys.iter().flat_map(|all| all.values()) {
        let credential: Credential = from_json(&passkey.credential)?;
        known.push(serde_json::json!({"type": "public-key", "id": URL_SAFE_NO_PAD.encode(credential.cred_id())}));
    }
    if let Some(options) = options.as_object_mut() {
        options.insert("excludeCredentials".to_owned(), known.into());
        options.insert(
            "authenticatorSelection".to_owned(),
            serde_json::json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"}),
        );
    }
    Ok(options)
}
