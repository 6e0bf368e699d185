fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::logout::Logout>()
}
