fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::reset_password::ResetPassword>()
}
