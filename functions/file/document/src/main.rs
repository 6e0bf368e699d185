//! `POST /file/document`: see [`handler`].

mod document;
mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::UploadDocument::wire).await
}
