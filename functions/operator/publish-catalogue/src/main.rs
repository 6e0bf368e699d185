//! Publishes what visitors read about courses as files of the site: see [`handler`].

mod handler;
mod snapshot;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve_job(wiring::PublishCatalogue::wire).await
}
