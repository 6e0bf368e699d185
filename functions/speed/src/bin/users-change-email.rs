fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::change_email::ChangeEmail>()
}
