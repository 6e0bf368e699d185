//! The dependencies of `PUT /users/me/passkeys/{id}`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RenamePasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

impl RenamePasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}
