//! The dependencies of `DELETE /users/me/passkeys/{id}`.

use app::Wiring;
use auth::tokens::Tokens;
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RemovePasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) mailer: Mailer,
}

impl RemovePasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            mailer: wiring.mailer()?,
        })
    }
}
