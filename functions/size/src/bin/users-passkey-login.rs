fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::passkey_login::PasskeyLogin>()
}
