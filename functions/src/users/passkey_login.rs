//! `POST /users/passkey-login`: exchanges the signature of a passkey for an access token.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode};
use app::{
    sign_in::{How, SignIns},
    wired,
};
use auth::{
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use domain::PasskeyId;
use passkeys::{Passkeys, SignInResponse};
use platform::clock;
use serde::Deserialize;
use store::users::User;

wired! {
    pub struct PasskeyLogin(wiring), warm_up(sign_ins, rate_limiter, passkeys) {
        sign_ins: SignIns = wiring.make()?,
        passkeys: Passkeys = wiring.make()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_ip: RateLimit = wiring.rate_limit(rate_limits::FAILED_PASSKEY_LOGINS_PER_IP)?,
    }
}

#[derive(Deserialize)]
struct Payload {
    challenge: String,
    credential: SignInResponse,
    remember: Option<bool>,
}

impl Endpoint for PasskeyLogin {
    /// As `POST /users/login`, with a passkey in place of email address and password. An unknown user, an unknown passkey and a wrong
    /// signature get the same response. Attempts are counted before the signature is verified; a successful sign-in refunds its attempt.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let client = self.sign_ins.origin_check.client(request).await?;
        let attempts = self.rate_limiter.for_request();
        attempts
            .count_client(self.per_ip.attempts, &self.per_ip, &client, "")
            .await?;
        let authenticated = self.authenticate(request, &payload);
        let (user, passkey) = attempts.refund_on_failure(authenticated).await?;
        let how = How {
            remember: payload.remember,
            passkey: Some(&passkey),
            // After a change of the user meanwhile, the passkey may still be valid, which `passkey_refused` would deny: the web app has
            // the browser forget such a passkey.
            refusal: ErrorCode::PasskeyExpired,
        };
        self.sign_ins.sign_in(request, &attempts, user, how).await
    }
}

impl PasskeyLogin {
    /// The user whose passkey has signed the challenge, if the user may sign in. Stores the signature counter, so that a copy of the
    /// passkey with a lower one is refused.
    async fn authenticate(&self, request: &ApiRequest, payload: &Payload) -> ApiResult<(User, PasskeyId)> {
        let Payload {
            challenge, credential, ..
        } = payload;
        let id = self.passkeys.user_of(credential)?;
        let user = self.sign_ins.users.find(&id).await?;
        let passkey = self
            .passkeys
            .finish_sign_in(request, challenge, credential, user.as_ref());
        let passkey = passkey.await?;
        let user = user.as_ref().ok_or(ErrorCode::PasskeyRefused)?;
        if user.rejected {
            return Err(ErrorCode::PasskeyRefused.into());
        }
        if user.blocked {
            return Err(ErrorCode::AccountBlocked.into());
        }
        if !user.verified {
            return Err(ErrorCode::AccountNotVerified.into());
        }
        let now = clock::seconds();
        let users = &self.sign_ins.users;
        let is_stored = users.use_passkey(&user.user_id, &passkey.id, passkey.read, &passkey.credential, now);
        if !is_stored.await? {
            // The passkey was used since the user was read, or removed. Another attempt finds out.
            return Err(ErrorCode::PasskeyExpired.into());
        }
        Ok((user.clone(), passkey.id))
    }
}
