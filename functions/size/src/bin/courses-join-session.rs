fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::join_session::JoinSession>()
}
