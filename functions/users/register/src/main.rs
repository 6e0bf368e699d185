//! `POST /users/register`: see [`handler`].

mod handler;
mod registration;
mod user_creation;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::Register::wire).await
}
