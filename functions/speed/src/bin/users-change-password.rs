fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::change_password::ChangePassword>()
}
