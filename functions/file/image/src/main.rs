//! `POST /file/image`: see [`handler`].

mod handler;
mod photo;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::UploadImage::wire).await
}
