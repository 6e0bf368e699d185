//! `POST /services/{id}/interest`: see [`handler`].

mod handler;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::AddInterest::wire).await
}
