fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::rename_passkey::RenamePasskey>()
}
