//! `DELETE /users/me/passkeys/{id}`: see [`handler`].

mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::RemovePasskey::wire).await
}
