//! The dependencies of `DELETE /courses/{id}/requests`.

use app::Wiring;
use auth::{idempotency::Idempotency, tokens::Tokens};
use platform::config::ConfigError;
use store::{place_requests::PlaceRequestsTable, users::UsersTable};

/// The clients and services that the handler uses.
pub(crate) struct WithdrawRequest {
    pub(crate) idempotency: Idempotency,
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) requests: PlaceRequestsTable,
}

impl WithdrawRequest {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            idempotency: wiring.idempotency()?,
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            requests: wiring.place_requests()?,
        })
    }
}
