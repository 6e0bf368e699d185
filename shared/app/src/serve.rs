//! How a function starts.

use api::{Endpoint, RuntimeError, Service};
use platform::config::Environment;

use crate::{Wired, Wiring};

/// Serves an endpoint for the life of the instance. It is made from the function's environment, once.
pub async fn serve<E: Endpoint + Wired>() -> Result<(), RuntimeError> {
    let environment = Environment::of_process();
    api::serve(&environment, || {
        let wiring = Wiring::of_function(environment.clone())?;
        Ok(Service {
            guard: wiring.required_origin_check()?,
            endpoint: E::wire(&wiring)?,
        })
    })
    .await
}
