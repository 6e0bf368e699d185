//! `POST /users/me/email/revert`: reverts to an earlier email address, with the token of the revert link.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{
    email_changes,
    passwords::UNUSABLE_HASH,
    tokens::{TokenPurpose, Tokens},
};
use domain::{EmailChangeId, EmailRecipient, UserId};
use mail::{MailTemplate, Mailer};
use platform::{
    clock,
    contention::{Contention, TRIES},
};
use serde::Deserialize;
use store::users::{ChangeEmailError, User, UsersTable};

wired! {
    pub struct RevertEmailChange(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for RevertEmailChange {
    /// Ends all sessions, makes the password unusable, because the person who changed the email address knows it, and removes all
    /// passkeys, because that person could add some. The user sets a new password by a password reset, whose code goes to the earlier
    /// mailbox, and adds passkeys again. Idempotent until the next change.
    ///
    /// A blocked user stays blocked, and can revert: the link may expire before the block ends.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let (id, change) = email_changes::read_link(&self.tokens, TokenPurpose::EmailReversal, payload.token).await?;
        if let Some(before) = self.revert(&id, &change).await? {
            let lost_mailbox = EmailRecipient::mailbox(&before.email, before.language);
            self.mailer.send(lost_mailbox, &MailTemplate::EmailChangeReverted).await;
        }
        ApiResponse::message(request, Message::EmailChangeReverted)
    }
}

impl RevertEmailChange {
    /// Returns the user before that. None when an earlier request has reverted the change.
    async fn revert(&self, id: &UserId, change: &EmailChangeId) -> ApiResult<Option<User>> {
        for _ in 0..TRIES {
            let user = self.users.find(id).await?.ok_or(ErrorCode::EmailChangeInvalid)?;
            if user.has_reverted_email_change(change) {
                return Ok(None);
            }
            let previous = user
                .revertible_emails(clock::seconds())
                .find(|previous| previous.change_id == *change);
            let previous = previous.ok_or(ErrorCode::EmailChangeInvalid)?;
            match self.users.revert_email_change(&user, previous, UNUSABLE_HASH).await {
                Ok(_) => return Ok(Some(user)),
                Err(ChangeEmailError::Store(error)) => return Err(error.into()),
                Err(ChangeEmailError::EmailTaken | ChangeEmailError::UserChanged) => {}
            }
        }
        Err(Contention::on("the user or an email address").into())
    }
}
