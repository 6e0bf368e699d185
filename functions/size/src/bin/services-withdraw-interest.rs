fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::services::withdraw_interest::WithdrawInterest>()
}
