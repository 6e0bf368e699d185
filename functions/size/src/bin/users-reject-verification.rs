fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::reject_verification::RejectVerification>()
}
