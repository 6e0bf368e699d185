fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::end_session::EndSession>()
}
