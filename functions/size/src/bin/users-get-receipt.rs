fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::get_receipt::GetReceipt>()
}
