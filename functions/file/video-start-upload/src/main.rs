//! `POST /file/video/start-upload`: see [`handler`].

mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::StartUpload::wire).await
}
