fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::confirm_email_change::ConfirmEmailChange>()
}
