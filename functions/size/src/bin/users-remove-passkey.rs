fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::remove_passkey::RemovePasskey>()
}
