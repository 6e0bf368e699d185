//! `GET /users/registration-challenge`: see [`handler`].

mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::BeginRegistration::wire).await
}
