//! The dependencies of `POST /users/passkey-login/options`.

use app::Wiring;
use passkeys::Passkeys;
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct BeginPasskeyLogin {
    pub(crate) passkeys: Passkeys,
}

impl BeginPasskeyLogin {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            passkeys: Passkeys::wire(wiring)?,
        })
    }
}
