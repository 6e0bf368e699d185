fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::set_payer::SetPayer>()
}
