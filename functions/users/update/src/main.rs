//! `PUT /users/{id}`: see [`handler`].

mod handler;
mod payload;
mod profile_write;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::Update::wire).await
}
