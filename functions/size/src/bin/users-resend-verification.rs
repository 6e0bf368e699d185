fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::resend_verification::ResendVerification>()
}
