//! The dependencies of `GET /users/me/passkeys`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ListPasskeys {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

impl ListPasskeys {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}
