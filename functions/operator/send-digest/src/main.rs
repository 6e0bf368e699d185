//! Tells the operator once a day what waits for a decision: see [`handler`].

mod digest;
mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve_job(wiring::SendDigest::wire).await
}
