fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::revert_email_change::RevertEmailChange>()
}
