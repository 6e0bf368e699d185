//! `PUT /users/{id}`: see [`handler`].

mod handler;
mod update;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::Update::wire).await
}
