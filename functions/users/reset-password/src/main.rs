//! `POST /users/reset-password`: see [`handler`].

mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::ResetPassword::wire).await
}
