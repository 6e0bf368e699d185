//! `POST /users/me/email/confirm`: confirms a change of the email address, with the token of the link in the new mailbox.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{
    email_changes::{self, REVERSAL_PERIOD},
    tokens::{TokenIssuer, TokenPurpose},
};
use domain::{EmailChangeId, UserId};
use mail::{MailTemplate, Mailer};
use platform::{
    clock,
    contention::{Contention, TRIES},
};
use serde::Deserialize;
use store::users::{ChangeEmailError, EmailChange, User, UsersTable};

wired! {
    pub struct ConfirmEmailChange(wiring), warm_up(tokens, users) {
        tokens: TokenIssuer = wiring.token_issuer()?,
        users: UsersTable = wiring.users()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for ConfirmEmailChange {
    /// Needs no access token, because the link may be opened on another device. It ends all sessions.
    /// Idempotent until the next change: a link can be opened again.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let (id, change) = email_changes::read_link(&self.tokens, TokenPurpose::EmailChange, payload.token).await?;
        self.change_email(&id, &change).await?;
        ApiResponse::message(request, Message::EmailChanged)
    }
}

impl ConfirmEmailChange {
    async fn change_email(&self, id: &UserId, change: &EmailChangeId) -> ApiResult<()> {
        for _ in 0..TRIES {
            let user = self.users.find(id).await?.ok_or(ErrorCode::EmailChangeInvalid)?;
            if user.blocked {
                return Err(ErrorCode::AccountBlocked.into());
            }
            if user.has_made_email_change(change) {
                return Ok(());
            }
            let pending = user.pending_email_change(clock::seconds());
            let pending = pending.filter(|pending| pending.change_id == *change);
            let pending = pending.ok_or(ErrorCode::EmailChangeInvalid)?;
            if self.users.is_email_taken_by_other(&pending.email, &user).await? {
                return Err(ErrorCode::UserAlreadyExists.into());
            }
            self.send_revert_link(&user, pending).await?;
            let until = clock::seconds() + REVERSAL_PERIOD.as_secs();
            match self.users.confirm_email_change(&user, pending, until).await {
                Ok(_) => return Ok(()),
                Err(ChangeEmailError::EmailTaken) => return Err(ErrorCode::UserAlreadyExists.into()),
                Err(ChangeEmailError::UserChanged) => {}
                Err(ChangeEmailError::Store(error)) => return Err(error.into()),
            }
        }
        Err(Contention::on("the user").into())
    }

    /// Sends the revert link to the old mailbox before the change. A failure prevents the change, because the owner could not revert the
    /// change of a thief without the link. The link has no effect before the change.
    async fn send_revert_link(&self, user: &User, change: &EmailChange) -> ApiResult<()> {
        let token = email_changes::reversal_token(&self.tokens, user, &change.change_id).await;
        let token = token.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        let mail = MailTemplate::EmailChanged { token };
        Ok(self.mailer.try_send(user, &mail).await?)
    }
}
