//! Signing in with a passkey.

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use auth::host_cookie;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::{PasskeyId, UserId};
use platform::random;
use rand::RngExt;
use store::users::{Passkey, User};
use webauthn_rs::prelude::{DiscoverableAuthentication, DiscoverableKey, Passkey as Credential};

use crate::{
    Ceremony, Passkeys, SignInResponse,
    challenge::{LIFETIME, Purpose},
    from_json, internal, passkey_id, refused, to_json,
};

/// The cookie that binds challenges to the browser. Without it, a site could sign its visitors in as a user of its own.
const COOKIE: &str = "__Host-passkey";
/// The length of the cookie's value: 32 random bytes.
const COOKIE_LENGTH: usize = 43;

/// A passkey whose signature was verified.
#[derive(Debug)]
pub struct UsedPasskey<'a> {
    pub id: PasskeyId,
    pub read: &'a Passkey,
    /// The credential with its new signature counter and flags.
    pub credential: String,
}

impl Passkeys {
    /// The options for a sign-in, and the cookie that binds them to the browser. They name no user and no passkey: the browser offers
    /// those that it has. Several tabs share a cookie.
    pub async fn start_sign_in(
        &self,
        request: &ApiRequest,
    ) -> ApiResult<(Ceremony<serde_json::Value>, Cookie<'static>)> {
        let browser = match browser_of(request) {
            Some(browser) => browser.to_owned(),
            None => new_browser()?,
        };
        let (options, state) = self.webauthn.start_discoverable_authentication().map_err(internal)?;
        let requester = self.requester(&browser).await?;
        let ceremony = Ceremony {
            challenge: self.seal(Purpose::SignIn, &requester, state).await?,
            options: serde_json::to_value(&options.public_key)
                .map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?,
        };
        Ok((ceremony, host_cookie(COOKIE, browser, LIFETIME)))
    }

    /// The user that the authenticator names. Nothing is verified yet.
    ///
    /// # Errors
    /// `passkey_refused` when it names none.
    pub fn user_of(&self, response: &SignInResponse) -> ApiResult<UserId> {
        let identified = self.webauthn.identify_discoverable_authentication(response);
        let (handle, _) = identified.map_err(|error| refused(ErrorCode::PasskeyRefused, &error))?;
        let id = handle.simple().to_string().parse();
        id.map_err(|error| ApiError::caused_by(ErrorCode::PasskeyRefused, error))
    }

    /// Verifies that a passkey of the user has signed the challenge, and uses the challenge up.
    ///
    /// # Errors
    /// `passkey_expired`; `passkey_refused`, also when there is no such user; and when the challenge cannot be used up.
    pub async fn finish_sign_in<'a>(
        &self,
        request: &ApiRequest,
        challenge: &str,
        response: &SignInResponse,
        user: Option<&'a User>,
    ) -> ApiResult<UsedPasskey<'a>> {
        let browser = browser_of(request).ok_or(ErrorCode::PasskeyExpired)?;
        let requester = self.requester(browser).await?;
        let challenge = self
            .unseal::<DiscoverableAuthentication>(Purpose::SignIn, &requester, challenge)
            .await?;
        let id = passkey_id(response.get_credential_id()).ok_or(ErrorCode::PasskeyRefused)?;
        let passkeys = user.and_then(|user| user.passkeys.as_ref());
        let read = passkeys.and_then(|all| all.get(&id)).ok_or(ErrorCode::PasskeyRefused)?;
        let mut credential: Credential = from_json(&read.credential)?;
        let verified = self.webauthn.finish_discoverable_authentication_v2(
            response,
            challenge.state.clone(),
            DiscoverableKey::from(&credential),
        );
        let verified = verified.map_err(|error| refused(ErrorCode::PasskeyRefused, &error))?;
        self.use_up(&challenge).await?;
        credential.update_credential(&verified);
        Ok(UsedPasskey {
            id,
            read,
            credential: to_json(&credential)?,
        })
    }

    async fn requester(&self, browser: &str) -> ApiResult<String> {
        self.pepper.keyed_hash("passkey-browser", browser).await
    }
}

fn browser_of(request: &ApiRequest) -> Option<&str> {
    request.cookie(COOKIE).filter(|value| value.len() == COOKIE_LENGTH)
}

fn new_browser() -> ApiResult<String> {
    let mut random = random::generator().map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
    let bytes: [u8; 32] = random.random();
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
