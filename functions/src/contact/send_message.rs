//! `POST /contact`: sends a message to the operator by email. A signed-in user gets a copy.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::wired;
use auth::{
    authenticate,
    origin_check::OriginCheck,
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit, VISITORS_WITH_MESSAGES},
    tokens::Tokens,
};
use domain::{EmailAddress, Language};
use mail::{MailTemplate, Mailer, Operator, brand};
use serde::Deserialize;
use store::users::{User, UsersTable};

wired! {
    pub struct SendMessage(wiring), warm_up(tokens, users, rate_limiter, origin_check) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_ip: RateLimit = wiring.rate_limit(rate_limits::MESSAGES_PER_IP)?,
        of_visitors: RateLimit = wiring.rate_limit(rate_limits::MESSAGES_OF_VISITORS)?,
        per_user: RateLimit = wiring.rate_limit(rate_limits::MESSAGES_PER_USER)?,
        origin_check: OriginCheck = wiring.origin_check()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

/// Name and email address are those of the account, for a signed-in user.
#[derive(Deserialize)]
struct Payload {
    fullname: Option<String>,
    email: Option<String>,
    message: Option<String>,
}

struct Sender {
    fullname: String,
    email: EmailAddress,
    user: Option<User>,
}

impl Endpoint for SendMessage {
    /// The message is neither stored nor logged. Only a signed-in user, whose mailbox is verified, gets a copy: otherwise, strangers could
    /// have their texts sent to any mailbox.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = match request.bearer_token() {
            Some(_) => Some(authenticate(&self.tokens, &self.users, request).await?),
            None => None,
        };
        let (sender, message) = parse(request.json()?, user)?;
        let attempts = self.rate_limiter.for_request();
        self.count(&attempts, request, &sender).await?;
        let sent = self.send_to_operator(&sender, request.language(), &message);
        attempts.refund_on_failure(sent).await?;
        if let Some(user) = &sender.user {
            self.mailer.send(user, &MailTemplate::MessageCopy { message }).await;
        }
        ApiResponse::message(request, Message::MessageSent)
    }
}

impl SendMessage {
    async fn count(&self, attempts: &RequestAttempts<'_>, request: &ApiRequest, sender: &Sender) -> ApiResult<()> {
        if let Some(user) = &sender.user {
            attempts.count(&self.per_user, user.user_id.as_str()).await?;
        } else {
            let client = self.origin_check.client(request).await?;
            attempts
                .count_client(self.per_ip.attempts, &self.per_ip, &client, "")
                .await?;
            let most = VISITORS_WITH_MESSAGES * self.of_visitors.attempts;
            attempts.count_up_to(most, &self.of_visitors, "all").await?;
        }
        Ok(())
    }

    async fn send_to_operator(&self, sender: &Sender, language: Language, message: &str) -> ApiResult<()> {
        let Sender { fullname, email, user } = sender;
        let to: EmailAddress = Operator::of(Language::English)
            .mail
            .parse()
            .map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        let account = user
            .as_ref()
            .map_or("none, the address is not verified", |user| user.user_id.as_str());
        let text = format!(
            "From: {fullname} <{email}>\nAccount: {account}\nLanguage: {}\n\n{message}\n",
            language.code()
        );
        let subject = format!("{}: message from {fullname}", brand(Language::English));
        let sent = self.mailer.try_send_to_operator(&to, Some(email), &subject, text);
        Ok(sent.await?)
    }
}

fn parse(payload: Payload, user: Option<User>) -> ApiResult<(Sender, String)> {
    let mut form = Form::default();
    let message = form.message(payload.message);
    let (fullname, email) = match &user {
        Some(user) => (Some(user.profile.fullname.clone()), Some(user.email.clone())),
        None => (form.fullname(payload.fullname), form.email(payload.email)),
    };
    let sender = fullname.zip(email);
    let sender = sender.map(|(fullname, email)| Sender { fullname, email, user });
    form.finish(sender.zip(message))
}
