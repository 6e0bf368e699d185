//! `POST /users/login`: see [`handler`].

mod authentication;
mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::Login::wire).await
}
