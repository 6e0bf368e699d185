//! `POST /file/video/finalize-upload`: see [`handler`].

mod handler;
mod reader;
mod video;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::FinalizeUpload::wire).await
}
