//! Makes the archive that `POST /users/me/export` asks for: see [`handler`].

mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve_job(wiring::MakeExport::wire).await
}
