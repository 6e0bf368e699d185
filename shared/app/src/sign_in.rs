//! The end of a sign-in, by a password or by a passkey.

use api::{ApiRequest, ApiResponse, ApiResult, ErrorCode, StatusCode};
use auth::{
    origin_check::OriginCheck,
    rate_limiter::RequestAttempts,
    rate_limits::{self, RateLimit},
    sessions::{Sessions, SignIn, StartedSession},
    tokens::TokenIssuer,
};
use domain::PasskeyId;
use mail::Mailer;
use platform::deadline;
use serde::Serialize;
use store::users::{User, UsersTable};
use tracing::{info, warn};

use crate::{
    profile_view::{ProfileView, ProfileViews},
    wired,
};

wired! {
    pub struct SignIns(wiring), warm_up(users, tokens, origin_check) {
        pub users: UsersTable = wiring.users()?,
        pub tokens: TokenIssuer = wiring.token_issuer()?,
        pub origin_check: OriginCheck = wiring.origin_check()?,
        pub mailer: Mailer = wiring.mailer()?,
        profiles: ProfileViews = wiring.profiles()?,
        sessions: Sessions = wiring.sessions()?,
        reports_per_user: RateLimit = wiring.rate_limit(rate_limits::SIGN_IN_MAILS_PER_USER)?,
    }
}

#[derive(Debug)]
pub struct How<'a> {
    /// Whether to keep the user signed in. None when the request does not say.
    pub remember: Option<bool>,
    /// The passkey that has signed. None for a password.
    pub passkey: Option<&'a PasskeyId>,
    /// The refusal when the sessions of the user are ended at the same time.
    pub refusal: ErrorCode,
}

#[derive(Serialize)]
struct SignedInBody<'a> {
    token: String,
    data: ProfileView<'a>,
}

impl SignIns {
    /// Signs the user in: refunds the attempts, begins a session, and makes the device known.
    ///
    /// What does not depend on each other runs concurrently. The session is the last write that can fail, so a sign-in that fails leaves no
    /// session behind.
    ///
    /// # Errors
    /// The refusal of [`How`] when all sessions were ended since the user was read: by a new password, a block, or a deletion; when a secret
    /// or a table cannot be read, and when the users table cannot be written.
    pub async fn sign_in(
        &self,
        request: &ApiRequest,
        attempts: &RequestAttempts<'_>,
        user: User,
        how: How<'_>,
    ) -> ApiResult<ApiResponse> {
        let (data, ()) = tokio::join!(self.profiles.view(&user, request.language()), attempts.refund());
        let data = data?;
        let sign_in = SignIn {
            user: &user,
            request,
            place: self.origin_check.place(request).await?,
            remember: how.remember,
            passkey: how.passkey,
        };
        let session = self.sessions.start(&self.tokens, sign_in).await?;
        let session = session.ok_or(how.refusal)?;
        if session.is_on_new_device() && self.may_report(attempts, &user).await {
            session.report_new_device(&self.mailer, &user).await;
        }
        let StartedSession { token, cookie, .. } = session;
        Ok(ApiResponse::private(request, StatusCode::OK, SignedInBody { token, data })?.with_cookie(&cookie))
    }

    /// Counts an email about a sign-in. One user who signs in again and again could otherwise use up the emails of all. The session has
    /// begun, so a failure to count does not fail the sign-in, and does not keep the user from being told.
    async fn may_report(&self, attempts: &RequestAttempts<'_>, user: &User) -> bool {
        let counted = attempts.try_count(&self.reports_per_user, user.user_id.as_str());
        match deadline::leave_time_to_respond(counted).await {
            Ok(Ok(false)) => {
                info!("sign-in not reported");
                false
            }
            Ok(Err(cause)) => {
                warn!(%cause, "mail not counted");
                true
            }
            _ => true,
        }
    }
}
