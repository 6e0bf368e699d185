//! `PUT /users/{id}`: see [`handler`].

mod handler;
mod profile_write;
mod update;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::Update::wire).await
}
