//! The dependencies of `POST /users/me/passkeys/options`.

use app::Wiring;
use auth::{password_confirmation::PasswordConfirmation, tokens::Tokens};
use passkeys::Passkeys;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct BeginPasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) passkeys: Passkeys,
}

impl BeginPasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            confirmation: wiring.password_confirmation()?,
            passkeys: Passkeys::wire(wiring)?,
        })
    }
}
