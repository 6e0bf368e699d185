//! Serves the function that `_HANDLER` names, such as `users-login`.

#[expect(clippy::disallowed_methods, reason = "the runtime of Lambda sets the variable")]
fn main() -> Result<(), api::RuntimeError> {
    functions::run(&std::env::var("_HANDLER")?)
}
