fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::services::add_interest::AddInterest>()
}
