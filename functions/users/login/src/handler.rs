//! `POST /users/login`: exchanges an e-mail and a password for a session token (contract, call 2).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, StatusCode};
use app::profile_view::ProfileView;
use auth::{email_verification, passwords::PasswordCheck, tokens::TokenPurpose};
use domain::EmailAddress;
use serde::{Deserialize, Serialize};
use store::users::User;

use crate::wiring::Login;

#[derive(Deserialize)]
struct Credentials {
    email: String,
    password: String,
}

#[derive(Serialize)]
struct SignedIn<'a> {
    token: String,
    data: ProfileView<'a>,
}

impl Endpoint for Login {
    /// Unknown e-mails and wrong passwords look alike, in answer and in time.
    ///
    /// Attempts are counted before the password is looked at, and taken back by a login that succeeds. One with the right
    /// password for an account that is not verified stays counted, because it sends a mail. The language that somebody signs in
    /// with is that of their mails from then on.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let credentials: Credentials = request.json()?;
        // What is no e-mail address is nobody's, which is no secret.
        let email: EmailAddress = credentials.email.parse().map_err(|_| ErrorCode::IncorrectCredentials)?;

        // The address first: one that tried too much is not to use up the attempts of others' accounts.
        let client_ip = self.origin_check.client_ip(request).await?;
        let of_address = self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        let of_user = self.rate_limiter.count(&self.per_email, email.as_str()).await?;

        let user = self.user_with(&email, &credentials.password).await?;
        if user.blocked {
            return Err(ErrorCode::AccountBlocked.into());
        }
        if !user.verified {
            self.send_link(&user).await?;
            return Err(ErrorCode::AccountNotVerified.into());
        }

        self.rate_limiter.refund(&of_user).await?;
        self.rate_limiter.refund(&of_address).await?;
        if let Some(language) = request.named_language().filter(|named| *named != user.language) {
            self.users.set_language(&user.user_id, language).await?;
        }
        let token = self
            .tokens
            .issue(&user, TokenPurpose::Access, self.session_lifetime)
            .await;
        let token = token.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        let data = self.profiles.view(&user, request.language()).await?;
        ApiResponse::private(request, StatusCode::OK, SignedIn { token, data })
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

impl Login {
    /// Mails a new link. Whoever signed up with a stranger's address could fill that mailbox with them, so there are not many, and
    /// the answer is the same without one: those of before are still good.
    async fn send_link(&self, user: &User) -> ApiResult<()> {
        let counted = self
            .rate_limiter
            .count(&self.links_per_email, user.email.as_str())
            .await;
        match counted {
            Ok(_) => email_verification::send_link(&self.tokens, &self.mailer, user).await,
            Err(refused) if refused.code() == self.links_per_email.code => {}
            Err(failed) => return Err(failed),
        }
        Ok(())
    }

    /// The account that has this e-mail and this password. A hash that is weaker than today's is replaced.
    async fn user_with(&self, email: &EmailAddress, password: &str) -> ApiResult<User> {
        let user = self.users.find_by_email(email).await?;
        let kept = user.as_ref().map(|user| user.password_hash.as_str());
        let verdict = self.passwords.verify(password, kept)?;
        match (user, verdict) {
            (Some(user), PasswordCheck::Correct) => Ok(user),
            (Some(user), PasswordCheck::NeedsRehash(hash)) => {
                // When another login was quicker, its hash is as good as ours.
                self.users.replace_password_hash(&user, hash).await?;
                Ok(user)
            }
            (_, PasswordCheck::Wrong) | (None, _) => Err(ErrorCode::IncorrectCredentials.into()),
        }
    }
}
