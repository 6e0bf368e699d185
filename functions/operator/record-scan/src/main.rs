//! Records what a scan for malware found in an uploaded file: see [`handler`].

mod event;
mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve_job(wiring::RecordScan::wire).await
}
