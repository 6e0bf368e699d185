fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::add_passkey::AddPasskey>()
}
