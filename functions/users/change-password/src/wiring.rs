//! The dependencies of `PUT /users/me/password`.

use app::Wiring;
use auth::{devices::Devices, password_confirmation::PasswordConfirmation, sessions::Sessions, tokens::Tokens};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ChangePassword {
    pub(crate) tokens: Tokens,
    pub(crate) sessions: Sessions,
    pub(crate) users: UsersTable,
    pub(crate) devices: Devices,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) mailer: Mailer,
}

impl ChangePassword {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            sessions: wiring.sessions()?,
            users: wiring.users()?,
            devices: wiring.devices()?,
            confirmation: wiring.password_confirmation()?,
            mailer: wiring.mailer()?,
        })
    }
}
