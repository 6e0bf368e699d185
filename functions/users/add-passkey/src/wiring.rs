//! The dependencies of `POST /users/me/passkeys`.

use app::Wiring;
use auth::tokens::Tokens;
use mail::Mailer;
use passkeys::Passkeys;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct AddPasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) passkeys: Passkeys,
    pub(crate) mailer: Mailer,
}

impl AddPasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            passkeys: Passkeys::wire(wiring)?,
            mailer: wiring.mailer()?,
        })
    }
}
