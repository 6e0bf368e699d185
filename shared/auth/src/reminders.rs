//! The link in a reminder that turns reminders off: the id of the user with a MAC. It allows nothing else, so it never expires, and neither a
//! new password nor a new email address ends it. A new pepper does.

use api::{ApiResult, ErrorCode};
use domain::UserId;
use platform::warm_up;
use subtle::ConstantTimeEq;

use crate::secrets::Secret;

const SEPARATOR: char = '.';

#[derive(Debug)]
pub struct ReminderLinks {
    pepper: Secret,
}

impl ReminderLinks {
    /// `pepper` is the key of the MACs.
    pub const fn new(pepper: Secret) -> Self {
        Self { pepper }
    }

    pub async fn token(&self, user: &UserId) -> ApiResult<String> {
        let mac = self.pepper.keyed_hash("reminders", user.as_str()).await?;
        Ok(format!("{user}{SEPARATOR}{mac}"))
    }

    /// The user in such a token, who may be deleted.
    ///
    /// # Errors
    /// `reminder_link_invalid`, and when the key of the MACs cannot be read.
    pub async fn read(&self, token: &str) -> ApiResult<UserId> {
        let (user, _) = token.split_once(SEPARATOR).ok_or(ErrorCode::ReminderLinkInvalid)?;
        let user = user.parse().map_err(|_| ErrorCode::ReminderLinkInvalid)?;
        let is_ours = bool::from(self.token(&user).await?.as_bytes().ct_eq(token.as_bytes()));
        if is_ours {
            Ok(user)
        } else {
            Err(ErrorCode::ReminderLinkInvalid.into())
        }
    }

    /// Reads the key of the MACs before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.pepper.value().await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_token_names_its_user_and_no_other() {
        let links = ReminderLinks::new(Secret::known(b"pepper"));
        let (user, other) = (UserId::random(), UserId::random());
        let token = links.token(&user).await.unwrap();
        assert_eq!(links.read(&token).await.unwrap(), user);
        let (_, mac) = token.split_once(SEPARATOR).unwrap();
        let forged = format!("{other}{SEPARATOR}{mac}");
        let elsewhere = ReminderLinks::new(Secret::known(b"another pepper"));
        let elsewhere = elsewhere.token(&user).await.unwrap();
        for refused in ["", ".", user.as_str(), &format!("{token}="), &forged, &elsewhere] {
            let error = links.read(refused).await.unwrap_err();
            assert_eq!(error.code(), ErrorCode::ReminderLinkInvalid, "{refused}");
        }
    }
}
