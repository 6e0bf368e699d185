//! `POST /users/register`: see [`handler`].

mod handler;
mod registration;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::Register::wire).await
}
