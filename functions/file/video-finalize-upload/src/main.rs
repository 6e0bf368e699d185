//! `POST /file/video/finalize-upload`: see [`handler`].

mod finalization;
mod handler;
mod object_reader;
mod parts;
mod video;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::FinalizeUpload::wire).await
}
