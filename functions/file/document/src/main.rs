//! `POST /file/document`: see [`handler`].

mod document;
mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::UploadDocument::wire).await
}
