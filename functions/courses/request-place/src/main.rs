//! `POST /courses/{id}/requests`: see [`handler`].

mod handler;
mod view;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::RequestPlace::wire).await
}
