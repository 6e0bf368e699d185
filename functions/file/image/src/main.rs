//! `POST /file/image`: see [`handler`].

mod color;
mod handler;
mod limits;
mod photo;
mod webp;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::UploadImage::wire).await
}
