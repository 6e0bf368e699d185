//! `POST /users/login`: exchanges an email address and a password for an access token (contract, call 2).

mod authentication;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode};
use app::{
    sign_in::{How, SignIns},
    wired,
};
use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    email_verification,
    passwords::Passwords,
    proof_of_work::{Proof, ProofsOfWork},
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use serde::Deserialize;
use store::users::User;

wired! {
    // Two connections, because the first request counts the attempt beside reading the user.
    pub struct Login(wiring), warm_up(sign_ins, sign_ins.users, rate_limiter) {
        bodies: CountedBodies = wiring.counted_bodies()?,
        sign_ins: SignIns = wiring.make()?,
        passwords: Passwords = wiring.passwords(),
        devices: Devices = wiring.devices()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_email: RateLimit = wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_EMAIL)?,
        per_ip: RateLimit = wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_IP)?,
        per_client: RateLimit = wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_CLIENT)?,
        per_device: RateLimit = wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_DEVICE)?,
        proofs: ProofsOfWork = wiring.proofs_of_work()?,
        links_per_email: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
    }
}

#[derive(Deserialize)]
struct Credentials {
    email: String,
    password: String,
    remember: Option<bool>,
    /// The proof of work, when one was asked for.
    proof: Option<Proof>,
}

impl Endpoint for Login {
    /// Unknown email addresses and wrong passwords get the same response, after the same time.
    ///
    /// Attempts are counted before the password is verified. A successful login refunds its attempts. A login with the correct password of
    /// an unverified user stays counted, because it sends an email.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let credentials: Credentials = self.bodies.json(request).await?;
        // A malformed email address belongs to no user, so this fast response reveals nothing.
        let email: EmailAddress = credentials.email.parse().map_err(|_| ErrorCode::IncorrectCredentials)?;

        let attempts = self.rate_limiter.for_request();
        let proof = credentials.proof.as_ref();
        let authenticated = self.authenticate(&attempts, request, &email, &credentials.password, proof);
        let user = attempts.refund_on_failure(authenticated).await?;
        if user.rejected {
            // The user is being deleted. The response must not reveal that the owner of the mailbox has rejected the sign-up.
            return Err(ErrorCode::IncorrectCredentials.into());
        }
        if user.blocked {
            return Err(ErrorCode::AccountBlocked.into());
        }
        if !user.verified {
            self.send_verification_link(&attempts, &user).await?;
            return Err(ErrorCode::AccountNotVerified.into());
        }
        let how = How {
            remember: credentials.remember,
            passkey: None,
            refusal: ErrorCode::IncorrectCredentials,
        };
        self.sign_ins.sign_in(request, &attempts, user, how).await
    }
}

impl Login {
    /// Sends a new verification link, up to a limit for each email address: someone who registers with the email address of
    /// somebody else could otherwise flood that mailbox. Over the limit the response is the same, and earlier links stay valid.
    async fn send_verification_link(&self, attempts: &RequestAttempts<'_>, user: &User) -> ApiResult<()> {
        let SignIns { tokens, mailer, .. } = &self.sign_ins;
        let counted = attempts.try_count(&self.links_per_email, user.email.as_str());
        if attempts.refund_on_failure(counted).await? {
            email_verification::send_link(tokens, mailer, user).await;
        }
        Ok(())
    }
}
