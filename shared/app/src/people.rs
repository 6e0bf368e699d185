//! What staff do to the account of somebody else.

use api::{ApiError, ApiResult, ErrorCode};
use auth::{email_verification::verification_email, staff::StaffMember, tokens::TokenIssuer};
use domain::{StaffRole, UserId};
use mail::Mailer;
use platform::clock;
use serde::Deserialize;
use store::{
    audit::{Action, AuditTable},
    users::{User, UsersTable},
};

use crate::wired;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonAction {
    /// Ends all sessions, and refuses logins.
    Block,
    Unblock,
    EndSessions,
    /// Sends another verification link. Earlier ones stay valid.
    ResendVerification,
}

wired! {
    #[derive(Debug)]
    pub struct People(wiring) {
        pub users: UsersTable = wiring.users()?,
        pub audit: AuditTable = wiring.audit()?,
        pub tokens: TokenIssuer = wiring.token_issuer()?,
        pub mailer: Mailer = wiring.mailer()?,
    }
}

impl People {
    /// Does it to the user whose token version is the one that was read. What is so already is done: a repetition succeeds, and writes nothing.
    ///
    /// # Errors
    /// `user_not_found`; `forbidden` for the own account, and for a staff member unless an owner acts; `already_verified`; `conflict` when the
    /// account has changed since.
    pub async fn act(&self, member: &StaffMember, id: &UserId, version: u64, action: PersonAction) -> ApiResult<()> {
        let user = self.users.find(id).await?;
        let user = user.ok_or_else(|| ApiError::not_found(ErrorCode::UserNotFound))?;
        if member.user.user_id == *id || user.staff.is_some() && !member.has(StaffRole::Owner) {
            return Err(ErrorCode::Forbidden.into());
        }
        match action {
            PersonAction::Block if user.blocked => Ok(()),
            PersonAction::Unblock if !user.blocked => Ok(()),
            PersonAction::EndSessions if user.live_sessions(clock::seconds()).next().is_none() => Ok(()),
            PersonAction::ResendVerification => self.send_verification(member, &user).await,
            _ if user.token_version != version => Err(ErrorCode::Conflict.into()),
            PersonAction::Block => self.set_blocked(member, &user, true).await,
            PersonAction::Unblock => self.set_blocked(member, &user, false).await,
            PersonAction::EndSessions => {
                let record = self.audit.record_item(&member.record(Some(id), Action::SessionsEnd))?;
                written(self.users.sign_out_everywhere(&user, record).await?)
            }
        }
    }

    async fn set_blocked(&self, member: &StaffMember, user: &User, blocked: bool) -> ApiResult<()> {
        let action = if blocked {
            Action::UserBlock
        } else {
            Action::UserUnblock
        };
        let record = self.audit.record_item(&member.record(Some(&user.user_id), action))?;
        written(self.users.set_blocked(user, blocked, record).await?)
    }

    async fn send_verification(&self, member: &StaffMember, user: &User) -> ApiResult<()> {
        if user.verified {
            return Err(ErrorCode::AlreadyVerified.into());
        }
        if !user.awaits_verification() {
            return Err(ErrorCode::Conflict.into());
        }
        let mail = verification_email(&self.tokens, user).await;
        let mail = mail.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        let record = member.record(Some(&user.user_id), Action::VerificationResend);
        self.audit.put(&record).await?;
        Ok(self.mailer.try_send(user, &mail).await?)
    }
}

fn written(is_written: bool) -> ApiResult<()> {
    if is_written {
        Ok(())
    } else {
        Err(ErrorCode::Conflict.into())
    }
}
