fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::verify_reset_code::VerifyResetCode>()
}
