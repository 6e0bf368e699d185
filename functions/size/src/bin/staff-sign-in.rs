fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::sign_in::SignIn>()
}
