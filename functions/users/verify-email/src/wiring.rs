//! The dependencies of `POST /users/verify-email`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// What the endpoint works with.
pub(crate) struct VerifyEmail {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

impl VerifyEmail {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}
