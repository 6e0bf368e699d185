//! `POST /users/verify-reset-code`: see [`handler`].

mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::VerifyResetCode::wire).await
}
