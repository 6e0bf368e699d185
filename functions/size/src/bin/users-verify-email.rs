fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::verify_email::VerifyEmail>()
}
