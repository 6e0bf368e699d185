//! `POST /users/verify-email`: verifies an email address with the token of the verification link (contract, call 17).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message, StatusCode};
use app::{
    profile_view::{ProfileView, ProfileViews},
    wired,
};
use auth::{
    email_verification,
    origin_check::OriginCheck,
    sessions::{Sessions, SignIn, StartedSession},
    signup_proof,
    tokens::TokenIssuer,
};
use domain::CourseId;
use platform::deadline;
use serde::{Deserialize, Serialize};
use store::users::{User, UsersTable, VerificationOutcome};
use tracing::warn;

wired! {
    pub struct VerifyEmail(wiring), warm_up(users, tokens, origin_check) {
        tokens: TokenIssuer = wiring.token_issuer()?,
        users: UsersTable = wiring.users()?,
        profiles: ProfileViews = wiring.profiles()?,
        sessions: Sessions = wiring.sessions()?,
        origin_check: OriginCheck = wiring.origin_check()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

#[derive(Serialize)]
struct VerifiedResponse<'a> {
    message: &'static str,
    /// The course from whose page the user signed up. Another browser leads there, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<&'a CourseId>,
    #[serde(flatten)]
    signed_in: Option<SignedIn<'a>>,
}

#[derive(Serialize)]
struct SignedIn<'a> {
    token: String,
    data: ProfileView<'a>,
}

impl Endpoint for VerifyEmail {
    /// Idempotent: a link can be opened again. A deleted user makes the link invalid.
    ///
    /// In the browser that signed the user up, the request that verifies also signs in. When only the sign-in fails, the user is verified,
    /// and signs in with the password.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let user = email_verification::user_of_link(&self.tokens, &self.users, payload.token).await?;
        let user = user.ok_or(ErrorCode::VerificationInvalid)?;
        let signed_up_here = signup_proof::user_id(&self.tokens, request).await?.as_ref() == Some(&user.user_id);
        match self.users.mark_verified(&user).await? {
            VerificationOutcome::Refused => return Err(ErrorCode::VerificationInvalid.into()),
            VerificationOutcome::Verified if signed_up_here && !user.blocked => {
                let response = deadline::leave_time_to_respond(self.sign_in(request, &user)).await;
                match response.unwrap_or_else(|late| Err(late.into())) {
                    Ok(response) => return Ok(response),
                    Err(cause) => warn!(%cause, "verified without a sign-in"),
                }
            }
            VerificationOutcome::Verified | VerificationOutcome::AlreadyVerified => {}
        }
        verified(request, &user, None)
    }
}

impl VerifyEmail {
    /// Begins the first session of a user, and ends the proof of the sign-up.
    async fn sign_in(&self, request: &ApiRequest, user: &User) -> ApiResult<ApiResponse> {
        let data = self.profiles.view(user, request.language()).await?;
        let sign_in = SignIn {
            user,
            request,
            place: self.origin_check.place(request).await?,
            remember: None,
            passkey: None,
        };
        let started = self.sessions.start(&self.tokens, sign_in).await?;
        // The user was blocked or deleted since the verification.
        let started = started.ok_or_else(|| ApiError::from(ErrorCode::Unauthorized))?;
        let StartedSession { token, cookie, .. } = started;
        Ok(verified(request, user, Some(SignedIn { token, data }))?
            .with_cookie(&cookie)
            .with_cookie(&signup_proof::expired_cookie()))
    }
}

fn verified(request: &ApiRequest, user: &User, signed_in: Option<SignedIn<'_>>) -> ApiResult<ApiResponse> {
    let response = VerifiedResponse {
        message: Message::EmailVerified.text(request.language()),
        course: user.wanted_course.as_ref(),
        signed_in,
    };
    ApiResponse::private(request, StatusCode::OK, response)
}
