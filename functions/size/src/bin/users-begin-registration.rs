fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::begin_registration::BeginRegistration>()
}
