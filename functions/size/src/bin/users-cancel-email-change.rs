fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::cancel_email_change::CancelEmailChange>()
}
