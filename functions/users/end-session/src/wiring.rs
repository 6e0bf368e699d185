//! The dependencies of `DELETE /users/me/sessions/{id}`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct EndSession {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

impl EndSession {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}
