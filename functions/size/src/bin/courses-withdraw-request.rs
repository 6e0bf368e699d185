fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::withdraw_request::WithdrawRequest>()
}
