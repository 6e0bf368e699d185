fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::correct_email::CorrectEmail>()
}
