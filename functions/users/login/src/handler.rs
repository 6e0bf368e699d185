//! `POST /users/login`: exchanges an email address and a password for an access token (contract, call 2).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, StatusCode};
use app::{profile_view::ProfileView, set_named_language};
use auth::{
    email_verification,
    sessions::{SignIn, StartedSession},
};
use domain::EmailAddress;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use store::users::User;

use crate::wiring::Login;

#[derive(Deserialize)]
struct Credentials {
    email: String,
    password: String,
    /// Whether to keep the user signed in.
    remember: Option<bool>,
}

#[derive(Serialize)]
struct LoginResponse<'a> {
    token: String,
    data: ProfileView<'a>,
}

impl Endpoint for Login {
    /// Unknown email addresses and wrong passwords get the same response, after the same time.
    ///
    /// Attempts are counted before the password is verified. A successful login refunds its attempts, and makes the device known. A
    /// login with the correct password of an unverified user stays counted, because it sends an email. The request's language becomes
    /// the language of the user's emails.
    ///
    /// What does not depend on each other runs concurrently: counting and reading the user; refunding and preparing the response. The
    /// session is the last write, so a login that fails leaves no session behind.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let credentials: Credentials = request.json()?;
        // A malformed email address belongs to no user, so this fast response reveals nothing.
        let email: EmailAddress = credentials.email.parse().map_err(|_| ErrorCode::IncorrectCredentials)?;

        let (mut user, attempts) = self.authenticate(request, &email, &credentials.password).await?;
        if user.rejected {
            // The user is being deleted. The response must not reveal that the owner of the mailbox has rejected the sign-up.
            return Err(ErrorCode::IncorrectCredentials.into());
        }
        if user.blocked {
            return Err(ErrorCode::AccountBlocked.into());
        }
        if !user.verified {
            self.send_verification_link(&user).await?;
            return Err(ErrorCode::AccountNotVerified.into());
        }

        let refunds = join_all(attempts.iter().map(|attempt| self.rate_limiter.refund(attempt)));
        let (_, language) = tokio::join!(refunds, set_named_language(&self.users, request, &user));
        user.language = language?;
        let data = self.profiles.view(&user, request.language()).await?;
        let sign_in = SignIn {
            user: &user,
            request,
            place: self.origin_check.place(request).await?,
            remember: credentials.remember,
        };
        let started = self.sessions.start(&self.tokens, sign_in).await?;
        // The password was changed since it was verified, or the user was blocked or deleted.
        let session = started.ok_or(ErrorCode::IncorrectCredentials)?;
        session.report_new_device(&self.mailer, &user).await;
        let StartedSession { token, cookie, .. } = session;
        Ok(ApiResponse::private(request, StatusCode::OK, LoginResponse { token, data })?.with_cookie(&cookie))
    }

    async fn warm_up(&self) {
        // Two connections, because the first request counts the attempt beside reading the user.
        tokio::join!(
            self.users.warm_up(),
            self.users.warm_up(),
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

impl Login {
    /// Sends a new verification link, up to a limit for each email address: someone who registers with the email address of
    /// somebody else could otherwise flood that mailbox. Over the limit the response is the same, and earlier links stay valid.
    async fn send_verification_link(&self, user: &User) -> ApiResult<()> {
        match self
            .rate_limiter
            .count(&self.links_per_email, user.email.as_str())
            .await
        {
            Ok(_) => email_verification::send_link(&self.tokens, &self.mailer, user).await,
            Err(error) if error.code() == self.links_per_email.code => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
