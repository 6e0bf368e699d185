fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::give_consent::GiveConsent>()
}
