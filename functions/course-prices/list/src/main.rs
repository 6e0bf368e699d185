//! `GET /coursePrices`: see [`handler`].

mod handler;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(handler::ListCoursePrices::wire).await
}
