fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::delete::Delete>()
}
