//! `GET /users/me/courses`: see [`handler`].

mod handler;
mod view;
mod wiring;

use api::RuntimeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RuntimeError> {
    app::serve(wiring::ListCourses::wire).await
}
