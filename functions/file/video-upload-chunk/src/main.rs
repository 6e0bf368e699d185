//! `POST /file/video/upload-chunk`: see [`handler`].

mod handler;
mod part_fields;
mod view;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::UploadChunk::wire).await
}
