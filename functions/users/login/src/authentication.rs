//! Finds the user that an email address and a password belong to.

use api::{ApiResult, ErrorCode};
use auth::passwords::PasswordCheck;
use domain::EmailAddress;
use store::users::User;

use crate::wiring::Login;

impl Login {
    /// The user with this email address and this password. Verifies the password also when no user has the email address, so that both
    /// cases take the same time. Replaces a hash whose parameters are outdated.
    ///
    /// # Errors
    /// `incorrect_credentials`; and when the users table cannot be read or written.
    pub(crate) async fn authenticate(&self, email: &EmailAddress, password: &str) -> ApiResult<User> {
        let user = self.users.find_by_email(email).await?;
        let password_hash = user.as_ref().map(|user| user.password_hash.as_str());
        let check = self.passwords.verify(password, password_hash)?;
        match (user, check) {
            (Some(user), PasswordCheck::Correct) => Ok(user),
            (Some(user), PasswordCheck::NeedsRehash(hash)) => {
                // When a concurrent login has replaced the hash already, that hash is as good as this one.
                self.users.replace_password_hash(&user, hash).await?;
                Ok(user)
            }
            (_, PasswordCheck::Wrong) | (None, _) => Err(ErrorCode::IncorrectCredentials.into()),
        }
    }
}
