fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::me::Me>()
}
