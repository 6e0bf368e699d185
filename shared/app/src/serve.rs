//! How a function starts.

use api::{Endpoint, RuntimeError, Service};
use platform::config::{ConfigError, Environment};

use crate::Wiring;

/// Serves an endpoint for the life of the instance. `wire` makes it from the function's environment, once.
///
/// # Errors
/// When the Lambda runtime itself fails.
pub async fn serve<E: Endpoint>(wire: impl FnOnce(&Wiring) -> Result<E, ConfigError>) -> Result<(), RuntimeError> {
    let environment = Environment::of_process();
    api::serve(&environment, || {
        let wiring = Wiring::of_function(environment.clone())?;
        Ok(Service {
            guard: wiring.required_origin_check()?,
            endpoint: wire(&wiring)?,
        })
    })
    .await
}
