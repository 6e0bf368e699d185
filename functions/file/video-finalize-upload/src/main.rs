//! `POST /file/video/finalize-upload`: see [`handler`].

mod handler;
mod reader;
mod video;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::FinalizeUpload::wire).await
}
