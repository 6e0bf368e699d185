//! `POST /users/register`: creates a user, and sends an email with a verification link (contract, call 1).

mod registration;
mod user_creation;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{profile_view::ProfileViews, wired};
use auth::{
    counted_bodies::CountedBodies,
    email_verification,
    idempotency::Idempotency,
    origin_check::OriginCheck,
    passwords::Passwords,
    proof_of_work::{self, Proof, ProofsOfWork},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    signup_proof,
    tokens::TokenIssuer,
};
use domain::TeacherApproval;
use mail::Mailer;
use platform::deadline;
use store::{
    files::FilesTable,
    users::{User, UsersTable},
};
use tracing::warn;

use registration::Registration;

wired! {
    /// The endpoint, with the clients and services that it uses.
    pub struct Register(wiring), warm_up(users, tokens, rate_limiter, origin_check) {
        bodies: CountedBodies = wiring.counted_bodies()?,
        idempotency: Idempotency = wiring.idempotency()?,
        users: UsersTable = wiring.users()?,
        files: FilesTable = wiring.files_table()?,
        profiles: ProfileViews = wiring.profiles()?,
        passwords: Passwords = wiring.passwords(),
        tokens: TokenIssuer = wiring.token_issuer()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        registrations_per_ip: RateLimit = wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
        registrations_with_proof_per_ip: RateLimit = wiring.rate_limit(rate_limits::REGISTRATIONS_WITH_PROOF_PER_IP)?,
        proofs: ProofsOfWork = wiring.proofs_of_work()?,
        origin_check: OriginCheck = wiring.origin_check()?,
        mailer: Mailer = wiring.mailer()?,
        approval: TeacherApproval = wiring.environment().teacher_approval()?,
    }
}

impl Endpoint for Register {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl Register {
    /// The response to a request that is not repeated.
    ///
    /// The rate limit counts refused registrations, too: the refusal of an existing email address reveals that it is registered. Only two
    /// attempts are refunded: a failure of the platform, and a registration that must be repeated with a proof of work.
    ///
    /// What the registration needs is read while the attempt is counted. A refusal of the attempt comes first.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let registration = Registration::parse(self.bodies.json(request).await?)?;
        let client = self.origin_check.client(request).await?;
        let limit = &self.registrations_with_proof_per_ip;
        let attempts = self.rate_limiter.for_request();
        // Boxed, because the future contains complete SDK calls.
        let (counted, prepared) = tokio::join!(
            Box::pin(attempts.count_client(limit.attempts, limit, &client, "")),
            deadline::leave_time_to_undo(self.prepare(&registration))
        );
        let number = counted?;

        let created = Box::pin(async {
            let proof = registration.proof.as_ref();
            self.require_proof(number, proof, client.address()).await?;
            self.create_user(&registration, prepared??, request.language()).await
        });
        let must_refund = |created: &ApiResult<User>| {
            let error = created.as_ref().err();
            error.is_some_and(|error| error.is_internal() || error.code() == self.registrations_per_ip.code)
        };
        let user = attempts.refund_if(must_refund, created).await?;
        email_verification::send_link(&self.tokens, &self.mailer, &user).await;
        let data = self.profiles.view(&user, request.language()).await?;
        let response = ApiResponse::private(request, StatusCode::CREATED, Data { data })?;
        Ok(self.with_signup_cookie(response, &user).await)
    }

    /// Requires a proof of work for an attempt over the number that needs none.
    async fn require_proof(&self, number: u64, proof: Option<&Proof>, client_ip: &str) -> ApiResult<()> {
        let without_proof = self.registrations_per_ip.attempts;
        if number <= without_proof {
            return Ok(());
        }
        let level = proof_of_work::level(number, without_proof);
        self.proofs.require(proof, client_ip, level).await
    }

    /// Adds the cookie that proves in this browser that it has signed the user up. A failure is logged: the user exists, and can sign in
    /// after the verification.
    async fn with_signup_cookie(&self, response: ApiResponse, user: &User) -> ApiResponse {
        let cookie = deadline::leave_time_to_respond(signup_proof::cookie(&self.tokens, user)).await;
        let cookie = cookie.map_err(ApiError::from);
        match cookie.and_then(|cookie| cookie.map_err(|error| error.into_api_error(ErrorCode::InternalError))) {
            Ok(cookie) => response.with_cookie(&cookie),
            Err(cause) => {
                warn!(%cause, "no proof of the sign-up");
                response
            }
        }
    }
}
