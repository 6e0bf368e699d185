fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::login::Login>()
}
