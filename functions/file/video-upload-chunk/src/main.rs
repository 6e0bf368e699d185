//! `POST /file/video/upload-chunk`: see [`handler`].

mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::UploadChunk::wire).await
}
