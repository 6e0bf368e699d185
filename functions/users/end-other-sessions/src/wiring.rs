//! The dependencies of `DELETE /users/me/sessions`.

use app::Wiring;
use auth::{devices::Devices, tokens::Tokens};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct EndOtherSessions {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) devices: Devices,
}

impl EndOtherSessions {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            devices: wiring.devices()?,
        })
    }
}
